"""What is generated and committed is as the code would make it now.

The committed pages are of the whole program. Where a feature is not here, what is only its own is passed over;
tests/features/test_committed.py finds what no feature has any more.
"""

from __future__ import annotations

import re
from pathlib import Path

from orbat.cli.explain import rules_page
from orbat.pipeline import explanations
from orbat.tui.commands.table import COMMANDS
from orbat.tui.keys import shown

ROOT = Path(__file__).resolve().parents[2]


def assert_has(written: list[str], generated: list[str]) -> None:
    """All that is generated is in what is written, in its order."""
    assert [part for part in written if part in generated] == generated


def sections(page: str) -> list[str]:
    """The parts of a page, each with its heading."""
    return [part.strip() for part in re.split(r"^(?=##)", page, flags=re.MULTILINE)]


def test_rule_catalogue_is_what_explain_says() -> None:
    """docs/rules.md is made from the same words as `orbat explain`; write it with `orbat explain --markdown`."""
    written = (ROOT / "docs" / "rules.md").read_text(encoding="utf-8")
    assert_has(sections(written), sections(rules_page(tuple(explanations().values()))))


def test_every_code_is_explained_in_full() -> None:
    """Each explanation says what is checked, why, with an example and a cure."""
    for one in explanations().values():
        assert one.checks, one.code
        assert one.why, one.code
        assert one.example, one.code
        assert one.cure, one.code


def test_the_builders_commands_are_those_of_its_table() -> None:
    """docs/builder.md has a row for every command, in the order of the table; the difference shows what to paste."""
    written = (ROOT / "docs" / "builder.md").read_text(encoding="utf-8")
    table = written.split("<!-- commands -->\n")[1].split("<!-- end of commands -->")[0]
    assert_has(table.splitlines(), commands_table().splitlines())


def commands_table() -> str:
    """The commands as a Markdown table, with the keys a keyboard shows."""
    lines = ["| Keys | Id | What it does |", "|---|---|---|"]
    for command in COMMANDS:
        keys = ", ".join(f"`{shown(key)}`" for key in command.keys.split(","))
        lines.append(f"| {keys} | {command.id} | {command.help} |")
    return "\n".join(lines) + "\n"

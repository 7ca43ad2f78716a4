"""Generated documents are up to date.

The committed pages describe all features. Without a feature, its parts of the pages are ignored here;
tests/features/test_committed.py finds parts that no feature produces any more.
"""

from __future__ import annotations

import re
from pathlib import Path

from orbat.cli.explain import rules_page, sentence_tables
from orbat.data.library import Library
from orbat.pipeline import explanations
from orbat.tui.commands.table import COMMANDS
from orbat.tui.keys import shown

ROOT = Path(__file__).resolve().parents[2]
LIBRARY = Library(ROOT / "army_lists")
RULESETS = tuple(file.value for one in LIBRARY.ruleset_ids() if (file := LIBRARY.ruleset(one)) and file.value)


def assert_has(written: list[str], generated: list[str]) -> None:
    """Assert that the written parts contain all generated parts, in the same order."""
    assert [part for part in written if part in generated] == generated


def sections(page: str) -> list[str]:
    """The sections of a page, each with its heading."""
    return [part.strip() for part in re.split(r"^(?=##)", page, flags=re.MULTILINE)]


def test_page_of_findings_is_up_to_date() -> None:
    """docs/rules.md is the output of `orbat explain --markdown`."""
    written = (ROOT / "docs" / "rules.md").read_text(encoding="utf-8")
    page = rules_page(tuple(explanations().values()), RULESETS) + sentence_tables(LIBRARY)
    assert_has(sections(written), sections(page))


def test_every_code_is_explained_in_full() -> None:
    """Each explanation has all its parts."""
    for one in explanations().values():
        assert one.checks, one.code
        assert one.why, one.code
        assert one.example, one.code
        assert one.remedy, one.code


def test_table_of_builder_commands_is_up_to_date() -> None:
    """docs/builder.md has a row for every command, in order. On failure, paste the generated rows."""
    written = (ROOT / "docs" / "builder.md").read_text(encoding="utf-8")
    table = written.split("<!-- commands -->\n")[1].split("<!-- end of commands -->")[0]
    assert_has(table.splitlines(), commands_table().splitlines())


def commands_table() -> str:
    """The commands as a Markdown table, with the keys as printed on a keyboard."""
    lines = ["| Keys | Id | What it does |", "|---|---|---|"]
    for command in COMMANDS:
        keys = ", ".join(f"`{shown(key)}`" for key in command.keys.split(","))
        lines.append(f"| {keys} | {command.id} | {command.help} |")
    return "\n".join(lines) + "\n"

"""Generated files contain nothing that the program does not have.

tests/docs and tests/data find missing and stale parts. After removing a feature, these tests list what to delete.
"""

from __future__ import annotations

import re
from pathlib import Path

from tests.docs.test_sheets import cells

from orbat.cli.completion import TABLE
from orbat.cli.completion_table import table_text
from orbat.data.schema import schema_texts
from orbat.model.sheet import block_names
from orbat.pipeline import explanations
from orbat.printing import layouts
from orbat.tui.commands.table import COMMANDS

ROOT = Path(__file__).resolve().parents[2]


def page(name: str) -> str:
    return (ROOT / "docs" / f"{name}.md").read_text(encoding="utf-8")


def test_the_page_of_findings_has_no_other_codes() -> None:
    assert set(re.findall(r"^### (\w+)", page("rules"), re.MULTILINE)) == set(explanations())


def test_the_page_of_the_builder_has_no_other_commands() -> None:
    table = page("builder").split("<!-- commands -->\n")[1].split("<!-- end of commands -->")[0]
    assert len(table.splitlines()) == 2 + len(COMMANDS)


def test_the_page_of_sheets_has_no_other_sheets() -> None:
    assert len(cells("sheets")) == len(layouts())
    assert {name.strip("`") for name, _, _ in cells("blocks")} == set(block_names())


def test_no_other_schemas() -> None:
    assert {path.name for path in (ROOT / "army_lists" / "schema").glob("*.json")} == set(schema_texts())


def test_the_table_of_commands_has_no_others() -> None:
    """On failure, run `python -m orbat.cli.completion_table`."""
    assert TABLE.read_text(encoding="utf-8") == table_text()

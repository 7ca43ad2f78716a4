"""docs/sheets.md lists every sheet, every block and the keys that each block uses."""

from __future__ import annotations

import inspect
import re
import sys
from pathlib import Path
from typing import Any

import pytest
from tests.docs.test_generated import assert_has

from orbat.model.sheet import Block, block_names
from orbat.printing import layouts
from orbat.render.pdf.blocks import block_function

PAGE = (Path(__file__).resolve().parents[2] / "docs" / "sheets.md").read_text(encoding="utf-8")
COMMON_KEYS = {"block", "columns", "new_page", "optional"}
"""The keys that every block accepts."""


def table(name: str) -> str:
    return PAGE.split(f"<!-- {name} -->\n")[1].split(f"<!-- end of {name} -->")[0]


def cells(name: str) -> list[list[str]]:
    return [[cell.strip() for cell in line.strip("|").split(" | ")] for line in table(name).splitlines()[2:]]


def test_table_of_sheets_is_up_to_date() -> None:
    """On failure, paste the generated rows."""
    lines = ["| Sheet | Its title | What it is |", "|---|---|---|"]
    for layout in layouts().values():
        named = f"--for {layout.id}" if layout.for_opponent else layout.id
        lines.append(f"| `{named}` | {layout.title} | {layout.about} |")
    assert_has(table("sheets").splitlines(), lines)


def test_every_ruleset_has_a_picture_of_its_sheets() -> None:
    folder = Path(__file__).resolve().parents[2]
    for ruleset in (folder / "army_lists").glob("*/ruleset.yaml"):
        picture = f"sheets_{ruleset.parent.name}.png"
        assert f"({picture})" in PAGE
        assert (folder / "docs" / picture).is_file()


def test_table_of_blocks_is_complete() -> None:
    assert_has([name.strip("`") for name, _, _ in cells("blocks")], list(block_names()))
    assert all(description for _, description, _ in cells("blocks"))


def source_of(maker: Any) -> str:
    """The source of a function and of everything in its module that it uses."""
    module, found = sys.modules[maker.__module__], [maker]
    for one in found:
        text = inspect.getsource(one)
        found += [
            other
            for name in dict.fromkeys(re.findall(r"\w+", text))
            if getattr(other := getattr(module, name, None), "__module__", "") == module.__name__
            and inspect.isroutine(other) | inspect.isclass(other)
            and other not in found
        ]
    return "\n".join(map(inspect.getsource, found))


@pytest.mark.slow
def test_keys_of_blocks_are_those_they_use() -> None:
    """The page lists the keys that the block's maker reads."""
    own = set(Block.__dataclass_fields__) - COMMON_KEYS
    here = [(name, keys) for name, _, keys in cells("blocks") if name.strip("`") in block_names()]
    for name, keys in here:
        used = set(re.findall(r"\bblock\.(\w+)", source_of(block_function(name.strip("`")))))
        assert set(re.findall(r"`(\w+)`", keys)) & own == used & own, name

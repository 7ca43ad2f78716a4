"""docs/odds.md: its worked example matches the program, and its tables explain every key."""

from __future__ import annotations

import dataclasses
import re
from fractions import Fraction
from pathlib import Path
from typing import Any, get_args, get_type_hints

import pytest

from orbat.data.data_file import load_data
from orbat.data.library import Library
from orbat.features.odds.assault import close_assaults
from orbat.features.odds.model import Assault, FireTable, Morale, Odds, ScoredFire
from orbat.features.odds.units import army_odds, unit_groups
from orbat.model.applicability import Applicability
from orbat.model.record import Record, key_of
from orbat.model.sourced import Sourced
from orbat.pipeline import check
from orbat.report.abilities import ForbiddenActions

ROOT = Path(__file__).resolve().parents[3]
PAGE = " ".join((ROOT / "docs" / "odds.md").read_text(encoding="utf-8").split())
ALMA = ROOT / "templates" / "orbats" / "days_of_empire" / "historical"


def test_the_worked_example(library: Library) -> None:
    british, russian = (check(ALMA / f"alma_{side}.yaml", library) for side in ("british", "russian"))
    odds, reference = library.load_unchecked("days_of_empire", "odds", Odds), library.reference("days_of_empire")
    assert odds is not None
    assert odds.value is not None
    assert reference is not None
    assert reference.value is not None
    assert odds.value.assault is not None
    unit = next(one for one in army_odds(british, odds.value, reference.value) if "7th Royal Fus" in one.group.name)
    assert f"({'*Days of Empire*'}: 15 stands of class 3 with rifles, {unit.group.points} points)" in PAGE
    cell = unit.fire[0].shots[0].cells[unit.fire[0].targets.index("Line")]
    assert cell is not None
    assert (cell.expected, unit.group.per_100_points(cell.expected)) == (Fraction(13, 3), Fraction(65, 9))
    assert "3 x 7/6 + 5/6 = 13/3, or 4.33 casualties. Per 100 points this is 13/3 x 100/60 = 65/9, or 7.22" in PAGE
    assert next(test for test in unit.tests if test.label == "charge foot in order").pass_chance == Fraction(5, 6)
    suzdal = next(group for group in unit_groups(russian) if group.name.startswith("Suzdal"))
    assert british.book is not None
    assert british.orbat is not None
    forbidden_actions = ForbiddenActions.of(british.book, british.orbat)
    assault = close_assaults((unit.group,), (suzdal,), odds.value.assault, reference.value, forbidden_actions).fought[0]
    assert (assault.situation, assault.charger.win_chance) == ("in the open", Fraction(7, 8))
    assert "The chance that the Fusiliers win is 30/36 + 3/36 x 1/2 = 7/8" in PAGE


PARTS = {"file": Odds, "fire": FireTable, "scored": ScoredFire, "morale": Morale, "assault": Assault}
"""Record explained by each table, by the word in the table's head."""


def rows_of(part: str) -> dict[str, str]:
    """Rows of the table for a part, by the keys in their first cells."""
    text = (ROOT / "docs" / "odds.md").read_text(encoding="utf-8")
    (table,) = re.findall(rf"\| key of (?:the )?`?{part}`? \| meaning \|\n\|---\|---\|\n((?:\|.*\n)+)", text)
    found: dict[str, str] = {}
    for row in table.splitlines():
        first = row.split(" | ")[0]
        found |= dict.fromkeys(re.findall(r"`(\w+)", first), row)
    return found


def own_keys(kind: type) -> dict[str, tuple[bool, list[type]]]:
    """Keys of a record, without those of sources: whether each is required, and the records it contains."""
    hints, sourced = get_type_hints(kind), {field.name for field in dataclasses.fields(Sourced)}
    return {
        key_of(field.name): (
            field.default is dataclasses.MISSING and field.default_factory is dataclasses.MISSING,
            [one for one in held_in(hints[field.name]) if one is not Applicability],
        )
        for field in dataclasses.fields(kind)
        if field.name not in sourced
    }


def held_in(hint: Any) -> list[type]:
    """Records directly contained in a type."""
    if isinstance(hint, type) and issubclass(hint, Record):
        return [hint]
    return [one for inner in get_args(hint) for one in held_in(inner)]


def assert_explained(key: str, needed: bool, row: str) -> None:
    assert re.search(rf"`{key}\b", row), f"{key} is not in: {row}"
    assert bool(re.search(rf"\*\*`{key}\b", row)) == needed, f"{key} is needed: {needed}; {row}"


@pytest.mark.parametrize("part", PARTS)
def test_every_key_has_a_row_and_required_ones_are_bold(part: str) -> None:
    """Keys of contained records are in the same row, unless the record has its own table."""
    rows, keys = rows_of(part), own_keys(PARTS[part])
    nested: dict[str, list[type]] = {}
    for key, (needed, held) in keys.items():
        assert_explained(key, needed, rows.get(key, ""))
        for record in [one for one in held if one not in PARTS.values()]:
            for inner, (wanted, within) in own_keys(record).items():
                assert_explained(inner, wanted, rows[key])
                nested |= {inner: within} if within else {}
    for key, held in nested.items():
        for record in held:
            for inner, (wanted, _) in own_keys(record).items():
                assert_explained(inner, wanted, rows[key])
    assert rows.keys() == keys.keys() | nested.keys(), "no row explains an unknown key"


def test_the_example_file_is_valid(tmp_path: Path) -> None:
    (example,) = re.findall(r"```yaml\n(.*?)```", (ROOT / "docs" / "odds.md").read_text(encoding="utf-8"), re.DOTALL)
    file = tmp_path / "odds.yaml"
    file.write_text(example, encoding="utf-8")
    assert load_data(file, Odds).findings == ()

"""Field declarations and their effects."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields
from typing import Any, cast, get_type_hints

import pytest

from orbat.data.library import Library
from orbat.data.loaded import Loaded
from orbat.formats.csv_table import COLUMNS, optional_columns
from orbat.model import text_words as notation
from orbat.model.dates import Date
from orbat.model.edits import Set, apply_all
from orbat.model.fields import Field, fields_of, generic_fields
from orbat.model.orbat import Commander, Formation, Orbat, Roll, Unit
from orbat.model.record import Record, changed, type_of
from orbat.model.ruleset import Ruleset
from orbat.model.text import Pin
from orbat.pipeline import report_on
from orbat.report.changes import changes
from orbat.report.check_code import check_code

RECORDS = (Orbat, Formation, Unit, Commander, Roll)

BASE = Orbat(
    ruleset=Pin("days_of_empire"),
    army_list=Pin("british"),
    formations=(
        Formation(
            level="brigade",
            name="1st Brigade",
            commander=Commander(name="Codrington", quality="capable", roll=Roll(dice=(3,))),
            units=(Unit(name="7th", entry="brit_line", size=12, rating="3"),),
        ),
    ),
    units=(Unit(name="19th", entry="brit_line", size=12, rating="3"),),
)
GENERAL = ("formations", 0, "commander")
PLACES = {Orbat: (), Formation: GENERAL[:2], Unit: (*GENERAL[:2], "units", 0), Commander: GENERAL}

OTHER: dict[str, Any] = {
    "ruleset": Pin("days_of_glory"), "army_list": Pin("french"), "game_size": 800, "date": Date(1854), "tags": ("x",),
    "staff_table": "national", "rulings": {"off_board_base": "agreed"}, "commander": Commander(name="Raglan"),
    "formations": (Formation(level="brigade", name="2nd Brigade"),), "units": (), "total": 1, "numbered": True,
    "off_board": True, "points": 1, "entry": "brit_foot_guards", "size": 8, "rating": "2", "quality": "inept",
    "options": ("horse_artillery",), "player": True, "roll": Roll(dice=(5,)), "dice": (2,), "method": "entered",
    "earlier": (Roll(dice=(1,)),),
}  # fmt: skip
"""A different value for each field that is not text."""


def _fields() -> Iterator[Any]:
    for kind in RECORDS:
        for field in fields_of(kind):
            if (kind, field.name) != (Orbat, "orbat"):  # there is only one format version
                yield pytest.param(kind, field, id=f"{kind.__name__}.{field.name}")


def _changed(kind: type[Record], field: Field) -> Orbat:
    """The base with a different value in one field."""
    value = OTHER.get(field.name, "x") if (kind, field.name) != (Orbat, "player") else "Anna"
    if kind is Roll:
        general = BASE.formations[0].commander
        assert general is not None
        assert general.roll is not None
        return apply_all(BASE, (Set(GENERAL, "roll", changed(general.roll, **{field.name: value})),))
    return apply_all(BASE, (Set(PLACES[kind], field.name, value),))


@pytest.fixture(scope="module")
def library() -> Library:
    return Library()


@pytest.mark.parametrize(("kind", "field"), _fields())
def test_check_code_depends_on_the_declared_fields(kind: type[Record], field: Field) -> None:
    other = _changed(kind, field)
    assert other != BASE
    assert (check_code(other) != check_code(BASE)) == (field.digest != "never")


@pytest.mark.parametrize(("kind", "field"), _fields())
def test_comparison_includes_the_declared_fields(library: Library, kind: type[Record], field: Field) -> None:
    """The army list of a unit is not compared, but its price and entry are."""
    before, after = (report_on("a", Loaded(orbat, ()), library) for orbat in (BASE, _changed(kind, field)))
    told = [change for change in changes(before, after) if not change.words.startswith(("total:", "off the board:"))]
    if field.compared or field.name != "army_list":
        assert bool(told) == field.compared


@pytest.mark.parametrize("kind", RECORDS)
def test_every_field_is_described(kind: type[Record]) -> None:
    for field in fields_of(kind):
        assert field.description.endswith("."), field.name


def test_fields_have_distinct_lines_and_columns() -> None:
    assert len({*notation.line_keys()}) == len(notation.line_keys())
    assert len(notation.labels(Commander)) == len(generic_fields(Commander))
    assert not {*COLUMNS} & {*optional_columns()}


@pytest.mark.parametrize(
    "data",
    [
        "",
        "x",
        "true",
        "null",
        "3",
        "1.50",
        '"',
        "\\",
        "a\nb",
        ";=1",
        " a ",
        "Ä",
        "é",
        3,
        True,
        None,
        [],
        ["a", "b;=c"],
        {"a": 1},
    ],
)
def test_any_value_is_one_line_and_reads_back(data: Any) -> None:
    line = notation.value(data)
    assert notation.read_value(line) == data
    assert type(notation.read_value(line)) is type(data)
    assert line == line.strip()
    assert "\n" not in line


@pytest.mark.parametrize("kind", [*RECORDS, Ruleset])
def test_type_of_a_field_equals_its_type_hint(kind: type[Record]) -> None:
    hints, names = get_type_hints(kind, include_extras=True), [one.name for one in fields(cast("Any", kind))]
    assert {name: type_of(kind, name) for name in names} == {name: hints[name] for name in names}

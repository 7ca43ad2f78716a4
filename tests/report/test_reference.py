"""The rows and columns of reference tables that apply to a unit or general."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest

from orbat.data.library import Library
from orbat.formats.orbat_file import read_orbat
from orbat.model.applicability import Applicability
from orbat.model.reference import Column, ReferenceRow, ReferenceTable
from orbat.model.subject import Subject, is_relevant
from orbat.pipeline import report_on
from orbat.report.reference import relevant_table, subjects_of, tables_for_card
from orbat.report.report import Report

FOOT = Subject(("infantry",), "line", "3", ("rifles",), ("square",))
LASHED = Subject(("cavalry",), "cossack", "1", (), (), irregular=True)
CHIEF = Subject(("general",), qualities=("capable",))


def _report(library: Library, **keys: Any) -> Report:
    data = {"orbat": 1, "ruleset": "days_of_empire", "army_list": "british", **keys}
    return report_on("typed.yaml", read_orbat(json.dumps(data)), library)


def _unit(entry: str, **keys: Any) -> dict[str, Any]:
    return {"name": "A unit", "entry": entry, "size": 4, **keys}


@pytest.mark.parametrize(
    ("condition", "foot", "lashed", "chief"),
    [
        (Applicability(), True, True, True),
        (Applicability(kinds=("infantry",)), True, False, False),
        (Applicability(kinds=("infantry", "general")), True, False, True),
        (Applicability(subtypes=("cossack",)), False, True, False),
        (Applicability(ratings=("2", "3")), True, False, False),
        (Applicability(options=("rifles", "lances")), True, False, False),
        (Applicability(without=("rifles",)), False, True, True),
        (Applicability(may=("square", "skirmish")), True, False, False),
        (Applicability(irregular=True), False, True, False),
        (Applicability(irregular=False), True, False, True),
        (Applicability(qualities=("capable",)), False, False, True),
        (Applicability(qualities=("inept",)), False, False, False),
        (Applicability(kinds=("infantry",), ratings=("4",)), False, False, False),
    ],
)
def test_applicability_of_a_row(condition: Applicability, foot: bool, lashed: bool, chief: bool) -> None:
    assert [is_relevant((condition,), subject) for subject in (FOOT, LASHED, CHIEF)] == [foot, lashed, chief]


def test_any_condition_is_enough_and_none_applies_to_all() -> None:
    either = (Applicability(kinds=("cavalry",)), Applicability(ratings=("3",)))
    assert [is_relevant(either, subject) for subject in (FOOT, LASHED, CHIEF)] == [True, True, False]
    assert is_relevant((), FOOT)


@pytest.mark.parametrize(("size", "squares"), [(3, False), (4, True)])
def test_abilities_depend_on_size(library: Library, size: int, squares: bool) -> None:
    """A square needs 4 stands, 12.3."""
    (subject,) = subjects_of(_report(library, units=[_unit("brit_line", size=size, rating=3)]))
    assert ("square" in subject.may) == squares


@pytest.mark.parametrize(("rating", "skirmishes"), [(1, False), (2, True)])
def test_abilities_depend_on_class(library: Library, rating: int, skirmishes: bool) -> None:
    """Infantry of class 2 or better skirmishes, 8.1."""
    (subject,) = subjects_of(_report(library, units=[_unit("brit_line", rating=rating)]))
    assert ("skirmish" in subject.may) == skirmishes


def test_options_that_an_entry_always_has_are_in_force(library: Library) -> None:
    (subject,) = subjects_of(_report(library, units=[_unit("brit_line", rating=3)]))
    assert subject.options == ("rifles",)


def test_equal_units_are_one_subject_and_unknown_ones_none(library: Library) -> None:
    units = [_unit("brit_line", rating=3, name="1st"), _unit("brit_line", rating=3, name="2nd"), _unit("nobody")]
    assert len(subjects_of(_report(library, units=units))) == 1
    assert not subjects_of(_report(library))


def test_an_undiced_general_may_have_any_quality(library: Library) -> None:
    def general(**keys: Any) -> tuple[str, ...]:
        brigade = {"level": "brigade", "name": "B", "commander": {"name": "G", **keys}, "units": []}
        (subject,) = subjects_of(_report(library, formations=[brigade]))
        return subject.qualities

    assert general(quality="inept") == ("inept",)
    assert general() == ("inept", "capable", "exceptional")
    assert general(player=True) == ("capable",)


TABLE = ReferenceTable(
    id="table",
    title="Table",
    columns=(
        Column(head="Label", short="L"),
        Column(head="Foot", for_=Applicability(kinds=("infantry",))),
        Column(head="Horse", short="H", for_=Applicability(kinds=("cavalry",)), on_cards=False),
    ),
    rows=(
        ReferenceRow(heading="Foot"),
        ReferenceRow(cells=("of foot", "1", "2"), short="foot", for_=Applicability(kinds=("infantry",))),
        ReferenceRow(heading="Horse"),
        ReferenceRow(cells=("of horse", "3", "4"), for_=Applicability(kinds=("cavalry",))),
        ReferenceRow(heading="All"),
        ReferenceRow(cells=("of all", "5", "6")),
        ReferenceRow(cells=("not carried", "7", "8"), on_cards=False, for_=Applicability(kinds=("infantry",))),
    ),
)


def _cells(table: ReferenceTable | None) -> list[tuple[str, ...]]:
    return [row.cells or (row.heading,) for row in table.rows] if table else []


def test_only_relevant_rows_and_columns_are_kept_without_empty_headings() -> None:
    foot = relevant_table(TABLE, [FOOT])
    assert _cells(foot) == [
        ("Foot",),
        ("of foot", "1"),
        ("All",),
        ("of all", "5"),
        ("not carried", "7"),
    ]
    assert _cells(relevant_table(TABLE, [FOOT, LASHED]))[3] == ("of horse", "3", "4")
    assert relevant_table(TABLE, [CHIEF]) is None, "none of the columns that name somebody is left"


@pytest.mark.parametrize(
    ("cards", "rows"),
    [("none", []), ("own", [("foot", "1")]), ("all", [("foot", "1"), ("of all", "5")])],
)
def test_rows_for_cards(library: Library, cards: Any, rows: list[tuple[str, ...]]) -> None:
    reference = library.reference("days_of_empire")
    assert reference is not None
    assert reference.value is not None
    found = tables_for_card(replace(reference.value, tables=(replace(TABLE, cards=cards),)), FOOT)
    assert [row for table in found for row in _cells(table)] == rows
    assert all([column.head for column in table.columns] == ["L", "Foot"] for table in found)


def test_cards_add_rows_that_no_other_sheet_has(library: Library) -> None:
    added = ReferenceRow(cells=("short form", "9", "10"), for_=Applicability(kinds=("infantry",)))
    table = replace(TABLE, cards="own", card_rows=(added,))
    assert ("short form", "9") not in _cells(relevant_table(table, [FOOT]))
    assert _cells(_card_table(library, table, FOOT))[-1] == ("short form", "9")


def test_rows_for_room_are_on_full_cards_only(library: Library) -> None:
    more = ReferenceRow(cells=("more", "9", "10"), if_room=True, for_=Applicability(kinds=("infantry",)))
    table = replace(TABLE, cards="own", rows=(*TABLE.rows, more))
    assert ("more", "9") in _cells(relevant_table(table, [FOOT]))
    assert ("more", "9") not in _cells(_card_table(library, table, FOOT))
    assert ("more", "9") in _cells(_card_table(library, table, FOOT, in_full=True))


def test_a_table_with_columns_for_others_is_not_on_a_card(library: Library) -> None:
    table = replace(TABLE, cards="all")
    assert _card_table(library, table, FOOT)
    assert _card_table(library, table, CHIEF) is None


def _card_table(
    library: Library, table: ReferenceTable, subject: Subject, *, in_full: bool = False
) -> ReferenceTable | None:
    reference = library.reference("days_of_empire")
    assert reference is not None
    assert reference.value is not None
    return next(iter(tables_for_card(replace(reference.value, tables=(table,)), subject, in_full=in_full)), None)

"""The journal restores the current ORBAT and its history after the program was killed."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields, replace
from decimal import Decimal
from fractions import Fraction
from pathlib import Path
from types import MappingProxyType
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.examples import examples

from orbat.model import history as histories
from orbat.model.dates import Date
from orbat.model.history import History
from orbat.model.orbat import Commander, Formation, Orbat, Roll, Unit
from orbat.model.text import Pin
from orbat.session.journal import Journal, RecoveredJournal, start_journal

TEXTS = st.sampled_from(("", "7th Royal Fusiliers", "a\nb\r\n", "\ud800", "\u2028", "Лейб-гвардия", "0", "x" * 5000))
POINTS = st.sampled_from((None, 0, 60, 2_000_000, Fraction(1, 10), Fraction(7, 3)))
REMARKS: st.SearchStrategy[Any] = st.recursive(
    st.sampled_from((None, True, 1, 0, Decimal("1.50"), Decimal("1.5"), "1.5")),
    lambda inner: (
        st.lists(inner, max_size=2)
        | st.dictionaries(st.sampled_from(("decimal", "mapping", "", "x")), inner, max_size=2)
    ),
    max_leaves=4,
)
EXTRAS = st.dictionaries(st.sampled_from(("x-a", "x-b")), REMARKS, max_size=2).map(MappingProxyType)
ROLLS = st.builds(
    Roll,
    dice=st.sampled_from(((), (3,), (6, 1))),
    method=st.sampled_from((None, "entered", "seeded")),
    earlier=st.sampled_from(((), (Roll(dice=(1,), on="1854-09-20"),))),
)
COMMANDERS = st.builds(Commander, name=TEXTS, roll=st.none() | ROLLS, player=st.booleans(), extras=EXTRAS)
UNITS = st.builds(
    Unit,
    name=TEXTS,
    army_list=st.sampled_from((None, Pin("french", "2"))),
    size=st.sampled_from((None, 0, 15, "small")),
    off_board=st.sampled_from((False, True, "flank")),
    rating=st.sampled_from(("", "3", "03", "good")),
    options=st.sampled_from(((), ("rifles",))),
    points=POINTS,
    extras=EXTRAS,
)
FORMATIONS = st.builds(
    Formation,
    name=TEXTS,
    numbered=st.booleans(),
    commander=st.none() | COMMANDERS,
    off_board=st.sampled_from((False, True, "flank")),
    formations=st.lists(st.builds(Formation, units=st.lists(UNITS, max_size=2).map(tuple)), max_size=2).map(tuple),
    units=st.lists(UNITS, max_size=3).map(tuple),
)
FIELDS: dict[str, st.SearchStrategy[Any]] = {
    "title": TEXTS,
    "army_list": st.sampled_from((None, Pin("british"), Pin("british", "1"))),
    "game_size": st.sampled_from((None, 800)),
    "date": st.sampled_from((None, Date(1854), Date(1854, 9))),
    "rulings": st.sampled_from(({}, {"reserve": "of_spent"})).map(MappingProxyType),
    "commander": st.none() | COMMANDERS,
    "units": st.lists(UNITS, max_size=3).map(tuple),
    "total": POINTS,
    "extras": EXTRAS,
}
Busy = Callable[[Journal, int, History], History]
Recover = Callable[[Path], RecoveredJournal]
START = Orbat(ruleset=Pin("days_of_empire"), title="Codrington's brigade")


def _edited(data: st.DataObject, orbat: Orbat) -> Orbat:
    """The ORBAT after a random edit of itself, of a formation, or of the list of formations."""
    kind = data.draw(st.sampled_from(("self", "formation", "order", "add")))
    formations = list(orbat.formations)
    if kind == "add" or (kind != "self" and not formations):
        formations.insert(data.draw(st.integers(0, len(formations))), data.draw(FORMATIONS))
    elif kind == "order":
        formations = data.draw(st.permutations(formations))[data.draw(st.integers(0, 1)) :]
    elif kind == "formation":
        position = data.draw(st.integers(0, len(formations) - 1))
        other = data.draw(FORMATIONS)
        name = data.draw(st.sampled_from(("name", "numbered", "commander", "formations", "units", "off_board")))
        formations[position] = replace(formations[position], **{name: getattr(other, name)})
    else:
        name = data.draw(st.sampled_from(sorted(FIELDS)))
        return replace(orbat, **{name: data.draw(FIELDS[name])})
    return replace(orbat, formations=tuple(formations))


@settings(max_examples=examples(50))
@given(data=st.data())
def test_recorded_history_is_recovered(
    tmp_path_factory: pytest.TempPathFactory, data: st.DataObject, recover: Recover
) -> None:
    """Every step, its name and the current one are recovered after any edits, undos, redos, moves and saves."""
    folder = tmp_path_factory.mktemp("journals")
    history = histories.start_history(replace(START, formations=tuple(data.draw(st.lists(FORMATIONS, max_size=3)))))
    saved: Orbat | None = history.orbat
    journal = start_journal(folder, history, file=folder / "alma.yaml", fingerprint="at first")
    moves = data.draw(st.lists(st.sampled_from(("do", "do", "do", "undo", "redo", "go", "save", "twice")), max_size=12))
    for move in moves:
        if move == "save":
            journal.note_saved(folder / "saved.yaml", "at last")
            saved = history.orbat
            continue
        for _ in range(2 if move == "twice" else 1):
            if move in ("do", "twice"):
                history = history.do(data.draw(TEXTS), _edited(data, history.orbat))
        if move == "undo":
            history = history.undo()
        elif move == "redo":
            history = history.redo()
        elif move == "go":
            history = history.go_to(data.draw(st.integers(0, len(history.steps))))
        journal.record(history)
    assert not journal.error
    found = recover(journal.path)
    journal.close(discard=True)
    assert repr(found.history) == repr(history)
    assert found.history == history
    assert found.saved == saved
    assert found.unsaved == (history.orbat != saved)
    assert found.fingerprint == ("at last" if "save" in moves else "at first")
    assert found.file == folder / ("saved.yaml" if "save" in moves else "alma.yaml")
    assert not found.note


SAMPLES: dict[str, Any] = {
    "orbat": 2, "title": "a", "ruleset": Pin("a", "1"), "army_list": Pin("a"), "game_size": 1, "date": Date(1854, 9),
    "player": "a", "note": "a", "tags": ("a",), "staff_table": "a", "rulings": MappingProxyType({"a": "b"}),
    "house_limits": "enforce", "theatre": "a",
    "commander": Commander(name="a"), "formations": (Formation(name="a"),), "units": (Unit(name="a"),),
    "total": Fraction(1, 3), "extras": MappingProxyType({"x-a": Decimal("1.0")}), "level": "a", "name": "a",
    "off_board": True, "points": 3, "entry": "a", "size": 3, "rating": "03", "options": ("a",), "quality": "a",
    "roll": Roll(dice=(3,)), "dice": (3,), "table": "a", "result": "a", "method": "random", "seed": "a", "number": 3,
    "on": "a", "earlier": (Roll(dice=(1,)),),
}  # fmt: skip


def _containing(thing: Any) -> Orbat:
    """An ORBAT with a record in it."""
    match thing:
        case Formation():
            return replace(START, formations=(thing,))
        case Unit():
            return replace(START, units=(thing,))
        case Commander():
            return replace(START, commander=thing)
        case Roll():
            return replace(START, commander=Commander(roll=thing))
    assert isinstance(thing, Orbat)
    return thing


@pytest.mark.parametrize(
    "usual", [START, Formation(), Unit(), Commander(), Roll(dice=())], ids=lambda one: type(one).__name__
)
def test_every_field_is_recorded(tmp_path: Path, usual: Any, recover: Recover) -> None:
    """Every field of an ORBAT is restored, from a complete state and from a change."""
    for field in fields(usual):
        name = field.name
        value = getattr(usual, name)
        sample = not value if isinstance(value, bool) else SAMPLES[name]
        history = histories.start_history(_containing(replace(usual, **{name: sample})))
        journal = start_journal(tmp_path, history)
        history = history.do("empty", _containing(usual))
        history = history.do("set again", _containing(replace(usual, **{name: sample})))
        journal.record(history)
        assert len(history.steps) == 3
        assert repr(recover(journal.path).history) == repr(history), name
        journal.close(discard=True)


def test_named_sizes_and_reserves_are_recorded(tmp_path: Path, recover: Recover) -> None:
    """Named sizes and reserves are restored like numbers and plain marks."""
    history = histories.start_history(_containing(Unit(size="small", off_board="flank")))
    journal = start_journal(tmp_path, history)
    history = history.do("another", _containing(Unit(size="large")))
    history = history.do("held", _containing(Formation(off_board="rear")))
    journal.record(history)
    assert recover(journal.path).history == history


def test_work_is_unsaved_until_the_file_has_it(tmp_path: Path, begun: History, busy: Busy, recover: Recover) -> None:
    """The current ORBAT is compared with the file as last opened or saved."""
    history = begun
    journal = start_journal(tmp_path, history, file=tmp_path / "a.yaml")
    assert not recover(journal.path).unsaved
    history = busy(journal, 2, history)
    assert recover(journal.path).unsaved
    journal.note_saved(tmp_path / "a.yaml", "new")
    assert not recover(journal.path).unsaved
    journal.record(history.undo())
    assert recover(journal.path).unsaved
    other = busy(journal, 1, history.undo())
    assert recover(journal.path).unsaved
    assert recover(journal.path).saved == history.orbat
    journal.record(other)
    raised = start_journal(tmp_path, history, saved=False)
    assert recover(raised.path).unsaved
    journal.close(discard=True)
    raised.close(discard=True)

"""Edits return a new ORBAT, leave the old one unchanged, and can be reverted."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.strategies import DrawFn

from orbat.model.edits import Insert, Remove, Set, apply, apply_all, at
from orbat.model.orbat import Commander, Formation, Orbat, Roll, Unit, formations_of, units_of
from orbat.model.path import OrbatPath
from orbat.model.text import Pin

UNITS = st.builds(Unit, name=st.text(max_size=3), entry=st.sampled_from(("line", "horse")), size=st.integers(0, 20))


def _formations(depth: int) -> st.SearchStrategy[Formation]:
    return st.builds(
        Formation,
        name=st.text(max_size=3),
        commander=st.none() | st.builds(Commander, roll=st.none() | st.builds(Roll, dice=st.just((3,)))),
        formations=st.lists(_formations(depth - 1), max_size=2).map(tuple) if depth else st.just(()),
        units=st.lists(UNITS, max_size=3).map(tuple),
    )


ORBATS = st.builds(
    Orbat,
    ruleset=st.just(Pin("days_of_empire")),
    commander=st.none() | st.builds(Commander),
    formations=st.lists(_formations(2), max_size=3).map(tuple),
    units=st.lists(UNITS, max_size=3).map(tuple),
)


def _things(orbat: Orbat) -> list[OrbatPath]:
    return [*(place.path for place in formations_of(orbat)), *(place.path for place in units_of(orbat))]


@st.composite
def _set(draw: DrawFn, orbat: Orbat) -> Set:
    path = draw(st.sampled_from([(), *_things(orbat)]))
    node = at(orbat, path)
    fields: dict[str, Any] = {"note": st.text(max_size=3)}
    if isinstance(node, Unit):
        fields |= {"size": st.none() | st.integers(0, 20), "options": st.sampled_from(((), ("rifles",)))}
    else:
        fields |= {"commander": st.none() | st.builds(Commander, name=st.text(max_size=3))}
    field = draw(st.sampled_from(sorted(fields)))
    return Set(path, field, draw(fields[field]))


@given(st.data())
def test_setting_and_setting_back_restores(data: st.DataObject) -> None:
    """Only the set value changes, and setting the old value restores the ORBAT."""
    orbat = data.draw(ORBATS)
    edit = data.draw(_set(orbat))
    before, old = repr(orbat), getattr(at(orbat, edit.path), edit.field)
    after = apply(orbat, edit)
    assert repr(orbat) == before
    assert getattr(at(after, edit.path), edit.field) == edit.value
    assert (after == orbat) == (edit.value == old)
    assert apply(after, Set(edit.path, edit.field, old)) == orbat


@given(st.data())
def test_removing_and_inserting_again_restores(data: st.DataObject) -> None:
    """Reinserting a removed unit or formation restores the ORBAT."""
    orbat = data.draw(ORBATS.filter(_things))
    path = data.draw(st.sampled_from(_things(orbat)))
    before, thing = repr(orbat), at(orbat, path)
    after = apply(orbat, Remove(path))
    assert repr(orbat) == before
    assert len(at(after, path[:-1])) == len(at(orbat, path[:-1])) - 1
    position = path[-1]
    assert isinstance(position, int)
    assert apply(after, Insert(path[:-1], position, thing)) == orbat


@given(st.data(), UNITS)
def test_inserting_and_removing_restores(data: st.DataObject, unit: Unit) -> None:
    """An inserted unit is at its place, is independent, and can be removed."""
    orbat = data.draw(ORBATS)
    holder = data.draw(st.sampled_from([(), *(place.path for place in formations_of(orbat))]))
    there = (*holder, "units")
    position = data.draw(st.integers(0, len(at(orbat, there))))
    before = repr(orbat)
    after = apply(orbat, Insert(there, position, unit))
    assert at(after, (*there, position)) == unit
    assert repr(orbat) == before
    assert apply(after, Remove((*there, position))) == orbat


@given(st.data())
def test_paths_of_several_removals_refer_to_the_original(data: st.DataObject) -> None:
    """The items at the named places are removed, in whatever order they are named."""
    orbat = data.draw(ORBATS)
    units = [place.path for place in units_of(orbat)]
    gone = data.draw(st.lists(st.sampled_from(units), unique=True)) if units else []
    after = apply_all(orbat, tuple(Remove(path) for path in gone))
    kept = [place.unit for place in units_of(orbat) if place.path not in gone]
    assert [place.unit for place in units_of(after)] == kept


@given(ORBATS)
def test_copy_is_independent(orbat: Orbat) -> None:
    """Editing a copy of a unit does not change the original."""
    for place in units_of(orbat):
        position = place.path[-1]
        assert isinstance(position, int)
        copied = apply(orbat, Insert(place.path[:-1], position + 1, place.unit))
        changed = apply(copied, Set((*place.path[:-1], position + 1), "name", "another name"))
        assert at(changed, place.path) == place.unit


@pytest.mark.parametrize(
    "edit",
    [
        Set(("formations", 9), "name", "x"),
        Set(("regiments", 0), "name", "x"),
        Remove(("units", 9)),
        Remove(("units",)),
        Remove(()),
        Insert(("regiments",), 0, Unit()),
    ],
)
def test_missing_path_raises_lookup_error(edit: Set | Remove | Insert) -> None:
    """An edit of a missing item is never ignored silently."""
    with pytest.raises(LookupError):
        apply(Orbat(ruleset=Pin("days_of_empire"), units=(Unit(),)), edit)

"""The fast loader and the diagnosis by pydantic agree on all data."""

from __future__ import annotations

import copy
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.strategies import DrawFn, SearchStrategy
from tests.examples import examples

from orbat.data.diagnose import diagnose
from orbat.data.fit import Unfit, fit
from orbat.data.shared_keys import written_out
from orbat.data.yaml_text import parse
from orbat.model.army_list import ArmyList
from orbat.model.orbat import Orbat
from orbat.model.ruleset import Ruleset

SHIPPED = Path(__file__).resolve().parents[2] / "army_lists" / "days_of_empire"

ORBAT = """
orbat: 1
title: A title
ruleset: days_of_empire
army_list: british@1
game_size: 800
date: 1854-09
player: A player
note: A note
tags: [one, two]
staff_table: default
rulings: {off_board_base: spent}
commander: {name: Lord Raglan, quality: capable, player: true, x-horse: Shadrach}
formations:
  - level: division
    name: Light Division
    army_list: british
    commander: {name: Sir George Brown, roll: {dice: [3], table: default, method: entered, earlier: [{dice: [1]}]}}
    off_board: false
    points: 12.5
    formations: [{level: brigade, units: [{entry: brit_line, size: 15, rating: 3, options: [rifles], points: 60}]}]
units: [{name: 95, entry: brit_line, size: 4, off_board: true, note: x, x-painted: [1, 2.5, {a: null}]}]
total: 800
x-remark: kept
"""


def _data(kind: type) -> Any:
    if kind is Orbat:
        return parse(ORBAT).data
    if kind is Ruleset:
        data = parse((SHIPPED / "ruleset.yaml").read_text(encoding="utf-8")).data
        few = {key: value[:2] if isinstance(value, list) else value for key, value in data.items()}
        return few | {"subtypes": {}, "kinds": {key: data["kinds"][key] for key in ("infantry", "field_gun")}}
    data = written_out(parse((SHIPPED / "british.yaml").read_text(encoding="utf-8")).data)
    return {**data, "entries": data["entries"][:3], "sources": {"A": {"title": "One"}}}


VALID: dict[Any, Any] = {kind: _data(kind) for kind in (Orbat, ArmyList, Ruleset)}

SCALARS = st.one_of(
    st.sampled_from(
        (None, True, False, 0, 1, 2, 3, -1, 99, 100, 1_000_001, Decimal("0.5"), Decimal("1.0"), Decimal("-0.0"))
    ),
    st.sampled_from(
        ("", "x", "1/3", "1/0", "1854-09", "1854-13", "1854", "british@1", "a@", "Brit", "rifles", "error", "1", "01")
    ),
    st.sampled_from(("army", "units", "size", "spent", "priced", "always", "random", "x" * 81, "y" * 4001, "\x00")),
    st.text(max_size=3),
)
ANYTHING: SearchStrategy[Any] = st.recursive(
    SCALARS,
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(("x-a", "points", "id", "name", "of", "")) | st.text(max_size=2), inner, max_size=3
        )
    ),
    max_leaves=6,
)


def _places(data: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    inner = data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ()
    return [path, *(place for key, value in inner for place in _places(value, (*path, key)))]


@st.composite
def _spoilt(draw: DrawFn, kind: type) -> Any:
    """Valid data with some values changed, removed, renamed, copied or added."""
    data = copy.deepcopy(VALID[kind])
    for _ in range(draw(st.integers(1, 3))):
        places = _places(data)
        place = draw(st.sampled_from(places))
        if not place:
            continue
        *way, last = place
        holder = data
        for step in way:
            holder = holder[step]
        match draw(st.sampled_from(("set", "drop", "add", "remark", "copy"))):
            case "set":
                holder[last] = draw(ANYTHING)
            case "drop":
                del holder[last]
            case "copy":
                other = draw(st.sampled_from(places))
                value = data
                for step in other:
                    value = value[step] if _has(value, step) else None
                holder[last] = copy.deepcopy(value)
            case "add" if isinstance(holder, dict):
                holder[draw(st.sampled_from(("points", "cite", "house", "dates", "nmae", "")))] = draw(ANYTHING)
            case _ if isinstance(holder, dict):
                holder[draw(st.sampled_from(("x-", "x-remark", "x-points")))] = draw(ANYTHING)
            case _:
                holder.append(draw(ANYTHING))
    return data


def _has(value: Any, step: Any) -> bool:
    if isinstance(value, dict):
        return step in value
    return isinstance(value, list) and isinstance(step, int) and step < len(value)


def _fits(kind: type, data: Any) -> bool:
    try:
        fit(kind, data)
    except Unfit:
        return False
    return True


@pytest.mark.parametrize("kind", VALID)
def test_valid_data_fits(kind: type) -> None:
    """The unchanged data is valid."""
    assert _fits(kind, VALID[kind])
    assert not diagnose(kind, VALID[kind])


@pytest.mark.slow
@pytest.mark.parametrize("kind", VALID)
@settings(max_examples=examples(150))
@given(data=st.data())
def test_loader_and_diagnosis_agree(kind: type, data: st.DataObject) -> None:
    """Data that the loader accepts has no problems, and data that it refuses has some."""
    spoilt = data.draw(_spoilt(kind))
    before = repr(spoilt)
    problems = diagnose(kind, spoilt)
    assert _fits(kind, spoilt) == (not problems), problems
    assert repr(spoilt) == before


@pytest.mark.slow
@pytest.mark.parametrize("value", [None, [None], {"a": None}, {"x-a": {"b": 1}}], ids=repr)
@pytest.mark.parametrize("kind", VALID)
def test_null_and_remarks_are_treated_alike(kind: type, value: Any) -> None:
    """Null, or a remark in place of data, gives the same result in both, at every place."""
    unlike = []
    for place in _places(VALID[kind])[1:]:
        data = holder = copy.deepcopy(VALID[kind])
        for step in place[:-1]:
            holder = holder[step]
        holder[place[-1]] = value
        if _fits(kind, data) != (not diagnose(kind, data)):
            unlike.append(place)
    assert not unlike


@pytest.mark.parametrize("kind", VALID)
@settings(max_examples=examples(40))
@given(data=ANYTHING)
def test_data_of_a_wrong_type_gives_a_problem_with_help(kind: type, data: Any) -> None:
    """The problem has a message and help."""
    problems = diagnose(kind, data)
    assert problems
    assert not _fits(kind, data)
    for problem in problems:
        assert problem.message
        assert problem.help.endswith(".")

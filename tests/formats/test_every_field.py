"""Every field of every record round-trips through every format, with any content.

The records are generated from the field table, so a new field is tested automatically. A field of a new type needs a
strategy in `_VALUES`.
"""

from __future__ import annotations

import json
import types
from collections.abc import Callable, Mapping
from decimal import Decimal
from fractions import Fraction
from types import MappingProxyType
from typing import Any, Literal, TypeVar, Union, get_args, get_origin

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy
from tests.examples import examples

from orbat.data.library import Library
from orbat.data.loaded import Loaded
from orbat.formats.bbcode import bbcode
from orbat.formats.csv_table import csv_text, read_table
from orbat.formats.markdown import markdown
from orbat.formats.orbat_file import read_orbat
from orbat.formats.qr_text import compact_text
from orbat.formats.text import plain_text
from orbat.formats.text_reader import read_plain
from orbat.model.dates import Date, DateText
from orbat.model.fields import Field, fields_of
from orbat.model.orbat import Formation, Orbat, Roll
from orbat.model.points import Change, WholeNumber, exact
from orbat.model.record import Record, changed, empty_mapping
from orbat.model.stored import EXTRAS
from orbat.model.text import Flag, FormatVersion, OffBoard, Pin, PinText, Rating, Size, Text
from orbat.pipeline import file_text, report_on
from orbat.report.report import Report
from orbat.session.journal_lines import apply_change, changes, read_record, to_json

T = TypeVar("T", bound=Record)

_ODD = (
    "", "x", "brit_line", "brigade", "capable", "default", "3", "true", "null", "1.50", "a, b", "a - b", "=1", "'",
    "a; b", "(x)", "[x]", "a\nb", " a ", "\\", "Note: x", "x: y", "95", "7th Fusiliers", "Лейб-гвардия", ";=1", "#a",
    '"a"', "x - 15 stands [line] - 60", "x 15a 60",
)  # fmt: skip
_TEXTS = st.sampled_from(_ODD) | st.text(max_size=6)
_KEYS = _TEXTS.filter(lambda text: text != "<<" and not text.startswith("x-"))
_NUMBERS = st.integers(0, 1_000_000)
_IDS = st.sampled_from(("british", "french", "no_such"))

_VALUES: Mapping[Any, SearchStrategy[Any]] = {
    Text: _TEXTS,
    Flag: st.booleans(),
    OffBoard: st.booleans() | st.sampled_from(("flank", "rear", "x")),
    Size: _NUMBERS | st.sampled_from(("large", "small", "x")),
    Rating: st.sampled_from(("", "3", "03", "superior", "-1", "true", "1.5")),
    PinText: st.builds(Pin, _IDS, st.sampled_from(("", "1", "2.0-a"))),
    DateText: st.builds(Date, st.integers(1000, 2999), st.none() | st.integers(1, 12)),
    Change: st.decimals(-1000, 1000, places=2).map(lambda number: exact(Fraction(number))),
    WholeNumber: _NUMBERS,
    FormatVersion: st.just(1),
}
"""Values for fields of each type."""

_REMARKS = st.recursive(
    st.none()
    | st.booleans()
    | _NUMBERS
    | st.decimals(-9, 9, places=2).map(lambda number: number + Decimal(0))
    | _TEXTS,
    lambda inner: st.lists(inner, max_size=2) | st.dictionaries(_KEYS, inner, max_size=2),
    max_leaves=3,
)


def _values(hint: Any, depth: int) -> SearchStrategy[Any]:
    """Any value of a type; `depth` limits the nesting of formations and rolls."""
    if hint in _VALUES:
        return _VALUES[hint]
    origin, inner = get_origin(hint), get_args(hint)
    if origin in (Union, types.UnionType):
        return st.one_of(*(_values(one, depth) for one in inner))
    if origin is Literal:
        return st.sampled_from(inner)
    if origin is tuple:
        deeper = depth - (inner[0] in (Formation, Roll))
        return st.lists(_values(inner[0], deeper), max_size=2).map(tuple) if deeper >= 0 else st.just(())
    if origin is Mapping:
        return st.dictionaries(_KEYS, _values(inner[1], depth), max_size=2).map(MappingProxyType)
    if hint is type(None):
        return st.none()
    assert issubclass(hint, Record), f"no strategy for {hint}"
    return _records(hint, depth)


def _records(kind: type[T], depth: int = 1) -> SearchStrategy[T]:
    """Any record of a type, with unknown keys and remarks. Fields often have their default."""
    fields = {}
    for one in fields_of(kind):
        values = _values(one.hint, depth)
        fields[one.name] = values if one.default is ... else st.just(one.default) | values
    known = {one.key for one in fields_of(kind)}
    keys = st.sampled_from(("x-a", "x-", "gait", "no_such", "the Elder", "95", EXTRAS)) | _KEYS
    extras: SearchStrategy[dict[str, Any]] = st.just({}) | st.dictionaries(
        keys.filter(lambda key: key not in known), _REMARKS, max_size=2
    )
    return st.builds(kind, **fields, extras=extras.map(MappingProxyType))


ORBATS = _records(Orbat)
FEW = settings(max_examples=examples(30))
Lost = Callable[[type[Record], Field], bool]


def _kept(record: T, lost: Lost) -> T:
    """A record as restored by a format that omits some fields, unknown keys and remarks."""
    restored: dict[str, Any] = {EXTRAS: empty_mapping()}
    for one in fields_of(type(record)):
        value = one.of(record)
        if lost(type(record), one):
            restored[one.name] = one.default
        elif isinstance(value, tuple) and one.part is not None:
            restored[one.name] = tuple(_kept(inner, lost) for inner in value)
        elif one.part is not None and value is not None:
            restored[one.name] = _kept(value, lost)
    return changed(record, **restored)


def _unnumbered(kind: type[Record], field: Field) -> bool:
    """The ORBAT as read from text: names are the author's own, and shown points become claims."""
    return (kind is Formation and field.name == "numbered") or field.is_number


@pytest.fixture(scope="module")
def reported() -> Callable[[Orbat], Report]:
    """Price and check an ORBAT."""
    library = Library()
    return lambda orbat: report_on("a.yaml", Loaded(orbat, ()), library)


@pytest.mark.parametrize("suffix", [".yaml", ".json"])
@FEW
@given(orbat=ORBATS)
def test_files_round_trip_with_unknown_keys(suffix: str, orbat: Orbat) -> None:
    text = file_text(orbat, suffix)
    loaded = read_orbat(text)
    assert loaded.orbat == orbat
    assert file_text(loaded.orbat, suffix) == text
    assert file_text(loaded.orbat, ".yaml", text) == text


@FEW
@given(old=ORBATS, new=ORBATS)
def test_saves_over_another_text_round_trip(old: Orbat, new: Orbat) -> None:
    assert read_orbat(file_text(new, ".yaml", file_text(old))).orbat == new


@FEW
@given(old=ORBATS, new=ORBATS)
def test_journals_round_trip(old: Orbat, new: Orbat) -> None:
    """Both as a complete state and as changes to the previous step."""
    assert read_record(Orbat, json.loads(json.dumps(to_json(new)))) == new
    back = old
    for change in json.loads(json.dumps(changes(old, new))):
        back = apply_change(back, change)
    assert back == new


@pytest.mark.parametrize("write", [plain_text, markdown, bbcode], ids=["text", "Markdown", "BBCode"])
@FEW
@given(orbat=ORBATS)
def test_texts_round_trip(reported: Callable[[Orbat], Report], write: Callable[[Report], str], orbat: Orbat) -> None:
    back = read_plain(write(reported(orbat))).orbat
    assert back is not None
    assert _kept(back, _unnumbered) == _kept(orbat, _unnumbered)


@FEW
@given(orbat=ORBATS)
def test_tables_round_trip(reported: Callable[[Orbat], Report], orbat: Orbat) -> None:
    back = read_table(csv_text(reported(orbat))).orbat
    assert back is not None
    assert _kept(back, _unnumbered) == _kept(orbat, _unnumbered)


@FEW
@given(orbat=ORBATS, most=st.integers(300, 3000))
def test_codes_round_trip(reported: Callable[[Orbat], Report], orbat: Orbat, most: int) -> None:
    def lost(_: type[Record], field: Field) -> bool:
        return not field.in_code

    back = read_plain(compact_text(reported(orbat), max_bytes=most)).orbat
    assert back is not None
    assert _kept(back, lost) == _kept(orbat, lost)


@FEW
@given(orbat=ORBATS)
def test_texts_and_tables_keep_every_claim(reported: Callable[[Orbat], Report], orbat: Orbat) -> None:
    """Claimed numbers are unchanged."""
    report = reported(orbat)
    for back in (read_plain(plain_text(report)).orbat, read_table(csv_text(report)).orbat):
        assert back is not None
        for was, now in zip(_claims(orbat), _claims(back), strict=True):
            assert was in (None, now)


def _claims(record: Record) -> list[Any]:
    found = []
    for one in fields_of(type(record)):
        value = one.of(record)
        if one.is_number:
            found.append(value)
        elif one.part is not None:
            inner = value if isinstance(value, tuple) else () if value is None else (value,)
            found += [claim for each in inner for claim in _claims(each)]
    return found

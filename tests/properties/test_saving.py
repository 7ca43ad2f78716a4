"""Saving and loading keep every ORBAT the same."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy
from tests.examples import examples, sampled

from orbat.formats.orbat_file import read_orbat
from orbat.model.dates import Date
from orbat.model.orbat import Commander, Formation, Orbat, Roll, Unit
from orbat.model.text import Pin
from orbat.pipeline import file_text

NASTY = (
    "", "~", "null", "true", "NO", "yes", "010", "1:10", "0x1F", "1_000", "1e5", ".5", "1.", "1.50", "-0", "+1", "007",
    "1854-09", "2024-01-01", "95", "- a", "-", "? a", ": a", "a: b", "a #b", "#b", "&a", "*a", "!a", "!!str x", "%YAML",
    "@a", "`a", "'", '"', "'a'", '"a"', "[a]", "{a: b}", "a, b", "|", ">", "---", "...", "<<", "=", " a", "a ", "\ta",
    "a\nb", "a\n\nb\n", "\n", "\r\n", "a\rb", "\x00", "\x07", "\x1b[31m", "\x85", "\u2028", "\ufeff", "\u202e",
    "\\", "\\n", "C:\\new", "7th (Royal) Fusiliers: \"The Die-Hards\"", "Лейб-гвардия", "Kürdistan", "中", "👩\u200d🚀",
    "x" * 200, "word " * 60, "a  b   c", "  ", "é", "e\u0301", "<decimal 0>", "<b>", "=1+1", "{what}", "%s",
)  # fmt: skip
TEXTS = st.sampled_from(NASTY) | st.text(st.characters(codec="utf-8"), max_size=12)
NUMBERS = st.integers(0, 1_000_000)
DECIMALS = st.decimals(0, 1000, places=3).map(abs)
POINTS = st.one_of(NUMBERS, DECIMALS.map(lambda one: Fraction(one)).map(lambda f: int(f) if f.denominator == 1 else f))
PINS = st.sampled_from((Pin("british"), Pin("british", "1"), Pin("no_such", "2.0-a")))
REMARKS: SearchStrategy[Any] = st.recursive(
    st.none() | st.booleans() | st.integers(-(10**17), 10**17) | DECIMALS | TEXTS,
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(TEXTS.filter(lambda key: key != "<<"), inner, max_size=3)
    ),
    max_leaves=5,
)
EXTRAS = st.dictionaries(TEXTS.map(lambda text: f"x-{text}"), REMARKS, max_size=2)


def _rolls(depth: int = 1) -> SearchStrategy[Roll]:
    return st.builds(
        Roll,
        dice=st.lists(NUMBERS, max_size=3).map(tuple),
        table=TEXTS,
        result=TEXTS,
        method=st.sampled_from((None, "entered", "random", "seeded")),
        seed=TEXTS,
        on=TEXTS,
        earlier=st.lists(_rolls(depth - 1), max_size=2).map(tuple) if depth else st.just(()),
    )


COMMANDERS = st.builds(
    Commander, name=TEXTS, quality=TEXTS, roll=st.none() | _rolls(), player=st.booleans(), note=TEXTS, extras=EXTRAS
)
UNITS = st.builds(
    Unit,
    name=TEXTS,
    army_list=st.none() | PINS,
    entry=TEXTS,
    size=st.none() | NUMBERS,
    rating=st.sampled_from(("", "3", "superior", "03", "100", "-1", "³", "٣", "1.5", "true"))
    | TEXTS.filter(lambda text: len(text) <= 80),
    options=st.lists(TEXTS, max_size=3).map(tuple),
    off_board=st.booleans(),
    note=TEXTS,
    points=st.none() | POINTS,
    extras=EXTRAS,
)


def _formations(depth: int = 1) -> SearchStrategy[Formation]:
    return st.builds(
        Formation,
        level=TEXTS,
        name=TEXTS,
        numbered=st.booleans(),
        army_list=st.none() | PINS,
        commander=st.none() | COMMANDERS,
        off_board=st.booleans(),
        note=TEXTS,
        formations=st.lists(_formations(depth - 1), max_size=2).map(tuple) if depth else st.just(()),
        units=st.lists(UNITS, max_size=2).map(tuple),
        points=st.none() | POINTS,
        extras=EXTRAS,
    )


ORBATS = st.builds(
    Orbat,
    title=TEXTS,
    ruleset=PINS,
    army_list=st.none() | PINS,
    game_size=st.none() | NUMBERS,
    date=st.sampled_from((None, Date(1854), Date(1854, 9))),
    player=TEXTS,
    note=TEXTS,
    tags=st.lists(TEXTS, max_size=3).map(tuple),
    staff_table=TEXTS.filter(bool),
    rulings=st.dictionaries(TEXTS.filter(lambda key: key != "<<" and not key.startswith("x-")), TEXTS, max_size=2),
    commander=st.none() | COMMANDERS,
    formations=st.lists(_formations(), max_size=2).map(tuple),
    units=st.lists(UNITS, max_size=2).map(tuple),
    total=st.none() | POINTS,
    extras=EXTRAS,
)


def _saved_and_loaded(orbat: Orbat, suffix: str, original: str = "") -> str:
    text = file_text(orbat, suffix, original)
    loaded = read_orbat(text.encode().decode())
    assert not loaded.findings, [finding.message for finding in loaded.findings]
    assert loaded.orbat == orbat
    return text


@pytest.mark.parametrize("suffix", [".yaml", ".json"])
@settings(max_examples=examples(60))
@given(orbat=ORBATS)
def test_saved_orbat_loads_unchanged(suffix: str, orbat: Orbat) -> None:
    """Every text, number, remark and empty value; and a second save writes the same text."""
    text = _saved_and_loaded(orbat, suffix)
    loaded = read_orbat(text).orbat
    assert loaded
    assert file_text(loaded, suffix) == text


@pytest.mark.slow
@settings(max_examples=examples(40))
@given(old=ORBATS, new=ORBATS)
def test_saving_over_another_text_loses_nothing(old: Orbat, new: Orbat) -> None:
    """Whatever the file had before, only the new ORBAT is read back."""
    loaded = read_orbat(file_text(new, ".yaml", file_text(old)))
    assert not loaded.findings
    assert loaded.orbat
    assert _bare(loaded.orbat) == _bare(new)


def _bare(thing: Any) -> Any:
    """A record without its remarks, since those of the author's text are kept."""
    if isinstance(thing, tuple):
        return tuple(_bare(one) for one in thing)
    if isinstance(thing, Orbat | Formation | Unit | Commander):
        return {name: _bare(value) for name, value in vars(thing).items() if name != "extras"}
    return thing


@settings(max_examples=examples(40))
@given(orbat=ORBATS)
def test_saving_over_its_own_text_changes_nothing(orbat: Orbat) -> None:
    """Saving without an edit leaves the file's text unchanged."""
    text = file_text(orbat)
    assert file_text(orbat, ".yaml", text) == text


@pytest.mark.parametrize("suffix", [".yaml", ".json"])
@pytest.mark.parametrize("title", ["\\ud800", "\\udfff x", "\\ud83d\\ude80"])
def test_single_surrogate_from_json_can_be_saved(suffix: str, title: str) -> None:
    """JSON can contain a single surrogate; the result can be saved and read again."""
    loaded = read_orbat(f'{{"orbat": 1, "ruleset": "days_of_empire", "title": "{title}"}}')
    if loaded.orbat is not None:
        _saved_and_loaded(loaded.orbat, suffix)
    else:
        assert loaded.findings


@pytest.mark.parametrize("suffix", [".yaml", ".json"])
@pytest.mark.parametrize("text", sampled(NASTY, 27))
def test_text_that_looks_like_syntax_is_kept(suffix: str, text: str) -> None:
    """A name that looks like a number, a key, a mark or a placeholder of the writer."""
    unit = Unit(name=text, entry=text, rating=text[:80], options=(text,), note=text, points=Fraction(1, 2))
    remarks = {f"x-{text}": text}
    brigade = Formation(level=text, name=text, commander=Commander(name=text, quality=text), units=(unit,))
    orbat = Orbat(ruleset=Pin("british"), title=text, tags=(text,), formations=(brigade,), extras=remarks)
    _saved_and_loaded(orbat, suffix)


@pytest.mark.parametrize("suffix", [".yaml", ".json"])
@pytest.mark.parametrize("rating", ["3", "03", "99", "100", "-1", "1.5", "³", "٣", "true", "superior"])
def test_a_rating_is_kept_as_it_is_written(suffix: str, rating: str) -> None:
    """Even one that no rulebook has."""
    _saved_and_loaded(Orbat(ruleset=Pin("british"), units=(Unit(rating=rating),)), suffix)


@pytest.mark.parametrize("suffix", [".yaml", ".json"])
def test_a_price_of_a_tenth_is_saved_as_it_is_written(suffix: str) -> None:
    """Decimals are written as digits, never rounded and never as an expression."""
    orbat = Orbat(ruleset=Pin("british"), units=(Unit(points=Fraction(1, 10)),), total=Fraction(3, 10**6))
    text = _saved_and_loaded(orbat, suffix)
    assert "0.1" in text
    assert "0.000003" in text

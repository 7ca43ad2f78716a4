"""Properties of arbitrary armies of every ruleset: sums, order, repetition, fixes."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy
from tests.examples import examples

from orbat.data.library import Library
from orbat.evaluate.quote import FormationLine, Quote
from orbat.evaluate.trial import count_faults
from orbat.generator.suggest import suggestions
from orbat.model import path as paths
from orbat.model.arrange import apply_edits, renumber_all
from orbat.model.book import Book
from orbat.model.dates import Date
from orbat.model.edits import Insert, Remove, Set, apply, at
from orbat.model.finding import Finding
from orbat.model.orbat import Commander, Formation, Orbat, Roll, Unit, formations_of, units_of
from orbat.model.text import Pin
from orbat.pipeline import Evaluator, apply_fix, without_correct_claims

ROOT = Path(__file__).resolve().parents[2]
LIBRARY = Library(ROOT / "army_lists")
NAMES_THE_FIRST = {"ARM002", "ARM006", "ARM015", "PTS004", "STF005"}
"""Rules whose messages name only the first units or generals concerned."""


@pytest.fixture(scope="module", params=LIBRARY.ruleset_ids())
def book(request: pytest.FixtureRequest) -> Book:
    """A shipped ruleset and all its lists."""
    ruleset = LIBRARY.ruleset(request.param)
    found = [LIBRARY.army_list(request.param, name) for name in LIBRARY.list_ids(request.param)]
    assert ruleset
    assert ruleset.value
    return Book(ruleset.value, {file.value.id: file.value for file in found if file and file.value})


def _pins(book: Book) -> tuple[Pin, ...]:
    return tuple(map(Pin, book.lists))


def _off_board(book: Book) -> SearchStrategy[bool | str]:
    """On the table, or off it, in a known or unknown way."""
    return st.sampled_from((False, False, True, *(way.id for way in book.ruleset.reserves)))


def _units(book: Book) -> SearchStrategy[Unit]:
    """Units of a list or of none, with allowed or other sizes, ratings and options."""
    entries = sorted({entry for name in book.lists for entry in book.entries(name)})
    known = [(option,) for option in book.ruleset.options]
    first = known[0] if known else ("lances",)
    sizes = [size.id for size in book.ruleset.sizes]
    return st.builds(
        Unit,
        name=st.sampled_from(("", "1st", "2nd", "The Buffs")),
        army_list=st.sampled_from((None, None, *_pins(book))),
        entry=st.sampled_from([*entries, "dragon"]),
        size=st.none() | st.integers(0, 24) | st.sampled_from([*sizes, "huge"]),
        rating=st.sampled_from(("", *(rating.id for rating in book.ruleset.ratings), "5", "good")),
        options=st.sampled_from(((), (), *known, ("lances", *first), first * 2)),
        off_board=_off_board(book),
        points=st.none() | st.integers(0, 80),
    )


def _commanders(book: Book) -> SearchStrategy[Commander]:
    """Commanders of any quality, with or without rolls."""
    staff = book.ruleset.staff
    rolls = st.builds(
        Roll,
        dice=st.sampled_from(((), (0,), (1,), (3,), (6,), (7,), (2, 2))),
        table=st.sampled_from(("default", "national", *sorted(staff.national), "english")),
    )
    return st.builds(
        Commander,
        quality=st.sampled_from(("", *(quality.id for quality in staff.qualities), "brilliant")),
        roll=st.none() | rolls,
        player=st.sampled_from((False, False, True)),
    )


def _formations(book: Book, units: SearchStrategy[Unit], depth: int = 2) -> SearchStrategy[Formation]:
    """Formations of any level inside any other."""
    inner = st.lists(_formations(book, units, depth - 1), max_size=2).map(tuple) if depth else st.just(())
    return st.builds(
        Formation,
        level=st.sampled_from((*(level.id for level in book.ruleset.levels), "brigade", "wing", "")),
        name=st.sampled_from(("", "1st", "2nd")),
        army_list=st.sampled_from((None, None, *_pins(book)[:2])),
        commander=st.none() | _commanders(book),
        off_board=_off_board(book),
        formations=inner,
        units=st.lists(units, max_size=3).map(tuple),
        points=st.none() | st.integers(0, 300),
    )


@pytest.fixture(scope="module")
def orbats(book: Book) -> SearchStrategy[Orbat]:
    """ORBATs with any content that a file may have."""
    rulings = {ruling.id: st.sampled_from([*(c.id for c in ruling.choices), "rain"]) for ruling in book.ruleset.rulings}
    units, of = _units(book), book.ruleset.id
    years = sorted({date.year for one in book.lists.values() for date in (one.years.from_, one.years.to) if date})
    dates = [Date(year, month) for year in (years[0], years[len(years) // 2], years[-1]) for month in (6, 9)]
    return st.builds(
        Orbat,
        ruleset=st.sampled_from((Pin(of), Pin(of, "1"), Pin(of, "0"))),
        army_list=st.sampled_from((None, *_pins(book), Pin(_pins(book)[0].id, "0"))),
        game_size=st.none() | st.integers(0, 1500),
        date=st.sampled_from((None, Date(1700), *dates, Date(1870))),
        staff_table=st.sampled_from(("default", "national", "english")),
        rulings=st.fixed_dictionaries({}, optional={**rulings, "weather": st.just("rain")}),
        commander=st.none() | _commanders(book),
        formations=st.lists(_formations(book, units), max_size=2).map(tuple),
        units=st.lists(units, max_size=3).map(tuple),
        total=st.none() | st.integers(0, 900),
    )


@settings(max_examples=examples(25))
@given(st.data())
def test_every_cost_is_the_sum_of_its_parts(orbats: SearchStrategy[Orbat], book: Book, data: st.DataObject) -> None:
    """A formation costs its general, formations and units, at every level; the army likewise."""
    quote, _ = Evaluator().examine(data.draw(orbats), book)

    def parts(line: Any) -> Any:
        general = line.commander.points if line.commander else 0
        return general + sum(one.points for one in (*line.formations, *line.units))

    def off_board(line: FormationLine | Quote) -> Any:
        if isinstance(line, FormationLine) and line.formation.off_board:
            return line.points
        # a ruleset that sets a share for whole formations has no single units off the board
        single = not book.ruleset.rules.off_board
        units = [unit.points for unit in line.units if single and unit.unit.off_board]
        return sum(map(off_board, line.formations)) + sum(units)

    assert quote.total == parts(quote)
    assert quote.off_board == off_board(quote)
    for line in quote.all_formations:
        assert line.points == parts(line)
    leaves = [line.points for line in quote.all_units] + [line.points for line in quote.all_commanders]
    assert quote.total == sum(leaves)
    # a commander who was bought may cost less than nothing
    assert quote.off_board <= quote.total or min(leaves) < 0
    if quote.remaining is not None:
        assert quote.remaining + quote.total == quote.game_size


def _pieces(findings: tuple[Finding, ...]) -> Counter[tuple[str, str, str]]:
    """Codes and messages without places; two results at one place are split."""
    return Counter(
        (one.code, "" if one.code == "ARM003" else one.severity, piece)
        for one in findings
        for piece in ([""] if one.code in NAMES_THE_FIRST else one.message.split("; "))
    )


def _shuffled(thing: Any, chance: random.Random) -> Any:
    inner = [_shuffled(formation, chance) for formation in thing.formations]
    own = list(thing.units)
    chance.shuffle(inner)
    chance.shuffle(own)
    return replace(thing, formations=tuple(inner), units=tuple(own))


@settings(max_examples=examples(50))
@given(st.data(), st.randoms(use_true_random=False))
def test_order_changes_neither_findings_nor_total(
    orbats: SearchStrategy[Orbat], book: Book, data: st.DataObject, chance: random.Random
) -> None:
    """Reordering an army does not change its findings and total."""
    orbat = data.draw(orbats)
    quote, findings = Evaluator().examine(orbat, book)
    other, found = Evaluator().examine(_shuffled(orbat, chance), book)
    assert other.total == quote.total
    assert other.off_board == quote.off_board
    assert _pieces(found) == _pieces(findings)


def _shown(finding: Finding) -> tuple[object, ...]:
    return finding.code, finding.severity, finding.path, finding.message, finding.help, finding.cites, finding.fix


@settings(max_examples=examples(25))
@given(st.data())
def test_repeated_check_gives_the_same_result(orbats: SearchStrategy[Orbat], book: Book, data: st.DataObject) -> None:
    """With the same evaluator, another one, and after other ORBATs: always the same findings."""
    orbat, other = data.draw(orbats), data.draw(orbats)
    before = repr(orbat)
    evaluator = Evaluator()
    quote, findings = evaluator.examine(orbat, book)
    evaluator.examine(other, book)
    for again in (evaluator, Evaluator()):
        same_quote, same_findings = again.examine(orbat, book)
        assert same_quote == quote
        assert [_shown(one) for one in same_findings] == [_shown(one) for one in findings]
    assert repr(orbat) == before


def _edited(orbat: Orbat, other: Orbat, chance: random.Random) -> Orbat:
    """The army after one edit that uses parts of another army."""
    home: paths.OrbatPath = chance.choice([(), *(place.path for place in formations_of(orbat))])
    kind = chance.choice(("formations", "units"))
    here, new = getattr(at(orbat, home), kind), getattr(other, kind)
    position = chance.randrange(len(here) + 1)
    choice = chance.randrange(6)
    if choice == 0:
        # something of the army itself, on which every verdict may depend
        name = chance.choice(("commander", "staff_table", "army_list", "rulings", "date", "game_size", "total"))
        return replace(orbat, **{name: getattr(other, name)})
    if choice == 1 and home:
        name = chance.choice(("level", "name", "commander", "off_board", "army_list", "points"))
        donors = [one.formation for one in formations_of(other)] or [Formation()]
        return apply(orbat, Set(home, name, getattr(chance.choice(donors), name)))
    if choice == 2 and position < len(here):
        return apply(orbat, Remove((*home, kind, position)))
    if choice == 3 and position < len(here):
        return apply(orbat, Insert((*home, kind), chance.randrange(len(here) + 1), here[position]))
    if choice == 4 and here and kind == "units":
        givers = [one.unit for one in units_of(other)] or [Unit()]
        name = chance.choice(("name", "entry", "size", "rating", "options", "off_board", "points"))
        place = (*home, kind, position % len(here))
        return apply(orbat, Set(place, name, getattr(chance.choice(givers), name)))
    return apply(orbat, Insert((*home, kind), position, chance.choice(new))) if new else orbat


@settings(max_examples=examples(60))
@given(st.data(), st.randoms(use_true_random=False))
def test_check_after_edits_equals_a_fresh_check(
    orbats: SearchStrategy[Orbat], book: Book, data: st.DataObject, chance: random.Random
) -> None:
    """After any edits and undos, cached results give the same sums and findings in the same order."""
    orbat, other, evaluator = data.draw(orbats), data.draw(orbats), Evaluator()
    states = [orbat]
    for _ in range(12):
        orbat = chance.choice(states) if chance.random() < 0.2 else _edited(orbat, other, chance)
        states.append(orbat)
        quote, findings = evaluator.examine(orbat, book)
        fresh_quote, fresh = Evaluator().examine(orbat, book)
        assert quote == fresh_quote
        assert [_shown(one) for one in findings] == [_shown(one) for one in fresh]


@settings(max_examples=examples(25))
@given(st.data())
def test_every_finding_has_a_unique_existing_place(
    orbats: SearchStrategy[Orbat], book: Book, data: st.DataObject
) -> None:
    """No rule fails, no rule reports a place twice, and every place exists in the ORBAT."""
    orbat = data.draw(orbats)
    _, findings = Evaluator().examine(orbat, book)
    assert "INT001" not in {one.code for one in findings}
    assert len({(one.code, one.path) for one in findings}) == len(findings)
    for finding in findings:
        assert finding.message
        assert finding.help
        assert finding.cites
        assert paths.read(paths.show(finding.path)) == finding.path
        if finding.path[:1] == ("rulings",):
            assert finding.path[1] in orbat.rulings
        else:
            at(orbat, finding.path)


@settings(max_examples=examples(15))
@given(st.data())
def test_fix_clears_its_finding(orbats: SearchStrategy[Orbat], book: Book, data: st.DataObject) -> None:
    """Whatever else is wrong with the army."""
    orbat = data.draw(orbats)
    evaluator = Evaluator()
    _, findings = evaluator.examine(orbat, book)
    # what a fix leaves to be said at another place has a lower severity
    count = Counter((one.code, one.severity) for one in findings)
    for finding in findings:
        if finding.fix:
            _, left = evaluator.examine(apply_fix(orbat, finding, book, evaluator), book)
            own = finding.code, finding.severity
            assert Counter((one.code, one.severity) for one in left)[own] < count[own], finding.code


@settings(max_examples=examples(6))
@given(st.data())
def test_suggestion_has_the_announced_effect(orbats: SearchStrategy[Orbat], book: Book, data: st.DataObject) -> None:
    """The total and remaining points are as announced, there are no new findings, and its finding is cleared.

    A general who was bought is to be diced for, and a formation without a name may get one: both are nothing wrong.
    """
    drawn, evaluator = data.draw(orbats), Evaluator()
    orbat = renumber_all(without_correct_claims(drawn, evaluator.examine(drawn, book)[0]))
    before, found = evaluator.examine(orbat, book)
    for one in suggestions(orbat, book):
        quote, left = evaluator.examine(apply_edits(orbat, one.edits), book)
        assert (quote.total, quote.remaining) == (one.total, one.remaining), one.name
        assert quote.total - before.total == one.change, one.name
        assert {fault[:6] for fault in count_faults(left) - count_faults(found)} <= {"STF001", "ARM012"}, one.name
        if one.fixes is None:
            assert one.remaining is not None
            assert one.remaining >= 0, one.name
        else:
            assert any(gone.startswith(one.fixes[0]) for gone in count_faults(found) - count_faults(left)), one.name

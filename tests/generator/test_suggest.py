"""Suggestions: each has the announced effect and causes no new findings."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations, islice
from pathlib import Path
from random import Random
from typing import Any, get_args

import pytest
from tests.examples import sampled

from orbat.data.library import Library
from orbat.documents.read import read_file
from orbat.evaluate.trial import TrialResult, count_faults
from orbat.generator.named_edits import EditKind, EditTester, NamedEdit, all_edits, purchases
from orbat.generator.offers import Offer
from orbat.generator.suggest import Suggestion, are_independent, combine, suggestions
from orbat.model.army_list import Limit, Selector
from orbat.model.arrange import apply_edits
from orbat.model.book import Book
from orbat.model.dates import Date
from orbat.model.edits import Edit, Insert, Remove
from orbat.model.orbat import Commander, Formation, HouseLimits, Orbat, Unit
from orbat.model.points import Points
from orbat.model.text import Pin
from orbat.pipeline import Evaluator, without_correct_claims

ROOT = Path(__file__).resolve().parents[2]
SHIPPED = sorted((ROOT / "templates" / "orbats").rglob("*.yaml"))


def _opened(file: Path, library: Library) -> tuple[Orbat, Book]:
    orbat = read_file(file, library)[0].orbat
    assert orbat is not None
    book, _ = library.book(orbat)
    assert book is not None
    return without_correct_claims(orbat, Evaluator().examine(orbat, book)[0]), book


def _faults(orbat: Orbat, book: Book) -> Counter[str]:
    _, findings = Evaluator().examine(orbat, book)
    return count_faults(findings)


def assert_has_announced_effect(orbat: Orbat, book: Book, suggestion: Suggestion) -> None:
    """Check the total, the remaining points and the cleared finding, and that there are no new faults."""
    before, _ = Evaluator().examine(orbat, book)
    after = apply_edits(orbat, suggestion.edits)
    quote, _ = Evaluator().examine(after, book)
    assert quote.total == suggestion.total == before.total + suggestion.change, suggestion.name
    assert quote.remaining == suggestion.remaining, suggestion.name
    old, new = _faults(orbat, book), _faults(after, book)
    assert not [fault for fault in new - old if not fault.startswith(("STF001", "ARM012"))], suggestion.name
    if suggestion.fixes:
        code = suggestion.fixes[0]
        gone = [one for one in old - new if one.startswith(code)]
        assert gone, suggestion.name


@pytest.mark.parametrize("file", sampled(SHIPPED[::15], 1), ids=lambda file: file.stem)
@pytest.mark.parametrize("by", [37, -41, 150])
def test_each_suggestion_has_the_announced_effect(library: Library, file: Path, by: int) -> None:
    orbat, book = _opened(file, library)
    total = Evaluator().examine(orbat, book)[0].total
    sized = replace(orbat, game_size=int(total) + by)
    found = suggestions(sized, book)
    for one in found:
        assert_has_announced_effect(sized, book, one)
    landing = [one.remaining for one in found if one.fixes is None]
    assert landing == sorted(landing, key=lambda left: left or 0), "the best come first"
    assert all(left is not None and left >= 0 for left in landing)
    assert found or by > 0 or total <= 100, "an army of a few units may have nothing that it can do without"


def test_two_edits_reach_a_size_that_no_single_edit_reaches(library: Library) -> None:
    orbat, book = _opened(ROOT / "templates" / "orbats" / "days_of_empire" / "starters" / "british_800.yaml", library)
    total = Evaluator().examine(orbat, book)[0].total
    found = suggestions(replace(orbat, game_size=int(total) - 21), book)
    assert found[0].remaining == 0


def test_no_suggestions_for_a_legal_army_that_is_full_or_has_no_size(library: Library) -> None:
    orbat, book = _opened(ROOT / "templates" / "orbats" / "days_of_empire" / "starters" / "british_800.yaml", library)
    total = Evaluator().examine(orbat, book)[0].total
    for size in (int(total), None):
        assert not [one for one in suggestions(replace(orbat, game_size=size), book) if one.fixes is None]


def test_edits_that_are_not_allowed_are_not_suggested(library: Library) -> None:
    orbat, book = _opened(ROOT / "templates" / "orbats" / "days_of_empire" / "starters" / "british_800.yaml", library)
    total = Evaluator().examine(orbat, book)[0].total
    sized = replace(orbat, game_size=int(total) + 37)

    def small(tried: TrialResult) -> bool:
        return tried.quote.total <= total + 10

    assert suggestions(sized, book)
    assert all(one.change <= 10 for one in suggestions(sized, book, small))


def test_naming_of_unnamed_formations_is_not_a_new_fault(library: Library) -> None:
    """They are named by the first edit, and their names appear in existing findings."""
    mixed = (Unit(entry="brit_line", size=10, rating="3"), Unit(entry="brit_light_cavalry", size=5, rating="3"))
    brigade = Formation(level="brigade", numbered=True, commander=Commander(), units=mixed)
    names = Orbat(ruleset=Pin("days_of_empire"), army_list=Pin("british"), game_size=400, commander=Commander())
    book, _ = library.book(names)
    assert book is not None
    unnamed = replace(names, formations=(brigade, brigade))
    assert any(isinstance(edit, Insert) for one in suggestions(unnamed, book) for edit in one.edits)


def _small(ruleset: str, army_list: str, units: list[Unit], library: Library, *, behind: int = 0) -> tuple[Orbat, Book]:
    """An army of a few units: independent, in one formation, or those from `behind` on in another."""
    names = Orbat(ruleset=Pin(ruleset), army_list=Pin(army_list), units=tuple(units))
    book, _ = library.book(names)
    assert book is not None
    if behind < 0:
        return names, book
    level = book.ruleset.levels[-1].id
    formations = tuple(
        Formation(level=level, name=name, commander=Commander(name=f"General {name}"), units=tuple(own))
        for name, own in (("A", units[:behind]), ("B", units[behind:]))
        if own
    )
    return replace(names, units=(), formations=formations, commander=Commander(name="Player")), book


SMALL = [
    ("days_of_empire", "british", 0, 44, "brit_foot_guards 13 4"),
    ("days_of_empire", "ottoman", -1, 16, "ot_albanians 6 2 rifles, ot_rifles 7 3"),
    ("days_of_glory", "confederate_west", 1, 37, "cw_line_1865 3 2 rifles, cw_sharpshooter 5 2"),
    (
        "days_of_glory",
        "union_west",
        0,
        208,
        "uw_zouave 4 1, uw_militia 16 1 rifles, uw_regular 4 4, uw_smooth_battery 3 1, uw_smooth_battery 2 1",
    ),
    ("honours_of_war", "saxon", 0, 152, "sa_dragoon standard standard, sa_guard standard standard"),
    ("fast_play_napoleonic", "austria_1805", -1, 20, "au5_militia, au5_grenadier, au5_line, au5_militia"),
    (
        "fast_play_napoleonic",
        "russia_1805_07",
        2,
        53,
        "ru5_cuirassier, ru5_horse_guns, ru5_cuirassier, ru5_grenadier",
    ),
]


@pytest.mark.parametrize(("ruleset", "army_list", "behind", "size", "written"), SMALL)
def test_small_army_comes_under_the_size_by_two_edits(
    library: Library, ruleset: str, army_list: str, behind: int, size: int, written: str
) -> None:
    """No single edit suffices, and the nearest two break a limit."""
    units = []
    for number, words in enumerate(written.split(", ")):
        entry, *facts = words.split()
        counted: int | str | None = facts[0] if facts else None
        counted = int(counted) if isinstance(counted, str) and counted.isdecimal() else counted
        rating, options = facts[1] if facts else "", tuple(facts[2:])
        units.append(Unit(name=f"Unit {number}", entry=entry, size=counted, rating=rating, options=options))
    orbat, book = _small(ruleset, army_list, units, library, behind=behind)
    orbat = replace(orbat, game_size=size)
    found = [one for one in suggestions(orbat, book) if one.fixes is None]
    assert found
    for one in found:
        assert_has_announced_effect(orbat, book, one)
        assert one.remaining is not None
        assert one.remaining >= 0


@pytest.mark.parametrize("ruleset", Library().ruleset_ids())
@pytest.mark.parametrize("seed", sampled(range(3), 1))
def test_edits_that_bring_a_small_army_under_its_size_are_found(library: Library, ruleset: str, seed: int) -> None:
    random = Random(f"{ruleset} {seed}")
    for _ in range(6):
        army_list = random.choice(sorted(library.list_ids(ruleset)))
        bare, book = _small(ruleset, army_list, [Unit()], library)
        offered = EditTester(bare, book).offers(army_list)
        units = [_drawn(random.choice(offered), number, random) for number in range(random.randint(1, 5))]
        orbat, _ = _small(ruleset, army_list, units, library, behind=random.randint(-1, len(units) - 1))
        total = EditTester(orbat, book).quote.total
        over = replace(orbat, game_size=max(1, int(total) - random.randint(1, 60)))
        found = [one for one in suggestions(over, book) if one.remaining is not None and one.remaining >= 0]
        if not found:
            assert next(_ways_under(over, book, random), None) is None


def _drawn(offer: Offer, number: int, random: Random) -> Unit:
    """A random unit of an offer."""
    size, rating = offer.unit.size, offer.unit.rating
    if offer.has_numeric_size:
        size = random.randint(offer.least, offer.most)
    elif offer.entry.sizes:
        size = random.choice(offer.entry.sizes.allowed)
    if offer.entry.ratings:
        rating = random.choice(offer.entry.ratings_at(None))
    return replace(offer.unit, name=f"Unit {number}", size=size, rating=rating)


def _ways_under(orbat: Orbat, book: Book, random: Random) -> Iterator[tuple[Edit, ...]]:
    """All single edits, and many pairs, that bring the army within its size without new findings."""
    bench = EditTester(orbat, book)
    left = bench.quote.remaining or 0
    single = list(all_edits(bench))
    both = list(combinations((*single, *purchases(bench, bench.quote.total)), 2))
    random.shuffle(both)
    ways: list[tuple[Points, tuple[Edit, ...]]] = [(one.change, one.edits) for one in single if one.change <= left]
    under = ((one, two) for one, two in both if one.change + two.change <= left and are_independent(one, two))
    ways += islice(((one.change + two.change, (*one.edits, *two.edits)) for one, two in under), 60)
    for change, edits in ways:
        tried = bench.try_edits(edits)
        if tried.quote.all_units and tried.quote.total == bench.quote.total + change and bench.is_no_worse(tried):
            yield edits


MODES: tuple[HouseLimits, ...] = get_args(HouseLimits)
GUARDS = Unit(entry="brit_foot_guards", size=14, rating="4")


def guards(library: Library, number: int, mode: HouseLimits) -> tuple[Orbat, Book]:
    """An army with a number of guard battalions; the list's house limit is three."""
    orbat = Orbat(
        ruleset=Pin("days_of_empire"),
        army_list=Pin("british"),
        game_size=number * 84 + 60,
        house_limits=mode,
        units=(GUARDS,) * number,
    )
    book, _ = library.book(orbat)
    assert book is not None
    return orbat, book


@pytest.mark.parametrize("mode", MODES)
def test_suggestions_keep_to_house_limits_in_every_mode(library: Library, mode: HouseLimits) -> None:
    orbat, book = guards(library, 3, mode)
    found = suggestions(orbat, book)
    assert found
    for one in found:
        enforced = replace(apply_edits(orbat, one.edits), house_limits="enforce")
        assert not [each for each in Evaluator().examine(enforced, book)[1] if each.code in ("ARM003", "UNT003")], one


@pytest.mark.parametrize("mode", MODES)
def test_an_exceeded_house_limit_has_suggestions_unless_it_is_ignored(library: Library, mode: HouseLimits) -> None:
    found = suggestions(*guards(library, 4, mode))
    assert any(one.fixes and one.fixes[0] == "ARM003" for one in found) is (mode != "ignore")


def of(library: Library, written: Orbat) -> list[tuple[str, Points, str]]:
    """The name and points of each suggestion, and the code of the finding that it fixes. Each is tried."""
    book, missing = library.book(written)
    assert book
    assert not missing
    found = suggestions(written, book)
    for one in found:
        assert_has_announced_effect(written, book, one)
    return [(one.name, one.change, one.fixes[0] if one.fixes else "") for one in found]


def sardinian(*units: Unit, size: int | None = None, **keys: Any) -> Orbat:
    return Orbat(
        ruleset=Pin("days_of_empire"),
        army_list=Pin("sardinian"),
        date=Date(1855, 9),
        units=units,
        game_size=size,
        **keys,
    )


def line(name: str, size: int, rating: str = "2") -> Unit:
    """6 to 11 stands of class 2 or 3, at 2 or 3 points a stand."""
    return Unit(name=name, entry="sa_line", size=size, rating=rating)


@pytest.mark.parametrize(
    ("change", "remaining", "words"),
    [
        (16, 3, "raise it: +16, leaves 3"),
        (1, 0, "raise it: +1, leaves 0"),
        (0, 3, "raise it: no points, leaves 3"),
        (-8, -4, "raise it: -8, 4 over"),
        (-8, None, "raise it: -8, 97 in all"),
    ],
)
def test_a_suggestion_tells_its_points_and_what_they_leave(change: int, remaining: int | None, words: str) -> None:
    assert Suggestion("raise it", (), change, 97, remaining).words == words


def test_remaining_points_are_spent_on_the_units_at_hand(library: Library) -> None:
    """The nearest to the agreed size comes first."""
    assert of(library, sardinian(line("A", 9), size=21)) == [("enlarge A by 1 stand to 10", 2, "")]
    assert of(library, sardinian(line("A", 9), size=27))[:2] == [
        ("raise A to class 3", 9, ""),
        ("enlarge A by 2 stands to 11", 4, ""),
    ]
    assert of(library, sardinian(line("A", 9), size=19)) == []


SAPPERS = Unit(entry="sa_engineers", name="Sappers")


def test_works_are_suggested_only_if_no_troops_can_be_bought(library: Library) -> None:
    """At their usual size."""
    written = sardinian(line("A", 9), SAPPERS, Unit(entry="earthworks", name="Redoubt", size=2), size=188)
    names = [name for name, _, _ in of(library, written)]
    assert names
    assert not [name for name in names if any(word in name for word in ("Redoubt", "Earthworks", "Pontoons"))]
    book, _ = library.book(written)
    assert book
    troops = Counter(unit.entry for unit in written.units if unit.entry != "earthworks")

    def has_same_troops(tried: TrialResult) -> bool:
        units = [one for one in tried.orbat.units if one.entry not in ("earthworks", "pontoons")]
        return Counter(one.entry for one in units) == troops and units[0] == written.units[0]

    assert [one.name for one in suggestions(written, book, has_same_troops)] == [
        'buy Earthworks or field defences (2 4" lengths)',
        'buy Pontoons (2 2" lengths)',
    ]


def test_troops_are_given_up_to_spend_points_only_if_nothing_else_spends_them(library: Library) -> None:
    units = (line("A", 9), line("B", 8, "3"))
    assert not [one for one in of(library, sardinian(*units, size=45)) if "reduce" in one[0] or "lower" in one[0]]
    best = of(library, sardinian(line("A", 11), line("B", 11, "3"), size=63))[0]
    assert best == ("reduce B by 1 stand to 10 and raise A to class 3", 8, "")


@pytest.mark.parametrize(("size", "way"), [(92, "reduce Battery by 1 gun to 2"), (91, "remove Battery")])
def test_units_become_very_small_only_if_nothing_else_meets_the_size(library: Library, size: int, way: str) -> None:
    """Half of three guns are one and a half."""
    battery = Unit(entry="sa_field_battery", name="Battery", size=3)
    names = [name for name, _, _ in of(library, sardinian(line("A", 11), battery, size=size))]
    assert way in names
    assert "reduce Battery by 2 guns to 1" not in names
    alone = of(library, sardinian(battery, size=35))
    assert alone == [("reduce Battery by 2 guns to 1", -70, "")]


def test_an_army_over_its_size_is_reduced(library: Library) -> None:
    assert of(library, sardinian(line("A", 9), size=17)) == [
        ("reduce A by 1 stand to 8", -2, ""),
        ("reduce A by 2 stands to 7", -4, ""),
        ("reduce A by 3 stands to 6", -6, ""),
    ]
    assert of(library, sardinian(line("A", 9), line("B", 7, "3"), size=32)) == [
        ("lower B to class 2", -7, ""),
        ("remove A", -18, ""),
        ("remove B", -21, ""),
    ]


BRIGADE = Formation(level="brigade", name="1st Brigade", units=(line("A", 9),))


@pytest.mark.parametrize(
    ("written", "fix"),
    [
        (sardinian(line("A", 12)), ("reduce A by 1 stand to 11", -2, "UNT003")),
        (sardinian(line("A", 5)), ("enlarge A by 1 stand to 6", 2, "UNT003")),
        (sardinian(formations=(BRIGADE,)), ("1st Brigade: add a commander to the formation", 30, "FRM003")),
        (
            sardinian(line("A", 9), rulings={"margins": "perhaps"}),
            ("correct the line in `rulings`, or remove the line", 0, "ARM007"),
        ),
        (
            sardinian(line("A", 9), commander=Commander(name="La Marmora", quality="exceptional")),
            ("La Marmora: remove the roll and the quality", 0, "STF004"),
        ),
    ],
)
def test_the_fix_of_a_finding_is_named_after_the_item(
    library: Library, written: Orbat, fix: tuple[str, Points, str]
) -> None:
    assert fix in of(library, written)


def test_a_fix_that_breaks_the_agreed_size_is_not_suggested(library: Library) -> None:
    """A general costs 30 points."""
    fix = ("1st Brigade: add a commander to the formation", 30, "FRM003")
    assert fix in of(library, sardinian(formations=(BRIGADE,), size=48))
    assert fix not in of(library, sardinian(formations=(BRIGADE,), size=47))


@pytest.mark.parametrize(("count", "removed"), [(4, 1), (5, 2), (11, 8), (12, 0)])
def test_units_beyond_a_limit_are_removed_together(library: Library, count: int, removed: int) -> None:
    """Three battalions of Guards are allowed. At most eight units are removed."""
    units = tuple(replace(GUARDS, name=f"G{number}") for number in range(count))
    found = [one for one in of(library, replace(sardinian(*units), army_list=Pin("british"))) if one[2] == "ARM003"]
    assert [points for _, points, _ in found] == ([-70 * removed] if removed else [])
    assert all(name.count("remove") == removed for name, _, _ in found)


@pytest.mark.parametrize(("size", "buys"), [(50, True), (49, False)])
def test_what_works_require_is_bought_if_the_points_suffice(library: Library, size: int, buys: bool) -> None:
    """Works need an engineer, who costs 30 points."""
    works = Unit(name="Redoubt", entry="earthworks", size=2)
    found = [one for one in of(library, sardinian(works, size=size)) if one[2] == "ARM002"]
    assert (("buy Sapper battalion detachment", 30, "ARM002") in found) is buys


def test_at_most_three_ways_to_fix_a_finding_are_suggested(library: Library) -> None:
    """A brigade below a minimum is removed, or units are bought for it."""
    army = sardinian(line("B", 9), formations=(replace(BRIGADE, commander=Commander(name="X")),), size=400)
    book, _ = library.book(army)
    assert book
    limit = Limit(of=Selector(), at_least=2, scope="brigade", house=True)
    limited = Book(replace(book.ruleset, limits=(limit,)), book.lists)
    found = [one for one in suggestions(army, limited) if one.fixes == ("ARM003", ("formations", 0))]
    assert [(one.name.split(" (")[0], one.change) for one in found] == [
        ("remove 1st Brigade with its contents", -48),
        ("buy 1st Bn, 2nd Provisional Regt", 22),
        ("buy 1st Bn, 2nd Provisional Regt", 18),
    ]


def test_a_purchase_is_suggested_besides_a_removal(library: Library) -> None:
    works = Unit(name="Redoubt", entry="earthworks", size=2)
    found = [one[:2] for one in of(library, sardinian(works, line("A", 9), size=100)) if one[2] == "ARM002"]
    assert found == [("remove Redoubt", -20), ("buy Sapper battalion detachment", 30)]


def edit(kind: EditKind, *subject: str | int, change: int = 0, distance: int = 0) -> NamedEdit:
    return NamedEdit(kind, kind, (Remove(subject),), change, subject, "", distance)


def test_edits_of_the_same_item_or_of_what_contains_it_are_not_combined() -> None:
    unit, sibling = edit("size", "formations", 0, "units", 0), edit("remove", "formations", 0, "units", 1)
    formation = edit("remove formation", "formations", 0)
    assert are_independent(unit, sibling)
    assert not are_independent(unit, unit)
    assert not are_independent(unit, formation)
    assert not are_independent(formation, unit)


@pytest.mark.parametrize("kinds", [("size", "remove"), ("remove", "size")])
def test_two_edits_are_one_edit_with_the_points_and_stands_of_both(kinds: tuple[EditKind, EditKind]) -> None:
    first, second = (edit(kind, "units", number, change=-5 - number, distance=2) for number, kind in enumerate(kinds))
    both = combine(first, second)
    assert (both.name, both.kind, both.change, both.distance) == (f"{kinds[0]} and {kinds[1]}", "remove", -11, 4)
    assert both.edits == (*first.edits, *second.edits)


def test_remaining_points_buy_units(library: Library) -> None:
    found = of(library, sardinian(line("A", 9), size=48))
    assert found[0][1:] == (30, "")
    assert found[0][0].startswith("buy ")


def test_no_size_is_reached_while_a_unit_has_no_price(library: Library) -> None:
    written = sardinian(line("A", 9), Unit(name="Ghosts", entry="ghosts"), size=48)
    assert {code for _, _, code in of(library, written)} == {"UNT001"}

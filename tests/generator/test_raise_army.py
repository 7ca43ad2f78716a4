"""Generated armies: legal, of exactly the points, varied, formed and named by the list."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import replace

import pytest
from tests.examples import sampled
from tests.generator.small_lists import LINE, small_book

from orbat.evaluate.pricing import Pricer
from orbat.generator.offers import branch_of
from orbat.generator.raise_army import NotRaised, RaisedArmy, raise_army
from orbat.generator.request import STYLES, PieceCap, RaiseRequest, Style, entry_shares, read_requirement
from orbat.model.army_list import Limit, Ratings, SizeRange
from orbat.model.book import Book
from orbat.model.dates import Date, read_date
from orbat.model.orbat import Orbat, formations_of, units_of
from orbat.model.service import Dates, Regiment

BookOf = Callable[[str, str], Book]
Wrong = Callable[[RaisedArmy], list[str]]

SAMPLE = [
    ("days_of_empire", "british", 400, "infantry"),
    ("days_of_empire", "french", 800, "historical"),
    ("days_of_empire", "ottoman", 1200, "horde"),
    ("days_of_empire", "russian", 800, "guns"),
    ("days_of_empire", "sardinian", 400, "balanced"),
    ("days_of_glory", "confederate_anv", 800, "elite"),
    ("days_of_glory", "union_west", 1200, "cavalry"),
    ("fast_play_napoleonic", "france_1812", 300, "balanced"),
    ("fast_play_napoleonic", "spain_1808_14", 100, "historical"),
    ("honours_of_war", "austrian", 2500, "cavalry"),
    ("honours_of_war", "prussian", 1500, "elite"),
    ("honours_of_war", "wuerttemberg", 500, "infantry"),
]


@pytest.mark.parametrize(("ruleset", "army", "points", "style"), sampled(SAMPLE, 3))
def test_army_is_legal_and_costs_exactly_the_points(
    book_of: BookOf, wrong: Wrong, ruleset: str, army: str, points: int, style: Style
) -> None:
    book = book_of(ruleset, army)
    raised = raise_army(book, RaiseRequest(army, points, style))
    assert wrong(raised) == []
    assert raised.points == raised.requested == points
    assert raised.proof == "exactly the agreed points"
    assert Pricer(book, raised.orbat.date).quote(raised.orbat).total == points


@pytest.mark.parametrize("date", ["1854-09", "1855-08"])
def test_army_at_a_date_keeps_the_dated_limits(book_of: BookOf, wrong: Wrong, date: str) -> None:
    raised = raise_army(book_of("days_of_empire", "french"), RaiseRequest("french", 1200, "cavalry", read_date(date)))
    assert wrong(raised) == []
    assert not any(finding.code == "ARM006" for finding in raised.findings)


def shares(book: Book, raised: RaisedArmy) -> dict[str, float]:
    """The share of each branch in the cost."""
    found: Counter[str] = Counter()
    for line in Pricer(book, raised.orbat.date).quote(raised.orbat).all_units:
        entry = book.entry(line.list_id, line.unit.entry)
        assert entry is not None
        found[branch_of(book, entry)] += int(line.points)
    return {branch: points / raised.requested for branch, points in found.items()}


@pytest.mark.slow
def test_styles_shift_the_shares_of_branches(book_of: BookOf) -> None:
    book = book_of("days_of_empire", "french")
    found = {style: raise_army(book, RaiseRequest("french", 1200, style)) for style in STYLES}
    parts = {style: shares(book, raised) for style, raised in found.items()}
    assert parts["infantry"]["foot"] > parts["balanced"]["foot"] > parts["cavalry"]["foot"]
    assert parts["cavalry"]["horse"] > 2 * parts["infantry"].get("horse", 0.0)
    assert parts["guns"]["guns"] > 1.2 * parts["infantry"]["guns"]
    stands = {
        style: sum(unit.unit.size for unit in units_of(raised.orbat) if isinstance(unit.unit.size, int))
        for style, raised in found.items()
    }
    assert stands["horde"] > 1.15 * stands["elite"]


@pytest.mark.slow
def test_seed_determines_the_army(book_of: BookOf) -> None:
    book = book_of("days_of_empire", "french")
    armies = [raise_army(book, RaiseRequest("french", 800, seed=seed)).orbat for seed in range(6)]
    names = [frozenset(place.unit.name for place in units_of(one)) for one in armies]
    entries = [frozenset(place.unit.entry for place in units_of(one)) for one in armies]
    assert len(set(names)) == 6
    assert len(set(entries)) >= 5
    assert raise_army(book, RaiseRequest("french", 800, seed=3)).orbat == armies[3]


@pytest.mark.parametrize("how", ["bought", "set"])
def test_generals_have_a_quality_where_it_is_bought_or_set(book_of: BookOf, wrong: Wrong, how: str) -> None:
    book = book_of("honours_of_war", "prussian")
    rulings = {**book.default_rulings, book.ruleset.staff.ruling: how}
    raised = raise_army(book, RaiseRequest("prussian", 1500), rulings)
    assert wrong(raised) == []
    assert not [finding for finding in raised.findings if finding.code.startswith("STF")]
    assert raised.points == 1500
    assert raised.orbat.rulings == {book.ruleset.staff.ruling: how}
    assert all(place.formation.commander and place.formation.commander.quality for place in formations_of(raised.orbat))


def test_generals_come_from_the_list_and_the_player_is_commander_in_chief(book_of: BookOf) -> None:
    book = book_of("days_of_empire", "french")
    orbat = raise_army(book, RaiseRequest("french", 1200, "historical")).orbat
    names = [place.formation.commander.name for place in formations_of(orbat) if place.formation.commander]
    assert len(names) == sum(1 for _ in formations_of(orbat))
    # a general who led another brigade leads none of these
    assert len({*names} - {""}) == len(names) - names.count("") >= 3
    french = book.lists["french"]
    there, chief = french.commanders_at(orbat.date), french.commanders_in_chief_at(orbat.date)[0]
    assert {*names} - {""} <= set(there) - {chief}
    assert orbat.commander is not None
    assert orbat.commander.name == chief


def test_the_date_is_one_at_which_the_regiments_were_there(book_of: BookOf) -> None:
    """From 1855 on, the list knows twelve regiments."""
    few = tuple(Regiment(name=f"Early {number}") for number in range(2))
    changes = (Limit(at_most=50, from_=Date(1855)),)
    many = tuple(Regiment(name=f"Late {number}", from_=Date(1855)) for number in range(12))
    book = small_book(book_of("days_of_empire", "sardinian"), replace(LINE, regiments=(*few, *many), limits=changes))
    years = Dates(from_=Date(1850), to=Date(1856))
    book = replace(book, lists={"small": replace(book.lists["small"], years=years)})
    for seed in range(5):
        orbat = raise_army(book, RaiseRequest("small", 300, seed=seed)).orbat
        assert orbat.date is not None
        assert orbat.date.year >= 1855


def test_battalions_of_a_regiment_share_a_brigade(book_of: BookOf) -> None:
    orbat = raise_army(book_of("days_of_empire", "russian"), RaiseRequest("russian", 1200, "infantry", seed=3)).orbat
    brigades: dict[str, set[object]] = {}
    for place in units_of(orbat):
        if place.unit.name.endswith(" Bn"):
            brigades.setdefault(place.unit.name.rpartition(",")[0], set()).add(place.path[:-2])
    assert brigades
    assert all(len(where) == 1 for where in brigades.values())


def test_horse_and_foot_have_higher_formations_of_their_own(book_of: BookOf, wrong: Wrong) -> None:
    book = book_of("days_of_empire", "british")
    raised = raise_army(
        book, RaiseRequest("british", 1200, "cavalry", requirements=(read_requirement("2 divisions", book, "british"),))
    )
    assert not [words for words in wrong(raised) if words.startswith("FRM005")]
    assert sum(1 for place in formations_of(raised.orbat) if place.formation.level == "division") >= 2


@pytest.mark.parametrize("words", ["4 brigades", "6 guns", "2 batteries", "2 ru_dragoons", "1 pontoon"])
def test_requirements_are_met(book_of: BookOf, wrong: Wrong, words: str) -> None:
    book = book_of("days_of_empire", "russian")
    must = read_requirement(words, book, "russian")
    raised = raise_army(book, RaiseRequest("russian", 800, requirements=(must,)))
    assert wrong(raised) == []
    if must.level:
        have = sum(1 for place in formations_of(raised.orbat) if place.formation.level == must.level)
    else:
        units = [place.unit for place in units_of(raised.orbat) if place.unit.entry in must.entries]
        sizes = [unit.size for unit in units if isinstance(unit.size, int)]
        have = sum(sizes) if must.in_stands else len(units)
    assert have >= must.number


@pytest.mark.slow
def test_no_works_unless_required_and_no_very_small_units(book_of: BookOf) -> None:
    book = book_of("days_of_empire", "russian")
    for seed in range(4):
        for place in units_of(raise_army(book, RaiseRequest("russian", 800, "horde", seed=seed)).orbat):
            entry = book.entry("russian", place.unit.entry)
            assert entry is not None
            assert not book.kind(entry).works
            assert isinstance(place.unit.size, int)
            assert place.unit.size * 2 >= entry.size.typical


def test_impossible_requirement_is_reported_with_the_conflicting_limit(book_of: BookOf) -> None:
    book = book_of("days_of_empire", "french")
    must = read_requirement("3 fr_cuirassiers", book, "french")
    with pytest.raises(NotRaised, match="no army of 800 points") as failed:
        raise_army(book, RaiseRequest("french", 800, requirements=(must,)))
    assert sorted(failed.value.labels) == ["Cuirassiers (6th and 9th): at most 2", "required: 3 fr_cuirassiers"]


@pytest.mark.slow
def test_too_few_points_conflict_with_the_requirement(book_of: BookOf) -> None:
    book = book_of("days_of_empire", "french")
    with pytest.raises(NotRaised) as failed:
        raise_army(book, RaiseRequest("french", 400, requirements=(read_requirement("8 divisions", book, "french"),)))
    assert sorted(failed.value.labels) == ["at most 400 points", "required: 8 divisions"]


def test_date_without_offers_is_reported(book_of: BookOf) -> None:
    with pytest.raises(NotRaised, match="the French list has neither foot nor horse in 1899"):
        raise_army(book_of("days_of_empire", "french"), RaiseRequest("french", 800, date=read_date("1899")))


@pytest.mark.slow
def test_a_cap_on_stands_is_kept(book_of: BookOf, wrong: Wrong) -> None:
    book = book_of("days_of_empire", "russian")
    line = frozenset({"ru_line", "ru_jager"})
    cap = PieceCap("line and Jägers owned: at most 40 stands", line, 40)
    for seed in range(3):
        raised = raise_army(book, RaiseRequest("russian", 800, "infantry", seed=seed, caps=(cap,)))
        sizes = [place.unit.size for place in units_of(raised.orbat) if place.unit.entry in line]
        assert sum(size for size in sizes if isinstance(size, int)) <= 40
        assert wrong(raised) == []


@pytest.mark.slow
def test_target_shares_follow_another_army(book_of: BookOf) -> None:
    book = book_of("days_of_empire", "russian")
    other = raise_army(book, RaiseRequest("russian", 1200, "cavalry", seed=5)).orbat
    wanted = entry_shares(Pricer(book, None).quote(other), "russian")
    like = raise_army(book, RaiseRequest("russian", 800, target_shares=wanted)).orbat
    found = dict(entry_shares(Pricer(book, None).quote(like), "russian"))
    assert sum(abs(share - found.get(entry, 0.0)) for entry, share in wanted) < 0.4


@pytest.mark.slow
def test_remaining_points_are_less_than_the_price_step(book_of: BookOf) -> None:
    raised = raise_army(book_of("honours_of_war", "prussian"), RaiseRequest("prussian", 1503))
    assert raised.points == raised.maximum == 1500
    assert raised.proof.startswith("3 under the agreed points; the limits allow no closer army")


def small(book: Book, sizes: tuple[int, int], rating: str, guns: tuple[int, int]) -> Book:
    """A book whose list has only line battalions of one rating and field batteries, without warnings."""
    own = book.lists["sardinian"]
    line, battery = (
        next(one for one in own.entries if one.id == entry_id) for entry_id in ("sa_line", "sa_field_battery")
    )
    entries = (
        replace(line, limits=(), size=sized(sizes), ratings=Ratings(allowed=(rating,), typical=rating)),
        replace(battery, limits=(), size=sized(guns)),
    )
    rules = replace(book.ruleset, limits=(), entries=())
    return replace(book, ruleset=rules, lists={"sardinian": replace(own, entries=entries, limits=())})


def sized(bounds: tuple[int, int]) -> SizeRange:
    return SizeRange(min=bounds[0], typical=bounds[1], max=bounds[1])


def sums_of(book: Book, most: int) -> set[int]:
    """All possible costs of an army of the small list: any numbers of battalions and batteries.

    There are one to three generals per battalion: of a brigade, a division and a corps.
    """
    line, battery = book.lists["sardinian"].entries
    assert line.ratings is not None

    def reach(steps: set[int]) -> dict[int, set[int]]:
        found = {0: {0}}
        while found[max(found)]:
            found[len(found)] = {one + step for one in found[max(found)] for step in steps if one + step <= most}
        return found

    battalion = {
        int(rating) * size
        for rating in line.ratings.allowed
        for size in range(max(line.size.min, 3), line.size.max + 1)
    }
    guns = set().union(*reach({35 * size for size in range(battery.size.min, battery.size.max + 1)}).values())
    return {
        foot + gun + 30 * generals
        for count, sums in reach(battalion).items()
        for foot in sums
        for gun in guns
        for generals in range(1, min(3 * count, most // 30) + 1)
        if foot + gun + 30 * generals <= most
    }


@pytest.mark.slow
@pytest.mark.parametrize(
    ("sizes", "rating", "guns"), [((8, 9), "3", (4, 5)), ((4, 12), "2", (2, 6)), ((7, 7), "3", (3, 3))]
)
def test_no_army_is_nearer_by_exhaustive_count(
    book_of: BookOf, sizes: tuple[int, int], rating: str, guns: tuple[int, int]
) -> None:
    book = small(book_of("days_of_empire", "sardinian"), sizes, rating, guns)
    possible = sums_of(book, 330)
    for points in range(55, 331, 25):
        nearest = max((one for one in possible if one <= points), default=None)
        if nearest is None:
            with pytest.raises(NotRaised):
                raise_army(book, RaiseRequest("sardinian", points))
            continue
        raised = raise_army(book, RaiseRequest("sardinian", points))
        assert raised.points == nearest, points
        assert raised.maximum == nearest
        assert not [finding for finding in raised.findings if finding.severity == "error"]


def test_an_army_has_no_claims_and_names_its_data(book_of: BookOf) -> None:
    orbat = raise_army(book_of("days_of_glory", "union_west"), RaiseRequest("union_west", 400)).orbat
    assert isinstance(orbat, Orbat)
    assert orbat.total is None
    assert (orbat.ruleset.id, str(orbat.army_list), orbat.game_size) == ("days_of_glory", "union_west", 400)


@pytest.mark.slow
def test_generals_do_not_use_up_points_beyond_the_supply(book_of: BookOf, wrong: Wrong) -> None:
    book = book_of("days_of_empire", "russian")
    foot = frozenset(entry.id for entry in book.entries("russian").values() if entry.kind == "infantry")
    guns = frozenset(entry.id for entry in book.entries("russian").values() if entry.kind == "field_gun")
    others = frozenset(book.entries("russian")) - foot - guns
    caps = (PieceCap("foot", foot, 60), PieceCap("guns", guns, 5), PieceCap("nothing else", others, 0))
    raised = raise_army(book, RaiseRequest("russian", 2000, date=read_date("1854-09"), caps=caps))
    units = sum(line.points for line in raised.quote.all_units)
    assert wrong(raised) == []
    assert units == 60 * 4 + 5 * 35  # horse artillery needs cavalry
    assert raised.points - units <= raised.points / 5 + 30
    assert raised.maximum == raised.points
    assert raised.proof.endswith("the limits and the collection allow no closer army")


@pytest.mark.slow
def test_required_formations_are_generated_beyond_the_supply(book_of: BookOf) -> None:
    book = book_of("days_of_empire", "russian")
    caps = (PieceCap("everything", frozenset(book.entries("russian")), 60),)
    must = read_requirement("5 brigades", book, "russian")
    raised = raise_army(book, RaiseRequest("russian", 400, date=read_date("1854-09"), caps=caps, requirements=(must,)))
    assert sum(place.formation.level == "brigade" for place in formations_of(raised.orbat)) >= 5


@pytest.mark.slow
def test_cost_of_the_nearest_army_without_warnings_is_reported(book_of: BookOf) -> None:
    book = book_of("days_of_glory", "union_potomac")
    foot = frozenset(entry.id for entry in book.entries("union_potomac").values() if entry.kind == "infantry")
    others = frozenset(book.entries("union_potomac")) - foot
    caps = (PieceCap("foot", foot, 60), PieceCap("nothing else", others, 0))
    request = RaiseRequest("union_potomac", 340, date=read_date("1864"), caps=caps)
    raised = raise_army(book, request)
    assert raised.warnings
    assert raised.advised_points is not None
    assert raised.advised_points < raised.points
    advised = raise_army(book, replace(request, points=int(raised.advised_points)))
    assert (advised.points, advised.warnings, advised.advised_points) == (raised.advised_points, (), None)

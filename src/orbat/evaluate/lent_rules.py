"""Rules about lent troops: troops from another army list than the ORBAT's."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import NamedTuple

from orbat.evaluate.pricing import share_of
from orbat.evaluate.quote import ExactPoints, FormationLine, Quote, UnitLine
from orbat.evaluate.rule import ArmyCase, RuleResult, formation_title, unit_name
from orbat.model.book import Book
from orbat.model.dates import span
from orbat.model.orbat import Orbat
from orbat.model.path import OrbatPath
from orbat.model.points import exact, show
from orbat.model.record import Value
from orbat.model.wars import war_between
from orbat.model.wording import all_of, phrase, plural


class LentTroops(Value):
    """The units and generals that an army takes from one other army list."""

    list_id: str
    title: str
    points: ExactPoints
    """The total cost of the units and generals."""
    units: int
    generals: int
    places: tuple[tuple[OrbatPath, str], ...]
    """The paths and names of lent formations, and of lent units in other formations."""

    @property
    def words(self) -> str:
        """Text such as `245 points of troops lent by Blues`. If no units are lent: `1 general lent by Blues`."""
        if self.units:
            if self.points == 1:
                return phrase("1 point of troops lent by {list}", list=self.title)
            return phrase("{points} points of troops lent by {list}", points=show(self.points), list=self.title)
        return plural(
            self.generals, "{count} general lent by {list}", "{count} generals lent by {list}", list=self.title
        )


class _Gathered(NamedTuple):
    units: list[ExactPoints]
    generals: list[ExactPoints]
    places: list[tuple[OrbatPath, str]]


def lent_troops(orbat: Orbat, quote: Quote, book: Book) -> tuple[LentTroops, ...]:
    """The lent troops of an army, by army list. The list with the most points comes first."""
    own = orbat.army_list.id if orbat.army_list else ""
    found: dict[str, _Gathered] = {}

    # If the ORBAT itself names no army list, all units and formations that name one count as lent.
    def gather(formations: tuple[FormationLine, ...], units: tuple[UnitLine, ...], around: str) -> None:
        # `around` is the army list of the formation that contains these formations and units
        for line in formations:
            if line.list_id != own:
                one = found.setdefault(line.list_id, _Gathered([], [], []))
                if line.commander:
                    one.generals.append(line.commander.points)
                if line.list_id != around:
                    one.places.append((line.path, formation_title(line.formation)))
            gather(line.formations, line.units, line.list_id)
        for unit in units:
            if unit.list_id != own:
                one = found.setdefault(unit.list_id, _Gathered([], [], []))
                one.units.append(unit.points)
                if unit.list_id != around:
                    entry = book.entry(unit.list_id, unit.unit.entry)
                    one.places.append((unit.path, unit_name(unit.unit, entry)))

    gather(quote.formations, quote.units, own)
    lent = [
        LentTroops(
            list_id,
            book.title(list_id),
            exact(sum(one.units) + sum(one.generals)),
            len(one.units),
            len(one.generals),
            tuple(one.places),
        )
        for list_id, one in found.items()
        if one.units or one.generals
    ]
    return tuple(sorted(lent, key=lambda one: (-one.points, one.list_id)))


def own_troops_present(case: ArmyCase) -> Iterator[RuleResult]:
    """The army has troops of the ORBAT's army list.

    Why: Lent troops have the prices and limits of their own list. If a game size is agreed, lent troops may cost at
    most half of the army's points. Works and other entries that every army can buy are not troops of a list.

    Example: a Blue army whose only brigade has `army_list: red`.

    Remedy: Change the ORBAT's army list, or buy more of the army's own troops.
    """
    own = case.context.list_id
    if not own or not case.context.is_begun or case.book.lists.keys() <= {own}:
        return
    lent = lent_troops(case.orbat, case.quote, case.book)
    points = exact(sum(one.points for one in lent))
    own_points = exact(case.quote.total - points)
    lists = _lists_of_troops(case)
    none = bool(lists) and own not in lists
    if not none and (case.orbat.game_size is None or own_points >= points):
        return
    share = share_of(case.book, own, case.rulings)
    unpaid = share and any(share_of(case.book, one.list_id, case.rulings) != share for one in lent)
    if none:
        message = (
            "no units of the {own} list; {lent}. Lent troops do not pay the {own} price ({share})"
            if unpaid
            else "no units of the {own} list; {lent}"
        )
    else:
        message = (
            "only {points} of {total} points are from the {own} list; {lent}. "
            "Lent troops do not pay the {own} price ({share})"
            if unpaid
            else "only {points} of {total} points are from the {own} list; {lent}"
        )
    words = all_of([one.words for one in lent])
    yield RuleResult(
        message=message,
        help="Change the army list of the ORBAT, or buy more of the army's own troops.",
        cites=(f"{case.book.title(own)} list",),
        fields={
            "own": case.book.title(own),
            "lent": words,
            "points": show(own_points),
            "total": show(case.quote.total),
            "share": share.words if share else "",
            "short": phrase("troops lent by {lists}", lists=all_of([one.title for one in lent])),
        },
        path=("army_list",),
        doubt="lent",
    )


def _lists_of_troops(case: ArmyCase) -> set[str]:
    common = {entry.id for entry in case.book.ruleset.entries}
    return {one.list_id for one in case.summary.variants if one.entry and one.entry.id not in common}


def lender_not_enemy(case: ArmyCase) -> Iterator[RuleResult]:
    """No troops are lent by an enemy.

    Why: The ruleset lists the wars of its period with the nations on each side. If the ORBAT has no date, the rule uses
    all wars in the years of the army's own list.

    Example: a Blue brigade in a Red army.

    Remedy: Remove the troops, or ask the opponent to allow them.
    """
    own = case.book.lists.get(case.context.list_id)
    wars = case.book.ruleset.wars
    if own is None or not wars or len(case.book.lists) == 1:
        return
    date = case.orbat.date
    period = (date, date) if date else (own.years.from_, own.years.to)
    for one in lent_troops(case.orbat, case.quote, case.book):
        war = war_between(wars, own.nation, case.book.nation(one.list_id), period)
        if war is None:
            continue
        yield RuleResult(
            message="{lent}, an enemy of {own} in the {war}",
            help="Remove the troops, or ask the opponent to allow them.",
            cites=(f"{case.book.ruleset.title} ruleset",),
            fields={"lent": one.words, "own": own.title, "war": war.name, "short": "troops lent by an enemy"},
            path=(*one.places[0][0], "army_list"),
            doubt="lent",
        )


def allies_present(case: ArmyCase) -> Iterator[RuleResult]:
    """Lent troops come from an ally of the army at the ORBAT's date.

    Why: An army list can name its allies, with dates, theatres and the largest share of the points.

    Example: a Green brigade in a Blue army of 1757, where Greens served with Blues from 1758.

    Remedy: Remove the troops, or ask the opponent to allow them.
    """
    own, orbat = case.book.lists.get(case.context.list_id), case.orbat
    if own is None or not own.allies or len(case.book.lists) == 1 or own.id in case.undated:
        return
    enemies = {result.path for result in lender_not_enemy(case)}
    for one in lent_troops(orbat, case.quote, case.book):
        path = (*one.places[0][0], "army_list")
        if not one.list_id or path in enemies:
            continue
        allies = [ally for ally in own.allies if ally.list == one.list_id]
        present = next((ally for ally in allies if ally.is_with(orbat.date, orbat.theatre)), None)
        base = case.quote.total
        allowed = base if present is None or present.at_most is None else exact(present.at_most * base)
        if present and one.points <= allowed:
            continue
        if present:
            message = "{lent}; at most {share} of the {total} points ({allowed}) allowed"
            if present.note:
                message = "{lent}; at most {share} of the {total} points ({allowed}) allowed ({note})"
        else:
            message = "{lent}, but {lender} did not serve with {own}"
            if allies:
                message = "{lent}, but {lender} served with {own} only {dates}"
        yield RuleResult(
            message=message,
            help="Remove the troops, or ask the opponent to allow them.",
            cites=(f"{own.title} list (house)" if present and present.house else f"{own.title} list",),
            fields={
                "lent": one.words,
                "lender": one.title,
                "own": own.title,
                "dates": all_of(dict.fromkeys(span(ally.from_, ally.to) for ally in allies)),
                "share": str(Fraction(present.at_most)) if present and present.at_most else "",
                "total": show(base),
                "allowed": show(allowed // 1 if isinstance(base, int) else allowed),
                "note": present.note if present else "",
            },
            path=path,
            house=bool(present and present.authority == "house"),
        )

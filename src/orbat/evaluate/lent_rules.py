"""Rules about lent troops: those from another army list than the ORBAT's. Also adds up their points."""

from __future__ import annotations

from collections.abc import Iterator

from orbat.evaluate.pricing import share_of
from orbat.evaluate.quote import ExactPoints, Quote
from orbat.evaluate.rule import ArmyCase, RuleResult, formation_title, unit_name
from orbat.model.book import Book
from orbat.model.orbat import Orbat
from orbat.model.path import OrbatPath
from orbat.model.points import exact, show
from orbat.model.record import Value
from orbat.model.wars import war_between
from orbat.model.wording import all_of, phrase, pick, plural


class LentTroops(Value):
    """The units and generals of an army that come from one other army list. `points` is their cost.

    `places` has the path and name of each lent formation, and of each lent unit in a formation that is not lent.
    """

    list_id: str
    title: str
    points: ExactPoints
    units: int
    generals: int
    places: tuple[tuple[OrbatPath, str], ...]

    @property
    def words(self) -> str:
        """The lent points and the lender: `245 points lent by Blues`; `1 general lent by Blues` without units."""
        if self.units:
            template = pick(
                1 if self.points == 1 else 2, "{points} point lent by {list}", "{points} points lent by {list}"
            )
            return template.format(points=show(self.points), list=self.title)
        return plural(
            self.generals, "{count} general lent by {list}", "{count} generals lent by {list}", list=self.title
        )


class _Item(Value):
    """A unit, or a formation's general. `place` is the path and name if the item is lent separately from its parent."""

    list_id: str
    points: ExactPoints = 0
    units: int = 0
    generals: int = 0
    place: tuple[OrbatPath, str] | None = None


def lent_troops(orbat: Orbat, quote: Quote, book: Book) -> tuple[LentTroops, ...]:
    """The lent troops of an army, one item for each lending army list. The list that lends the most points comes first.

    If the ORBAT names no army list, the troops of every list are lent.
    """
    own = orbat.army_list.id if orbat.army_list else ""
    found: dict[str, list[_Item]] = {}
    for item in _items(quote, book, own):
        if item.list_id != own:
            found.setdefault(item.list_id, []).append(item)
    lent = [
        LentTroops(
            list_id,
            book.title(list_id),
            exact(sum(one.points for one in items)),
            sum(one.units for one in items),
            sum(one.generals for one in items),
            tuple(one.place for one in items if one.place),
        )
        for list_id, items in found.items()
        if any(one.units or one.generals for one in items)
    ]
    return tuple(sorted(lent, key=lambda one: (-one.points, one.list_id)))


def _items(quote: Quote, book: Book, own: str) -> Iterator[_Item]:
    """Yield everything that can be lent: formations, their generals, and units."""
    lists: dict[OrbatPath, str] = {(): own}
    for line in quote.all_formations:
        lists[line.path] = line.list_id
        place = (line.path, formation_title(line.formation)) if line.list_id != lists[line.path[:-2]] else None
        general = line.commander
        yield _Item(line.list_id, general.points if general else 0, 0, 1 if general else 0, place)
    for unit in quote.all_units:
        entry = book.entry(unit.list_id, unit.unit.entry)
        place = (unit.path, unit_name(unit.unit, entry)) if unit.list_id != lists[unit.path[:-2]] else None
        yield _Item(unit.list_id, unit.points, 1, 0, place)


def own_troops_present(case: ArmyCase) -> Iterator[RuleResult]:
    """The army has troops of its own army list. With an agreed game size, lent troops are at most half of the points.

    Why: Lent troops have the prices and limits of their own list. If all troops were lent, the prices and limits of
    the army's own list would not apply to any of them. In a historical battle without an agreed size, allies may be
    the larger part.

    Example: a Blue army whose only brigade has `army_list: red`.

    Remedy: Choose the army list of most of the troops, or buy troops of the army's own list.
    """
    own = case.context.list_id
    if not own or not case.context.is_begun or case.book.lists.keys() <= {own}:
        return
    lent = lent_troops(case.orbat, case.quote, case.book)
    if not lent:
        return
    points = exact(sum(one.points for one in lent))
    own_points = exact(case.quote.total - points)
    none = own not in case.summary.lists
    if not none and (case.orbat.game_size is None or own_points >= points):
        return
    share = share_of(case.book, own, case.rulings)
    unpaid = share and any(share_of(case.book, one.list_id, case.rulings) != share for one in lent)
    if none:
        message = "no units of the {own} list; {lent}"
    else:
        message = "only {points} of {total} points are from the {own} list; {lent}"
    if unpaid:
        message += ". Lent troops do not pay the {own} price ({share})"
    words = all_of([one.words for one in lent])
    yield RuleResult(
        message=message,
        help="Ask which army list the troops belong to.",
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


def lender_not_enemy(case: ArmyCase) -> Iterator[RuleResult]:
    """No troops are lent by an enemy.

    Why: The ruleset lists the wars of its period with the nations on each side. In a year in which a nation changed
    sides, it may lend troops to both sides. Without a date, the wars in all years of the army's own list count.

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

"""Rules about points: the agreed size, what is left, and the claims that somebody wrote."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from orbat.evaluate.pricing import Pricer
from orbat.evaluate.quote import ExactPoints, UnitLine
from orbat.evaluate.rule import ArmyCase, ArmyContext, FormationCase, RuleResult, unit_name
from orbat.model.army_list import Entry
from orbat.model.book import Book
from orbat.model.edits import Set
from orbat.model.orbat import Unit
from orbat.model.path import OrbatPath
from orbat.model.points import exact, show
from orbat.model.ruleset import Switch

OFFERS = 3
"""How many ways to spend what is left are named."""


def _points(number: ExactPoints) -> str:
    return "point" if number == 1 else "points"


def within_size(case: ArmyCase) -> Iterator[RuleResult]:
    """The total does not exceed the agreed size.

    Why: An order of battle's total must not exceed the agreed points [DOE 6].

    Example: 812 points in a game of 800.

    Cure: Take stands or units out, or agree a larger size. `orbat suggest` lists ways to come under it.
    """
    switch, left = case.rules.within_size, case.quote.remaining
    if switch and left is not None and left < 0:
        yield RuleResult(
            message="{total} points; {size} are agreed, so it is {over} over",
            help="Take out {over} {points} or more, or agree a larger size.",
            cites=switch.citations,
            fields={
                "total": show(case.quote.total),
                "size": case.quote.game_size,
                "over": show(exact(-left)),
                "points": _points(-left),
            },
            path=("game_size",),
        )


def size_agreed(case: ArmyCase) -> Iterator[RuleResult]:
    """A game size is agreed.

    Why: Players buy stands from an agreed total [DOE 5]; without one only the sums can be checked.

    Example: an ORBAT without `game_size`.

    Cure: Write the agreed size, or give it with --points.
    """
    switch = case.rules.size_agreed
    if switch and case.orbat.game_size is None:
        yield RuleResult(
            message="no game size is agreed; the army comes to {total} points",
            help="Write game_size: and the agreed points.",
            cites=switch.citations,
            fields={"total": show(case.quote.total)},
            path=("game_size",),
        )


def usual_size(case: ArmyCase) -> Iterator[RuleResult]:
    """The agreed size is a usual one.

    Why: A six by four foot table holds an average game of 400 to 1200 points [DOE 3.6, 5].

    Example: a game of 1500 points.

    Cure: Agree another size, or a larger table.
    """
    switch, size = case.rules.usual_size, case.orbat.game_size
    if switch and size is not None and not switch.min <= size <= switch.max:
        yield RuleResult(
            message="a game of {size} points; {min} to {max} is usual{table}",
            help="Agree a size from {min} to {max}, or another table.",
            cites=switch.citations,
            fields={"size": size, "min": show(switch.min), "max": show(switch.max), "table": _on_table(case)},
            path=("game_size",),
        )


def _on_table(case: ArmyCase) -> str:
    """` on a table of 6 by 4 feet`, where the ruleset has a usual one."""
    table = case.book.ruleset.table
    if table is None:
        return ""
    return f" on a table of {show(exact(Fraction(table.length, 12)))} by {show(exact(Fraction(table.depth, 12)))} feet"


class _Offers:
    """What would use up the points left, worked out when it is shown: troops first, and then works."""

    def __init__(self, case: ArmyCase, left: ExactPoints) -> None:
        self.case = case
        self.left = left

    def __str__(self) -> str:
        offers = sorted((*self._more(), *self._new()), key=lambda offer: offer[:2])[:OFFERS]
        words = [f"{what}, leaving {show(exact(rest))}" for _, rest, what in offers]
        return f": they buy {'; or '.join(words)}" if words else ""

    def _more(self) -> Iterator[tuple[bool, ExactPoints, str]]:
        """More stands or guns for the units there are."""
        for line in self.case.quote.all_units:
            entry = self.case.book.entry(line.list_id, line.unit.entry)
            each = sum(term.points for term in line.sum.each)
            if entry and line.sum.points is not None and 0 < each <= self.left:
                number = int(min(self.left // each, entry.size.max - line.sum.pieces))
                if number > 0:
                    yield (
                        self.case.book.kind(entry).works,
                        self.left - number * each,
                        f"{number} more {self._word(entry, number)} for {unit_name(line.unit, entry)}",
                    )

    def _new(self) -> Iterator[tuple[bool, ExactPoints, str]]:
        """A new unit of an entry, as large as the points and the list allow."""
        orbat, book = self.case.orbat, self.case.book
        pricer = Pricer(book, orbat.date, self.case.rulings)
        list_id = orbat.army_list.id if orbat.army_list else ""
        beside = {need.kind for need in self.case.rules.needs}
        for entry in book.entries(list_id).values():
            kind = book.kind(entry)
            if (
                kind.staff
                or entry.kind in beside
                or (orbat.date and entry.dates and not entry.dates.covers(orbat.date))
            ):
                continue
            rating = entry.ratings.typical if entry.ratings else ""
            size = entry.sizes.typical if entry.sizes else 1
            one = pricer.price_unit(Unit(entry=entry.id, size=size, rating=rating), list_id)
            if one.points is None or one.points <= 0:
                continue
            number = int(self.left // one.points)
            number = min(number, entry.size.max) if kind.price.per == "size" else min(number, 1)
            if number >= entry.size.min:
                yield kind.works, self.left - number * one.points, f"{entry.name}{self._size(entry, number)}"

    def _size(self, entry: Entry, number: int) -> str:
        """`, 12 stands`, `, small`; nothing for what has no size."""
        if entry.sizes:
            return f", {self.case.book.ruleset.size_label(entry.sizes.typical)}"
        word = self._word(entry, number)
        return f", {number} {word}" if word else ""

    def _word(self, entry: Entry, number: int) -> str:
        return self.case.book.kind(entry).size_word(number)


def points_left(case: ArmyCase) -> Iterator[RuleResult]:
    """No points are left over.

    Why: Points not spent are lost. This is only a note, with what they would still buy. While a unit has no price
    yet, nothing is said of what is left.

    Example: 788 points in a game of 800.

    Cure: Spend them, or let them go. `orbat suggest` lists what they would buy.
    """
    switch, left = case.rules.within_size, case.quote.remaining
    if switch and left is not None and left > 0 and not case.summary.is_unpriced:
        yield RuleResult(
            message="{left} {points} left of {size}{offers}",
            help="Spend them, or let them go.",
            cites=switch.citations,
            fields={
                "left": show(left),
                "points": _points(left),
                "size": case.quote.game_size,
                "offers": _Offers(case, left),
            },
            path=(),
        )


class _Reason:
    """The sum behind a unit's price, put into words when it is shown."""

    def __init__(self, line: UnitLine) -> None:
        self.line = line

    def __str__(self) -> str:
        return f": {self.line.sum.reason}"


def _older_data(book: Book, army: ArmyContext) -> str:
    """`; it was saved with blues@1 (now 2)`, where the file pins data that is not in use."""
    army_list = book.lists.get(army.list_id)
    pins = ((army.ruleset, book.ruleset), (army.army_list, army_list))
    older = [
        f"{pin} (now {data.version})"
        for pin, data in pins
        if pin and data and pin.version and pin.version != data.version
    ]
    return f"; it was saved with {' and '.join(older)}" if older else ""


def _differs(
    switch: Switch,
    older: str,
    place: OrbatPath,
    field: str,
    name: str,
    claimed: ExactPoints,
    comes_to: ExactPoints,
    why: object = "",
) -> RuleResult:
    """That a number written in a field of the thing at a place is not what the quote says."""
    return RuleResult(
        message="{name}: {claimed} written, comes to {comes_to}{why}{older}",
        help="Correct it to {comes_to}.",
        cites=switch.citations,
        fields={"name": name, "claimed": show(claimed), "comes_to": show(comes_to), "why": why, "older": older},
        path=(*place, field),
        fix=(Set(place, field, comes_to),),
        severity="warning" if older else "error",
    )


def unit_claims(case: ArmyCase) -> Iterator[RuleResult]:
    """The points written for each unit are what it comes to.

    Why: The opponent may double-check the sums [DOE 3.3]. Where the file was saved with other versions of the data
    the difference is a warning that names both.

    Example: 48 points written for a battalion that comes to 60.

    Cure: Correct the points, or leave them out.
    """
    switch, wrong = case.rules.claims, case.summary.wrong_claims
    older = _older_data(case.book, case.context) if wrong else ""
    for line in wrong if switch else ():
        claimed, comes_to = line.unit.points, line.sum.points
        if switch and claimed is not None and comes_to is not None:
            name = unit_name(line.unit, case.book.entry(line.list_id, line.unit.entry))
            yield _differs(switch, older, line.path, "points", name, claimed, comes_to, _Reason(line))


def formation_claims(case: FormationCase) -> Iterator[RuleResult]:
    """The subtotal written for each formation is what it comes to.

    Why: The opponent may double-check the sums [DOE 3.3].

    Example: 200 points written for a brigade that comes to 210.

    Cure: Correct the subtotal, or leave it out.
    """
    switch, claimed = case.rules.claims, case.formation.points
    if switch and claimed is not None and claimed != case.line.points and not case.summary.is_unpriced:
        name = case.formation.name or f"an unnamed {case.formation.level}"
        older = _older_data(case.book, case.army)
        yield _differs(switch, older, case.path, "points", name, claimed, case.line.points)


def total_claim(case: ArmyCase) -> Iterator[RuleResult]:
    """The total written is what the army comes to.

    Why: The opponent may double-check the sums [DOE 3.3].

    Example: a total of 800 written for an army that comes to 812.

    Cure: Correct the total, or leave it out.
    """
    switch, claimed = case.rules.claims, case.orbat.total
    if switch and claimed is not None and claimed != case.quote.total and not case.summary.is_unpriced:
        older = _older_data(case.book, case.context)
        yield _differs(switch, older, (), "total", "the total", claimed, case.quote.total)

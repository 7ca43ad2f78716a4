"""Rules about points: the agreed size, remaining points, and points in the file."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from orbat.evaluate.quote import ExactPoints, UnitLine
from orbat.evaluate.rule import ArmyCase, ArmyContext, FormationCase, RuleResult, formation_title, unit_name
from orbat.evaluate.summary import UnitSummary
from orbat.model.book import Book
from orbat.model.edits import Set
from orbat.model.path import OrbatPath
from orbat.model.points import exact, show
from orbat.model.ruleset import Switch
from orbat.model.wording import all_of, phrase

MAX_OFFERS = 3
"""Maximum number of purchases listed in one finding."""


def within_size(case: ArmyCase) -> Iterator[RuleResult]:
    """The total does not exceed the agreed size.

    Why: Both players agree the points that an army may cost.

    Example: 812 points in a game of 800.

    Remedy: Remove stands or units, or agree a larger size. `orbat suggest` lists cheaper alternatives.
    """
    switch, size = case.rules.within_size, case.quote.game_size
    over = case.quote.total - size if size is not None else 0
    if switch and over > 0:
        yield RuleResult(
            message="{over} point over the agreed {size}" if over == 1 else "{over} points over the agreed {size}",
            help="Remove at least {over} point, or agree a larger size."
            if over == 1
            else "Remove at least {over} points, or agree a larger size.",
            fields={"size": size, "over": show(exact(over))},
            path=("game_size",),
        )


def size_agreed(case: ArmyCase) -> Iterator[RuleResult]:
    """The ORBAT has an agreed game size.

    Why: Players buy their armies from an agreed total. Without an agreed size, the total cannot be checked.

    Example: an ORBAT without `game_size`.

    Remedy: Write `game_size` in the file, or pass the agreed size with `--points`.
    """
    switch = case.rules.size_agreed
    if switch and case.orbat.game_size is None:
        yield RuleResult(
            message="no agreed game size; the army costs {total} points",
            help="Write `game_size:` and the agreed points.",
            fields={"total": show(case.quote.total)},
            path=("game_size",),
        )


def usual_size(case: ArmyCase) -> Iterator[RuleResult]:
    """The agreed size is within the ruleset's usual range.

    Why: The usual sizes suit the usual table and the usual length of a game. Other sizes are allowed.

    Example: a game of 1500 points, where 400 to 1200 are usual.

    Remedy: Agree another size, or use a gaming table of another size.
    """
    switch, size = case.rules.usual_size, case.orbat.game_size
    if switch and size is not None and not switch.min <= size <= switch.max:
        table = case.book.ruleset.table
        yield RuleResult(
            message="game size {size}; {min} to {max} points are usual on a table of {length} by {depth} feet"
            if table
            else "game size {size}; {min} to {max} points are usual",
            help="Agree a size from {min} to {max} points, or use a gaming table of another size.",
            fields={
                "size": size,
                "min": show(switch.min),
                "max": show(switch.max),
                "length": show(exact(case.book.ruleset.feet(table.length))) if table else "",
                "depth": show(exact(case.book.ruleset.feet(table.depth))) if table else "",
            },
            path=("game_size",),
        )


class _PurchaseList:
    def __init__(self, case: ArmyCase) -> None:
        self.case = case

    def __str__(self) -> str:
        from orbat.evaluate.purchases import best_purchases  # most checks do not need it

        offers = [*islice(best_purchases(self.case.trials()), MAX_OFFERS)]
        if not offers:
            return "Buy more troops, or ignore this note."
        words = [
            phrase("{purchase}, leaving {points}", purchase=one.words, points=show(one.remaining)) for one in offers
        ]
        return phrase("You can buy {purchases}.", purchases="; or ".join(words))


def points_left(case: ArmyCase) -> Iterator[RuleResult]:
    """All agreed points are spent.

    Why: Unspent points are lost. The finding is only a note that lists possible purchases.

    Example: 788 points in a game of 800.

    Remedy: Buy more troops, or ignore this note. `orbat suggest` lists purchases.
    """
    switch, remaining = case.rules.within_size, case.quote.remaining
    if switch and remaining is not None and remaining > 0 and not case.summary.is_unpriced:
        yield RuleResult(
            message="{remaining} point of {size} remaining"
            if remaining == 1
            else "{remaining} points of {size} remaining",
            help="{offers}",
            fields={
                "remaining": show(remaining),
                "size": case.quote.game_size,
                "offers": _PurchaseList(case),
            },
        )


class _SumText:
    def __init__(self, line: UnitLine) -> None:
        self.line = line

    def __str__(self) -> str:
        return self.line.sum.reason


def _older_data(book: Book, army: ArmyContext, summary: UnitSummary) -> str:
    lists = [army.army_list, *(pin for _, pin in summary.pins)]
    pins = [(army.ruleset, book.ruleset.version)]
    pins += [(pin, book.lists[pin.id].version) for pin in lists if pin and pin.id in book.lists]
    older = [f"{pin} (now {version})" for pin, version in pins if pin.version and pin.version != version]
    return all_of(list(dict.fromkeys(older)))


def _claim_result(
    switch: Switch,
    older: str,
    place: OrbatPath,
    field: str,
    name: str,
    claimed: ExactPoints,
    actual: ExactPoints,
    reason: _SumText | None = None,
) -> RuleResult:
    if reason:
        message = "{name}: written points {claimed}, actual cost {actual}: {reason}"
        if older:
            message = "{name}: written points {claimed}, actual cost {actual}: {reason}; saved with {older}"
    else:
        message = "{name}: written points {claimed}, actual cost {actual}"
        if older:
            message = "{name}: written points {claimed}, actual cost {actual}; saved with {older}"
    return RuleResult(
        message=message,
        help="Correct the written points, or remove them.",
        fields={"name": name, "claimed": show(claimed), "actual": show(actual), "reason": reason, "older": older},
        path=(*place, field),
        fix=(Set(place, field, actual),),
        severity="warning" if older else "error",
    )


def unit_claims(case: ArmyCase) -> Iterator[RuleResult]:
    """The points written for each unit equal its cost.

    Why: The opponent may check the sums. If the file was saved with other versions of the data, the finding is a
    warning.

    Example: 48 points written for a battalion that costs 60.

    Remedy: Correct the points, or remove them.
    """
    switch, wrong = case.rules.claims, case.summary.wrong_claims
    if switch is None or not wrong:
        return
    older = _older_data(case.book, case.context, case.summary)
    for line in wrong:
        claimed, actual = line.unit.points, line.sum.points
        assert claimed is not None
        assert actual is not None
        name = unit_name(line.unit, case.book.entry(line.list_id, line.unit.entry))
        yield _claim_result(switch, older, line.path, "points", name, claimed, actual, _SumText(line))


def formation_claims(case: FormationCase) -> Iterator[RuleResult]:
    """The subtotal written for each formation equals its cost.

    Why: The opponent may check the sums. A subtotal is not compared if a unit has no price.

    Example: 200 points written for a brigade that costs 210.

    Remedy: Correct the subtotal, or remove it.
    """
    switch, claimed = case.rules.claims, case.formation.points
    if switch and claimed is not None and claimed != case.line.points and not case.summary.is_unpriced:
        name = formation_title(case.formation)
        older = _older_data(case.book, case.army, case.summary)
        yield _claim_result(switch, older, case.path, "points", name, claimed, case.line.points)


def total_claim(case: ArmyCase) -> Iterator[RuleResult]:
    """The total written for the army equals its cost.

    Why: The opponent may check the sums. The total is not compared if a unit has no price.

    Example: a total of 800 written for an army that costs 812.

    Remedy: Correct the total, or remove it.
    """
    switch, claimed = case.rules.claims, case.orbat.total
    if switch and claimed is not None and claimed != case.quote.total and not case.summary.is_unpriced:
        older = _older_data(case.book, case.context, case.summary)
        yield _claim_result(switch, older, (), "total", "total", claimed, case.quote.total)

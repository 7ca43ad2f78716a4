"""The limits of army lists: one rule that reads them all from data."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Literal

from orbat.evaluate.quote import ExactPoints, Quote
from orbat.evaluate.rule import ArmyCase, RuleResult
from orbat.evaluate.tally import (
    WHOLE_ARMY,
    CountKey,
    LimitContext,
    ResolvedLimit,
    Tally,
    amount,
    bound_of,
    breaks,
    limit_context,
    limits_in_force,
    resolved_limits,
    tallies,
)
from orbat.model.army_list import Entry, Limit, Selector
from orbat.model.book import Book
from orbat.model.dates import Date
from orbat.model.orbat import Orbat
from orbat.model.path import OrbatPath, document_order
from orbat.model.points import exact, show
from orbat.model.record import Value


def within_limits(case: ArmyCase) -> Iterator[RuleResult]:
    """The limits of the army list and of the ruleset hold: numbers, in the army or in each formation, and shares.

    Why: The army list says what was there, or keeps an army plausible; most such limits are house. Shares are
    compared as exact fractions.

    Example: four guard battalions where the list allows three in an army.

    Cure: Take units out until the limit holds.
    """
    listed, amounts = case.summary.lists, case.summary.amounts
    whole = (WHOLE_ARMY,) if listed and case.book.ruleset.limits else ()
    for list_id in (*(one for one in listed if one in case.book.lists), *whole):
        army: LimitContext | None = None
        for side, plan in limits_in_force(case.book, list_id, case.orbat.date):
            counts = plan.limit.at_most is None or plan.of.levels or side in amounts
            if counts and _is_broken(case, plan, side):
                # only a verdict needs to know which units are counted
                army = army or limit_context(case.book, case.orbat, case.quote, list_id, case.quote.all_formations)
                yield from (_verdict(army, plan, tally) for tally in tallies(army, plan) if tally.broken)


def _is_broken(case: ArmyCase, plan: ResolvedLimit, side: CountKey) -> bool:
    """Whether a limit is broken in the army, or in one of the formations of its level."""
    limit = plan.limit
    scopes = [case.summary] if limit.scope == "army" else case.summary.at_level(limit.scope)
    for summary in scopes:
        count = summary.amount(plan.of, side)
        measured: ExactPoints = 0
        if isinstance(limit.among, Selector):
            measured = summary.amount(limit.among, side._replace(is_base=True))
        bound, _ = bound_of(limit, measured, case.quote.total, case.orbat.game_size)
        if bound is not None and breaks(limit, count, bound):
            return True
    return False


class Allowance(Value):
    """What the tightest limit on an entry leaves: how much of it is used and the most there may be."""

    used: ExactPoints
    maximum: ExactPoints
    counted: Literal["units", "stands", "points"]
    limit: Limit

    @property
    def remaining(self) -> ExactPoints:
        """What may still be bought, in what is counted; negative where the limit is broken."""
        return exact(self.maximum - self.used)

    @property
    def words(self) -> str:
        """`2 of 3`, `12 of 18 stands`, `40 of 200 points`."""
        # a part of a point is of no use where all prices are whole
        most = math.floor(self.maximum) if isinstance(self.used, int) else self.maximum
        counted = "" if self.counted == "units" else f" {self.counted.removesuffix('s') if most == 1 else self.counted}"
        return f"{show(self.used)} of {show(most)}{counted}"


def entry_allowances(
    book: Book, orbat: Orbat, quote: Quote, list_id: str, within: OrbatPath = ()
) -> dict[str, Allowance]:
    """For each entry of a list that a limit holds down at the ORBAT's date, what the tightest one leaves.

    Limits of a level of formation count in the formations that `within` stands in; advice of the ruleset, which is of
    whole formations, does not count. Options count as the list gives
    them: a limit on what the player may do without leaves the entry alone.
    """
    found: dict[str, Allowance] = {}
    for plan, tally in upper_limits(book, orbat, quote, list_id, within):
        for entry_id, grows in _held_down(book.entries(list_id), plan, orbat.date):
            one = Allowance(
                exact(tally.count), max_allowed(plan.limit, tally, grows=grows), plan.limit.count, plan.limit
            )
            if entry_id not in found or one.remaining < found[entry_id].remaining:
                found[entry_id] = one
    return {entry_id: found[entry_id] for entry_id in book.entries(list_id) if entry_id in found}


def upper_limits(
    book: Book, orbat: Orbat, quote: Quote, list_id: str, within: OrbatPath
) -> Iterator[tuple[ResolvedLimit, Tally]]:
    """The limits that leave so much room at the ORBAT's date, each with what it counts now where `within` stands."""
    if list_id not in book.lists:
        return
    above = tuple(line for line in quote.all_formations if within[: len(line.path)] == line.path)
    for whose in (list_id, *([WHOLE_ARMY] if book.ruleset.limits else [])):
        army = limit_context(book, orbat, quote, whose, above)
        for plan in resolved_limits(book, whose):
            advice = whose == WHOLE_ARMY and plan.limit.severity == "warning"
            if plan.limit.at_most is None or plan.of.levels or advice or not plan.limit.in_force(orbat.date):
                continue
            yield from ((plan, tally) for tally in tallies(army, plan))


def _held_down(entries: Mapping[str, Entry], plan: ResolvedLimit, date: Date | None) -> Iterator[tuple[str, bool]]:
    """The entries whose units a limit counts as they are bought, each with whether its base counts them too."""
    among = plan.limit.among
    for entry_id in plan.counts & entries.keys():
        entry = entries[entry_id]
        if always_matches(entry, plan.of, date):
            yield entry_id, isinstance(among, Selector) and entry_id in plan.base and always_matches(entry, among, date)


def always_matches(entry: Entry, selector: Selector, date: Date | None) -> bool:
    """Whether each unit of an entry has one of the selector's ratings, sizes and options, if it asks for any."""
    if selector.ratings and not (entry.ratings and set(entry.ratings.allowed) <= set(selector.ratings)):
        return False
    if selector.sizes and not (entry.sizes and set(entry.sizes.allowed) <= set(selector.sizes)):
        return False
    if not selector.options:
        return True
    return any(use.option in selector.options and use.use != "optional" and use.covers(date) for use in entry.options)


def max_allowed(limit: Limit, tally: Tally, *, grows: bool) -> ExactPoints:
    """The most that there may be, a whole number where units or stands are counted.

    Where each one bought adds to what a share is of, that is what can be come to by buying: with one other unit
    there, a half allows one more. For each so many, and a share of the points, are of what is there now.
    """
    most, rate = tally.bound, limit.at_most or 0
    if grows and not limit.for_each and rate < 1 and not tally.broken:
        most = tally.count + (most - tally.count) / (1 - Fraction(rate))
    return exact(most) if limit.count == "points" else math.floor(most)


def _verdict(army: LimitContext, plan: ResolvedLimit, tally: Tally) -> RuleResult:
    limit, scope, base = plan.limit, tally.scope, tally.base
    at_most = limit.at_most is not None
    path = _first_over(tally) if at_most and tally.inside else scope
    where = f" in {_scope_name(army, scope)}" if scope else ""
    note = f" ({limit.note})" if limit.note else ""
    bound = _whole(limit, tally.bound)
    return RuleResult(
        message="{what}{where}: {count}{unit}; at {bound_word}{base}{note}",
        help="Take some out, or buy more of what they are measured by."
        if at_most and base is not None
        else "Take some out."
        if at_most
        else "Buy more of them.",
        cites=limit.cite or (f"{_whose(army)}{f' ({limit.mark})' if limit.mark else ''}",),
        fields={
            "what": selector_words(army.book, army.list_id, plan.of),
            "where": where,
            "count": show(exact(tally.count)),
            "unit": _counted(limit, plan.of, one=tally.count == 1),
            "bound_word": f"most {bound} allowed" if at_most else f"least {bound} needed",
            "base": _base_words(army, limit, base),
            "note": note,
        },
        path=path,
        severity=limit.severity,
    )


def _whose(army: LimitContext) -> str:
    """Whose limit it is: the army list's, or the ruleset's."""
    if army.list_id == WHOLE_ARMY:
        return f"{army.book.ruleset.title} ruleset"
    return f"{army.book.title(army.list_id)} list"


def _counted(limit: Limit, selector: Selector, *, one: bool) -> str:
    """What is counted: ` units`, ` unit`; nothing for formations, which are named before."""
    if selector.levels:
        return ""
    return f" {limit.count.removesuffix('s') if one else limit.count}"


def _first_over(tally: Tally) -> OrbatPath:
    """The unit or formation at which, in document order, the count passes the bound."""
    ordered = sorted(tally.inside, key=lambda one: document_order(one.path))
    for number in range(1, len(ordered)):
        if amount(ordered[:number]) > tally.bound:
            return ordered[number - 1].path
    return ordered[-1].path


def _base_words(army: LimitContext, limit: Limit, base: ExactPoints | None) -> str:
    if base is None:
        return ""
    rate = limit.at_most if limit.at_most is not None else limit.at_least
    what = {"spent": "spent", "agreed_size": "agreed"}.get(str(limit.among), "")
    counted: str = "points" if what else limit.count
    if isinstance(limit.among, Selector):
        words = selector_words(army.book, army.list_id, limit.among)
        what, counted = ("", words) if limit.among.levels else (f"of {words}", counted)
    if base == 1:
        counted = counted.removesuffix("s")
    if limit.for_each:
        return (
            f", {rate} for each {limit.for_each} and there {'is' if base == 1 else 'are'} {show(base)} {counted} {what}"
        ).rstrip()
    return f", {Fraction(rate or 0)} of {show(exact(base))} {counted} {what}".rstrip()


def _whole(limit: Limit, bound: ExactPoints) -> str:
    """A bound as the whole number that counts; points may be fractions."""
    if limit.count == "points":
        return show(exact(bound))
    return str(math.floor(bound) if limit.at_most is not None else math.ceil(bound))


def _scope_name(army: LimitContext, scope: OrbatPath) -> str:
    formation = next(line.formation for line in army.formations if line.path == scope)
    return formation.name or f"an unnamed {formation.level}"


def _several(label: str) -> str:
    """`divisions`, `corps`."""
    return label if label.endswith("s") else f"{label}s"


def selector_words(book: Book, list_id: str, selector: Selector) -> str:
    """A selector in words: the names of its entries, or of the kinds, subtypes and groups it takes."""
    lists = book.lists if list_id == WHOLE_ARMY else (list_id,)
    names = {entry.id: entry.name for one in lists for entry in book.entries(one).values()}
    ruleset = book.ruleset
    parts = [names.get(entry, entry) for entry in selector.entries]
    parts += [ruleset.kinds[kind].label for kind in selector.kinds if kind in ruleset.kinds]
    parts += [ruleset.subtypes[subtype].label for subtype in selector.subtypes if subtype in ruleset.subtypes]
    parts += list(selector.groups)
    parts += [_several(level.label) for level in ruleset.levels if level.id in selector.levels]
    if selector.irregular is not None:
        parts.insert(0, "irregulars" if selector.irregular else "regulars")
    words = " and ".join(filter(None, [", ".join(parts[:-1]), *parts[-1:]])) or "all units"
    if selector.ratings:
        words += f" of {ruleset.rating_word} {' or '.join(selector.ratings)}"
    if selector.sizes:
        words += f" of {' or '.join(map(ruleset.size_label, selector.sizes))} size"
    if selector.options:
        labels = [ruleset.options[option].label for option in selector.options if option in ruleset.options]
        words += f" with {' or '.join(labels)}"
    if selector.not_entries:
        words += f" other than {', '.join(names.get(entry, entry) for entry in selector.not_entries)}"
    return words


# What limits on units of some ratings or sizes leave, where an entry can be had in others too.


Size = int | str | None
"""A size as it is written: a number, a named size, or None for what has none."""


class PricedVariant(Value):
    """A unit as it is offered: its rating, its size and what it costs in points."""

    rating: str
    size: Size
    points: ExactPoints


class VariantAllowance(Value):
    """What a limit on these ratings and named sizes (none for all) leaves."""

    ratings: tuple[str, ...]
    sizes: tuple[str, ...]
    allowance: Allowance

    def weight(self, piece: PricedVariant) -> ExactPoints:
        """For how much the limit counts a unit, in what it counts; 0 for one that it does not count."""
        if (self.ratings and piece.rating not in self.ratings) or (self.sizes and piece.size not in self.sizes):
            return 0
        stands = piece.size if isinstance(piece.size, int) else 1
        return {"units": 1, "stands": stands, "points": piece.points}[self.allowance.counted]


def variant_allowances(
    book: Book, orbat: Orbat, quote: Quote, list_id: str, within: OrbatPath = ()
) -> Mapping[str, tuple[VariantAllowance, ...]]:
    """Limits on units of some ratings or sizes, by entry id. See also `entry_allowances`."""
    found: dict[str, list[VariantAllowance]] = {}
    for plan, tally in upper_limits(book, orbat, quote, list_id, within):
        of, limit, entries = plan.of, plan.limit, book.entries(list_id)
        for entry_id in plan.counts & entries.keys() if of.ratings or of.sizes else ():
            entry = entries[entry_id]
            if always_matches(entry, Selector(options=of.options), orbat.date) and not always_matches(
                entry, of, orbat.date
            ):
                among = limit.among if isinstance(limit.among, Selector) and entry_id in plan.base else None
                grows = (
                    among is not None
                    and _of_such(entry, of, among)
                    and always_matches(entry, _options(among), orbat.date)
                )
                left = Allowance(tally.count, max_allowed(limit, tally, grows=grows), limit.count, limit)
                found.setdefault(entry_id, []).append(VariantAllowance(of.ratings, of.sizes, left))
    return {entry_id: tuple(several) for entry_id, several in found.items()}


def _options(selector: Selector) -> Selector:
    return Selector(options=selector.options)


def _of_such(entry: Entry, of: Selector, among: Selector) -> bool:
    """Whether every unit that a limit counts is of the ratings and sizes of its base."""
    ratings = set(of.ratings or (entry.ratings.allowed if entry.ratings else ()))
    sizes = set(of.sizes or (entry.sizes.allowed if entry.sizes else ()))
    return (not among.ratings or ratings <= set(among.ratings)) and (not among.sizes or sizes <= set(among.sizes))


def allowed_sizes(
    sizes: Sequence[Size],
    rating: str,
    price: Callable[[Size], ExactPoints],
    held: Sequence[VariantAllowance],
    old: PricedVariant | None = None,
) -> Sequence[Size]:
    """Those of some sizes that the limits let a unit of that rating have; `old` is what it is where it is there."""
    return tuple(one for one in sizes if _fits(held, PricedVariant(rating, one, price(one)), old)) if held else sizes


def _fits(several: Sequence[VariantAllowance], new: PricedVariant, old: PricedVariant | None) -> bool:
    for hold in several:
        more = hold.weight(new) - (hold.weight(old) if old else 0)
        if more > max(0, hold.allowance.remaining):
            return False
    return True


def counts_allowed(several: Sequence[VariantAllowance], piece: PricedVariant) -> Iterator[ExactPoints]:
    """How many such units each limit that counts them leaves."""
    for hold in several:
        if weight := hold.weight(piece):
            yield max(0, hold.allowance.remaining // weight)

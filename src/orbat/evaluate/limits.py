"""The rule on the limits of army lists and rulesets, and what the limits still allow."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from functools import reduce
from typing import Literal

from orbat.evaluate.quote import ExactPoints, Quote
from orbat.evaluate.rule import ArmyCase, RuleResult, formation_title
from orbat.evaluate.summary import UnitSummary
from orbat.evaluate.tally import (
    WHOLE_ARMY,
    CountKey,
    LimitContext,
    ResolvedLimit,
    Tally,
    amount,
    bound_of,
    breaks,
    counted_items,
    limit_context,
    limits_in_force,
    needed_items,
    resolved_limits,
    tallies,
)
from orbat.model.army_list import OWN_FORMATION, Entry, Limit, LimitCondition, Selector
from orbat.model.book import Book
from orbat.model.dates import Date
from orbat.model.edits import Edit, Remove, at, insertion
from orbat.model.orbat import Orbat
from orbat.model.path import OrbatPath, document_order
from orbat.model.points import exact, show
from orbat.model.record import Value
from orbat.model.wording import all_of, any_of, phrase


def within_limits(case: ArmyCase) -> Iterator[RuleResult]:
    """The army is within all limits of its army lists and ruleset.

    Why: Limits reflect how many troops were available in history, or keep an army plausible. Some troops need other
    troops: for example, horse artillery needs cavalry in its formation. Most limits are house limits: no rulebook gives
    them. A house limit that is not kept gives a warning, or an error with `house_limits: enforce`.

    Example: four guard battalions where the army list allows three in an army.

    Remedy: Remove or add units until the army is within the limit.
    """
    listed, amounts = case.summary.lists, case.summary.amounts
    whole = (WHOLE_ARMY,) if listed and case.book.ruleset.limits else ()
    for list_id in (*(one for one in listed if one in case.book.lists), *whole):
        army: LimitContext | None = None
        for side, resolved in limits_in_force(case.book, list_id, case.orbat.date, case.orbat.theatre):
            limit = resolved.limit
            if case.orbat.partial and (limit.at_most is None or limit.among is not None or resolved.needed):
                continue  # the troops that are left out may meet a minimum, a share or a condition
            minimum = limit.maximum is None and not limit.or_none
            counts = minimum or resolved.of.levels or side in amounts
            if counts and _is_broken(case, resolved, side):
                # the counted units are needed only for a finding
                army = army or limit_context(case.book, case.orbat, case.quote, list_id, case.quote.all_formations)
                yield from (_result(army, resolved, tally) for tally in tallies(army, resolved) if tally.broken)


def _is_broken(case: ArmyCase, resolved: ResolvedLimit, side: CountKey) -> bool:
    limit, own = resolved.limit, resolved.limit.scope == OWN_FORMATION
    scopes: Iterable[UnitSummary] = [case.summary]
    if own:
        scopes = (case.summary, *case.summary.formations)
    elif limit.scope != "army":
        scopes = case.summary.at_level(limit.scope)
    for summary in scopes:
        count = summary.own_amount(side) if own else summary.amount(resolved.of, side)
        measured: ExactPoints = 0
        if isinstance(limit.among, Selector):
            measured = summary.amount(limit.among, side._replace(what="among"))
        needed = resolved.needed
        if needed and not needed.holds(summary.amount(needed.of, side._replace(what="needed"))):
            continue
        bound, _ = bound_of(limit, measured, case.quote.total, case.orbat.game_size)
        if bound is not None and breaks(limit, count, bound):
            return True
    return False


class Allowance(Value):
    """The amount that a limit allows, and the amount used so far."""

    used: ExactPoints
    maximum: ExactPoints
    counted: Literal["units", "stands", "points"]
    """The unit of the amounts: units, stands or points."""
    limit: Limit
    depends_on: str = ""
    """The share that the limit allows, such as `1 for every 6 units of Line infantry`. "" for a fixed number."""

    @property
    def remaining(self) -> ExactPoints:
        """The amount still allowed, in units, stands or points. Negative if the limit is exceeded."""
        return exact(self.maximum - self.used)

    @property
    def words(self) -> str:
        """The amount used and the maximum as text: `2 of 3`, `12 of 18 stands`, `40 of 200 points`.

        `none yet` if other troops must be bought first.
        """
        # fractions of a point are useless if all prices are whole
        most = math.floor(self.maximum) if isinstance(self.used, int) else self.maximum
        if self.depends_on and not (self.used or most):
            return "none yet"
        counted = "" if self.counted == "units" else f" {self.counted.removesuffix('s') if most == 1 else self.counted}"
        return f"{show(self.used)} of {show(most)}{counted}"


def entry_allowances(
    book: Book, orbat: Orbat, quote: Quote, list_id: str, within: OrbatPath = ()
) -> dict[str, Allowance]:
    """Find the strictest limit on each entry of a list, for display.

    `within` is the path of a formation, for limits per brigade or division. To find out whether the army can have one
    more unit, use `Trials` instead.
    """
    found: dict[str, Allowance] = {}
    # Limits of the ruleset that give only warnings are left out, because they describe complete formations. So are
    # limits on units with an option that the player need not buy.
    for resolved, tally in _upper_limits(book, orbat, quote, list_id, within):
        for entry_id, grows in _limited_entries(book.entries(list_id), resolved, orbat.date):
            limit = resolved.limit
            most = _max_allowed(limit, tally, grows=grows)
            one = Allowance(exact(tally.count), most, limit.count, limit, _share_words(book, list_id, limit))
            if entry_id not in found or one.remaining < found[entry_id].remaining:
                found[entry_id] = one
    return {entry_id: found[entry_id] for entry_id in book.entries(list_id) if entry_id in found}


def _upper_limits(
    book: Book, orbat: Orbat, quote: Quote, list_id: str, within: OrbatPath
) -> Iterator[tuple[ResolvedLimit, Tally]]:
    if list_id not in book.lists:
        return
    above = tuple(line for line in quote.all_formations if within[: len(line.path)] == line.path)
    for whose in (list_id, *([WHOLE_ARMY] if book.ruleset.limits else [])):
        army = limit_context(book, orbat, quote, whose, above)
        for resolved in resolved_limits(book, whose):
            limit = resolved.limit
            advice = whose == WHOLE_ARMY and limit.severity == "warning"
            if limit.at_most is None or resolved.of.levels or advice or not limit.in_force(orbat.date, orbat.theatre):
                continue  # troops that need other troops have no maximum
            yield from ((resolved, tally) for tally in tallies(army, resolved))


def _limited_entries(
    entries: Mapping[str, Entry], resolved: ResolvedLimit, date: Date | None
) -> Iterator[tuple[str, bool]]:
    # the flag: each unit of the entry also raises the maximum, a share of a total that includes the unit
    among = resolved.limit.among
    for entry_id in resolved.counts & entries.keys():
        entry = entries[entry_id]
        if _always_matches(entry, resolved.of, date):
            yield (
                entry_id,
                isinstance(among, Selector) and entry_id in resolved.base and _always_matches(entry, among, date),
            )


def _always_matches(entry: Entry, selector: Selector, date: Date | None) -> bool:
    if selector.ratings and not (entry.ratings and set(entry.ratings.allowed) <= set(selector.ratings)):
        return False
    if selector.sizes and not (entry.sizes and set(entry.sizes.allowed) <= set(selector.sizes)):
        return False
    if selector.without and any(use.option in selector.without for use in entry.options):
        return False
    if not selector.options:
        return True
    required = {use.option for use in entry.options if use.use == "required" and use.covers(date)}
    return not (entry.always_at(date) | required).isdisjoint(selector.options)


def _max_allowed(limit: Limit, tally: Tally, *, grows: bool) -> ExactPoints:
    # with `grows`, a new unit also raises the total. If at most half of the units may be guards, an army with one other
    # unit may buy one guard unit
    most, rate = tally.bound, limit.at_most or 0
    if grows and not limit.for_each and rate < 1 and not tally.broken:
        most = tally.count + (most - tally.count) / (1 - Fraction(rate))
    return exact(most) if limit.count == "points" else math.floor(most)


def _result(army: LimitContext, resolved: ResolvedLimit, tally: Tally) -> RuleResult:
    limit, scope, base = resolved.limit, tally.scope, tally.base
    at_most = limit.maximum is not None
    if scope:
        message = (
            "{what} in {where}: {counted}; {bound} ({note})" if limit.note else "{what} in {where}: {counted}; {bound}"
        )
    else:
        message = "{what}: {counted}; {bound} ({note})" if limit.note else "{what}: {counted}; {bound}"
    help_text = "Add units or formations that count towards the limit."
    if at_most:
        help_text = "Remove units or formations that count towards the limit."
        if base is not None:
            help_text = "Remove units or formations that count, or increase the total on which the limit depends."
    if limit.only_with:
        help_text = "Move the units to a formation that has the other troops, or remove the units."
        if limit.scope == "army":
            help_text = "Buy the other troops, or remove the units."
    return RuleResult(
        message=message,
        help=help_text,
        cites=limit.cite or (_source(army, limit),),
        fields={
            "what": selector_words(army.book, army.list_id, resolved.of),
            "where": _scope_name(army, scope) if scope else "",
            "counted": _count_words(limit, resolved.of, tally.count),
            "bound": _bound_words(army, limit, tally),
            "note": limit.note,
            "at_least": not at_most,
            "is_share": tally.base is not None,
            "excess": abs(tally.count - tally.bound),
        },
        path=_first_over(tally) if at_most and tally.inside else scope,
        fix=_move_to_others(army, resolved, tally),
        severity=limit.severity,
        house=limit.authority == "house",
    )


def _move_to_others(army: LimitContext, resolved: ResolvedLimit, tally: Tally) -> tuple[Edit, ...]:
    # a single unit moves to the first formation that has the other troops, and no unit like it
    if resolved.limit.scope != OWN_FORMATION or resolved.needed is None or len(tally.inside) != 1:
        return ()
    alike = {one.path[:-2] for one in counted_items(army, resolved.limit, resolved.of, resolved.counts)}
    others = {one.path[:-2] for one in needed_items(army, resolved.needed)} - alike - {()}
    if not others:
        return ()
    path, home = tally.inside[0].path, min(others, key=document_order)
    return Remove(path), insertion(army.orbat, home, at(army.orbat, path))


def _source(army: LimitContext, limit: Limit) -> str:
    source = f"{army.book.title(army.list_id)} list"
    if army.list_id == WHOLE_ARMY:
        source = f"{army.book.ruleset.title} ruleset"
    by = ", ".join(limit.sources) if limit.authority == "work" else limit.mark
    return f"{source} ({by})" if by else source


def _count_words(limit: Limit, selector: Selector, count: ExactPoints) -> str:
    number = show(exact(count))
    if selector.levels:
        return number
    return _measure(number, limit.count, one=count == 1)


def _measure(number: str, counted: str, *, one: bool) -> str:
    match counted:
        case "units":
            return phrase("{number} unit", number=number) if one else phrase("{number} units", number=number)
        case "stands":
            return phrase("{number} stand", number=number) if one else phrase("{number} stands", number=number)
    return phrase("{number} point", number=number) if one else phrase("{number} points", number=number)


def _first_over(tally: Tally) -> OrbatPath:
    ordered = sorted(tally.inside, key=lambda one: document_order(one.path))
    for number in range(1, len(ordered)):
        if amount(ordered[:number]) > tally.bound:
            return ordered[number - 1].path
    return ordered[-1].path


def _bound_words(army: LimitContext, limit: Limit, tally: Tally) -> str:
    bound = _number_words(army, limit, tally)
    if limit.when:
        condition = condition_words(limit.when, army.book, army.list_id)
        if tally.base is not None:
            return phrase("{bound}, {condition}", bound=bound, condition=condition)
        return phrase("{bound} {condition}", bound=bound, condition=condition)
    return bound


def _number_words(army: LimitContext, limit: Limit, tally: Tally) -> str:
    at_most, bound = limit.maximum is not None, _effective_bound(limit, tally)
    if limit.only_with:
        return only_with_words(army.book, army.list_id, limit)
    if limit.or_none:
        return phrase("allowed: none, or at least {bound}", bound=bound)
    if tally.base is None:
        return (
            phrase("at most {bound} allowed", bound=bound)
            if at_most
            else phrase("at least {bound} needed", bound=bound)
        )
    base = _base_words(army, limit, tally.base)
    rate = limit.at_most if limit.at_most is not None else limit.at_least
    assert rate is not None, "the linter refuses a limit without a bound"
    if limit.for_each == 1 and at_most:
        text = "at most {bound} allowed: {rate} for each of the {base}"
    elif limit.for_each == 1:
        text = "at least {bound} needed: {rate} for each of the {base}"
    elif limit.for_each and at_most:
        text = "at most {bound} allowed: {rate} for every {each} of the {base}"
    elif limit.for_each:
        text = "at least {bound} needed: {rate} for every {each} of the {base}"
    elif at_most:
        text = "at most {bound} allowed: {rate} of the {base}"
    else:
        text = "at least {bound} needed: {rate} of the {base}"
    return text.format(bound=bound, rate=Fraction(rate), each=limit.for_each, base=base)


def _share_words(book: Book, list_id: str, limit: Limit) -> str:
    """A maximum that depends on other units or on points, as text: `1 for every 4 units`. "" for other limits."""
    if limit.among is None or limit.at_most is None:
        return ""
    rate, each = Fraction(limit.at_most), limit.for_each
    if limit.among == "spent":
        what = "points spent"
    elif limit.among == "agreed_size":
        what = "points agreed"
    else:
        assert isinstance(limit.among, Selector)
        what = _counted_words(book, list_id, limit.count, limit.among)
    if each is None:
        return phrase("at most {rate} of the {what}", rate=rate, what=what)
    if each == 1:
        return phrase("{rate} for each of the {what}", rate=rate, what=what)
    return phrase("{rate} for every {each} {what}", rate=rate, each=each, what=what)


def _counted_words(book: Book, list_id: str, count: str, among: Selector) -> str:
    if among == Selector():
        return count
    troops = selector_words(book, list_id, among)
    return troops if among.levels else phrase("{units} of {troops}", units=count, troops=troops)


def _base_words(army: LimitContext, limit: Limit, base: ExactPoints) -> str:
    number = show(exact(base))
    if limit.among == "spent":
        return phrase("{number} points spent", number=number)
    if limit.among == "agreed_size":
        return phrase("{number} points agreed", number=number)
    assert isinstance(limit.among, Selector)
    words = selector_words(army.book, army.list_id, limit.among)
    if limit.among.levels:
        return phrase("{number} {formations}", number=number, formations=words)
    measure = _measure(number, limit.count, one=base == 1)
    if limit.among == Selector():
        return measure
    return phrase("{measure} of {what}", measure=measure, what=words)


def _effective_bound(limit: Limit, tally: Tally) -> str:
    if not isinstance(exact(tally.count), int):
        return show(exact(tally.bound))
    return str(math.floor(tally.bound) if limit.maximum is not None else math.ceil(tally.bound))


def condition_words(condition: LimitCondition, book: Book, list_id: str) -> str:
    """A condition of a limit as text: `with at least 2 divisions`, `without earthworks`."""
    troops = selector_words(book, list_id, condition.of)
    if condition.at_most == 0:
        return phrase("without {troops}", troops=troops)
    if condition.at_most is not None:
        return phrase("with at most {number} {troops}", number=condition.at_most, troops=troops)
    if condition.at_least and condition.at_least > 1:
        return phrase("with at least {number} {troops}", number=condition.at_least, troops=troops)
    return phrase("with {troops}", troops=troops)


def only_with_words(book: Book, list_id: str, limit: Limit) -> str:
    """The other troops that a limit needs, as text: `only with cavalry in the same brigade`."""
    assert limit.only_with is not None
    fields = {
        "troops": selector_words(book, list_id, limit.only_with),
        "scope": limit.scope,
        "names": any_of(limit.or_in),
    }
    if limit.scope == "army":
        return phrase("only with {troops} in the army", **fields)
    if limit.or_in:
        return phrase("only in {names}, or with {troops} in the same {scope}", **fields)
    return phrase("only with {troops} in the same {scope}", **fields)


def _scope_name(army: LimitContext, scope: OrbatPath) -> str:
    return formation_title(next(line.formation for line in army.formations if line.path == scope))


def _plural_label(label: str) -> str:
    return label if label.endswith("s") else f"{label}s"


def selector_words(book: Book, list_id: str, selector: Selector) -> str:
    """A condition on units as text, such as `Line infantry and Guards with rifles`."""
    lists = book.lists if list_id == WHOLE_ARMY else (list_id,)
    names = {entry.id: entry.name for one in lists for entry in book.entries(one).values()}
    ruleset = book.ruleset
    conditions = (
        [names.get(entry, entry) for entry in selector.entries],
        [ruleset.kinds[kind].label for kind in selector.kinds if kind in ruleset.kinds],
        [ruleset.subtypes[subtype].label for subtype in selector.subtypes if subtype in ruleset.subtypes],
        selector.groups,
        [_plural_label(level.label) for level in ruleset.levels if level.id in selector.levels],
    )
    # a unit matches one of the alternatives of each condition
    parts = [all_of(one) for one in conditions if one] or ["all units" if selector.irregular is None else "units"]
    words = reduce(lambda units, others: phrase("{units} that are {others}", units=units, others=others), parts)
    if selector.irregular:
        words = phrase("irregular {units}", units=words)
    elif selector.irregular is False:
        words = phrase("regular {units}", units=words)
    if selector.ratings:
        ratings = any_of(selector.ratings)
        words = phrase("{units} of {word} {ratings}", units=words, word=ruleset.rating_word, ratings=ratings)
    if selector.sizes:
        words = phrase("{units} of {sizes} size", units=words, sizes=any_of(map(ruleset.size_label, selector.sizes)))
    if selector.options:
        labels = [ruleset.options[option].label for option in selector.options if option in ruleset.options]
        words = phrase("{units} with {options}", units=words, options=any_of(labels))
    if selector.without:
        labels = [ruleset.options[option].label for option in selector.without if option in ruleset.options]
        words = phrase("{units} without {options}", units=words, options=any_of(labels))
    if selector.not_entries:
        others = ", ".join(names.get(entry, entry) for entry in selector.not_entries)
        words = phrase("{units} other than {others}", units=words, others=others)
    return words

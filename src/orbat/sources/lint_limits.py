"""Lint: limits that can be checked."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from orbat.model.army_list import Limit, Selector
from orbat.model.path import Path
from orbat.model.ruleset import Ruleset
from orbat.sources.lint_case import Fault, LintCase, names_of


def limits_bounded(case: LintCase) -> Iterator[Fault]:
    """A limit has one bound, at_most or at_least; a share says of what (among), and so does for_each, which takes a
    whole number; a limit of the whole list or ruleset says what it counts (of); a share of points counts points;
    what counts formations (levels) counts them alone, as units are counted, within a higher level.

    Why: A limit that does not say all of this cannot be checked.

    Example: `{at_most: 1/3, of: {kinds: [cavalry]}}` without among.

    Cure: Write the key that is missing, or remove the one too many.
    """
    for path, limit in case.each(Limit):
        yield from _formations(path, limit, case.ruleset)
        if (limit.at_most is None) == (limit.at_least is None):
            has = "no bound" if limit.at_most is None else "two bounds"
            yield Fault(path, f"the limit has {has}; it must have at_most or at_least", "Write one bound.")
            continue
        if limit.of is None and path[:1] == ("limits",):
            whose = "ruleset" if isinstance(case.data, Ruleset) else "list"
            yield Fault(path, f"the limit does not say what it counts; a limit of the {whose} needs of", "Write of:.")
        key = "at_least" if limit.at_most is None else "at_most"
        bound = getattr(limit, key)
        yield from _base(path, limit, key, bound, share=isinstance(bound, Fraction) and bound.denominator != 1)


def _base(path: Path, limit: Limit, key: str, bound: int | Fraction, *, share: bool) -> Iterator[Fault]:
    """What a bound is measured by: there where it must be, and of the right sort."""
    if share and limit.among is None:
        says = f"{key} is the share {bound} of nothing; a share needs among"
        yield Fault((*path, key), says, "Write among: and what it is a share of.")
    if limit.for_each and limit.among is None:
        says = "for_each counts nothing; it needs among"
        yield Fault((*path, "for_each"), says, "Write among: and what to count.")
    if limit.among is not None and not limit.for_each and not share:
        says = f"{key} is {bound} and stands beside among; among takes a share such as 1/3, or for_each"
        yield Fault((*path, key), says, "Write a share, add for_each, or remove among.")
    if limit.for_each and share:
        says = f"{key} is {bound} for each {limit.for_each}; with for_each it must be a whole number"
        yield Fault((*path, key), says, "Write a whole number.")
    if share and limit.among in ("spent", "agreed_size") and limit.count != "points":
        says = f"{limit.count} are held against a share of points; a share of points must count points"
        yield Fault((*path, "among"), says, "Write count: points.")


def _formations(path: Path, limit: Limit, ruleset: Ruleset | None) -> Iterator[Fault]:
    """What counts formations: no other keys beside levels, no stands or points, and a scope that can hold them."""
    for key in ("of", "among"):
        selector = getattr(limit, key)
        if not isinstance(selector, Selector) or not selector.levels:
            continue
        others = [name for name in names_of(selector) if name != "levels" and _asked(selector, name)]
        if others:
            says = f"levels count formations, and {others[0]} would select units; levels must stand alone"
            yield Fault((*path, key, others[0]), says, f"Remove {others[0]}, or levels.", at_key=True)
        if limit.count != "units":
            says = f"levels count formations, and the limit counts {limit.count}; it must count units, as usual"
            yield Fault((*path, "count"), says, "Remove count.", at_key=True)
        order = [level.id for level in ruleset.levels] if ruleset else []
        for number, level in enumerate(selector.levels):
            if {limit.scope, level} <= set(order) and order.index(level) <= order.index(limit.scope):
                says = f"a {limit.scope} holds no {level}; the scope must be army or a higher level than what it counts"
                yield Fault((*path, key, "levels", number), says, "Correct the level or the scope.")


def _asked(selector: Selector, name: str) -> bool:
    return getattr(selector, name) not in ((), None)

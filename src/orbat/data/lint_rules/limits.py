"""Lint rules about limits."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from orbat.data.lint_rules.rule import Fault, LintCase
from orbat.model.army_list import OWN_FORMATION, Limit, Selector
from orbat.model.path import OrbatPath
from orbat.model.record import names_of
from orbat.model.ruleset import Ruleset
from orbat.model.wording import all_of, phrase


def check_limits(case: LintCase) -> Iterator[Fault]:
    """Every limit is complete, and its keys do not contradict each other.

    Why: An incomplete or contradictory limit cannot be checked. A limit needs one bound: `at_most`, `at_least` or
    `only_with`. A share such as 1/3 needs `among`. `for_each` needs `among` and a whole number. A limit that does not
    belong to an entry needs `of`. A share of the points needs `count: points`. A limit with `levels` counts formations,
    so it must not select units too. Only a minimum without `among` may have `or_none`. Only a limit with `only_with`
    may have `or_in` or the scope `formation`.

    Example: `{at_most: 1/3, of: {kinds: [cavalry]}}` without `among`: a third of what?

    Remedy: Write the missing key, or remove the surplus one.
    """
    for path, limit in case.each(Limit):
        yield from _check_formations(path, limit, case.ruleset)
        bounds = [key for key in ("at_most", "at_least", "only_with") if getattr(limit, key) is not None]
        if len(bounds) != 1:
            if not bounds:
                message = "the limit has no bound; it needs `at_most`, `at_least` or `only_with`"
            else:
                message = phrase("the limit has several bounds, {bounds}; only one is allowed", bounds=all_of(bounds))
            yield Fault(path, message, "Write one bound.")
            continue
        yield from _check_conditions(path, limit)
        if limit.of is None and path[:1] == ("limits",):
            if isinstance(case.data, Ruleset):
                message = "the limit does not say what it counts; a limit of the ruleset needs the key `of`"
            else:
                message = "the limit does not say what it counts; a limit of the list needs the key `of`"
            yield Fault(path, message, "Add the key `of`, which says what to count.")
        key, bound = bounds[0], getattr(limit, bounds[0])
        if isinstance(bound, Selector):
            continue
        yield from _check_base(path, limit, key, bound, share=isinstance(bound, Fraction) and bound.denominator != 1)


_WITHOUT_SHARE = "`{key}` is allowed only in a limit with `at_least` and without `among`"
_ONLY_WITH = "`{key}` is allowed only in a limit with `only_with`"
_NOT_WITH = "the limit has `only_with` and `{key}`; only one of the two is allowed"


def _check_conditions(path: OrbatPath, limit: Limit) -> Iterator[Fault]:
    wrong: list[tuple[str, str]] = []
    if limit.or_none and (limit.at_least is None or limit.among is not None):
        wrong.append(("or_none", _WITHOUT_SHARE))
    if limit.only_with is None:
        wrong += [("or_in", _ONLY_WITH)] if limit.or_in else []
        wrong += [("scope", _ONLY_WITH)] if limit.scope == OWN_FORMATION else []
    else:
        others = {
            "among": limit.among is not None,
            "for_each": limit.for_each is not None,
            "count": limit.count != "units",
            "when": limit.when is not None,
        }
        wrong += [(key, _NOT_WITH) for key, is_given in others.items() if is_given]
    for key, message in wrong:
        help = phrase("Remove or change `{key}`.", key=key)
        yield Fault((*path, key), message.format(key=key), help, at_key=True)
    if limit.when and limit.when.at_least is not None and limit.when.at_most is not None:
        message = "the condition has two bounds; only one of `at_most` and `at_least` is allowed"
        yield Fault((*path, "when"), message, "Write one bound.", at_key=True)


def _check_base(path: OrbatPath, limit: Limit, key: str, bound: int | Fraction, *, share: bool) -> Iterator[Fault]:
    if share and limit.among is None:
        message = phrase(
            "`{key}` is a share ({share}), so it needs the key `among`, which is missing", key=key, share=bound
        )
        yield Fault(
            (*path, key), message, "Add `among`. For example, `among: spent` means a share of the points spent."
        )
    if limit.for_each and limit.among is None:
        message = "`for_each` needs the key `among`, which is missing"
        yield Fault((*path, "for_each"), message, "Add the key `among`: it selects the troops that `for_each` counts.")
    if limit.among is not None and not limit.for_each and not share:
        message = phrase(
            "`{key}` is {bound}, but a limit with `among` needs a share such as 1/3, or the key `for_each`",
            key=key,
            bound=bound,
        )
        yield Fault((*path, key), message, "Write a share, add `for_each`, or remove `among`.")
    if limit.for_each and share:
        message = phrase("`{key}` is {bound}; a limit with `for_each` needs a whole number", key=key, bound=bound)
        yield Fault((*path, key), message, "Write a whole number.")
    if share and limit.among in ("spent", "agreed_size") and limit.count != "points":
        message = phrase("the limit is a share of points, so it must count points, not {counted}", counted=limit.count)
        yield Fault((*path, "among"), message, "Write `count: points`.")


def _check_formations(path: OrbatPath, limit: Limit, ruleset: Ruleset | None) -> Iterator[Fault]:
    for key in ("of", "among"):
        selector = getattr(limit, key)
        if not isinstance(selector, Selector) or not selector.levels:
            continue
        others = [name for name in names_of(selector) if name != "levels" and _is_set(selector, name)]
        if others:
            message = phrase(
                "`levels` selects formations and `{key}` selects units; use only one of these keys", key=others[0]
            )
            help = phrase("Remove `{key}` or `levels`.", key=others[0])
            yield Fault((*path, key, others[0]), message, help, at_key=True)
        if limit.count != "units":
            message = phrase("a limit on formations cannot count {counted}", counted=limit.count)
            yield Fault((*path, "count"), message, "Remove `count`.", at_key=True)
        order = [level.id for level in ruleset.levels] if ruleset else []
        for number, level in enumerate(selector.levels):
            if {limit.scope, level} <= set(order) and order.index(level) <= order.index(limit.scope):
                message = phrase(
                    "a {scope} cannot contain a {level}; set `scope` to `army`, or to a higher level than {level}",
                    scope=limit.scope,
                    level=level,
                )
                yield Fault(
                    (*path, key, "levels", number), message, "Correct the level, or the key `scope` of the limit."
                )


def _is_set(selector: Selector, name: str) -> bool:
    return getattr(selector, name) not in ((), None)

"""The properties of units and commanders that conditions test."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from orbat.model.applicability import Applicability, alternatives
from orbat.model.play import Ability
from orbat.model.record import Value


class Subject(Value):
    """A unit or commander, with the properties that conditions can test (see `Applicability`)."""

    kinds: tuple[str, ...]
    """The kind of the unit. For a commander, every kind with `staff: true`."""
    subtype: str = ""
    rating: str = ""
    options: tuple[str, ...] = ()
    may: tuple[str, ...] = ()
    """The ids of the unit's abilities."""
    irregular: bool = False
    qualities: tuple[str, ...] = ()
    """The quality of the commander. Before the staff roll, every possible quality."""
    undiced: bool = False
    size: str = ""
    """The named size, such as `large`. "" if the size is a number."""
    flags: tuple[str, ...] = ()
    """The ids of the army's traits."""


def is_relevant(conditions: Sequence[Applicability], subject: Subject) -> bool:
    """Whether a unit or commander meets at least one condition. True without conditions."""
    return not conditions or any(_matches(condition, subject) for condition in conditions)


def _matches(condition: Applicability, subject: Subject) -> bool:
    return (
        _is_allowed(condition.kinds, subject.kinds)
        and _is_allowed(condition.subtypes, (subject.subtype,))
        and _is_allowed(condition.ratings, (subject.rating,))
        and _is_allowed(condition.sizes, (subject.size,))
        and _is_allowed(condition.flags, subject.flags)
        and _is_allowed(condition.options, subject.options)
        and not any(option in condition.without for option in subject.options)
        and _is_allowed(condition.may, subject.may)
        and not any(ability in condition.may_not for ability in subject.may)
        and _is_allowed(condition.qualities, subject.qualities)
        and condition.irregular in (None, subject.irregular)
    )


def _is_allowed(allowed: Collection[str], actual: Collection[str]) -> bool:
    return not allowed or any(one in allowed for one in actual)


def can_have(ability: Ability, subject: Subject) -> bool:
    """Whether a unit can have an ability. The ability's minimum size is not tested."""
    return (
        any(kind in ability.kinds for kind in subject.kinds)
        and (not ability.ratings or subject.rating in ability.ratings)
        and is_relevant(alternatives(ability.for_), subject)
    )

"""The properties of units and commanders that select abilities, prohibitions, and parts of reference tables."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from orbat.model.applicability import Applicability, alternatives
from orbat.model.play import Ability
from orbat.model.record import Value


class Subject(Value):
    """The properties of a unit or commander that conditions test (see `Applicability`).

    - `kinds`: the kind of the unit; for a commander, every kind with `staff: true`.
    - `qualities`: the quality of the commander. If the commander has no staff roll yet (`undiced`), every quality that
      the dice can give.
    - `may`: the ids of the unit's abilities.
    - `size`: the named size, such as `large`; "" if the size is a number.
    - `flags`: the ids of the army's traits.
    """

    kinds: tuple[str, ...]
    subtype: str = ""
    rating: str = ""
    options: tuple[str, ...] = ()
    may: tuple[str, ...] = ()
    irregular: bool = False
    qualities: tuple[str, ...] = ()
    undiced: bool = False
    size: str = ""
    flags: tuple[str, ...] = ()


def is_relevant(conditions: Sequence[Applicability], subject: Subject) -> bool:
    """Whether a unit or commander meets at least one of some conditions. True if there are no conditions."""
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
    """Whether a unit with the given properties can have an ability. The minimum size for the ability is not tested."""
    return (
        any(kind in ability.kinds for kind in subject.kinds)
        and (not ability.ratings or subject.rating in ability.ratings)
        and is_relevant(alternatives(ability.for_), subject)
    )

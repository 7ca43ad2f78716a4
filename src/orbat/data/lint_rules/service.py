"""Lint rule about the periods in which the commanders of an army list served."""

from __future__ import annotations

from collections.abc import Iterator

from orbat.data.lint_rules.rule import Fault, LintCase
from orbat.model.army_list import ArmyList
from orbat.model.wording import all_of, phrase, plural

MOST_NAMES = 5
"""The number of names in a finding. Further names are only counted."""


def check_service(case: LintCase) -> Iterator[Fault]:
    """Every commander has a first date of service, if the army list has a first date.

    Why: Otherwise, a generated army could have a commander who had not yet arrived.

    Example: `{name: General Smith, to: 1855-06}` in a list for the years from 1853.

    Remedy: Add `from` and its source. For a commander who was always there, write the first date of the list.
    """
    army_list = case.army_list
    if army_list is None or army_list.years.from_ is None:
        return
    names = [name for name in army_list.commander_names if not _has_beginning(army_list, name)]
    if not names:
        return
    first, more = all_of(names[:MOST_NAMES]), len(names) - MOST_NAMES
    words = phrase("{names} (and {count} more)", names=first, count=more) if more > 0 else first
    message = plural(
        len(names),
        "{count} commander has no first date of service: {names}",
        "{count} commanders have no first date of service: {names}",
        names=words,
    )
    place = "service" if army_list.service else "commanders"
    yield Fault((place,), message, "Write each commander's first date of service in the key `from`.", at_key=True)


def _has_beginning(army_list: ArmyList, name: str) -> bool:
    records = army_list.service_by_name.get(name, ())
    return bool(records) and all(one.from_ for one in records)

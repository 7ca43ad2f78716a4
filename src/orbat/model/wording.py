"""User texts: whole templates with named fields and plural forms.

A text that a user reads is one template, never fragments joined, so that a translator gets whole sentences. Pass
literal templates only: `tests/test_wording.py` reads them from the source and compares their fields with those given.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any


def phrase(template: str, /, **fields: Any) -> str:
    """Fills a template: `phrase("{name} has no general.", name="1st Brigade")`.

    Raises KeyError for a field that is not given.
    """
    return template.format(**fields)


def pick(count: int, one: str, many: str, /) -> str:
    """The singular or the plural template, for a text that is filled later."""
    return one if count == 1 else many


def plural(count: int, one: str, many: str, /, **fields: Any) -> str:
    """Picks and fills the singular or the plural template: `plural(n, "{count} general", "{count} generals")`."""
    template = one if count == 1 else many
    return template.format(count=count, **fields)


def any_of(words: Iterable[str], /) -> str:
    """`a`, `a or b`, `a, b or c`."""
    return _joined(words, " or ")


def all_of(words: Iterable[str], /) -> str:
    """`a`, `a and b`, `a, b and c`."""
    return _joined(words, " and ")


def _joined(words: Iterable[str], last: str) -> str:
    several = [*words]
    return last.join(filter(None, [", ".join(several[:-1]), *several[-1:]]))

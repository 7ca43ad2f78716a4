"""User texts: complete templates with named fields and plural forms.

Templates must be string literals, so that `tests/test_wording.py` can check them.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any


def phrase(template: str, /, **fields: Any) -> str:
    """Fill a template: `phrase("{name} has no general.", name="1st Brigade")`.

    Raises KeyError for a missing field.
    """
    return template.format(**fields)


def pick(count: int, one: str, many: str, /) -> str:
    """Choose the singular or plural template, without filling in fields."""
    return one if count == 1 else many


def plural(count: int, one: str, many: str, /, **fields: Any) -> str:
    """Choose the singular or plural template and fill in fields: `plural(n, "{count} general", "{count} generals")`."""
    template = one if count == 1 else many
    return template.format(count=count, **fields)


def any_of(words: Iterable[str], /) -> str:
    """Join words with "or": `a`, `a or b`, `a, b or c`."""
    return _joined(words, " or ")


def all_of(words: Iterable[str], /) -> str:
    """Join words with "and": `a`, `a and b`, `a, b and c`."""
    return _joined(words, " and ")


MAX_LINES = 5
"""The maximum number of line numbers in a text."""


def line_list(numbers: Sequence[int], /) -> str:
    """Line numbers as text, at most five: `3, 5, 9, 12, 14 and 2 more`."""
    shown, others = [str(one) for one in numbers[:MAX_LINES]], len(numbers[MAX_LINES:])
    return all_of([*shown, phrase("{count} more", count=others)] if others else shown)


MAX_QUOTE = 60
"""Maximum length of a text that a message quotes, in characters."""


def shortened(text: str, /) -> str:
    """The start of a text that a message quotes, with `...` if the text is too long."""
    text = text.strip()
    return text if len(text) <= MAX_QUOTE else f"{text[:MAX_QUOTE].rstrip()}..."


def _joined(words: Iterable[str], last: str) -> str:
    several = [*words]
    return last.join(filter(None, [", ".join(several[:-1]), *several[-1:]]))

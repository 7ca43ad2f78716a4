"""Text from files made safe to show."""

from __future__ import annotations

import re
from functools import cache

_BREAKS = "\t\n\v\f\r\x85\u2028\u2029"


def visible(text: str) -> str:
    """Text that cannot steer a terminal or hide anything, one character for each, so that columns still hold.

    Tabs and line breaks become spaces; other control characters, marks and overrides of direction, characters of
    no width and halves of surrogate pairs become U+FFFD. All scripts and emoji stay as they are, joiners included.
    """
    if text.isprintable():
        return text
    return _unseen().sub(_stand_in, text)


def _stand_in(found: re.Match[str]) -> str:
    if found["flag"]:
        return found[0]
    return " " if found[0] in _BREAKS else "\ufffd"


@cache
def _unseen() -> re.Pattern[str]:
    from orbat.model.short_form import UNSEEN

    return re.compile(UNSEEN)

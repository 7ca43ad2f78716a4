"""The signs beside prices that no rulebook gives, and what they mean, the same on a page and on a screen."""

from __future__ import annotations

from collections.abc import Mapping

from orbat.model.sourced import Mark

# a prime that is a letter, so that it is never taken for the apostrophe of a name
SIGNS: Mapping[Mark, str] = {"": "", "inferred": "\u02b9", "house": "°"}
"""The sign of each mark, which stands right behind the points."""
MEANINGS: Mapping[Mark, str] = {
    "house": "house price: no rulebook gives it",
    "inferred": "price inferred from known ones",
}
"""What each sign means."""

"""The choices and facts on which a verdict depends."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from orbat.model.finding import Topic
from orbat.model.record import Value
from orbat.model.wording import phrase


class BasisItem(Value):
    """A choice or a fact on which a verdict depends."""

    topic: Topic
    text: str
    short: str = ""
    """The text in the headline of the verdict, for an unusual item."""
    unusual: bool = False
    name: str = ""
    """The name of the ruling, if the item is a reading."""
    code: str = ""
    """The code of the finding that says the same."""


def unusual_details(basis: Sequence[BasisItem]) -> Iterator[str]:
    """Yield a line about each unusual item of `basis` that does not repeat a finding.

    The line begins with `Reading: ` if the item is about a ruling, otherwise with `Check: `.
    """
    for one in basis:
        if one.unusual and not one.code:
            is_reading = one.topic == "readings"
            yield phrase("Reading: {item}", item=one.text) if is_reading else phrase("Check: {item}", item=one.text)


def usual_details(basis: Sequence[BasisItem]) -> Iterator[str]:
    """The ordinary items of `basis`, such as `dice rolled by the players for 2 generals, taken on trust`."""
    return (one.short or one.text for one in basis if not (one.unusual or one.code))

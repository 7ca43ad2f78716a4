"""What holds only in one reading of a ruling."""

from collections.abc import Mapping
from typing import Protocol


class Chosen(Protocol):
    """Anything that names a ruling and the choice under which it holds."""

    @property
    def ruling(self) -> str:
        """The id of the ruling."""

    @property
    def choice(self) -> str:
        """The id of its choice."""


def applies(one: Chosen | None, rulings: Mapping[str, str]) -> bool:
    """Whether there is such a thing, and it holds in the readings in force."""
    return one is not None and rulings.get(one.ruling) == one.choice

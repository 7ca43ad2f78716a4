"""What armies are raised and suggested from, where that is less than all that their lists offer."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Protocol

from orbat.model.book import Book
from orbat.muster.trying import Tried
from orbat.muster.wish import Cap
from orbat.pricing.quote import Quote


class Supply(Protocol):
    """Models to field armies from, such as a collection."""

    @property
    def title(self) -> str:
        """Its name, as its owner wrote it."""

    def caps(self, book: Book, list_id: str) -> tuple[Cap, ...]:
        """The most of an army list's entries that can be fielded."""

    def allows(self, quote: Quote, book: Book) -> Callable[[Tried], bool]:
        """Whether a changed army lacks no more than the one of the quote does."""


def allowed_by(supplies: Iterable[Supply], quote: Quote, book: Book) -> Callable[[Tried], bool]:
    """Whether every supply allows a changed army; without any, all is allowed."""
    allows = [supply.allows(quote, book) for supply in supplies]
    return lambda tried: all(allow(tried) for allow in allows)

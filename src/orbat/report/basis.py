"""The basis of a verdict: what the verdict depends on, and what orbat could not verify."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from orbat.model.book import Book, changed_rulings, rulings_in_force
from orbat.model.finding import Finding, Topic
from orbat.model.orbat import Orbat
from orbat.model.wording import phrase
from orbat.report.basis_item import BasisItem
from orbat.report.dice_basis import dice_items


def basis_of(
    orbat: Orbat | None, book: Book | None, findings: Sequence[Finding], written: Orbat | None = None
) -> tuple[BasisItem, ...]:
    """The basis of the verdict on an ORBAT, by topic. Unusual items come first.

    `written` is the ORBAT as the file has it. It differs from `orbat` if the players agreed otherwise.
    """
    items: list[BasisItem] = []
    if orbat is not None and book is not None:
        items += _readings(orbat, book)
        items += dice_items(orbat, book)
        if written is not None and written is not orbat:
            items += _replaced(orbat, written, book)
        items += _house_limits(orbat)
    items += _doubts(findings)
    return tuple(sorted(items, key=lambda one: not one.unusual))


def _readings(orbat: Orbat, book: Book) -> Iterator[BasisItem]:
    """Yield the rulings for which the ORBAT does not use the default choice."""
    for ruling, choice in changed_rulings(orbat, book):
        default = next(one for one in ruling.choices if one.id == ruling.ours)
        words = phrase("{question}: {choice}", question=ruling.question.rstrip("?"), choice=choice.label)
        text = phrase("{words} (default: {default})", words=words, default=default.label)
        yield BasisItem("readings", text, words, unusual=True)


def _replaced(orbat: Orbat, written: Orbat, book: Book) -> Iterator[BasisItem]:
    """Yield the rulings and the game size in which the file differs from what the players agreed."""
    pairs = zip(rulings_in_force(written, book), rulings_in_force(orbat, book), strict=True)
    for (ruling, own), (_, agreed) in pairs:
        if own is not agreed:
            text = phrase(
                "{question}: the file says {own}; checked with the agreed {agreed}",
                question=ruling.question.rstrip("?"),
                own=own.label,
                agreed=agreed.label,
            )
            yield BasisItem("readings", text, OTHER_READINGS, unusual=True)
    if written.game_size != orbat.game_size:
        fields = {"own": written.game_size, "agreed": orbat.game_size}
        if written.game_size is None:
            yield BasisItem("size", phrase("Game size: not in the file; checked with the agreed {agreed}", **fields))
        else:
            yield BasisItem(
                "size", phrase("Game size: the file says {own}; checked with the agreed {agreed}", **fields)
            )


def _house_limits(orbat: Orbat) -> Iterator[BasisItem]:
    """Yield whether house limits are enforced or ignored. By default, they give warnings."""
    if orbat.house_limits == "ignore":
        yield BasisItem("house", "House limits are ignored, so none is reported.", "house limits ignored", unusual=True)
    elif orbat.house_limits == "enforce":
        yield BasisItem("house", "House limits are enforced: exceeding one is an error.")


def _doubts(findings: Sequence[Finding]) -> Iterator[BasisItem]:
    """Yield the findings that make the verdict depend on something unusual."""
    for finding in findings:
        if finding.doubt:
            yield BasisItem(finding.doubt, finding.message, _SHORT[finding.doubt], unusual=True)


OTHER_READINGS = "the file has other rulings than the players agreed"
"""What the headline says if the file has other rulings than the players agreed."""

_SHORT: dict[Topic, str] = {
    "readings": "a ruling that is not the default",
    "dice": "dice that do not agree with their record",
    "file": "parts of the file that were not read",
    "names": "names that look alike",
    "title": "a title that contradicts the army",
    "data": "data that orbat does not ship",
    "lent": "troops of another army list",
    "generals": "troops without a general",
    "hidden": "troops that are not shown",
    "house": "house limits exceeded",
    "size": "another game size",
}
"""For each topic, what the headline says about a finding."""

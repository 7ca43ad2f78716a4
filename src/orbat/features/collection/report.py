"""What an ORBAT needs of what is owned: needed, owned and missing by entry, and the painting list."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from orbat.evaluate.quote import Quote
from orbat.evaluate.rule import Explanation
from orbat.features.collection.model import Collection
from orbat.features.collection.stock import Key, caps, covered, covers, is_counted, missing, needs, pieces_of, stocks
from orbat.generator.named_edits import TrialResult
from orbat.generator.request import PieceCap
from orbat.model.book import Book
from orbat.model.finding import SEVERITIES, Finding
from orbat.model.path import OrbatPath
from orbat.model.record import Value
from orbat.report.report import Report

NOT_OWNED = "ARM010"

EXPLANATIONS = (
    Explanation(
        code=NOT_OWNED,
        title="not owned",
        checks="Where a collection is given, with `orbat check --owned`, the stands, guns and figures in it make all "
        "units of the ORBAT. No stand counts twice: those for one entry are used before those for a whole kind.",
        why="What is not owned has to be bought, painted or borrowed before the game.",
        example="24 stands of line infantry where the collection has 16 for them.",
        remedy="Take smaller units or others, or paint what is to go: `orbat owned` lists it.",
    ),
)


class Need(Value):
    """An entry of an army: how many of it are needed, and how many of them are owned, in what it is counted in."""

    list_id: str
    entry_id: str
    name: str
    needed: int
    owned: int
    counted_in: tuple[str, str]
    paths: tuple[OrbatPath, ...]
    sizes: tuple[int, ...]
    figures: int = 0
    """How many figures make one, where what is owned of it is counted in figures."""

    @property
    def missing(self) -> int:
        """How many are still to go."""
        return self.needed - self.owned

    def counted(self, number: int) -> str:
        """What so many are called."""
        return self.counted_in[0 if number == 1 else 1]

    @property
    def words(self) -> str:
        """`8 stands of Line foot to go`, `8 stands (16 figures) of Cossacks to go`."""
        figures = f" ({self.missing * self.figures} figures)" if self.figures else ""
        return f"{self.missing} {self.counted(self.missing)}{figures} of {self.name} to go"

    @property
    def first_missing(self) -> OrbatPath:
        """The first unit, in the order of the army, for which what is owned does not last."""
        left = self.owned
        for path, size in zip(self.paths, self.sizes, strict=True):
            left -= size
            if left < 0:
                return path
        return self.paths[-1]


class Owning(Value):
    """What an army needs, entry by entry, in the order in which they first stand in it."""

    needs: tuple[Need, ...]

    @property
    def missing(self) -> tuple[Need, ...]:
        """The entries of which not all is owned."""
        return tuple(need for need in self.needs if need.missing)

    @property
    def painting(self) -> tuple[str, ...]:
        """The painting list: what is still to go, in words."""
        return tuple(need.words for need in self.missing)

    @property
    def words(self) -> str:
        """Whether all is owned, in a sentence."""
        if not self.needs:
            return "There are no units in it."
        return "Painting list:" if self.missing else "All of it is owned."

    def of(self, path: OrbatPath) -> Need | None:
        """What the entry of the unit at a path needs."""
        return next((need for need in self.needs if path in need.paths), None)


class CollectionSupply(Value):
    """A collection as what armies are raised and suggested from."""

    collection: Collection

    @property
    def title(self) -> str:
        """What the collection is called."""
        return self.collection.title or "what you own"

    def caps(self, book: Book, list_id: str) -> tuple[PieceCap, ...]:
        """The most of an army list's entries that the collection can field."""
        return caps(self.collection, book, list_id)

    def allows(self, quote: Quote, book: Book) -> Callable[[TrialResult], bool]:
        """Whether a changed army lacks no more than the one of the quote does."""
        now = missing(self.collection, quote, book)
        return lambda tried: missing(self.collection, tried.quote, book) <= now


def owning(collection: Collection, quote: Quote, book: Book) -> Owning:
    """What the units of a quote need, and how much of it is owned at the same time. What is no unit is not counted,
    nor is a unit that no list has."""
    lines = {key: [(line.path, pieces_of(line, book)) for line in own] for key, own in needs(quote, book).items()}
    needed = {key: sum(size for _, size in own) for key, own in lines.items()}
    owned = covered(needed, stocks(collection, book, dict.fromkeys(list_id for list_id, _ in needed)))
    return Owning(
        tuple(
            replace(_need(book, key, own, owned[key]), figures=_figures(collection, book, key))
            for key, own in lines.items()
        )
    )


def _figures(collection: Collection, book: Book, key: Key) -> int:
    """How many figures make a stand of an entry, if all pieces that can be fielded as it say the same; else 0."""
    entry = book.entry(*key)
    if entry is None or not is_counted(book, entry):
        return 0
    fitting = [piece for piece in collection.pieces if covers(book, key[0], entry, piece)]
    each = {collection.figures_to_a_stand(piece) for piece in fitting}
    return each.pop() if len(each) == 1 else 0


def _need(book: Book, key: Key, lines: list[tuple[OrbatPath, int]], owned: int) -> Need:
    entry = book.entry(*key)
    assert entry is not None, "entries that no list has are not counted"
    counted = book.kind(entry).counted_in if book.kind(entry).counted_in[1] else ("unit", "units")
    needed = sum(size for _, size in lines)
    return Need(*key, entry.name, needed, owned, counted, tuple(path for path, _ in lines), tuple(n for _, n in lines))


def with_owned(report: Report, collection: Collection) -> Report:
    """The report with a note for each entry of which not all is owned."""
    if report.quote is None or report.book is None:
        return report
    notes = tuple(_note(need, report) for need in owning(collection, report.quote, report.book).missing)
    findings = sorted((*report.findings, *notes), key=lambda one: SEVERITIES.index(one.severity))
    return replace(report, findings=tuple(findings))


def _note(need: Need, report: Report) -> Finding:
    return Finding(
        code=NOT_OWNED,
        severity="note",
        path=need.first_missing,
        message_template="{name}: {needed} {counted} needed, {owned} owned; {missing} to go",
        help_template="Field fewer of them, or paint {missing} more.",
        cites=("collection",),
        fields={
            "name": need.name,
            "needed": need.needed,
            "counted": need.counted(need.needed),
            "owned": need.owned or "none",
            "missing": need.missing,
        },
    )


def owning_facts(owning: Owning) -> dict[str, Any]:
    """The same as plain data."""
    needs = [
        {
            "army_list": need.list_id,
            "entry": need.entry_id,
            "name": need.name,
            "needed": need.needed,
            "owned": need.owned,
            "missing": need.missing,
            "counted_in": need.counted(need.needed),
            **({"figures": need.missing * need.figures} if need.figures else {}),
        }
        for need in owning.needs
    ]
    return {"needs": needs, "to_go": list(owning.painting)}

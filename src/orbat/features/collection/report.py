"""Comparison of an ORBAT with a collection: needed, owned and missing models, and a painting list."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from orbat.evaluate.quote import Quote
from orbat.evaluate.rule import Explanation
from orbat.evaluate.trial import TrialResult
from orbat.features.collection.model import Collection
from orbat.features.collection.stock import (
    Key,
    allocate,
    caps,
    is_counted,
    matches,
    missing_count,
    size_of,
    stocks,
    units_by_entry,
)
from orbat.generator.request import PieceCap
from orbat.model.book import Book
from orbat.model.finding import SEVERITIES, Finding
from orbat.model.path import OrbatPath
from orbat.model.record import Value
from orbat.model.wording import phrase
from orbat.report.report import Report

NOT_OWNED = "ARM010"

EXPLANATIONS = (
    Explanation(
        code=NOT_OWNED,
        title="not owned",
        checks="The collection given with `orbat check --owned` has enough stands, guns and figures for all units of "
        "the ORBAT. No stand is counted twice. Models for a named entry are used before models for a kind.",
        why="Missing miniatures must be bought, painted or borrowed before the game.",
        example="the ORBAT has 24 stands of line infantry; the collection has 16.",
        remedy="Choose smaller or other units, or paint the missing models, which `orbat owned` lists.",
    ),
)


class Need(Value):
    """The needed and owned models for an entry of the army."""

    list_id: str
    entry_id: str
    name: str
    needed: int
    owned: int
    counted_in: tuple[str, str]
    """The unit of measure in singular and plural, such as `stand` and `stands`."""
    paths: tuple[OrbatPath, ...]
    """The units of the entry, in the order of the army."""
    sizes: tuple[int, ...]
    """The sizes of the units in `paths`."""
    figures: int = 0
    """Figures per stand if the models are counted in figures; otherwise 0."""

    @property
    def missing(self) -> int:
        """The number of models that are needed but not owned."""
        return self.needed - self.owned

    def counted(self, number: int) -> str:
        """The unit of measure for a number: `stand` for 1, `stands` for 8."""
        return self.counted_in[0 if number == 1 else 1]

    @property
    def painting(self) -> str:
        """An item of the painting list, such as `8 stands to paint: Line foot`."""
        # If the collection counts the models in figures, the item gives both: `8 stands (16 figures) to paint:
        # Cossacks`.
        number, counted, figures = self.missing, self.counted(self.missing), self.missing * self.figures
        if figures:
            return phrase(
                "{number} {counted} ({figures} figures) to paint: {name}",
                number=number,
                counted=counted,
                figures=figures,
                name=self.name,
            )
        return phrase("{number} {counted} to paint: {name}", number=number, counted=counted, name=self.name)

    @property
    def first_missing(self) -> OrbatPath:
        """The path of the first unit that lacks models."""
        remaining = self.owned
        for path, size in zip(self.paths, self.sizes, strict=True):
            remaining -= size
            if remaining < 0:
                return path
        return self.paths[-1]


class Ownership(Value):
    """The needed and owned models of an army."""

    needs: tuple[Need, ...]
    """One item for each entry, in the order of the army."""

    @property
    def missing(self) -> tuple[Need, ...]:
        """Entries with missing models."""
        return tuple(need for need in self.needs if need.missing)

    @property
    def painting(self) -> tuple[str, ...]:
        """Items of the painting list."""
        return tuple(need.painting for need in self.missing)

    @property
    def summary(self) -> str:
        """A text such as `Painting list:` or `Everything is owned.`"""
        if not self.needs:
            return "The army has no units."
        return "Painting list:" if self.missing else "Everything is owned."

    def need_at(self, path: OrbatPath) -> Need | None:
        """The needed and owned models for the entry of the unit at `path`. None for an unknown unit or entry."""
        return next((need for need in self.needs if path in need.paths), None)


class CollectionSupply(Value):
    """A collection that limits generated armies and suggestions to owned models."""

    collection: Collection

    @property
    def title(self) -> str:
        """The title of the collection, or `your collection`."""
        return self.collection.title or "your collection"

    def caps(self, book: Book, list_id: str) -> tuple[PieceCap, ...]:
        """The maximum numbers of stands, guns or units for groups of entries that share models."""
        return caps(self.collection, book, list_id)

    def allows(self, quote: Quote, book: Book) -> Callable[[TrialResult], bool]:
        """Return a test for edited armies. The test fails if an edit increases the number of missing models."""
        now = missing_count(self.collection, quote, book)
        return lambda tried: missing_count(self.collection, tried.quote, book) <= now


def ownership_of(collection: Collection, quote: Quote, book: Book) -> Ownership:
    """Compare the units of a priced army with a collection. Units with an unknown entry are ignored."""
    lines = {
        key: [(line.path, size_of(line, book)) for line in own] for key, own in units_by_entry(quote, book).items()
    }
    needed = {key: sum(size for _, size in own) for key, own in lines.items()}
    owned = allocate(needed, stocks(collection, book, dict.fromkeys(list_id for list_id, _ in needed)))
    return Ownership(
        tuple(
            replace(_need(book, key, own, owned[key]), figures=_figures(collection, book, key))
            for key, own in lines.items()
        )
    )


def _figures(collection: Collection, book: Book, key: Key) -> int:
    entry = book.entry(*key)
    if entry is None or not is_counted(book, entry):
        return 0
    fitting = [piece for piece in collection.pieces if matches(book, key[0], entry, piece)]
    each = {collection.figures_to_a_stand(piece) for piece in fitting}
    # pieces with different numbers of figures per stand cannot be added up in figures
    return each.pop() if len(each) == 1 else 0


def _need(book: Book, key: Key, lines: list[tuple[OrbatPath, int]], owned: int) -> Need:
    entry = book.entry(*key)
    assert entry is not None, "unknown entries are ignored"
    counted = book.kind(entry).counted_in if book.kind(entry).counted_in[1] else ("unit", "units")
    needed = sum(size for _, size in lines)
    return Need(*key, entry.name, needed, owned, counted, tuple(path for path, _ in lines), tuple(n for _, n in lines))


def with_missing_notes(report: Report, collection: Collection) -> Report:
    """Add a note to the report for each entry with missing models."""
    # A report without prices is returned unchanged.
    if report.quote is None or report.book is None:
        return report
    notes = tuple(_note(need, report) for need in ownership_of(collection, report.quote, report.book).missing)
    findings = sorted((*report.findings, *notes), key=lambda one: SEVERITIES.index(one.severity))
    return replace(report, findings=tuple(findings))


def _note(need: Need, report: Report) -> Finding:
    return Finding(
        code=NOT_OWNED,
        severity="note",
        path=need.first_missing,
        message_template="{name}: {needed} {counted} needed, {owned} owned, {missing} missing",
        help_template="Choose smaller or fewer units, or paint {missing} more.",
        cites=("collection",),
        fields={
            "name": need.name,
            "needed": need.needed,
            "counted": need.counted(need.needed),
            "owned": need.owned,
            "missing": need.missing,
        },
    )


def ownership_data(ownership: Ownership) -> dict[str, Any]:
    """JSON data of `orbat owned`."""
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
        for need in ownership.needs
    ]
    return {"needs": needs, "to_go": list(ownership.painting)}

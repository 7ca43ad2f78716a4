"""The steps, in order: load, model, price, check, report. Printing and showing are for whoever asked."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from pathlib import Path

from orbat.model.book import Book
from orbat.model.dates import Date
from orbat.model.edits import Set, apply_all
from orbat.model.finding import Finding
from orbat.model.orbat import Orbat
from orbat.model.text import Pin
from orbat.pricing.price import Pricer
from orbat.pricing.quote import Quote
from orbat.report.report import Report
from orbat.sources.library import Library
from orbat.sources.orbat_file import Loaded
from orbat.sources.readers import read_any
from orbat.validate.engine import Inspector

SUFFIXES = (".yaml", ".yml", ".json", ".txt", ".csv", ".pdf")
"""The files that are taken for ORBATs when a folder is checked."""


class Desk:
    """Where ORBATs are priced and checked; what an edit leaves alone is not worked out again."""

    def __init__(self) -> None:
        self._key: tuple[Book, Date | None, tuple[tuple[str, str], ...]] | None = None
        self._tools: tuple[Pricer, Inspector] | None = None

    def examine(self, orbat: Orbat, book: Book) -> tuple[Quote, tuple[Finding, ...]]:
        """The quote of an ORBAT and what the rules find."""
        rulings = book.rulings(orbat)
        key = (book, orbat.date, tuple(rulings.items()))
        if self._tools is None or key != self._key:
            self._key = key
            self._tools = Pricer(book, orbat.date), Inspector(book, orbat.date, rulings)
        pricer, inspector = self._tools
        quote = pricer.quote(orbat)
        return quote, inspector.inspect(orbat, quote)


def report_on(source: str, loaded: Loaded, library: Library, desk: Desk | None = None) -> Report:
    """Price and check what was loaded."""
    if loaded.orbat is None:
        return Report(source, None, None, None, loaded.findings)
    book, missing = library.book(loaded.orbat)
    findings = [*loaded.findings, *missing]
    quote = None
    if book is not None:
        quote, found = (desk or Desk()).examine(loaded.orbat, book)
        absent = bool(missing)
        findings += [one for one in found if not (absent and one.code == "UNT001")]
    return Report(source, loaded.orbat, book, quote, tuple(loaded.located(finding) for finding in findings))


def check(path: Path, library: Library, *, desk: Desk | None = None, points: int | None = None, **given: str) -> Report:
    """Load a file, price it and check it; `points` stands in for the agreed size."""
    loaded = read_any(path, **given)
    if points is not None and loaded.orbat is not None:
        loaded = replace(loaded, orbat=replace(loaded.orbat, game_size=points))
    return report_on(str(path), loaded, library, desk)


def files_in(paths: Iterable[Path]) -> Iterator[Path]:
    """The files named, and those in the folders named, in order of name."""
    for path in paths:
        if path.is_dir():
            yield from sorted(
                inner
                for inner in path.rglob("*")
                if inner.suffix.lower() in SUFFIXES and inner.is_file() and not inner.name.startswith(".")
            )
        else:
            yield path


def with_claims(orbat: Orbat, book: Book, quote: Quote) -> Orbat:
    """The ORBAT with what it comes to written in: each priced unit's points, the total, and the data's versions."""
    edits = [Set(line.path, "points", line.sum.points) for line in quote.all_units() if line.sum.points is not None]
    edits += [
        Set(line.path, "points", line.points) for line in quote.all_formations() if line.formation.points is not None
    ]
    pins: Mapping[str, Pin] = {"ruleset": Pin(book.ruleset.id, book.ruleset.version)}
    if orbat.army_list and orbat.army_list.id in book.lists:
        own = book.lists[orbat.army_list.id]
        pins = {**pins, "army_list": Pin(own.id, own.version)}
    return replace(apply_all(orbat, tuple(edits)), total=quote.total, **pins)  # type: ignore[arg-type]  # pins are Pins


def mend(orbat: Orbat, finding: Finding, book: Book, desk: Desk | None = None) -> Orbat:
    """The ORBAT after a finding's fix. Claims that were right before are kept right."""
    desk = desk or Desk()
    before, _ = desk.examine(orbat, book)
    right = {line.path for line in before.all_units() if line.unit.points == line.sum.points}
    right |= {line.path for line in before.all_formations() if line.formation.points == line.points}
    total_right = orbat.total == before.total
    orbat = apply_all(orbat, finding.fix)
    after, _ = desk.examine(orbat, book)
    comes_to = {line.path: (line.unit.points, line.sum.points) for line in after.all_units()}
    comes_to |= {line.path: (line.formation.points, line.points) for line in after.all_formations()}
    for path in right & comes_to.keys():
        claimed, points = comes_to[path]
        if claimed is not None:
            orbat = apply_all(orbat, (Set(path, "points", points),))
    return replace(orbat, total=after.total) if total_right else orbat

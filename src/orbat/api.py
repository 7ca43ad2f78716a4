"""What other programs import, as `orbat.check` and so on: load, price and check ORBATs, and make PDFs of them.

An ORBAT is given as a path or as an `Orbat` value. Points are exact: `int`, or `Fraction` where they are not whole.
"""

from __future__ import annotations

from collections.abc import Sequence
from os import PathLike
from pathlib import Path
from typing import get_args

from orbat import pipeline
from orbat.data.library import Library
from orbat.data.loaded import Loaded
from orbat.evaluate.quote import Quote
from orbat.model.finding import Finding
from orbat.model.orbat import Orbat
from orbat.model.sheet import PaperName, PrintOptions
from orbat.printing import find_layouts, print_sheets
from orbat.report.report import Report

__all__ = ["Finding", "Library", "Orbat", "Quote", "Report", "Unreadable", "check", "load", "price", "render_pdf"]


class Unreadable(Exception):  # noqa: N818  # it is about the file that was given
    """There is no ORBAT, or none with a price: the file is missing or no ORBAT, or its ruleset is missing or unusable.

    An internal error while reading the file raises it too. `source` is the file, or the title of an ORBAT given as a
    value; `findings` are the reasons. As text it is the first error.
    """

    def __init__(self, source: str, findings: tuple[Finding, ...]) -> None:
        super().__init__(source, findings)
        self.source = source
        self.findings = findings

    def __str__(self) -> str:
        first = min(self.findings, key=lambda one: one.severity != "error")
        line = f", line {first.line}" if first.line else ""
        return f"{self.source}{line}: {first.message}"


def load(path: str | PathLike[str], *, library: Library | None = None, ruleset: str = "", army_list: str = "") -> Orbat:
    """Read the first ORBAT in a file of any format that `orbat check` reads.

    `ruleset` and `army_list` are ids, used where the file names none. What is not understood is kept in the ORBAT or
    left out; `check` reports it. Raises Unreadable where there is no ORBAT in the file.
    """
    library = library or Library()
    loaded = pipeline.load(Path(path), library, ruleset=ruleset, army_list=army_list)
    if loaded.orbat is None:
        raise Unreadable(str(path), tuple(map(library.with_known_ids, loaded.findings)))
    return loaded.orbat


def price(orbat: Orbat | str | PathLike[str], *, library: Library | None = None) -> Quote:
    """Price an ORBAT without checking it. A unit without a price counts 0; `sum.unpriced` of its line says why.

    Raises Unreadable where there is no ORBAT, or where its ruleset is missing or unusable.
    """
    library = library or Library()
    value = orbat if isinstance(orbat, Orbat) else load(orbat, library=library)
    book, missing = library.book(value)
    if book is None:
        raise Unreadable(_source(orbat), missing)
    return pipeline.Evaluator().price(value, book)


def check(
    orbat: Orbat | str | PathLike[str],
    *,
    library: Library | None = None,
    ruleset: str = "",
    army_list: str = "",
    game_size: int | None = None,
) -> Report:
    """Price and check an ORBAT, the first in a file. Never raises for what is in the file or for a missing file.

    `ruleset` and `army_list` are ids, used where a file names none; `game_size` replaces the agreed points.
    Where nothing could be read or priced, `readable` is false, `quote` is None and `findings` has the reasons. Where
    orbat itself failed, `unfinished` is true and the ORBAT is not legal.
    """
    library = library or Library()
    if isinstance(orbat, Orbat):
        return pipeline.report_on(_source(orbat), Loaded(orbat, ()), library, points=game_size)
    return pipeline.check(Path(orbat), library, points=game_size, ruleset=ruleset, army_list=army_list)


def render_pdf(
    orbat: Report | Orbat | str | PathLike[str],
    sheets: str | Sequence[str] = ("orbat",),
    paper: PaperName = "a4",
    *,
    library: Library | None = None,
) -> bytes:
    """The PDF of the sheets with these ids, in this order, with the ORBAT itself attached.

    An ORBAT that is not legal is printed and marked so. Raises Unreadable where there is no ORBAT with a price, and
    ValueError for an unknown sheet or paper.
    """
    if paper not in get_args(PaperName):
        raise ValueError(f"there is no paper {paper}. There are: {', '.join(get_args(PaperName))}")
    layouts = find_layouts()
    wanted = [layouts.sheet(one) for one in ((sheets,) if isinstance(sheets, str) else sheets)]
    if not wanted:
        raise ValueError(f"no sheet is named. There are: {', '.join(layouts.usable)}")
    library = library or Library()
    report = orbat if isinstance(orbat, Report) else check(orbat, library=library)
    if not report.readable:
        raise Unreadable(report.source, report.findings)
    return print_sheets(report, wanted, PrintOptions(paper=paper), library)


def _source(orbat: Orbat | str | PathLike[str]) -> str:
    """How messages name an ORBAT: its path, or its title."""
    return (orbat.title or "the ORBAT") if isinstance(orbat, Orbat) else str(orbat)

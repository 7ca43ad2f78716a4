"""The public library: `orbat.load`, `orbat.price`, `orbat.check` and `orbat.render_pdf`.

Functions accept a path or an `Orbat`. Points are exact: `int` if possible, otherwise `Fraction`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from os import PathLike
from pathlib import Path

from orbat import pipeline
from orbat.data.library import Library
from orbat.data.loaded import Loaded
from orbat.evaluate.quote import Quote
from orbat.model.agreed import Agreed
from orbat.model.finding import Finding
from orbat.model.orbat import HouseLimits, Orbat
from orbat.model.sheet import PAPERS, PaperName, PrintOptions
from orbat.model.wording import phrase
from orbat.printing import find_layouts, print_sheets
from orbat.report.report import Report

__all__ = ["Finding", "Library", "Orbat", "Quote", "Report", "Unreadable", "check", "load", "price", "render_pdf"]


class Unreadable(Exception):  # noqa: N818  # describes the file
    """Raised if the ORBAT cannot be read or priced. `str()` gives the first error.

    `findings` gives the reasons. `source` is the path of the file, or the title of the `Orbat`.
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
    """Read the first ORBAT in a file. Accepts every format that `orbat check` reads.

    `ruleset` and `army_list` are ids to use if the file does not name them. Raises Unreadable if the file has no ORBAT.
    Use `check` to find invalid values.
    """
    library = library or Library()
    loaded = pipeline.load(Path(path), library, ruleset=ruleset, army_list=army_list)
    if loaded.orbat is None:
        raise Unreadable(str(path), tuple(map(library.with_known_ids, loaded.findings)))
    return loaded.orbat


def price(orbat: Orbat | str | PathLike[str], *, library: Library | None = None) -> Quote:
    """Price an ORBAT without checking. A unit without a price counts as 0 points.

    Raises Unreadable if the file has no ORBAT, or if the ruleset is missing or unusable.
    """
    library = library or Library()
    value = orbat if isinstance(orbat, Orbat) else load(orbat, library=library)
    book, missing = library.book(value)
    if book is None:
        raise Unreadable(_source(orbat), missing)
    # `sum.unpriced` of a unit's line has the reason why there is no price.
    return pipeline.Evaluator().price(value, book)


def check(
    orbat: Orbat | str | PathLike[str],
    *,
    library: Library | None = None,
    ruleset: str = "",
    army_list: str = "",
    game_size: int | None = None,
    rulings: Mapping[str, str] | None = None,
    house: HouseLimits | None = None,
) -> Report:
    """Price and check an ORBAT, or the first ORBAT in a file. Problems are findings, not exceptions.

    `ruleset` and `army_list` are ids to use if the file does not name them. The other parameters replace values in the
    file:

    - `game_size`: the agreed size, in points
    - `rulings`: the agreed choice of each ruling. Rulings that are not listed have their default choices
    - `house`: whether exceeded house limits (limits that no book gives) cause warnings, errors or nothing

    If the ORBAT cannot be read or priced, `readable` is false and `quote` is None.
    """
    library = library or Library()
    agreed = Agreed(game_size, None if rulings is None else tuple(rulings.items()), house)
    if isinstance(orbat, Orbat):
        return pipeline.report_on(_source(orbat), Loaded(orbat, ()), library, agreed=agreed)
    return pipeline.check(Path(orbat), library, agreed=agreed, ruleset=ruleset, army_list=army_list)


def render_pdf(
    orbat: Report | Orbat | str | PathLike[str],
    sheets: str | Sequence[str] = ("orbat",),
    paper: PaperName = "a4",
    *,
    library: Library | None = None,
) -> bytes:
    """Render sheets as one PDF, in the order of the given ids. The ORBAT is attached.

    Raises Unreadable if the ORBAT cannot be read or priced, and ValueError for an unknown sheet or paper.
    """
    if paper not in PAPERS:
        raise ValueError(phrase("unknown paper {name}. Known: {known}", name=paper, known=", ".join(PAPERS)))
    layouts = find_layouts()
    wanted = [layouts.sheet(one) for one in ((sheets,) if isinstance(sheets, str) else sheets)]
    if not wanted:
        raise ValueError(phrase("no sheet given. Known: {known}", known=", ".join(layouts.usable)))
    library = library or Library()
    report = orbat if isinstance(orbat, Report) else check(orbat, library=library)
    if not report.readable:
        raise Unreadable(report.source, report.findings)
    return print_sheets(report, wanted, PrintOptions(paper=paper), library)


def _source(orbat: Orbat | str | PathLike[str]) -> str:
    return (orbat.title or "the ORBAT") if isinstance(orbat, Orbat) else str(orbat)

"""Sheets from a report: which there are, which are wanted, and the PDF of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from orbat.data.data_file import DataFile
from orbat.data.layouts import has_missing_blocks, layout_files
from orbat.data.library import Library
from orbat.documents.attachment import ATTACHMENT_NAME
from orbat.model.record import Value
from orbat.model.reference import Reference
from orbat.model.sheet import Layout, PrintOptions
from orbat.model.spelling import did_you_mean
from orbat.pipeline import file_text
from orbat.report.redacted import losses_without_reserves, without_claims, without_house_marks, without_reserves
from orbat.report.report import Report


class NoSuchSheet(ValueError):  # noqa: N818  # it says what was asked for and is not there
    """No layout has that id, or its file cannot be used; the text says which, and what there is."""


class Layouts(Value):
    """The layouts there are: those that can be `used`, by id, in order; what is wrong first, and where, with each that
    cannot, by its id or, where none can be seen, its file's name; and those `for_two` ORBATs."""

    usable: Mapping[str, Layout]
    unreadable: Mapping[str, str]
    for_two: Mapping[str, Layout]

    def sheet(self, sheet_id: str) -> Layout:
        """The layout with an id. Raises NoSuchSheet."""
        if sheet_id in self.usable:
            return self.usable[sheet_id]
        if wrong := self.unreadable.get(sheet_id):
            raise NoSuchSheet(wrong)
        known = list(self.usable)
        raise NoSuchSheet(f"there is no sheet {sheet_id}.{did_you_mean(sheet_id, known)} There are: {', '.join(known)}")


def find_layouts() -> Layouts:
    """Read every layout once. A shipped one is left out where no feature has its blocks."""
    files = {name: file for name, file in layout_files().items() if not has_missing_blocks(file)}
    known = {file.value.id: file.value for file in files.values() if file.value}
    return Layouts(
        {name: layout for name, layout in known.items() if not layout.for_two},
        {_id_of(file) or name: _first_wrong(file) for name, file in files.items() if not file.value},
        {name: layout for name, layout in known.items() if layout.for_two},
    )


def layouts() -> Mapping[str, Layout]:
    """The layouts that can be used, by id, in order."""
    return find_layouts().usable


def _id_of(file: DataFile[Layout]) -> str:
    data = file.document.data if file.document else None
    return str(data.get("id") or "") if isinstance(data, dict) else ""


def _first_wrong(file: DataFile[Layout]) -> str:
    finding = file.findings[0]
    place = f"line {finding.line}, column {finding.column}: " if finding.line else ""
    return f"the layout {file.path} cannot be used: {place}{finding.message}"


def reference_for(report: Report, library: Library) -> Reference | None:
    """The quick-reference tables of a report's ruleset, where it has any."""
    file = library.reference(report.orbat.ruleset.id) if report.orbat else None
    return file.value if file else None


def page_count(report: Report, layout: Layout, printing: PrintOptions, library: Library) -> int:
    """How many pages a sheet takes."""
    from orbat.render.pdf.render import sheet_pages

    return len(sheet_pages(_seen(report, [layout], printing), layout, printing, reference_for(report, library)))


def _seen(report: Report, wanted: Sequence[Layout], printing: PrintOptions) -> Report:
    """The report as far as the sheets that are printed together may show it."""
    if any("off_board" in layout.hides for layout in wanted):
        report = without_reserves(report)
    return without_house_marks(report) if printing.hide_house else report


def print_sheets(report: Report, wanted: Sequence[Layout], printing: PrintOptions, library: Library) -> bytes:
    """The sheets as one PDF, with the ORBAT itself attached, as far as the sheets may show it.

    The report must have been priced.
    """
    from orbat.render.pdf.render import render

    assert report.orbat is not None
    if any("off_board" in layout.hides for layout in wanted):
        printing = losses_without_reserves(printing, report.orbat)
    report = _seen(report, wanted, printing)
    hidden = printing.hide_points or any("points" in layout.hides for layout in wanted)
    assert report.orbat is not None
    attached = without_claims(report.orbat) if hidden else report.orbat
    return render(
        report,
        wanted,
        printing,
        reference=reference_for(report, library),
        attachment=(ATTACHMENT_NAME, file_text(attached).encode()),
    )

"""Finds sheet layouts, and prints a report as PDF."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from importlib.util import find_spec

from orbat.data import folders as data_folders
from orbat.data.data_file import DataFile
from orbat.data.layouts import has_missing_blocks, layout_files
from orbat.data.library import Library
from orbat.documents.attachment import ATTACHMENT_NAME
from orbat.model.record import Value
from orbat.model.reference import Reference
from orbat.model.sheet import Layout, PictureKind, PrintOptions
from orbat.model.spelling import did_you_mean
from orbat.model.text_words import title_in_quotes
from orbat.model.wording import phrase, plural, shortened
from orbat.pipeline import file_text
from orbat.report.redacted import (
    losses_without_reserves,
    losses_without_unfielded,
    without_claims,
    without_house_marks,
    without_notes,
    without_reserves,
    without_unfielded,
)
from orbat.report.report import Report


class NoSuchSheet(ValueError):  # noqa: N818  # the text names the sheet
    """Raised for an unknown sheet, or for a layout file with errors."""


class Layouts(Value):
    """All sheet layouts."""

    usable: Mapping[str, Layout]
    """Layouts that print one ORBAT, by id, in display order."""
    unreadable: Mapping[str, str]
    """The first errors of faulty layout files, by the id of the layout or the file name."""
    for_two: Mapping[str, Layout]
    """Layouts that compare two ORBATs, by id."""

    def sheet(self, sheet_id: str) -> Layout:
        """Find a layout by id. Raises NoSuchSheet."""
        if sheet_id in self.usable:
            return self.usable[sheet_id]
        if wrong := self.unreadable.get(sheet_id):
            raise NoSuchSheet(wrong)
        known = list(self.usable)
        guess = did_you_mean(sheet_id, known)
        raise NoSuchSheet(
            phrase("unknown sheet {id}.{guess} Known: {known}", id=sheet_id, guess=guess, known=", ".join(known))
        )


def find_layouts() -> Layouts:
    """Read every layout. Shipped layouts of features that are not installed are left out."""
    files = {name: file for name, file in layout_files().items() if not has_missing_blocks(file)}
    known = {file.value.id: _quoted_titles(file) for file in files.values() if file.value}
    return Layouts(
        {name: layout for name, layout in known.items() if not layout.for_two},
        {_id_of(file) or name: _first_fault(file) for name, file in files.items() if not file.value},
        {name: layout for name, layout in known.items() if layout.for_two},
    )


def _quoted_titles(file: DataFile[Layout]) -> Layout:
    assert file.value is not None
    if file.path.resolve().is_relative_to(data_folders.shipped().resolve()):
        return file.value
    # a player's own heading cannot pass for the verdict
    blocks = (replace(one, title=title_in_quotes(one.title) if one.title else "") for one in file.value.body)
    return replace(file.value, body=tuple(blocks))


def layouts() -> Mapping[str, Layout]:
    """The layouts for sheets of a single ORBAT, by id, in display order."""
    return find_layouts().usable


def _id_of(file: DataFile[Layout]) -> str:
    data = file.document.data if file.document else None
    return str(data.get("id") or "") if isinstance(data, dict) else ""


def _first_fault(file: DataFile[Layout]) -> str:
    finding = file.findings[0]
    if not finding.line:
        return phrase("layout {path} is unusable: {message}", path=file.path, message=finding.message)
    return phrase(
        "layout {path} is unusable: line {line}, column {column}: {message}",
        path=file.path,
        line=finding.line,
        column=finding.column,
        message=finding.message,
    )


def reference_for(report: Report, library: Library) -> Reference | None:
    """The quick-reference tables of a report's ruleset, or None."""
    from orbat.report.abilities import with_abilities

    file = library.reference(report.orbat.ruleset.id) if report.orbat else None
    if file is None or file.value is None or report.book is None or report.orbat is None:
        return file.value if file else None
    return with_abilities(file.value, report.book.ruleset, report.book.rulings(report.orbat))


def page_count(report: Report, layout: Layout, printing: PrintOptions, library: Library) -> int:
    """The number of pages on which a sheet is printed."""
    from orbat.render.pdf.render import sheet_pages

    shown, printing = _redacted(report, [layout], printing)
    return len(sheet_pages(shown, layout, printing, reference_for(report, library)))


def _redacted(report: Report, wanted: Sequence[Layout], printing: PrintOptions) -> tuple[Report, PrintOptions]:
    if report.orbat and any(layout.for_opponent or layout.hides for layout in wanted):
        printing = losses_without_unfielded(printing, report.orbat)
        report = without_unfielded(report)
    if report.orbat and any("off_board" in layout.hides for layout in wanted):
        printing = losses_without_reserves(printing, report.orbat)
        report = without_reserves(report)
    return without_house_marks(report) if printing.hide_house else report, printing


_MAX_NAMED = 5
"""Maximum number of texts in a warning about replaced characters."""


def replaced_characters(report: Report, printing: PrintOptions) -> str:
    """A warning about texts that the fonts of sheets cannot print completely. "" if there are none."""
    from orbat.render.pdf.fonts import drawable, missing_letters

    texts = [report.title, report.orbat.player if report.orbat else ""]
    for row in report.rows:
        texts += (row.name, row.commander, row.note if printing.notes else "")
    found = {text: letters for text in texts if (letters := missing_letters(text))}
    if not found:
        return ""
    named, others = [shortened(text) for text in list(found)[:_MAX_NAMED]], len(found) - _MAX_NAMED
    more = plural(others, " and {count} more text", " and {count} more texts") if others > 0 else ""
    return phrase(
        "the fonts of sheets do not have all characters of {texts}{more}; codes such as {code} are printed instead.",
        texts=", ".join(named),
        more=more,
        code=drawable(next(iter(found.values()))[0]),
    )


def has_pictures() -> bool:
    """Whether the package pypdfium2, which draws pictures, is installed. `orbat[pictures]` installs it."""
    return find_spec("pypdfium2") is not None


def print_pictures(
    report: Report, wanted: Sequence[Layout], printing: PrintOptions, library: Library, kind: PictureKind
) -> Iterator[bytes]:
    """Print sheets of a priced report as SVG or PNG, with a picture for each page.

    Call this function only if `has_pictures()` is true. Pictures do not contain the ORBAT.
    """
    from orbat.render.pdf.pictures import png_pictures, svg_pictures
    from orbat.render.pdf.render import finished_pages

    if kind == "png":
        return png_pictures(print_sheets(report, wanted, printing, library))
    shown, printing = _redacted(report, wanted, printing)
    reference = reference_for(report, library)
    return svg_pictures(finished_pages(shown, wanted, printing, reference=reference), report.heading)


def print_sheets(report: Report, wanted: Sequence[Layout], printing: PrintOptions, library: Library) -> bytes:
    """Print sheets of a priced report as one PDF. The ORBAT is attached."""
    from orbat.render.pdf.render import render

    assert report.orbat is not None
    report, printing = _redacted(report, wanted, printing)
    hidden = printing.hide_points or any("points" in layout.hides for layout in wanted)
    assert report.orbat is not None
    attached = without_claims(report.orbat) if hidden else report.orbat
    if any(layout.for_opponent for layout in wanted):
        attached = without_notes(attached)
    # If a sheet hides troops, the attached ORBAT omits them too.
    return render(
        report,
        wanted,
        printing,
        reference=reference_for(report, library),
        attachment=(ATTACHMENT_NAME, file_text(attached).encode()),
    )

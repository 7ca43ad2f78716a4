"""Read the ORBATs in a file of any format.

Files in orbat's own formats are read as ORBATs. Any other file is read as lines of text, from which the list reader
builds ORBATs. A file has at most `MAX_BYTES` bytes, and an ORBAT in orbat's own formats at most `MAX_TEXT` characters.
`yaml_text` (depth, values, aliases), `line_collector` (lines, cells, columns) and `archive` (unpacked size) have
further limits.

No function in this module raises. The failure of a reader becomes a finding, so that a bad file cannot stop the check
of a folder.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path, PurePath
from typing import TYPE_CHECKING, Literal

from orbat.data.library import Library
from orbat.data.loaded import Loaded
from orbat.data.problem import WHOLE_FILE, Problem, finding_of, unreadable
from orbat.data.text_file import decode, read_bytes
from orbat.data.yaml_text import MAX_BYTES as MAX_TEXT
from orbat.formats.orbat_file import read_orbat
from orbat.formats.web_page import split_page
from orbat.model.claims import Correction
from orbat.model.failure import CHECK_FAILED, failure_of
from orbat.model.finding import Finding
from orbat.model.orbat import units_of
from orbat.model.part import Part
from orbat.model.record import Value
from orbat.model.wording import phrase

if TYPE_CHECKING:
    from orbat.list_reader.document_text import DocumentText

MAX_BYTES = 30_000_000
"""Maximum size of a file, in bytes. PDF sheets of many pages are far smaller."""

_NO_TROOPS = unreadable(
    "is a list of another program, without troops of a known army list", "Save the list as text or CSV."
)

_OUR_JSON = re.compile(r'\ufeff?\s*\{\s*"orbat"\s*:')

_MAX_NAME = 200
"""Maximum number of characters of a line in which the name of an army list is searched."""

OwnFormat = Literal["yaml", "plain", "table"]
"""Our own formats: YAML or JSON; plain text, Markdown or BBCode; and CSV."""

_BY_SUFFIX: dict[str, OwnFormat] = {
    ".yaml": "yaml",
    ".yml": "yaml",
    ".json": "yaml",
    ".txt": "plain",
    ".md": "plain",
    ".bbcode": "plain",
    ".csv": "table",
}

_PDF = b"%PDF-"
_ARCHIVE = b"PK"
_BINARY = (_PDF, _ARCHIVE, b"\xd0\xcf\x11\xe0", b"\x89PNG", b"\xff\xd8\xff")
"""First bytes of PDFs, workbooks and pictures. If such a file is unreadable, the message of its reader is shown."""


class DecodedFile(Value):
    """The text of a file, or the Problem that prevents decoding."""

    raw: bytes
    name: str
    text: str | Problem
    form: OwnFormat
    """The format to try first."""
    is_ours: bool
    """Whether the file is clearly meant as an ORBAT. Such a file is never read as a typed list, even if damaged."""
    is_foreign: bool = False
    """Whether the file is in a known format of another program."""
    web_page: str = ""
    """For an ORBAT in a web page: the page without the ORBAT."""


def read_file(path: Path, library: Library, **defaults: str) -> tuple[Loaded, ...]:
    """Read every ORBAT in a file. Returns at least one result. Never raises.

    `defaults`: values for missing keys `ruleset` and `army_list`.
    """
    raw = read_bytes(path, MAX_BYTES)
    return (_without_orbat(raw),) if isinstance(raw, Problem) else read_raw(raw, path.name, library, **defaults)


def read_raw(raw: bytes, name: str, library: Library, **defaults: str) -> tuple[Loaded, ...]:
    """Read every ORBAT in the bytes of a file. Never raises.

    The suffix of `name` determines the format. Without a known suffix, the content determines the format.
    """
    try:
        return _orbats(_decode_file(raw, name), library, **defaults)
    except MemoryError:
        return (
            _without_orbat(unreadable("needs more memory than is available", "Check that this is the right file.")),
        )
    except Exception as error:  # an error in one file must not stop the others
        return (Loaded(None, (internal_error_finding(error),)),)


def _decode_file(raw: bytes, name: str) -> DecodedFile:
    if len(raw) > MAX_BYTES:
        message = phrase("is larger than {megabytes} MB", megabytes=MAX_BYTES // 1_000_000)
        too_large = unreadable(message, "Check that this is the right file.")
        return DecodedFile(b"", name, too_large, "yaml", is_ours=True)
    suffix = PurePath(name).suffix.lower()
    named = _BY_SUFFIX.get(suffix)
    text = _text(raw)
    if isinstance(text, Problem):
        return DecodedFile(raw, name, text, named or "yaml", named == "yaml")
    if "<script" in text and (page := split_page(text)):
        return DecodedFile(raw, name, page.json, "yaml", is_ours=True, web_page=page.rest)
    if text.lstrip("\ufeff \t\r\n")[:1] in ("{", "[", "<") and not _OUR_JSON.match(text):
        from orbat.documents.json_list import is_foreign_json
        from orbat.documents.roster import is_roster

        if is_roster(text) or is_foreign_json(text):
            return DecodedFile(raw, name, text, "plain", is_ours=False, is_foreign=True)
    if named == "yaml":
        return DecodedFile(raw, name, text, "yaml", is_ours=True)
    from orbat.documents.file_format import detect_format

    found = detect_format(text)
    form = named or found or "yaml" if text.strip() else "yaml"
    is_ours = (bool(found) or not text.strip()) and not raw.startswith(_PDF)
    return DecodedFile(raw, name, text, form, is_ours)


def _text(raw: bytes) -> str | Problem:
    if raw.startswith(_PDF):
        from orbat.documents.attachment import attached_orbat

        attached = attached_orbat(raw)
        return attached if isinstance(attached, Problem) else decode(attached)
    return decode(raw)


def _orbats(source: DecodedFile, library: Library, **defaults: str) -> tuple[Loaded, ...]:
    own = _without_orbat(_NO_TROOPS) if source.is_foreign else _read_own_format(source, **defaults)
    if own.orbat is not None and source.raw.startswith(_PDF):
        from orbat.documents.attached_pages import with_pages

        return (with_pages(own, source.raw),)
    if own.orbat is not None and source.web_page:
        return (replace(own, web_page=source.web_page),)
    if own.orbat is not None:
        return _with_codes((own,), source.text if isinstance(source.text, str) else "")
    if source.is_ours:
        return (own,)
    if source.raw.startswith(_ARCHIVE):
        from orbat.documents.own_workbook import read_own_workbook

        if army := read_own_workbook(source.raw, **defaults):
            return (army,)
    from orbat.documents.any_document import read_document
    from orbat.documents.parts import COMPARE_HELP, part_findings
    from orbat.documents.sheets import sheets_of

    document = read_document(source.raw, source.name, source.text if isinstance(source.text, str) else None)
    if isinstance(document, Problem):
        is_binary = source.raw.startswith(_BINARY) or b"\0" in source.raw
        return (_without_orbat(document) if is_binary or source.is_foreign else own,)
    if (wanted := defaults.get("ruleset", "").partition("@")[0]) and library.ruleset(wanted) is None:
        return (read_orbat("orbat: 1\n", **defaults),)
    sheets = sheets_of(document, _named_list(library, **defaults))
    warnings = tuple(
        finding_of(Problem(WHOLE_FILE, warning, COMPARE_HELP, "TXT011", severity="warning", doubt="file"))
        for warning in (*document.warnings, *_long_number_warnings(document), *sheets.warnings)
    )
    armies: list[Loaded] = []
    parts = [part for part in document.parts if part.kind != "other_sheet" or part.where not in sheets.price_lists]
    parts += [Part("other_sheet", name) for name in sheets.price_lists]
    for lines in sheets.armies:
        read = _armies_with_units(replace(document, lines=lines), library, **defaults)
        if not read and len(sheets.armies) > 1:
            parts = [part for part in parts if part.kind != "other_sheet" or part.where != lines[0].part]
            parts.append(Part("other_sheet", lines[0].part, shown=lines[-1].text))
        armies += read
    warnings += part_findings(parts)
    text = "\n".join(line.text for line in document.lines)

    def completed(found: Sequence[Loaded]) -> tuple[Loaded, ...]:
        with_parts = (replace(army, findings=(*army.findings, *warnings), parts=tuple(parts)) for army in found)
        return _with_codes(tuple(with_parts), text, document.codes)

    return tuple(map(_completed_again(completed), completed(armies))) if armies else (own,)


def _completed_again(completed: Callable[[Sequence[Loaded]], tuple[Loaded, ...]]) -> Callable[[Loaded], Loaded]:
    def change(army: Loaded) -> Loaded:
        again = army.read_again
        if again is None:
            return army

        def read_again(corrections: tuple[Correction, ...]) -> Loaded | None:
            found = again(corrections)
            return completed((found,))[0] if found is not None else None

        return replace(army, read_again=read_again)

    return change


def _armies_with_units(document: DocumentText, library: Library, **defaults: str) -> list[Loaded]:
    def read(corrections: tuple[Correction, ...]) -> list[Loaded]:
        return [one for one in _armies(document, library, corrections, **defaults) if corrections or _has_units(one)]

    def again(army: Loaded) -> Callable[[tuple[Correction, ...]], Loaded | None]:
        start = _first_line(army)
        return lambda corrections: next((one for one in read(corrections) if _first_line(one) == start), None)

    return [replace(army, read_again=again(army)) if army.reading else army for army in read(())]


def _first_line(army: Loaded) -> int:
    return army.reading.lines[0].number if army.reading and army.reading.lines else 0


def _has_units(army: Loaded) -> bool:
    return army.orbat is not None and next(units_of(army.orbat, unfielded=True), None) is not None


def _named_list(library: Library, **defaults: str) -> Callable[[str], str]:
    from orbat.list_reader.detection import Lists, lists_of, rulesets_of

    @cache  # most files have one sheet and need no names
    def known() -> tuple[Lists, ...]:
        rulesets = rulesets_of(library, defaults.get("ruleset", ""), "", "")
        return tuple(lists_of(library, one) for one in rulesets)

    return lambda text: next((found[0] for lists in known() if (found := lists.named(text[:_MAX_NAME]))), "")


def _with_codes(armies: tuple[Loaded, ...], text: str, codes: str = "") -> tuple[Loaded, ...]:
    if not codes and "check code" not in text.casefold():
        return armies
    from orbat.documents.code_findings import (
        check_code_findings,
        has_same_units,
        orbat_in_codes,
        qr_finding,
        qr_part,
    )
    from orbat.documents.parts import part_findings
    from orbat.formats.printed_sheet import is_head

    orbats = [army.orbat for army in armies if army.orbat is not None]
    coded = orbat_in_codes(codes)
    same = coded is not None and any(has_same_units(coded, one) for one in orbats)
    parts = (qr_part(codes, coded),) if codes else ()
    findings = (*part_findings(parts), *([qr_finding("the text")] if coded and not same else ()))
    # the text of a printed sheet lacks data on which its check code depends: only the ORBAT in its QR code has them
    known = [coded] if coded and same else [] if any(map(is_head, text.split("\n"))) else orbats

    def compared(army: Loaded) -> Loaded:
        found = check_code_findings(text, army.orbat, [*known, *orbats]) if army.orbat and known else ()
        return replace(army, findings=(*army.findings, *findings, *found), parts=(*army.parts, *parts))

    return tuple(map(compared, armies))


def _long_number_warnings(document: DocumentText) -> tuple[str, ...]:
    from orbat.documents.line_collector import first_few
    from orbat.list_reader.lines import LONG_NUMBER, MAX_DIGITS

    places = [line.where for line in document.lines if LONG_NUMBER.search(line.text)]
    if not places:
        return ()
    text = phrase("numbers are cut after {digits} digits: {places}", digits=MAX_DIGITS, places=first_few(places))
    return (text,)


def _read_own_format(source: DecodedFile, **defaults: str) -> Loaded:
    text = source.text
    if isinstance(text, Problem):
        return _without_orbat(text)
    if len(text) > MAX_TEXT:
        message = phrase("is larger than {megabytes} MB, the maximum for an ORBAT", megabytes=MAX_TEXT // 1_000_000)
        return _without_orbat(unreadable(message, "Check that this is the right file."))
    if source.form == "yaml":
        return read_orbat(text, **defaults)
    from orbat.formats.csv_table import read_table
    from orbat.formats.text_reader import read_plain

    return read_table(text, **defaults) if source.form == "table" else read_plain(text, **defaults)


def _armies(
    document: DocumentText, library: Library, corrections: Sequence[Correction] = (), **defaults: str
) -> list[Loaded]:
    from orbat.documents.file_format import detect_format
    from orbat.report.check_code import is_code

    document = replace(document, lines=tuple(line for line in document.lines if not is_code(line.text)))
    text = "\n".join(" " * line.indent + line.text for line in document.lines)
    if detect_format(text) == "plain":
        from orbat.formats.text_reader import read_plain

        return [read_plain(text, **defaults)]
    from orbat.documents.emoji import lines_without_emoji
    from orbat.formats.printed_sheet import read_printed
    from orbat.list_reader.reader import read_typed

    if printed := read_printed(document.lines, library):
        return [printed]
    typed = read_typed(lines_without_emoji(document.lines), library, corrections, **defaults)
    return [army.loaded for army in typed]


def _without_orbat(problem: Problem) -> Loaded:
    return Loaded(None, (finding_of(problem),))


def internal_error_finding(error: BaseException) -> Finding:
    """Create the finding for an internal error. The field `failures` contains the details for the log."""
    return Finding(
        code=CHECK_FAILED,
        severity="error",
        path=(),
        message_template="the check failed with an internal error ({error})",
        help_template="Report this error, with the file and the log.",
        cites=("orbat",),
        fields={"error": type(error).__name__, "failures": (failure_of("the check", error),)},
    )

"""Any file as ORBATs, in four steps: its bytes, what kind of file they are, the document in them, the ORBATs in that.

Every limit on a file holds here or in what is called from here: the bytes of the file (`MAX_BYTES`), the characters
of a file of ours (`MAX_TEXT`), depth, values and aliases (`yaml_text`), lines, cells and columns (`documents.lines`),
what an archive unpacks to (`documents.archive`). Nothing here raises: a reader that fails gives a finding, so that one
file cannot stop the check of a folder.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path, PurePath
from typing import TYPE_CHECKING, Literal

from orbat.data.library import Library
from orbat.data.loaded import Loaded
from orbat.data.problem import Problem, finding_of, unreadable
from orbat.data.text_file import decode, read_bytes
from orbat.data.yaml_text import MAX_BYTES as MAX_TEXT
from orbat.formats.orbat_file import read_orbat
from orbat.model.failure import CHECK_FAILED, failure_of
from orbat.model.finding import Finding
from orbat.model.orbat import units_of
from orbat.model.record import Value

if TYPE_CHECKING:
    from orbat.list_reader.document_text import DocumentText

MAX_BYTES = 30_000_000
"""The largest file read, in bytes; a sheet with many pages is far smaller."""

Form = Literal["yaml", "plain", "table"]
"""The forms of a file of ours: YAML or JSON, the text form or its Markdown, and CSV."""

_BY_SUFFIX: dict[str, Form] = {
    ".yaml": "yaml",
    ".yml": "yaml",
    ".json": "yaml",
    ".txt": "plain",
    ".md": "plain",
    ".csv": "table",
}

_BINARY = (b"%PDF-", b"PK", b"\xd0\xcf\x11\xe0", b"\x89PNG", b"\xff\xd8\xff")
"""How workbooks, documents and pictures begin. When nothing can be read of one, its own reader says why."""


class DecodedFile(Value):
    """What a file is taken for: the text in it, or why it has none, and in which of our forms that may be.

    `is_ours` holds of a file that is plainly meant as ours, however damaged; it is never read as a typed list.
    """

    raw: bytes
    name: str
    text: str | Problem
    form: Form
    is_ours: bool


def read_file(path: Path, library: Library, **given: str) -> tuple[Loaded, ...]:
    """Every ORBAT in a file, at least one; `given` stands in for keys (ruleset, army_list) it lacks. Never raises."""
    raw = read_bytes(path, MAX_BYTES)
    return (_refused(raw),) if isinstance(raw, Problem) else read_raw(raw, path.name, library, **given)


def read_raw(raw: bytes, name: str, library: Library, **given: str) -> tuple[Loaded, ...]:
    """The same from the bytes of a file; without a `name` that is known the content alone tells the kind."""
    try:
        return _orbats(_decoded_file(raw, name), library, **given)
    except MemoryError:
        return (_refused(unreadable("needs more memory than there is", "Check that it is the right file.")),)
    except Exception as error:  # a fault of a reader is that of one file: the others are read all the same
        return (Loaded(None, (internal_error_finding(error),)),)


def _decoded_file(raw: bytes, name: str) -> DecodedFile:
    """What kind of file the bytes are. They are decoded here and nowhere else, unless they are in another encoding."""
    if len(raw) > MAX_BYTES:
        too_large = unreadable(f"is larger than {MAX_BYTES // 1_000_000} MB", "Check that it is the right file.")
        return DecodedFile(b"", name, too_large, "yaml", is_ours=True)
    suffix = PurePath(name).suffix.lower()
    named = _BY_SUFFIX.get(suffix)
    text = _text(raw)
    if isinstance(text, Problem):
        return DecodedFile(raw, name, text, named or "yaml", named == "yaml")
    if named == "yaml":
        return DecodedFile(raw, name, text, "yaml", is_ours=True)
    from orbat.documents.file_format import detect_format

    found = detect_format(text)
    form = named or found or "yaml" if text.strip() else "yaml"
    plainly = (bool(found) or not text.strip()) and not raw.startswith(b"%PDF-")
    return DecodedFile(raw, name, text, form, plainly)


def _text(raw: bytes) -> str | Problem:
    """The text of a file of ours, or of the one that a printed sheet carries."""
    if raw.startswith(b"%PDF-"):
        from orbat.documents.attachment import attached_orbat

        attached = attached_orbat(raw)
        return attached if isinstance(attached, Problem) else decode(attached)
    return decode(raw)


def _orbats(source: DecodedFile, library: Library, **given: str) -> tuple[Loaded, ...]:
    """The ORBAT of a file of ours; of any other file that of each army that something is bought for."""
    own = _own(source, **given)
    if own.orbat is not None or source.is_ours:
        return (own,)
    from orbat.documents.any_document import read_document

    lines = read_document(source.raw, source.name, source.text if isinstance(source.text, str) else None)
    if isinstance(lines, Problem):
        says_why = source.raw.startswith(_BINARY) or b"\0" in source.raw
        return (_refused(lines) if says_why else own,)
    if (wanted := given.get("ruleset", "").partition("@")[0]) and library.ruleset(wanted) is None:
        return (read_orbat("orbat: 1\n", **given),)
    told = tuple(
        finding_of(Problem(("lines",), warning, "Look at the file itself.", "TXT011", severity="warning"))
        for warning in (*lines.warnings, *_cut_short(lines))
    )
    bought = [army for army in _armies(lines, library, **given) if army.orbat and next(units_of(army.orbat), None)]
    return tuple(replace(army, findings=(*army.findings, *told)) for army in bought) or (own,)


def _cut_short(lines: DocumentText) -> tuple[str, ...]:
    """That numbers are too long to be read, and in which lines."""
    from orbat.documents.line_collector import some
    from orbat.list_reader.lines import LONG_NUMBER, LONGEST_NUMBER

    places = [line.where for line in lines.lines if LONG_NUMBER.search(line.text)]
    return (f"a number of more than {LONGEST_NUMBER} figures is cut short: {some(places)}",) if places else ()


def _own(source: DecodedFile, **given: str) -> Loaded:
    """The ORBAT of a text in one of our forms."""
    text = source.text
    if isinstance(text, Problem):
        return _refused(text)
    if len(text) > MAX_TEXT:
        says = f"is larger than {MAX_TEXT // 1_000_000} MB, the most that an ORBAT may have"
        return _refused(unreadable(says, "Check that it is the right file."))
    if source.form == "yaml":
        return read_orbat(text, **given)
    from orbat.formats.csv_table import read_table
    from orbat.formats.text import read_plain

    return read_table(text, **given) if source.form == "table" else read_plain(text, **given)


def _armies(lines: DocumentText, library: Library, **given: str) -> list[Loaded]:
    """The armies of a document: that of our own text form, as a photographed code holds it, of a print, or typed."""
    from orbat.documents.file_format import detect_format

    text = "\n".join(" " * line.indent + line.text for line in lines.lines)
    if detect_format(text) == "plain":
        from orbat.formats.text import read_plain

        return [read_plain(text, **given)]
    from orbat.formats.printed_sheet import read_printed
    from orbat.list_reader.reader import read_typed

    if printed := read_printed(lines.lines, library):
        return [printed]
    return [army.loaded for army in read_typed(lines.lines, library, **given)]


def _refused(problem: Problem) -> Loaded:
    return Loaded(None, (finding_of(problem),))


def internal_error_finding(error: BaseException) -> Finding:
    """The finding of an internal error in reading or checking a file, with the failure for the log."""
    return Finding(
        code=CHECK_FAILED,
        severity="error",
        path=(),
        message_template="the check failed with an internal error ({error})",
        help_template="Report this, with the file and the log.",
        cites=("orbat",),
        fields={"error": type(error).__name__, "failures": (failure_of("the check", error),)},
    )

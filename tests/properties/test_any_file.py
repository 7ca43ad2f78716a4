"""Damaged files of every form: the check always gives a report."""

from __future__ import annotations

import io
import zipfile
from functools import cache
from pathlib import Path

import docx
import pytest
import segno
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st
from openpyxl import Workbook
from reportlab.pdfgen.canvas import Canvas
from tests.examples import examples, sampled

from orbat.data.library import Library
from orbat.documents.attachment import ATTACHMENT_NAME
from orbat.list_reader.excerpt import MAX_LINES
from orbat.pipeline import check, convert
from orbat.render.pdf.draw import attach

STARTER = Path(__file__).resolve().parents[2] / "templates/orbats/days_of_empire/starters/british_400.yaml"
ROWS = (
    ("British, Days of Empire, 400 points",),
    ("1st Brigade", "General Codrington", "30"),
    ("7th Royal Fusiliers", "16 stands", "class 3", "rifles", "64"),
    ("33rd Foot", "12 stands", "class 3", "rifles", "48"),
    ("RA field battery", "2 guns", "", "", "70"),
    ("Total", "212"),
)
LINES = tuple(", ".join(filter(None, row)) for row in ROWS)
FORMS = (
    "typed.txt",
    "own.txt",
    "md",
    "csv",
    "own.csv",
    "xlsx",
    "ods",
    "docx",
    "pdf",
    "sheet.pdf",
    "png",
    "yaml",
    "json",
)
MEGABYTE = 1_000_000
_ODS = "application/vnd.oasis.opendocument.spreadsheet"


@cache
def _sound(form: str) -> bytes:
    """A valid file of a form."""
    match form.rpartition(".")[2], form:
        case _, "typed.txt":
            return "\n".join(LINES).encode()
        case _, "csv":
            return "\n".join(";".join(row) for row in ROWS).encode()
        case _, "yaml":
            return STARTER.read_bytes()
        case _, "sheet.pdf":
            return attach(_sound("pdf"), ATTACHMENT_NAME, STARTER.read_bytes())
        case ("txt" | "md" | "csv" | "json") as ending, _:
            return convert(check(STARTER, _library()), f".{ending}").encode()
    return _document(form)


@cache
def _library() -> Library:
    return Library(STARTER.parents[4] / "army_lists")


def _document(form: str) -> bytes:
    """A valid workbook, document or picture with the list."""
    file = io.BytesIO()
    match form:
        case "xlsx":
            book = Workbook()
            for row in ROWS:
                book.worksheets[0].append(row)
            book.save(file)
        case "docx":
            document = docx.Document()
            for line in LINES:
                document.add_paragraph(line)
            document.save(file)
        case "ods":
            names = " ".join(f'xmlns:{n}="urn:oasis:names:tc:opendocument:xmlns:{n}:1.0"' for n in ("table", "text"))
            cells = (
                "".join(f"<table:table-cell><text:p>{cell}</text:p></table:table-cell>" for cell in row) for row in ROWS
            )
            rows = "".join(f"<table:table-row>{row}</table:table-row>" for row in cells)
            with zipfile.ZipFile(file, "w") as archive:
                archive.writestr("mimetype", _ODS)
                archive.writestr("content.xml", f"<a {names}><table:table>{rows}</table:table></a>")
        case "pdf":
            canvas = Canvas(file, pageCompression=0, invariant=True)
            for number, line in enumerate(LINES):
                canvas.drawString(40, 700 - 20 * number, line)
            canvas.save()
        case "png":
            segno.make_qr("\n".join(LINES)).save(file, kind="png", scale=3)
    return file.getvalue()


SPLICES = st.lists(
    st.tuples(
        st.floats(0, 1, exclude_max=True),
        st.integers(0, 9),
        st.binary(max_size=6)
        | st.sampled_from([b"\n", b"9" * 30, b"-1", b"\x00", b"&a", b"=1+1", b"\xff\xfe", b"x" * 200]),
    ),
    max_size=5,
)


@pytest.mark.parametrize("form", FORMS)
def test_valid_file_is_read(tmp_path: Path, library: Library, form: str) -> None:
    """The undamaged files are read."""
    file = tmp_path / f"list.{form}"
    file.write_bytes(_sound(form))
    assert check(file, library).readable


@pytest.mark.parametrize("form", sampled(FORMS, 2))
@settings(max_examples=examples(25), suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(SPLICES, st.floats(0.1, 1), st.sampled_from(["", "utf-16", "cp1252"]))
@example([], 0.5, "")
def test_damaged_file_gives_a_report(
    tmp_path: Path,
    library: Library,
    form: str,
    splices: list[tuple[float, int, bytes]],
    kept: float,
    code: str,
) -> None:
    """Truncated, with bytes inserted or removed, or in another encoding: priced, or refused with a reason."""
    raw = _sound(form)
    for where, length, put in splices:
        at = int(where * len(raw))
        raw = raw[:at] + put + raw[at + length :]
    raw = raw[: int(kept * len(raw))]
    if code:
        raw = raw.decode("latin-1").encode(code, "replace")
    file = tmp_path / f"list.{form}"
    file.write_bytes(raw)
    report = check(file, library)
    assert report.readable or report.findings
    assert "INT001" not in {finding.code for finding in report.findings}
    assert file.read_bytes() == raw


@pytest.mark.slow
@pytest.mark.parametrize(
    "line",
    ["7th Royal Fusiliers, 16 stands, class 3, rifles - 64 points", "33rd; 16; 3; 48", "what a fine day", "12 x 5"],
)
def test_megabyte_of_text_is_read_up_to_the_limit(tmp_path: Path, library: Library, line: str) -> None:
    """Lines beyond the limit are reported as unread."""
    file = tmp_path / "list.txt"
    file.write_text(f"{LINES[2]}\n" + f"{line}\n" * (MEGABYTE // len(line)), encoding="utf-8")
    report = check(file, library, ruleset="days_of_empire")
    assert report.reading
    assert len(report.reading.lines) <= MAX_LINES + 1
    assert report.reading.lines[-1].unread
    assert report.reading.lines[-1].number > MAX_LINES

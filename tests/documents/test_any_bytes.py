"""Any bytes are either read or refused with a message, never an exception."""

from __future__ import annotations

import io
import re
import zipfile
from functools import cache

import docx
import pytest
import segno
from hypothesis import example, given, settings
from hypothesis import strategies as st
from openpyxl import Workbook
from reportlab.pdfgen.canvas import Canvas
from tests.examples import examples

from orbat.data.problem import Problem
from orbat.documents.any_document import read_document
from orbat.list_reader.document_text import DocumentText
from orbat.model.text_words import INVISIBLE

MEGABYTE = 1_000_000
NAMES = st.sampled_from(["list.txt", "list.csv", "list.html", "list.md", "list.eml", "list.xlsx", ""])
MARKS = [
    "\n",
    "|",
    "-|-",
    "**",
    "`",
    "```\n",
    "<td>",
    "</p>",
    "<br>",
    "<table>",
    "</tr>",
    "<pre>",
    "[b]",
    "[/b]",
    "[td]",
]
SIGNS = [
    *MARKS,
    "\t",
    ";",
    ",",
    '"',
    "=",
    "\x1b[",
    "\u202e",
    "> ",
    "# ",
    "&amp;",
    "<!--",
    "MIME-Version: 1\n",
    "33rd",
    "60",
]


def _check_answer(raw: bytes, name: str) -> None:
    found = read_document(raw, name)
    if isinstance(found, Problem):
        assert found.message.startswith("the file ")
        return
    assert isinstance(found, DocumentText)
    assert any(line.text for line in found.lines)
    for line in found.lines:
        assert line.text == line.text.strip()
        assert "\n" not in line.text
        assert line.number > 0
        assert line.indent >= 0


@given(st.binary(max_size=300), NAMES)
@example(b"\xff\xfea", "")
@example(b"\x00\xd8" * 20, "")
def test_random_bytes_are_read_or_refused(raw: bytes, name: str) -> None:
    _check_answer(raw, name)


@given(st.text(max_size=300), st.sampled_from(["utf-8", "utf-16", "utf-16-le", "cp1251", "cp1252"]), NAMES)
def test_random_texts_are_read_or_refused(text: str, encoding: str, name: str) -> None:
    _check_answer(text.encode(encoding, "replace"), name)


@given(st.lists(st.sampled_from(SIGNS), max_size=60).map("".join), NAMES)
def test_random_markup_is_read_or_refused(text: str, name: str) -> None:
    _check_answer(text.encode(), name)


@cache
def _sample(form: str) -> bytes:
    file = io.BytesIO()
    match form:
        case "xlsx":
            book = Workbook()
            book.worksheets[0].append(["33rd", 15, "=A1"])
            book.save(file)
        case "docx":
            document = docx.Document()
            document.add_paragraph("33rd Foot", style="List Bullet")
            document.add_table(2, 2)
            document.save(file)
        case "ods":
            cell = "<table:table-cell><text:p>33rd</text:p></table:table-cell>"
            names = " ".join(f'xmlns:{n}="urn:oasis:names:tc:opendocument:xmlns:{n}:1.0"' for n in ("table", "text"))
            with zipfile.ZipFile(file, "w") as archive:
                archive.writestr("mimetype", "application/vnd.oasis.opendocument.spreadsheet")
                row = f"<table:table-row>{cell}</table:table-row>"
                archive.writestr("content.xml", f"<a {names}><table:table>{row}</table:table></a>")
        case "pdf":
            canvas = Canvas(file, pageCompression=0)
            canvas.drawString(20, 350, "33rd Foot")
            canvas.drawString(90, 350, "60")
            canvas.save()
        case "png":
            segno.make_qr("33rd Foot 60").save(file, kind="png", scale=3)
    return file.getvalue()


@pytest.mark.parametrize("form", ["xlsx", "docx", "ods", "pdf", "png"])
@settings(max_examples=examples(40))
@given(
    st.lists(st.tuples(st.floats(0, 1, exclude_max=True), st.binary(min_size=1, max_size=6)), max_size=6),
    st.floats(0.2, 1),
)
@example([], 1.0)
def test_damaged_files_are_read_or_refused(form: str, changes: list[tuple[float, bytes]], kept: float) -> None:
    raw = bytearray(_sample(form))
    for where, put in changes:
        at = int(where * len(raw))
        raw[at : at + len(put)] = put
    _check_answer(bytes(raw[: int(kept * len(raw))]), f"list.{form}")


@pytest.mark.parametrize("form", ["xlsx", "docx"])
@settings(max_examples=examples(40))
@given(st.data())
def test_damaged_parts_of_archives_are_read_or_refused(form: str, data: st.DataObject) -> None:
    """The XML inside is damaged, the archive around it is sound."""
    with zipfile.ZipFile(io.BytesIO(_sample(form))) as archive:
        parts = {name: archive.read(name) for name in archive.namelist()}
    name = data.draw(st.sampled_from(sorted(parts)))
    at = data.draw(st.integers(0, len(parts[name])))
    put = data.draw(st.sampled_from([b"", b"<", b"<a>", b"0", b"-1", b"999999999999", b"\xff", b'"', b"&a;"]))
    parts[name] = parts[name][:at] + put + parts[name][at + data.draw(st.integers(0, 9)) :]
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w") as archive:
        for part, content in parts.items():
            archive.writestr(part, content)
    _check_answer(file.getvalue(), f"list.{form}")


@pytest.mark.slow
@pytest.mark.parametrize(
    "piece",
    [
        "3 x Line battalion, class 2 (12 stands)   72 points\n",
        "a",
        "\n",
        "**a** *b* __c__ `d` [x](http://y)\n",
        "**a",
        "[(",
        '"',
        ",",
        'a,"b,c",3\n',
        'a,"b,c,3\n',
        "<",
        "<p>a</p>",
        "<p></p><!--",
        "<p></p><script",
        '</p><a "',
        "<table><tr><td></td>",
        "[/b][size=",
        "|a|b|\n|-|-|\n",
        "> ",
        "\x1b[",
        "\x1b]",
        "&amp;",
        "a\u202e\n",
        "a\tb\tc\n",
        "MIME-Version: 1.0\nMessage-ID: a\n\n--a\n",
    ],
)
def test_a_megabyte_of_repeated_text_is_read_or_refused(piece: str) -> None:
    """Speed is measured by the benchmarks."""
    _check_answer((piece * (MEGABYTE // len(piece.encode()))).encode(), "list.txt")


@given(st.text(st.sampled_from("a\x1b\u202e\u200b\x9b\x00[31m]0;\x07 \t"), max_size=40))
def test_no_invisible_character_remains(text: str) -> None:
    found = read_document(f"33rd Foot {text}\nand as much text again so that this is no binary\n".encode())
    if isinstance(found, DocumentText):
        assert not any(re.search(INVISIBLE, line.text) for line in found.lines)

"""Reading Word and OpenDocument texts: paragraphs, lists and tables in order."""

from __future__ import annotations

import io
import re
import zipfile
from collections.abc import Callable
from typing import Any

import docx
import pytest

from orbat.list_reader.document_text import DocumentText

Read = Callable[..., DocumentText]
Refused = Callable[..., str]
Zipped = Callable[[dict[str, str]], bytes]

_W = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"'
_TYPES = (
    '<Types><Override PartName="/word/main.xml" ContentType="application/vnd.openxmlformats-officedocument.'
    'wordprocessingml.document.main+xml"/></Types>'
)


def _saved(document: Any) -> bytes:
    file = io.BytesIO()
    document.save(file)
    return file.getvalue()


def _minimal(zipped: Zipped, body: str, types: str = _TYPES) -> bytes:
    """A minimal document with this body."""
    main = f"<w:document {_W}><w:body>{body}</w:body></w:document>"
    return zipped({"[Content_Types].xml": types, "word/main.xml": main})


def test_paragraphs_lists_and_tables_are_read_in_order(read: Read) -> None:
    document = docx.Document()
    document.add_heading("Light Division", 1)
    document.add_paragraph("1st Brigade:\tCodrington\nsecond line")
    document.add_paragraph("33rd Foot 60", style="List Bullet")
    document.add_paragraph("rifles", style="List Bullet 2")
    table = document.add_table(2, 3)
    for at, text in enumerate(("Unit", "Stands", "Points", "95th\nRifles", "3", "")):
        table.cell(at // 3, at % 3).text = text
    document.add_paragraph("Total 60").paragraph_format.left_indent = docx.shared.Pt(36)
    found = read(_saved(document), "list.docx")
    assert found.form == "document"
    assert [(line.where, line.text, line.indent, line.heading) for line in found.lines] == [
        ("paragraph 1", "Light Division", 0, 1),
        ("paragraph 2", "1st Brigade:    Codrington", 0, 0),
        ("paragraph 2", "second line", 0, 0),
        ("paragraph 3", "33rd Foot 60", 2, 0),
        ("paragraph 4", "rifles", 4, 0),
        ("table 1, row 1", "Unit  Stands  Points", 0, 0),
        ("table 1, row 2", "95th Rifles  3", 0, 0),
        ("paragraph 5", "Total 60", 4, 0),
    ]
    assert [line.cells for line in found.lines if line.cells] == [("Unit", "Stands", "Points"), ("95th Rifles", "3")]
    assert not found.warnings


def test_each_list_level_indents_by_two_columns(read: Read, zipped: Zipped) -> None:
    item = (
        '<w:p><w:pPr><w:numPr><w:ilvl w:val="{}"/><w:numId w:val="1"/></w:numPr></w:pPr><w:r><w:t>x</w:t></w:r></w:p>'
    )
    items = "".join(map(item.format, (0, 1, 2)))
    assert [line.indent for line in read(_minimal(zipped, items), "a.docx").lines] == [2, 4, 6]


def test_insertions_text_boxes_and_fields_are_read_and_deletions_are_not(read: Read, zipped: Zipped) -> None:
    body = (
        "<w:p><w:r><w:t>33rd </w:t></w:r><w:ins><w:r><w:t>Foot</w:t></w:r></w:ins>"
        "<w:del><w:r><w:delText>Horse</w:delText></w:r></w:del><w:r><w:instrText>HYPERLINK</w:instrText></w:r>"
        "<w:r><w:noBreakHyphen/><w:t>60</w:t></w:r>"
        "<w:r><w:pict><w:txbxContent><w:p><w:r><w:t>in a box</w:t></w:r></w:p></w:txbxContent></w:pict></w:r></w:p>"
        "<w:sdt><w:sdtContent><w:p><w:r><w:t>in a field</w:t></w:r></w:p></w:sdtContent></w:sdt>"
        "<w:tbl><w:tr><w:tc><w:tcPr><w:gridSpan w:val='2'/></w:tcPr><w:p><w:r><w:t>wide</w:t></w:r></w:p></w:tc>"
        "<w:tc><w:p><w:r><w:t>60</w:t></w:r></w:p></w:tc></w:tr></w:tbl>"
    )
    found = read(_minimal(zipped, body), "a.docx")
    assert [line.text for line in found.lines] == ["33rd Foot-60", "in a box", "in a field", "wide  60"]
    assert found.lines[-1].cells == ("wide", "", "60")


def test_a_nested_table_is_text_of_its_cell(read: Read, zipped: Zipped) -> None:
    row = "<w:tr><w:tc><w:p><w:r><w:t>{}</w:t></w:r></w:p>{}</w:tc></w:tr>"
    inner = "<w:tbl>" + row.format("33rd", "") + row.format("95th", "") + "</w:tbl>"
    found = read(_minimal(zipped, "<w:tbl>" + row.format("My list", inner) + "</w:tbl>"), "a.docx")
    assert [line.text for line in found.lines] == ["My list", "33rd", "95th"]


def test_struck_out_and_hidden_text_is_reported_and_not_read(read: Read) -> None:
    document = docx.Document()
    struck = document.add_paragraph("a").add_run("33rd")
    struck.font.strike = True
    document.add_paragraph("b").add_run("95th").font.hidden = True
    document.sections[0].header.paragraphs[0].text = "My army"
    found = read(_saved(document), "list.docx")
    assert [line.text for line in found.lines] == ["a", "b"]
    assert [(part.kind, part.where, part.shown) for part in found.parts] == [
        ("struck_out", "paragraph 1", "33rd"),
        ("styled_hidden", "paragraph 2", "95th"),
        ("header", "", "My army"),
    ]


def test_a_document_with_macros_is_read(read: Read, zipped: Zipped) -> None:
    types = re.sub(
        "ContentType=.*main.xml",
        'ContentType="application/vnd.ms-word.document.macroEnabled.main+xml',
        _TYPES,
    )
    body = "<w:p><w:r><w:t>33rd Foot 60</w:t></w:r></w:p>"
    assert [line.text for line in read(_minimal(zipped, body, types), "a.docm").lines] == ["33rd Foot 60"]


def test_an_empty_document_is_refused(refused: Refused) -> None:
    assert refused(_saved(docx.Document()), "list.docx") == "the file is a document without text"


def test_deep_nesting_is_refused(refused: Refused, zipped: Zipped) -> None:
    depth = 50_000
    raw = _minimal(zipped, "<w:sdt>" * depth + "</w:sdt>" * depth)
    assert refused(raw, "a.docx") == "the file is a document without text"


def test_an_opendocument_text_is_read(read: Read, zipped: Zipped) -> None:
    spaces = " ".join(
        f'xmlns:{name}="urn:oasis:names:tc:opendocument:xmlns:{name}:1.0"' for name in ("office", "table", "text")
    )
    body = (
        '<text:h text:outline-level="2">Light Division</text:h>'
        "<text:p>33rd<text:tab/>60<text:note>x</text:note></text:p>"
        "<text:list><text:list-item><text:p>rifles</text:p></text:list-item></text:list><table:table><table:table-row>"
        "<table:table-cell><text:p>95th</text:p></table:table-cell><table:table-cell><text:p>4</text:p>"
        "</table:table-cell></table:table-row></table:table>"
    )
    body = f"<office:body><office:text>{body}</office:text></office:body>"
    content = f"<office:document-content {spaces}>{body}</office:document-content>"
    found = read(zipped({"mimetype": "application/vnd.oasis.opendocument.text", "content.xml": content}), "a.odt")
    assert [(line.where, line.text, line.indent, line.heading) for line in found.lines] == [
        ("paragraph 1", "Light Division", 0, 2),
        ("paragraph 2", "33rd    60", 0, 0),
        ("paragraph 3", "rifles", 2, 0),
        ("table 1, row 1", "95th  4", 0, 0),
    ]


@pytest.mark.parametrize(
    ("parts", "message"),
    [
        ({"list.txt": "33rd"}, "the file is a ZIP archive, not a workbook or a document"),
        ({"Index/Document.iwa": "x"}, "the file is an Apple Numbers or Pages document"),
        ({"[Content_Types].xml": "presentationml"}, "the file is a presentation"),
        ({"[Content_Types].xml": "sheet.binary.macroEnabled.main"}, "the file is a binary Excel workbook"),
        ({"[Content_Types].xml": "wordprocessingml.document.main"}, "the file is damaged and cannot be read"),
        ({"[Content_Types].xml": _TYPES, "word/main.xml": "<a"}, "the file is damaged and cannot be read"),
    ],
)
def test_other_archives_are_refused(refused: Refused, zipped: Zipped, parts: dict[str, str], message: str) -> None:
    assert refused(zipped(parts)) == message


@pytest.mark.parametrize(
    ("parts", "message"),
    [
        (
            {"word/document.xml": " " * 9_000_000},
            "the file has a part that unpacks to more than 200 times its size",
        ),
        (
            {"word/document.xml": " " * 11_000_000},
            "the file has a part larger than the maximum of 10 MB",
        ),
        (
            {f"{number}.bin": " " * 30_000_000 for number in range(4)},
            "the file unpacks to more than the maximum of 100 MB",
        ),
        (
            {f"{number}": "" for number in range(2_001)},
            "the file has more than 2000 parts, the maximum for an archive",
        ),
    ],
)
def test_archives_over_a_limit_are_refused(
    refused: Refused, zipped: Zipped, parts: dict[str, str], message: str
) -> None:
    assert refused(zipped(parts), "list.docx") == message


def test_an_archive_with_a_password_is_refused(refused: Refused, zipped: Zipped) -> None:
    raw = bytearray(zipped({"word/document.xml": "x"}))
    directory = raw.index(b"PK\x01\x02")
    raw[directory + 8] |= 1
    assert refused(bytes(raw), "list.docx") == "the file is locked with a password"


@pytest.mark.parametrize(
    ("raw", "message"),
    [
        (b"PK\x03\x04 and no more", "the file is a damaged workbook or document"),
        (b"\xd0\xcf\x11\xe0" + bytes(600), "the file is an old Word or Excel document"),
        (
            b"\xd0\xcf\x11\xe0" + "EncryptedPackage".encode("utf-16-le"),
            "the file is a workbook or document locked with a password",
        ),
    ],
)
def test_damaged_old_and_locked_documents_are_refused(refused: Refused, raw: bytes, message: str) -> None:
    assert refused(raw) == message


def test_a_damaged_part_is_refused(refused: Refused) -> None:
    document = docx.Document()
    document.add_paragraph("33rd Foot 60")
    raw = bytearray(_saved(document))
    with zipfile.ZipFile(io.BytesIO(bytes(raw))) as archive:
        start = archive.getinfo("word/document.xml").header_offset
    raw[start + 60 : start + 200] = bytes(140)
    assert refused(bytes(raw), "list.docx") == "the file is damaged and cannot be read"

"""Each kind of content beside the displayed text is found in each file format, and honest files have none."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Callable
from email.message import EmailMessage
from typing import Any

import pytest
from openpyxl import Workbook
from openpyxl.cell.rich_text import CellRichText, TextBlock
from openpyxl.cell.text import InlineFont
from openpyxl.comments import Comment
from openpyxl.drawing.image import Image
from openpyxl.formatting.rule import FormulaRule
from openpyxl.styles import Alignment, Font, PatternFill
from openpyxl.styles.colors import Color
from openpyxl.worksheet.table import Table, TableStyleInfo
from PIL import Image as Picture

from orbat.documents.parts import part_findings
from orbat.list_reader.document_text import DocumentText

Read = Callable[..., DocumentText]

ROWS = (("Unit", "Stands", "Points"), ("7th Royal Fusiliers", 16, 64), ("33rd Foot", 16, 64), ("Total", None, 128))


formula_rule: Any = FormulaRule
"""openpyxl gives no types for its arguments."""


def zipped(parts: dict[str, str]) -> bytes:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, text in parts.items():
            archive.writestr(name, text)
    return file.getvalue()


# Excel.


def xlsx(
    change: Callable[[Any], None], edit: Callable[[str], str] = str, part: str = "xl/worksheets/sheet1.xml"
) -> bytes:
    """A workbook after a change of its first sheet, and an edit of the XML of one part."""
    book = Workbook()
    sheet: Any = book.active
    sheet.title = "Army"
    for row in ROWS:
        sheet.append(row)
    change(sheet)
    file = io.BytesIO()
    book.save(file)
    with zipfile.ZipFile(file) as archive:
        parts = {name: archive.read(name) for name in archive.namelist()}
    saved = io.BytesIO()
    with zipfile.ZipFile(saved, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in parts.items():
            archive.writestr(name, edit(content.decode()) if name == part else content)
    return saved.getvalue()


def put(place: str, value: object = None, **style: object) -> Callable[[Any], None]:
    """Write a value to a cell, or change its style."""

    def change(sheet: Any) -> None:
        cell = sheet[place]
        cell.value = cell.value if value is None else value
        for name, one in style.items():
            setattr(cell, name, one)

    return change


def row(**settings: object) -> Callable[[Any], None]:
    """Change the height or visibility of row 3."""

    def change(sheet: Any) -> None:
        for name, value in settings.items():
            setattr(sheet.row_dimensions[3], name, value)

    return change


def column(**settings: object) -> Callable[[Any], None]:
    """Change the width or visibility of column C."""

    def change(sheet: Any) -> None:
        for name, value in settings.items():
            setattr(sheet.column_dimensions["C"], name, value)

    return change


def further_sheet(state: str) -> Callable[[Any], None]:
    def change(sheet: Any) -> None:
        other = sheet.parent.create_sheet("Reserve")
        other["A1"] = "E Battery, 6 guns"
        other.sheet_state = state

    return change


def picture(sheet: Any) -> None:
    file = io.BytesIO()
    Picture.new("RGB", (200, 200)).save(file, "PNG")
    sheet.add_image(Image(file), "E2")


def conditional(sheet: Any) -> None:
    sheet.conditional_formatting.add("B2:B3", formula_rule(formula=["TRUE"], font=Font(color="FFFFFF")))


def with_value(formula: str, value: str) -> Callable[[str], str]:
    return lambda xml: xml.replace(f"<f>{formula}</f><v />", f"<f>{formula}</f><v>{value}</v>").replace(
        f"<f>{formula}</f><v></v>", f"<f>{formula}</f><v>{value}</v>"
    )


def frozen(sheet: Any) -> None:
    sheet.freeze_panes = "A3"
    sheet.sheet_view.topLeftCell = "A2"


def filtered(sheet: Any) -> None:
    sheet.auto_filter.ref = "A1:C4"
    sheet.auto_filter.add_filter_column(0, ["7th"])


def merged(sheet: Any) -> None:
    sheet["E2"] = "shown"
    sheet.merge_cells("E2:F2")


EXCEL: dict[str, tuple[bytes, str, str]] = {
    "hidden row": (xlsx(row(hidden=True)), "hidden_row", "Army, row 3|33rd Foot  16  64"),
    "tiny row": (xlsx(row(height=1)), "tiny_row", "Army, row 3|33rd Foot  16  64"),
    "hidden column": (xlsx(column(hidden=True)), "hidden_column", "Army, column C|Points"),
    "tiny column": (xlsx(column(width=0.1)), "tiny_column", "Army, column C|Points"),
    "hidden sheet": (xlsx(further_sheet("hidden")), "hidden_sheet", "Reserve|E Battery, 6 guns"),
    "further sheet": (xlsx(further_sheet("visible")), "other_sheet", "Reserve|"),
    "very hidden sheet": (xlsx(further_sheet("veryHidden")), "hidden_sheet", "Reserve|E Battery, 6 guns"),
    "struck-out cell": (xlsx(put("A3", font=Font(strike=True))), "struck_out", "Army, row 3|33rd Foot"),
    "white cell": (xlsx(put("A3", font=Font(color="FFFFFFFF"))), "white_text", "Army, row 3|33rd Foot"),
    "nearly white cell": (xlsx(put("A3", font=Font(color="FFF4F4F4"))), "white_text", "Army, row 3|33rd Foot"),
    "black on black": (xlsx(put("A3", fill=PatternFill("solid", "000000"))), "white_text", "Army, row 3|33rd Foot"),
    "font of symbols": (xlsx(put("A3", font=Font(name="Wingdings"))), "remapped_text", "Army, row 3|33rd Foot"),
    "white part of a text": (
        xlsx(put("A3", CellRichText("33rd", TextBlock(InlineFont(color=Color(rgb="FFFFFFFF")), " not fielded")))),
        "white_text",
        "Army, row 3|33rd not fielded",
    ),
    "black fill by a condition": (
        xlsx(
            lambda sheet: sheet.conditional_formatting.add(
                "A3", formula_rule(formula=["TRUE"], fill=PatternFill(bgColor="FF000000"))
            )
        ),
        "white_text",
        "Army!A3|by a conditional format",
    ),
    "rows above the frozen rows": (xlsx(frozen), "hidden_row", "Army, row 1|Unit  Stands  Points"),
    "tiny text": (xlsx(put("A3", font=Font(size=1))), "tiny_text", "Army, row 3|33rd Foot"),
    "literal format": (xlsx(put("B3", number_format='"18"')), "number_format", "Army!B3|16, displayed as 18"),
    "invisible format": (xlsx(put("B3", number_format=";;;")), "number_format", "Army!B3|16, not displayed"),
    "scaling format": (xlsx(put("B3", 16000, number_format="0,")), "number_format", "Army!B3|16000, displayed as 16"),
    "repeated text": (xlsx(put("B3", 1, alignment=Alignment("fill"))), "number_format", "Army!B3|1, displayed as 11"),
    "date format": (
        xlsx(put("B3", 16, number_format="d")),
        "number_format",
        "Army!B3|1900-01-16, displayed as a part of this date",
    ),
    "white by a condition": (xlsx(conditional), "white_text", "Army!B2:B3|by a conditional format"),
    "stale formula": (xlsx(put("B3", "=8+10"), with_value("8+10", "16")), "stale_formula", "Army!B3|16, should be 18"),
    "stale sum": (
        xlsx(put("C4", "=SUM(C2:C3)"), with_value("SUM(C2:C3)", "120")),
        "stale_formula",
        "Army!C4|120, should be 128",
    ),
    "unknown formula": (xlsx(put("B3", "=RAND()"), with_value("RAND()", "16")), "formula", "Army!B3|RAND()"),
    "external link": (
        xlsx(put("B3", "='[b.xlsx]A'!B9"), with_value("'[b.xlsx]A'!B9", "16")),
        "external_link",
        "Army!B3|'[b.xlsx]A'!B9",
    ),
    "comment": (xlsx(put("A3", comment=Comment("and 2 guns", "me"))), "comment", "Army!A3|and 2 guns"),
    "picture": (xlsx(picture), "picture", "image1.png|"),
    "print area": (
        xlsx(lambda sheet: setattr(sheet, "print_area", "A1:C2")),
        "print_area",
        "Army, row 3|33rd Foot  16  64",
    ),
    "filter": (xlsx(filtered), "filter", "Army!A1:C4|"),
    "page header": (
        xlsx(lambda sheet: setattr(sheet.oddHeader.center, "text", "With E Battery, 6 guns")),
        "header",
        "Army|With E Battery, 6 guns",
    ),
    "damaged part": (
        xlsx(put("A3", comment=Comment("a", "me")), lambda _: "<a", "xl/comments/comment1.xml"),
        "other_part",
        "xl/comments/comment1.xml|damaged",
    ),
    "cell under a merged cell": (
        xlsx(merged, lambda xml: xml.replace("shown</t></is></c>", 'shown</t></is></c><c r="F2"><v>99</v></c>')),
        "covered_cell",
        "Army!F2|99",
    ),
}


# Word.

W = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"'
TYPES = (
    '<Types><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.'
    'wordprocessingml.document.main+xml"/></Types>'
)


def docx(body: str = "", **parts: str) -> bytes:
    """A document with two paragraphs, this body, and further parts in the folder `word`."""
    lines = "".join(f"<w:p><w:r><w:t>{text}</w:t></w:r></w:p>" for text in ("British, 400 points", "33rd Foot 64"))
    main = f"<w:document {W}><w:body>{lines}{body}</w:body></w:document>"
    named = {f"word/{name.replace('__', '.')}": text for name, text in parts.items()}
    return zipped({"[Content_Types].xml": TYPES, "word/document.xml": main, **named})


def run(properties: str, text: str = "95th 64") -> str:
    return f"<w:p><w:r><w:rPr>{properties}</w:rPr><w:t>{text}</w:t></w:r></w:p>"


def note(tag: str) -> str:
    return f"<w:{tag}s {W}><w:{tag}><w:p><w:r><w:t>and 2 guns</w:t></w:r></w:p></w:{tag}></w:{tag}s>"


def table_row(properties: str, cell: str = "") -> str:
    return (
        f"<w:tbl><w:tr><w:trPr>{properties}</w:trPr><w:tc><w:tcPr>{cell}</w:tcPr>"
        "<w:p><w:r><w:t>95th 64</w:t></w:r></w:p></w:tc></w:tr></w:tbl>"
    )


STYLE = f'<w:styles {W}><w:style w:styleId="h"><w:rPr><w:vanish/></w:rPr></w:style></w:styles>'

WORD: dict[str, tuple[bytes, str, str]] = {
    "footnote": (docx(footnotes__xml=note("footnote")), "footnote", "|and 2 guns"),
    "endnote": (docx(endnotes__xml=note("endnote")), "endnote", "|and 2 guns"),
    "comment": (docx(comments__xml=note("comment")), "comment", "|and 2 guns"),
    "page header": (
        docx(header1__xml=f"<w:hdr {W}><w:p><w:r><w:t>and 20 guns</w:t></w:r></w:p></w:hdr>"),
        "header",
        "|and 20 guns",
    ),
    "deletion": (
        docx("<w:p><w:del><w:r><w:delText>95th 64</w:delText></w:r></w:del></w:p>"),
        "tracked_deletion",
        "paragraph 3|95th 64",
    ),
    "insertion": (
        docx("<w:p><w:ins><w:r><w:t>95th 64</w:t></w:r></w:ins></w:p>"),
        "tracked_insertion",
        "paragraph 3|95th 64",
    ),
    "deleted row": (docx(table_row("<w:del/>")), "tracked_deletion", "table 1, row 1|95th 64"),
    "hidden row": (docx(table_row("<w:hidden/>")), "hidden_row", "table 1, row 1|95th 64"),
    "tiny row": (docx(table_row('<w:trHeight w:val="20" w:hRule="exact"/>')), "tiny_row", "table 1, row 1|95th 64"),
    "struck out": (docx(run("<w:strike/>")), "struck_out", "paragraph 3|95th 64"),
    "hidden": (docx(run("<w:vanish/>")), "styled_hidden", "paragraph 3|95th 64"),
    "calculated field": (
        docx('<w:p><w:fldSimple w:instr=" =9+9 "><w:r><w:t>16</w:t></w:r></w:fldSimple></w:p>'),
        "field",
        "paragraph 3|=9+9",
    ),
    "bound field": (
        docx('<w:sdt><w:sdtPr><w:dataBinding w:xpath="/a/b"/></w:sdtPr><w:sdtContent/></w:sdt>'),
        "field",
        "after paragraph 2|/a/b",
    ),
    "outside the page": (
        docx('<w:p><w:pPr><w:ind w:left="-9000"/></w:pPr><w:r><w:t>95th 64</w:t></w:r></w:p>'),
        "clipped_text",
        "paragraph 3|95th 64",
    ),
    "hidden by a style": (
        docx(run('<w:rStyle w:val="h"/>'), styles__xml=STYLE),
        "styled_hidden",
        "paragraph 3|95th 64",
    ),
    "white": (docx(run('<w:color w:val="FFFFFF"/>')), "white_text", "paragraph 3|95th 64"),
    "black on black": (
        docx(run('<w:color w:val="000000"/><w:shd w:val="clear" w:fill="101010"/>')),
        "white_text",
        "paragraph 3|95th 64",
    ),
    "tiny": (docx(run('<w:sz w:val="2"/>')), "tiny_text", "paragraph 3|95th 64"),
    "font of symbols": (docx(run('<w:rFonts w:ascii="Wingdings"/>')), "remapped_text", "paragraph 3|95th 64"),
    "condensed": (docx(run('<w:spacing w:val="-200"/>')), "tiny_text", "paragraph 3|95th 64"),
    "lowered": (docx(run('<w:position w:val="-3000"/>')), "clipped_text", "paragraph 3|95th 64"),
    "background colour of the theme": (
        docx(run('<w:color w:val="auto" w:themeColor="background1"/>')),
        "white_text",
        "paragraph 3|95th 64",
    ),
    "frame outside the page": (
        docx('<w:p><w:pPr><w:framePr w:x="-9000"/></w:pPr><w:r><w:t>95th 64</w:t></w:r></w:p>'),
        "clipped_text",
        "paragraph 3|95th 64",
    ),
    "reversed": (
        docx('<w:p><w:bdo w:val="rtl"><w:r><w:t>95th 64</w:t></w:r></w:bdo></w:p>'),
        "remapped_text",
        "paragraph 3|95th 64",
    ),
    "alternative chunk": (
        docx(chunk__html="<p>E Battery, 6 guns</p>"),
        "embedded_part",
        "chunk.html|E Battery, 6 guns",
    ),
    "embedded workbook": (docx(embeddings__xlsx="x"), "embedded_part", "embeddings.xlsx|"),
    "picture": (docx(image__png="x" * 3000), "picture", "image.png|"),
    "unknown part": (docx(secret__dat="x"), "other_part", "secret.dat|"),
    "damaged part": (docx(comments__xml="<w"), "other_part", "word/comments.xml|damaged"),
    "list label": (
        docx(numbering__xml=f'<w:numbering {W}><w:lvl><w:lvlText w:val="with 20 guns %1"/></w:lvl></w:numbering>'),
        "styled_added",
        "label of a list|with 20 guns  ",
    ),
}


# OpenDocument.

SPACES = (
    " ".join(
        f'xmlns:{short}="urn:oasis:names:tc:opendocument:xmlns:{long}:1.0"'
        for short, long in (
            ("office", "office"),
            ("table", "table"),
            ("text", "text"),
            ("style", "style"),
            ("draw", "drawing"),
        )
    )
    + ' xmlns:fo="urn:oasis:names:tc:opendocument:xmlns:xsl-fo-compatible:1.0"'
)


def odf(kind: str, body: str, styles: str = "", **parts: str) -> bytes:
    content = (
        f"<office:document-content {SPACES}><office:automatic-styles>{styles}</office:automatic-styles>"
        f"<office:body><office:{kind}>{body}</office:{kind}></office:body></office:document-content>"
    )
    named = {name.replace("__", "."): text for name, text in parts.items()}
    return zipped({"mimetype": f"application/vnd.oasis.opendocument.{kind}", "content.xml": content, **named})


def odf_cell(text: str = "33rd Foot", attributes: str = "", more: str = "") -> str:
    return f"<table:table-cell {attributes}>{more}<text:p>{text}</text:p></table:table-cell>"


def ods(cells: str = "", row: str = "", styles: str = "", before: str = "", after: str = "", table: str = "") -> bytes:
    return odf(
        "spreadsheet",
        f'<table:table table:name="Army" {table}>{before}<table:table-row>{odf_cell("7th 64")}</table:table-row>'
        f"<table:table-row {row}>{cells or odf_cell()}</table:table-row></table:table>{after}",
        styles,
    )


def style(family: str, properties: str) -> str:
    return f'<style:style style:name="s" style:family="{family}"><style:properties {properties}/></style:style>'


STYLED_CELL = odf_cell(attributes='table:style-name="s"')
TWO_ROWS = "<table:table-row><table:table-cell><text:p>E Battery</text:p></table:table-cell></table:table-row>"

CALC: dict[str, tuple[bytes, str, str]] = {
    "hidden row": (ods(row='table:visibility="collapse"'), "hidden_row", "Army, row 2|33rd Foot"),
    "filtered row": (ods(row='table:visibility="filter"'), "hidden_row", "Army, row 2|33rd Foot"),
    "tiny row": (
        ods(row='table:style-name="s"', styles=style("table-row", 'style:row-height="0.02cm"')),
        "tiny_row",
        "Army, row 2|33rd Foot",
    ),
    "hidden column": (
        ods(odf_cell() * 2, before='<table:table-column/><table:table-column table:visibility="collapse"/>'),
        "hidden_column",
        "Army, column B|33rd Foot",
    ),
    "tiny column": (
        ods(
            odf_cell() * 2,
            before='<table:table-column/><table:table-column table:style-name="s"/>',
            styles=style("table-column", 'style:column-width="0.01cm"'),
        ),
        "tiny_column",
        "Army, column B|33rd Foot",
    ),
    "hidden sheet": (
        ods(
            after=f'<table:table table:name="Reserve" table:style-name="s">{TWO_ROWS}</table:table>',
            styles=style("table", 'table:display="false"'),
        ),
        "hidden_sheet",
        "Reserve|E Battery",
    ),
    "struck out": (
        ods(STYLED_CELL, styles=style("table-cell", 'style:text-line-through-style="solid"')),
        "struck_out",
        "Army!A2|33rd Foot",
    ),
    "white": (ods(STYLED_CELL, styles=style("table-cell", 'fo:color="#ffffff"')), "white_text", "Army!A2|33rd Foot"),
    "tiny text": (ods(STYLED_CELL, styles=style("table-cell", 'fo:font-size="1pt"')), "tiny_text", "Army!A2|33rd Foot"),
    "annotation": (
        ods(odf_cell(more="<office:annotation><text:p>and 2 guns</text:p></office:annotation>")),
        "comment",
        "Army!A2|and 2 guns",
    ),
    "another value": (
        ods(odf_cell("24", 'office:value-type="float" office:value="16"')),
        "number_format",
        "Army!A2|16, displayed as 24",
    ),
    "stale formula": (
        ods(odf_cell("16", 'office:value-type="float" office:value="16" table:formula="of:=9+9"')),
        "stale_formula",
        "Army!A2|16, should be 18",
    ),
    "external link": (
        ods(
            odf_cell("16", "office:value-type='float' office:value='16' table:formula=\"of:=['file:///b.ods'#$A.B9]\"")
        ),
        "external_link",
        "Army!A2|'[file:///b.ods]'!B9",
    ),
    "covered cell": (
        ods(odf_cell() + "<table:covered-table-cell><text:p>99</text:p></table:covered-table-cell>"),
        "covered_cell",
        "Army!B2|99",
    ),
    "print area": (ods(table='table:print-ranges="$Army.$A$1:$Army.$A$1"'), "print_area", "Army, row 2|33rd Foot"),
    "filled shape": (
        ods(before="<table:shapes><draw:custom-shape/></table:shapes>"),
        "covered_text",
        "Army|a filled shape may cover cells",
    ),
    "text box": (
        ods(before="<table:shapes><draw:custom-shape><text:p>E Battery</text:p></draw:custom-shape></table:shapes>"),
        "text_box",
        "Army|E Battery",
    ),
}


def odt(body: str, styles: str = "", **parts: str) -> bytes:
    return odf("text", f"<text:p>33rd Foot 64</text:p>{body}", styles, **parts)


SPAN = '<text:p><text:span text:style-name="s">95th 64</text:span></text:p>'
HEADER = (
    f"<office:document-styles {SPACES}><style:master-page><style:header><text:p>and 20 guns</text:p></style:header>"
    "</style:master-page></office:document-styles>"
)

WRITER: dict[str, tuple[bytes, str, str]] = {
    "footnote": (
        odt('<text:p>x<text:note text:note-class="footnote"><text:p>2 guns</text:p></text:note></text:p>'),
        "footnote",
        "paragraph 2|2 guns",
    ),
    "endnote": (
        odt('<text:p>x<text:note text:note-class="endnote"><text:p>2 guns</text:p></text:note></text:p>'),
        "endnote",
        "paragraph 2|2 guns",
    ),
    "annotation": (
        odt("<text:p>x<office:annotation><text:p>2 guns</text:p></office:annotation></text:p>"),
        "comment",
        "paragraph 2|2 guns",
    ),
    "deletion": (
        odt(
            "<text:tracked-changes><text:changed-region><text:deletion><text:p>2 guns</text:p></text:deletion>"
            "</text:changed-region></text:tracked-changes>"
        ),
        "tracked_deletion",
        "|2 guns",
    ),
    "insertion": (
        odt(
            "<text:tracked-changes><text:changed-region><text:insertion/></text:changed-region></text:tracked-changes>"
        ),
        "tracked_insertion",
        "|",
    ),
    "hidden": (odt(SPAN, style("text", 'text:display="none"')), "styled_hidden", "paragraph 2|95th 64"),
    "hidden section": (
        odt('<text:section text:name="a" text:display="none"><text:p>95th</text:p></text:section>'),
        "styled_hidden",
        "section a|95th",
    ),
    "hidden text": (
        odt('<text:p>x<text:hidden-text text:string-value="95th"/></text:p>'),
        "styled_hidden",
        "paragraph 2|95th",
    ),
    "struck out": (
        odt(SPAN, style("text", 'style:text-line-through-style="solid"')),
        "struck_out",
        "paragraph 2|95th 64",
    ),
    "white": (odt(SPAN, style("text", 'fo:color="#fefefe"')), "white_text", "paragraph 2|95th 64"),
    "font of symbols": (
        odt(SPAN, style("text", 'style:font-name="Wingdings"')),
        "remapped_text",
        "paragraph 2|95th 64",
    ),
    "tiny": (odt(SPAN, style("text", 'fo:font-size="1pt"')), "tiny_text", "paragraph 2|95th 64"),
    "page header": (odt("", styles__xml=HEADER), "header", "|and 20 guns"),
    "picture": (zipped({}) and odt("", **{"Pictures/a__png": "x"}), "picture", "a.png|"),
    "list label": (
        odt("", '<text:list-style><text:list-level-style-number style:num-suffix=". with 20 guns"/></text:list-style>'),
        "styled_added",
        "label of a list|. with 20 guns",
    ),
    "damaged part": (odt("", styles__xml="<a"), "other_part", "styles.xml|damaged"),
    "embedded object": (
        odt("", **{"Object 1/content__xml": "<a>E Battery</a>"}),
        "embedded_part",
        "Object 1|E Battery",
    ),
}


# Web pages and mails.


def page(body: str, css: str = "") -> bytes:
    return f"<html><head><style>{css}</style></head><body><p>33rd Foot 64</p>{body}</body></html>".encode()


def hidden(declarations: str) -> bytes:
    return page(f'<p style="{declarations}">95th 64</p>')


WEB: dict[str, tuple[bytes, str, str]] = {
    **{
        declarations: (hidden(declarations), kind, "line 1|95th 64")
        for declarations, kind in {
            "display: none": "styled_hidden",
            "visibility:hidden": "styled_hidden",
            "opacity:0": "styled_hidden",
            "color:transparent": "styled_hidden",
            "color:#fff": "white_text",
            "color:black;background:#000": "white_text",
            "font-size:0": "tiny_text",
            "font-size:1px": "tiny_text",
            "position:absolute;left:-9999px": "clipped_text",
            "text-indent:-999em": "clipped_text",
            "height:0;overflow:hidden": "clipped_text",
            "text-decoration:line-through": "struck_out",
            "letter-spacing:-1em": "tiny_text",
            "font-family:Wingdings": "remapped_text",
            "zoom:0.01": "tiny_text",
            "scale:0": "tiny_text",
            "translate:-9999px": "clipped_text",
            "transform:translateX(-9999px)": "clipped_text",
            "max-height:5px;overflow:auto": "clipped_text",
            "-webkit-text-fill-color:white": "white_text",
            "direction:rtl;unicode-bidi:bidi-override": "remapped_text",
        }.items()
    },
    "important": (
        page('<p class=x style="display:block">95th 64</p>', ".x{display:none !important}"),
        "styled_hidden",
        "line 1|95th 64",
    ),
    "variable": (
        page("<p class=x>95th 64</p>", ":root{--d:none} .x{display:var(--d)}"),
        "styled_hidden",
        "line 1|95th 64",
    ),
    "attribute": (page("<p data-a=1>95th 64</p>", "[data-a]{display:none}"), "styled_hidden", "line 1|95th 64"),
    "number of the element": (
        page("<div>95th 64</div>", "div:nth-child(2){display:none}"),
        "may_be_hidden",
        "line 1|95th 64",
    ),
    "element after another": (
        page("<hr><div>95th 64</div>", "hr+div{display:none}"),
        "may_be_hidden",
        "line 1|95th 64",
    ),
    "text of an attribute": (
        page('<p class=x data-a="and 2 guns">7th</p>', ".x::after{content:attr(data-a)}"),
        "styled_added",
        "line 1|and 2 guns",
    ),
    "hidden attribute": (page("<p hidden>95th 64</p>"), "styled_hidden", "line 1|95th 64"),
    "class": (page('<p class="x">95th 64</p>', ".x{display:none}"), "styled_hidden", "line 1|95th 64"),
    "descendant": (
        page("<div id=a><p>95th 64</p></div>", "#a p { display : none }"),
        "styled_hidden",
        "line 1|95th 64",
    ),
    "del": (page("<p><del>95th 64</del></p>"), "struck_out", "line 1|95th 64"),
    "template": (page("<template>95th 64</template>"), "styled_hidden", "line 1|95th 64"),
    "white font": (page("<font color=white>95th 64</font>"), "white_text", "line 1|95th 64"),
    "added text": (page("<p class=x>7th</p>", '.x::after{content:"and 2 guns"}'), "styled_added", "line 1|and 2 guns"),
    "class in a commented style": (
        page('<p class="x">95th 64</p>', "<!-- p {margin: 0} .x{display:none} -->"),
        "styled_hidden",
        "line 1|95th 64",
    ),
    "choice": (page("<select><option>16<option selected>18</select>"), "form_field", "line 1|16 18"),
    "refresh": (page('<meta http-equiv="refresh" content="0;url=b.html">'), "frame", "line 1|0;url=b.html"),
    "frame": (page('<iframe src="b.html"></iframe>'), "frame", "line 1|b.html"),
    "script": (page('<script>document.write("95th")</script>'), "script", '|document.write("95th")'),
    "field": (page('<input value="95th 64">'), "form_field", "line 1|95th 64"),
    "picture in the file": (page('<img src="data:image/png;base64,AA" alt="list">'), "picture", "line 1|list"),
    "comment for mail programs": (
        page("<!--[if mso]><p>95th 64</p><![endif]-->"),
        "other_part",
        "a comment for mail programs|95th 64",
    ),
    "comment without an end": (
        page("<!-- <p>95th 64</p>"),
        "other_part",
        "a comment that does not end|95th 64",
    ),
}


def mail(plain: str, web: str = "", attach: Callable[[EmailMessage], None] | None = None) -> bytes:
    message = EmailMessage()
    message["Subject"], message["From"], message["Message-ID"] = "my list", "a@example.org", "<1@example.org>"
    message.set_content(plain)
    if web:
        message.add_alternative(web, subtype="html")
    if attach:
        attach(message)
    return message.as_bytes()


def _forward(message: EmailMessage) -> None:
    inner = EmailMessage()
    inner["Subject"] = "more troops"
    inner.set_content("95th 64")
    message.add_attachment(inner)


MAIL: dict[str, tuple[bytes, str, str]] = {
    "other version": (
        mail("33rd, 16 stands, 64\n", "<p>33rd, 18 stands, 64</p>"),
        "other_body",
        "the HTML version differs from the plain text, which was read|33rd, 18 stands, 64",
    ),
    "attachment": (
        mail("33rd 64\n", attach=lambda one: one.add_attachment(b"x", maintype="a", subtype="b", filename="b.xlsx")),
        "attachment",
        "b.xlsx|",
    ),
    "enclosed mail": (mail("33rd 64\n", attach=_forward), "nested_mail", "|more troops"),
    "picture": (
        mail("33rd 64\n", attach=lambda one: one.add_related(b"x" * 3000, maintype="image", subtype="png", cid="<a>")),
        "picture",
        "unnamed|",
    ),
}

FORMATS = {"a.xlsx": EXCEL, "a.docx": WORD, "a.ods": CALC, "a.odt": WRITER, "a.html": WEB, "a.eml": MAIL}
CASES = [(name, case, *row) for name, cases in FORMATS.items() for case, row in cases.items()]


@pytest.mark.parametrize(
    ("name", "raw", "kind", "text"),
    [(n, raw, kind, text) for n, _, raw, kind, text in CASES],
    ids=[f"{n[2:]}: {case}" for n, case, *_ in CASES],
)
def test_content_beside_the_displayed_text_is_reported(read: Read, name: str, raw: bytes, kind: str, text: str) -> None:
    parts = [part for part in read(raw, name).parts if part.status != "harmless"]
    assert [(part.kind, f"{part.where}|{part.shown}") for part in parts[:1]] == [(kind, text)]


# Honest files.


def honest_workbook(sheet: Any) -> None:
    """A workbook as people make them: a coloured head in a table, sums, number formats, a print area, two sheets."""
    for cell in sheet[1]:
        cell.font, cell.fill = Font(color="FFFFFF", bold=True), PatternFill("solid", "1F4E78")
    sheet["C4"] = "=SUM(C2:C3)"
    sheet["B4"] = "=SUM(B2:B3)"
    sheet["C2"].number_format, sheet["B2"].number_format = '0 "pts"', "#,##0"
    sheet.print_area = "A1:C4"
    sheet.auto_filter.ref = "A1:C4"
    sheet.oddFooter.center.text = "Page &P of &N"
    sheet.column_dimensions["A"].width = 30
    other = sheet.parent.create_sheet("Reserve")
    for values in (("Unit", "Stands"), ("95th", 16)):
        other.append(values)
    sheet["A3"] = CellRichText("33rd", TextBlock(InlineFont(color=Color(rgb="FF1F4E78"), b=True), " Foot"))
    other["A1"] = CellRichText("Un", TextBlock(InlineFont(color=Color(rgb="FFFFFFFF")), "it"))
    other["A1"].fill = PatternFill("solid", "1F4E78")
    sheet.freeze_panes = "A2"
    for cell in other[1]:
        cell.font = Font(color="FFFFFF")
    table = Table(displayName="t", ref="A1:B2")
    table.tableStyleInfo = TableStyleInfo(name="TableStyleMedium9", showRowStripes=True)
    other.add_table(table)


def _saved_sums(xml: str) -> str:
    return with_value("SUM(B2:B3)", "32")(with_value("SUM(C2:C3)", "128")(xml))


HONEST = {
    "a.xlsx": xlsx(honest_workbook, _saved_sums),
    "a.docx": docx(
        run('<w:color w:val="1F4E78"/><w:b/>')
        + '<w:tbl><w:tblPr><w:tblStyle w:val="MediumShading1"/></w:tblPr><w:tr><w:tc><w:p><w:r><w:rPr>'
        '<w:color w:val="FFFFFF"/></w:rPr><w:t>Unit</w:t></w:r></w:p></w:tc></w:tr></w:tbl>'
        + table_row("", '<w:shd w:fill="1F4E78"/>').replace(
            "<w:r><w:t>", '<w:r><w:rPr><w:color w:val="FFFFFF"/></w:rPr><w:t>'
        )
        + table_row("", '<w:shd w:fill="000000"/>')
        + run('<w:rFonts w:ascii="Wingdings"/>', "\u00fc")
        + run('<w:spacing w:val="-10"/><w:position w:val="6"/>'),
        footer1__xml=f'<w:ftr {W}><w:p><w:r><w:t>Page </w:t></w:r><w:fldSimple w:instr="PAGE"><w:r><w:t>12</w:t></w:r>'
        "</w:fldSimple></w:p></w:ftr>",
        settings__xml="<w/>",
        footnotes__xml=f"<w:footnotes {W}><w:footnote><w:p><w:r><w:separator/></w:r></w:p></w:footnote></w:footnotes>",
    ),
    "a.ods": ods(
        odf_cell("1,600.00", 'office:value-type="float" office:value="1600" table:formula="of:=[.B1]*0+1600"')
        + odf_cell("16,5 pts", 'office:value-type="float" office:value="16.5"'),
        before='<table:table-column table:number-columns-repeated="2"/>',
    ),
    "a.odt": odt(
        SPAN,
        style("text", 'fo:color="#000080" fo:font-size="9pt" style:text-line-through-style="none"'),
        styles__xml=HEADER.replace("and 20 guns", "Page <text:page-number>12</text:page-number>"),
    ),
    "a.html": page(
        '<table bgcolor="#1F4E78"><tr><th style="color:#fff">Unit</th></tr></table><p class=menu>Home</p>'
        '<script>var page = 1;</script><!-- saved --><img src="http://example.org/flag.png"><details>95th 64</details>'
        "<p class=b>95th 64</p>",
        ".menu{display:none} div:first-child{color:red} a:hover+p{display:none} [data-a]{display:none} "
        "li:nth-child(2){display:none} p{zoom:100%;transform:scale(1.2)} "
        '@media print{.b{display:none}} li::before{content:"\\2022"} .gone .b{display:none}',
    ),
    "outlook.html": page(
        "<!--[if gte mso 9]><xml><w:Zoom>0</w:Zoom></xml><style>p {color:#fff}</style><![endif]-->"
        '<p class=MsoNormal>95th 64<o:p></o:p></p><div style="display:none;max-height:0px;overflow:hidden"></div>'
        "<p class=MsoListParagraph style='text-indent:-18.0pt'><![if !supportLists]><span>1.</span>"
        "<![endif]>27th 64</p>",
        "@page WordSection1 {size:612.0pt 792.0pt;} p.MsoNormal, li.MsoNormal {margin:0cm; font-size:11.0pt;"
        'font-family:"Calibri",sans-serif;} span.EmailStyle17 {mso-style-type:personal-compose; color:windowtext;}',
    ),
    "a.eml": mail(
        "My list <http://example.org/1>\n1. 33rd, 16 stands, 64\n2. 95th *64*\n",
        '<div style="display:none">preview</div><p><a href="http://example.org/1">My list</a></p>'
        "<ol><li>33rd, 16 stands, 64</li><li>95th <b>64</b></li></ol>",
    ),
}


@pytest.mark.parametrize("name", HONEST)
def test_honest_files_have_nothing_to_report(read: Read, name: str) -> None:
    found = read(HONEST[name], name)
    assert part_findings(found.parts) == ()
    assert found.warnings == ()
    assert any("33rd" in line.text or "16" in line.text for line in found.lines)

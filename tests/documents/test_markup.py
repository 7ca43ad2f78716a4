"""Reading Markdown, forum codes, HTML and mails: text without mark-up, tables as cells."""

from __future__ import annotations

from collections.abc import Callable
from email.message import EmailMessage

import pytest

from orbat.list_reader.document_text import DocumentText

Read = Callable[..., DocumentText]


def _texts(found: DocumentText) -> list[str]:
    return [line.text for line in found.lines if line.text]


def test_markdown_is_read_without_its_marks(read: Read) -> None:
    found = read(
        "# Light Division #\n**Total**: 60 \\* 2 __each__\n- *33rd* `Foot` [page](https://x.org/a)\n  - b &amp; c\n"
        "| Unit | Pts |\n|:---|--:|\n| **95th** | 60 |\n|| 60 |\n```\n**as typed**\n```\n2* guns and 3* more\n"
    )
    assert [(line.number, line.text, line.heading, line.indent) for line in found.lines] == [
        (1, "Light Division", 1, 0),
        (2, "Total: 60 * 2 each", 0, 0),
        (3, "- 33rd Foot page", 0, 0),
        (4, "- b & c", 0, 2),
        (5, "Unit  Pts", 0, 0),
        (7, "95th  60", 0, 0),
        (8, "60", 0, 2),
        (10, "**as typed**", 0, 0),
        (12, "2* guns and 3* more", 0, 0),
    ]
    assert [line.cells for line in found.lines if line.cells] == [("Unit", "Pts"), ("95th", "60"), ("", "60")]


def test_signs_of_typed_lists_are_not_taken_for_markdown(read: Read) -> None:
    text = "++ Field Brigade [1 BP, 40pts] ++\n* 33rd_Foot_60\n_95th_ 2*3*4\n== Force ==\n[x] done"
    assert _texts(read(text)) == text.split("\n")


def test_forum_codes_are_removed(read: Read) -> None:
    found = read(
        "[b][size=150]Army[/size][/b]\n[list]\n[*]33rd [url=http://x.org]Foot[/url] 60\n[/list]\n[1 BP, 40pts]\n"
        "[table][tr][td]95th[/td][td]48[/td][/tr]\n[/table]"
    )
    assert _texts(found) == ["Army", "• 33rd Foot 60", "[1 BP, 40pts]", "95th  48"]
    assert found.lines[-1].cells == ("95th", "48")
    assert found.lines[-1].number == 6


def test_html_is_read_as_lines_and_rows(read: Read) -> None:
    found = read(
        "<html><head><title>x</title><style>p {}</style></head><body>\n<h2>My list</h2>\n<script>\nalert(1)\n</script>"
        "<p>33rd\n Foot &ndash; <b>60</b><br>95th &times;&nbsp;2</p>\n<ul><li>one<ul><li>two</li></ul></li></ul>"
        '<table><tr><th>Unit</th><th>Pts</th></tr>\n<tr><td colspan="2">Line<td>24</table><!-- <p>not this</p> -->'
        "<pre>  a   b\nc</pre><img src=http://x.org/a.png>"
    )
    assert found.form == "web page"
    assert [(line.number, line.text, line.heading, line.indent) for line in found.lines if line.text] == [
        (2, "My list", 2, 0),
        (5, "33rd Foot – 60", 0, 0),
        (6, "95th ×\xa02", 0, 0),
        (7, "one", 0, 2),
        (7, "two", 0, 4),
        (7, "Unit  Pts", 0, 0),
        (8, "Line  24", 0, 0),
        (8, "a   b", 0, 2),
        (9, "c", 0, 0),
    ]
    assert [line.cells for line in found.lines if line.cells] == [("Unit", "Pts"), ("Line", "", "24")]


def test_html_is_read_as_browsers_read_it(read: Read) -> None:
    """Brackets in attributes, attributes without quotes, and comments that hide nothing from browsers."""
    found = read(
        "<!doctype html><table><tr><td colspan=2x>33rd<td title='a<b'>60</table>"
        "<!--[if !mso]><!--><p>95th, 15 stands</p><!--<![endif]--><![if !x]><p>a < 3</p><![endif]><script>1 < 2"
    )
    assert [line.cells for line in found.lines if line.cells] == [("33rd", "", "60")]
    assert _texts(found)[1:] == ["95th, 15 stands", "a < 3"]


@pytest.mark.parametrize(
    ("start", "repeated", "end"),
    [
        ("", "<a ", ""),
        ("", "<!--", ""),
        ("<script>", "</", ""),
        ("<a", " /b", ">x"),
        ("<a", "\x0bb=c", ">x"),
        ("", "<![i", ""),
    ],
)
def test_unclosed_html_takes_linear_time(read: Read, start: str, repeated: str, end: str) -> None:
    """Each takes minutes if every tag is tried again up to the end of the text."""
    found = read(f"<!doctype html><p>33rd Foot 60</p>{start}{repeated * 100_000}{end}", "a.html")
    assert _texts(found)[0] == "33rd Foot 60"


def test_a_page_with_too_many_tags_is_read_in_part(read: Read, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("orbat.documents.html._MAX_TAGS", 2)
    found = read("<!doctype html><p>33rd 60</p><p>95th 75</p><p>7th 64</p>")
    assert _texts(found) == ["33rd 60", "95th 75"]
    assert found.warnings == ("only the first 2 tags of the page are read",)


def test_a_layout_table_around_a_table_adds_no_rows(read: Read) -> None:
    found = read(
        "<table><tr><td><p>My list</p><table><tr><td>33rd</td><td>60</td></tr></table><p>Bye</p></td></tr></table>"
    )
    assert [(line.text, line.cells) for line in found.lines if line.text] == [
        ("My list", ("My list",)),
        ("33rd  60", ("33rd", "60")),
        ("Bye", ()),
    ]


def test_lines_of_text_with_a_few_tags_stay_separate(read: Read) -> None:
    found = read("<b>Army</b>\n33rd <i>Foot</i> 60\n95th &times; 2\n")
    assert found.form == "text"
    assert _texts(found) == ["Army", "33rd Foot 60", "95th × 2"]


@pytest.mark.parametrize(
    "text",
    [
        "~~33rd Foot~~ **60**\n",
        "<p><s>33rd Foot</s> 60</p><p>x</p>",
        "[s]33rd Foot[/s] [b]60[/b]",
        "<del>33rd Foot</del> <b>60</b>",
        "".join(f"{sign}\u0336" for sign in "33rd Foot") + " 60",
    ],
)
def test_struck_out_text_is_reported_and_not_read(read: Read, text: str) -> None:
    found = read(text)
    assert found.lines[0].text == "60"
    assert [(part.kind, part.where, part.shown) for part in found.parts] == [("struck_out", "line 1", "33rd Foot")]


def test_white_text_in_a_forum_is_reported_and_not_read(read: Read) -> None:
    found = read("33rd Foot [color=white]95th[/color][b]60[/b]\n[color=red]27th[/color] 60")
    assert [line.text for line in found.lines] == ["33rd Foot 60", "27th 60"]
    assert [(part.kind, part.shown) for part in found.parts] == [("white_text", "95th")]


def test_a_mail_is_read_with_its_subject_and_without_attachments(read: Read) -> None:
    mail = EmailMessage()
    mail["Subject"] = "Отряд"
    mail["From"] = "a@example.org"
    mail.set_content("33rd Foot × 2 = 60\n" + "long " * 30 + "\n", cte="quoted-printable")
    mail.add_alternative("<p>33rd</p><p>Foot</p>", subtype="html")
    mail.add_attachment(b"x", maintype="application", subtype="octet-stream", filename="list.xlsx")
    found = read(mail.as_bytes(), "list.eml")
    assert found.form == "mail"
    assert _texts(found) == ["Отряд", "33rd Foot × 2 = 60", ("long " * 30).strip()]
    assert [(part.kind, part.where, part.shown, part.status) for part in found.parts] == [
        ("attachment", "list.xlsx", "", "left"),
        ("other_body", "the HTML version differs from the plain text, which was read", "a text is missing", "left"),
    ]


def test_a_mail_with_html_only_is_read(read: Read) -> None:
    mail = EmailMessage()
    mail["Message-ID"] = "<a@example.org>"
    mail.set_content("<p>33rd</p><p>60 points for the Régiment</p>", subtype="html", cte="base64")
    assert _texts(read(mail.as_bytes())) == ["33rd", "60 points for the Régiment"]


def test_a_list_with_a_header_is_not_a_mail(read: Read) -> None:
    assert read("Army name: Northern wing\nTotal cost: 132 pts\n\n33rd Foot 60\n").form == "text"

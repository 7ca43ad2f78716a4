"""Reading plain text: lines with numbers and indents, in any encoding."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from orbat.list_reader.document_text import DocumentText

Read = Callable[..., DocumentText]
Refused = Callable[..., str]

RUSSIAN = "Отряд Липранди\n3 х Азовский полк – 24"
FRENCH = "Régiment d'élite – 24\n2 × Garde à cheval – 48"


def test_lines_keep_their_numbers_and_indents(read: Read) -> None:
    found = read("1st Brigade\n\n   7th Fusiliers   60\n\t23rd Welch\t60\n  \tE Battery  \n")
    assert found.form == "text"
    assert [(line.number, line.indent, line.text) for line in found.lines] == [
        (1, 0, "1st Brigade"),
        (2, 0, ""),
        (3, 3, "7th Fusiliers   60"),
        (4, 8, "23rd Welch      60"),
        (5, 8, "E Battery"),
    ]
    assert found.lines[2].where == "line 3"
    assert not found.warnings


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r", "\x85", "\u2028"])
def test_all_line_ends_are_recognised(read: Read, end: str) -> None:
    found = read(f"one{end}two{end}{end}three")
    assert [(line.number, line.text) for line in found.lines if line.text] == [(1, "one"), (2, "two"), (4, "three")]


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-32"])
@pytest.mark.parametrize("text", [RUSSIAN, FRENCH])
def test_unicode_encodings_are_detected_without_a_warning(read: Read, text: str, encoding: str) -> None:
    found = read(text.encode(encoding))
    assert [line.text for line in found.lines] == text.split("\n")
    assert not found.warnings


@pytest.mark.parametrize(
    ("text", "encoding", "name"),
    [
        (RUSSIAN, "cp1251", "Windows-1251"),
        (FRENCH, "cp1252", "Windows-1252"),
        ("Total – 24", "cp1252", "Windows-1252"),
        ("3 х Line battalion", "cp1251", "Windows-1251"),
        (RUSSIAN, "utf-16-le", "UTF-16"),
        (RUSSIAN, "utf-16-be", "UTF-16"),
        (FRENCH, "utf-16-le", "UTF-16"),
    ],
)
def test_other_encodings_are_guessed_with_a_warning(read: Read, text: str, encoding: str, name: str) -> None:
    found = read(text.encode(encoding))
    assert [line.text for line in found.lines] == text.split("\n")
    assert found.warnings == (f"the file does not declare its encoding; read as {name}",)


def test_a_damaged_letter_is_shown_and_reported_with_its_line(read: Read) -> None:
    found = read(RUSSIAN.encode() + b"\nLine \xff 24\n")
    assert found.lines[2].text == "Line \ufffd 24"
    assert found.warnings == ("1 damaged letter, shown as \ufffd: see line 3",)


@pytest.mark.parametrize(
    "hidden", ["\x1b[31m", "\x1b]0;title\x07", "\u202e", "\u200f", "\u2066", "\x00", "\x08", "\u200b", "\x9b2J", "\xad"]
)
def test_invisible_characters_are_removed_and_reported(read: Read, hidden: str) -> None:
    found = read(f"7th Fusiliers 60\n23rd {hidden}Welch 60 of the Royal regiment\n")
    assert found.lines[1].text == "23rd Welch 60 of the Royal regiment"
    message = "invisible characters removed, such as control codes and direction marks: line 2"
    assert found.warnings == (message,)


def test_quote_marks_of_mails_are_removed(read: Read) -> None:
    found = read("You wrote:\n> 33rd Foot 60\n> >   95th 48\n>\n")
    assert [(line.indent, line.text) for line in found.lines] == [
        (0, "You wrote:"),
        (0, "33rd Foot 60"),
        (2, "95th 48"),
    ]


def test_too_many_lines_and_too_long_lines_are_cut_and_reported(read: Read) -> None:
    found = read("x" * 3_000 + "\n" + "33rd Foot 60\n" * 30_000)
    assert len(found.lines) == 20_000
    assert len(found.lines[0].text) == 2_000
    assert found.warnings == (
        "everything from line 20001 onwards is skipped: the maximum is 20000 lines",
        "only the first 2000 characters of a line are read: line 1",
    )


def test_angle_brackets_and_ampersands_are_text(read: Read) -> None:
    found = read("<33rd> Foot & Horse 60\nAT&T; x < y > z\n")
    assert [line.text for line in found.lines] == ["<33rd> Foot & Horse 60", "AT&T; x < y > z"]


NO_TEXT = "the file has no text"
NEITHER = "the file is neither text nor a known document"
MESSAGES: dict[str, tuple[Callable[[], bytes], str]] = {
    "empty": (lambda: b"", "the file is empty"),
    "blank lines": (lambda: b" \r\n\t\n", NO_TEXT),
    "byte order mark": ("\ufeff".encode, NO_TEXT),
    "every byte": (lambda: bytes(range(256)) * 8, NEITHER),
    "zeros": (lambda: b"\x00" * 500, NEITHER),
    "damaged UTF-16": (
        lambda: b"\xff\xfe" + b"\x00\xd8" * 99,
        "the file is damaged UTF-16 text",
    ),
    "RTF": (lambda: b"{\\rtf1 x}", "the file is an RTF document, not text"),
    "program": (lambda: b"\x7fELF" + bytes(60), "the file is a program, not text"),
    "9 MB of text": (lambda: b"x" * 9_000_000, "the file is larger than 8 MB, the maximum for text"),
    "31 MB": (lambda: b"x" * 31_000_000, "the file is larger than 30 MB"),
}


@pytest.mark.parametrize("name", MESSAGES)
def test_a_file_without_text_is_refused_with_one_message(refused: Refused, name: str) -> None:
    content, message = MESSAGES[name]
    assert refused(content()) == message


@pytest.mark.parametrize(
    ("text", "kind", "shown"),
    [
        ("33rd 64\n<!-- 95th\n64 -->\n", "comment", "95th 64"),
        ("33rd 64\n[//]: # (95th 64)\n", "comment", "(95th 64)"),
        ("[b]a[/b]\n[s]\n95th 64\n[/s]\n", "struck_out", "95th 64"),
        ("[b]a[/b]\n[color=white]\n95th 64\n[/color]\n", "white_text", "95th 64"),
        ("[b]a[/b]\n[color=rgb(255,255,255)]95th 64[/color]\n", "white_text", "95th 64"),
        ('33rd 64\n<span style="display:none">95th 64</span>\n', "styled_hidden", "95th 64"),
        ("[b]a[/b]\n[size=1]95th 64[/size]\n", "tiny_text", "95th 64"),
    ],
)
def test_text_that_is_not_displayed_is_reported(read: Read, text: str, kind: str, shown: str) -> None:
    assert [(part.kind, part.shown) for part in read(text).parts] == [(kind, shown)]


@pytest.mark.parametrize(
    "text", ["33rd 64\n<!-- by me -->\n", "[b]a[/b]\n[size=3]95th 64[/size]\n", "33rd <- 64 -> 95th\n"]
)
def test_text_with_harmless_marks_is_not_reported(read: Read, text: str) -> None:
    assert all(part.status == "harmless" for part in read(text).parts)

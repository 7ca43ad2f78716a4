"""Messages about unreadable files and invalid keys and values: what is wrong, and what to write."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from orbat.data.library import Library
from orbat.documents.file_format import is_unrelated_file
from orbat.documents.read import read_file, read_raw
from orbat.formats.csv_table import csv_text
from orbat.formats.markdown import markdown
from orbat.formats.orbat_file import read_orbat
from orbat.formats.text import plain_text
from orbat.model.spelling import did_you_mean
from orbat.pipeline import report_on

HEAD = "orbat: 1\nruleset: days_of_empire\n"
ARMY = f"{HEAD}army_list: british\ndate: 1854-09\nunits:\n  - {{entry: brit_line, size: 12, rating: 2}}\n"


@pytest.mark.parametrize(
    ("text", "position", "message"),
    [
        ("units:\n\t- a: 1\n", (4, 1), "indented with a tab"),
        ("title: @home\n", (3, 8), "begins with @ needs quotes"),
        ("title: %home\n", (3, 8), "begins with % needs quotes"),
        ("title: a: b\n", (3, 9), "a colon and a space needs quotes"),
        ('title: "abc\nunits: []\n', (3, 8), "on line 3 is not closed"),
        ('title: "abc\nplayer: "x"\n', (3, 8), "on line 3 is not closed"),
        ("units:\n  - {name: x\n  - {name: y}\n", (4, 5), "the { on line 4 is not closed"),
        ("tags: [a, b\ntitle: x\n", (3, 7), "the [ on line 3 is not closed"),
        ("units:\n  - name: x\n     size: 3\n", (5, 6), "by 5 spaces, but the lines around it are indented by 4"),
        (
            "units:\n    - name: x\n      size: 3\n     rating: 3\n",
            (6, 6),
            "by 5 spaces, but the lines around it are indented by 6",
        ),
        ("title: 'La Marmora's men'\n", (3, 19), "this apostrophe ends the text"),
        ("title:x\nnote: y\n", (3, 1), "a space is missing after the colon"),
        ("units:\n  -name: x\n   size: 2\n", (4, 3), "a space is missing after the dash"),
        ("title: *abc\n", (3, 8), "refers to the anchor abc"),
    ],
)
def test_yaml_syntax_errors_are_explained_at_their_cause(text: str, position: tuple[int, int], message: str) -> None:
    """The position is that of the mistake, not where the parser noticed it."""
    finding = read_orbat(HEAD + text).findings[0]
    assert message in finding.message
    assert (finding.line, finding.column) == position


@pytest.mark.parametrize(
    ("text", "message"),
    [('{"orbat": 1\n "title": "x"}', "a comma"), ('{"orbat": 1, "title": "x', "not closed")],
)
def test_json_syntax_errors_are_reported_as_json(text: str, message: str) -> None:
    """A text that begins like JSON is not parsed as YAML."""
    (finding,) = read_orbat(text).findings
    assert "not valid JSON" in finding.message
    assert message in finding.message


@pytest.mark.parametrize(
    ("text", "help_text"),
    [
        ("date: August 1855\n", "date: 1855-08"),
        ("commander: Fanti\n", "commander: {name: Fanti}"),
        ("tags: a, b\n", "tags: [a, b]"),
        ("units:\n  - {entry: x, options: rifles}\n", "options: [rifles]"),
        ("units:\n  - {entry: x, size: 1.5}\n", "size: 12"),
        ("units:\n  - {entry: x, off_board: yes}\n", "off_board: true"),
        ("units:\n  - {entry: x, name: true}\n", 'name: "true"'),
        ("units:\n  - {entry: x, class: 2}\n", "Rename the key to rating."),
        ("units:\n  - {entry: x, stands: 9}\n", "Rename the key to size."),
        ("points_limit: 800\n", "Rename the key to game_size."),
        ("general: {name: x}\n", "Rename the key to commander."),
    ],
)
def test_help_shows_what_to_write(text: str, help_text: str) -> None:
    """Help is built from the given value where possible."""
    (finding,) = read_orbat(HEAD + text).findings
    assert help_text in finding.help


@pytest.mark.parametrize("number", ["1000001", "4" * 40])
def test_too_large_numbers_are_reported(number: str) -> None:
    """The message is the same for any number of digits."""
    (finding,) = read_orbat(f"{HEAD}game_size: {number}\n").findings
    assert finding.message == "game_size is too large; at most 1000000 is allowed"


def test_no_suggestion_for_one_or_two_letters() -> None:
    """Too many words are similar to these. Words of three letters or more get suggestions."""
    assert did_you_mean("a", ["orbat"]) == did_you_mean("or", ["orbat"]) == ""
    assert did_you_mean("orba", ["orbat"]) == " Did you mean orbat?"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("title: 1st Brigade #2\n", "ends before #2"),
        ("title: &1st Brigade\n", "&1st is read as a YAML anchor"),
        ("title: 1st Brigade # the second\n", ""),
        ('title: "1st Brigade #2"\n', ""),
        ("title: 1st Brigade#2\n", ""),
        ("note: |\n  name: 1st Brigade #2 & more\n", ""),
        ("title: &t Brigade\nplayer: *t\n", ""),
    ],
)
def test_text_that_yaml_drops_from_a_name_is_a_warning(text: str, message: str) -> None:
    """Comments after a name, quoted names and used anchors give no warning."""
    loaded = read_orbat(HEAD + text)
    assert [one.severity for one in loaded.findings] == (["warning"] if message else [])
    assert all(message in one.message for one in loaded.findings)
    assert loaded.orbat


@pytest.mark.parametrize(
    ("raw", "message"),
    [
        (b"\x89PNG\r\n\x1a\n", "is a PNG picture"),
        (b"\xff\xd8\xff\xe0", "is a JPEG picture"),
        (b"PK\x03\x04", "is a ZIP archive"),
        (b"", "the file is empty"),
        (b" \n\n", "the file is empty"),
    ],
)
def test_binary_and_empty_files_are_named(raw: bytes, message: str) -> None:
    """The file name has a suffix of orbat's own formats."""
    for suffix in (".yaml", ".yml", ".json"):
        (finding,) = read_raw(raw, f"army{suffix}", Library())[0].findings
        assert message in finding.message


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="named pipes are not supported")
def test_pipes_are_refused_without_reading(tmp_path: Path) -> None:
    """Reading would block forever if nobody writes."""
    os.mkfifo(tmp_path / "pipe.yaml")
    (finding,) = read_file(tmp_path / "pipe.yaml", Library())[0].findings
    assert "is a pipe or a device" in finding.message


def test_format_without_a_file_name_is_detected_by_content(library: Library) -> None:
    """YAML, text, Markdown and CSV forms give the same units."""
    report = report_on("army", read_orbat(ARMY), library)
    assert report.orbat
    for text in (ARMY, plain_text(report), markdown(report), csv_text(report)):
        loaded = read_raw(text.encode(), "", library)[0]
        assert not loaded.findings
        assert loaded.orbat
        assert [(one.entry, one.size) for one in loaded.orbat.units] == [("brit_line", 12)]


@pytest.mark.parametrize(
    ("raw", "suffix", "unrelated"),
    [
        (b"Bring dice and a tape.\n", ".txt", True),
        (b"name,price\nfoot,3\n", ".csv", True),
        (b'{"name": "app", "version": "1"}', ".json", True),
        (b"\x89PNG\r\n\x1a\n", ".txt", True),
        (b"\xff\xfe\xff", ".txt", True),
        (b"Title\n\norbat 1; ruleset days_of_empire\n", ".txt", False),
        (b"path,level,name\n", ".csv", False),
        (b'{"orbat": 1, "units"', ".json", False),
        (b'{"units": []}', ".json", False),
        (b"colour: red\n", ".yaml", False),
        (b"%PDF-1.4 damaged", ".pdf", False),
    ],
)
def test_unrelated_files_are_distinguished_from_broken_orbats(raw: bytes, suffix: str, unrelated: bool) -> None:
    """In doubt a file counts as an ORBAT, so that it is reported."""
    assert is_unrelated_file(raw, suffix) is unrelated

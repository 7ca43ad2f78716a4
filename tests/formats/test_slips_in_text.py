"""What is said of files that cannot be read, or whose keys and values do not fit: what is wrong, and what to write."""

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
    ("text", "place", "says"),
    [
        ("units:\n\t- a: 1\n", (4, 1), "indented with a tab"),
        ("title: @home\n", (3, 8), "begins with @ wants quotes"),
        ("title: %home\n", (3, 8), "begins with % wants quotes"),
        ("title: a: b\n", (3, 9), "a colon and a space in it wants quotes"),
        ('title: "abc\nunits: []\n', (3, 8), "opened on line 3 is not closed"),
        ('title: "abc\nplayer: "x"\n', (3, 8), "opened on line 3 is not closed"),
        ("units:\n  - {name: x\n  - {name: y}\n", (4, 5), "the { on line 4 is not closed"),
        ("tags: [a, b\ntitle: x\n", (3, 7), "the [ on line 3 is not closed"),
        ("units:\n  - name: x\n     size: 3\n", (5, 6), "by 5 spaces, and its neighbours by 4"),
        ("units:\n    - name: x\n      size: 3\n     rating: 3\n", (6, 6), "by 5 spaces, and its neighbours by 6"),
        ("title: 'La Marmora's men'\n", (3, 19), "this apostrophe ends the text"),
        ("title:x\nnote: y\n", (3, 1), "a space is missing after the colon"),
        ("units:\n  -name: x\n   size: 2\n", (4, 3), "a space is missing after the dash"),
        ("title: *abc\n", (3, 8), "refers to abc"),
    ],
)
def test_what_is_not_yaml_is_said_in_plain_words_at_the_slip(text: str, place: tuple[int, int], says: str) -> None:
    """The place is where the slip is, not where the parser noticed it."""
    finding = read_orbat(HEAD + text).findings[0]
    assert says in finding.message
    assert (finding.line, finding.column) == place


@pytest.mark.parametrize(
    ("text", "says"),
    [('{"orbat": 1\n "title": "x"}', "a comma"), ('{"orbat": 1, "title": "x', "not closed")],
)
def test_a_broken_json_file_is_called_that(text: str, says: str) -> None:
    """It is not judged as YAML."""
    (finding,) = read_orbat(text).findings
    assert "not valid JSON" in finding.message
    assert says in finding.message


@pytest.mark.parametrize(
    ("text", "helps"),
    [
        ("date: August 1855\n", "date: 1855-08"),
        ("commander: Fanti\n", "commander: {name: Fanti}"),
        ("tags: a, b\n", "tags: [a, b]"),
        ("units:\n  - {entry: x, options: rifles}\n", "options: [rifles]"),
        ("units:\n  - {entry: x, size: 1.5}\n", "size: 12"),
        ("units:\n  - {entry: x, off_board: yes}\n", "off_board: true"),
        ("units:\n  - {entry: x, name: true}\n", 'name: "true"'),
        ("units:\n  - {entry: x, class: 2}\n", "Rename it rating."),
        ("units:\n  - {entry: x, stands: 9}\n", "Rename it size."),
        ("points_limit: 800\n", "Rename it game_size."),
        ("general: {name: x}\n", "Rename it commander."),
    ],
)
def test_the_cure_shows_what_to_write(text: str, helps: str) -> None:
    """It is made of what was written, where that can be done."""
    (finding,) = read_orbat(HEAD + text).findings
    assert helps in finding.help


@pytest.mark.parametrize("number", ["1000001", "4" * 40])
def test_a_number_too_large_is_called_that(number: str) -> None:
    """However many figures it has."""
    (finding,) = read_orbat(f"{HEAD}game_size: {number}\n").findings
    assert finding.message == "game_size is too large; at most 1000000 is allowed"


def test_no_word_is_offered_for_one_or_two_letters() -> None:
    """They are like too many words; three may be a slip."""
    assert did_you_mean("a", ["orbat"]) == did_you_mean("or", ["orbat"]) == ""
    assert did_you_mean("orba", ["orbat"]) == " Did you mean orbat?"


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("title: 1st Brigade #2\n", "ends before #2"),
        ("title: &1st Brigade\n", "the anchor &1st"),
        ("title: 1st Brigade # the second\n", ""),
        ('title: "1st Brigade #2"\n', ""),
        ("title: 1st Brigade#2\n", ""),
        ("note: |\n  name: 1st Brigade #2 & more\n", ""),
        ("title: &t Brigade\nplayer: *t\n", ""),
    ],
)
def test_what_yaml_leaves_out_of_a_name_is_a_warning(text: str, says: str) -> None:
    """A remark after a name, a quoted name and an anchor that is used are what they are meant to be."""
    loaded = read_orbat(HEAD + text)
    assert [one.severity for one in loaded.findings] == (["warning"] if says else [])
    assert all(says in one.message for one in loaded.findings)
    assert loaded.orbat


@pytest.mark.parametrize(
    ("raw", "says"),
    [
        (b"\x89PNG\r\n\x1a\n", "is a PNG picture"),
        (b"\xff\xd8\xff\xe0", "is a JPEG picture"),
        (b"PK\x03\x04", "is a ZIP archive"),
        (b"", "the file is empty"),
        (b" \n\n", "the file is empty"),
    ],
)
def test_a_file_of_another_sort_is_called_what_it_is(raw: bytes, says: str) -> None:
    """Where its name says that it is ours."""
    for suffix in (".yaml", ".yml", ".json"):
        (finding,) = read_raw(raw, f"army{suffix}", Library())[0].findings
        assert says in finding.message


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no named pipes here")
def test_a_pipe_is_refused_and_not_waited_for(tmp_path: Path) -> None:
    """Nobody may ever write into it."""
    os.mkfifo(tmp_path / "pipe.yaml")
    (finding,) = read_file(tmp_path / "pipe.yaml", Library())[0].findings
    assert "is a pipe or a device" in finding.message


def test_the_form_of_a_text_without_a_file_name_is_told_by_its_content(library: Library) -> None:
    """YAML, JSON, our text, Markdown and CSV give the same units."""
    report = report_on("army", read_orbat(ARMY), library)
    assert report.orbat
    for text in (ARMY, plain_text(report), markdown(report), csv_text(report)):
        loaded = read_raw(text.encode(), "", library)[0]
        assert not loaded.findings
        assert loaded.orbat
        assert [(one.entry, one.size) for one in loaded.orbat.units] == [("brit_line", 12)]


@pytest.mark.parametrize(
    ("raw", "suffix", "foreign"),
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
def test_what_was_never_an_orbat_is_told_from_a_broken_one(raw: bytes, suffix: str, foreign: bool) -> None:
    """In doubt a file counts as ours, so that it is reported."""
    assert is_unrelated_file(raw, suffix) is foreign

"""Every file is read or refused with one message: limits, duplicate keys, huge numbers, errors in readers."""

from __future__ import annotations

import io
import json
import re
from collections.abc import Callable
from pathlib import Path
from pkgutil import resolve_name

import pytest
from PIL import Image
from tests.conftest import Run
from tests.examples import sampled

from orbat.data.library import Library
from orbat.data.yaml_text import MAX_BYTES as MAX_TEXT
from orbat.data.yaml_text import MAX_DEPTH, MAX_NODES, parse
from orbat.documents.read import MAX_BYTES, read_file, read_raw
from orbat.model.finding import Finding
from orbat.model.history import History, Step
from orbat.model.orbat import Orbat, Unit
from orbat.model.text import Pin
from orbat.session.journal import UnreadableJournal, read_journal, start_journal

HEAD = '"orbat": 1, "ruleset": "days_of_empire", "army_list": "british"'
PAIR = '"title": "\\ud83d\\ude00"'
"""A surrogate pair: valid JSON, but not YAML."""
DIGITS = [19, 401, 5_000, 1_000_000]
"""Lengths of numbers, in digits. Python refuses to convert more than 4300."""


def findings(text: str, name: str = "army.json") -> tuple[Finding, ...]:
    """The findings about a file with one army."""
    (loaded,) = read_raw(text.encode(), name, Library())
    return loaded.findings


@pytest.mark.parametrize("more", ["", f"{PAIR}, "])
def test_nesting_of_json_is_limited_as_in_yaml(more: str) -> None:
    """One message gives the position of the first level that is too deep."""
    deepest = MAX_DEPTH - 1
    assert not findings(f'{{{HEAD}, {more}"x-y": {"[" * deepest}{"]" * deepest}}}')
    for deep in (MAX_DEPTH, 700, 500_000):
        (finding,) = findings(f'{{{HEAD}, {more}\n"x-y": {"[" * deep}{"]" * deep}}}')
        assert finding.message == f"is nested more than {MAX_DEPTH} levels deep"
        assert (finding.line, finding.column) == (2, len('"x-y": ') + MAX_DEPTH)


@pytest.mark.slow
@pytest.mark.parametrize("more", ["", f"{PAIR}, "])
def test_values_of_json_are_limited_as_in_yaml(more: str) -> None:
    """The limit applies to files far below the maximum size."""
    (finding,) = findings(f'{{{HEAD}, {more}"x-y": [{"1," * MAX_NODES}1]}}')
    assert finding.message.startswith(f"has more than {MAX_NODES} values")


@pytest.mark.parametrize("more", ["", f"{PAIR}, "])
def test_a_duplicate_key_in_json_is_reported_with_both_lines(more: str) -> None:
    """Keys may be at the top level or nested."""
    first, second = findings(
        f'{{{HEAD}, {more}"units": [],\n  "units": [],\n"commander": {{"name": "A", "name": "B"}}}}'
    )
    assert first.message == "has the key units twice: here and on line 1"
    assert (first.code, first.line, first.column) == ("SRC003", 2, 12)
    assert second.message == "has the key name twice: here and on line 3"
    assert second.line == 3


@pytest.mark.parametrize(
    "text",
    [
        '{"a": "\\ud83d\\ude00", "b": [1, -2.5, true, false, null, {"c": {}}, []]}',
        '\t{"a"\n:\t"\\"\\\\\\/\\b\\f\\n\\r\\t\\u00e9 \x7f", "b":[ ] }\n',
        f'{{"{"k" * 2000}": "\x7f"}}',
    ],
)
def test_json_that_is_not_yaml_is_read_as_by_the_json_module(text: str) -> None:
    """Surrogates, control characters, tabs and long keys."""
    read = parse(text)
    assert not read.problems
    assert json.dumps(read.data, default=float) == json.dumps(json.loads(text))


@pytest.mark.parametrize(
    ("rest", "message", "column"),
    [
        ('"a" 1}', "a colon is missing before this", 5),
        ('"a": 1 "b": 2}', "a comma or a closing bracket is missing before this", 8),
        ('"a": \x7f}', "a value is missing here", 6),
        ('"a": [1 2]}', "a comma or a closing bracket is missing before this", 9),
        ('"a": "x\\q"}', "this backslash escape is unknown", 8),
        ('"a": "\x7f', "the quote opened here is not closed", 6),
        ('"a": 1}}', "there is text after the last bracket", 8),
    ],
)
def test_a_json_syntax_error_is_reported_with_its_position(rest: str, message: str, column: int) -> None:
    """The text is not valid YAML either."""
    (problem,) = parse(f"{{\n{PAIR},\n{rest}").problems
    assert message in problem.message
    assert problem.span
    assert (problem.span.line, problem.span.column) == (3, column)


@pytest.mark.parametrize("digits", DIGITS)
@pytest.mark.parametrize("key", ["size", "points"])
@pytest.mark.parametrize("name", ["army.yaml", "army.json", "army.csv", "army.txt"])
def test_a_huge_number_is_refused_in_every_format(name: str, key: str, digits: int) -> None:
    """There is one message of reasonable length."""
    number = "9" * digits
    size, points = (number, "60") if key == "size" else ("12", number)
    unit = f'{{"name": "33rd", "entry": "brit_line", "rating": 3, "size": {size}, "points": {points}}}'
    texts = {
        "army.yaml": f"orbat: 1\nruleset: days_of_empire\narmy_list: british\nunits: [{unit}]\n",
        "army.json": f'{{{HEAD}, {PAIR}, "units": [{unit}]}}',
        "army.csv": f"path,level,name,entry,size,points\n,army,T,,,\nunits[0],unit,33rd,brit_line,{size},{points}\n",
        "army.txt": f"T\norbat 1; ruleset days_of_empire\n\n33rd - {size}, rating 3 [brit_line] - {points}\n",
    }
    text = texts[name].replace("path,level", "path,level,ruleset").replace(",army,T", ",army,days_of_empire,T")
    text = text.replace("units[0],unit,", "units[0],unit,,")
    (loaded,) = read_raw(text.encode(), name, Library())
    (finding,) = loaded.findings
    assert len(finding.message) < 200
    assert loaded.orbat
    if name == "army.csv" and digits > 131_072:  # the largest cell that Python reads
        assert finding.message.startswith("this row cannot be read: field larger")
    else:
        assert key in finding.message
        assert getattr(loaded.orbat.units[0], key) is None


@pytest.mark.parametrize("digits", sampled(DIGITS, 1))
def test_a_huge_number_in_a_typed_list_is_neither_size_nor_price(digits: int) -> None:
    """The claim is a difference, or the number is not read."""
    number = "9" * digits
    text = f"British 800 points\n33rd Foot, {number} stands, class 3, {number} pts\n41st Foot, 12 stands = {number}\n"
    for name in ("list.txt", "list.csv"):
        for loaded in read_raw(text.encode(), name, Library(), ruleset="days_of_empire", army_list="british"):
            for unit in loaded.orbat.units if isinstance(loaded.orbat, Orbat) else ():
                assert unit.points is None or unit.points <= 1_000_000
                assert not isinstance(unit.size, int) or unit.size <= 1_000_000


@pytest.mark.parametrize("digits", DIGITS)
@pytest.mark.parametrize("key", ["size", "points", "total", "game_size"])
def test_a_huge_number_in_a_journal_counts_as_damage(tmp_path: Path, key: str, digits: int) -> None:
    """The earlier steps are recovered."""
    before = Orbat(ruleset=Pin("days_of_empire"), units=(Unit(name="33rd", size=7, points=7),), total=7, game_size=7)
    place = start_journal(tmp_path, History((Step("opened", before),))).path
    text = place.read_text(encoding="utf-8")
    assert f'"{key}": 7' in text or f'"{key}":7' in text
    place.write_text(re.sub(f'"{key}": ?7', f'"{key}": {"9" * digits}', text), encoding="utf-8")
    read = read_journal(place)
    assert isinstance(read, UnreadableJournal) or not read.history.steps


@pytest.mark.parametrize("error", [RuntimeError("a bug"), RecursionError(), MemoryError(), KeyError("x")])
def test_an_error_in_a_reader_becomes_a_finding(monkeypatch: pytest.MonkeyPatch, error: Exception) -> None:
    """The type of exception does not matter."""

    def fails(text: str, **defaults: str) -> None:
        raise error

    monkeypatch.setattr("orbat.formats.text_reader.read_plain", fails)
    (finding,) = findings("33rd Foot", "list.txt")
    assert finding.severity == "error"
    assert ("memory" in finding.message) == isinstance(error, MemoryError)


@pytest.mark.parametrize(
    "function", ["orbat.documents.read.read_orbat", "orbat.data.library.Library.book"], ids=["reading", "checking"]
)
def test_an_internal_error_in_one_file_does_not_stop_the_check_of_a_folder(
    orbat: Callable[..., Run], two_brigades: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, function: str
) -> None:
    """The other files are checked, and the exit code is 3."""
    (tmp_path / "a.yaml").write_text(two_brigades.replace("title: Light Division", "title: bad"), encoding="utf-8")
    (tmp_path / "b.yaml").write_text(two_brigades, encoding="utf-8")
    original = resolve_name(function)

    def may_fail(*arguments: object, **keywords: object) -> object:
        if any("title: bad" in str(one) or getattr(one, "title", "") == "bad" for one in arguments):
            raise ValueError("a bug")
        return original(*arguments, **keywords)

    monkeypatch.setattr(function, may_fail)
    run = orbat("check", tmp_path, "--json")
    assert run.code == 3
    bad, good = json.loads(run.out)["reports"]
    assert [one["code"] for one in bad["findings"]] == ["INT002"]
    assert "ValueError" in bad["findings"][0]["message"]
    assert good["title"] == "Light Division"
    assert good["total"]


def test_a_file_over_the_maximum_size_is_refused(tmp_path: Path) -> None:
    """Bytes of any file, and characters of an ORBAT."""
    file = tmp_path / "army.yaml"
    file.write_bytes(b"#" * (MAX_BYTES + 1))
    assert [one.message for one in read_file(file, Library())[0].findings] == ["the file is larger than 30 MB"]
    assert [one.message for one in findings("#" * (MAX_TEXT + 1), "army.yaml")] == [
        "the file is larger than 4 MB, the maximum for an ORBAT"
    ]


@pytest.mark.parametrize(("form", "saved"), [("PNG", {}), ("JPEG", {"progressive": True})])
def test_a_picture_that_needs_too_much_memory_is_refused(
    monkeypatch: pytest.MonkeyPatch, form: str, saved: dict[str, bool]
) -> None:
    """It is refused before decoding."""
    monkeypatch.setattr("orbat.documents.picture.MAX_DECODED", 100 * 100 * 3 - 1)
    picture = io.BytesIO()
    Image.new("RGB", (100, 100)).save(picture, form, **saved)
    (loaded,) = read_raw(picture.getvalue(), "army.png", Library())
    assert [one.message for one in loaded.findings] == ["the file is a picture that needs too much memory"]


def test_a_number_too_long_for_a_typed_list_is_reported(tmp_path: Path) -> None:
    """The message gives its line."""
    text = f"British 800 points\n33rd Foot, {'7' * 13} stands, class 3\n41st Foot, 12 stands, class 3\n"
    (loaded,) = read_raw(text.encode(), "list.txt", Library(), ruleset="days_of_empire", army_list="british")
    assert "numbers are cut after 12 digits: line 2" in [one.message for one in loaded.findings]


def test_yaml_merge_keys_are_refused_in_words() -> None:
    """Without the merged keys the prices would be wrong, so nothing is read. Plain aliases are read."""
    text = "orbat: 1\nruleset: days_of_empire\nx-base: &base {size: 12}\nunits:\n  - {<<: *base}\n  - {<<: *base}\n"
    (loaded,) = read_raw(text.encode(), "army.yaml", Library())
    assert loaded.orbat is None
    assert [(one.message, one.line) for one in loaded.findings] == [
        ("uses the YAML merge key <<, which is not supported", 5),
        ("uses the YAML merge key <<, which is not supported", 6),
    ]
    aliased = text.replace("{<<: *base}", "*base")
    (loaded,) = read_raw(aliased.encode(), "army.yaml", Library())
    assert loaded.orbat is not None
    assert [unit.size for unit in loaded.orbat.units] == [12, 12]

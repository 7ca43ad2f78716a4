"""Reading never raises for any text, and never changes the file."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy
from tests.examples import examples

from orbat.data.library import Library
from orbat.data.loaded import Loaded
from orbat.data.yaml_text import MAX_DEPTH, MAX_NODES
from orbat.documents.read import read_file
from orbat.formats.orbat_file import read_orbat
from orbat.pipeline import check, report_on

SOUND = """\
orbat: 1
title: A title
ruleset: days_of_empire
army_list: british
game_size: 800
date: 1854-10
rulings: {off_board_base: spent}
commander: {name: Lord Raglan}
formations:
  - level: brigade
    name: 1st Brigade
    commander: {name: William Codrington, quality: capable, roll: {dice: [3], table: default}}
    units:
      - {name: 7th Royal Fusiliers, entry: brit_line, size: 15, rating: 3, options: [rifles], points: 60}
      - &rifles {name: Rifle Brigade, entry: brit_rifle_brigade, size: 8, rating: 4}
units: [*rifles]
total: 800
x-remark: kept
"""

TOKENS = (
    "orbat: 1", "ruleset: days_of_empire", "army_list: british", "units:", "formations:", "rulings:", "commander:",
    "- ", "-", "  ", "\n", "\n", "\n  ", "\n    ", ": ", ":", ", ", "{", "}", "[", "]", "null", "~", "true", "1", "-1",
    "0.5", "1e9", "9" * 30, "&a ", "*a", "*b", "<<: ", "<<", "!x ", "!!python/object:os.system ", "!!binary ", "? ",
    "| ", ">", "'", '"', "#", "%TAG ! x", "---\n", "...\n", "\t", "\r", "\x00", "\x85", "\ufeff", "\ud800", "\\", "\\x",
    '"\\ud800"', "x-a", "entry: brit_line", "size: 12", "name: ", "points: ", "dice: [3]", "roll: ", "level: brigade",
)  # fmt: skip
YAMLISH: SearchStrategy[str] = st.lists(st.sampled_from(TOKENS), max_size=30).map("".join)
SPLICES = st.lists(st.tuples(st.integers(0, len(SOUND)), st.integers(0, 25), YAMLISH | st.text(max_size=4)), max_size=3)


def _spoilt(splices: list[tuple[int, int, str]]) -> str:
    text = SOUND
    for start, length, put in splices:
        text = text[:start] + put + text[start + length :]
    return text


def _says_what_is_wrong(loaded: Loaded) -> None:
    assert loaded.orbat is not None or loaded.findings, "nothing was read and nothing is said"
    for finding in loaded.findings:
        assert finding.message
        assert finding.help
        assert finding.cites


def test_unchanged_text_has_no_findings() -> None:
    """The starting point of the changes below."""
    loaded = read_orbat(SOUND)
    assert loaded.orbat
    assert not loaded.findings


@given(st.text() | YAMLISH)
@settings(max_examples=examples(200))
def test_no_text_makes_the_reader_raise(text: str) -> None:
    """The result is an ORBAT, or the reasons why there is none."""
    _says_what_is_wrong(read_orbat(text))


@given(SPLICES)
@settings(max_examples=examples(200))
def test_damaged_text_never_causes_an_internal_error(library: Library, splices: list[tuple[int, int, str]]) -> None:
    """A valid file with parts removed or inserted is read, priced and checked, or refused with a message."""
    loaded = read_orbat(_spoilt(splices))
    _says_what_is_wrong(loaded)
    report = report_on("a.yaml", loaded, library)
    assert "INT001" not in {finding.code for finding in report.findings}
    assert report.quote is not None or report.findings


@pytest.mark.slow
@given(st.binary(max_size=60) | YAMLISH.map(lambda text: text.encode("utf-8", "surrogatepass")))
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_reading_never_changes_the_file(tmp_path: Path, library: Library, raw: bytes) -> None:
    """For any bytes and any name."""
    for name in ("a.yaml", "a.json", "a.txt", "a.csv", "a.pdf"):
        path = tmp_path / name
        path.write_bytes(raw)
        _says_what_is_wrong(read_file(path, library)[0])
        check(path, library)
        assert path.read_bytes() == raw
    assert len(list(tmp_path.glob("a.*"))) == 5


def _bomb(levels: int) -> str:
    rows = ["x-a0: &a0 [x, x, x, x, x, x, x, x, x, x]"]
    rows += [f"x-a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 10)}]" for n in range(1, levels)]
    return "orbat: 1\nruleset: days_of_empire\n" + "\n".join(rows) + "\n"


HEAD = "orbat: 1\nruleset: days_of_empire\n"
HOSTILE = {
    "aliases that would be a thousand million values": _bomb(9),
    "an alias to what it stands in": f"{HEAD}units: &a [*a]\n",
    "lists a hundred thousand deep": "[" * 100_000,
    "mappings a hundred thousand deep": '{"a":' * 100_000,
    "formations nested too deep": HEAD + "".join(f"{'  ' * n}formations:\n{'  ' * n}- level: a\n" for n in range(90)),
    "a number of ten thousand figures": f"{HEAD}game_size: {'9' * 10_000}\n",
    "a decimal of ten thousand figures": f"{HEAD}total: 0.{'1' * 10_000}\n",
    "a number of ten thousand figures in JSON": f'{{"orbat": 1, "ruleset": "days_of_empire", "total": {"9" * 10_000}}}',
    "a number of ten thousand figures in broken YAML": f'{{"orbat": 1,\t"total": {"9" * 10_000}, "a": "\\ud800"}}',
    "a key twice": f"{HEAD}title: a\ntitle: b\n",
    "the same key twice at two depths": f"{HEAD}rulings: {{a: b, a: c}}\nrulings: {{a: d}}\n",
    "a tag that would run a program": f"{HEAD}title: !!python/object/apply:os.system [ls]\n",
    "a tag that is unknown": f"{HEAD}title: !secret x\n",
    "a merge key": f"{HEAD}x-a: &a {{title: b}}\n<<: *a\n",
    "keys that are lists and mappings": f"{HEAD}? [a, b]\n: c\n? {{d: e}}\n: f\n",
    "an alias as a key": f"{HEAD}x-a: &a b\n*a : c\n",
    "an alias to nothing": f"{HEAD}title: *nothing\n",
    "two documents": f"{HEAD}---\n{HEAD}",
    "a nought byte": f"{HEAD}title: a\x00b\n",
    "half a character": f"{HEAD}title: a\ud800b\n",
    "half a character, escaped": f'{HEAD}title: "\\ud800"\n',
    "a mark of byte order": f"\ufeff{HEAD}",
    "a newer format": "orbat: 2\nruleset: days_of_empire\n",
    "a format that is no number": "orbat: [1]\nruleset: days_of_empire\n",
    "a list": "- orbat: 1\n",
    "nothing": "",
    "only a remark": "# an ORBAT\n",
    "a null for everything": "".join(f"{line.split(':')[0]}:\n" for line in SOUND.splitlines() if line[0] not in " -"),
    "a null among the rulings": f"{HEAD}rulings: {{off_board_base: null}}\n",
    "ten thousand units": f"{HEAD}units: [{'{entry: a}, ' * 10_000}]\n",
    "ten thousand problems": f"{HEAD}units: [{'{size: x}, ' * 3_000}]\n",
}


@pytest.mark.parametrize("text", HOSTILE.values(), ids=HOSTILE.keys())
def test_hostile_texts_are_read_or_refused_with_a_message(text: str, library: Library) -> None:
    """Texts made to break a parser."""
    loaded = read_orbat(text)
    _says_what_is_wrong(loaded)
    for finding in report_on("a.yaml", loaded, library).findings:
        assert len(finding.message) < 1000, "the message repeats the whole text"


@pytest.mark.parametrize(
    ("text", "limit"), [(_bomb(9), MAX_NODES), (f"{HEAD}x-a: {'[' * MAX_DEPTH}{']' * MAX_DEPTH}\n", MAX_DEPTH)]
)
def test_exceeded_limit_is_stated(text: str, limit: int) -> None:
    """A text over a limit of size or depth gives only a message on that limit."""
    found = read_orbat(text).findings
    assert [one.code for one in found] == ["SRC002"]
    assert str(limit) in found[0].message


def test_the_deepest_text_allowed_is_read() -> None:
    """At the limit of depth."""
    deepest = MAX_DEPTH - 1
    assert not read_orbat(f"{HEAD}x-a: {'[' * deepest}{']' * deepest}\n").findings


def test_null_ruling_counts_as_absent() -> None:
    """As everywhere else."""
    loaded = read_orbat(f"{HEAD}title: kept\nrulings: {{off_board_base: null}}\n")
    assert loaded.orbat
    assert loaded.orbat.title == "kept"
    assert dict(loaded.orbat.rulings) == {}

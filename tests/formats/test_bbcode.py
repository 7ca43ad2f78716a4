"""The BBCode form: layout, escaping and round trip."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.strategies import DataObject
from tests.examples import examples

from orbat.formats.bbcode import bbcode
from orbat.formats.forum_codes import escape_codes
from orbat.formats.text_reader import read_plain
from orbat.model.orbat import Orbat
from orbat.report.report import Report

Reported = Callable[[Orbat], Report]
Drawn = Callable[..., Orbat]
Kept = Callable[[Orbat], Orbat]


def test_formations_are_nested_lists(reported: Reported, alma: Orbat) -> None:
    text = bbcode(reported(alma)).split("\n")
    assert text[:4] == [
        "[b]“Light Division at the Alma”[/b]",
        "British, Days of Empire, September 1854, 800 points",
        "[i]orbat 1; ruleset days_of_empire; army list british; game size 800; date 1854-09; staff table default[/i]",
        "Player: Anna",
    ]
    at = text.index("[*][b]Division: Light Division[/b] - Sir George Brown, capable (3 default) - 150")
    assert text[at + 1] == "[list]"
    assert "[*]7th Royal Fusiliers - 15 stands, class 3, with rifles [brit_line] - 60" in text
    assert "[b]Total: 255 of 800 points, 545 left; 30 off the board (11.8 %)[/b]" in text
    assert text.count("[list]") == text.count("[/list]")


def test_illegal_army_is_marked(reported: Reported, alma: Orbat) -> None:
    report = reported(replace(alma, game_size=100))
    assert f"\n[b]Verdict: {report.verdict}[/b]\n\n[b]Findings:[/b]\n[list]\n[*]error " in bbcode(report)


@settings(max_examples=examples(30), deadline=None)
@given(data=st.data())
def test_any_orbat_round_trips(data: DataObject, claimed: Reported, any_orbat: Drawn, as_text: Kept) -> None:
    report = claimed(any_orbat(data))
    loaded = read_plain(bbcode(report))
    assert loaded.findings == ()
    assert report.orbat is not None
    assert loaded.orbat == as_text(report.orbat)


@pytest.mark.parametrize("text", ["[b]", "[/URL]", "[*]", "[size=7]", "[img width=1]", "[h1]"])
def test_a_text_cannot_be_a_code(text: str) -> None:
    assert escape_codes(f"a {text}") == rf"a \x5B{text[1:]}"


@pytest.mark.parametrize("text", ["[brit_line]", "[x]", "a]", "[", "[b"])
def test_other_brackets_are_kept(text: str) -> None:
    assert escape_codes(text) == text


@pytest.mark.parametrize("frame", ["[quote]{}[/quote]", '[quote="Bob"]\n{}\n[/quote]', "[CODE]\n{}[/CODE]\n"])
def test_a_quoted_post_is_read(claimed: Reported, alma: Orbat, frame: str) -> None:
    loaded = read_plain(frame.format(bbcode(claimed(alma)).strip()))
    assert loaded.findings == ()
    assert loaded.orbat == claimed(alma).orbat

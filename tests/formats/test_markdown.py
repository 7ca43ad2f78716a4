"""The Markdown form: layout, escaping and round trip."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from html import unescape

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.strategies import DataObject
from tests.examples import examples

from orbat.formats.markdown import escape_markdown, markdown
from orbat.formats.text import army_lines
from orbat.formats.text_reader import read_plain
from orbat.model.orbat import Orbat
from orbat.report.report import Report

Reported = Callable[[Orbat], Report]
Drawn = Callable[..., Orbat]
Kept = Callable[[Orbat], Orbat]
FEW = settings(max_examples=examples(30), deadline=None)


def test_heading_bullets_and_bold_totals(reported: Reported, alma: Orbat) -> None:
    lines = markdown(reported(alma)).split("\n")
    assert lines[:5] == [
        "# “Light Division at the Alma”",
        "",
        "British, Days of Empire, September 1854, 800 points",
        "",
        "`orbat 1; ruleset days_of_empire; army list british; game size 800; date 1854-09; staff table default`",
    ]
    assert "- **Division: Light Division** - Sir George Brown, capable (3 default) - 150" in lines
    assert r"    - 7th Royal Fusiliers - 15 stands, class 3, with rifles \[brit\_line\] - 60" in lines
    assert "**Total: 255 of 800 points, 545 left; 30 off the board (11.8 %)**" in lines


@FEW
@given(data=st.data())
def test_any_orbat_round_trips(data: DataObject, claimed: Reported, any_orbat: Drawn, as_text: Kept) -> None:
    report = claimed(any_orbat(data))
    loaded = read_plain(markdown(report))
    assert loaded.findings == ()
    assert report.orbat is not None
    assert loaded.orbat == as_text(report.orbat)


@FEW
@given(data=st.data())
def test_every_line_renders_literally(data: DataObject, reported: Reported, any_orbat: Drawn) -> None:
    markdown_it = pytest.importorskip("markdown_it")
    report = reported(any_orbat(data))
    html = markdown_it.MarkdownIt("commonmark").enable(["table", "strikethrough"]).render(markdown(report))
    bullets = re.findall(
        r"<li>(.*?)(?=\n<ul>|</li>)", html.partition("<h2>Order of battle</h2>")[2].partition("<p>")[0]
    )
    shown = [unescape(bullet.replace("<strong>", "").replace("</strong>", "")) for bullet in bullets]
    assert shown == [line.strong + line.rest for line in army_lines(report)]


def test_illegal_army_is_marked(reported: Reported, alma: Orbat) -> None:
    report = reported(replace(alma, game_size=100))
    text = markdown(report)
    assert f"\n**Verdict: {report.verdict}**\n\n## Findings\n\n- error " in text
    assert report.verdict.headline.startswith("Not legal")


def test_each_unit_is_listed_once(reported: Reported, alma: Orbat) -> None:
    text = markdown(reported(alma)).partition("## Findings")[0]
    assert text.count("7th Royal Fusiliers") == 1
    assert text.count(r"\[brit\_field\_battery\]") == 1


@pytest.mark.parametrize(
    "text", ["*a*", "_a_", "# a", "1. a", "- a", "+ a", "<b>", "[a](b)", "`a`", "a|b", "&lt;", "~~a~~", "\\"]
)
def test_special_characters_are_escaped(text: str) -> None:
    markdown_it = pytest.importorskip("markdown_it")
    html = markdown_it.MarkdownIt("commonmark").enable(["table", "strikethrough"]).render(escape_markdown(text))
    assert unescape(html) == f"<p>{text}</p>\n"


@FEW
@given(data=st.data())
def test_damaged_markdown_never_raises(data: DataObject, reported: Reported, any_orbat: Drawn) -> None:
    text = markdown(reported(any_orbat(data)))
    start = data.draw(st.integers(0, len(text)))
    end = data.draw(st.integers(start, len(text)))
    read_plain(text[:start] + data.draw(st.text(max_size=5)) + text[end:])

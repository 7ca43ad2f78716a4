"""The ORBAT in a web page."""

from __future__ import annotations

from dataclasses import replace

import pytest

from orbat.formats.orbat_file import read_orbat
from orbat.formats.web_page import data_block, split_page

PAGE = "<!doctype html>\n<p>before</p>\n{data}\n<p>after</p>\n"
HOSTILE = (
    "</script><script>alert(1)</script>", "<!--", "<img src=x onerror=alert(1)>", "\"'&<>`", "a\r\nb", "\x00\x1b[31m",
    "\u2028\u202e", "]]>", "${x}", "</SCRIPT >", "&lt;/script&gt;",
)  # fmt: skip


@pytest.mark.parametrize("name", HOSTILE)
def test_any_name_is_kept_and_cannot_end_the_data(two_brigades: str, name: str) -> None:
    orbat = read_orbat(two_brigades).orbat
    assert orbat is not None
    named = replace(orbat, title=name, note=name)
    data = data_block(named)
    assert data.count("<") == 2, "only the tags of the element"
    page = split_page(PAGE.format(data=data))
    assert page is not None
    assert read_orbat(page.json).orbat == named
    assert page.rest == PAGE.format(data="")


def test_findings_have_the_line_of_the_page(two_brigades: str) -> None:
    orbat = read_orbat(two_brigades).orbat
    assert orbat is not None
    text = PAGE.format(data=data_block(orbat).replace('"game_size": 800', '"game_size": "many"'))
    page = split_page(text.replace("\n", "\r\n"))
    assert page is not None
    line = next(number for number, one in enumerate(text.split("\n"), start=1) if "many" in one)
    assert [one.line for one in read_orbat(page.json).findings] == [line]


@pytest.mark.parametrize("text", ["", "<p>12 stands</p>", "7th Foot <script type=x>", "orbat: 1"])
def test_other_texts_have_no_orbat(text: str) -> None:
    assert split_page(text) is None


def test_data_without_an_end_is_read_as_far_as_it_goes(two_brigades: str) -> None:
    orbat = read_orbat(two_brigades).orbat
    assert orbat is not None
    page = split_page(f"<p></p>{data_block(orbat)[:200]}")
    assert page is not None
    loaded = read_orbat(page.json)
    assert loaded.orbat is None
    assert [one.code for one in loaded.findings] == ["SRC002"]

"""The web page of an army: structure, escaped texts, and the comparison with its ORBAT."""

from __future__ import annotations

import base64
import hashlib
import re
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from html.parser import HTMLParser
from itertools import pairwise
from pathlib import Path

import pytest

from orbat.data.library import Library
from orbat.data.loaded import Loaded
from orbat.formats.orbat_file import read_orbat
from orbat.formats.web_page import split_page
from orbat.model.finding import Finding
from orbat.model.orbat import Orbat
from orbat.pipeline import check, convert, report_for_opponent, report_on

ARMY = """\
orbat: 1
title: Two brigades
ruleset: days_of_empire
army_list: british
game_size: 400
date: 1854-09
note: secret plan
tags: [secret tag]
x-own: secret remark
commander: {name: Lord Raglan}
formations:
  - level: brigade
    name: 1st Brigade
    commander: {name: Codrington, note: secret of the general}
    units:
      - {name: 7th Royal Fusiliers, entry: brit_line, size: 16, rating: 3, note: secret of the unit}
      - {name: E Battery, entry: brit_field_battery, size: 2}
"""
VOID = {"meta", "input", "rect", "polygon", "polyline", "circle"}
HOSTILE = "</script></title><img src=x onerror=alert(1)>\"'&\x1b[31m\u202e"


class Page(HTMLParser):
    """The elements of a page."""

    def __init__(self, text: str) -> None:
        super().__init__(convert_charrefs=True)
        self.tags: list[tuple[str, dict[str, str]]] = []
        self.texts: list[tuple[str, str]] = []
        self.open: list[str] = []
        self.feed(text)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Record a tag."""
        self.tags.append((tag, {key: value or "" for key, value in attrs}))
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Record a tag without content."""
        self.tags.append((tag, {key: value or "" for key, value in attrs}))

    def handle_endtag(self, tag: str) -> None:
        """Close the last tag, which must be the same."""
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        """Record a text with its element."""
        self.texts.append((self.open[-1] if self.open else "", data))

    def named(self, tag: str) -> list[dict[str, str]]:
        """The attributes of every element with a tag."""
        return [attributes for name, attributes in self.tags if name == tag]


@pytest.fixture
def army() -> Orbat:
    orbat = read_orbat(ARMY).orbat
    assert orbat is not None
    return orbat


@pytest.fixture
def written(library: Library) -> Callable[[Orbat], str]:
    """Write an ORBAT as a web page."""
    return lambda orbat: convert(report_on("army.yaml", Loaded(orbat, ()), library), ".html")


@pytest.fixture
def findings(library: Library, tmp_path: Path) -> Callable[[str], list[Finding]]:
    """Check a page, and return the findings about the file."""

    def checked(text: str) -> list[Finding]:
        path = tmp_path / "army.html"
        path.write_bytes(text.encode())
        return [one for one in check(path, library).findings if one.code.startswith(("SRC", "TXT"))]

    return checked


# --- structure


def test_the_page_has_landmarks_headings_and_labels(army: Orbat, written: Callable[[Orbat], str]) -> None:
    page = Page(written(army))
    assert not page.open, "every element is closed"
    names = [tag for tag, _ in page.tags]
    for landmark in ("header", "main", "footer", "h1"):
        assert names.count(landmark) == 1, landmark
    ids = [attributes["id"] for _, attributes in page.tags if "id" in attributes]
    assert not [one for one, times in Counter(ids).items() if times > 1]
    levels = [int(name[1]) for name in names if re.fullmatch("h[1-6]", name)]
    assert all(deeper <= level + 1 for level, deeper in pairwise(levels)), "no level is skipped"
    labelled = [attributes.get("aria-labelledby", "") for attributes in page.named("section") + page.named("table")]
    assert labelled
    assert set(labelled) <= set(ids)
    assert [one.get("scope") for one in page.named("th")].count("col") == 5
    assert [one.get("scope") for one in page.named("th")].count("row") == 2
    assert all(one.get("aria-label") for one in page.named("input"))
    assert [one["aria-label"] for one in page.named("svg") if one.get("role") == "img"] == [
        "infantry",
        "field gun or howitzer",
    ]


def test_the_page_shows_verdict_sums_citations_and_boxes(army: Orbat, written: Callable[[Orbat], str]) -> None:
    page = Page(written(army))
    texts = [text for _, text in page.texts]
    for shown in ("“Two brigades”", "164 points", "16 stands", "rifles", "Days of Empire", "STF001", "Codrington"):
        assert any(shown in text for text in texts), shown
    assert any(re.search(r"16 stands x .* = \d+ \[DOE 5\.3, 5\.4\]", text) for text in texts)
    boxes = [one["data-box"] for one in page.named("input")]
    assert len(boxes) == len(set(boxes)) == 18
    assert boxes[0] == "formations[0].units[0]/1"


def test_the_page_fetches_nothing_and_runs_only_its_own_script(army: Orbat, written: Callable[[Orbat], str]) -> None:
    text = written(army)
    page = Page(text)
    assert not re.search(r"https?://|url\(|@import|\bsrc=", text)
    assert all(one["href"].startswith("#") for one in page.named("a") + page.named("use"))
    assert not [key for _, attributes in page.tags for key in attributes if key.startswith("on") or key == "style"]
    policy = next(one["content"] for one in page.named("meta") if "http-equiv" in one)
    assert policy.startswith("default-src 'none'; ")
    for tag, text in page.texts:
        if tag in ("style", "script") and not text.lstrip().startswith("{"):
            digest = base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()
            assert f"{tag}-src 'sha256-{digest}'" in policy


def test_a_unit_with_many_stands_has_a_field_for_its_losses(army: Orbat, written: Callable[[Orbat], str]) -> None:
    brigade = army.formations[0]

    def boxes(size: int) -> list[str]:
        units = (replace(brigade.units[0], size=size),)
        page = Page(written(replace(army, formations=(replace(brigade, units=units),))))
        return [one["type"] for one in page.named("input")]

    assert boxes(60) == ["checkbox"] * 60
    assert boxes(61) == ["number"]
    assert boxes(1_000_000) == ["number"]


# --- texts from files


def test_hostile_texts_are_shown_as_text(
    army: Orbat, written: Callable[[Orbat], str], findings: Callable[[str], list[Finding]]
) -> None:
    brigade = army.formations[0]
    assert brigade.commander is not None
    unit = replace(brigade.units[0], name=HOSTILE, note=HOSTILE, options=(HOSTILE,), rating=HOSTILE)
    unknown = replace(unit, entry=HOSTILE)
    brigade = replace(
        brigade, name=HOSTILE, commander=replace(brigade.commander, name=HOSTILE), units=(unit, unknown), note=HOSTILE
    )
    hostile = replace(army, title=HOSTILE, player=HOSTILE, note=HOSTILE, formations=(brigade,))
    text = written(hostile)
    plain, page = Page(written(army)), Page(text)
    assert {name for name, _ in page.tags} <= {name for name, _ in plain.tags} | {"h5"}
    assert len(page.named("script")) == 2
    assert not [key for _, attributes in page.tags for key in attributes if key.startswith("on")]
    shown = split_page(text)
    assert shown is not None
    assert not re.search("[\x00-\x09\x0b-\x1f\u202e]", shown.rest)
    assert text.count("&lt;img src=x onerror=alert(1)&gt;") > 8
    assert not [one for one in findings(text) if one.code.startswith("TXT")]


# --- reading a page


def test_a_page_is_read_as_the_same_army(
    army: Orbat, written: Callable[[Orbat], str], library: Library, tmp_path: Path
) -> None:
    path = tmp_path / "army.html"
    path.write_bytes(written(army).encode())
    report = check(path, library)
    assert report.orbat == army
    assert report.verdict == report_on("army.yaml", Loaded(army, ()), library).verdict
    path.write_bytes(written(army).replace("\n", "\r\n").encode())
    assert check(path, library).verdict == report.verdict, "a mail program may change the ends of lines"


@pytest.mark.parametrize(
    ("old", "new", "code", "says"),
    [
        ('<td role="cell" class="size">2 guns</td>', '<td role="cell" class="size">1 gun</td>', "TXT014", "1 gun"),
        ("<bdi>Codrington</bdi>, not diced", "<bdi>Codrington</bdi>, exceptional", "TXT014", "exceptional"),
        ("</main>", "<p>Legal, checked by orbat</p>\n</main>", "TXT014", "only on the page: Legal, checked by orbat"),
        ("tbody th { width", "tbody tr:last-child { display: none }\ntbody th { width", "TXT011", "other tags, styles"),
        ('"use strict";', '"use strict"; document.querySelector("tr").remove();', "TXT011", "other tags, styles"),
        ('<tr role="row" id=', '<tr role="row" hidden id=', "TXT011", "other tags, styles"),
    ],
)
def test_a_page_that_differs_from_its_orbat_is_reported(
    army: Orbat,
    written: Callable[[Orbat], str],
    findings: Callable[[str], list[Finding]],
    old: str,
    new: str,
    code: str,
    says: str,
) -> None:
    text = written(army)
    assert old in text
    found = findings(text.replace(old, new))
    assert [(one.code, one.doubt) for one in found] == [(code, "file")]
    assert says in found[0].message
    assert found[0].severity == ("error" if code == "TXT014" else "warning")


def test_lines_in_another_order_are_reported(
    army: Orbat, written: Callable[[Orbat], str], findings: Callable[[str], list[Finding]]
) -> None:
    lines = written(army).split("\n")
    first, second = (number for number, one in enumerate(lines) if one.startswith("<tr role"))
    lines[first], lines[second] = lines[second], lines[first]
    assert [one.message for one in findings("\n".join(lines))] == [
        "the page shows the lines of its ORBAT in another order"
    ]


def test_a_page_of_another_version_has_warnings_only(
    army: Orbat, written: Callable[[Orbat], str], findings: Callable[[str], list[Finding]]
) -> None:
    text = re.sub('content="orbat [^;]*;', 'content="orbat 99;', written(army))
    assert not findings(text), "nothing but the version differs"
    found = findings(text.replace("16 stands<", "15 stands<"))
    assert [(one.code, one.severity) for one in found] == [("TXT014", "warning")]
    assert found[0].message.startswith("this page was written with another version of orbat or of the data")
    assert [one.code for one in findings(text.replace("<tr ", "<tr hidden "))] == ["TXT011"]


def test_a_page_that_is_far_too_long_is_reported(
    army: Orbat, written: Callable[[Orbat], str], findings: Callable[[str], list[Finding]]
) -> None:
    text = written(army)
    page = split_page(text)
    assert page is not None

    def message(length: int) -> str:
        return findings(text.replace("</main>", f"<p>{'x' * (length - len('<p></p>'))}</p></main>"))[0].message

    assert message(2 * len(page.rest)).startswith("the page differs from its ORBAT: only on the page: xxx")
    assert (
        message(2 * len(page.rest) + 1)
        == "the page is more than 3 times as long as the page that orbat writes for this ORBAT"
    )


@pytest.mark.slow
def test_a_page_of_more_than_a_thousand_units_is_not_compared(
    army: Orbat, written: Callable[[Orbat], str], findings: Callable[[str], list[Finding]]
) -> None:
    brigade = army.formations[0]

    def messages(count: int) -> list[str]:
        units = (replace(brigade.units[1], name=""),) * count
        text = written(replace(army, formations=(replace(brigade, units=units),)))
        return [one.message for one in findings(text.replace("</main>", "<p>x</p>\n</main>"))]

    assert messages(1000) == ["the page differs from its ORBAT: only on the page: x"]
    assert messages(1001) == ["the page was not compared with its ORBAT, because the army is too large"]


def test_a_page_with_damaged_data_is_an_error(
    army: Orbat, written: Callable[[Orbat], str], findings: Callable[[str], list[Finding]]
) -> None:
    assert [one.code for one in findings(written(army).replace('"orbat": 1,', '"orbat": 1'))] == ["SRC002"]


def test_a_page_for_the_opponent_omits_what_is_private(
    army: Orbat, library: Library, findings: Callable[[str], list[Finding]]
) -> None:
    report = report_on("army.yaml", Loaded(army, ()), library)
    assert convert(report, ".html").count("secret") == 7
    others = report_for_opponent(report)
    assert others.check_code == report.check_code
    assert others.verdict == report.verdict
    for suffix in (".html", ".txt", ".md", ".csv", ".yaml"):
        assert "secret" not in convert(others, suffix), suffix
    assert not findings(convert(others, ".html"))

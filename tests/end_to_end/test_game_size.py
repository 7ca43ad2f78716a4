"""The game size, and a legal army for every entry."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from tests.examples import sampled

from orbat.data.library import Library
from orbat.model.book import Book
from orbat.model.dates import Date
from orbat.model.orbat import Orbat, Unit
from orbat.model.text import Pin
from orbat.pipeline import Evaluator, apply_fix
from orbat.report.report import Report

Examine = Callable[..., Report]
NATIONS = ("british", "french", "ottoman", "russian", "sardinian")


def _army(library: Library, nation: str, size: int | None, *units: Unit) -> tuple[Orbat, Book]:
    army = Orbat(ruleset=Pin("days_of_empire"), army_list=Pin(nation), game_size=size, units=units)
    book, missing = library.book(army)
    assert book is not None
    assert not missing
    return army, book


@pytest.mark.parametrize("nation", NATIONS)
def test_an_empty_army_breaks_no_limit(library: Library, nation: str) -> None:
    """An empty army with a game size of 800 has only the finding that it is empty."""
    _, found = Evaluator().examine(*_army(library, nation, 800))
    assert {finding.code for finding in found} == {"PTS004"}


def test_a_larger_game_size_clears_the_finding(library: Library) -> None:
    """812 points are over 800, within 820 and over 810. Other findings do not change."""
    army, book = _army(library, "british", 800, Unit(entry="brit_line_drafts", size=406, rating="1"))
    evaluator = Evaluator()
    assert evaluator.examine(army, book)[0].total == 812
    others = []
    for size, over in ((800, True), (820, False), (810, True)):
        codes = {(finding.code, finding.path) for finding in evaluator.examine(replace(army, game_size=size), book)[1]}
        assert (("PTS001", ("game_size",)) in codes) is over
        others.append({one for one in codes if one[0] not in ("PTS001", "PTS004")})
    assert others[0] == others[1] == others[2]


@pytest.mark.parametrize("ending", sampled(["", ".yaml", ".json", ".txt", ".md", ".csv"], 2))
def test_a_custom_game_size_is_shown_everywhere(
    orbat: Callable[..., Any], two_brigades: str, tmp_path: Path, ending: str
) -> None:
    """A game size of 650, from the file or after an import, is in the header, the findings and the JSON."""
    file = tmp_path / "army.yaml"
    file.write_text(two_brigades.replace("game_size: 800", "game_size: 650"), encoding="utf-8")
    if ending:
        orbat("convert", file, tmp_path / f"out{ending}")
        file = tmp_path / f"out{ending}"
        assert "650" in file.read_text(encoding="utf-8")
    out = orbat("check", file).out
    assert ", 650 points\n" in out
    assert "158 of 650 points, 492 left" in out
    assert "800" not in out
    assert json.loads(orbat("check", file, "--json").out)["reports"][0]["game_size"] == 650


def test_a_game_size_on_the_command_line_is_shown_everywhere(
    orbat: Callable[..., Any], two_brigades: str, tmp_path: Path
) -> None:
    """`--points 650` replaces the file's 800 in the header, the findings and the JSON."""
    file = tmp_path / "army.yaml"
    file.write_text(two_brigades, encoding="utf-8")
    out = orbat("check", file, "--points", 650).out
    assert ", 650 points\n" in out
    assert "492 points of 650 remaining" in out
    assert out.count("800") == 1, "only as the size that the file says"
    assert json.loads(orbat("check", file, "--points", 650, "--json").out)["reports"][0]["game_size"] == 650


def test_the_game_size_of_one_file_does_not_affect_the_next(
    orbat: Callable[..., Any], two_brigades: str, tmp_path: Path
) -> None:
    """A file without a game size is reported without one, after a file that has one."""
    (tmp_path / "a.yaml").write_text(two_brigades, encoding="utf-8")
    (tmp_path / "b.yaml").write_text(two_brigades.replace("game_size: 800\n", ""), encoding="utf-8")
    reports = json.loads(orbat("check", tmp_path, "--json").out)["reports"]
    assert [report["game_size"] for report in reports] == [800, None]


def test_without_a_game_size_there_is_one_note_and_no_limit(examine: Examine, two_brigades: str) -> None:
    """No game size is not a size of zero: the total is shown and not compared."""
    report = examine(two_brigades.replace("game_size: 800\n", ""))
    sizes = [finding for finding in report.findings if finding.code.startswith("PTS")]
    assert [(finding.code, finding.severity) for finding in sizes] == [("PTS002", "note")]
    assert report.points == "158 points, no size agreed"


@pytest.mark.parametrize("nation", NATIONS)
def test_every_entry_fits_in_a_legal_army(library: Library, nation: str) -> None:
    """No combination of rules excludes an entry: with line troops and engineers, each is legal after its fixes."""
    army, book = _army(library, nation, None)
    army, evaluator = replace(army, house_limits="enforce"), Evaluator()
    for entry in book.entries(nation).values():
        if book.kind(entry).staff:
            continue
        date = entry.dates.from_ if entry.dates else Date(1855, 8)
        assert date is not None
        unit = Unit(entry=entry.id, size=entry.size.typical, rating=entry.ratings.typical if entry.ratings else "")
        one = replace(army, date=date, units=(unit, *_beside(book, nation, date, entry.kind)))
        for _ in range(5):
            wrong = [finding for finding in evaluator.examine(one, book)[1] if finding.severity == "error"]
            if not wrong or not wrong[0].fix:
                break
            one = apply_fix(one, wrong[0], book)
        assert not wrong, (entry.id, [finding.message for finding in wrong])


def _beside(book: Book, nation: str, date: Date, kind: str) -> list[Unit]:
    """Line troops of the date, and engineers for works."""
    needed = {need.needs for need in book.ruleset.rules.needs if need.kind == kind}
    found = [Unit(entry=entry.id, size=1) for entry in book.entries(nation).values() if entry.kind in needed][:1]
    for entry in book.entries(nation).values():
        there = entry.dates is None or entry.dates.covers(date)
        if entry.kind == "infantry" and entry.ratings and there and not entry.limits and len(found) < 3:
            found += [Unit(entry=entry.id, size=entry.size.typical, rating=entry.ratings.typical)] * 2
    return found

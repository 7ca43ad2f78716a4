"""The text for a code on a sheet reads back as the same army."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from tests.outputs.conftest import orbats

from orbat.model.orbat import Orbat, units_of
from orbat.model.pocket_form import folded, parts_of, unfolded
from orbat.outputs.plain import plain_text
from orbat.outputs.pocket import pocket_text
from orbat.pipeline import check, report_on
from orbat.report.check_code import check_code
from orbat.report.report import Report
from orbat.sources import places
from orbat.sources.library import Library
from orbat.sources.orbat_file import read_orbat
from orbat.sources.plain import read_plain

SHIPPED = sorted((places.shipped() / "templates/orbats").rglob("*.yaml"))


@pytest.mark.parametrize("path", SHIPPED, ids=lambda path: path.stem)
def test_every_shipped_army_reads_back_with_its_points_as_claims(library: Library, path: Path) -> None:
    report = check(path, library)
    assert report.orbat is not None
    assert report.quote is not None
    text = pocket_text(report)
    back = read_plain(text).orbat
    assert back is not None
    assert check_code(back) == check_code(report.orbat)
    assert [one.unit.points for one in units_of(back)] == [line.sum.points for line in report.quote.all_units]
    assert back.total == report.quote.total
    assert report.verdict in text
    assert len(text) < len(plain_text(report))


@given(orbats())
def test_whatever_is_in_an_army_reads_back(reported: Callable[[Orbat], Report], orbat: Orbat) -> None:
    back = read_plain(pocket_text(reported(orbat))).orbat
    assert back is not None
    assert check_code(back) == check_code(orbat)


def test_hidden_points_are_not_in_it(library: Library) -> None:
    report = check(next(path for path in SHIPPED if path.stem == "british_800"), library)
    assert report.orbat is not None
    text = pocket_text(report, hide_points=True)
    back = read_plain(text).orbat
    assert back is not None
    assert check_code(back) == check_code(report.orbat)
    assert all(place.unit.points is None for place in units_of(back))
    assert "Total" not in text
    assert not any(line.endswith(" 60") for line in text.splitlines())


@given(orbats(), st.integers(600, 1200))
def test_the_parts_of_a_text_put_together_read_back(
    reported: Callable[[Orbat], Report], orbat: Orbat, most: int
) -> None:
    """In whichever order, and none is longer than it may be."""
    parts = parts_of(pocket_text(reported(orbat)), most)
    assume(parts)
    assert all(len(part.encode()) <= most for part in parts)
    back = read_plain("\n".join(reversed(parts))).orbat
    assert back is not None
    assert check_code(back) == check_code(orbat)


def test_what_units_have_in_common_is_said_once() -> None:
    """Under a letter, with the size before it; a unit like no other has its own words."""
    lines = [
        "Brigade: 1st - no general - 130",
        " 7th Foot - 15 stands, class 3 [brit_line] - 60",
        " 19th Foot - 10 stands, class 3 [brit_line] - 40",
        " A Battery - 1 gun [brit_field_battery] - 35",
    ]
    short = folded(lines)
    assert short == ["a = stands, class 3 [brit_line]", lines[0], " 7th Foot 15a 60", " 19th Foot 10a 40", lines[3]]
    assert [unfolded(line, {"a": "stands, class 3 [brit_line]"}) for line in short[1:]] == lines


def test_a_title_like_the_number_of_a_part_is_none(library: Library) -> None:
    text = pocket_text(
        report_on("list", read_orbat("orbat: 1\ntitle: 1/3 of an army\nruleset: days_of_empire\n"), library)
    )
    assert not text.startswith("1/3")
    back = read_plain(text).orbat
    assert back is not None
    assert back.title == "1/3 of an army"

"""The text for a code on a sheet reads back as the same army."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given
from tests.outputs.conftest import orbats

from orbat.model.orbat import Orbat, units_of
from orbat.outputs.plain import plain_text
from orbat.outputs.pocket import pocket_text
from orbat.pipeline import check
from orbat.report.check_code import check_code
from orbat.report.report import Report
from orbat.sources import places
from orbat.sources.library import Library
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
    assert not any(line.endswith(" - 60") for line in text.splitlines())

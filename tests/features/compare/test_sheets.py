"""The comparison sheet: nothing overlaps or leaves the page, whatever is compared."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from tests.examples import sampled
from tests.render.pdf.conftest import assert_clear, words

from orbat.data import folders
from orbat.data.library import Library
from orbat.data.loaded import Loaded
from orbat.features.compare.difference import difference
from orbat.features.compare.sheet import fit_on_page
from orbat.model.orbat import Orbat, units_of
from orbat.model.sheet import PaperName, PrintOptions
from orbat.pipeline import check, report_on
from orbat.printing import find_layouts
from orbat.render.pdf.flow import Page
from orbat.render.pdf.foot import with_page_numbers
from orbat.render.pdf.render import sheet_pages
from orbat.report.report import Report

SHIPPED = folders.shipped() / "templates" / "orbats"
PAIRS = (
    ("days_of_empire/starters/british_800", "days_of_empire/starters/russian_800"),
    ("days_of_empire/historical/chernaya_russian", "days_of_empire/historical/inkerman_russian"),
    ("fast_play_napoleonic/historical/waterloo_french", "honours_of_war/historical/minden_allied"),
    ("days_of_glory/historical/gettysburg_confederate", "days_of_glory/historical/gettysburg_union"),
)
LAYOUT = find_layouts().for_two["compare"]


def pages(first: Report, second: Report, paper: PaperName = "a4") -> list[Page]:
    printing, found = PrintOptions(paper=paper), difference(first, second)
    layout = fit_on_page(found, LAYOUT, printing)
    return [page for page, _ in with_page_numbers(sheet_pages(first, layout, printing, subject=found))]


def report(orbat: Orbat, library: Library) -> Report:
    return report_on("army.yaml", Loaded(orbat, ()), library)


@pytest.mark.parametrize("paper", sampled(["a4", "letter"], 1))
@pytest.mark.parametrize("pair", PAIRS, ids=lambda pair: pair[0].rpartition("/")[2])
def test_two_shipped_orbats_fit_on_one_page(library: Library, pair: tuple[str, str], paper: PaperName) -> None:
    first, second = (check(SHIPPED / f"{name}.yaml", library) for name in pair)
    found = pages(first, second, paper)
    assert len(found) == 1
    assert_clear(found)


@pytest.mark.slow
@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_changes_of_every_unit_of_a_battle_fit_on_one_page(library: Library, paper: PaperName) -> None:
    """Omitted changes are counted, with their points."""
    before = check(SHIPPED / "days_of_empire/historical/chernaya_russian.yaml", library)
    assert before.orbat is not None
    assert len(tuple(units_of(before.orbat))) > 60
    found = pages(before, report(_grown(before.orbat), library), paper)
    assert len(found) == 1
    assert_clear(found)
    assert any("more changes" in word.text for word in words(found[0]))


def _grown(orbat: Orbat) -> Orbat:
    """A copy with longer names and each unit two stands larger."""

    def of(thing: Any) -> Any:
        units = tuple(
            replace(unit, name=f"{unit.name}, which has been made up to its strength by drafts", size=unit.size + 2)
            for unit in thing.units
        )
        return replace(thing, units=units, formations=tuple(of(inner) for inner in thing.formations))

    grown: Orbat = of(orbat)
    return grown


@pytest.mark.slow
def test_an_army_with_extreme_names_and_numbers_fits(
    odd_texts: Report, make: Callable[..., Report], library: Library
) -> None:
    """Names without spaces, other scripts, entries of no list, a million guns."""
    for found in (
        pages(odd_texts, make(title="Plain")),
        pages(make(title="Plain"), odd_texts),
        pages(odd_texts, odd_texts),
    ):
        assert_clear(found)


def test_an_army_compared_with_itself_has_no_differences(library: Library) -> None:
    army = check(SHIPPED / f"{PAIRS[0][0]}.yaml", library)
    (page,) = pages(army, army)
    assert any(word.text == "No differences." for word in words(page))


def test_the_blocks_are_empty_on_a_sheet_for_one_orbat(library: Library) -> None:
    army = check(SHIPPED / f"{PAIRS[0][0]}.yaml", library)
    assert sheet_pages(army, LAYOUT, PrintOptions()) == ()

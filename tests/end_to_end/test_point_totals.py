"""Points add up: in nested formations, after edits, in every output and every format."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from dataclasses import replace
from decimal import Decimal
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from orbat.data.library import Library
from orbat.evaluate.quote import Quote
from orbat.formats.orbat_file import read_orbat
from orbat.model.edits import Insert, Remove, Set, apply, apply_all
from orbat.model.orbat import Formation, Orbat, Unit
from orbat.model.text import Pin
from orbat.pipeline import Evaluator, with_claims
from orbat.report.report import Report

Examine = Callable[..., Report]
FIRST = ("formations", 0, "formations", 0)
SECOND = ("formations", 0, "formations", 1)
NATIONS = ("british", "french", "ottoman", "russian", "sardinian")


def _sums(quote: Quote | None) -> list[object]:
    assert quote is not None
    return [quote.total, *(line.points for line in quote.all_formations)]


def test_units_count_once_in_nested_formations(examine: Examine, two_brigades: str) -> None:
    """Brigades of 66 and 62 and a divisional general of 30 total 158, also inside a corps."""
    assert _sums(examine(two_brigades).quote) == [158, 158, 66, 62]
    division = two_brigades.partition("formations:\n")[2].replace("\n", "\n    ").rstrip()
    head = two_brigades.partition("formations:\n")[0]
    deeper = f"{head}formations:\n  - level: corps\n    name: I Corps\n    formations:\n    {division}\n"
    assert _sums(examine(deeper).quote) == [158, 158, 158, 66, 62]


def test_a_changed_size_updates_all_subtotals(library: Library, two_brigades: str) -> None:
    """A unit of 12 stands cut to 10 gives 30, 60 and 152 points in the same evaluator; restored, 158."""
    before = read_orbat(two_brigades).orbat
    assert before is not None
    book, _ = library.book(before)
    assert book is not None
    evaluator = Evaluator()
    unit = (*FIRST, "units", 0)
    assert _sums(evaluator.examine(before, book)[0]) == [158, 158, 66, 62]
    cut = apply(before, Set(unit, "size", 10))
    quote = evaluator.examine(cut, book)[0]
    assert _sums(quote) == [152, 152, 60, 62]
    assert quote.all_units[0].points == 30
    assert _sums(evaluator.examine(apply(cut, Set(unit, "size", 12)), book)[0]) == [158, 158, 66, 62]


@pytest.mark.parametrize("nation", NATIONS)
def test_a_copied_unit_costs_the_same(library: Library, nation: str) -> None:
    """For every entry of the list, with no option, each option and all options."""
    orbat = Orbat(ruleset=Pin("days_of_empire"), army_list=Pin(nation))
    book, missing = library.book(orbat)
    assert book is not None
    assert not missing
    units = []
    for entry in book.entries(nation).values():
        rating = entry.ratings.typical if entry.ratings else ""
        offered = tuple(use.option for use in entry.options)
        for options in {(), offered, *((option,) for option in offered)}:
            units.append(Unit(entry=entry.id, size=entry.size.typical, rating=rating, options=options))
    evaluator = Evaluator()
    for unit in units:
        alone = evaluator.examine(replace(orbat, units=(unit,)), book)[0]
        twice = evaluator.examine(apply(replace(orbat, units=(unit,)), Insert(("units",), 1, unit)), book)[0]
        first, second = twice.all_units
        assert first.sum == second.sum == alone.all_units[0].sum
        assert twice.total == 2 * alone.total > 0


@pytest.mark.parametrize(
    ("entry", "rating", "options", "sizes", "prices"),
    [
        ("brit_engineers", "", "", (1, 2, 6), (30, 30, 30)),
        ("brit_naval_brigade", "2", "", (1, 6, 12), (2, 12, 24)),
        ("brit_naval_brigade", "2", "rifles", (1, 6, 12), (3, 18, 36)),
        ("brit_field_battery", "", "", (1, 2, 3), (35, 70, 105)),
        ("brit_rha_troop", "", "", (1, 2, 3), (45, 90, 135)),
        ("earthworks", "", "", (1, 2, 3), (10, 20, 30)),
    ],
)
def test_prices_per_unit_and_per_stand(
    examine: Examine, entry: str, rating: str, options: str, sizes: tuple[int, ...], prices: tuple[int, ...]
) -> None:
    """Engineers cost 30 whatever their number. Rifles cost 1 per stand, horse artillery 10 per gun."""
    for size, price in zip(sizes, prices, strict=True):
        rated = f"rating: {rating}, " if rating else ""
        unit = f"units: [{{entry: {entry}, size: {size}, {rated}options: [{options}]}}]"
        quote = examine(f"orbat: 1\nruleset: days_of_empire\narmy_list: british\n{unit}\n").quote
        assert quote is not None
        assert quote.total == price


def test_points_move_with_a_unit(library: Library, two_brigades: str) -> None:
    """36 points moved from the first brigade to the second leave 30 and 98. The earlier army does not change."""
    before = read_orbat(two_brigades).orbat
    assert before is not None
    book, _ = library.book(before)
    assert book is not None
    evaluator = Evaluator()
    unit = before.formations[0].formations[0].units[0]
    moved = apply_all(before, (Remove((*FIRST, "units", 0)), Insert((*SECOND, "units"), 1, unit)))
    assert _sums(evaluator.examine(moved, book)[0]) == [158, 158, 30, 98]
    assert _sums(evaluator.examine(before, book)[0]) == [158, 158, 66, 62]


def test_all_outputs_show_the_new_total_after_a_price_change(
    orbat: Callable[..., Any], copied_data: Path, two_brigades: str, tmp_path: Path
) -> None:
    """`check`, `price`, JSON and text give the same new total and report that the data changed."""
    file = tmp_path / "army.yaml"
    file.write_text(two_brigades.replace("days_of_empire\n", "days_of_empire@1\n") + "total: 158\n", encoding="utf-8")
    assert "158 of 800" in orbat("check", file).out
    rules = copied_data / "army_lists" / "days_of_empire" / "ruleset.yaml"
    text = rules.read_text(encoding="utf-8")
    text = text.replace("by_rating: {1: 1, 2: 2, 3: 3, 4: 4}", "by_rating: {1: 1, 2: 3, 3: 3, 4: 4}")
    rules.write_text(text.replace('version: "1"', 'version: "2"'), encoding="utf-8")
    checked, priced = orbat("check", file).out, orbat("price", file).out
    report = json.loads(orbat("check", file, "--json").out)["reports"][0]
    orbat("convert", file, tmp_path / "army.txt")
    printed = (tmp_path / "army.txt").read_text(encoding="utf-8")
    assert report["total"] == 170
    assert all("170 of 800" in shown for shown in (checked, priced, printed))
    assert {"ARM008", "PTS007"} <= {finding["code"] for finding in report["findings"]}
    assert all("days_of_empire@1 (now 2)" in shown for shown in (checked, printed))


def test_tenths_of_a_point_add_up_exactly(copied_data: Path, examine: Examine) -> None:
    """Three stands at 0.1 points cost 0.3, not 0.30000000000000004."""
    rules = copied_data / "army_lists" / "days_of_empire" / "ruleset.yaml"
    text = rules.read_text(encoding="utf-8").replace("by_rating: {1: 1,", "by_rating: {1: 0.1,")
    rules.write_text(text, encoding="utf-8")
    army = "orbat: 1\nruleset: days_of_empire\narmy_list: french\nunits: [{entry: earthworks, size: 2}, %s]\n"
    report = examine(army % "{entry: fr_line, size: 3, rating: 1}", Library())
    assert report.quote is not None
    unit = report.quote.all_units[1]
    assert unit.sum.points == Fraction(3, 10)
    assert "= 0.3 [" in unit.sum.reason
    assert report.points.startswith("20.3 points")


def test_saving_keeps_the_notation_of_a_number(tmp_path: Path) -> None:
    """A claim written as 0.30 stays 0.30 in the file when another part of it changes."""
    from orbat.pipeline import save

    text = "orbat: 1\nruleset: days_of_empire\nunits:\n  - {entry: earthworks, size: 2, points: 0.30}\n"
    loaded = read_orbat(text).orbat
    assert loaded is not None
    assert loaded.units[0].points == Fraction(3, 10)
    save(replace(loaded, title="Works"), tmp_path / "army.yaml", text)
    saved = (tmp_path / "army.yaml").read_text(encoding="utf-8")
    assert "points: 0.30" in saved
    assert "title: Works" in saved


def test_fractional_prices_are_exact_in_quotes_and_files(copied_data: Path, examine: Examine) -> None:
    """Five stands at 1.5 points cost 7.5."""
    rules = copied_data / "army_lists" / "days_of_empire" / "ruleset.yaml"
    text = rules.read_text(encoding="utf-8").replace("by_rating: {1: 1,", "by_rating: {1: 1.5,")
    rules.write_text(text, encoding="utf-8")
    army = "orbat: 1\nruleset: days_of_empire\narmy_list: french\nunits: [{entry: fr_line, size: 5, rating: 1}]\n"
    report = examine(army, Library())
    assert report.orbat is not None
    assert report.book is not None
    assert report.quote is not None
    assert report.quote.total == Fraction(15, 2)
    from orbat.formats.yaml_file import orbat_data

    assert orbat_data(with_claims(report.orbat, report.book, report.quote))["total"] == Decimal("7.5")


@pytest.mark.parametrize("size", [400, 158, 100, None])
def test_the_points_line_gives_total_and_remainder(examine: Examine, two_brigades: str, size: int | None) -> None:
    """The line gives the total, the game size, and the points remaining or over."""
    text = two_brigades.replace("game_size: 800", f"game_size: {size}" if size else "")
    assert re.fullmatch(
        r"158 of [0-9]+ points, ([0-9]+ (left|over)|none left)|158 points, no size agreed", examine(text).points
    )


@pytest.mark.parametrize("ending", [".yaml", ".json", ".txt", ".md", ".csv"])
def test_priced_options_survive_every_format(orbat: Callable[..., Any], tmp_path: Path, ending: str) -> None:
    """Export and import keep the total, with rifles and horse artillery."""
    file = tmp_path / "army.yaml"
    units = (
        "{entry: brit_naval_brigade, size: 6, rating: 2, options: [rifles]}, {entry: brit_rha_troop, size: 3}, "
        "{entry: brit_field_battery, size: 2, options: [horse_artillery]}, {entry: brit_engineers, size: 1}"
    )
    file.write_text(
        f"orbat: 1\nruleset: days_of_empire\narmy_list: british\ngame_size: 400\ndate: 1854-11\nunits: [{units}]\n",
        encoding="utf-8",
    )
    assert orbat("convert", file, tmp_path / f"out{ending}").code == 0
    before, after = (
        json.loads(orbat("check", path, "--json").out)["reports"][0] for path in (file, tmp_path / f"out{ending}")
    )
    assert before["total"] == after["total"] == 18 + 135 + 90 + 30
    assert [unit["options"] for unit in before["units"]] == [unit["options"] for unit in after["units"]]


def test_printed_prices_add_up_to_the_total(orbat: Callable[..., Any], library: Library, tmp_path: Path) -> None:
    """`orbat price` prints prices of units and generals that add up to the total of each starter."""
    for file in sorted((Path(__file__).parents[2] / "templates").rglob("starters/*_800.yaml")):
        out = orbat("price", file).out
        sums = [int(number) for number in re.findall(r" = ([0-9]+) \[", out)]
        assert sums
        assert sum(sums) == 800, file


def test_the_national_staff_table_is_that_of_the_army_list(
    orbat: Callable[..., Any], two_brigades: str, tmp_path: Path
) -> None:
    """The same dice give the staff quality of each nation."""
    results = {}
    for nation in ("british", "french", "russian"):
        file = tmp_path / f"{nation}.yaml"
        file.write_text(two_brigades.replace("british", nation), encoding="utf-8")
        assert orbat("roll", file, "--table", "national", "--dice", "2,3,6").code == 0
        loaded = read_orbat(file.read_text(encoding="utf-8")).orbat
        assert loaded is not None
        results[nation] = [one.quality for one in _generals(loaded.formations)]
    assert results["british"] == ["inept", "capable", "exceptional"]
    assert results["french"] == results["russian"] == ["inept", "inept", "capable"]


def _generals(formations: tuple[Formation, ...]) -> list[Any]:
    found: list[Any] = []
    for formation in formations:
        found += [formation.commander, *_generals(formation.formations)]
    return found

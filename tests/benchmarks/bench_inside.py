"""Pricing and checking in process: one edit, many files, all data. Limits are multiples of a yardstick of 5 ms.

Run with `pytest tests/benchmarks/bench_*.py -n0 -s`; the default test run excludes benchmarks.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from orbat.data.library import Library
from orbat.formats.orbat_file import read_orbat
from orbat.model.edits import Set, apply
from orbat.pipeline import Evaluator, check, files_in, linter

ROOT = Path(__file__).resolve().parents[2]
FIRST = 1.8
"""Limit for a check without caches, in yardsticks."""
Against = Callable[..., tuple[float, float]]


def _show(what: str, taken: float, yard: float, bar: float) -> None:
    print(f"\n{what:<44}{taken:>9.2f} ms{taken / yard:>9.2f} yardsticks (bar {bar:g}; one is {yard:.2f} ms)")


@pytest.mark.parametrize(("units", "bar"), [(60, 0.22), (250, 0.22)])
def test_price_and_check_after_one_edit(
    library: Library, army: Callable[..., str], against_yardstick: Against, units: int, bar: float
) -> None:
    """An army of 250 units is re-priced and checked in 1.1 ms after an edit; one of 60 is shown for comparison."""
    orbat = read_orbat(army(units)).orbat
    assert orbat is not None
    book, _ = library.book(orbat)
    assert book is not None
    evaluator = Evaluator()
    armies = [
        apply(orbat, Set(("formations", 0, "formations", 0, "units", 0), "size", 4 + number)) for number in range(12)
    ]
    turn = 0

    def edit() -> None:
        nonlocal turn
        turn += 1
        quote, found = evaluator.examine(armies[turn % len(armies)], book)
        assert len(quote.all_units) == units
        assert found

    taken, yard = against_yardstick(edit, 60)
    _show(f"price and check of {units} units, one edited", taken, yard, bar)
    assert taken / yard <= bar


def test_first_check_of_250_units(library: Library, army: Callable[..., str], against_yardstick: Against) -> None:
    """Without caches an army of 250 units takes at most 8 ms."""
    orbat = read_orbat(army(250)).orbat
    assert orbat is not None
    book, _ = library.book(orbat)
    assert book is not None
    taken, yard = against_yardstick(lambda: Evaluator().examine(orbat, book), 20)
    _show("price and check of 250 units, the first time", taken, yard, FIRST)
    assert taken / yard <= FIRST


def test_200_files(army: Callable[..., str], tmp_path: Path, against_yardstick: Against) -> None:
    """200 ORBATs of a usual size are checked in 2 seconds, with the data loaded once."""
    for number in range(200):
        (tmp_path / f"{number:03}.yaml").write_text(army(15 + number % 6, f"Army {number}"), encoding="utf-8")

    def check_all() -> None:
        library, evaluator = Library(ROOT / "army_lists"), Evaluator()
        reports = [check(path, library, evaluator=evaluator) for path in files_in([tmp_path])]
        assert len(reports) == 200
        assert all(report.legal for report in reports)

    taken, yard = against_yardstick(check_all, 3)
    _show("200 files checked", taken, yard, 400)
    assert taken / yard <= 400


def test_load_and_lint_of_all_the_data(against_yardstick: Against) -> None:
    """The shipped rulesets and army lists are loaded and linted in 0.9 seconds for each megabyte of them."""
    files = list((ROOT / "army_lists").glob("*/*.yaml"))

    def lint() -> None:
        found = list(linter(Library(ROOT / "army_lists")).lint_all((ROOT / "army_lists",)))
        assert len(found) >= len(files)
        assert not any(findings for _, findings in found)

    taken, yard = against_yardstick(lint, 5)
    bar = 180 * sum(file.stat().st_size for file in files) / 1_000_000
    _show("load and lint of all lists", taken, yard, bar)
    assert taken / yard <= bar

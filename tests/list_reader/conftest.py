"""Read the typed lists of the test data and compare them with the expected readings."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import pytest
import yaml
from tests.examples import sampled

from orbat.data import folders
from orbat.data.library import Library
from orbat.documents.any_document import read_document
from orbat.evaluate.pricing import Pricer, options_of, rating_of
from orbat.evaluate.quote import Quote, UnitLine
from orbat.list_reader.document_text import DocumentLine, DocumentText
from orbat.list_reader.reader import TypedArmy, read_typed
from orbat.model.book import Book
from orbat.model.claims import ClaimDifference, ReadLine
from orbat.model.orbat import Orbat
from orbat.report.claim_check import compare_claims

DATA = Path(__file__).resolve().parents[1] / "data"


class Army(NamedTuple):
    """One army as read, priced and compared with its claims."""

    typed: TypedArmy
    orbat: Orbat
    book: Book
    quote: Quote
    differences: tuple[ClaimDifference, ...]

    @property
    def lines(self) -> dict[int, ReadLine]:
        """The lines by number."""
        return {line.number: line for line in self.typed.reading.lines}

    def units_on(self, number: int) -> list[UnitLine]:
        """The units read from a line."""
        units = {line.path: line for line in self.quote.all_units}
        return [units[path] for path in self.lines[number].paths if path in units] if number in self.lines else []


@cache
def library() -> Library:
    """The shipped data."""
    return Library(folders.shipped() / "army_lists")


def lines_of(text: str, name: str = "list.txt") -> tuple[DocumentLine, ...]:
    """The lines of a text in a file of that name."""
    found = read_document(text.encode(), name)
    return found.lines if isinstance(found, DocumentText) else ()


def armies_in(text: str, name: str = "list.txt", **defaults: str) -> list[Army]:
    """All armies in a text."""
    armies = []
    for typed in read_typed(lines_of(text, name), library(), (), **defaults):
        orbat = typed.loaded.orbat
        assert orbat is not None
        book, _ = library().book(orbat)
        assert book is not None
        quote = Pricer(book, None, book.rulings(orbat)).quote(orbat)
        armies.append(Army(typed, orbat, book, quote, compare_claims(typed.reading, quote)))
    return armies


@pytest.fixture
def read() -> Callable[..., list[Army]]:
    """Read a text: `read(text, ruleset="days_of_empire")`."""
    return armies_in


def cases(folder: str) -> list[str]:
    """The names of the lists in a folder."""
    return list(expected(folder))


@cache
def expected(folder: str) -> dict[str, Any]:
    """The expected reading of each list of a folder."""
    found: dict[str, Any] = yaml.safe_load((DATA / "typed_lists" / folder / "expected.yaml").read_text("utf-8"))
    return found


@cache
def read_case(folder: str, name: str) -> tuple[list[Army], list[dict[str, Any]]]:
    """The armies of a list as read, and the expected reading of each."""
    wanted = expected(folder)[name]
    text = (DATA / "typed_lists" / folder / name).read_text("utf-8")
    armies = wanted["armies"] if isinstance(wanted.get("armies"), list) else [wanted]
    return armies_in(text, name, ruleset=wanted.get("ruleset", "days_of_empire")), armies


def misread_lines(army: Army, wanted: dict[str, Any]) -> Iterator[str]:
    """The misread lines of an army."""
    for line in wanted["lines"]:
        alike = [one for one in wanted["lines"] if _key(one) == _key(line)]
        if not _is_right(army, line, alike):
            yield f"line {line['line']}: {line['count']} x {line['entry'] or line['kind']}"


def _key(line: dict[str, Any]) -> list[Any]:
    return [line[key] for key in ("line", "kind", "entry", "size", "rating", "options")]


def _is_right(army: Army, line: dict[str, Any], alike: list[dict[str, Any]]) -> bool:
    if line["kind"] == "general":
        paths = army.lines[line["line"]].paths if line["line"] in army.lines else ()
        found = [one for one in army.quote.all_commanders if one.path in paths]
        return (
            len(found) == line["count"]
            and sum(one.points for one in found) == line["points"]
            and all(one.is_player == bool(line.get("player")) for one in found)
        )
    units = [unit for unit in army.units_on(line["line"]) if _matches(army, unit, line)]
    many = sum(one["count"] for one in alike)
    points = None if line["points"] is None else sum(one["points"] for one in alike)
    return len(units) == many and points in (None, sum(unit.points for unit in units))


def _matches(army: Army, unit: UnitLine, line: dict[str, Any]) -> bool:
    entry = army.book.entry(unit.list_id, unit.unit.entry)
    if entry is None or entry.kind != line["kind"] or (line["entry"] and entry.id != line["entry"]):
        return False
    size = unit.unit.size or unit.sum.size
    rating = rating_of(unit.unit, entry) or None
    options = options_of(unit.unit, entry, army.book.ruleset.options, None)
    return (
        (not isinstance(line["size"], int) or size == line["size"])
        and rating == (None if line["rating"] is None else str(line["rating"]))
        and {*options} == {*line["options"]}
    )


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Run a test with the parameter `given_list` or `open_list` for each list of that folder, half of them slow."""
    for folder in ("given", "open"):
        if f"{folder}_list" in metafunc.fixturenames:
            names = cases(folder)
            metafunc.parametrize(f"{folder}_list", sampled(names, len(names) // 2))


@pytest.fixture
def read_in() -> Callable[[str, str], tuple[list[Army], list[dict[str, Any]]]]:
    """Read a list of a folder by name."""
    return read_case


@pytest.fixture
def misread() -> Callable[[Army, dict[str, Any]], Iterator[str]]:
    """Find the misread lines of an army."""
    return misread_lines


@pytest.fixture
def has_ruleset() -> Callable[[str, str], bool]:
    """Whether there is data for the ruleset of a list."""
    return lambda folder, name: library().ruleset(expected(folder)[name].get("ruleset", "days_of_empire")) is not None


@pytest.fixture
def list_names() -> Callable[[str], list[str]]:
    """The names of the lists in a folder."""
    return cases

"""The shipped tables of rulebooks' sentences: complete, and each place in orbat exists."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import fields
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from orbat.cli.main import program
from orbat.data.data_file import load_data
from orbat.data.library import Library
from orbat.model.record import Record
from orbat.model.rulebook import Rulebook, Sentence, is_within, values_at
from orbat.model.sourced import Sourced
from orbat.pipeline import linter

ROOT = Path(__file__).resolve().parents[2]
FILE = ROOT / "army_lists" / "days_of_empire" / "rulebook.yaml"

SUBSECTIONS = {
    "3": 6,
    "4": 1,
    "5": 4,
    "6": 1,
    "7": 4,
    "8": 1,
    "9": 3,
    "10": 3,
    "11": 0,
    "12": 4,
    "13": 6,
    "14": 5,
    "15": 12,
    "16": 5,
    "17": 5,
    "18": 2,
    "19": 4,
    "17.1": 0,
    "17.2": 10,
    "17.3": 8,
    "17.4": 15,
    "17.5": 8,
}
"""The numbers of the rulebook's table of contents: each section, and how many sections it has."""


@pytest.fixture(scope="module")
def sentences() -> tuple[Sentence, ...]:
    book = load_data(FILE, Rulebook).value
    assert book
    return book.sentences


def test_places_of_all_sentences_exist_and_cite_the_section() -> None:
    """The linter finds no unknown code, id or path, and no place that cites another section."""
    assert [(one.line, one.message) for one in linter(Library()).lint(FILE)] == []


def test_every_section_of_the_rulebook_has_a_sentence(sentences: tuple[Sentence, ...]) -> None:
    """A section without rules for armies says why orbat does not have it."""
    sections = {f"{one}.{number}" for one, count in SUBSECTIONS.items() for number in range(1, count + 1)}
    expected = {f"DOE {one}" for one in sections | SUBSECTIONS.keys()}
    assert {cite for one in sentences for cite in one.cite} == expected | {"DOE ref"}


def test_sentences_are_in_the_order_of_the_rulebook(sentences: tuple[Sentence, ...]) -> None:
    numbers = [
        [int(part) for part in one.cite[0].split()[1].split(".")] for one in sentences if "ref" not in one.cite[0]
    ]
    assert numbers == sorted(numbers)


def test_every_table_of_the_reference_sheet_has_a_sentence(sentences: tuple[Sentence, ...], library: Library) -> None:
    file = library.reference("days_of_empire")
    assert file
    assert file.value
    named = [path for one in sentences if "DOE ref" in one.cite for path in one.data if path.startswith("reference.")]
    assert named == [f"reference.tables.{table.id}" for table in file.value.tables]


def test_every_note_and_ruling_is_in_the_table(sentences: tuple[Sentence, ...], library: Library) -> None:
    file = library.ruleset("days_of_empire")
    assert file
    assert file.value
    cited = {note.id for note in file.value.notes if not note.house}
    assert {note for one in sentences for note in one.notes} == cited
    assert {ruling for one in sentences for ruling in one.rulings} == {ruling.id for ruling in file.value.rulings}


def test_everything_that_cites_the_rulebook_is_in_the_table(sentences: tuple[Sentence, ...], library: Library) -> None:
    """A record is in the table with its own path, with a path inside it, or with the path of what contains it."""
    file = library.ruleset("days_of_empire")
    assert file
    assert file.value
    named = {name for one in sentences for name in (*one.notes, *one.rulings)}
    paths = [path.split(".")[1:] for one in sentences for path in one.data if path.startswith("ruleset.")]
    held = {
        id(value)
        for path in paths
        for length in range(1, len(path) + 1)
        for value in values_at(file.value, path[:length])[0]
    }
    ends = {id(value) for path in paths for value in values_at(file.value, path)[0]}
    missing = [
        record
        for record in _records(file.value, ends)
        if isinstance(record, Sourced)
        and record.cite
        and id(record) not in held
        and getattr(record, "id", "") not in named
    ]
    assert missing == []


def _records(record: Any, held: set[int]) -> Iterator[Record]:
    """Yield every record in a record, but not what is inside the `held` records."""
    if id(record) in held:
        return
    inner: Iterable[Any] = ()
    if isinstance(record, Record):
        yield record
        inner = (getattr(record, field.name) for field in fields(record))  # type: ignore[arg-type] # records are dataclasses by a decorator
    elif isinstance(record, tuple | Mapping):
        inner = record.values() if isinstance(record, Mapping) else record
    for one in inner:
        yield from _records(one, held)


def test_commands_in_the_table_exist(sentences: tuple[Sentence, ...]) -> None:
    """So do their options."""
    for words in {command for one in sentences for command in one.commands}:
        command, *options = words.split()
        run = CliRunner().invoke(program, [command, "--help"])
        assert run.exit_code == 0, words
        assert all(option in run.output for option in options if option.startswith("--")), words


@pytest.mark.parametrize(
    ("path", "cites"),
    [
        ("levels.brigade.general", {"DOE 5.1", "DOE 14.2"}),  # with those of the brigade
        ("levels.division", {"DOE 5.1"}),  # those inside
        ("abilities.skirmish.kinds", {"DOE 8.1", "DOE 9.1"}),  # of both abilities with this id
        ("player_general.points", {"DOE 5.1"}),  # 0 is a value
        ("ratings.4", {"DOE 7.4"}),
    ],
)
def test_path_leads_to_values_with_all_their_citations(library: Library, path: str, cites: set[str]) -> None:
    file = library.ruleset("days_of_empire")
    assert file
    assert file.value
    values, found = values_at(file.value, path.split("."))
    assert values
    assert set(found) == cites


@pytest.mark.parametrize(
    "path", ["levels.battalion", "levels.brigade.generals", "breaking_point", "kinds.infantry.staff"]
)
def test_path_to_nothing_has_neither_values_nor_citations(library: Library, path: str) -> None:
    """A key that is absent has no value, even if it has a default."""
    file = library.ruleset("days_of_empire")
    assert file
    assert file.value
    assert values_at(file.value, path.split(".")) == ([], [])


@pytest.mark.parametrize(
    ("cite", "section", "within"),
    [
        ("BK 17.2", "BK 17.2", True),
        ("BK 17.2.6", "BK 17.2", True),
        ("BK 17.20", "BK 17.2", False),
        ("BK 17", "BK 17.2", False),
        ("BK ref Moves", "BK ref", True),
        ("BK reference", "BK ref", False),
    ],
)
def test_section_is_within_another_only_at_a_dot(cite: str, section: str, within: bool) -> None:
    assert is_within(cite, section) == within

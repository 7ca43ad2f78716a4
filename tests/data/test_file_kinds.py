"""Files that are no ORBATs: the linter looks at games and collections, and whoever reads one as an ORBAT says what it
is."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from orbat.data.file_kinds import SORTS, other_than, sort_of
from orbat.data.library import Library
from orbat.features.collection.file import read_collection
from orbat.features.game.file import load_play
from orbat.formats.orbat_file import read_orbat
from orbat.pipeline import linter

ROOT = Path(__file__).resolve().parents[2]

PLAY = """\
play: 1
title: Light Division
units:
  - {place: 'formations[0].units[0]', name: 7th, lost: 3, state: routing}
  - {place: 'formations[0].units[0]', name: 19th, lost: 2}
generals:
  - {place: 'formations[0].commander', name: Brown, fate: captured}
  - {place: commander, name: Raglan, fate: wounded}
"""

COLLECTION = """\
collection: 1
pieces:
  - {name: Fusiliers, entry: brit_line, stands: 13}
  - {name: Lancers, kind: cavalry, figures: 40, to_a_stand: 2}
"""


@pytest.mark.parametrize("text", [PLAY, COLLECTION])
def test_games_and_collections_that_are_in_order_are_silent(tmp_path: Path, library: Library, text: str) -> None:
    file = tmp_path / "some.yaml"
    file.write_text(text, encoding="utf-8")
    assert linter(library).lint(file) == ()


@pytest.mark.parametrize(
    ("text", "old", "new", "line", "says", "helps"),
    [
        (PLAY, "lost: 3", "lots: 3", 4, "Did you mean lost?", "Rename it."),
        (PLAY, "lost: 3", "lost: -3", 4, "a whole number", "Correct what stands after lost:."),
        (PLAY, "state: routing", "state: fled", 4, "'routing', 'routed_off'", "Write one of these."),
        (PLAY, "fate: captured", "fate: shot", 7, "'killed', 'wounded' or 'captured'", "Write one of these."),
        (PLAY, "place: commander, ", "", 8, "place is missing", "Write place: where it stands in the ORBAT"),
        (PLAY, "'formations[0].commander'", "'formations[0]'", 7, "not the place of a general", "Write the place of"),
        (PLAY, "'formations[0].commander'", "'units[0]'", 7, "not the place of a general", "Write the place of a gen"),
        (PLAY, "units[0]', name: 19th", "commander', name: 19th", 5, "not the place of a unit", "Write the place of"),
        (PLAY, "name: 19th", "name: 7th", 4, "7th is noted again below", "Keep one of the two."),
        (PLAY, "play: 1", "play: 2", 1, "format version 1", "Correct what stands after play:."),
        (COLLECTION, "stands: 13", "stand: 13", 3, "Did you mean stands?", "Rename it."),
        (COLLECTION, ", stands: 13", "", 3, "does not say how many", "Write one of stands, guns"),
        (COLLECTION, "brit_line", "brit_lime", 3, "Did you mean brit_line?", "It never counts; correct the id."),
        (COLLECTION, "kind: cavalry", "kind: cavalier", 4, "has kind cavalier", "It never counts; correct the id."),
    ],
)
def test_a_slip_has_its_line_what_is_wrong_and_what_to_do(
    tmp_path: Path, library: Library, text: str, old: str, new: str, line: int, says: str, helps: str
) -> None:
    file = tmp_path / "some.yaml"
    assert old in text
    file.write_text(text.replace(old, new, 1), encoding="utf-8")
    found = linter(library).lint(file)
    assert any((one.line, says in one.message, helps in one.help) == (line, True, True) for one in found), found


def test_every_sort_of_file_is_known_by_its_head(tmp_path: Path, library: Library) -> None:
    """A file with its head alone is looked at as what the head says it is."""
    for sort in SORTS:
        assert sort_of({sort: 1}) == sort
        file = tmp_path / f"{sort}.yaml"
        file.write_text(f"{sort}: 1\nx-remark: nothing else\n", encoding="utf-8")
        assert not [one for one in linter(library).lint(file) if one.code == "SRC005"], sort


@pytest.mark.parametrize("sort", [sort for sort in SORTS if sort != "orbat"])
def test_read_as_an_orbat_each_says_what_it_is_and_which_command_takes_it(sort: str) -> None:
    (finding,) = read_orbat(f"{sort}: 1\ntitle: Something\n").findings
    assert (finding.code, finding.line) == ("SRC005", 1)
    assert finding.message.startswith("this is ")
    assert " orbat " in finding.help


@pytest.mark.parametrize("data", [{"formations": [], "entries": [], "nation": ""}, {"army_list": "british"}, {}, []])
def test_what_may_be_an_orbat_with_slips_is_read_as_one(data: Any) -> None:
    assert other_than("orbat", data) is None
    assert not any("this is a" in one.message for one in read_orbat("ruleset: days_of_empire\nunits: []\n").findings)


def test_given_for_a_collection_or_for_losses_another_file_says_what_it_is(tmp_path: Path) -> None:
    file = tmp_path / "some.yaml"
    for text, what in ((COLLECTION, "a collection of what"), ("orbat: 1\nruleset: x\n", "an ORBAT")):
        file.write_text(text, encoding="utf-8")
        (finding,) = load_play(file).findings
        assert (finding.line, finding.message.startswith(f"this is {what}")) == (1, True)
    for text, what in ((PLAY, "what has befallen"), ("orbat: 1\nruleset: x\n", "an ORBAT")):
        (finding,) = read_collection(text).findings
        assert f"this is {what}" in finding.message
        assert "as for this file, orbat " in finding.help


def test_shipped_data_is_told_apart() -> None:
    for name, what in (("ruleset", "a ruleset"), ("british", "an army list")):
        text = (ROOT / "army_lists" / "days_of_empire" / f"{name}.yaml").read_text(encoding="utf-8")
        (finding,) = read_orbat(text).findings
        assert what in finding.message
        assert "orbat lint" in finding.help

"""Groups D and H of the public cases as raising, suggesting, scouting, scoring and collections show them."""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from orbat.data import folders as places
from orbat.data.library import Library
from orbat.data.loaded import Loaded
from orbat.features.collection.model import Collection, Piece
from orbat.features.collection.report import Owning, owning
from orbat.features.compare.difference import difference
from orbat.features.compare.measures import measures
from orbat.features.compare.outscouting import Outscouting, outscouting
from orbat.features.game.losses_text import told
from orbat.features.game.model import Game
from orbat.features.game.score import Score, score
from orbat.formats.orbat_file import read_orbat
from orbat.generator.raise_army import raise_army
from orbat.generator.request import RaiseRequest
from orbat.generator.suggest import Suggestion, suggestions
from orbat.model import arrange
from orbat.model.edits import Set, apply, apply_all
from orbat.model.history import begin
from orbat.model.orbat import Commander, Formation, Orbat, Roll, Unit, formations_of, units_of
from orbat.pipeline import check, report_on
from orbat.report.report import Report

FIRST = ("formations", 0, "formations", 0)
SECOND = ("formations", 0, "formations", 1)
SHIPPED = sorted((places.shipped() / "templates" / "orbats").rglob("*.yaml"))
FUSILIERS = Collection(collection=1, pieces=(Piece(entry=("brit_line",), stands=20),))
PATIENT = 30.0
"""Seconds for what tries hundreds of changes on such an army. It takes a tenth of them where nothing else runs."""
QUICK = 1.0
"""Seconds in which a step is done even on a slow machine, in an army of hundreds of units. It takes a tenth of it."""


@pytest.fixture
def army(two_brigades: str) -> Orbat:
    """A division of two brigades, a battalion in each."""
    army = read_orbat(two_brigades).orbat
    assert army is not None
    return army


@pytest.fixture
def reported(library: Library) -> Callable[[Orbat], Report]:
    """An ORBAT priced and checked."""
    return lambda orbat: report_on("army.yaml", Loaded(orbat, ()), library)


Reported = Callable[[Orbat], Report]


def _suggested(report: Report) -> tuple[Suggestion, ...]:
    assert report.orbat is not None
    assert report.book is not None
    return suggestions(report.orbat, report.book)


def _owning(report: Report, collection: Collection = FUSILIERS) -> Owning:
    assert report.quote is not None
    assert report.book is not None
    return owning(collection, report.quote, report.book)


def _lost(found: Score) -> dict[str, int]:
    return {one.name: one.lost for one in found.standings if one.lost}


def _without_generals(orbat: Orbat) -> Orbat:
    return apply_all(orbat, tuple(Set(place.path, "commander", None) for place in formations_of(orbat)))


def _rolls(orbat: Orbat) -> dict[str, Roll | None]:
    generals = (place.formation.commander for place in formations_of(orbat))
    return {one.name: one.roll for one in generals if one}


def _large() -> Orbat:
    """Three divisions of six brigades of twelve units."""
    foot = tuple(Unit(name=f"Foot {number}", entry="brit_line", size=12, rating="2") for number in range(11))
    units = (*foot, Unit(name="Battery", entry="brit_field_battery", size=3))

    def brigade(name: str) -> Formation:
        return Formation(level="brigade", name=name, commander=Commander(name=name), units=units)

    def division(name: str) -> Formation:
        brigades = tuple(brigade(f"{name} {number}") for number in range(6))
        return Formation(level="division", name=name, commander=Commander(name=name), formations=brigades)

    orbat = read_orbat("orbat: 1\nruleset: days_of_empire\narmy_list: british\ngame_size: 12000\n").orbat
    assert orbat is not None
    return replace(orbat, commander=Commander(), formations=tuple(map(division, "ABC")))


def test_an_army_is_the_same_after_all_that_was_suggested_for_it(army: Orbat, reported: Reported) -> None:
    """D1: a suggestion taken, or only looked at, is another army; the one that it was made for is as it was."""
    before, found = repr(army), _suggested(reported(replace(army, game_size=170)))
    assert len({repr(arrange.edited(army, one.edits)) for one in found}) == len(found) > 3
    assert repr(army) == before


def test_a_copy_has_none_of_the_losses_of_its_original(army: Orbat, reported: Reported) -> None:
    """D1: what was noted of a unit is not noted of its copy, nor what befell a general of that of a copied brigade."""
    game = told("7th Royal Fusiliers: 7 lost; Codrington: captured", reported(army), Game())
    copied, copy = arrange.duplicate(army, FIRST)
    found = score(reported(copied), game)
    assert _lost(found) == {"7th Royal Fusiliers": 7}
    assert found.lost == score(reported(army), game).lost == 18 + 30
    assert not [one.path for one in found.standings if one.points and one.path[: len(copy)] == copy]


def test_no_stand_is_owned_twice_for_a_copy(army: Orbat, reported: Reported) -> None:
    """D1: a copied battalion is needed once more, and what is not owned is found at the copy."""
    copied, copy = arrange.duplicate(army, (*SECOND, "units", 0))
    (need,) = _owning(reported(copied)).needs
    assert (need.needed, need.owned, need.missing, need.first_missing) == (28, 20, 8, copy)


def test_brigades_without_generals_are_scored_scouted_compared_and_mended(
    orbat: Callable[..., Any], army: Orbat, reported: Reported, two_brigades: str, tmp_path: Path
) -> None:
    """D2: nobody stumbles over a general who is not there; a suggestion that buys him clears the finding."""
    bare = reported(_without_generals(army))
    missing = [finding for finding in bare.findings if finding.code == "FRM003"]
    assert [finding.severity for finding in missing] == ["error", "error"]
    assert [one.name for one in score(bare, Game()).standings] == ["7th Royal Fusiliers", "19th Foot"]
    assert difference(bare, bare).same
    assert {one.mends for one in _suggested(bare)} >= {(finding.code, finding.path) for finding in missing}
    file = tmp_path / "bare.yaml"
    generals = ("Sir George Brown", "William Codrington", "George Buller")
    lines = [line for line in two_brigades.splitlines() if not any(name in line for name in generals)]
    file.write_text("\n".join(lines), encoding="utf-8")
    for words in (("score", file), ("scout", file, file), ("compare", file, file), ("suggest", file)):
        assert orbat(*words).code == 0, words


@pytest.mark.parametrize(("ruleset", "army_list"), [("days_of_empire", "russian"), ("honours_of_war", "prussian")])
def test_each_formation_of_a_raised_army_has_a_general(library: Library, ruleset: str, army_list: str) -> None:
    """D2: none is left without one, under each ruleset."""
    raised = _raised(library, ruleset, army_list)
    assert all(place.formation.commander for place in formations_of(raised))


def _raised(library: Library, ruleset: str, army_list: str) -> Orbat:
    begun = read_orbat(f"orbat: 1\nruleset: {ruleset}\narmy_list: {army_list}\n").orbat
    assert begun is not None
    book, _ = library.book(begun)
    assert book is not None
    return raise_army(book, RaiseRequest(army_list, 1500, seed=3)).orbat


def test_suggestions_taken_as_steps_are_all_undone_and_done_again(army: Orbat, reported: Reported) -> None:
    """D4: one step each, whatever is in it; undone they leave what there was, done again what they led to."""
    history = begin(replace(army, game_size=400))
    while len(history.steps) < 12 and (found := _suggested(reported(history.orbat))):
        history = history.do(found[-1].name, arrange.edited(history.orbat, found[-1].edits))
    end, steps = history.orbat, len(history.steps) - 1
    assert steps >= 3
    for _ in range(steps):
        history = history.undo()
    assert repr(history.orbat) == repr(replace(army, game_size=400))
    for _ in range(steps):
        history = history.redo()
    assert repr(history.orbat) == repr(end)


def test_losses_taken_back_leave_none(army: Orbat, reported: Reported) -> None:
    """D4: a game in which everything is taken back is one in which nothing happened."""
    report = reported(army)
    game = told("7th: 7 lost; 19th: routing; Buller: killed; Buller: promoted 4", report, Game())
    assert score(report, game).lost > 0
    assert told("7th: nothing; 19th: nothing; Buller: nothing", report, game) == Game()


def test_nothing_refers_to_a_brigade_that_is_no_more(army: Orbat, reported: Reported) -> None:
    """D6: its losses count nothing and are told apart, no stand of it is needed, and nothing is suggested for it;
    when it is back, all is as it was."""
    game = told("19th Foot: 5 lost; Buller: captured; Codrington: captured", reported(army), Game())
    gone = reported(arrange.remove(army, SECOND))
    left = score(gone, game)
    assert left.lost == 30
    assert sorted(note.name for note in left.astray) == ["19th Foot", "George Buller"]
    assert [need.needed for need in _owning(gone).needs] == [12]
    assert not [one.name for one in _suggested(gone) if "19th Foot" in one.name]
    assert score(reported(army), left.to_keep).lost == score(reported(army), game).lost == 60 + 16


def test_scouts_that_are_deleted_scout_no_more(army: Orbat, reported: Reported) -> None:
    """D6: their points and their names go with them."""
    horse = Unit(name="11th Hussars", entry="brit_light_cavalry", size=6, rating="3")
    scouted, place = arrange.add(army, FIRST, horse)
    found = outscouting(reported(scouted), reported(arrange.remove(scouted, place)))
    assert isinstance(found, Outscouting)
    ours, theirs = found.sides
    assert (ours.points, theirs.points) == (12, 0)


def test_losses_are_kept_in_the_folder_of_their_army_and_nowhere_else(
    orbat: Callable[..., Any], two_brigades: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """D7: a copy of a list in another folder has its own losses, and neither list changes by them."""
    files = [tmp_path / folder / "army.yaml" for folder in ("club", "league")]
    for file in files:
        file.parent.mkdir()
        file.write_text(two_brigades.replace("date:", "tags: [club]\ndate:"), encoding="utf-8")
    texts = [file.read_bytes() for file in files]
    (tmp_path / "elsewhere").mkdir()
    monkeypatch.chdir(tmp_path / "elsewhere")
    assert orbat("score", files[0], "--losses", "7th: 7 lost", "--save").code == 0
    assert [file.read_bytes() for file in files] == texts
    made = sorted(str(path.relative_to(tmp_path)) for path in tmp_path.rglob("*.play.yaml"))
    assert made == ["club/army.play.yaml"]
    assert "Nothing is lost" in orbat("score", files[1]).out


def test_a_formation_taken_out_by_a_suggestion_leaves_no_gap(army: Orbat, reported: Reported) -> None:
    """D8: the numbered brigades behind it close up; a name that was typed stays."""
    numbered = apply_all(army, tuple(Set(place, "numbered", True) for place in (FIRST, SECOND)))
    typed, _ = arrange.add(
        numbered, FIRST[:2], replace(arrange.numbered("brigade"), name="9th Brigade", numbered=False)
    )
    typed, _ = arrange.add(typed, (*FIRST[:3], 2), Unit(name="33rd", entry="brit_line", size=12, rating="2"))
    under = reported(replace(typed, game_size=150))
    out = next(one for one in _suggested(under) if "take out 1st Brigade with" in one.name)
    names = [place.formation.name for place in formations_of(arrange.edited(typed, out.edits))]
    assert names == ["Light Division", "1st Brigade", "9th Brigade"]


def test_formations_of_a_raised_army_are_numbered_without_a_gap(library: Library) -> None:
    """D8: in each formation, and in the army, from 1 on."""
    raised = _raised(library, "days_of_empire", "russian")
    holders: list[Orbat | Formation] = [raised, *(place.formation for place in formations_of(raised))]
    for holder in holders:
        for level in dict.fromkeys(one.level for one in holder.formations):
            names = [one.name.split()[0] for one in holder.formations if one.level == level]
            assert names == [arrange.ordinal(number) for number in range(1, len(names) + 1)]


def test_a_folder_is_held_against_what_is_owned(orbat: Callable[..., Any], two_brigades: str, tmp_path: Path) -> None:
    """H1: each list has its own notes, none is illegal by them, and a damaged one does not stop the others."""
    club, owned = tmp_path / "club", tmp_path / "mine.yaml"
    club.mkdir()
    for number in range(20):
        (club / f"{number:02}.yaml").write_text(two_brigades, encoding="utf-8")
    (club / "damaged.yaml").write_text(two_brigades[:200], encoding="utf-8")
    owned.write_text("collection: 1\npieces:\n  - {entry: brit_line, stands: 13}\n", encoding="utf-8")
    reports = json.loads(orbat("check", club, "--owned", owned, "--json").out)["reports"]
    notes = [[one for one in report["findings"] if one["code"] == "ARM010"] for report in reports]
    assert [len(found) for found in notes] == [1] * 20 + [0]
    assert [report["legal"] for report in reports[:20]] == [True] * 20


def test_what_is_off_the_board_is_scored_scouted_and_never_suggested_of_a_unit(army: Orbat, reported: Reported) -> None:
    """H3: a brigade in reserve is part of the army: it is needed, it counts when lost, and it is none of the edits."""
    reserve = reported(replace(apply(army, Set(SECOND, "off_board", True)), game_size=170))
    game = told("19th Foot: destroyed", reserve, Game())
    assert score(reserve, game).lost == 32
    assert [need.needed for need in _owning(reserve).needs] == [20]
    edits = [edit for one in _suggested(reserve) for edit in one.edits]
    assert not [edit for edit in edits if isinstance(edit, Set) and edit.field == "off_board" and "units" in edit.path]


def test_no_suggestion_throws_a_die_or_takes_one_back(army: Orbat, reported: Reported) -> None:
    """H4: whatever is taken, the generals who stay have the rolls they had, the earlier ones with them."""
    roll = Roll(dice=(4,), result="capable", earlier=(Roll(dice=(1,), result="inept"),))
    man = Commander(name="William Codrington", quality="capable", roll=roll)
    rolled = replace(apply(army, Set(FIRST, "commander", man)), game_size=150)
    before, found = _rolls(rolled), _suggested(reported(rolled))
    assert found
    for one in found:
        after = _rolls(arrange.edited(rolled, one.edits))
        assert after == {name: before[name] for name in after}, one.name


def test_a_raised_army_waits_for_its_dice(library: Library) -> None:
    """H4: nobody is diced for before the player does; his own general has no quality to be diced."""
    raised = _raised(library, "days_of_empire", "russian")
    assert raised.commander is not None
    assert (raised.commander.roll, raised.commander.quality) == (None, "")
    assert set(_rolls(raised).values()) == {None}


def test_a_promotion_is_kept_with_its_die(orbat: Callable[..., Any], two_brigades: str, tmp_path: Path) -> None:
    """H4: the die of who takes a general's place is the one thrown, each time that the game is scored."""
    file = tmp_path / "army.yaml"
    file.write_text(two_brigades, encoding="utf-8")
    orbat("score", file, "--losses", "Buller: killed; Buller: promoted 5", "--save")
    kept = (tmp_path / "army.play.yaml").read_text(encoding="utf-8")
    outs = {orbat("score", file, "--losses", "7th: 1 lost", "--save").out for _ in range(3)}
    assert len(outs) == 1
    assert "replaced: 5" in outs.pop()
    assert "dice: [5]" in kept
    assert "dice: [5]" in (tmp_path / "army.play.yaml").read_text(encoding="utf-8")


@pytest.mark.parametrize("path", SHIPPED[1::4], ids=lambda path: path.stem)
def test_every_unit_of_the_list_is_in_play_and_in_what_is_needed(library: Library, path: Path) -> None:
    """H6: the units that losses can be noted of are those of the ORBAT, in its order; and each is needed once."""
    report = check(path, library)
    assert report.orbat is not None
    assert report.quote is not None
    units = [place.path for place in units_of(report.orbat)]
    assert [one.path for one in score(report, Game()).standings if "units" in one.path] == units
    needed = [place for need in _owning(report).needs for place in need.paths]
    assert len(needed) == len({*needed})
    assert {*needed} <= {*units}
    assert measures(report).arms


def test_a_large_army_is_scored_scouted_compared_and_counted_at_once(reported: Reported) -> None:
    """H8: with three divisions of six brigades of twelve units no step keeps anybody waiting."""
    large = reported(_large())
    assert large.orbat is not None
    game = replace(Game(), title="")
    steps: dict[str, Callable[[], object]] = {
        "a box ticked": lambda: score(large, told("formations[0].formations[0].units[3]: 1 lost", large, game)),
        "scouting": lambda: outscouting(large, large),
        "comparing": lambda: (difference(large, large), measures(large)),
        "what is owned": lambda: _owning(large),
    }
    took = {}
    for name, step in steps.items():
        start = time.perf_counter()
        step()
        took[name] = time.perf_counter() - start
    assert {name: seconds for name, seconds in took.items() if seconds > QUICK} == {}


def test_suggestions_for_a_large_army_come_in_seconds(reported: Reported) -> None:
    """H8: also where something is wrong in each of its brigades."""
    large = _large()
    horse = Unit(name="Horse", entry="brit_light_cavalry", size=6, rating="3")
    brigades = [place.path for place in formations_of(large) if place.formation.level == "brigade"]
    for path in brigades:
        large, _ = arrange.add(large, path, horse)
    report = reported(large)
    start = time.perf_counter()
    found = _suggested(report)
    assert time.perf_counter() - start < PATIENT
    assert {one.mends[1] for one in found if one.mends and one.mends[0] == "FRM005"} == {*brigades}

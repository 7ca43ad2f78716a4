"""Properties of any game, for several rulesets: points lost, undo, and the file."""

from __future__ import annotations

import tempfile
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.examples import examples

from orbat.data.library import Library
from orbat.features.game.file import load_play, play_yaml
from orbat.features.game.model import Game, GameHistory, GeneralNote, Note, UnitNote, with_note
from orbat.features.game.score import names_of, score
from orbat.model.orbat import Roll
from orbat.model.play import CASUALTIES, STATES
from orbat.pipeline import check
from orbat.report.report import Report

ROOT = Path(__file__).resolve().parents[3]
LIBRARY = Library(ROOT / "army_lists")
ORBATS = sorted((ROOT / "templates" / "orbats").glob("*/starters/*.yaml"))[::7]
REPORTS = [check(file, LIBRARY) for file in ORBATS]

TEXTS = st.text(max_size=8) | st.sampled_from(
    ("", "null", "true", "~", "1", "a: b", "#b", "'", '"', "\\", "\n", "👩\u200d🚀")
)
STATES_OF_UNITS = st.sampled_from((None, *STATES))
ROLLS = st.builds(
    Roll,
    dice=st.lists(st.integers(1, 6), max_size=2).map(tuple),
    table=TEXTS,
    result=TEXTS,
    method=st.sampled_from((None, "entered", "random")),
)


def _notes(report: Report, names: st.SearchStrategy[str] | None = None) -> st.SearchStrategy[Note]:
    """Notes on the army's units and generals, with their own or any name."""
    places = names_of(report)
    generals = [place for place in places if place[-1] == "commander"]
    units = st.builds(
        UnitNote,
        place=st.sampled_from([place for place in places if place[-1] != "commander"]),
        lost=st.integers(0, 30),
        state=STATES_OF_UNITS,
        ticked=st.lists(TEXTS, max_size=2).map(tuple),
        **({"name": names} if names is not None else {}),
    )
    fates = st.builds(
        GeneralNote,
        place=st.sampled_from(generals or [("commander",)]),
        fate=st.sampled_from((None, *CASUALTIES)),
        promoted=st.none() | ROLLS,
        **({"name": names} if names is not None else {}),
    )
    named = (units | fates).map(lambda one: one if names is not None else replace(one, name=places.get(one.place, "")))
    return named if generals else named.filter(lambda one: isinstance(one, UnitNote))


@pytest.mark.slow
@given(data=st.data())
@settings(max_examples=examples(30))
@pytest.mark.parametrize("report", REPORTS, ids=lambda one: Path(one.source).stem)
def test_points_lost_do_not_exceed_the_total(report: Report, data: st.DataObject) -> None:
    """They are the sum of all scores; a unit scores its price, half of it or nothing."""
    game = Game()
    for note in data.draw(st.lists(_notes(report), max_size=12)):
        game = with_note(game, note)
    found = score(report, game)
    assert report.quote
    assert 0 <= found.lost <= report.quote.total
    assert found.lost == sum(one.points for one in found.conditions)
    assert not found.unmatched
    prices = {line.path: line.points for line in report.quote.all_units}
    prices |= {line.path: line.points for line in report.quote.all_commanders}
    for one in found.conditions:
        if found.counts_points and one.counts:
            assert one.points * (2 if one.counts == "half" else 1) == prices[one.path]
        else:
            assert not one.points
    if found.breaking:
        assert 0 <= found.breaking.gone <= found.breaking.breaking_point.total


@given(data=st.data())
@settings(max_examples=examples(30))
def test_undo_is_exact(data: st.DataObject) -> None:
    """Undo goes back through every state to the start, and redo forward again."""
    played, seen = GameHistory((Game(),)), [Game()]
    for note in data.draw(st.lists(_notes(REPORTS[0]), max_size=12)):
        played = played.do(with_note(played.now, note))
        if played.now != seen[-1]:
            seen.append(played.now)
    for game in reversed(seen):
        assert played.now == game
        played = played.undo()
    assert played.undo() == played
    for game in seen:
        assert played.now == game
        played = played.redo()
    assert played.redo() == played


@given(data=st.data(), title=TEXTS, note=TEXTS)
@settings(max_examples=examples(150))
def test_a_saved_game_reads_back(data: st.DataObject, title: str, note: str) -> None:
    game = Game(title=title, note=note)
    for one in data.draw(st.lists(_notes(REPORTS[0], TEXTS), max_size=6)):
        game = with_note(game, one)
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "army.play.yaml"
        file.write_bytes(play_yaml(game).encode())
        assert load_play(file).value == game

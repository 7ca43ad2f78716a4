"""The dialog for tonight's units, and how the builder shows units at home."""

from __future__ import annotations

import pytest
from tests.tui.conftest import play_army, press
from textual.pilot import Pilot
from textual.widgets import Label

from orbat.data.fit import fit
from orbat.data.library import Library
from orbat.model.orbat import Orbat
from orbat.tui.screens.builder import BuilderScreen
from orbat.tui.screens.fielded import AskFielded
from orbat.tui.state import State, Workspace
from orbat.tui.steps.fielded import tickable, ticked_in, with_ticked
from orbat.tui.views.choices import choice_rows
from orbat.tui.views.destinations import destination_lines
from orbat.tui.views.fielded import fielded_lines, fielded_words
from orbat.tui.views.tree import AT_HOME, TreeView, title_of
from orbat.tui.widgets.lines import Lines

LINE = {"entry": "brit_line", "size": 15, "rating": 3}
ARMY = {
    "orbat": 1,
    "ruleset": "days_of_empire",
    "army_list": "british",
    "game_size": 400,
    "date": "1854-09",
    "formations": [
        {
            "level": "brigade",
            "name": "First",
            "commander": {},
            "units": [{**LINE, "name": "7th Foot"}, {**LINE, "name": "23rd Foot", "fielded": False}],
        },
        {
            "level": "brigade",
            "name": "Second",
            "fielded": False,
            "commander": {},
            "units": [{**LINE, "name": "19th Foot"}],
        },
    ],
    "units": [{"entry": "brit_field_battery", "size": 3}],
}
FIRST, SECOND = ("formations", 0), ("formations", 1)


@pytest.fixture
def state(library: Library) -> State:
    orbat: Orbat = fit(Orbat, ARMY)
    workspace = Workspace(library)
    book = workspace.book(orbat)
    assert book
    return workspace.open(orbat, book)


def test_tree_shows_units_at_home_faintly_with_a_sign(state: State) -> None:
    lines = {line.name.partition(" ·")[0]: line for line in TreeView().lines(state, frozenset())}
    shown = {name: (line.role, line.sign.strip(" !")) for name, line in lines.items()}
    assert shown == {
        "Army": ("head", ""),
        "First": ("head", ""),
        "7th Foot": ("plain", ""),
        "23rd Foot": ("faint", AT_HOME),
        "Second": ("faint", AT_HOME),
        "19th Foot": ("faint", AT_HOME),
        "Royal Artillery field battery": ("plain", ""),
    }
    assert [lines[name].columns[-1] for name in ("Army", "First", "23rd Foot", "Second")] == ["195", "90", "60", "90"]
    assert title_of(state) == "Order of battle · 2 at home"


def test_choices_say_that_an_item_stays_at_home(state: State) -> None:
    from dataclasses import replace

    def home(*path: str | int) -> list[str]:
        rows = choice_rows(replace(state, selected=path))
        return [row.parts[0].words for row in rows if row.label == "at home"]

    assert home() == ["2 units stay at home"]
    assert home(*FIRST) == home(*FIRST, "units", 0) == []
    assert home(*FIRST, "units", 1) == home(*SECOND) == home(*SECOND, "units", 0) == ["not counted"]


def test_units_can_move_to_a_formation_at_home(state: State) -> None:
    lines = destination_lines(state, (("units", 0),))
    assert [line.key for line in lines] == [(), FIRST, SECOND]


def test_dialog_lists_units_with_points_and_the_total(state: State) -> None:
    def shown(orbat: Orbat) -> tuple[list[tuple[str, str]], str]:
        ticked = ticked_in(orbat)
        quote = Workspace(Library()).open(orbat, state.book).quote
        lines = fielded_lines(orbat, quote, state.book, ticked)
        return [(line.name, line.columns[-1]) for line in lines], fielded_words(orbat, quote, state.book)

    now, words = shown(state.orbat)
    assert now == [
        ("[-] First", "90"),
        ("[x] 7th Foot", "60"),
        ("[ ] 23rd Foot", "60"),
        ("[ ] Second", "90"),
        ("[ ] 19th Foot", "60"),
        ("[x] Royal Artillery field battery", "105"),
    ]
    assert words == "195 of 400 points, 205 left. 2 units stay at home"
    everything, words = shown(with_ticked(state.orbat, tickable(state.orbat)))
    assert [name[:3] for name, _ in everything] == ["[x]"] * 6
    assert words == "345 of 400 points, 55 left"


@pytest.mark.slow
def test_units_are_chosen_in_the_dialog_as_one_step() -> None:
    orbat: Orbat = fit(Orbat, ARMY)

    async def script(pilot: Pilot[None], builder: BuilderScreen) -> None:
        await press(pilot, "I")
        dialog = pilot.app.screen
        assert isinstance(dialog, AskFielded)
        total = dialog.query_one("#total", Label)
        assert "195 of 400" in str(total.content)
        await press(pilot, "down", "down", "enter")
        assert "255 of 400" in str(total.content)
        assert dialog.query_one(Lines).cursor == 2
        await press(pilot, "down", "space", "end", "space")
        assert "240 of 400" in str(total.content)
        assert builder.now.orbat == orbat, "nothing changes before the answer"
        await press(pilot, "a")
        assert pilot.app.screen is builder
        assert builder.now.quote.total == 240
        assert builder.now.history.undo_name == "choose 3 units for this game"
        await press(pilot, "u")
        assert builder.now.orbat == orbat
        await press(pilot, "I", "space", "escape")
        assert builder.now.orbat == orbat

    play_army(orbat, script, (80, 24))

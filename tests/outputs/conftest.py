"""ORBATs of every shape with names of every kind, for the round trips of the text forms."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest
from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy

from orbat.model.dates import Date
from orbat.model.edits import Set, apply_all
from orbat.model.orbat import Commander, Formation, Orbat, Roll, Unit
from orbat.model.text import Pin
from orbat.pipeline import report_on
from orbat.report.report import Report
from orbat.sources.library import Library
from orbat.sources.orbat_file import Loaded

PIECES = (
    " - ", ", ", "- ", " -", "(", ")", "[brit_line] - 60", "[", "]", ":", "Note: ", "Total: 5", "General: x", ";", " of ",
    "off board", ", capable", ", the player", ", list french", "not diced", "no general", "always capable", "with rifles",
    "Independent units", "Legal", "Not legal: 2 errors", "Findings:", "orbat 1;", "orbat ", "unit", "army", "(unnamed)",
    "\\", "\\n", "\n", "\r\n", "\t", "\x1b[31m", "\u202e", "\u200b", "\u2028", "\x85", "\x00", " ", "  ", "\u3000", '"', "'",
    "''", "=1+1", "+", "@", "＝", ";=1", "#", "# ", "## Findings", "*", "**", "_", "`", "<b>", "&amp;", "1. ", "- x", "> ", "~",
    "|", "$", "7th Royal Fusiliers", "Лейб-гвардия", "Ἀθῆναι", "Osmanlı", "👩\u200d🚀", "🏴\U000e0067\U000e0062\U000e007f", "(60 claimed)",
    " (3 default)", "class 3", "15 stands", "; earlier ", " = ", " + ", "?", "60", "mañana", "e\u0301",
)  # fmt: skip


def _texts() -> SearchStrategy[str]:
    pieces = st.lists(st.sampled_from(PIECES), max_size=4).map("".join)
    return st.one_of(pieces, st.text(max_size=12), st.just(""), st.just("1st Brigade"))


def _ids(*known: str) -> SearchStrategy[str]:
    return st.one_of(st.sampled_from(known), _texts())


TEXTS = _texts()
PINS = st.none() | st.builds(Pin, st.sampled_from(["british", "french", "no_such_list"]), st.sampled_from(["", "1"]))


def _rolls(earlier: SearchStrategy[tuple[Roll, ...]]) -> SearchStrategy[Roll]:
    return st.builds(
        Roll,
        dice=st.lists(st.integers(0, 20), max_size=3).map(tuple),
        table=_ids("default", "national", "horse_artillery"),
        result=_ids("capable", "very_capable"),
        method=st.sampled_from([None, "entered", "random", "seeded"]),
        seed=TEXTS,
        on=TEXTS | st.just("2026-03-04"),
        earlier=earlier,
    )


def _commanders(earlier: bool) -> SearchStrategy[Commander | None]:
    before = st.lists(_rolls(st.just(())), max_size=2).map(tuple) if earlier else st.just(())
    return st.none() | st.builds(
        Commander,
        name=TEXTS,
        quality=_ids("capable", "the_player", "off_board", "always_late", "list_x"),
        roll=st.none() | _rolls(before),
        player=st.booleans(),
        note=TEXTS,
    )


UNITS = st.builds(
    Unit,
    name=TEXTS,
    army_list=PINS,
    entry=_ids("brit_line", "brit_field_battery", "brit_foot_guards", "engineers", "earthworks"),
    size=st.none() | st.integers(0, 30),
    rating=_ids("3", "2", "03", "superior"),
    options=st.lists(_ids("rifles", "horse_artillery", "camel_corps"), max_size=2).map(tuple),
    off_board=st.booleans(),
    note=TEXTS,
)


def _formations(earlier: bool, within: SearchStrategy[Formation]) -> SearchStrategy[Formation]:
    return st.builds(
        Formation,
        level=_ids("division", "brigade", "note", "not_legal", "army", "unit", "general"),
        name=TEXTS,
        army_list=PINS,
        commander=_commanders(earlier),
        off_board=st.booleans(),
        note=TEXTS,
        formations=st.lists(within, max_size=2).map(tuple),
        units=st.lists(UNITS, max_size=2).map(tuple),
    )


def _orbats(earlier: bool) -> SearchStrategy[Orbat]:
    brigades = _formations(earlier, st.nothing())
    divisions = _formations(earlier, brigades)
    return st.builds(
        Orbat,
        title=TEXTS,
        ruleset=st.sampled_from([Pin("days_of_empire"), Pin("days_of_empire", "1")]),
        army_list=PINS,
        game_size=st.none() | st.integers(0, 2000),
        date=st.sampled_from([None, Date(1854), Date(1854, 9), Date(1856, 12)]),
        player=TEXTS,
        note=TEXTS,
        tags=st.lists(TEXTS, max_size=3).map(tuple),
        staff_table=_ids("default", "national"),
        rulings=st.dictionaries(_ids("battery", "off_board"), _ids("one_model"), max_size=2),
        commander=_commanders(earlier),
        formations=st.lists(divisions, max_size=2).map(tuple),
        units=st.lists(UNITS, max_size=2).map(tuple),
    )


@pytest.fixture(scope="session")
def library() -> Library:
    """The shipped data."""
    return Library()


@pytest.fixture(scope="session")
def reported(library: Library) -> Callable[[Orbat], Report]:
    """Prices and checks an ORBAT."""
    return lambda orbat: report_on("orbat.yaml", Loaded(orbat, ()), library)


@pytest.fixture(scope="session")
def claimed(reported: Callable[[Orbat], Report]) -> Callable[[Orbat], Report]:
    """Prices and checks an ORBAT after writing in what everything comes to."""

    def claim(orbat: Orbat) -> Report:
        quote = reported(orbat).quote
        assert quote is not None
        edits = [Set(line.path, "points", line.sum.points) for line in quote.all_units()]
        edits += [Set(line.path, "points", line.points) for line in quote.all_formations()]
        return reported(replace(apply_all(orbat, tuple(edits)), total=quote.total))

    return claim


@pytest.fixture(scope="session")
def orbats() -> SearchStrategy[Orbat]:
    """ORBATs without claims, with rolls before the last."""
    return _orbats(earlier=True)


@pytest.fixture(scope="session")
def orbats_rolled_once() -> SearchStrategy[Orbat]:
    """ORBATs without claims and without earlier rolls."""
    return _orbats(earlier=False)


@pytest.fixture(scope="session")
def alma() -> Orbat:
    """A small army of ordinary names, with something of everything."""
    fusiliers = Unit(name="7th Royal Fusiliers", entry="brit_line", size=15, rating="3", options=("rifles",))
    guns = Unit(entry="brit_field_battery", size=3, note="Captain Anderson's")
    return Orbat(
        title="Light Division at the Alma",
        ruleset=Pin("days_of_empire"),
        army_list=Pin("british"),
        game_size=800,
        date=Date(1854, 9),
        player="Anna",
        tags=("historical", "alma"),
        note="Two lines.\nThe second.",
        commander=Commander(name="Lord Raglan"),
        formations=(
            Formation(
                level="division",
                name="Light Division",
                commander=Commander(name="Sir George Brown", quality="capable", roll=Roll(dice=(3,))),
                formations=(
                    Formation(
                        level="brigade",
                        name="1st Brigade",
                        commander=Commander(name="William Codrington"),
                        units=(fusiliers,),
                    ),
                    Formation(level="brigade", name="2nd Brigade", commander=Commander(), off_board=True),
                ),
            ),
        ),
        units=(guns,),
    )

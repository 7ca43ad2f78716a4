"""Random ORBATs with names of any kind, for round trips of text formats."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest
from hypothesis import strategies as st
from hypothesis.strategies import DrawFn, SearchStrategy

from orbat.data.library import Library
from orbat.data.loaded import Loaded
from orbat.model.book import Book
from orbat.model.dates import Date
from orbat.model.edits import Set, apply_all
from orbat.model.orbat import Commander, Formation, Orbat, Roll, Unit, formations_of
from orbat.model.text import Pin
from orbat.pipeline import report_on
from orbat.report.report import Report

PIECES = (
    " - ", ", ", "- ", " -", "(", ")", "[brit_line] - 60", "[", "]", ":", "Note: ", "Total: 5",
    "General: x", ";", " of ", "off board", ", capable", ", the player", ", list french",
    "not diced", "no general", "always capable", "with rifles", "Independent units", "Legal",
    "Not legal: 2 errors", "Findings:", "orbat 1;", "orbat ", "unit", "army", "(unnamed)", "\\",
    "\\n", "\n", "\r\n", "\t", "\x1b[31m", "\u202e", "\u200b", "\u2028", "\x85", "\x00", " ", "  ",
    "\u3000", '"', "'", "''", "=1+1", "+", "@", "＝", ";=1", "#", "# ", "## Findings", "*", "**",
    "_", "`", "<b>", "&amp;", "1. ", "- x", "> ", "~", "|", "$", "7th Royal Fusiliers",
    "Лейб-гвардия", "Ἀθῆναι", "Osmanlı", "👩\u200d🚀", "\U0001f3f4\U000e0067\U000e0062\U000e007f",
    "(60 claimed)", " (3 default)", "class 3", "15 stands", "; earlier ", " = ", " + ", "?", "60",
    "mañana", "é",
)  # fmt: skip

RULESETS = (
    *(Pin("days_of_empire"), Pin("days_of_empire", "1"), Pin("days_of_glory"), Pin("fast_play_napoleonic")),
    *(Pin("honours_of_war"), Pin("honours_of_war", "1")),
)
LISTS = (Pin("british"), Pin("french", "1"), Pin("prussian"), Pin("union_potomac"), Pin("france_1812"), Pin("no_list"))
ENTRIES = (
    *("brit_line", "brit_field_battery", "brit_foot_guards", "engineers", "earthworks", "fr12_line", "fr12_foot_guns"),
    *("pr_musketeer", "pr_hussar", "pr_heavy_gun", "up_line", "up_rifled_battery"),
)
RULINGS = {"battery": "one_model", "commanders": "bought", "national_differences": "none", "off_board": "spent"}
WAYS: SearchStrategy[bool | str] = st.sampled_from((False, False, True, "rear", "flank", "x", "true"))


@st.composite
def texts(draw: DrawFn, *known: str) -> str:
    """A name that may look like part of the format, or a known word."""
    kind = draw(st.integers(0, 3))
    if kind == 0 and known:
        return draw(st.sampled_from(known))
    if kind == 1:
        return draw(st.text(max_size=12))
    return "".join(draw(st.lists(st.sampled_from(PIECES), max_size=4)))


@st.composite
def pins(draw: DrawFn) -> Pin | None:
    """A known or unknown army list, or none."""
    return draw(st.sampled_from([None, None, *LISTS]))


@st.composite
def rolls(draw: DrawFn, *, earlier: bool) -> Roll:
    """A roll, optionally with earlier ones."""
    return Roll(
        dice=tuple(draw(st.lists(st.integers(0, 20), max_size=3))),
        table=draw(texts("default", "national", "horse_artillery")),
        result=draw(texts("capable", "very_capable")),
        method=draw(st.sampled_from([None, "entered", "random", "seeded"])),
        seed=draw(texts("alma 3")),
        on=draw(texts("2026-03-04")),
        earlier=tuple(draw(rolls(earlier=False)) for _ in range(draw(st.integers(0, 2)))) if earlier else (),
    )


@st.composite
def commanders(draw: DrawFn) -> Commander | None:
    """A commander, or none."""
    if draw(st.booleans()):
        return None
    return Commander(
        name=draw(texts("Lord Raglan")),
        quality=draw(texts("capable", "dithering", "the_player", "off_board", "always_late", "list_x")),
        roll=draw(rolls(earlier=True)) if draw(st.booleans()) else None,
        player=draw(st.booleans()),
        note=draw(texts()),
    )


@st.composite
def units(draw: DrawFn) -> tuple[Unit, ...]:
    """Up to two units."""
    return tuple(
        Unit(
            name=draw(texts("7th Royal Fusiliers")),
            army_list=draw(pins()),
            entry=draw(texts(*ENTRIES)),
            size=draw(st.none() | st.integers(0, 30) | st.sampled_from(("small", "standard", "large", "x", "no_size"))),
            rating=draw(texts("3", "2", "03", "superior")),
            options=tuple(draw(texts("rifles", "camel_corps", "carbines")) for _ in range(draw(st.integers(0, 2)))),
            off_board=draw(WAYS),
            note=draw(texts()),
        )
        for _ in range(draw(st.integers(0, 2)))
    )


@st.composite
def formations(draw: DrawFn, depth: int) -> tuple[Formation, ...]:
    """Up to two formations, with nested ones."""
    return tuple(
        Formation(
            level=draw(texts("division", "brigade", "note", "not_legal", "army", "unit", "general")),
            name=draw(texts("1st Brigade")),
            numbered=draw(st.booleans()),
            army_list=draw(pins()),
            commander=draw(commanders()),
            off_board=draw(WAYS),
            note=draw(texts()),
            formations=draw(formations(depth - 1)) if depth else (),
            units=draw(units()),
        )
        for _ in range(draw(st.integers(0, 2)))
    )


@st.composite
def orbats(draw: DrawFn) -> Orbat:
    """An ORBAT without claims."""
    return Orbat(
        title=draw(texts("At the Alma")),
        ruleset=draw(st.sampled_from(RULESETS)),
        army_list=draw(pins()),
        game_size=draw(st.none() | st.integers(0, 2000)),
        date=draw(st.sampled_from([None, Date(1854), Date(1854, 9), Date(1856, 12)])),
        player=draw(texts()),
        note=draw(texts()),
        tags=tuple(draw(texts("alma")) for _ in range(draw(st.integers(0, 2)))),
        staff_table=draw(texts("default", "national")),
        rulings={draw(texts(*RULINGS)): draw(texts(*RULINGS.values())) for _ in range(draw(st.integers(0, 2)))},
        commander=draw(commanders()),
        formations=draw(formations(1)),
        units=draw(units()),
    )


@pytest.fixture(scope="session")
def library() -> Library:
    """The shipped data."""
    return Library()


@pytest.fixture(scope="session")
def reported(library: Library) -> Callable[[Orbat], Report]:
    """A function that prices and checks an ORBAT."""
    return lambda orbat: report_on("orbat.yaml", Loaded(orbat, ()), library)


@pytest.fixture(scope="session")
def claimed(reported: Callable[[Orbat], Report]) -> Callable[[Orbat], Report]:
    """A function that writes all claims into an ORBAT, then prices and checks it."""

    def claim(orbat: Orbat) -> Report:
        quote = reported(orbat).quote
        assert quote is not None
        edits = [Set(line.path, "points", line.sum.points) for line in quote.all_units]
        edits += [Set(line.path, "points", line.points) for line in quote.all_formations]
        return reported(replace(apply_all(orbat, tuple(edits)), total=quote.total))

    return claim


@pytest.fixture(scope="session")
def as_text() -> Callable[[Orbat], Orbat]:
    """A function that removes what text, Markdown and CSV do not keep: automatic numbering."""

    def kept(orbat: Orbat) -> Orbat:
        return apply_all(orbat, tuple(Set(place.path, "numbered", False) for place in formations_of(orbat)))

    return kept


@pytest.fixture(scope="session")
def any_orbat() -> Callable[..., Orbat]:
    """A function that draws a random ORBAT."""
    return lambda data: data.draw(orbats())


@pytest.fixture(scope="session")
def alma() -> Orbat:
    """A small army with ordinary names and most features."""
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


@pytest.fixture(scope="session")
def book_of(library: Library) -> Callable[[str, str], Book]:
    """A function that loads the book of a ruleset and a list."""

    def of(ruleset: str, army_list: str) -> Book:
        book, _ = library.book(Orbat(ruleset=Pin(ruleset), army_list=Pin(army_list)))
        assert book is not None
        return book

    return of

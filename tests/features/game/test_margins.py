"""Margins of victory at other sizes than the printed one, 18.2."""

from __future__ import annotations

from fractions import Fraction

import pytest

from orbat.data.library import Library
from orbat.data.loaded import Loaded
from orbat.features.game.score import Margins, bands, margins
from orbat.model.orbat import Orbat, Unit
from orbat.model.play import Margin, Victory
from orbat.model.text import Pin
from orbat.pipeline import report_on


def found(library: Library, size: int | None, ruling: str = "") -> Margins:
    army = Orbat(
        ruleset=Pin("days_of_empire"),
        army_list=Pin("british"),
        game_size=size,
        units=(Unit(entry="brit_line", size=10, rating="3"),),
        rulings={"margins": ruling} if ruling else {},
    )
    made = margins(report_on("army.yaml", Loaded(army, ()), library))
    assert made
    return made


PRINTED = ["0 to 150", "151 to 250", "251 to 400", "401 or more"]


@pytest.mark.parametrize(
    ("size", "words"),
    [
        (800, PRINTED),
        (400, ["0 to 75", "76 to 125", "126 to 200", "201 or more"]),
        (1200, ["0 to 225", "226 to 375", "376 to 600", "601 or more"]),
        (777, ["0 to 145", "146 to 242", "243 to 388", "389 or more"]),
        (None, ["0 to 7", "8 to 12", "13 to 20", "21 or more"]),
    ],
)
def test_margins_are_proportional_to_the_size_in_whole_points(
    library: Library, size: int | None, words: list[str]
) -> None:
    """777/800 of 150, 250 and 400 are 145.7, 242.8 and 388.5, rounded down. No size: the 40 points of the army."""
    assert [band.text for band in found(library, size).bands] == words


def test_the_other_ruling_uses_the_printed_margins(library: Library) -> None:
    made = found(library, 1200, "printed")
    assert [band.text for band in made.bands] == PRINTED
    assert (made.size, made.cites) == ("800", "[DOE 18.2]")
    assert made.note == (
        "The margins of victory are for 800 points, but are also used for 1200 points. "
        "To find the margin, round the difference in points lost down to a whole point."
    )


def test_scaled_margins_have_a_note(library: Library) -> None:
    made = found(library, 1200)
    assert (made.size, made.cites) == ("1200", "[DOE 18.2, house]")
    between = "To find the margin, round the difference in points lost down to a whole point."
    assert made.note == (
        f"These margins of victory are scaled from the margins for 800 points and rounded down. {between}"
    )
    assert found(library, 800).note == f"The margins of victory are for 800 points. {between}"
    assert found(library, None).note.startswith("No size is agreed. The margins of victory for")
    assert found(library, None, "printed").note == f"The margins of victory are for 800 points. {between}"


def test_bands_without_room_in_a_small_game_are_omitted() -> None:
    victory = Victory(
        size=800,
        margins=(Margin(least=0, label="draw"), Margin(least=2, label="close"), Margin(least=3, label="win")),
        full="",
        half="",
        ruling="margins",
    )
    assert [(band.text, band.label) for band in bands(victory, Fraction(400))] == [
        ("0 to 0", "draw"),
        ("1 to 1", "close"),
        ("2 or more", "win"),
    ]
    assert [band.label for band in bands(victory, Fraction(200))] == ["draw", "win"]

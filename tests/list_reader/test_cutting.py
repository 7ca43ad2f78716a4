"""Lists whose lines do not show where an item ends: orbat compares all cuts of a paragraph."""

from __future__ import annotations

import pytest
from tests.list_reader.test_kinds_of_typing import Read

LETTER = """\
Dear Frank,
for Days of Empire I bring the Russians of the Alma. General Kvitsinski (30 points) leads three battalions of infantry,
sixteen stands each and class 2, at 32 apiece, so 96, and a rifle battalion of 8 stands, class 3 with rifles, for 32.
Behind them stands one light foot battery of four guns, 140. That makes 298 of the 300 points we agreed on.
Yours, Kim
"""
GERMAN = """\
Hallo Jan,
meine Preußen für Honours of War (1757): unter General Zieten reiten zwei Regimenter Husaren, Standard, je 110,
also 220, und Brigade Moritz hat drei Bataillone Musketiere, Standard, normale Größe, je 110, zusammen 330. Macht 550.
"""
FRENCH = """\
Français 1809, Fast Play napoléonien, 100 points. La division Morand a son QG à 5 points, quatre régiments de ligne
à 10, soit 40, et une batterie à pied à 12, ce qui fait 57. La division Montbrun a son QG à 5, deux brigades de
cavalerie légère à 9, soit 18, ce qui fait 23. Total 80 points.
"""
SLASHES = """\
French, Alma, September 1854, Days of Empire, 400 points
1) Canrobert 30 / 7th Line, 1st bn 12 st C2 = 24 / 1st Zouaves 12 st C4 rifles = 60 ..... bde 114
2) Bouat 30 / 20th Line, 1st bn 12 st C2 = 24 / 27th Line 12 st C2 = 24 ..... bde 78
TOTAL 192
"""


@pytest.mark.parametrize(
    ("text", "ruleset", "total", "units"),
    [
        (LETTER, "days_of_empire", 298, 5),
        (GERMAN, "honours_of_war", 550, 5),
        (FRENCH, "fast_play_napoleonic", 80, 7),
        (SLASHES, "days_of_empire", 192, 4),
    ],
    ids=["letter", "german", "french", "slashes"],
)
def test_sentences_with_several_units_and_generals_are_read(
    text: str, ruleset: str, total: int, units: int, read: Read
) -> None:
    (army,) = read(text, ruleset=ruleset)
    assert (army.quote.total, len(army.quote.all_units)) == (total, units)
    assert not army.differences


def test_a_wrong_price_in_a_sentence_is_named(read: Read) -> None:
    (army,) = read(LETTER.replace("rifles, for 32", "rifles, for 24"), ruleset="days_of_empire")
    assert (army.quote.total, [(one.claim.typed, one.calculated) for one in army.differences]) == (298, [(24, 32)])


def test_a_total_that_nothing_explains_is_never_made_right(read: Read) -> None:
    (army,) = read(LETTER.replace("298", "268"), ruleset="days_of_empire")
    assert (army.quote.total, [(one.claim.typed, one.calculated) for one in army.differences]) == (298, [(268, 298)])


@pytest.mark.parametrize("line", ["We also lend 6 stands", "The others likewise"])
def test_a_line_that_may_be_about_troops_is_never_dropped_to_make_the_numbers_agree(line: str, read: Read) -> None:
    text = "Days of Empire, British, 400 points\n\n1st Brigade\n7th Royal Fusiliers, 16 stands, class 3, rifles, 64\n"
    (army,) = read(f"{text}{line}\n")
    assert army.lines[5].role in ("unit", "unread")


@pytest.mark.parametrize(("count", "confidence"), [("2 battalions", "sure"), ("3 battalions", "doubtful")])
def test_a_count_of_units_beside_the_total_is_compared(count: str, confidence: str, read: Read) -> None:
    text = (
        "Days of Empire, British, 300 points\n\n1st Brigade, Brigadier Codrington 30\n"
        "7th Royal Fusiliers, 16 stands, class 3, rifles, 64\n33rd Foot, 16 stands, class 3, rifles, 64\n"
        f"Total 158 points for {count} and their general\n"
    )
    (army,) = read(text)
    assert (army.quote.total, army.typed.reading.confidence) == (158, confidence)


def test_an_agreed_size_after_up_to_is_no_total_after_adds_up_to(read: Read) -> None:
    (army,) = read(
        "Days of Empire, British, up to 300 points\n33rd Foot, 16 stands, class 3, rifles, 64\nadds up to 64\n"
    )
    assert (army.orbat.game_size, army.orbat.total) == (300, 64)


def test_the_date_decides_between_entries_of_one_name(read: Read) -> None:
    text = (
        "Honours of War, Hanover and allies, {year}\n2 Hessian battalions, standard 200\n6 pdr battery, standard 50\n"
    )
    bought = {}
    for year in (1758, 1761):
        (army,) = read(text.format(year=year), ruleset="honours_of_war")
        bought[year] = {one.unit.entry for one in army.units_on(2)}
    assert (bought[1758], bought[1761]) == ({"he_foot"}, {"he_foot_small"})


@pytest.mark.parametrize(
    ("typed", "price"), [("foot battery 13", 12), ("horse battery 13", 13), ("Fußbatterie 13", 12)]
)
def test_a_word_for_foot_or_horse_counts_more_than_the_price_of_guns(typed: str, price: int, read: Read) -> None:
    text = f"Prussians 1813, Napoleonic fast play\ndivision HQ 5\n2 line regiments at 10 = 20\nLandwehr 8\n{typed}\n"
    (army,) = read(text, ruleset="fast_play_napoleonic")
    assert [one.points for one in army.units_on(5)] == [price]


@pytest.mark.parametrize(
    "line", ["2 x 33rd Foot, 16 stands, class 3, rifles = 64+64", "[3] 33rd Foot, 16 stands, class 3, rifles, 64"]
)
def test_added_prices_of_equal_units_and_numbers_in_brackets_are_understood(line: str, read: Read) -> None:
    (army,) = read(f"Days of Empire, British\nBrigadier Eyre 30\n{line}\n")
    units = army.units_on(3)
    assert {(one.unit.size, one.points) for one in units} == {(16, 64)}
    assert len(units) == (2 if "+" in line else 1)
    assert not army.differences


@pytest.mark.parametrize(
    ("typed", "points"),
    [("zu je zweiunddreißig Punkten", 32), ("hundertachtundzwanzig Punkte", 128), ("zu zwölf", 12)],
)
def test_german_numbers_in_one_word_are_read(typed: str, points: int, read: Read) -> None:
    (army,) = read(f"Russen, Days of Empire\nBrigadier 30\nInfanterie, 16 Stands, Klasse 2, {typed}\n")
    assert {one.typed for one in army.typed.reading.claims if one.line == 3} == {points}


def test_many_lines_of_one_shape_are_all_read(read: Read) -> None:
    lines = "".join(f"{one}th Foot, 12 stands, class 3, rifles, 48 and hussars {one} 30\n" for one in range(4, 144))
    (army,) = read(f"Days of Empire, British\n{lines}")
    assert len({line.number for line in army.typed.reading.lines if line.role == "unit"}) == 140


@pytest.mark.parametrize("line", ["24 - same again", "another the same - 24pts"])
def test_the_unit_above_may_be_bought_again_without_its_name(line: str, read: Read) -> None:
    text = f"Ottomans, Danube, Days of Empire, 300 pts\nPasha 30\nNizam bn, 12 stands cl 2, 24\n{line}\n= 78\n"
    (army,) = read(text)
    assert [(one.unit.size, one.points) for one in army.units_on(4)] == [(12, 24)]
    assert army.quote.total == 78


def test_running_totals_need_no_price_of_each_line(read: Read) -> None:
    text = (
        "French 1809, Napoleonic fast play, 100 points\ncorps HQ 8 ... 8\ndivision HQ 5 ... 13\n"
        "3 line regiments at 10 ... 43\nfoot artillery 12 ... 55\n2 light cavalry brigades at 9 ... 73\n"
    )
    (army,) = read(text, ruleset="fast_play_napoleonic")
    assert (army.quote.total, len(army.quote.all_units), army.orbat.total) == (73, 6, 73)


@pytest.mark.parametrize(
    ("said", "doubtful"), [("6 units in all", False), ("5 units in all", True), ("Units: 5", True)]
)
def test_a_count_of_units_on_its_own_line_is_compared(said: str, doubtful: bool, read: Read) -> None:
    text = (
        "French 1809, Napoleonic fast play, 100 points\ncorps HQ 8\ndivision HQ 5\n3 line regiments 30\n"
        f"foot artillery 12\n2 light cavalry brigades 18\nTotal 73\n{said}\n"
    )
    (army,) = read(text, ruleset="fast_play_napoleonic")
    assert (army.typed.reading.confidence == "doubtful" or bool(army.differences)) == doubtful

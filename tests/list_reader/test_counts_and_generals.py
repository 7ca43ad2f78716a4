"""How many units and generals a line means, and what a typed sum says about it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from tests.list_reader.gates.lists import TypedList, checked

Read = Callable[..., list[Any]]
TROOPS = "Nizam, 12 stands, class 2, 24\nNizam, 12 stands, class 2, 24\n"


def prices(army: Any) -> list[int]:
    return sorted(int(one.points) for one in army.quote.all_commanders)


@pytest.mark.parametrize(
    ("line", "found"),
    [
        ("Generals: Adams (div) 30, Grey + Hall (brig) 30 each", [30, 30, 30]),
        ("90 - Sir John Adams (div), Grey (bde), Hall (cavalry bde), 30 apiece", [30, 30, 30]),
        ("one division commander and two brigadiers at 30 apiece, 90", [30, 30, 30]),
        ("2 brigade generals adams + grey 30 ea", [30, 30]),
        ("Generals: 3 x 30 = 90", [30, 30, 30]),
        ("Adams and Grey, brigadiers, 30 each", [30, 30]),
        ("1 division general 30, 1 brigade general 30 (in command: myself, free)", [0, 30, 30]),
        ("Army general: that is me, free", [0]),
        ("Adams 30", [30]),
    ],
)
def test_a_row_of_generals(read: Read, line: str, found: list[int]) -> None:
    (army,) = read(f"Ottomans, Days of Empire\n{line}\n{TROOPS}", ruleset="days_of_empire")
    assert prices(army) == found
    assert army.differences == ()


def test_a_wrong_price_of_a_named_general_is_no_number_of_generals(read: Read) -> None:
    text = "French 1809\nGeneral Lagrange = 1\nLine = 10\nLine = 10\nLine = 10\nTotal 35"
    (army,) = read(text, ruleset="fast_play_napoleonic", army_list="france_1809")
    assert (1, 5) in {(int(one.claim.typed), int(one.calculated)) for one in army.differences}


def test_a_name_that_begins_like_a_month_is_no_date(read: Read) -> None:
    text = "Ottomans\n1st Brigade [General Marmont, 30]\n" + TROOPS
    (army,) = read(text, ruleset="days_of_empire")
    assert [one.role for line in army.typed.reading.lines for one in line.numbers if one.value == 30] == [
        "general's price"
    ]


@pytest.mark.parametrize(
    ("line", "total"),
    [
        ("7. Linie und 9. Linie, je 12 Basen, Klasse 2, je 24", 96),
        ("Grenadiers, Coldstreams, Fusiliers: 12 stands each, class 2, 24 apiece", 120),
        ("12 stands, class 2, 24 apiece, for the 7th and the 9th", 96),
    ],
)
def test_a_typed_total_shows_how_many_units_a_line_names(read: Read, line: str, total: int) -> None:
    text = f"Russians\nMoscow, 12 stands, class 2, 24\nMinsk, 12 stands, class 2, 24\n{line}\nTotal {total}"
    (army,) = read(text, ruleset="days_of_empire")
    assert int(army.quote.total) == total
    assert army.typed.reading.confidence != "doubtful"


def test_a_class_and_a_price_are_no_running_total() -> None:
    text = (
        "French army list, 400 points\nGeneral Bosquet, Brigade General ..... 30\n"
        "50th Line, 1st Bn, 12 stands cl. 2 ..... 22\n50th Line, 2nd Bn, 12 stands cl. 2 ..... 24\n"
        "Foot battery, 3 guns ..... 105\n7th Light, 12 stands cl. 3 ..... 27\nTOTAL ..... 217\n"
    )
    given = (("ruleset", "days_of_empire"), ("army_list", "french"))
    (report,) = checked(TypedList("list.txt", text.encode(), given))
    assert (22, 24) in {(int(one.claim.typed), int(one.calculated)) for one in report.differences}


def test_guns_are_models_if_other_batteries_count_models(read: Read) -> None:
    text = (
        "Russians\nMoscow, 12 stands, class 2, 24\nLight battery, 3 guns, 105\nLight battery, 4 guns, 140\n"
        "Light battery, 8 guns, 140\nTotal 409"
    )
    (army,) = read(text, ruleset="days_of_empire")
    assert (140, 280) in {(int(one.claim.typed), int(one.calculated)) for one in army.differences}


def test_a_number_of_units_beside_the_total_is_no_detail(read: Read) -> None:
    text = "Russians\nMoscow, 12 stands, class 2, 24\nMinsk, 12 stands, class 2, 24\n2 units, 48 pts"
    (army,) = read(text, ruleset="days_of_empire")
    assert int(army.quote.total) == 48
    assert {"count", "total"} <= {one.claim_type for one in army.typed.reading.claims}

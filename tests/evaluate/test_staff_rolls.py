"""Staff rolls: one for every general but the player, with recorded dice [DOE 14.1]."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from orbat.data.library import Library
from orbat.evaluate.staff_rolls import (
    Candidate,
    RollRefused,
    candidates,
    commanders_to_roll,
    entered_dice,
    roll,
    seeded_dice,
)
from orbat.model.book import Book
from orbat.model.orbat import Commander, Formation, Orbat, PlacedFormation, commanders_of
from orbat.model.text import Pin

Army = Callable[..., tuple[Orbat, Book]]

TABLES = {
    ("british", "default"): "inept capable capable capable capable exceptional",
    ("french", "default"): "inept capable capable capable capable exceptional",
    ("ottoman", "default"): "inept capable capable capable capable exceptional",
    ("russian", "default"): "inept capable capable capable capable exceptional",
    ("sardinian", "default"): "inept capable capable capable capable exceptional",
    ("british", "national"): "inept inept capable capable capable exceptional",
    ("french", "national"): "inept inept inept capable capable capable",
    ("ottoman", "national"): "inept inept inept capable capable capable",
    ("russian", "national"): "inept inept inept capable capable capable",
    ("sardinian", "national"): "inept capable capable capable capable exceptional",
}


def _threw(orbat: Orbat, book: Book, dice: tuple[int, ...], reroll: tuple[str, ...] = (), table: str = "") -> Orbat:
    now = commanders_to_roll(orbat, book, reroll)
    return roll(orbat, book, now, entered_dice(dice, now, 1, 6), method="entered", table=table, on="2026-03-04")[0]


def _people(orbat: Orbat) -> dict[str, Commander]:
    return {commander.name: commander for _, commander, _ in commanders_of(orbat)}


@pytest.mark.parametrize(("nation", "table"), sorted(TABLES))
def test_every_die_on_every_staff_table(army: Army, nation: str, table: str) -> None:
    """Each of the six faces gives the quality of the rulebook's table [DOE 14.1, 19.4]."""
    orbat, book = army(nation)
    for die, quality in enumerate(TABLES[nation, table].split(), start=1):
        diced = _threw(orbat, book, (die, die, die), table=table)
        for name in ("Brown", "Codrington", "Buller"):
            general = _people(diced)[name]
            assert general.quality == quality
            assert general.roll is not None
            assert (general.roll.dice, general.roll.result) == ((die,), quality)
            fallback = table == "default" or nation == "sardinian"
            assert general.roll.table == ("default" if fallback else nation)
        assert diced.staff_table == table


def test_entered_dice_are_assigned_in_document_order(army: Army) -> None:
    """The first die is for the divisional general, then the brigades follow in order."""
    people = _people(_threw(*army(), (1, 3, 6)))
    assert [people[name].quality for name in ("Brown", "Codrington", "Buller")] == ["inept", "capable", "exceptional"]
    assert all(one.roll and one.roll.method == "entered" for name, one in people.items() if name != "Lord Raglan")


def test_player_is_never_rolled_for(army: Army) -> None:
    """Neither the army's General nor a general marked as the player, not even by name."""
    orbat, book = army()
    division = orbat.formations[0]
    brown = replace(Commander(name="Brown"), player=True)
    marked = replace(orbat, commander=None, formations=(replace(division, commander=brown),))
    for one, names in ((orbat, ["Brown", "Codrington", "Buller"]), (marked, ["Codrington", "Buller"])):
        assert [candidate.name for candidate in candidates(one, book)] == names
        diced = _threw(one, book, (6,) * len(names))
        own = _people(diced)["Lord Raglan" if one is orbat else "Brown"]
        assert own.roll is None
        assert own.quality == ""
    for name in ("Lord Raglan", "1"):
        with pytest.raises(RollRefused, match="quality is fixed"):
            commanders_to_roll(orbat, book, [name])


@pytest.mark.parametrize(
    ("ruleset", "army_list", "rulings", "names"),
    [
        ("days_of_glory", "union_potomac", {}, ["general of 1st Brigade"]),
        ("days_of_glory", "union_potomac", {"commanders": "set"}, []),
        ("fast_play_napoleonic", "france_1812", {}, []),
    ],
)
def test_nobody_is_rolled_for_without_dice_in_the_rules(
    library: Library, ruleset: str, army_list: str, rulings: dict[str, str], names: list[str]
) -> None:
    """A scenario may set the quality, and one ruleset has no staff quality."""
    brigade = Formation(level="brigade", name="1st Brigade", commander=Commander())
    orbat = Orbat(ruleset=Pin(ruleset), army_list=Pin(army_list), rulings=rulings, formations=(brigade,))
    book, _ = library.book(orbat)
    assert book
    assert [one.name for one in candidates(orbat, book)] == names


def test_commanders_without_a_name_are_called_by_their_post() -> None:
    """In the ruleset's word for a commander."""
    post = PlacedFormation(("formations", 0), Formation(level="brigade"), (), "british")
    unnamed = [Candidate(1, ("commander",), Commander(), place, "leader").name for place in (None, post)]
    assert unnamed == ["the army's leader", "leader of unnamed brigade"]


def test_a_player_who_rolls_uses_the_row_of_the_armys_list(army: Army) -> None:
    """In a ruleset without a fixed quality of the player; a 3 is inept in the French row."""
    orbat, book = army("french", "national")
    book = Book(replace(book.ruleset, staff=replace(book.ruleset.staff, player="")), book.lists)
    assert _people(_threw(orbat, book, (3, 6, 6, 6)))["Lord Raglan"].quality == "inept"


def test_existing_rolls_are_kept(army: Army) -> None:
    """Rolling again does not change generals with a roll."""
    orbat, book = army()
    diced = _threw(orbat, book, (1, 3, 6))
    assert commanders_to_roll(diced, book) == ()
    assert _threw(diced, book, ()) == diced


def test_reroll_changes_one_general_and_keeps_earlier_rolls(army: Army) -> None:
    """The replaced roll becomes the first of the earlier ones; the other generals keep theirs."""
    orbat, book = army()
    diced = _threw(orbat, book, (1, 3, 6))
    again = _threw(diced, book, (4,), ("codrington",))
    third = _threw(again, book, (6,), ("1st Brigade",))
    codrington = _people(third)["Codrington"]
    assert codrington.quality == "exceptional"
    assert codrington.roll is not None
    assert codrington.roll.on == "2026-03-04"
    assert [one.dice for one in codrington.roll.earlier] == [(4,), (3,)]
    assert [one.earlier for one in codrington.roll.earlier] == [(), ()]
    for name in ("Brown", "Buller"):
        assert _people(third)[name] == _people(diced)[name]


def test_a_reroll_may_name_the_number_in_the_document(army: Army) -> None:
    """Numbers count every commander of the document, including the player, so they never shift."""
    orbat, book = army()
    diced = _threw(orbat, book, (1, 3, 6))
    assert _people(_threw(diced, book, (6,), ("2",)))["Brown"].quality == "exceptional"


def test_ambiguous_name_is_refused(army: Army) -> None:
    """The message gives the numbers of the generals with that name."""
    orbat, book = army()
    division = orbat.formations[0]
    twins = tuple(replace(one, commander=Commander(name="Campbell")) for one in division.formations)
    doubled = replace(orbat, formations=(replace(division, formations=twins),))
    with pytest.raises(RollRefused, match=r"several commanders match.*write a number.*3 Campbell, 4 Campbell"):
        commanders_to_roll(doubled, book, ["Campbell"])
    assert commanders_to_roll(doubled, book, ["4"])[0].path == ("formations", 0, "formations", 1, "commander")


@pytest.mark.parametrize(
    ("dice", "says"),
    [
        ((), r"0 dice given, 3 needed; enter 1 for each commander, in this order: Brown, Codrington, Buller"),
        ((1, 2), "2 dice given, 3 needed"),
        ((1, 2, 3, 4), "4 dice given, 3 needed"),
        ((0, 1, 1), "a die gives 1 to 6, so 0 is impossible"),
        ((1, 1, 7), "a die gives 1 to 6, so 7 is impossible"),
    ],
)
def test_wrong_number_or_value_of_dice_is_refused(army: Army, dice: tuple[int, ...], says: str) -> None:
    """The message says how many dice are needed, and for whom."""
    with pytest.raises(RollRefused, match=says):
        entered_dice(dice, commanders_to_roll(*army()), 1, 6)


def test_message_gives_the_number_of_dice_for_each(army: Army) -> None:
    """Otherwise the total could be taken for the number of commanders."""
    with pytest.raises(RollRefused, match=r"3 dice given, 6 needed; enter 2 for each commander, in this order: Brown"):
        entered_dice((1, 2, 3), commanders_to_roll(*army()), 2, 6)


def test_nation_without_a_row_uses_the_fallback_with_a_note(army: Army) -> None:
    """Sardinians roll on the default table, or on the row that the ruling names."""
    orbat, book = army("sardinian")
    for choice, table, quality in (("default", "default", "capable"), ("russian", "russian", "inept")):
        one = replace(orbat, rulings={"national_row": choice})
        now = commanders_to_roll(one, book)
        diced, rolled = roll(one, book, now, entered_dice((3, 3, 3), now, 1, 6), method="entered", table="national")
        assert {(each.roll.table, each.roll.result) for each in rolled} == {(table, quality)}
        assert all("no row for the Sardinian list" in each.note and choice in each.note for each in rolled)
        assert diced.staff_table == "national"
    british, book = army("british")
    now = commanders_to_roll(british, book)
    _, rolled = roll(british, book, now, entered_dice((3, 3, 3), now, 1, 6), method="entered", table="national")
    assert not any(each.note for each in rolled)


def test_staff_table_of_the_orbat_is_the_default(army: Army) -> None:
    """A French army with staff_table: national rolls on the French row."""
    orbat, book = army("french", "national")
    assert _people(_threw(orbat, book, (3, 3, 3)))["Brown"].quality == "inept"


def test_seeded_rolls_use_each_generals_number(army: Army) -> None:
    """With a seed, the dice depend on the general's number in the document, and not on other generals."""
    orbat, book = army()
    throw = seeded_dice("Alma")
    diced, rolled = roll(orbat, book, commanders_to_roll(orbat, book), throw, method="seeded", seed="Alma")
    assert [one.roll.dice for one in rolled] == [throw(number, 1, 6) for number in (2, 3, 4)]
    assert all(one.roll.seed == "Alma" and one.roll.method == "seeded" for one in rolled)
    first = _threw(orbat, book, (1, 3, 6))
    alone, _ = roll(first, book, commanders_to_roll(first, book, ["Buller"]), throw, method="seeded", seed="Alma")
    buller, before = _people(alone)["Buller"].roll, _people(diced)["Buller"].roll
    assert buller is not None
    assert before is not None
    assert buller.dice == before.dice


def test_brigade_of_another_list_rolls_on_its_own_nations_row(army: Army) -> None:
    """In a British army on the national table a Russian brigade's general rolls on the Russian row."""
    orbat, book = army("british", "national")
    division = orbat.formations[0]
    lent = replace(division.formations[1], army_list=Pin("russian"))
    mixed = replace(orbat, formations=(replace(division, formations=(division.formations[0], lent)),))
    both, _ = Library().book(mixed)
    assert both is not None
    people = _people(_threw(mixed, both, (6, 6, 6)))
    assert [people[name].quality for name in ("Brown", "Codrington", "Buller")] == [
        "exceptional",
        "exceptional",
        "capable",
    ]
    assert book.ruleset == both.ruleset

"""The shipped army lists have every troop type of the war, each purchasable and priced."""

from __future__ import annotations

import pytest

from orbat.data.library import Library
from orbat.evaluate.pricing import options_of
from orbat.model.orbat import Orbat, Unit
from orbat.model.text import Pin
from orbat.pipeline import Evaluator

IDS = {
    "british": """
        brit_foot_guards brit_highlanders brit_line brit_line_smoothbore brit_line_drafts brit_rifle_brigade
        brit_marines brit_naval_brigade brit_light_cavalry brit_heavy_cavalry brit_cavalry_1855
        brit_field_battery brit_rha_troop brit_position_battery brit_engineers brit_generals
        brit_german_legion brit_swiss_legion brit_italian_legion brit_turkish_contingent brit_osmanli_horse
    """,
    "french": """
        fr_guard_grenadiers fr_guard_zouaves fr_guard_chasseurs fr_zouaves fr_chasseurs_a_pied
        fr_tirailleurs_algeriens fr_foreign_legion fr_line fr_light fr_marines fr_francs_tireurs
        fr_chasseurs_afrique fr_hussars fr_dragoons fr_cuirassiers fr_spahis_orient fr_foot_battery
        fr_horse_battery fr_siege_battery fr_engineers fr_generals
    """,
    "russian": """
        ru_line ru_jager ru_reserve ru_finnish ru_finnish_rifles ru_rifle_battalion ru_stutzer_detachment
        ru_caucasus_grenadier
        ru_caucasus_line ru_sappers ru_naval_battalion ru_plastuns ru_opolchenie ru_greek_legion
        ru_balaklava_greeks ru_volunteers_danube ru_caucasus_militia ru_hussars ru_uhlans ru_dragoons
        ru_caucasus_dragoons ru_don_cossacks ru_line_cossacks ru_irregular_horse ru_grenadier_corps
        ru_position_battery ru_light_battery ru_horse_battery ru_don_battery ru_fortress_guns ru_engineers
        ru_generals
    """,
    "ottoman": """
        ot_nizam ot_hassa ot_rifles ot_redif ot_cavalry ot_cossacks ot_dragoons ot_field_battery
        ot_horse_battery ot_position_guns ot_engineers ot_generals ot_bashi_horse ot_kurd_horse
        ot_tatar_horse ot_circassian_horse ot_albanians ot_laz ot_bashi_foot eg_infantry eg_cavalry eg_battery
        tn_infantry
    """,
    "sardinian": """
        sa_line sa_granatieri sa_bersaglieri sa_cavalry sa_field_battery sa_position_guns sa_engineers
        sa_generals
    """,
}

COUNTS = {"british": 21, "french": 21, "russian": 32, "ottoman": 23, "sardinian": 8}


@pytest.mark.parametrize("nation", sorted(IDS))
def test_lists_have_the_troop_types_of_the_sources(library: Library, nation: str) -> None:
    """Each id is listed exactly once, and there are no others."""
    file = library.army_list("days_of_empire", nation)
    assert file is not None
    assert file.value is not None
    ids = [entry.id for entry in file.value.entries]
    assert len(ids) == COUNTS[nation]
    assert sorted(ids) == sorted(IDS[nation].split())


def test_there_are_105_troop_types_in_five_lists(library: Library) -> None:
    """No id is in two lists."""
    assert library.list_ids("days_of_empire") == sorted(IDS)
    found = [one for ids in IDS.values() for one in ids.split()]
    assert len(found) == len(set(found)) == 105


@pytest.mark.parametrize("nation", sorted(IDS))
def test_every_entry_can_be_bought_alone_and_is_priced(library: Library, nation: str) -> None:
    """At its usual size and rating, an entry costs its size times the price of its kind, rating and options."""
    orbat = Orbat(ruleset=Pin("days_of_empire"), army_list=Pin(nation))
    book, missing = library.book(orbat)
    assert book is not None
    assert not missing
    for entry in book.entries(nation).values():
        rating = entry.ratings.typical if entry.ratings else ""
        unit = Unit(name="Alone", entry=entry.id, size=entry.size.typical, rating=rating)
        priced = Orbat(ruleset=orbat.ruleset, army_list=orbat.army_list, house_limits="enforce", units=(unit,))
        quote, found = Evaluator().examine(priced, book)
        kind = book.kind(entry)
        assert quote.all_units[0].sum.points == quote.total > 0, entry.id
        base = kind.price.by_rating[rating] if kind.rating == "priced" else kind.price.points
        assert base is not None
        options = book.ruleset.options
        extra = sum(options[name].points or 0 for name in options_of(unit, entry, options, None))
        each = entry.size.typical if kind.price.per == "size" else 1
        assert quote.total == each * (base + extra), entry.id
        if not kind.staff:
            own = [one.code for one in found if one.code.startswith("UNT") and one.severity == "error"]
            assert own in ([], ["UNT006"]), (entry.id, own)


@pytest.mark.parametrize("nation", sorted(IDS))
def test_every_list_loads_and_cites_its_numbers(library: Library, nation: str) -> None:
    """Each list loads without findings, belongs to its ruleset, and gives a source for every number."""
    file = library.army_list("days_of_empire", nation)
    assert file is not None
    assert file.findings == ()
    assert file.value is not None
    assert (file.value.id, file.value.ruleset) == (nation, "days_of_empire")
    for entry in file.value.entries:
        assert entry.size.min <= entry.size.typical <= entry.size.max, entry.id
        assert entry.size.citations, entry.id
        assert entry.ratings is None or entry.ratings.typical in entry.ratings.allowed, entry.id

"""The regiment or commander that a name in an ORBAT means."""

from __future__ import annotations

import pytest

from orbat.model.known_names import KnownNames, KnownPeople

REGIMENTS = KnownNames(
    {
        "Minsk Infantry": "Minsk Infantry",
        "Tomsk Jägers": "Tomsk Jägers",
        "Kolyvan Jägers": "Kolyvan Jägers",
        "33rd Duke of Wellington's": "33rd Duke of Wellington's",
        "33rd Foot": "33rd Duke of Wellington's",
        "77th (East Middlesex)": "77th (East Middlesex)",
        "1st (Royal)": "1st (Royal)",
        "8th King's Royal Irish Hussars": "8th King's Royal Irish Hussars",
        "Borodino (Tsarevich) Jägers": "Borodino (Tsarevich) Jägers",
        "Scots Guards": "Scots Guards",
        "Scots Guards, left wing": "Scots Guards, left wing",
    }
)


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("Minsk Infantry", "Minsk Infantry"),
        ("minsk infantry", "Minsk Infantry"),
        ("Tomsk Jagers", "Tomsk Jägers"),
        ("33rd Foot", "33rd Duke of Wellington's"),
        ("33RD", "33rd Duke of Wellington's"),
        ("2nd Battalion, Minsk Infantry", "Minsk Infantry"),
        ("Minsk", "Minsk Infantry"),
        ("Scots Guards, left wing, 1st Bn", "Scots Guards, left wing"),
        ("77th Foot (part)", "77th (East Middlesex)"),
        ("8th Hussars (less a troop)", "8th King's Royal Irish Hussars"),
        ("8th Dragoons", ""),
        ("1st Foot", "1st (Royal)"),
        ("1st Battalion", ""),
        ("1st battery", ""),
        ("Borodino Jägers, 1st Bn", "Borodino (Tsarevich) Jägers"),
        ("Borodino (Tsar) Jägers", "Borodino (Tsarevich) Jägers"),
        ("Infantry", ""),
        ("Jägers", ""),
        ("Vladimir Infantry", ""),
        ("Minsk Infantry and Tomsk Jägers", ""),
        ("Modlin and Minsk Infantry", ""),
        ("34th Foot", ""),
        ("", ""),
        ("?", ""),
    ],
)
def test_regiment_of_a_name(text: str, name: str) -> None:
    """A part of a name must be telling, and possible for one regiment only."""
    assert REGIMENTS.find(text) == name


PEOPLE = KnownPeople(
    {
        one: one
        for one in (
            "Lord Raglan", "Sir George Brown", "Prince M. D. Gorchakov", "Prince P. D. Gorchakov", "Davout",
            "Zarif Mustafa Pasha", "Ahmed Pasha",
        )
    }
)  # fmt: skip


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("lord raglan", "Lord Raglan"),
        ("Raglan", "Lord Raglan"),
        ("George Brown", "Sir George Brown"),
        ("General Brown", "Sir George Brown"),
        ("Louis Nicolas Davout", "Davout"),
        ("Gorchakov", ""),
        ("M. D. Gorchakov", "Prince M. D. Gorchakov"),
        ("A. M. Gorchakov", ""),
        ("Gordon Brown", ""),
        ("Mustafa Pasha", ""),
        ("Pasha", ""),
        ("Lord", ""),
        ("Cardigan", ""),
    ],
)
def test_commander_of_a_name(text: str, name: str) -> None:
    """Titles, initials and first names may be missing. A surname that two commanders have means neither."""
    assert PEOPLE.find(text) == name

"""Small and large armies for end-to-end tests of the core and of features."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from orbat.formats.orbat_file import read_orbat
from orbat.model.edits import Set, apply_all
from orbat.model.orbat import Commander, Formation, Orbat, Unit, formations_of
from orbat.report.report import Report

Reported = Callable[[Orbat], Report]
FIRST = ("formations", 0, "formations", 0)
SECOND = ("formations", 0, "formations", 1)


def orbat_of(text: str) -> Orbat:
    """The ORBAT of a YAML text."""
    found = read_orbat(text).orbat
    assert found is not None
    return found


def without_generals(orbat: Orbat) -> Orbat:
    """The army without generals of formations."""
    return apply_all(orbat, tuple(Set(place.path, "commander", None) for place in formations_of(orbat)))


def large_army() -> Orbat:
    """Three divisions of six brigades of twelve units."""
    foot = tuple(Unit(name=f"Foot {number}", entry="brit_line", size=12, rating="2") for number in range(11))
    units = (*foot, Unit(name="Battery", entry="brit_field_battery", size=3))

    def brigade(name: str) -> Formation:
        return Formation(level="brigade", name=name, commander=Commander(name=name), units=units)

    def division(name: str) -> Formation:
        brigades = tuple(brigade(f"{name} {number}") for number in range(6))
        return Formation(level="division", name=name, commander=Commander(name=name), formations=brigades)

    orbat = orbat_of("orbat: 1\nruleset: days_of_empire\narmy_list: british\ngame_size: 12000\n")
    return replace(orbat, commander=Commander(), formations=tuple(map(division, "ABC")))

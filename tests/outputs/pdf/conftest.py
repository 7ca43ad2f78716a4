"""Reports on small armies, made in the tests' own words."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest

from orbat.pipeline import report_on
from orbat.report.report import Report
from orbat.sources.library import Library
from orbat.sources.orbat_file import read_orbat

Make = Callable[..., Report]


@pytest.fixture(scope="session")
def make() -> Make:
    """A function that reads an ORBAT from its keys and reports on it."""
    library = Library()

    def made(**keys: Any) -> Report:
        data = {"orbat": 1, "ruleset": "days_of_empire", "army_list": "british", "game_size": 800, **keys}
        return report_on("typed.yaml", read_orbat(json.dumps(data)), library)

    return made


def _unit(name: str, **keys: Any) -> dict[str, Any]:
    return {"name": name, "entry": "brit_line", "size": 15, "rating": 3, **keys}


@pytest.fixture(scope="session")
def unit() -> Callable[..., dict[str, Any]]:
    """A function that gives a line battalion's keys."""
    return _unit


@pytest.fixture(scope="session")
def brigade() -> Callable[..., dict[str, Any]]:
    """A function that gives a brigade's keys: its name and how many battalions it has."""

    def made(name: str, battalions: int, **keys: Any) -> dict[str, Any]:
        units = [_unit(f"{name} {number}") for number in range(1, battalions + 1)]
        general = {"name": f"General {name}", "quality": "capable", "roll": {"dice": [3]}}
        return {"level": "brigade", "name": name, "commander": general, "units": units, **keys}

    return made


NASTY = (
    "Севастополь 1-й полк",
    "İıŞşĞğ Çöü ½ № é ł",
    "中國 and 😀",
    "W" * 90,
    "<b>bold</b> &amp; <para>",
    "שלום עולם",
    "x\u202egnp.exe \x07 \u200b",
    "tab\tand\nnew line",
    "中" * 40,
    "a long name of many words " * 6,
)


@pytest.fixture(scope="session")
def nasty(make: Make) -> Report:
    """A report on an army with every odd text in every place that takes one."""
    formations = [
        {
            "level": "division",
            "name": name,
            "commander": {"name": name},
            "off_board": number % 2 == 0,
            "note": name * 3,
            "formations": [
                {
                    "level": "brigade",
                    "name": name[:40],
                    "off_board": True,
                    "units": [
                        _unit(name, note=name, off_board=True, points=61, rating=name[:80]),
                        _unit(name[:20], note="A note. " * 75, options=["rifles", name[:60]], entry="y" * 60),
                    ],
                }
            ],
        }
        for number, name in enumerate(NASTY)
    ]
    units = [_unit("Guns", entry="brit_field_battery", size=1_000_000), _unit("Ghost", size=None)]
    words = " ".join(NASTY)
    return make(title=words, player=words, note=words * 3, formations=formations, units=units)

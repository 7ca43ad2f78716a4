"""Keys that this version does not know, as a newer orbat writes them, are reported and survive a save."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from orbat.formats.orbat_file import read_orbat
from orbat.model.fields import unknown_keys
from orbat.pipeline import file_text

NEWER = """\
# my army
orbat: 1
ruleset: days_of_empire
army_list: british
weather: {rain: true, wind: [1, 2.50]}   # new in a later orbat
commander: {name: Raglan, horse: Shadrach}
formations:
  - level: brigade
    column: left  # where it marches
    commander: {name: Codrington, roll: {dice: [3], table: default, luck: 7, earlier: [{dice: [1], table: default, luck: 1}]}}
    units:
      - {name: 7th, entry: brit_line, size: 12, rating: 3, motto: Nec aspera terrent}
      - {name: 19th, entry: brit_line, size: 12, rating: 3, extras: {a: 1}, stand: 4}
units:
  - {entry: brit_line, size: 12, rating: 3, "the Elder": null}
"""  # noqa: E501  # a roll is on one line
KEYS = ["weather", "horse", "column", "luck", "luck", "motto", "extras", "stand", "the Elder"]


def test_each_is_reported_and_all_else_is_read() -> None:
    loaded = read_orbat(NEWER)
    assert loaded.orbat is not None
    assert {finding.path[-1] for finding in loaded.findings} == set(KEYS)
    assert len(loaded.findings) == len(KEYS)
    assert {finding.code for finding in loaded.findings} == {"SRC004"}
    assert [unit.name for unit in loaded.orbat.formations[0].units] == ["7th", "19th"]
    assert sorted(unknown_keys(loaded.orbat)) == sorted(KEYS)


def test_a_misspelt_key_is_still_told_from_the_one_that_is_meant() -> None:
    loaded = read_orbat("orbat: 1\nruleset: days_of_empire\nunits:\n  - {entry: brit_line, siez: 12}\n")
    assert [(one.message, one.help) for one in loaded.findings] == [
        ("the key siez is not known here. Did you mean size?", "Rename it."),
    ]
    assert loaded.orbat is not None
    assert loaded.orbat.units[0].extras == {"siez": 12}


def test_a_save_into_the_authors_text_changes_nothing_of_them() -> None:
    orbat = read_orbat(NEWER).orbat
    assert orbat is not None
    assert file_text(orbat, ".yaml", NEWER) == NEWER
    renamed = file_text(replace(orbat, title="At the Alma"), ".yaml", NEWER)
    assert renamed == NEWER.replace("orbat: 1\n", "orbat: 1\ntitle: At the Alma\n")


@pytest.mark.parametrize("suffix", [".yaml", ".json"])
def test_a_file_written_anew_has_them_all(suffix: str) -> None:
    orbat = read_orbat(NEWER).orbat
    assert orbat is not None
    again = read_orbat(file_text(orbat, suffix))
    assert again.orbat == orbat
    assert {finding.path[-1] for finding in again.findings} == set(KEYS)


def test_a_unit_that_takes_another_ones_place_does_not_take_its_keys() -> None:
    """The comments of the rest of the file stay."""
    text = "# mine\norbat: 1\nruleset: days_of_empire\nunits:\n  - {name: 7th, entry: brit_line, motto: x, x-a: true}\n"
    orbat = read_orbat(text).orbat
    assert orbat is not None
    other = replace(orbat.units[0], name="19th", extras={})
    saved = file_text(replace(orbat, units=(other,)), ".yaml", text)
    assert saved == "# mine\norbat: 1\nruleset: days_of_empire\nunits:\n  - {name: 19th, entry: brit_line}\n"


def test_what_stands_beside_something_that_does_not_fit_survives() -> None:
    """The places of units after one that is left out are other ones."""
    text = "orbat: 1\nruleset: days_of_empire\nunits:\n  - 3\n  - {entry: brit_line, size: many, motto: x}\n"
    orbat = read_orbat(text).orbat
    assert orbat is not None
    assert [unit.extras for unit in orbat.units] == [{"motto": "x"}]


def test_an_alias_shares_them() -> None:
    text = "orbat: 1\nruleset: days_of_empire\nunits:\n  - &a {entry: brit_line, motto: x}\n  - *a\n"
    loaded = read_orbat(text)
    assert loaded.orbat is not None
    assert [unit.extras for unit in loaded.orbat.units] == [{"motto": "x"}] * 2


def test_an_alias_in_an_unknown_key_is_saved() -> None:
    """What it refers to may have unknown keys of its own."""
    text = "orbat: 1\nruleset: days_of_empire\nunits:\n  - &a {entry: brit_line, motto: x}\n  - {other: *a}\n"
    orbat = read_orbat(text).orbat
    assert orbat is not None
    for again in (file_text(orbat), file_text(orbat, ".json"), file_text(replace(orbat, title="T"), ".yaml", text)):
        loaded = read_orbat(again).orbat
        assert loaded is not None
        assert loaded.units == orbat.units


def test_a_key_that_looks_like_a_number_keeps_its_comment() -> None:
    text = "orbat: 1\nruleset: days_of_empire\n1854: x  # the year\ntrue: y\n"
    orbat = read_orbat(text).orbat
    assert orbat is not None
    saved = file_text(replace(orbat, player="Anna"), ".yaml", text)
    assert saved == text.replace("empire\n", "empire\nplayer: Anna\n")


def test_a_key_that_is_no_text_is_left_in_the_authors_file_alone() -> None:
    text = "# mine\norbat: 1\nruleset: days_of_empire\n? [a]\n: b\n"
    orbat = read_orbat(text).orbat
    assert orbat is not None
    assert not orbat.extras
    saved = file_text(replace(orbat, title="T"), ".yaml", text)
    assert saved.startswith("# mine\n")
    assert "[a]" in saved
    again = read_orbat(saved).orbat
    assert again is not None
    assert again.title == "T"


def test_convert_keeps_them_where_it_can_and_says_once_where_it_cannot(
    orbat: Callable[..., Any], tmp_path: Path
) -> None:
    file = tmp_path / "newer.yaml"
    file.write_text(NEWER, encoding="utf-8")
    kept = orbat("convert", file, tmp_path / "newer.json")
    assert kept.code == 0
    assert "omitted" not in kept.out + kept.err
    assert json.loads((tmp_path / "newer.json").read_text(encoding="utf-8"))["weather"]["rain"] is True
    for ending in ("txt", "md", "csv"):
        run = orbat("convert", file, tmp_path / f"newer.{ending}")
        assert run.code == 0
        assert run.err.count("omitted") == 1, run.err
    out = orbat("convert", file, "-.txt")
    assert out.err.count("omitted") == 1
    assert "omitted" not in out.out

"""Unknown keys, as written by a newer orbat, are reported and survive a save."""

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


def test_unknown_keys_are_reported_and_the_rest_is_read() -> None:
    loaded = read_orbat(NEWER)
    assert loaded.orbat is not None
    assert {finding.path[-1] for finding in loaded.findings} == set(KEYS)
    assert len(loaded.findings) == len(KEYS)
    assert {finding.code for finding in loaded.findings} == {"SRC004"}
    assert [unit.name for unit in loaded.orbat.formations[0].units] == ["7th", "19th"]
    assert sorted(unknown_keys(loaded.orbat)) == sorted(KEYS)


def test_misspelt_keys_get_suggestions() -> None:
    loaded = read_orbat("orbat: 1\nruleset: days_of_empire\nunits:\n  - {entry: brit_line, siez: 12}\n")
    assert [(one.message, one.help) for one in loaded.findings] == [
        ("the key siez is not known here. Did you mean size?", "Correct the key."),
    ]
    assert loaded.orbat is not None
    assert loaded.orbat.units[0].extras == {"siez": 12}


def test_save_preserves_unknown_keys_in_the_authors_text() -> None:
    orbat = read_orbat(NEWER).orbat
    assert orbat is not None
    assert file_text(orbat, ".yaml", NEWER) == NEWER
    renamed = file_text(replace(orbat, title="At the Alma"), ".yaml", NEWER)
    assert renamed == NEWER.replace("orbat: 1\n", "orbat: 1\ntitle: At the Alma\n")


@pytest.mark.parametrize("suffix", [".yaml", ".json"])
def test_new_file_has_all_unknown_keys(suffix: str) -> None:
    orbat = read_orbat(NEWER).orbat
    assert orbat is not None
    again = read_orbat(file_text(orbat, suffix))
    assert again.orbat == orbat
    assert {finding.path[-1] for finding in again.findings} == set(KEYS)


def test_replaced_unit_loses_its_unknown_keys() -> None:
    """Comments in the rest of the file are kept."""
    text = "# mine\norbat: 1\nruleset: days_of_empire\nunits:\n  - {name: 7th, entry: brit_line, motto: x, x-a: true}\n"
    orbat = read_orbat(text).orbat
    assert orbat is not None
    other = replace(orbat.units[0], name="19th", extras={})
    saved = file_text(replace(orbat, units=(other,)), ".yaml", text)
    assert saved == "# mine\norbat: 1\nruleset: days_of_empire\nunits:\n  - {name: 19th, entry: brit_line}\n"


def test_unknown_keys_next_to_invalid_values_survive() -> None:
    """Removing an invalid unit changes the paths of the units after it."""
    text = "orbat: 1\nruleset: days_of_empire\nunits:\n  - 3\n  - {entry: brit_line, size: many, motto: x}\n"
    orbat = read_orbat(text).orbat
    assert orbat is not None
    assert [unit.extras for unit in orbat.units] == [{"motto": "x"}]


def test_alias_shares_unknown_keys() -> None:
    text = "orbat: 1\nruleset: days_of_empire\nunits:\n  - &a {entry: brit_line, motto: x}\n  - *a\n"
    loaded = read_orbat(text)
    assert loaded.orbat is not None
    assert [unit.extras for unit in loaded.orbat.units] == [{"motto": "x"}] * 2


def test_alias_in_an_unknown_key_is_saved() -> None:
    """The aliased value may have unknown keys of its own."""
    text = "orbat: 1\nruleset: days_of_empire\nunits:\n  - &a {entry: brit_line, motto: x}\n  - {other: *a}\n"
    orbat = read_orbat(text).orbat
    assert orbat is not None
    for again in (file_text(orbat), file_text(orbat, ".json"), file_text(replace(orbat, title="T"), ".yaml", text)):
        loaded = read_orbat(again).orbat
        assert loaded is not None
        assert loaded.units == orbat.units


def test_key_like_a_number_keeps_its_comment() -> None:
    text = "orbat: 1\nruleset: days_of_empire\n1854: x  # the year\ntrue: y\n"
    orbat = read_orbat(text).orbat
    assert orbat is not None
    saved = file_text(replace(orbat, player="Anna"), ".yaml", text)
    assert saved == text.replace("empire\n", "empire\nplayer: Anna\n")


def test_key_that_is_not_text_stays_in_the_authors_file() -> None:
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


def test_convert_keeps_unknown_keys_or_reports_them_once(orbat: Callable[..., Any], tmp_path: Path) -> None:
    file = tmp_path / "newer.yaml"
    file.write_text(NEWER, encoding="utf-8")
    converted = orbat("convert", file, tmp_path / "newer.json")
    assert converted.code == 0
    assert "omitted" not in converted.out + converted.err
    assert json.loads((tmp_path / "newer.json").read_text(encoding="utf-8"))["weather"]["rain"] is True
    for ending in ("txt", "md", "csv"):
        run = orbat("convert", file, tmp_path / f"newer.{ending}")
        assert run.code == 0
        assert run.err.count("omitted") == 1, run.err
    out = orbat("convert", file, "-.txt")
    assert out.err.count("omitted") == 1
    assert "omitted" not in out.out

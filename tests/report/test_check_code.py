"""The check code depends on the army and on nothing else."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from tests.examples import sampled

from orbat.data import folders
from orbat.data.library import Library
from orbat.documents.read import read_file
from orbat.formats.orbat_file import read_orbat
from orbat.model.digest import sha256
from orbat.pipeline import CONVERT_SUFFIXES, check, converted, with_claims
from orbat.report.check_code import check_code, old_check_code, written_codes

TRUST = Path(__file__).parents[1] / "end_to_end" / "trust"
SHIPPED = sorted((folders.shipped() / "templates/orbats").rglob("*.yaml"))[::4]

ARMY = """\
orbat: 1
ruleset: days_of_empire
army_list: british
date: 1854-09
formations:
  - level: brigade
    name: First
    commander: {name: Brown, quality: capable, roll: {dice: [3]}}
    units:
      - {name: 7th, entry: brit_line, size: 12, rating: 3, options: [rifles]}
      - {name: 19th, entry: brit_line, size: 12, rating: 3}
"""


def code(text: str) -> str:
    orbat = read_orbat(text).orbat
    assert orbat is not None
    return check_code(orbat)


def test_the_code_has_four_groups_of_unambiguous_letters() -> None:
    assert re.fullmatch("[A-HJ-NP-Z2-9]{4}(-[A-HJ-NP-Z2-9]{4}){3}", code(ARMY))


def test_the_code_is_stable() -> None:
    """Sheets printed by other versions of orbat must have the same code."""
    assert code(ARMY) == "RNEB-2XPM-6X7F-RY8L"


def test_units_at_home_do_not_change_the_code() -> None:
    home = "      - {name: 33rd, entry: brit_line, size: 12, rating: 3, fielded: false}\n"
    brigade = "  - {level: brigade, fielded: false, commander: {name: Buller}}\n"
    assert code(ARMY + home + brigade) == code(ARMY)
    assert code(ARMY + home.replace(", fielded: false", "")) != code(ARMY)


def test_codes_of_older_versions_are_the_first_half() -> None:
    orbat = read_orbat(ARMY).orbat
    assert orbat is not None
    assert old_check_code(orbat) == "RNEB-2XPM"


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("Check code RNEB-2XPM-6X7F-RY8L\n", ["check code RNEB-2XPM-6X7F-RY8L agrees with the army"]),
        ("the check code: rneb-2xpm-6x7f-ry8l.", ["check code RNEB-2XPM-6X7F-RY8L agrees with the army"]),
        ("Check code\n   RNEB-2XPM", ["check code RNEB-2XPM (old format, 40 bits) agrees with the army"]),
        (
            "Check code RNEB-2XPN",
            ["check code RNEB-2XPN (old format, 40 bits) differs; the code of the army is RNEB-2XPM"],
        ),
        (
            "Check code RNEB-2XPM-AAAA-AAAA",
            ["check code RNEB-2XPM-AAAA-AAAA differs; the code of the army is RNEB-2XPM-6X7F-RY8L"],
        ),
        (
            "Check code RNEB-2XPM, check code RNEB-2XPM",
            ["check code RNEB-2XPM (old format, 40 bits) agrees with the army"],
        ),
        ("RNEB-2XPN", []),
        ("Check code of the army", []),
        ("Check code RNEB-2XPM-A", []),
    ],
)
def test_written_codes_are_compared_with_the_army(text: str, words: list[str]) -> None:
    orbat = read_orbat(ARMY).orbat
    assert orbat is not None
    assert [one.words for one in written_codes(text, orbat)] == words


def test_armies_with_the_same_old_code_have_different_codes(library: Library) -> None:
    """The names in these files have look-alike letters, chosen so that the first 40 bits are equal."""
    one, other = (check(TRUST / name, library).orbat for name in ("collA.yaml", "collB.yaml"))
    assert one is not None
    assert other is not None
    assert old_check_code(one) == old_check_code(other)
    assert check_code(one) != check_code(other)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("orbat: 1\n", "# a remark\norbat: 1\n"),
        ("orbat: 1\n", "orbat: 1\ntitle: Another\nplayer: Jo\ntags: [alma]\nnote: Played twice\ngame_size: 800\n"),
        ("ruleset: days_of_empire\narmy_list: british\n", "army_list: british@1\nruleset: days_of_empire@1\n"),
        ("rating: 3, options: [rifles]}", "options: [rifles], rating: 3, points: 60, note: old, x-mine: 1}"),
        ("    name: First\n", "    name: First\n    points: 999\n"),
        ("date: 1854-09\n", "date: 1854-09\ntotal: 7\n"),
        ("{dice: [3]}", "{dice: [3], method: seeded, seed: alma, on: today}"),
    ],
)
def test_the_code_does_not_depend_on_notation_or_texts(old: str, new: str) -> None:
    assert old in ARMY
    assert code(ARMY.replace(old, new)) == code(ARMY)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("army_list: british", "army_list: french"),
        ("1854-09", "1854-10"),
        ("date: 1854-09\n", "date: 1854-09\nrulings: {battery: one_model}\n"),
        ("date: 1854-09\n", "date: 1854-09\ncommander: {}\n"),
        ("level: brigade", "level: division"),
        ("First", "Second"),
        ("name: Brown", "name: Green"),
        ("capable", "inept"),
        ("dice: [3]", "dice: [4]"),
        ("{dice: [3]}", "{dice: [3], earlier: [{dice: [1]}]}"),
        ("    units:\n", "    off_board: true\n    units:\n"),
        ("7th", "8th"),
        ("    units:\n", "    off_board: flank\n    units:\n"),
        ("size: 12, rating: 3}", "size: 13, rating: 3}"),
        ("size: 12, rating: 3}", "size: large, rating: 3}"),
        ("size: 12, rating: 3}", "rating: 3}"),
        ("rating: 3}", "rating: 3, off_board: rear}"),
        ("rating: 3}", "rating: 2}"),
        (", options: [rifles]", ""),
        ("      - {name: 19th, entry: brit_line, size: 12, rating: 3}\n", ""),
        ("name: 7th, entry: brit_line", "name: 7th, entry: brit_foot_guards"),
    ],
)
def test_the_code_depends_on_the_army(old: str, new: str) -> None:
    assert old in ARMY
    assert code(ARMY.replace(old, new)) != code(ARMY)


def test_the_order_of_units_counts_and_that_of_options_does_not() -> None:
    both = ARMY.replace("[rifles]", "[rifles, horse_artillery]")
    assert code(both) == code(both.replace("[rifles, horse_artillery]", "[horse_artillery, rifles]"))
    assert code(ARMY.replace("7th", "x").replace("19th", "7th").replace("x", "19th")) != code(ARMY)


@pytest.mark.slow
@pytest.mark.parametrize("suffix", sampled(CONVERT_SUFFIXES, 1))
def test_every_shipped_army_keeps_its_code_through_each_format(library: Library, tmp_path: Path, suffix: str) -> None:
    """Files are saved with claims."""
    codes = set()
    for number, shipped in enumerate(SHIPPED):
        report = check(shipped, library)
        assert report.orbat is not None
        assert report.book is not None
        assert report.quote is not None
        claimed = with_claims(report.orbat, report.book, report.quote)
        written = tmp_path / f"{number}{suffix}"
        written.write_bytes(converted(replace(report, orbat=claimed), suffix))
        back = read_file(written, library)[0].orbat
        assert back is not None
        assert check_code(back) == check_code(report.orbat), shipped.name
        codes.add(check_code(back))
    assert len(codes) == len(SHIPPED)


def test_the_code_is_in_the_text_report_and_in_json(orbat: Callable[..., Any], tmp_path: Path) -> None:
    file = tmp_path / "army.yaml"
    file.write_text(ARMY, encoding="utf-8")
    assert f"\nCheck code {code(ARMY)};" in orbat("check", file).out
    assert json.loads(orbat("check", file, "--json").out)["reports"][0]["check_code"] == code(ARMY)
    file.write_text("orbat: 1\nruleset: [", encoding="utf-8")
    assert "Check code" not in orbat("check", file).out
    assert json.loads(orbat("check", file, "--json").out)["reports"][0]["check_code"] is None


def test_the_digest_is_sha_256_in_every_python_version(monkeypatch: pytest.MonkeyPatch) -> None:
    assert sha256(b"army") == hashlib.sha256(b"army").digest()

    def absent(name: str) -> None:
        raise ImportError(name)

    monkeypatch.setattr("orbat.model.digest.import_module", absent)
    assert sha256(b"army") == hashlib.sha256(b"army").digest()

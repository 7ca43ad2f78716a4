"""Unusual names and titles in every format, and the text formats."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from tests.examples import sampled

from orbat.data.library import Library
from orbat.data.loaded import Loaded
from orbat.formats.orbat_file import read_orbat
from orbat.pipeline import Evaluator, check, converted, report_on, save, with_claims
from orbat.session.files import file_name

FORMATS = (".yaml", ".json", ".txt", ".md", ".bbcode", ".csv", ".xlsx", ".html")

NAMES = [
    "?", "\\", "/", "&", ":", "#", "%", "*", '"', "'", "a\nb", "a\r\nb", "\t", "🏇 Horse", "אבג", "نص عربي", ".hidden",
    "..", "../../etc/passwd", "CON", "nul.txt", "LPT1", "trailing. ", " leading", "Севастополь", "№ ½ é ł 中", "- dash",
    "NO", "1:10", "010", "1854-09", "true", "null", "~", "0x10", "1e3", "{a: b}", "[x]", "!tag", "&anchor", "*alias",
    "@at", "`tick`", "|", ">", "%YAML", "--- ", "=1+1", "<b>bold</b>", "(unnamed)", "x - 60", "orbat 1; ruleset x",
    "[b]x[/b]", "[*]", "[url=x]y", r"\x5b",
    "Total: 5", "Note: n", "Legal", "Findings:", "n" * 300, "\u202eevil", "a\u200bb", "e\u0301",
]  # fmt: skip


@pytest.mark.parametrize("name", sampled(NAMES, 5))
def test_any_name_is_kept_in_every_format(library: Library, two_brigades: str, tmp_path: Path, name: str) -> None:
    """A name of the army, a formation, a general or a unit is read back unchanged."""
    orbat = read_orbat(two_brigades).orbat
    assert orbat is not None
    division = orbat.formations[0]
    brigade = division.formations[0]
    assert brigade.commander is not None
    brigade = replace(
        brigade,
        name=name,
        commander=replace(brigade.commander, name=name),
        units=(replace(brigade.units[0], name=name, note=name),),
    )
    named = replace(orbat, title=name, formations=(replace(division, formations=(brigade, division.formations[1])),))
    report = report_on("army", Loaded(named, ()), library)
    for ending in FORMATS:
        path = tmp_path / f"army{ending}"
        path.write_bytes(converted(report, ending))
        back = check(path, library).orbat
        assert back is not None, ending
        first = back.formations[0].formations[0]
        assert first.commander is not None
        names = {back.title, first.name, first.commander.name, first.units[0].name, first.units[0].note}
        assert {one.replace("\r\n", "\n") for one in names} == {name.replace("\r\n", "\n")}, ending


@pytest.mark.parametrize("name", sampled(NAMES, 15))
def test_any_title_gives_a_safe_file_name(two_brigades: str, tmp_path: Path, name: str) -> None:
    """The file name is allowed on every system, stays in its folder and can be written."""
    file = file_name(name, ".yaml")
    stem = file.removesuffix(".yaml")
    assert stem
    assert not re.search(r'[<>:"/\\|?*\x00-\x1f\x7f]', file)
    assert not stem.startswith((".", " "))
    assert not stem.endswith((".", " "))
    assert stem.split(".")[0].casefold() not in {"con", "nul", "lpt1"}
    assert len(file.encode()) <= 200
    orbat = read_orbat(two_brigades).orbat
    assert orbat is not None
    save(replace(orbat, title=name), tmp_path / file)
    assert [path.name for path in tmp_path.iterdir()] == [file]


def test_a_title_can_be_changed_and_changed_back(two_brigades: str, tmp_path: Path) -> None:
    """A title with special characters can be set, saved and reset. Only its quotation marks remain in the file."""
    path = tmp_path / "army.yaml"
    orbat = read_orbat(two_brigades).orbat
    assert orbat is not None
    path.write_text(two_brigades, encoding="utf-8")
    save(replace(orbat, title='A: "B" # C \\ D?'), path, two_brigades)
    named = path.read_text(encoding="utf-8")
    again = read_orbat(named).orbat
    assert again is not None
    assert again.title == 'A: "B" # C \\ D?'
    save(orbat, path, named)
    assert path.read_text(encoding="utf-8") == two_brigades.replace("title: Light Division", "title: 'Light Division'")


MIXED = """\
orbat: 1
title: Allies
ruleset: days_of_empire
army_list: british
game_size: 800
date: 1855-08
commander: {name: Lord Raglan}
formations:
  - level: brigade
    name: British
    commander: {name: William Codrington, quality: capable, roll: {dice: [3], table: default}}
    units:
      - {name: Grenadiers, entry: brit_foot_guards, size: 12, rating: 4, options: [rifles]}
      - {name: Sailors, entry: brit_naval_brigade, size: 6, rating: 2, options: [rifles]}
      - {name: Troop, entry: brit_rha_troop, size: 2}
  - level: brigade
    name: Sardinians
    army_list: sardinian
    commander: {name: Manfredo Fanti}
    units:
      - {name: Bersaglieri, entry: sa_bersaglieri, size: 8, rating: 3}
units:
  - {name: Sappers, entry: brit_engineers, size: 1}
  - {name: Redoubt, entry: earthworks, size: 3}
  - {name: Lent, army_list: french, entry: fr_line, size: 10, rating: 2}
"""
NAMED = ("Grenadiers", "Sailors", "Troop", "Bersaglieri", "Sappers", "Redoubt", "Lent")


@pytest.mark.parametrize("ending", [one for one in FORMATS if one != ".xlsx"])
def test_every_format_lists_each_unit_once_and_its_points_add_up(
    orbat: Callable[..., Any], tmp_path: Path, ending: str
) -> None:
    """Also allies, works and units of other lists."""
    file, out = tmp_path / "army.yaml", tmp_path / f"out{ending}"
    file.write_text(MIXED, encoding="utf-8")
    assert orbat("convert", file, out).code == 0
    lines = out.read_text(encoding="utf-8-sig").partition("Findings")[0].split("\n")
    if ending == ".html":
        lines = [line for line in lines if line.startswith("<tr")]
    for name in NAMED:
        assert sum(name in line for line in lines) == 1, name
    report = json.loads(orbat("check", out, "--json").out)["reports"][0]
    assert [unit["name"] for unit in report["units"]] == list(NAMED)
    generals = 2 * 30
    total = 60 + 18 + 90 + 32 + 30 + 30 + 20 + generals
    assert sum(unit["points"] for unit in report["units"]) + generals == report["total"] == total
    if ending in (".txt", ".md"):
        shown = [int(found[1]) for line in lines if (found := re.search(r"\] - ([0-9]+)$", line.replace("\\", "")))]
        assert sum(shown) + generals == total
    if ending == ".csv":
        import csv

        rows = list(csv.DictReader(lines))
        assert sum(int(row["points"] or 0) for row in rows) == total


def test_plain_text_is_not_aligned_in_columns(orbat: Callable[..., Any], tmp_path: Path) -> None:
    """No tabs or runs of spaces, so it looks the same in any font."""
    file = tmp_path / "army.yaml"
    file.write_text(MIXED, encoding="utf-8")
    orbat("convert", file, tmp_path / "out.txt")
    for line in (tmp_path / "out.txt").read_text(encoding="utf-8").split("\n"):
        assert "\t" not in line
        assert "  " not in line.lstrip(" "), line
        assert line == line.rstrip(), line


def test_markdown_escapes_special_characters_in_names(orbat: Callable[..., Any], tmp_path: Path) -> None:
    """Markdown characters are escaped with a backslash."""
    file = tmp_path / "army.yaml"
    hostile = "*a* _b_ [c](d) `e` <f> # ~g~ | h"
    file.write_text(MIXED.replace("name: Grenadiers", f"name: '{hostile}'"), encoding="utf-8")
    orbat("convert", file, tmp_path / "out.md")
    line = next(line for line in (tmp_path / "out.md").read_text(encoding="utf-8").split("\n") if "(d)" in line)
    shown = line.split(" - ")[1 if line.startswith("- ") else 0].strip()
    assert not re.search(r"(?<!\\)[*_\[`<~|]", shown.removeprefix("- ").split(" - ")[0]), line


def test_plain_text_has_one_unit_per_line_and_can_be_read_back(
    library: Library, orbat: Callable[..., Any], tmp_path: Path
) -> None:
    """The total follows all units. Reading the text gives the same army."""
    file, out = tmp_path / "army.yaml", tmp_path / "out.txt"
    file.write_text(MIXED, encoding="utf-8")
    orbat("convert", file, out)
    lines = out.read_text(encoding="utf-8").split("\n")
    places = [next(n for n, line in enumerate(lines) if line.strip().startswith(f"{name} - ")) for name in NAMED]
    assert len(set(places)) == len(NAMED)
    assert next(n for n, line in enumerate(lines) if line.startswith("Total: ")) > max(places)
    orbat("convert", out, tmp_path / "back.yaml")
    back = read_orbat((tmp_path / "back.yaml").read_text(encoding="utf-8")).orbat
    before = read_orbat(MIXED).orbat
    assert back is not None
    assert before is not None
    book, _ = library.book(before)
    assert book is not None
    quote, _ = Evaluator().examine(before, book)
    claimed = with_claims(before, book, quote)
    brigades = zip(claimed.formations, before.formations, quote.formations, strict=True)
    units = zip(claimed.units, before.units, strict=True)
    assert back == replace(
        claimed,
        # `with_claims` writes the versions of the data, which a text has only if the file has them
        ruleset=before.ruleset,
        army_list=before.army_list,
        formations=tuple(replace(one, army_list=old.army_list, points=line.points) for one, old, line in brigades),
        units=tuple(replace(one, army_list=old.army_list) for one, old in units),
    )


@pytest.mark.slow
def test_convert_writes_a_canonical_order(orbat: Callable[..., Any], tmp_path: Path) -> None:
    """Two notations of one army become the same bytes. Converting those again changes nothing."""
    messy, tidy = tmp_path / "messy.yaml", tmp_path / "tidy.yaml"
    tidy.write_text(
        "# mine\norbat: 1\ntitle: A\nruleset: days_of_empire\narmy_list: british\n"
        "units:\n  - {name: B, entry: brit_line, size: 8, rating: 3}\n",
        encoding="utf-8",
    )
    messy.write_text(
        'units: [{"rating": 3, "size": 8, "entry": "brit_line", "name": B, options: []}]\n'
        "army_list: british\nruleset: days_of_empire\ntitle: 'A'\nformations: []\norbat: 1\n",
        encoding="utf-8",
    )
    for name in ("messy", "tidy"):
        assert orbat("convert", tmp_path / f"{name}.yaml", tmp_path / f"{name}-out.yaml").code == 0
    first, second = (tmp_path / f"{name}-out.yaml" for name in ("messy", "tidy"))
    assert first.read_bytes() == second.read_bytes()
    orbat("convert", first, tmp_path / "again.yaml")
    assert (tmp_path / "again.yaml").read_bytes() == first.read_bytes()

"""Saving an ORBAT as YAML changes only what was edited in the author's text."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from types import MappingProxyType
from typing import Any

import pytest

from orbat.formats.orbat_file import read_orbat
from orbat.model import arrange
from orbat.model.edits import Edit, Insert, Remove, Set, apply_all
from orbat.model.orbat import Commander, Formation, Orbat, Unit
from orbat.model.text import Pin
from orbat.pipeline import file_text

TEXT = """\
# The army of a friend
orbat: 1
x-club: {name: Guards & Co, since: 2001}   # an extra
title: "Light Division"   # quoted by hand
army_list: british
ruleset: days_of_empire
game_size: 800

# formations first
formations:
  - level: brigade
    name: 1st Brigade
    commander: {name: Codrington}   # not diced yet
    units:
      # the best
      - {name: 7th Royal Fusiliers, entry: brit_line, size: 12, rating: 2, x-paint: red}
      - name: 23rd Foot   # Welch
        rating: 3
        size: 8
        entry: brit_line
      - {name: 33rd Foot, entry: brit_line, size: 9, rating: 3}   # last
  - level: brigade
    name: 2nd Brigade
    commander: {name: Buller}
    units:
      - {name: 19th Foot, entry: brit_line, size: 8, rating: 3}
# the end
"""
UNITS = ("formations", 0, "units")


def _read(text: str) -> Orbat:
    loaded = read_orbat(text)
    assert loaded.findings == ()
    assert loaded.orbat is not None
    return loaded.orbat


def _after(*edits: Edit, text: str = TEXT) -> tuple[str, Orbat]:
    """The text after saving some edits; it reads back as the saved army."""
    orbat = apply_all(_read(text), edits)
    saved = file_text(orbat, ".yaml", text)
    assert _read(saved) == orbat
    return saved, orbat


def _difference(text: str) -> tuple[set[str], set[str]]:
    """The removed and the added lines."""
    old, new = TEXT.split("\n"), text.split("\n")
    return set(old) - set(new), set(new) - set(old)


def test_save_without_changes_keeps_the_text() -> None:
    """The text is identical, to the last blank line."""
    assert _after()[0] == TEXT


@pytest.mark.parametrize(
    ("edit", "gone", "new"),
    [
        (Set((*UNITS, 0), "size", 10), "rating: 2, x-paint", "size: 10, rating: 2, x-paint: red}"),
        (Set((*UNITS, 1), "size", 7), "        size: 8", "        size: 7"),
        (Set((*UNITS, 2), "points", 36), "33rd", "size: 9, rating: 3, points: 36} # last"),
        (Set((), "game_size", 650), "game_size", "game_size: 650"),
        (Set(("formations", 0), "name", "Light"), "    name: 1st Brigade", "    name: Light"),
        (Set(("formations", 1, "commander"), "quality", "capable"), "Buller", "{name: Buller, quality: capable}"),
    ],
)
def test_edit_changes_only_its_line(edit: Edit, gone: str, new: str) -> None:
    """One size, name, claim or quality changes one line; comments and key order are kept."""
    saved, _ = _after(edit)
    before, after = _difference(saved)
    assert len(before) == len(after) == 1
    assert gone in before.pop()
    assert new in after.pop()


def test_zero_is_written() -> None:
    """A size, claim or game size of 0 differs from none."""
    saved, orbat = _after(Set((), "total", 0), Set((*UNITS, 0), "points", 0))
    assert _difference(saved)[1] >= {"total: 0"}
    assert (orbat.total, orbat.formations[0].units[0].points) == (0, 0)
    assert _read(file_text(replace(orbat, total=None), ".yaml", saved)).total is None


def test_removed_unit_removes_only_its_line() -> None:
    """The other units keep their comments."""
    saved, _ = _after(Remove((*UNITS, 2)))
    before, after = _difference(saved)
    assert ["33rd Foot" in line for line in before] == [True]
    assert after == set()
    assert all(comment in saved for comment in ("# an extra", "# Welch", "# not diced yet", "# The army of a friend"))


def test_a_new_unit_is_one_line_in_the_usual_order() -> None:
    """A new unit is written on one line."""
    unit = Unit(name="E Battery", entry="brit_field_battery", size=3, points=105)
    saved, _ = _after(Insert((*UNITS[:2], "units"), 3, unit))
    before, after = _difference(saved)
    assert before == set()
    assert after == {"      - {name: E Battery, entry: brit_field_battery, size: 3, points: 105}"}


def test_moved_units_keep_their_remarks() -> None:
    """Two swapped units keep their comments and unknown keys."""
    text = TEXT.replace("      # the best\n", "")
    orbat = _read(text)
    first, second, third = orbat.formations[0].units
    moved = apply_all(orbat, (Set(UNITS[:2], "units", (third, second, first)),))
    saved = file_text(moved, ".yaml", text)
    assert _read(saved) == moved
    assert sorted(saved.split("\n")) == sorted(text.split("\n"))


def test_renumbered_brigade_keeps_its_remarks() -> None:
    """Numbers given by orbat may change, so a numbered brigade is identified by its troops."""
    text = TEXT.replace("1st Brigade\n", "1st Brigade\n    numbered: true   # Codrington's\n")
    text = text.replace("2nd Brigade\n", "2nd Brigade\n    numbered: true   # Buller's\n")
    orbat = arrange.remove(_read(text), ("formations", 0))
    orbat = apply_all(orbat, (Set((*UNITS, 0), "points", 32),))
    saved = file_text(orbat, ".yaml", text)
    assert _read(saved) == orbat
    assert "name: 1st Brigade\n    numbered: true   # Buller's\n    commander: {name: Buller}\n" in saved
    assert "# Codrington's" not in saved


def test_units_of_the_same_name_keep_their_own_remarks() -> None:
    """Each keeps its own line if only the other is changed."""
    twins = "- {name: Foot, entry: brit_line, size: %d, rating: 3}   # %s"
    text = TEXT.replace("- {name: 33rd Foot, entry: brit_line, size: 9, rating: 3}   # last", twins % (8, "first"))
    text = text.replace("# first\n", f"# first\n      {twins % (10, 'second')}\n", 1)
    orbat = _read(text)
    army = apply_all(orbat, (Set((*UNITS, 2), "size", 10), Set((*UNITS, 3), "size", 8)))
    saved = file_text(army, ".yaml", text)
    assert _read(saved) == army
    assert saved.index("size: 10, rating: 3}   # second") < saved.index("size: 8, rating: 3}   # first")


def test_unknown_values_are_preserved() -> None:
    """Unknown entries and options, and x- keys, survive a save and a conversion to JSON."""
    text = (
        "orbat: 1\nruleset: days_of_empire\nx-a: [1, {b: c}]\nunits:\n"
        "  - {entry: no_such, options: [no_such, rifles], x-b: null, x-c: false, x-d: ''}\n"
        "formations:\n  - {level: horde, x-e: 1.50, commander: {x-f: [1]}}\n"
    )
    orbat = _read(text)
    assert orbat.units[0].extras == {"x-b": None, "x-c": False, "x-d": ""}
    for ending in (".yaml", ".json"):
        assert _read(file_text(orbat, ending)) == orbat
    edited = replace(orbat, title="New")
    saved = file_text(edited, ".yaml", text)
    assert "{entry: no_such, options: [no_such, rifles], x-b: null, x-c: false, x-d: ''}" in saved
    assert _read(saved) == edited


def test_unnamed_commander_is_written() -> None:
    """An empty commander is a general without a name."""
    orbat = Orbat(ruleset=Pin("days_of_empire"), formations=(Formation(level="brigade", commander=Commander()),))
    for ending in (".yaml", ".json"):
        assert _read(file_text(orbat, ending)) == orbat
    text = "orbat: 1\nruleset: days_of_empire\nformations:\n  - level: brigade\n    name: A\n"
    _, army = _after(Set(("formations", 0), "commander", Commander()), text=text)
    assert army.formations[0].commander == Commander()


def test_trailing_zeros_do_not_lose_comments() -> None:
    """Points written as 48.0 or 0.30 do not cause a rewrite of the file."""
    text = TEXT.replace("rating: 3}   # last", "rating: 3, points: 36.50}   # last")
    saved, army = _after(Set((), "game_size", 650), text=text)
    assert army.formations[0].units[2].points == Fraction(73, 2)
    assert saved == text.replace("game_size: 800", "game_size: 650")


NAMES = [
    "NO",
    "yes",
    "on",
    "1:10",
    "010",
    "1_000",
    "0x1F",
    "1e3",
    ".5",
    "1854-09",
    "1854-09-20",
    "null",
    "~",
    "",
    " a",
    "-",
]
NAMES += [
    "- a",
    "a: b",
    "a #b",
    "#",
    "'",
    '"',
    "a\nb",
    "a\n\n",
    "\t",
    "=",
    "<<",
    "&a",
    "*a",
    "!a",
    "%a",
    "@a",
    "`a`",
    "{",
    "[",
]
NAMES += [
    "|",
    ">",
    "?",
    "a\\b",
    "\x1b[31m",
    "\x85",
    "\u2028",
    "\ufeff",
    "é",
    "Ж",
    "🏇",
    "12",
    "1.50",
    "true",
    "---",
    "...",
]


@pytest.mark.parametrize("name", NAMES)
def test_any_text_round_trips(name: str) -> None:
    """Names that look like numbers, dates or YAML syntax are preserved."""
    orbat = Orbat(
        title=name,
        ruleset=Pin("days_of_empire"),
        note=name,
        tags=(name,),
        rulings=MappingProxyType({"battery": name}),
        formations=(Formation(level="brigade", name=name, commander=Commander(name=name)),),
        units=(Unit(name=name, entry="brit_line", note=name, options=(name,)),),
    )
    for ending in (".yaml", ".json"):
        assert _read(file_text(orbat, ending)) == orbat
    saved, edited = _after(Set(UNITS[:2], "name", name), Set((*UNITS, 1), "note", name))
    assert edited.formations[0].units[1].note == name
    assert "# The army of a friend" in saved


LAYOUTS: dict[str, Callable[[str], str]] = {
    "Windows line ends": lambda text: text.replace("\n", "\r\n"),
    "byte-order mark": lambda text: "\ufeff" + text,
    "document marks": lambda text: f"---\n{text}...\n",
    "one line": lambda _: "{orbat: 1, ruleset: days_of_empire, units: [{entry: brit_line, size: 8}]}\n",
    "JSON": lambda text: file_text(_read(text), ".json"),
    "aliases": lambda text: text.replace("{name: Codrington}", "&c {name: Codrington}").replace("{name: Buller}", "*c"),
    "no end of line": lambda text: text.rstrip("\n"),
    "null keys": lambda text: text.replace("game_size: 800", "game_size: null\nnote:\ntags: []"),
}


@pytest.mark.parametrize("layout", sorted(LAYOUTS))
def test_any_layout_can_be_saved_into(layout: str) -> None:
    """For any layout of the file, the saved army is read back."""
    text = LAYOUTS[layout](TEXT)
    orbat = _read(text.removeprefix("\ufeff"))
    edited: Any = apply_all(orbat, (Set((), "title", "Changed"), Set((), "game_size", 400)))
    assert _read(file_text(edited, ".yaml", text.removeprefix("\ufeff"))) == edited


def test_new_file_has_the_documented_key_order(tmp_path: Path) -> None:
    """A new file begins with its format and ends with the total."""
    orbat = replace(_read(TEXT), total=158, note="A note", staff_table="national")
    keys = [line.partition(":")[0] for line in file_text(orbat).split("\n") if line[:1].isalpha()]
    assert keys == [
        "orbat", "title", "ruleset", "army_list", "game_size", "note", "staff_table", "formations", "total", "x-club",
    ]  # fmt: skip

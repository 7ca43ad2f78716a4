"""Each rule of the linter is silent at its limit and speaks just past it, at the right line."""

from __future__ import annotations

import time
from pathlib import Path

import pytest
from click.testing import CliRunner

from orbat.cli.data import lint_command
from orbat.model.finding import Finding
from orbat.sources import lint
from orbat.sources.codes import EXPLANATIONS
from orbat.sources.library import Library
from orbat.sources.lint import LINT_RULES, lint_file, lint_paths
from orbat.sources.lint_case import LintRule
from orbat.validate.rule import explain

ROOT = Path(__file__).resolve().parents[2]

RULESET = """\
ruleset: 1
id: book
title: The Book
version: 1
code: BK
period: 1815
rating_word: class
ratings:
  - {id: 1, label: poor}
  - {id: 2, label: good}
  - {id: 3, label: best}
arms: [foot, horse]
subtypes:
  line: {label: line, kind: infantry}
  hussar: {label: hussars, kind: cavalry}
kinds:
  infantry:
    label: infantry
    arm: foot
    counted_in: [stand, stands]
    rating: priced
    price: {by_rating: {1: 1, 2: 2}, cite: BK 1}
  cavalry:
    label: cavalry
    arm: horse
    counted_in: [stand, stands]
    rating: free
    price: {points: 4, cite: BK 1}
    fixed_size: {ruling: battery, choice: one, size: 1}
  works:
    label: works
    arm: foot
    counted_in: [length, lengths]
    rating: none
    price: {points: 5, cite: BK 1}
options:
  rifles: {label: rifles, points: 1, kinds: [infantry], cite: BK 2}
  lances: {label: lances, points: 1, kinds: [cavalry], cite: BK 2}
levels:
  - {id: division, label: division, general: {points: 30, cite: BK 3}}
  - {id: brigade, label: brigade, general: {points: 30, cite: BK 3}}
player_general: {points: 0, cite: BK 3}
staff:
  dice: 1
  sides: 6
  cite: BK 4
  qualities: [{id: bad, label: bad}, {id: fair, label: fair}]
  player: fair
  default:
    rows:
      bad: [1, 2]
      fair: [3, 4, 5, 6]
    cite: BK 4
  fallback_ruling: row
rules:
  usual_size: {min: 400, max: 1200, cite: BK 5}
  apart: {arms: [foot, horse], levels: [brigade]}
  off_board: {at_most: 1/3, levels: [brigade], ruling: battery, cite: BK 5}
  needs:
    - {kind: works, needs: infantry}
abilities:
  - {id: square, label: square, kinds: [infantry], ratings: [2]}
  - {id: charge, label: charge, kinds: [cavalry]}
entries:
  - {id: works, name: Works, kind: works, size: {min: 1, typical: 1, max: 2, house: true}}
scouting:
  subtypes: [hussar]
  by_rating: {1: 1, 2: 2}
  ahead: 15
  per_stand: {one: 1, many: 2}
  ruling: battery
  cite: BK 6
victory:
  size: 800
  margins: [{least: 0, label: draw}, {least: 100, label: win}]
  full: lost
  half: shaken
  ruling: battery
  cite: BK 7
rulings:
  - {id: battery, passage: a, question: b, ours: many, choices: [{id: one, label: one}, {id: many, label: many}]}
  - {id: row, passage: a, question: b, ours: default, choices: [{id: default, label: default}]}
"""

LIST = """\
army_list: 1
id: allied
title: Allied
nation: allied
ruleset: book
version: 1
years: {from: 1854-03, to: 1856-06, house: true}
sources:
  SMITH: {title: Smith}
entries:
  - id: foot
    name: Foot
    kind: infantry
    subtype: line
    group: Foot
    ratings: {allowed: [1, 2], typical: 2, house: true}
    size: {min: 4, typical: 6, max: 8, sources: [SMITH]}
    options:
      - {option: rifles, use: optional}
    dates: {from: 1854-04, to: 1856-06}
    may: [square]
    limits:
      - {at_most: 3, house: true}
  - id: horse
    name: Horse
    kind: cavalry
    size: {min: 4, typical: 6, max: 8, house: true}
limits:
  - of: {entries: [foot], kinds: [infantry], subtypes: [line], groups: [Foot], options: [rifles]}
    at_most: 1/3
    among: {kinds: [infantry, cavalry], not_entries: [horse, works]}
    scope: brigade
    house: true
habits:
  - {what: battalions_per_brigade, number: [2, 4], house: true}
"""

Change = tuple[str, str]


def write(folder: Path, ruleset: Change = ("", ""), army_list: Change = ("", "")) -> Path:
    """The minimal ruleset and list, each with one change."""
    home = folder / "book"
    home.mkdir(exist_ok=True)
    for name, text, (old, new) in (("ruleset", RULESET, ruleset), ("allied", LIST, army_list)):
        assert old in text
        (home / f"{name}.yaml").write_text(text.replace(old, new, 1) if old else text, encoding="utf-8")
    return home


def found(folder: Path, name: str) -> list[Finding]:
    return list(lint_file(folder / "book" / f"{name}.yaml", Library(folder)))


def test_the_minimal_files_are_silent(tmp_path: Path) -> None:
    write(tmp_path)
    assert found(tmp_path, "ruleset") == []
    assert found(tmp_path, "allied") == []


# The code, the file, what is changed, into what is still silent, into what is reported, and words of the message.
PAIRS = [
    ("LST001", "allied", "kind: infantry\n", "kind: infantry\n", "kind: infantrie\n", "Did you mean infantry?"),
    ("LST001", "allied", "subtype: line", "subtype: ''x", "subtype: hussar", "not a subtype of infantry"),
    ("LST001", "allied", "option: rifles,", "option: rifles, from: 1855,", "option: lances,", "not an option of infan"),
    ("LST001", "allied", "may: [square]", "may: []", "may: [charge]", "not an ability of infantry"),
    ("LST001", "allied", "{entries: [foot]", "{entries: [works]", "{entries: [fooot]", "Did you mean foot?"),
    ("LST001", "allied", "not_entries: [horse", "not_entries: [foot", "not_entries: [hors", "Did you mean horse?"),
    ("LST001", "allied", "kinds: [infantry]", "kinds: [works]", "kinds: [work]", "not a kind"),
    ("LST001", "allied", "subtypes: [line]", "subtypes: [hussar]", "subtypes: [lime]", "not a subtype"),
    ("LST001", "allied", "groups: [Foot]", "groups: []", "groups: [Feet]", "not a group"),
    ("LST001", "allied", "options: [rifles]}", "options: [lances]}", "options: [rifle]}", "not an option"),
    ("LST001", "allied", "scope: brigade", "scope: army", "scope: corps", "it may be army, division or brigade"),
    (
        "LST001",
        "allied",
        "sources: [SMITH]",
        "sources: [SMITH, SMITH]",
        "sources: [SMITH, SMIT]",
        "Did you mean SMITH?",
    ),
    ("LST001", "ruleset", "arm: horse", "arm: foot", "arm: hrse", "not an arm"),
    ("LST001", "ruleset", "arms: [foot, horse]}", "x", "", ""),
    (
        "LST001",
        "ruleset",
        "arms: [foot, horse], levels",
        "arms: [horse, foot], levels",
        "arms: [foot, guns], levels",
        "",
    ),
    ("LST001", "ruleset", "kind: cavalry}", "kind: infantry}", "kind: cavalery}", "Did you mean cavalry?"),
    (
        "LST001",
        "ruleset",
        "1: 1, 2: 2}, cite: BK 1",
        "1: 1, 2: 2, 3: 9}, cite: BK 1",
        "1: 1, 2: 2, 4: 9}, cite: BK 1",
        "4",
    ),
    ("LST001", "ruleset", "choice: one,", "choice: many,", "choice: two,", "not a choice of battery"),
    (
        "LST001",
        "ruleset",
        "{ruling: battery,",
        "{ruling: row, choice: default, size: 1}\n#",
        "{ruling: batery,",
        "ruling",
    ),
    ("LST001", "ruleset", "kinds: [cavalry], cite", "kinds: [works], cite", "kinds: [horses], cite", "not a kind"),
    ("LST001", "ruleset", "player: fair", "player: bad", "player: fine", "not a staff quality"),
    ("LST001", "ruleset", "      bad: [1, 2]", "      bad: [2, 1]", "      worse: [1, 2]", "not a staff quality"),
    ("LST001", "ruleset", "fallback_ruling: row", "fallback_ruling:", "fallback_ruling: rows", "not a ruling"),
    ("LST001", "ruleset", "{id: default, label", "{id: default, label", "{id: spanish, label", "not a staff table"),
    ("LST001", "ruleset", "needs: infantry}", "needs: cavalry}", "needs: sappers}", "not a kind"),
    ("LST001", "ruleset", "levels: [brigade], r", "levels: [division], r", "levels: [army], r", "not a level"),
    ("LST001", "ruleset", "ratings: [2]}", "ratings: [3]}", "ratings: [4]}", "not a rating"),
    ("LST001", "ruleset", "subtypes: [hussar]", "subtypes: [line]", "subtypes: [hussars]", "Did you mean hussar?"),
    ("LST001", "ruleset", "by_rating: {1: 1, 2: 2}\n", "by_rating: {1: 1}\n", "by_rating: {9: 1}\n", "not a rating"),
    ("LST001", "ruleset", "many: 2}", "many: 3}", "mony: 2}", "every choice needs one; mony is not a choice"),
    ("LST001", "ruleset", "ours: many", "ours: one", "ours: few", "not a choice of the ruling"),
    ("LST002", "allied", "typical: 6, max: 8, s", "typical: 8, max: 8, s", "typical: 9, max: 8, s", "max is 8"),
    (
        "LST002",
        "allied",
        "{min: 4, typical: 6, max: 8, s",
        "{min: 6, typical: 6, max: 8, s",
        "{min: 7, typical: 6, max: 8, s",
        "",
    ),
    ("LST002", "ruleset", "{min: 400,", "{min: 1200,", "{min: 1201,", "min may be at most max"),
    ("LST002", "ruleset", "least: 100", "least: 0.5", "least: 0", "margins must rise"),
    ("LST002", "ruleset", "fair: [3, 4, 5, 6]", "fair: [6, 5, 4, 3]", "fair: [3, 4, 5, 6, 7]", "1d6 gives 1 to 6"),
    ("LST002", "ruleset", "bad: [1, 2]", "bad: [1, 2]", "bad: [1, 1, 2]", "under bad and under bad"),
    ("LST002", "ruleset", "  sides: 6", "  sides: 6", "  sides: 5", "1d5 gives 1 to 5"),
    ("LST003", "allied", "id: horse", "id: hors2", "id: foot", "allied.yaml line 24, and allied.yaml line 11"),
    ("LST003", "allied", "id: horse", "id: hors2", "id: works", "allied.yaml line 24, and ruleset.yaml line 75"),
    ("LST003", "ruleset", "{id: brigade,", "{id: brigade,", "{id: division,", "defined twice"),
    ("LST003", "ruleset", "{id: 3, label", "{id: 4, label", "{id: 2, label", "defined twice"),
    (
        "LST003",
        "ruleset",
        "{id: one, label: one}",
        "{id: one, label: other}",
        "{id: many, label: one}",
        "choice of battery",
    ),
    (
        "LST003",
        "ruleset",
        "{id: charge,",
        "{id: square,",
        "{id: square, label: x, kinds: [infantry]}\n  - {id: charge,",
        "",
    ),
    ("LST004", "allied", "allowed: [1, 2]", "allowed: [2]", "allowed: [2, 3]", "has no price for infantry"),
    ("LST004", "allied", "typical: 2,", "typical: 1,", "typical: 3,", "it may be 1 or 2"),
    ("LST004", "allied", "dated", "", "", ""),
    (
        "LST004",
        "allied",
        "typical: 2,",
        "typical: 2, dated: [{rating: 1}],",
        "typical: 2, dated: [{rating: 3}],",
        "dated",
    ),
    (
        "LST004",
        "allied",
        "typical: 2,",
        "typical: 2, dated: [{rating: 1, to: 1854-04}],",
        "typical: 2, dated: [{rating: 1, to: 1854-03}],",
        "never offered",
    ),
    (
        "LST004",
        "allied",
        "    kind: cavalry\n",
        "    kind: cavalry\n    ratings: {allowed: [3], typical: 3}\n",
        "    kind: works\n    ratings: {allowed: [3], typical: 3}\n",
        "works has none",
    ),
    ("LST004", "allied", "    ratings: {allowed: [1, 2], typical: 2, house: true}\n", None, "", "has no ratings"),
    ("LST005", "allied", "max: 8, house: true", "max: 8, cite: BK 5", "max: 8", "takes cite, sources or house"),
    ("LST005", "allied", "max: 8, house: true", "max: 8, sources: [SMITH]", "max: 8, cite: BX 5", "begin with BK"),
    ("LST005", "ruleset", "cite: BK 5}\n  apart", "house: true}\n  apart", "house: false}\n  apart", "min, max"),
    ("LST006", "allied", "at_most: 3, house", "at_least: 3, house", "house", "no bound"),
    ("LST006", "allied", "at_most: 3,", "at_most: 3,", "at_most: 3, at_least: 1,", "two bounds"),
    ("LST006", "allied", "at_most: 3,", "at_most: 1/3, among: {kinds: [infantry]},", "at_most: 1/3,", "needs among"),
    (
        "LST006",
        "allied",
        "at_most: 3,",
        "at_most: 3, for_each: 2, among: {},",
        "at_most: 3, for_each: 2,",
        "needs among",
    ),
    ("LST006", "allied", "at_most: 1/3", "at_most: 1\n    for_each: 3", "at_most: 1", "takes a share"),
    (
        "LST006",
        "allied",
        "at_most: 1/3",
        "at_most: 4/2\n    for_each: 1",
        "at_most: 1/3\n    for_each: 3",
        "whole number",
    ),
    (
        "LST006",
        "allied",
        "at_most: 3,",
        "at_most: 1/3, among: spent, count: points,",
        "at_most: 1/3, among: spent,",
        "must count points",
    ),
    ("LST006", "allied", "limits:\n  - of", None, "limits:\n  - {at_most: 1, house: true}\n  - of", "needs of"),
    (
        "LST007",
        "allied",
        "dates: {from: 1854-04, to: 1856-06}",
        "dates: {from: 1856-06, to: 1856-06}",
        "dates: {from: 1856-06, to: 1856-05}",
        "is after",
    ),
    ("LST007", "allied", "use: optional", "use: optional, from: 1856-06", "use: optional, from: 1856-07", "outside"),
    ("LST007", "allied", "at_most: 3,", "at_most: 3, to: 1854-03,", "at_most: 3, to: 1854-02,", "outside"),
    ("LST007", "allied", "to: 1856-06, house", "to: 1856, house", "to: 1854-02, house", "is after"),
    ("LST008", "allied", "sources: [SMITH]", "sources: [SMITH], note: x", "house: true", "never named"),
    ("LST009", "allied", "id: allied", "id: allied", "id: allies", "named allied"),
    ("LST009", "ruleset", "id: book", "id: book", "id: books", "named book"),
    ("LST010", "ruleset", "points: 4,", "points: 4.0,", "points: 4.5,", "4.5 points"),
    ("LST010", "ruleset", "1: 1, 2: 2}, cite", "1: 1, 2: 0}, cite", "1: 1, 2: 0.3}, cite", "0.3 points"),
    ("LST011", "ruleset", "price: {points: 4, cite", None, "price: {cite", "no points"),
    ("LST011", "ruleset", "price: {points: 4, cite", None, "price: {points: 4, by_rating: {1: 2}, cite", "alone"),
    ("LST011", "ruleset", "price: {by_rating: {1: 1, 2: 2}, cite", None, "price: {points: 4, cite", "no by_rating"),
]

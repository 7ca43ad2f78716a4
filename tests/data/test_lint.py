"""Each lint rule is silent at its limit and reports a fault just beyond it, on the right line."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from click.testing import CliRunner
from tests.data.pairs import Pair, beyond_limit

from orbat.cli.lint import lint_command
from orbat.data.file_codes import EXPLANATIONS
from orbat.data.library import Library
from orbat.data.lint_rules import catalogue
from orbat.data.lint_rules.catalogue import LINT_RULES
from orbat.data.lint_rules.rule import Fault, LintRule
from orbat.evaluate.rule import explain
from orbat.model.finding import Finding
from orbat.pipeline import linter

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
  apart: {arms: [foot, horse], levels: [brigade], cite: BK 5}
  off_board: {at_most: 1/3, levels: [brigade], ruling: battery, cite: BK 5}
  staff: {cite: BK 4}
  needs:
    - {kind: works, needs: infantry}
bases: [{what: foot, size: small, cite: BK 4}]
included:
  - {number: 2, counted_in: [drum, drums], for: {kinds: [infantry], without: [lances]}, cite: BK 1}
notes:
  - {id: drums, label: drums, text: Drums are heard far off., for: {kinds: [infantry]}, cite: BK 4}
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
deployment: {order: [horse, foot], cite: BK 8}
victory:
  size: 800
  margins: [{least: 0, label: draw}, {least: 100, label: win}]
  full: lost
  half: shaken
  works_ruling: row
  player_general: {points: {one: 1, many: 2}, ruling: battery, cite: BK 7}
  ruling: battery
  cite: BK 7
rulings:
  - {id: battery, passage: a, question: b, ours: many, choices: [{id: one, label: one}, {id: many, label: many}]}
  - {id: row, passage: a, question: b, ours: default, choices: [{id: default, label: default}], cite: BK 4}
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


TABLES = """\
reference: 1
ruleset: book
title: Tables
cite: BK 9
tables:
  - id: moves
    title: Moves
    cite: BK 9
    columns: [{head: Troops}, {head: Inches, for: {kinds: [infantry], options: [rifles], without: [rifles]}}]
    rows:
      - heading: On foot
      - {cells: [Foot, 6], for: {subtypes: [line], ratings: [1], may: [square]}}
  - id: other
    title: Other
    cite: BK 9
    columns: [{head: One}]
    rows: [{cells: [1], for: [{kinds: [cavalry]}, {kinds: [infantry]}]}]
"""

SENTENCES = """\
rulebook: 1
ruleset: book
title: The Book
sentences:
  - {cite: BK 1.2, says: foot costs 1, data: [ruleset.kinds.infantry.price, ruleset.included]}
  - {cite: BK 4, says: a die gives the quality, rules: [STF001], rulings: [row], notes: [drums]}
  - {cite: BK 9, says: foot moves 6, data: [reference.tables.moves]}
  - {cite: BK 9, says: drums are loud, not_held: played on the table}
"""

FILES = {"ruleset": RULESET, "allied": LIST, "reference": TABLES, "rulebook": SENTENCES}


def write(folder: Path, **changes: tuple[str, str]) -> Path:
    """Write the minimal ruleset, list and tables, with a change to one of them."""
    home = folder / "book"
    home.mkdir(exist_ok=True)
    for name, text in FILES.items():
        old, new = changes.get(name, ("", ""))
        assert old in text
        (home / f"{name}.yaml").write_text(text.replace(old, new, 1) if old else text, encoding="utf-8")
    return home


def found(folder: Path, name: str) -> list[Finding]:
    return list(linter(Library(folder)).lint(folder / "book" / f"{name}.yaml"))


def test_minimal_files_have_no_findings(tmp_path: Path) -> None:
    write(tmp_path)
    assert found(tmp_path, "ruleset") == []
    assert found(tmp_path, "allied") == []


CANNOT = "cannot: [{{id: a, label: cannot charge, as: {}, cite: BK 4}}]\ndeployment"
"""A prohibition before the next key of the ruleset."""

_ONLY_WITH = "only_with: {kinds: [cavalry]},"

REFERENCES = [
    Pair("LST001", "allied", "kind: infantry\n", None, "kind: infantrie\n", "Did you mean infantry?"),
    Pair("LST001", "allied", "subtype: line", "subtype:", "subtype: hussar", "not a subtype of infantry"),
    Pair("LST001", "allied", "{option: rifles,", None, "{option: lances,", "not an option of infantry"),
    Pair("LST001", "allied", "may: [square]", "may: []", "may: [charge]", "not an ability of infantry"),
    Pair("LST001", "allied", "{entries: [foot]", "{entries: [works]", "{entries: [fooot]", "Did you mean foot?"),
    Pair("LST001", "allied", "not_entries: [horse", "not_entries: [foot", "not_entries: [hors", "Did you mean horse?"),
    Pair("LST001", "allied", "kinds: [infantry],", "kinds: [works],", "kinds: [work],", "not a kind"),
    Pair("LST001", "allied", "subtypes: [line]", "subtypes: [hussar]", "subtypes: [lime]", "not a subtype"),
    Pair("LST001", "allied", "groups: [Foot]", "groups: []", "groups: [Feet]", "not a group"),
    Pair("LST001", "allied", "options: [rifles]}", "options: [lances]}", "options: [rifle]}", "not an option"),
    Pair(
        "LST001",
        "allied",
        "scope: brigade",
        "scope: army",
        "scope: corps",
        "allowed: army, division, brigade or formation",
    ),
    Pair("LST001", "allied", "[SMITH]", "[SMITH, SMITH]", "[SMITH, SMIT]", "Did you mean SMITH?"),
    Pair("LST001", "ruleset", "arm: horse", "arm: foot", "arm: hrse", "not an arm"),
    Pair("LST001", "ruleset", "[foot, horse], levels", "[horse, foot], levels", "[foot, guns], levels", "not an arm"),
    Pair("LST001", "ruleset", "order: [horse,", "order: [foot,", "order: [guns,", "not an arm"),
    Pair("LST001", "ruleset", "kind: cavalry}", "kind: infantry}", "kind: cavalery}", "Did you mean cavalry?"),
    Pair("LST001", "ruleset", "2: 2}, cite", "2: 2, 3: 3}, cite", "2: 2, 4: 3}, cite", "4 is not a rating"),
    Pair("LST001", "ruleset", "choice: one,", "choice: many,", "choice: two,", "not a choice of battery"),
    Pair("LST001", "ruleset", "{ruling: battery,", None, "{ruling: batery,", "Did you mean battery?"),
    Pair("LST001", "ruleset", "kinds: [cavalry], cite", "kinds: [works], cite", "kinds: [horses], cite", "not a kind"),
    Pair("LST001", "ruleset", "player: fair", "player: bad", "player: fine", "not a staff quality"),
    Pair("LST001", "ruleset", "bad: [1, 2]", None, "worse: [1, 2]", "not a staff quality"),
    Pair("LST001", "ruleset", "fallback_ruling: row", "fallback_ruling:", "fallback_ruling: rows", "not a ruling"),
    Pair("LST001", "ruleset", "default, label: default}", None, "elf, label: elf}", "elf is not a staff table"),
    Pair("LST001", "ruleset", "needs: infantry}", "needs: cavalry}", "needs: sappers}", "not a kind"),
    Pair("LST001", "ruleset", "levels: [brigade], r", "levels: [division], r", "levels: [army], r", "not a level"),
    Pair("LST001", "ruleset", "ratings: [2]}", "ratings: [3]}", "ratings: [4]}", "not a rating"),
    Pair("LST001", "ruleset", "subtypes: [hussar]", "subtypes: [line]", "subtypes: [husar]", "Did you mean hussar?"),
    Pair("LST001", "ruleset", "2: 2}\n", "3: 2}\n", "9: 2}\n", "9 is not a rating"),
    Pair("LST001", "ruleset", "many: 2}", "many: 3}", "mony: 2}", "mony is not a choice"),
    Pair("LST001", "ruleset", "one: 1, many: 2}", None, "one: 1}", "the choice many of the ruling"),
    Pair("LST001", "ruleset", "ours: many", "ours: one", "ours: few", "not a choice of the ruling"),
]

NOTE = "  - {id: drums, label: drums, text: Beat., cite: BK 4}\n"

VALUES = [
    Pair("LST002", "allied", "typical: 6, max: 8, s", "typical: 8, max: 8, s", "typical: 9, max: 8, s", "`max` is 8"),
    Pair("LST002", "allied", "min: 4, typical: 6", "min: 6, typical: 6", "min: 7, typical: 6", "`min` must not exceed"),
    Pair("LST002", "ruleset", "{min: 400,", "{min: 1200,", "{min: 1201,", "`min` must not exceed `max`"),
    Pair("LST002", "ruleset", "least: 100", "least: 1", "least: 0", "must be in ascending order"),
    Pair("LST002", "ruleset", "[3, 4, 5, 6]", "[6, 5, 4, 3]", "[3, 4, 5, 6, 7]", "1d6 can only give 1 to 6"),
    Pair("LST002", "ruleset", "[3, 4, 5, 6]", None, "[2, 3, 4, 5, 6]", "in the rows bad and fair"),
    Pair("LST002", "ruleset", "[3, 4, 5, 6]", None, "[3, 4, 5]", "no row has 6", at="rows:"),
    Pair("LST003", "allied", "id: horse", None, "id: foot", "allied.yaml line 24 and in allied.yaml line 11"),
    Pair("LST003", "allied", "id: horse", None, "id: works", "allied.yaml line 24 and in ruleset.yaml line 71"),
    Pair(
        "LST003", "allied", "\nhabits:", None, "\nhabits:\n  - {what: battalions_per_brigade, number: 1}", "", at="[2"
    ),
    Pair("LST003", "ruleset", "{id: 3, label", "{id: 4, label", "{id: 2, label", "and in ruleset.yaml line 10"),
    Pair("LST003", "ruleset", "{id: brigade, l", None, "{id: division, l", "the level division is defined twice"),
    Pair("LST003", "ruleset", "{id: bad, label: bad}", None, "{id: fair, label: bad}", "the staff quality fair"),
    Pair("LST003", "ruleset", "{id: one, label: one}", None, "{id: many, label: one}", "the choice of battery many"),
    Pair("LST003", "ruleset", "{id: row, p", None, "{id: battery, p", "the ruling battery is defined twice"),
    Pair(
        "LST003",
        "ruleset",
        "{id: charge, label: charge, kinds: [",
        None,
        "{id: square, label: a, kinds: [infantry, ",
        "",
    ),
    Pair(
        "LST003",
        "ruleset",
        "deployment",
        "cannot: [{id: a, label: x, cite: BK 4}, {id: b, label: x, cite: BK 4}]\ndeployment",
        "cannot: [{id: a, label: x, cite: BK 4}, {id: a, label: x, cite: BK 4}]\ndeployment",
        "the prohibition a is defined twice",
    ),
    Pair(
        "LST003",
        "ruleset",
        "  - {id: charge,",
        "  - {id: square, label: a, kinds: [infantry], for: {subtypes: [line]}}\n  - {id: charge,",
        "  - {id: square, label: a, kinds: [infantry]}\n  - {id: charge,",
        "the ability of infantry square is defined twice",
    ),
    Pair("LST004", "allied", "allowed: [1, 2]", "allowed: [2]", "allowed: [2, 3]", "has no price for infantry"),
    Pair("LST004", "allied", "allowed: [1, 2]", None, "allowed: [1, 2, 1]", "listed twice"),
    Pair("LST004", "allied", "typical: 2,", "typical: 1,", "typical: 3,", "allowed: 1 or 2"),
    Pair(
        "LST004",
        "allied",
        "2, h",
        "2, dated: [{rating: 1}], h",
        "2, dated: [{rating: 3}], h",
        "`dated` has the rating 3",
    ),
    Pair(
        "LST004",
        "allied",
        "2, h",
        "2, dated: [{rating: 1, to: 1854-04}], h",
        "2, dated: [{rating: 1, to: 1854-03}], h",
        "there is no date on which both",
    ),
    Pair(
        "LST004",
        "allied",
        "    kind: cavalry\n",
        "    kind: cavalry\n    ratings: {allowed: [3], typical: 3, house: true}\n",
        "    kind: works\n    ratings: {allowed: [3], typical: 3, house: true}\n",
        "the kind works has none",
        at="allowed: [3]",
    ),
    Pair("LST004", "allied", "kind: cavalry", "kind: works", "kind: infantry", "has no ratings", at="id: horse"),
    Pair(
        "LST005",
        "allied",
        "max: 8, house: true",
        "max: 8, cite: BK 5",
        "max: 8",
        "the keys `cite`, `sources`, `inferred` or `house`",
    ),
    Pair(
        "LST005",
        "ruleset",
        "deployment",
        "cannot: [{id: a, label: cannot charge, cite: BK 4}]\ndeployment",
        "cannot: [{id: a, label: cannot charge}]\ndeployment",
        "no source is given for label",
    ),
    Pair("LST005", "allied", "max: 8, house: true", "max: 8, sources: [SMITH]", "max: 8, cite: BX 5", "begin with BK"),
    Pair("LST005", "allied", "typical: 2, house: true", "typical: 2, sources: [SMITH]", "typical: 2", "for allowed;"),
    Pair("LST005", "allied", "at_most: 3, house: true", "at_most: 3, cite: BK 5", "at_most: 3", "for at_most;"),
    Pair("LST005", "ruleset", "max: 2, house: true", "max: 2, cite: BK 5", "max: 2", "for min, typical, max;"),
    Pair("LST005", "ruleset", "cite: BK 5}\n  apart", "house: true}\n  apart", "house: false}\n  apart", "min, max"),
    Pair(
        "LST002",
        "allied",
        "max: 8, sources: [SMITH]",
        "max: 8, dated: [{min: 4, typical: 5, max: 8, to: 1855}], sources: [SMITH]",
        "max: 8, dated: [{min: 4, typical: 5, max: 9, to: 1855}], sources: [SMITH]",
        "within the size of the entry, 4 to 8",
    ),
    Pair(
        "LST002",
        "allied",
        "max: 8, sources: [SMITH]",
        "max: 8, dated: [{min: 5, typical: 5, max: 8, to: 1855}], sources: [SMITH]",
        "max: 8, dated: [{min: 5, typical: 4, max: 8, to: 1855}], sources: [SMITH]",
        "`min` must not exceed `typical`",
    ),
    Pair(
        "LST001",
        "allied",
        "  - id: horse",
        "  - id: horse\n    same_as: foot",
        "  - id: horse\n    same_as: foo",
        "Did you mean foot?",
    ),
    Pair(
        "LST001",
        "allied",
        "  - id: horse",
        "  - id: horse\n    same_as: foot",
        "  - id: horse\n    same_as: horse",
        "not another entry",
    ),
    Pair(
        "LST007",
        "allied",
        "limits:\n  - of",
        "allies: [{list: reds, to: 1856-06}]\nlimits:\n  - of",
        "allies: [{list: reds, to: 1854-02}]\nlimits:\n  - of",
        "outside",
    ),
    Pair(
        "LST004",
        "allied",
        "typical: 2, house: true}",
        "typical: 2, only_for: {1: [Kent]}, house: true}\n    regiments: [Kent]",
        "typical: 2, only_for: {1: [Kemt]}, house: true}\n    regiments: [Kent]",
        "Kemt is not a regiment of foot",
    ),
    Pair(
        "LST004",
        "allied",
        "typical: 2, house: true}",
        "typical: 2, only_for: {1: []}, house: true}\n    regiments: [{name: Kent, rating: 1}]",
        "typical: 2, only_for: {1: []}, house: true}\n    regiments: [{name: Kent, rating: 2}]",
        "foot has no regiment that can have the rating",
    ),
    Pair(
        "LST004",
        "allied",
        "typical: 2, house: true}",
        "typical: 2, only_for: {1: [Kent]}, house: true}\n    regiments: [Kent]",
        "typical: 2, only_for: {3: [Kent]}, house: true}\n    regiments: [Kent]",
        "`only_for` has the rating 3, which is not in `allowed`",
    ),
    Pair("LST006", "allied", "at_most: 3, h", "at_least: 3, h", "h", "no bound"),
    Pair("LST006", "allied", "at_most: 3,", None, "at_most: 3, at_least: 1,", "several bounds"),
    Pair("LST006", "allied", "at_most: 3,", "at_least: 3, or_none: true,", "at_most: 3, or_none: true,", "`or_none`"),
    Pair("LST006", "allied", "at_most: 3,", _ONLY_WITH, f"{_ONLY_WITH} count: stands,", "`count`"),
    Pair("LST006", "allied", "at_most: 3,", _ONLY_WITH, f"{_ONLY_WITH} when: {{of: {{}}}},", "`only_with` and `when`"),
    Pair(
        "LST006", "allied", "at_most: 3,", f"{_ONLY_WITH} scope: formation,", "at_most: 3, scope: formation,", "`scope`"
    ),
    Pair("LST006", "allied", "at_most: 3,", f"{_ONLY_WITH} or_in: [A],", "at_most: 3, or_in: [A],", "`or_in`"),
    Pair(
        "LST006",
        "allied",
        "at_most: 3,",
        "at_most: 3, when: {of: {}, at_least: 2},",
        "at_most: 3, when: {of: {}, at_least: 2, at_most: 3},",
        "the condition has two bounds",
    ),
    Pair("LST001", "allied", "at_most: 3,", _ONLY_WITH, "only_with: {kinds: [cavalri]},", "Did you mean cavalry?"),
    Pair(
        "LST006",
        "allied",
        "at_most: 3,",
        "at_most: 1/3, among: {kinds: []},",
        "at_most: 1/3,",
        "so it needs the key `among`",
    ),
    Pair(
        "LST006",
        "allied",
        "at_most: 3,",
        "at_most: 3, for_each: 2, among: {},",
        "at_most: 3, for_each: 2,",
        "key `among`",
    ),
    Pair("LST006", "allied", "at_most: 1/3", "at_most: 1\n    for_each: 3", "at_most: 1", "needs a share"),
    Pair("LST006", "allied", "at_most: 1/3\n", None, "at_most: 1/3\n    for_each: 3\n", "whole number", at="1/3"),
    Pair(
        "LST006",
        "allied",
        "at_most: 3,",
        "at_most: 1/3, among: spent, count: points,",
        "at_most: 1/3, among: spent,",
        "must count points",
    ),
    Pair(
        "LST006",
        "allied",
        "limits:\n  - of",
        None,
        "limits:\n  - {at_most: 1, house: true}\n  - of",
        "needs the key `of`",
    ),
    Pair("LST007", "allied", "1854-04, to: 1856-06}", "1856-06, to: 1856-06}", "1856-06, to: 1856-05}", "is after"),
    Pair(
        "LST007", "allied", "use: optional", "use: optional, from: 1856-06", "use: optional, from: 1856-07", "outside"
    ),
    Pair("LST007", "allied", "at_most: 3,", "at_most: 3, to: 1854-03,", "at_most: 3, to: 1854-02,", "outside"),
    Pair("LST007", "allied", "to: 1856-06, house", "to: 1856, house", "to: 1854-02, house", "is after"),
    Pair("LST008", "allied", "sources: [SMITH]", None, "house: true", "never used", at="SMITH: {"),
    Pair("LST009", "allied", "id: allied", None, "id: allies", "the file is named allied"),
    Pair("LST009", "ruleset", "id: book", None, "id: books", "the folder is named book"),
    Pair("LST010", "ruleset", "points: 4,", "points: 4.0,", "points: 4.5,", "4.5 points"),
    Pair("LST010", "ruleset", "2: 2}, cite", "2: 0}, cite", "2: 0.3}, cite", "0.3 points"),
    Pair("LST011", "ruleset", "{points: 4, cite", "{points: 0, cite", "{cite", "no points"),
    Pair("LST011", "ruleset", "{points: 4, cite", None, "{points: 4, by_rating: {1: 2}, cite", "only points is used"),
    Pair("LST011", "ruleset", "{by_rating: {1: 1, 2: 2}, cite", None, "{points: 4, cite", "no by_rating"),
    Pair("LST012", "reference", "[Foot, 6]", '[Foot, ""]', "[Foot]", "has 1 cell, but the table moves has 2 columns"),
    Pair("LST012", "reference", "[Foot, 6]", None, "[Foot, 6, 7]", "has 3 cells"),
    Pair(
        "LST012",
        "reference",
        "    rows:",
        "    card_rows: [{cells: [a, b]}]\n    rows:",
        "    card_rows: [{cells: [a]}]\n    rows:",
        "has 1 cell, but the table moves has 2 columns",
    ),
    Pair("LST012", "reference", "heading: On foot", None, "{heading: A, cells: [1, 2]}", "both a heading and cells"),
    Pair(
        "LST013",
        "allied",
        "    size: {min: 4, typical: 6, max: 8, house: true}",
        None,
        "",
        "horse has no size",
        at="id: horse",
    ),
    Pair("LST014", "ruleset", "{points: 4,", "{points: 0,", "{points: -1,", "cavalry costs -1 points"),
    Pair(
        "LST015",
        "ruleset",
        "counted_in: [length",
        "track: {label: a, boxes: 1, cite: BK 1}\n    counted_in: [length",
        "track: {label: a, cite: BK 1}\n    counted_in: [length",
        "nothing to tick",
    ),
    Pair(
        "LST015",
        "allied",
        "entries:",
        "national_flag: {vertical: [blue, white], house: true}\nentries:",
        "national_flag: {vertical: [blue], horizontal: [red], house: true}\nentries:",
        "either horizontal or vertical stripes",
    ),
    Pair(
        "LST005",
        "allied",
        "entries:",
        None,
        "national_flag: {vertical: [blue, white]}\nentries:",
        "given for vertical",
    ),
    Pair(
        "LST001",
        "ruleset",
        "size: small, cite",
        "size: small, kinds: [infantry], width: 25, cite",
        "size: small, kinds: [infantrie], width: 25, cite",
        "infantrie is not a kind",
    ),
    Pair(
        "LST017",
        "ruleset",
        "rulings:",
        "wars: [{name: A, sides: [[blue], [red]], cite: BK 1}]\nrulings:",
        "wars: [{name: A, sides: [[blue], [red, blue]], cite: BK 1}]\nrulings:",
        "blue is listed twice in the war",
    ),
    Pair(
        "LST018",
        "ruleset",
        "title: The Book",
        None,
        "title: Days of Empire",
        "title of days_of_empire, which orbat ships",
    ),
    Pair("LST001", "reference", "options: [rifles]", None, "options: [rifle]", "not an option"),
    Pair("LST001", "reference", "without: [rifles]", None, "without: [rifle]", "not an option"),
    Pair("LST001", "reference", "may: [square]", None, "may: [squares]", "not an ability"),
    Pair("LST001", "reference", "may: [square]", "may_not: [square]", "may_not: [squares]", "not an ability"),
    Pair("LST001", "allied", "may: [square]", "may_not: [square]", "may_not: [charge]", "not an ability of infantry"),
    Pair("LST001", "ruleset", "deployment", CANNOT.format("square"), CANNOT.format("squares"), "not an ability"),
    Pair("LST001", "reference", "ratings: [1]", "ratings: [2]", "ratings: [9]", "not a rating"),
    Pair("LST001", "reference", "{kinds: [cavalry]}", None, "{qualities: [none]}", "not a staff quality"),
    Pair("LST001", "reference", "ruleset: book", None, "ruleset: books", "not a ruleset"),
    Pair("LST003", "reference", "id: other", None, "id: moves", "table moves is defined twice"),
    Pair("LST005", "reference", "cite: BK 9", None, "cite: XY 9", "must begin with BK"),
    Pair("LST001", "ruleset", "without: [lances]", "without: [rifles]", "without: [lance]", "not an option"),
    Pair(
        "LST001", "ruleset", "kinds: [infantry], without", "kinds: [works], without", "kinds: [foot], without", "kind"
    ),
    Pair("LST001", "ruleset", "kinds: [infantry]}, cite: BK 4", None, "kinds: [foot]}, cite: BK 4", "not a kind"),
    Pair("LST001", "ruleset", "works_ruling: row", "works_ruling: battery", "works_ruling: rows", "not a ruling"),
    Pair("LST001", "ruleset", "points: {one: 1, many: 2}", None, "points: {one: 1}", "the choice many of the ruling"),
    Pair("LST003", "ruleset", "notes:\n", None, f"notes:\n{NOTE}", "note drums is defined twice", "far off"),
    Pair("LST005", "ruleset", "size: small, cite: BK 4", "size: small, house: true", "size: small", "given for size"),
    Pair("LST005", "ruleset", "kinds: [infantry]}, cite: BK 4", None, "kinds: [infantry]}", "given for text"),
    Pair("LST019", "rulebook", "rules: [STF001]", "rules: [STF002]", "rules: [STF099]", "not the code of a rule"),
    Pair(
        "LST019",
        "rulebook",
        "rules: [STF001]",
        None,
        "rules: [PTS003]",
        "PTS003 cites BK 5, but this sentence of the rulebook is from BK 4",
    ),
    Pair(
        "LST019",
        "rulebook",
        "rules: [STF001]",
        None,
        "rules: [PTS001]",
        "PTS001 cites nothing, but this sentence of the rulebook is from BK 4",
    ),
    Pair("LST019", "rulebook", "rulings: [row]", None, "rulings: [rows]", "not a ruling"),
    Pair("LST019", "rulebook", "notes: [drums]", None, "notes: [drum]", "not a note of the ruleset"),
    Pair("LST019", "rulebook", "[reference.tables", None, "[references.tables", "not a file of the ruleset"),
    Pair("LST001", "rulebook", "ruleset: book", None, "ruleset: books", "not a ruleset"),
    Pair("LST019", "rulebook", "cite: BK 9", None, "cite: XY 9", "must begin with BK"),
    Pair("LST019", "rulebook", "cite: BK 9", "cite: BK 9.1", "cite: BKS 9", "must begin with BK"),
    Pair("LST009", "rulebook", "ruleset: book", None, "ruleset: books", "is in the folder book"),
    Pair("LST019", "rulebook", "infantry.price, ", "infantry, ", "infantry.prices, ", "no data at"),
    Pair(
        "LST019",
        "rulebook",
        "kinds.infantry.price",
        "kinds.cavalry",
        "levels.brigade.general",
        ", but this sentence of the rulebook is from BK 1.2",
    ),
    Pair(
        "LST019",
        "rulebook",
        "{cite: BK 1.2",
        "{cite: BK 1",
        "{cite: BK 2",
        "but this sentence of the rulebook is from BK 2",
    ),
    Pair(
        "LST019",
        "rulebook",
        "{cite: BK 4",
        "{cite: [BK 8, BK 4.1]",
        "{cite: BK 40",
        "drums cites BK 4, but this sentence of the rulebook is from BK 40",
    ),
    Pair(
        "LST019",
        "rulebook",
        "rulings: [row]",
        "rulings: []",
        "rulings: [battery]",
        "cites nothing, but this sentence of the rulebook is from BK 4",
    ),
    Pair(
        "LST020",
        "allied",
        "entries:\n",
        "service: [{name: A, from: 1854-03, house: true}]\nentries:\n",
        "service: [{name: A, to: 1854-03, house: true}]\nentries:\n",
        "1 commander has no first date of service: A",
    ),
    Pair(
        "LST020",
        "allied",
        "entries:\n",
        None,
        "service: [A, B, C, {name: C, from: 1855, house: true}, D, E, F, G]\nentries:\n",
        "7 commanders have no first date of service: A, B, C, D and E (and 2 more)",
    ),
    Pair(
        "LST020",
        "allied",
        "entries:\n",
        "commanders: [A]\nservice: [{name: A, from: 1854, house: true}]\nentries:\n",
        "commanders: [A]\nentries:\n",
        "1 commander has no first date of service: A",
    ),
    Pair(
        "LST020",
        "allied",
        "years: {from: 1854-03, to: 1856-06, house: true}\n",
        "years: {}\nservice: [A]\n",
        "years: {from: 1854-03, house: true}\nservice: [A]\n",
        "1 commander has no first date of service: A",
        at="service: [A]",
    ),
    Pair(
        "LST019", "rulebook", "not_held: played on the table", "commands: [odds]", "notes: []", "names no part of orbat"
    ),
    Pair(
        "LST019",
        "rulebook",
        "loud, not",
        "loud, commands: [odds], x-not",
        "loud, commands: [odds], not",
        "but `not_held` says",
    ),
]


@pytest.mark.parametrize("pair", [*REFERENCES, *VALUES], ids=lambda pair: f"{pair.code} {pair.wrong.strip()[:30]}")
def test_rule_is_silent_at_its_limit_and_reports_beyond(tmp_path: Path, pair: Pair) -> None:
    hit = beyond_limit(tmp_path, FILES, pair)
    base = FILES[pair.file].splitlines()
    text = (tmp_path / "book" / f"{pair.file}.yaml").read_text().splitlines()
    changed = next(number for number, (one, other) in enumerate(zip(base, text, strict=False), 1) if one != other)
    line = next(number for number, one in enumerate(text, 1) if pair.at in one) if pair.at else changed
    assert (hit.line, bool(hit.column)) == (line, True)
    assert hit.cites


def test_every_rule_has_a_pair() -> None:
    assert {pair.code for pair in (*REFERENCES, *VALUES)} == {rule.code for rule in LINT_RULES}


def test_explanations_are_complete() -> None:
    lint_rules = [explain(rule.code, rule.title, rule.check.__doc__ or "") for rule in LINT_RULES]
    for one in (*EXPLANATIONS, *lint_rules):
        assert all((one.title, one.checks, one.why, one.example, one.remedy)), one.code
    codes = [one.code for one in (*EXPLANATIONS, *lint_rules)]
    assert len(codes) == len(set(codes))


def test_every_code_used_for_files_is_explained() -> None:
    used: set[str] = set()
    for path in (ROOT / "src").rglob("*.py"):
        used |= set(re.findall(r"\b(?:SRC|INT)[0-9]{3}\b", path.read_text(encoding="utf-8")))
    assert used == {one.code for one in EXPLANATIONS}


def test_duplicate_entries_of_other_lists_are_only_a_warning(tmp_path: Path) -> None:
    home = write(tmp_path)
    (home / "other.yaml").write_text(LIST.replace("id: allied", "id: other").replace("id: horse", "id: guard"))
    (finding,) = (one for one in found(tmp_path, "allied") if one.code == "LST003")
    assert finding.severity == "warning"
    assert "the entry foot is defined twice: in allied.yaml line 11 and in other.yaml line 11" in finding.message


def test_list_in_the_wrong_folder_or_with_an_unusable_ruleset(tmp_path: Path) -> None:
    home = write(tmp_path, allied=("ruleset: book", "ruleset: bok"))
    messages = {one.code: one.message for one in found(tmp_path, "allied")}
    assert messages.keys() == {"LST001", "LST009"}
    assert "Did you mean book?" in messages["LST001"]
    write(tmp_path, ruleset=("title: The Book", "titel: The Book"))
    (finding,) = linter(Library(tmp_path)).lint(home / "allied.yaml")
    assert "cannot be used" in finding.message


@pytest.mark.parametrize(("source", "findings"), [("JONES", []), ("JONS", ["LST001"])])
def test_reference_tables_name_sources_of_the_ruleset(tmp_path: Path, source: str, findings: list[str]) -> None:
    defined = ("arms: [foot, horse]", "arms: [foot, horse]\nsources: {JONES: {title: Jones}}")
    write(tmp_path, ruleset=defined, reference=("cite: BK 9\n    columns", f"sources: [{source}]\n    columns"))
    assert [finding.code for finding in found(tmp_path, "reference")] == findings


def test_list_uses_the_ruleset_of_the_library(tmp_path: Path) -> None:
    write(tmp_path)
    elsewhere = tmp_path / "elsewhere" / "book"
    elsewhere.mkdir(parents=True)
    (elsewhere / "mine.yaml").write_text(LIST.replace("id: allied", "id: mine").replace("scope: brigade", "scope: x"))
    codes = [one.code for one in linter(Library(tmp_path)).lint(elsewhere / "mine.yaml") if one.severity == "error"]
    assert codes == ["LST001"]


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("a: [", "SRC002"),
        ("a: 1\na: 2\n", "SRC003"),
        ("army_list: 1\nid: x\n", "SRC004"),
        ("orbat: 2\nruleset: book\n", "SRC005"),
        ("orbat: 1\nruleset: book\nunits: 3\n", "SRC004"),
        ("colour: red\n", "SRC005"),
        ("", "SRC005"),
        ("- 1\n", "SRC005"),
        ("orbat: 1\nruleset: book\nextras: {}\n", "SRC004"),
    ],
)
def test_load_errors_are_reported_by_the_linter(tmp_path: Path, text: str, code: str) -> None:
    (tmp_path / "a.yaml").write_text(text)
    assert {one.code for one in linter(Library(tmp_path)).lint(tmp_path / "a.yaml")} == {code}


def test_failing_rule_is_a_finding(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(_: object) -> list[Fault]:
        raise ZeroDivisionError

    write(tmp_path, ruleset=("id: book", "id: books"))
    monkeypatch.setattr(catalogue, "LINT_RULES", (LintRule("LST999", "x", "error", fails), *LINT_RULES))
    assert {one.code for one in found(tmp_path, "ruleset")} == {"INT001", "LST009"}


def test_shipped_data_has_no_findings() -> None:
    results = list(linter(Library(ROOT / "army_lists")).lint_all([ROOT / "army_lists", ROOT / "templates" / "sheets"]))
    assert len(results) >= 8
    assert [(path.name, one.code, one.line, one.message) for path, inner in results for one in inner] == []


SHEET = (ROOT / "templates" / "sheets" / "orbat.yaml").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("old", "new", "code", "message"),
    [
        ("size: 8,", "size: 7,", "SRC004", "from 8 to 72 points"),
        ("block: title", "block: titel", "SRC004", "not 'titel'. Did you mean title?"),
        ("  foot:", "  feet:", "SRC004", "feet"),
        ("id: orbat", "id: orbats", "LST009", "the file is named orbat"),
    ],
)
def test_sheet_layouts_are_checked(tmp_path: Path, old: str, new: str, code: str, message: str) -> None:
    path = tmp_path / "orbat.yaml"
    path.write_text(SHEET, encoding="utf-8")
    assert linter(Library(tmp_path)).lint(path) == ()
    assert old in SHEET
    path.write_text(SHEET.replace(old, new, 1), encoding="utf-8")
    findings = linter(Library(tmp_path)).lint(path)
    assert any(one.code == code and message in one.message and one.line for one in findings), findings


@pytest.mark.slow
def test_shipped_orbats_load_cleanly() -> None:
    results = list(linter(Library(ROOT / "army_lists")).lint_all([ROOT / "templates" / "orbats"]))
    assert results
    assert [(path.name, one.message) for path, inner in results for one in inner] == []


@pytest.mark.slow
def test_lint_command(tmp_path: Path) -> None:
    home = write(tmp_path, allied=("id: allied", "id: allies"))
    run = CliRunner()
    wrong = run.invoke(lint_command, [str(home)], standalone_mode=False)
    assert wrong.return_value == 1
    assert "error   line 2, column 5: the id is allies" in wrong.output
    assert "          | id: allies\n          |     ^\n" in wrong.output
    assert wrong.output.splitlines()[-1] == "4 files: 1 error, 0 warnings, 0 notes."
    as_json = run.invoke(lint_command, [str(home / "allied.yaml"), "--json"], standalone_mode=False)
    (file,) = json.loads(as_json.output)["files"]
    assert {(one["code"], one["line"], one["path"]) for one in file["findings"]} >= {("LST009", 2, "id")}
    assert run.invoke(lint_command, [], standalone_mode=False).return_value == 0
    assert run.invoke(lint_command, [str(home / "no.yaml")], standalone_mode=False).return_value == 2


def test_an_ability_for_other_troops_of_the_kind_is_a_warning(tmp_path: Path) -> None:
    """The list remains usable: the ability has no effect."""
    condition = ("ratings: [2]}", "ratings: [2], for: {subtypes: [guard]}}")
    write(tmp_path, ruleset=condition)
    (tmp_path / "book" / "ruleset.yaml").write_text(
        (tmp_path / "book" / "ruleset.yaml")
        .read_text("utf-8")
        .replace("  line: {label", "  guard: {label: guard, kind: infantry}\n  line: {label", 1),
        encoding="utf-8",
    )
    (finding,) = found(tmp_path, "allied")
    assert (finding.code, finding.severity) == ("LST001", "warning")
    assert "no unit of foot can have the ability square" in finding.message

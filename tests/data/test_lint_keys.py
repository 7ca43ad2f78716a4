"""The linter checks every key: silent for valid values, and a finding just beyond."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.data.pairs import Pair, beyond_limit, found

RULESET = """\
ruleset: 1
id: book
title: The Book
version: 1
code: BK
period: 1757
official: All of it is made up.
sources:
  BLOG: {title: A page}
rating_word: grade
ratings: [{id: poor, label: poor}, {id: good, label: good}]
sizes: [{id: small, label: small}, {id: usual, label: usual}, {id: large, label: large}]
arms: [foot, guns]
kinds:
  infantry:
    label: infantry
    arm: foot
    counted_in: [battalion, battalions]
    rating: priced
    price:
      by_rating: {poor: 20, good: 30}
      by_size: {small: -20, usual: 0, large: 10}
      per: unit
      sources: [BLOG]
      marked: {poor: {inferred: true, note: by symmetry}, large: {house: true, note: ours}}
      instead:
        - {ruling: points, choice: other, by_rating: {poor: 22, good: 33}, house: true, note: ours}
    barred_ratings: {ratings: [good], ruling: barred, choice: refused, house: true, note: ours}
    track: {label: hits, boxes: 5, cite: BK 1}
  gun:
    label: guns
    arm: guns
    rating: none
    price: {points: 40, per: unit, inferred: true, note: worked out}
    track: {label: state, states: [fresh, silenced], cite: BK 1}
  wall:
    label: wall
    arm: guns
    counted_in: [length, lengths]
    rating: none
    price: {points: 5, cite: BK 1}
options:
  raw: {label: raw, points: -5, per: unit, kinds: [infantry], cite: BK 2}
national_prices:
  - {nations: [saxon], percent: 110, to_nearest: 5, ruling: points, choice: other, house: true, note: ours}
levels:
  - {id: corps, label: corps, general: {points: 8, cite: BK 3}}
  - {id: brigade, label: brigade, general: {points: 5, cite: BK 3}}
commander_word: HQ
player_general: {points: 0, cite: BK 3}
staff:
  dice: 1
  sides: 2
  cite: BK 4
  qualities: [{id: bad, label: bad}, {id: fair, label: fair}]
  default: {rows: {bad: [1], fair: [2]}, cite: BK 4}
  ruling: commanders
  prices: {points: {bad: -10, fair: 0}, house: true, note: ours}
rules:
  usual_size: {min: 100, max: 300, steps: [100, 200, 300], house: true, note: ours}
limits:
  - {of: {kinds: [infantry], ratings: [good], sizes: [large]}, at_most: 2, house: true, note: ours}
  - {of: {levels: [brigade]}, at_most: 4, scope: corps, house: true, note: ours}
  - {of: {levels: [corps]}, at_most: 1, for_each: 2, among: {levels: [brigade]}, house: true, note: ours}
flags:
  - {id: slow, label: moves slowly, short: slow, house: true}
  - {id: drilled, label: well drilled, house: true}
reserves:
  - {id: rear, label: reserve from the rear, needs: 3+ on 1d6, cite: BK 6}
  - {id: flank, label: reserve from a flank, needs: 4+ on 1d6, cite: BK 6}
breaking_point:
  share: 1/2
  of: {kinds: [infantry]}
  ruling: fight_on
  by_ruling: {long: 2/3}
  house: true
  note: ours
victory:
  size: 300
  margins: [{least: 0, label: draw}, {least: 50, label: win}]
  full: what is lost
  half: what runs
  generals: those shot or taken
  fates: [killed, captured]
  ruling: fight_on
  cite: BK 7
rulings:
  - {id: points, passage: a, question: b, ours: known, choices: [{id: known, label: a}, {id: other, label: b}]}
  - {id: barred, passage: a, question: b, ours: refused, choices: [{id: refused, label: a}, {id: taken, label: b}]}
  - {id: fight_on, passage: a, question: b, ours: half, choices: [{id: half, label: a}, {id: long, label: b}]}
  - id: commanders
    passage: a
    question: b
    ours: diced
    choices: [{id: diced, label: a}, {id: bought, label: b}, {id: set, label: c}]
"""

LIST = """\
army_list: 1
id: saxons
title: Saxons
nation: saxon
ruleset: book
version: 1
years: {from: 1756, to: 1763}
theatres:
  - {id: silesia, name: Silesia, from: 1757, to: 1758, house: true, note: ours}
  - {id: rhine, name: The Rhine}
entries:
  - id: foot
    name: Foot
    kind: infantry
    ratings: {allowed: [poor, good], typical: poor, house: true}
    sizes: {allowed: [small, usual], typical: usual, house: true}
    theatre: [silesia, rhine]
    options: [{option: raw, use: optional}]
    regiments:
      - name: Lubomirski
        also: [Prinz L]
        to: 1757
        theatre: silesia
        parent: {brigade: Rohr}
        options: [raw]
        rating: good
      - {name: Lubomirski, from: 1758, size: usual, house: true, note: ours}
      - {name: Minckwitz, also: [Minkwitz]}
  - id: battery
    name: Battery
    kind: gun
  - id: wall
    name: Wall
    kind: wall
    size: {min: 1, typical: 1, max: 2, house: true}
    limits: [{at_most: 1, theatre: rhine, house: true, note: ours}]
    regiments: [{name: Redoubt, size: 2, house: true, note: ours}]
flags:
  - {flag: slow, to: 1758, house: true, note: ours}
  - {flag: drilled, house: true, note: ours}
commanders: [Brun, Holt, Kray]
service:
  - {commander: Holt, arm: foot, chief: true, from: 1757, house: true, note: ours}
  - {name: Kray, from: 1757}
  - {name: Brun, to: 1760, from: 1756}
"""

TABLES = """\
reference: 1
ruleset: book
title: Tables
cite: BK 9
tables:
  - id: moves
    title: Moves
    roster: true
    cite: BK 9
    columns: [{head: One}]
    rows: [{cells: [1], for: {sizes: [large], flags: [slow]}}]
"""

FILES = {"ruleset": RULESET, "saxons": LIST, "reference": TABLES}


NAMES = [
    Pair("LST001", "ruleset", "by_size: {small:", None, "by_size: {smal:", "Did you mean small?"),
    Pair("LST001", "ruleset", "marked: {poor:", "marked: {good:", "marked: {poorer:", "a rating or a named size"),
    Pair("LST001", "ruleset", "ruling: points, choice: other, by", None, "ruling: point, choice: other, by", "ruling"),
    Pair("LST001", "ruleset", "choice: other, by", "choice: known, by", "choice: othr, by", "not a choice of points"),
    Pair("LST001", "ruleset", "choice: other, house", "choice: known, house", "choice: othr, house", "not a choice of"),
    Pair("LST001", "ruleset", "ruling: points, choice: other, h", "h", "ruling: points, h", "needs the key choice"),
    Pair("LST001", "ruleset", "ruling: points, choice: other, h", "h", "choice: other, h", "needs the key ruling"),
    Pair("LST001", "ruleset", "ratings: [good], ruling", "ratings: [poor], ruling", "ratings: [best], ruling", "not a"),
    Pair("LST001", "ruleset", "choice: refused,", "choice: taken,", "choice: refuse,", "not a choice of barred"),
    Pair("LST001", "ruleset", "ruling: commanders", None, "ruling: comanders", "Did you mean commanders?"),
    Pair("LST001", "ruleset", "{id: set, label: c}", None, "{id: given, label: c}", "diced, bought or set"),
    Pair("LST001", "ruleset", "points: {bad: -10", None, "points: {worse: -10", "not a staff quality"),
    Pair("LST001", "ruleset", "by_ruling: {long:", "by_ruling: {half:", "by_ruling: {longer:", "a choice of fight_on"),
    Pair("LST001", "ruleset", "ruling: fight_on", None, "ruling: fight", "fight is not a ruling"),
    Pair("LST001", "ruleset", "sizes: [large]}", "sizes: [small]}", "sizes: [huge]}", "not a named size"),
    Pair(
        "LST001", "ruleset", "ratings: [good], sizes", "ratings: [poor], sizes", "ratings: [9], sizes", "not a rating"
    ),
    Pair("LST001", "ruleset", "of: {levels: [brigade]}", None, "of: {levels: [brigades]}", "Did you mean brigade?"),
    Pair("LST001", "ruleset", "sources: [BLOG]", None, "sources: [BLOGS]", "Did you mean BLOG?"),
    Pair("LST001", "saxons", "flag: slow", None, "flag: slo", "Did you mean slow?"),
    Pair("LST001", "saxons", "commander: Holt", None, "commander: Hold", "Did you mean Holt?"),
    Pair("LST001", "saxons", "theatre: [silesia, r", "theatre: [r", "theatre: [silesa, r", "Did you mean silesia?"),
    Pair("LST001", "saxons", "theatre: silesia", "theatre: rhine", "theatre: rhein", "not a theatre of the list"),
    Pair("LST001", "saxons", "theatre: rhine", "theatre: silesia", "theatre: rain", "not a theatre of the list"),
    Pair("LST001", "saxons", "parent: {brigade:", "parent: {corps:", "parent: {brigate:", "Did you mean brigade?"),
    Pair("LST001", "saxons", "options: [raw]", "options: []", "options: [rew]", "not an option of foot"),
    Pair("LST001", "saxons", "rating: good", "rating: poor", "rating: best", "not a rating of foot"),
    Pair("LST001", "saxons", "arm: foot", "arm: guns", "arm: feet", "feet is not an arm"),
    Pair("LST001", "saxons", "allowed: [small", "allowed: [large", "allowed: [smal", "Did you mean small?"),
    Pair("LST001", "reference", "sizes: [large]", "sizes: [small]", "sizes: [lage]", "Did you mean large?"),
    Pair("LST001", "reference", "flags: [slow]", "flags: [drilled]", "flags: [fast]", "not a flag of the ruleset"),
]

NUMBERS = [
    Pair("LST002", "ruleset", "steps: [100,", "steps: [101,", "steps: [99,", "range of 100 to 300"),
    Pair("LST002", "ruleset", "200, 300]", "299, 300]", "300, 300]", "must be in ascending order"),
    Pair("LST003", "ruleset", "{id: usual, l", None, "{id: small, l", "the size small is defined twice"),
    Pair("LST003", "ruleset", "id: drilled", None, "id: slow", "the flag slow is defined twice"),
    Pair("LST003", "ruleset", "id: flank", None, "id: rear", "the reserve rear is defined twice"),
    Pair("LST003", "saxons", "id: rhine", None, "id: silesia", "the theatre silesia is defined twice"),
    Pair("LST003", "saxons", "from: 1758, s", "from: 1757-12, s", "from: 1757-11, s", "Lubomirski is defined twice"),
    Pair("LST003", "saxons", "also: [Minkwitz]", None, "also: [Prinz L]", "regiment Prinz L is defined twice"),
    Pair("LST003", "saxons", "also: [Minkwitz]", None, "also: [Lubomirski]", "Lubomirski is defined twice"),
    Pair(
        "LST003",
        "saxons",
        "  - {name: Kray,",
        "  - {name: Holt, from: 1756, to: 1757-01}\n  - {name: Kray,",
        "  - {name: Holt, from: 1756, to: 1757-02}\n  - {name: Kray,",
        "the commander Holt is defined twice",
    ),
    Pair("LST007", "saxons", "from: 1757, to: 1758, h", "to: 1756-01, h", "to: 1755-12, h", "outside the list's years"),
    Pair(
        "LST013", "saxons", "size: usual, h", "size: small, h", "size: large, h", "large of Lubomirski is not allowed"
    ),
    Pair("LST013", "saxons", "size: 2, house", "size: 1, house", "size: 3, house", "wall allows 1-2"),
    Pair("LST003", "saxons", "{flag: slow, to: 1758", "{flag: drilled, to: 1758", "{flag: drilled", "flag drilled is"),
    Pair(
        "LST005",
        "ruleset",
        "inferred: true, note: worked out",
        "house: true",
        "note: worked out",
        "no source is given for",
    ),
    Pair(
        "LST005",
        "ruleset",
        "inferred: true, note: worked out",
        "cite: BK 1",
        "inferred: true",
        "the explanation of its calculation is missing",
    ),
    Pair(
        "LST005",
        "ruleset",
        "inferred: true, note: w",
        "sources: [BLOG], inferred: true, note: w",
        "cite: BK 1, inferred: true, note: w",
        "cite and inferred exclude each other",
    ),
    Pair(
        "LST005",
        "ruleset",
        "inferred: true, note: w",
        "house: true, note: w",
        "house: true, inferred: true, note: w",
        "inferred and house exclude each other",
    ),
    Pair(
        "LST005",
        "ruleset",
        "rules:\n",
        "rules:\n  claims: {cite: BK 5}\n",
        "rules:\n  claims: {}\n",
        "no source is given for the rule claims",
    ),
    Pair("LST005", "reference", "    cite: BK 9\n", "    house: true\n", "", "no source is given for rows"),
    Pair(
        "LST005",
        "reference",
        "title: Tables\ncite: BK 9\n",
        "title: Tables\n",
        "title: Tables\ncite: XY 9\n",
        "with BK",
    ),
    Pair(
        "LST006",
        "ruleset",
        "of: {levels: [brigade]}",
        None,
        "of: {levels: [brigade], kinds: [gun]}",
        "selects units; use only one of these keys",
    ),
    Pair(
        "LST006", "ruleset", "of: {levels: [brigade]}", None, "of: {levels: [brigade], irregular: false}", "irregular"
    ),
    Pair(
        "LST006",
        "ruleset",
        "among: {levels: [brigade]}",
        None,
        "among: {levels: [brigade], ratings: [good]}",
        "`ratings` selects units",
    ),
    Pair(
        "LST006",
        "ruleset",
        "at_most: 4, scope",
        "count: units, at_most: 4, scope",
        "count: points, at_most: 4, scope",
        "a limit on formations cannot count points",
    ),
    Pair("LST006", "ruleset", "scope: corps", "scope: army", "scope: brigade", "a brigade cannot contain a brigade"),
    Pair(
        "LST006", "ruleset", "of: {levels: [brigade]}", None, "of: {levels: [corps]}", "a corps cannot contain a corps"
    ),
    Pair(
        "LST006",
        "ruleset",
        "{of: {kinds: [infantry], ratings: [good], sizes: [large]}, at",
        "{of: {}, at",
        "{at",
        "a limit of the ruleset needs the key `of`",
    ),
    Pair("LST008", "ruleset", "sources: [BLOG]", None, "house: true", "BLOG is defined but never used"),
]

PRICES = [
    Pair("LST011", "ruleset", "{points: 40, per: unit,", "{points: 0, per: unit,", "{per: unit,", "has no points"),
    Pair("LST014", "ruleset", "{points: 40, per", "{points: 0, per", "{points: -1, per", "guns costs -1 points"),
    Pair(
        "LST014",
        "ruleset",
        "{points: 5, cite: BK 3}",
        "{points: 0, cite: BK 3}",
        "{points: -1, cite: BK 3}",
        "the HQ of a brigade costs -1",
    ),
    Pair(
        "LST014",
        "ruleset",
        "{points: 0, cite: BK 3}",
        "{points: 1, cite: BK 3}",
        "{points: -1, cite: BK 3}",
        "the player's general costs -1",
    ),
    Pair("LST014", "ruleset", "{small: -20", None, "{small: -21", "costs -1 points in its smallest size"),
    Pair("LST014", "ruleset", "{poor: 22,", "{poor: 20,", "{poor: 19,", "costs -1 points in its smallest size"),
    Pair("LST014", "ruleset", "per: unit\n      sources", None, "per: size\n      sources", "`per: size`, the default"),
    Pair("LST014", "ruleset", "points: -5,", None, "points: -5, by_size: {large: 1},", "only in the price of a kind"),
    Pair("LST014", "ruleset", "by_rating: {poor: 22, good: 33}", None, "points: 3", "which the usual price has"),
    Pair("LST014", "ruleset", "by_rating: {poor: 22, good: 33}", None, "by_rating: {poor: 22}", "no number for good"),
    Pair(
        "LST014",
        "ruleset",
        "by_rating: {poor: 22, good: 33}",
        None,
        "by_rating: {poor: 22, good: 33}, points: 1",
        "both need the same keys",
    ),
    Pair(
        "LST014",
        "ruleset",
        "inferred: true, note: worked out",
        None,
        "inferred: true, note: worked out, marked: {large: {house: true}}",
        "neither `by_rating` nor `by_size`",
    ),
    Pair(
        "LST014", "ruleset", "nations: [saxon]", "nations: [saxon, french]", "nations: [saxon, saxon]", "only the first"
    ),
    Pair("LST014", "ruleset", "points: {bad: -10, fair: 0}", None, "points: {bad: -10}", "no price is given for fair"),
    Pair(
        "LST014",
        "ruleset",
        "  prices: {points: {bad: -10, fair: 0}, house: true, note: ours}\n",
        None,
        "",
        "no price is given for bad or fair",
    ),
    Pair("LST014", "ruleset", ", {id: bought, label: b}", None, "", "players cannot buy them"),
]

SIZES = [
    Pair(
        "LST013",
        "saxons",
        "    sizes: {allowed: [small, usual], typical: usual, house: true}\n",
        None,
        "",
        "foot has no sizes; the kind infantry needs one or more of small, usual or large",
    ),
    Pair(
        "LST013",
        "saxons",
        "sizes: {allowed: [small, usual], typical: usual, ",
        None,
        "size: {min: 1, typical: 1, max: 2, ",
        "foot has no sizes",
    ),
    Pair(
        "LST013",
        "saxons",
        "    kind: gun\n",
        None,
        "    kind: gun\n    sizes: {allowed: [small], typical: small}\n",
        "battery has sizes, but the kind gun has none",
    ),
    Pair(
        "LST013",
        "saxons",
        "typical: usual",
        "typical: small",
        "typical: large",
        "large is not allowed; allowed: small or usual",
    ),
    Pair("LST013", "saxons", "[small, usual]", "[usual]", "[usual, usual]", "listed twice"),
    Pair(
        "LST013",
        "saxons",
        "    size: {min: 1, typical: 1, max: 2, house: true}\n",
        None,
        "",
        "wall is priced per length",
    ),
    Pair("LST013", "ruleset", "    counted_in: [length, lengths]\n", None, "", "`counted_in` is missing"),
]


def _turns(keys: str) -> str:
    return f"commander_word: HQ\nturns: [{{id: dice, label: dice, {keys}, house: true}}]"


def _war(sides: str) -> str:
    return f"commander_word: HQ\nwars: [{{name: A, sides: [{sides}], cite: BK 1}}]"


PLAY = [
    Pair("LST015", "ruleset", "boxes: 5, ", "boxes: 1, ", "", "nothing to tick"),
    Pair(
        "LST015",
        "ruleset",
        "boxes: 5, ",
        "boxes: 5, steps: [{at: 5, means: lost}], ",
        "boxes: 5, steps: [{at: 6, means: lost}], ",
        "has 5 boxes, but one of its steps is at box 6",
    ),
    Pair("LST015", "ruleset", "boxes: 5, ", "states: [hit], ", "boxes: 5, states: [hit], ", "boxes and states"),
    Pair("LST015", "ruleset", "share: 1/2", "share: 1", "share: 3/2", "at most 1"),
    Pair("LST015", "ruleset", "share: 1/2", "share: 1/99", "share: 0", "above 0"),
    Pair("LST015", "ruleset", "{long: 2/3}", "{long: 1/1}", "{long: 4/3}", "the share is 4/3"),
    Pair(
        "LST015",
        "ruleset",
        "of: {kinds: [infantry]}",
        "of: {groups: []}",
        "of: {ratings: [good]}",
        "cannot select units by `ratings`",
    ),
    Pair("LST017", "ruleset", "commander_word: HQ", None, _war("[blue]"), "fewer than two sides"),
    Pair("LST017", "ruleset", "commander_word: HQ", _war("[blue], [red]"), _war("[blue], []"), "has no nation"),
    Pair("LST017", "ruleset", "commander_word: HQ", None, _war("[blue], [red, red]"), "red is listed twice"),
    Pair("LST015", "ruleset", "[killed, captured]", "[wounded]", "[]", "without `fates`"),
    Pair("LST015", "ruleset", "  generals: those shot or taken\n", None, "", "without `generals`"),
    Pair("LST015", "ruleset", "[killed, captured]", "[captured, killed]", "[killed, killed]", "killed is listed twice"),
    Pair("LST015", "ruleset", "[killed, captured]", "[wounded]", "[destroyed]", "not one of the ruleset's"),
    Pair(
        "LST015", "ruleset", "commander_word: HQ", _turns("dice: 2"), _turns("dice: 2, choices: [us]"), "needs either"
    ),
    Pair(
        "LST015", "ruleset", "commander_word: HQ", _turns("choices: [us, them]"), _turns("note: none"), "needs either"
    ),
]


def test_valid_files_have_no_findings(tmp_path: Path) -> None:
    assert [(one.code, one.message) for one in found(tmp_path, FILES)] == []


@pytest.mark.parametrize(
    "pair", [*NAMES, *NUMBERS, *PRICES, *SIZES, *PLAY], ids=lambda pair: f"{pair.code} {pair.wrong.strip()[:40]}"
)
def test_value_is_silent_at_its_limit_and_reported_beyond(tmp_path: Path, pair: Pair) -> None:
    beyond_limit(tmp_path, FILES, pair)


REFUSED = [
    Pair("SRC004", "ruleset", "percent: 110", "percent: 1", "percent: 0", "between 1 and"),
    Pair("SRC004", "ruleset", "percent: 110", "percent: 1", "percent: 1.1", "a whole number"),
    Pair("SRC004", "ruleset", "to_nearest: 5", "to_nearest: 1", "to_nearest: 0", "between 1 and"),
    Pair("SRC004", "ruleset", "{poor: 20,", "{poor: 21,", "{poor: -1,", "between 0 and"),
    Pair("SRC004", "ruleset", "share: 1/2", "share: 1/3", "share: 0.5", "a fraction such as 1/3"),
    Pair("SRC004", "ruleset", "boxes: 5", "boxes: 1", "boxes: 0", "between 1 and"),
    Pair(
        "SRC004",
        "ruleset",
        "[killed, captured]",
        "[killed]",
        "[taken]",
        "'killed', 'wounded', 'captured' or 'destroyed'",
    ),
    Pair("SRC004", "reference", "roster: true", "roster: false", "roster: yes", "true or false"),
]


@pytest.mark.parametrize("pair", REFUSED, ids=lambda pair: pair.wrong)
def test_impossible_values_are_refused_on_load(tmp_path: Path, pair: Pair) -> None:
    assert pair.silent is not None
    assert found(tmp_path, FILES, pair, pair.silent) == []
    (finding,) = found(tmp_path, FILES, pair, pair.wrong)
    assert (finding.code, bool(finding.line)) == (pair.code, True)
    assert pair.message in finding.message


HELP = [
    ("price: {points: 40, per: unit, inferred: true, note: worked out}", "price: 40", "Write price: {points: 40}"),
    ("qualities: [{id: bad, label: bad}, ", "qualities: [bad, ", "Write {id: bad, label: bad}."),
    ("    label: guns\n", "", "Write label: the displayed name."),
    ("counted_in: [length, lengths]", "counted_in: [length]", "Write counted_in: what a size counts"),
    ("counted_in: [length, lengths]", "counted_in: [length, lengths, s]", "Write counted_in: what a size counts"),
    ("rules:\n", "rules:\n  colour: {cite: BK 5}\n", "Remove the key"),
]


@pytest.mark.parametrize(("old", "new", "expected"), HELP, ids=[new.strip() or "missing" for _, new, _ in HELP])
def test_help_shows_what_to_write(tmp_path: Path, old: str, new: str, expected: str) -> None:
    """The help is enough to correct the mistake without the documentation."""
    finding = found(tmp_path, FILES, Pair("SRC004", "ruleset", old, None, new, ""), new)[0]
    assert finding.code == "SRC004"
    assert expected in finding.help


def test_unknown_key_is_reported_with_the_known_keys(tmp_path: Path) -> None:
    pair = Pair("SRC004", "ruleset", "rules:\n", None, "rules:\n  colour: {cite: BK 5}\n", "")
    (finding,) = found(tmp_path, FILES, pair, pair.wrong)
    assert "Known keys: within_size, size_agreed, usual_size," in finding.message
    pair = Pair("SRC004", "ruleset", "    track: {label: hits", None, "    traks: {label: hits", "")
    assert "Known keys" not in (message := found(tmp_path, FILES, pair, pair.wrong)[0].message)
    assert "Did you mean track?" in message

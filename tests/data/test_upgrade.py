"""Conversion of older army lists to records."""

from __future__ import annotations

import json
from pathlib import Path
from time import process_time

import pytest
import yaml
from click.testing import CliRunner
from tests.conftest import ROOT
from tests.examples import sampled

from orbat.cli.lint import lint_command
from orbat.data.data_file import fit_document, parse_data
from orbat.data.upgrade import upgraded
from orbat.data.yaml_layout import comments_in
from orbat.model.army_list import ArmyList
from orbat.model.dates import Date
from orbat.model.service import Service

HEAD = "army_list: 1\nid: a\ntitle: A\nnation: a\nruleset: book\nversion: 1\nyears: {}\n"
OLD = (
    HEAD
    + """entries:
  - id: foot   # the foot
    name: Foot
    kind: infantry
    regiments:
      # the first brigade
      - First (Duke's)    # raised 1701
      - "Second, of the Line"
      - 33
      - {name: Fourth, from: 1757}
  - id: horse
    name: Horse
    kind: cavalry
    regiments: [Blue, 'Red, old', Green]   # all of it
  - {id: guns, name: Guns, kind: guns, regiments: [A, B]}

commanders:
  # senior
  - Brun   # the elder
  - Holt
  - Kray   # often ill

# When they served.
service:
  # in two periods
  - {commander: Holt, chief: true, from: 1757}   # see Smith
  - {commander: Brun, arm: foot}
  - commander: Holt
    to: 1756

# the end
limits: []
"""
)
NEW = (
    HEAD
    + """
entries:
- id: foot  # the foot
  name: Foot
  kind: infantry
  regiments:
  # the first brigade
  - First (Duke's)  # raised 1701
  - "Second, of the Line"
  - 33
  - {name: Fourth, from: 1757}

- id: horse
  name: Horse
  kind: cavalry
  regiments: [Blue, "Red, old", Green]  # all of it

- id: guns
  name: Guns
  kind: guns
  regiments: [A, B]

# When they served.
service:
# senior
# the elder
- {name: Brun, arm: foot}
# in two periods
- {name: Holt, chief: true, from: 1757}  # see Smith
- {name: Holt, to: 1756}
- Kray  # often ill

# the end
limits: []
"""
)
LONG = (
    HEAD
    + """sources: {GK: {title: General knowledge}, BK: {title: Book}}   # two of them
entries:
  # Line
  - id: old
    name: Old
    kind: infantry
    subtype: line
    group: Line
    ratings: {allowed: [2, 3], typical: 3, house: true}
    dates: {from: 1756, to: 1760, sources: [GK]}
    limits:
      - {at_most: 3, scope: army, house: true}
      - {at_most: 4, from: 1758, sources: [BK]}
    regiments:
      - {name: First, from: 1756, parent: {division: Left Wing, brigade: Brigade of General Holt}, sources: [BK]}
      - {name: "2", from: 1756, parent: {division: Left Wing, brigade: Brigade of General Holt}, sources: [BK]}
      - {name: Third, from: 1756, parent: {division: Left Wing, brigade: Brigade of General Holt}, sources: [BK]}
      - {name: Fourth, from: 1756, parent: {division: Left Wing, brigade: Brigade of General Holt}, sources: [BK]}
    sources: [GK]
  - id: new
    name: New
    kind: infantry
    subtype: light
    group: Line
    ratings: {allowed: [2, 3], typical: 3, house: true}
    dates: {from: 1757, to: 1760, sources: [GK]}
    regiments: [Fifth, Sixth, Seventh]
    sources: [GK]
  # not often
  - id: horse
    name: Horse
    kind: cavalry
    group: Horse
    ratings: {allowed: [2], typical: 2, house: true}
    dates: {from: 1756, to: 1760, sources: [BK]}
    note: they came late, and were few, but when they came they were a match for the horse of the other side
    sources: [BK, GK]
service:
  - {name: A, sources: [GK]}
  - {name: B, sources: [GK]}
  - {name: C, sources: [GK], to: 1757}   # died
"""
)
SHORT = (
    HEAD
    + """
defaults:
  house: true
  entries: {dates: {to: 1760}}
  service: {sources: [GK]}

entries:
- group: Line
  kind: infantry
  ratings: {allowed: [2, 3], typical: 3}
  sources: [GK]
  entries:
  - id: old
    name: Old
    subtype: line
    dates: {from: 1756}
    limits:
    - {at_most: 3}
    - {at_most: 4, from: 1758, sources: [BK]}
    regiments:
    - {from: 1756, parent: {division: Left Wing, brigade: Brigade of General Holt}, sources: [BK],
       regiments: [First, "2", Third, Fourth]}

  - id: new
    name: New
    subtype: light
    dates: {from: 1757}
    regiments: [Fifth, Sixth, Seventh]

# not often
- id: horse
  name: Horse
  kind: cavalry
  group: Horse
  ratings: {allowed: [2], typical: 2}
  dates: {from: 1756, sources: [BK]}
  note: they came late, and were few, but when they came they were a match for the horse of the other side
  sources: [BK, GK]

service:
- A
- B
- {name: C, to: 1757}  # died

sources:  # two of them
  GK: {title: General knowledge}
  BK: {title: Book}
"""
)


def army_list(text: str) -> ArmyList:
    value, problems = fit_document(ArmyList, parse_data(text))
    assert value, problems
    return value


@pytest.mark.parametrize(("old", "new"), [(OLD, NEW), (LONG, SHORT)], ids=["records", "shared"])
def test_lists_become_shorter_and_comments_stay(old: str, new: str) -> None:
    assert upgraded(old) == new
    assert upgraded(new) == new


def test_shorter_lists_have_the_same_content() -> None:
    assert army_list(LONG) == army_list(SHORT)


SHIPPED = sorted(
    (path for path in (ROOT / "army_lists").glob("*/*.yaml") if "\nnation: " in path.read_text("utf-8")),
    key=lambda path: path.stat().st_size,
)


@pytest.mark.parametrize("path", sampled(SHIPPED, 1), ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_shipped_lists_have_the_same_content_in_the_long_and_the_short_form(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    document = json.loads(json.dumps(parse_data(text).data))  # without shared values, which would become YAML aliases
    long = yaml.safe_dump({key: value for key, value in document.items() if key != "defaults"}, allow_unicode=True)
    short = upgraded(long)
    assert army_list(text) == army_list(long) == army_list(short)
    assert short.count("\n") < 0.7 * long.count("\n")
    assert upgraded(short) == short
    lost = set(comments_in(text)) - set(comments_in(upgraded(text)))
    assert {one.lstrip("# ").casefold() for one in lost} <= {one.group.casefold() for one in army_list(text).entries}


def test_old_and_new_lists_have_the_same_content() -> None:
    old, new = army_list(OLD), army_list(NEW)
    assert old.entries == new.entries
    assert old.commander_names == new.commander_names == ("Brun", "Holt", "Kray")
    for date in (None, Date(1756), Date(1756, 1), Date(1757, 6)):
        assert old.commanders_at(date) == new.commanders_at(date)
        assert old.commanders_in_chief_at(date) == new.commanders_in_chief_at(date)


@pytest.mark.parametrize("breaks", ["\n", "\r\n"])
def test_lists_on_one_line(breaks: str) -> None:
    old = HEAD + "entries: []\nservice: [{commander: B, to: 1757}]\ncommanders: [A, B]\n"
    new = HEAD + "\nentries: []\n\nservice:\n- A\n- {name: B, to: 1757}\n"
    assert upgraded(old.replace("\n", breaks)).replace("\r\n", "\n") == new


def test_period_without_names_of_commanders() -> None:
    """Only the key is renamed."""
    old = HEAD + "entries: []\nservice:\n- {commander: B, to: 1757} # x\n- C\n"
    assert upgraded(old) == HEAD + "\nentries: []\n\nservice:\n- {name: B, to: 1757}  # x\n- C\n"
    assert army_list(old).service == (Service(name="B", to=Date(1757)), Service(name="C"))


@pytest.mark.parametrize(
    "text",
    [
        "",
        "a: [",
        "orbat: 1\ncommanders: [A]\n",
        HEAD + "entries: 3\ncommanders: [A]\n",
        HEAD + "entries: []\ncommanders: [A] # \u2028\n",
    ],
)
def test_other_and_faulty_texts_stay_as_they_are(text: str) -> None:
    assert upgraded(text) == text


def test_lint_converts_files_and_keeps_the_previous_text(tmp_path: Path) -> None:
    file = tmp_path / "book" / "a.yaml"
    file.parent.mkdir()
    file.write_text(OLD, encoding="utf-8")
    run = CliRunner().invoke(lint_command, [str(tmp_path), "--upgrade"], standalone_mode=False)
    assert f"Converted: {file}" in run.output
    assert file.read_text(encoding="utf-8") == NEW
    assert (file.parent / "a.yaml.bak").read_text(encoding="utf-8") == OLD
    again = CliRunner().invoke(lint_command, [str(file), "--upgrade"], standalone_mode=False)
    assert "Converted" not in again.output


def test_long_items_in_a_short_list_become_short() -> None:
    entry = """
  - id: last
    name: Last
    subtype: light
    kind: infantry
    group: Line
    ratings: {typical: 3, allowed: [2, 3], house: true}   # as before
    dates: {from: 1758, to: 1760, sources: [GK]}
    sources: [GK]
"""
    added = upgraded(SHORT.replace("\n# not often", f"{entry}\n# not often"))
    assert added == upgraded(LONG.replace("\n  # not often", f"{entry}\n  # not often"))
    assert "  - id: last\n    name: Last\n    ratings: {allowed: [2, 3], typical: 3}  # as" in added
    assert "    dates: {from: 1758}\n" in added


def test_comments_in_groups_and_defaults_stay() -> None:
    marked = SHORT.replace("house: true", "house: true  # ours", 1).replace(
        "- group: Line", "# first\n- group: Line  # foot"
    )
    marked = marked.replace("  kind: infantry\n  ratings", "  kind: infantry  # all\n  ratings", 1)
    marked = marked.replace("- {at_most: 3}", "# few\n    - {at_most: 3}  # men")
    after = upgraded(marked)
    assert sorted(comments_in(after)) == sorted(comments_in(marked))
    assert army_list(after) == army_list(marked) == army_list(LONG)


def test_the_same_regiments_are_written_once() -> None:
    entry = "\n- id: {}\n  name: F\n  kind: infantry\n{}"
    first = entry.format("a", "  regiments: [A, B]\n")
    again = entry.format("b", "  same_as: a\n  regiments:\n  - A\n  - {name: B}\n")
    other = entry.format("c", "  same_as: a\n  regiments: [A, C]\n")
    short = entry.format("b", "  same_as: a\n  regiments: a\n")
    assert upgraded(HEAD + "entries:" + first + again + other) == HEAD + "\nentries:" + first + short + other


TEXTS = [
    "1st Brigade #2",
    "# no comment",
    "- a, [b], {c}: d",
    "a: b",
    "ends:",
    "'quoted' \"twice\"",
    "true",
    "null",
    "12",
    "1.50",
    "-1",
    "~",
    "  spaces  around  ",
    "two\nlines",
    "two\nlines\n",
    "\nthree\n\nlines\n\n",
    "tab\there",
    "Füsiliere, №1 \u00a0 \ufeff",
    "*star",
    "&and",
    "!tag",
    "%x",
    "@at",
    "`tick",
    "? what",
    "?what",
    ":colon",
    "http://a.b/c?d=e#f, g",
    " ".join(["word"] * 60),
    " ".join(["comma, #1"] * 30),
    " ".join(["a: b"] * 40),
]


@pytest.mark.parametrize("text", TEXTS, ids=range(len(TEXTS)))
def test_every_text_stays(text: str) -> None:
    written = json.dumps(text, ensure_ascii=False)
    before = (
        HEAD
        + f"note: {written}\naliases: [{written}, {written}]\n"
        + f"entries:\n- {{id: a, name: {written}, kind: infantry, note: {written}, regiments: [{written}, B]}}\n"
        + f"service:\n- name: {written}  # {written[:5]}\n  note: {written}\n"
    )
    after = upgraded(before)
    assert army_list(after) == army_list(before)
    assert army_list(upgraded(after)) == army_list(before)
    assert upgraded(after) != before
    if "\n" not in text:
        assert all(len(line) <= 120 or " " not in line.strip() for line in after.split("\n"))


def test_comments_at_the_end_of_an_item_stay_there() -> None:
    first = "entries:\n- id: a\n  name: A\n  kind: infantry\n  # options: [rifles]\n\n"
    entries = first + "# first\n\n# second\n- id: b\n  name: B\n"
    before = HEAD + entries + "  kind: infantry\n  # the last\n"
    assert upgraded(before) == HEAD + "\n" + entries + "  kind: infantry\n  # the last\n"


def test_comments_inside_brackets_move_above() -> None:
    before = HEAD + "entries:\n- {id: a,  # one [\n   name: A, # two\n   # three\n   kind: infantry}  # four\n# five\n"
    above = "# one [\n# two\n# three\n"
    assert upgraded(before) == HEAD + f"\nentries:\n{above}- id: a  # four\n  name: A\n  kind: infantry\n# five\n"


@pytest.mark.slow
def test_a_huge_list_is_rewritten_in_reasonable_time() -> None:
    regiments = "".join(f"  - {{name: R {number}, from: 1756}}  # {number}\n" for number in range(20_000))
    before = HEAD + f"entries:\n- id: a\n  name: A\n  kind: infantry\n  regiments:\n{regiments}"
    start = process_time()
    assert upgraded(before) != before
    assert process_time() - start < 20

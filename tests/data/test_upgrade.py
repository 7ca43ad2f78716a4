"""Conversion of older army lists to records."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from orbat.cli.lint import lint_command
from orbat.data.data_file import fit_document
from orbat.data.upgrade import upgraded
from orbat.data.yaml_text import parse
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
    + """entries:
  - id: foot   # the foot
    name: Foot
    kind: infantry
    regiments:
      # the first brigade
      - {name: First (Duke's)}    # raised 1701
      - {name: "Second, of the Line"}
      - {name: 33}
      - {name: Fourth, from: 1757}
  - id: horse
    name: Horse
    kind: cavalry
    regiments:
      - {name: Blue}
      - {name: 'Red, old'}
      - {name: Green}   # all of it
  - {id: guns, name: Guns, kind: guns, regiments: [{name: A}, {name: B}]}

# When they served.
service:
  # senior
  # the elder
  - {name: Brun, arm: foot}
  # in two periods
  - {name: Holt, chief: true, from: 1757}   # see Smith
  - name: Holt
    to: 1756
  - {name: Kray}  # often ill

# the end
limits: []
"""
)


def army_list(text: str) -> ArmyList:
    value, problems = fit_document(ArmyList, parse(text))
    assert value, problems
    return value


def test_names_become_records_and_comments_stay() -> None:
    assert upgraded(OLD) == NEW
    assert upgraded(NEW) == NEW


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
    new = HEAD + "entries: []\nservice:\n  - {name: A}\n  - {name: B, to: 1757}\n"
    assert upgraded(old.replace("\n", breaks)).replace("\r\n", "\n") == new


def test_period_without_names_of_commanders() -> None:
    """Only the key is renamed."""
    old = HEAD + "entries: []\nservice:\n- {commander: B, to: 1757} # x\n- C\n"
    assert upgraded(old) == HEAD + "entries: []\nservice:\n- {name: B, to: 1757} # x\n- {name: C}\n"
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

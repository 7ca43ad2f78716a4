"""A field added to a record of the model in one line is supported by every format."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from orbat.formats.csv_table import COLUMNS

ROOT = Path(__file__).resolve().parents[2]

ADDED = {
    "Roll": ['luck: WholeNumber | None = stored_field("Luck of the roll.", default=None)'],
    "Commander": ['horse: Text = stored_field("The horse.", default="")'],
    "Unit": [
        'motto: Text = stored_field("What is on the colours.", default="")',
        'veteran: Flag = stored_field("Whether the unit is experienced.", default=False)',
        'worth: Change | None = stored_field("A rating by the player.", default=None)',
        'marks: tuple[Text, ...] = stored_field("Painted marks.", default=())',
        'traits: Mapping[str, Text] = stored_field("Traits.", default_factory=empty_mapping, hash=False)',
        'plain: Text = ""',
    ],
    "Formation": ['column: Text = stored_field("The column of march.", default="")'],
    "Orbat": ['weather: Text = stored_field("The weather.", default="")'],
}
"""The lines added to each record."""

VALUES: dict[str, Any] = {
    "luck": 7,
    "horse": "Copenhagen, by Meteor - 15 stands [brit_line] - 60",
    "motto": "=Nemo me impune; lacessit",
    "veteran": True,
    "worth": -1.5,
    "marks": ["I, II", "true", "3"],
    "traits": {"temper": "short; =1", "3": ""},
    "plain": "true",
    "column": "Left - 15 stands [brit_line] - 60",
    "weather": "1",
}
"""The value of each added field."""

PROGRAM = """
import json, sys
from dataclasses import replace
from fractions import Fraction

from orbat.model.edits import Set, apply_all
from orbat.model.history import Step
from orbat.model.orbat import Commander, Formation, Orbat, Roll, Unit
from orbat.model.text import Pin
from orbat.session.journal_lines import changes as journal_changes, to_json as journal_json
from orbat.formats.markdown import markdown
from orbat.formats.text import plain_text
from orbat.formats.qr_text import compact_text
from orbat.formats.csv_table import csv_text
from orbat.pipeline import file_text, report_on
from orbat.report.changes import changes
from orbat.report.check_code import check_code
from orbat.session.journal_lines import apply_change, read_record
from orbat.data.library import Library
from orbat.data.loaded import Loaded
from orbat.formats.orbat_file import read_orbat
from orbat.formats.text_reader import read_plain
from orbat.data.schema import schema
from orbat.formats.csv_table import read_table

VALUES = json.loads(sys.argv[1])
PLACES = {
    "luck": ("formations", 0, "commander", "roll"),
    "horse": ("formations", 0, "commander"),
    "column": ("formations", 0),
    "weather": (),
}
UNIT = ("formations", 0, "units", 0)

before = Orbat(
    ruleset=Pin("days_of_empire"),
    army_list=Pin("british"),
    formations=(
        Formation(
            level="brigade",
            name="1st Brigade",
            commander=Commander(name="Codrington", quality="capable", roll=Roll(dice=(3,))),
            units=(Unit(name="7th Fusiliers", entry="brit_line", size=12, rating="3"),) * 2,
        ),
    ),
)


def value_of(field):
    value = VALUES[field]
    return Fraction(value) if isinstance(value, float) else tuple(value) if isinstance(value, list) else value


def put(orbat, fields):
    for field in fields:
        path = PLACES.get(field, UNIT)
        if path[-1:] == ("roll",):  # edits cannot change parts of a roll
            general = orbat.formations[0].commander
            roll = replace(general.roll, **{field: value_of(field)})
            orbat = apply_all(orbat, (Set(path[:-1], "roll", roll),))
        else:
            orbat = apply_all(orbat, (Set(path, field, value_of(field)),))
    return orbat


def fields_in(orbat):
    found = {}
    for field in VALUES:
        thing = orbat
        for step in PLACES.get(field, UNIT):
            thing = thing[step] if isinstance(step, int) else getattr(thing, step)
        value = getattr(thing, field)
        value = float(value) if isinstance(value, Fraction) else list(value) if isinstance(value, tuple) else value
        found[field] = dict(value) if not isinstance(value, str | int | float | list | bool | None) else value
    return found


def read(loaded):
    assert not loaded.findings, [finding.message for finding in loaded.findings]
    return fields_in(loaded.orbat)


library = Library()
reported = lambda orbat: report_on("a.yaml", Loaded(orbat, ()), library)
after = put(before, VALUES)
report = reported(after)
original = file_text(before)
journal = read_record(Orbat, json.loads(json.dumps(journal_json(before))))
for change in json.loads(json.dumps(journal_changes(before, after))):
    journal = apply_change(journal, change)
definitions = schema("orbat")
differences = {}
for field in VALUES:
    words = [change.words for change in changes(reported(before), reported(put(before, [field])))]
    differences[field] = [word for word in words if field in word]
answer = {
    "formats": {
        "YAML": read(read_orbat(file_text(after))),
        "YAML over the author's text": read(read_orbat(file_text(after, ".yaml", original))),
        "JSON": read(read_orbat(file_text(after, ".json"))),
        "text": read(read_plain(plain_text(report))),
        "short text": read(read_plain(plain_text(report, short=True))),
        "Markdown": read(read_plain(markdown(report))),
        "CSV": read(read_table(csv_text(report))),
        "code on a sheet": read(read_plain(compact_text(report))),
        **{f"code of {n} bytes": read(read_plain(compact_text(report, max_bytes=n))) for n in range(900, 400, -20)},
        "journal": fields_in(read_record(Orbat, json.loads(json.dumps(journal_json(after))))),
        "journal's change": fields_in(journal),
    },
    "codes": {field: check_code(put(before, [field])) != check_code(before) for field in VALUES},
    "differences": differences,
    "schema": {
        key: inner["description"]
        for one in [definitions, *definitions["$defs"].values()]
        for key, inner in one["properties"].items()
        if key in VALUES
    },
    "unset": csv_text(reported(before)).partition(chr(13))[0],
}
print(json.dumps(answer))
"""


@pytest.fixture(scope="module")
def answer(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """The output of the program with the extended model."""
    folder = tmp_path_factory.mktemp("tree")
    shutil.copytree(ROOT / "src" / "orbat", folder / "src" / "orbat", ignore=shutil.ignore_patterns("__pycache__"))
    for data in ("army_lists", "templates"):
        (folder / data).symlink_to(ROOT / data)
    model = folder / "src" / "orbat" / "model" / "orbat.py"
    before, *classes = model.read_text(encoding="utf-8").split("\nclass ")
    for number, text in enumerate(classes):
        lines = "".join(f"    {line}\n" for line in ADDED.get(text.partition("(")[0], ()))
        classes[number] = text.replace("    extras: Extras", f"{lines}    extras: Extras")
    model.write_text("\nclass ".join([before, *classes]), encoding="utf-8")
    run = subprocess.run(
        [sys.executable, "-c", PROGRAM, json.dumps(VALUES)],
        env={**os.environ, "PYTHONPATH": str(folder / "src"), "ORBAT_HOME": str(folder / "home")},
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 0, run.stderr
    found: dict[str, Any] = json.loads(run.stdout)
    return found


@pytest.mark.slow
def test_new_field_round_trips_through_every_format(answer: dict[str, Any]) -> None:
    for format_, values in answer["formats"].items():
        assert values == VALUES, format_


@pytest.mark.slow
def test_check_code_depends_on_a_new_field(answer: dict[str, Any]) -> None:
    assert answer["codes"] == dict.fromkeys(VALUES, True)


def test_differences_include_a_new_field(answer: dict[str, Any]) -> None:
    for field, words in answer["differences"].items():
        assert len(words) == 1, field
    assert answer["differences"]["horse"][0].endswith(
        "horse none to Copenhagen, by Meteor - 15 stands [brit_line] - 60"
    )


def test_schema_describes_a_new_field(answer: dict[str, Any]) -> None:
    """A field declared without a description has an empty one."""
    assert answer["schema"].pop("plain") == ""
    assert answer["schema"].keys() == VALUES.keys() - {"plain"}
    assert all(answer["schema"].values())
    assert answer["schema"]["motto"] == "What is on the colours."


def test_csv_omits_columns_of_unset_new_fields(answer: dict[str, Any]) -> None:
    assert answer["unset"] == ",".join(COLUMNS)

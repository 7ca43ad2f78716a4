"""The JSON Schemas are current, accept every shipped file, and agree with the loader about wrong files."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from jsonschema import Draft202012Validator
from tests.examples import sampled

from orbat.cli.lint import schema_command
from orbat.data.data_file import load_data
from orbat.data.file_kinds import file_kind
from orbat.data.schema import KINDS, schema, schema_text, schema_texts
from orbat.data.yaml_text import parse
from orbat.formats.orbat_file import read_orbat
from orbat.model.army_list import ArmyList
from orbat.model.ruleset import Ruleset

ROOT = Path(__file__).resolve().parents[2]
FOLDER = ROOT / "army_lists" / "schema"
DATA = sorted((ROOT / "army_lists").rglob("*.yaml")) + sorted((ROOT / "templates" / "orbats").rglob("*.yaml"))
VALIDATORS = {name: Draft202012Validator(schema(name)) for name in KINDS}

BRITISH = (ROOT / "army_lists" / "days_of_empire" / "british.yaml").read_text(encoding="utf-8")
BOOK = (ROOT / "army_lists" / "days_of_empire" / "ruleset.yaml").read_text(encoding="utf-8")
ORBAT = "orbat: 1\nruleset: book\nunits:\n  - {entry: foot, size: 14, rating: 3, points: 60}\n"


def test_committed_schemas_are_current() -> None:
    for name, text in schema_texts().items():
        assert (FOLDER / name).read_text(encoding="utf-8") == text, f"{name} is stale: run orbat schema"


@pytest.mark.slow
@pytest.mark.parametrize("name", KINDS)
def test_schemas_are_valid(name: str) -> None:
    Draft202012Validator.check_schema(schema(name))
    text = schema_text(name)
    assert text.endswith("}\n")
    assert schema_text(name) == text


def _objects(node: Any) -> Iterator[dict[str, Any]]:
    if isinstance(node, dict):
        if node.get("type") in ("object", ["object", "null"]):
            yield node
        for inner in node.values():
            yield from _objects(inner)


@pytest.mark.parametrize("name", KINDS)
def test_every_object_allows_remarks_and_every_key_is_described(name: str) -> None:
    objects = list(_objects(schema(name)))
    assert objects
    for one in objects:
        assert "^x-" in one["patternProperties"]
        for key, inner in one.get("properties", {}).items():
            assert inner["description"], key
            assert "title" not in inner
            assert key != "extras"


@pytest.mark.parametrize("path", sampled(DATA, 60), ids=lambda path: f"{path.parent.name}/{path.name}")
def test_shipped_files_fit_their_schema(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    document = parse(text)
    kind = file_kind(document.data)
    if kind == "reference" or (not kind and document.data[path.stem] == 1):  # the feature is not installed
        return
    assert [error.message for error in VALIDATORS[kind].iter_errors(document.data)] == []
    first = text.partition("\n")[0]
    named = first.partition("$schema=")[2]
    assert (path.parent / named).resolve() == FOLDER / f"{kind}.schema.json", f"the first line of {path}"


ORBATS = [
    ORBAT,
    ORBAT.replace("size: 14", "size:"),
    ORBAT.replace("size: 14", "size: null"),
    ORBAT.replace("size: 14", "size: -1"),
    ORBAT.replace("size: 14", "size: fourteen"),
    ORBAT.replace("size: 14", "siez: 14"),
    ORBAT.replace("size: 14", "x-size: fourteen"),
    ORBAT.replace("rating: 3", "rating: superior"),
    ORBAT.replace("rating: 3", "rating: [3]"),
    ORBAT.replace("points: 60", "points: 60.5"),
    ORBAT.replace("points: 60", "points: many"),
    ORBAT.replace("points: 60", "off_board: yes"),
    ORBAT.replace("points: 60", "options: rifles"),
    ORBAT.replace("orbat: 1\n", ""),
    ORBAT.replace("orbat: 1\n", "orbat: 2\n"),
    ORBAT.replace("orbat: 1\n", "orbat:\n"),
    ORBAT.replace("ruleset: book\n", ""),
    ORBAT.replace("ruleset: book\n", "ruleset:\n"),
    ORBAT.replace("ruleset: book\n", "ruleset: The Book\n"),
    ORBAT.replace("ruleset: book\n", "ruleset: book@1.2\n"),
    ORBAT.replace("ruleset: book\n", "ruleset: book\ndate: 1854\n"),
    ORBAT.replace("ruleset: book\n", "ruleset: book\ndate: 1854-09\n"),
    ORBAT.replace("ruleset: book\n", "ruleset: book\ndate: 1854-13\n"),
    ORBAT.replace("ruleset: book\n", "ruleset: book\ncommander: Lord Raglan\n"),
    ORBAT.replace("ruleset: book\n", "ruleset: book\nx-mine: [1, {a: b}]\n"),
    ORBAT.replace("ruleset: book\n", "ruleset: book\nrulings: {a: b}\n"),
    ORBAT.replace("ruleset: book\n", "ruleset: book\ncommander: {roll: {dice: [3], method: guessed}}\n"),
    "[]\n",
]


@pytest.mark.parametrize("text", ORBATS)
def test_schema_and_loader_agree_on_orbats(text: str) -> None:
    assert VALIDATORS["orbat"].is_valid(parse(text).data) == (not read_orbat(text).findings)


DATA_CHANGES = [
    ("army_list", "", ""),
    ("army_list", "army_list: 1 ", "army_list: 2 "),
    ("army_list", "nation: british", "nation:"),
    ("army_list", "nation: british", "x-nation: british"),
    ("army_list", "nation: british", "nation: British"),
    ("army_list", "years: {from: 1854-03", "years: {from: March"),
    ("army_list", "irregular: true", "irregular: yes"),
    ("army_list", "irregular: true", "irregular: null"),
    ("army_list", "{min: 6, typical: 14", "{min: 0, typical: 14"),
    ("army_list", "{min: 6, typical: 14", "{min: 6, typicle: 14"),
    ("army_list", "use: always", "use: allways"),
    ("army_list", "at_most: 1/2", "at_most: 1/0"),
    ("army_list", "at_most: 1/2", "at_most: 0.5"),
    ("army_list", "among: {kinds: [infantry]}", "among: spent"),
    ("army_list", "among: {kinds: [infantry]}", "among: spend"),
    ("army_list", "number: 1,", "number: [1, 2],"),
    ("army_list", "number: 1,", "number: [1, 2, 3],"),
    ("ruleset", "", ""),
    ("ruleset", "ruleset: 1", "ruleset: one"),
    ("ruleset", "counted_in: [stand, stands]", "counted_in: [stand]"),
    ("ruleset", "counted_in: [stand, stands]", "counted_in: stands"),
    ("ruleset", "per: size, cite", "per: stand, cite"),
    ("ruleset", "by_rating: {1: 1,", "by_rating: {1: one,"),
    ("ruleset", "by_rating: {1: 1,", "by_rating: {1: 0.3,"),
    ("ruleset", "at_most: 1/3", "at_most: a third"),
    ("ruleset", "staff: true", "staff: 1"),
    ("ruleset", "within_size:", "within_sizes:"),
    ("ruleset", "dice: 1", "dice: 0"),
]


@pytest.mark.parametrize(("name", "old", "new"), sampled(DATA_CHANGES, 10))
def test_schema_and_loader_agree_on_data(tmp_path: Path, name: str, old: str, new: str) -> None:
    text = {"army_list": BRITISH, "ruleset": BOOK}[name]
    assert old in text
    path = tmp_path / "a.yaml"
    path.write_text(text.replace(old, new, 1), encoding="utf-8")
    file = load_data(path, ArmyList) if name == "army_list" else load_data(path, Ruleset)
    assert (file.value is not None) == (not file.findings)
    assert VALIDATORS[name].is_valid(parse(path.read_text(encoding="utf-8")).data) == (not file.findings)


@pytest.mark.slow
def test_schema_command(tmp_path: Path) -> None:
    run = CliRunner()
    assert run.invoke(schema_command, ["orbat"], standalone_mode=False).output == schema_text("orbat")
    assert run.invoke(schema_command, ["--check"], standalone_mode=False).return_value == 0
    folder = tmp_path / "new"
    assert run.invoke(schema_command, ["--check", "--to", str(folder)], standalone_mode=False).return_value == 1
    assert run.invoke(schema_command, ["--to", str(folder)], standalone_mode=False).return_value == 0
    assert {path.name: path.read_text(encoding="utf-8") for path in folder.iterdir()} == schema_texts()
    (folder / "orbat.schema.json").write_text("{}")
    stale = run.invoke(schema_command, ["--check", "--to", str(folder)], standalone_mode=False)
    assert stale.return_value == 1
    assert "orbat.schema.json is out of date" in stale.output

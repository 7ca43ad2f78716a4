"""Usage errors, hints for mistyped words, and messages about unusable input."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from tests.examples import sampled

from orbat.cli.main import GROUP_TITLES, all_commands, commands_in

Orbat = Callable[..., Any]


@pytest.mark.parametrize(("word", "meant"), [("validate", "orbat check"), ("dice", "orbat roll"), ("chekc", "check")])
def test_an_unknown_command_suggests_the_right_one(orbat: Orbat, word: str, meant: str) -> None:
    """Synonyms and misspellings are usage errors with a suggestion."""
    run = orbat(word)
    assert run.code == 2
    assert f"Did you mean {meant}?" in run.err


def test_help_is_a_command(orbat: Orbat) -> None:
    """`orbat help` and `orbat help check` equal --help."""
    assert orbat("help") == orbat("--help")
    assert orbat("help", "check") == orbat("check", "--help")


def test_descriptions_of_commands_fit_on_a_line(orbat: Orbat, monkeypatch: pytest.MonkeyPatch) -> None:
    """The terminal has 80 columns."""
    monkeypatch.setenv("COLUMNS", "80")
    commands = orbat("--help").out.partition("Build an army:")[2]
    assert commands.count("\n") > 9
    assert "..." not in commands, commands


def test_commands_are_listed_in_groups(orbat: Orbat) -> None:
    """Each command is in one group, and the descriptions are aligned."""
    text = orbat("--help").out
    groups = [
        line for line in text.split("\n") if line.endswith(":") and not line.startswith(("Usage", "Options", " "))
    ]
    assert groups == [f"{title}:" for title in GROUP_TITLES.values()]
    assert sorted(name for group in GROUP_TITLES for name in commands_in(group)) == sorted(all_commands())
    rows = text.partition("Build an army:")[2].partition("Examples:")[0].rstrip().split("\n")
    starts = {len(row) - len(row[2:].lstrip(row.split()[0]).lstrip()) for row in rows if row.startswith("  ")}
    assert len(starts) == 1, starts


def test_program_runs_as_a_module() -> None:
    run = subprocess.run([sys.executable, "-m", "orbat", "-V"], capture_output=True, text=True, check=True)
    assert run.stdout.startswith("orbat, version ")


def test_a_family_and_several_codes_are_explained(orbat: Orbat) -> None:
    """`explain UNT` lists the family; several codes are explained in turn."""
    lines = orbat("explain", "unt").out.rstrip().split("\n")
    assert len(lines) > 5
    assert all(line.startswith("UNT") for line in lines)
    both = orbat("explain", "UNT001", "UNT002").out
    assert both == orbat("explain", "UNT001").out + "\n" + orbat("explain", "UNT002").out


def test_a_list_without_its_ruleset_suggests_the_full_name(orbat: Orbat) -> None:
    assert "Did you mean days_of_empire/sardinian?" in orbat("lists", "sardinian").err
    assert "Did you mean days_of_empire/british/brit_line?" in orbat("lists", "british/brit_line").err


def test_command_errors_are_one_line(orbat: Orbat, army: Path, tmp_path: Path) -> None:
    """Usage is shown only for usage errors."""
    run = orbat("convert", army, tmp_path / "none" / "x.txt")
    assert run.code == 2
    assert run.err.startswith(f"Error: the folder {tmp_path / 'none'}")
    assert run.err.count("\n") == 1
    assert "Usage:" in orbat("convert", army).err


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("print", "ARMY", "-o", "e.txt"), "sheets are written as .pdf, .svg or .png, for example e.pdf"),
        (("print", "ARMY", "--label-size", "40"), "40 is not a size; write WIDTHxDEPTH"),
        (("print", "ARMY", "--label-size", "19x20"), "(width: 20 to 200, depth: 10 to 200)"),
        (("print", "--keys", "-o", "e.svg"), "--keys writes a PDF"),
        (("convert", "ARMY", "o.pdf"), "orbat print"),
        (("roll", "ARMY", "--seed", ""), "--seed needs a text"),
        (("roll", "ARMY", "-o", "e.csv"), "only .yaml and .json files can be changed"),
        (("roll", "-"), "standard input cannot be changed"),
        (("schema",), "--to FOLDER"),
        (("check", "--points", "abc", "ARMY"), "'abc' is not a whole number of points"),
        (("new", "--army", "british", "--date", "1854-13"), "write the date like 1854, 1854-09"),
        (("new", "--army", "british", "-o", "e.pdf"), "saved as .yaml or .json"),
        (("new", "--army", "ottoman", "--reading", "shatered=warning", "-o", "e.yaml"), "Did you mean shattered?"),
        (("new", "--army", "ottoman", "--reading", "shattered=worning", "-o", "e.yaml"), "Known: error, warning"),
    ],
)
def test_errors_before_anything_is_written(
    orbat: Orbat, army: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, arguments: tuple[str, ...], message: str
) -> None:
    """Exit code 2, the reason, and no file created or changed."""
    monkeypatch.chdir(tmp_path)
    before = army.read_bytes()
    run = orbat(*(str(army) if one == "ARMY" else one for one in arguments))
    assert (run.code, run.out) == (2, "")
    assert message in run.err
    assert [path.name for path in tmp_path.iterdir()] == ["army.yaml"]
    assert army.read_bytes() == before


def test_convert_overwrites_only_with_force(orbat: Orbat, army: Path, tmp_path: Path) -> None:
    """An existing target is refused; with --force it is replaced, with a backup."""
    target = tmp_path / "out.txt"
    target.write_text("mine", encoding="utf-8")
    run = orbat("convert", army, target)
    assert run.code == 2
    assert "--force" in run.err
    assert target.read_text(encoding="utf-8") == "mine"
    assert orbat("convert", army, target, "--force").code == 0
    assert target.with_name("out.txt.bak").read_text(encoding="utf-8") == "mine"


def test_a_used_seed_is_refused_for_a_reroll(orbat: Orbat, army: Path) -> None:
    """The same seed would give the same die."""
    assert orbat("roll", army, "--seed", "tea").code == 0
    for seed, code in (("tea", 2), ("alma", 0), ("tea", 2), ("alma", 2)):
        run = orbat("roll", army, "--reroll", "george buller", "--seed", seed)
        assert run.code == code, run
        assert ("would give the same dice" in run.err) is (code == 2)


def test_invalid_rerolls_are_refused(orbat: Orbat, army: Path) -> None:
    """The player's own general, a misspelt name, and dice for nobody."""
    text = army.read_text(encoding="utf-8")
    army.write_text(
        text.replace("formations:\n  - level: div", "commander: {name: Lord Raglan}\nformations:\n  - level: div")
    )
    assert orbat("roll", army, "--dice", "1,2,3").code == 0
    assert "the player's quality is fixed" in orbat("roll", army, "--reroll", "1").err
    assert "Did you mean George Buller?" in orbat("roll", army, "--reroll", "George Bulller").err
    assert "--reroll NAME" in orbat("roll", army, "--dice", "1").err


@pytest.mark.parametrize("suffix", [".yaml", ".json", ".txt", ".md", ".csv", ".pdf"])
@pytest.mark.parametrize("command", sampled(["price", "convert", "print"], 1))
def test_standard_input_is_read_by_every_command_that_reads(
    orbat: Orbat, army: Path, tmp_path: Path, command: str, suffix: str
) -> None:
    """A dash is standard input, in any format."""
    source = tmp_path / f"source{suffix}"
    assert orbat(*(("print", army, "-o", source) if suffix == ".pdf" else ("convert", army, source))).code == 0
    more: dict[str, list[object]] = {"convert": ["-.txt"], "print": ["-o", tmp_path / "out.pdf"]}
    run = orbat(command, "-", *more.get(command, []), given=source.read_bytes())
    assert (run.code, run.err) == (0, "")
    assert "158" in run.out


@pytest.mark.parametrize("command", ["price", "roll", "print", "convert"])
def test_an_unusable_file_is_shown_with_its_line(orbat: Orbat, tmp_path: Path, command: str) -> None:
    """Every command shows the file, the position, and the line with a caret."""
    file = tmp_path / "army.yaml"
    file.write_text("orbat: 1\nruleset: [nowhere\n", encoding="utf-8")
    more: dict[str, list[object]] = {"convert": [tmp_path / "o.txt"], "print": ["-o", tmp_path / "o.pdf"]}
    run = orbat(command, file, *more.get(command, []))
    assert run.code == 2
    assert run.out.startswith(f"{file}:\n")
    assert "\n          | " in run.out
    assert "^\n" in run.out


def test_army_is_ignored_for_a_file_that_names_its_list(orbat: Orbat, army: Path) -> None:
    """A message is written to standard error."""
    run = orbat("check", army, "--army", "french")
    assert "--army french ignored" in run.err
    assert "British" in run.out
    assert orbat("check", army, "--army", "british").err == ""


@pytest.mark.slow
def test_files_that_are_not_orbats_are_skipped_in_a_folder(orbat: Orbat, army: Path, tmp_path: Path) -> None:
    """Each gets a line. Named on the command line, such a file is an error."""
    folder = tmp_path / "club"
    folder.mkdir()
    army.rename(folder / "army.yaml")
    others = {"notes.txt": "buy milk", "table.csv": "a,b\n1,2\n", "package.json": '{"name": "x"}', "ci.yml": "jobs: {}"}
    for name, text in others.items():
        (folder / name).write_text(text, encoding="utf-8")
    run = orbat("check", folder)
    assert run.code == 0
    for name in others:
        assert f"Skipped: {folder / name}: " in run.out
        assert orbat("check", folder / name).code == 2
    assert run.out.rstrip().endswith("1 file: 1 legal, 4 skipped.")
    as_json = orbat("check", folder, "--json")
    assert len(json.loads(as_json.out)["reports"]) == 1
    assert as_json.err.count("Skipped") == 4
    (folder / "broken.yaml").write_text("orbat: 1\nunits: [", encoding="utf-8")
    assert orbat("check", folder).code == 2


@pytest.mark.slow
def test_unread_own_lists_are_reported(orbat: Orbat) -> None:
    """A missing folder, and a list with the name of a shipped one."""
    assert "your own lists are not read" in orbat("lists").out
    own = Path(os.environ["ORBAT_HOME"]) / "army_lists" / "days_of_empire"
    own.mkdir(parents=True)
    shipped = Path(__file__).resolve().parents[2] / "army_lists" / "days_of_empire" / "sardinian.yaml"
    (own / "sardinian.yaml").write_text(shipped.read_text(encoding="utf-8"), encoding="utf-8")
    assert f"{own / 'sardinian.yaml'} is never read" in orbat("lists").out
    run = orbat("lint")
    assert "is never read" in run.out
    (own / "legion.yaml").write_text("army_list: 1\nid: [", encoding="utf-8")
    assert f"== {own / 'legion.yaml'}" in orbat("lint").out


def test_generals_are_listed_as_commanders(orbat: Orbat) -> None:
    line = next(one for one in orbat("lists", "days_of_empire/british").out.split("\n") if "brit_generals" in one)
    assert "bought as the commander of a formation" in line


def test_lines_are_wrapped_only_in_a_terminal(orbat: Orbat, army: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Lines are wrapped to the terminal's width and indented. Lines in a pipe are not wrapped."""
    army.write_text(army.read_text(encoding="utf-8") + f"x: {'long ' * 60}\n", encoding="utf-8")
    piped = orbat("check", army).out
    assert max(map(len, piped.split("\n"))) > 100
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True, raising=False)
    monkeypatch.setenv("COLUMNS", "60")
    for command in (("check", army), ("price", army), ("lists", "days_of_empire/british"), ("explain", "PTS001")):
        out = orbat(*command).out
        assert max(map(len, out.split("\n"))) <= 60
    broken = orbat("check", army).out
    assert "".join(broken.split())[:140] == "".join(piped.split())[:140]
    assert any(line.startswith(" " * 10) and line.endswith("STF001") for line in broken.split("\n"))

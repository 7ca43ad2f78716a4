"""What is asked in other words than the program's: a hint, and never a guess; and what is refused."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

Orbat = Callable[..., Any]


@pytest.mark.parametrize(("word", "meant"), [("validate", "orbat check"), ("dice", "orbat roll"), ("chekc", "check")])
def test_other_words_for_a_command_are_answered_with_it(orbat: Orbat, word: str, meant: str) -> None:
    """A word that no command has is wrong usage, with the command that does it."""
    run = orbat(word)
    assert run.code == 2
    assert f"Did you mean {meant}?" in run.err


def test_help_is_a_word_too(orbat: Orbat) -> None:
    """`orbat help` and `orbat help check` are what --help gives."""
    assert orbat("help") == orbat("--help")
    assert orbat("help", "check") == orbat("check", "--help")


def test_the_list_of_commands_cuts_nothing_short(orbat: Orbat, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each command has a description that fits on its line in a usual terminal."""
    monkeypatch.setenv("COLUMNS", "80")
    commands = orbat("--help").out.partition("Commands:")[2]
    assert commands.count("\n") > 9
    assert "..." not in commands


def test_a_family_and_several_codes_are_explained(orbat: Orbat) -> None:
    """`explain UNT` lists the family; several codes are explained one after the other."""
    lines = orbat("explain", "unt").out.rstrip().split("\n")
    assert len(lines) > 5
    assert all(line.startswith("UNT") for line in lines)
    both = orbat("explain", "UNT001", "UNT002").out
    assert both == orbat("explain", "UNT001").out + "\n" + orbat("explain", "UNT002").out


def test_a_list_is_found_without_its_ruleset(orbat: Orbat) -> None:
    """The name of a list alone is answered with its whole name."""
    assert "Did you mean days_of_empire/sardinian?" in orbat("lists", "sardinian").err
    assert "Did you mean days_of_empire/british/brit_line?" in orbat("lists", "british/brit_line").err


def test_what_is_refused_is_one_line(orbat: Orbat, army: Path, tmp_path: Path) -> None:
    """Usage is shown for wrong usage, not for what cannot be done."""
    run = orbat("convert", army, tmp_path / "none" / "x.txt")
    assert run.code == 2
    assert run.err.startswith(f"Error: the folder {tmp_path / 'none'}")
    assert run.err.count("\n") == 1
    assert "Usage:" in orbat("convert", army).err


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("print", "ARMY", "-o", "e.txt"), "sheets are written as PDF, for example e.pdf"),
        (("convert", "ARMY", "o.pdf"), "orbat print"),
        (("roll", "ARMY", "--seed", ""), "--seed needs a text"),
        (("roll", "ARMY", "-o", "e.csv"), "only .yaml and .json files can be changed"),
        (("roll", "-"), "standard input cannot be changed"),
        (("schema",), "--to FOLDER"),
        (("check", "--points", "abc", "ARMY"), "'abc' is not a whole number of points"),
        (("new", "--army", "british", "--date", "1854-9"), "such as 1854 or 1854-09"),
        (("new", "--army", "british", "-o", "e.pdf"), "saved as .yaml or .json"),
        (("new", "--army", "ottoman", "--reading", "shatered=warning", "-o", "e.yaml"), "Did you mean shattered?"),
        (("new", "--army", "ottoman", "--reading", "shattered=worning", "-o", "e.yaml"), "Known: error, warning"),
    ],
)
def test_what_cannot_be_is_refused_before_anything_is_done(
    orbat: Orbat, army: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, arguments: tuple[str, ...], says: str
) -> None:
    """Exit code 2, the reason, and no file made or changed."""
    monkeypatch.chdir(tmp_path)
    before = army.read_bytes()
    run = orbat(*(str(army) if one == "ARMY" else one for one in arguments))
    assert (run.code, run.out) == (2, "")
    assert says in run.err
    assert [path.name for path in tmp_path.iterdir()] == ["army.yaml"]
    assert army.read_bytes() == before


def test_convert_writes_over_a_file_only_when_told_to(orbat: Orbat, army: Path, tmp_path: Path) -> None:
    """An existing target is refused; with --force it is replaced and kept beside."""
    target = tmp_path / "out.txt"
    target.write_text("mine", encoding="utf-8")
    run = orbat("convert", army, target)
    assert run.code == 2
    assert "--force" in run.err
    assert target.read_text(encoding="utf-8") == "mine"
    assert orbat("convert", army, target, "--force").code == 0
    assert target.with_name("out.txt.bak").read_text(encoding="utf-8") == "mine"


def test_the_same_seed_is_no_new_roll(orbat: Orbat, army: Path) -> None:
    """A seed that a general has been diced for with would give the same die, and is refused, later too."""
    assert orbat("roll", army, "--seed", "tea").code == 0
    for seed, code in (("tea", 2), ("alma", 0), ("tea", 2), ("alma", 2)):
        run = orbat("roll", army, "--reroll", "george buller", "--seed", seed)
        assert run.code == code, run
        assert ("the same seed gives the same die" in run.err) is (code == 2)


def test_who_is_not_rolled_for_again_is_said(orbat: Orbat, army: Path) -> None:
    """The player, a misspelt name, and dice where all have been diced for."""
    text = army.read_text(encoding="utf-8")
    army.write_text(
        text.replace("formations:\n  - level: div", "commander: {name: Lord Raglan}\nformations:\n  - level: div")
    )
    assert orbat("roll", army, "--dice", "1,2,3").code == 0
    assert "he is you, and is never diced for" in orbat("roll", army, "--reroll", "1").err
    assert "Did you mean George Buller?" in orbat("roll", army, "--reroll", "George Bulller").err
    assert "--reroll NAME" in orbat("roll", army, "--dice", "1").err


@pytest.mark.parametrize("ending", [".yaml", ".json", ".txt", ".md", ".csv", ".pdf"])
@pytest.mark.parametrize("command", ["price", "convert", "print"])
def test_standard_input_is_read_by_every_command_that_reads(
    orbat: Orbat, army: Path, tmp_path: Path, command: str, ending: str
) -> None:
    """A dash is standard input, in any format, wherever a file is read and not changed."""
    source = tmp_path / f"source{ending}"
    assert orbat(*(("print", army, "-o", source) if ending == ".pdf" else ("convert", army, source))).code == 0
    more: dict[str, list[object]] = {"convert": ["-.txt"], "print": ["-o", tmp_path / "out.pdf"]}
    run = orbat(command, "-", *more.get(command, []), given=source.read_bytes())
    assert (run.code, run.err) == (0, "")
    assert "158" in run.out


@pytest.mark.parametrize("command", ["price", "roll", "print", "convert"])
def test_a_file_that_cannot_be_used_is_named_with_its_line(orbat: Orbat, tmp_path: Path, command: str) -> None:
    """The file, the place, and the line itself with a caret are shown by every command."""
    file = tmp_path / "army.yaml"
    file.write_text("orbat: 1\nruleset: [nowhere\n", encoding="utf-8")
    more: dict[str, list[object]] = {"convert": [tmp_path / "o.txt"], "print": ["-o", tmp_path / "o.pdf"]}
    run = orbat(command, file, *more.get(command, []))
    assert run.code == 2
    assert run.out.startswith(f"{file}:\n")
    assert "\n          | " in run.out
    assert "^\n" in run.out


def test_a_list_named_for_a_file_that_has_its_own_is_said_to_be_unused(orbat: Orbat, army: Path) -> None:
    """--army and --ruleset stand in for what is missing; where they do not, that is said on standard error."""
    run = orbat("check", army, "--army", "french")
    assert "--army french ignored" in run.err
    assert "British" in run.out
    assert orbat("check", army, "--army", "british").err == ""


def test_what_is_plainly_no_orbat_is_passed_over_in_a_folder(orbat: Orbat, army: Path, tmp_path: Path) -> None:
    """In a folder notes, foreign tables and other programs' files cost a line; named, they cannot be read."""
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


def test_lists_of_ones_own_that_are_not_read_are_said(orbat: Orbat, tmp_path: Path) -> None:
    """A folder that is not there, and a list with the name of a shipped one."""
    assert "your own lists are not read" in orbat("lists").out
    own = tmp_path / "home" / "army_lists" / "days_of_empire"
    own.mkdir(parents=True)
    shipped = Path(__file__).resolve().parents[2] / "army_lists" / "days_of_empire" / "sardinian.yaml"
    (own / "sardinian.yaml").write_text(shipped.read_text(encoding="utf-8"), encoding="utf-8")
    assert f"{own / 'sardinian.yaml'} is never read" in orbat("lists").out
    run = orbat("lint")
    assert "is never read" in run.out
    (own / "legion.yaml").write_text("army_list: 1\nid: [", encoding="utf-8")
    assert f"== {own / 'legion.yaml'}" in orbat("lint").out


def test_generals_are_said_to_be_commanders(orbat: Orbat) -> None:
    """An entry that is no unit says so among those to buy."""
    line = next(one for one in orbat("lists", "days_of_empire/british").out.split("\n") if "brit_generals" in one)
    assert "bought as the commander of a formation" in line


def test_lines_are_broken_in_a_terminal_only(orbat: Orbat, army: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """In a terminal no line is wider than it, and what follows is set in; in a pipe lines are whole."""
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

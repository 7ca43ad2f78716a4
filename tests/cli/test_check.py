"""`orbat check`: reports, exit codes and the shape of the JSON."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from tests.examples import sampled

REPORT = {"file", "title", "ruleset", "army_list", "game_size", "total", "legal", "check_code", "units", "findings"}
REPORT |= {"verdict", "summary", "basis"}
UNIT = {"path", "name", "entry", "size", "rating", "options", "points", "claimed"}
FINDING = {"code", "severity", "house", "message", "path", "line", "column", "cites", "help", "fix"}

Orbat = Callable[..., Any]


def _change(file: Path, before: str, after: str) -> None:
    text = file.read_text(encoding="utf-8")
    assert before in text
    file.write_text(text.replace(before, after), encoding="utf-8")


def test_exit_code_0_without_errors_and_1_with_errors(orbat: Orbat, army: Path) -> None:
    """Warnings and notes do not count. Only standard output is used."""
    run = orbat("check", army)
    assert (run.code, run.err) == (0, "")
    assert "STF001" in run.out
    assert run.out.startswith("Legal, 3 warnings. 158 of 800 points")
    _change(army, "size: 12, rating: 2", "size: 12, rating: 4")
    run = orbat("check", army)
    assert (run.code, run.err) == (1, "")
    assert run.out.startswith("Not legal: 1 error. ")


def test_exceeded_house_limit_is_a_warning_unless_enforced(orbat: Orbat, army: Path) -> None:
    """A size outside the list's range, in the three modes."""
    assert orbat("roll", army, "--dice", "3,3,3").code == 0
    _change(army, "size: 12", "size: 19")
    run = orbat("check", army)
    assert run.code == 0
    assert "[DOE 6.1, British list (house)] UNT003" in run.out
    assert orbat("check", army, "--strict").code == 1
    _change(army, "game_size", "house_limits: ignore\ngame_size")
    run = orbat("check", army, "--strict")
    assert run.code == 0
    assert "UNT003" not in run.out
    _change(army, "house_limits: ignore", "house_limits: enforce")
    run = orbat("check", army)
    assert run.code == 1
    assert "UNT003" in run.out


def test_strict_counts_warnings_but_not_notes(orbat: Orbat, army: Path) -> None:
    """A general not diced is a warning; remaining points are a note."""
    assert orbat("check", army, "--strict").code == 1
    assert orbat("roll", army, "--dice", "3,3,3").code == 0
    run = orbat("check", army, "--strict")
    assert "PTS004" in run.out
    assert run.code == 0


@pytest.mark.parametrize("content", [None, b"", b"\xff", b"orbat: 1\nruleset: nowhere\n", b"orbat: 7\n", b"%PDF-1.4"])
def test_exit_code_2_for_unreadable_files(orbat: Orbat, tmp_path: Path, content: bytes | None) -> None:
    """Missing, binary, not an ORBAT, or of an unknown ruleset."""
    file = tmp_path / "army.yaml"
    if content is not None:
        file.write_bytes(content)
    run = orbat("check", file)
    assert run.code == 2
    assert run.out.startswith(f"Not read.\n{file}\n")
    report = json.loads(orbat("check", file, "--json").out)["reports"][0]
    assert set(report) == REPORT
    assert (report["legal"], report["total"], report["units"]) == (False, None, [])
    assert report["findings"]


@pytest.mark.parametrize(
    "arguments",
    [
        ("check",),
        ("check", "--points", "0", "x"),
        ("check", "--points", "many", "x"),
        ("check", "--nonsense", "x"),
        ("chekc", "x"),
        ("x" * 300,),
        ("explain", "ZZZ999"),
        ("lists", "nowhere"),
        ("convert", "only-one.yaml"),
        ("new",),
    ],
)
def test_exit_code_2_for_usage_errors(orbat: Orbat, arguments: tuple[str, ...]) -> None:
    """The message is written to standard error only."""
    run = orbat(*arguments)
    assert run.code == 2, run
    assert run.out == ""
    assert run.err.strip()


def test_a_file_name_that_is_too_long(orbat: Orbat) -> None:
    """Exit code 2 and a report, not an internal error."""
    run = orbat("check", "x" * 300 + ".yaml")
    assert run.code == 2
    assert "Not read" in run.out


def test_exit_code_3_for_an_internal_error(orbat: Orbat, army: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """One line is written to standard error."""
    import orbat.cli.check as module

    def fails(*_: object, **__: object) -> None:
        raise RuntimeError

    monkeypatch.setattr(module, "files_in", fails)
    run = orbat("check", army)
    assert (run.code, run.out) == (3, "")
    assert run.err.count("\n") == 1


def test_the_json_has_exactly_the_documented_keys(orbat: Orbat, army: Path) -> None:
    """Of a report, its units and its findings."""
    _change(army, "rating: 2}", "rating: 2, points: 40, options: [rifels]}")
    found = json.loads(orbat("check", army, "--json").out)
    assert set(found) == {"reports"}
    report = found["reports"][0]
    assert set(report) == REPORT
    assert report["units"][0] == {
        "path": "formations[0].formations[0].units[0]",
        "name": "7th Royal Fusiliers",
        "entry": "brit_line",
        "size": 12,
        "rating": 2,
        "options": ["rifles"],
        "points": 36,
        "claimed": 40,
    }
    assert all(set(unit) == UNIT for unit in report["units"])
    assert all(set(finding) == FINDING for finding in report["findings"])
    assert (report["file"], report["title"], report["ruleset"]) == (str(army), "Light Division", "days_of_empire")
    assert (report["army_list"], report["game_size"], report["total"]) == ("british", 800, 158)
    claim = next(finding for finding in report["findings"] if finding["code"] == "PTS005")
    assert claim["severity"] == "error"
    assert claim["path"] == "formations[0].formations[0].units[0].points"
    lines = army.read_text(encoding="utf-8").split("\n")
    assert lines[claim["line"] - 1][claim["column"] - 1 :].startswith("40, options")
    assert claim["cites"] == ["DOE 3.3"]
    assert claim["fix"] == [
        {"edit": "set", "path": "formations[0].formations[0].units[0]", "field": "points", "value": 36}
    ]


def test_a_bad_file_does_not_stop_the_others(orbat: Orbat, army: Path, tmp_path: Path) -> None:
    """Each file has a report. The worst exit code applies."""
    folder = tmp_path / "club" / "spring"
    folder.mkdir(parents=True)
    shutil.copy(army, folder / "a.yaml")
    shutil.copy(army, folder / "c.yml")
    (folder / "b.json").write_text('{"orbat": 1,', encoding="utf-8")
    (folder / "notes.doc").write_text("not an ORBAT", encoding="utf-8")
    (folder / ".hidden.yaml").write_text("not an ORBAT", encoding="utf-8")
    _change(folder / "c.yml", "size: 12, rating: 2", "size: 12, rating: 4")
    run = orbat("check", tmp_path / "club", army)
    assert run.code == 2
    heads = [line for line in run.out.split("\n") if line.startswith("== ")]
    assert heads == [f"== {folder / name}" for name in ("a.yaml", "b.json", "c.yml")] + [f"== {army}"]
    assert run.out.rstrip().split("\n")[-1] == "4 files: 2 legal, 1 not legal, 1 not read."
    reports = json.loads(orbat("check", tmp_path / "club", army, "--json").out)["reports"]
    assert [report["legal"] for report in reports] == [True, False, False, True]


def test_line_numbers_belong_to_their_own_file(orbat: Orbat, army: Path, tmp_path: Path) -> None:
    """Several files are checked in one run."""
    longer = tmp_path / "longer.yaml"
    longer.write_text("# one\n# two\n" + army.read_text(encoding="utf-8"), encoding="utf-8")
    first, second = json.loads(orbat("check", army, longer, "--json").out)["reports"]
    lines = [[finding["line"] for finding in report["findings"]] for report in (first, second)]
    assert lines[1] == [line + 2 for line in lines[0]]
    assert json.loads(orbat("check", longer, "--json").out)["reports"][0]["findings"] == second["findings"]


def test_a_folder_without_orbats_is_an_error(orbat: Orbat, tmp_path: Path) -> None:
    run = orbat("check", tmp_path)
    assert run.code == 2
    assert "no ORBATs found" in run.err


@pytest.mark.parametrize("suffix", sampled([".yaml", ".json", ".txt", ".md", ".csv", ".pdf"], 2))
def test_standard_input_in_any_format(orbat: Orbat, army: Path, tmp_path: Path, suffix: str) -> None:
    out = tmp_path / f"out{suffix}"
    assert orbat(*(("print", army, "-o", out) if suffix == ".pdf" else ("convert", army, out))).code == 0
    run = orbat("check", "-", given=out.read_bytes())
    assert run.code == 0, run.out
    assert "158 of 800 points" in run.out
    assert (
        "standard input" in json.loads(orbat("check", "-", "--json", given=out.read_bytes()).out)["reports"][0]["file"]
    )


def test_points_replaces_the_agreed_size(orbat: Orbat, army: Path) -> None:
    """The new size is in the first line, the header, the findings and the JSON, even for standard input."""
    for arguments, given in (((army,), b""), (("-",), army.read_bytes())):
        run = orbat("check", *arguments, "--points", "150", given=given)
        assert run.code == 1
        assert "September 1854, 150 points\n" in run.out
        assert "8 points over the agreed 150" in run.out
        assert "158 of 150 points, 8 over" in run.out
        assert run.out.count("800") == 1, "only as the size from the file"
        assert "Game size: the agreed 150 is used instead of 800 from the file" in run.out
        report = json.loads(orbat("check", *arguments, "--points", "150", "--json", given=given).out)["reports"][0]
        assert (report["game_size"], report["legal"]) == (150, False)


def test_ruleset_and_army_are_defaults(orbat: Orbat, army: Path) -> None:
    """A ruleset or list named in the file takes precedence."""
    _change(army, "ruleset: days_of_empire\narmy_list: british\n", "")
    assert orbat("check", army).code == 2
    assert "158 of 800" in orbat("check", army, "--ruleset", "days_of_empire", "--army", "british").out


def test_orbat_file_checks_without_a_terminal(orbat: Orbat, army: Path) -> None:
    """`orbat FILE` in a pipe equals `orbat check FILE`."""
    assert orbat(army) == orbat("check", army)
    _change(army, "size: 12, rating: 2", "size: 12, rating: 4")
    assert orbat(army) == orbat("check", army)
    assert orbat(army).code == 1


def test_the_program_runs_as_a_process(army: Path) -> None:
    """The exit codes are the same. A closed pipe is not an error."""
    start = [sys.executable, "-c", "from orbat.cli.main import main; main()"]
    run = subprocess.run([*start, "check", str(army)], capture_output=True, text=True, encoding="utf-8", check=False)
    assert (run.returncode, run.stderr) == (0, "")
    assert "\x1b" not in run.stdout
    with subprocess.Popen([*start, "lists"], stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.close()
        assert b"Traceback" not in process.stderr.read()
    assert process.returncode == 0

"""`orbat check` of many files: a line or CSV row each, and no file stops the run."""

from __future__ import annotations

import csv
import io
import json
import operator
import os
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import pytest

import orbat.cli.check_many as many
import orbat.cli.shared as shared
from orbat.cli.parallel import Failed, run_each

Orbat = Callable[..., Any]

NUMBER = 14


@pytest.fixture
def club(orbat: Orbat, army: Path, tmp_path: Path) -> Path:
    """A folder of lists in several formats: legal ones, illegal ones, a damaged one, and a file that is not a list."""
    folder = tmp_path / "club"
    folder.mkdir()
    for number in range(NUMBER):
        suffix = (".yaml", ".txt", ".csv", ".json")[number % 4]
        assert orbat("convert", army, folder / f"{number:02}{suffix}").code == 0
    text = army.read_text(encoding="utf-8")
    (folder / "20.yaml").write_text(text.replace("rating: 2", "rating: 4"), encoding="utf-8")
    (folder / "21.json").write_text('{"orbat": 1,', encoding="utf-8")
    (folder / "22.csv").write_text("date,amount\n1,2\n", encoding="utf-8")
    formula = text.replace("title: Light Division", 'title: "=1+1"').replace("game_size: 800", "game_size: 150")
    (folder / "23.yaml").write_text(formula + 'player: "@cmd"\n', encoding="utf-8")
    return folder


SUMMARY = "17 files: 14 legal, 2 not legal, 1 not read, 1 skipped. Different game sizes: 150 (1) and 800 (15)."


@pytest.mark.slow
def test_many_files_have_a_line_each_and_a_summary(orbat: Orbat, club: Path) -> None:
    """Verdict, total of the agreed size, title and file, in the order of the files; the worst exit code applies."""
    run = orbat("check", club)
    assert run.code == 2
    skipped, *lines = [line for line in run.out.rstrip().split("\n") if not line.startswith("    ")]
    assert skipped == f"Skipped: {club / '22.csv'}: not an ORBAT"
    assert lines[-1] == SUMMARY
    assert [Path(line.split()[-1]).name[:2] for line in lines[:-2]] == [
        *(f"{n:02}" for n in range(14)),
        "20",
        "21",
        "23",
    ]
    assert lines[0].split("  ")[0] == "Legal, 3 warnings"
    assert "  158 of 800  “Light Division”" in lines[0]
    assert " ".join(lines[-5].split()).startswith("Not legal: 1 error 182 of 800 “Light Division”")
    assert lines[-4].startswith("Not read ")


@pytest.mark.slow
def test_few_files_have_full_reports_by_default(orbat: Orbat, army: Path, club: Path) -> None:
    """--brief and --full override this."""
    brief = orbat("check", army, "--brief")
    assert (brief.code, brief.out.count("\n")) == (0, 3)
    full = orbat("check", club, "--full")
    assert full.out.count("Check code") == NUMBER + 2
    assert full.out.rstrip().endswith(f"\n{SUMMARY}")


@pytest.mark.slow
def test_the_output_does_not_depend_on_the_number_of_processes(orbat: Orbat, club: Path) -> None:
    """Lines, JSON and exit code are the same."""
    for form in ((), ("--json",)):
        alone, several = orbat("check", club, *form, "--jobs", 1), orbat("check", club, *form, "--jobs", 2)
        assert alone == several
    assert len(json.loads(orbat("check", club, "--json").out)["reports"]) == NUMBER + 3


def test_the_csv_has_a_row_each_and_no_formulas(orbat: Orbat, club: Path) -> None:
    """Cells like formulas are escaped; skipped files are reported on standard error."""
    run = orbat("check", club, "--csv")
    assert run.code == 2
    assert "22.csv" in run.err
    rows = list(csv.DictReader(io.StringIO(run.out)))
    assert len(rows) == NUMBER + 3
    assert not any(cell[:1] in {*"=+-@\t"} for row in rows for cell in row.values() if cell)
    first, last = rows[0], rows[-1]
    assert (first["verdict"], first["total"], first["game_size"], first["units"]) == (
        "Legal, 3 warnings",
        "158",
        "800",
        "2",
    )
    assert (last["title"], last["player"], last["errors"]) == ("'=1+1", "'@cmd", "1")
    assert last["first_error"].startswith("PTS")
    assert rows[-2]["first_error"].startswith("SRC")
    assert (rows[-2]["total"], rows[-2]["units"]) == ("", "")


def test_the_web_page_has_a_row_each_and_the_summary(orbat: Orbat, army: Path, tmp_path: Path) -> None:
    """Texts from files are escaped, and nothing is fetched."""
    folder = tmp_path / "club"
    folder.mkdir()
    text = army.read_text(encoding="utf-8")
    hostile = text.replace("title: Light Division", 'title: "</td><img src=x onerror=alert(1)>"')
    (folder / "&amp;.yaml").write_text(hostile + 'player: "<i>\\e[31m"\n', encoding="utf-8")
    (folder / "over.yaml").write_text(text.replace("game_size: 800", "game_size: 150"), encoding="utf-8")
    (folder / "other.csv").write_text("date,amount\n1,2\n", encoding="utf-8")
    run = orbat("check", folder, "--html")
    assert run.code == 1
    assert "<h1 id=" in run.out
    assert run.out.count('<th role="rowheader"') == 2
    for tag in ("<img", "<i>", "src=x>", "://", "\x1b"):
        assert tag not in run.out, tag
    assert "&amp;amp;.yaml<" in run.out
    assert "&lt;img src=x onerror=alert(1)&gt;" in run.out
    assert "158 of 150" in run.out
    assert "2 files: 1 legal, 1 not legal, 1 skipped." in run.out
    assert "other.csv: not an ORBAT</p>" in run.out


def test_csv_and_html_exclude_other_forms(orbat: Orbat, army: Path) -> None:
    """--csv or --html with other forms is a usage error, and so is --jobs 0."""
    for others in (("--json",), ("--fix",), ("--full",), ("--explain-reading",)):
        assert orbat("check", army, "--csv", *others).code == 2
        assert orbat("check", army, "--html", *others).code == 2
    assert orbat("check", army, "--csv", "--html").code == 2
    assert orbat("check", army, "--brief", "--jobs", 0).code == 2


def test_an_internal_error_on_one_file_does_not_stop_the_others(
    orbat: Orbat, club: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The file has one finding; the exit code is 3."""
    original = shared.check_armies

    def breaks(path: Path, *rest: Any, **named: Any) -> Any:
        if path.name == "03.json":
            raise ValueError("broken")
        return original(path, *rest, **named)

    monkeypatch.setattr(many, "check_armies", breaks)
    run = orbat("check", club, "--json", "--jobs", 1)
    assert run.code == 3
    reports = json.loads(run.out)["reports"]
    assert len(reports) == NUMBER + 3
    (finding,) = reports[3]["findings"]
    assert finding["code"] == "INT002"
    assert "ValueError: broken" in finding["message"]


@pytest.mark.slow
def test_no_progress_bar_in_a_pipe(orbat: Orbat, club: Path) -> None:
    assert orbat("check", *[club / f"{n:02}.yaml" for n in range(0, NUMBER, 4)], *[club] * 3).err == ""


def test_the_progress_bar_shows_the_count_and_the_last_file(monkeypatch: pytest.MonkeyPatch) -> None:
    """The name is shown as text, whatever it contains."""
    terminal = Terminal()
    monkeypatch.setattr("sys.stderr", terminal)
    monkeypatch.setenv("TERM", "xterm")
    with many.progress(20) as tick:
        tick(1, Path("club/[red]a.yaml"))
        tick(7, Path("club/b\x1b.yaml"))
    shown = terminal.getvalue()
    assert "1/20" in shown
    assert "8/20" in shown
    assert "[red]a.yaml" in shown
    assert "b\ufffd.yaml" in shown
    assert "club" not in shown


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize("jobs", [2, 3])
def test_a_killed_process_loses_only_its_item(jobs: int) -> None:
    """All other results are present, in order, and reported once."""
    items: list[Callable[[], Any]] = [partial(abs, -number) for number in range(40)]
    items[3] = partial(int, "three")
    items[7] = items[8] = partial(os._exit, 9)
    done: list[int] = []
    found = run_each(operator.call, items, jobs, lambda count, last: done.append(count))
    bad = {number: made for number, made in enumerate(found) if isinstance(made, Failed)}
    assert list(bad) == [3, 7, 8]
    assert "ValueError: " in bad[3].reason
    assert "killed" in bad[7].reason
    assert [made for made in found if not isinstance(made, Failed)] == [n for n in range(40) if n not in bad]
    assert sum(done) == 40

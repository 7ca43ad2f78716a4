"""Internal errors at the command line: unfinished, exit code 3, one message with the path of a log."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from tests.cli.conftest import log_of
from tests.examples import sampled

from orbat.data import folders
from orbat.documents.read import read_file
from orbat.evaluate.pricing import Pricer
from orbat.evaluate.quote import Quote
from orbat.model.orbat import Orbat
from orbat.render.text import check_lines
from orbat.report.json_data import report_data

RAISING = ("raise", "--ruleset", "days_of_empire", "--army", "british", "--points", "400")


@pytest.mark.usefixtures("broken_rule")
@pytest.mark.parametrize("command", ["check", "check --json", "check --brief", "check --csv", "check --strict"])
def test_check_ends_with_3_and_the_verdict_unfinished(orbat: Callable[..., Any], army: Path, command: str) -> None:
    run = orbat(*command.split(), army)
    assert run.code == 3
    assert "Legal" not in run.out
    if command == "check --json":
        [report] = json.loads(run.out)["reports"]
        assert report["legal"] is False
        assert "INT001" in [finding["code"] for finding in report["findings"]]
    else:
        assert "Unfinished" in run.out
    log = log_of(run)
    assert "failed: rule UNT003" in log
    assert f"file: {army}" in log
    assert "ZeroDivisionError: no stands" in log


@pytest.mark.usefixtures("broken_rule")
@pytest.mark.parametrize(
    "command",
    sampled([
        "price {army}", "price --json {army}", "price --write {army}",
        "convert {army} {out}.txt", "convert {army} {out}.md", "convert {army} {out}.csv", "convert {army} {out}.json",
        "convert {army} {out}.yaml", "convert {army} {out}.html", "print {army} -o {out}.pdf --sheets all",
        "suggest {army}", "suggest --json {army}", "check --fix {army}",
    ], 4),
)  # fmt: skip
def test_every_command_that_checks_an_army_ends_with_3(
    orbat: Callable[..., Any], army: Path, tmp_path: Path, command: str
) -> None:
    run = orbat(*command.format(army=army, out=tmp_path / "out").split())
    assert run.code == 3, run
    assert "Legal" not in run.out
    assert "UNT003" in log_of(run)
    for file in tmp_path.glob("out.*"):
        if file.suffix in (".txt", ".md", ".csv", ".html"):
            text = file.read_text(encoding="utf-8")
            assert "Unfinished" in text
            assert "Legal" not in text


@pytest.mark.usefixtures("broken_rule")
@pytest.mark.parametrize("suffix", [".txt", ".md", ".csv", ".html"])
def test_unfinished_output_is_read_back(orbat: Callable[..., Any], army: Path, suffix: str) -> None:
    target = army.with_name(f"out{suffix}")
    orbat("convert", army, target)
    run = orbat("check", "--json", target)
    [report] = json.loads(run.out)["reports"]
    assert report["total"] == 158
    assert not [one for one in report["findings"] if one["code"].startswith(("SRC", "TXT"))]


@pytest.mark.usefixtures("broken_rule")
@pytest.mark.parametrize("options", [(), ("--json",), ("-o", "{out}")])
def test_a_raised_army_is_unfinished(orbat: Callable[..., Any], tmp_path: Path, options: tuple[str, ...]) -> None:
    run = orbat(*RAISING, *(option.format(out=tmp_path / "raised.yaml") for option in options))
    assert run.code == 3
    assert "Legal" not in run.out
    if options == ("--json",):
        assert json.loads(run.out)["report"]["legal"] is False
    else:
        assert "Unfinished" in run.out
    assert "UNT003" in log_of(run)


@pytest.mark.usefixtures("broken_rule")
def test_suggestions_for_an_army_not_fully_checked(orbat: Callable[..., Any], army: Path) -> None:
    assert "Unfinished" in orbat("suggest", army).out
    assert json.loads(orbat("suggest", "--json", army).out)["unfinished"] is True


@pytest.mark.parametrize("many", [2, pytest.param(12, marks=pytest.mark.slow)])
@pytest.mark.parametrize("form", sampled(["--full", "--brief", "--csv", "--html", "--json"], 2))
@pytest.mark.parametrize("jobs", [1, 2])
def test_the_other_files_of_a_folder_are_checked(
    orbat: Callable[..., Any],
    army: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    many: int,
    form: str,
    jobs: int,
) -> None:
    """Pricing fails on one file and another is unreadable. The worst exit code applies."""
    text = army.read_text(encoding="utf-8")
    folder = tmp_path / "lists"
    folder.mkdir()
    for number in range(many):
        (folder / f"sound{number}.yaml").write_text(text, encoding="utf-8")
    (folder / "damaged.yaml").write_text("orbat: 1\nruleset: [", encoding="utf-8")
    (folder / "bad.yaml").write_text(text.replace("Light Division", "Bad"), encoding="utf-8")
    original = Pricer.quote

    def quote(self: Pricer, army: Orbat, base: Quote | None = None) -> Quote:
        if army.title == "Bad":
            raise ZeroDivisionError
        return original(self, army, base)

    monkeypatch.setattr(Pricer, "quote", quote)
    run = orbat("check", form, "--jobs", jobs, folder)
    assert run.code == 3
    assert f"file: {folder / 'bad.yaml'}" in log_of(run)
    if form == "--json":
        reports = json.loads(run.out)["reports"]
        assert sum(report["legal"] for report in reports) == many
        assert len(reports) == many + 2
    else:
        assert len(re.findall(r"\bLegal, 3 warnings", run.out)) == many
        assert "Unfinished" in run.out
    if form in ("--full", "--brief"):
        expected = f"{many + 2} files: {many} legal, 1 not read, 1 unfinished."
        assert run.out.rstrip().endswith(expected)


@pytest.mark.usefixtures("broken_prices")
@pytest.mark.parametrize(
    "command",
    ["check {army}", "check --json {army}", "price {army}", "convert {army} {out}.txt", "print {army} -o {out}.pdf",
     "suggest {army}", "check --fix {army}", "price --write {army}"],
)  # fmt: skip
def test_pricing_that_fails_ends_with_3(orbat: Callable[..., Any], army: Path, tmp_path: Path, command: str) -> None:
    before = army.read_bytes()
    run = orbat(*command.format(army=army, out=tmp_path / "out").split())
    assert run.code == 3
    assert "ZeroDivisionError: no price" in log_of(run)
    assert army.read_bytes() == before
    assert not list(tmp_path.glob("out.*"))


@pytest.mark.parametrize(
    ("broken", "command"),
    [
        ("orbat.render.text.header_lines", "check {army}"),
        ("orbat.report.json_data.report_data", "check --json {army}"),
        ("orbat.cli.check_many.outcome_of", "check --brief {army}"),
        ("orbat.report.report.rows_of", "price {army}"),
        ("orbat.formats.text.plain_text", "convert {army} {out}.txt"),
        ("orbat.render.pdf.render.render", "print {army} -o {out}.pdf"),
        ("a block", "print {army} -o {out}.pdf"),
        ("orbat.data.library.Library.book", "roll {army}"),
        ("orbat.cli.check.check_command", "check {army}"),
    ],
)
def test_any_other_failure_is_logged(
    orbat: Callable[..., Any],
    army: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    broken: str,
    command: str,
) -> None:
    def fail(*_: object, **__: object) -> None:
        raise ZeroDivisionError(broken)

    if broken == "a block":
        from orbat.render.pdf import render

        monkeypatch.setattr(render, "block_function", lambda _: fail)
    elif broken == "orbat.cli.check.check_command":
        from orbat.cli.check import check_command

        monkeypatch.setattr(check_command, "callback", fail)
    else:
        monkeypatch.setattr(broken, fail)
    run = orbat(*command.format(army=army, out=tmp_path / "out").split())
    assert run.code == 3, run
    assert "ZeroDivisionError" in log_of(run)
    assert not list(tmp_path.glob("out.*"))


@pytest.mark.usefixtures("broken_rule")
def test_the_traceback_is_printed_with_orbat_debug(
    orbat: Callable[..., Any], army: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ORBAT_DEBUG", "1")
    run = orbat("check", army)
    assert run.code == 3
    assert "Traceback (most recent call last)" in run.err
    assert "ZeroDivisionError: no stands" in run.err


def test_a_failing_reader_leaves_the_file_unfinished(
    orbat: Callable[..., Any], army: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    bad = tmp_path / "bad.yaml"
    bad.write_text("orbat: 1\n", encoding="utf-8")

    def read(path: Path, *arguments: object, **named: object) -> object:
        if path == bad:
            raise RecursionError
        return read_file(path, *arguments, **named)  # type: ignore[arg-type]  # passed on as it came

    monkeypatch.setattr("orbat.cli.shared.read_file", read)
    run = orbat("check", bad, army)
    assert run.code == 3
    assert "Unfinished" in run.out
    assert "Legal" in run.out
    assert "RecursionError" in log_of(run)


@pytest.mark.usefixtures("broken_rule")
def test_without_a_folder_for_the_log_the_run_still_ends_with_3(
    orbat: Callable[..., Any], army: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").write_text("")
    monkeypatch.setattr(folders, "state", lambda: tmp_path / "file")
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path / "file"))
    run = orbat("check", army)
    assert run.code == 3
    assert "Internal error. No log could be written" in run.err


def test_failures_do_not_carry_over_to_the_next_run(
    orbat: Callable[..., Any], army: Path, request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context():
        request.getfixturevalue("broken_rule")
        assert orbat("check", army).code == 3
    monkeypatch.undo()
    assert orbat("check", army).code == 0


@pytest.mark.parametrize("form", [(), ("--json",)])
def test_a_report_that_cannot_be_shown_does_not_stop_the_others(
    orbat: Callable[..., Any], army: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, form: tuple[str, ...]
) -> None:
    bad = tmp_path / "bad.yaml"
    bad.write_bytes(army.read_bytes())

    def failing(original: Any) -> Any:
        def shown(report: Any, *arguments: Any, **options: Any) -> Any:
            if report.source == str(bad) and report.readable:
                raise ZeroDivisionError
            return original(report, *arguments, **options)

        return shown

    monkeypatch.setattr("orbat.cli.check.check_lines", failing(check_lines))
    monkeypatch.setattr("orbat.report.json_data.report_data", failing(report_data))
    run = orbat("check", *form, bad, army)
    assert run.code == 3
    assert "ZeroDivisionError" in log_of(run)
    if form:
        assert [report["legal"] for report in json.loads(run.out)["reports"]] == [False, True]
    else:
        assert run.out.rstrip().endswith("2 files: 1 legal, 1 unfinished.")

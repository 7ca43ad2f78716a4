"""`orbat check` and `orbat price`."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import click

from orbat.cli.shared import FINE, FOUND, USAGE, painter, say
from orbat.outputs.text import check_lines, finding_lines, price_lines, summary_line
from orbat.pipeline import Desk, check, files_in, report_on, save, with_claims
from orbat.report.report import Report
from orbat.sources.library import Library


def _read(path: Path, library: Library, desk: Desk, points: int | None, given: dict[str, str]) -> Report:
    if str(path) == "-":
        from dataclasses import replace

        from orbat.sources.readers import read_bytes_as_orbat

        loaded = read_bytes_as_orbat(sys.stdin.buffer.read(), **given)
        if points is not None and loaded.orbat:
            loaded = replace(loaded, orbat=replace(loaded.orbat, game_size=points))
        return report_on("standard input", loaded, library, desk)
    return check(path, library, desk=desk, points=points, **given)


@click.command("check")
@click.argument("files", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.option("--points", type=click.IntRange(1, 1_000_000), help="The agreed size, instead of the file's.")
@click.option("--ruleset", default="", help="The ruleset, for a file that names none.")
@click.option("--army", default="", help="The army list, for a file that names none.")
@click.option("--json", "as_json", is_flag=True, help="Write the reports as JSON.")
@click.option("--strict", is_flag=True, help="Exit with 1 for warnings too.")
def check_command(
    files: tuple[Path, ...], points: int | None, ruleset: str, army: str, as_json: bool, strict: bool
) -> int:
    """Price and check ORBATs: files, folders, or - for standard input.

    Exit code 0: nothing wrong; 1: an error was found; 2: a file could not be read.
    """
    library, desk = Library(), Desk()
    given = {"ruleset": ruleset, "army_list": army}
    found = list(files_in(files))
    if not found:
        raise click.UsageError("there is no ORBAT in what was named; ORBATs end in .yaml, .json, .txt, .csv or .pdf")
    reports = []
    for number, path in enumerate(found):
        report = _read(path, library, desk, points, given)
        reports.append(report)
        if not as_json:
            _show(report, path, several=len(found) > 1, first=number == 0)
    if as_json:
        from orbat.report.facts import report_facts

        click.echo(json.dumps({"reports": [report_facts(report) for report in reports]}, ensure_ascii=False, indent=2))
    elif len(reports) > 1:
        legal = sum(report.legal for report in reports)
        unread = sum(not report.readable for report in reports)
        say(["", summary_line(len(reports), legal, len(reports) - legal - unread, unread)])
    return _code(reports, strict=strict)


def _show(report: Report, path: Path, *, several: bool, first: bool) -> None:
    if several:
        say([*([] if first else [""]), f"== {path}"])
    say(check_lines(report, painter()))


def _code(reports: list[Report], *, strict: bool) -> int:
    if any(not report.readable for report in reports):
        return USAGE
    bad = any(not report.legal or (strict and report.counts["warning"]) for report in reports)
    return FOUND if bad else FINE


@click.command("price")
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--ruleset", default="", help="The ruleset, for a file that names none.")
@click.option("--army", default="", help="The army list, for a file that names none.")
@click.option("--json", "as_json", is_flag=True, help="Write the quote as JSON.")
@click.option("--write", is_flag=True, help="Write the points, the total and the data's versions into the file.")
def price_command(file: Path, ruleset: str, army: str, as_json: bool, write: bool) -> int:
    """Show every line's sum with its reason; --write accepts them as the file's own."""
    report = _read(file, Library(), Desk(), None, {"ruleset": ruleset, "army_list": army})
    if report.quote is None:
        say(line for finding in report.findings for line in finding_lines(finding, painter()))
        return USAGE
    if as_json:
        from orbat.report.facts import quote_facts

        click.echo(json.dumps(quote_facts(report.quote), ensure_ascii=False, indent=2))
    else:
        say(price_lines(report, painter()))
    if write:
        _accept(file, report)
    return FINE


def _accept(file: Path, report: Report) -> None:
    """Write what the ORBAT comes to into its file."""
    from orbat.outputs.files import WriteFailed

    assert report.orbat is not None
    assert report.book is not None
    assert report.quote is not None
    if any(finding.code.startswith("SRC") for finding in report.findings):
        raise click.UsageError(f"{file} was not changed: mend what orbat check finds in the file first")
    try:
        save(with_claims(report.orbat, report.book, report.quote), file, report.text)
    except WriteFailed as failed:
        raise click.UsageError(str(failed)) from failed
    click.echo(f"Written: {file}.", err=True)

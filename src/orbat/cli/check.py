"""`orbat check` and `orbat price`."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from orbat.cli.internal_errors import EXIT_INTERNAL
from orbat.cli.options import Change, changed, feature_values, with_feature_options
from orbat.cli.shared import (
    EXIT_FINDINGS,
    EXIT_OK,
    EXIT_USAGE,
    STANDARD_INPUT,
    CommandError,
    check_armies,
    check_input,
    ignored_options,
    painter,
    parse_points,
    record_failures_of,
    require_savable,
    show_findings,
    width,
    write_json,
    write_lines,
    write_text,
)
from orbat.data.library import Library
from orbat.data.loaded import Loaded
from orbat.model.edits import Edit, Insert, Remove, Set, at
from orbat.model.finding import Finding
from orbat.model.orbat import Orbat
from orbat.model.record import Record
from orbat.pipeline import (
    ORBAT_SUFFIXES,
    READ_ONLY_SUFFIXES,
    Evaluator,
    apply_fix,
    failed_report,
    files_in,
    report_on,
    save,
    with_claims,
)
from orbat.render.text import check_lines, price_lines
from orbat.report.outcome import Outcome, bare_outcome, summary_line
from orbat.report.report import Report

if TYPE_CHECKING:
    from orbat.cli.check_many import Form

FEW = 10
"""So many files at most have their whole reports shown one after another, unless it is asked otherwise."""


@click.command("check")
@click.argument("files", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.option("--points", type=parse_points, metavar="N", help="The agreed size, instead of the file's.")
@click.option("--ruleset", default="", help="The ruleset, for a file that names none.")
@click.option("--army", default="", help="The army list, for a file that names none.")
@with_feature_options("check")
@click.option("--json", "as_json", is_flag=True, help="Write the reports as JSON.")
@click.option("--csv", "as_csv", is_flag=True, help="Write a table with a row for each ORBAT, as CSV.")
@click.option("--brief/--full", default=None, help=f"A line for each ORBAT (for more than {FEW} files), or all of it.")
@click.option("--jobs", type=click.IntRange(min=1), metavar="N", help="How many processes share the files out.")
@click.option("--strict", is_flag=True, help="Exit with 1 for warnings too.")
@click.option("--fix", is_flag=True, help="Mend the errors that can be mended by themselves, and save the file.")
def check_command(
    files: tuple[Path, ...],
    points: int | None,
    ruleset: str,
    army: str,
    as_json: bool,
    as_csv: bool,
    brief: bool | None,
    jobs: int | None,
    strict: bool,
    fix: bool,
    **added: Any,
) -> int:
    """Price and check ORBATs.

    FILES are files in any format that orbat reads, folders, or - for standard input. In a folder files that are
    plainly no ORBATs are passed over.

    Exit code 0: nothing wrong; 1: an error was found; 2: a file could not be read; 3: an internal error.
    """
    if fix and (points is not None or ruleset or army):
        raise click.UsageError("--fix mends a file by what it says itself: without --points, --ruleset and --army")
    if as_csv and (as_json or fix or brief is False):
        raise click.UsageError("--csv is a table, and goes with none of --json, --fix and --full")
    names = {"ruleset": ruleset, "army_list": army}
    found, changes = _found(files), tuple(feature_values("check", added))
    if brief is None:
        brief = len(found) > FEW
    if fix or not (brief or as_json or as_csv):
        outcomes = _one_by_one(found, files, points, names, changes, as_json=as_json, fix=fix)
    else:
        from orbat.cli.check_many import Ask, check_many

        form: Form = "json" if as_json else "csv" if as_csv else "lines"
        outcomes = check_many(found, Ask(points, names, frozenset(files), as_json, changes), form, jobs)
    if not outcomes:
        raise CommandError(f"there is no ORBAT in what was named; ORBATs end in {', '.join(ORBAT_SUFFIXES)}")
    return _code(outcomes, strict=strict)


def _one_by_one(
    found: list[Path],
    named: tuple[Path, ...],
    points: int | None,
    defaults: dict[str, str],
    changes: tuple[Change, ...],
    *,
    as_json: bool,
    fix: bool,
) -> tuple[Outcome, ...]:
    """Check the files and show the whole report on each, or the JSON of them all."""
    library, evaluator = Library(), Evaluator()
    reports: list[Report] = []
    passed_over = 0
    for path in found:
        report, *others = changed(
            check_armies(path, library, evaluator=evaluator, points=points, defaults=defaults), changes
        )
        skippable = not report.readable and not report.unfinished and path not in named
        if skippable and (why := _foreign(path, report)):
            passed_over += 1
            write_text([f"Passed over: {path}: {why}"], err=as_json)
            continue
        write_text(ignored_options(defaults, path, report), err=True)
        if fix:
            report, *_ = changed(
                [_fixed(path, report, library, evaluator, named=path in named, quiet=as_json)], changes
            )
        if not as_json:
            report = _shown(report, path, several=len(found) > 1, first=not reports and not passed_over, fix=fix)
            for number, other in enumerate(others):
                write_text([""])
                others[number] = _shown(other, path, several=False, first=False, fix=fix)
        reports += [report, *others]
    if as_json and reports:
        told = [_with_facts(report) for report in reports]
        reports = [report for report, _ in told]
        write_json({"reports": [facts for _, facts in told]})
    outcomes = tuple(map(bare_outcome, reports))
    if not as_json and outcomes and len(found) > 1:
        write_lines(["", summary_line(outcomes, passed_over)])
    return outcomes


def _found(files: tuple[Path, ...]) -> list[Path]:
    """The files named and those in the folders named."""
    found: list[Path] = []
    for path in files:
        try:
            found += files_in([path])
        except (OSError, ValueError):  # a name that no file can have; reading it says so
            found.append(path)
    return found


def _foreign(path: Path, report: Report) -> str:
    from orbat.cli.check_many import why_foreign

    return why_foreign(path, report)


def _fixed(path: Path, report: Report, library: Library, evaluator: Evaluator, *, named: bool, quiet: bool) -> Report:
    """Mend a file where that can be done, say what was done, and give the report on what is there then."""

    try:
        require_savable(path)
    except CommandError as refused:
        if named:
            raise
        write_text([f"{path} was not changed: {refused.message}"], err=quiet)
        return report
    write_text([*fixed(path, report, library, evaluator), *([] if quiet else [""])], err=quiet)
    return check_input(path, library, evaluator=evaluator)


def _show(report: Report, path: Path, *, several: bool, first: bool, fix: bool) -> None:
    if several:
        write_text([*([] if first else [""]), f"== {path}"])
    keeps = path != STANDARD_INPUT and path.suffix.lower() not in READ_ONLY_SUFFIXES
    sound = not any(finding.code.startswith("SRC") for finding in report.findings)
    offer = "orbat check --fix does it" if keeps and sound and not fix else ""
    write_lines(check_lines(report, painter(), width(), offer))


def _shown(report: Report, path: Path, *, several: bool, first: bool, fix: bool) -> Report:
    """Show a report and return it; where showing it fails in orbat itself, a report that says so."""
    try:
        _show(report, path, several=several, first=first, fix=fix)
    except (click.ClickException, OSError):
        raise
    except Exception as error:  # one file must not stop the others
        report = failed_report(report.source, error)
        record_failures_of([report])
        _show(report, path, several=False, first=False, fix=fix)
    return report


def _with_facts(report: Report) -> tuple[Report, dict[str, Any]]:
    """A report with its facts; where they cannot be made, a report that says so with its own."""
    from orbat.report.facts import report_facts

    try:
        return report, report_facts(report)
    except Exception as error:  # as in `_shown`
        report = failed_report(report.source, error)
        record_failures_of([report])
        return report, report_facts(report)


def _code(outcomes: tuple[Outcome, ...], *, strict: bool) -> int:
    if any(outcome.unfinished for outcome in outcomes):
        return EXIT_INTERNAL
    if any(not outcome.readable for outcome in outcomes):
        return EXIT_USAGE
    bad = any(not outcome.legal or (strict and outcome.warnings) for outcome in outcomes)
    return EXIT_FINDINGS if bad else EXIT_OK


@click.command("price")
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--ruleset", default="", help="The ruleset, for a file that names none.")
@click.option("--army", default="", help="The army list, for a file that names none.")
@click.option("--json", "as_json", is_flag=True, help="Write the quote as JSON.")
@click.option("--write", is_flag=True, help="Write the points, the total and the data's versions into the file.")
def price_command(file: Path, ruleset: str, army: str, as_json: bool, write: bool) -> int:
    """Show every line's sum with its reason.

    --write accepts the sums as the file's own. FILE may be - for standard input.
    """
    if write:
        require_savable(file)
    defaults = {"ruleset": ruleset, "army_list": army}
    report = check_input(file, Library(), defaults=defaults)
    write_text(ignored_options(defaults, file, report), err=True)
    if report.quote is None:
        show_findings(report)
        return EXIT_USAGE
    if as_json:
        from orbat.report.facts import quote_facts

        write_json(quote_facts(report.quote))
    else:
        write_lines(price_lines(report, painter(), width()))
    if write:
        _accept(file, report)
    return EXIT_OK


def _accept(file: Path, report: Report) -> None:
    """Write what the ORBAT comes to into its file."""
    from orbat.session.files import WriteFailed

    assert report.orbat is not None
    assert report.book is not None
    assert report.quote is not None
    wrong = tuple(finding for finding in report.findings if finding.code.startswith("SRC"))
    if any(finding.severity == "error" for finding in wrong):
        show_findings(replace(report, findings=wrong), err=True)
        raise CommandError(f"{file} was not changed: mend this first")
    try:
        save(with_claims(report.orbat, report.book, report.quote), file, report.text)
    except WriteFailed as failed:
        raise CommandError(str(failed)) from failed
    write_text([f"Written: {file}"], err=True)


# `orbat check --fix`: the errors that can be mended by themselves, one after the other.


MOST_ROUNDS = 100
"""After so many fixes whatever is left is for the player."""


def fixed(path: Path, report: Report, library: Library, evaluator: Evaluator) -> list[str]:
    """Apply the fixes of a file's errors one at a time, save it, and say each thing done. Raises CommandError.

    A file that was not wholly understood is left alone: what was not understood would be lost.
    """
    from orbat.session.files import WriteFailed

    if report.orbat is None or report.book is None or not report.readable:
        return [f"{path} was not changed: it could not be read."]
    if any(finding.code.startswith("SRC") for finding in report.findings):
        return [f"{path} was not changed: mend what was not understood in it first."]
    orbat, done = report.orbat, list[str]()
    seen = {orbat}
    for _ in range(MOST_ROUNDS):
        step = next(_steps(orbat, seen, library, evaluator), None)
        if step is None:
            break
        finding, after = step
        done += [f"Mended: {finding.message} {finding.code}", *(f"  {one}" for one in _changes(orbat, finding))]
        orbat = after
        seen.add(orbat)
    if not done:
        return [f"{path} was not changed: there is nothing in it that mends itself."]
    try:
        save(orbat, path, report.text)
    except WriteFailed as failed:
        raise CommandError(str(failed)) from failed
    return [*done, f"Written: {path}; the file as it was is {path.name}.bak"]


def _steps(orbat: Orbat, seen: set[Orbat], library: Library, evaluator: Evaluator) -> Iterator[tuple[Finding, Orbat]]:
    """Each error that has a fix which leads to something new, with what it leads to."""
    report = report_on("", Loaded(orbat, ()), library, evaluator)
    record_failures_of((report,))
    for finding in report.findings:
        if finding.severity == "error" and finding.fix and report.book:
            after = apply_fix(orbat, finding, report.book, evaluator)
            if after not in seen:
                yield finding, after


def _changes(orbat: Orbat, finding: Finding) -> Iterator[str]:
    for edit in finding.fix:
        yield _change(orbat, edit)


def _change(orbat: Orbat, edit: Edit) -> str:
    match edit:
        case Set(path, field, value):
            before = _words(getattr(at(orbat, path), field))
            return f"{field.replace('_', ' ')}: {before} became {_words(value)}"
        case Remove(path):
            thing = at(orbat, path)
            return f"taken out: {thing.name or getattr(thing, 'entry', '') or thing.level}"
        case Insert(_, _, thing):
            return f"put in: {thing.name or getattr(thing, 'entry', '') or 'a formation'}"


def _words(value: object) -> str:
    if value is None or value == "" or value == ():
        return "nothing"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, tuple):
        return ", ".join(_words(one) for one in value)
    if isinstance(value, Record):
        return str(getattr(value, "name", "")) or str(getattr(value, "result", "")) or "one without a name"
    return str(value)

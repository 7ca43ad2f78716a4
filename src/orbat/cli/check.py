"""The command `orbat check`."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from orbat.cli.event import event_path, load_event
from orbat.cli.internal_errors import EXIT_INTERNAL
from orbat.cli.options import Change, apply_changes, feature_values, with_feature_options
from orbat.cli.shared import (
    EXIT_FINDINGS,
    EXIT_OK,
    EXIT_USAGE,
    STANDARD_INPUT,
    CommandError,
    check_armies,
    ignored_options,
    painter,
    parse_points,
    record_failures_of,
    width,
    write_json,
    write_lines,
    write_text,
)
from orbat.data.library import Library
from orbat.model.agreed import Agreed
from orbat.model.event import Event
from orbat.model.orbat import HouseLimits
from orbat.model.record import Value
from orbat.model.wording import phrase
from orbat.pipeline import (
    ORBAT_SUFFIXES,
    READ_ONLY_SUFFIXES,
    Evaluator,
    failed_report,
    files_in,
)
from orbat.render.text import check_lines
from orbat.report.event import about_event
from orbat.report.outcome import Outcome, brief_outcome, compared_items, summary_line
from orbat.report.report import Report

if TYPE_CHECKING:
    from orbat.cli.check_many import Form

MAX_FULL_REPORTS = 10
"""With more files than this, each file gets one line by default instead of a full report."""


class ShownParts(Value):
    """The parts of a report to show."""

    fixed: bool = False
    """Whether automatic fixes were applied, and so are not offered again."""
    explain_reading: bool = False
    """Whether to show the roles of lines and numbers in typed lists."""


@click.command("check")
@click.argument("files", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.option(
    "--points", type=parse_points, metavar="N", help="The agreed game size. It is used instead of the size in the file."
)
@click.option("--ruleset", default="", help="Ruleset for files that name no ruleset.")
@click.option("--army", default="", help="Army list for files that name no army list.")
@click.option(
    "--rulings",
    multiple=True,
    metavar="FILE|KEY=VALUE",
    help="Agreed rulings, used instead of the rulings in the files. Rulings that you do not name have their default "
    "choices.",
)
@click.option(
    "--house",
    type=click.Choice(("warn", "enforce", "ignore")),
    help="How to report house limits that are not kept: as warnings (warn), as errors (enforce), or not at all "
    "(ignore). This option replaces the setting in the files.",
)
@with_feature_options("check")
@click.option("--json", "as_json", is_flag=True, help="Write the reports as JSON.")
@click.option("--csv", "as_csv", is_flag=True, help="Write a CSV table with a row for each ORBAT.")
@click.option("--html", "as_html", is_flag=True, help="Write a web page with a table that browsers can sort.")
@click.option(
    "--brief/--full",
    default=None,
    help=phrase(
        "Show one line for each ORBAT, or full reports. [default: --brief for more than {maximum} files]",
        maximum=MAX_FULL_REPORTS,
    ),
)
@click.option(
    "--explain-reading", is_flag=True, help="In full reports of typed lists, show how each line and number was read."
)
@click.option("--jobs", type=click.IntRange(min=1), metavar="N", help="Number of parallel processes.")
@click.option("--strict", is_flag=True, help="Exit with code 1 for warnings too.")
@click.option("--fix", is_flag=True, help="Fix errors that have an automatic fix, and save the file.")
def check_command(
    files: tuple[Path, ...],
    points: int | None,
    ruleset: str,
    army: str,
    rulings: tuple[str, ...],
    house: HouseLimits | None,
    as_json: bool,
    as_csv: bool,
    as_html: bool,
    brief: bool | None,
    explain_reading: bool,
    jobs: int | None,
    strict: bool,
    fix: bool,
    **added: Any,
) -> int:
    """Price and check ORBATs.

    FILES are files of any supported format, folders, or - for standard input. In a folder, files that are clearly not
    ORBATs are skipped. A file event.yaml in a folder describes an event: its players, agreed size, rulings and house
    limits.

    Exit code 0: no errors; 1: errors found, or a file is only part of an army; 2: a file could not be read; 3: internal
    error.
    """
    if fix and (points is not None or ruleset or army or rulings or house):
        raise click.UsageError("--fix cannot be combined with --points, --ruleset, --army, --rulings or --house")
    if as_csv and (as_json or as_html or fix or brief is False):
        raise click.UsageError("--csv cannot be combined with --json, --html, --fix or --full")
    if as_html and (as_json or fix or brief is False):
        raise click.UsageError("--html cannot be combined with --json, --fix or --full")
    if explain_reading and (as_csv or as_html or brief):
        raise click.UsageError("--explain-reading cannot be combined with --csv, --html or --brief")
    agreed = Agreed(points, _agreed_rulings(rulings), house)
    names = {"ruleset": ruleset, "army_list": army}
    found, changes = _expanded(files), tuple(feature_values("check", added))
    event_file = event_path(files)
    event = load_event(event_file) if event_file else None
    if event and fix:
        raise click.UsageError("--fix cannot be used in a folder with event.yaml")
    if event:
        agreed, found = agreed.completed(event.agreed), [path for path in found if path != event_file]
    if brief is None:
        brief = len(found) > MAX_FULL_REPORTS and not explain_reading
    if fix or not (brief or as_json or as_csv or as_html):
        shown = ShownParts(fixed=fix, explain_reading=explain_reading)
        outcomes = _check_one_by_one(found, files, agreed, names, changes, shown, event, as_json=as_json)
    else:
        from orbat.cli.check_many import CheckOptions, check_many

        form: Form = "json" if as_json else "csv" if as_csv else "html" if as_html else "lines"
        outcomes = check_many(found, CheckOptions(agreed, names, frozenset(files), as_json, changes), form, jobs, event)
    if not outcomes:
        raise CommandError(
            phrase("no ORBATs found. Supported file types: {suffixes}", suffixes=", ".join(ORBAT_SUFFIXES))
        )
    return _exit_code(outcomes, strict=strict)


def _agreed_rulings(values: tuple[str, ...]) -> tuple[tuple[str, str], ...] | None:
    if not values:
        return None
    from orbat.cli.agreed import agreed_rulings

    return agreed_rulings(values, Library())


def _check_one_by_one(
    found: list[Path],
    named: tuple[Path, ...],
    agreed: Agreed,
    defaults: dict[str, str],
    changes: tuple[Change, ...],
    shown: ShownParts,
    event: Event | None,
    *,
    as_json: bool,
) -> tuple[Outcome, ...]:
    # A few files are compared before the first report is shown, so that each report names armies that several players
    # have.
    library, evaluator = Library(), Evaluator()

    def check(path: Path) -> tuple[Report, ...]:
        return apply_changes(
            check_armies(path, library, evaluator=evaluator, agreed=agreed, defaults=defaults), changes
        )

    few = 1 < len(found) <= MAX_FULL_REPORTS and not shown.fixed
    checked: Iterable[tuple[Report, ...]] = _compared([*map(check, found)]) if few else map(check, found)
    reports: list[Report] = []
    skipped = 0
    for path, (report, *others) in zip(found, checked, strict=True):
        skippable = not report.readable and not report.unfinished and path not in named
        if skippable and (reason := _skip_reason(path, report)):
            skipped += 1
            write_text([phrase("Skipped: {file}: {reason}", file=path, reason=reason)], err=as_json)
            continue
        write_text(ignored_options(defaults, path, report), err=True)
        if shown.fixed:
            from orbat.cli.fix import fix_file

            report, *_ = apply_changes(
                [fix_file(path, report, library, evaluator, named=path in named, quiet=as_json)], changes
            )
        if not as_json:
            report = _show_safely(report, path, shown, several=len(found) > 1, first=not reports and not skipped)
            for number, other in enumerate(others):
                write_text([""])
                others[number] = _show_safely(other, path, shown, several=False, first=False)
        reports += [report, *others]
    pairs = [_with_data(report) for report in reports] if as_json else []
    reports = [report for report, _ in pairs] or reports
    outcomes = tuple(map(brief_outcome, reports))
    about = about_event(event, outcomes)
    if pairs:
        write_json({**about.data, "reports": [data for _, data in pairs]})
    elif outcomes and len(found) > 1:
        write_lines(["", summary_line(outcomes, skipped)])
    if outcomes and not as_json:
        write_text(about.lines)
    return outcomes


def _compared(armies: list[tuple[Report, ...]]) -> list[tuple[Report, ...]]:
    # Adds to each report what the comparison with the others shows, for example that two players have the same army.
    try:
        items = iter(compared_items([brief_outcome(report) for reports in armies for report in reports]))
    except Exception:  # the error occurs again when the report is shown, and is reported there
        return armies
    return [tuple(replace(report, compared=next(items)) for report in reports) for reports in armies]


def _expanded(files: tuple[Path, ...]) -> list[Path]:
    found: list[Path] = []
    for path in files:
        try:
            found += files_in([path])
        except (OSError, ValueError):  # an invalid name, reported when the file is read
            found.append(path)
    return found


def _skip_reason(path: Path, report: Report) -> str:
    from orbat.cli.check_many import skip_reason

    return skip_reason(path, report)


def _show(report: Report, path: Path, shown: ShownParts, *, several: bool, first: bool) -> None:
    if several:
        write_text([*([] if first else [""]), f"== {path}"])
    savable = path != STANDARD_INPUT and path.suffix.lower() not in READ_ONLY_SUFFIXES
    understood = not any(finding.code.startswith("SRC") for finding in report.findings)
    offer = "run orbat check --fix" if savable and understood and not shown.fixed else ""
    write_lines(check_lines(report, painter(), width(), offer, explain_reading=shown.explain_reading))


def _show_safely(report: Report, path: Path, shown: ShownParts, *, several: bool, first: bool) -> Report:
    # If showing the report fails with an internal error, a report on that error is shown and returned instead.
    try:
        _show(report, path, shown, several=several, first=first)
    except (click.ClickException, OSError):
        raise
    except Exception as error:  # one file must not stop the others
        report = failed_report(report.source, error)
        record_failures_of([report])
        _show(report, path, shown, several=False, first=False)
    return report


def _with_data(report: Report) -> tuple[Report, dict[str, Any]]:
    # If the conversion to JSON fails, the result is a report on this internal error, and its data.
    from orbat.report.json_data import report_data

    try:
        return report, report_data(report)
    except Exception as error:  # as in `_show_safely`
        report = failed_report(report.source, error)
        record_failures_of([report])
        return report, report_data(report)


def _exit_code(outcomes: tuple[Outcome, ...], *, strict: bool) -> int:
    if any(outcome.unfinished for outcome in outcomes):
        return EXIT_INTERNAL
    if any(not outcome.readable for outcome in outcomes):
        return EXIT_USAGE
    bad = any(not outcome.legal or (strict and outcome.warnings) for outcome in outcomes)
    return EXIT_FINDINGS if bad else EXIT_OK

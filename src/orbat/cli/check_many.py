"""`orbat check` for many files, on several cores.

The output has a line, or a CSV row, for each army. If the check of a file fails, all other files are still checked.
"""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import field, replace
from functools import cache, partial
from pathlib import Path
from typing import Any, Literal

from orbat.cli.internal_errors import record_failures
from orbat.cli.options import Change, apply_changes
from orbat.cli.parallel import Failed, cores, run_each
from orbat.cli.shared import (
    STANDARD_INPUT,
    check_armies,
    ignored_options,
    painter,
    width,
    write_json,
    write_lines,
    write_text,
)
from orbat.data.file_kinds import other_kind
from orbat.data.library import Library
from orbat.data.problem import Problem, finding_of
from orbat.data.text_file import read_bytes
from orbat.data.yaml_text import parse
from orbat.documents.file_format import is_unrelated_file
from orbat.documents.read import MAX_BYTES
from orbat.model.agreed import AS_WRITTEN, Agreed
from orbat.model.event import Event
from orbat.model.failure import CHECK_FAILED, Failure, failures_in
from orbat.model.record import Value, empty_mapping
from orbat.model.text_words import visible
from orbat.model.wording import phrase
from orbat.pipeline import Evaluator
from orbat.report.event import about_event
from orbat.report.outcome import Outcome, compared, outcome_of, summary_line
from orbat.report.report import Report

Form = Literal["lines", "csv", "json", "html"]

_PARALLEL_FROM = 60
"""Minimum number of files for parallel processes. With fewer files, starting processes takes longer than checking."""
_HELP = "Report this error, with the file and the log."
_PROGRESS_FROM = 20
"""Minimum number of files for showing a progress bar."""


class CheckOptions(Value):
    """How files are checked."""

    agreed: Agreed = AS_WRITTEN
    """Values to use instead of the values in the files, such as the agreed game size."""
    defaults: Mapping[str, str] = field(default_factory=empty_mapping)
    """The ids of the ruleset and army list for files that do not name them."""
    named: frozenset[Path] = frozenset()
    """The files named on the command line, which are never skipped. Files found in folders may be skipped."""
    full: bool = False
    """Whether the results contain the report as JSON data."""
    changes: tuple[Change, ...] = ()
    """Functions of optional features. Each function takes a report and returns a changed report."""


class FileResult(Value):
    """The result for one file: the outcomes of the armies, or the reason for skipping the file."""

    outcomes: tuple[Outcome, ...]
    data: tuple[dict[str, Any], ...] = ()
    skipped: str = ""
    messages: tuple[str, ...] = ()
    failures: tuple[Failure, ...] = ()
    """Internal errors of the file. A worker process returns them, because only the main process can report them."""


def check_many(
    files: Sequence[Path], options: CheckOptions, form: Form, jobs: int | None, event: Event | None = None
) -> tuple[Outcome, ...]:
    """Check the files, and show the outcomes as lines, CSV, JSON or a web page. Returns the outcomes.

    With `event`, the output also names players with no ORBAT or several ORBATs, and ORBATs whose player is not in the
    event.
    """
    if jobs is None:
        jobs = cores() if len(files) >= _PARALLEL_FROM else 1
    if STANDARD_INPUT in files:
        jobs = 1
    _tools.cache_clear()  # data files may have changed since an earlier run in this process
    with progress(len(files)) as tick:
        found = run_each(partial(_check_file, options), files, max(1, min(jobs, len(files))), tick)
    results = [
        _failed_result(path, one, full=options.full) if isinstance(one, Failed) else one
        for path, one in zip(files, found, strict=True)
    ]
    for path, one in zip(files, results, strict=True):
        record_failures(one.failures, str(path))
    outcomes = compared([outcome for one in results for outcome in one.outcomes])
    skipped = [
        phrase("Skipped: {file}: {reason}", file=path, reason=one.skipped)
        for path, one in zip(files, results, strict=True)
        if one.skipped
    ]
    write_text([line for one in results for line in one.messages], err=True)
    data = [item for one in results for item in one.data]
    _show(outcomes, _with_comparison(data, outcomes) if options.full else [], skipped, form, event)
    return outcomes


@cache
def _tools() -> tuple[Library, Evaluator]:
    # Creating these takes time, so each process creates them only once.
    return Library(), Evaluator()


def _check_file(options: CheckOptions, path: Path) -> FileResult:
    library, evaluator = _tools()
    reports = apply_changes(
        check_armies(path, library, evaluator=evaluator, agreed=options.agreed, defaults=options.defaults),
        options.changes,
    )
    skippable = path not in options.named and not reports[0].readable and not reports[0].unfinished
    if skippable and (reason := skip_reason(path, reports[0])):
        return FileResult((), skipped=reason)
    messages = tuple(line for report in reports for line in ignored_options(options.defaults, path, report))
    failures = tuple(failure for report in reports for failure in failures_in(report.findings))
    return FileResult(
        tuple(map(outcome_of, reports)), _json_data(reports, full=options.full), messages=messages, failures=failures
    )


def _failed_result(path: Path, failed: Failed, *, full: bool) -> FileResult:
    problem = Problem((), phrase("checking this file failed ({reason})", reason=failed.reason), _HELP, CHECK_FAILED)
    failure = Failure("the check", failed.traceback or failed.reason)
    report = Report(str(path), None, None, None, (replace(finding_of(problem), cites=("orbat",)),))
    return FileResult((outcome_of(report),), _json_data((report,), full=full), failures=(failure,))


def _json_data(reports: Sequence[Report], *, full: bool) -> tuple[dict[str, Any], ...]:
    if not full:
        return ()
    from orbat.report.json_data import report_data

    return tuple(map(report_data, reports))


def _with_comparison(data: Sequence[dict[str, Any]], outcomes: Sequence[Outcome]) -> list[dict[str, Any]]:
    # The reports were converted to JSON before the files were compared, so their verdicts are replaced.
    from orbat.report.json_data import basis_data, verdict_data

    changed = []
    for one, outcome in zip(data, outcomes, strict=True):
        verdict = verdict_data(outcome.verdict) if one["verdict"] else None
        basis = [basis_data(item) for item in outcome.basis]
        changed.append({**one, "verdict": verdict, "summary": outcome.summary, "basis": basis})
    return changed


def _show(
    outcomes: Sequence[Outcome], data: list[dict[str, Any]], skipped: Sequence[str], form: Form, event: Event | None
) -> None:
    from orbat.render.outcomes import outcome_lines, outcomes_csv

    write_text(skipped, err=form != "lines")
    if not outcomes:
        return
    about = about_event(event, outcomes)
    if form == "json":
        write_json({**about.data, "reports": data})
    elif form == "csv":
        write_text(about.lines, err=True)
        write_lines([outcomes_csv(outcomes).rstrip("\n")])
    elif form == "html":
        from orbat.render.html.outcomes import outcomes_page
        from orbat.session.crash_log import version

        write_lines([outcomes_page(outcomes, skipped, version(), about.lines).rstrip("\n")])
    else:
        write_lines(outcome_lines(outcomes, painter(), width()))
        write_lines(["", summary_line(outcomes, len(skipped))])
        write_text(about.lines)


@contextlib.contextmanager
def progress(number: int) -> Iterator[Callable[[int, Path], None]]:
    """Show a progress bar on a terminal: how many files are checked, and the name of the last one.

    Yields a function. Call it with the number of files just checked, and the last of these files.
    """
    if number < _PROGRESS_FROM or not sys.stderr.isatty():
        yield lambda done, last: None
        return
    from rich.console import Console
    from rich.markup import escape
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn

    columns = (TextColumn("Checking"), BarColumn(), MofNCompleteColumn(), TextColumn("{task.description}"))
    with Progress(*columns, console=Console(stderr=True), transient=True, auto_refresh=False) as progress:
        task = progress.add_task("", total=number)

        def tick(done: int, last: Path) -> None:
            progress.update(task, advance=done, description=escape(visible(last.name)))
            progress.refresh()

        yield tick


# Skip files in a folder that are clearly not ORBATs.

_ORBAT_KEYS = frozenset({"orbat", "ruleset", "army_list", "game_size", "formations", "units", "staff_table"})


def skip_reason(path: Path, report: Report) -> str:
    """The reason to skip an unreadable file. "" if the file may be a damaged ORBAT."""
    raw = read_bytes(path, MAX_BYTES)
    if isinstance(raw, Problem) or not raw.strip():
        return ""
    if is_unrelated_file(raw, path.suffix):
        return "not an ORBAT"
    yaml = path.suffix.lower() in (".yaml", ".yml")
    return _data_kind(parse(report.text).data) if yaml and report.text else ""


def _data_kind(data: Any) -> str:
    if isinstance(data, list):
        return "not an ORBAT"
    if not isinstance(data, dict) or not data:
        return ""
    if other := other_kind("orbat", data):
        return f"{other.name}; {other.use}"
    return "" if _ORBAT_KEYS & set(data) else "not an ORBAT"

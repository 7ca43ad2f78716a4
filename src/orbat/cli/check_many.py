"""`orbat check` over many files: a line or a row for each, on all cores, and no file stops the others."""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import field, replace
from functools import cache, partial
from pathlib import Path
from typing import Any, Literal

from orbat.cli.internal_errors import record_failures
from orbat.cli.options import Change, changed
from orbat.cli.parallel import Failed, cores, each
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
from orbat.model.failure import CHECK_FAILED, Failure, failures_in
from orbat.model.record import Value, empty_mapping
from orbat.pipeline import Evaluator
from orbat.report.outcome import Outcome, outcome_of, summary_line
from orbat.report.report import Report

Form = Literal["lines", "csv", "json"]

_PAYS_FROM = 60
"""From this number of files on other processes save more time than starting them takes."""
_REPORT = "Report this, with the file and the log."
_WAITS_FROM = 20
"""From this number of files on a bar shows how far it is."""


class Ask(Value):
    """What is to be done with each file: the size and data that stand in, whether all of a report is wanted, and what
    changes each report."""

    points: int | None = None
    defaults: Mapping[str, str] = field(default_factory=empty_mapping)
    named: frozenset[Path] = frozenset()
    whole: bool = False
    changes: tuple[Change, ...] = ()


class Looked(Value):
    """What was made of one file: a row for each army in it, or why it is passed over."""

    outcomes: tuple[Outcome, ...]
    facts: tuple[dict[str, Any], ...] = ()
    foreign: str = ""
    unused: tuple[str, ...] = ()
    failures: tuple[Failure, ...] = ()
    """What failed in orbat itself, carried here because the file may be checked in another process."""


def check_many(files: Sequence[Path], ask: Ask, form: Form, jobs: int | None) -> tuple[Outcome, ...]:
    """Check the files and show what was found in a form; the rows are handed back for the exit code."""
    if jobs is None:
        jobs = cores() if len(files) >= _PAYS_FROM else 1
    if STANDARD_INPUT in files:
        jobs = 1
    _tools.cache_clear()  # a data file may have changed since an earlier run in this process
    with _progress(len(files)) as tick:
        found = each(partial(_look, ask), files, max(1, min(jobs, len(files))), tick)
    looked = [
        _broken(path, made, whole=ask.whole) if isinstance(made, Failed) else made
        for path, made in zip(files, found, strict=True)
    ]
    for path, one in zip(files, looked, strict=True):
        record_failures(one.failures, str(path))
    outcomes = tuple(outcome for one in looked for outcome in one.outcomes)
    passed = [f"Passed over: {path}: {one.foreign}" for path, one in zip(files, looked, strict=True) if one.foreign]
    write_text([line for one in looked for line in one.unused], err=True)
    _show(outcomes, [fact for one in looked for fact in one.facts], passed, form)
    return outcomes


@cache
def _tools() -> tuple[Library, Evaluator]:
    """The data and the evaluator of this process."""
    return Library(), Evaluator()


def _look(ask: Ask, path: Path) -> Looked:

    library, evaluator = _tools()
    reports = changed(
        check_armies(path, library, evaluator=evaluator, points=ask.points, defaults=ask.defaults), ask.changes
    )
    skippable = path not in ask.named and not reports[0].readable and not reports[0].unfinished
    if skippable and (why := why_foreign(path, reports[0])):
        return Looked((), foreign=why)
    unused = tuple(line for report in reports for line in ignored_options(ask.defaults, path, report))
    failures = tuple(failure for report in reports for failure in failures_in(report.findings))
    return Looked(tuple(map(outcome_of, reports)), _facts(reports, whole=ask.whole), unused=unused, failures=failures)


def _broken(path: Path, failed: Failed, *, whole: bool) -> Looked:
    """What is said of a file on which the check itself broke down."""
    problem = Problem((), f"the check of this file broke down ({failed.why})", _REPORT, CHECK_FAILED)
    failure = Failure("the check", failed.traceback or failed.why)
    report = Report(str(path), None, None, None, (replace(finding_of(problem), cites=("orbat",)),))
    return Looked((outcome_of(report),), _facts((report,), whole=whole), failures=(failure,))


def _facts(reports: Sequence[Report], *, whole: bool) -> tuple[dict[str, Any], ...]:
    if not whole:
        return ()
    from orbat.report.facts import report_facts

    return tuple(map(report_facts, reports))


def _show(outcomes: Sequence[Outcome], facts: list[dict[str, Any]], passed: Sequence[str], form: Form) -> None:
    from orbat.render.outcomes import outcome_lines, outcomes_csv

    write_text(passed, err=form != "lines")
    if not outcomes:
        return
    if form == "json":
        write_json({"reports": facts})
    elif form == "csv":
        write_lines([outcomes_csv(outcomes).rstrip("\n")])
    else:
        write_lines(outcome_lines(outcomes, painter(), width()))
        write_lines(["", summary_line(outcomes, len(passed))])


@contextlib.contextmanager
def _progress(number: int) -> Iterator[Callable[[int], None]]:
    """A bar on standard error where somebody sits at it and there is something to wait for."""
    if number < _WAITS_FROM or not sys.stderr.isatty():
        yield lambda done: None
        return
    from rich.console import Console
    from rich.progress import Progress

    with Progress(console=Console(stderr=True), transient=True, auto_refresh=False) as progress:
        task = progress.add_task("Checking", total=number)

        def tick(done: int) -> None:
            progress.advance(task, done)
            progress.refresh()

        yield tick


# Files that lie in a folder of ORBATs and are plainly something else.


_OURS = frozenset({"orbat", "ruleset", "army_list", "game_size", "formations", "units", "staff_table"})


def why_foreign(path: Path, report: Report) -> str:
    """What a file that could not be read is, where it is plainly no ORBAT; "" where it may be a damaged one."""
    raw = read_bytes(path, MAX_BYTES)
    if isinstance(raw, Problem) or not raw.strip():
        return ""
    if is_unrelated_file(raw, path.suffix):
        return "no ORBAT"
    yaml = path.suffix.lower() in (".yaml", ".yml")
    return _what_data(parse(report.text).data) if yaml and report.text else ""


def _what_data(data: Any) -> str:
    if isinstance(data, list):
        return "no ORBAT"
    if not isinstance(data, dict) or not data:
        return ""
    if other := other_kind("orbat", data):
        return f"{other.name}; {other.use}"
    return "" if _OURS & set(data) else "no ORBAT"

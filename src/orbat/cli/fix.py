"""`orbat check --fix`: the errors that can be mended by themselves, one after the other."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from orbat.cli.shared import Refused, note_each
from orbat.data.loaded import Loaded
from orbat.model.edits import Edit, Insert, Remove, Set, at
from orbat.model.finding import Finding
from orbat.model.orbat import Orbat
from orbat.model.record import Record
from orbat.outputs.files import WriteFailed
from orbat.pipeline import Desk, mend, report_on, save
from orbat.report.report import Report
from orbat.sources.library import Library

MOST_ROUNDS = 100
"""After so many fixes whatever is left is for the player."""


def fixed(path: Path, report: Report, library: Library, desk: Desk) -> list[str]:
    """Apply the fixes of a file's errors one at a time, save it, and say each thing done. Raises Refused.

    A file that was not wholly understood is left alone: what was not understood would be lost.
    """
    if report.orbat is None or report.book is None or not report.readable:
        return [f"{path} was not changed: it could not be read."]
    if any(finding.code.startswith("SRC") for finding in report.findings):
        return [f"{path} was not changed: mend what was not understood in it first."]
    orbat, done = report.orbat, list[str]()
    seen = {orbat}
    for _ in range(MOST_ROUNDS):
        step = next(_steps(orbat, seen, library, desk), None)
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
        raise Refused(str(failed)) from failed
    return [*done, f"Written: {path}; the file as it was is {path.name}.bak"]


def _steps(orbat: Orbat, seen: set[Orbat], library: Library, desk: Desk) -> Iterator[tuple[Finding, Orbat]]:
    """Each error that has a fix which leads to something new, with what it leads to."""
    report = report_on("", Loaded(orbat, ()), library, desk)
    note_each((report,))
    for finding in report.findings:
        if finding.severity == "error" and finding.fix and report.book:
            after = mend(orbat, finding, report.book, desk)
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

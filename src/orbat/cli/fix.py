"""`orbat check --fix`: apply automatic fixes one after another."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from orbat.cli.shared import CommandError, check_input, record_failures_of, require_savable, write_text
from orbat.data.library import Library
from orbat.data.loaded import Loaded
from orbat.model.edits import Edit, Insert, Remove, Set, at
from orbat.model.finding import Finding
from orbat.model.orbat import Orbat
from orbat.model.record import Record
from orbat.model.wording import phrase
from orbat.pipeline import Evaluator, apply_fix, fix_refusal, report_on, save
from orbat.report.report import Report

MAX_FIXES = 100
"""Maximum number of fixes in one run. The limit stops fixes that undo each other."""


def fix_file(path: Path, report: Report, library: Library, evaluator: Evaluator, *, named: bool, quiet: bool) -> Report:
    """Fix the errors of a file that have an automatic fix, show what changed, and check the file again.

    If the file cannot be saved, the reason is shown. For a file that the user named (`named`), CommandError is raised
    instead. With `quiet`, the output goes to standard error.
    """
    try:
        require_savable(path)
    except CommandError as refused:
        if named:
            raise
        write_text([phrase("{file} not changed: {reason}", file=path, reason=refused.message)], err=quiet)
        return report
    write_text([*apply_fixes(path, report, library, evaluator), *([] if quiet else [""])], err=quiet)
    return check_input(path, library, evaluator=evaluator)


def apply_fixes(path: Path, report: Report, library: Library, evaluator: Evaluator) -> list[str]:
    """Fix a file's errors one at a time, and save the file. Returns one line for each change.

    Raises WriteFailed if saving fails.
    """
    # If orbat could not read a part of the file, nothing is changed, because saving would lose that part.
    if report.orbat is None or report.book is None or not report.readable:
        return [phrase("{file} not changed: it could not be read.", file=path)]
    if any(finding.code.startswith("SRC") for finding in report.findings):
        return [phrase("{file} not changed: correct the unreadable parts first.", file=path)]
    orbat, done = report.orbat, list[str]()
    seen, refused = {orbat}, dict[str, None]()
    for _ in range(MAX_FIXES):
        step = next(_possible_fixes(orbat, seen, library, evaluator, refused), None)
        if step is None:
            break
        finding, after = step
        done += [
            phrase("Fixed: {message} {code}", message=finding.message, code=finding.code),
            *(f"  {one}" for one in _changes(orbat, finding)),
        ]
        orbat = after
        seen.add(orbat)
    if not done:
        reason = "{file} not changed." if refused else "{file} not changed: no error has an automatic fix."
        return [*refused, reason.format(file=path)]
    save(orbat, path, report.text)
    return [*done, *refused, phrase("Written: {file}. Backup: {backup}", file=path, backup=f"{path.name}.bak")]


def _possible_fixes(
    orbat: Orbat, seen: set[Orbat], library: Library, evaluator: Evaluator, refused: dict[str, None]
) -> Iterator[tuple[Finding, Orbat]]:
    # Skips a fix that leads back to an ORBAT in `seen`, which could otherwise repeat forever. Also skips a fix that
    # adds another error, and adds the reason to `refused`.
    report = report_on("", Loaded(orbat, ()), library, evaluator)
    record_failures_of((report,))
    for finding in report.findings:
        if finding.severity == "error" and finding.fix and report.book:
            after = apply_fix(orbat, finding, report.book, evaluator)
            if after in seen:
                continue
            if reason := fix_refusal(orbat, finding, after, report.book, evaluator):
                refused[reason] = None
            else:
                yield finding, after


def _changes(orbat: Orbat, finding: Finding) -> Iterator[str]:
    for edit in finding.fix:
        yield _change(orbat, edit)


def _change(orbat: Orbat, edit: Edit) -> str:
    match edit:
        case Set(path, field, value):
            before = getattr(at(orbat, path), field)
            return phrase(
                "{field}: {before} changed to {after}",
                field=field.replace("_", " "),
                before=_value_text(before),
                after=_value_text(value),
            )
        case Remove(path):
            item = at(orbat, path)
            return phrase("removed: {item}", item=item.name or getattr(item, "entry", "") or item.level)
        case Insert(_, _, item):
            return phrase("added: {item}", item=item.name or getattr(item, "entry", "") or "a formation")


def _value_text(value: object) -> str:
    if value is None or value == "" or value == ():
        return "nothing"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, tuple):
        return ", ".join(_value_text(one) for one in value)
    if isinstance(value, Record):
        return str(getattr(value, "name", "")) or str(getattr(value, "result", "")) or "unnamed"
    return str(value)

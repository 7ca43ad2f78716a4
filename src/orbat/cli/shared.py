"""What the commands have in common: exit codes, colour, what is said, and reading a file or standard input."""

from __future__ import annotations

import contextlib
import os
import re
import sys
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from types import MappingProxyType
from typing import Any

import click

from orbat.cli.internal_errors import record_failures
from orbat.data.library import Library
from orbat.data.loaded import Loaded
from orbat.documents.read import MAX_BYTES, read_file, read_raw
from orbat.model.failure import failures_in
from orbat.pipeline import READ_ONLY_SUFFIXES, Evaluator, failed_report, report_on
from orbat.render.text import Painter, Role, findings_lines, fitted, unpainted
from orbat.report.report import Report

EXIT_OK, EXIT_FINDINGS, EXIT_USAGE = 0, 1, 2

STANDARD_INPUT = Path("-")

_COLOURS = {"error": "red", "warning": "yellow", "note": "cyan", "good": "green"}


class CommandError(click.ClickException):
    """What was asked cannot be done, though it was asked rightly. Exit code 2, as for wrong usage."""

    exit_code = EXIT_USAGE


def parse_points(text: str) -> int:
    """The agreed size that was typed. Raises BadParameter."""
    if not (text.isascii() and text.isdecimal() and len(text) <= 8 and 1 <= int(text) <= 1_000_000):
        raise click.BadParameter(f"{text!r} is no size; write a whole number of points from 1 to 1000000.")
    return int(text)


def painter() -> Painter:
    """Colours in a terminal, unless NO_COLOR is set; plain text in a pipe."""
    if os.environ.get("NO_COLOR") or not sys.stdout.isatty():
        return unpainted

    def paint(text: str, role: Role) -> str:
        if role == "title":
            return click.style(text, bold=True)
        if role == "faint":
            return click.style(text, dim=True)
        return click.style(text, fg=_COLOURS[role], bold=role == "error")

    return paint


def width(stream: Any = None) -> int | None:
    """How wide lines may be: as the terminal, or as long as they are where there is none."""
    if not (stream or sys.stdout).isatty():
        return None
    import shutil

    return max(40, shutil.get_terminal_size().columns)


def write_lines(lines: Iterable[str], *, err: bool = False) -> None:
    """Write lines to standard output; a character that the terminal cannot show becomes a question mark.

    Raises CommandError where it cannot be written. What cannot be written to standard error is dropped.
    """
    encoding = (sys.stderr if err else sys.stdout).encoding or "utf-8"
    for line in lines:
        try:
            click.echo(line.encode(encoding, "replace").decode(encoding), err=err)
        except BrokenPipeError:
            raise
        except (OSError, ValueError) as error:
            if not err:
                why = getattr(error, "strerror", None) or str(error)
                raise CommandError(f"standard output cannot be written: {why.lower()}") from error


def write_text(lines: Iterable[str], *, err: bool = False) -> None:
    """The same for text that may hold anything: it is made safe, and broken to the width of the terminal."""
    wide = width(sys.stderr if err else sys.stdout)
    write_lines((part for line in lines for part in fitted(line, wide)), err=err)


def write_json(data: Any) -> None:
    """Write data as JSON, with what could steer a terminal escaped."""
    import json

    from orbat.model.text_words import UNSEEN

    def escaped(found: re.Match[str]) -> str:
        return found[0] if found["flag"] or found[0] == "\n" else json.dumps(found[0])[1:-1]

    write_lines([re.sub(UNSEEN, escaped, json.dumps(data, ensure_ascii=False, indent=2))])


def show_findings(report: Report, *, err: bool = False) -> None:
    """Why a file could not be used: its name, and each finding with the line it is about."""
    paint = unpainted if err else painter()
    wide = width(sys.stderr if err else sys.stdout)
    write_lines((paint(line, "title") for line in fitted(f"{report.source}:", wide)), err=err)
    write_lines(findings_lines(report.findings, paint, report.text, wide), err=err)


def read_input(path: Path, library: Library, **defaults: str) -> tuple[Loaded, ...]:
    """Read every ORBAT in a file, or in standard input for -, in whatever format it is. Never raises."""
    if path != STANDARD_INPUT:
        return read_file(path, library, **defaults)
    if sys.stdin.isatty():
        ends = "Ctrl-Z and Enter" if sys.platform == "win32" else "Ctrl-D"
        write_text([f"Waiting for an ORBAT on standard input; {ends} ends it."], err=True)
    raw = sys.stdin.buffer.read(MAX_BYTES + 1)
    return read_raw(raw, "", library, **defaults)


def check_input(
    path: Path,
    library: Library,
    *,
    evaluator: Evaluator | None = None,
    points: int | None = None,
    defaults: Mapping[str, str] = MappingProxyType({}),
) -> Report:
    """Read an ORBAT from a file or standard input, price it and check it; `points` stands in for the agreed size."""
    return check_armies(path, library, evaluator=evaluator, points=points, defaults=defaults)[0]


def check_armies(
    path: Path,
    library: Library,
    *,
    evaluator: Evaluator | None = None,
    points: int | None = None,
    defaults: Mapping[str, str] = MappingProxyType({}),
) -> tuple[Report, ...]:
    """The same for a file that may hold several armies. What fails in orbat itself is noted for the end of the run."""
    source = "standard input" if path == STANDARD_INPUT else str(path)
    try:
        armies = read_input(path, library, **defaults)
    except click.ClickException:
        raise
    except Exception as error:  # one file must not stop the others
        reports: tuple[Report, ...] = (failed_report(source, error),)
    else:
        reports = tuple(report_on(source, loaded, library, evaluator, points) for loaded in armies)
    record_failures_of(reports)
    return reports


def record_failures_of(reports: Iterable[Report]) -> None:
    """Note the internal errors that reports hold, for the exit code and the log."""
    for report in reports:
        if report.unfinished:
            record_failures(failures_in(report.findings), report.source)


def ignored_options(defaults: Mapping[str, str], path: Path, report: Report) -> tuple[str, ...]:
    """What is to be said where a ruleset or list was given to a file that names another."""
    orbat = report.orbat
    own = {"ruleset": orbat.ruleset, "army_list": orbat.army_list} if orbat else {}
    said = []
    for key, option in (("ruleset", "--ruleset"), ("army_list", "--army")):
        pin, wanted = own.get(key), defaults.get(key, "")
        if wanted and pin and pin.id != wanted.partition("@")[0]:
            said.append(f"{option} {wanted} was not used: {path} names {pin.id} itself.")
    return tuple(said)


def exists(path: Path) -> bool:
    """Whether there is such a file or folder; a name that none can have is none."""
    try:
        return path.exists()
    except (OSError, ValueError):
        return False


def require_savable(path: Path, what: str = "an ORBAT is saved") -> None:
    """Refuse to change a file that is none of those an ORBAT is kept in. Raises CommandError."""
    if path == STANDARD_INPUT:
        raise CommandError(f"{what} in a file; name one, not -")
    is_pdf = False
    if exists(path) and path.is_file():
        with contextlib.suppress(OSError), path.open("rb") as file:  # reading it says what is wrong
            is_pdf = file.read(5) == b"%PDF-"
    if is_pdf or path.suffix.lower() in READ_ONLY_SUFFIXES:
        better = f"orbat convert {path} {path.with_suffix('.yaml').name}"
        raise CommandError(f"{what} only in .yaml and .json files, and not in {path}; convert it first: {better}")


def require_folder(path: Path) -> None:
    """Refuse to write where there is no folder. Raises CommandError."""
    if not exists(path.parent):
        raise CommandError(f"there is no folder {path.parent}; make it first, or save under another name")


def check_pair(paths: Sequence[Path], library: Library, defaults: Mapping[str, str]) -> tuple[Report, ...]:
    """The reports on files that are held against each other. Raises UsageError for two from standard input."""
    if list(paths).count(STANDARD_INPUT) > 1:
        raise click.UsageError("only one of the two can come from standard input")
    return tuple(check_input(path, library, defaults=defaults) for path in paths)


def all_usable(reports: Iterable[Report]) -> bool:
    """Whether there is a price for each; what is wrong with one that has none is shown."""
    unusable = [report for report in reports if not report.readable]
    for report in unusable:
        show_findings(report, err=True)
    return not unusable

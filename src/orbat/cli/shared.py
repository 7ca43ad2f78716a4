"""Helpers for all commands: exit codes, colours, output, and reading a file or standard input."""

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
from orbat.model.agreed import AS_WRITTEN, Agreed
from orbat.model.failure import failures_in
from orbat.model.wording import phrase
from orbat.pipeline import READ_ONLY_SUFFIXES, Evaluator, failed_report, report_on
from orbat.render.text import Painter, Role, findings_lines, unpainted, wrapped
from orbat.report.report import Report

EXIT_OK, EXIT_FINDINGS, EXIT_USAGE = 0, 1, 2

STANDARD_INPUT = Path("-")

_COLOURS = {"error": "red", "warning": "yellow", "note": "cyan", "good": "green"}


class CommandError(click.ClickException):
    """Raised if a command cannot run, for example because a file is missing. Exit code 2.

    For wrong usage, click.UsageError is raised instead.
    """

    exit_code = EXIT_USAGE


def parse_points(text: str) -> int:
    """Parse a game size, in points. Raises BadParameter."""
    if not (text.isascii() and text.isdecimal() and len(text) <= 8 and 1 <= int(text) <= 1_000_000):
        raise click.BadParameter(phrase("{text!r} is not a whole number of points from 1 to 1000000.", text=text))
    return int(text)


def painter() -> Painter:
    """Return a function that colours text. Without a terminal, or with NO_COLOR, the function changes nothing."""
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
    """The width of the terminal, in columns. None if the stream is not a terminal."""
    if not (stream or sys.stdout).isatty():
        return None
    import shutil

    return max(40, shutil.get_terminal_size().columns)


def write_lines(lines: Iterable[str], *, err: bool = False) -> None:
    """Write lines. A character that the stream cannot encode becomes a question mark.

    Raises CommandError if writing to standard output fails. Failures of standard error are ignored.
    """
    encoding = (sys.stderr if err else sys.stdout).encoding or "utf-8"
    for line in lines:
        try:
            click.echo(line.encode(encoding, "replace").decode(encoding), err=err)
        except BrokenPipeError:
            raise
        except (OSError, ValueError) as error:
            if not err:
                reason = getattr(error, "strerror", None) or str(error)
                raise CommandError(
                    phrase("cannot write to standard output: {reason}", reason=reason.lower())
                ) from error


def write_text(lines: Iterable[str], *, err: bool = False) -> None:
    """Write lines, wrapped to the width of the terminal.

    Control characters are escaped, because the text may come from another person's file.
    """
    wide = width(sys.stderr if err else sys.stdout)
    write_lines((part for line in lines for part in wrapped(line, wide)), err=err)


def write_json(data: Any) -> None:
    """Write data as JSON, with terminal control characters escaped."""
    import json

    from orbat.model.text_words import INVISIBLE

    def escaped(found: re.Match[str]) -> str:
        return found[0] if found["flag"] or found[0] == "\n" else json.dumps(found[0])[1:-1]

    write_lines([re.sub(INVISIBLE, escaped, json.dumps(data, ensure_ascii=False, indent=2))])


def show_findings(report: Report, *, err: bool = False) -> None:
    """Write the name of a file, then the findings about the file."""
    paint = unpainted if err else painter()
    wide = width(sys.stderr if err else sys.stdout)
    write_lines((paint(line, "title") for line in wrapped(f"{report.source}:", wide)), err=err)
    write_lines(findings_lines(report.findings, paint, report.text, wide), err=err)


def read_input(path: Path, library: Library, **defaults: str) -> tuple[Loaded, ...]:
    """Read every ORBAT in a file of any format, or in standard input (path `-`). Never raises for a bad file."""
    if path != STANDARD_INPUT:
        return read_file(path, library, **defaults)
    if sys.stdin.isatty():
        ends = "Ctrl-Z and Enter" if sys.platform == "win32" else "Ctrl-D"
        write_text([phrase("Waiting for an ORBAT on standard input; {keys} ends the input.", keys=ends)], err=True)
    raw = sys.stdin.buffer.read(MAX_BYTES + 1)
    return read_raw(raw, "", library, **defaults)


def check_input(
    path: Path,
    library: Library,
    *,
    evaluator: Evaluator | None = None,
    agreed: Agreed = AS_WRITTEN,
    defaults: Mapping[str, str] = MappingProxyType({}),
) -> Report:
    """Read, price and check the first ORBAT in a file or in standard input.

    - `agreed`: values to use instead of the values in the file, such as the agreed game size.
    - `defaults`: the ids of the ruleset and army list for a file that does not name them.
    """
    return check_armies(path, library, evaluator=evaluator, agreed=agreed, defaults=defaults)[0]


def check_armies(
    path: Path,
    library: Library,
    *,
    evaluator: Evaluator | None = None,
    agreed: Agreed = AS_WRITTEN,
    defaults: Mapping[str, str] = MappingProxyType({}),
) -> tuple[Report, ...]:
    """Read, price and check every ORBAT in a file or in standard input. Internal errors are recorded, not raised.

    - `agreed`: values to use instead of the values in the file, such as the agreed game size.
    - `defaults`: the ids of the ruleset and army list for a file that does not name them.
    """
    source = "standard input" if path == STANDARD_INPUT else str(path)
    try:
        armies = read_input(path, library, **defaults)
    except click.ClickException:
        raise
    except Exception as error:  # one file must not stop the others
        reports: tuple[Report, ...] = (failed_report(source, error),)
    else:
        reports = tuple(report_on(source, loaded, library, evaluator, agreed) for loaded in armies)
    record_failures_of(reports)
    return reports


def record_failures_of(reports: Iterable[Report]) -> None:
    """Record the internal errors in reports, so that the command logs them and ends with exit code 3."""
    for report in reports:
        if report.unfinished:
            record_failures(failures_in(report.findings), report.source)


def ignored_options(defaults: Mapping[str, str], path: Path, report: Report) -> tuple[str, ...]:
    """Return a message for --ruleset or --army if the file names another ruleset or army list.

    The option is then ignored.
    """
    orbat = report.orbat
    own = {"ruleset": orbat.ruleset, "army_list": orbat.army_list} if orbat else {}
    messages = []
    for key, option in (("ruleset", "--ruleset"), ("army_list", "--army")):
        pin, wanted = own.get(key), defaults.get(key, "")
        if wanted and pin and pin.id != wanted.partition("@")[0]:
            messages.append(
                phrase(
                    "{option} {id} ignored, because {file} itself names {own}.",
                    option=option,
                    id=wanted,
                    file=path,
                    own=pin.id,
                )
            )
    return tuple(messages)


def exists(path: Path) -> bool:
    """Whether a file or folder exists. False if the path is not a valid name."""
    try:
        return path.exists()
    except (OSError, ValueError):
        return False


def require_savable(path: Path) -> None:
    """Raise CommandError for standard input, and for files that orbat can read but not change, such as PDFs."""
    if path == STANDARD_INPUT:
        raise CommandError("standard input cannot be changed; name a file")
    is_pdf = False
    if exists(path) and path.is_file():
        with contextlib.suppress(OSError), path.open("rb") as file:  # reported when the file is read
            is_pdf = file.read(5) == b"%PDF-"
    if is_pdf or path.suffix.lower() in READ_ONLY_SUFFIXES:
        raise CommandError(
            phrase(
                "{file}: only .yaml and .json files can be changed. Convert it first: orbat convert {file} {target}",
                file=path,
                target=path.with_suffix(".yaml").name,
            )
        )


def require_folder(path: Path) -> None:
    """Raise CommandError if the folder of the file does not exist."""
    if not exists(path.parent):
        raise CommandError(
            phrase("the folder {folder} does not exist; create it or choose another", folder=path.parent)
        )


def require_other_file(path: Path, read: Path) -> None:
    """Raise CommandError if `path` and `read` are the same file, even under different names."""
    if exists(path) and exists(read) and path.samefile(read):
        raise CommandError(phrase("{file} is the input file; choose another name with -o", file=path))


def make_folder(folder: Path) -> None:
    """Create a folder, with the folders above it, unless it exists. Raises CommandError."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        reason = (error.strerror or "an error").lower()
        raise CommandError(phrase("cannot create {folder}: {reason}", folder=folder, reason=reason)) from error


def check_pair(paths: Sequence[Path], library: Library, defaults: Mapping[str, str]) -> tuple[Report, ...]:
    """Read, price and check one or two files for a comparison. Raises click.UsageError if both are standard input."""
    if list(paths).count(STANDARD_INPUT) > 1:
        raise click.UsageError("only one of the two files can be standard input (-)")
    return tuple(check_input(path, library, defaults=defaults) for path in paths)


def all_usable(reports: Iterable[Report]) -> bool:
    """Whether all ORBATs could be read and priced. The findings of unusable ORBATs are shown."""
    unusable = [report for report in reports if not report.readable]
    for report in unusable:
        show_findings(report, err=True)
    return not unusable

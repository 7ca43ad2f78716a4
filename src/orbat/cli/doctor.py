"""The command `orbat doctor`: what a bug report should say about the installation."""

from __future__ import annotations

import os
import platform
import re
import shutil
import sys
from collections.abc import Iterator
from importlib import metadata
from pathlib import Path

import click

from orbat.cli.shared import EXIT_OK, write_text
from orbat.data import folders
from orbat.model.wording import phrase, plural
from orbat.session.crash_log import version


@click.command("doctor")
def doctor_command() -> int:
    """Show versions, folders and the terminal, for a bug report.

    The report names the folders that orbat uses, with ~ for your home folder. It names no other folders and no files,
    and contains nothing from your files.
    """
    write_text(_lines())
    return EXIT_OK


def _lines() -> Iterator[str]:
    yield phrase("orbat {version}", version=version())
    yield phrase(
        "{implementation} {version}, {system} {release}, {machine}",
        implementation=platform.python_implementation(),
        version=platform.python_version(),
        system=platform.system(),
        release=platform.release(),
        machine=platform.machine(),
    )
    yield "Libraries:"
    yield from (f"  {name} {number}" for name, number in _libraries())
    yield "Folders:"
    lists = folders.own() / "army_lists"
    for name, folder in (
        ("shipped data", folders.shipped()),
        ("your data", folders.own()),
        ("your army lists", lists),
        ("state", folders.state()),
    ):
        yield phrase("  {name}: {folder} ({condition})", name=name, folder=_short(folder), condition=_condition(folder))
    count = len([path for path in lists.glob("*/*.yaml") if path.name != "ruleset.yaml"])
    yield plural(count, "  {count} army list of your own", "  {count} army lists of your own")
    yield "Terminal:"
    yield from (f"  {line}" for line in _terminal())


def _libraries() -> Iterator[tuple[str, str]]:
    # The libraries that orbat names as its dependencies, but not those of its tests.
    try:
        required = metadata.requires("orbat") or []
    except metadata.PackageNotFoundError:
        required = []
    for line in sorted(required):
        name = re.split(r"[^\w.-]", line, maxsplit=1)[0]
        if not re.search(r"extra\s*==\s*['\"]test['\"]", line):
            try:
                yield name, metadata.version(name)
            except metadata.PackageNotFoundError:
                yield name, "not installed"


def _short(folder: Path) -> str:
    try:
        return str(Path("~") / folder.relative_to(Path.home()))
    except (RuntimeError, ValueError):  # no home folder, or a folder elsewhere
        return str(folder)


def _condition(folder: Path) -> str:
    if not folder.is_dir():
        return "does not exist"
    return "writable" if os.access(folder, os.W_OK) else "read-only"


def _terminal() -> Iterator[str]:
    for name, stream in (("input", sys.stdin), ("output", sys.stdout)):
        if stream.isatty():
            yield phrase("{name}: a terminal; the encoding is {encoding}", name=name, encoding=stream.encoding)
        else:
            yield phrase("{name}: not a terminal; the encoding is {encoding}", name=name, encoding=stream.encoding)
    size = shutil.get_terminal_size()
    yield phrase("size: {columns} x {lines}", columns=size.columns, lines=size.lines)
    yield phrase("type: {type}", type=os.environ.get("TERM") or "not set")
    yield phrase("colours: {colours}", colours=_colours())
    if found := [name for name in ("NO_COLOR", "ORBAT_DEBUG", "ORBAT_HOME") if os.environ.get(name)]:
        yield phrase("set in the environment: {names}", names=", ".join(found))


def _colours() -> str:
    terminal = os.environ.get("TERM", "")
    if os.environ.get("NO_COLOR") or terminal == "dumb":
        return "none"
    # The Windows Terminal shows all colours, and identifies itself by this variable.
    if os.environ.get("COLORTERM", "").lower() in ("truecolor", "24bit") or os.environ.get("WT_SESSION"):
        return "16 million"
    return "256" if "256" in terminal else "16"

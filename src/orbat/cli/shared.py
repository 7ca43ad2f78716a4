"""What the commands have in common: exit codes, colour, and reading a file or standard input."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable

import click

from orbat.outputs.text import Painter, Role, unpainted

FINE, FOUND, USAGE = 0, 1, 2

_COLOURS = {"error": "red", "warning": "yellow", "note": "cyan", "good": "green"}


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


def say(lines: Iterable[str]) -> None:
    """Write lines to standard output; a character that the terminal cannot show becomes a question mark."""
    encoding = sys.stdout.encoding or "utf-8"
    for line in lines:
        click.echo(line.encode(encoding, "replace").decode(encoding))

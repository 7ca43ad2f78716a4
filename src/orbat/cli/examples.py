"""Examples at the end of a command's help."""

from __future__ import annotations

import click

_HEADING = "\b\nExamples:\n"
"""The mark makes click keep the lines of the paragraph."""


def examples(first: str, second: str) -> str:
    """The end of a command's help: two lines that a user can type."""
    return f"{_HEADING}  {first}\n  {second}"


def examples_of(command: click.Command) -> tuple[str, ...]:
    """The examples at the end of a command's help. Empty if there are none."""
    _, found, lines = (command.epilog or "").partition(_HEADING)
    return tuple(line.strip() for line in lines.split("\n")) if found else ()

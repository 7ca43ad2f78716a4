"""Examples at the end of a command's help, from the file templates/examples.txt."""

from __future__ import annotations

from functools import cache

import click

from orbat.data import folders

EXAMPLES_OF_A_COMMAND = 2


@cache
def examples_of(command: str) -> tuple[str, ...]:
    """The examples of a command such as "orbat check", as lines to type. Empty if `examples.txt` is missing."""
    try:
        text = (folders.shipped() / "templates" / "examples.txt").read_text(encoding="utf-8")
    except OSError:
        return ()
    found = (line for line in text.split("\n") if line == command or line.startswith(f"{command} "))
    return tuple(found)[:EXAMPLES_OF_A_COMMAND]


def add_examples(command: click.Command, name: str) -> None:
    """Add examples to the help of a command and of its subcommands."""
    if found := examples_of(name):
        command.epilog = "\n  ".join(("\b\nExamples:", *found))  # click keeps the lines of a text that begins with \b
    if isinstance(command, click.Group):
        for word, inner in command.commands.items():
            add_examples(inner, f"{name} {word}")

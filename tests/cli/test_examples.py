"""The help of every command ends with two examples, and each example works."""

from __future__ import annotations

import os
import shlex
from collections.abc import Callable
from pathlib import Path
from typing import Any

import click
import pytest

from orbat.cli.examples import examples_of
from orbat.cli.main import all_commands, contexts, program
from orbat.data import folders

EXAMPLES = {ctx.command_path: examples_of(ctx.command_path) for ctx in contexts()}
ENDLESS = ("orbat serve",)
"""Commands that run until Ctrl+C."""
COLLECTION = """\
collection: 1
pieces:
  - {name: Line, entry: brit_line, stands: 24}
"""


def arguments(example: str) -> list[str]:
    """The arguments of an example, as a shell passes them on. A redirection is omitted."""
    first, *others = shlex.split(example.partition(" > ")[0])
    assert first == "orbat"
    return [os.path.expanduser(one) for one in others]  # noqa: PTH111 - options begin with a dash, not with a path


@pytest.mark.parametrize("command", EXAMPLES)
def test_help_ends_with_two_examples_of_the_command(command: str) -> None:
    assert len(EXAMPLES[command]) == 2
    assert all(one.startswith(f"{command} ") or one == command for one in EXAMPLES[command])
    assert len(set(EXAMPLES[command])) == 2
    assert max(map(len, EXAMPLES[command])) <= 76, "lines are indented by 4, and a narrow terminal has 80 columns"


def test_every_line_of_the_file_is_shown() -> None:
    lines = (folders.shipped() / "templates" / "examples.txt").read_text(encoding="utf-8").split("\n")
    shown = {line for found in EXAMPLES.values() for line in found}
    unused = {line for line in lines if line and not line.startswith("#")} - shown
    assert not {line for line in unused if line.split()[1] in all_commands()}, "of a command that has two already"


def test_a_missing_file_gives_no_examples(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(folders, "shipped", lambda: tmp_path)
    assert examples_of("orbat without-file") == ()


def test_examples_are_shown_a_line_each(orbat: Callable[..., Any]) -> None:
    lines = orbat("price", "--help").out.rstrip().split("\n")
    assert lines[-3:] == ["  Examples:", "    orbat price mine.yaml", "    orbat price mine.yaml --write"]


@pytest.mark.parametrize("command", EXAMPLES)
def test_examples_use_options_that_exist(command: str) -> None:
    for example in EXAMPLES[command]:
        ctx: click.Context | None = None
        found: click.Command | None = program
        rest = arguments(example)
        while isinstance(found, click.Group) and rest and not rest[0].startswith("-"):
            ctx = click.Context(found, parent=ctx)
            _, found, rest = found.resolve_command(ctx, rest)
        assert found is not None
        if "--help" not in rest and not isinstance(found, click.Group):
            found.make_context(found.name, rest, parent=ctx)


@pytest.mark.slow
@pytest.mark.parametrize("command", [one for one in EXAMPLES if one not in ENDLESS])
def test_examples_run(
    orbat: Callable[..., Any], two_brigades: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, command: str
) -> None:
    """In a folder with the files that the examples name."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("HOME", str(tmp_path))
    Path("mine.yaml").write_text(two_brigades, encoding="utf-8")
    Path("collection.yaml").write_text(COLLECTION, encoding="utf-8")
    Path("club").mkdir()
    Path("club", "army.yaml").write_text(two_brigades, encoding="utf-8")
    theirs = ("new", "--ruleset", "days_of_empire", "--army", "russian", "--template", "russian_400")
    assert orbat(*theirs, "-o", "theirs.yaml").code == 0
    assert orbat("new-ruleset", "my_rules").code == 0
    for example in EXAMPLES[command]:
        run = orbat(*arguments(example))
        assert run.code == 0, (example, run)

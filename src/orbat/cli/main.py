"""The command line: arguments and exit codes. Each command is imported only when it is used."""

from __future__ import annotations

import contextlib
import gc
import io
import os
import sys
from typing import Any, TextIO

import click

from orbat import registry
from orbat.cli.internal_errors import final_exit_code, record_error, reset_failures

COMMANDS = {
    "new": "new",
    "raise": "raise_army",
    "new-ruleset": "new_data",
    "new-list": "new_data",
    "check": "check",
    "price": "check",
    "roll": "roll",
    "print": "print_sheets",
    "convert": "convert",
    "suggest": "suggest",
}
"""The module of `orbat.cli` in which each command is; the commands of features follow."""

ON_DATA = {
    "lists": "lists",
    "explain": "explain",
    "lint": "lint",
    "schema": "lint",
}
"""The same of the last commands in the help, which are about data and rules."""

MEANT = {
    "validate": "check",
    "verify": "check",
    "fix": "check --fix",
    "cost": "price",
    "points": "price",
    "dice": "roll",
    "pdf": "print",
    "sheet": "print",
    "export": "convert",
    "import": "convert",
    "create": "new",
    "generate": "raise",
    "random": "raise",
    "muster": "raise",
    "init": "new",
    "list": "lists",
    "show": "lists",
    "armies": "lists",
    "rules": "explain",
}
"""What people try, and the command that does it; features have more."""


OBJECTS_BEFORE_COLLECTING = 200_000
"""Looking for rubbish while a file is read would take a tenth of a short run, and find none."""


def all_commands() -> list[str]:
    """The names of the commands, in the order of the help."""
    return [*COMMANDS, *registry.commands(), *ON_DATA]


def in_terminal() -> bool:
    """Whether somebody sits at a terminal."""
    return sys.stdin.isatty() and sys.stdout.isatty()


class Commands(click.Group):
    """The commands, and `orbat FILE` for opening one."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return all_commands()

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        module = "open_builder" if cmd_name == "open" else COMMANDS.get(cmd_name) or ON_DATA.get(cmd_name)
        if module:
            code = f"orbat.cli.{module}:{cmd_name.replace('-', '_')}_command"
        elif own := registry.commands().get(cmd_name):
            code = own.code
        else:
            return None
        command: click.Command = registry.load(code)
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        if args and args[0] not in all_commands() and not args[0].startswith("-"):
            if _is_file(args[0]):
                name = "open" if len(args) == 1 and in_terminal() else "check"
                return name, self.get_command(ctx, name), args
            if args[0] == "help":
                return self._help(ctx, args[1:])
            if args[0] == "version":
                return super().resolve_command(ctx, ["--version"])
            ctx.fail(f"there is no command and no file {args[0]!r}.{_meant(args[0])}")
        if args == ["-"]:
            return "check", self.get_command(ctx, "check"), args
        return super().resolve_command(ctx, args)

    def _help(self, ctx: click.Context, args: list[str]) -> tuple[str | None, click.Command | None, list[str]]:
        """`orbat help` and `orbat help COMMAND` say what --help does."""
        if not args:
            click.echo(ctx.get_help())
            ctx.exit()
        name, command, _ = self.resolve_command(ctx, args[:1])
        return name, command, ["help", "--help"]


def _is_file(word: str) -> bool:
    """Whether a word is the name of a file or folder, or looks like one."""
    from pathlib import Path

    try:
        return "." in word or Path(word).exists()
    except (OSError, ValueError):  # a name that no file can have
        return False


def _meant(word: str) -> str:
    from orbat.model.spelling import did_you_mean

    known = {**MEANT, **{other: one.name for one in registry.commands().values() for other in one.also}}
    meant = known.get(word.casefold())
    return f" Did you mean orbat {meant}?" if meant else did_you_mean(word, all_commands())


@click.group(
    cls=Commands,
    invoke_without_command=True,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
)
@click.version_option(None, "-v", "--version", package_name="orbat")
@click.pass_context
def program(ctx: click.Context) -> None:
    """Build, price, check and print army lists for horse-and-musket wargames.

    `orbat FILE` opens an ORBAT in the builder; without a terminal it checks it, as `orbat check FILE` does.
    """
    if ctx.invoked_subcommand is None:
        if in_terminal():
            from orbat.cli.open_builder import open_builder

            ctx.exit(open_builder(None))
        click.echo(ctx.get_help())


def main() -> None:
    """Run the program: exit 0 nothing wrong, 1 findings, 2 usage, unreadable input or output, 3 an internal error."""
    gc.set_threshold(OBJECTS_BEFORE_COLLECTING)
    _prepare_streams()
    reset_failures()
    try:
        code = final_exit_code(_run(), _complain)
    except KeyboardInterrupt:
        code = 130
    code = max(code, _flush(told=code == 2))
    gc.freeze()  # nor is any looked for once more on the way out
    sys.exit(code)


def _run() -> int:
    """Run the command that was asked for and return its exit code."""
    try:
        code: Any = program.main(prog_name="orbat", standalone_mode=False)
    except click.exceptions.Exit as stop:
        code = stop.exit_code
    except click.exceptions.Abort:
        _complain(["Interrupted."])
        code = 130
    except click.ClickException as error:
        _show(error)
        code = 2
    except (BrokenPipeError, SystemExit):  # click makes the one into the other; the reader of our output has gone
        _discard(sys.stdout)
        code = 0
    except OSError as error:  # a full disk, a drive that is gone: no fault of orbat's
        _complain([f"Error: {_refused(error)}"])
        code = 2
    except Exception as error:  # the last resort: a player never sees a traceback
        record_error(error)
        code = 3
    return code if isinstance(code, int) else 0


def _show(error: click.ClickException) -> None:
    """Say what was asked wrongly or cannot be done; names in it may hold anything."""
    said = io.StringIO()
    error.show(file=said)
    _complain(said.getvalue().rstrip("\n").split("\n"))


def _complain(lines: list[str]) -> None:
    """Write to standard error, as far as it can be written."""
    from orbat.cli.shared import write_text

    write_text(lines, err=True)


def _refused(error: OSError) -> str:
    """What the system refused, and of which file."""
    why = (error.strerror or str(error) or "an input or output error").lower()
    if error.filename is None:
        if isinstance(error, FileNotFoundError):  # nothing else is looked for without a name
            return "the current folder does not exist; change to another folder"
        return why
    return f"{os.fsdecode(error.filename) if isinstance(error.filename, bytes) else error.filename}: {why}"


def _prepare_streams() -> None:
    """Make the standard streams safe to write any text to, also where one of them is closed.

    The next file opened gets the descriptor of a closed stream, and output would go into that file. A placeholder takes
    the descriptor instead. For standard output it cannot be written to, which is reported like a full device.
    """
    if sys.stdin is None:
        sys.stdin = os.fdopen(os.open(os.devnull, os.O_RDONLY), encoding="utf-8")
    if sys.stdout is None:
        sys.stdout = os.fdopen(os.open(os.devnull, os.O_RDONLY), "w", encoding="utf-8")
    if sys.stderr is None:
        sys.stderr = os.fdopen(os.open(os.devnull, os.O_WRONLY), "w", encoding="utf-8")
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")


def _flush(*, told: bool) -> int:
    """Write what is still to be written: 2 where that fails, otherwise 0. Left to Python, it would end in a traceback.

    `told`: something has been said already that made the exit code 2.
    """
    code = 0
    try:
        sys.stdout.flush()
    except BrokenPipeError:
        _discard(sys.stdout)
    except (OSError, ValueError) as error:
        if not told:
            _complain([f"Error: standard output: {_refused(error) if isinstance(error, OSError) else error}"])
        _discard(sys.stdout)
        code = 2
    try:
        sys.stderr.flush()
    except (OSError, ValueError):
        _discard(sys.stderr)
    return code


def _discard(stream: TextIO) -> None:
    """Let what is left in the buffer of a stream go nowhere."""
    with contextlib.suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())

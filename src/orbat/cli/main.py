"""The command line: arguments and exit codes. Each command is imported only when it is used."""

from __future__ import annotations

import gc
import sys
from typing import Any

import click

from orbat import registry

COMMANDS = {
    "new": "new",
    "raise": "raising",
    "new-ruleset": "own_data",
    "new-list": "own_data",
    "check": "check",
    "price": "check",
    "roll": "roll",
    "print": "sheets",
    "convert": "convert",
    "suggest": "suggesting",
}
"""The module of `orbat.cli` in which each command is; the commands of features follow."""

ON_DATA = {
    "lists": "lists",
    "explain": "explain",
    "lint": "data",
    "schema": "data",
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
        module = "open" if cmd_name == "open" else COMMANDS.get(cmd_name) or ON_DATA.get(cmd_name)
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
    from orbat.model.near import did_you_mean

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
            from orbat.cli.open import open_builder

            ctx.exit(open_builder(None))
        click.echo(ctx.get_help())


def main() -> None:
    """Run the program: exit 0 nothing wrong, 1 findings, 2 usage or unreadable input, 3 a fault of ours."""
    gc.set_threshold(OBJECTS_BEFORE_COLLECTING)
    try:
        code: Any = program.main(prog_name="orbat", standalone_mode=False)
    except click.exceptions.Exit as stop:
        code = stop.exit_code
    except click.exceptions.Abort:
        code = 130
    except click.ClickException as error:
        _show(error)
        code = 2
    except (BrokenPipeError, SystemExit):  # click makes the one into the other
        code = _pipe_closed()
    except Exception as error:  # the last resort: a player never sees a traceback
        code = _our_fault(error)
    gc.freeze()  # nor is any looked for once more on the way out
    sys.exit(code if isinstance(code, int) else 0)


def _show(error: click.ClickException) -> None:
    """Say what was asked wrongly or cannot be done; names in it may hold anything."""
    import io

    from orbat.cli.shared import tell

    said = io.StringIO()
    error.show(file=said)
    tell(said.getvalue().rstrip("\n").split("\n"), err=True)


def _pipe_closed() -> int:
    """The reader of our output has gone; that is no fault of anyone's."""
    import os

    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return 0


def _our_fault(error: Exception) -> int:
    import os

    if os.environ.get("ORBAT_DEBUG"):
        raise error
    click.echo("Sorry, orbat itself failed. Set ORBAT_DEBUG=1 to see the details.", err=True)
    return 3

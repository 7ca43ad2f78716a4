"""The command line: arguments and exit codes. Each command is imported only when it is used."""

from __future__ import annotations

import importlib
import sys
from typing import Any

import click

COMMANDS = {
    "new": "new",
    "check": "check",
    "price": "check",
    "roll": "roll",
    "print": "sheets",
    "convert": "convert",
    "lists": "lists",
    "explain": "explain",
    "lint": "data",
    "schema": "data",
}
"""The module of `orbat.cli` in which each command is."""


def in_terminal() -> bool:
    """Whether somebody sits at a terminal."""
    return sys.stdin.isatty() and sys.stdout.isatty()


class Commands(click.Group):
    """The commands, and `orbat FILE` for opening one."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS and cmd_name != "open":
            return None
        module = importlib.import_module(f"orbat.cli.{COMMANDS.get(cmd_name, cmd_name)}")
        command: click.Command = getattr(module, f"{cmd_name}_command")
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        if args and args[0] not in COMMANDS and not args[0].startswith("-"):
            from pathlib import Path

            if Path(args[0]).exists() or "." in args[0]:
                name = "open" if len(args) == 1 and in_terminal() else "check"
                return name, self.get_command(ctx, name), args
            from orbat.model.near import did_you_mean

            ctx.fail(f"there is no command and no file {args[0]!r}.{did_you_mean(args[0], COMMANDS)}")
        return super().resolve_command(ctx, args)


@click.group(
    cls=Commands,
    invoke_without_command=True,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
)
@click.version_option(package_name="orbat")
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
    try:
        code: Any = program.main(standalone_mode=False)
    except click.exceptions.Exit as stop:
        code = stop.exit_code
    except click.exceptions.Abort:
        code = 130
    except click.ClickException as error:
        error.show()
        code = 2
    except BrokenPipeError:
        code = _pipe_closed()
    except Exception as error:  # the last resort: a player never sees a traceback
        code = _our_fault(error)
    sys.exit(code if isinstance(code, int) else 0)


def _pipe_closed() -> int:
    """The reader of our output has gone; that is no fault of anyone's."""
    import os

    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return 0


def _our_fault(error: Exception) -> int:
    import os

    if os.environ.get("ORBAT_DEBUG"):
        raise error
    name = type(error).__name__
    click.echo(f"Sorry, orbat itself failed ({name}). Set ORBAT_DEBUG=1 to see the details.", err=True)
    return 3

"""The command line: commands and exit codes. The module of a command is imported only when the command runs."""

from __future__ import annotations

import contextlib
import gc
import io
import os
import sys
from collections.abc import Iterator
from typing import Any, TextIO

import click

from orbat import registry
from orbat.cli.examples import add_examples
from orbat.cli.internal_errors import final_exit_code, record_error, reset_failures
from orbat.model.wording import phrase
from orbat.registry import CommandGroup

COMMANDS: dict[CommandGroup, dict[str, str]] = {
    "build": {"new": "new", "raise": "raise_army", "roll": "roll", "suggest": "suggest"},
    "check": {"check": "check", "price": "price", "explain": "explain", "seal": "seal"},
    "print": {"print": "print_sheets", "convert": "convert"},
    "play": {},
    "data": {"lists": "lists", "lint": "lint", "schema": "lint", "new-list": "new_data", "new-ruleset": "new_data"},
    "setup": {"completion": "completion", "man": "man_pages", "doctor": "doctor"},
}
"""Core commands and their modules in `orbat.cli`, by group. The help lists the groups in this order."""

GROUP_TITLES: dict[CommandGroup, str] = {
    "build": "Build an army",
    "check": "Check",
    "print": "Print and convert",
    "play": "Play",
    "data": "Rulesets, army lists and models",
    "setup": "Set up",
}
"""The headings of the groups in the help."""

SYNONYMS = {
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
"""Words that users may type instead of a command, each with the correct command. Features add words of their own."""


COMPLETE_VARIABLE = "_ORBAT_COMPLETE"
"""The environment variable with which the script of a shell asks for completions."""

GC_THRESHOLD = 200_000
"""Number of allocations that triggers a garbage collection. With Python's default, a short run takes a tenth longer."""


def all_commands() -> list[str]:
    """The names of all commands, in the order of the help."""
    return [name for group in COMMANDS for name in commands_in(group)]


def commands_in(group: CommandGroup) -> list[str]:
    """The names of the commands in a group: core commands, then those of features."""
    return [*COMMANDS[group], *(name for name, one in registry.commands().items() if one.group == group)]


def in_terminal() -> bool:
    """Whether both standard input and standard output are terminals."""
    return sys.stdin.isatty() and sys.stdout.isatty()


class Commands(click.Group):
    """All commands. In a terminal, `orbat FILE` opens the file in the builder; otherwise, it checks the file."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return all_commands()

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the commands, with a heading for each group."""
        width = formatter.width - 6 - max(map(len, all_commands()))
        for group, title in GROUP_TITLES.items():
            found = {name: self.get_command(ctx, name) for name in commands_in(group)}
            rows = [(name, one.get_short_help_str(width)) for name, one in found.items() if one]
            if rows:
                with formatter.section(title):
                    # each group alone would have columns of its own width
                    formatter.write_dl([(name.ljust(max(map(len, all_commands()))), help) for name, help in rows])

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        core = {name: module for group in COMMANDS.values() for name, module in group.items()}
        module = "open_builder" if cmd_name == "open" else core.get(cmd_name)
        if module:
            code = f"orbat.cli.{module}:{cmd_name.replace('-', '_')}_command"
        elif own := registry.commands().get(cmd_name):
            code = own.code
        else:
            return None
        command: click.Command = registry.load(code)
        add_examples(command, f"orbat {cmd_name}")
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
            ctx.fail(phrase("unknown command or file {name!r}.{guess}", name=args[0], guess=_suggestion(args[0])))
        if args == ["-"]:
            return "check", self.get_command(ctx, "check"), args
        return super().resolve_command(ctx, args)

    def _help(self, ctx: click.Context, args: list[str]) -> tuple[str | None, click.Command | None, list[str]]:
        # `orbat help` and `orbat help COMMAND` mean the same as the option `--help`.
        if not args:
            click.echo(ctx.get_help())
            ctx.exit()
        name, command, _ = self.resolve_command(ctx, args[:1])
        return name, command, ["help", "--help"]


def _is_file(word: str) -> bool:
    # A word with a dot counts as a file even if no such file exists: it is probably a misspelt file name.
    from pathlib import Path

    try:
        return "." in word or Path(word).exists()
    except (OSError, ValueError):  # not a valid file name
        return False


def _suggestion(word: str) -> str:
    from orbat.model.spelling import did_you_mean

    known = {**SYNONYMS, **{other: one.name for one in registry.commands().values() for other in one.keywords}}
    meant = known.get(word.casefold())
    return phrase(" Did you mean orbat {command}?", command=meant) if meant else did_you_mean(word, all_commands())


@click.group(
    cls=Commands,
    invoke_without_command=True,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
)
@click.version_option(None, "-V", "-v", "--version", package_name="orbat")
@click.pass_context
def program(ctx: click.Context) -> None:
    """Build, price, check and print army lists for horse-and-musket wargames.

    `orbat FILE` opens an ORBAT in the builder. Without a terminal, `orbat FILE` runs `orbat check FILE`.
    """
    if ctx.invoked_subcommand is None:
        if in_terminal():
            from orbat.cli.open_builder import open_builder

            ctx.exit(open_builder(None))
        click.echo(ctx.get_help())


add_examples(program, "orbat")


def contexts(ctx: click.Context | None = None) -> Iterator[click.Context]:
    """Yield a click context for the program, each command and each subcommand. Imports all commands."""
    ctx = ctx or click.Context(program, info_name="orbat", **program.context_settings)
    yield ctx
    if isinstance(ctx.command, click.Group):
        for name in ctx.command.list_commands(ctx):
            if command := ctx.command.get_command(ctx, name):
                yield from contexts(click.Context(command, parent=ctx, info_name=name))


def main() -> None:
    """Run the program. Exit codes: 0 success, 1 errors found, 2 wrong usage or unreadable input, 3 internal error."""
    gc.set_threshold(GC_THRESHOLD)
    if os.environ.get(COMPLETE_VARIABLE):
        registry.load("orbat.cli.completion:complete")()
        sys.exit(0)
    _prepare_streams()
    reset_failures()
    try:
        code = final_exit_code(_run(), _write_errors)
    except KeyboardInterrupt:
        code = 130
    code = max(code, _flush(reported=code == 2))
    gc.freeze()  # skip the garbage collection at exit
    sys.exit(code)


def _run() -> int:
    try:
        code: Any = program.main(prog_name="orbat", standalone_mode=False)
    except click.exceptions.Exit as stop:
        code = stop.exit_code
    except click.exceptions.Abort:
        _write_errors(["Interrupted."])
        code = 130
    except click.ClickException as error:
        _show(error)
        code = 2
    except (
        BrokenPipeError,
        SystemExit,
    ):  # the reader of the output has closed it; click converts BrokenPipeError to SystemExit
        _discard(sys.stdout)
        code = 0
    except OSError as error:  # for example a full disk: not an internal error
        _write_errors([phrase("Error: {reason}", reason=_reason(error))])
        code = 2
    except Exception as error:  # users never see a traceback
        record_error(error)
        code = 3
    return code if isinstance(code, int) else 0


def _show(error: click.ClickException) -> None:
    # File names in the message may contain control characters, so these are escaped.
    text = io.StringIO()
    error.show(file=text)
    _write_errors(text.getvalue().rstrip("\n").split("\n"))


def _write_errors(lines: list[str]) -> None:
    # Nothing more can be done if standard error cannot be written.
    from orbat.cli.shared import write_text

    write_text(lines, err=True)


def _reason(error: OSError) -> str:
    reason = (error.strerror or str(error) or "an input or output error").lower()
    if error.filename is None:
        if isinstance(error, FileNotFoundError):  # the error has no file name only for the current folder
            return "the current folder does not exist; change to another folder"
        return reason
    file = os.fsdecode(error.filename) if isinstance(error.filename, bytes) else error.filename
    return phrase("{file}: {reason}", file=file, reason=reason)


def _prepare_streams() -> None:
    # A standard stream may be closed. The system would then give its descriptor to the next opened file, and output
    # would be written to that file. So each closed stream gets a placeholder. The placeholder for standard output is
    # read- only: writing to it causes an error, which is reported. Characters that a stream cannot encode become
    # question marks.
    if sys.stdin is None:
        sys.stdin = os.fdopen(os.open(os.devnull, os.O_RDONLY), encoding="utf-8")
    if sys.stdout is None:
        sys.stdout = os.fdopen(os.open(os.devnull, os.O_RDONLY), "w", encoding="utf-8")
    if sys.stderr is None:
        sys.stderr = os.fdopen(os.open(os.devnull, os.O_WRONLY), "w", encoding="utf-8")
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")


def _flush(*, reported: bool) -> int:
    # Without this, Python would show a traceback at exit if the streams cannot be written. `reported`: an error was
    # already reported, so no second message is written.
    code = 0
    try:
        sys.stdout.flush()
    except BrokenPipeError:
        _discard(sys.stdout)
    except (OSError, ValueError) as error:
        if not reported:
            reason = _reason(error) if isinstance(error, OSError) else error
            _write_errors([phrase("Error: cannot write to standard output: {reason}", reason=reason)])
        _discard(sys.stdout)
        code = 2
    try:
        sys.stderr.flush()
    except (OSError, ValueError):
        _discard(sys.stderr)
    return code


def _discard(stream: TextIO) -> None:
    with contextlib.suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())

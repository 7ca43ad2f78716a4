"""The command `orbat man`: manual pages of all commands, from their help."""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterable, Iterator
from pathlib import Path

import click

from orbat.cli.examples import examples_of
from orbat.cli.main import GROUP_TITLES, commands_in, contexts
from orbat.cli.shared import EXIT_OK, make_folder, write_text
from orbat.model.wording import plural
from orbat.session.crash_log import version
from orbat.session.files import write

_EXIT_CODES = (
    ("0", "Success."),
    ("1", "Errors were found, for example an ORBAT that is not legal."),
    ("2", "Wrong usage, or a file could not be read or written."),
    ("3", "Internal error."),
)


@click.command("man")
@click.argument("folder", metavar="DIR", type=click.Path(path_type=Path, file_okay=False))
def man_command(folder: Path) -> int:
    """Write manual pages of all commands.

    DIR is the folder for the pages; it is created if necessary. If DIR is ~/.local/share/man/man1, the command
    `man orbat-check` shows the page of `orbat check`. Existing pages are overwritten.
    """
    pages = man_pages()
    make_folder(folder)
    for name, text in pages.items():
        write(folder / name, text.encode(), backup=False)
    write_text(
        [plural(len(pages), "Written: {count} page in {folder}", "Written: {count} pages in {folder}", folder=folder)]
    )
    return EXIT_OK


def man_pages() -> dict[str, str]:
    """The manual pages of orbat and of each command, by file name."""
    return {f"{_page_name(ctx)}.1": man_page(ctx) for ctx in contexts()}


def man_page(ctx: click.Context) -> str:
    """The manual page of a command, in the format of man(7)."""
    return "\n".join(_page_lines(ctx)) + "\n"


def _page_name(ctx: click.Context) -> str:
    return ctx.command_path.replace(" ", "-")


def _page_lines(ctx: click.Context) -> Iterator[str]:
    command = ctx.command
    name = _page_name(ctx)
    summary = command.get_short_help_str(200).rstrip(".")
    yield f'.TH "{_escaped(name.upper())}" "1" "" "orbat {_escaped(version())}" "orbat"'
    yield from (".SH NAME", f"{_escaped(name)} \\- {_escaped(summary)}")
    yield from (".SH SYNOPSIS", f"\\fB{_escaped(ctx.command_path)}\\fR")
    yield from (_line(piece) for piece in command.collect_usage_pieces(ctx))
    yield ".SH DESCRIPTION"
    yield from _paragraphs(command.help or "")
    yield ".SH OPTIONS"
    options = (one for one in command.get_params(ctx) if isinstance(one, click.Option))
    yield from _terms(filter(None, (one.get_help_record(ctx) for one in options)))
    if isinstance(command, click.Group):
        yield ".SH COMMANDS"
        yield from _commands(ctx, command)
    if found := examples_of(ctx.command_path):
        yield ".SH EXAMPLES"
        yield from (".nf", *map(_line, found), ".fi")
    yield ".SH EXIT STATUS"
    yield from _terms(_EXIT_CODES)
    if ctx.parent:
        yield from (".SH SEE ALSO", f"\\fB{_escaped(_page_name(ctx.parent))}\\fR(1)")


def _commands(ctx: click.Context, group: click.Group) -> Iterator[str]:
    if ctx.parent:
        yield from _summaries(ctx, group, group.list_commands(ctx))
        return
    for one, title in GROUP_TITLES.items():
        if names := commands_in(one):
            yield f".SS {_escaped(title)}"
            yield from _summaries(ctx, group, names)


def _summaries(ctx: click.Context, group: click.Group, names: Iterable[str]) -> Iterator[str]:
    found = ((name, group.get_command(ctx, name)) for name in names)
    yield from _terms((name, one.get_short_help_str(200)) for name, one in found if one)


def _terms(rows: Iterable[tuple[str, str]]) -> Iterator[str]:
    for term, text in rows:
        yield from (".TP", f"\\fB{_escaped(term)}\\fR", _line(text))


def _paragraphs(text: str) -> Iterator[str]:
    # As in click, \f ends the text, and \b keeps the lines of a paragraph.
    for paragraph in re.split(r"\n\s*\n", inspect.cleandoc(text).partition("\f")[0]):
        lines = paragraph.split("\n")
        yield ".PP"
        if lines[0] == "\b":
            yield from (".nf", *map(_line, lines[1:]), ".fi")
        else:
            yield _line(" ".join(lines))


def _line(text: str) -> str:
    # A full stop or an apostrophe at the start of a line would be a request.
    text = re.sub(r"`([^`]*)`", r"\\fB\1\\fR", _escaped(" ".join(text.split())))
    return f"\\&{text}" if text.startswith((".", "'")) else text


def _escaped(text: str) -> str:
    # A line may be broken after a vertical bar, as in a long list of choices.
    return text.replace("\\", "\\e").replace("-", "\\-").replace('"', "\\(dq").replace("|", "|\\:")

"""`orbat print`."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import click

from orbat.cli.options import with_feature_options
from orbat.cli.shared import (
    EXIT_OK,
    EXIT_USAGE,
    CommandError,
    check_input,
    exists,
    require_folder,
    show_findings,
    write_text,
)
from orbat.data.library import Library
from orbat.model.sheet import Layout, PrintOptions
from orbat.printing import Layouts, NoSuchSheet, find_layouts, print_sheets
from orbat.registry import load, options_of
from orbat.render.text import verdict_line
from orbat.report.report import Report
from orbat.session.files import WriteFailed, file_name, write

ALL = "all"
"""What names every sheet but those for somebody else."""


@click.command("print")
@click.argument("file", type=click.Path(path_type=Path))
@click.option("-o", "--output", type=click.Path(path_type=Path), help="The PDF to write; by default the title's name.")
@click.option("--sheets", help="Which sheets, with commas between, or all; by default the first of them.")
@click.option("--for", "reader", help="A sheet for somebody else: opponent, or opponent_hidden.")
@click.option("--paper", type=click.Choice(["a4", "letter"]), default="a4", show_default=True)
@click.option("--landscape/--portrait", default=None, help="How the paper lies; by default as the sheet's layout says.")
@click.option("--large", is_flag=True, help="All type a quarter larger.")
@click.option(
    "--boxes", type=click.Choice(["clean", "as-is"]), default="clean", show_default=True, help="Losses marked?"
)
@with_feature_options("print")
@click.option("--hide-points", is_flag=True, help="No prices, sums or totals.")
@click.option("--hide-house", is_flag=True, help="No mark on numbers that no rulebook gives.")
@click.option("--merge", is_flag=True, help="Equal units on one line.")
@click.option("--whole-pages", is_flag=True, help="One brigade to a page.")
@click.option("--notes/--no-notes", default=True, help="The player's notes.")
@click.option("--rules-notes", is_flag=True, help="The rules used, once, at the end.")
@click.option("--usable", is_flag=True, help="Only those rows of reference tables that the ORBAT can use.")
def print_command(file: Path, output: Path | None, sheets: str | None, reader: str | None, **wishes: Any) -> int:
    """Print an ORBAT as PDF sheets.

    With --losses, or --boxes as-is where they are kept beside the ORBAT, the boxes of what is lost are crossed. An
    ORBAT that is not legal is printed and marked so. FILE may be - for standard input.
    """
    if output is not None and output.suffix.lower() != ".pdf":
        raise CommandError(f"a sheet is a PDF: name it {output.stem or 'sheet'}.pdf, not {output.name}")
    layouts = find_layouts()
    wanted = _for(reader, layouts) if reader else _named(sheets, layouts)
    if not reader and sheets and sheets.strip() == ALL:
        write_text(layouts.unreadable.values(), err=True)
    library = Library()
    report = check_input(file, library)
    if not report.readable:
        show_findings(report)
        return EXIT_USAGE
    path = output or Path(file_name(report.title, ".pdf"))
    require_folder(path)
    if exists(path) and exists(file) and path.samefile(file):
        raise CommandError(f"{path} is the file that was read; name another with -o")
    try:
        printing = _printing(wishes, report, file)
        write(path, print_sheets(report, wanted, printing, library), backup=False)
    except WriteFailed as failed:
        raise CommandError(str(failed)) from failed
    write_text([f"Written: {path}", verdict_line(report)])
    return EXIT_OK


def _printing(wishes: dict[str, Any], report: Report, file: Path) -> PrintOptions:
    """What is wished, with what the added options make of it. Raises CommandError."""
    added = [(load(one.code), wishes.pop(one.parameter)) for one in options_of("print")]
    printing = PrintOptions(**wishes)
    for change, value in added:
        printing = change(printing, report, file, value)
    return printing


def _named(sheets: str | None, layouts: Layouts) -> tuple[Layout, ...]:
    """The sheets of a list of ids, each once, in the order asked for; without a list the first there is."""
    own = {sheet_id: layout for sheet_id, layout in layouts.usable.items() if not layout.for_opponent}
    if sheets is None:
        return tuple(own.values())[:1]
    asked = [word.strip() for word in sheets.split(",") if word.strip()]
    ids = list(own) if asked == [ALL] else list(dict.fromkeys(asked))
    if not ids:
        raise CommandError(f"--sheets names none; there are: {', '.join(own)}")
    return tuple(_one(sheet_id, layouts) for sheet_id in ids)


def _for(reader: str, layouts: Layouts) -> tuple[Layout, ...]:
    others = {sheet_id: layout for sheet_id, layout in layouts.usable.items() if layout.for_opponent}
    return (_one(reader, replace(layouts, usable=others)),)


def _one(sheet_id: str, layouts: Layouts) -> Layout:
    try:
        return layouts.sheet(sheet_id)
    except NoSuchSheet as error:
        raise CommandError(str(error)) from error

"""The command `orbat print`."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
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
    require_folder,
    require_other_file,
    show_findings,
    write_text,
)
from orbat.data.library import Library
from orbat.model.sheet import LABEL_DEPTHS, LABEL_WIDTHS, MAX_BLANK_CARDS, PAPERS, Layout, PictureKind, PrintOptions
from orbat.model.wording import phrase
from orbat.printing import (
    Layouts,
    NoSuchSheet,
    find_layouts,
    has_pictures,
    print_pictures,
    print_sheets,
    replaced_characters,
)
from orbat.registry import load, options_of
from orbat.render.text import verdict_line
from orbat.report.report import Report
from orbat.session.files import file_name, write
from orbat.session.viewer import has_viewer, show

ALL = "all"
"""The value of --sheets that selects all of the player's sheets, but no sheets for the opponent."""


def _label_size(context: click.Context, option: click.Parameter, value: str | None) -> tuple[int, int] | None:
    if value is None:
        return None
    found = re.fullmatch(r"([0-9]{1,3})x([0-9]{1,3})", value.strip().lower())
    if found and int(found[1]) in LABEL_WIDTHS and int(found[2]) in LABEL_DEPTHS:
        return int(found[1]), int(found[2])
    raise click.BadParameter(
        phrase(
            "{value} is not a size; write WIDTHxDEPTH in mm (width: {widths}, depth: {depths}), such as 40x20",
            value=value,
            widths=f"{LABEL_WIDTHS[0]} to {LABEL_WIDTHS[-1]}",
            depths=f"{LABEL_DEPTHS[0]} to {LABEL_DEPTHS[-1]}",
        )
    )


@click.command("print")
@click.argument("file", type=click.Path(path_type=Path), required=False)
@click.option(
    "-o",
    "--output",
    "--to",
    type=click.Path(path_type=Path),
    help="PDF to write, or .svg or .png for a picture of each page. [default: a PDF named after the title]",
)
@click.option("--open", "opens", is_flag=True, help="Open the file in the usual viewer.")
@click.option(
    "--sheets",
    help="Ids of the sheets, separated by commas. 'all' prints all sheets except those for the opponent. "
    "[default: the first sheet]",
)
@click.option(
    "--for",
    "reader",
    help="Id of the sheet to print for the opponent: opponent, or opponent_hidden (without points and reserves).",
)
@click.option("--keys", is_flag=True, help="Print the keys of the builder. Omit FILE.")
@click.option("--paper", type=click.Choice(PAPERS), default="a4", show_default=True)
@click.option("--landscape/--portrait", default=None, help="Paper orientation. [default: depends on the sheet]")
@click.option(
    "--booklet",
    is_flag=True,
    help="Make a booklet with two portrait pages on each side of the paper. Print it double-sided, flipped on the "
    "short edge, and fold it.",
)
@click.option("--large", is_flag=True, help="Print text 25% larger.")
@click.option(
    "--boxes",
    type=click.Choice(["clean", "as-is"]),
    default="clean",
    show_default=True,
    help="Print empty boxes (clean), or cross off the losses saved in NAME.play.yaml (as-is).",
)
@with_feature_options("print")
@click.option("--hide-points", is_flag=True, help="Omit points.")
@click.option("--hide-house", is_flag=True, help="Do not mark numbers that no rulebook gives (house, inferred).")
@click.option("--merge", is_flag=True, help="Print identical units on one line.")
@click.option("--whole-pages", is_flag=True, help="Print one brigade per page of the roster.")
@click.option(
    "--card-size",
    type=click.Choice(["quarter", "poker"]),
    default="quarter",
    show_default=True,
    help="Size of cards: a quarter of a page, or poker cards (63 x 88 mm).",
)
@click.option("--own-cards", is_flag=True, help="Print a card for each unit; by default, identical units share a card.")
@click.option("--blank-cards", type=click.IntRange(0, MAX_BLANK_CARDS), default=0, help="Add this many empty cards.")
@click.option(
    "--label-size",
    metavar="WIDTHxDEPTH",
    callback=_label_size,
    help="Size of labels in millimetres, such as 40x20. [default: the ruleset's bases, and 80x12 for trays]",
)
@click.option("--black", is_flag=True, help="Print flags in black, with a pattern for each colour.")
@click.option("--notes/--no-notes", default=True, help="Print notes.")
@click.option("--at-home", is_flag=True, help="After the order of battle, list the units that stay at home.")
@click.option("--rules-notes", is_flag=True, help="At the end, print a list of the rules used.")
@click.option("--usable", is_flag=True, help="In reference tables, print only the rows that the ORBAT uses.")
def print_command(
    file: Path | None,
    output: Path | None,
    opens: bool,
    sheets: str | None,
    reader: str | None,
    keys: bool,
    **options: Any,
) -> int:
    """Print an ORBAT as PDF sheets, or the keys of the builder.

    --losses crosses off the losses that you give. --boxes as-is crosses off the losses saved in NAME.play.yaml. If the
    ORBAT is not legal, all sheets except cards and quick references say so. FILE may be - for standard input.
    """
    suffix = output.suffix.lower() if output else ".pdf"
    if output is not None and suffix not in (".pdf", *PICTURES):
        raise CommandError(
            phrase(
                "{name}: sheets are written as .pdf, .svg or .png, for example {stem}.pdf",
                name=output.name,
                stem=output.stem or "sheet",
            )
        )
    if keys:
        if suffix in PICTURES:
            raise CommandError("--keys writes a PDF, for example with -o keys.pdf")
        return _print_keys(file, output or Path(KEYS_FILE), options, opens=opens)
    if suffix in PICTURES and not has_pictures():
        raise CommandError(
            phrase("{suffix} needs the package pypdfium2. Install it: {command}", suffix=suffix, command=INSTALL)
        )
    if file is None:
        raise click.UsageError("Missing argument 'FILE'.")
    layouts = find_layouts()
    wanted = _sheet_for(reader, layouts) if reader else _sheets(sheets, layouts)
    if not reader and sheets and sheets.strip() == ALL:
        write_text(layouts.unreadable.values(), err=True)
    library = Library()
    report = check_input(file, library)
    if not report.readable:
        show_findings(report)
        return EXIT_USAGE
    path = output or Path(file_name(report.title, ".pdf"))
    require_folder(path)
    require_other_file(path, file)
    printing = _print_options(options, report, file)
    if suffix in PICTURES:
        written = _write_pictures(path, print_pictures(report, wanted, printing, library, PICTURES[suffix]), file)
    else:
        write(path, print_sheets(report, wanted, printing, library), backup=False)
        written = [path]
    write_text([_written(written), verdict_line(report)])
    if replaced := replaced_characters(report, printing):
        write_text([phrase("Warning: {replaced}", replaced=replaced)], err=True)
    if opens:
        _open(written[0])
    return EXIT_OK


INSTALL = "pip install 'orbat[pictures]'"
"""The command that installs the package for pictures."""
PICTURES: Mapping[str, PictureKind] = {".svg": "svg", ".png": "png"}
"""The kinds of pictures, by the suffix of the file."""


def _write_pictures(path: Path, pictures: Iterable[bytes], read: Path) -> list[Path]:
    """Write a picture for each page: NAME.png for one page, otherwise NAME-1.png, NAME-2.png and so on."""
    made = list(pictures)
    digits = len(str(len(made)))
    paths = [path.with_stem(f"{path.stem}-{number:0{digits}}") for number in range(1, len(made) + 1)]
    paths = [path] if len(made) == 1 else paths
    for one, content in zip(paths, made, strict=True):
        require_other_file(one, read)
        write(one, content, backup=False)
    return paths


def _written(paths: Sequence[Path]) -> str:
    if len(paths) == 1:
        return phrase("Written: {file}", file=paths[0])
    return phrase("Written: {first} to {last}", first=paths[0], last=paths[-1])


def _open(path: Path) -> None:
    wrong = show(path) if has_viewer() else phrase("No viewer found. Open {file} yourself.", file=path)
    if wrong:
        write_text([wrong], err=True)


KEYS_FILE = "orbat-keys.pdf"
"""The default file for the keys of the builder."""


def _print_keys(file: Path | None, path: Path, options: dict[str, Any], *, opens: bool) -> int:
    from orbat.cli.keys_sheet import keys_sheet

    if file is not None:
        raise CommandError("--keys prints the keys of the builder, so it takes no FILE")
    require_folder(path)
    layout = _one("reference", find_layouts())
    printing = PrintOptions(paper=options["paper"], landscape=options["landscape"], large=options["large"])
    write(path, keys_sheet(layout, printing), backup=False)
    write_text([phrase("Written: {file}", file=path)])
    if opens:
        _open(path)
    return EXIT_OK


def _print_options(options: dict[str, Any], report: Report, file: Path) -> PrintOptions:
    added = [(load(one.code), options.pop(one.parameter)) for one in options_of("print")]
    printing = PrintOptions(**options)
    for change, value in added:
        printing = change(printing, report, file, value)
    return printing


def _sheets(sheets: str | None, layouts: Layouts) -> tuple[Layout, ...]:
    # In the order given, without repeats. None selects the first sheet.
    own = {sheet_id: layout for sheet_id, layout in layouts.usable.items() if not layout.for_opponent}
    if sheets is None:
        return tuple(own.values())[:1]
    asked = [word.strip() for word in sheets.split(",") if word.strip()]
    ids = list(own) if asked == [ALL] else list(dict.fromkeys(asked))
    if not ids:
        raise CommandError(phrase("--sheets is empty. Known sheets: {known}", known=", ".join(own)))
    return tuple(_one(sheet_id, layouts) for sheet_id in ids)


def _sheet_for(reader: str, layouts: Layouts) -> tuple[Layout, ...]:
    others = {sheet_id: layout for sheet_id, layout in layouts.usable.items() if layout.for_opponent}
    return (_one(reader, replace(layouts, usable=others)),)


def _one(sheet_id: str, layouts: Layouts) -> Layout:
    try:
        return layouts.sheet(sheet_id)
    except NoSuchSheet as error:
        raise CommandError(str(error)) from error

"""`orbat new`."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path

import click

from orbat.cli.shared import EXIT_OK, CommandError, exists, parse_points, record_failures_of, require_folder, write_text
from orbat.data import folders
from orbat.data.library import Library
from orbat.data.loaded import Loaded
from orbat.documents.read import read_file
from orbat.model.arrange import starting_army
from orbat.model.book import Book, with_ruling
from orbat.model.commanders import DICED
from orbat.model.dates import Date, overlaps, read_date, span
from orbat.model.orbat import Orbat
from orbat.model.points import show
from orbat.model.spelling import did_you_mean
from orbat.model.text import Pin
from orbat.model.wording import phrase
from orbat.pipeline import READ_ONLY_SUFFIXES, file_text, report_on, with_claims
from orbat.render.text import verdict_line
from orbat.session.files import WriteFailed, file_name, write

# Readings of rulings, and the staff table, as they are named on the command line.


def with_readings(orbat: Orbat, book: Book, written: Iterable[str]) -> Orbat:
    """The ORBAT with passages read as `ruling=choice` says of each. Raises click.UsageError."""
    known = {ruling.id: ruling for ruling in book.ruleset.rulings}
    for words in written:
        ruling_id, _, choice = words.partition("=")
        if ruling_id not in known:
            raise click.UsageError(_unknown(f"{book.ruleset.title} has no ruling", ruling_id, known))
        choices = [one.id for one in known[ruling_id].choices]
        if choice not in choices:
            raise click.UsageError(_unknown(f"the ruling {ruling_id} has no reading", choice, choices))
        orbat = with_ruling(orbat, known[ruling_id], choice)
    return orbat


def with_staff_table(orbat: Orbat, book: Book, table: str | None) -> Orbat:
    """The ORBAT with its staff diced on another table, if one is named. Raises click.UsageError."""
    if table is None:
        return orbat
    if table not in book.staff_tables(orbat):
        raise click.UsageError(f"{book.ruleset.title} as read here leaves no choice of a staff table")
    return replace(orbat, staff_table=table)


def _unknown(what: str, word: str, known: Iterable[str]) -> str:
    return f"{what} {word!r}.{did_you_mean(word, known)} There are: {', '.join(known) or 'none'}"


_SCHEMA_LINE = re.compile(r"# yaml-language-server: \$schema=[^\n]*\n")


def parse_date(text: str) -> Date:
    """The date that was typed. Raises BadParameter."""
    try:
        return read_date(text)
    except ValueError as error:
        raise click.BadParameter(f"{text!r} {error}.") from error


@click.command("new")
@click.option("--ruleset", default="", help="The ruleset's id; not needed where only one has the list.")
@click.option("--army", required=True, help="The army list's id; orbat lists shows them.")
@click.option("--points", type=parse_points, metavar="N", help="The agreed size.")
@click.option("--date", type=parse_date, metavar="YYYY-MM", help="When the battle is: a year, or a year and month.")
@click.option("--template", default="", help="Begin with a shipped ORBAT: its name, or a file.")
@click.option("--reading", multiple=True, metavar="RULING=CHOICE", help="Another reading of a ruling; may be repeated.")
@click.option("--staff-table", type=click.Choice(["default", "national"]), help="The table that the staff is diced on.")
@click.option("--title", default="", help="The title; by default the list's, or the template's.")
@click.option("-o", "--output", type=click.Path(path_type=Path), help="The file to write; never an existing one.")
def new_command(
    ruleset: str,
    army: str,
    points: int | None,
    date: Date | None,
    template: str,
    reading: tuple[str, ...],
    staff_table: str | None,
    title: str,
    output: Path | None,
) -> int:
    """Begin an ORBAT, or copy a shipped one.

    Without a template the file has one formation with its general, ready for units to be written in.
    """
    if output:
        require_new_file(output)
    library = Library()
    ruleset = ruleset or ruleset_of(army, library)
    original = ""
    if template:
        orbat, original = _from_template(template, ruleset, army, library)
    else:
        orbat = Orbat(ruleset=Pin(ruleset), army_list=Pin(army))
    book, missing = library.book(orbat)
    if book is None or any(finding.severity == "error" for finding in missing):
        raise CommandError(f"{missing[0].message} {missing[0].help}")
    if not template:
        orbat = starting_army(orbat, book.ruleset.levels[-1].id)
    orbat = with_staff_table(with_readings(orbat, book, reading), book, staff_table)
    size = points if points is not None else orbat.game_size
    named = title or orbat.title or " ".join(filter(None, [book.title(army), f"{size} points" if size else ""]))
    orbat = replace(orbat, title=named, game_size=size, date=date or orbat.date)
    path = output or Path(file_name(named, ".yaml"))
    require_new_file(path)
    report = report_on(str(path), Loaded(orbat, ()), library)
    record_failures_of((report,))
    if report.quote and template:
        orbat = with_claims(orbat, book, report.quote)
    text = file_text(orbat, path.suffix.lower(), original)
    if path.suffix.lower() != ".json":
        text = headed(text, path) if template else _remarked(headed(text, path), ruleset, army, book, orbat)
    try:
        write(path, text.encode("utf-8", "replace"))
    except WriteFailed as failed:
        raise CommandError(str(failed)) from failed
    sizes = _usual_sizes(book) if size is None else []
    write_text([f"Written: {path}", *sizes, verdict_line(report) if template else _next(ruleset, army, path)])
    return EXIT_OK


def _usual_sizes(book: Book) -> list[str]:
    """A line with the sizes that the ruleset offers, where it does."""
    usual = book.ruleset.rules.usual_size
    words = ", ".join(map(show, usual.offered)) if usual else ""
    return [f"No size is agreed (--points N); usual are {words} points"] if words else []


def _next(ruleset: str, army: str, path: Path) -> str:
    return f"Write units into it (orbat lists {ruleset}/{army} shows them) or open it: orbat {path}"


def require_new_file(path: Path) -> None:
    """Refuse a name that no ORBAT can be saved under, or that is taken. Raises CommandError."""
    if path.suffix.lower() in READ_ONLY_SUFFIXES:
        raise CommandError(
            phrase("{name}: ORBATs are saved as .yaml or .json. For other formats use orbat convert.", name=path.name)
        )
    require_folder(path)
    if exists(path):
        raise CommandError(f"{path} exists already; name another file with -o")


def ruleset_of(army: str, library: Library) -> str:
    """The only ruleset there is, or the only one that has a list of that id. Raises click.UsageError."""
    known = library.ruleset_ids()
    having = [one for one in known if army in library.list_ids(one)] if len(known) > 1 else known
    if len(having) == 1:
        return having[0]
    if having:
        raise click.UsageError(f"{army} is a list of {' and '.join(having)}: name the ruleset with --ruleset")
    if not known:
        raise click.UsageError("no ruleset is installed")
    near = did_you_mean(army, [list_id for one in known for list_id in library.list_ids(one)])
    raise click.UsageError(f"no ruleset has an army list {army!r}.{near} orbat lists shows them all")


def _from_template(name: str, ruleset: str, army: str, library: Library) -> tuple[Orbat, str]:
    shipped = {path.stem: path for path in sorted((folders.templates() / ruleset).rglob("*.yaml"))}
    path = shipped.get(name) or Path(name)
    if not path.is_file():
        near = did_you_mean(name, shipped)
        fitting = ", ".join(stem for stem in shipped if army in stem) or "none"
        raise CommandError(f"there is no template {name!r}.{near} For {army} there are: {fitting}")
    loaded, *_ = read_file(path, library)
    if loaded.orbat is None:
        raise CommandError(f"the template {path} cannot be read: {loaded.findings[0].message}")
    own = loaded.orbat.army_list
    if loaded.orbat.ruleset.id != ruleset or own is None or own.id != army:
        raise CommandError(f"the template {name} is of {own} under {loaded.orbat.ruleset.id}, not of {army}")
    has_keys = path.suffix.lower() in (".yaml", ".yml", ".json")
    return loaded.orbat, loaded.document.text if loaded.document and has_keys else ""


def headed(text: str, path: Path) -> str:
    """The text with a first line that tells editors the keys, if it leads there from where the file is."""
    text = _SCHEMA_LINE.sub("", text, count=1)
    schema = folders.shipped() / "army_lists" / "schema" / "orbat.schema.json"
    folder = path.absolute().parent
    if schema.is_file() and folder.is_relative_to(folders.shipped()):
        return f"# yaml-language-server: $schema={Path(os.path.relpath(schema, folder)).as_posix()}\n{text}"
    return f"# An ORBAT for orbat; the user guide (docs/guide.md) tells what each key means.\n{text}"


def _remarked(text: str, ruleset: str, army: str, book: Book, orbat: Orbat) -> str:
    """The text of a blank ORBAT with a remark at each place that is to be filled in."""
    army_list = book.lists[army]
    covers = span(army_list.years.from_, army_list.years.to)
    named = f", for example {{name: {army_list.commanders[0]}}}" if army_list.commanders else ""
    word, staff = book.ruleset.commander_word, book.ruleset.staff
    dices = "; orbat roll dices for him" if staff.quality_source(book.rulings(orbat)) == DICED else ""
    free = ": free, and never diced for" if staff.player else ""
    lines = []
    for line in text.splitlines():
        if line.startswith("commander:"):
            if orbat.date is None:
                lines.append(f"# date: YYYY-MM       # when the battle is; the list covers {covers}")
            lines.append(f"{line}         # your {book.ruleset.commander_title}{named}{free}")
        elif line.strip().startswith("commander:"):
            lines += [
                f"{line}     # this formation's {word}{dices if staff.qualities else ''}",
                f"    # What there is to buy: orbat lists {ruleset}/{army}. A unit, for example:",
                *(f"    #   - {unit}" for unit in _example(army, book, orbat.date)),
                "    units: []",
            ]
        elif line.strip() == "numbered: true":
            lines.append(f"{line}    # orbat named it and keeps its number right; a name of your own stays")
        else:
            lines.append(line)
    return "\n".join(lines) + "\n"


def _example(army: str, book: Book, date: Date | None) -> list[str]:
    """A unit as it may be written: the first of the list with a rating that is to be had at the date."""
    for entry in book.entries(army).values():
        offered = date is None or entry.dates is None or overlaps(date, entry.dates.from_, entry.dates.to)
        kind = book.kind(entry)
        if offered and not kind.staff and (entry.ratings or kind.rating == "none"):
            name = entry.regiments[0] if entry.regiments else entry.name
            parts = [f"name: {json.dumps(name, ensure_ascii=False)}", f"entry: {entry.id}"]
            size = entry.sizes.typical if entry.sizes else entry.size.typical if kind.price.per == "size" else ""
            parts += [f"size: {size}"] if size else []
            parts += [f"rating: {entry.ratings.typical}"] if entry.ratings else []
            return [f"{{{', '.join(parts)}}}"]
    return []

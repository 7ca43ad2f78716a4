"""The command `orbat new`."""

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
from orbat.model.dates import Date, overlaps, span
from orbat.model.orbat import Orbat
from orbat.model.points import show
from orbat.model.spelling import did_you_mean
from orbat.model.text import Pin
from orbat.model.typed_dates import date_from_words
from orbat.model.wording import any_of, phrase
from orbat.pipeline import READ_ONLY_SUFFIXES, file_text, report_on, with_claims
from orbat.render.text import verdict_line
from orbat.session.files import file_name, write


def with_ruling_choices(orbat: Orbat, book: Book, written: Iterable[str]) -> Orbat:
    """Write `ruling=choice` pairs into an ORBAT. Raises click.UsageError for an unknown ruling or choice."""
    known = {ruling.id: ruling for ruling in book.ruleset.rulings}
    for words in written:
        ruling_id, _, choice = words.partition("=")
        if ruling_id not in known:
            raise click.UsageError(_unknown("ruling", ruling_id, known))
        choices = [one.id for one in known[ruling_id].choices]
        if choice not in choices:
            raise click.UsageError(_unknown(f"choice for ruling {ruling_id}", choice, choices))
        orbat = with_ruling(orbat, known[ruling_id], choice)
    return orbat


def with_staff_table(orbat: Orbat, book: Book, table: str | None) -> Orbat:
    """Set the staff table of an ORBAT.

    If `table` is None, the ORBAT is unchanged. Raises click.UsageError if the table is not allowed.
    """
    if table is None:
        return orbat
    if table not in book.staff_tables(orbat):
        raise click.UsageError(
            phrase("under these rulings, {ruleset} has no choice of staff tables", ruleset=book.ruleset.title)
        )
    return replace(orbat, staff_table=table)


def _unknown(what: str, word: str, known: Iterable[str]) -> str:
    return phrase(
        "unknown {what} {word!r}.{guess} Known: {known}",
        what=what,
        word=word,
        guess=did_you_mean(word, known),
        known=", ".join(known) or "none",
    )


_SCHEMA_LINE = re.compile(r"# yaml-language-server: \$schema=[^\n]*\n")


def parse_date(text: str) -> Date:
    """Parse the date of a battle: a year, or a year and month. Raises BadParameter."""
    try:
        return date_from_words(text)
    except ValueError as error:
        raise click.BadParameter(f"{text!r} {error}.") from error


@click.command("new")
@click.option("--ruleset", default="", help="Ruleset id; optional if only one ruleset has the list.")
@click.option("--army", required=True, help="Army list id; see orbat lists.")
@click.option("--points", type=parse_points, metavar="N", help="Agreed size.")
@click.option("--date", type=parse_date, metavar="YYYY-MM", help="Date of the battle: a year, or a year and month.")
@click.option("--template", default="", help="ORBAT to copy: the name of a shipped ORBAT, or a file.")
@click.option(
    "--reading",
    multiple=True,
    metavar="RULING=CHOICE",
    help="How to read an unclear rule: a ruling and your choice. May be repeated.",
)
@click.option(
    "--staff-table",
    type=click.Choice(["default", "national"]),
    help="Staff table of the ORBAT, for later rolls of staff quality.",
)
@click.option("--title", default="", help="Title. [default: title of the template or list]")
@click.option(
    "-o", "--output", type=click.Path(path_type=Path), help="File to create. An existing file is not overwritten."
)
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
    """Create an ORBAT, or copy a template.

    Without a template, the file has one formation with a general, and comments with example units.
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
        raise CommandError(phrase("{message} {help}", message=missing[0].message, help=missing[0].help))
    if not template:
        orbat = starting_army(orbat, book.ruleset.levels[-1].id)
    orbat = with_staff_table(with_ruling_choices(orbat, book, reading), book, staff_table)
    size = points if points is not None else orbat.game_size
    named = title or orbat.title or " ".join(filter(None, [book.title(army), f"{size} points" if size else ""]))
    orbat = replace(orbat, title=named, game_size=size, date=date or orbat.date)
    path = output or Path(file_name(named, ".yaml"))
    require_new_file(path)
    report = report_on(str(path), Loaded(orbat, ()), library)
    record_failures_of((report,))
    if report.quote and template:
        orbat = with_claims(orbat, book, report.quote)
    text = text_of_new(orbat, path, original)
    if not template and path.suffix.lower() != ".json":
        text = _with_comments(text, ruleset, army, book, orbat)
    write_new(path, text)
    sizes = _size_hint(book) if size is None else []
    last = verdict_line(report) if template else _next_step(ruleset, army, path)
    write_text([phrase("Written: {file}", file=path), *sizes, last])
    return EXIT_OK


def _size_hint(book: Book) -> list[str]:
    usual = book.ruleset.rules.usual_size
    sizes = ", ".join(map(show, usual.offered)) if usual else ""
    return [phrase("No agreed size: add --points N. Usual sizes: {sizes} points.", sizes=sizes)] if sizes else []


def _next_step(ruleset: str, army: str, path: Path) -> str:
    return phrase(
        "Add units (see orbat lists {list}), or open the file: orbat {file}", list=f"{ruleset}/{army}", file=path
    )


def require_new_file(path: Path) -> None:
    """Raise CommandError if a new ORBAT cannot be written to `path`.

    Possible reasons: the file exists, its folder is missing, or orbat cannot save ORBATs in its format, such as CSV.
    """
    if path.suffix.lower() in READ_ONLY_SUFFIXES:
        raise CommandError(
            phrase("{name}: ORBATs are saved as .yaml or .json. For other formats use orbat convert.", name=path.name)
        )
    require_folder(path)
    if exists(path):
        raise CommandError(phrase("{file} already exists; choose another name with -o", file=path))


def text_of_new(orbat: Orbat, path: Path, original: str = "") -> str:
    """The text of a new ORBAT file. In YAML, the first line names the schema or the user guide."""
    text = file_text(orbat, path.suffix.lower(), original)
    return text if path.suffix.lower() == ".json" else with_schema_line(text, path)


def write_new(path: Path, text: str) -> None:
    """Write a new ORBAT file. Raises WriteFailed."""
    write(path, text.encode("utf-8", "replace"))


def ruleset_of(army: str, library: Library) -> str:
    """The id of the ruleset for a new ORBAT: the only installed ruleset, or the only ruleset with this army list.

    Raises click.UsageError if no ruleset or several rulesets qualify.
    """
    known = library.ruleset_ids()
    matching = [one for one in known if army in library.list_ids(one)] if len(known) > 1 else known
    if len(matching) == 1:
        return matching[0]
    if matching:
        raise click.UsageError(
            phrase(
                "several rulesets have a list {army}: {rulesets}. Add --ruleset.",
                army=army,
                rulesets=", ".join(matching),
            )
        )
    if not known:
        raise click.UsageError("no rulesets installed")
    near = did_you_mean(army, [list_id for one in known for list_id in library.list_ids(one)])
    raise click.UsageError(phrase("unknown army list {army!r}.{guess} See orbat lists.", army=army, guess=near))


def _from_template(name: str, ruleset: str, army: str, library: Library) -> tuple[Orbat, str]:
    shipped = {path.stem: path for path in sorted((folders.templates() / ruleset).rglob("*.yaml"))}
    path = shipped.get(name) or Path(name)
    if not path.is_file():
        near = did_you_mean(name, shipped)
        fitting = ", ".join(stem for stem in shipped if army in stem) or "none"
        raise CommandError(
            phrase(
                "unknown template {name!r}.{guess} Templates of {army}: {known}",
                name=name,
                guess=near,
                army=army,
                known=fitting,
            )
        )
    loaded, *_ = read_file(path, library)
    if loaded.orbat is None:
        raise CommandError(
            phrase("cannot read template {file}: {reason}", file=path, reason=loaded.findings[0].message)
        )
    own = loaded.orbat.army_list
    if loaded.orbat.ruleset.id != ruleset or own is None or own.id != army:
        raise CommandError(
            phrase(
                "template {name} is for the list {own} of {ruleset}, not for {army}",
                name=name,
                own=own,
                ruleset=loaded.orbat.ruleset.id,
                army=army,
            )
        )
    has_keys = path.suffix.lower() in (".yaml", ".yml", ".json")
    return loaded.orbat, loaded.document.text if loaded.document and has_keys else ""


def with_schema_line(text: str, path: Path) -> str:
    """Add a comment as the first line of an ORBAT file: the path of the schema, or a reference to the user guide."""
    text = _SCHEMA_LINE.sub("", text, count=1)
    schema = folders.shipped() / "army_lists" / "schema" / "orbat.schema.json"
    folder = path.absolute().parent
    # The path of the schema, with which editors check the file, is known only in the folder of shipped data.
    if schema.is_file() and folder.is_relative_to(folders.shipped()):
        return f"# yaml-language-server: $schema={Path(os.path.relpath(schema, folder)).as_posix()}\n{text}"
    return f"# An ORBAT for orbat; the user guide (docs/guide.md) explains the keys.\n{text}"


def _with_comments(text: str, ruleset: str, army: str, book: Book, orbat: Orbat) -> str:
    army_list = book.lists[army]
    covers = span(army_list.years.from_, army_list.years.to)
    word, staff = book.ruleset.commander_word, book.ruleset.staff
    if staff.qualities and staff.quality_source(book.rulings(orbat)) == DICED:
        general = phrase("the {word} of this formation; to roll for staff quality, run orbat roll", word=word)
    else:
        general = phrase("the {word} of this formation", word=word)
    if staff.player:
        player = phrase("your {title}, who costs nothing and needs no staff roll", title=book.ruleset.commander_title)
    else:
        player = phrase("your {title}", title=book.ruleset.commander_title)
    lines = []
    for line in text.splitlines():
        if line.startswith("commander:"):
            if orbat.date is None:
                lines.append(
                    phrase("# date: YYYY-MM       # date of the battle; the list covers {dates}", dates=covers)
                )
            if army_list.theatres:
                theatres = any_of(one.id for one in army_list.theatres)
                lines.append(phrase("# theatre: ID        # theatre of the battle: {theatres}", theatres=theatres))
            if chiefs := army_list.commanders_in_chief_at(orbat.date):
                lines.append(f"# Example: commander: {{name: {chiefs[0]}}}")
            lines.append(f"{line}         # {player}")
        elif line.strip().startswith("commander:"):
            lines += [
                f"{line}     # {general}",
                f"    # Entries: orbat lists {ruleset}/{army}. Example of a unit:",
                *(f"    #   - {unit}" for unit in _example_unit(army, book, orbat.date)),
                "    units: []",
            ]
        elif line.strip() == "numbered: true":
            lines.append(f"{line}    # orbat renumbers the name; set your own to keep it")
        else:
            lines.append(line)
    return "\n".join(lines) + "\n"


def _example_unit(army: str, book: Book, date: Date | None) -> list[str]:
    # The first entry of the army list that is available at the date and for which an example has all keys.
    for entry in book.entries(army).values():
        offered = date is None or entry.dates is None or overlaps(date, entry.dates.from_, entry.dates.to)
        kind = book.kind(entry)
        if offered and not kind.staff and (entry.ratings or kind.rating == "none"):
            name = next(iter(entry.regiments_at(date)), entry.name)
            parts = [f"name: {json.dumps(name, ensure_ascii=False)}", f"entry: {entry.id}"]
            size = entry.sizes.typical if entry.sizes else entry.size.typical if kind.price.per == "size" else ""
            parts += [f"size: {size}"] if size else []
            parts += [f"rating: {entry.ratings.typical}"] if entry.ratings else []
            return [f"{{{', '.join(parts)}}}"]
    return []

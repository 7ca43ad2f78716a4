"""`orbat lists`."""

from __future__ import annotations

import os
from collections.abc import Iterator
from typing import Any

import click

from orbat.cli.shared import EXIT_OK, CommandError, write_json, write_text
from orbat.data import folders
from orbat.data.data_file import DataFile
from orbat.data.library import Library
from orbat.model.book import Book
from orbat.model.spelling import did_you_mean
from orbat.model.wording import phrase
from orbat.report.listing import entry_data, list_data, ruleset_data


def own_list_warnings() -> Iterator[str]:
    """Warnings about the user's own lists: a missing folder, a list that is never read."""
    home, folder = os.environ.get("ORBAT_HOME"), folders.own() / "army_lists"
    if home and not folder.is_dir():
        yield phrase(
            "ORBAT_HOME is {home}, but {folder} does not exist: your own lists are not read.", home=home, folder=folder
        )
        return
    shipped = folders.shipped() / "army_lists"
    for path in sorted(folder.glob("*/*.yaml")):
        if (shipped / path.parent.name / path.name).is_file():
            yield phrase(
                "{file} is never read: the shipped list {id} takes precedence. Rename it.",
                file=path,
                id=f"{path.parent.name}/{path.stem}",
            )


@click.command("lists")
@click.argument("what", default="", metavar="[RULESET[/LIST[/ENTRY]]]")
@click.option("--json", "as_json", is_flag=True, help="Write JSON.")
def lists_command(what: str, as_json: bool) -> int:
    """Show rulesets, army lists and entries.

    Without an argument: all rulesets and their lists. Otherwise a ruleset, the entries of a list, or one entry.
    """
    facts, lines = _find(what.strip("/").split("/") if what else [], Library())
    if as_json:
        write_json(facts)
    else:
        write_text([*lines, *own_list_warnings()] if "/" not in what.strip("/") else lines)
    return EXIT_OK


def _find(steps: list[str], library: Library) -> tuple[Any, Iterator[str]]:
    if not steps:
        facts = {name: _ruleset(library, name) for name in library.ruleset_ids()}
        return facts, _rulesets(facts)
    if len(steps) > 3:
        raise click.UsageError("write RULESET/LIST/ENTRY")
    if steps[0] not in library.ruleset_ids():
        raise _unknown_ruleset(steps, library)
    if len(steps) == 1:
        facts = _ruleset(library, steps[0])
        return facts, _one_ruleset(facts)
    book = _book(library, steps[0], steps[1])
    army_list = book.lists[steps[1]]
    if len(steps) == 2:
        facts = list_data(army_list, book)
        staff = {kind for kind, one in book.ruleset.kinds.items() if one.staff}
        return facts, _one_list(facts, staff)
    entry = book.entry(steps[1], steps[2])
    if entry is None:
        raise _unknown("entry", steps[2], list(book.entries(steps[1])))
    facts = entry_data(entry, army_list, book)
    return facts, _one_entry(facts)


def _usable(file: DataFile[Any] | None, name: str) -> Any:
    if file is None or file.value is None:
        why = file.findings[0].message if file and file.findings else "it does not exist"
        raise CommandError(phrase("{name} is unusable: {reason}. Run orbat lint for details.", name=name, reason=why))
    return file.value


def _ruleset(library: Library, name: str) -> dict[str, Any]:
    ruleset = _usable(library.ruleset(name), name)
    titles = {}
    for list_id in library.list_ids(name):
        file = library.army_list(name, list_id)
        titles[list_id] = file.value.title if file and file.value else "(unusable: see orbat lint)"
    templates = sorted(path.stem for path in (folders.templates() / name).rglob("*.yaml"))
    return {**ruleset_data(ruleset, titles), "templates": templates}


def _book(library: Library, ruleset_id: str, list_id: str) -> Book:
    if list_id not in library.list_ids(ruleset_id):
        raise _unknown("army list", list_id, library.list_ids(ruleset_id))
    ruleset = _usable(library.ruleset(ruleset_id), ruleset_id)
    return Book(ruleset, {list_id: _usable(library.army_list(ruleset_id, list_id), list_id)})


def _unknown(what: str, name: str, known: list[str]) -> CommandError:
    return CommandError(
        phrase(
            "unknown {what} {name}.{guess} Known: {known}",
            what=what,
            name=name,
            guess=did_you_mean(name, known),
            known=", ".join(known),
        )
    )


def _unknown_ruleset(steps: list[str], library: Library) -> CommandError:
    """Error for an unknown ruleset; for the id of a list it suggests RULESET/LIST."""
    known = library.ruleset_ids()
    for ruleset_id in known:
        if steps[0] in library.list_ids(ruleset_id):
            return CommandError(
                phrase("unknown ruleset {id}. Did you mean {list}?", id=steps[0], list="/".join([ruleset_id, *steps]))
            )
    return _unknown("ruleset", steps[0], known)


def _rulesets(facts: dict[str, Any]) -> Iterator[str]:
    for name, ruleset in facts.items():
        yield f"{name}: {ruleset['title']}, {ruleset['period']}"
        for list_id, title in ruleset["army_lists"].items():
            yield f"  {name}/{list_id}: {title}"


_HEADINGS = (
    *("army_lists", "kinds", "subtypes", "options", "national_prices", "levels", "ratings", "sizes"),
    *("bought_qualities", "flags", "reserves"),
)
"""Named parts of a ruleset, in display order."""


def _one_ruleset(facts: dict[str, Any]) -> Iterator[str]:
    yield f"{facts['title']}, {facts['period']} (version {facts['version']})"
    if "official" in facts:
        yield facts["official"]
    for heading in _HEADINGS:
        if facts.get(heading):
            yield f"{heading.replace('_', ' ')}:"
            yield from (f"  {key}: {words}" for key, words in facts[heading].items())
    if facts["staff_tables"]:
        yield f"staff tables: {', '.join(facts['staff_tables'])}"
    if "breaking_point" in facts:
        yield f"breaking point: {facts['breaking_point']}"
    if "limits" in facts:
        yield "limits of every army:"
        yield from (f"  {limit}" for limit in facts["limits"])
    if facts["rulings"]:
        yield "rulings:"
    for key, ruling in facts["rulings"].items():
        choices = "; ".join(
            f"{choice}{' (ours)' if choice == ruling['ours'] else ''}: {label}"
            for choice, label in ruling["choices"].items()
        )
        cites = f" [{', '.join(ruling['cites'])}]" if ruling["cites"] else ""
        yield f"  {key}: {ruling['question']} {choices}{cites}"
    if facts.get("sources"):
        yield "sources:"
        yield from (f"  {source}: {title}" for source, title in facts["sources"].items())
    yield f"templates: {', '.join(facts['templates']) or 'none'}"


def _one_list(facts: dict[str, Any], staff: set[str]) -> Iterator[str]:
    yield f"{facts['title']}, {facts['years']} (version {facts['version']}), nation {facts['nation']}"
    group = None
    for entry in facts["entries"]:
        if entry["group"] != group:
            group = entry["group"]
            yield group or "Others"
        ratings = f", {'/'.join(entry['ratings'])}" if entry["ratings"] else ""
        dates = f", {entry['dates']}" if entry["dates"] else ""
        if entry["kind"] in staff:
            yield f"  {entry['id']}: {entry['name']}, {entry['price']}: bought as the commander of a formation{dates}"
            continue
        price = f"{entry['price']} ({entry['mark']})" if entry["mark"] else entry["price"]
        size = f", size {entry['size']}" if entry["size"] else ""
        yield f"  {entry['id']}: {entry['name']}{ratings}, {price}{size}{dates}"
    if facts.get("flags"):
        yield "Flags of the army"
        yield from (f"  {flag}" for flag in facts["flags"])
    if facts["limits"]:
        yield "Limits of the list"
        yield from (f"  {limit}" for limit in facts["limits"])


def _one_entry(facts: dict[str, Any]) -> Iterator[str]:
    yield f"{facts['name']} ({facts['id']})"
    for key, value in facts.items():
        if key in ("id", "name") or value in (None, "", [], {}, False):
            continue
        words = "yes" if value is True else value
        if isinstance(value, list):
            words = "; ".join(map(str, value))
        elif isinstance(value, dict):
            words = "; ".join(f"{name}: {title}" for name, title in value.items())
        yield f"  {key.replace('_', ' ')}: {words}"

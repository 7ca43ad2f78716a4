"""The command `orbat lists`."""

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
    """Yield warnings about the user's own army lists: the folder is missing, or a shipped list has the same id."""
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
                "{file} is never read, because a shipped list also has the id {id}. Rename the file.",
                file=path,
                id=f"{path.parent.name}/{path.stem}",
            )


@click.command("lists")
@click.argument("what", default="", metavar="[RULESET[/LIST[/ENTRY]]]")
@click.option("--json", "as_json", is_flag=True, help="Write JSON.")
def lists_command(what: str, as_json: bool) -> int:
    """Show rulesets, army lists and entries.

    Without an argument, all rulesets and army lists are shown. RULESET shows one ruleset, RULESET/LIST one army list
    with its entries, and RULESET/LIST/ENTRY one entry.
    """
    data, lines = _find(what.strip("/").split("/") if what else [], Library())
    if as_json:
        write_json(data)
    else:
        write_text([*lines, *own_list_warnings()] if "/" not in what.strip("/") else lines)
    return EXIT_OK


def _find(steps: list[str], library: Library) -> tuple[Any, Iterator[str]]:
    if not steps:
        data = {name: _ruleset(library, name) for name in library.ruleset_ids()}
        return data, _rulesets(data)
    if len(steps) > 3:
        raise click.UsageError("too many parts; write at most RULESET/LIST/ENTRY")
    if steps[0] not in library.ruleset_ids():
        raise _unknown_ruleset(steps, library)
    if len(steps) == 1:
        data = _ruleset(library, steps[0])
        return data, _one_ruleset(data)
    book = _book(library, steps[0], steps[1])
    army_list = book.lists[steps[1]]
    if len(steps) == 2:
        data = list_data(army_list, book)
        staff = {kind for kind, one in book.ruleset.kinds.items() if one.staff}
        return data, _one_list(data, staff)
    entry = book.entry(steps[1], steps[2])
    if entry is None:
        raise _unknown("entry", steps[2], list(book.entries(steps[1])))
    data = entry_data(entry, army_list, book)
    return data, _one_entry(data)


def _require_usable(file: DataFile[Any] | None, name: str) -> Any:
    if file is None or file.value is None:
        reason = file.findings[0].message if file and file.findings else "it does not exist"
        raise CommandError(
            phrase("{name} is unusable: {reason}. Run orbat lint for details.", name=name, reason=reason)
        )
    return file.value


def _ruleset(library: Library, name: str) -> dict[str, Any]:
    ruleset = _require_usable(library.ruleset(name), name)
    titles = {}
    for list_id in library.list_ids(name):
        file = library.army_list(name, list_id)
        titles[list_id] = file.value.title if file and file.value else "(unusable: see orbat lint)"
    templates = sorted(path.stem for path in (folders.templates() / name).rglob("*.yaml"))
    return {**ruleset_data(ruleset, titles), "templates": templates}


def _book(library: Library, ruleset_id: str, list_id: str) -> Book:
    if list_id not in library.list_ids(ruleset_id):
        raise _unknown("army list", list_id, library.list_ids(ruleset_id))
    ruleset = _require_usable(library.ruleset(ruleset_id), ruleset_id)
    return Book(ruleset, {list_id: _require_usable(library.army_list(ruleset_id, list_id), list_id)})


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
    # If the word is the id of an army list, the message suggests RULESET/LIST.
    known = library.ruleset_ids()
    for ruleset_id in known:
        if steps[0] in library.list_ids(ruleset_id):
            return CommandError(
                phrase("unknown ruleset {id}. Did you mean {path}?", id=steps[0], path="/".join([ruleset_id, *steps]))
            )
    return _unknown("ruleset", steps[0], known)


def _rulesets(data: dict[str, Any]) -> Iterator[str]:
    for name, ruleset in data.items():
        yield f"{name}: {ruleset['title']}, {ruleset['period']}"
        for list_id, title in ruleset["army_lists"].items():
            yield f"  {name}/{list_id}: {title}"


_HEADINGS = (
    *("scale", "bases", "army_lists", "kinds", "subtypes", "options", "national_prices", "levels", "ratings", "sizes"),
    *("bought_qualities", "flags", "reserves", "abilities", "cannot", "included", "notes"),
)
"""Parts of a ruleset, in the order in which `orbat lists` shows them."""


def _one_ruleset(data: dict[str, Any]) -> Iterator[str]:
    yield phrase("{title}, {period} (version {version})", **data)
    if "official" in data:
        yield data["official"]
    for heading in _HEADINGS:
        if data.get(heading):
            yield f"{heading.replace('_', ' ')}:"
            found = data[heading]
            rows = found if isinstance(found, list) else (f"{key}: {words}" for key, words in found.items())
            yield from (f"  {row}" for row in rows)
    if data["staff_tables"]:
        yield phrase("staff tables: {tables}", tables=", ".join(data["staff_tables"]))
    if "breaking_point" in data:
        yield phrase("breaking point: {text}", text=data["breaking_point"])
    if "limits" in data:
        yield "limits of every army:"
        yield from (f"  {limit}" for limit in data["limits"])
    if data["rulings"]:
        yield "rulings:"
    for key, ruling in data["rulings"].items():
        choices = "; ".join(
            phrase("{id} (default): {label}", id=choice, label=label)
            if choice == ruling["ours"]
            else phrase("{id}: {label}", id=choice, label=label)
            for choice, label in ruling["choices"].items()
        )
        cites = f" [{', '.join(ruling['cites'])}]" if ruling["cites"] else ""
        yield f"  {key}: {ruling['question']} {choices}{cites}"
    if data.get("sources"):
        yield "sources:"
        yield from (f"  {source}: {title}" for source, title in data["sources"].items())
    yield phrase("templates: {names}", names=", ".join(data["templates"]) or "none")


def _one_list(data: dict[str, Any], staff: set[str]) -> Iterator[str]:
    yield phrase("{title}, {years} (version {version}), nation {nation}", **data)
    group = None
    for entry in data["entries"]:
        if entry["group"] != group:
            group = entry["group"]
            yield group or "Other"
        price = f"{entry['price']} ({entry['mark']})" if entry["mark"] else entry["price"]
        if entry["kind"] in staff:
            parts = [entry["name"], entry["price"], "bought as the commander of a formation"]
        else:
            parts = [entry["name"], "/".join(entry["ratings"]), price]
            parts += [phrase("size {size}", size=entry["size"])] if entry["size"] else []
        parts += [entry["dates"], ", ".join(entry.get("theatres", ())), "allied" if entry.get("allied") else ""]
        yield f"  {entry['id']}: {', '.join(filter(None, parts))}"
    if data.get("flags"):
        yield "Flags"
        yield from (f"  {flag}" for flag in data["flags"])
    if data["limits"]:
        yield "Limits"
        yield from (f"  {limit}" for limit in data["limits"])
    if data.get("allies"):
        yield "Allies"
        yield from (f"  {ally}" for ally in data["allies"])
    if data.get("theatres"):
        yield "Theatres"
        yield from (f"  {theatre}: {words}" for theatre, words in data["theatres"].items())
    if data["commanders"]:
        yield "Commanders"
        yield from (f"  {name}: {words}" if words else f"  {name}" for name, words in data["commanders"].items())


def _one_entry(data: dict[str, Any]) -> Iterator[str]:
    yield f"{data['name']} ({data['id']})"
    for key, value in data.items():
        if key in ("id", "name") or value in (None, "", [], {}, False):
            continue
        text = "yes" if value is True else value
        if isinstance(value, list):
            text = "; ".join(map(str, value))
        elif isinstance(value, dict):
            text = "; ".join(f"{name}: {title}" for name, title in value.items())
        yield f"  {key.replace('_', ' ')}: {text}"

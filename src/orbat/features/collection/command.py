"""`orbat owned` and `orbat collection`: what one owns, and what an ORBAT needs of it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import click

from orbat.cli.shared import (
    EXIT_OK,
    EXIT_USAGE,
    CommandError,
    check_input,
    exists,
    ignored_options,
    painter,
    require_folder,
    show_findings,
    width,
    write_json,
    write_lines,
    write_text,
)
from orbat.data.library import Library
from orbat.report.report import Report

if TYPE_CHECKING:
    from orbat.features.collection.file import LoadedCollection
    from orbat.features.collection.model import Collection
    from orbat.generator.request import Supply

ENDINGS = (".yaml", ".yml", ".csv")


def collection_at(path: Path | None) -> Collection:
    """The collection in a file, or the player's own; what is wrong with it is shown. Raises CommandError."""
    loaded, source = _loaded(path)
    if loaded.collection is None:
        raise CommandError(f"the collection {source} cannot be used")
    return loaded.collection


def supply_at(path: Path) -> Supply:
    """What a collection in a file allows of armies. Raises CommandError."""
    from orbat.features.collection.report import CollectionSupply

    return CollectionSupply(collection_at(path))


def checked_against(path: Path) -> Callable[[Report], Report]:
    """What adds notes on what a collection lacks to a report. Raises CommandError."""
    from orbat.features.collection.report import with_owned

    return partial(with_owned, collection=collection_at(path))


def _loaded(path: Path | None, library: Library | None = None) -> tuple[LoadedCollection, Path]:
    """A collection's file, and its name; with the library its ids are looked up too. What is wrong is shown."""
    from orbat.features.collection.file import load_collection, own_file, unknown_ids

    source = path or own_file()
    if path is None and not exists(source):
        raise CommandError(f"there is no collection of your own; name a file, or write one as {source}")
    loaded = load_collection(source)
    if library is not None:
        loaded = replace(loaded, findings=(*loaded.findings, *unknown_ids(loaded, library)))
    if loaded.findings:
        show_findings(Report(str(source), None, None, None, loaded.findings, loaded.text), err=True)
    return loaded, source


@click.command("owned")
@click.argument("file", type=click.Path(path_type=Path))
@click.argument("collection", required=False, type=click.Path(path_type=Path))
@click.option("--ruleset", default="", help="The ruleset, for a file that names none.")
@click.option("--army", default="", help="The army list, for a file that names none.")
@click.option("--json", "as_json", is_flag=True, help="Write it as JSON.")
def owned_command(file: Path, collection: Path | None, ruleset: str, army: str, as_json: bool) -> int:
    """Show what of an ORBAT is owned, and what is to go.

    COLLECTION is a file of what you own, in YAML or CSV; without it your own is taken. FILE may be - for standard
    input.
    """
    from orbat.features.collection.report import owning, owning_facts

    defaults = {"ruleset": ruleset, "army_list": army}
    owned = collection_at(collection)
    report = check_input(file, Library(), defaults=defaults)
    write_text(ignored_options(defaults, file, report), err=True)
    if report.quote is None or report.book is None:
        show_findings(report)
        return EXIT_USAGE
    found = owning(owned, report.quote, report.book)
    if as_json:
        write_json({"file": report.source, "title": report.title, **owning_facts(found)})
    else:
        from orbat.features.collection.text import owned_lines

        write_lines(owned_lines(found, painter(), width()))
    return EXIT_OK


@click.command("collection")
@click.argument("file", required=False, type=click.Path(path_type=Path))
@click.option("-o", "--output", type=click.Path(path_type=Path), help="The YAML or CSV file to write it to.")
@click.option("--force", is_flag=True, help="Write over an existing file.")
@click.option("--json", "as_json", is_flag=True, help="Write it as JSON.")
def collection_command(file: Path | None, output: Path | None, force: bool, as_json: bool) -> int:
    """Show what one owns, or write it as YAML or CSV.

    FILE is in YAML or CSV; without it your own is taken. Ids that no list has are warned of.
    """
    from orbat.features.collection.text import collection_facts, collection_lines

    if output is not None:
        _refuse_output(output, force=force)
    loaded, source = _loaded(file, Library())
    if loaded.collection is None:
        return EXIT_USAGE
    collection = loaded.collection
    if output is not None:
        _write(collection, output)
        write_text([f"Written: {output}"], err=as_json)
    if as_json:
        write_json({"file": str(source), **collection_facts(collection)})
    elif output is None:
        write_lines(collection_lines(collection, painter(), width(), source=source.name))
    return EXIT_OK


def _refuse_output(output: Path, *, force: bool) -> None:
    if output.suffix.lower() not in ENDINGS:
        raise CommandError(f"a collection is written as {', '.join(ENDINGS)}, and not as {output.name}")
    require_folder(output)
    if exists(output) and not force:
        raise CommandError(f"{output} exists already; name another file, or write over it with --force")


def _write(collection: Collection, output: Path) -> None:
    from orbat.features.collection.text import collection_csv, collection_yaml
    from orbat.session.files import WriteFailed, write

    text = collection_csv(collection) if output.suffix.lower() == ".csv" else collection_yaml(collection)
    try:
        write(output, text.encode("utf-8", "replace"))
    except WriteFailed as failed:
        raise CommandError(str(failed)) from failed

"""The commands `orbat owned` and `orbat collection`."""

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
from orbat.model.wording import any_of, phrase
from orbat.report.report import Report

if TYPE_CHECKING:
    from orbat.features.collection.file import LoadedCollection
    from orbat.features.collection.model import Collection
    from orbat.generator.request import Supply

ENDINGS = (".yaml", ".yml", ".csv")


def load_usable(path: Path | None) -> Collection:
    """Load a collection and show the findings. The default is `collection.yaml` in the user's data folder.

    Raises CommandError if the file is missing or unusable.
    """
    loaded, source = _loaded(path)
    if loaded.collection is None:
        raise CommandError(phrase("{file} is not a usable collection; correct the problems listed above", file=source))
    return loaded.collection


def load_supply(path: Path) -> Supply:
    """Load a collection for `orbat raise --owned`. Raises CommandError if the file is unusable."""
    from orbat.features.collection.report import CollectionSupply

    return CollectionSupply(load_usable(path))


def missing_notes(path: Path) -> Callable[[Report], Report]:
    """Load a collection for `orbat check --owned`. Raises CommandError if the file is unusable.

    Returns a function that adds notes about missing models to a report.
    """
    from orbat.features.collection.report import with_missing_notes

    return partial(with_missing_notes, collection=load_usable(path))


def _loaded(path: Path | None, library: Library | None = None) -> tuple[LoadedCollection, Path]:
    from orbat.features.collection.file import load_collection, own_file, unknown_ids

    source = path or own_file()
    if path is None and not exists(source):
        raise CommandError(phrase("you have no collection; name a file, or create {file}", file=source))
    loaded = load_collection(source)
    if library is not None:
        loaded = replace(loaded, findings=(*loaded.findings, *unknown_ids(loaded, library)))
    if loaded.findings:
        show_findings(Report(str(source), None, None, None, loaded.findings, loaded.text), err=True)
    return loaded, source


@click.command("owned")
@click.argument("file", type=click.Path(path_type=Path))
@click.argument("collection", required=False, type=click.Path(path_type=Path))
@click.option("--ruleset", default="", help="Ruleset for files that name no ruleset.")
@click.option("--army", default="", help="Army list for files that name no army list.")
@click.option("--json", "as_json", is_flag=True, help="Write JSON.")
def owned_command(file: Path, collection: Path | None, ruleset: str, army: str, as_json: bool) -> int:
    """Compare an ORBAT with a collection, and list what to paint.

    COLLECTION is a YAML or CSV file. Without COLLECTION, the file collection.yaml in your data folder is used. FILE may
    be - for standard input.
    """
    from orbat.features.collection.report import ownership_data, ownership_of
    from orbat.report.included import included_in, included_words

    defaults = {"ruleset": ruleset, "army_list": army}
    owned = load_usable(collection)
    report = check_input(file, Library(), defaults=defaults)
    write_text(ignored_options(defaults, file, report), err=True)
    if report.quote is None or report.book is None:
        show_findings(report)
        return EXIT_USAGE
    found, included = ownership_of(owned, report.quote, report.book), included_words(included_in(report))
    if as_json:
        added = {"included": included} if included else {}
        write_json({"file": report.source, "title": report.title, **ownership_data(found), **added})
    else:
        from orbat.features.collection.text import owned_lines

        write_lines(owned_lines(found, painter(), width(), included=included))
    return EXIT_OK


@click.command("collection")
@click.argument("file", required=False, type=click.Path(path_type=Path))
@click.option("-o", "--output", type=click.Path(path_type=Path), help="Write the collection to this YAML or CSV file.")
@click.option("--force", is_flag=True, help="Overwrite an existing file.")
@click.option("--json", "as_json", is_flag=True, help="Write JSON.")
def collection_command(file: Path | None, output: Path | None, force: bool, as_json: bool) -> int:
    """Show a collection, or write it as YAML or CSV.

    FILE is a YAML or CSV file. Without FILE, the file collection.yaml in your data folder is used. Unknown ids are
    reported.
    """
    from orbat.features.collection.text import collection_data, collection_lines

    if output is not None:
        _check_output(output, force=force)
    loaded, source = _loaded(file, Library())
    if loaded.collection is None:
        return EXIT_USAGE
    collection = loaded.collection
    if output is not None:
        _write(collection, output)
        write_text([phrase("Written: {file}", file=output)], err=as_json)
    if as_json:
        write_json({"file": str(source), **collection_data(collection)})
    elif output is None:
        write_lines(collection_lines(collection, painter(), width(), source=source.name))
    return EXIT_OK


def _check_output(output: Path, *, force: bool) -> None:
    if output.suffix.lower() not in ENDINGS:
        raise CommandError(
            phrase(
                "{name}: the file name of a collection must end in {endings}", name=output.name, endings=any_of(ENDINGS)
            )
        )
    require_folder(output)
    if exists(output) and not force:
        raise CommandError(
            phrase("{file} already exists; choose another name, or overwrite it with --force", file=output)
        )


def _write(collection: Collection, output: Path) -> None:
    from orbat.features.collection.text import collection_csv, collection_yaml
    from orbat.session.files import write

    text = collection_csv(collection) if output.suffix.lower() == ".csv" else collection_yaml(collection)
    write(output, text.encode("utf-8", "replace"))

"""`orbat new`."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import click

from orbat.cli.shared import FINE, say
from orbat.model.near import did_you_mean
from orbat.model.orbat import Orbat
from orbat.model.text import Pin
from orbat.outputs.files import WriteFailed, file_name
from orbat.outputs.text import check_lines
from orbat.pipeline import report_on, save, with_claims
from orbat.sources import places
from orbat.sources.library import Library
from orbat.sources.orbat_file import Loaded, load_orbat


@click.command("new")
@click.option("--ruleset", required=True, help="The ruleset's id; `orbat lists` shows them.")
@click.option("--army", required=True, help="The army list's id.")
@click.option("--points", type=click.IntRange(1, 1_000_000), help="The agreed size.")
@click.option("--template", default="", help="Begin with a shipped ORBAT: its name, or a file.")
@click.option("--title", default="", help="The title; by default the list's, or the template's.")
@click.option("-o", "--output", type=click.Path(path_type=Path), help="The file to write; never an existing one.")
def new_command(ruleset: str, army: str, points: int | None, template: str, title: str, output: Path | None) -> int:
    """Begin an ORBAT: an empty one, or a copy of a shipped one."""
    library = Library()
    original = ""
    if template:
        orbat, original = _from_template(template, ruleset, army)
    else:
        orbat = Orbat(ruleset=Pin(ruleset), army_list=Pin(army))
    book, missing = library.book(orbat)
    if book is None or missing:
        raise click.UsageError(f"{missing[0].message} {missing[0].help}")
    list_title = book.title(army)
    size = points if points is not None else orbat.game_size
    named = title or orbat.title or " ".join(filter(None, [list_title, f"{size} points" if size else ""]))
    orbat = replace(orbat, title=named, game_size=size)
    path = output or Path(file_name(named, ".yaml"))
    if path.exists():
        raise click.UsageError(f"{path} exists already; name another file with -o")
    report = report_on(str(path), Loaded(orbat, ()), library)
    if report.quote:
        orbat = with_claims(orbat, book, report.quote)
    try:
        save(orbat, path, original)
    except WriteFailed as failed:
        raise click.UsageError(str(failed)) from failed
    say([f"Written: {path}", *list(check_lines(report))[-1:]])
    return FINE


def _from_template(name: str, ruleset: str, army: str) -> tuple[Orbat, str]:
    shipped = {path.stem: path for path in sorted((places.templates() / ruleset).rglob("*.yaml"))}
    path = shipped.get(name) or Path(name)
    if not path.is_file():
        near = did_you_mean(name, shipped)
        fitting = ", ".join(stem for stem in shipped if army in stem) or "none"
        raise click.UsageError(f"there is no template {name!r}.{near} For {army} there are: {fitting}")
    loaded = load_orbat(path)
    if loaded.orbat is None:
        raise click.UsageError(f"the template {path} cannot be read: {loaded.findings[0].message}")
    own = loaded.orbat.army_list
    if loaded.orbat.ruleset.id != ruleset or own is None or own.id != army:
        raise click.UsageError(f"the template {name} is of {own} under {loaded.orbat.ruleset.id}, not of {army}")
    return loaded.orbat, loaded.document.text if loaded.document else ""

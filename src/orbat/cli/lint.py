"""`orbat lint` and `orbat schema`."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from orbat.cli.internal_errors import note
from orbat.cli.lists import remarks
from orbat.cli.shared import FINE, FOUND, USAGE, Refused, painter, say, say_json, tell, width
from orbat.data import folders
from orbat.data.library import Library
from orbat.data.problem import Problem
from orbat.data.text_file import read_text
from orbat.model.failure import failures_in
from orbat.model.finding import Finding, by_severity
from orbat.pipeline import linter
from orbat.registry import files
from orbat.render.text import finding_lines
from orbat.report.facts import finding_facts
from orbat.report.report import number

UNREADABLE = frozenset({"SRC001", "SRC002"})
"""The codes of files of which nothing could be read."""

SCHEMAS = ("orbat", "ruleset", "army_list", "reference", "sheet", *files())


@click.command("lint")
@click.argument("paths", nargs=-1, type=click.Path(path_type=Path))
@click.option("--json", "as_json", is_flag=True, help="Write the findings as JSON.")
def lint_command(paths: tuple[Path, ...], as_json: bool) -> int:
    """Look for mistakes in data files and in all that you keep.

    Read are rulesets, army lists, tables, sheets, ORBATs, games and collections. PATHS are files and folders; without
    any, everything shipped and your own are looked at.

    Exit code 0: nothing wrong; 1: an error was found; 2: a file could not be read; 3: an internal error.
    """
    wanted = paths or (folders.shipped() / "army_lists", folders.shipped() / "templates" / "sheets", *_own())
    found = list(linter(Library()).lint_all(wanted))
    if not found:
        raise Refused("there is no data file in what was named; data files end in .yaml")
    findings = tuple(finding for _, inner in found for finding in inner)
    for path, inner in found:
        note(failures_in(inner), str(path))
    if as_json:
        files = [{"file": str(path), "findings": [finding_facts(one) for one in inner]} for path, inner in found]
        say_json({"files": files})
    else:
        for path, inner in found:
            if inner:
                _show(path, inner)
        tell([*([] if paths else remarks()), _summary(len(found), findings)])
    if any(finding.code in UNREADABLE for finding in findings):
        return USAGE
    return FOUND if by_severity(findings)["error"] else FINE


def _own() -> list[Path]:
    """What the player keeps of his own."""
    names = ("army_lists", "sheets", *(one.own for one in files().values() if one.own))
    return [path for name in names if (path := folders.own() / name).exists()]


def _show(path: Path, findings: tuple[Finding, ...]) -> None:
    text = read_text(path)
    source = "" if isinstance(text, Problem) else text
    tell([f"== {path}"])
    for finding in findings:
        say(finding_lines(finding, painter(), source, width()))
    say([""])


def _summary(files: int, findings: tuple[Finding, ...]) -> str:
    counts = by_severity(findings)
    return f"{number(files, 'file')}: {', '.join(number(count, name) for name, count in counts.items())}."


@click.command("schema")
@click.argument("name", required=False, type=click.Choice(SCHEMAS))
@click.option(
    "--to",
    "folder",
    type=click.Path(path_type=Path, file_okay=False),
    help="The folder to write all of them to.",
)
@click.option("--check", "only_check", is_flag=True, help="Write nothing; exit with 1 if a file is not up to date.")
def schema_command(name: str | None, folder: Path | None, only_check: bool) -> int:
    """Print a JSON Schema of the files, or write all of them.

    Editors offer keys and warn of slips by them. NAME prints one; --to writes all of them into a folder.
    """
    from orbat.data.schema import schema_text, schema_texts

    if name:
        click.echo(schema_text(name), nl=False)
        return FINE
    if folder is None and not only_check:
        raise click.UsageError(f"give the name of one ({', '.join(SCHEMAS)}), or --to FOLDER to write all of them")
    folder = folder or folders.shipped() / "army_lists" / "schema"
    texts = {folder / file: text for file, text in schema_texts().items()}
    if only_check:
        stale = [path for path, text in texts.items() if read_text(path) != text]
        tell(f"{path} is not up to date; write it with orbat schema --to {path.parent}" for path in stale)
        return FOUND if stale else FINE
    return _write(folder, texts)


def _write(folder: Path, texts: dict[Path, Any]) -> int:
    from orbat.session.files import WriteFailed, write

    try:
        folder.mkdir(parents=True, exist_ok=True)
        for path, text in texts.items():
            write(path, text.encode(), backup=False)
            tell([f"Written: {path}"])
    except WriteFailed as error:
        raise Refused(str(error)) from error
    except OSError as error:
        raise Refused(f"{folder} cannot be made: {(error.strerror or 'an error').lower()}") from error
    return FINE

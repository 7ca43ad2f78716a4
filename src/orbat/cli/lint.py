"""The commands `orbat lint` and `orbat schema`."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any

import click

from orbat.cli.internal_errors import record_failures
from orbat.cli.lists import own_list_warnings
from orbat.cli.shared import (
    EXIT_FINDINGS,
    EXIT_OK,
    EXIT_USAGE,
    CommandError,
    make_folder,
    painter,
    width,
    write_json,
    write_lines,
    write_text,
)
from orbat.data import folders
from orbat.data.library import Library
from orbat.data.problem import Problem
from orbat.data.text_file import read_text
from orbat.model.failure import failures_in
from orbat.model.finding import Finding, count_by_severity
from orbat.model.wording import phrase, plural
from orbat.pipeline import linter
from orbat.registry import files
from orbat.render.text import findings_lines
from orbat.report.json_data import finding_data
from orbat.report.verdict import severity_count

UNREADABLE = frozenset({"SRC001", "SRC002"})
"""Codes of the findings about unreadable files."""

SCHEMAS = ("orbat", "ruleset", "army_list", "reference", "rulebook", "sheet", "raising", "event", *files())


@click.command("lint")
@click.argument("paths", nargs=-1, type=click.Path(path_type=Path))
@click.option("--json", "as_json", is_flag=True, help="Write the findings as JSON.")
@click.option(
    "--upgrade",
    is_flag=True,
    help="Rewrite army lists in the current, shorter format. Values that several items share are written once.",
)
def lint_command(paths: tuple[Path, ...], as_json: bool, upgrade: bool) -> int:
    """Check data files for mistakes.

    Data files are rulesets, army lists, tables, sheets, ORBATs, events, games and collections. PATHS are files and
    folders. Without PATHS, the shipped data and your own data are checked.

    --upgrade first rewrites army lists in the current format. Without PATHS, only your own army lists are rewritten.
    Their content and comments stay. The previous text is saved in NAME.bak.

    Exit code 0: no errors; 1: errors found; 2: a file could not be read; 3: internal error.
    """
    if upgrade:
        _upgrade(paths or tuple(_own_paths()))
    wanted = paths or (folders.shipped() / "army_lists", folders.shipped() / "templates" / "sheets", *_own_paths())
    found = list(linter(Library()).lint_all(wanted))
    if not found:
        raise CommandError("no data files found; the name of a data file ends in .yaml")
    findings = tuple(finding for _, inner in found for finding in inner)
    for path, inner in found:
        record_failures(failures_in(inner), str(path))
    if as_json:
        files = [{"file": str(path), "findings": [finding_data(one) for one in inner]} for path, inner in found]
        write_json({"files": files})
    else:
        for path, inner in found:
            if inner:
                _show(path, inner)
        write_text([*([] if paths else own_list_warnings()), _summary(len(found), findings)])
    if any(finding.code in UNREADABLE for finding in findings):
        return EXIT_USAGE
    return EXIT_FINDINGS if count_by_severity(findings)["error"] else EXIT_OK


def _upgrade(paths: Iterable[Path]) -> None:
    from orbat.data.linter import yaml_files
    from orbat.data.upgrade import upgraded
    from orbat.session.files import write

    for path in paths:
        for file in yaml_files(path) if path.is_dir() else [path]:
            text = read_text(file)
            if isinstance(text, str) and (new := upgraded(text)) != text:
                write(file, new.encode())
                write_text([phrase("Converted: {file}", file=file)], err=True)


def _own_paths() -> list[Path]:
    names = ("army_lists", "sheets", *(one.own_file_name for one in files().values() if one.own_file_name))
    return [path for name in names if (path := folders.own() / name).exists()]


def _show(path: Path, findings: tuple[Finding, ...]) -> None:
    text = read_text(path)
    source = "" if isinstance(text, Problem) else text
    write_text([f"== {path}"])
    write_lines(findings_lines(findings, painter(), source, width()))
    write_lines([""])


def _summary(files: int, findings: tuple[Finding, ...]) -> str:
    counts = count_by_severity(findings)
    counted = ", ".join(severity_count(count, name) for name, count in counts.items())
    return plural(files, "{count} file: {counted}.", "{count} files: {counted}.", counted=counted)


@click.command("schema")
@click.argument("name", required=False, type=click.Choice(SCHEMAS))
@click.option(
    "--to",
    "folder",
    type=click.Path(path_type=Path, file_okay=False),
    help="Write all schemas to this folder.",
)
@click.option("--check", "only_check", is_flag=True, help="Write nothing. Exit with code 1 if a schema is out of date.")
def schema_command(name: str | None, folder: Path | None, only_check: bool) -> int:
    """Print or write the JSON Schemas of YAML files.

    Editors use the schemas for completion and validation. Without --to, the named schema is printed.
    """
    from orbat.data.schema import schema_text, schema_texts

    if name:
        click.echo(schema_text(name), nl=False)
        return EXIT_OK
    if folder is None and not only_check:
        raise click.UsageError(
            phrase(
                "give the name of a schema ({known}), or write all schemas with --to FOLDER", known=", ".join(SCHEMAS)
            )
        )
    folder = folder or folders.shipped() / "army_lists" / "schema"
    texts = {folder / file: text for file, text in schema_texts().items()}
    if only_check:
        stale = [path for path, text in texts.items() if read_text(path) != text]
        write_text(
            phrase("{file} is out of date. Update it with orbat schema --to {folder}", file=path, folder=path.parent)
            for path in stale
        )
        return EXIT_FINDINGS if stale else EXIT_OK
    return _write(folder, texts)


def _write(folder: Path, texts: dict[Path, Any]) -> int:
    from orbat.session.files import write

    make_folder(folder)
    for path, text in texts.items():
        write(path, text.encode(), backup=False)
        write_text([phrase("Written: {file}", file=path)])
    return EXIT_OK

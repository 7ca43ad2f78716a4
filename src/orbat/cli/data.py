"""`orbat lint` and `orbat schema`."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import click

from orbat.cli.shared import FINE, FOUND, USAGE, painter, say
from orbat.model.finding import Finding, by_severity
from orbat.outputs.text import finding_lines
from orbat.report.facts import finding_facts
from orbat.report.report import number
from orbat.sources import places
from orbat.sources.library import Library
from orbat.sources.lint import lint_paths
from orbat.sources.problem import Problem
from orbat.sources.text_file import read_text

UNREADABLE = frozenset({"SRC001", "SRC002"})
"""The codes of files of which nothing could be read."""

SCHEMAS = ("orbat", "ruleset", "army_list")


@click.command("lint")
@click.argument("paths", nargs=-1, type=click.Path(path_type=Path))
@click.option("--json", "as_json", is_flag=True, help="Write the findings as JSON.")
def lint_command(paths: tuple[Path, ...], as_json: bool) -> int:
    """Look for mistakes in rulesets, army lists and ORBATs: files and folders, or all shipped lists.

    Exit code 0: nothing wrong; 1: an error was found; 2: a file could not be read.
    """
    wanted = paths or (places.shipped() / "army_lists",)
    found = list(lint_paths(wanted, Library()))
    if not found:
        raise click.UsageError("there is no data file in what was named; data files end in .yaml")
    findings = tuple(finding for _, inner in found for finding in inner)
    if as_json:
        files = [{"file": str(path), "findings": [finding_facts(one) for one in inner]} for path, inner in found]
        click.echo(json.dumps({"files": files}, ensure_ascii=False, indent=2))
    else:
        for path, inner in found:
            if inner:
                _show(path, inner)
        say([_summary(len(found), findings)])
    if any(finding.code in UNREADABLE for finding in findings):
        return USAGE
    return FOUND if by_severity(findings)["error"] else FINE


def _show(path: Path, findings: tuple[Finding, ...]) -> None:
    text = read_text(path)
    source = "" if isinstance(text, Problem) else text
    say([f"== {path}"])
    for finding in findings:
        say(finding_lines(finding, painter(), source))
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
    help="The folder to write to, instead of the one beside the shipped lists.",
)
@click.option("--check", "only_check", is_flag=True, help="Write nothing; exit with 1 if a file is not up to date.")
def schema_command(name: str | None, folder: Path | None, only_check: bool) -> int:
    """Write the JSON Schemas of the files, for editors; or print the one that is NAMEd."""
    from orbat.sources.schema import schema_text, schema_texts

    if name:
        click.echo(schema_text(name), nl=False)
        return FINE
    folder = folder or places.shipped() / "army_lists" / "schema"
    texts = {folder / file: text for file, text in schema_texts().items()}
    if only_check:
        stale = [path for path, text in texts.items() if read_text(path) != text]
        say(f"{path} is not up to date; write it with orbat schema" for path in stale)
        return FOUND if stale else FINE
    return _write(folder, texts)


def _write(folder: Path, texts: dict[Path, Any]) -> int:
    from orbat.outputs.files import WriteFailed, write

    try:
        folder.mkdir(parents=True, exist_ok=True)
        for path, text in texts.items():
            write(path, text.encode(), backup=False)
            say([f"wrote {path}"])
    except WriteFailed as error:
        raise click.UsageError(str(error)) from error
    except OSError as error:
        raise click.UsageError(f"{folder} cannot be made: {(error.strerror or 'an error').lower()}") from error
    return FINE

"""`orbat convert`."""

from __future__ import annotations

from pathlib import Path

import click

from orbat.cli.shared import FINE, USAGE, painter, say
from orbat.outputs.files import WriteFailed, write
from orbat.outputs.text import finding_lines
from orbat.pipeline import check, convert
from orbat.sources.library import Library

FORMATS = (".yaml", ".yml", ".json", ".txt", ".md", ".csv")


@click.command("convert")
@click.argument("source", type=click.Path(path_type=Path))
@click.argument("target", type=click.Path(path_type=Path))
def convert_command(source: Path, target: Path) -> int:
    """Write an ORBAT in another format: YAML, JSON, plain text (.txt), Markdown (.md) or CSV.

    The endings of the names say which. YAML and JSON come out in the usual order of keys. A target of - with an
    ending, such as -.txt, writes to standard output.
    """
    suffix = target.suffix.lower() if target.name != "-" else ".yaml"
    if suffix not in FORMATS:
        raise click.UsageError(f"{target} has an ending that is no format; there are {', '.join(FORMATS)}")
    report = check(source, Library())
    unread = [finding for finding in report.findings if finding.code.startswith(("SRC", "TXT"))]
    say_errors = [line for finding in unread for line in finding_lines(finding, painter())]
    if not report.readable:
        say(say_errors)
        return USAGE
    for line in say_errors:
        click.echo(line, err=True)
    text = convert(report, suffix)
    if target.name.startswith("-"):
        say([text.rstrip("\n")])
        return FINE
    try:
        write(target, text.encode())
    except WriteFailed as failed:
        raise click.UsageError(str(failed)) from failed
    say([f"Written: {target}. {report.verdict}. {report.points}."])
    return FINE

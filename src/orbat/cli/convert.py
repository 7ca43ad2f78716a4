"""The command `orbat convert`."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import click

from orbat.cli.shared import (
    EXIT_OK,
    EXIT_USAGE,
    CommandError,
    check_input,
    exists,
    require_folder,
    show_findings,
    write_lines,
    write_text,
)
from orbat.data.library import Library
from orbat.model.fields import unknown_keys
from orbat.model.wording import phrase
from orbat.pipeline import SCENARIO_SUFFIX, canonical_report, convert, converted, format_suffix, report_for_opponent
from orbat.render.text import verdict_line
from orbat.report.report import Report
from orbat.report.verdict import CLAIM_CODES
from orbat.session.files import write

FORMATS = (".yaml", ".yml", ".json", ".txt", ".md", ".bbcode", ".csv", ".xlsx", ".html", SCENARIO_SUFFIX)

KEEPS_UNKNOWN_KEYS = (".yaml", ".yml", ".json")
"""Formats that preserve keys unknown to this version of orbat."""

MAX_NAMED = 10
"""Maximum number of omitted keys that a message lists."""

_STANDARD_OUTPUT = re.compile(r"-(?:\.[\w.-]+)?\Z")
"""Matches a target that means standard output: a dash, optionally with a file extension."""


class _ConvertCommand(click.Command):
    # Click would parse a target such as `-.txt` as an option.

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        return super().parse_args(
            ctx, [f"./{arg}" if len(arg) > 1 and _STANDARD_OUTPUT.match(arg) else arg for arg in args]
        )


@click.command("convert", cls=_ConvertCommand)
@click.argument("source", type=click.Path(path_type=Path))
@click.argument("target", type=click.Path(path_type=Path))
@click.option("--force", is_flag=True, help="Overwrite an existing target. The old file becomes NAME.bak.")
@click.option(
    "--canonical",
    "as_canonical",
    is_flag=True,
    help="Use the names and order of the army list, and write the calculated points.",
)
@click.option(
    "--for",
    "reader",
    type=click.Choice(["opponent"]),
    help="Omit what only you should see: units at home, notes, tags and x- keys.",
)
def convert_command(source: Path, target: Path, force: bool, as_canonical: bool, reader: str | None) -> int:
    """Write an ORBAT in another format.

    The extension of TARGET selects the format: YAML (.yaml), JSON (.json), plain text (.txt), Markdown (.md), BBCode
    for forums (.bbcode), CSV (.csv), an Excel workbook (.xlsx), a web page (.html) or a scenario for ORBAT Mapper
    (.orbat-mapper.json). SOURCE may be - for standard input. TARGET may be - for YAML on standard output. For another
    format, add its extension: -.txt writes plain text.

    --canonical corrects misspelt regiment names, sorts the units of each formation in the order of the army list, and
    writes the calculated points. Two files that describe the same army then become identical.
    """
    to_stdout = bool(_STANDARD_OUTPUT.match(str(target)))
    suffix = (str(target)[1:] or ".yaml").lower() if to_stdout else format_suffix(target)
    if suffix == ".pdf":
        pdf = "sheet.pdf" if to_stdout else target
        raise CommandError(
            phrase("orbat convert cannot write PDF. Use orbat print {source} -o {target}", source=source, target=pdf)
        )
    if suffix == ".xlsx" and to_stdout:
        raise CommandError("orbat convert cannot write a workbook to standard output. Name a file as TARGET.")
    if suffix not in FORMATS:
        known = ", ".join(FORMATS)
        raise CommandError(
            phrase("{target}: unknown format. Supported extensions: {known}", target=target, known=known)
        )
    if not to_stdout:
        require_folder(target)
        if exists(target) and not force:
            raise CommandError(
                phrase("{file} already exists; choose another name, or overwrite it with --force", file=target)
            )
    report = check_input(source, Library())
    shown = ("SRC", "TXT", *(CLAIM_CODES if as_canonical else ()))
    about_text = tuple(finding for finding in report.findings if finding.code.startswith(shown))
    if about_text or not report.readable:
        show_findings(replace(report, findings=about_text or report.findings), err=to_stdout or report.readable)
    if not report.readable:
        return EXIT_USAGE
    if as_canonical:
        report = canonical_report(report)
    if reader:
        report = report_for_opponent(report)
    _report_omitted_keys(report, suffix)
    if to_stdout:
        write_lines([convert(report, suffix).rstrip("\n")])
        return EXIT_OK
    write(target, converted(report, suffix))
    write_text([phrase("Written: {file}", file=target), verdict_line(report)])
    return EXIT_OK


def _report_omitted_keys(report: Report, suffix: str) -> None:
    keys = list(dict.fromkeys(unknown_keys(report.orbat))) if report.orbat else []
    if suffix in KEEPS_UNKNOWN_KEYS or not keys:
        return
    named = ", ".join(key[:40] for key in keys[:MAX_NAMED]) + (", ..." if len(keys) > MAX_NAMED else "")
    write_text(
        [phrase("Unknown keys omitted, because {suffix} files cannot store them: {keys}", suffix=suffix, keys=named)],
        err=True,
    )

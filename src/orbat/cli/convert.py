"""`orbat convert`."""

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
from orbat.pipeline import canonical_report, convert
from orbat.render.text import verdict_line
from orbat.report.report import SAME_RULES
from orbat.session.files import WriteFailed, write

FORMATS = (".yaml", ".yml", ".json", ".txt", ".md", ".csv")

KEEP_UNKNOWN = (".yaml", ".yml", ".json")
"""The formats that hold keys which this version does not know."""

MOST_NAMED = 10
"""So many of the keys that are lost are named."""

_OUT = re.compile(r"-(?:\.\w+)?\Z")
"""A target that means standard output: a dash, or one with an ending."""


class _Dashed(click.Command):
    """Takes `-.txt` for a name, as the target may be, and not for an option."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        return super().parse_args(ctx, [f"./{arg}" if len(arg) > 1 and _OUT.match(arg) else arg for arg in args])


@click.command("convert", cls=_Dashed)
@click.argument("source", type=click.Path(path_type=Path))
@click.argument("target", type=click.Path(path_type=Path))
@click.option("--force", is_flag=True, help="Write over the target if it exists; it is kept as NAME.bak.")
@click.option("--canonical", "as_canonical", is_flag=True, help="With the army list's names and order, and our sums.")
def convert_command(source: Path, target: Path, force: bool, as_canonical: bool) -> int:
    """Write an ORBAT in another format.

    The endings of the names say which: YAML (.yaml), JSON (.json), plain text (.txt), Markdown (.md) or CSV (.csv).
    YAML and JSON come out in the usual order of keys. SOURCE may be - for standard input; a TARGET of - with an
    ending, such as -.txt, writes to standard output.

    With --canonical misspelt names of regiments are put right, the units of each formation stand in the army list's
    order, and all points written are what the ORBAT comes to. Two files that say the same of an army become the same.
    """
    out = bool(_OUT.match(str(target)))
    suffix = (str(target)[1:] or ".yaml").lower() if out else target.suffix.lower()
    if suffix == ".pdf":
        raise CommandError(f"orbat print makes PDFs: orbat print {source} -o {'sheet.pdf' if out else target}")
    if suffix not in FORMATS:
        raise CommandError(f"{target} has an ending that is no format; there are {', '.join(FORMATS)}")
    if not out:
        require_folder(target)
        if exists(target) and not force:
            raise CommandError(f"{target} exists already; name another file, or write over it with --force")
    report = check_input(source, Library())
    told = ("SRC", "TXT", *(SAME_RULES if as_canonical else ()))
    about_text = tuple(finding for finding in report.findings if finding.code.startswith(told))
    if about_text or not report.readable:
        show_findings(replace(report, findings=about_text or report.findings), err=out or report.readable)
    if not report.readable:
        return EXIT_USAGE
    if as_canonical:
        report = canonical_report(report)
    if suffix not in KEEP_UNKNOWN and report.orbat and (lost := list(dict.fromkeys(unknown_keys(report.orbat)))):
        named = ", ".join(key[:40] for key in lost[:MOST_NAMED]) + (", ..." if len(lost) > MOST_NAMED else "")
        write_text([f"Unknown keys are not written to {suffix} files: {named}"], err=True)
    text = convert(report, suffix)
    if out:
        write_lines([text.rstrip("\n")])
        return EXIT_OK
    try:
        write(target, text.encode("utf-8", "replace"))
    except WriteFailed as failed:
        raise CommandError(str(failed)) from failed
    write_text([f"Written: {target}", verdict_line(report)])
    return EXIT_OK

"""The command `orbat price`."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import click

from orbat.cli.shared import (
    EXIT_OK,
    EXIT_USAGE,
    CommandError,
    check_input,
    ignored_options,
    painter,
    require_savable,
    show_findings,
    width,
    write_json,
    write_lines,
    write_text,
)
from orbat.data.library import Library
from orbat.model.wording import phrase
from orbat.pipeline import save, with_claims
from orbat.render.text import price_lines
from orbat.report.report import Report


@click.command("price")
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--ruleset", default="", help="Ruleset for files that name no ruleset.")
@click.option("--army", default="", help="Army list for files that name no army list.")
@click.option("--json", "as_json", is_flag=True, help="Write the prices and sums as JSON.")
@click.option(
    "--write",
    is_flag=True,
    help="Write the points, the total, and the versions of the ruleset and army lists into the file.",
)
def price_command(file: Path, ruleset: str, army: str, as_json: bool, write: bool) -> int:
    """Show how the price of every unit and general is calculated.

    --write stores the prices in the file. FILE may be - for standard input.
    """
    if write:
        require_savable(file)
    defaults = {"ruleset": ruleset, "army_list": army}
    report = check_input(file, Library(), defaults=defaults)
    write_text(ignored_options(defaults, file, report), err=True)
    if report.quote is None:
        show_findings(report)
        return EXIT_USAGE
    if as_json:
        from orbat.report.json_data import quote_data

        write_json(quote_data(report.quote))
    else:
        write_lines(price_lines(report, painter(), width()))
    if write:
        _write_prices(file, report)
    return EXIT_OK


def _write_prices(file: Path, report: Report) -> None:
    assert report.orbat is not None
    assert report.book is not None
    assert report.quote is not None
    wrong = tuple(finding for finding in report.findings if finding.code.startswith("SRC"))
    if any(finding.severity == "error" for finding in wrong):
        show_findings(replace(report, findings=wrong), err=True)
        raise CommandError(phrase("{file} not changed: correct these errors first", file=file))
    save(with_claims(report.orbat, report.book, report.quote), file, report.text)
    write_text([phrase("Written: {file}", file=file)], err=True)

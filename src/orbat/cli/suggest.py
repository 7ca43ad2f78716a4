"""The command `orbat suggest`."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import click

from orbat.cli.internal_errors import record_failures
from orbat.cli.options import feature_values, with_feature_options
from orbat.cli.shared import (
    EXIT_OK,
    EXIT_USAGE,
    check_input,
    ignored_options,
    painter,
    parse_points,
    show_findings,
    width,
    write_json,
    write_lines,
    write_text,
)
from orbat.data.library import Library
from orbat.model.agreed import Agreed
from orbat.model.failure import Failure


@click.command("suggest")
@click.argument("file", type=click.Path(path_type=Path))
@click.option(
    "--points", type=parse_points, metavar="N", help="The agreed game size. It is used instead of the size in the file."
)
@with_feature_options("suggest")
@click.option("--ruleset", default="", help="Ruleset for files that name no ruleset.")
@click.option("--army", default="", help="Army list for files that name no army list.")
@click.option("--json", "as_json", is_flag=True, help="Write the suggestions as JSON.")
def suggest_command(file: Path, points: int | None, ruleset: str, army: str, as_json: bool, **added: Any) -> int:
    """Suggest fixes, and changes to reach the agreed size.

    The best suggestions come first, with the points added and the points remaining. The file is not changed: apply
    suggestions in the builder. FILE may be - for standard input.
    """
    from orbat.generator.request import supply_check
    from orbat.generator.suggest import suggestions
    from orbat.pipeline import without_correct_claims
    from orbat.report.suggestions import suggestion_data

    names = {"ruleset": ruleset, "army_list": army}
    supplies = feature_values("suggest", added)
    report = check_input(file, Library(), agreed=Agreed(points), defaults=names)
    write_text(ignored_options(names, file, report), err=True)
    if report.quote is None or report.book is None or report.orbat is None:
        show_findings(report)
        return EXIT_USAGE
    orbat = without_correct_claims(report.orbat, report.quote)
    failures: list[Failure] = []
    found = suggestions(orbat, report.book, supply_check(supplies, report.quote, report.book), failures.extend)
    record_failures(failures, report.source)
    if as_json:
        data = [suggestion_data(one) for one in found]
        unfinished = {"unfinished": True} if report.unfinished or failures else {}
        write_json({"file": report.source, "title": report.title, **unfinished, "suggestions": data})
    else:
        from orbat.render.suggestions import suggestion_lines

        write_lines(suggestion_lines(replace(report, orbat=orbat), found, painter(), width(), of_owned=bool(supplies)))
    return EXIT_OK

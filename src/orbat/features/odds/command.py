"""The command `orbat odds`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from orbat.cli.shared import (
    EXIT_OK,
    EXIT_USAGE,
    CommandError,
    all_usable,
    check_pair,
    ignored_options,
    painter,
    width,
    write_json,
    write_lines,
    write_text,
)
from orbat.data.library import Library
from orbat.model.wording import phrase
from orbat.report.report import Report

if TYPE_CHECKING:
    from orbat.features.odds.army import ArmyOdds
    from orbat.features.odds.checks import OddsTables


@click.command("odds")
@click.argument("file", metavar="FILE", required=False, type=click.Path(path_type=Path))
@click.option("--against", type=click.Path(path_type=Path), metavar="FILE", help="Opposing ORBAT, for close assaults.")
@click.option(
    "--unit", "names", multiple=True, metavar="NAME", help="Show only units with this name or entry. May be repeated."
)
@click.option("--ruleset", default="", help="Ruleset for files that name no ruleset.")
@click.option("--army", default="", help="Army list for files that name no army list.")
@click.option("--json", "as_json", is_flag=True, help="Write JSON, with exact fractions.")
@click.option("--html", "as_html", is_flag=True, help="Write a web page.")
@click.option("--balance", is_flag=True, help="Compare the prices and odds of all troops, as Markdown.")
def odds_command(
    file: Path | None,
    against: Path | None,
    names: tuple[str, ...],
    ruleset: str,
    army: str,
    as_json: bool,
    as_html: bool,
    balance: bool,
) -> int:
    """Show the odds of an army's units.

    The output shows the expected casualties of volleys at each range and against each target, and the chances to pass
    common morale tests. With --against, the chances in close assaults follow. Odds are exact. Expected numbers are
    given for a unit and per 100 points. FILE may be - for standard input. The exit code is 2 if the ruleset has no
    odds. With --balance, no FILE is needed.
    """
    if as_json and as_html:
        raise click.UsageError("--html cannot be combined with --json")
    if balance:
        from orbat.features.odds.balance import balance_page

        click.echo(balance_page(Library()), nl=False)
        return EXIT_OK
    if file is None:
        raise click.UsageError("Missing argument 'FILE'.")
    library, defaults = Library(), {"ruleset": ruleset, "army_list": army}
    reports = check_pair((file, against) if against else (file,), library, defaults)
    if not all_usable(reports):
        return EXIT_USAGE
    if against is None:
        write_text(ignored_options(defaults, file, reports[0]), err=True)
    from orbat.features.odds.army import incompatibility
    from orbat.features.odds.checks import NoOdds, read_odds

    if against is not None and (reason := incompatibility(*reports)):
        raise CommandError(reason)
    assert reports[0].book is not None, "a readable report has a ruleset"
    read = read_odds(reports[0].book.ruleset, library)
    if isinstance(read, NoOdds):
        raise CommandError(read.reason)
    _show(_odds(reports, read, names), as_json=as_json, as_html=as_html)
    return EXIT_OK


def _odds(reports: tuple[Report, ...], tables: OddsTables, names: tuple[str, ...]) -> ArmyOdds:
    from orbat.features.odds.army import NoSuchUnit, find_units, odds_against
    from orbat.features.odds.units import unit_groups

    first, *others = reports
    try:
        own = unit_groups(first, find_units(first, *names)) if names else unit_groups(first)
    except NoSuchUnit as error:
        raise CommandError(str(error)) from error
    found = odds_against(first, tables.odds, tables.reference, own, unit_groups(others[0]) if others else None)
    if names and not found.units:
        raise CommandError(phrase("the tables have no odds for {names}", names=", ".join(names)))
    return found


def _show(odds: ArmyOdds, *, as_json: bool, as_html: bool) -> None:
    if as_json:
        from orbat.features.odds.json_data import odds_data

        write_json(odds_data(odds))
    elif as_html:
        from orbat.features.odds.html import odds_page
        from orbat.session.crash_log import version

        write_lines([odds_page(odds, version()).rstrip("\n")])
    else:
        from orbat.features.odds.text import odds_lines

        write_lines(odds_lines(odds, painter(), width()))

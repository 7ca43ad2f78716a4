"""`orbat odds`."""

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
from orbat.report.report import Report

if TYPE_CHECKING:
    from orbat.features.odds.army import ArmyOdds
    from orbat.features.odds.checks import OddsRead


@click.command("odds")
@click.argument("file", metavar="FILE", type=click.Path(path_type=Path))
@click.option("--against", type=click.Path(path_type=Path), metavar="FILE", help="The army to meet in close assault.")
@click.option("--unit", "names", multiple=True, metavar="NAME", help="Only units called so, or of such an entry.")
@click.option("--ruleset", default="", help="The ruleset, for a file that names none.")
@click.option("--army", default="", help="The army list, for a file that names none.")
@click.option("--json", "as_json", is_flag=True, help="Write them as JSON, in exact fractions.")
def odds_command(
    file: Path, against: Path | None, names: tuple[str, ...], ruleset: str, army: str, as_json: bool
) -> int:
    """Say what an army's units may expect of their dice.

    Casualties of each volley at each range and target, and the chance to pass each usual test of morale; against
    another army also the chances of close assaults. All are exact, from the ruleset's reference tables, and also for
    100 points spent; no price and no check looks at them. Either FILE may be - for standard input. A ruleset without
    odds ends it with exit code 2.
    """
    library, defaults = Library(), {"ruleset": ruleset, "army_list": army}
    reports = check_pair((file, against) if against else (file,), library, defaults)
    if not all_usable(reports):
        return EXIT_USAGE
    if against is None:
        write_text(ignored_options(defaults, file, reports[0]), err=True)
    from orbat.features.odds.army import why_not_against
    from orbat.features.odds.checks import NoOdds, read_odds

    if against is not None and (why := why_not_against(*reports)):
        raise CommandError(why)
    assert reports[0].book is not None, "what is readable has its ruleset"
    read = read_odds(reports[0].book.ruleset, library)
    if isinstance(read, NoOdds):
        raise CommandError(read.why)
    _show(_reckoned(reports, read, names), as_json=as_json)
    return EXIT_OK


def _reckoned(reports: tuple[Report, ...], read: OddsRead, names: tuple[str, ...]) -> ArmyOdds:
    """The odds of the units that are called so, or else of all. Raises CommandError."""
    from orbat.features.odds.army import NoSuchUnit, odds_against, units_named
    from orbat.features.odds.units import groups_of

    first, *others = reports
    try:
        own = groups_of(first, units_named(first, *names)) if names else groups_of(first)
    except NoSuchUnit as error:
        raise CommandError(str(error)) from error
    found = odds_against(first, read.odds, read.reference, own, groups_of(others[0]) if others else None)
    if names and not found.units:
        raise CommandError(f"there are no odds of {', '.join(names)}: the tables have no dice for such units")
    return found


def _show(found: ArmyOdds, *, as_json: bool) -> None:
    if as_json:
        from orbat.features.odds.facts import odds_facts

        write_json(odds_facts(found.report, found.units, found.met))
    else:
        from orbat.features.odds.text import odds_lines

        write_lines(odds_lines(found.report, found.units, found.met, found.others, painter(), width()))

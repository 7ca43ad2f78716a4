"""`orbat odds`."""

from __future__ import annotations

from pathlib import Path

import click

from orbat.cli.shared import (
    FINE,
    USAGE,
    Refused,
    all_usable,
    examined_together,
    painter,
    say,
    say_json,
    tell,
    unused_given,
    width,
)
from orbat.model.odds import Odds
from orbat.model.reference import Reference
from orbat.report.report import Report
from orbat.sources.library import DataFile, Library


@click.command("odds")
@click.argument("file", metavar="FILE", type=click.Path(path_type=Path))
@click.option("--against", type=click.Path(path_type=Path), metavar="FILE", help="The army to meet in close assault.")
@click.option("--ruleset", default="", help="The ruleset, for a file that names none.")
@click.option("--army", default="", help="The army list, for a file that names none.")
@click.option("--json", "as_json", is_flag=True, help="Write them as JSON, in exact fractions.")
def odds_command(file: Path, against: Path | None, ruleset: str, army: str, as_json: bool) -> int:
    """Say what an army's units may expect of their dice.

    Casualties of each volley at each range and target, and the chance to pass each usual test of morale; against
    another army also the chances of close assaults. All are exact, from the ruleset's reference tables, and also for
    100 points spent; no price and no check looks at them. Either FILE may be - for standard input. A ruleset without
    odds ends it with exit code 2.
    """
    library, given = Library(), {"ruleset": ruleset, "army_list": army}
    reports = examined_together((file, against) if against else (file,), library, given)
    if not all_usable(reports):
        return USAGE
    if against is None:
        tell(unused_given(given, file, reports[0]), err=True)
    _refuse_others(reports)
    odds, reference = _read(reports[0], library)
    _show(reports, odds, reference, as_json=as_json)
    return FINE


def _refuse_others(reports: tuple[Report, ...]) -> None:
    """Refuse two armies of different rulesets. Raises Refused."""
    first, *others = (report.orbat.ruleset.id for report in reports if report.orbat)
    if any(other != first for other in others):
        raise Refused(f"the two are of different rulesets, {first} and {others[0]}: they cannot meet")


def _read(report: Report, library: Library) -> tuple[Odds, Reference]:
    """How odds are read in the ruleset, and its tables. Raises Refused."""
    assert report.book is not None, "what is readable has its ruleset"
    ruleset = report.book.ruleset
    file, tables = library.odds(ruleset.id), library.reference(ruleset.id)
    if file is None or tables is None:
        raise Refused(f"{ruleset.title} does not say how odds are read from its tables: there are none")
    for one in (file, tables):
        if one.value is None:
            raise Refused(f"{one.path} cannot be used: {one.findings[0].message}; orbat lint shows what to mend")
    return _borne_out(file, tables)


def _borne_out(file: DataFile[Odds], tables: DataFile[Reference]) -> tuple[Odds, Reference]:
    from orbat.report.odds_slips import slips_of

    assert file.value is not None
    assert tables.value is not None
    slip = next(slips_of(file.value, tables.value), None)
    if slip:
        raise Refused(f"{file.path} cannot be used: {slip.says}; orbat lint shows what to mend")
    return file.value, tables.value


def _show(reports: tuple[Report, ...], odds: Odds, reference: Reference, *, as_json: bool) -> None:
    from orbat.report.odds import army_odds, sorts_of
    from orbat.report.odds_assault import meetings

    first = reports[0]
    met = None
    if len(reports) > 1 and odds.assault:
        met = tuple(meetings(sorts_of(first), sorts_of(reports[1]), odds.assault, reference))
    units = army_odds(first, odds, reference, {one.own.sort for one in met or ()})
    if as_json:
        from orbat.report.odds_facts import odds_facts

        say_json(odds_facts(first, units, met))
    else:
        from orbat.outputs.odds_text import odds_lines

        others = tuple(dict.fromkeys(one.other.sort for one in met or ()))
        say(odds_lines(first, units, met, others, painter(), width()))

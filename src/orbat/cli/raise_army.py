"""The command `orbat raise`."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from orbat.cli.internal_errors import record_failures
from orbat.cli.new import parse_date, require_new_file, ruleset_of, text_of_new, write_new
from orbat.cli.options import feature_values, with_feature_options
from orbat.cli.shared import (
    EXIT_OK,
    EXIT_USAGE,
    CommandError,
    check_input,
    painter,
    parse_points,
    record_failures_of,
    show_findings,
    width,
    write_json,
    write_lines,
    write_text,
)
from orbat.data.library import Library
from orbat.data.loaded import Loaded
from orbat.generator.request import STYLES, Style
from orbat.model.dates import Date
from orbat.model.failure import failures_in
from orbat.model.orbat import Orbat
from orbat.model.spelling import did_you_mean, listed
from orbat.model.text import Pin
from orbat.model.wording import phrase, pick
from orbat.pipeline import report_on, with_claims
from orbat.render.text import verdict_line
from orbat.report.report import Report

if TYPE_CHECKING:
    from orbat.generator.raise_army import NotRaised, RaisedArmy
    from orbat.generator.request import RaiseRequest, Supply
    from orbat.model.army_list import ArmyList
    from orbat.model.book import Book


@click.command("raise")
@click.option("--ruleset", default="", help="Ruleset id; optional if only one ruleset has the list.")
@click.option("--army", required=True, help="Army list id; see orbat lists.")
@click.option("--points", type=parse_points, required=True, metavar="N", help="Agreed size.")
@click.option("--style", type=click.Choice(STYLES), default="balanced", show_default=True, help="Style of the army.")
@click.option(
    "--date",
    type=parse_date,
    metavar="YYYY-MM",
    help="Date of the army: a year, or a year and month. [default: orbat chooses]",
)
@click.option("--theatre", default="", help="Id of a theatre of war in the army list. [default: orbat chooses]")
@click.option("--allies", is_flag=True, help="Allow troops lent by allies.")
@click.option(
    "--seed",
    type=click.IntRange(min=0),
    default=0,
    help="Seed for random choices. The same number gives the same army.",
)
@click.option(
    "--like",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="Give each entry the same share of the points as in this ORBAT.",
)
@with_feature_options("raise")
@click.option(
    "--must",
    multiple=True,
    metavar="WORDS",
    help="What the army must have at least, such as '2 brigades' or '1 Zouaves'.",
)
@click.option(
    "--json",
    "as_json",
    is_flag=True,
    help="Write the army and its report as JSON. The JSON also says whether orbat has proved that no army is nearer to "
    "the agreed points.",
)
@click.option(
    "-o", "--output", type=click.Path(path_type=Path), help="File to create. An existing file is not overwritten."
)
def raise_command(
    ruleset: str,
    army: str,
    points: int,
    style: Style,
    date: Date | None,
    theatre: str,
    allies: bool,
    seed: int,
    like: Path | None,
    must: tuple[str, ...],
    as_json: bool,
    output: Path | None,
    **added: Any,
) -> int:
    """Generate an army with the given number of points.

    The army follows all rules and limits, and has the formations that are usual in the army list. If orbat finds no
    army of exactly this number, it takes the nearest army below. The output says whether orbat has proved that no army
    is nearer. The same seed gives the same army. If no army can meet all requirements, the output lists the
    requirements that conflict.
    """
    from orbat.generator.raise_army import NotRaised, raise_army
    from orbat.generator.request import RaiseRequest, RequestRefused, read_requirement

    library = Library()
    ruleset = ruleset or ruleset_of(army, library)
    book = _book(library, ruleset, army)
    if output is not None:
        require_new_file(output)
    try:
        musts = tuple(read_requirement(words, book, army) for words in must)
    except RequestRefused as refused:
        raise CommandError(str(refused)) from refused
    shares = _shares(like, library, book, army) if like else ()
    caps = tuple(cap for supply in _supplies(added) for cap in supply.caps(book, army))
    _require_theatre(book, army, theatre)
    request = RaiseRequest(army, points, style, date, seed, musts, caps, shares, theatre, allies)
    try:
        raised = raise_army(book, request)
    except NotRaised as failed:
        return _not_raised(failed, as_json=as_json)
    return _show(raised, request, book, library, output, as_json=as_json)


def _book(library: Library, ruleset: str, army: str) -> Book:
    book, missing = library.book(Orbat(ruleset=Pin(ruleset), army_list=Pin(army)))
    if book is None or any(finding.severity == "error" for finding in missing):
        raise CommandError(phrase("{message} {help}", message=missing[0].message, help=missing[0].help))
    return book


def _require_theatre(book: Book, army: str, theatre: str) -> None:
    known = [one.id for one in book.lists[army].theatres]
    if theatre and theatre not in known:
        near = did_you_mean(theatre, known)
        if known:
            raise CommandError(
                phrase(
                    "the {list} list has no theatre {theatre}; its theatres: {known}.{near}",
                    list=book.title(army),
                    theatre=theatre,
                    known=listed(known),
                    near=near,
                )
            )
        raise CommandError(phrase("the {list} list has no theatres", list=book.title(army)))


def _shares(file: Path, library: Library, book: Book, army: str) -> tuple[tuple[str, float], ...]:
    # Shares of the total points, by entry.
    from orbat.generator.request import entry_shares

    report = check_input(file, library, defaults={"ruleset": book.ruleset.id, "army_list": army})
    if report.quote is None:
        show_findings(report, err=True)
        raise CommandError(phrase("cannot read {file}", file=file))
    shares = entry_shares(report.quote, army)
    if not shares:
        raise CommandError(phrase("{file} has no units of the {list} list", file=file, list=book.title(army)))
    return shares


def _supplies(added: Mapping[str, Any]) -> list[Supply]:
    # The miniatures that the army may use, for example those of `--owned`.
    return feature_values("raise", added)


def _not_raised(failed: NotRaised, *, as_json: bool) -> int:
    if as_json:
        write_json({"raised": False, "says": str(failed), "conflict": list(failed.labels)})
        return EXIT_USAGE
    heading = pick(len(failed.labels), "This requirement cannot be met:", "These requirements cannot be met together:")
    lines = [heading, *(f"  {label}" for label in failed.labels)] if failed.labels else []
    raise CommandError("\n".join([f"{failed}.", *lines]))


def _show(
    raised: RaisedArmy, request: RaiseRequest, book: Book, library: Library, output: Path | None, *, as_json: bool
) -> int:
    orbat = with_claims(raised.orbat, book, raised.quote)
    report = report_on(str(output or orbat.title), Loaded(orbat, ()), library)
    record_failures_of((report,))
    record_failures(failures_in(raised.findings))
    if output is not None:
        write_new(output, text_of_new(orbat, output))
    if as_json:
        write_json(_json_data(raised, request, report))
    elif output is not None:
        write_text(
            [
                phrase("Written: {file}", file=output),
                f"{verdict_line(report)} {_proof(raised)}",
                *_style_lines(raised),
                *_date_lines(raised, request, book),
                *_advice_lines(raised),
            ]
        )
    else:
        from orbat.render.text import price_lines

        write_lines(price_lines(report, painter(), width()))
        result = f"{verdict_line(report)} {_proof(raised)}"
        write_text([result, *_style_lines(raised), *_date_lines(raised, request, book), *_advice_lines(raised)])
    return EXIT_OK


def _proof(raised: RaisedArmy) -> str:
    return f"{raised.proof[:1].upper()}{raised.proof[1:]}."


def _style_lines(raised: RaisedArmy) -> list[str]:
    return [raised.style_note] if raised.style_note else []


def _date_lines(raised: RaisedArmy, request: RaiseRequest, book: Book) -> list[str]:
    orbat = raised.orbat
    army_list = book.lists[request.list_id]
    is_theatre_chosen = len(army_list.theatres) > 1 and not request.theatre
    if orbat.date is None or (request.date == orbat.date and not is_theatre_chosen):
        return []
    chosen = phrase("Month chosen within {year}: {date}.", year=request.date, date=orbat.date.in_words)
    return [*([chosen] if request.date not in (None, orbat.date) else []), _availability(orbat.date, orbat, army_list)]


def _availability(date: Date, orbat: Orbat, army_list: ArmyList) -> str:
    theatre = army_list.theatre_of(orbat.theatre)
    if theatre is None:
        return phrase("The whole army is available in {date}.", date=date.in_words)
    return phrase("The whole army is available in {date} ({theatre}).", date=date.in_words, theatre=theatre.name)


def _advice_lines(raised: RaisedArmy) -> list[str]:
    lines = [f"  warning {finding.message} {finding.code}" for finding in raised.warnings]
    words = raised.advice_note
    return [*lines, f"{words[:1].upper()}{words[1:]}."] if words else lines


def _json_data(raised: RaisedArmy, request: RaiseRequest, report: Report) -> dict[str, Any]:
    import json

    from orbat.formats.yaml_file import json_text
    from orbat.report.json_data import points_value, report_data

    assert report.orbat is not None
    return {
        "raised": True,
        "style": request.style,
        "style_note": raised.style_note,
        "seed": request.seed,
        "points": points_value(raised.points),
        "wished": raised.requested,
        "most": points_value(raised.maximum),
        "proof": raised.proof,
        "heeding": None if raised.advised_points is None else points_value(raised.advised_points),
        "report": report_data(report),
        "orbat": json.loads(json_text(report.orbat)),
    }

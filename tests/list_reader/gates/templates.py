"""Lists rendered from shipped ORBATs as people type them. orbat's exporters write none of these forms.

In a line of a template, `num` marks a number with its role, so that the roles are known without the reader.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import cache
from itertools import groupby
from pathlib import Path
from typing import NamedTuple

from tests.list_reader.gates.lists import LIBRARY, ROOT, TypedList

from orbat.documents.read import read_file
from orbat.evaluate.quote import FormationLine, Quote, UnitLine
from orbat.model.points import show
from orbat.pipeline import Evaluator, report_on
from orbat.report.report import Report

MOST_UNITS = 24
_EVERY = sorted((ROOT / "templates" / "orbats").rglob("*.yaml"))
_MARKED = re.compile(r"<(\w+):(\d+):([\d.]+)>")
_EVALUATOR = Evaluator()


class Number(NamedTuple):
    """A number of a rendered list: its role, and its place in the text. `item` is the number of its line's subject."""

    role: str
    start: int
    end: int
    item: int


class Rendered(NamedTuple):
    """A rendered list, with the roles of its numbers. `names` gives the places of the units' names."""

    typed: TypedList
    numbers: tuple[Number, ...]


@dataclass(frozen=True)
class Row:
    """Units that are alike, a formation with its general, or the end of a formation."""

    kind: str
    name: str = ""
    count: int = 1
    size: str = ""
    counted_in: str = ""
    rating: str = ""
    options: tuple[str, ...] = ()
    piece: str = ""
    each: str = ""
    points: str = ""
    general: str = ""
    general_points: str = ""
    depth: int = 0


class Army(NamedTuple):
    """What a template needs of an ORBAT."""

    title: str
    ruleset: str
    game_size: str
    total: str
    left: str
    player: str
    rows: tuple[Row, ...]


def num(role: str, value: str, item: int = 0) -> str:
    """Mark a number with its role."""
    return f"<{role}:{item}:{value}>" if value else ""


Template = Callable[[Army], Iterator[str]]


def _sized(row: Row, words: str = "") -> str:
    """The size with its word, or the name of the size."""
    return f"{num('size', row.size)} {words or row.counted_in}" if row.size.isdecimal() else row.size


def _facts(row: Row, class_word: str = "class", words: str = "") -> list[str]:
    rating = f"{class_word} {row.rating}" if row.rating.isdecimal() else row.rating
    return [one for one in (_sized(row, words), rating, *row.options) if one]


def _many(row: Row, sign: str = "x ") -> str:
    return f"{row.count}{sign}" if row.count > 1 else ""


def _prices(row: Row, each: str = "each") -> str:
    """The price of one unit, and of all if the line has several."""
    if row.count == 1:
        return num("unit", row.points)
    return f"{num('unit', row.each)} {each} = {num('line', row.points)}"


def _price_of_line(row: Row) -> str:
    return num("line" if row.count > 1 else "unit", row.points)


def forum(army: Army) -> Iterator[str]:
    """A forum post with marks for bold headings."""
    yield f"[b]{army.title}[/b] - {army.ruleset}"
    yield f"{army.player} is me, so free"
    for row in army.rows:
        if row.kind == "formation":
            yield ""
            yield f"[b]{row.name}[/b]" + (
                f" - {row.general}, {num('general', row.general_points)} pts" * bool(row.general)
            )
        elif row.kind == "unit":
            yield f"* {_many(row)}{' - '.join(filter(None, (row.name, ', '.join(_facts(row)))))} - {_prices(row)} pts"
    yield ""
    yield f"Total: {num('total', army.total)} pts"


def mail(army: Army) -> Iterator[str]:
    """A mail with the facts in brackets."""
    yield "Hi Tom,"
    yield f"here is my list for Saturday: {army.title}, {army.ruleset}"
    yield f"General: {army.player} (me)"
    for row in army.rows:
        if row.kind == "formation":
            yield ""
            yield f"{row.name}" + (f" ({row.general} {num('general', row.general_points)})" * bool(row.general))
        elif row.kind == "unit":
            facts = f" ({', '.join(_facts(row))})" if _facts(row) else ""
            yield f"{_many(row)}{row.name}{facts} {_prices(row)}"
        elif row.kind == "end":
            yield f"makes {num('subtotal', row.points)}"
    yield ""
    yield f"Total {num('total', army.total)} points"
    yield "See you on Saturday, Bob"


def counts(army: Army) -> Iterator[str]:
    """`3x` before the name, prices with signs of multiplication and equality."""
    yield f"{army.title} ({army.ruleset})"
    yield f"{army.player} - player"
    for row in army.rows:
        if row.kind == "formation":
            yield f"{row.name}:"
            if row.general:
                yield f"{row.general} = {num('general', row.general_points)}"
        elif row.kind == "unit":
            price = f"{num('unit', row.each)} = {num('line', row.points)}" if row.count > 1 else num("unit", row.points)
            yield f"{row.count}x {', '.join((row.name, *_facts(row)))} {'@' if row.count > 1 else '='} {price}"
    yield f"= {num('total', army.total)}"


def price_first(army: Army) -> Iterator[str]:
    """The points at the start of each line."""
    yield f"{army.title}, {army.ruleset}"
    yield f"{num('game', army.game_size)} points" if army.game_size else ""
    yield f"I am {army.player}"
    for row in army.rows:
        if row.kind == "formation":
            yield row.name
            if row.general:
                yield f"{num('general', row.general_points)} - {row.general}"
        elif row.kind == "unit":
            yield f"{_price_of_line(row)} - {_many(row)}{', '.join((row.name, *_facts(row)))}"
        elif row.kind == "end":
            yield f"{num('subtotal', row.points)} - subtotal"
    yield f"{num('total', army.total)} - total"


def per_stand(army: Army) -> Iterator[str]:
    """`15 stands @ 4 = 60`."""
    yield f"{army.title} / {army.ruleset}"
    yield f"C-in-C {army.player} free"
    for row in army.rows:
        if row.kind == "formation":
            yield row.name + (f", {row.general} {num('general', row.general_points)}" * bool(row.general))
        elif row.kind == "unit":
            facts = _facts(row)
            if row.piece and row.size.isdecimal() and row.count == 1:
                words = ", ".join((row.name, *facts[1:]))
                yield f"  {words}, {facts[0]} @ {num('piece', row.piece)} = {num('unit', row.points)}"
            else:
                yield f"  {_many(row)}{', '.join((row.name, *facts))}: {_prices(row)}"
    yield f"Total {num('total', army.total)}"


def table(army: Army) -> Iterator[str]:
    """A table with semicolons."""
    yield f"{army.title};{army.ruleset};;;;;;"
    yield f"General;{army.player} (player);;;;;;0"
    yield "Formation;Unit;Qty;Size;Class;Options;Each;Pts"
    inside = ""
    for row in army.rows:
        if row.kind == "formation":
            inside = row.name
            if row.general:
                yield f"{inside};{row.general};1;;;;{row.general_points};{num('general', row.general_points)}"
        elif row.kind == "unit":
            size = num("size", row.size) if row.size.isdecimal() else row.size
            words = f"{row.rating};{' '.join(row.options)};{num('unit', row.each)};{num('line', row.points)}"
            yield f"{inside};{row.name};{row.count};{size};{words}"
    yield f"Total;;;;;;;{num('total', army.total)}"


def markdown(army: Army) -> Iterator[str]:
    """Headings and a Markdown table for each formation."""
    yield f"# {army.title}"
    yield f"{army.ruleset}. General: {army.player} (player)"
    is_open = False
    for row in army.rows:
        if row.kind == "formation":
            yield ""
            yield f"## {row.name}"
            if row.general:
                yield f"Commander: {row.general} - {num('general', row.general_points)} points"
            is_open = False
        elif row.kind == "unit":
            if not is_open:
                yield ""
                yield "| Unit | Size | Class | Options | Points |"
                yield "|---|---|---|---|---|"
                is_open = True
            for _ in range(row.count):
                size = num("size", row.size) if row.size.isdecimal() else row.size
                yield f"| {row.name} | {size} | {row.rating} | {' '.join(row.options)} | {num('unit', row.each)} |"
    yield ""
    yield f"**Total: {num('total', army.total)}**"


def dots(army: Army) -> Iterator[str]:
    """Dot leaders before the points; what is left at the end."""
    yield f"{army.title}, {army.ruleset}"
    yield f"{num('game', army.game_size)} point game" if army.game_size else ""
    yield f"Commander-in-chief {army.player} .......... 0"
    for row in army.rows:
        if row.kind == "formation":
            yield ""
            yield f"{row.name}"
            if row.general:
                yield f"  {row.general} .......... {num('general', row.general_points)}"
        elif row.kind == "unit":
            yield f"  {_many(row)}{', '.join((row.name, *_facts(row)))} .......... {_price_of_line(row)}"
        elif row.kind == "end":
            yield f"  Sub-total .......... {num('subtotal', row.points)}"
    yield f"TOTAL .......... {num('total', army.total)}"
    yield f"{num('left', army.left)} left" if army.game_size else ""


def french(army: Army) -> Iterator[str]:
    """A list in French. Names and options stay as in the army list."""
    yield f"Liste : {army.title} ({army.ruleset})"
    yield f"Général en chef : {army.player} (moi, gratuit)"
    for row in army.rows:
        if row.kind == "formation":
            yield row.name + (f", {row.general} : {num('general', row.general_points)} pts" * bool(row.general))
        elif row.kind == "unit":
            words = "pièces" if row.counted_in.startswith("gun") else "socles"
            facts = ", ".join((row.name, *_facts(row, "classe", words)))
            price = (
                f"{num('unit', row.each)} chacun, soit {num('line', row.points)}"
                if row.count > 1
                else num("unit", row.points)
            )
            yield f"- {_many(row)}{facts} : {price} points"
        elif row.kind == "end":
            yield f"Sous-total : {num('subtotal', row.points)} points"
    yield f"Total : {num('total', army.total)} points"


def german(army: Army) -> Iterator[str]:
    """A list in German. Names and options stay as in the army list."""
    yield f"Aufstellung {army.title}, {army.ruleset}"
    yield f"Oberbefehlshaber: {army.player} (Spieler, kostenlos)"
    for row in army.rows:
        if row.kind == "formation":
            yield row.name
            if row.general:
                yield f"{row.general}: {num('general', row.general_points)} Punkte"
        elif row.kind == "unit":
            words = (
                row.counted_in and ("Geschütz" if row.size == "1" else "Geschütze")
                if row.counted_in.startswith("gun")
                else "Bases"
            )
            facts = ", ".join((row.name, *_facts(row, "Klasse", words)))
            price = (
                f"je {num('unit', row.each)} = {num('line', row.points)}" if row.count > 1 else num("unit", row.points)
            )
            yield f"{_many(row)}{facts}: {price} Punkte"
        elif row.kind == "end":
            yield f"Zwischensumme: {num('subtotal', row.points)} Punkte"
    yield f"Gesamt: {num('total', army.total)} Punkte"


def brackets(army: Army) -> Iterator[str]:
    """Short forms in brackets, with indents for the formations."""
    yield f"{army.title} [{army.ruleset}]"
    yield f"{army.player} (player)"
    for row in army.rows:
        pad = "  " * row.depth
        if row.kind == "formation":
            yield f"{pad}{row.name}" + (f" [{row.general}, {num('general', row.general_points)}]" * bool(row.general))
        elif row.kind == "unit":
            words = "" if row.counted_in.startswith("gun") or not row.size.isdecimal() else "st"
            facts = f" [{', '.join(_facts(row, 'cl', words))}]" if _facts(row) else ""
            yield f"{pad}{_many(row)}{row.name}{facts} ({_price_of_line(row)})"
    yield f"Total ({num('total', army.total)})"


def tabs(army: Army) -> Iterator[str]:
    """Cells pasted from a sheet, without heads."""
    yield f"{army.title}\t{army.ruleset}"
    yield f"General {army.player}\tplayer\t\t0"
    for row in army.rows:
        if row.kind == "formation":
            yield row.name
            if row.general:
                yield f"{row.general}\t\t\t{num('general', row.general_points)}"
        elif row.kind == "unit":
            for _ in range(row.count):
                facts = _facts(row)
                yield f"{row.name}\t{facts[0] if facts else ''}\t{' '.join(facts[1:])}\t{num('unit', row.each)}"
    yield f"Total\t\t\t{num('total', army.total)}"


TEMPLATES: dict[str, tuple[Template, str]] = {
    one.__name__: (one, suffix)
    for one, suffix in (
        (forum, ".txt"),
        (mail, ".txt"),
        (counts, ".txt"),
        (price_first, ".txt"),
        (per_stand, ".txt"),
        (table, ".csv"),
        (markdown, ".md"),
        (dots, ".txt"),
        (french, ".txt"),
        (german, ".txt"),
        (brackets, ".txt"),
        (tabs, ".txt"),
    )
}


@cache
def orbats() -> tuple[Path, ...]:
    """The shipped ORBATs of usual sizes, with those of each ruleset in turn."""
    usual = [file for file in _EVERY if 3 <= file.read_text("utf-8").count("entry: ") <= MOST_UNITS]
    turns = [
        (number, file) for _, files in groupby(usual, lambda file: file.parts[-3]) for number, file in enumerate(files)
    ]
    return tuple(file for _, file in sorted(turns, key=lambda one: one[0]))


@cache
def _report(file: Path) -> Report:
    return report_on(file.stem, read_file(file, LIBRARY)[0], LIBRARY, _EVALUATOR)


def _quote(report: Report) -> Quote:
    assert report.quote
    return report.quote


@cache
def rendered(file: Path, template: str) -> Rendered:
    """A shipped ORBAT as a list of one of the templates."""
    report = _report(file)
    make, suffix = TEMPLATES[template]
    marked = "\n".join(make(_army(report)))
    text, numbers, done = "", [], 0
    for found in _MARKED.finditer(marked):
        text += marked[done : found.start()]
        numbers.append(Number(found[1], len(text), len(text) + len(found[3]), int(found[2])))
        text += found[3]
        done = found.end()
    text += marked[done:]
    assert report.orbat
    assert report.orbat.army_list
    given = (("ruleset", report.orbat.ruleset.id), ("army_list", report.orbat.army_list.id))
    return Rendered(TypedList(f"{file.stem}-{template}{suffix}", text.encode(), given), tuple(numbers))


@cache
def _army(report: Report) -> Army:
    quote = _quote(report)
    player = next((line.commander.name for line in quote.all_commanders if line.is_player), "Smith")
    rows = [*_units(quote.units, report, 0)]
    for formation in quote.formations:
        rows += _formation(formation, report, 0)
    left = show((quote.game_size or 0) - quote.total)
    size = show(quote.game_size) if quote.game_size and quote.total <= quote.game_size else ""
    assert report.orbat
    rules = f"{report.ruleset}, {report.orbat.date.in_words}" if report.orbat.date else report.ruleset
    return Army(report.title, rules, size, show(quote.total), left, player, tuple(rows))


def _formation(line: FormationLine, report: Report, depth: int) -> Iterator[Row]:
    chief = line.commander
    named = chief is not None and not chief.is_player
    general = f"General {chief.commander.name}".strip() if chief and named else ""
    points = show(chief.points) if chief and named else ""
    name, level = re.sub("[.,;:]", "", line.formation.name), line.formation.level.replace("_", " ")
    if level.casefold() not in name.casefold():
        name = f"{level.capitalize()} {name}".strip()
    yield Row("formation", name, general=general, general_points=points, depth=depth)
    yield from _units(line.units, report, depth + 1)
    for inner in line.formations:
        yield from _formation(inner, report, depth + 1)
    if not line.formations:
        yield Row("end", name, points=show(line.points), depth=depth)


def _units(lines: tuple[UnitLine, ...], report: Report, depth: int) -> Iterator[Row]:
    """Units that are alike and stand one after another have one row."""
    every = [_unit(line, report, depth) for line in lines]
    for one, alike in groupby(every):
        count = len([*alike])
        points = show(count * int(one.each)) if count > 1 else one.each
        yield replace(one, count=count, points=points)


def _unit(line: UnitLine, report: Report, depth: int) -> Row:
    entry = report.book.entry(line.list_id, line.unit.entry) if report.book else None
    assert entry
    called = line.unit.name if line.unit.name in (*entry.aliases, *entry.regiment_names) else entry.name
    name = re.sub(r" \([^()]*\)|,", "", called)
    size = "" if line.unit.size is None else str(line.unit.size)
    piece = show(sum(term.points for term in line.sum.each)) if line.sum.each and not line.sum.once else ""
    options = tuple(option.replace("_", " ") for option in line.unit.options)
    return Row(
        "unit",
        name,
        size=size,
        counted_in=line.sum.counted_in,
        rating=line.unit.rating or "",
        options=options,
        piece=piece,
        each=show(line.points),
        depth=depth,
    )

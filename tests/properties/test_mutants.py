"""Every shipped ORBAT in every form it is handed over in, with one thing wrong in it: the check names what it is.

The names of own forms that are misspelt are those of entries, by which units are priced. In the plain typed form they
are the names of entries and regiments that the army list has; what else a unit is called is its player's own, which
nobody can find wrong, and is left alone.
"""

from __future__ import annotations

import csv
import io
import random
import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Literal, NamedTuple

import pytest
from tests.examples import sampled

from orbat.data.library import Library
from orbat.documents.attachment import ATTACHMENT_NAME
from orbat.documents.read import read_file, read_raw
from orbat.evaluate.quote import FormationLine, Quote, UnitLine
from orbat.model.edits import Edit, Remove, Set, apply_all
from orbat.model.path import OrbatPath as Place
from orbat.model.path import show as shown
from orbat.model.points import show
from orbat.pipeline import Evaluator, convert, file_text, report_on
from orbat.render.pdf.draw import attach
from orbat.report.report import Report

ROOT = Path(__file__).resolve().parents[2]
EVERY = sorted((ROOT / "templates" / "orbats").rglob("*.yaml"))
WHOLE = "days_of_empire"
FILES = [file for at, file in enumerate(EVERY) if file.parts[-3] == WHOLE or at % 10 == 0]
"""All ORBATs of one ruleset, and every tenth of the others."""
FOLDERS = sorted({"/".join(file.parts[-3:-1]) for file in FILES})
LIBRARY = Library(ROOT / "army_lists")
DESK = Evaluator()

Sort = Literal["points", "size", "subtotal", "total", "dropped", "swapped", "name"]
SORTS: tuple[Sort, ...] = ("points", "size", "subtotal", "total", "dropped", "swapped", "name")
FORMS = (".yaml", ".json", ".txt", ".md", ".csv", ".pdf", "typed")
LEAST = 2000
"""Minimum number of mutants."""
SHARE = 0.99
"""Minimum share of mutants that must be found: a few may be missed."""
NOT_OF_SLIPS = ("PTS004",)
"""The finding on remaining points."""
MISREAD = frozenset({"TXT001", "TXT003", "TXT007", "TXT009", "TXT016", "TXT017"})
"""Findings on typed lines that differ or are not understood."""
OFF_BY = (-10, -4, -2, -1, 1, 2, 4, 10)


class Mutant(NamedTuple):
    """One mistake: its place, the wrong value, and the place it was exchanged with."""

    sort: Sort
    path: Place
    put: str = ""
    other: Place = ()
    instead: str = ""

    @property
    def at_fault(self) -> tuple[Place, ...]:
        """The places of findings that identify the mistake."""
        if self.sort == "dropped":
            above = [self.path[:length] for length in range(2, len(self.path) - 1, 2)]
            return (*above[-1:], ("total",))
        return tuple(filter(None, (self.path, self.other)))


class Line(NamedTuple):
    """One line of the plain typed form: a unit, a formation's subtotal or the total."""

    text: str
    path: Place = ()


@cache
def _claimed(file: Path) -> Report:
    """A shipped ORBAT with all points written as claims."""
    loaded = read_file(file, LIBRARY)[0]
    assert loaded.orbat
    quote = report_on(file.stem, loaded, LIBRARY, DESK).quote
    assert quote
    edits = [Set(line.path, "points", line.points) for line in quote.all_formations]
    edits += [Set(line.path, "points", line.points) for line in quote.all_units]
    orbat = replace(apply_all(loaded.orbat, tuple(edits)), total=quote.total)
    return report_on(file.stem, replace(loaded, orbat=orbat), LIBRARY, DESK)


def _quote(report: Report) -> Quote:
    assert report.quote
    return report.quote


def _misspelt(name: str, dice: random.Random) -> str:
    """A name with two neighbouring letters of its longest word exchanged."""
    word = max(re.findall(r"[^\W\d_]+", name), key=len)
    places = [n for n in range(1, len(word) - 1) if word[n] != word[n + 1]]
    at = dice.choice(places)
    return name.replace(word, word[:at] + word[at + 1] + word[at] + word[at + 2 :], 1)


def _called(line: UnitLine, report: Report) -> str:
    """The name of a unit in the plain typed form."""
    entry = report.book.entry(line.list_id, line.unit.entry) if report.book else None
    return line.unit.name or (entry.name if entry else line.unit.entry)


def _is_known(line: UnitLine, report: Report) -> bool:
    entry = report.book.entry(line.list_id, line.unit.entry) if report.book else None
    return entry is not None and _called(line, report) in (entry.name, *entry.aliases, *entry.regiment_names)


def _mutant(report: Report, form: str, sort: Sort) -> Mutant | None:
    """A mutant of an ORBAT; None where this kind of mistake is impossible."""
    dice = random.Random(f"{report.source} {form} {sort}")
    quote = _quote(report)
    sized = [line for line in quote.all_units if isinstance(line.unit.size, int) and line.unit.size and line.sum.each]
    near = [
        (one, two)
        for one in quote.all_units
        for two in quote.all_units
        if one.path[:-1] == two.path[:-1] and one.points < two.points
    ]
    named = [line for line in quote.all_units if form != "typed" or _is_known(line, report)]
    match sort:
        case "points" | "dropped":
            unit = dice.choice(quote.all_units)
            return Mutant(sort, unit.path, _off(unit.points, dice) if sort == "points" else "")
        case "size" if sized:
            unit = dice.choice(sized)
            return Mutant(sort, unit.path, _off(unit.sum.size, dice))
        case "subtotal" if quote.all_formations:
            formation = dice.choice(quote.all_formations)
            return Mutant(sort, formation.path, _off(formation.points, dice))
        case "total":
            return Mutant(sort, ("total",), _off(quote.total, dice))
        case "swapped" if near:
            one, two = dice.choice(near)
            return Mutant(sort, one.path, show(two.points), two.path, show(one.points))
        case "name" if named:
            unit = dice.choice(named)
            said = _called(unit, report) if form == "typed" else unit.unit.entry
            return Mutant(sort, unit.path, _misspelt(said, dice))
    return None


def _off(number: object, dice: random.Random) -> str:
    right = int(str(number))
    return str(dice.choice([right + by for by in OFF_BY if right + by > 0]))


def _edits(mutant: Mutant) -> tuple[Edit, ...]:
    """The edits of a mutant."""
    match mutant.sort:
        case "dropped":
            return (Remove(mutant.path),)
        case "name":
            return (Set(mutant.path, "entry", mutant.put),)
        case "size":
            return (Set(mutant.path, "size", int(mutant.put)),)
        case "total":
            return (Set((), "total", int(mutant.put)),)
        case "swapped":
            return (Set(mutant.path, "points", int(mutant.put)), Set(mutant.other, "points", int(mutant.instead)))
    return (Set(mutant.path, "points", int(mutant.put)),)


def _file(report: Report, form: str, mutant: Mutant | None) -> bytes:
    """An ORBAT file, or a sheet with one attached."""
    assert report.orbat
    text = file_text(apply_all(report.orbat, _edits(mutant)) if mutant else report.orbat, form)
    return attach(_blank(), ATTACHMENT_NAME, text.encode()) if form == ".pdf" else text.encode()


@cache
def _blank() -> bytes:
    from reportlab.pdfgen.canvas import Canvas

    out = io.BytesIO()
    canvas = Canvas(out)
    canvas.showPage()
    canvas.save()
    return out.getvalue()


def _text(report: Report, form: str, mutant: Mutant | None) -> bytes:
    """The text form or Markdown, with lines in the order of the quote."""
    lines = convert(report, form).split("\n")
    if mutant is None:
        return "\n".join(lines).encode()
    quote = _quote(report)
    units = [n for n, line in enumerate(lines) if re.search(r"\] - [\d.]+\Z", line)]
    named = "|".join({line.formation.level.capitalize().replace("_", " ") for line in quote.all_formations})
    levels = [n for n, line in enumerate(lines) if re.match(rf"\s*(- \*\*)?({named}): .* - \d+\Z", line)]
    at = dict(zip([line.path for line in quote.all_units], units, strict=True))
    at |= dict(zip([line.path for line in quote.all_formations], levels, strict=True))
    at[("total",)] = next(n for n, line in enumerate(lines) if re.match(r"(\*\*)?Total: ", line))
    number = at[mutant.path]
    match mutant.sort:
        case "dropped":
            del lines[number]
        case "total":
            lines[number] = re.sub(r"\d+", mutant.put, lines[number], count=1)
        case "size":
            name, facts, points = lines[number].rsplit(" - ", 2)
            lines[number] = " - ".join((name, re.sub(r"\d+", mutant.put, facts, count=1), points))
        case "name":
            put = mutant.put.replace("_", r"\_") if form == ".md" else mutant.put
            lines[number] = re.sub(r"\[[^]\\]+(\\_[^]\\]+)*", lambda _: f"[{put}", lines[number])
        case _:
            for path, put in ((mutant.path, mutant.put), (mutant.other, mutant.instead)):
                if path:
                    lines[at[path]] = re.sub(r"\d+\Z", put, lines[at[path]])
    return "\n".join(lines).encode()


def _table(report: Report, form: str, mutant: Mutant | None) -> bytes:
    """The CSV form."""
    rows = list(csv.reader(io.StringIO(convert(report, form), newline="")))
    if mutant:
        at = {row[0]: row for row in rows[1:]}
        row = at["" if mutant.sort == "total" else shown(mutant.path)]
        column = {"name": "entry", "swapped": "points", "total": "subtotal"}.get(mutant.sort, mutant.sort)
        if mutant.sort == "dropped":
            rows.remove(row)
        else:
            row[rows[0].index(column)] = mutant.put
        if mutant.other:
            at[shown(mutant.other)][rows[0].index(column)] = mutant.instead
    out = io.StringIO()
    csv.writer(out).writerows(rows)
    return out.getvalue().encode()


def _typed(report: Report, _form: str, mutant: Mutant | None) -> bytes:
    """A typed list: each unit on a line, the generals, subtotals and the total."""
    lines = [line.text for line in _typed_lines(report, mutant) if not (mutant and _is_dropped(line, mutant))]
    return "\n".join(lines).encode()


def _is_dropped(line: Line, mutant: Mutant) -> bool:
    return mutant.sort == "dropped" and line.path == mutant.path


def _typed_lines(report: Report, mutant: Mutant | None) -> Iterator[Line]:
    quote = _quote(report)
    yield Line(report.title)
    yield Line(report.subtitle)
    for formation in quote.formations:
        yield from _typed_formation(formation, report, mutant)
    yield from (_typed_unit(unit, report, mutant) for unit in quote.units)
    total = mutant.put if mutant and mutant.sort == "total" else show(quote.total)
    yield Line(f"Total: {total} points", ("total",))


def _typed_formation(line: FormationLine, report: Report, mutant: Mutant | None) -> Iterator[Line]:
    yield Line(f"{line.formation.level.capitalize()}: {line.formation.name}")
    if line.commander:
        yield Line(f"General {line.commander.commander.name} - {show(line.commander.points)} points")
    yield from (_typed_unit(unit, report, mutant) for unit in line.units)
    for inner in line.formations:
        yield from _typed_formation(inner, report, mutant)
    points = mutant.put if mutant and mutant.path == line.path else show(line.points)
    yield Line(f"Subtotal {line.formation.level}: {points} points", line.path)


def _typed_unit(line: UnitLine, report: Report, mutant: Mutant | None) -> Line:
    own = mutant if mutant and line.path in (mutant.path, mutant.other) else None
    called = re.sub(r" \([^()]*\)|,", "", _called(line, report))
    name, size, points = called, str(line.sum.size), show(line.points)
    if own:
        name = own.put if own.sort == "name" else name
        size = own.put if own.sort == "size" else size
        if own.sort in ("points", "swapped"):
            points = own.put if line.path == own.path else own.instead
    facts = [name, f"{size} {line.sum.counted_in}"] if isinstance(line.unit.size, int) else [name]
    facts += [line.unit.size] if isinstance(line.unit.size, str) else []
    if line.unit.rating:
        facts.append(f"class {line.unit.rating}" if line.unit.rating.isdecimal() else line.unit.rating)
    facts += [option.replace("_", " ") for option in line.unit.options]
    return Line(f"{', '.join(facts)} - {points} points", line.path)


MAKERS: dict[str, Callable[[Report, str, Mutant | None], bytes]] = {
    ".yaml": _file,
    ".json": _file,
    ".txt": _text,
    ".md": _text,
    ".csv": _table,
    ".pdf": _file,
    "typed": _typed,
}


def _checked(file: Path, form: str, mutant: Mutant | None) -> tuple[Report, ...]:
    """The reports on a shipped ORBAT in a form, unchanged or with a mistake."""
    raw = MAKERS[form](_claimed(file), form, mutant)
    name = "list.txt" if form == "typed" else f"army{form}"
    given = {"ruleset": file.parts[-3]} if form == "typed" else {}
    read = read_raw(raw, name, LIBRARY, **given)
    return tuple(report_on(name, loaded, LIBRARY, DESK) for loaded in read)


@cache
def _said(file: Path, form: str) -> frozenset[tuple[str, Place, str]]:
    """The findings in an unchanged shipped ORBAT."""
    reports = _checked(file, form, None)
    return frozenset((one.code, one.path, one.message) for report in reports for one in report.findings)


def _is_found(file: Path, form: str, mutant: Mutant) -> bool:
    """Whether a mutant has a new finding at the place of the mistake."""
    before, after = _said(file, form), _checked(file, form, mutant)
    found = [one for report in after for one in report.findings if one.code not in NOT_OF_SLIPS]
    new = [one for one in found if (one.code, one.path, one.message) not in before]
    if form != "typed":
        places = mutant.at_fault
        enough = any if mutant.sort == "dropped" else all
        return enough(any(one.path[: len(place)] == place for one in new) for place in places)
    return _is_found_typed(file, mutant, [one.line for one in new])


def _is_found_typed(file: Path, mutant: Mutant, lines: list[int | None]) -> bool:
    """In a typed list: a wrong value by its line, a missing one by a sum below it."""
    typed = list(_typed_lines(_claimed(file), mutant))
    if mutant.sort == "dropped":
        at = next(n for n, line in enumerate(typed) if line.path == mutant.path)
        del typed[at]
        return any(line and line > at for line in lines)
    wrong = [n for n, line in enumerate(typed, start=1) if line.path and line.path in mutant.at_fault]
    return all(number in lines for number in wrong)


def _mutants(form: str, folder: str) -> Iterator[tuple[Path, Mutant]]:
    """Five of seven mutants of each ORBAT in turn, so that every kind occurs in every form; for sheets, three."""
    most = 3 if form == ".pdf" else 1
    for place, file in enumerate(FILES):
        if "/".join(file.parts[-3:-1]) == folder:
            turn = place + FORMS.index(form)
            sorts = [sort for number, sort in enumerate(SORTS) if (turn + number) % len(SORTS) > most]
            yield from ((file, made) for sort in sorts if (made := _mutant(_claimed(file), form, sort)))


@pytest.mark.slow
def test_there_are_enough_mutants() -> None:
    """Of every form and every kind of mistake."""
    every = [(form, mutant.sort) for form in FORMS for folder in FOLDERS for _, mutant in _mutants(form, folder)]
    assert len(every) >= LEAST
    assert {*every} == {(form, sort) for form in FORMS for sort in SORTS}


@pytest.mark.parametrize("folder", sampled(FOLDERS[::-1], 1))
@pytest.mark.parametrize("form", sampled(FORMS, 1))
def test_mistakes_are_found_at_their_place(form: str, folder: str) -> None:
    """A changed number, a missing line, two exchanged prices with right sums, a misspelt name."""
    mutants = list(_mutants(form, folder))
    missed = [f"{file.stem}: {mutant}" for file, mutant in mutants if not _is_found(file, form, mutant)]
    assert len(missed) <= max(1, (1 - SHARE) * len(mutants)), f"{len(missed)} of {len(mutants)} missed:\n" + "\n".join(
        missed
    )


@pytest.mark.parametrize("folder", sampled(FOLDERS[::-1], 1))
def test_typed_form_of_an_orbat_is_read_as_it_is(folder: str) -> None:
    """The total is right, and no line is reported as wrong, unread or unclear."""
    files = [file for file in FILES if "/".join(file.parts[-3:-1]) == folder]
    misread = [file.stem for file in files if not _is_read(file)]
    assert len(misread) <= max(1, len(files) // 20), misread


def _is_read(file: Path) -> bool:
    claimed, reports = _claimed(file), _checked(file, "typed", None)
    codes = {finding.code for report in reports for finding in report.findings}
    totals = [report.quote and report.quote.total for report in reports]
    return totals == [claimed.quote and claimed.quote.total] and not codes & MISREAD

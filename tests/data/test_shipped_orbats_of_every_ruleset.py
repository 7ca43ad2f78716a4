"""The shipped ORBATs of every ruleset: read, priced, checked and printed."""

from __future__ import annotations

import io
from pathlib import Path

import pytest
from pypdf import PdfReader
from tests.evaluate.citations import wrong_citations
from tests.examples import sampled

from orbat.data.library import Library
from orbat.model.orbat import commanders_of, list_id_at, units_of
from orbat.model.sheet import PrintOptions
from orbat.pipeline import check
from orbat.printing import layouts, print_sheets
from orbat.report.report import Report

ORBATS = Path(__file__).resolve().parents[2] / "templates" / "orbats"
LIBRARY = Library(ORBATS.parents[1] / "army_lists")
RULESETS = LIBRARY.ruleset_ids()
FILES = sorted(ORBATS.rglob("*.yaml"))
STARTERS = [path for path in FILES if path.parent.name == "starters"]
SIDES = [path for path in FILES if path.parent.name != "starters"]
UNSPENT = 10
"""Maximum number of points that a starter leaves unspent."""
MISREAD = {"UNT001", "UNT005", "PTS005", "PTS006", "PTS007", "ARM004", "ARM005", "ARM007", "ARM008"}
ANACHRONISMS = {"UNT013", "UNT014", "UNT015", "STF013", "ARM017", "ARM018", "ARM019"}
"""Codes of troops and generals that disagree with the records of their army list."""
PARTS_OF_RECORDS = {
    "7th Jägers",
    "8th Jägers",
    "2nd Nassau (Saxe-Weimar)",
    "28th Orange-Nassau (Saxe-Weimar)",
    "9e and 10e Hussards, 13e and 21e Chasseurs",
}
"""Units that are only a part of the troops in a record, or troops of two records together."""
TOGETHER = (" and ", " under ", ", then ", "; ", " (")
"""Signs that a general's name names two commanders."""
APART = "days_of_empire"
"""The ruleset whose ORBATs and sheets have tests of their own."""


def name(path: Path) -> str:
    return f"{path.parents[1].name} {path.stem}"


def other_spellings(report: Report) -> list[str]:
    """Names of units and generals with a record whose spelling the names do not contain."""
    orbat, book, found = report.orbat, report.book, []
    assert orbat is not None
    assert book is not None
    for place in units_of(orbat):
        entry, own = book.entry(place.list_id, place.unit.entry), place.unit.name
        if entry and own not in PARTS_OF_RECORDS and (known := entry.known_regiments.find(own)):
            spellings = [spelling for spelling, one in entry.regiment_spellings.items() if one == known]
            found += [own] if not any(spelling in own for spelling in spellings) else []
    for path, commander, _ in commanders_of(orbat):
        army_list, own = book.lists[list_id_at(orbat, path)], commander.name
        known = army_list.known_commanders.find(own) if own else ""
        if known and own not in army_list.commander_spellings and not any(sign in own for sign in TOGETHER):
            found.append(own)
    return found


def steps(ruleset: str) -> tuple[int, ...]:
    """The game sizes that a ruleset offers."""
    file = LIBRARY.ruleset(ruleset)
    assert file is not None
    assert file.value is not None
    usual = file.value.rules.usual_size
    assert usual is not None
    return tuple(map(int, usual.steps or (usual.min, (usual.min + usual.max) // 2, usual.max)))


def test_every_ruleset_has_shipped_orbats() -> None:
    """Each has starters and sides of battles, in a folder of its own."""
    assert {path.parents[1].name for path in STARTERS} == {path.parents[1].name for path in SIDES} == {*RULESETS}


@pytest.mark.parametrize("path", sampled(FILES, 30), ids=name)
def test_shipped_orbats_are_priced_and_their_claims_are_right(path: Path) -> None:
    """They load, every unit has a price, and findings cite only what `orbat explain` shows."""
    report = check(path, LIBRARY)
    codes = {finding.code for finding in report.findings}
    assert not {code for code in codes if code.startswith(("SRC", "TXT", "LST", "INT"))} | codes & MISREAD
    assert not codes & ANACHRONISMS
    assert path in STARTERS or not other_spellings(report)
    assert report.orbat is not None
    assert report.quote is not None
    assert report.orbat.ruleset.id == path.parents[1].name
    assert report.orbat.title
    assert report.quote.all_units
    assert all(line.unit.points == line.sum.points for line in report.quote.all_units)
    assert report.orbat.total == report.quote.total
    assert report.book is not None
    assert not [*wrong_citations(report.book, report.findings)]


@pytest.mark.parametrize("path", sampled(STARTERS, 20), ids=name)
def test_starters_are_legal_and_nearly_spend_their_size(path: Path) -> None:
    """Only commanders are still to be diced, and the remaining points buy next to nothing."""
    report = check(path, LIBRARY)
    list_id, _, size = path.stem.rpartition("_")
    assert report.orbat is not None
    assert report.orbat.army_list is not None
    assert report.quote is not None
    assert (report.orbat.army_list.id, report.orbat.game_size) == (list_id, int(size))
    assert report.legal
    assert {one.code for one in report.findings if one.severity != "note"} <= {"STF001"}
    assert report.orbat.game_size is not None
    assert report.orbat.game_size - UNSPENT <= report.quote.total <= report.orbat.game_size


@pytest.mark.parametrize("ruleset", RULESETS)
def test_every_list_has_a_starter_of_each_size(ruleset: str) -> None:
    """There is one for each of the small, usual and large sizes of the ruleset."""
    wanted = {f"{list_id}_{size}" for list_id in LIBRARY.list_ids(ruleset) for size in steps(ruleset)}
    assert {path.stem for path in STARTERS if path.parents[1].name == ruleset} == wanted


@pytest.mark.parametrize("path", [path for path in SIDES if path.parents[1].name != APART], ids=name)
def test_sides_of_battles_are_legal(path: Path) -> None:
    """They may exceed house limits; the note then explains it."""
    report = check(path, LIBRARY)
    assert report.orbat is not None
    assert report.legal, [finding.message for finding in report.findings if finding.severity == "error"]
    if "ARM003" in {finding.code for finding in report.findings}:
        assert "limit" in report.orbat.note, report.orbat.note


def printed() -> list[Path]:
    """A starter of each size and the largest side, for every ruleset whose sheets are not printed by other tests."""
    found = []
    for ruleset in RULESETS:
        if ruleset == APART:
            continue
        own = [path for path in STARTERS if path.parents[1].name == ruleset]
        found += [next(path for path in own if path.stem.endswith(f"_{size}")) for size in steps(ruleset)]
        found.append(
            max((path for path in SIDES if path.parents[1].name == ruleset), key=lambda path: path.stat().st_size)
        )
    return found


def text_of(report: Report, *sheets: str) -> str:
    """The text of some sheets, without white space."""
    wanted = [layouts()[sheet] for sheet in sheets]
    reader = PdfReader(io.BytesIO(print_sheets(report, wanted, PrintOptions(), LIBRARY)))
    return "".join("".join(page.extract_text().split()) for page in reader.pages)


@pytest.mark.slow
@pytest.mark.parametrize("path", sampled(printed(), 1), ids=name)
def test_shipped_orbats_print_on_every_sheet(path: Path) -> None:
    """Each sheet has the title of the army or ruleset, and sheets of units have every unit.

    On a page for the opponent, equal units may share a line with their entry's name, so that the army fits.
    """
    report = check(path, LIBRARY)
    assert report.quote is not None
    assert report.book is not None
    entries = {
        line.unit.name: entry.name
        for line in report.quote.all_units
        if line.unit.name and (entry := report.book.entry(line.list_id, line.unit.entry))
    }
    for sheet, layout in layouts().items():
        text = text_of(report, sheet)
        titles = {"".join(words.split()) for words in (report.title, report.ruleset)}
        assert any(title in text for title in titles), sheet
        if {block.block for block in layout.body} & {"order", "roster", "cards"} and not layout.hides:
            missing = {unit for unit in entries if "".join(unit.split()) not in text}
            if layout.on_one_page:
                missing = {unit for unit in missing if "".join(entries[unit].split()) not in text}
            assert missing == set(), sheet

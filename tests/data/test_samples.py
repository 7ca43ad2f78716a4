"""The shipped ORBATs of every ruleset: read, priced and checked, what starters and extracts keep to, and printed."""

from __future__ import annotations

import io
from pathlib import Path

import pytest
from pypdf import PdfReader

from orbat.data.library import Library
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
"""So many points, at the most, a starter leaves unspent."""
MISREAD = {"UNT001", "UNT005", "PTS005", "PTS006", "PTS007", "ARM004", "ARM005", "ARM007", "ARM008"}
HOUSE_LIMITS = {"ARM003"}
"""What history may break, of the errors: limits of the lists, which are house."""
APART = "days_of_empire"
"""Whose sides of battles are held to more in a test of their own, and whose sheets are those that most tests print."""


def name(path: Path) -> str:
    return f"{path.parents[1].name} {path.stem}"


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


@pytest.mark.parametrize("path", FILES, ids=name)
def test_a_shipped_orbat_is_understood_priced_and_claims_what_it_comes_to(path: Path) -> None:
    """Nothing in the file is misread, every unit has a price, and each claim in it is right."""
    report = check(path, LIBRARY)
    codes = {finding.code for finding in report.findings}
    assert not {code for code in codes if code.startswith(("SRC", "TXT", "LST", "INT"))} | codes & MISREAD
    assert report.orbat is not None
    assert report.quote is not None
    assert report.orbat.ruleset.id == path.parents[1].name
    assert report.orbat.title
    assert report.quote.all_units
    assert all(line.unit.points == line.sum.points for line in report.quote.all_units)
    assert report.orbat.total == report.quote.total


@pytest.mark.parametrize("path", STARTERS, ids=name)
def test_a_starter_is_a_legal_army_of_nearly_its_size(path: Path) -> None:
    """Only its commanders are still to be diced for, and what is left would buy next to nothing."""
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
    """The small, the usual and the large size that the ruleset offers."""
    wanted = {f"{list_id}_{size}" for list_id in LIBRARY.list_ids(ruleset) for size in steps(ruleset)}
    assert {path.stem for path in STARTERS if path.parents[1].name == ruleset} == wanted


@pytest.mark.parametrize("path", [path for path in SIDES if path.parents[1].name != APART], ids=name)
def test_a_side_of_a_battle_breaks_no_rule_but_house_limits_and_says_so(path: Path) -> None:
    """History may have had more of something than a list allows; the note then speaks of it."""
    report = check(path, LIBRARY)
    assert report.orbat is not None
    errors = {finding.code for finding in report.findings if finding.severity == "error"}
    assert errors <= (set() if path.parent.name == "extracts" else HOUSE_LIMITS)
    if "ARM003" in {finding.code for finding in report.findings}:
        assert "limit" in report.orbat.note, report.orbat.note


def printed() -> list[Path]:
    """A starter of each size and the largest side, of every ruleset whose sheets are not printed elsewhere."""
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
    """All that is on some sheets, without blanks."""
    wanted = [layouts()[sheet] for sheet in sheets]
    reader = PdfReader(io.BytesIO(print_sheets(report, wanted, PrintOptions(), LIBRARY)))
    return "".join("".join(page.extract_text().split()) for page in reader.pages)


@pytest.mark.parametrize("path", printed(), ids=name)
def test_an_orbat_is_printed_on_every_sheet(path: Path) -> None:
    """Each sheet has pages with the army's title or its ruleset's, and the sheets of units have every unit."""
    report = check(path, LIBRARY)
    assert report.quote is not None
    units = {"".join(line.unit.name.split()) for line in report.quote.all_units if line.unit.name}
    for sheet, layout in layouts().items():
        text = text_of(report, sheet)
        titles = {"".join(words.split()) for words in (report.title, report.ruleset)}
        assert any(title in text for title in titles), sheet
        if {block.block for block in layout.body} & {"order", "roster", "cards"} and not layout.hides:
            assert {unit for unit in units if unit not in text} == set(), sheet

"""Reading of a printed order of battle from its text."""

from __future__ import annotations

from collections import Counter
from io import BytesIO
from pathlib import Path

import pytest
from pypdf import PdfReader, PdfWriter
from tests.examples import sampled

from orbat.data import folders
from orbat.data.library import Library
from orbat.documents.read import read_file, read_raw
from orbat.formats.printed_sheet import PrintedRow, read_sheet
from orbat.model.orbat import Orbat, commanders_of, formations_of, units_of
from orbat.model.sheet import PrintOptions
from orbat.pipeline import report_on
from orbat.printing import layouts, print_sheets

SHIPPED = {path.stem: path for path in sorted((folders.shipped() / "templates" / "orbats").rglob("*.yaml"))}
SHEET = """\
Codrington's brigade
British, Days of Empire, September 1854, 400 points

246 of 400 points, 154 left
Legal
Six battalions of 16 stands class 3 were there.

name                              class   size        arms and sum                                       points   total


Army     Lord Raglan, capable, the player             0 the player's General = 0 [DOE 5.1]                    0

Light Division     Sir George Brown, capable (4)      30 division general = 30 [DOE 5.1]                     30     124
   1st Brigade
   William Codrington, not diced                      30 brigade general = 30 [DOE 5.1]                      30      94
        33rd Duke of Wellington's   3     16 stands Line infantry with rifle-musket, rifles                        64
        (the West                         16 stands x (3 class 3 + 1 rifles) = 64 [DOE 5.3, 5.4]
        Riding)
Independent units                                                                                                  105
   E Field Battery    off the board           3 guns      Royal Artillery field battery                      105
   under Anderson                         3 guns x 35 field gun or howitzer = 105 [DOE 5.2]

orbat                                                                                                page 1 of 1
Army total          246 of 400 points, 154 left                                                                  246
"""


def bought(orbat: Orbat) -> tuple[Counter[tuple[str, int | str, bool | str]], list[str], list[str]]:
    """The content of an ORBAT: units without values implied by their entries, levels, and qualities of generals."""
    units = Counter((one.unit.entry, one.unit.size or 1, one.unit.off_board) for one in units_of(orbat))
    levels = [one.formation.level for one in formations_of(orbat)]
    return units, levels, [general.quality for _, general, _ in commanders_of(orbat)]


def without_attachment(pdf: bytes) -> bytes:
    """The pages alone, as a PDF reprinted by another program."""
    writer, reprinted = PdfWriter(), BytesIO()
    for page in PdfReader(BytesIO(pdf)).pages:
        writer.add_page(page)
    writer.write(reprinted)
    return reprinted.getvalue()


@pytest.mark.parametrize(
    "name",
    sampled(
        [
            *("alma_great_redoubt_british", "french_1200", "sardinian_400", "cetate_russian"),
            *("confederate_anv_1200", "shiloh_crossroads_union", "austrian_500", "anglo_allied_1815_200"),
        ],
        1,
    ),
)
def test_reprinted_sheet_is_read(name: str) -> None:
    """Without the attached ORBAT, the units, formations, generals and points are the same."""
    library = Library()
    own = report_on("", read_file(SHIPPED[name], library)[0], library)
    assert own.orbat is not None
    assert own.quote is not None
    pdf = without_attachment(print_sheets(own, [layouts()["orbat"]], PrintOptions(), library))
    (read,) = read_raw(pdf, "theirs.pdf", library)
    assert read.orbat is not None
    assert not read.findings
    assert bought(read.orbat) == bought(own.orbat)
    found = report_on("", read, library)
    assert found.quote is not None
    assert found.quote.total == own.quote.total
    assert (read.orbat.date, read.orbat.game_size, read.orbat.total) == (
        own.orbat.date,
        own.orbat.game_size,
        own.quote.total,
    )


def test_changed_number_is_reported_with_its_line() -> None:
    """The finding quotes the text as given."""
    library = Library()
    text = SHEET.replace("rifles                        64", "rifles                        60")
    (read,) = read_raw(text.encode(), "theirs.txt", library)
    report = report_on("", read, library)
    (found,) = [one for one in report.findings if one.code == "PTS005"]
    assert found.line == text.split("\n").index(next(line for line in text.split("\n") if "33rd" in line)) + 1
    assert "60" in found.message


def test_the_rows_of_a_sheet() -> None:
    """Wrapped names, generals on the next line and off-board marks are read; totals and notes are not rows."""
    sheet = read_sheet(
        (number, len(line) - len(line.lstrip()), line) for number, line in enumerate(SHEET.split("\n"), start=1)
    )
    assert sheet is not None
    assert sheet.rating_word == "class"
    assert [row.name for row in sheet.rows] == [
        "Army     Lord Raglan, capable, the player",
        "Light Division     Sir George Brown, capable (4)",
        "William Codrington, not diced",
        "33rd Duke of Wellington's",
        "Independent units",
        "E Field Battery",
    ]
    assert sheet.rows[3] == PrintedRow(
        16, 8, "33rd Duke of Wellington's", "64", "Line infantry with rifle-musket, rifles", "16", "3"
    )
    assert sheet.rows[5].off_board == ""


@pytest.mark.slow
@pytest.mark.parametrize(
    "text", ["", "name  arms and sum  points  total", SHEET.replace("British, Days", "Reds, Nights")]
)
def test_other_text_is_read_as_a_typed_list(text: str, tmp_path: Path) -> None:
    """A sheet of an unknown list is not an error."""
    for read in read_raw(text.encode(), "theirs.txt", Library()):
        assert read.document is None or read.document.text is not None

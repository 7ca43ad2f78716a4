"""Findings about the check codes and QR codes in a file."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from orbat.data.problem import WHOLE_FILE, Problem, finding_of
from orbat.formats.text_reader import read_plain
from orbat.model.finding import Finding
from orbat.model.orbat import Orbat, units_of
from orbat.model.part import Part
from orbat.model.wording import phrase
from orbat.report.check_code import written_codes


def orbat_in_codes(text: str) -> Orbat | None:
    """The ORBAT in the text of QR codes; None if there is none."""
    found = read_plain(text).orbat if text else None
    return found if found and found.ruleset.id else None


def has_same_units(one: Orbat, other: Orbat) -> bool:
    """Whether two ORBATs have the same number of units of each entry, size and rating."""
    first, second = (
        Counter((place.unit.entry, place.unit.size, place.unit.rating) for place in units_of(orbat))
        for orbat in (one, other)
    )
    # A printed sheet omits some options.
    return first == second


def qr_part(text: str, coded: Orbat | None) -> Part:
    """Describe the QR codes of a file as a `Part`."""
    first = text.split("\n")[0]
    return Part("code", shown=first) if coded is None else Part("code", status="harmless", shown=first)


def qr_finding(source: str) -> Finding:
    """Create the finding for a QR code whose army differs from the army in the file."""
    message = phrase("the QR code on the page and {source} contain different armies", source=source)
    return finding_of(Problem(WHOLE_FILE, message, "Ask which of the two armies is right.", "TXT014", doubt="file"))


def check_code_findings(text: str, orbat: Orbat, all_orbats: Sequence[Orbat]) -> Iterator[Finding]:
    """Yield a finding for each wrong or old check code in a text.

    A wrong code belongs to no ORBAT in the file. An old code is from an older version of orbat.
    """
    agreeing = {code.code for one in all_orbats for code in written_codes(text, one) if code.agrees}
    for code in written_codes(text, orbat):
        if code.code not in agreeing:
            help = "Ask which is right, the code or the army."
            yield finding_of(Problem(WHOLE_FILE, code.words, help, "TXT015", severity="warning", doubt="file"))
        elif code.agrees and code.is_old:
            help = "Compare all characters of the code that the present version prints."
            yield finding_of(Problem(WHOLE_FILE, code.words, help, "TXT015", severity="note"))

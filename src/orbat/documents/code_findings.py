"""Findings about the check codes that a file contains."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from orbat.data.problem import WHOLE_FILE, Problem, finding_of
from orbat.model.finding import Finding
from orbat.model.orbat import Orbat
from orbat.report.check_code import written_codes


def code_findings(text: str, orbat: Orbat | None, all_orbats: Sequence[Orbat]) -> Iterator[Finding]:
    """Yield the codes that none of the ORBATs of a file has, and the codes of older versions.

    `orbat` is the ORBAT to which the findings belong.
    """
    if orbat is None:
        return
    agreeing = {code.code for one in all_orbats for code in written_codes(text, one) if code.agrees}
    for code in written_codes(text, orbat):
        if code.code not in agreeing:
            help = "Ask which is right, the code or the army."
            yield finding_of(Problem(WHOLE_FILE, code.words, help, "TXT015", severity="warning", doubt="file"))
        elif code.agrees and code.is_old:
            help = "Compare all characters of the code that the present version prints."
            yield finding_of(Problem(WHOLE_FILE, code.words, help, "TXT015", severity="note"))

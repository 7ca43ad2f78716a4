"""What is found in a typed list: numbers that are wrong, lines that were not read, names that are not certain."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from orbat.evaluate.quote import Quote
from orbat.evaluate.rule import Explanation
from orbat.model.book import Book
from orbat.model.claims import Claim, ClaimDifference, Reading, ReadLine
from orbat.model.finding import Finding, Severity
from orbat.model.path import OrbatPath
from orbat.model.points import exact, show
from orbat.report.claim_check import compare_claims

LONGEST = 60
"""So much of a line is said in a finding."""

_CITED = re.compile(r"([^\[]+) \[([^\]]+)\]")
_CODES = {
    "piece": "TXT001",
    "each": "TXT001",
    "line": "TXT001",
    "subtotal": "TXT002",
    "total": "TXT003",
    "left": "TXT004",
    "count": "TXT005",
    "size": "TXT006",
}
_WHAT = {
    "subtotal": "the subtotal",
    "total": "the total",
    "left": "the remainder",
    "count": "the number of units",
    "size": "the agreed size",
}
_SEVERITY: dict[str, Severity] = {"TXT004": "note", "TXT005": "warning", "TXT006": "warning"}


def typed_findings(
    reading: Reading, quote: Quote, book: Book
) -> tuple[tuple[ClaimDifference, ...], tuple[Finding, ...]]:
    """Every difference of a typed list, and all findings on it with the lines of its text."""
    differences = compare_claims(reading, quote)
    lines = {line.number: line for line in reading.lines}
    cites = book.ruleset.rules.claims.citations if book.ruleset.rules.claims else ("typed list",)
    findings = [
        *_guessed(reading),
        *(_difference(one, lines, cites, "total" if one.claim.claim_type == "total" else "") for one in differences),
        *_unchecked(reading, quote, lines),
        *(_unread(line) for line in reading.unread),
        *(_uncertain(line, quote, book) for line in reading.lines if line.alternatives and line.paths),
        *(_misspelt(line, quote, book) for line in reading.lines if line.misspelt and line.paths),
    ]
    return differences, tuple(findings)


def _guessed(reading: Reading) -> Iterator[Finding]:
    """What the list was taken for where it does not say so: a warning where it may as well be something else."""
    if reading.guess:
        first = next((line.number for line in reading.lines), 1)
        severity: Severity = "warning" if reading.alternatives else "note"
        rivals = f"; it may be {' or '.join(reading.alternatives)}" if reading.alternatives else ""
        says, helps = "taken for {guess}{rivals}", "Name the right ones with --ruleset and --army."
        facts = {"guess": reading.guess, "rivals": rivals}
        yield _on_line(first, "TXT013", ("ruleset",), says, helps, facts, severity)


def _difference(one: ClaimDifference, lines: dict[int, ReadLine], cites: tuple[str, ...], total: str) -> Finding:
    claim = one.claim
    code = "TXT009" if one.unpaid else _CODES[claim.claim_type]
    reason, cites = _without_cites(one.reason, cites)
    why = f": {reason}" if reason else ""
    if one.explained_by:
        why = (
            f"; {_lines(one.explained_by)} explains it"
            if len(one.explained_by) == 1
            else f"; {_lines(one.explained_by)} explain it"
        )
    if one.unpaid:
        generals = "general" if len(one.unpaid) == 1 else "generals"
        why = f": the {generals} on {_lines(one.unpaid)} {'is' if len(one.unpaid) == 1 else 'are'} not in it"
    severity = "note" if one.explained_by else _SEVERITY.get(code, "error")
    return Finding(
        code=code,
        severity=severity,
        path=_place(claim, total),
        message_template="{what}: {typed} typed, comes to {comes_to}{why}",
        help_template="Pay for every general: it comes to {comes_to}." if one.unpaid else "Correct it to {comes_to}.",
        cites=cites,
        fields={
            "what": _named(claim, lines),
            "typed": show(claim.typed),
            "comes_to": show(exact(one.calculated)),
            "why": why,
        },
        line=claim.line,
        column=1,
    )


def _without_cites(reason: str, cites: tuple[str, ...]) -> tuple[str, tuple[str, ...]]:
    """A reason without the one citation at its end where that is ours too, and what is to be cited: each once."""
    found = _CITED.fullmatch(reason)
    own = tuple(found[2].split(", ")) if found else ()
    return (found[1], tuple(dict.fromkeys((*own, *cites)))) if found and {*own} & {*cites} else (reason, cites)


def _place(claim: Claim, total: str) -> OrbatPath:
    if claim.covers and claim.claim_type in ("piece", "each", "line"):
        return (*claim.covers[0], "points")
    return ("total",) if total else ()


def _named(claim: Claim, lines: dict[int, ReadLine]) -> str:
    """What a number is of, in the words of the text."""
    text = claim.name or (lines[claim.line].text.strip() if claim.line in lines else "")
    name = _short(text)
    what = _WHAT.get(claim.claim_type, "")
    if claim.claim_type == "subtotal":
        return f"{what} ({name})" if name else what
    if what:
        return what
    many = len(claim.covers)
    return f"{name}, {'each' if claim.claim_type != 'line' else f'all {many}'}" if many > 1 else name or "a unit"


def _lines(numbers: tuple[int, ...]) -> str:
    words = [str(number) for number in numbers]
    return f"line {words[0]}" if len(words) == 1 else f"lines {', '.join(words[:-1])} and {words[-1]}"


def _unchecked(reading: Reading, quote: Quote, lines: dict[int, ReadLine]) -> Iterator[Finding]:
    """Prices that cannot be checked since what they are for is not typed."""
    unpriced = {line.path: line.sum.unpriced for line in quote.all_units if line.sum.points is None}
    for claim in reading.claims:
        why = next((unpriced[path] for path in claim.covers if path in unpriced), "")
        if why and claim.claim_type in ("each", "line"):
            facts = {"what": _named(claim, lines), "typed": show(claim.typed), "why": why}
            says = "{what}: {typed} typed, which cannot be checked: {why}"
            yield _on_line(claim.line, "TXT010", _place(claim, ""), says, "Ask what it is.", facts)


def _unread(line: ReadLine) -> Finding:
    helps = "Ask what it means, or write it in another way."
    facts = {"text": _short(line.text.strip())}
    return _on_line(line.number, "TXT007", ("lines", line.number), "not understood: {text}", helps, facts)


def _read_as(line: ReadLine, quote: Quote, book: Book) -> dict[str, object]:
    """What a line calls its unit, and the entry that it became."""
    unit = next((one for one in quote.all_units if one.path in line.paths), None)
    entry = book.entry(unit.list_id, unit.unit.entry) if unit else None
    name = (unit.unit.name if unit else "") or line.text.strip()[:LONGEST]
    return {"unit": name, "entry": entry.name if entry else "no entry"}


def _misspelt(line: ReadLine, quote: Quote, book: Book) -> Finding:
    words = " and ".join(f"{typed} for {meant}" for typed, meant in line.misspelt)
    says, helps = "{unit} is read as {entry}, with {words}", "Check that this is meant."
    facts = {**_read_as(line, quote, book), "words": words}
    return _on_line(line.number, "TXT012", (*line.paths[0], "entry"), says, helps, facts, "note")


def _uncertain(line: ReadLine, quote: Quote, book: Book) -> Finding:
    rivals = " or ".join(rival.name for rival in line.alternatives[:3])
    says = "{unit} is read as {entry}; it may be {rivals}"
    helps = "Ask which it is, or write the name that the army list has."
    facts = {**_read_as(line, quote, book), "rivals": rivals}
    return _on_line(line.number, "TXT008", (*line.paths[0], "entry"), says, helps, facts)


def _on_line(
    line: int,
    code: str,
    path: OrbatPath,
    says: str,
    helps: str,
    facts: Mapping[str, object],
    severity: Severity = "warning",
) -> Finding:
    """A finding on how a line of the text was read, which no rulebook says anything about."""
    return Finding(
        code=code,
        severity=severity,
        path=path,
        message_template=says,
        help_template=helps,
        cites=("typed list",),
        fields=facts,
        line=line,
        column=1,
    )


def _short(text: str) -> str:
    return text if len(text) <= LONGEST else f"{text[:LONGEST]}..."


# What `orbat explain` says of the findings on typed lists.


EXPLANATIONS: tuple[Explanation, ...] = (
    Explanation(
        code="TXT001",
        title="typed price differs",
        checks="In a list that somebody typed, the price of each unit, stand, gun and general, and the price of each "
        "line, is what the rulebook gives.",
        why="The opponent may double-check the sums, and somebody who types them makes slips. Two that cancel are both "
        "found.",
        example="33rd Foot, 15 stands, class 3 with rifles, typed 58: it comes to 60.",
        remedy="Correct the price. Where the line was read wrongly, write the size and the class in words.",
    ),
    Explanation(
        code="TXT002",
        title="typed subtotal differs",
        checks="Each sum that is typed for a part of the army is what the lines it covers come to.",
        why="A wrong subtotal with right lines is a mistake of its own; one that follows from a wrong line is a note "
        "that names the line.",
        example="sub-total 208 under a brigade whose lines come to 210.",
        remedy="Correct the subtotal.",
    ),
    Explanation(
        code="TXT003",
        title="typed total differs",
        checks="The total that is typed is what the army comes to.",
        why="It is what is held against the agreed size. Where wrong lines or subtotals explain it wholly, it is a "
        "note that names them.",
        example="Total 250 typed under lines that come to 244.",
        remedy="Correct the total.",
    ),
    Explanation(
        code="TXT004",
        title="typed remainder differs",
        checks="The points that are said to be left are the agreed size less what the army comes to.",
        why="Nothing is bought with it, so that it is only a note.",
        example="74 left typed in a game of 500 by an army of 436.",
        remedy="Correct it, or leave it out.",
    ),
    Explanation(
        code="TXT005",
        title="typed number of units differs",
        checks="The number of units that is typed is that of the units read, or of these and the generals.",
        why="A unit too few may be one that was not read.",
        example="Units: 11 typed over ten units.",
        remedy="Look for the unit that is missing, or correct the number.",
    ),
    Explanation(
        code="TXT006",
        title="typed size differs",
        checks="The game size that is typed is the agreed one.",
        why="The army may have been built for another game.",
        example="800 points typed in a list for a game of 600.",
        remedy="Agree on the size.",
    ),
    Explanation(
        code="TXT007",
        title="line not understood",
        checks="Every line that seems to buy something or to say a number of points can be understood.",
        why="A verdict over a text that was read in part holds only for that part.",
        example="3 of the usual from the box.",
        remedy="Ask what it means, or write it as name, size, class and price.",
    ),
    Explanation(
        code="TXT008",
        title="name that may mean several entries",
        checks="Each name is that of one entry of the army list, or near enough to one alone.",
        why="The entry decides which classes, sizes and options are allowed, so that a guess is never silent.",
        example="Guards, where the list has several regiments of guards.",
        remedy="Write the name that the army list has; `orbat lists RULESET/LIST` shows them.",
    ),
    Explanation(
        code="TXT009",
        title="general not paid for",
        checks="The price of every general but the player's own is in the total.",
        why="A general who is named leads troops, and costs what the rulebook says.",
        example="Three brigadiers named, and a total that is 90 points short.",
        remedy="Add their price.",
    ),
    Explanation(
        code="TXT010",
        title="typed price that cannot be checked",
        checks="What each typed price is for is typed too: the size, and the class where the price depends on it.",
        why="Without these there is no price of ours to hold against it; the typed price is kept as a claim.",
        example="Guard bn 36, without stands and class.",
        remedy="Ask for the size and the class.",
    ),
    Explanation(
        code="TXT011",
        title="file read in part or with a guess",
        checks="The whole file was read, its letters are known, and nothing in it was hidden or left out.",
        why="What was not read may hold troops.",
        example="A workbook with a hidden sheet, or a text that does not say how its letters are coded.",
        remedy="Look at the file itself, or ask for it in another format.",
    ),
    Explanation(
        code="TXT012",
        title="misspelt name",
        checks="Each name is spelt as the army list spells it.",
        why="A name with a slip is read as the nearest one, so that it is said which that is.",
        example="7th Fusiilers, read as the fusiliers of the line.",
        remedy="Write the name that the army list has; `orbat lists RULESET/LIST` shows them.",
    ),
    Explanation(
        code="TXT013",
        title="ruleset or army list guessed",
        checks="The list says which ruleset and which army list it is of, and its prices are those of the usual "
        "readings of the rules.",
        why="Where it does not, those are taken with which its names, words and prices agree best. It is a warning "
        "where others agree nearly as well.",
        example="Blues, in a club that plays several rulesets with a list of them.",
        remedy="Name them with --ruleset and --army, or in the list.",
    ),
)

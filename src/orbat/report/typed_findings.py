"""Findings about typed lists: wrong numbers, unread lines and uncertain names."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from orbat.evaluate.quote import CommanderLine, Quote
from orbat.evaluate.rule import Explanation
from orbat.model.book import Book
from orbat.model.claims import Claim, ClaimDifference, Question, Reading, ReadLine
from orbat.model.finding import Finding, Severity
from orbat.model.path import OrbatPath
from orbat.model.points import exact, show
from orbat.model.wording import all_of, any_of, phrase, pick, shortened
from orbat.report.claim_check import CLAIM_NAMES, compare_claims, unpriced_generals
from orbat.report.confidence import confidence_of

_MAX_ALTERNATIVES = 3

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
_SEVERITY: dict[str, Severity] = {"TXT004": "note", "TXT005": "warning", "TXT006": "warning"}


def typed_findings(
    reading: Reading, quote: Quote, book: Book
) -> tuple[tuple[ClaimDifference, ...], tuple[Finding, ...]]:
    """Compare a typed list with the calculated points. Returns the wrong numbers and the findings."""
    differences = compare_claims(reading, quote)
    doubtful = doubtful_lines(reading, differences)
    lines = {line.number: line for line in reading.lines}
    cites = book.ruleset.rules.claims.citations if book.ruleset.rules.claims else ("typed list",)
    pays = any(level.general.points for level in book.ruleset.levels)
    unpriced = unpriced_generals(reading, quote, differences) if pays else ()
    findings = [
        *map(_question, reading.questions),
        *(_unpriced_general(*one, lines) for one in unpriced),
        *_guess_finding(reading),
        *(_difference(one, lines, cites, doubtful) for one in differences),
        *_unchecked(reading, quote, lines),
        *(_unread(line) for line in reading.unread),
        *(_partly_read(line) for line in reading.partly_read),
        *(_uncertain(line, quote, book) for line in reading.lines if line.alternatives and line.paths),
        *(_misspelt(line, quote, book) for line in reading.lines if line.misspelt and line.paths),
    ]
    return differences, tuple(findings)


def with_unplaced_generals(findings: Sequence[Finding], quote: Quote) -> Iterator[Finding]:
    """Weaken findings on empty formations to warnings, if the list names only the generals of the formations.

    A list such as `2 brigadiers 60` does not say which units the generals lead.
    """
    unnamed = {one.path for one in quote.all_formations if not one.formation.name and one.formation.commander}
    for one in findings:
        if one.code == "FRM002" and one.severity == "error" and one.path in unnamed:
            one = replace(
                one,
                severity="warning",
                message_template="the list does not say which units a general leads",
                help_template="Ask which units this general leads.",
                fix=(),
                group=None,
            )
        yield one


def _guess_finding(reading: Reading) -> Iterator[Finding]:
    if not reading.guess:
        return
    first = next((line.number for line in reading.lines), 1)
    message = (
        "the typed list is read as {guess}, but may also be {alternatives}"
        if reading.alternatives
        else "the typed list is read as {guess}"
    )
    fields = {"guess": reading.guess, "alternatives": any_of(reading.alternatives)}
    help = "If the guess is wrong, use --ruleset and --army."
    yield _on_line(first, "TXT013", ("ruleset",), message, help, fields, "warning" if reading.alternatives else "note")


def doubtful_lines(reading: Reading, differences: Sequence[ClaimDifference]) -> frozenset[int]:
    """The lines on which orbat may have misread a number."""
    lines = {line.number for line in reading.lines if line.confidence == "doubtful"}
    if confidence_of(reading) == "doubtful":
        lines |= {one.claim.line for one in differences if one.claim.claim_type in ("total", "left", "count")}
    # If the whole list is doubtful, the lines of wrong totals are included, because a total depends on every line.
    return frozenset(lines)


def _question(question: Question) -> Finding:
    message, help = "{question}", "Ask the player, or answer the question: in the builder, press C or P."
    fields = {"question": question.text, "short": phrase("a question on line {line}", line=question.line)}
    found = _on_line(question.line, "TXT016", ("lines", question.line), message, help, fields)
    return replace(found, doubt="confidence")


def _unpriced_general(general: CommanderLine, player: str, lines: dict[int, ReadLine]) -> Finding:
    line = next((one for one in lines.values() if general.path in one.paths), None)
    number = line.number if line else 1
    fields = {
        "text": shortened(line.text) if line else general.commander.name,
        "player": player or "another general",
        "points": show(general.points),
        "short": phrase("the price of the general on line {line}", line=number),
    }
    message = (
        "“{text}” has no price, but {player} is the player. As read, this general costs {points}: is that right?"
        if general.points
        else "“{text}” has no price, but {player} is the player. Is this general free?"
    )
    help = "Ask the player. Only the general who is the player is free."
    found = _on_line(number, "TXT017", (*general.path, "points"), message, help, fields)
    return replace(found, doubt="confidence")


def _difference(
    one: ClaimDifference, lines: dict[int, ReadLine], cites: tuple[str, ...], doubtful: frozenset[int]
) -> Finding:
    claim = one.claim
    code = "TXT009" if one.unpaid else _CODES[claim.claim_type]
    reason, cites = without_cites(one.reason, cites)
    fields = {"what": _claim_name(claim, lines), "typed": show(claim.typed), "right": show(exact(one.calculated))}
    is_question = claim.line in doubtful and one.is_cause
    if is_question:
        fields["text"] = shortened(lines[claim.line].text) if claim.line in lines else ""
        fields["short"] = phrase("a question on line {line}", line=claim.line)
        fields["reason"] = reason
        message = (
            "“{text}”: is {typed} a mistake? As read, {what} should be {right}: {reason}"
            if reason
            else "“{text}”: is {typed} a mistake? As read, {what} should be {right}"
        )
    elif one.unpaid:
        fields["lines"] = all_of(map(str, one.unpaid))
        message = pick(
            len(one.unpaid),
            "{what} is typed as {typed} instead of {right}: the typed number omits the general on line {lines}",
            "{what} is typed as {typed} instead of {right}: the typed number omits the generals on lines {lines}",
        )
    elif one.explained_by:
        fields["lines"] = all_of(map(str, one.explained_by))
        message = pick(
            len(one.explained_by),
            "{what} is typed as {typed} instead of {right}; the cause is the mistake on line {lines}",
            "{what} is typed as {typed} instead of {right}; the causes are the mistakes on lines {lines}",
        )
    elif reason:
        fields["reason"] = reason
        message = "{what} is typed as {typed} instead of {right}: {reason}"
    else:
        message = "{what} is typed as {typed} instead of {right}"
    if is_question:
        help = "Ask the player, or correct how the line was read: in the builder, press C or P."
    else:
        help = "Include the price of every general." if one.unpaid else "Correct the typed number."
    severity: Severity = _SEVERITY.get(code, "error")
    return Finding(
        code=code,
        severity="note" if one.explained_by else "warning" if is_question and severity == "error" else severity,
        path=_place(claim),
        message_template=message,
        help_template=help,
        cites=cites,
        fields=fields,
        line=claim.line,
        column=1,
        doubt="confidence" if is_question else None,
    )


def without_cites(reason: str, cites: tuple[str, ...]) -> tuple[str, tuple[str, ...]]:
    """Move the citations at the end of a text to `cites`, if `cites` already has one of them.

    Returns the text and the citations.
    """
    found = _CITED.fullmatch(reason)
    own = tuple(found[2].split(", ")) if found else ()
    # A message would otherwise show the citations twice.
    return (found[1], tuple(dict.fromkeys((*own, *cites)))) if found and {*own} & {*cites} else (reason, cites)


def _place(claim: Claim) -> OrbatPath:
    if claim.covers and claim.claim_type in ("piece", "each", "line"):
        return (*claim.covers[0], "points")
    return ("total",) if claim.claim_type == "total" else ()


def _claim_name(claim: Claim, lines: dict[int, ReadLine]) -> str:
    name = shortened(claim.name or (lines[claim.line].text.strip() if claim.line in lines else ""))
    what = CLAIM_NAMES.get(claim.claim_type, "")
    if claim.claim_type == "subtotal":
        return phrase("{what} ({name})", what=what, name=name) if name else what
    if what:
        return what
    number = len(claim.covers)
    if number < 2:
        return name or "a unit"
    if claim.claim_type == "line":
        return phrase("{name}, all {number}", name=name, number=number)
    return phrase("{name}, each", name=name)


def _unchecked(reading: Reading, quote: Quote, lines: dict[int, ReadLine]) -> Iterator[Finding]:
    unpriced = {line.path: line.sum.unpriced for line in quote.all_units if line.sum.points is None}
    for claim in reading.claims:
        why = next((unpriced[path] for path in claim.covers if path in unpriced), "")
        if why and claim.claim_type in ("each", "line"):
            fields = {"what": _claim_name(claim, lines), "typed": show(claim.typed), "why": why}
            message = "{what}: the typed number {typed} cannot be checked: {why}"
            yield _on_line(
                claim.line,
                "TXT010",
                _place(claim),
                message,
                "Ask the player for the missing size or rating.",
                fields,
            )


def _unread(line: ReadLine) -> Finding:
    help = "Ask what the line means, or rewrite the line."
    fields = {"text": shortened(line.text)}
    message = "this line is not understood: {text}"
    return replace(_on_line(line.number, "TXT007", ("lines", line.number), message, help, fields), doubt="file")


def _partly_read(line: ReadLine) -> Finding:
    help = "Ask what the words mean, or write them on a line of their own."
    fields = {"text": shortened(line.leftover)}
    message = "a part of this line is not understood: {text}"
    severity: Severity = "warning" if line.leftover_number else "note"
    found = _on_line(line.number, "TXT007", ("lines", line.number), message, help, fields, severity)
    return replace(found, doubt="file" if line.leftover_number else None)


def _unit_fields(line: ReadLine, quote: Quote, book: Book) -> dict[str, object]:
    unit = next((one for one in quote.all_units if one.path in line.paths), None)
    entry = book.entry(unit.list_id, unit.unit.entry) if unit else None
    name = (unit.unit.name if unit else "") or shortened(line.text)
    return {"unit": name, "entry": entry.name if entry else "no entry"}


def _misspelt(line: ReadLine, quote: Quote, book: Book) -> Finding:
    words = all_of(phrase("{typed} for {meant}", typed=typed, meant=meant) for typed, meant in line.misspelt)
    message, help = "{unit} is read as {entry}; misspelt: {words}", "Check that the entry is right."
    fields = {**_unit_fields(line, quote, book), "words": words}
    return _on_line(line.number, "TXT012", (*line.paths[0], "entry"), message, help, fields, "note")


def _uncertain(line: ReadLine, quote: Quote, book: Book) -> Finding:
    others = any_of(one.name for one in line.alternatives[:_MAX_ALTERNATIVES])
    message = "{unit} is read as {entry}, but may be {others}"
    help = "Ask which entry is meant, or type the entry's name as in the army list."
    fields = {**_unit_fields(line, quote, book), "others": others}
    return _on_line(line.number, "TXT008", (*line.paths[0], "entry"), message, help, fields)


def _on_line(
    line: int,
    code: str,
    path: OrbatPath,
    message: str,
    help: str,
    fields: Mapping[str, object],
    severity: Severity = "warning",
) -> Finding:
    return Finding(
        code=code,
        severity=severity,
        path=path,
        message_template=message,
        help_template=help,
        # no section of a rulebook applies
        cites=("typed list",),
        fields=fields,
        line=line,
        column=1,
    )


# Explanations of the findings on typed lists, for `orbat explain`.


EXPLANATIONS: tuple[Explanation, ...] = (
    Explanation(
        code="TXT001",
        title="typed price differs",
        checks="Each typed price (of a unit, stand, gun, general or line) is right.",
        why="Typed sums often contain mistakes. Each mistake is reported, even if two mistakes cancel each other out.",
        example="33rd Foot, 15 stands, class 3 with rifles, typed 58: should be 60.",
        remedy="Correct the price. If the line was read wrongly, write the size and the class in words.",
    ),
    Explanation(
        code="TXT002",
        title="typed subtotal differs",
        checks="Each typed subtotal is the sum of the lines it covers.",
        why="A subtotal can be wrong although its lines are right. If a wrong line causes the difference, the finding "
        "is only a note with the number of that line.",
        example="A typed sub-total of 208 under a brigade whose lines add up to 210.",
        remedy="Correct the subtotal.",
    ),
    Explanation(
        code="TXT003",
        title="typed total differs",
        checks="The typed total equals the army's total.",
        why="The total decides whether the army keeps to the agreed size. If wrong lines or subtotals fully explain "
        "the difference, the finding is only a note.",
        example="A typed total of 250 under lines that add up to 244.",
        remedy="Correct the total.",
    ),
    Explanation(
        code="TXT004",
        title="typed points left differ",
        checks="The typed points left are the agreed size minus the army's total.",
        why="The points left do not affect the army, so a wrong number is only a note.",
        example="74 points left, typed for an army of 436 points in a game of 500.",
        remedy="Correct the number, or remove it from the list.",
    ),
    Explanation(
        code="TXT005",
        title="typed number of units differs",
        checks="The typed number of units equals the number of units that were read. Generals may be counted too.",
        why="A difference may mean that a unit was not read.",
        example="`Units: 11`, typed above a list of ten units.",
        remedy="Look for the missing unit, or correct the number.",
    ),
    Explanation(
        code="TXT006",
        title="typed size differs",
        checks="The typed game size equals the agreed size.",
        why="The army may have been built for another game.",
        example="A typed size of 800 points in a list for a game of 600.",
        remedy="Agree on the game size with the other player.",
    ),
    Explanation(
        code="TXT007",
        title="line not understood",
        checks="Every line that seems to contain a unit, a general or points is understood, and so is every word "
        "on the line of a unit.",
        why="The verdict covers only what was understood. Unread words without a number only give a note.",
        example="3 of the usual from the box; or `16 stands (18 on the table), class 3, 64`.",
        remedy="Ask what the line means, or rewrite the line as name, size, class and price.",
    ),
    Explanation(
        code="TXT008",
        title="name that matches several entries",
        checks="Each name matches exactly one entry of the army list.",
        why="The entry determines the allowed classes, sizes and options, so a guess is always reported.",
        example="`Guards`, if the army list has several regiments of guards.",
        remedy="Use the name in the army list; `orbat lists RULESET/LIST` shows all names.",
    ),
    Explanation(
        code="TXT009",
        title="general not included",
        checks="The total includes the price of every general except the general who represents the player.",
        why="A named general leads troops, so the price in the rulebook applies.",
        example="A list names three brigadiers, but its total is 90 points too low.",
        remedy="Add the price of these generals.",
    ),
    Explanation(
        code="TXT010",
        title="typed price that cannot be checked",
        checks="Each line with a typed price also has a size, and a class if the price depends on the class.",
        why="Without a size and class, the right price is unknown. The typed price is kept as a claim.",
        example="`Guard bn 36`, without stands and class.",
        remedy="Ask the player for the size and the class.",
    ),
    Explanation(
        code="TXT011",
        title="file read only in part, or with a guess",
        checks="The whole file was read in a known encoding. It has no hidden or omitted parts, no struck-out text, no "
        "cell that displays another value, and no formula with an outdated value. The calculated texts of an exported "
        "file, such as its verdict, agree with the army.",
        why="orbat reads what the file displays. The other parts may contain troops.",
        example="A workbook with a hidden row, a document with a footnote, a mail whose HTML version differs from its "
        "plain text, or a text file in an unknown encoding.",
        remedy="Open the file in the program that made it, or ask for another file format.",
    ),
    Explanation(
        code="TXT012",
        title="misspelt name",
        checks="Each name is spelt as in the army list.",
        why="A misspelt name is read as the most similar one, and the guess is reported.",
        example="`7th Fusiilers`, read as the fusiliers of the line.",
        remedy="Use the name in the army list; `orbat lists RULESET/LIST` shows all names.",
    ),
    Explanation(
        code="TXT013",
        title="ruleset or army list guessed",
        checks="The typed list names its ruleset and army list, and its prices follow the usual rulings.",
        why="Otherwise orbat guesses the ruleset and army list that best match the names, words and prices. The "
        "finding is a warning if others match nearly as well.",
        example="`Blues`, if several rulesets have an army list with this name.",
        remedy="Use --ruleset and --army, or write the ruleset and army list in the typed list.",
    ),
    Explanation(
        code="TXT014",
        title="page and attachment differ",
        checks="The pages of a printed sheet, its QR code and the ORBAT attached to it have the same army: total, "
        "agreed size, army list, date and units. A web page that orbat wrote shows the ORBAT that it contains.",
        why="People read the page, and orbat reads the attachment or the data in the web page.",
        example="A page with 400 points and an attached ORBAT with 288.",
        remedy="Ask which of the two is right, and print the sheet again.",
    ),
    Explanation(
        code="TXT015",
        title="check code differs",
        checks="Each check code in the file is the code of its army.",
        why="A code that differs belongs to another army, or to an earlier version of this army. A code from an older "
        "version of orbat has only 40 bits. Another army can have the same code, so even a code that agrees gives a "
        "note.",
        example="A list with a check code from before its last change.",
        remedy="Ask which is right, the code or the army.",
    ),
    Explanation(
        code="TXT016",
        title="line that can be read in two ways",
        checks="Each line of a typed list has only one likely meaning.",
        why="The verdict depends on the meaning, so orbat asks instead of guessing. The first line of the verdict says "
        "that the list may be misread.",
        example="`16 Grenadiers 64`: are these 16 stands, or 16 units?",
        remedy="Ask the player, or answer the question: in the builder, choose *Check a file* or *Check a text*.",
    ),
    Explanation(
        code="TXT017",
        title="general without a price",
        checks="Each general has a price or is in a right sum, except the general who is the player.",
        why="Only the general who is the player is free.",
        example="`Brigadier Shaw` without a price, in a list in which `I am the Marshal` names the player.",
        remedy="Ask whether the price of the general is in the total.",
    ),
)

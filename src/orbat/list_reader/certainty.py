"""How certain the reading of a list is, and the questions about its doubtful lines."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import replace
from itertools import islice

from orbat.evaluate.quote import Quote
from orbat.list_reader.entry_candidates import UNKNOWN
from orbat.list_reader.leftovers import NO_NAME
from orbat.list_reader.number_uses import ROLES
from orbat.list_reader.roles import DROPPED, Number
from orbat.list_reader.shapes import ChosenReading
from orbat.list_reader.unit_costs import PRICES, UnitReading
from orbat.model.claims import Answer, Claim, Confidence, Correction, NumberRole, Question, ReadLine
from orbat.model.points import show
from orbat.model.ruleset import Ruleset
from orbat.model.wording import phrase, shortened

_DOUBTFUL, _LIKELY = 1.0, 2.5
"""A line is doubtful, or likely, if its next reading costs less than this more."""
_CONFIRMED = 1.4
"""The same for a line whose price a typed sum confirms."""
_MIN_DIFFERENCE = 5
"""A smaller difference between totals says nothing about a number that has no role."""
_WORDS_DECIDE = 0.5
"""Of two readings with the same price, words decide if they make this difference."""
_POOR = 5.0
"""A reading that costs more is never sure: it assumes or drops too much."""
_MIN_SIZE, _MAX_SIZE = 100, 3_000
_MIN_PRICE, _MAX_PRICE = 9, 1_000
"""Other numbers are hardly the price of a unit or general, in points."""
_CHOICE = re.compile(
    r"\?\?|[^\W\d] ?\?\W*\Z|\b(?:either|maybe|perhaps|entweder|vielleicht|eventuell|peut-[e\xea]tre)\b", re.I
)
"""Words on a unit's line that leave a choice, or a question mark."""
_CHANGED = re.compile(
    r"\b(?:if|or(?<!['\u2019]or)(?<!\d or)|option(?:al|nel|nell)?|alternativ(?:e|ely|ement)?|instead|swapped|"
    r"replac(?:e|es|ed|ing)|not (?:taken|bought|used|fielded|present)|left (?:out|behind|at home)|"
    r"(?:take|took|taken)\b.{0,60}\bout|dropped|removed|(?:less|minus|moins|weniger) \d+|"
    r"\d+ (?:lost|less|fewer|short|verloren|weniger|perdus|de moins)|half (?:of|with|the)|both (?:battalions|bns)|"
    r"(?:half|1/2|2/3|3/4) (?:strength|size)|halbe st(?:a|ae|\xe4)rke|demi-effectif|beide bataillone|les deux|"
    r"wenn|falls|oder(?<!\d oder)|statt|anstelle|anstatt|ersetzt|nicht (?:dabei|gekauft)|gestrichen|"
    r"si|sinon|ou(?<!\d ou)|au lieu|\xe0 la place|remplace|supprim\xe9e?|retir\xe9e?)\b"
)
"""Words on a unit's line that leave open whether the army has all of the unit. In small letters."""
_ASKED = re.compile(r"[^\W\d]\?")
_MORE = re.compile(
    r"\d|\b(?:more|another|same|(?-i:as)|like(?:wise)?|both|two|three|noch|weitere[rs]?|ebenso|wie|zwei|drei|encore|autres?|"
    r"comme|deux|trois)\b",
    re.I,
)
"""What a line may say that means further units."""
_MAX_QUESTIONS = 8


def line_confidence(choice: ChosenReading, *, confirmed: bool) -> Confidence:
    """How certain it is that a line about troops was read correctly.

    `confirmed`: whether a typed sum agrees with the price of the troops.
    """
    margin = min((more for more, other in _different(choice, confirmed=confirmed)), default=_LIKELY)
    if _leaves_choice(choice):
        return "doubtful"
    if choice.reading and choice.reading.cost > _POOR:
        margin = min(margin, _DOUBTFUL)
    if _drops_number(choice):
        margin = min(margin, _DOUBTFUL)
    if not confirmed and _may_differ(choice):
        return "doubtful"
    if choice.reading and choice.reading.points is None:
        margin = min(margin, _DOUBTFUL)
    likely = _CONFIRMED if confirmed else _LIKELY
    return "doubtful" if margin < _DOUBTFUL else "likely" if margin < likely else "sure"


def _drops_number(choice: ChosenReading) -> bool:
    # Whether a number has no role, or would be part of a name although it follows the price.
    price = min((number.start for number, role in choice.numbers if role in ("line", "each")), default=None)
    return any(
        (role == "outside" and number.cost(role) >= DROPPED)
        or (role == "name" and number.context in NO_NAME and price is not None and number.start > price)
        for number, role in choice.numbers
    )


def _leaves_choice(choice: ChosenReading) -> bool:
    return choice.item.line.leaves_choice or _CHOICE.search(choice.item.text) is not None


def _may_differ(choice: ChosenReading) -> bool:
    # Whether the line says that the army may not have all of the unit, names two sizes or ratings, or counts figures
    # where stands are bought.
    has_figures = any(role == "size" and number.context == "figures" for number, role in choice.numbers)
    has_price = any(role in PRICES for _, role in choice.numbers)
    has_grades = choice.item.description is not None and choice.item.description.several_grades
    text = choice.item.text
    asks = "?" in text and _ASKED.search(text) is not None
    return has_grades or (has_figures and not has_price) or asks or _CHANGED.search(text.casefold()) is not None


def _different(choice: ChosenReading, *, confirmed: bool) -> Iterator[tuple[float, UnitReading]]:
    best = choice.reading
    if best is None:
        return
    points = (best.points or 0) * best.count
    rivals = [(more, other) for more, _, other in choice.others]
    if rival := choice.rival:
        more = rival.cost - best.cost
        same_kind = rival.match.entry.kind == best.match.entry.kind
        if rival.points != best.points:
            rivals.append((more, rival))
        elif same_kind or more < _WORDS_DECIDE or best.cost >= UNKNOWN:  # no sum is in doubt
            rivals.append((max(more, _DOUBTFUL), rival))
    for more, other in rivals:
        if not confirmed or (other.points or 0) * other.count == points:
            yield more, other


def may_omit_size(lines: Iterable[ReadLine], claims: Iterable[Claim]) -> bool:
    """Whether the agreed size may have been overlooked.

    True if no agreed size was found, but an unused number could be the agreed size.
    """
    if any(claim.claim_type == "size" for claim in claims):
        return False
    unused = (one.value for line in lines for one in line.numbers if one.role == "outside")
    return any(value % 25 == 0 and _MIN_SIZE <= value <= _MAX_SIZE for value in unused)


def lines_between_units(lines: Mapping[int, ReadLine], confirmed: Collection[int], units: Collection[int]) -> set[int]:
    """The numbers of the lines that stand directly between two unconfirmed units and may mean further units.

    `units`: the numbers of the lines with units. `confirmed`: the lines whose price a typed sum confirms.
    """
    return {
        number
        for number, line in lines.items()
        if line.role in ("outside", "title")
        and number - 1 in units
        and number + 1 in units
        and number - 1 not in confirmed
        and number + 1 not in confirmed
        and _MORE.search(line.text)
    }


def lines_of_difference(lines: Iterable[ReadLine], claims: Iterable[Claim], quote: Quote | None) -> frozenset[int]:
    """The numbers of the lines that may explain why the typed total is higher than the calculated total.

    Such a line has a number that equals the difference, and that orbat did not read as a part of the army.
    """
    missing = {claim.typed - quote.total for claim in claims if claim.claim_type == "total"} if quote else set()
    differences = {one for one in missing if one >= _MIN_DIFFERENCE}
    return frozenset(
        line.number for line in lines for one in line.numbers if one.role == "outside" and one.value in differences
    )


def questions_of(
    lines: Mapping[int, ReadLine],
    choices: Mapping[int, ChosenReading],
    unclear: Collection[int],
    ruleset: Ruleset,
) -> tuple[Question, ...]:
    """Questions about the doubtful lines, in order. `unclear`: the numbers of the lines that may not be about units."""
    doubtful = (line for line in lines.values() if line.confidence == "doubtful" or line.number in unclear)
    asked = (question for line in doubtful if (question := _question(line, choices.get(line.number), ruleset)))
    return tuple(islice(asked, _MAX_QUESTIONS))


def _question(line: ReadLine, choice: ChosenReading | None, ruleset: Ruleset) -> Question | None:
    quoted = shortened(line.text)
    if choice is None or line.confidence != "doubtful" or _leaves_choice(choice) or _may_differ(choice):
        asked = phrase("Line {line} is not clear: \u201c{text}\u201d. What is meant?", line=line.number, text=quoted)
        return Question(line.number, asked)
    best = choice.reading
    second = min(choice.others, key=lambda one: one[0], default=None)
    if best is None or second is None:
        return None
    open_numbers = [(number, role) for number, role in choice.numbers if not number.is_in_name]
    changed = [
        (number, role, other)
        for (number, role), other in zip(open_numbers, second[1], strict=False)
        if role != other and ROLES[role] != ROLES[other]
    ]
    if changed:
        number, role, other = changed[0]
        one, two = ROLES[role], ROLES[other]
        asked = phrase(
            "In line {line}, \u201c{text}\u201d, what is {number}: {first}, or {second}?",
            line=line.number,
            text=quoted,
            number=show(number.value),
            first=_meaning(one, ruleset),
            second=_meaning(two, ruleset),
        )
        return Question(line.number, asked, tuple(_answer(line, number, role, ruleset) for role in (one, two)))
    asked = phrase(
        "What does line {line}, \u201c{text}\u201d, mean: {first}, or {second}?",
        line=line.number,
        text=quoted,
        first=_bought(best),
        second=_bought(second[2]),
    )
    return Question(line.number, asked)


def _answer(line: ReadLine, number: Number, role: NumberRole, ruleset: Ruleset) -> Answer:
    start = next((use.start for use in line.numbers if use.value == number.value), 0)
    words = phrase("{number} is {meaning}", number=show(number.value), meaning=_meaning(role, ruleset))
    return Answer(words, (Correction(line.number, "role", role, words, start),))


def _bought(reading: UnitReading) -> str:
    if isinstance(reading.unit.size, int):
        return phrase(
            "{count} x {entry} of size {size}",
            count=reading.count,
            entry=reading.match.entry.name,
            size=reading.unit.size,
        )
    return phrase("{count} x {entry}", count=reading.count, entry=reading.match.entry.name)


def _meaning(role: NumberRole, ruleset: Ruleset) -> str:
    meanings: dict[NumberRole, str] = {
        "count": phrase("the number of units"),
        "size": phrase("the size of each unit"),
        "men": phrase("the number of men"),
        "guns": phrase("the number of guns in the historical battery"),
        "length": phrase("the length in inches"),
        "rating": phrase("the {rating_word}", rating_word=ruleset.rating_word),
        "piece price": phrase("the price of one stand or gun"),
        "unit price": phrase("the price of each unit"),
        "line price": phrase("the price of the whole line"),
        "serial": phrase("the line number"),
        "name": phrase("part of the name"),
        "repeated": phrase("a repeat of another number on the line"),
    }
    return meanings.get(role, phrase("not part of the army"))


def may_lack_price(line: ReadLine) -> bool:
    """Whether a unit or general has no price, although a number on the line may be its price."""
    priced = any(one.role.endswith("price") for one in line.numbers)
    unused = any(one.role == "outside" and _MIN_PRICE <= one.value <= _MAX_PRICE for one in line.numbers)
    return line.role in ("unit", "general") and unused and not priced


def with_confidence(line: ReadLine, confidence: Confidence) -> ReadLine:
    """Set the confidence of a line. If a number or a part of the line was not read, `sure` becomes `likely`."""
    unread = (line.unread and bool(line.numbers)) or line.leftover_number
    return replace(line, confidence="likely" if unread and confidence == "sure" else confidence)

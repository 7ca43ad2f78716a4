"""Find numbers about the army or a formation: totals, subtotals, points remaining, agreed size, number of units."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from collections.abc import Set as AbstractSet
from functools import lru_cache
from itertools import islice

from orbat.list_reader.roles import TypedPoints, numbers_of, value_of
from orbat.list_reader.words import (
    EACH,
    LEFT_AFTER,
    LEFT_BEFORE,
    LIMIT,
    OFF_TABLE,
    ON_TABLE,
    PAGES,
    POINTS,
    SUBTOTAL,
    TOTAL,
    without_accents,
)
from orbat.model.record import Value


class ArmyNumber(Value):
    """A number about the army. `claim_types`: what the number may be, such as `total` or `size`, likeliest first.

    `has_unit`: a word such as `points` follows the number.
    """

    claim_types: tuple[str, ...]
    number: TypedPoints
    has_unit: bool = False


_FIGURE = re.compile(r"(?<![\w.])(\d+(?:\.\d+)?)(?![\d.]*\d)")
_POINTS_AFTER = re.compile(rf"[ -]?{POINTS}\b")
_SUBTOTAL, _TOTAL = re.compile(SUBTOTAL), re.compile(TOTAL)
_LEFT_AFTER = re.compile(rf"\s*{LEFT_AFTER}")
_LEFT_BEFORE = re.compile(rf"{LEFT_BEFORE}[ :=.-]*(?:{POINTS})?[ :=.-]*\Z")
_EACH_SIDE = r"(?:per (?:side|player|head)|par (?:camp|cote|joueur|tete)|(?:pro|je) (?:seite|spieler|nase))\b"
_SIZE_AFTER = re.compile(
    rf"\s*-?(?:{POINTS}|p\b)?[ -]*(?:{POINTS} )?(?:as agreed|agreed|wie besprochen|convenus?|vereinbart|game|limit|"
    rf"abgesprochen|ausgemacht|(?:er|punkte)?[- ]?spiel\b|partie\b|maxi?\b|maximum|army\b|a side|aside|each side|"
    rf"{_EACH_SIDE}|each\b(?! \d)|(?:each |chacun )?(?:to spend|a depenser)|comme prevu|pieces? chacun|battle|"
    rf"(?:is |was )?(?:exactly )?(?:is )?(?:the )?(?:ceiling|limit|cap|most))(?!\W*\d)"
)
_SIZE_BEFORE = re.compile(
    r"(?:\bof(?: our| the| my| a)?|\bsettled on|\bshall we say|\blaut absprache[ ,:=]*|"
    r"\b(?:wie|as|comme) (?:besprochen|vereinbart|abgemacht|agreed|convenu)[ ,:=]*|\b(?:ober)?grenze[ ,:=]*|"
    r"\b(?:limit|cap|maximum) is|\bmaxi?[ :=]*|\b(?:we|i|you|they) said|\b(?:avons|avait) dit|\bgesagt|"
    r"\bvon(?: maximal)?|\b(?:von )?hoe?chstens|\bsur|\bnot more than|\d(?: ?[a-z]{1,6}\.?)? ?/|"
    r"\blimite?[ ,:=]*(?:of|a|de)?|\bpartie (?:a|de|en)|"
    r"\b(?:ausgemacht|abgesprochen|vereinbart|abgemacht|erlaubt)[ ,:=]*(?:sind|waren|war)?|\bout of[ ,:=]*|"
    r"\bgame[ :=.]*(?:of|size)?(?: is)?[ :=]*|\bspielgrosse(?: ist)?[ :=]*|\btaille(?: de la partie)?(?: est)?[ :=]*|"
    r""
    r"\b(?:agreed(?: pts| points)?|vereinbarte? (?:punkte|(?:punkt|spiel)?gro(?:ss|\xdf)e)|convenue?s?|format convenu)"
    r"[ :=]*(?:on)?|\bunder(?: the| our)?|"
    r"\bbudget[ :=]*|(?<!adds )(?<!add )\bup to|\bsize[ :=]*)\s*\Z"
)
_UNITS_AFTER = re.compile(r"\s*(?:units|battalions and batteries)\b")
_UNITS_BEFORE = re.compile(r"\b(?:number of )?units(?: in all)?(?: ?\([^()]*\))?[ :=]+\Z")
_OTHER_AFTER = re.compile(
    r"\s*(?:[a-z]*general[a-z]*\b|commanders|brigades|divisions|stands|figures|turns|men|guns|models|sup\b|bases|%)|"
    r"\s*(?:men |mann |hommes )?(?:a|an|per|to an?|to the|to one|je|pro|par) (?:stand|base|basis|figure|model|socle)\b"
)
_PAGE = re.compile(
    rf"\W*(?:{PAGES} ?\d{{1,3}}(?: ?(?:of|/|von|de|sur|di) ?\d{{1,3}})?"
    r"(?:\W+(?:printed|imprime|gedruckt|ausgedruckt)\b.*)?|\d{1,3} ?-+)\W*\Z",
    re.I,
)
_NO_POINTS_AFTER = re.compile(
    r"\s*(?:[%$\u20ac\u00a3]|(?:[^\W\d]{2,} )?(?:figures?|figs|figurines?|figuren)\b|(?:socles?|basen|base|hommes|mann|"
    r"cards?|pages?|seiten|tours|runden|days|jours|tage|weeks|members|euros?|pounds|dollars)\b)"
)
_NO_POINTS_BEFORE = re.compile(
    r"(?:[$\u20ac\u00a3]|\b(?:tel|phone|room|bus|train|ice|rule|section|post|painted|figures|figuren|bemalt)\b\W*)\Z"
)
"""What follows or precedes numbers that are no points, such as figures, money or a telephone number."""
_EACH_AFTER = re.compile(rf"\s*(?:{POINTS} ?)?(?!{_EACH_SIDE}){EACH}\b")
_EACH_BEFORE = re.compile(r"(?:@|\b(?:je|zu|at|each)) ?\Z")
_OTHER_BEFORE = re.compile(r"\b(?:generals|commanders|brigades|sup|stands|models|figures|turns?)[ :=|]+\Z")
_OF_SIZE = re.compile(
    rf"\s*(?:{POINTS} ?)?(?:/|of|out of|von|sur) ?(?:our |the |my |a |hochstens |maximal |les )?\d{{2,4}}\b"
)
_TOTAL_BEFORE = re.compile(
    rf"(?:{TOTAL}|{SUBTOTAL}|=|\bmakes|\badds? up to|\bworks? out (?:at|to)|\bmake it|"
    rf"\bbang on|\bspot on|\bexactly|\bgenau|\bpile|\bamounts to|\bthat'?s|\bcost|\bpoints used|\bused)[^\d]{{0,16}}\Z"
)
_TOTAL_AFTER = re.compile(
    rf"\s*(?:{POINTS} )?(?:so far|all in|in all|on the nose|altogether|total|in total|all told|without|spent|used)\b"
)
_CLAIMING = re.compile(
    rf"{TOTAL}|{SUBTOTAL}|{LIMIT}|\d ?{LEFT_AFTER}|{LEFT_BEFORE}\W{{0,4}}\d|"
    rf"\b(?:so far|in hand|unspent|left over|leftover|remaining|remainder|reste|to come|"
    rf"vereinbarte? punkte|convenue?s?|concordati|acordados|er[- ]spiel|leaving|to spare|short of|number of units|"
    rf"bang on|spot on|spent|left|used|agreed|need|in all|makes|adds? up|works? out|make it|"
    rf"amounts|summe|gesamt|totale|somme|ensemble|\u0438\u0442\u043e\u0433\u043e|\u0432\u0441\u0435\u0433\u043e)\b|"
    rf"^={{1,2}}|^that'?s \d{{2,}}|^units\b|^\W*\d+ units\b|"
    rf"\b\d{{2,4}} ?(?:{POINTS} ?)?(?:(?:/|of|out of) ?\d{{3,4}}\b|{_EACH_SIDE})"
)


_ADDENDS = re.compile(r"\d+(?:(?: [^\d=+]{1,20})?\s*\+\s*\d+)+(?=(?: [^\d=+]{1,20})?\s*=\s*\d)|\d+\s*-\s*(?=\d+\s*=)")
"""The numbers that a written-out sum adds."""
_BETWEEN = re.compile(r"\b(between \d+|\d+ ?-) ?(?:and |to )?(?=\d{3,})")
_MAX_FIGURES = 12
"""At most this many numbers on a line are examined. Later numbers are ignored."""
_WEAK = frozenset({"of", "von", "sur"})
_MIN_SIZE = 50
"""A number before all troops is the agreed size only from this minimum, unless words say so."""
MIN_SUM = 20
"""A number is a sum only from this minimum, unless words say so. In `Total with the three generals 590`, 590 is the
total."""
_CONTEXT = 80
"""Words about a number are searched in this many characters before the number."""


def without_name_numbers(clean: str) -> str:
    """Replace the numbers in names, dates and measures by placeholders."""
    text = without_accents(clean)
    folded = text.casefold()
    for number in numbers_of(clean, (), ()):
        sized = number.value % 25 == 0 and bool(_CLAIMING.search(folded))
        if number.is_in_name and not (number.context == "year" and (sized or _TOTAL.search(folded))):
            text = text[: number.start] + "\x02" * (number.end - number.start) + text[number.end :]
    return text


def is_round(number: TypedPoints | float) -> bool:
    """Whether a number is as round as agreed sizes usually are."""
    return number % 10 == 0 or number % 25 == 0


@lru_cache(1 << 13)
def mentions_sums(clean: str) -> bool:
    """Whether a line mentions sums or limits."""
    return bool(_CLAIMING.search(without_accents(clean).casefold()))


def army_numbers_in(clean: str, *, head: bool = False) -> tuple[ArmyNumber, ...]:
    """Return the numbers on a line that describe the army or a part of it.

    `head`: whether the line comes before all troops. A number may then be the agreed size.
    """
    text = without_name_numbers(clean).casefold()
    of_part = _SUBTOTAL.search(text) is not None
    text = _ADDENDS.sub(lambda found: "\x02" * len(found[0]), text)
    text = _BETWEEN.sub(lambda found: "\x02" * len(found[1]) + found[0][len(found[1]) :], text)
    numbers: list[ArmyNumber] = []
    earlier: set[str] = set()
    figures = [*islice(_FIGURE.finditer(text), _MAX_FIGURES)]
    pointed = {
        found.span() for found in figures if _POINTS_AFTER.match(text, found.end()) and float(found[1]) >= _MIN_SIZE
    }
    for found in figures:
        if head and pointed and not numbers and found.span() not in pointed and not _is_of_size(text, found.span()):
            continue  # above the troops, a number with a word for points is the agreed size
        if claim_types := _claim_types(text, found.span(), earlier, head=head, of_part=of_part):
            has_unit = _POINTS_AFTER.match(text, found.end()) is not None
            numbers.append(ArmyNumber(claim_types, value_of(found[1]), has_unit))
            earlier.add(claim_types[0])
    return tuple(numbers)


def is_page(clean: str) -> bool:
    """Whether a line contains only a page number: `Sheet 2 of 2`, `- 1 -`."""
    return _PAGE.match(without_accents(clean)) is not None


def plain_numbers_in(clean: str, known: Collection[TypedPoints]) -> Iterator[ArmyNumber]:
    """Yield numbers that may be points, although they have no word such as `points`.

    Numbers in `known` are left out.
    """
    text = without_name_numbers(clean).casefold()
    for found in islice(_FIGURE.finditer(text), _MAX_FIGURES):
        number = value_of(found[1])
        counts = _OTHER_AFTER.match(text, found.end()) or _NO_POINTS_AFTER.match(text, found.end())
        if (
            not is_page(clean)
            and not counts
            and not _NO_POINTS_BEFORE.search(text, 0, found.start())
            and number not in known
        ):
            yield ArmyNumber((), number)


def _claim_types(
    text: str, span: tuple[int, int], earlier: AbstractSet[str], *, head: bool, of_part: bool
) -> tuple[str, ...]:
    start, end = span
    near = max(0, start - _CONTEXT)
    summed = not earlier.isdisjoint(("total", "subtotal"))
    number = float(text[start:end])
    small = number < MIN_SUM
    if _OTHER_AFTER.match(text, end) or (small and _OTHER_BEFORE.search(text, near, start)):
        return ()
    is_each = _EACH_BEFORE.search(text, near, start) and not _TOTAL_BEFORE.search(text, near, start)
    if not head and (_EACH_AFTER.match(text, end) or is_each):
        return ()
    if _UNITS_AFTER.match(text, end) or _UNITS_BEFORE.search(text, near, start):
        return ("count",)
    if not summed and _OF_SIZE.match(text, end):
        return ("total", "subtotal")
    before = _SIZE_BEFORE.search(text, near, start)
    if before and before[0].strip() in _WEAK and "total" not in earlier:
        before = None  # such as `post 3 of 26`
    if (before or _SIZE_AFTER.match(text, end)) and not small:
        return ("size",)
    if _LEFT_BEFORE.search(text, near, start) or _LEFT_AFTER.match(text, end):
        return ("left",)
    if of_part and "subtotal" not in earlier:
        return ("subtotal", "total")
    if summed:
        return ()
    if _TOTAL_BEFORE.search(text, near, start) or _TOTAL_AFTER.match(text, end) or _TOTAL.search(text, 0, start):
        return ("total", "subtotal")
    if earlier - {"count"} or (head and number < _MIN_SIZE):
        return ()
    return ("size", "total", "subtotal") if head else ("total", "subtotal", "size")


def _is_of_size(text: str, span: tuple[int, int]) -> bool:
    near = max(0, span[0] - _CONTEXT)
    return bool(_SIZE_BEFORE.search(text, near, span[0]) or _SIZE_AFTER.match(text, span[1]))


def is_off_table(clean: str) -> bool:
    """Whether a heading says that the troops below the heading are off the table."""
    low = without_accents(clean).casefold()
    return bool(re.search(OFF_TABLE, low)) and not re.search(
        r"\breserve (?:b(?:attalio)?n|bty|battery|division)|\bgeneral reserve\b", low
    )


def is_on_table(clean: str) -> bool:
    """Whether a heading says that the troops below the heading are on the table."""
    return bool(re.search(ON_TABLE, without_accents(clean).casefold()))

"""Lines with several items, and items over several lines."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace

from orbat.list_reader.lines import TypedLine
from orbat.list_reader.words import GUNS, MEN, POINTS, STANDS, SUBTOTAL, TOTAL, UNIT_NOUNS

_CAPITALS = re.compile(r"\s*[A-Z\d'\"(][^a-z]+\Z")
_MOST_CAPITALS = 0.6
"""If more of the lines than this share are in capitals, capitals mark no headings."""
_MIN_LENGTH = 60
"""Minimum length of a line to be split into sentences, in characters."""
_MIN_TOLD = 5
"""Minimum number of words of a sentence without numbers that is cut off from the sentence after it."""
_MAX_DETAILS = 12
"""Maximum number of detail lines joined to a name."""
_SENTENCE = re.compile(r"(?<=[\w)])[.!]\s+(?=[A-Z0-9])|(?<=\w)\.\s+(?=[a-z])")
_NOUN_NEXT = re.compile(
    rf"(?:{UNIT_NOUNS}|brigade|division|korps|corps|[A-Z][a-z]+(?:regiment|brigade|batterie|bataillon))\b", re.I
)
_ABBREVIATED = re.compile(
    r"(?:\b(?:[A-Z]|g[e\xe9]n|maj|lt|lieut|col|brig|capt|no|nr|st|bn|btl|batl|baon|bde|regt|rgt|div|art|cav|inf|kav|cl|kl|"
    r"gal|approx|mr|bty|bat|batt|drag|huss?|cuir|lanc|chass|fus|gren|feb|sept?|oct|nov|dec|jan|aug|de)|"
    r"(?:\A|[ (])\d{1,2}(?:pfd)?(?=\Z))\Z",
    re.I,
)
"""The end of a piece after which a full stop does not end a sentence."""
_STARTS_PIECE = re.compile(r"(?:\d[,;]|[:(])\s+\d{1,3}\Z")
"""A number at the start of a piece. A full stop after it makes it an ordinal: `70, 7. Linie`."""
_AFTER_ORDINAL = re.compile(r"\b\d{1,3}\.(?:,| und| u\.| bis| & )* ?\d{1,3}\Z")
"""A number after an ordinal. A full stop after it makes it an ordinal too: `8., 18. und 19. Linie`."""
_ORDINALS_IN_ROW = re.compile(r"(?:\d[,;]|[:(])\s+\d{1,3}\. ?[^\W\d]")
_PIECES = re.compile(
    rf"\s*;\s+|\s+/{{2}}\s+|\s+\|\|\s+|(?<=\d)\.\s+(?=(?:{SUBTOTAL}|{TOTAL})\b)|"
    r"\s+-{2,}\s+(?=(?:that|which|so|makes|total|das|macht|ca|ce qui)\b)",
    re.I,
)
_HEADING_COLON = re.compile(r"([^:]*\d[^:]*):\s+(?=.*\d)")


_MIN_PROSE = 58
"""Minimum length of the lines of broken prose, in characters. The last line of a paragraph may be shorter."""
_MAX_PARAGRAPH = 1_200
_MIN_KEY = 12
"""Number of characters by which the start of the clean text is found in the typed line."""
_ENDS_ROW = re.compile(rf"(?:\s\s|[=:]\s*)\d[\d.,]*\W*\Z|[.:!?]\W*\Z|\d ?{POINTS}\W*\Z", re.I)
_OPEN_BRACKET = re.compile(r"\([^()]*\Z")
_CLOSES_BRACKET = re.compile(r"[^()]*\)")
_ENDS_BRACKET = re.compile(r"\d[)\]]\W*\Z")
_LABEL_FIRST = re.compile(r"[^\W\d_][\w' (),-]{2,40}: ")
_STARTS_SUM = re.compile(rf"\W*(?:{TOTAL}|{SUBTOTAL}|(?:so|makes?|that(?: is| makes|'s)?)\W+\d+\W*\Z)", re.I)
_LABELLED = re.compile(r"[^\W\d][\w '()]{2,40}(?: - |: )\d")
"""A label before a number of units: `Cavalry brigade - 2 dragoon regiments`."""
_COUNTED = re.compile(rf"(?:[a-z]+ )?(?:{STANDS}|{GUNS}|{MEN}|{POINTS}|{UNIT_NOUNS})\b", re.I)
_UNFINISHED = re.compile(
    r"[^\W\d],? (?:and|und|et|the|an|of|with|at|who|which|die|der|das|dem|den|eine?|mit|von|zu|de|du|des|les?|la|"
    r"une?|qui|avec)\Z"
)
"""The end of a line that the next line certainly continues."""
_REST_OF_UNIT = re.compile(r"\(\d+\)[;,]")
_FLOWS_ON = re.compile(r"[a-z]")


_STARTS_NUMBER = re.compile(r"\(\d+\)|\d+ (?=[^\W\d])")
_SPEAKER = re.compile(r"([^\W\d][^:]{0,24}): ")
_GROUP = re.compile(
    r"(?:(?P<count>\d+\s+)?(?P<name>[^\W\d][^:]{2,30}?):\s+|"
    r"(?P<cell>(?:\d+(?:st|nd|rd|th|er?|re|\.)\s)?[^\W\d][^/|>]{2,30}?)\s+[/|>]+\s+)(?=.*[^\W\d_]{2})"
    rf"(?!\d+ ?{POINTS}\W*\Z)"
)
_ONLY_PRICE = re.compile(rf"\W*\d+ ?{POINTS}?\W*\Z", re.I)
_MIN_SPOKEN = 3
_MOST = 0.8


_PRICE_FIRST = re.compile(
    rf"(\d{{2,3}}) (?=[^\W\d]|\d{{1,2}}(?:st|nd|rd|th|er?|\.) )(?!{STANDS}\b|{GUNS}\b|{MEN}\b|{POINTS}\b|x\b)", re.I
)
_MIN_PRICES_FIRST, _MIN_PRICE_FIRST = 4, 20
_NUMBER_FIRST = re.compile(rf"(\d{{1,3}}) {{1,3}}(?=[^\W\d])(?!{STANDS}\b|{GUNS}\b|{MEN}\b|{POINTS}\b|x\b)", re.I)
_MIN_NUMBERS_FIRST, _MIN_USUAL_PRICE = 6, 9


def with_prices_first(lines: Sequence[TypedLine]) -> list[TypedLine]:
    """Mark the numbers at the start of lines as prices, if most lines with numbers seem to begin with a price."""
    plain = [not (line.row or line.cells) for line in lines]
    found = [_PRICE_FIRST.match(line.clean) if one else None for one, line in zip(plain, lines, strict=True)]
    prices = [int(one[1]) for one in found if one]
    numbered = sum(any(map(str.isdecimal, line.clean)) for line in lines)
    large = sum(price >= _MIN_PRICE_FIRST for price in prices)
    if len(prices) < _MIN_PRICES_FIRST or 2 * len(prices) < numbered or 10 * large < 9 * len(prices):
        found = [_NUMBER_FIRST.match(line.clean) if one else None for one, line in zip(plain, lines, strict=True)]
        if not _are_prices(
            [(int(one[1]), line.clean[one.end() :]) for one, line in zip(found, lines, strict=True) if one], numbered
        ):
            return list(lines)
    return [
        replace(line, clean=f"{one[1]} - {line.clean[one.end() :]}") if one else line
        for line, one in zip(lines, found, strict=True)
    ]


def _are_prices(found: Sequence[tuple[int, str]], numbered: int) -> bool:
    # Whether numbers at the start of nearly all lines, most of them without another number, are no counts or sizes.
    if len(found) < _MIN_NUMBERS_FIRST or 4 * len(found) < 3 * numbered:
        return False
    alone = sum(not any(map(str.isdecimal, rest)) for _, rest in found)
    values = sorted(value for value, _ in found)
    rising = [value for value, _ in found] == values
    return 2 * alone >= len(found) and values[len(values) // 2] >= _MIN_USUAL_PRICE and not rising


def without_common_capitals(lines: Sequence[TypedLine]) -> list[TypedLine]:
    """If most lines are in capitals, do not take capitals for headings."""
    worded = [line for line in lines if any(map(str.isalpha, line.text))]
    capitals = [line for line in worded if _CAPITALS.match(line.text)]
    if len(capitals) <= _MOST_CAPITALS * len(worded):
        return list(lines)
    return [replace(line, emphasised=False) if line in capitals else line for line in lines]


def without_speakers(lines: Sequence[TypedLine], is_label: Callable[[str], bool]) -> list[TypedLine]:
    """Remove the name of the writer from the lines of a chat, if several lines begin with this name.

    `is_label` recognises labels such as `Size:`, which are not names.
    """
    counts = Counter(found[1] for line in lines if (found := _SPEAKER.match(line.clean)))
    names = {name: number for name, number in counts.items() if len(name.split()) <= 3 and not is_label(name)}
    spoken = sum(names.values()) > _MOST * sum(bool(line.clean) for line in lines)  # nearly all lines have a writer
    often = any(number >= _MIN_SPOKEN for number in names.values())
    writers = {name for name, number in names.items() if number >= _MIN_SPOKEN or (often and spoken)}
    return [
        replace(line, clean=line.clean[found.end() :].strip())
        if (found := _SPEAKER.match(line.clean)) and found[1] in writers
        else line
        for line in lines
    ]


_TAGGED = re.compile(r"([A-Z])(\d{1,2})[.):]?\s+(?=\S)")
_MIN_TAGGED = 3


def without_tags(lines: Sequence[TypedLine]) -> list[TypedLine]:
    """Remove labels that number the lines, such as `A1` in `A1 Left regiment` and `A2` in `A2 Right regiment`."""
    tags = [_TAGGED.match(line.clean) for line in lines]
    letters = Counter[str]()
    before: tuple[str, int] = ("", 0)
    for tag in filter(None, tags):
        letter, number = tag[1], int(tag[2])
        letters[letter] += (letter, number - 1) == before or number == 1
        before = letter, number
    counted = {letter for letter, number in letters.items() if number >= _MIN_TAGGED - 1}
    if max(letters.values(), default=0) < _MIN_TAGGED:
        return list(lines)
    return [
        replace(line, clean=line.clean[tag.end() :], bullet=True) if tag and tag[1] in counted else line
        for line, tag in zip(lines, tags, strict=True)
    ]


def with_group_lines(lines: Sequence[TypedLine], is_group: Callable[[str], bool]) -> list[TypedLine]:
    """If the name of a group is typed before each unit of the group, write the name once, on a line above the units.

    `Left Brigade: 7th Foot, 60` and `Left Brigade: 9th Foot, 40` become `Left Brigade`, `7th Foot, 60` and
    `9th Foot, 40`. `is_group` recognises the name of a group.
    """
    found = [_GROUP.match(line.clean) if not line.cells else None for line in lines]
    names = [(one["name"] or one["cell"]) if one else "" for one in found]
    counts = Counter(names)
    grouped: list[TypedLine] = []
    last = ""
    for line, one, name in zip(lines, found, names, strict=True):
        priced = one and (
            _ONLY_PRICE.match(line.clean[one.end() :]) or (one["count"] and line.clean[one.end()].isdigit())
        )
        if one is None or priced or counts[name] < _MIN_SPOKEN - 1 or not is_group(name):
            last = last if not line.clean else ""
            grouped.append(line)
            continue
        if name != last:
            grouped.append(replace(line, clean=name, bullet=False, emphasised=True))
        last = name
        grouped.append(replace(line, clean=f"{one['count'] or ''}{line.clean[one.end() :]}"))
    return grouped


def with_wrapped(lines: Sequence[TypedLine], continues: Callable[[str, str], bool]) -> list[TypedLine]:
    """Join lines that were broken in the middle of a unit. `continues` says whether a line continues the line above."""
    joined: list[TypedLine] = []
    for line in lines:
        last = joined[-1] if joined else line
        marked = line.bullet or line.emphasised or line.text.lstrip()[:1] in ("=", ">")
        apart = marked or line.cells or last.cells or not (line.clean and last.clean)
        if joined and not apart and continues(last.clean, line.clean):
            joined[-1] = replace(last, clean=f"{last.clean} {line.clean}", more=(*last.more, line.number))
        else:
            joined.append(line)
    return joined


def with_paragraphs(lines: Sequence[TypedLine]) -> list[TypedLine]:
    """Join the lines of each paragraph that was broken into lines of about equal length."""
    joined: list[TypedLine] = []
    before: TypedLine | None = None
    for place, line in enumerate(lines):
        last = joined[-1] if joined else line
        short = len(last.clean) + len(line.clean) < _MAX_PARAGRAPH
        above = lines[place - 2].clean if place > 1 else ""
        listed = 0 < len(above) < _MIN_PROSE and above[-1] not in ".,:;!?)"  # such as the unit above
        rest = before and (_UNFINISHED.search(before.clean) or _REST_OF_UNIT.match(line.clean))
        may_continue = short and (rest or not listed) and not (before and before.leaves_choice)
        titled = len(joined) == 1 and line.clean[:1].isdecimal()  # the first unit below the title
        if before and joined and may_continue and not titled and _continues(last.clean, before, line):
            joined[-1] = replace(last, clean=f"{last.clean} {line.clean}", more=(*last.more, line.number))
        else:
            joined.append(line)
        before = line
    return joined


def _continues(paragraph: str, before: TypedLine, line: TypedLine) -> bool:
    if not line.clean or line.bullet or line.emphasised or line.cells or before.cells or before.emphasised:
        return False
    if ":" in line.text.partition(line.clean[:_MIN_KEY])[0]:
        return False  # a new message
    if _OPEN_BRACKET.search(paragraph) and _CLOSES_BRACKET.match(line.clean):
        return True
    if len(before.clean) < _MIN_PROSE or line.indent > before.indent + 3 * before.bullet:
        return False
    if _UNFINISHED.search(before.clean) or _REST_OF_UNIT.match(line.clean):
        return True
    if _STARTS_SUM.match(line.clean) or _LABELLED.match(line.clean):
        return False
    if before.clean[-1:].isdigit() and ";" in before.clean and ";" in line.clean and not _COUNTED.match(line.clean):
        return False  # the units of a brigade on each line
    if _ENDS_ROW.search(before.clean) or before.clean.split()[:1] == line.clean.split()[:1]:
        return False
    if _FLOWS_ON.match(line.text.strip()) and not (paragraph[:1].islower() or paragraph.replace(" I ", " ").islower()):
        return True
    starts_number = _STARTS_NUMBER.match(line.clean) and before.clean[-1:] not in ".:;!?)" and not before.row
    if not (line.clean[:1].isalpha() or starts_number) or _LABEL_FIRST.match(line.clean):
        return False
    if before.clean[-1:].isdecimal() or _ENDS_BRACKET.search(before.clean) or "  " in before.clean:
        return False
    return len(line.clean) >= _MIN_PROSE or line.clean[-1:] in ".!?:;,"


def split_sentences(
    lines: Iterable[TypedLine],
    stands_alone: Callable[[str], bool],
    is_complete: Callable[[str], bool],
    without_sum: Callable[[str], tuple[str, str]],
) -> list[TypedLine]:
    """Split lines that contain several sentences or several units.

    A line is cut where the text before the cut is complete (`is_complete`), and the text after the cut can be a line of
    its own (`stands_alone`). `without_sum` cuts off a sum at the end.
    """
    pieces: list[TypedLine] = []
    for line in lines:
        if line.row:
            pieces.append(line)
            continue
        clean, total = without_sum(line.clean)
        pieces += _cut_sentences(replace(line, clean=clean), stands_alone, is_complete)
        pieces += [replace(line, clean=total)] if total else []
    return pieces


def _cut_sentences(
    line: TypedLine, stands_alone: Callable[[str], bool], is_complete: Callable[[str], bool]
) -> list[TypedLine]:
    clean = line.clean
    spans = _spans(clean, [found.span() for found in _PIECES.finditer(clean)])
    if sum(any(map(str.isdigit, clean[start:end])) for start, end in spans) < 2:
        spans = [(0, len(clean))]
    if len(clean) > _MIN_LENGTH:
        spans = [inner for start, end in spans for inner in _sentences(clean, start, end)]
    whole: list[tuple[int, int]] = []
    for start, end in spans:
        before = clean[whole[-1][0] : whole[-1][1]] if whole else ""
        told = len(before.split()) >= _MIN_TOLD and not any(map(str.isdigit, before))
        if whole and not (stands_alone(clean[start:end]) and (told or is_complete(before))):
            whole[-1] = whole[-1][0], end
        else:
            whole.append((start, end))
    pieces = [clean[start:end] for start, end in whole]
    if len(pieces) < 2:
        return [line]
    if len(pieces) > 2 and (found := _HEADING_COLON.match(pieces[0])):
        pieces = [found[1], pieces[0][found.end() :], *pieces[1:]]
    return [replace(line, clean=piece.strip(" .!")) for piece in pieces if piece.strip(" .!")]


def _spans(text: str, gaps: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    starts = [0, *(end for _, end in gaps)]
    ends = [*(start for start, _ in gaps), len(text)]
    return [(start, end) for start, end in zip(starts, ends, strict=True) if text[start:end].strip()]


def _sentences(text: str, first: int, last: int) -> list[tuple[int, int]]:
    gaps = []
    start = first
    ordinals = len(_ORDINALS_IN_ROW.findall(text, first, last))
    for found in _SENTENCE.finditer(text, first, last):
        before = text[start : found.start()]
        ordinal = (ordinals > 1 and _STARTS_PIECE.search(before)) or _AFTER_ORDINAL.search(before)
        numbered = before[-1:].isdecimal() and not (_NOUN_NEXT.match(text, found.end()) or ordinal)
        if numbered or not _ABBREVIATED.search(before) or before.endswith(" pts"):
            gaps.append(found.span())
            start = found.end()
    return [
        (begin + first, end + first)
        for begin, end in _spans(text[first:last], [(begin - first, end - first) for begin, end in gaps])
    ]


def ends_sentence(text: str, start: int, end: int) -> bool:
    """Whether a full stop from `start` to `end` ends a sentence, not an abbreviation or an ordinal number."""
    before = text[max(0, start - 20) : start]
    numbered = before[-1:].isdecimal() and not _NOUN_NEXT.match(text, end)
    return numbered or not _ABBREVIATED.search(before)


def join_details(
    lines: Sequence[TypedLine], is_name: Callable[[str], bool], is_addition: Callable[[str], bool]
) -> list[tuple[TypedLine, tuple[int, ...]]]:
    """Join the name of troops or a general with the lines below it that give only sizes, classes or prices.

    `is_name` recognises a name without a price. `is_addition` recognises a line with only details. Returns each line
    with the numbers of the lines joined to it.
    """
    kept: list[tuple[TypedLine, tuple[int, ...]]] = []
    at = 0
    while at < len(lines):
        line = lines[at]
        at += 1
        more: list[TypedLine] = []
        if line.clean and is_name(line.clean):
            while (
                at < len(lines)
                and len(more) < _MAX_DETAILS
                and _is_detail_of(line, lines[at])
                and is_addition(lines[at].clean)
            ):
                more.append(lines[at])
                at += 1
        if sum(bool(_COUNTS_GUNS.match(one.clean)) for one in more) > 1:  # several batteries
            at, more = at - len(more), []
        clean = ", ".join((line.clean, *(one.clean for one in more)))
        kept.append((replace(line, clean=clean) if more else line, tuple(one.number for one in more)))
    return kept


_COUNTS_GUNS = re.compile(rf"\d+ {GUNS}\b", re.I)


def _is_detail_of(line: TypedLine, below: TypedLine) -> bool:
    return bool(below.clean) and (
        below.indent > line.indent
        or line.clean.endswith(":")
        or bool(re.match(r"[A-Za-z ]{2,12}[:=]\s*\S", below.clean))
    )


# Running totals: in the last column, each number is the previous total plus the line's price.


_LAST_TWO = re.compile(rf"(.*(?<![\d.])(\d+) ?(?:{POINTS})?)[\s=|,;:(\[>-]+(\d+) ?(?:{POINTS})?[\s)\].]*\Z", re.I)
_FIGURES = re.compile(r"(?<![\w.])\d{1,3}(?![\w.])")
_MIN_PRICE_IN_ROW, _MAX_COUNT_IN_ROW = 5, 12
_ENDS_NUMBER = re.compile(rf"\d ?(?:{POINTS})?\W*\Z", re.I)
_MIN_RUNNING = 3
"""Minimum number of consecutive lines that end in a running total."""


def without_running_totals(lines: Iterable[TypedLine]) -> list[TypedLine]:
    """Remove running totals from the lines. The last one becomes a sum on a line of its own.

    A running total ends a line and is the sum of the prices so far.
    """
    kept = list(lines)
    chains = _chains(kept)
    cut = {place: _LAST_TWO.match(kept[place].clean) for chain in chains for place in chain}
    last = {chain[-1] for chain in chains}
    found: list[TypedLine] = []
    for place, line in enumerate(kept):
        total = cut.get(place)
        found.append(replace(line, clean=total[1].rstrip()) if total else line)
        if total and place in last and not line.cells:
            found.append(replace(line, clean=f"= {total[3]}", bullet=False))
    return found


def _chains(lines: Sequence[TypedLine]) -> list[list[int]]:
    # The places of consecutive lines that end in running totals. The first of them may have none, so a chain may start
    # at any sum.
    chains: list[list[int]] = [[]]
    total = 0
    for place, line in enumerate(lines):
        found = _LAST_TWO.match(line.clean)
        if not found:
            continue
        if not _adds(found[1], int(found[2]), int(found[3]) - total):
            chains.append([])
        chains[-1].append(place)
        total = int(found[3])
    return [chain for chain in chains if len(chain) >= _MIN_RUNNING and not _is_broken(chain, lines)]


def _is_broken(chain: Sequence[int], lines: Sequence[TypedLine]) -> bool:
    # Whether another line between those of the chain ends in a number too.
    between = (lines[place].clean for place in range(chain[0], chain[-1]) if place not in chain)
    return any(_ENDS_NUMBER.search(one) for one in between)


def _adds(text: str, price: int, difference: int) -> bool:
    # Whether a line costs the difference of two running totals: its price, its prices together, or a count times a
    # price.
    if price and price == difference:
        return True
    numbers = [int(one) for one in _FIGURES.findall(text)]
    prices = [one for one in numbers if one >= _MIN_PRICE_IN_ROW]
    products = (one * other for one in numbers if one <= _MAX_COUNT_IN_ROW for other in prices)
    return difference > price and (difference == sum(prices) or difference in products)

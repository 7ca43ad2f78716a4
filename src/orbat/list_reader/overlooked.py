"""Lines that were read, but may mean more or other troops than orbat bought.

A careful reader asks about them instead of calling the list right.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from orbat.evaluate.quote import Quote, UnitLine
from orbat.list_reader.line_reader import LineReader
from orbat.list_reader.lines import end_of_stamp
from orbat.list_reader.roles import TypedPoints
from orbat.list_reader.segments import Facts
from orbat.list_reader.words import STANDS, UNIT_NOUNS, normalised
from orbat.model.army_list import ArmyList
from orbat.model.book import Book
from orbat.model.claims import Claim, ReadLine
from orbat.model.look_alikes import name_words

_FAR = 3
"""A typed number of points is suspicious if it is this many times larger or smaller than the calculated points."""
_HIGHEST_NUMBER = 20
"""A number above this is rather the price of a general than the number of a brigade."""
_COUNT = re.compile(
    r"\b(?:an?|one|both|pair|two|three|une?|deux|trois|ein(?:e|en|er)?|zwei|drei|each|ditto)\b|[\w)]\s*\?", re.I
)
"""Words that count units, or a question mark."""
_NONE = re.compile(
    r"\W*(?:no|not|without|none of|kein\w*|ohne|nicht|pas|sans|less|minus|deleted|scratch)\b(?! (?:rifles?|general))|"
    r".*\b(?:deleted|not (?:bringing|needed)|pas pris\w*|only using|using \d)\b",
    re.I,
)
"""Words that say that troops are not in the army."""
_NAMES = re.compile(r"[,;:/&]|\b(?:and|und|et|with|for)\b", re.I)
_LISTED = re.compile(r"[^:]+:(.+)")
_BRACKETS = re.compile(r"\([^()]*\)?")
_FIRST_WORD = re.compile(r"[^\W\d_]+")
_PROPER = re.compile(r"\b[A-ZÀ-Þ][^\W\d_]{3,}\b(?!['’])")
_WORKINGS = re.compile(r"\d ?\+ ?\d|\?")
_MAX_NAMES = 12


class Overlooked:
    """Finds the lines of one army that may mean more or other troops than were bought.

    `lines`: the line reader with the words of the ruleset and army list. `army_list`: None if it is unknown.
    `confirmed`: whether the typed total is the calculated total.
    """

    def __init__(
        self, lines: LineReader, army_list: ArmyList | None, quote: Quote | None, book: Book, *, confirmed: bool
    ) -> None:
        self._lines = lines
        self._confirmed = confirmed
        self._commanders = army_list.known_commanders if army_list else None
        spellings = army_list.commander_spellings if army_list else ()
        self._words = frozenset(word for one in spellings for word in name_words(one))
        units, commanders = (quote.all_units, quote.all_commanders) if quote else ((), ())
        self._counts = frozenset(_counts_of(units, book)) | {len(commanders)}
        self._stands = frozenset(_stands_of(units))
        self._costs = {one.path: one.points for one in units} | {one.path: one.points for one in commanders}
        self._bought = self._known(one.commander.name for one in commanders)
        names = {one.path: _FIRST_WORD.findall(one.commander.name.casefold()) for one in commanders}
        self._surnames = {path: words[-1] for path, words in names.items() if words}

    def find(self, lines: Sequence[ReadLine], claims: Iterable[Claim]) -> frozenset[int]:
        """The numbers of the lines. The first line is the title, which often names a commander."""
        hiding = (
            line.number
            for place, line in enumerate(lines)
            if not line.unread and (self._may_hide(line, is_title=place == 0) or self._counts_otherwise(line))
        )
        return frozenset((*hiding, *self._far(claims)))

    def _may_hide(self, line: ReadLine, *, is_title: bool) -> bool:
        match line.role:
            case "unit":
                denied = _NONE.match(line.text) and not self._lines.facts(line.text).description.refused
                return bool(denied) or self._is_led(line)
            case "sum":
                facts = self._lines.facts(line.text)
                unused = max(_unused(line, facts), default=0)
                read = max((one.value for one in line.numbers if one.role != "outside"), default=0)
                return bool(facts.description.kinds) and unused > (read if self._confirmed else 0) and not _is_row(line)
            case "title" | "outside" | "general" | "formation":
                # a right total includes all generals, or they are free
                omits = not self._confirmed and self._omits_general(line, is_title=is_title)
                return omits or (not self._confirmed and self._may_hide_troops(line))
            case _:
                return False

    def _counts_otherwise(self, line: ReadLine) -> bool:
        """Whether a line without units counts units or stands, and no group of units has this count."""
        if line.role not in ("sum", "outside", "title", "general", "formation") or _is_row(line) or not self._counts:
            return False
        lost = {one.value for one in line.numbers if one.role == "outside"}
        heads = line.role in ("general", "formation")
        summed = heads or line.role == "sum" or any(one.role == "total" for one in line.numbers)
        counted = {int(found[1]) for found in (_COUNTED if summed else _COUNTED_ALL).finditer(line.text)}
        counted |= {int(found[1]) for found in _COUNTED_LAST.finditer(line.text)}
        stands = {int(found[1]) for found in _STANDS.finditer(line.text)} if summed else set()
        return not (counted & lost <= self._counts and stands & lost <= self._stands)

    def _may_hide_troops(self, line: ReadLine) -> bool:
        facts = self._lines.facts(line.text)
        described = facts.description
        if line.role in ("general", "formation"):
            listed = _LISTED.match(line.text[end_of_stamp(line.text) :])
            if listed and sum(any(map(str.isdigit, one)) for one in _NAMES.split(listed[1])) > 1:
                return True
            lost = {one.value for one in line.numbers if one.role == "outside" and one.value > _HIGHEST_NUMBER}
            if (self._lines.general_prices & lost and not _is_row(line)) or _WORKINGS.search(line.text):
                return True
        named = bool(described.kinds or described.options) or self._lines.is_known(described.words)
        counted = line.role in ("title", "outside") and not described.levels and _COUNT.search(line.text)
        return named and bool(counted or _unused(line, facts))

    def _is_led(self, line: ReadLine) -> bool:
        """Whether a line of units begins with the name of a general from another line: `Ward: 4th Maine 16`."""
        first = None if _is_row(line) else _FIRST_WORD.match(line.text)
        if first is None or not (line.text.startswith(":", first.end()) or len(line.paths) > 1):
            return False
        if normalised(first[0]) not in self._lines.facts(line.text).description.unknown_words:
            return False
        leaders = {path for path, name in self._surnames.items() if name == first[0].casefold()}
        return len(self._surnames) > 1 and bool(leaders) and leaders.isdisjoint(line.paths)

    def _omits_general(self, line: ReadLine, *, is_title: bool) -> bool:
        """Whether a line names commanders of the army list who were not bought, or gives several generals one name."""
        pieces = _NAMES.split(_BRACKETS.sub(" ", line.text))[:_MAX_NAMES]
        named = self._known(pieces)
        if line.role in ("outside", "formation") and not line.paths and not is_title:
            text = line.text if line.role == "outside" else " ".join(_BRACKETS.findall(line.text))
            named |= self._known(_PROPER.findall(text)[:_MAX_NAMES])
        several = [name for path, name in self._surnames.items() if path in line.paths and not _is_row(line)]
        return len(named - self._bought) > len(line.paths) or len({*several}) < len(several)

    def _known(self, names: Iterable[str]) -> frozenset[str]:
        if self._commanders is None:
            return frozenset()
        pieces = (one.strip(" .()") for one in names)
        # most pieces have no word of a name, and a search for a name is slow
        return frozenset(self._commanders.find(one) for one in pieces if self._words & name_words(one)) - {""}

    def _far(self, claims: Iterable[Claim]) -> Iterator[int]:
        for claim in claims:
            costs = [cost for path in claim.covers if (cost := self._costs.get(path))]
            match claim.claim_type:
                case "line":
                    cost = sum(costs)
                case "each":
                    cost = min(costs, default=0)
                case "total" if not self._confirmed:
                    cost = sum(self._costs.values())
                case _:
                    continue
            if cost and claim.typed and max(cost, claim.typed) > _FAR * min(cost, claim.typed):
                yield claim.line


def _counts_of(units: Sequence[UnitLine], book: Book) -> Iterator[int]:
    # How many units there are in all, in each formation, and of each entry, kind, subtype and arm.
    entries = [(one.path, book.entries(one.list_id).get(one.unit.entry)) for one in units]
    counts: Counter[object] = Counter()
    for path, entry in entries:
        groups: set[object] = {path[:depth] for depth in range(len(path))}
        if entry is not None:
            kind = book.kind(entry)
            groups |= {("entry", entry.id), ("kind", entry.kind), ("subtype", entry.subtype), ("arm", kind.arm)}
        counts.update(groups)
    yield len(units)
    yield from counts.values()


def _stands_of(units: Sequence[UnitLine]) -> Iterator[int]:
    # How many stands each formation has. Generals may be counted as stands too, so this is only a lower limit.
    stands: Counter[object] = Counter()
    for one in units:
        if isinstance(one.unit.size, int):
            stands.update({one.path[:depth]: one.unit.size for depth in range(len(one.path))})
    for count in stands.values():
        yield from (count, count + 1)


_STANDS = re.compile(rf"\b(\d{{1,3}}) {STANDS}\b", re.I)
_COUNTED = re.compile(
    rf"\b(\d{{1,2}}) (?:[^\W\d]+ )?(?:{UNIT_NOUNS}|units|brigades?|brigaden|einheiten|unit[e\xe9]s)\b", re.I
)


_COUNTED_ALL = re.compile(r"\b(\d{1,2}) (?:units|einheiten|unit[e\xe9]s)\b", re.I)
_COUNTED_LAST = re.compile(rf"\b(?:{UNIT_NOUNS}|units|einheiten|unit[e\xe9]s) ?[:=] ?(\d{{1,2}})\W*\Z", re.I)


def _is_row(line: ReadLine) -> bool:
    return "  " in line.text


def _unused(line: ReadLine, facts: Facts) -> list[TypedPoints]:
    """The numbers from 2 that have no role, apart from numbers in names and repeated numbers."""
    known = {number.value for number in facts.numbers if number.is_in_name}
    known |= {one.value for one in line.numbers if one.role != "outside"}
    return [one.value for one in line.numbers if one.role == "outside" and one.value not in known and one.value > 1]

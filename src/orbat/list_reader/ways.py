"""The ways to read a piece of a text: as a unit, a general, a heading, a sum or a remark. Each has a cost."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import cached_property
from typing import NamedTuple

from orbat.list_reader import piece_costs as cost_of
from orbat.list_reader.army_numbers import ArmyNumber, army_numbers_in, mentions_sums
from orbat.list_reader.defaults import defaults_in, gives_sizes
from orbat.list_reader.generals import TypedGeneral, general_in, is_free
from orbat.list_reader.item import Item
from orbat.list_reader.line_blocks import ends_sentence
from orbat.list_reader.line_reader import LineReader, View
from orbat.list_reader.lines import TypedLine
from orbat.list_reader.names import says_each
from orbat.list_reader.roles import Number, TypedPoints
from orbat.list_reader.segments import BRACKETS, NOUN, PROPER, SAYS_SUM, SUM_FIRST, Facts
from orbat.list_reader.shapes import ChosenReading, Roles, choose
from orbat.list_reader.unit_costs import WRONG, UnitCosts, UnitReading
from orbat.list_reader.unit_readings import close_readings, purchase_of
from orbat.list_reader.words import (
    EACH,
    LABELS,
    MOUNTED_OR_NOT,
    POINTS,
    SAME_AGAIN,
    SPELT_NUMBERS,
    TOTAL,
    without_accents,
    words_of,
)
from orbat.model.points import exact
from orbat.model.record import Value

NEVER = 1e9
"""The cost of what is impossible."""
_CUT_BETTER = 2.0
"""A piece that costs this much more than its parts is not read as troops."""
_PATTERNS = 6
"""Maximum number of patterns of roles that are tried for a piece."""
_MAX_WORDS, _MAX_FIGURES, _MAX_DEFINITION, _MAX_FREE = 30, 6, 90, 90
"""Maximum numbers of words and numbers of a unit, and maximum lengths of a definition and of words for the player."""
_MANY_GENERALS, _MAX_SEVERAL = 8, 8
"""A smaller number counts generals in a list without prices. At most so many units or generals are meant."""
_LIKELY = 1.5
"""A role that costs at most this is a likely one."""
_SMALL = re.compile(r"(?<![\d.,])[2-8](?![\d.,])")
"""A number that may count units or generals."""
_JOINT = re.compile(r"[,;+&/]|\b(?:and|und|et|plus)\b")
"""What stands between two names."""
_ARTICLE = re.compile(r"\W*(?:an?|one|une?|eine?)\b", re.I)
_NONE = re.compile(r"\W*(?:no|keine?n?|pas de|aucune?|ohne|without|sans)\b", re.I)
_LABELLED = re.compile(r"\W*[^\W\d]+(?:[ -][^\W\d]+)? ?:")
_IN_POINTS = re.compile(rf"\d ?{POINTS}\b", re.I)
_REST_WORDS = re.compile(
    rf"(?!\W*(?:{POINTS}|{EACH}|in all|en tout|zusammen|together|insgesamt|the lot)\b)[^\W\d]{{3}}"
)
_AGREED = re.compile(rf"\b\d?\d(?:00|25|50|75) ?{POINTS}\b", re.I)
_SAYS_SUM = re.compile(
    r"\W*(?:ce qui fait|ca fait|fait|das (?:sind|macht|ist)|macht|making|makes|that'?s|that is|which is|so|also|soit|"
    rf"insgesamt|zusammen|together|in all|en tout|ensemble)\b[^\d]{{0,20}}\d+ ?(?:{POINTS})?(?: [^\W\d]+){{0,3}}\W*\Z|"
    rf"\W*\d+ ?(?:{POINTS})? (?:en tout|in all|altogether|zusammen|insgesamt|together|im ganzen|au total|total|all in)"
    r"\W*\Z",
    re.I,
)
ONLY_SUM = re.compile(rf"\W*(?:=+|[a-z']+ )?\s*\d+ ?(?:{POINTS})?\W*\Z", re.I)
"""A number with at most one word."""
_NAMED_SUM = re.compile(rf"[A-Z\xc0-\xde][^\W\d]{{2,}}(?:[ '-][^\W\d]+){{0,2}} *[:=]? *\d{{2,4}}(?: ?{POINTS})?\W*\Z")
"""A name and a number, such as `Adams  540`."""
_FAR = 3
"""A sum of a formation is larger than the price of a general by more than this factor."""
_SAYS_TOTAL = re.compile(TOTAL, re.I)
_SENTENCE_END = re.compile(r"[.!?] (?=[A-Z])")
_WORD_NEXT = re.compile(r" [^\W\d]{2}")


class StatedSum(NamedTuple):
    """A sum on a piece. `kind`, `above`: what it likely is, such as `total`, below some troops and above all troops."""

    kind: str
    above: str
    points: TypedPoints


class Way(Value):
    """A way to read a piece.

    - `cost`: how unlikely it is
    - `view`: how the piece is read. None: as its own words say
    - `points`: what it adds to the army, in points. Several values if the typed price is wrong
    - `of_general`: whether the points are those of generals
    - `sums`: the sums on the piece
    - `starts`: whether the piece starts a formation
    - `again`: whether the piece is about a unit like the one before it
    """

    cost: float
    view: View | None = None
    points: tuple[TypedPoints, ...] = ()
    of_general: bool = False
    sums: tuple[StatedSum, ...] = ()
    starts: bool = False
    again: bool = False

    @property
    def is_remark(self) -> bool:
        """Whether the piece adds nothing to the army, and says nothing about its sums."""
        if self.view is not None and self.view.way == "talk":
            return True
        return bool(self.sums) and not self.points and {one.kind for one in self.sums} <= {"left", "size", "count"}


class WayFinder:
    """Finds the ways to read a piece. `priced`: whether the units of the list should have prices."""

    def __init__(self, lines: LineReader, costs: UnitCosts) -> None:
        self.priced = lines.priced
        self._lines = lines
        self._costs = costs
        self._plain: dict[tuple[str, bool], tuple[Way, ...]] = {}
        self._as_units: dict[tuple[str, bool], tuple[Way, ...]] = {}
        self._choices: dict[str, ChosenReading] = {}

    def ways_of(self, text: str, cut: float = NEVER) -> tuple[Way, ...]:
        """The ways to read a piece. `cut`: what the piece costs if it is cut."""
        key = text, self.priced
        if key not in self._plain:
            self._plain[key] = tuple(self._ways(text))
        if key not in self._as_units:
            least = self._least_as_unit(text)
            if least > cut + _CUT_BETTER:
                return self._plain[key]
            self._as_units[key] = tuple(self._as_unit(text, least - cost_of.BEST)) if least < NEVER else ()
        return (*self._plain[key], *self._as_units[key])

    def open_numbers(self, text: str) -> list[Number]:
        """The numbers of a text that are not part of a name."""
        return _open(self._lines.facts(text))

    def as_read(self, line: TypedLine, items: Sequence[Item], choice_of: Mapping[int, ChosenReading]) -> Way:
        """A line as it was read already. `choice_of`: the readings of units, by the `id()` of their items."""
        cost, typed, right = 0.0, Fraction(0), Fraction(0)
        of_generals = False
        for item in items:
            if item.item_type == "troops" and (way := self._unit_as_read(item, choice_of.get(id(item)))):
                cost += way.cost
                typed += way.points[0]
                right += way.points[-1]
            elif item.item_type == "general" and item.general and not item.general.player:
                more, pay, right_pay = self._pay_as_read(item.general)
                cost += more
                typed += pay
                right += right_pay
                of_generals = of_generals or pay > 0
            elif item.item_type in ("unread", "troops"):
                cost += cost_of.UNREAD
            elif item.item_type == "talk" and len(items) == 1:
                cost += next(way.cost for way in self.ways_of(line.clean) if way.view and way.view.way == "talk")
        if any(item.item_type != "talk" for item in items):
            lost = len(self.open_numbers(line.clean)) - sum(map(_numbers_read, items))
            cost += cost_of.NUMBER * max(0, lost)
        both = tuple(dict.fromkeys((exact(typed), exact(right))))
        of_generals = of_generals and not any(item.item_type == "troops" for item in items)
        kinds = [(_kind_of(one, line.clean), one.number) for item in items for one in item.numbers]
        sums = tuple(StatedSum(kind, kind, number) for kind, number in kinds)
        starts = any(item.item_type == "heading" for item in items)
        return Way(cost, None, both if any(both) else (), of_generals, sums, starts)

    def _unit_as_read(self, item: Item, choice: ChosenReading | None) -> Way | None:
        if choice is None or choice.reading is None:
            return None
        cost = self._doubts_as_unit(item.text, self._lines.facts(item.text))
        return self._way_of(choice, choice.roles, choice.reading, cost)

    def _pay_as_read(self, general: TypedGeneral) -> tuple[float, Fraction, Fraction]:
        # The cost of generals as they were read, and their typed and their right points.
        right = Fraction(self._usual_pay) * general.count
        if general.price is None:
            unpaid = self.priced and bool(right) and not general.implied
            counts = right * (not self.priced and not general.implied)
            return cost_of.UNPAID * general.count * unpaid, counts, counts
        price = Fraction(general.price)
        if price / general.count in self._lines.general_prices:
            return cost_of.PAID, price, price
        return (cost_of.WRONG_PAY if price else cost_of.FREE_OF_CHARGE), price, right

    @cached_property
    def _usual_pay(self) -> TypedPoints:
        return min((one for one in self._lines.general_prices if one), default=0)

    def _ways(self, text: str) -> Iterator[Way]:
        # All ways but those as units.
        facts = self._lines.facts(text)
        described, numbers = facts.description, _open(facts)
        cost = _cost_of_form(text)
        staff = described.general or bool(described.levels)
        yield Way(cost + self._cost_of_remark(text, facts), View("talk"))
        if not numbers and described.kinds and not described.armed:
            more = cost_of.GRADE * bool(described.options or described.rating) + self._cost_of_regiment(text, facts)
            mentions = self._mentions(facts) * (1 if self.priced else 2)
            yield Way(cost + more + cost_of.HEADING_OF_ARM * mentions, starts=bool(described.levels))
        elif not numbers and staff:
            yield from self._as_heading(text, facts, cost)
        if not staff and len(text) < _MAX_DEFINITION and self._defines(text, facts):
            yield Way(cost + cost_of.HEADING)
        if SAME_AGAIN.search(text):
            yield Way(cost + cost_of.LIKE_ABOVE, points=(numbers[-1].value,) if numbers else (), again=True)
        yield from self._as_sum(text, facts, cost)
        yield from self._as_general(text, facts, cost)

    def _cost_of_remark(self, text: str, facts: Facts) -> float:
        described, numbers = facts.description, _open(facts)
        staff = described.general or bool(described.levels)
        cost = cost_of.NUMBER * len(numbers) + cost_of.IN_POINTS * len(_IN_POINTS.findall(text))
        cost += cost_of.BARE_NUMBER * bool(numbers and not any(map(str.isalpha, text)))
        cost += cost_of.TROOPS * max(self._is_named(text, facts), self._mentions(facts))
        cost += self._cost_of_regiment(text, facts)
        cost += (cost_of.PAID_STAFF if numbers else cost_of.STAFF) * staff
        cost += cost_of.GRADE * bool(described.options or described.rating)
        cost += cost_of.FREE * is_free(text) + cost_of.NAMED_PLAYER * self._names_player(text, facts)
        cost += cost_of.NAMED_GENERAL * self._names_general(text, facts)
        low = without_accents(text)
        sized = facts.sized or facts.rated
        states_sum = bool(numbers) and not sized and (bool(SUM_FIRST.match(low)) or mentions_sums(text))
        return cost + cost_of.STATED_SUM * states_sum

    def _cost_of_regiment(self, text: str, facts: Facts) -> float:
        one = self._is_named(text, facts) and bool(_ARTICLE.match(without_accents(text)))
        regiment = not _open(facts) and bool(NOUN.search(text) and PROPER.search(text))
        return cost_of.ONE_UNIT * one + cost_of.REGIMENT * regiment

    def _is_named(self, text: str, facts: Facts) -> bool:
        described = facts.description
        if described.unknown_words and self._lines.is_known(described.words):
            return True
        return bool(described.kinds) and not described.armed and not _NONE.match(without_accents(text))

    def _names_player(self, text: str, facts: Facts) -> bool:
        general = general_in(text, facts.description, facts) if is_free(text) else None
        return general is not None and general.player and bool(general.name)

    def _names_general(self, text: str, facts: Facts) -> bool:
        if not facts.description.general or facts.description.kinds or _open(facts):
            return False
        general = general_in(text, facts.description, facts, self._lines.general_prices)
        return general is not None and bool(general.name) and not general.player

    def _as_heading(self, text: str, facts: Facts, cost: float) -> Iterator[Way]:
        # A formation or general without a number.
        items = self._lines.items(TypedLine(0, text, text), head=False)
        found = [one.general for one in items if one.general and not (one.general.player or one.general.implied)]
        count = sum(one.count for one in found)
        starts = bool(facts.description.levels)
        paid = self.priced and bool(self._usual_pay)
        if not count:
            yield Way(cost + cost_of.HEADING, starts=starts)
            if starts and self._usual_pay:
                yield Way(cost + cost_of.LED, View("led"), (self._usual_pay,), of_general=True, starts=True)
            return
        if paid:
            yield Way(cost + cost_of.UNPAID * count, points=(0,), of_general=True, starts=starts)
        more = cost_of.HEADING + cost_of.LED * paid
        yield Way(cost + more, points=(self._usual_pay * count,), of_general=True, starts=starts)
        named = any(one.name for one in found) and not _LABELLED.match(text)
        yield Way(cost + (cost_of.NAMED_GENERAL if named else cost_of.UNLED), View("heading"), starts=starts)

    def _defines(self, text: str, facts: Facts) -> bool:
        if self._lines.defines(text) and not facts.rated:
            return True
        stated = defaults_in(text, self._lines.facts, head=True) is not None or gives_sizes(text, facts)
        return stated and not facts.priced

    def _as_sum(self, text: str, facts: Facts, cost: float) -> Iterator[Way]:
        described, numbers = facts.description, _open(facts)
        if not numbers:
            return
        low = without_accents(text)
        last = (StatedSum("subtotal", "subtotal", numbers[-1].value),)
        alone = len(numbers) == 1
        if SUM_FIRST.match(low) and facts.numbers_in("points") and not facts.rated:
            yield Way(cost + cost_of.SUM_WITH_UNIT, sums=_sums_in(text))
        named = described.unknown_words or described.rating
        if described.kinds and not named and alone and facts.only_price:
            yield Way(cost + cost_of.SUM_OF_ARM, View("sum"), sums=last)
            if described.levels:  # `Corps cavalry [9]` above its units without prices
                yield Way(cost + cost_of.HEADING_OF_ARM, View("heading"), starts=True)
        if (described.kinds and not described.armed) or facts.sized or facts.rated:
            return
        sums = _sums_in(text)
        cost += cost_of.FURTHER * (max(0, len(numbers) - max(1, len(sums))) + is_free(text))
        if SAYS_SUM.match(text) or SUM_FIRST.match(low) or mentions_sums(text) or _SAYS_SUM.match(low):
            yield Way(cost + cost_of.SUM, sums=sums)
        elif _AGREED.search(low) or (described.levels and alone and ONLY_SUM.match(low)):
            yield Way(cost + cost_of.SUM_OF_LEVEL, sums=sums, starts=bool(described.levels))
        elif alone and self._is_named_sum(text, facts) and not any(one.kind == "size" for one in sums):
            yield Way(cost + cost_of.NAMED_SUM, View("sum"), sums=last)
        elif ONLY_SUM.match(low):
            yield Way(cost + cost_of.BARE_SUM, View("sum"), sums=last)

    def _is_named_sum(self, text: str, facts: Facts) -> bool:
        far = _open(facts)[0].value > _FAR * self._usual_pay
        return far and not facts.description.general and _NAMED_SUM.match(text) is not None

    def _as_general(self, text: str, facts: Facts, cost: float) -> Iterator[Way]:
        described, numbers = facts.description, _open(facts)
        if (facts.sized or facts.rated) and "(" in text and (outside := BRACKETS.sub("", text)) != text:
            # `Left Brigade (3 battalions, 40 stands), Adams 30`
            for way in self._as_general(outside, self._lines.facts(outside), cost + cost_of.COUNTS_IN_BRACKETS):
                yield replace(way, view=View("general")) if way.points else way
        if facts.sized or facts.rated:
            return
        starts = bool(described.levels)
        alone = len(numbers) == 1 and facts.only_price
        if described.kinds and not described.armed:
            if starts and alone and numbers[0].value in self._lines.general_prices:
                points = (numbers[0].value,)
                yield Way(cost + cost_of.OF_ARM, View("general"), points, of_general=True, starts=True)
            return
        if is_free(text) and len(numbers) <= 1 and facts.price in (None, 0) and len(text) < _MAX_FREE:
            yield Way(cost + cost_of.PLAYER, starts=starts)
        if numbers and facts.price == 0 and described.general and not is_free(text) and self.priced:
            both = (0, self._usual_pay)
            yield Way(cost + cost_of.FREE_OF_CHARGE, points=both, of_general=True, starts=starts)
        elif numbers and (described.general or starts or self._lines.pays_named(facts)):
            yield from self._as_paid(text, facts, cost)

    def _as_paid(self, text: str, facts: Facts, cost: float) -> Iterator[Way]:
        described, numbers = facts.description, _open(facts)
        starts, alone = bool(described.levels), len(numbers) == 1
        prices = self._lines.general_prices
        cost += cost_of.WITH_SUM * bool(SUM_FIRST.match(without_accents(text)))
        if alone and numbers[0].value < _MANY_GENERALS and not facts.counted and not self.priced:
            yield Way(cost + cost_of.COUNTED, of_general=True)
        general = general_in(text, described, facts, prices) or TypedGeneral("", price=numbers[0].value)
        read = {general.price, general.each, general.count}
        cost += cost_of.NUMBER * sum(number.value not in read for number in numbers)
        cost += cost_of.NUMBER_IN_NAME * sum(one.is_in_name and one.context != "year" for one in facts.numbers)
        cost += cost_of.NAME_AFTER * bool(PROPER.search(text, numbers[-1].end))
        each = exact(general.each or Fraction(general.price or 0) / general.count)
        if each not in prices:
            if alone and facts.only_price and self.priced and described.general:
                both = (each, self._usual_pay)
                yield Way(cost + cost_of.WRONG_PAY, points=both, of_general=True, starts=starts)
            return
        paid = each * general.count
        cost += cost_of.NUMBER * (general.price is not None and general.price != paid)
        if described.general or starts:
            items = self._lines.items(TypedLine(0, text, text), head=False)
            typed = [one.general.price for one in items if one.general and one.general.price]
            points = (exact(sum(map(Fraction, typed), Fraction(0))) if typed else paid,)
            view = None if typed else View("general")
            yield Way(cost + cost_of.PAID, view, points, of_general=True, starts=starts)
        elif alone and facts.only_price:
            yield Way(cost + cost_of.PAID_NAME, View("general"), (paid,), of_general=True)
        for count in range(2, _listed(text, (numbers[0].value,)) + 1) if alone and general.count == 1 else ():
            more = cost_of.SEVERAL + cost_of.EACH_MORE * (count - 1)
            yield Way(cost + more, View("generals", count), (paid * count,), of_general=True)

    def _least_as_unit(self, text: str) -> float:
        # What the piece costs at least as a unit, before its entry and its numbers are looked at.
        facts = self._lines.facts(text)
        described, numbers = facts.description, _open(facts)
        named = self._is_named(text, facts)
        if len(described.words) > _MAX_WORDS or len(numbers) > _MAX_FIGURES:
            return NEVER
        if not (numbers or described.kinds or named):
            return NEVER
        if described.general and (not described.kinds or described.armed):
            return NEVER
        if self._costs.book.ruleset.title.casefold() in text.casefold():
            return NEVER  # the title of the list
        details = self._lines.is_addition(text) and self._costs.guns.isdisjoint(described.kinds)
        unnamed = details or not (named or {*described.unknown_words} - LABELS)
        form = _cost_of_form(text) + cost_of.UNNAMED * unnamed
        return cost_of.BEST + form + self._doubts_as_unit(text, facts)

    def _doubts_as_unit(self, text: str, facts: Facts) -> float:
        # How unlikely it is that a text is about one kind of troops only.
        described, numbers = facts.description, _open(facts)
        cost = cost_of.WITH_RANK * described.general + cost_of.WITH_LEVEL * bool(described.levels)
        cost += cost_of.SEVERAL_ARMS * self._are_several(text)
        flat = bool(self._lines.unit_prices)  # prices depend neither on sizes nor on ratings
        if self.priced:
            cost += cost_of.NO_NUMBER * (not facts.numbers)
        elif flat:
            cost += cost_of.COMMA * text.count(", ")
        if not (numbers or described.kinds or described.rating):
            cost += cost_of.UNKNOWN * (not flat or not self._lines.is_known(described.words))
        counting = (one for one in numbers if one.context != "by")
        counts = sum(one.cost("count") <= _LIKELY or _counts_again(text, one) for one in counting)
        cost += cost_of.SEVERAL_COUNTS * max(0, counts - 1)
        if numbers and numbers[-1].cost("line") <= _LIKELY:
            cost += cost_of.REST * bool(_REST_WORDS.search(text, numbers[-1].end))
        return cost + cost_of.WITH_SUM * bool(SUM_FIRST.match(without_accents(text)))

    def _as_unit(self, text: str, cost: float) -> Iterator[Way]:
        if text not in self._choices:
            (item,) = self._lines.viewed(TypedLine(0, text, text), View("troops"))
            (self._choices[text],) = choose([item], self._costs, _PATTERNS)
        choice = self._choices[text]
        best = choice.reading
        if best is None:
            return
        way = self._way_of(choice, choice.roles, best, cost)
        yield way
        for _, pattern, other in close_readings(choice):
            left = iter(pattern)
            roles = tuple("name" if number.is_in_name else next(left) for number in choice.item.figures)
            yield replace(self._way_of(choice, roles, other, cost), view=View("troops", roles=roles))
        if "count" in choice.roles or not best.points or (best.agrees and best.line is not None):
            return
        most = _MAX_SEVERAL if says_each(text) else min(_MAX_SEVERAL, _listed(text))
        for count in range(best.count + 1, most + 1):
            more = cost_of.SEVERAL + cost_of.EACH_MORE * (count - best.count)
            if best.agrees is False and best.line == best.points * count:  # the price of several
                more += cost_of.RIGHT - WRONG - cost_of.SEVERAL * (count in _counts_named(text))
            yield Way(way.cost + more, View("units", count), (best.points * count,))

    def _way_of(self, choice: ChosenReading, roles: Roles, reading: UnitReading, cost: float) -> Way:
        numbers = zip(choice.item.figures, roles, strict=True)
        prices = sum(price is not None for price in (reading.piece, reading.each, reading.line))
        cost += reading.cost
        if reading.agrees:
            cost += cost_of.RIGHT + cost_of.FURTHER_RIGHT * (prices - 1)
        else:
            cost += cost_of.WITH_LEVEL * mentions_sums(choice.item.text)
        cost += cost_of.NUMBER * sum(role == "outside" and not number.is_in_name for number, role in numbers)
        cost += cost_of.UNPRICED * (self.priced and reading.agrees is None)
        cost += cost_of.WORTHLESS * (not reading.points)
        bought = purchase_of(reading)
        return Way(cost, View("troops"), tuple(dict.fromkeys((bought.typed, bought.calculated))))

    def _mentions(self, facts: Facts) -> int:
        # How often a piece names a kind of troops.
        described = facts.description
        if described.armed:
            return 0
        return len({one.first for one in self._costs.vocabulary.scan(described.words, "kind")})

    def _are_several(self, text: str) -> bool:
        # Whether a piece names troops of several arms. In a list without prices, several kinds are enough.
        words = self._lines.facts(BRACKETS.sub("", text)).description.words
        arms: dict[int, set[str]] = {}
        for one in self._costs.vocabulary.scan(words, "kind"):
            if not MOUNTED_OR_NOT.issuperset(words[one.first : one.last]):
                arms.setdefault(one.first, set()).update(self._arms[kind] for kind in one.meaning.kinds)
        return len(arms) > 1 and not (self.priced and set.intersection(*arms.values()))

    @cached_property
    def _arms(self) -> dict[str, str]:
        return {kind_id: kind.arm for kind_id, kind in self._costs.book.ruleset.kinds.items()}


def _numbers_read(item: Item) -> int:
    # How many numbers of its line an item uses.
    general = item.general
    if item.item_type == "troops":
        return len(item.figures)
    of_general = (general.player or general.price is not None) + (general.count > 1) if general else 0
    return len(item.numbers) + of_general


def _kind_of(number: ArmyNumber, text: str) -> str:
    # What an army number likely is. With a word such as `total`, it is rather the total than a subtotal.
    of_army = "total" in number.claim_types and _SAYS_TOTAL.search(without_accents(text)) is not None
    return "total" if of_army else number.claim_types[0]


def _sums_in(text: str) -> tuple[StatedSum, ...]:
    above = {one.number: one.claim_types[0] for one in army_numbers_in(text, head=True)}
    found = ((one.claim_types[0], one.number) for one in army_numbers_in(text))
    return tuple(StatedSum(kind, above.get(number, kind), number) for kind, number in found)


def _listed(text: str, prices: Collection[TypedPoints] = ()) -> int:
    # How many units or generals a text may name. `prices`: numbers that count nothing.
    return max(len(_JOINT.findall(text)) + 1, *(one for one in _counts_named(text) if one not in prices), 1)


def _counts_named(text: str) -> list[int]:
    spelt = [SPELT_NUMBERS[word] for word in words_of(text) if word in SPELT_NUMBERS]
    return [*spelt, *map(int, _SMALL.findall(text))]


def _cost_of_form(text: str) -> float:
    cost = cost_of.UNBALANCED * (text.count("(") != text.count(")"))
    ends = sum(ends_sentence(text, *found.span()) for found in _SENTENCE_END.finditer(text))
    return cost + cost_of.SENTENCE * ends


def _open(facts: Facts) -> list[Number]:
    return [number for number in facts.numbers if not number.is_in_name]


def _counts_again(text: str, number: Number) -> bool:
    # The second number in `1 dragoon brigade, 1 hussar brigade`.
    after_comma = text[: number.start].rstrip()[-1:] in (",", ";", "+", "&")
    return number.context == "free" and after_comma and _WORD_NEXT.match(text, number.end) is not None

"""Read the lines of an army again in other ways if its numbers do not agree.

A first reading decides each line by its own words. The sums of the list show where this reading was wrong. The lines
that may be the cause are then read in other ways, one after another: as a unit, a general, a heading, a sum or as no
part of the army. A reading is kept if clearly more of the typed numbers then agree.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction

from orbat.list_reader.army_numbers import mentions_sums
from orbat.list_reader.army_reader import ArmyReader
from orbat.list_reader.item import Item
from orbat.list_reader.line_reader import View
from orbat.list_reader.lines import LineKey, TypedLine, key_of
from orbat.list_reader.matching import CERTAIN
from orbat.list_reader.names import says_each
from orbat.list_reader.roles import Number, TypedPoints
from orbat.list_reader.segments import Facts
from orbat.list_reader.tree import TreeNode, Troops
from orbat.list_reader.words import SPELT_NUMBERS, words_of
from orbat.model.claims import Claim
from orbat.model.points import exact
from orbat.model.record import Value

Views = Mapping[LineKey, View]

_SETTLED = 0.7
"""An army whose numbers disagree less than this needs no better reading."""
_CALM = 1.5
"""An army whose numbers disagree less than this is not read again."""
_GAIN = 1.0
"""A way of reading lines is kept if the disagreement falls by at least this much."""
_CHANGE = 0.2
"""Cost of reading one line in another way."""
_MAX_EXAMINED = 150
"""An army of more lines is not read again."""
_MAX_TRIALS = 36
_WRONG_SUM: Mapping[str, float] = {"total": 4.0, "subtotal": 2.0}
_OTHER_TOTAL = 1.0
"""Cost of each further total that differs from the first."""
_NO_GAME_SIZE = 0.5
_UNREAD = 2.0
_WRONG_PRICE, _NO_PRICE, _NO_SIZE = 1.5, 1.5, 1.0
_UNUSED, _UNUSED_AROUND = 1.0, 0.1
"""Cost of a number without a role, between the first purchase and the last sum, and elsewhere."""
_MAX_UNUSED = 3
"""At most this many numbers of a line count."""
_SMALL = re.compile(r"(?<![\d.,])[2-8](?![\d.,])")
"""A number that may count units or generals."""
_JOINT = re.compile(r"[,;+&/]|\b(?:and|und|et|plus)\b")
"""What stands between two names."""
_MAX_SEVERAL = 8
"""Maximum number of units that a line with a word such as `each` may mean."""
_BY_KIND_ONLY, _MIN_SIMILAR = 1.0, 50
"""Cost of a unit whose name is less similar than this to those of its entry, if no word names the kind either."""
_SECOND_PLAYER = 1.5
_MIN_LISTED = 3
_TITLES = 2
"""The first lines of a list, which are rather titles than units."""
_MIN_PROSE = 8
"""Minimum number of words of a sentence."""
_BELOW_TOTAL = 2.0
"""Cost of a unit below a sum of all units and generals above it, when no sum follows that includes it."""
_IN_SUM = 6.0
"""Weight of a line whose number is the difference between the typed and the calculated total."""


class Suspect(Value):
    """A line that orbat may have misread. `weight`: how likely this is, compared with other lines."""

    key: LineKey
    ways: tuple[View, ...]
    weight: float
    shape: tuple[str, ...]


class Account(Value):
    """How doubtful the reading of an army is.

    - `cost`: a penalty (not points) for wrong or missing numbers.
    - `suspects`: lines that orbat may have misread, the likeliest first.
    """

    cost: float
    suspects: tuple[Suspect, ...] = ()
    of_sums: float = 0.0
    """The part of the cost that is due to wrong sums."""


Attempt = Callable[[Views], ArmyReader]
"""Reads the army with some lines in given ways."""


def look_again(first: ArmyReader, attempt: Attempt) -> ArmyReader:
    """Read an army again if its numbers disagree. Returns the reader with the best reading."""
    if len(first.found) > _MAX_EXAMINED:
        return first
    best, account = first, account_of(first)
    trials = _MAX_TRIALS
    while account.cost >= _CALM and trials > 0:
        better = None
        lowest = account.cost - _GAIN
        right = best.has_right_total
        for changed in _changes(account.suspects, best.views):
            if trials <= 0:
                break
            trials -= 1
            tried = attempt({**best.views, **changed})
            if not tried.builder.purchases or (right and not tried.has_right_total):
                continue
            found = account_of(tried)
            # a slip in a sum is no reason to read a line in another way that does not mend the sum
            if found.of_sums >= account.of_sums and account.cost - account.of_sums < _CALM:
                continue
            cost = found.cost + _CHANGE * len(changed)
            if cost < lowest or (better is None and cost == lowest):  # of equal ways, the first is the likeliest
                better, lowest = (tried, found), cost
                if found.cost < _SETTLED:
                    break
        if better is None:
            break
        best, account = better
    return best


def _changes(suspects: Sequence[Suspect], views: Views) -> Iterator[Views]:
    for suspect in suspects:
        if suspect.key in views:
            continue
        alike = [
            one.key
            for one in suspects
            if one.shape == suspect.shape and one.ways == suspect.ways and one.key not in views
        ]
        for view in suspect.ways:
            if len(alike) > 1 and suspect.key == alike[0]:
                yield dict.fromkeys(alike, view)
            if len(alike) < 4:
                yield {suspect.key: view}


def account_of(reader: ArmyReader) -> Account:
    """Work out how doubtful the reading of an army is."""
    return _Accountant(reader).account()


class _Accountant:
    def __init__(self, reader: ArmyReader) -> None:
        self.reader = reader
        self.finder = reader.finder
        self.explained = reader.finder.explained_lines
        purchases = reader.builder.purchases
        self.troops = [one for one in purchases if isinstance(one, Troops)]
        self.generals = [one for one in purchases if isinstance(one, TreeNode) and one.general]
        priced = sum(_is_priced(one) for one in self.troops)
        self.listed = priced >= _MIN_LISTED and 5 * priced >= 3 * len(self.troops)
        self.paid = sum(bool(one.general and one.general.price) for one in self.generals)
        self.choice_of = {id(troops): choice for troops, choice in reader.choices}
        self.doubts: dict[int, float] = {}
        self.missing = set[TypedPoints]()
        """By how much typed sums are higher than the sums of the purchases, in points. Negative if they are lower."""
        self.below_total = self._below_total()
        self.first_bought = min((one.line for one in self.troops), default=0)
        self.last_bought = max((one.line for one in self.troops), default=0)

    def account(self) -> Account:
        """Add up the penalties for wrong or missing numbers, and find the lines that orbat may have misread."""
        cost = sum(self._troops_cost(one) for one in self.troops)
        cost += sum(self._general_cost(one) for one in self.generals)
        differences = set[TypedPoints]()
        of_sums = sum(self._claim_cost(claim, differences) for claim in self.reader.claims)
        cost += of_sums
        cost += self._army_cost()
        suspects = []
        last_sum = max((one.line for one in self.reader.claims if one.claim_type == "total"), default=10**9)
        first_buy = min((_line_of(one) for one in self.reader.builder.purchases), default=10**9)
        cost += self._unused_cost(first_buy, last_sum)
        for line, _, items in self.reader.found:
            cost += sum(self._item_cost(item, line) for item in items)
            if len(items) == 1 or [item.item_type for item in items] == ["heading", "general"]:
                suspects.append(self._suspect(line, items[-1], differences))
        ranked = sorted((one for one in suspects if one.weight > 0 and one.ways), key=lambda one: -one.weight)
        return Account(cost, tuple(ranked), of_sums)

    def _below_total(self) -> frozenset[int]:
        """The line numbers of purchases below the last sum.

        Empty if the last sum does not include all purchases above the sum.
        """
        purchases = self.reader.builder.purchases
        stated = [one for one in self.reader.builder.stated_numbers if one.army_number.claim_types != ("size",)]
        last = max((one.after for one in stated), default=0)
        above = purchases[:last]
        if last < _MIN_LISTED or last == len(purchases):
            return frozenset()
        sums = {self.finder.typed(above), self.finder.calculated(above)}
        if not any(one.after == last and one.army_number.number in sums for one in stated):
            return frozenset()
        return frozenset(map(_line_of, purchases[last:]))

    def _gap(self) -> float:
        right = Fraction(self.finder.calculated(self.reader.builder.purchases))
        gaps = [
            abs(Fraction(one.typed) / right - 1) for one in self.reader.claims if one.claim_type == "total" and right
        ]
        return float(min(gaps, default=Fraction(0)))

    def _note(self, line: int, cost: float) -> float:
        self.doubts[line] = self.doubts.get(line, 0.0) + cost
        return cost

    def _troops_cost(self, troops: Troops) -> float:
        bought, choice = troops.bought, self.choice_of.get(id(troops))
        if bought is None or choice is None:
            return 0.0
        listed = self.listed and troops.line not in self.reader.omitted
        cost = _WRONG_PRICE * (bought.agrees is False) + _NO_PRICE * (listed and not _is_priced(troops))
        cost += _NO_SIZE * (bought.calculated == 0)
        described = choice.item.description
        if choice.reading and choice.reading.match.similarity < _MIN_SIMILAR and described and not described.kinds:
            cost += _BY_KIND_ONLY
        cost += _BELOW_TOTAL * (troops.line in self.below_total)
        return self._note(troops.line, cost)

    def _general_cost(self, node: TreeNode) -> float:
        general = node.general
        if general is None:
            return 0.0
        unpaid = general.price is None and self.paid > 0 and not general.player
        cost = _BELOW_TOTAL * (node.general_line in self.below_total) + _NO_PRICE * unpaid
        wrong = general.price is not None and self.finder.typed([node]) != self.finder.calculated([node])
        return self._note(node.general_line, cost + _WRONG_PRICE * wrong)

    def _claim_cost(self, claim: Claim, differences: set[TypedPoints]) -> float:
        if claim.claim_type not in _WRONG_SUM:
            return 0.0
        purchases = self.reader.builder.purchases
        if claim.claim_type == "subtotal":
            covered = {*claim.covers}
            purchases = [one for one in purchases if covered.intersection(self.reader.built.paths_of(one))]
        sums: set[TypedPoints] = {self.finder.typed(purchases), self.finder.calculated(purchases)}
        if claim.typed in sums:
            return 0.0
        differences |= {_difference(claim.typed, one) for one in sums}
        self.missing |= {exact(Fraction(claim.typed) - Fraction(one)) for one in sums}
        far = min(1.0, self._gap()) if claim.claim_type == "total" else 0.0
        return self._note(claim.line, _WRONG_SUM[claim.claim_type] * (1 + far))

    def _army_cost(self) -> float:
        totals = {claim.typed for claim in self.reader.claims if claim.claim_type == "total"}
        cost = _OTHER_TOTAL * max(0, len(totals) - 1)
        cost += _NO_GAME_SIZE * (not any(claim.claim_type == "size" for claim in self.reader.claims))
        for _, line in self.reader.builder.players[1:]:
            cost += self._note(line, _SECOND_PLAYER)
        return cost

    def _unused_cost(self, first: int, last: int) -> float:
        # `first`, `last`: the lines of the first purchase and of the last sum.
        cost = 0.0
        for line in self.reader.numbered_lines():
            unused = sum(one.role == "outside" and one.value > 1 for one in line.numbers)
            if unused and line.number not in self.explained and not self.reader.is_remark(line):
                each = _UNUSED if first < line.number < last else _UNUSED_AROUND
                cost += self._note(line.number, each * min(_MAX_UNUSED, unused))
        return cost

    def _item_cost(self, item: Item, line: TypedLine) -> float:
        if line.number in self.explained or (item.item_type == "unread" and self.reader.is_remark(line)):
            return 0.0
        bought = any(troops.item is item or troops.line == line.number for troops in self.troops)
        unread = item.item_type == "unread" or (item.item_type == "troops" and not bought)
        return self._note(line.number, _UNREAD * unread)

    def _suspect(self, line: TypedLine, item: Item, differences: Iterable[TypedPoints]) -> Suspect:
        numbers = self.reader.lines.facts(line.clean).numbers
        weight = self.doubts.get(line.number, 0.0)
        values = {number.value for number in _open_numbers(numbers)}
        if values & {*differences} - {0}:
            weight += _IN_SUM
        counted = tuple(self._counts(item))
        weight += _IN_SUM * bool(counted)
        ways = (*counted, *self._ways(line, item, values))
        led = "led" in ways or item.general is not None
        weight += "general" in ways or (led and self._lacks_generals(differences))
        weight += 0.5 * ("sum" in ways and item.item_type == "troops")
        shape = tuple(number.context for number in numbers if not number.is_in_name)
        return Suspect(key_of(line), ways, weight, (item.item_type, *shape))

    def _counts(self, item: Item) -> Iterator[View]:
        """Other numbers of units or generals on a line, if a typed sum shows them and the words allow them."""
        missing = [Fraction(one) for one in self.missing if one > 0]
        if item.item_type == "troops":
            troops = next((one for one in self.troops if one.item is item and one.bought), None)
            bought, choice = (troops.bought, self.choice_of.get(id(troops))) if troops else (None, None)
            if bought is None or choice is None or not bought.calculated or (bought.agrees and bought.line is not None):
                return
            if len(self.reader.lines.split_troops(item.text)) > 1:
                yield "split"
            if "count" not in choice.roles:
                one = Fraction(bought.calculated) / bought.count
                most = _MAX_SEVERAL if says_each(item.text) else _listed(item.text)
                yield from _several(missing, one, bought.count, most, "units")
        elif item.general and not item.general.player:
            general = item.general
            if general.count == 1 and general.price in self.reader.lines.general_prices:
                return  # a line with the price of one general
            usual = min((price for price in self.reader.lines.general_prices if price), default=0)
            one = Fraction(general.each or Fraction(general.price or 0) / general.count or usual)
            yield from _several(missing, one, general.count, _listed(item.line.clean), "generals")

    def _lacks_generals(self, differences: Iterable[TypedPoints]) -> bool:
        """Whether a typed sum may leave out generals.

        True if the difference between a typed sum and the sum of the purchases is a multiple of a general's price.
        """
        prices = [Fraction(price) for price in self.reader.lines.general_prices]
        return any(one and Fraction(one) % price == 0 for one in differences for price in prices)

    def _is_weak(self, troops: Troops) -> bool:
        """Whether a line without a rating may be about something other than troops.

        True if the line is like `Cavalry 158`, has a wrong price, or has an uncertain name and no price.
        """
        bought, choice = troops.bought, self.choice_of.get(id(troops))
        described = troops.item.description
        if bought is None or choice is None or choice.reading is None or described is None:
            return False
        graded = bool(described.rating) or self.reader.lines.facts(troops.item.text).rated
        certain = bought.similarity >= CERTAIN and bought.agrees is not False
        return not graded and (self._is_arm(troops) or not (bought.agrees or certain))

    def _is_arm(self, troops: Troops) -> bool:
        """Whether a line has only the name of an arm and a number that may be a sum: `Cavalry 158`."""
        bought, facts = troops.bought, self.reader.lines.facts(troops.item.text)
        if bought is None or facts.description.unknown_words:
            return False
        sized = bought.calculated == 0 or isinstance(bought.unit.size, int)
        return sized and facts.only_price and facts.priced

    def _ways(self, line: TypedLine, item: Item, values: Collection[TypedPoints]) -> Iterator[View]:
        """Other ways to read a line, such as `general` or `sum`."""
        reader = self.reader.lines
        facts = reader.facts(line.clean)
        pays: tuple[View, ...] = ("general",) if any(one and one in reader.general_prices for one in values) else ()
        paid = pays if facts.only_price else ()
        summed: tuple[View, ...] = ("sum",) if facts.only_price and len(values) == 1 else ()
        match item.item_type:
            case "troops":
                yield from self._ways_of_troops(line, item, facts, pays, summed)
            case "general" | "heading" if item.general and not item.general.player:
                if len(values) > 2 and not facts.description.general:
                    yield "troops"
                placed = facts.description.levels or line.number > self.first_bought
                ranked = facts.description.general and item.general.name and placed
                if line.number in self.below_total or line.number > self.last_bought:
                    yield "talk"
                elif item.general.price is None and (self.paid or line.number < self.first_bought) and not ranked:
                    yield from ("heading", "talk")
            case "army_numbers" if not mentions_sums(line.clean):
                yield from paid
            case "heading":
                yield from paid if not item.numbers else ("sum",)
                if item.level and not item.numbers and not self.paid:
                    yield "led"
            case "unread" | "talk":
                titles = line.number <= _TITLES and line.number < self.first_bought
                if values and self._names_troops(facts) and not titles:
                    yield "troops"
                yield from paid
                yield from summed if item.item_type == "unread" else ()

    def _ways_of_troops(
        self, line: TypedLine, item: Item, facts: Facts, pays: tuple[View, ...], summed: tuple[View, ...]
    ) -> Iterator[View]:
        troops = next((one for one in self.troops if one.item is item), None)
        led = facts.description.general or facts.description.levels
        if line.number in self.reader.omitted:
            return
        if troops is None or troops.bought is None:
            yield from (*pays, *summed) if facts.only_price else ()
        elif troops.bought.calculated == 0 and led:
            yield from pays
        elif self.listed and not _is_priced(troops) and not facts.sized and self._is_prose(line, facts):
            yield "talk"
        elif self._is_weak(troops) and not _is_priced(troops):
            yield from (*pays, "talk")
        elif line.number in self.below_total:
            yield "talk"
        elif not self.listed and _is_priced(troops) and facts.only_price and self._heads_unpriced(troops):
            yield "heading"  # with the sum of its units, in a list that gives only sums
        elif self._is_weak(troops) and facts.only_price:
            yield from pays if troops.bought.similarity < CERTAIN else ()
            yield from summed if self._is_arm(troops) else ()

    def _heads_unpriced(self, troops: Troops) -> bool:
        """Whether the unit right below `troops` in the list has no price."""
        below = self.troops[self.troops.index(troops) + 1 :][:1]
        return any(not _is_priced(one) for one in below)

    @staticmethod
    def _is_prose(line: TypedLine, facts: Facts) -> bool:
        return line.clean.endswith(":") or len(facts.description.words) >= _MIN_PROSE

    def _names_troops(self, facts: Facts) -> bool:
        described = facts.description
        return bool(described.kinds) or facts.sized or facts.rated or self.reader.lines.is_known(described.words)


def _several(missing: Iterable[Fraction], one: Fraction, count: int, most: int, what: str) -> Iterator[View]:
    # The numbers of units or generals at this price that the sums need.
    for points in missing:
        if one and points % one == 0 and count + points / one <= most:
            yield f"{int(count + points / one)} {what}"


def _listed(text: str) -> int:
    # How many units or generals a text may name.
    spelt = [SPELT_NUMBERS.get(word, 0) for word in words_of(text)]
    typed = [int(one) for one in _SMALL.findall(text)]
    return max(len(_JOINT.findall(text)) + 1, *spelt, *typed)


def _difference(one: TypedPoints, other: TypedPoints) -> TypedPoints:
    return exact(abs(Fraction(one) - Fraction(other)))


def _open_numbers(numbers: Iterable[Number]) -> list[Number]:
    return [number for number in numbers if not number.is_in_name]


def _is_priced(troops: Troops) -> bool:
    bought = troops.bought
    return bought is not None and any(price is not None for price in (bought.line, bought.each, bought.piece))


def _line_of(purchase: Troops | TreeNode) -> int:
    return purchase.line if isinstance(purchase, Troops) else purchase.general_line

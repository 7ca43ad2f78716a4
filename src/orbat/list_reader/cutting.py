"""Cut the lines of an army into pieces again if its numbers do not agree.

A first reading cuts each line by its own signs and words. This one compares all cuts of a paragraph. Each piece is a
unit, a general, a sum, a heading or a remark. Its penalty (`cost`) is low if its words and numbers fit together: above
all, if a typed price is right. The cuts with the lowest total cost win. The account of `second_look` then decides
whether the new reading is better than the first.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import cached_property

from orbat.list_reader.army_numbers import mentions_sums
from orbat.list_reader.army_reader import ArmyReader
from orbat.list_reader.defaults import defaults_in, gives_sizes
from orbat.list_reader.generals import general_in, is_free
from orbat.list_reader.line_blocks import ends_sentence
from orbat.list_reader.line_reader import LineReader, View
from orbat.list_reader.lines import LineKey, TypedLine, key_of
from orbat.list_reader.roles import Number
from orbat.list_reader.second_look import CALM, MAX_EXAMINED, SETTLED, Account, Attempt, Views, account_of, look_again
from orbat.list_reader.segments import BRACKETS, NOUN, PROPER, SAYS_SUM, SUM_FIRST, Facts
from orbat.list_reader.shapes import choose
from orbat.list_reader.unit_costs import UnitCosts
from orbat.list_reader.words import EACH, LABELS, MOUNTED_OR_NOT, POINTS, SAME_AGAIN, without_accents
from orbat.model.record import Value

_CUT = re.compile(
    r"\s*[,;|/]\s+|\s+\+\s+|\s*(?<=[^\W_])[.!?:]\s+|\s+(?:-{1,2}>?|=+>|\u2192)\s+|\s*(?=[(\[])|(?<=[)\]])\s*|"
    r"\s+(?==+ ?\d)|\s{2,}|(?P<count>(?<=[^\W\d]) (?=\d{1,2} [^\W\d]))|"
    r"\s+(?=(?:and|und|et|plus|with|mit|avec|puis|under|led|leads?|unter|sous|sowie|dazu|so|that'?s|making|makes?|macht|"
    r"soit|zusammen|also|donc)\b|w/)",
    re.I,
)
"""Where a text may be cut: at signs, before joining words, and before a count (`hat 3 Bataillone`)."""
_BEFORE_COUNT = re.compile(
    r"\b(?:de|of|\xe0|je|zu|at|for|pour|class|klasse|zusammen|insgesamt|total|an?|one|une?|eine?)\Z", re.I
)
"""Words that belong to the number after them."""
_JOINS = re.compile(r"\W*(?:and|und|et|plus|with|mit|avec|puis|under|unter|sous|sowie|dazu|also|w(?=/))\b\W*", re.I)
_MAX_ATOMS, _MAX_SPAN, _MAX_LENGTH = 160, 9, 220
"""Maximum numbers of atoms of a paragraph and of a piece, and maximum length of a piece in characters."""
_MAX_READINGS, _PATTERNS = 20_000, 8
"""Maximum number of readings of pieces, and of patterns of roles for a piece."""
_MAX_WORDS, _MAX_FIGURES, _MAX_DEFINITION, _MAX_FREE = 30, 6, 90, 90
_MANY_GENERALS = 8
"""A smaller number counts generals in a list without prices."""

# Costs of pieces. A right price lowers the cost.
_PIECE = 0.15
_LINE, _BROKEN_LINE, _MIN_BROKEN = 1.5, 0.4, 45
"""Cost of a piece that goes on over a line end: lower if the line above is long and unfinished."""
_SENTENCE = 0.35
"""Cost of the end of a sentence within a piece."""
_UNBALANCED, _IN_BRACKETS = 0.8, 1.5
_NUMBER, _POINTS_LOST = 1.6, 0.9
"""Cost of a number without a role, and what it costs more if it is followed by a word such as `points`."""
_TROOPS, _ONE, _NAME_LOST, _STAFF, _GRADE, _FREE = 1.2, 0.6, 0.8, 0.3, 0.5, 0.5
"""Costs of a remark that names troops, one unit, a regiment, a general, a rating or weapon, or the player."""
_HEADING, _ARM_HEADING, _ALIKE = 0.1, 0.6, 0.3
_SUM, _SIZE, _NUMBERED_SUM, _SIGNED_SUM, _BARE_SUM, _FURTHER = 0.2, 0.4, 0.3, 1.4, 2.0, 0.4
"""Costs of sums: named by a word, an agreed size, with units, after a gap or sign, without a word."""
_PAID, _PAID_NAME, _PLAYER, _COUNTED_STAFF = -0.8, 0.2, 0.1, 0.4
"""Costs of generals: with rank and price, with name and price, the player, counted without a price."""
_NUMBER_IN_NAME, _NAME_AFTER = 0.5, 0.6
_RIGHT, _FURTHER_PRICE, _UNPRICED = -1.4, -0.4, 1.0
"""Costs of units: with a right price, each further right price, without a price in a list with prices."""
_NO_NAME, _NO_NUMBER, _UNNAMED, _RANK, _SEVERAL, _COUNTS, _COMMA, _REST, _LEVEL = (
    2.0,
    0.5,
    1.0,
    0.8,
    2.0,
    1.6,
    0.6,
    0.5,
    0.8,
)
_LIKELY = 1.5
_MAX_SLIP = 0.1
"""A total that is further from the right one than this part of it is hardly due to a slip."""

_NEARER = 0.25
"""A reading whose total is nearer to the typed one by this part of it is better."""

_ARTICLE = re.compile(r"\W*(?:an?|one|une?|eine?)\b", re.I)
_NONE = re.compile(r"\W*(?:no|keine?n?|pas de|aucune?|ohne|without|sans)\b", re.I)
_REST_WORDS = re.compile(
    rf"(?!\W*(?:{POINTS}|{EACH}|in all|en tout|zusammen|together|insgesamt|the lot)\b)[^\W\d]{{3}}"
)
_GAP = re.compile(r".?(?:  |[=>\u2192] )")
_AGREED = re.compile(rf"\b\d?\d(?:00|25|50|75) ?{POINTS}\b", re.I)
_SAYS_SUM = re.compile(
    r"\W*(?:ce qui fait|ca fait|fait|das (?:sind|macht|ist)|macht|making|makes|that'?s|that is|which is|so|also|soit|"
    rf"insgesamt|zusammen|together|in all|en tout|ensemble)\b[^\d]{{0,20}}\d+ ?(?:{POINTS})?(?: [^\W\d]+){{0,3}}\W*\Z|"
    rf"\W*\d+ ?(?:{POINTS})? (?:en tout|in all|altogether|zusammen|insgesamt|together|im ganzen|au total|total|all in)"
    r"\W*\Z",
    re.I,
)
_ONLY_SUM = re.compile(rf"\W*(?:=+|[a-z']+ )?\s*\d+ ?(?:{POINTS})?\W*\Z", re.I)
_SENTENCE_END = re.compile(r"[.!?] (?=[A-Z])")
_WORD_NEXT = re.compile(r" [^\W\d]{2}")
_EDGES = " ,;|/.:!-+"

Way = tuple[float, View | None]
"""The cost of a piece and how it is read. None: as its own words say."""


class Atom(Value):
    """A part of a paragraph that is never cut. `joining`: cost of joining it to the line above."""

    start: int
    end: int
    line: TypedLine
    joining: float


class Segment(Value):
    """A part of a paragraph that is about one item. `view`: how it is read, or None if its words decide."""

    text: str
    view: View | None
    lines: tuple[TypedLine, ...]


def best_reading(first: ArmyReader, attempt: Callable[[Views, Sequence[TypedLine]], ArmyReader]) -> ArmyReader:
    """The reading of an army with the fewest doubts. `first`: its first reading, which may have no units.

    `attempt` reads the army with some lines in given ways, and in given pieces if there are any.
    """
    if len(first.found) > MAX_EXAMINED:
        return first
    best = look_again(first, lambda views: attempt(views, ())) if first.builder.purchases else first
    account = account_of(best)
    for priced in (first.lines.priced, not first.lines.priced):
        if best.builder.purchases and not _is_doubtful(account):
            break
        attempt_pieces = _attempt_of(attempt, *_cut_again(first, priced=priced))
        other = attempt_pieces({})
        if not other.builder.purchases:
            continue
        other = look_again(other, attempt_pieces)
        found = account_of(other)
        if not best.builder.purchases:
            better = other.has_right_total(other.claims)
        else:
            right, before = other.has_right_total(other.claims), best.has_right_total(best.claims)
            better = _is_better(found, account) and _hides_nothing(other, best, found, account)
            loses = not other.unused_numbers() <= best.unused_numbers()
            better = better and (right or not before) and (not loses or right > before)
        best, account = (other, found) if better else (best, account)
    return best


def _is_doubtful(account: Account) -> bool:
    # Slips alone, such as a wrong digit, are no reason to cut the lines again: they change the total little.
    if account.cost - account.of_names < CALM:
        return False
    return account.of_structure > 1 or account.gap > _MAX_SLIP


def _attempt_of(
    attempt: Callable[[Views, Sequence[TypedLine]], ArmyReader], pieces: Sequence[TypedLine], views: Views
) -> Attempt:
    return lambda changed: attempt({**views, **changed}, pieces)


def _is_better(found: Account, before: Account) -> bool:
    # If all that disagrees may be slips in prices and sums, only a reading without any is better.
    if found.cost >= before.cost - 1:
        return False
    nearer = found.gap <= _MAX_SLIP < before.gap or found.gap + _NEARER < before.gap
    return found.cost < SETTLED or nearer or before.of_structure - found.of_structure > 1


def _hides_nothing(other: ArmyReader, before: ArmyReader, found: Account, account: Account) -> bool:
    # A reading may drop a line that may be about troops, or a wrong price, only if it makes the total right.
    unread = {line.number for line in before.read_lines if line.unread}
    lost = [line for line in other.read_lines if line.number in unread and line.role in ("outside", "title")]
    if other.has_right_total(other.claims) and not before.has_right_total(before.claims):
        return not any(any(map(str.isdigit, line.text)) for line in lost)
    return not lost and found.of_prices >= account.of_prices and len(other.choices) >= len(before.choices)


def _cut_again(reader: ArmyReader, *, priced: bool) -> tuple[list[TypedLine], dict[LineKey, View]]:
    # The pieces of an army as lines, and how they are to be read. `priced`: whether units should have prices.
    pieces: list[TypedLine] = []
    views: dict[LineKey, View] = {}
    reader.costs.readings_left = _MAX_READINGS
    for piece in Cutter(reader.lines, reader.costs, priced=priced).pieces(reader.prepared):
        first = piece.lines[0]
        line = replace(first, clean=piece.text, more=(*first.more, *(one.number for one in piece.lines[1:])))
        pieces.append(line)
        ignored = piece.view == "talk"
        if ignored and any(one.item_type == "unread" for one in reader.lines.items(line, head=False)):
            continue  # it may be about troops
        if piece.view and piece.text:
            views[key_of(line)] = piece.view
    return pieces, views


class Cutter:
    """Cuts the paragraphs of an army into pieces. `priced`: whether the units of the list should have prices."""

    def __init__(self, lines: LineReader, costs: UnitCosts, *, priced: bool) -> None:
        self._lines = lines
        self._costs = costs
        self._priced = priced
        self._rated: dict[str, Way] = {}

    def pieces(self, lines: Sequence[TypedLine]) -> Iterator[Segment]:
        """Yield the pieces of all lines, in order. Rows of tables are never cut."""
        for paragraph in _paragraphs(lines):
            first = paragraph[0]
            if len(paragraph) == 1 and (first.row or first.cells or not first.clean):
                yield Segment(first.clean, None, (first,))
            else:
                yield from self._cut(paragraph)

    def _cut(self, paragraph: Sequence[TypedLine]) -> Iterator[Segment]:
        text = " ".join(line.clean for line in paragraph)
        atoms = [*_atoms(text, paragraph)]
        if len(atoms) > _MAX_ATOMS:
            yield from (Segment(line.clean, None, (line,)) for line in paragraph)
            return
        best: list[tuple[float, int, View | None]] = [(0.0, 0, None)]
        for end in range(1, len(atoms) + 1):
            found: tuple[float, int, View | None] = (float("inf"), end - 1, None)
            joining = 0.0
            for start in range(end - 1, max(-1, end - 1 - _MAX_SPAN), -1):
                if atoms[end - 1].end - atoms[start].start > _MAX_LENGTH:
                    break
                cost, view = self._rate(text, atoms[start].start, atoms[end - 1].end)
                cost += best[start][0] + _PIECE + joining
                if cost < found[0]:
                    found = (cost, start, view)
                joining += atoms[start].joining
            best.append(found)
        pieces = []
        end = len(atoms)
        while end:
            _, start, view = best[end]
            lines = tuple(dict.fromkeys(atom.line for atom in atoms[start:end]))
            pieces.append(Segment(_trimmed(text[atoms[start].start : atoms[end - 1].end]), view, lines))
            end = start
        yield from reversed(pieces)

    def _rate(self, text: str, start: int, end: int) -> Way:
        span = text[start:end]
        piece = _trimmed(span)
        if piece not in self._rated:
            self._rated[piece] = min(self._ways(piece), key=lambda way: way[0])
        cost, view = self._rated[piece]
        if view == "troops" and span.lstrip()[:1] == "(" and span.strip(" ,;.")[-1:] == ")":
            return cost + _IN_BRACKETS, view
        if cost > _SIGNED_SUM and _GAP.match(text, max(0, start - 3)) and _ONLY_SUM.match(span):
            return _SIGNED_SUM, "sum"
        return cost, view

    def _ways(self, text: str) -> Iterator[Way]:
        """The ways to read a piece, each with its cost."""
        facts = self._lines.facts(text)
        described, numbers = facts.description, _open(facts)
        cost = _UNBALANCED * (text.count("(") != text.count(")"))
        cost += _SENTENCE * sum(ends_sentence(text, *found.span()) for found in _SENTENCE_END.finditer(text))
        troops = bool(described.kinds) and not described.armed
        known = bool(described.unknown_words) and self._lines.is_known(described.words)
        named = known or (troops and not _NONE.match(without_accents(text)))
        staff = described.general or bool(described.levels)
        mentions = self._mentions(facts)
        one = _ONE * bool(named and _ARTICLE.match(without_accents(text)))
        one += _NAME_LOST * bool(not numbers and NOUN.search(text) and PROPER.search(text))
        graded = bool(described.options or described.rating)
        ignored = _NUMBER * len(numbers) + _POINTS_LOST * len(facts.numbers_in("points")) + _FREE * is_free(text)
        ignored += one + _TROOPS * max(named, mentions) + _STAFF * staff + _GRADE * graded
        yield cost + ignored, "talk"
        if not numbers and troops:
            yield cost + one + graded + _ARM_HEADING * mentions * (1 if self._priced else 2), None
        elif not numbers and staff:
            yield cost + _HEADING, None
        if not staff and len(text) < _MAX_DEFINITION and self._defines(text, facts):
            yield cost + _HEADING, None
        if SAME_AGAIN.search(text):
            yield cost + _ALIKE, None
        yield from self._as_sum(text, facts, cost)
        yield from self._as_general(text, facts, cost)
        if numbers or described.kinds or named:
            details = self._lines.is_addition(text) and self._costs.guns.isdisjoint(described.kinds)
            unnamed = details or not (named or {*described.unknown_words} - LABELS)
            yield from self._as_troops(text, facts, cost + _NO_NAME * unnamed)

    def _defines(self, text: str, facts: Facts) -> bool:
        if self._lines.defines(text) and not facts.rated:
            return True
        stated = defaults_in(text, self._lines.facts, head=True) is not None or gives_sizes(text, facts)
        return stated and not facts.priced

    def _as_sum(self, text: str, facts: Facts, cost: float) -> Iterator[Way]:
        described, numbers = facts.description, _open(facts)
        low = without_accents(text)
        if numbers and SUM_FIRST.match(low) and facts.numbers_in("points") and not facts.rated:
            yield cost + _NUMBERED_SUM, None
        if not numbers or (described.kinds and not described.armed) or facts.sized or facts.rated:
            return
        cost += _FURTHER * (len(numbers) - 1 + is_free(text))
        if SAYS_SUM.match(text) or SUM_FIRST.match(low) or mentions_sums(text) or _SAYS_SUM.match(low):
            yield cost + _SUM, None
        elif _AGREED.search(low) or (described.levels and len(numbers) == 1 and _ONLY_SUM.match(low)):
            yield cost + _SIZE, None
        elif _ONLY_SUM.match(low):
            yield cost + _BARE_SUM, "sum"

    def _as_general(self, text: str, facts: Facts, cost: float) -> Iterator[Way]:
        described, numbers = facts.description, _open(facts)
        if facts.sized or facts.rated or (described.kinds and not described.armed):
            return
        if is_free(text) and len(numbers) <= 1 and facts.price in (None, 0) and len(text) < _MAX_FREE:
            yield cost + _PLAYER, None
        ranked = described.general or bool(described.levels)
        if not numbers or not (ranked or self._lines.pays_named(facts)):
            return
        few = len(numbers) == 1 and numbers[0].value < _MANY_GENERALS and not facts.counted
        if few and not self._priced:
            yield cost + _COUNTED_STAFF, None
        general = general_in(text, described, facts, self._lines.general_prices)
        read = {general.price, general.each, general.count} if general else {numbers[0].value}
        cost += _NUMBER * sum(number.value not in read for number in numbers)
        cost += _NUMBER_IN_NAME * sum(one.is_in_name and one.context != "year" for one in facts.numbers)
        cost += _NAME_AFTER * bool(PROPER.search(text, numbers[-1].end))
        price = general.each or Fraction(general.price or 0) / general.count if general else numbers[0].value
        if price not in self._lines.general_prices:
            return
        if ranked:
            items = self._lines.items(TypedLine(0, text, text), head=False)
            yield cost + _PAID, None if any(one.general and one.general.price for one in items) else "general"
        elif len(numbers) == 1 and facts.only_price:
            yield cost + _PAID_NAME, "general"

    def _as_troops(self, text: str, facts: Facts, cost: float) -> Iterator[Way]:
        described, numbers = facts.description, _open(facts)
        if len(described.words) > _MAX_WORDS or len(numbers) > _MAX_FIGURES:
            return
        if described.general and (not described.kinds or described.armed):
            return
        (item,) = self._lines.viewed(TypedLine(0, text, text), "troops")
        (choice,) = choose([item], self._costs, _PATTERNS)
        reading = choice.reading
        if reading is None:
            return
        prices = sum(price is not None for price in (reading.piece, reading.each, reading.line))
        cost += reading.cost + (_RIGHT + _FURTHER_PRICE * (prices - 1) if reading.agrees else 0.0)
        cost += _NUMBER * sum(role == "outside" and not number.is_in_name for number, role in choice.numbers)
        cost += _RANK * described.general + _LEVEL * bool(described.levels) + _SEVERAL * self._are_several(text)
        cost += _LEVEL * (mentions_sums(text) and not reading.agrees)
        flat = bool(self._lines.unit_prices)  # prices depend neither on sizes nor on ratings
        if self._priced:
            cost += _UNPRICED * (reading.agrees is None) + _NO_NUMBER * (not facts.numbers)
        elif flat:
            cost += _COMMA * text.count(", ")
        if not (numbers or described.kinds or described.rating):
            cost += _UNNAMED * (not flat or not self._lines.is_known(described.words))
        counting = (one for one in numbers if one.context != "by")
        counts = sum(one.cost("count") <= _LIKELY or _counts_again(text, one) for one in counting)
        cost += _COUNTS * max(0, counts - 1)
        if numbers and numbers[-1].cost("line") <= _LIKELY:
            cost += _REST * bool(_REST_WORDS.search(text, numbers[-1].end))
        yield cost, "troops"

    def _mentions(self, facts: Facts) -> int:
        """How often a piece names a kind of troops."""
        described = facts.description
        if described.armed:
            return 0
        return len({one.first for one in self._costs.vocabulary.scan(described.words, "kind")})

    def _are_several(self, text: str) -> bool:
        """Whether a piece names troops of several arms. In a list without prices, several kinds are enough."""
        words = self._lines.facts(BRACKETS.sub("", text)).description.words
        arms: dict[int, set[str]] = {}
        for one in self._costs.vocabulary.scan(words, "kind"):
            if not MOUNTED_OR_NOT.issuperset(words[one.first : one.last]):
                arms.setdefault(one.first, set()).update(self._arms[kind] for kind in one.meaning.kinds)
        return len(arms) > 1 and not (self._priced and set.intersection(*arms.values()))

    @cached_property
    def _arms(self) -> dict[str, str]:
        return {kind_id: kind.arm for kind_id, kind in self._costs.book.ruleset.kinds.items()}


def _open(facts: Facts) -> list[Number]:
    return [number for number in facts.numbers if not number.is_in_name]


def _counts_again(text: str, number: Number) -> bool:
    # The second number in `1 dragoon brigade, 1 hussar brigade`.
    after_comma = text[: number.start].rstrip()[-1:] in (",", ";", "+", "&")
    return number.context == "free" and after_comma and _WORD_NEXT.match(text, number.end) is not None


def _trimmed(span: str) -> str:
    text = _JOINS.sub("", span, count=1) if _JOINS.match(span) else span
    text = text.strip(_EDGES)
    if text[:1] == "(" and text[-1:] == ")" and text.count("(") == 1:
        text = text[1:-1]
    return text.strip(_EDGES)


def _paragraphs(lines: Sequence[TypedLine]) -> Iterator[list[TypedLine]]:
    # Lines that may belong together: a bullet, a heading or an empty line ends a paragraph.
    paragraph: list[TypedLine] = []
    for line in lines:
        alone = line.row or bool(line.cells) or not line.clean
        if paragraph and (alone or line.bullet or line.emphasised):
            yield paragraph
            paragraph = []
        if alone:
            yield [line]
        else:
            paragraph.append(line)
    if paragraph:
        yield paragraph


def _atoms(text: str, lines: Sequence[TypedLine]) -> Iterator[Atom]:
    offset = 0
    above = ""
    for line in lines:
        end = offset + len(line.clean)
        starts = [
            offset,
            *(found.end() for found in _CUT.finditer(text, offset, end) if _cuts(text, found, offset, end)),
        ]
        for start, stop in zip(starts, [*starts[1:], end], strict=True):
            yield Atom(start, stop, line, _cost_of_joining(above) if above and start == offset else 0.0)
        offset, above = end + 1, line.clean


def _cuts(text: str, found: re.Match[str], first: int, last: int) -> bool:
    if not first < found.end() < last:
        return False
    if found["count"]:
        return not _BEFORE_COUNT.search(text, max(0, found.start() - 10), found.start())
    return not found[0].lstrip().startswith(".") or ends_sentence(text, *found.span())


def _cost_of_joining(above: str) -> float:
    unfinished = len(above) >= _MIN_BROKEN and above[-1] not in ".:;!?)" and not above[-1].isdigit()
    return _BROKEN_LINE if unfinished or above[-1] in ",-(" else _LINE

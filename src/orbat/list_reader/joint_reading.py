"""Read an army so that its pieces and its typed sums fit together as well as possible.

If the numbers of a first reading do not agree, all likely cuts of the lines and all likely ways to read each piece are
compared in one search, from the first line to the last. A reading is good if each piece is read in a likely way, and if
the typed sums are those of the pieces. The account of the numbers then shows whether it is better than the first.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

from orbat.list_reader.account import Account, account_of
from orbat.list_reader.army_reader import ArmyReader
from orbat.list_reader.cutting import Cutter, TextPiece
from orbat.list_reader.line_reader import View
from orbat.list_reader.lines import LineKey, TypedLine, key_of
from orbat.list_reader.roles import TypedPoints
from orbat.list_reader.tree import TreeNode
from orbat.list_reader.ways import Way

Views = Mapping[LineKey, View]
Attempt = Callable[[Views, Sequence[TypedLine]], ArmyReader]
"""Reads the army with some lines in given ways, and in given pieces if there are any."""

_WIDTH = 24
"""Maximum number of readings that are continued at each place, the best first."""
_RIGHT: Mapping[str, float] = {"total": -2.0, "subtotal": -1.2}
_WRONG: Mapping[str, float] = {"total": 2.0, "subtotal": 1.0}
"""Costs of right and wrong sums."""
_REPEATED = 0.3
"""A sum that repeats the sum right above it counts only this part."""
_CALCULATED = 0.1
"""Cost of the calculated points instead of the typed ones."""
_REMARK_BELOW, _MOST_LESS, _BELOW_TOTAL = 0.75, 6.0, 1.0
"""Below the right total, remarks cost less by this part, but by no more than this; each purchase costs this more."""
_MAX_MARKS, _MAX_OPEN = 10, 4
"""Maximum numbers of places where a sum may begin, and of sums above their units."""
_MAX_READINGS = 20_000
"""Maximum number of readings of pieces."""
_MAX_EXAMINED = 150
"""An army of more lines is not read again."""
_SETTLED = 0.7
"""An army with a lower account needs no better reading."""
_CALM = 1.5
"""An army with a lower account is not read again."""
_GAIN = 1.0
"""A reading is better if its account is lower by more than this."""
_MAX_SLIP, _NEARER = 0.1, 0.25
"""A total that is further from the right one than this part of it is hardly due to a slip. A reading whose total is
nearer to the typed one by this part of it is better."""
_WORSE = 2.0
"""Lines are hardly cut again if the best cuts cost this much more."""
_LOST = 1.0
"""Cost of each line with a right price that would buy nothing."""
_MANY_DOUBTS = 3.0
"""Lines are cut again in spite of a right total if the doubts about them cost this much."""


class Mark(NamedTuple):
    """What was bought above a place: points, points of generals, and number of purchases."""

    points: TypedPoints = 0
    generals: TypedPoints = 0
    bought: int = 0


class Partial(NamedTuple):
    """The best reading of a text up to a place.

    - `here`: what was bought so far
    - `marks`: the places of headings and sums, where a sum may begin
    - `open`: sums of what follows, each with its kind and its place
    - `last`: points of the last unit
    - `done`: whether a right total is above
    - `summed`: the last sum, and what was bought above it
    - `before`, `piece`, `way`: how the last piece was read
    """

    cost: float = 0.0
    here: Mark = Mark()
    marks: tuple[Mark, ...] = ()
    open: tuple[tuple[str, TypedPoints, Mark], ...] = ()
    last: TypedPoints = 0
    done: bool = False
    summed: tuple[TypedPoints, Mark] | None = None
    before: Partial | None = None
    piece: TextPiece | None = None
    way: Way | None = None

    def agrees(self, points: TypedPoints, mark: Mark) -> bool:
        """Whether the purchases since a place cost this much, with or without their generals."""
        since = self.here.points - mark.points
        several = self.here.bought - mark.bought > 1
        return several and points in (since, since - self.here.generals + mark.generals)

    def after(self, piece: TextPiece, way: Way) -> Iterator[Partial]:
        """Yield the readings that go on with a piece."""
        buys = bool(way.points) or way.again
        less = min(_REMARK_BELOW * way.cost, _MOST_LESS) if self.done and way.is_remark else 0.0
        cost = self.cost + way.cost - less
        cost += _BELOW_TOTAL * (self.done and bool(way.points))
        for place, points in enumerate(way.points or ((self.last,) if way.again else (0,))):
            here = self.here
            generals = here.generals + (points if way.of_general else 0)
            now = Mark(here.points + points, generals, here.bought + buys)
            last = points if way.points and not way.of_general else self.last
            more = _CALCULATED * place
            found = Partial(cost + more, now, self.marks, self.open, last, self.done, self.summed, self, piece, way)
            if way.starts:
                found = found.closed()._replace(marks=(*self.marks, here)[-_MAX_MARKS:])
            for one in way.sums:
                found = found._with_sum(one.kind if found.here.bought else one.above, one.points)
            yield found

    def closed(self) -> Partial:
        """The reading without the open sums that are right now."""
        right = [one for one in self.open if one[0] != "size" and self.agrees(one[1], one[2])]
        left = tuple(one for one in self.open if one not in right)
        return self._replace(cost=self.cost + sum(_RIGHT[kind] for kind, _, _ in right), open=left) if right else self

    def _with_sum(self, kind: str, points: TypedPoints) -> Partial:
        if kind in ("left", "count"):
            return self
        marks = (*self.marks, self.here)[-_MAX_MARKS:]
        part = _REPEATED if self.summed == (points, self.here) else 1.0
        summed = (points, self.here)
        whole = self.agrees(points, Mark())
        if whole and kind == "total":
            return self._replace(cost=self.cost + part * _RIGHT["total"], marks=marks, done=True, summed=summed)
        if whole or any(self.agrees(points, mark) for mark in self.marks):
            return self._replace(cost=self.cost + part * _RIGHT["subtotal"], marks=marks, summed=summed)
        if kind == "size":
            return self
        nothing = not self.here.bought or (bool(self.marks) and self.marks[-1].bought >= self.here.bought - 1)
        if nothing and len(self.open) < _MAX_OPEN:
            return self._replace(open=(*self.open, (kind, points, self.here)))
        return self._replace(cost=self.cost + part * _WRONG[kind], marks=marks, summed=summed)

    def finished(self) -> Partial:
        """The reading at the end of the text. The sums that are still open are wrong."""
        found = self.closed()
        return found._replace(cost=found.cost + sum(_WRONG[kind] for kind, _, _ in found.open))

    def steps(self) -> list[tuple[TextPiece, Way]]:
        """The pieces, and how each is read, in order."""
        found = []
        one: Partial | None = self
        while one and one.piece and one.way:
            found.append((one.piece, one.way))
            one = one.before
        return found[::-1]


def search(paragraphs: Iterable[list[TextPiece]]) -> Partial:
    """Find the best reading of all paragraphs."""
    best = [Partial()]
    for pieces in paragraphs:
        count = max(piece.end for piece in pieces)
        at: list[list[Partial]] = [best, *([] for _ in range(count))]
        for piece in sorted(pieces, key=lambda one: one.start):
            at[piece.start] = _likeliest(at[piece.start])
            for way in piece.ways:
                for partial in at[piece.start]:
                    at[piece.end].extend(partial.after(piece, way))
        best = _likeliest(at[count])
    return min((partial.finished() for partial in best), key=lambda one: one.cost)


def _likeliest(readings: list[Partial]) -> list[Partial]:
    # Of readings that any further text continues alike, only the best is kept.
    best: dict[object, Partial] = {}
    for one in sorted(readings, key=lambda one: one.cost) if len(readings) > 1 else readings:
        since = one.marks[-1].points if one.marks else 0
        best.setdefault((one.here.points, one.here.generals, since, one.open, one.done), one)
        if len(best) == _WIDTH:
            break
    return list(best.values())


def best_reading(first: ArmyReader, attempt: Attempt) -> ArmyReader:
    """The reading of an army with the fewest doubts. `first`: its first reading, which may have no units."""
    if len(first.found) > _MAX_EXAMINED:
        return first
    best, account = first, account_of(first) if first.builder.purchases else None
    if account and (account.cost < _CALM or _may_be_slip(account)):
        return best
    cutter = Cutter(first.lines, first.costs)
    first.costs.readings_left = _MAX_READINGS
    choice_of = {id(troops.item): choice for troops, choice in first.choices}
    found = as_read = search(cutter.as_read(first.found, choice_of))
    _, views = _cut_of(first, found)
    if views:
        best, account = _better(best, account, attempt(views, ()))
    tried: list[Sequence[TypedLine]] = []
    for priced in (first.lines.priced, not first.lines.priced):
        if account and not (_is_misread(account) if tried else _is_doubtful(account)):
            break
        first.costs.readings_left = _MAX_READINGS
        found = search(cutter.paragraphs(first.prepared, priced=priced))
        pieces, views = _cut_of(first, found)
        if pieces not in tried:
            tried.append(pieces)
            unlikely = found.cost > as_read.cost + _WORSE
            best, account = _better(best, account, attempt(views, pieces), unlikely=unlikely)
    return best


def _cut_of(reader: ArmyReader, found: Partial) -> tuple[list[TypedLine], dict[LineKey, View]]:
    # The pieces of a reading as lines, and how each is to be read.
    pieces: list[TypedLine] = []
    views: dict[LineKey, View] = {}
    head = True
    for piece, way in found.steps():
        first = piece.lines[0]
        line = replace(first, clean=piece.text, more=(*first.more, *(one.number for one in piece.lines[1:])))
        head = head and not way.points
        pieces.append(line)
        hides = way.view is not None and way.view.way == "talk" and _is_unread(reader, line, head=head)
        if way.view and piece.text and not hides:
            views[key_of(line)] = way.view
    return pieces, views


def _is_unread(reader: ArmyReader, line: TypedLine, *, head: bool) -> bool:
    # Whether a line may be about troops that orbat does not understand. `head`: whether it is above all troops.
    return any(one.item_type == "unread" for one in reader.lines.items(line, head=head))


def _better(
    best: ArmyReader, account: Account | None, other: ArmyReader, *, unlikely: bool = False
) -> tuple[ArmyReader, Account | None]:
    # The better of two readings, with its account. `unlikely`: only a right total speaks for the other reading.
    if not other.builder.purchases:
        return best, account
    found = account_of(other)
    lost = len(best.lines_of_right_prices - other.lines_of_purchases)
    found = replace(found, cost=found.cost + _LOST * lost)
    if account is None:
        return (other, found) if found.right else (best, account)
    settled = found.right and found.cost < _CALM
    if (account.has_total and not found.has_total) or _unpaid_leaders(other) < _unpaid_leaders(best):
        return best, account
    if not settled and (unlikely or _hides_something(other, best, found, account)):
        return best, account
    return (other, found) if _is_better(found, account) else (best, account)


def _unpaid_leaders(reader: ArmyReader) -> int:
    # How many named generals of formations have no price: the player may have left them out of the sums.
    generals = [one.general for one in reader.builder.purchases if isinstance(one, TreeNode)]
    return sum(one is not None and bool(one.level and one.name) and one.price is None for one in generals)


def _may_be_slip(account: Account) -> bool:
    # Whether only one price is wrong or missing, and the sums agree with the typed prices.
    slips = account.of_prices <= _CALM and account.of_structure <= _CALM and not account.of_several
    return account.has_total and not account.of_sums and slips


def _is_doubtful(account: Account) -> bool:
    # Slips alone, such as a wrong digit, are no reason to cut the lines again: they change the total little.
    if account.cost - account.of_names < _CALM or _may_be_slip(account):
        return False
    if account.right and account.of_structure < _MANY_DOUBTS:
        return False
    return account.of_structure > 1 or account.gap > _MAX_SLIP


def _is_misread(account: Account) -> bool:
    # Whether so much disagrees that the list may not be one with prices, or without.
    return account.gap > _NEARER or account.of_structure > _MANY_DOUBTS


def _is_better(found: Account, before: Account) -> bool:
    # If all that disagrees may be slips in prices and sums, only a reading without any is better.
    if found.cost >= before.cost - _GAIN:
        return False
    nearer = found.gap <= _MAX_SLIP < before.gap or found.gap + _NEARER < before.gap
    fewer = before.of_structure - found.of_structure > _GAIN
    return found.cost < _SETTLED or found.right > before.right or nearer or fewer


def _hides_something(other: ArmyReader, before: ArmyReader, found: Account, account: Account) -> bool:
    # A reading may drop a line that may be about troops, or a wrong price, only if it makes the total right.
    unread = {line.number for line in before.read_lines if line.unread}
    lost = [line for line in other.read_lines if line.number in unread and line.role in ("outside", "title")]
    if found.right and not account.right:
        return any(any(map(str.isdigit, line.text)) for line in lost)
    hides_price = account.of_prices > 0 and not found.of_prices
    return bool(lost) or hides_price or len(other.choices) < len(before.choices)

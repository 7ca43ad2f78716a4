"""What an army comes to, in figures that two armies can be compared by: points, pieces, arms, ratings, generals."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from functools import cache, partial
from typing import TypeVar

from orbat.evaluate.pricing import options_of, rating_of
from orbat.evaluate.quote import ExactPoints, UnitLine
from orbat.model.army_list import Entry
from orbat.model.book import Book
from orbat.model.points import exact, percent, show
from orbat.model.record import Value
from orbat.report.breaking_point import breaking_point
from orbat.report.report import Report
from orbat.report.scouting import scouting
from orbat.report.strength import staff_arm

NONE = "-"
"""Stands for a figure that an army has not."""

ARMS = "By arm"
"""The head of the parts that are arms."""

UNKNOWN = "unknown"
"""The arm of units whose entry no list has."""


class Measure(Value):
    """One figure of an army; `of` is the whole that it is a part of, `words` stand in for a bare number."""

    label: str
    value: ExactPoints
    of: ExactPoints | None = None
    words: str = ""

    @property
    def shown(self) -> str:
        """The figure as it is read: a number, a share, or in words."""
        return self.words or (show(self.value) if self.of is None else percent(self.value, self.of))


class MeasurePart(Value):
    """A part of an army, an arm or a rating: its units, its pieces with what they are counted in, and its points."""

    label: str
    units: int
    pieces: int
    counted_in: str
    """What the pieces are; "" where there are none, or a rating's, of whatever arm they are."""
    points: ExactPoints

    @property
    def counts(self) -> tuple[str, str, str]:
        """Units, pieces (`-` where there is nothing to count) and points, as they are read."""
        return str(self.units), str(self.pieces) if self.counted_in else NONE, show(self.points)


class Measures(Value):
    """The figures of an army, the parts by arm, which come to the whole, and those of its units by rating."""

    figures: tuple[Measure, ...]
    arms: tuple[MeasurePart, ...]
    ratings: tuple[MeasurePart, ...]
    rating_word: str


def measures(report: Report) -> Measures:
    """What an army comes to; the report must have been priced."""
    assert report.book is not None
    assert report.quote is not None
    units = tuple((line, report.book.entry(line.list_id, line.unit.entry)) for line in report.quote.all_units)
    figures = (*_sums(report), *_pieces(report.book, units), *_generals(report), *_options(report, units))
    return Measures(
        (*figures, *_in_play(report)),
        tuple(_by_arm(report, units)),
        tuple(_by_rating(report.book, units)),
        report.book.ruleset.rating_word,
    )


One = TypeVar("One", Measure, MeasurePart)


def paired(left: Iterable[One], right: Iterable[One]) -> Iterator[tuple[str, One | None, One | None]]:
    """Figures of two armies by their labels, in the order of the first; what only the second has stands where it has
    it."""
    own, others = {one.label: one for one in left}, {one.label: one for one in right}
    order = list(own)
    place = 0 if own.keys() & others.keys() else len(order)
    for label in others:
        if label in own:
            place = order.index(label) + 1
        else:
            order.insert(place, label)
            place += 1
    yield from ((label, own.get(label), others.get(label)) for label in order)


def side_by_side(left: Measures, right: Measures) -> Iterator[tuple[str, Measure | None, Measure | None]]:
    """The figures of two armies by their labels, without those of which neither has any."""
    for label, one, other in paired(left.figures, right.figures):
        if any(figure.value for figure in (one, other) if figure):
            yield label, one, other


def counted_label(label: str, left: MeasurePart | None, right: MeasurePart | None) -> str:
    """`infantry, stands`: an arm with what its pieces are, where they are the same on both sides."""
    counted = {part.counted_in for part in (left, right) if part and part.counted_in}
    return f"{label}, {counted.pop()}" if len(counted) == 1 else label


def difference_of(left: Measure | None, right: Measure | None) -> ExactPoints:
    """By how much a plain number differs from the first to the second; shares and words are read, not subtracted."""
    if left is None or right is None or any(one.of is not None or one.words for one in (left, right)):
        return 0
    return exact(right.value - left.value)


Units = tuple[tuple[UnitLine, Entry | None], ...]


def _sums(report: Report) -> Iterator[Measure]:
    """The points, as far as they are known and agreed, and how many units they are for."""
    quote = report.quote
    assert quote is not None
    yield Measure("points", quote.total)
    if quote.game_size is not None:
        yield Measure("agreed size", quote.game_size)
    yield Measure("points off the board", quote.off_board)
    yield Measure("units", len(quote.all_units))


def _pieces(book: Book, units: Units) -> Iterator[Measure]:
    """How many there are of whatever units are counted in: stands, guns."""
    counted: Counter[str] = Counter()
    for line, entry in units:
        if word := _counted_in(book, entry):
            counted[word] += line.sum.pieces
    yield from (Measure(word, number) for word, number in counted.items())


def _counted_in(book: Book, entry: Entry | None) -> str:
    return book.kind(entry).counted_in[1] if entry else ""


def _generals(report: Report) -> Iterator[Measure]:
    """How many commanders there are, and of what quality."""
    assert report.quote is not None
    assert report.book is not None
    generals = report.quote.all_commanders
    word = f"{report.book.ruleset.commander_word}s"
    yield Measure(word, len(generals))
    staff = report.book.ruleset.staff
    had = Counter(line.commander.quality or (staff.player if line.is_player else "") for line in generals)
    yield from (Measure(f"{word}, {one.label}", had[one.id]) for one in staff.qualities)


def _options(report: Report, units: Units) -> Iterator[Measure]:
    """How much of what might have an option has it, being of a kind that its list offers it to: of the pieces, or of
    the units where those have no number."""
    assert report.book is not None
    assert report.orbat is not None
    known, offered = report.book.ruleset.options, cache(partial(_offered, report.book))
    has: Counter[str] = Counter()
    might: Counter[str] = Counter()
    for line, entry in units:
        if entry is None:
            continue
        own = options_of(line.unit, entry, known, report.orbat.date)
        has.update(dict.fromkeys(own, line.sum.pieces))
        might.update(dict.fromkeys({*own, *offered(line.list_id)[entry.kind]}, line.sum.pieces))
    yield from (Measure(f"{option.label}, share", has[key], might[key]) for key, option in known.items() if might[key])


def _offered(book: Book, list_id: str) -> Mapping[str, set[str]]:
    """The options that any entry of a list offers to units of each kind."""
    found: defaultdict[str, set[str]] = defaultdict(set)
    for entry in book.entries(list_id).values():
        found[entry.kind].update(use.option for use in entry.options)
    return found


def _in_play(report: Report) -> Iterator[Measure]:
    """What decides before and at the end of a game, where the ruleset has such."""
    if scouts := scouting(report):
        yield Measure("scouting points", scouts.points)
    if point := breaking_point(report):
        yield Measure("breaking point", point.point, words=point.words)


def _by_arm(report: Report, units: Units) -> Iterator[MeasurePart]:
    """The units of each arm, in the ruleset's order; the generals are among the staff."""
    assert report.book is not None
    assert report.quote is not None
    ruleset = report.book.ruleset
    parts: defaultdict[str, list[tuple[UnitLine, str]]] = defaultdict(list)
    for line, entry in units:
        arm = report.book.kind(entry).arm if entry else UNKNOWN
        parts[arm].append((line, _counted_in(report.book, entry)))
    staff, generals = staff_arm(ruleset), sum(line.points for line in report.quote.all_commanders)
    for arm in dict.fromkeys((*ruleset.arms, staff, UNKNOWN)):
        if parts[arm] or (arm == staff and report.quote.all_commanders):
            yield _part(arm.replace("_", " "), parts[arm], generals if arm == staff else 0)


def _by_rating(book: Book, units: Units) -> Iterator[MeasurePart]:
    """The units of each rating, in the ruleset's order, then those that should have one and have not."""
    ruleset = book.ruleset
    parts: defaultdict[str, list[tuple[UnitLine, str]]] = defaultdict(list)
    for line, entry in units:
        if entry and book.kind(entry).rating != "none":
            parts[rating_of(line.unit, entry)].append((line, _counted_in(book, entry)))
    for rating in dict.fromkeys((*(one.id for one in ruleset.ratings), *parts)):
        if parts[rating]:
            label = f"{ruleset.rating_word} {rating}" if rating else f"no {ruleset.rating_word}"
            yield _part(label, parts[rating], 0)


def _part(label: str, lines: Iterable[tuple[UnitLine, str]], more: ExactPoints) -> MeasurePart:
    lines = tuple(lines)
    pieces = sum(line.sum.pieces for line, word in lines if word)
    words = ", ".join(dict.fromkeys(word for _, word in lines if word))
    points = Fraction(sum(line.points for line, _ in lines) + more)
    return MeasurePart(label, len(lines), pieces, words, exact(points))

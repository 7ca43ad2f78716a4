"""Numbers of an army for comparisons: points, stands, guns, arms, ratings and generals."""

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
"""Text for a missing number."""

ARMS = "By arm"
"""Heading of the table of arms."""

UNKNOWN = "unknown"
"""Name of the arm for units with an unknown entry."""


class Measure(Value):
    """A labelled number that describes an army. For example, the label is `units` and the value is 12."""

    label: str
    value: ExactPoints
    of: ExactPoints | None = None
    """If set, the number is shown as a percentage of `of`."""
    words: str = ""
    """Shown instead of the number, unless empty."""

    @property
    def text(self) -> str:
        """The measure as text: a number, a percentage, or the text in `words`."""
        return self.words or (show(self.value) if self.of is None else percent(self.value, self.of))


class MeasurePart(Value):
    """Totals of an arm or a rating: units, points, and stands or guns."""

    label: str
    units: int
    pieces: int
    """The number of stands, guns or similar."""
    counted_in: str
    """Unit of measure of the pieces, such as `stands`, or several joined by commas. Empty if no pieces are counted."""
    points: ExactPoints

    @property
    def counts(self) -> tuple[str, str, str]:
        """The number of units, the number of stands or guns, and the points, as text.

        If neither stands nor guns are counted, the second text is `-`.
        """
        return str(self.units), str(self.pieces) if self.counted_in else NONE, show(self.points)


class Measures(Value):
    """The numbers that comparisons show for an army. The totals of `arms` add up to the whole army."""

    figures: tuple[Measure, ...]
    arms: tuple[MeasurePart, ...]
    ratings: tuple[MeasurePart, ...]
    rating_word: str


def measures(report: Report) -> Measures:
    """Calculate the numbers of an army. The report must have prices."""
    assert report.book is not None
    assert report.quote is not None
    units = tuple((line, report.book.entry(line.list_id, line.unit.entry)) for line in report.quote.all_units)
    figures = (*_sums(report), *_pieces(report.book, units), *_generals(report), *_options(report, units))
    return Measures(
        (*figures, *_game_figures(report)),
        tuple(_by_arm(report, units)),
        tuple(_by_rating(report.book, units)),
        report.book.ruleset.rating_word,
    )


Item = TypeVar("Item", Measure, MeasurePart)


def paired(left: Iterable[Item], right: Iterable[Item]) -> Iterator[tuple[str, Item | None, Item | None]]:
    """Pair the numbers of two armies by label. Yields labels with two numbers; missing numbers are None.

    The labels keep their order: `a, c` and `a, b, c` give `a, b, c`.
    """
    own, others = {one.label: one for one in left}, {one.label: one for one in right}
    order = list(own)
    position = 0 if own.keys() & others.keys() else len(order)
    for label in others:
        if label in own:
            position = order.index(label) + 1
        else:
            order.insert(position, label)
            position += 1
    yield from ((label, own.get(label), others.get(label)) for label in order)


def side_by_side(left: Measures, right: Measures) -> Iterator[tuple[str, Measure | None, Measure | None]]:
    """Pair the numbers of two armies by label. Pairs of zeros are left out."""
    for label, one, other in paired(left.figures, right.figures):
        if any(figure.value for figure in (one, other) if figure):
            yield label, one, other


def counted_label(label: str, left: MeasurePart | None, right: MeasurePart | None) -> str:
    """The label of an arm with the unit of measure: `infantry, stands`.

    If the armies have different units of measure, the unit of measure is left out.
    """
    counted = {part.counted_in for part in (left, right) if part and part.counted_in}
    return f"{label}, {counted.pop()}" if len(counted) == 1 else label


def difference_of(left: Measure | None, right: Measure | None) -> ExactPoints:
    """The right number minus the left number. 0 if a number is missing, or is shown as a percentage or words."""
    if left is None or right is None or any(one.of is not None or one.words for one in (left, right)):
        return 0
    return exact(right.value - left.value)


Units = tuple[tuple[UnitLine, Entry | None], ...]


def _sums(report: Report) -> Iterator[Measure]:
    quote = report.quote
    assert quote is not None
    yield Measure("points", quote.total)
    if quote.game_size is not None:
        yield Measure("agreed size", quote.game_size)
    yield Measure("points off the board", quote.off_board)
    yield Measure("units", len(quote.all_units))


def _pieces(book: Book, units: Units) -> Iterator[Measure]:
    counted: Counter[str] = Counter()
    for line, entry in units:
        if word := _counted_in(book, entry):
            counted[word] += line.sum.pieces
    yield from (Measure(word, number) for word, number in counted.items())


def _counted_in(book: Book, entry: Entry | None) -> str:
    return book.kind(entry).counted_in[1] if entry else ""


def _generals(report: Report) -> Iterator[Measure]:
    assert report.quote is not None
    assert report.book is not None
    generals = report.quote.all_commanders
    word = f"{report.book.ruleset.commander_word}s"
    yield Measure(word, len(generals))
    staff = report.book.ruleset.staff
    counts = Counter(line.commander.quality or (staff.player if line.is_player else "") for line in generals)
    yield from (Measure(f"{word}, {one.label}", counts[one.id]) for one in staff.qualities)


def _options(report: Report, units: Units) -> Iterator[Measure]:
    assert report.book is not None
    assert report.orbat is not None
    known, offered = report.book.ruleset.options, cache(partial(_offered, report.book))
    # The share of an option is the pieces that have it, of all pieces of a kind for which the army list allows it.
    equipped: Counter[str] = Counter()
    possible: Counter[str] = Counter()
    for line, entry in units:
        if entry is None:
            continue
        own = options_of(line.unit, entry, known, report.orbat.date)
        equipped.update(dict.fromkeys(own, line.sum.pieces))
        possible.update(dict.fromkeys({*own, *offered(line.list_id)[entry.kind]}, line.sum.pieces))
    yield from (
        Measure(f"{option.label}, share", equipped[key], possible[key])
        for key, option in known.items()
        if possible[key]
    )


def _offered(book: Book, list_id: str) -> Mapping[str, set[str]]:
    found: defaultdict[str, set[str]] = defaultdict(set)
    for entry in book.entries(list_id).values():
        found[entry.kind].update(use.option for use in entry.options)
    return found


def _game_figures(report: Report) -> Iterator[Measure]:
    if scouts := scouting(report):
        yield Measure("scouting points", scouts.points)
    if point := breaking_point(report):
        yield Measure("breaking point", point.point, words=point.words)


def _by_arm(report: Report, units: Units) -> Iterator[MeasurePart]:
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

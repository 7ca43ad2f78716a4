"""Compares the pages of a printed sheet with the attached ORBAT."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from fractions import Fraction

from orbat.data.problem import WHOLE_FILE, Problem, finding_of
from orbat.model.book import Book
from orbat.model.finding import LEGAL, NOT_LEGAL, Finding, Topic
from orbat.model.points import show
from orbat.model.record import Value
from orbat.model.wording import all_of, phrase, plural
from orbat.report.abilities import TITLE
from orbat.report.report import Report
from orbat.report.rows import Row

_MAX_NAMED = 3
"""Maximum number of units of each kind in a message."""
_HEAD_LINES = 8
"""Number of lines at the top of a page that are searched for the title, the army and the points."""
_ARMY_LINES = 3
"""Number of lines at the top of a page that are searched for the army. A title of several lines counts as one."""
_MAX_WRAPPED = 3
"""Maximum number of lines that the army takes on a page."""

_POINTS = re.compile(
    r"(?P<total>\d+(?:\.\d+|[½¼¾])?) of (?P<size>\d+) points, (?:none left|\S+ (?:left|over))(?:[;,. ]|\Z)"
)
_NOT_LEGAL = re.compile(rf"(?:Verdict: +)?{NOT_LEGAL}: \d+ error")
_SAYS_LEGAL = re.compile(rf"\W*(?:Verdict:? +)?{LEGAL}(?:[.,;:!]|\W*\Z)")
_SIZE = re.compile(r", (?P<size>\d+) points\Z")
_ORDER_HEAD = re.compile(r"name {2,}(?:[^ ]+ {2,})?(?:size {2,})?(?:arms|arms and sum|sum)(?: {2,}points {2,}total)?\Z")
_ROSTER_HEAD = re.compile(r"(?:.* {2,})?strength {2,}.*\blosses\Z")
_FOOT = re.compile(r"orbat {2,}.*\bpage \d+ of \d+\Z")
"""The last line of a page."""
_TABLE_END = re.compile(r"Army total {2,}|" + _FOOT.pattern)
_NEXT_BLOCK = re.compile(
    "Points by arm|Order of deployment|Scouting points|Check code|The ORBAT as text|Findings|The rules used"
)
"""The heads of the blocks that may follow an order of battle without points, which has no line with the total."""
_LAST_NUMBER = re.compile(r" {2,}(\d+(?:\.\d+)?)[^\w.,]*\Z")
_GAP = re.compile(r" {2,}")
_WORD = re.compile(r"\w{3,}")
_SPACE = re.compile(r"\s+")
_MISSING = re.compile(r"\[U\+([0-9A-F]{4}|[1-9A-F][0-9A-F]{4})\]")
_NOTE = "Note: "
_NOT_WORD = re.compile(r"\W+")
_MERGED = re.compile(r"(\d{1,4}) × ")
_MAX_MERGED = 1_000
_WITHOUT_UNITS = ("quick reference", TITLE.casefold())
"""Texts on pages that need not name any unit."""


class PrintedUnit(Value):
    """A unit in a table of a sheet."""

    name: str
    rating: str
    size: str
    points: str = ""
    """"" if the table shows no points."""

    @property
    def numbers(self) -> tuple[str, str]:
        """The rating and the size."""
        return self.rating, self.size

    @property
    def words(self) -> str:
        """The unit in words, with rating, size and points: `2nd Battalion (4, 12, 60 points)`."""
        points = phrase("{points} points", points=self.points) if self.points else ""
        details = ", ".join(filter(None, (*self.numbers, points)))
        name = self.name or "unnamed"
        return phrase("{name} ({details})", name=name, details=details) if details else name


def page_findings(pages: Sequence[str], report: Report) -> Iterator[Finding]:
    """Yield a finding for each difference between the text of pages and the attached ORBAT."""
    assert report.book is not None
    rows = report.rows
    # Only numbers and names are compared, because older versions of orbat printed wording and order differently.
    yield from map(_finding, _head_differences(pages, report))
    if report.legal and _hides_points_of_illegal_army(pages):
        message = "the page says that the army is not legal, but the attached ORBAT has no errors; it may hide troops"
        yield _warning(message, "TXT014", "hidden")
    if (
        not report.legal
        and not (report.quote and report.quote.partial)
        and any(map(_SAYS_LEGAL.match, _verdict_lines(pages)))
    ):
        message = "the page says that the army is legal, but the attached ORBAT has errors"
        yield _warning(message, "TXT014", "file")
    tables = tuple(_tables(pages, report.book))
    yield from map(_finding, filter(None, (_unit_difference(table, rows) for table in tables)))
    yield from map(_finding, _quality_differences(pages, report))
    armies = [army for page in pages for army in _armies(_head(page), report)]
    if not tables and report.subtitle not in armies and not _names_army(pages, rows):
        yield _finding("the pages do not show the attached ORBAT")
    foreign = [str(number) for number, page in enumerate(pages, 1) if not _shows(page, report)]
    if foreign:
        yield _warning(
            plural(
                len(foreign),
                "page {numbers} is not part of a sheet and was not read",
                "pages {numbers} are not parts of a sheet and were not read",
                numbers=all_of(foreign),
            ),
            "TXT011",
            "file",
        )


def _finding(message: str) -> Finding:
    help = "Ask which of the two armies is right."
    return finding_of(Problem(WHOLE_FILE, message, help, "TXT014", doubt="file"))


def _warning(message: str, code: str, doubt: Topic) -> Finding:
    help = "Compare the ORBAT with the page."
    return finding_of(Problem(WHOLE_FILE, message, help, code, severity="warning", doubt=doubt))


def _head_differences(pages: Sequence[str], report: Report) -> Iterator[str]:
    is_priced = report.quote is not None and all(line.sum.points is not None for line in report.quote.all_units)
    game_size = report.orbat.game_size if report.orbat else None
    heads = [line for page in pages for line in _head(page)]
    points = [found for line in heads if (found := _POINTS.match(line))]
    army = _SIZE.sub("", report.subtitle)
    armies = [army for page in pages for army in _armies(_head(page), report)]
    totals = dict.fromkeys(_number(found["total"]) for found in points)
    sizes = dict.fromkeys(int(found["size"]) for found in (*points, *filter(None, map(_SIZE.search, armies))))
    for total in totals:
        if total != report.total and is_priced:
            yield phrase(
                "the page has a total of {page} points, but the attached ORBAT has {ours}",
                page=show(total),
                ours=show(report.total),
            )
    for size in sizes:
        if size != game_size:
            yield phrase(
                "the page has an agreed size of {page} points, but the attached ORBAT has {ours}",
                page=size,
                ours="none" if game_size is None else game_size,
            )
    for line in dict.fromkeys(_SIZE.sub("", line) for line in armies):
        if line != army:
            yield phrase(
                'the army on the page is "{page}", but in the attached ORBAT it is "{ours}"', page=line, ours=army
            )


def _armies(head: Sequence[str], report: Report) -> Iterator[str]:
    """Yield each text in the head of a page that names an army. Wrapped lines are joined."""
    at = _title_lines(head, report)
    end = min(max(at, 1) + _ARMY_LINES - 1, len(head))
    while at < end:
        count = _army_length(head[at : at + _MAX_WRAPPED], report)
        if count:
            yield " ".join(head[at : at + count])
        at += max(count, 1)


def _title_lines(head: Sequence[str], report: Report) -> int:
    title = _squeezed(report.title)
    counts = range(len(head), 0, -1)
    return next((count for count in counts if title.startswith(_squeezed("".join(head[:count])))), 0)


def _army_length(lines: Sequence[str], report: Report) -> int:
    """The number of lines at the start that name the army. 0 if the first line is not part of the name."""
    wrapped = {count: " ".join(lines[:count]) for count in range(1, len(lines) + 1)}
    army = _SIZE.sub("", report.subtitle)
    if same := [count for count, text in wrapped.items() if _SIZE.sub("", text) == army]:
        return same[0]
    # the ruleset may be broken over two lines, so that neither line names an army
    is_broken = len(lines) > 1 and not _is_army(lines[1], report) and _is_army(wrapped[2], report)
    if not (_is_army(lines[0], report) or is_broken):
        return 0
    first = 1 if _is_army(lines[0], report) else 2
    # the size is the last part
    return next((count for count, text in wrapped.items() if count >= first and _SIZE.search(text)), first)


def _is_army(line: str, report: Report) -> bool:
    is_title = line.startswith("“") or _squeezed(line) in _squeezed(report.title)
    return not is_title and f", {report.ruleset}, " in f"{line}, "


def _hides_points_of_illegal_army(pages: Sequence[str]) -> bool:
    lines = [line for page in pages for line in _top(page)[1:]]
    return any(map(_NOT_LEGAL.match, lines)) and not any(map(_POINTS.match, lines))


def _verdict_lines(pages: Sequence[str]) -> Iterator[str]:
    for page in pages:
        yield from _top(page)[1:]


def _top(page: str) -> list[str]:
    return [line.strip() for line in page.split("\n") if line.strip()][:_HEAD_LINES]


def _head(page: str) -> list[str]:
    return [_GAP.split(line)[0] for line in _top(page)]


def _number(text: str) -> Fraction:
    for letter, part in (("½", ".5"), ("¼", ".25"), ("¾", ".75")):
        text = text.replace(letter, part)
    return Fraction(text)


# Units.


def _tables(pages: Sequence[str], book: Book) -> Iterator[tuple[PrintedUnit, ...]]:
    reader = _RowReader(book)
    tables: dict[str, list[PrintedUnit]] = {}
    for page in pages:
        kind, has_sizes = "", False
        for line in map(str.strip, page.split("\n")):
            if _ORDER_HEAD.match(line):
                kind = "priced order" if line.endswith("total") else "order"
                has_sizes = "  size  " in line
            elif _ROSTER_HEAD.match(line):
                kind, has_sizes = "roster", True
            elif _TABLE_END.match(line) or (kind == "order" and _NEXT_BLOCK.match(line)):
                kind = ""
            elif kind and not line.startswith(_NOTE) and (unit := reader.read(line, has_sizes=has_sizes)):
                points = _LAST_NUMBER.search(line) if kind == "priced order" else None
                tables.setdefault(kind, []).append(replace(unit, points=points[1] if points else ""))
    yield from map(tuple, tables.values())


class _RowReader:
    def __init__(self, book: Book) -> None:
        ruleset = book.ruleset
        rating = _any(one.id for one in ruleset.ratings)
        numbered = rf"(?P<number>\d+) +(?:{_any(_counting_words(book))})(?![^ ])"
        named = rf"(?P<label>{_any(size.label for size in ruleset.sizes)})(?![^ ])"
        # not the sum of a price, such as `12 stands x (4 class 4 + 1 rifles)`
        size = rf"(?:{numbered}|{named})(?! (?:[^\d ]\S* )?x )"
        self._sized = (
            re.compile(rf"(?P<name>.+?) {{2,}}(?:(?P<rating>{rating}) +)?{size}"),
            re.compile(rf"(?P<name>.+?) (?P<rating>{rating}) +{size}"),
        )
        entries = {entry.name for one in book.lists.values() for entry in one.entries}
        entries |= {kind.label for kind in ruleset.kinds.values()}  # merged rows name the entry in the first column
        self._unsized = re.compile(rf"(?P<name>.+?) {{2,}}(?:(?P<rating>{rating}) +)?(?:{_any(entries)})(?=[, ]|\Z)")

    def read(self, line: str, *, has_sizes: bool) -> PrintedUnit | None:
        if not has_sizes:
            unsized = self._unsized.match(line)
            return PrintedUnit(unsized["name"], unsized["rating"] or "", "") if unsized else None
        sized = next(filter(None, (pattern.match(line) for pattern in self._sized)), None)
        return PrintedUnit(sized["name"], sized["rating"] or "", sized["number"] or sized["label"]) if sized else None


def _counting_words(book: Book) -> set[str]:
    counted_in = (word for kind in book.ruleset.kinds.values() for word in kind.counted_in)
    # the other words may be on the next line of the page
    return {word.split()[0] for word in counted_in if word}


def _any(words: Iterable[str]) -> str:
    # longer words first; (?!) matches nothing
    return "|".join(map(re.escape, sorted(filter(None, words), key=len, reverse=True))) or "(?!)"


def _unit_difference(printed: Sequence[PrintedUnit], rows: Sequence[Row]) -> str:
    named = [_squeezed(row.name) for row in rows]
    printed = [one for unit in printed for one in _split(unit, named)]
    units = [
        PrintedUnit(row.name, row.rating, row.named_size or row.size, row.points) for row in rows if row.sort == "unit"
    ]
    extra, missing = _unmatched(printed, units), _unmatched(units, printed)
    parts = [phrase("only on the page: {units}", units=_listed(extra))] if extra else []
    parts += [phrase("only in the attached ORBAT: {units}", units=_listed(missing))] if missing else []
    return phrase("the units differ; {parts}", parts="; ".join(parts)) if parts else ""


def _split(unit: PrintedUnit, names: Sequence[str]) -> Iterator[PrintedUnit]:
    merged = _MERGED.match(unit.name)
    # a unit may be named like a merged row: `names` are those of the ORBAT
    if merged is None or any(name.startswith(_squeezed(unit.name)) for name in names):
        yield unit
    else:
        yield from [replace(unit, name="", points="")] * min(int(merged[1]), _MAX_MERGED)


def _unmatched(units: Sequence[PrintedUnit], others: Sequence[PrintedUnit]) -> list[PrintedUnit]:
    free: dict[tuple[str, str], list[PrintedUnit]] = {}
    for other in sorted(others, key=lambda one: not one.name):
        free.setdefault(other.numbers, []).append(other)
    left = []
    for unit in sorted(units, key=lambda one: not one.name):
        candidates = free.get(unit.numbers, [])
        same = next((other for other in candidates if _is_same(unit, other)), None)
        if same is None:
            left.append(unit)
        else:
            candidates.remove(same)
    return left


def _is_same(unit: PrintedUnit, other: PrintedUnit) -> bool:
    if unit.points and other.points and unit.points != other.points:
        return False
    first, second = _squeezed(unit.name), _squeezed(other.name)
    # sheets break long names over several lines
    return first.startswith(second) or second.startswith(first)


def _squeezed(name: str) -> str:
    # codes such as `[U+4E2D]` stand for letters missing from the font
    return _NOT_WORD.sub("", _MISSING.sub(lambda found: chr(int(found[1], 16)), name)).casefold()


def _listed(units: Sequence[PrintedUnit]) -> str:
    named = ", ".join(unit.words for unit in units[:_MAX_NAMED])
    more = len(units) - _MAX_NAMED
    return phrase("{units} and {count} more", units=named, count=more) if more > 0 else named


# Generals.


def _quality_differences(pages: Sequence[str], report: Report) -> Iterator[str]:
    assert report.book is not None
    labels = [quality.label for quality in report.book.ruleset.staff.qualities]
    text = _SPACE.sub("", "".join(pages)).casefold()
    ours: dict[str, list[str]] = {}
    """The qualities of each general. One man may have several posts."""
    for row in report.rows:
        if row.commander:
            ours.setdefault(row.commander, []).append(row.quality.partition(", ")[0])
    for name, qualities in ours.items():
        shown = [label for label in labels if _SPACE.sub("", f"{name},{label}").casefold() in text]
        if more := [label for label in shown if label not in qualities]:
            yield phrase(
                "{name} is {page} on the page, and {ours} in the attached ORBAT",
                name=name,
                page=more[0],
                ours=qualities[0] or "without a quality",
            )


# Pages without tables.


def _shows(page: str, report: Report) -> bool:
    if any(_FOOT.match(line.strip()) for line in page.split("\n")):
        return True
    words = set(_WORD.findall(page.casefold()))
    names = [name for row in report.rows for name in (row.name, row.commander) if name]
    sizes = {row.size for row in report.rows if row.sort == "unit"}
    assert report.book is not None
    counted = re.findall(rf"(?<![\w.])(\d+) (?:{_any(_counting_words(report.book))})(?!\w)", page)
    counted = [number for number in counted if number != "1"]  # cards quote rules, such as `1 gun cannot fire`
    return sizes.issuperset(counted) and any(words.issuperset(_WORD.findall(name.casefold())) for name in names)


def _names_army(pages: Sequence[str], rows: Sequence[Row]) -> bool:
    text = "\n".join(pages).casefold()
    known = set(_WORD.findall(text))
    for sort in ("unit", "formation"):
        named = [known.issuperset(_WORD.findall(row.name.casefold())) for row in rows if row.sort == sort]
        if named and 2 * sum(named) >= len(named):
            return True
    return any(words in text for words in _WITHOUT_UNITS)

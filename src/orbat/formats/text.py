"""An ORBAT as plain text: one unit per line, indented by two spaces per level.

    “Blue Division at the ford”
    Blues, The Rulebook, September 1854, 800 points
    orbat 1; ruleset rulebook; army list blues; game size 800; date 1854-09; staff table default

    General: Lord Blue, always capable, the player - 0
    Division: Blue Division - Sir John Grey, capable (3 default) - 120
      Brigade: 1st Brigade - Henry Green, not diced - 90
        7th Blues - 15 stands, class 3, with rifles [line_foot] - 60

    Total: 120 of 800 points, 680 left
    Verdict: Legal

A line ends with ` - ` and the points: `60`, or `60 (64 claimed)` if the author claimed another number. The entry of a
unit is in square brackets. `always` marks values that are not in the ORBAT because the army list or the rules give
them. A text in parentheses, such as `(unnamed)`, replaces a missing name. `orbat.model.text_words` describes escapes
and other fields.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping

from orbat.evaluate.pricing import options_of, rating_of
from orbat.evaluate.quote import CommanderLine, ExactPoints, FormationLine, UnitLine
from orbat.model import text_words as notation
from orbat.model.finding import Finding, format_cites
from orbat.model.orbat import Commander, Formation, Orbat, Roll, Unit
from orbat.model.path import OrbatPath
from orbat.model.points import show
from orbat.model.record import Value
from orbat.model.text_words import visible
from orbat.model.wording import phrase
from orbat.report.finding_groups import with_headings
from orbat.report.report import Report

RollWords = Callable[[Roll], str]
EARLIER = "; earlier "
"""The text between a roll and an earlier roll."""


class TextLine(Value):
    """One line of an army as plain text."""

    depth: int
    strong: str
    """The beginning of the line, which is bold in Markdown."""
    rest: str = ""
    """Everything after `strong`."""
    is_detail: bool = False
    """Whether the line is a detail of the item above, such as a note."""


class OrbatItem(Value):
    """A formation or unit with its path and depth."""

    depth: int
    path: OrbatPath
    record: Formation | Unit


def plain_text(report: Report, *, short: bool = False) -> str:
    """The report's ORBAT as plain text, with the verdict and the findings.

    `short`: whether staff rolls are written without seed and day.
    """
    parts = [[notation.title(report.title)]]
    if report.orbat is not None:
        title = notation.title(report.orbat.title)
        parts = [[title, notation.name(report.subtitle, "no details"), settings_line(report.orbat)]]
        parts[0] += [_line_text(line) for line in header_lines(report.orbat)]
        parts.append([_line_text(line) for line in army_lines(report, _short_roll if short else _roll_words)])
    parts.append([total_line(report), verdict_line(report)] if report.orbat else [verdict_line(report)])
    if report.findings:
        parts[-1] += ["Findings:", *(f"  {line}" for line in finding_lines(report.findings))]
    return "\n\n".join("\n".join(part) for part in parts if part) + "\n"


def _line_text(line: TextLine) -> str:
    return "  " * line.depth + line.strong + line.rest


def settings_line(orbat: Orbat) -> str:
    """The line with the ids and settings of an ORBAT, such as `orbat 1; ruleset rulebook; game size 800`."""
    settings = [f"orbat {orbat.orbat}", f"ruleset {orbat.ruleset}"]
    if orbat.army_list:
        settings.append(f"army list {orbat.army_list}")
    if orbat.game_size is not None:
        settings.append(f"game size {orbat.game_size}")
    if orbat.date:
        settings.append(f"date {orbat.date}")
    settings.append(f"staff table {notation.word(orbat.staff_table)}")
    settings += [f"ruling {notation.token(key)} = {notation.token(choice)}" for key, choice in orbat.rulings.items()]
    return "; ".join(settings)


def header_lines(orbat: Orbat) -> Iterator[TextLine]:
    """Yield the lines below the title: the army's player, tags, other fields and note."""
    if orbat.player:
        yield TextLine(0, "", f"Player: {notation.escape(orbat.player)}")
    if orbat.tags:
        yield TextLine(0, "", f"Tags: {', '.join(map(notation.tag, orbat.tags))}")
    yield from _field_lines(0, orbat)
    yield from _note_lines(0, orbat.note)


def _note_lines(depth: int, note: str, key: str = "Note") -> Iterator[TextLine]:
    for part in note.split("\n") if note else ():
        yield TextLine(depth, "", f"{key}: {notation.escape(part)}".rstrip(), is_detail=True)


def _field_lines(depth: int, record: Orbat | Formation | Unit | Commander) -> Iterator[TextLine]:
    values = notation.values(record)
    for label, field in notation.labels(type(record)).items():
        if field.key in values:
            yield TextLine(depth, "", f"{label}: {values[field.key]}", is_detail=True)


def army_lines(report: Report, roll_words: RollWords | None = None) -> Iterator[TextLine]:
    """Yield the lines of the army's commander, of all formations, and of all units."""
    orbat = report.orbat
    assert orbat is not None
    index = QuoteIndex(report, roll_words or _roll_words)
    if orbat.commander:
        general = _commander_text(orbat.commander, index, ("commander",))
        yield TextLine(0, "", f"General: {general} - {index.general_points(('commander',))}")
        yield from _field_lines(0, orbat.commander)
        yield from _note_lines(0, orbat.commander.note, "Note on the general")
    for item in walk(orbat):
        record = item.record
        depth = item.depth
        if item.path == ("units", 0):
            yield TextLine(0, notation.INDEPENDENT)
        if isinstance(record, Formation):
            yield _formation_line(record, item, index)
            if record.commander:
                yield from _field_lines(depth + 1, record.commander)
                yield from _note_lines(depth + 1, record.commander.note, "Note on the general")
        else:
            yield TextLine(depth, "", _unit_text(record, item, index))
        yield from _field_lines(depth + 1, record)
        yield from _note_lines(depth + 1, record.note)


def walk(orbat: Orbat) -> Iterator[OrbatItem]:
    """Yield all formations and units in order."""
    for number, formation in enumerate(orbat.formations):
        # In a formation, units come before formations. Units outside all formations come last.
        yield from _walk_formation(formation, ("formations", number), 0)
    for number, unit in enumerate(orbat.units):
        yield OrbatItem(1, ("units", number), unit)


def _walk_formation(formation: Formation, path: OrbatPath, depth: int) -> Iterator[OrbatItem]:
    yield OrbatItem(depth, path, formation)
    for number, unit in enumerate(formation.units):
        yield OrbatItem(depth + 1, (*path, "units", number), unit)
    for number, inner in enumerate(formation.formations):
        yield from _walk_formation(inner, (*path, "formations", number), depth + 1)


class QuoteIndex:
    """Finds prices and implied values by path.

    Implied values are given by the rules or the army list, not by the ORBAT.
    """

    def __init__(self, report: Report, roll_words: RollWords | None = None) -> None:
        quote = report.quote
        self.roll_words = roll_words or _roll_words
        self.report = report
        self.units: Mapping[OrbatPath, UnitLine] = {line.path: line for line in quote.written_units} if quote else {}
        self.formations: Mapping[OrbatPath, FormationLine] = (
            {line.path: line for line in quote.written_formations} if quote else {}
        )
        self.commanders: Mapping[OrbatPath, CommanderLine] = (
            {line.path: line for line in quote.written_commanders} if quote else {}
        )

    def points(self, path: OrbatPath) -> ExactPoints | None:
        """The points of the unit or formation at a path, or None."""
        if path in self.units:
            return self.units[path].sum.points
        return self.formations[path].points if path in self.formations else None

    def general_points(self, path: OrbatPath) -> str:
        """The price of the general at a path, or `?`."""
        return show(self.commanders[path].points) if path in self.commanders else "?"

    def implied_quality(self, path: OrbatPath) -> str:
        """The quality that the rules give to the general at a path, or ""."""
        line, book = self.commanders.get(path), self.report.book
        return book.ruleset.staff.player if line and book and line.is_player and not line.commander.quality else ""

    def implied_rating(self, path: OrbatPath) -> str:
        """The rating that the entry gives to a unit without a written rating, or ""."""
        line, book = self.units.get(path), self.report.book
        entry = book.entry(line.list_id, line.unit.entry) if line and book else None
        return rating_of(line.unit, entry) if line and entry and not line.unit.rating else ""

    def implied_options(self, path: OrbatPath) -> tuple[str, ...]:
        """The options that the army list gives to a unit, although the ORBAT does not list them."""
        line, book, orbat = self.units.get(path), self.report.book, self.report.orbat
        entry = book.entry(line.list_id, line.unit.entry) if line and book else None
        if line is None or book is None or entry is None or orbat is None:
            return ()
        has = options_of(line.unit, entry, book.ruleset.options, orbat.date)
        return tuple(option for option in has if option not in line.unit.options)

    def entry_name(self, path: OrbatPath, unit: Unit) -> str:
        """The name of a unit's entry or, if unknown, the id."""
        line, book = self.units.get(path), self.report.book
        entry = book.entry(line.list_id, unit.entry) if line and book else None
        return entry.name if entry else unit.entry or "no entry"

    def size_words(self, path: OrbatPath, unit: Unit) -> str:
        """The size in words: `15 stands`, `size 15` or `size large`."""
        if isinstance(unit.size, str):
            return f"size {notation.word(unit.size)}"
        line, book = self.units.get(path), self.report.book
        entry = book.entry(line.list_id, unit.entry) if line and book else None
        word = visible(book.kind(entry).counted_in[0 if unit.size == 1 else 1]) if book and entry else ""
        if not word or any(sign in word for sign in ("[", "]", ", ", " - ")):
            return f"size {unit.size}"
        return f"{unit.size} {'× ' if word[0].isdigit() else ''}{word}"

    @property
    def rating_word(self) -> str:
        """The ruleset's word for a rating, such as `class`."""
        word = self.report.book.ruleset.rating_word if self.report.book else ""
        # Some words have another meaning here, such as `size`.
        return word if word.isalpha() and word not in ("with", "off", "always", "size") else "rating"


def _formation_line(formation: Formation, item: OrbatItem, index: QuoteIndex) -> TextLine:
    details = "no general"
    if formation.commander:
        details = _commander_text(formation.commander, index, (*item.path, "commander"))
    if formation.off_board:
        details += f", {notation.off_board_words(formation.off_board)}"
    if formation.army_list:
        details += f", list {formation.army_list}"
    points = points_text(index.points(item.path), formation.points)
    strong = f"{notation.level_word(formation.level)}: {notation.name(formation.name)}"
    return TextLine(item.depth, strong, f" - {details} - {points}")


def _commander_text(commander: Commander, index: QuoteIndex, path: OrbatPath) -> str:
    implied = index.implied_quality(path)
    quality = "no quality" if commander.roll or path == ("commander",) else "not diced"
    if commander.quality or implied:
        quality = notation.quality_word(commander.quality) if commander.quality else f"always {notation.word(implied)}"
    if commander.roll:
        rolls = (commander.roll, *commander.roll.earlier)
        quality += f" ({EARLIER.join(map(index.roll_words, rolls))})"
    mark = ""
    if path == ("commander",):
        mark = ", marked as the player" if commander.player else ", the player"
    elif commander.player:
        mark = ", the player"
    return f"{notation.inner_name(commander.name)}, {quality}{mark}"


def rolls_words(rolls: Iterable[Roll]) -> str:
    """Staff rolls as text, with all fields."""
    return EARLIER.join(map(_roll_words, rolls))


def _roll_words(roll: Roll) -> str:
    words = f"{'+'.join(map(str, roll.dice)) or 'no dice'} {notation.word(roll.table)}"
    if roll.result:
        words += f" = {notation.word(roll.result)}"
    if roll.method:
        words += f", {roll.method}"
    if roll.seed:
        words += f", seed {notation.quoted(roll.seed)}"
    return words + (f", on {notation.quoted(roll.on)}" if roll.on else "") + roll_fields(roll)


def roll_fields(roll: Roll) -> str:
    """The fields of a staff roll that have no special notation, as text: `, number "2"`."""
    return "".join(f", {key} {notation.quoted(value)}" for key, value in notation.values(roll).items())


def _short_roll(roll: Roll) -> str:
    if not roll.dice or roll.table != Roll(dice=roll.dice).table or notation.values(roll):
        return _roll_words(roll)
    return f"{notation.ENTERED if roll.method == 'entered' else notation.ROLLED} {'+'.join(map(str, roll.dice))}"


def _unit_text(unit: Unit, item: OrbatItem, index: QuoteIndex) -> str:
    path = item.path
    values = [index.size_words(path, unit)] if unit.size is not None else []
    if unit.rating:
        values.append(f"{index.rating_word} {notation.token(unit.rating)}")
    elif implied := index.implied_rating(path):
        values.append(f"always {index.rating_word} {notation.token(implied)}")
    if unit.options:
        values.append(f"with {' + '.join(map(notation.word, unit.options))}")
    if always := index.implied_options(path):
        values.append(f"always {' + '.join(map(notation.word, always))}")
    if unit.off_board:
        values.append(notation.off_board_words(unit.off_board))
    entry = notation.token(unit.entry) + (f" of {unit.army_list}" if unit.army_list else "")
    details = f"{', '.join(values)} [{entry}]".lstrip()
    points = points_text(index.points(path), unit.points)
    return f"{notation.name(unit.name, index.entry_name(path, unit))} - {details} - {points}"


def points_text(points: ExactPoints | None, claim: ExactPoints | None) -> str:
    """The points as text: `60`, `60 (64 claimed)`, or `?` without a price."""
    words = "?" if points is None else show(points)
    return words if claim is None or claim == points else f"{words} ({show(claim)} claimed)"


def total_line(report: Report) -> str:
    """The line with the total, such as `Total: 788 of 800 points, 12 left`."""
    claim = report.orbat.total if report.orbat else None
    total = report.quote.total if report.quote else None
    claimed = f" ({show(claim)} claimed)" if claim is not None and claim != total else ""
    return f"Total: {report.points or '?'}{claimed}"


def verdict_line(report: Report) -> str:
    """The line with the verdict, such as `Verdict: Legal`."""
    return phrase("Verdict: {verdict}", verdict=visible(report.verdict.headline))


def finding_lines(findings: Iterable[Finding]) -> Iterator[str]:
    """Yield findings in groups, as lines such as `error UNT003: what is wrong [X 5.3]. What to do.`."""
    for heading, group in with_headings(findings):
        if heading:
            yield f"{heading}:"
        if group.listed:
            yield from (_finding_line(one, one.message, one.cites, one.help) for one in group.listed)
        else:
            yield _finding_line(group.first, group.text, group.cites, group.help)


def _finding_line(finding: Finding, message: str, cites: tuple[str, ...], help_text: str) -> str:
    wrong = f"{message} {format_cites(cites)}".rstrip()
    return visible(f"{finding.severity} {finding.code}: {wrong}. {help_text}".rstrip())

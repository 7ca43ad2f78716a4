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
them. A name in brackets replaces a missing name. `orbat.model.text_words` describes escapes and other fields.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

from orbat.data.loaded import CalculatedText, Loaded
from orbat.evaluate.pricing import options_of, rating_of
from orbat.evaluate.quote import CommanderLine, ExactPoints, FormationLine, UnitLine
from orbat.formats.abbreviations import expand_phrases, join_parts, read_definition, read_phrases, unfold_line
from orbat.formats.draft import Draft, DraftNode, read_number, record_type
from orbat.formats.forum_codes import without_forum_codes
from orbat.formats.orbat_file import VERSION
from orbat.model import text_words as notation
from orbat.model.dates import Date
from orbat.model.fields import generic_fields
from orbat.model.finding import EMPTY_ARMY, LEGAL, NOT_LEGAL, NOT_READ, UNFINISHED, Finding, format_cites
from orbat.model.orbat import Commander, Formation, Orbat, Roll, Unit
from orbat.model.path import OrbatPath
from orbat.model.points import show
from orbat.model.record import Value
from orbat.model.text_words import visible
from orbat.model.wording import phrase, shortened
from orbat.report.check_code import without_codes
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
    """Yield one line for each group of findings, such as `error UNT003: what is wrong [X 5.3]. What to do.`."""
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


# Reading of commanders: name, staff quality with its rolls, and marks.


_METHODS = ("entered", "random", "seeded")
_GENERIC_ROLL_KEYS = frozenset(one.key for one in generic_fields(Roll))


def read_commander(text: str) -> tuple[dict[str, Any] | None, dict[str, Any]]:
    """Read the text after a formation's name: the commander, and fields such as `off board`.

    Returns the data of the commander (None without a commander) and the data of the formation.
    """
    formation: dict[str, Any] = {}
    commander: dict[str, Any] = {}
    text, detail = _split_last(text, "list ")
    if detail:
        formation["army_list"] = detail.removeprefix("list ")
    before, detail = _split_last(text, "off board")
    if how := notation.read_off_board(detail):
        text, formation["off_board"] = before, how
    for mark in ("the player", "marked as the player"):
        text, detail = _split_last(text, mark)
        if detail:
            commander |= {"player": True, "mark": mark}
    if text.endswith(")") and ", " in text:
        start = text.rfind(" (")
        commander["roll"] = _rolls(text[start + 2 : -1])
        text = text[:start]
    name, comma, quality = text.rpartition(", ")
    if not comma:
        return None, formation
    commander["name"] = notation.read_name(name)
    if quality.startswith("always "):
        commander["always"] = quality.removeprefix("always ")
    elif quality not in notation.RESERVED_WORDS:
        commander["quality"] = notation.read_word(quality)
    return commander, formation


def _split_last(text: str, prefix: str) -> tuple[str, str]:
    before, comma, last = text.rpartition(", ")
    return (before, last) if comma and last.startswith(prefix) else (text, "")


def _rolls(text: str) -> dict[str, Any]:
    roll, *earlier = [read_roll(part) for part in text.split(EARLIER)]
    return {**roll, "earlier": earlier} if earlier else roll


def read_roll(text: str) -> dict[str, Any]:
    """Read a staff roll. Returns the values of its fields, by key."""
    for words in (notation.ROLLED, notation.ENTERED):
        if text.startswith(f"{words} "):
            short = {"dice": [read_number(one) for one in text.removeprefix(words).strip().split("+")]}
            return short | ({"method": "entered"} if words == notation.ENTERED else {})
    read, *details = text.split(", ")
    read, _, result = read.partition(" = ")
    dice, _, table = read.removeprefix("no ").partition(" ")
    data: dict[str, Any] = {
        "dice": [] if dice == "dice" else [read_number(one) for one in dice.split("+")],
    }
    if table:
        data["table"] = notation.read_word(table)
    if result:
        data["result"] = notation.read_word(result)
    for detail in details:
        key, _, value_text = detail.partition(" ")
        value = (
            notation.read_value(notation.read_token(value_text))
            if key in _GENERIC_ROLL_KEYS
            else notation.read_token(value_text)
        )
        data["method" if detail in _METHODS else key] = detail if detail in _METHODS else value
    return data


# Reading of the text form, Markdown and BBCode.


_SETTINGS = re.compile(r"\s*(`|\[i\])?orbat ([0-9]{1,9});")
_MARKUP = re.compile(r"\\([!-/:-@\[-`{-~])|\*\*")
_BULLET = re.compile(r"( *)- ")
_INDENT = re.compile(r"[ \t\xa0]*")
_VERDICT = re.compile(
    rf"(?:{LEGAL}(?:, [0-9]+ warnings?)?|{NOT_READ}|{EMPTY_ARMY}|{NOT_LEGAL}: [0-9]+ errors?"
    rf"|{UNFINISHED}(?:, [0-9]+ errors?)?)\Z"
)
_SIZE = re.compile(r"(?:size )?([0-9]+)(?: |\Z)")
_WORDY_SIZE = re.compile(r"[0-9]+ (?!\w+\Z)")
"""A size with more than one word after the number."""
_FINDING = re.compile(
    r"(?:- )?(?:(?:error|warning|note) [A-Z]{3}[0-9]{3}: |[0-9]+ house limits? (?:exceeded|not kept):\Z)"
)
_ARMY_LINE = re.compile(r" - .*\[[^\[\]]+\] - |^\W*\w+: .* - .* - |^\W*(?:General|Total|Verdict): ")
_CLAIM = re.compile(r"\(([^() ]+) claimed\)\Z")
_SETTING_KEYS = {
    "army list": "army_list",
    "game size": "game_size",
    "date": "date",
    "ruleset": "ruleset",
    "theatre": "theatre",
}


def read_plain(text: str, **defaults: str) -> Loaded:
    """Read an ORBAT from plain text, Markdown or BBCode. `defaults` are values for missing keys."""
    plain = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
    lines = join_parts(without_codes(plain).split("\n"))
    draft = Draft(text)
    found = next(((number, match) for number, line in enumerate(lines) if (match := _SETTINGS.match(line))), None)
    if found is None:
        message = "this is not an ORBAT in the text form: no line begins with `orbat 1;`"
        draft.problem(1, message, "Use a text written by orbat, or a YAML file.", code="SRC005")
        return draft.refused()
    at, match = found
    if match[1] == "[i]":
        lines = without_forum_codes(lines)
    if int(match[2]) != VERSION:
        message = phrase(
            "this text has format {format}; this version of orbat reads format {supported}",
            format=match[2],
            supported=VERSION,
        )
        draft.problem(at + 1, message, "Open it with a newer orbat.", ("orbat",), code="SRC005")
        return draft.refused()
    reader = _TextReader(draft, is_markdown=match[1] == "`")
    reader.read_header(lines, at)
    for number, line in enumerate(lines[at + 1 :], start=at + 2):
        if not reader.read_line(line, number):
            reader.read_findings(lines[number:], number + 1)
            break
    return draft.loaded(defaults)


class _TextReader:
    def __init__(self, draft: Draft, *, is_markdown: bool) -> None:
        self.draft = draft
        self.is_markdown = is_markdown
        self.open_formations: list[tuple[int, DraftNode]] = []
        self.last = draft.army
        self.letters: dict[str, str] = {}
        self.phrases: dict[str, str] = {}

    def read_header(self, lines: list[str], at: int) -> None:
        *others, title, subtitle = [-1, -1, *(number for number in range(at) if lines[number].strip())]
        if title < 0 <= subtitle:
            title, subtitle = subtitle, -1
        for number in others:
            if number >= 0:
                self._report_unread(lines[number], number + 1)
        if title >= 0:
            words = lines[title].strip()
            words = self._without_markup(words.removeprefix("# ") if self.is_markdown else words)
            self.draft.set_army_fields(title + 1, {"title": notation.read_title(words)})
        settings = lines[at].strip().strip("`" if self.is_markdown else "")
        tail = self._read_settings(settings, at + 1)
        if subtitle >= 0 and not self._without_markup(lines[subtitle].strip()).endswith(tail):
            message = phrase(
                "the date or game size differs from line {line}; orbat uses line {line}: {settings}",
                line=at + 1,
                settings=tail,
            )
            self.draft.problem(subtitle + 1, message, "Make both lines agree.")
        elif subtitle >= 0:
            words = self._without_markup(lines[subtitle].strip())
            self.draft.calculated.append(CalculatedText(subtitle + 1, (), "army", words))

    def _read_settings(self, text: str, line: int) -> str:
        data: dict[str, Any] = {}
        rulings: dict[str, str] = {}
        for setting in text.split("; ")[1:]:
            key = next((key for key in _SETTING_KEYS if setting.startswith(f"{key} ")), "")
            if key:
                data[_SETTING_KEYS[key]] = (
                    read_number(setting[len(key) + 1 :]) if key == "game size" else setting[len(key) + 1 :]
                )
            elif setting.startswith("staff table "):
                data["staff_table"] = notation.read_word(setting.removeprefix("staff table "))
            elif setting.startswith("ruling ") and " = " in setting:
                ruling, _, choice = setting.removeprefix("ruling ").partition(" = ")
                rulings[notation.read_token(ruling)] = notation.read_token(choice)
            else:
                self._report_unread(setting, line)
        if rulings:
            data["rulings"] = rulings
        self.draft.set_army_fields(line, data)
        # the same words are in the subtitle, the line above the settings: `September 1854, 800 points`
        stored = self.draft.army.data
        words = [_date_in_words(stored["date"])] if "date" in stored else []
        words += [f"{stored['game_size']} points"] if "game_size" in stored else []
        return ", ".join(words)

    def read_line(self, text: str, number: int) -> bool:
        text = text.rstrip()
        if not text:
            return True
        if self.is_markdown and text.startswith("## "):
            if text not in ("## Findings", "## Order of battle"):
                self._report_unread(text, number)
            return text != "## Findings"
        if text == "Findings:":
            return False
        if self.is_markdown:
            bullet = _BULLET.match(text)
            text = bullet[1] + self._without_markup(text[bullet.end() :]) if bullet else self._without_markup(text)
        elif phrases := read_phrases(text):
            self.phrases |= phrases
            return True
        else:
            text = expand_phrases(text, self.phrases)
        spaces = _INDENT.match(text)
        indent = len(spaces[0].expandtabs(2)) if spaces else 0
        self._read_content(text.lstrip(" \t\xa0"), indent, number)
        return True

    def read_findings(self, lines: list[str], first: int) -> None:
        is_finding = True
        for number, line in enumerate(lines, start=first):
            text = self._without_markup(line.strip())
            if not text:
                is_finding = False
            elif _FINDING.match(text):
                is_finding = True
            elif not is_finding or _ARMY_LINE.search(text):
                self.draft.not_read(number, text)

    def _read_content(self, text: str, indent: int, number: int) -> None:
        key, colon, value = text.partition(":")
        value = value.removeprefix(" ")
        if text == notation.INDEPENDENT:
            self.open_formations.clear()
            self.last = self.draft.army
        elif _VERDICT.match(text):
            self.draft.calculated.append(CalculatedText(number, (), "verdict", text))
        elif colon and key in notation.line_keys():
            self._read_key_line(key, value, number)
        elif not indent and (definition := read_definition(text)):
            self.letters[definition[0]] = definition[1]
        elif not self._read_unit_line(text, indent, number) and not self._read_formation_line(text, indent, number):
            self._report_unread(text, number)

    def _read_key_line(self, key: str, value: str, number: int) -> None:
        if field := notation.labels(record_type(self.last)).get(key):
            self.draft.set_field(number, self.last, field.key, notation.read_value(value))
            return
        if field := notation.labels(Commander).get(key):
            self.draft.set_field(number, self.last, field.key, notation.read_value(value), general=True)
            return
        match key:
            case "Verdict":
                self.draft.calculated.append(CalculatedText(number, (), "verdict", value))
            case "Note":
                self.draft.add_note(number, self.last, notation.unescape(value))
            case "Note on the general":
                self.draft.add_note(number, self.last, notation.unescape(value), general=True)
            case "Player":
                self.draft.set_army_fields(number, {"player": notation.unescape(value)})
            case "Tags":
                self.draft.set_army_fields(number, {"tags": [notation.read_token(tag) for tag in value.split(", ")]})
            case "Total":
                claim = re.search(r" \(([^() ]+) claimed\)", value)
                words = value.replace(claim[0], "", 1) if claim else value
                self.draft.calculated.append(CalculatedText(number, (), "total", words))
                self.draft.set_army_fields(number, _claim("total", claim[1] if claim else value.partition(" ")[0]))
            case "General":
                general, _, _ = value.rpartition(" - ")
                commander, keys = read_commander(general)
                if commander is None or keys:
                    self._report_unread(f"General: {value}", number)
                else:
                    self._add_always(number, commander, ())
                    is_marked = commander.pop("mark", "") == "marked as the player"
                    self.draft.set_army_fields(number, {"commander": {**commander, "player": is_marked}})
            case _:
                self._report_unread(f"{key}: {value}", number)

    def _read_unit_line(self, text: str, indent: int, number: int) -> bool:
        full = unfold_line(text, self.letters)
        if full != text and not indent and self.open_formations:
            indent = self.open_formations[-1][0] + 1
        before, dash, points = full.rpartition(" - ")
        start = before.rfind("[")
        if not dash or not before.endswith("]") or start < 0:
            return False
        name, dash, details = before[:start].rpartition(" - ")
        if not dash:
            return False
        inside = before[start + 1 : -1]
        entry, of, list_id = _split_token(inside, " of ")
        data: dict[str, Any] = {"name": notation.read_name(name), **_read_points(points)}
        data["entry"] = notation.read_token(entry)
        if of:
            data["army_list"] = list_id
        values = [detail for detail in details.strip().split(", ") if detail]
        for detail in values:
            if not _read_unit_value(detail, data):
                self._report_unread(detail, number)
        self.last = self.draft.add(self._parent(indent), "units", data, number)
        self.draft.calculated += _calculated(number, self.last.path, values, points)
        return True

    def _read_formation_line(self, text: str, indent: int, number: int) -> bool:
        level, colon, rest = _split_token(text, ": ")
        before, _, points = rest.rpartition(" - ")
        name, dash, details = before.rpartition(" - ")
        commander, keys = read_commander(details)
        if not colon or not dash or (commander is None and details.partition(", ")[0] != "no general"):
            return False
        data: dict[str, Any] = {
            "level": notation.read_word(level),
            "name": notation.read_name(name),
            **_read_points(points),
        }
        if commander is not None:
            commander.pop("mark", None)
            data["commander"] = commander
        data |= keys
        parent = self._parent(indent)
        always = {"always": commander.pop("always")} if commander and "always" in commander else {}
        self.last = self.draft.add(parent, "formations", data, number)
        self._add_always(number, always, self.last.path)
        self.draft.calculated += _calculated(number, self.last.path, (), points)
        self.open_formations.append((indent, self.last))
        return True

    def _add_always(self, number: int, commander: dict[str, Any], path: OrbatPath) -> None:
        # `always capable`: the rules give this quality, not the ORBAT
        if quality := commander.pop("always", ""):
            self.draft.calculated.append(CalculatedText(number, (*path, "commander"), "quality", quality))

    def _parent(self, indent: int) -> DraftNode:
        while self.open_formations and self.open_formations[-1][0] >= indent:
            self.open_formations.pop()
        return self.open_formations[-1][1] if self.open_formations else self.draft.army

    def _without_markup(self, text: str) -> str:
        return _MARKUP.sub(lambda found: found[1] or "", text) if self.is_markdown else text

    def _report_unread(self, text: str, number: int) -> None:
        message = phrase("this is not understood: {text}", text=shortened(text))
        self.draft.problem(number, message, "Write it in the text form, or remove it.")


def _split_token(text: str, separator: str) -> tuple[str, str, str]:
    if not text.startswith('"'):
        return text.partition(separator)
    token, quote, rest = text[1:].partition(f'"{separator}')
    return (f'"{token}"', separator, rest) if quote else (text, "", "")


def _calculated(line: int, path: OrbatPath, values: Iterable[str], points: str) -> Iterator[CalculatedText]:
    for value in values:
        if _WORDY_SIZE.match(value):
            yield CalculatedText(line, path, "size", value)
        elif value.startswith("always "):
            for one in value.removeprefix("always ").split(" + "):
                yield CalculatedText(line, path, "option", one)
    if claim := _CLAIM.search(points):
        yield CalculatedText(line, path, "points", points[: claim.start()].strip())


def _date_in_words(text: str) -> str:
    year, _, month = text.partition("-")
    return Date(int(year), int(month) if month else None).in_words


def _read_points(text: str) -> dict[str, Any]:
    claim = _CLAIM.search(text)
    return _claim("points", claim[1] if claim else text)


def _claim(key: str, text: str) -> dict[str, Any]:
    return {} if text == "?" else {key: read_number(text)}


def _read_unit_value(detail: str, data: dict[str, Any]) -> bool:
    key, space, value = detail.partition(" ")
    if how := notation.read_off_board(detail):
        data["off_board"] = how
    elif key == "with" and space:
        data["options"] = [notation.read_word(option) for option in value.split(" + ")]
    elif key == "always" and space:
        pass  # the army list gives it
    elif (size := _SIZE.match(detail)) and "size" not in data:
        data["size"] = read_number(size[1])
    elif key == "size" and space and "size" not in data:
        data["size"] = notation.read_word(value)
    elif key.isalpha() and space and "rating" not in data:
        data["rating"] = notation.read_token(value)
    else:
        return False
    return True

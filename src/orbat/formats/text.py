"""The canonical text form of an ORBAT: one unit per line, indented by two spaces per level.

    Blue Division at the ford
    Blues, The Rulebook, September 1854, 800 points
    orbat 1; ruleset rulebook; army list blues; game size 800; date 1854-09; staff table default

    General: Lord Blue, always capable, the player - 0
    Division: Blue Division - Sir John Grey, capable (3 default) - 120
      Brigade: 1st Brigade - Henry Green, not diced - 90
        7th Blues - 15 stands, class 3, with rifles [line_foot] - 60

    Total: 120 of 800 points, 680 left
    Legal

After the last ` - ` of a line are its points, or `60 (64 claimed)` if another number was claimed. Before that, a unit's
line has its entry in square brackets. `always` marks values given by the army list or the rules that are not written.
A name in brackets is shown in place of a missing name. `orbat.model.text_words` describes escapes and the notation
of fields without one of their own. `read_plain` reads all of this back. In the shorter form for people, a staff roll is
`(rolled 3)` or `(dice entered: 3)`; it is read back too, without seed and day.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

from orbat.data.loaded import Loaded
from orbat.evaluate.pricing import options_of, rating_of
from orbat.evaluate.quote import CommanderLine, ExactPoints, FormationLine, UnitLine
from orbat.formats.abbreviations import expand_phrases, join_parts, read_definition, read_phrases, unfold_line
from orbat.formats.draft import Draft, DraftNode, read_number, record_type
from orbat.formats.orbat_file import VERSION
from orbat.model import text_words as form
from orbat.model.dates import Date
from orbat.model.fields import generic_fields
from orbat.model.finding import EMPTY_ARMY, LEGAL, NOT_LEGAL, NOT_READ, UNFINISHED, Finding, format_cites
from orbat.model.orbat import Commander, Formation, Orbat, Roll, Unit
from orbat.model.path import OrbatPath
from orbat.model.points import show
from orbat.model.record import Value
from orbat.model.text_words import visible
from orbat.model.wording import phrase
from orbat.report.finding_groups import grouped
from orbat.report.report import Report

RollWords = Callable[[Roll], str]


class TextLine(Value):
    """One line. `strong` is the beginning, which other forms may set in bold. `about`: the line only adds details to
    the item above it.
    """

    depth: int
    strong: str
    rest: str = ""
    about: bool = False


class OrbatItem(Value):
    """A formation or unit with its depth and path."""

    depth: int
    path: OrbatPath
    record: Formation | Unit


def plain_text(report: Report, *, short: bool = False) -> str:
    """The report's ORBAT in the text form, followed by verdict and findings. `short` gives only the dice of rolls."""
    parts = [[form.name(report.title, "untitled")]]
    if report.orbat is not None:
        title = form.name(report.orbat.title, "untitled")
        parts = [[title, form.name(report.subtitle, "nothing said"), settings_line(report.orbat)]]
        parts[0] += [_written(line) for line in header_lines(report.orbat)]
        parts.append([_written(line) for line in army_lines(report, _short_roll if short else _roll_words)])
    parts.append([total_line(report), report.verdict] if report.orbat else [report.verdict])
    if report.findings:
        parts[-1] += ["Findings:", *(f"  {line}" for line in finding_lines(report.findings))]
    return "\n\n".join("\n".join(part) for part in parts if part) + "\n"


def _written(line: TextLine) -> str:
    return "  " * line.depth + line.strong + line.rest


def settings_line(orbat: Orbat) -> str:
    """The line of ids and settings for programs."""
    facts = [f"orbat {orbat.orbat}", f"ruleset {orbat.ruleset}"]
    if orbat.army_list:
        facts.append(f"army list {orbat.army_list}")
    if orbat.game_size is not None:
        facts.append(f"game size {orbat.game_size}")
    if orbat.date:
        facts.append(f"date {orbat.date}")
    facts.append(f"staff table {form.word(orbat.staff_table)}")
    facts += [f"ruling {form.token(key)} = {form.token(choice)}" for key, choice in orbat.rulings.items()]
    return "; ".join(facts)


def header_lines(orbat: Orbat) -> Iterator[TextLine]:
    """The lines of the player, tags, other fields and the army's note."""
    if orbat.player:
        yield TextLine(0, "", f"Player: {form.escape(orbat.player)}")
    if orbat.tags:
        yield TextLine(0, "", f"Tags: {', '.join(map(form.tag, orbat.tags))}")
    yield from _fields(0, orbat)
    yield from _note(0, orbat.note)


def _note(depth: int, note: str, key: str = "Note") -> Iterator[TextLine]:
    for part in note.split("\n") if note else ():
        yield TextLine(depth, "", f"{key}: {form.escape(part)}".rstrip(), about=True)


def _fields(depth: int, record: Orbat | Formation | Unit | Commander) -> Iterator[TextLine]:
    """A line for each set field without a notation of its own."""
    values = form.values(record)
    for label, field in form.labels(type(record)).items():
        if field.key in values:
            yield TextLine(depth, "", f"{label}: {values[field.key]}", about=True)


def army_lines(report: Report, roll_words: RollWords | None = None) -> Iterator[TextLine]:
    """The lines of the army: the General, formations with their content, and independent units."""
    orbat = report.orbat
    assert orbat is not None
    index = QuoteIndex(report, roll_words or _roll_words)
    if orbat.commander:
        general = _general(orbat.commander, index, ("commander",))
        yield TextLine(0, "", f"General: {general} - {index.general(('commander',))}")
        yield from _fields(0, orbat.commander)
        yield from _note(0, orbat.commander.note, "Note on the general")
    for item in walk(orbat):
        record = item.record
        depth = item.depth
        if item.path == ("units", 0):
            yield TextLine(0, form.INDEPENDENT)
        if isinstance(record, Formation):
            yield _formation(record, item, index)
            if record.commander:
                yield from _fields(depth + 1, record.commander)
                yield from _note(depth + 1, record.commander.note, "Note on the general")
        else:
            yield TextLine(depth, "", _unit(record, item, index))
        yield from _fields(depth + 1, record)
        yield from _note(depth + 1, record.note)


def walk(orbat: Orbat) -> Iterator[OrbatItem]:
    """Every formation and unit in order: a formation's units before its formations, independent units last."""
    for number, formation in enumerate(orbat.formations):
        yield from _within(formation, ("formations", number), 0)
    for number, unit in enumerate(orbat.units):
        yield OrbatItem(1, ("units", number), unit)


def _within(formation: Formation, path: OrbatPath, depth: int) -> Iterator[OrbatItem]:
    yield OrbatItem(depth, path, formation)
    for number, unit in enumerate(formation.units):
        yield OrbatItem(depth + 1, (*path, "units", number), unit)
    for number, inner in enumerate(formation.formations):
        yield from _within(inner, (*path, "formations", number), depth + 1)


class QuoteIndex:
    """A report's quote by path, and values from the data that the ORBAT's author did not write."""

    def __init__(self, report: Report, roll_words: RollWords | None = None) -> None:
        quote = report.quote
        self.roll_words = roll_words or _roll_words
        self.report = report
        self.units: Mapping[OrbatPath, UnitLine] = {line.path: line for line in quote.all_units} if quote else {}
        self.formations: Mapping[OrbatPath, FormationLine] = (
            {line.path: line for line in quote.all_formations} if quote else {}
        )
        self.commanders: Mapping[OrbatPath, CommanderLine] = (
            {line.path: line for line in quote.all_commanders} if quote else {}
        )

    def points(self, path: OrbatPath) -> ExactPoints | None:
        """The points of the unit or formation at a path; None if it has no price."""
        if path in self.units:
            return self.units[path].sum.points
        return self.formations[path].points if path in self.formations else None

    def general(self, path: OrbatPath) -> str:
        """The price of the general at a path; `?` if unknown."""
        return show(self.commanders[path].points) if path in self.commanders else "?"

    def quality_given(self, path: OrbatPath) -> str:
        """The quality that the rules give a general without a written quality; "" if none."""
        line, book = self.commanders.get(path), self.report.book
        return book.ruleset.staff.player if line and book and line.is_player and not line.commander.quality else ""

    def rating_given(self, path: OrbatPath) -> str:
        """The only rating of the entry of a unit without a written rating; "" if it has several."""
        line, book = self.units.get(path), self.report.book
        entry = book.entry(line.list_id, line.unit.entry) if line and book else None
        return rating_of(line.unit, entry) if line and entry and not line.unit.rating else ""

    def options_given(self, path: OrbatPath) -> tuple[str, ...]:
        """The unwritten options that a unit always has."""
        line, book, orbat = self.units.get(path), self.report.book, self.report.orbat
        entry = book.entry(line.list_id, line.unit.entry) if line and book else None
        if line is None or book is None or entry is None or orbat is None:
            return ()
        has = options_of(line.unit, entry, book.ruleset.options, orbat.date)
        return tuple(option for option in has if option not in line.unit.options)

    def entry_name(self, path: OrbatPath, unit: Unit) -> str:
        """The name of a unit's entry, or the written id if it is unknown."""
        line, book = self.units.get(path), self.report.book
        entry = book.entry(line.list_id, unit.entry) if line and book else None
        return entry.name if entry else unit.entry or "no entry"

    def size_words(self, path: OrbatPath, unit: Unit) -> str:
        """`15 stands`, or `size 15` if the counted unit is unknown; `size large` for a named size."""
        if isinstance(unit.size, str):
            return f"size {form.word(unit.size)}"
        line, book = self.units.get(path), self.report.book
        entry = book.entry(line.list_id, unit.entry) if line and book else None
        word = visible(book.kind(entry).counted_in[0 if unit.size == 1 else 1]) if book and entry else ""
        if not word or any(sign in word for sign in ("[", "]", ", ", " - ")):
            return f"size {unit.size}"
        return f"{unit.size} {'× ' if word[0].isdigit() else ''}{word}"

    @property
    def rating_word(self) -> str:
        """The ruleset's word for a rating if it is a single word, otherwise `rating`."""
        word = self.report.book.ruleset.rating_word if self.report.book else ""
        return word if word.isalpha() and word not in ("with", "off", "always", "size") else "rating"


def _formation(formation: Formation, item: OrbatItem, index: QuoteIndex) -> TextLine:
    details = "no general"
    if formation.commander:
        details = _general(formation.commander, index, (*item.path, "commander"))
    if formation.off_board:
        details += f", {form.off_board_words(formation.off_board)}"
    if formation.army_list:
        details += f", list {formation.army_list}"
    points = points_text(index.points(item.path), formation.points)
    strong = f"{form.level_word(formation.level)}: {form.name(formation.name)}"
    return TextLine(item.depth, strong, f" - {details} - {points}")


def _general(commander: Commander, index: QuoteIndex, path: OrbatPath) -> str:
    given = index.quality_given(path)
    quality = "no quality" if commander.roll or path == ("commander",) else "not diced"
    if commander.quality or given:
        quality = form.quality_word(commander.quality) if commander.quality else f"always {form.word(given)}"
    if commander.roll:
        rolls = (commander.roll, *commander.roll.earlier)
        quality += f" ({'; earlier '.join(map(index.roll_words, rolls))})"
    mark = ""
    if path == ("commander",):
        mark = ", marked as the player" if commander.player else ", the player"
    elif commander.player:
        mark = ", the player"
    return f"{form.inner_name(commander.name)}, {quality}{mark}"


def _roll_words(roll: Roll) -> str:
    words = f"{'+'.join(map(str, roll.dice)) or 'no dice'} {form.word(roll.table)}"
    if roll.result:
        words += f" = {form.word(roll.result)}"
    if roll.method:
        words += f", {roll.method}"
    if roll.seed:
        words += f", seed {form.quoted(roll.seed)}"
    return words + (f", on {form.quoted(roll.on)}" if roll.on else "") + roll_fields(roll)


def roll_fields(roll: Roll) -> str:
    """The fields of a roll without a notation of their own: `, luck "3"`."""
    return "".join(f", {key} {form.quoted(value)}" for key, value in form.values(roll).items())


def _short_roll(roll: Roll) -> str:
    """The dice alone, unless other values of the roll matter."""
    if not roll.dice or roll.table != Roll(dice=roll.dice).table or form.values(roll):
        return _roll_words(roll)
    return f"{form.ENTERED if roll.method == 'entered' else form.ROLLED} {'+'.join(map(str, roll.dice))}"


def _unit(unit: Unit, item: OrbatItem, index: QuoteIndex) -> str:
    path = item.path
    values = [index.size_words(path, unit)] if unit.size is not None else []
    if unit.rating:
        values.append(f"{index.rating_word} {form.token(unit.rating)}")
    elif given := index.rating_given(path):
        values.append(f"always {index.rating_word} {form.token(given)}")
    if unit.options:
        values.append(f"with {' + '.join(map(form.word, unit.options))}")
    if always := index.options_given(path):
        values.append(f"always {' + '.join(map(form.word, always))}")
    if unit.off_board:
        values.append(form.off_board_words(unit.off_board))
    entry = form.token(unit.entry) + (f" of {unit.army_list}" if unit.army_list else "")
    details = f"{', '.join(values)} [{entry}]".lstrip()
    return f"{form.name(unit.name, index.entry_name(path, unit))} - {details} - {_points_words(unit, path, index)}"


def _points_words(unit: Unit, path: OrbatPath, index: QuoteIndex) -> str:
    return points_text(index.points(path), unit.points)


def points_text(points: ExactPoints | None, claim: ExactPoints | None) -> str:
    """`60`, `?` without a price, or `60 (64 claimed)` if another number is claimed."""
    words = "?" if points is None else show(points)
    return words if claim is None or claim == points else f"{words} ({show(claim)} claimed)"


def total_line(report: Report) -> str:
    """`Total: 788 of 800 points, 12 left`."""
    claim = report.orbat.total if report.orbat else None
    total = report.quote.total if report.quote else None
    claimed = f" ({show(claim)} claimed)" if claim is not None and claim != total else ""
    return f"Total: {report.points or '?'}{claimed}"


def finding_lines(findings: Iterable[Finding]) -> Iterator[str]:
    """Findings as text, in groups: `error UNT003: what is wrong [DOE 5.3]. What to do.`."""
    for group in grouped(findings):
        if group.listed:
            yield from (_finding_line(one, one.message, one.cites, one.help) for one in group.listed)
        else:
            yield _finding_line(group.first, group.text, group.cites, group.help)


def _finding_line(finding: Finding, message: str, cites: tuple[str, ...], help_text: str) -> str:
    wrong = f"{message} {format_cites(cites)}".rstrip()
    return visible(f"{finding.severity} {finding.code}: {wrong}. {help_text}".rstrip())


# Reading of commanders: name, staff quality with its rolls, and marks.


_METHODS = ("entered", "random", "seeded")
_PLAIN = frozenset(one.key for one in generic_fields(Roll))


def read_commander(text: str) -> tuple[dict[str, Any] | None, dict[str, Any]]:
    """Read the commander in a line (None if there is none), and the other keys of the formation."""
    formation: dict[str, Any] = {}
    commander: dict[str, Any] = {}
    text, detail = _split_last(text, "list ")
    if detail:
        formation["army_list"] = detail.removeprefix("list ")
    before, detail = _split_last(text, "off board")
    if how := form.read_off_board(detail):
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
    commander["name"] = form.read_name(name)
    if quality not in form.RESERVED_WORDS and not quality.startswith("always "):
        commander["quality"] = form.read_word(quality)
    return commander, formation


def _split_last(text: str, prefix: str) -> tuple[str, str]:
    """Split off the part after the last comma if it begins with the prefix; otherwise return the text and ""."""
    before, comma, last = text.rpartition(", ")
    return (before, last) if comma and last.startswith(prefix) else (text, "")


def _rolls(text: str) -> dict[str, Any]:
    """Read a roll and the earlier ones, newest first."""
    roll, *earlier = [_read_roll(part) for part in text.split("; earlier ")]
    return {**roll, "earlier": earlier} if earlier else roll


def _read_roll(text: str) -> dict[str, Any]:
    for words in (form.ROLLED, form.ENTERED):
        if text.startswith(f"{words} "):
            short = {"dice": [read_number(one) for one in text.removeprefix(words).strip().split("+")]}
            return short | ({"method": "entered"} if words == form.ENTERED else {})
    read, *details = text.split(", ")
    read, _, result = read.partition(" = ")
    dice, _, table = read.removeprefix("no ").partition(" ")
    data: dict[str, Any] = {
        "dice": [] if dice == "dice" else [read_number(one) for one in dice.split("+")],
    }
    if table:
        data["table"] = form.read_word(table)
    if result:
        data["result"] = form.read_word(result)
    for detail in details:
        key, _, value_text = detail.partition(" ")
        value = form.read_value(form.read_token(value_text)) if key in _PLAIN else form.read_token(value_text)
        data["method" if detail in _METHODS else key] = detail if detail in _METHODS else value
    return data


# Reading of the text form and Markdown.


_FACTS = re.compile(r"\s*(`?)orbat ([0-9]{1,9});")
_MARKED = re.compile(r"\\([!-/:-@\[-`{-~])|\*\*")
_BULLET = re.compile(r"( *)- ")
_INDENT = re.compile(r"[ \t\xa0]*")
_VERDICT = re.compile(
    rf"(?:{LEGAL}(?:, [0-9]+ warnings?)?|{NOT_READ}|{EMPTY_ARMY}|{NOT_LEGAL}: [0-9]+ errors?"
    rf"|{UNFINISHED}(?:, [0-9]+ errors?)?)\Z"
)
_SIZE = re.compile(r"(?:size )?([0-9]+)(?: |\Z)")
_CLAIM = re.compile(r"\(([^() ]+) claimed\)\Z")
_FACT_KEYS = {"army list": "army_list", "game size": "game_size", "date": "date", "ruleset": "ruleset"}


def read_plain(text: str, **given: str) -> Loaded:
    """Read an ORBAT from its text form or Markdown. `given` are defaults for missing keys. Never raises."""
    lines = join_parts(text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n").split("\n"))
    draft = Draft(text)
    found = next(((number, match) for number, line in enumerate(lines) if (match := _FACTS.match(line))), None)
    if found is None:
        message = "this is not an ORBAT in the text form: no line begins with orbat 1; and the ruleset"
        draft.problem(1, message, "Use a text written by orbat, or a YAML file.", code="SRC005")
        return draft.refused()
    at, match = found
    if int(match[2]) != VERSION:
        message = phrase(
            "this text has format {format}; this version of orbat reads format {supported}",
            format=match[2],
            supported=VERSION,
        )
        draft.problem(at + 1, message, "Open it with a newer orbat.", ("orbat",), code="SRC005")
        return draft.refused()
    reader = _TextReader(draft, marked=bool(match[1]))
    reader.header(lines, at)
    for number, line in enumerate(lines[at + 1 :], start=at + 2):
        if not reader.line(line, number):
            break
    return draft.loaded(given)


class _TextReader:
    """Reads the lines. `marked`: they are Markdown."""

    def __init__(self, draft: Draft, *, marked: bool) -> None:
        self.draft = draft
        self.marked = marked
        self.open: list[tuple[int, DraftNode]] = []
        self.last = draft.army
        self.letters: dict[str, str] = {}
        self.phrases: dict[str, str] = {}

    def header(self, lines: list[str], at: int) -> None:
        """Read the title, the line under it for people, and the line of settings."""
        *others, title, head = [-1, -1, *(number for number in range(at) if lines[number].strip())]
        if title < 0 <= head:
            title, head = head, -1
        for number in others:
            if number >= 0:
                self._unread(lines[number], number + 1)
        if title >= 0:
            words = lines[title].strip()
            words = self._unmarked(words.removeprefix("# ") if self.marked else words)
            self.draft.put(title + 1, {"title": form.read_name(words)})
        facts = lines[at].strip().strip("`" if self.marked else "")
        tail = self._facts(facts, at + 1)
        if head >= 0 and not self._unmarked(lines[head].strip()).endswith(tail):
            message = phrase("line {line} differs and takes precedence: {settings}", line=at + 1, settings=tail)
            self.draft.problem(head + 1, message, "Make both lines agree.")

    def _facts(self, text: str, line: int) -> str:
        """Read the settings. Returns the expected end of the line for people."""
        data: dict[str, Any] = {}
        rulings: dict[str, str] = {}
        for fact in text.split("; ")[1:]:
            key = next((key for key in _FACT_KEYS if fact.startswith(f"{key} ")), "")
            if key:
                data[_FACT_KEYS[key]] = (
                    read_number(fact[len(key) + 1 :]) if key == "game size" else fact[len(key) + 1 :]
                )
            elif fact.startswith("staff table "):
                data["staff_table"] = form.read_word(fact.removeprefix("staff table "))
            elif fact.startswith("ruling ") and " = " in fact:
                ruling, _, choice = fact.removeprefix("ruling ").partition(" = ")
                rulings[form.read_token(ruling)] = form.read_token(choice)
            else:
                self._unread(fact, line)
        if rulings:
            data["rulings"] = rulings
        self.draft.put(line, data)
        stored = self.draft.army.data
        words = [_date_in_words(stored["date"])] if "date" in stored else []
        words += [f"{stored['game_size']} points"] if "game_size" in stored else []
        return ", ".join(words)

    def line(self, text: str, number: int) -> bool:
        """Read one line. Returns False if the rest of the text is only for people."""
        text = text.rstrip()
        if not text:
            return True
        if self.marked and text.startswith("## "):
            return text != "## Findings"
        if text == "Findings:":
            return False
        if self.marked:
            bullet = _BULLET.match(text)
            text = bullet[1] + self._unmarked(text[bullet.end() :]) if bullet else self._unmarked(text)
        elif phrases := read_phrases(text):
            self.phrases |= phrases
            return True
        else:
            text = expand_phrases(text, self.phrases)
        spaces = _INDENT.match(text)
        indent = len(spaces[0].expandtabs(2)) if spaces else 0
        self._content(text.lstrip(" \t\xa0"), indent, number)
        return True

    def _content(self, text: str, indent: int, number: int) -> None:
        key, colon, value = text.partition(":")
        value = value.removeprefix(" ")
        if text == form.INDEPENDENT:
            self.open.clear()
            self.last = self.draft.army
        elif _VERDICT.match(text):
            pass
        elif colon and key in form.line_keys():
            self._key_line(key, value, number)
        elif not indent and (definition := read_definition(text)):
            self.letters[definition[0]] = definition[1]
        elif not self._unit(text, indent, number) and not self._formation(text, indent, number):
            self._unread(text, number)

    def _key_line(self, key: str, value: str, number: int) -> None:
        put = self.draft.put
        if field := form.labels(record_type(self.last)).get(key):
            self.draft.set_field(number, self.last, field.key, form.read_value(value))
            return
        if field := form.labels(Commander).get(key):
            self.draft.set_field(number, self.last, field.key, form.read_value(value), general=True)
            return
        match key:
            case "Note":
                self.draft.add_note(number, self.last, form.unescape(value))
            case "Note on the general":
                self.draft.add_note(number, self.last, form.unescape(value), general=True)
            case "Player":
                put(number, {"player": form.unescape(value)})
            case "Tags":
                put(number, {"tags": [form.read_token(tag) for tag in value.split(", ")]})
            case "Total":
                claim = _CLAIM.search(value)
                put(number, _claim("total", claim[1] if claim else value.partition(" ")[0]))
            case "General":
                general, _, _ = value.rpartition(" - ")
                commander, left = read_commander(general)
                if commander is None or left:
                    self._unread(f"General: {value}", number)
                else:
                    marked = commander.pop("mark", "") == "marked as the player"
                    put(number, {"commander": {**commander, "player": marked}})
            case _:
                self._unread(f"{key}: {value}", number)

    def _unit(self, text: str, indent: int, number: int) -> bool:
        """Read the line of a unit. Returns False if it is something else."""
        full = unfold_line(text, self.letters)
        if full != text and not indent and self.open:
            indent = self.open[-1][0] + 1
        before, dash, points = full.rpartition(" - ")
        start = before.rfind("[")
        if not dash or not before.endswith("]") or start < 0:
            return False
        name, dash, facts = before[:start].rpartition(" - ")
        if not dash:
            return False
        inside = before[start + 1 : -1]
        entry, of, pin = _split_token(inside, " of ")
        data: dict[str, Any] = {"name": form.read_name(name), **_read_points(points)}
        data["entry"] = form.read_token(entry)
        if of:
            data["army_list"] = pin
        for fact in facts.strip().split(", "):
            if fact and not _read_unit_value(fact, data):
                self._unread(fact, number)
        self.last = self.draft.add(self._parent(indent), "units", data, number)
        return True

    def _formation(self, text: str, indent: int, number: int) -> bool:
        """Read the line of a formation. Returns False if it is something else."""
        level, colon, rest = _split_token(text, ": ")
        before, _, points = rest.rpartition(" - ")
        name, dash, said = before.rpartition(" - ")
        commander, left = read_commander(said)
        if not colon or not dash or (commander is None and said.partition(", ")[0] != "no general"):
            return False
        data: dict[str, Any] = {
            "level": form.read_word(level),
            "name": form.read_name(name),
            **_read_points(points),
        }
        if commander is not None:
            commander.pop("mark", None)
            data["commander"] = commander
        data |= left
        parent = self._parent(indent)
        self.last = self.draft.add(parent, "formations", data, number)
        self.open.append((indent, self.last))
        return True

    def _parent(self, indent: int) -> DraftNode:
        """The parent of a line with an indent. Closes formations of the same or a deeper indent."""
        while self.open and self.open[-1][0] >= indent:
            self.open.pop()
        return self.open[-1][1] if self.open else self.draft.army

    def _unmarked(self, text: str) -> str:
        """Convert a line of Markdown to the text form."""
        return _MARKED.sub(lambda found: found[1] or "", text) if self.marked else text

    def _unread(self, text: str, number: int) -> None:
        shown = text.strip() if len(text) <= 60 else text.strip()[:60] + "..."
        self.draft.problem(
            number, phrase("this is not understood: {text}", text=shown), "Write it in the text form, or remove it."
        )


def _split_token(text: str, separator: str) -> tuple[str, str, str]:
    """Split a text at the separator after its first token, as `str.partition` does. A quoted token may contain it."""
    if not text.startswith('"'):
        return text.partition(separator)
    token, quote, rest = text[1:].partition(f'"{separator}')
    return (f'"{token}"', separator, rest) if quote else (text, "", "")


def _date_in_words(text: str) -> str:
    year, _, month = text.partition("-")
    return Date(int(year), int(month) if month else None).in_words


def _read_points(text: str) -> dict[str, Any]:
    claim = _CLAIM.search(text)
    return _claim("points", claim[1] if claim else text)


def _claim(key: str, text: str) -> dict[str, Any]:
    return {} if text == "?" else {key: read_number(text)}


def _read_unit_value(fact: str, data: dict[str, Any]) -> bool:
    """Read one of the values of a unit's line into its data. Returns False if it is not understood."""
    key, space, value = fact.partition(" ")
    if how := form.read_off_board(fact):
        data["off_board"] = how
    elif key == "with" and space:
        data["options"] = [form.read_word(option) for option in value.split(" + ")]
    elif key == "always" and space:
        pass  # the army list gives it
    elif (size := _SIZE.match(fact)) and "size" not in data:
        data["size"] = read_number(size[1])
    elif key == "size" and space and "size" not in data:
        data["size"] = form.read_word(value)
    elif key.isalpha() and space and "rating" not in data:
        data["rating"] = form.read_token(value)
    else:
        return False
    return True

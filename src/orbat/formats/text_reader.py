"""Read an ORBAT from plain text, Markdown or BBCode. `orbat.formats.text` describes the form."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Any

from orbat.data.loaded import CalculatedText, Loaded
from orbat.formats.abbreviations import expand_phrases, join_parts, read_definition, read_phrases, unfold_line
from orbat.formats.draft import Draft, DraftNode, read_number, record_type
from orbat.formats.forum_codes import without_forum_codes
from orbat.formats.orbat_file import VERSION
from orbat.formats.text import EARLIER
from orbat.model import text_words as notation
from orbat.model.dates import Date
from orbat.model.fields import generic_fields
from orbat.model.finding import EMPTY_ARMY, LEGAL, NOT_LEGAL, NOT_READ, UNFINISHED
from orbat.model.orbat import Commander, Roll
from orbat.model.path import OrbatPath
from orbat.model.wording import phrase, shortened
from orbat.report.check_code import without_codes

# Commanders: name, staff quality with its rolls, and marks.

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


# The lines of the text.

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

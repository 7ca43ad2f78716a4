"""Our own text form and Markdown, read back. What is written and how is told in `orbat.outputs.plain`.

Lines that are not understood are reported and the rest is kept. A round trip gives the same ORBAT but for `x-` keys,
rolls that came before an earlier roll, and that every number of points that was shown has become a claim.
"""

from __future__ import annotations

import re
from typing import Any

from orbat.data.loaded import Loaded
from orbat.model import short_form as form
from orbat.model.dates import Date
from orbat.model.orbat import Commander
from orbat.model.pocket_form import joined, legend, unfolded
from orbat.model.pocket_phrases import said_once, spoken
from orbat.model.verdict import LEGAL, NOT_LEGAL, NOT_READ, NOTHING_YET, UNFINISHED
from orbat.sources.draft import Draft, Node, figure, kind_of
from orbat.sources.orbat_file import VERSION
from orbat.sources.plain_general import commander_said

_FACTS = re.compile(r"\s*(`?)orbat ([0-9]{1,9});")
_MARKED = re.compile(r"\\([!-/:-@\[-`{-~])|\*\*")
_BULLET = re.compile(r"( *)- ")
_INDENT = re.compile(r"[ \t\xa0]*")
_VERDICT = re.compile(
    rf"(?:{LEGAL}(?:, [0-9]+ warnings?)?|{NOT_READ}|{NOTHING_YET}|{NOT_LEGAL}: [0-9]+ errors?"
    rf"|{UNFINISHED}(?:, [0-9]+ errors?)?)\Z"
)
_SIZE = re.compile(r"(?:size )?([0-9]+)(?: |\Z)")
_CLAIM = re.compile(r"\(([^() ]+) claimed\)\Z")
_FACT_KEYS = {"army list": "army_list", "game size": "game_size", "date": "date", "ruleset": "ruleset"}


def read_plain(text: str, **given: str) -> Loaded:
    """Read an ORBAT from its text form or its Markdown; `given` stands in for keys it lacks. Never raises."""
    lines = joined(text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n").split("\n"))
    draft = Draft(text)
    found = next(((number, match) for number, line in enumerate(lines) if (match := _FACTS.match(line))), None)
    if found is None:
        says = "this is not an ORBAT in the text form: no line begins with orbat 1; and the ruleset"
        draft.problem(1, says, "Give a text that orbat has written, or a YAML file.", code="SRC005")
        return draft.refused()
    at, match = found
    if int(match[2]) != VERSION:
        says = f"this text has format {match[2]}; this version of orbat reads format {VERSION}"
        draft.problem(at + 1, says, "Open it with a newer orbat.", ("orbat",), code="SRC005")
        return draft.refused()
    reader = _Reader(draft, marked=bool(match[1]))
    reader.top(lines, at)
    for number, line in enumerate(lines[at + 1 :], start=at + 2):
        if not reader.line(line, number):
            break
    return draft.loaded(given)


class _Reader:
    """Follows the lines; `marked` says that they are Markdown."""

    def __init__(self, draft: Draft, *, marked: bool) -> None:
        self.draft = draft
        self.marked = marked
        self.open: list[tuple[int, Node]] = []
        self.last = draft.army
        self.letters: dict[str, str] = {}
        self.phrases: dict[str, str] = {}

    def top(self, lines: list[str], at: int) -> None:
        """The title, what is said under it for people, and the facts for programs."""
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
            says = f"this line and the facts on line {at + 1} disagree; those hold: {tail}"
            self.draft.problem(head + 1, says, "Make both lines say the same.")

    def _facts(self, text: str, line: int) -> str:
        """Read the facts, and give the words that must stand at the end of the line for people."""
        data: dict[str, Any] = {}
        rulings: dict[str, str] = {}
        for fact in text.split("; ")[1:]:
            key = next((key for key in _FACT_KEYS if fact.startswith(f"{key} ")), "")
            if key:
                data[_FACT_KEYS[key]] = figure(fact[len(key) + 1 :]) if key == "game size" else fact[len(key) + 1 :]
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
        kept = self.draft.army.data
        words = [_date_in_words(kept["date"])] if "date" in kept else []
        words += [f"{kept['game_size']} points"] if "game_size" in kept else []
        return ", ".join(words)

    def line(self, text: str, number: int) -> bool:
        """Read one line; False where everything after it is for people only."""
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
        elif phrases := said_once(text):
            self.phrases |= phrases
            return True
        else:
            text = spoken(text, self.phrases)
        spaces = _INDENT.match(text)
        indent = len(spaces[0].expandtabs(2)) if spaces else 0
        self._content(text.lstrip(" \t\xa0"), indent, number)
        return True

    def _content(self, text: str, indent: int, number: int) -> None:
        key, colon, said = text.partition(":")
        said = said.removeprefix(" ")
        if text == form.INDEPENDENT:
            self.open.clear()
            self.last = self.draft.army
        elif _VERDICT.match(text):
            pass
        elif colon and key in form.line_keys():
            self._keyed(key, said, number)
        elif not indent and (common := legend(text)):
            self.letters[common[0]] = common[1]
        elif not self._unit(text, indent, number) and not self._formation(text, indent, number):
            self._unread(text, number)

    def _keyed(self, key: str, said: str, number: int) -> None:
        put = self.draft.put
        if field := form.labels(kind_of(self.last)).get(key):
            self.draft.set_field(number, self.last, field.key, form.read_value(said))
            return
        if field := form.labels(Commander).get(key):
            self.draft.set_field(number, self.last, field.key, form.read_value(said), general=True)
            return
        match key:
            case "Note":
                self.draft.add_note(number, self.last, form.unescape(said))
            case "Note on the general":
                self.draft.add_note(number, self.last, form.unescape(said), general=True)
            case "Player":
                put(number, {"player": form.unescape(said)})
            case "Tags":
                put(number, {"tags": [form.read_token(tag) for tag in said.split(", ")]})
            case "Total":
                claim = _CLAIM.search(said)
                put(number, _claim("total", claim[1] if claim else said.partition(" ")[0]))
            case "General":
                general, _, _ = said.rpartition(" - ")
                commander, left = commander_said(general)
                if commander is None or left:
                    self._unread(f"General: {said}", number)
                else:
                    marked = commander.pop("mark", "") == "marked as the player"
                    put(number, {"commander": {**commander, "player": marked}})
            case _:
                self._unread(f"{key}: {said}", number)

    def _unit(self, text: str, indent: int, number: int) -> bool:
        """Read a unit's line; False where it is none."""
        full = unfolded(text, self.letters)
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
        entry, of, pin = inside.partition('" of ' if inside.startswith('"') else " of ")
        data: dict[str, Any] = {"name": form.read_name(name), **_points(points)}
        data["entry"] = form.read_token(entry + of[:-4])
        if of:
            data["army_list"] = pin
        for fact in facts.strip().split(", "):
            if fact and not _unit_fact(fact, data):
                self._unread(fact, number)
        self.last = self.draft.add(self._parent(indent), "units", data, number)
        return True

    def _formation(self, text: str, indent: int, number: int) -> bool:
        """Read a formation's line; False where it is none."""
        level, colon, rest = text.partition('": ' if text.startswith('"') else ": ")
        before, _, points = rest.rpartition(" - ")
        name, dash, said = before.rpartition(" - ")
        commander, left = commander_said(said)
        if not colon or not dash or (commander is None and said.partition(", ")[0] != "no general"):
            return False
        data: dict[str, Any] = {
            "level": form.read_word(level + colon[:-2]),
            "name": form.read_name(name),
            **_points(points),
        }
        if commander is not None:
            commander.pop("mark", None)
            data["commander"] = commander
        data |= left
        parent = self._parent(indent)
        self.last = self.draft.add(parent, "formations", data, number)
        self.open.append((indent, self.last))
        return True

    def _parent(self, indent: int) -> Node:
        """What a line with an indent stands in; lines as deep or deeper are done with."""
        while self.open and self.open[-1][0] >= indent:
            self.open.pop()
        return self.open[-1][1] if self.open else self.draft.army

    def _unmarked(self, text: str) -> str:
        """A line of Markdown as a line of the text form."""
        return _MARKED.sub(lambda found: found[1] or "", text) if self.marked else text

    def _unread(self, text: str, number: int) -> None:
        shown = text.strip() if len(text) <= 60 else text.strip()[:60] + "..."
        self.draft.problem(number, f"this is not understood: {shown}", "Write it in the text form, or take it out.")


def _date_in_words(text: str) -> str:
    year, _, month = text.partition("-")
    return Date(int(year), int(month) if month else None).in_words


def _points(text: str) -> dict[str, Any]:
    claim = _CLAIM.search(text)
    return _claim("points", claim[1] if claim else text)


def _claim(key: str, text: str) -> dict[str, Any]:
    return {} if text == "?" else {key: figure(text)}


def _unit_fact(fact: str, data: dict[str, Any]) -> bool:
    """Read one of the facts of a unit's line into its data; False where it is not understood."""
    key, space, said = fact.partition(" ")
    if how := form.read_off_board(fact):
        data["off_board"] = how
    elif key == "with" and space:
        data["options"] = [form.read_word(option) for option in said.split(" + ")]
    elif key == "always" and space:
        pass  # the army list says so again
    elif (size := _SIZE.match(fact)) and "size" not in data:
        data["size"] = figure(size[1])
    elif key == "size" and space and "size" not in data:
        data["size"] = form.read_word(said)
    elif key.isalpha() and space and "rating" not in data:
        data["rating"] = form.read_token(said)
    else:
        return False
    return True

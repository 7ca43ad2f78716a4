"""An ORBAT that is being read line by line: plain data, what was not understood, and where each thing stood."""

from __future__ import annotations

import re
from decimal import Decimal
from typing import Any

from orbat.data.fit import Unfit, fit
from orbat.data.loaded import Loaded
from orbat.data.problem import Problem, Span, finding_of
from orbat.data.yaml_text import Document
from orbat.formats.orbat_file import VERSION
from orbat.model.finding import Finding
from orbat.model.orbat import Commander, Formation, Orbat, Unit
from orbat.model.path import OrbatPath
from orbat.model.record import Value
from orbat.model.text import LONGEST

MAX_DEPTH = 28
"""The deepest nesting of formations; a YAML file can hold no deeper one."""

MAX_PROBLEMS = 200
"""So many are reported one by one; the rest are counted."""

_FIGURE = re.compile(r"-?[0-9]{1,18}(\.[0-9]{1,18})?\Z")


class DraftNode(Value):
    """The army, a formation or a unit: its data, to which more may be added, and its path."""

    data: dict[str, Any]
    path: OrbatPath


def kind_of(node: DraftNode) -> type[Orbat | Formation | Unit]:
    """The record that a node becomes."""
    if not node.path:
        return Orbat
    return Formation if node.path[-2] == "formations" else Unit


def read_number(text: str) -> int | Decimal | str:
    """A number as a number; anything else stays text and is then refused where a number is wanted."""
    if not (found := _FIGURE.match(text)):
        return text
    return Decimal(text) if found[1] else int(text)


class Draft:
    """Gathers what a text says. Whatever does not fit the model is taken out and reported with its line."""

    def __init__(self, text: str) -> None:
        self.army = DraftNode({}, ())
        self._text = text
        self._problems: list[Problem] = []
        self._spans: dict[OrbatPath, Span] = {(): Span(1, 1)}
        self._more = 0

    def problem(
        self, line: int, says: str, helps: str, path: OrbatPath = (), code: str = "SRC004", given: str = ""
    ) -> None:
        """Report something, up to a number of problems that somebody might still read."""
        if len(self._problems) < MAX_PROBLEMS:
            self._problems.append(Problem(path, says, helps, code, Span(line, 1), given=given))
        else:
            self._more += 1

    def put(self, line: int, data: dict[str, Any]) -> None:
        """Add to what is known of the army; what is said twice is reported and the first holds."""
        for key in data.keys() & self.army.data.keys():
            self.problem(line, f"this says a second time what the {key} is", "Keep one of them.", (key,))
        sound = self._sound(Orbat, data, line, ())
        self.army.data.update({key: sound[key] for key in data if key in sound and key not in self.army.data})
        self._spans.update({(key,): Span(line, 1) for key in sound if (key,) not in self._spans})

    def add(self, parent: DraftNode, place: str, data: dict[str, Any], line: int) -> DraftNode:
        """Add a formation or unit at the end of a list (`formations` or `units`) of a node."""
        if place == "formations" and len(parent.path) >= 2 * MAX_DEPTH:
            self.problem(line, f"formations are nested more than {MAX_DEPTH} deep", "Nest them less deeply.")
            return parent
        path = (*parent.path, place, len(parent.data.get(place, ())))
        node = DraftNode(self._sound(Formation if place == "formations" else Unit, data, line, path), path)
        parent.data.setdefault(place, []).append(node.data)
        self._spans[path] = Span(line, 1)
        return node

    def add_note(self, line: int, node: DraftNode, text: str, *, general: bool = False) -> None:
        """Add a line to the note of a node, or to its commander's."""
        holder = node.data.get("commander") if general else node.data
        if holder is None:
            self.problem(line, "this note is on a general, and there is none here", "Name the general first.")
            return
        note = f"{holder['note']}\n{text}" if "note" in holder else text
        if len(note) > LONGEST:
            self.problem(line, f"a note should be at most {LONGEST} characters", "Shorten it.", (*node.path, "note"))
        else:
            holder["note"] = note

    def set_field(self, line: int, node: DraftNode, key: str, value: Any, *, general: bool = False) -> None:
        """Set a field of a node, or of its commander, that has a line of its own; what is said twice is reported."""
        holder = node.data.get("commander") if general else node.data
        path = (*node.path, "commander", key) if general else (*node.path, key)
        if holder is None:
            self.problem(line, f"this is the {key} of a general, and there is none here", "Name the general first.")
        elif key in holder:
            self.problem(line, f"this says a second time what the {key} is", "Keep one of them.", path)
        else:
            holder.update(self._sound(Commander if general else kind_of(node), {key: value}, line, path[:-1]))

    def loaded(self, given: dict[str, str]) -> Loaded:
        """The ORBAT, with what was given for the keys that it lacks. Needs a ruleset."""
        for key, value in given.items():
            if value and key not in self.army.data:
                self.put(1, {key: value})
        document = Document(self._text, None, (), self._spans)
        if "ruleset" not in self.army.data:
            if all(problem.path != ("ruleset",) for problem in self._problems):
                self.problem(1, "the ruleset is missing", "Write the ruleset's id.", ("ruleset",))
            return Loaded(None, self._findings(), document)
        return Loaded(fit(Orbat, {"orbat": VERSION, **self.army.data}), self._findings(), document)

    def refused(self) -> Loaded:
        """Nothing but what was found."""
        return Loaded(None, self._findings(), Document(self._text, None, (), self._spans))

    def _findings(self) -> tuple[Finding, ...]:
        problems = self._problems
        if self._more:
            says = f"{self._more} more lines are not understood"
            problems = [*problems, Problem((), says, "Check that it is the right file.", "SRC004", Span(1, 1))]
        return tuple(finding_of(problem) for problem in problems)

    def _sound(self, kind: type, data: dict[str, Any], line: int, path: OrbatPath) -> dict[str, Any]:
        """The data without what does not fit, which is reported."""
        if isinstance(data.get("commander"), dict):
            commander = self._sound(Commander, data["commander"], line, (*path, "commander"))
            data = {**data, "commander": commander}
        needed = {"ruleset": "none"} if kind is Orbat else {}
        while True:
            try:
                fit(kind, {**needed, **data})
            except Unfit:
                from orbat.data.diagnose import diagnose

                found = diagnose(kind, {**needed, **data})
            else:
                return data
            for problem in found:
                self.problem(line, problem.message, problem.help, (*path, *problem.path), given=problem.given)
            wrong = {problem.path[0] for problem in found if problem.path} & data.keys()
            if not wrong:
                return {}
            data = {key: value for key, value in data.items() if key not in wrong}

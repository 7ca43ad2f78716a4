"""An unfinished ORBAT, for readers that read a file line by line."""

from __future__ import annotations

import re
from decimal import Decimal
from typing import Any

from orbat.data.fit import Unfit, fit
from orbat.data.loaded import CalculatedText, Loaded
from orbat.data.problem import Problem, Span, finding_of
from orbat.data.yaml_text import Document
from orbat.formats.orbat_file import VERSION
from orbat.model.finding import Finding
from orbat.model.orbat import Commander, Formation, Orbat, Unit
from orbat.model.path import OrbatPath
from orbat.model.record import Value
from orbat.model.text import MAX_TEXT_LENGTH
from orbat.model.wording import phrase, plural, shortened

MAX_DEPTH = 28
"""Maximum nesting of formations, as in a YAML file."""

MAX_CALCULATED = 20_000
"""Maximum number of calculated texts that are compared."""
MAX_PROBLEMS = 200
"""Maximum number of problems that are reported one by one. Further problems are only counted."""

_NUMBER = re.compile(r"-?[0-9]{1,18}(\.[0-9]{1,18})?\Z")


class DraftNode(Value):
    """The army, a formation or a unit in an unfinished ORBAT."""

    data: dict[str, Any]
    """The data, which can be changed."""
    path: OrbatPath


def record_type(node: DraftNode) -> type[Orbat | Formation | Unit]:
    """The type of record for a node."""
    if not node.path:
        return Orbat
    return Formation if node.path[-2] == "formations" else Unit


def read_number(text: str) -> int | Decimal | str:
    """Convert a text to a number, if possible."""
    # If the field needs a number, other text is reported when the ORBAT is built.
    if not (found := _NUMBER.match(text)):
        return text
    return Decimal(text) if found[1] else int(text)


class Draft:
    """Collects the data of an ORBAT. Data that no ORBAT can contain is removed and reported."""

    def __init__(self, text: str) -> None:
        self.army = DraftNode({}, ())
        self.calculated: list[CalculatedText] = []
        self._text = text
        self._problems: list[Problem] = []
        self._spans: dict[OrbatPath, Span] = {(): Span(1, 1)}
        self._further_count = 0

    def problem(
        self, line: int, message: str, help: str, path: OrbatPath = (), code: str = "SRC004", given: str = ""
    ) -> None:
        """Report a problem. After `MAX_PROBLEMS`, problems are only counted."""
        if len(self._problems) < MAX_PROBLEMS:
            self._problems.append(Problem(path, message, help, code, Span(line, 1), given=given))
        else:
            self._further_count += 1

    def not_read(self, line: int, text: str) -> None:
        """Report text that looks like a part of the army, but is not read."""
        message = phrase("this text was not read: {text}", text=shortened(text))
        help = "Compare the ORBAT with the file."
        problem = Problem((), message, help, "TXT011", Span(line, 1), severity="warning", doubt="file")
        if len(self._problems) < MAX_PROBLEMS:
            self._problems.append(problem)
        else:
            self._further_count += 1

    def set_army_fields(self, line: int, data: dict[str, Any]) -> None:
        """Set fields of the army. For a repeated key, the first value counts."""
        for key in data.keys() & self.army.data.keys():
            self.problem(line, phrase("the {key} is given twice", key=key), "Remove one of the two.", (key,))
        valid = self._without_invalid(Orbat, data, line, ())
        self.army.data.update({key: valid[key] for key in data if key in valid and key not in self.army.data})
        self._spans.update({(key,): Span(line, 1) for key in valid if (key,) not in self._spans})

    def add(self, parent: DraftNode, key: str, data: dict[str, Any], line: int) -> DraftNode:
        """Append a formation or unit to a node. `key` is `formations` or `units`."""
        if key == "formations" and len(parent.path) >= 2 * MAX_DEPTH:
            message = phrase("formations are nested more than {maximum} levels deep", maximum=MAX_DEPTH)
            self.problem(line, message, "Use fewer levels of formations.")
            return parent
        path = (*parent.path, key, len(parent.data.get(key, ())))
        node = DraftNode(self._without_invalid(Formation if key == "formations" else Unit, data, line, path), path)
        parent.data.setdefault(key, []).append(node.data)
        self._spans[path] = Span(line, 1)
        return node

    def add_note(self, line: int, node: DraftNode, text: str, *, general: bool = False) -> None:
        """Add a line to the note of a node or, with `general`, of the node's commander."""
        holder = node.data.get("commander") if general else node.data
        if holder is None:
            self.problem(line, "this is a note on a general, but there is no general here", "Name the general first.")
            return
        note = f"{holder['note']}\n{text}" if "note" in holder else text
        if len(note) > MAX_TEXT_LENGTH:
            message = phrase("a note should be at most {maximum} characters", maximum=MAX_TEXT_LENGTH)
            self.problem(line, message, "Shorten it.", (*node.path, "note"))
        else:
            holder["note"] = note

    def set_field(self, line: int, node: DraftNode, key: str, value: Any, *, general: bool = False) -> None:
        """Set a field of a node or, with `general`, of the node's commander.

        For a repeated field, the first value counts.
        """
        holder = node.data.get("commander") if general else node.data
        path = (*node.path, "commander", key) if general else (*node.path, key)
        if holder is None:
            message = phrase("this is the {key} of a general, but there is no general here", key=key)
            self.problem(line, message, "Name the general first.")
        elif key in holder:
            self.problem(line, phrase("the {key} is given twice", key=key), "Remove one of the two.", path)
        else:
            holder.update(
                self._without_invalid(Commander if general else record_type(node), {key: value}, line, path[:-1])
            )

    def loaded(self, defaults: dict[str, str]) -> Loaded:
        """Build the ORBAT. `defaults` are values for missing keys.

        The result has no ORBAT if the ruleset is missing.
        """
        for key, value in defaults.items():
            if value and key not in self.army.data:
                self.set_army_fields(1, {key: value})
        document = Document(self._text, None, (), self._spans)
        if "ruleset" not in self.army.data:
            if all(problem.path != ("ruleset",) for problem in self._problems):
                self.problem(1, "the ruleset is missing", "Add the ruleset's id.", ("ruleset",))
            return Loaded(None, self._findings(), document)
        orbat = fit(Orbat, {"orbat": VERSION, **self.army.data})
        return Loaded(orbat, self._findings(), document, calculated=tuple(self.calculated[:MAX_CALCULATED]))

    def refused(self) -> Loaded:
        """The result for a text in an unexpected form: findings without an ORBAT."""
        return Loaded(None, self._findings(), Document(self._text, None, (), self._spans))

    def _findings(self) -> tuple[Finding, ...]:
        problems = self._problems
        if self._further_count:
            message = plural(
                self._further_count, "{count} more line is not understood", "{count} more lines are not understood"
            )
            problems = [*problems, Problem((), message, "Check that this is the right file.", "SRC004", Span(1, 1))]
        return tuple(finding_of(problem) for problem in problems)

    def _without_invalid(self, kind: type, data: dict[str, Any], line: int, path: OrbatPath) -> dict[str, Any]:
        if isinstance(data.get("commander"), dict):
            commander = self._without_invalid(Commander, data["commander"], line, (*path, "commander"))
            data = {**data, "commander": commander}
        required = {"ruleset": "none"} if kind is Orbat else {}
        while True:
            try:
                fit(kind, {**required, **data})
            except Unfit:
                from orbat.data.diagnose import diagnose

                found = diagnose(kind, {**required, **data})
            else:
                return data
            for problem in found:
                self.problem(line, problem.message, problem.help, (*path, *problem.path), given=problem.given)
            wrong = {problem.path[0] for problem in found if problem.path} & data.keys()
            if not wrong:
                return {}
            data = {key: value for key, value in data.items() if key not in wrong}

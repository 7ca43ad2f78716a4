"""Lint rule about a player's own rulesets and army lists."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from orbat.data import folders
from orbat.data.lint_rules.rule import Fault, LintCase
from orbat.data.list_header import read_list_header
from orbat.model.army_list import ArmyList
from orbat.model.look_alikes import name_key
from orbat.model.ruleset import Ruleset
from orbat.model.wording import phrase


def check_own_names(case: LintCase) -> Iterator[Fault]:
    """A player's own ruleset or army list has neither the id nor the title of a shipped one.

    Why: orbat would use the shipped file with the same id. With the same title, a printed sheet is ambiguous.

    Example: a player's list `blues_1854` with the title of the shipped list `blues`.

    Remedy: Choose another id or title.
    """
    data, path = case.data, case.file.path
    if not isinstance(data, Ruleset | ArmyList) or not folders.is_own(path.absolute()):
        return
    shipped = folders.shipped() / "army_lists"
    if (shipped / path.parent.name / path.name).is_file():
        message = phrase("orbat uses the shipped file with the id {id} instead of this file", id=data.id)
        yield Fault(("id",), message, "Choose another id.")
    for other in _shipped_files(shipped, data):
        header = read_list_header(other)
        own_name = other.parent.name if isinstance(data, Ruleset) else other.stem
        if header and own_name != data.id and name_key(header.title) == name_key(data.title):
            message = phrase("{title} is also the title of {id}, which orbat ships", title=data.title, id=own_name)
            yield Fault(("title",), message, "Choose another title.")


def _shipped_files(shipped: Path, data: Ruleset | ArmyList) -> list[Path]:
    if isinstance(data, Ruleset):
        return sorted(shipped.glob("*/ruleset.yaml"))
    return [one for one in sorted((shipped / data.ruleset).glob("*.yaml")) if one.stem != "ruleset"]

"""Sections of a rulebook for `orbat explain`: sentences, and the rules or data that apply the sentences."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from orbat.cli.shared import CommandError
from orbat.data.library import Library
from orbat.model.ruleset import Ruleset
from orbat.model.wording import phrase

if TYPE_CHECKING:
    from orbat.model.rulebook import Rulebook

_SECTION = re.compile(r"([A-Za-z]+) (ref|[0-9]+(?:\.[0-9]+)*)(?: |\Z)", re.IGNORECASE)


def section_lines(words: str, library: Library) -> list[str]:
    """Paraphrased sentences of one rulebook section (`BK 17.2`) or of several sections (`BK 17.2 BK 3.1`).

    Returns [] if `words` does not name sections, or names an unknown rulebook. Raises CommandError if a section is
    missing, or if a ruleset has no usable rulebook.yaml.
    """
    named = _SECTION.findall(words)
    if not named or _SECTION.sub("", words):
        return []
    rulesets = {ruleset.code.casefold(): ruleset for ruleset in _rulesets(library)}
    if any(code.casefold() not in rulesets for code, _ in named):
        return []
    return [line for code, section in named for line in _section(rulesets[code.casefold()], section.lower(), library)]


def rulebooks(library: Library) -> Iterator[tuple[Rulebook, Ruleset]]:
    """Yield each usable rulebook.yaml, with its ruleset."""
    for ruleset in _rulesets(library):
        file = library.rulebook(ruleset.id)
        if file and file.value:
            yield file.value, ruleset


def _rulesets(library: Library) -> Iterator[Ruleset]:
    for ruleset_id in library.ruleset_ids():
        file = library.ruleset(ruleset_id)
        if file and file.value:
            yield file.value


def _section(ruleset: Ruleset, section: str, library: Library) -> Iterator[str]:
    from orbat.report.rulebook import sentence_lines

    file = library.rulebook(ruleset.id)
    if file is None or file.value is None:
        raise CommandError(
            phrase(
                "{ruleset} has no usable rulebook.yaml, the file that lists the sentences of its rulebook",
                ruleset=ruleset.title,
            )
        )
    sentences = file.value.within(f"{ruleset.code} {section}")
    if not sentences:
        raise CommandError(
            phrase("rulebook.yaml of {ruleset} has no section {section}", ruleset=ruleset.title, section=section)
        )
    yield phrase("{ruleset}, section {section}", ruleset=ruleset.title, section=section)
    yield from (f"  {line}" for line in sentence_lines(sentences, ruleset))

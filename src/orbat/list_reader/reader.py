"""Read typed lists as ORBATs. The typed points become claims, which orbat compares with the calculated points."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any

from orbat.data.library import Library
from orbat.data.loaded import Loaded
from orbat.data.problem import Span
from orbat.data.yaml_text import Document
from orbat.list_reader import detection
from orbat.list_reader.army_reader import ArmyReader
from orbat.list_reader.claims import size_in, total_in
from orbat.list_reader.corrections import apply_corrections
from orbat.list_reader.dates import date_in
from orbat.list_reader.detection import Guess, ListCandidate, guess_armies, ruling_words, with_rulings
from orbat.list_reader.excerpt import MAX_LINES, excerpt_of, unread_rest
from orbat.list_reader.joint_reading import Views, best_reading
from orbat.list_reader.line_blocks import without_common_capitals, without_running_totals
from orbat.list_reader.lines import InputLine, TypedLine, renumbered, text_of, with_ordinals
from orbat.list_reader.tree import Troops
from orbat.model.army_list import ArmyList
from orbat.model.book import Book
from orbat.model.claims import Confidence, Correction, Reading, least_certain
from orbat.model.dates import Date
from orbat.model.record import Value
from orbat.model.wording import phrase


class TypedArmy(Value):
    """One army of a typed list: its ORBAT with the reading of each line."""

    loaded: Loaded
    name: str = ""

    @property
    def reading(self) -> Reading:
        """How each line was read."""
        assert self.loaded.reading is not None
        return self.loaded.reading


def _with_reading(army: TypedArmy, **changes: Any) -> TypedArmy:
    return replace(army, loaded=replace(army.loaded, reading=replace(army.reading, **changes)))


def read_typed(
    source: Iterable[InputLine], library: Library, corrections: Sequence[Correction] = (), **defaults: str
) -> tuple[TypedArmy, ...]:
    """Read every army in a typed list. Empty if no line names troops or generals. Never raises.

    `corrections`: how the player corrected an earlier reading. `defaults`: ids for `ruleset` and `army_list`, if the
    caller knows them.
    """
    numbered_lines = renumbered(tuple(source))
    text = text_of(numbered_lines)
    head = excerpt_of(numbered_lines, MAX_LINES)
    lines = without_common_capitals(without_running_totals(with_ordinals(head.lines)))
    clean_text = "\n".join(line.clean for line in lines)
    wanted = defaults.get("army_list", "")
    rulesets = detection.rulesets_of(library, defaults.get("ruleset", ""), wanted, clean_text)
    known = [detection.lists_of(library, one) for one in rulesets]
    found, (other, incomplete) = guess_armies(lines, head.ahead, known, wanted, _score)
    read = [_read(guess, text, tuple(corrections)) for guess in found]
    rest = (*(line.number for line in incomplete if line.clean), *head.rest)
    unread = (unread_rest(rest, head.limit, other),) if rest else ()
    armies = (
        _with_reading(army, lines=(*army.reading.lines, *unread)) for army in read if army.loaded.orbat is not None
    )
    return tuple(replace(army, loaded=apply_corrections(army.loaded, corrections)) for army in armies)


def _score(candidate: ListCandidate, lines: Sequence[TypedLine]) -> float:
    return _army("", lines, candidate, "")[1]


def _read(guess: Guess, text: str, corrections: tuple[Correction, ...]) -> TypedArmy:
    army, _, wrong = _army(guess.name, guess.lines, guess.candidate, text, corrections)
    words = guess.candidate.title if guess.inferred else ""
    if wrong > 1 and (other := with_rulings(guess.candidate, guess.lines, _score)) != guess.candidate:
        army, _, _ = _army(guess.name, guess.lines, other, text, corrections)
        read = ruling_words(other.lists.ruleset, other.rulings)
        words = phrase(
            "{title} with the ruling “{ruling}”, because more of the typed prices agree with this ruling",
            title=guess.candidate.title,
            ruling=read,
        )
    alternatives = guess.alternatives if guess.inferred else ()
    guessed: Confidence = "likely" if alternatives else "sure"
    confidence = least_certain((army.reading.confidence, guessed))
    return _with_reading(army, guess=words, alternatives=alternatives, confidence=confidence)


def _army(
    name: str,
    lines: Sequence[TypedLine],
    candidate: ListCandidate,
    text: str,
    corrections: tuple[Correction, ...] = (),
) -> tuple[TypedArmy, float, int]:
    # The two numbers of the result: how well the ruleset and army list fit, and how many prices are wrong.
    army_list = candidate.lists.army_list(candidate.list_id)
    book = Book(candidate.lists.ruleset, {candidate.list_id: army_list} if army_list else {})
    date = _date_of(lines, army_list)

    def attempt(views: Views, pieces: Sequence[TypedLine] = ()) -> ArmyReader:
        reader = ArmyReader(candidate, book, army_list, date, corrections, views)
        reader.read(lines, pieces)
        reader.build()
        return reader

    reader = attempt({})
    if text:  # only a score is needed otherwise
        reader = best_reading(reader, attempt)
    if not reader.builder.purchases:
        return TypedArmy(Loaded(None, (), reading=Reading(tuple(reader.read_lines), ())), name), 0, 0
    read, built, claims, score = reader.read_lines, reader.built, reader.claims, reader.score
    orbat = replace(built.orbat, title=reader.title, game_size=size_in(claims), total=total_in(claims))
    spans = {path: Span(line, 1) for path, line in built.lines.items() if line}
    reading = Reading(reader.with_paths(read, built), claims)
    if text:  # only a score is needed otherwise
        reading = reader.accounted(reading, built)
    loaded = Loaded(orbat, (), Document(text, None, (), spans), reading)
    bought = [one.bought for one in reader.builder.purchases if isinstance(one, Troops)]
    wrong = sum(one is not None and one.agrees is False for one in bought)
    unread = sum(line.unread for line in read)
    return TypedArmy(loaded, name), score - unread, wrong


_MAX_HEAD = 12
"""Number of lines at the top in which a date is searched."""


def _date_of(lines: Sequence[TypedLine], army_list: ArmyList | None) -> Date | None:
    head = [line.text for line in lines if line.text.strip()][:_MAX_HEAD]
    date = date_in(head)
    return date if date and (army_list is None or army_list.years.covers(date)) else None

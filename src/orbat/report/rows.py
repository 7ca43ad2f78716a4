"""An ORBAT as rows in document order: the army, its formations and its units."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import replace
from fractions import Fraction
from typing import Any, Literal

from orbat.evaluate.pricing import options_of, rating_of
from orbat.evaluate.quote import CommanderLine, FormationLine, Quote, UnitLine
from orbat.model.book import Book
from orbat.model.commanders import DICED
from orbat.model.kinds import Kind
from orbat.model.orbat import Commander, Orbat, Roll, Unit
from orbat.model.path import OrbatPath
from orbat.model.play import OFF_BOARD
from orbat.model.points import exact, show
from orbat.model.record import Value
from orbat.model.sourced import Mark
from orbat.model.wording import phrase

LED_FROM_ABOVE = "led by the general above"
"""Shown with a formation that the general of the formation around it leads directly."""


class Row(Value):
    """The army, a formation or a unit, as one row of text fields."""

    sort: Literal["army", "formation", "unit"]
    depth: int
    path: OrbatPath
    name: str
    points: str
    """For the army or a formation, includes everything inside."""
    reason: str = ""
    level: str = ""
    commander: str = ""
    quality: str = ""
    dice: str = ""
    dice_source: str = ""
    commander_points: str = ""
    commander_reason: str = ""
    entry: str = ""
    entry_id: str = ""
    arm: str = ""
    rating: str = ""
    code: str = ""
    """The rating and the options in a few letters: `c3R` for class 3 with rifles."""
    size: str = ""
    counted_in: str = ""
    named_size: str = ""
    options: str = ""
    off_board: bool = False
    reserve: str = ""
    note: str = ""
    """The note, marked as a note. In a merged row, the names of the units are before it."""
    claimed: str = ""
    mark: Mark = ""

    @property
    def size_text(self) -> str:
        """The size as text: `12 stands`, `large battalion` or ""."""
        return f"{self.size} {self.counted_in}".strip()

    @property
    def off_board_text(self) -> str:
        """The words `off the board`, with the kind of reserve if known: `off the board: rear`.

        "" if the formation or unit is on the gaming table.
        """
        words = f"{OFF_BOARD}: {self.reserve}" if self.reserve else OFF_BOARD
        return words if self.off_board else ""

    @property
    def commander_text(self) -> str:
        """The commander as text: `Sir John Grey, capable (3)` or ""."""
        words = ", ".join(part for part in (self.commander, self.quality) if part)
        return f"{words} ({self.dice})" if self.dice else words

    @property
    def dice_record(self) -> str:
        """The dice and their source as text, or "" without dice.

        `3, after 1, seed x y` means that a 1 was re-rolled to 3 with the seed `x y`.
        """
        return ", ".join(part for part in (self.dice, self.dice_source) if part)

    @property
    def commander_record(self) -> str:
        """The commander as text for the opponent, with the dice and their source."""
        return replace(self, dice=self.dice_record).commander_text


def rows_of(orbat: Orbat, quote: Quote, book: Book) -> tuple[Row, ...]:
    """The rows of an ORBAT: the army, its formations, then the units outside all formations."""
    # Each formation is followed by its own units, then by the formations inside it.
    return tuple(RowBuilder(orbat, quote, book).all())


class RowBuilder:
    """Builds rows of an ORBAT."""

    def __init__(self, orbat: Orbat, quote: Quote, book: Book) -> None:
        self.orbat = orbat
        self.quote = quote
        self.book = book
        self.rulings = book.rulings(orbat)

    def all(self) -> Iterator[Row]:
        """Every row, in document order."""
        yield self.army()
        for line in self.quote.formations:
            yield from self._within(line, 1)
        for unit in self.quote.units:
            yield self.unit(unit, 1)

    def _within(self, line: FormationLine, depth: int) -> Iterator[Row]:
        yield self.formation(line, depth)
        for unit in line.units:
            yield self.unit(unit, depth + 1)
        for inner in line.formations:
            yield from self._within(inner, depth + 1)

    def army(self) -> Row:
        """The row of the army."""
        return Row(
            sort="army",
            depth=0,
            path=(),
            name=self.orbat.title,
            points=show(self.quote.total),
            level="army",
            note=marked_note(self.orbat.note),
            claimed=show(self.orbat.total) if self.orbat.total is not None else "",
            **self._general(self.quote.commander),
        )

    def formation(self, line: FormationLine, depth: int) -> Row:
        """The row of a formation."""
        formation = line.formation
        level = self.book.ruleset.level(formation.level)
        return Row(
            sort="formation",
            depth=depth,
            path=line.path,
            name=formation.name,
            points=show(line.points),
            level=level.label if level else formation.level,
            off_board=bool(formation.off_board),
            reserve=self._reserve(formation.off_board),
            note=_with_leader(line, marked_note(formation.note)),
            claimed=show(formation.points) if formation.points is not None else "",
            **self._general(line.commander),
        )

    def _general(self, line: CommanderLine | None) -> dict[str, Any]:
        if line is None:
            return {}
        return {
            "commander": line.commander.name or phrase("unnamed {title}", title=self.book.ruleset.commander_word),
            "quality": self._quality(line.commander, line.is_player),
            "dice": dice_words(line.commander.roll) if line.commander.roll else "",
            "dice_source": _dice_source(line.commander.roll) if line.commander.roll else "",
            "commander_points": show(line.points),
            "commander_reason": line.reason,
            "mark": line.sum.mark,
        }

    def _quality(self, commander: Commander, is_player: bool) -> str:
        staff = self.book.ruleset.staff
        quality = commander.quality or (staff.player if is_player else "")
        label = next((one.label for one in staff.qualities if one.id == quality), quality)
        if is_player:
            return phrase("{quality}, the player", quality=label) if label else "the player"
        undiced = staff.qualities and not label and staff.quality_source(self.rulings) == DICED
        return "not diced" if undiced else label

    def _reserve(self, off_board: bool | str) -> str:
        found = next((one for one in self.book.ruleset.reserves if one.id == off_board), None)
        return (found.short or found.label) if found else ""

    def unit(self, line: UnitLine, depth: int) -> Row:
        """The row of a unit."""
        unit = line.unit
        entry = self.book.entry(line.list_id, unit.entry)
        kind = self.book.kind(entry) if entry else None
        known = self.book.ruleset.options
        options = options_of(unit, entry, known, self.orbat.date) if entry else unit.options
        rating = rating_of(unit, entry) if entry else unit.rating
        size, word = (line.sum.size, line.sum.counted_in) if line.sum.points is not None else _written_size(unit, kind)
        return Row(
            sort="unit",
            depth=depth,
            path=line.path,
            name=unit.name or (entry.name if entry else unit.entry),
            points=show(line.points) if line.sum.points is not None else "?",
            reason=line.sum.reason,
            entry=entry.name if entry else unit.entry,
            entry_id=unit.entry,
            arm=kind.label if kind else "unknown",
            rating=rating,
            code=self._rating_letters(rating) + "".join(known[one].letters for one in options if one in known),
            size=str(size) if size is not None else "",
            counted_in=word,
            named_size=self.book.ruleset.size_label(unit.size or "") if kind and unit.size in kind.sizes else "",
            options=", ".join(known[option].label if option in known else option for option in options),
            off_board=bool(unit.off_board),
            reserve=self._reserve(unit.off_board),
            note=marked_note(unit.note),
            claimed=show(unit.points) if unit.points is not None else "",
            mark=line.sum.mark,
        )

    def _rating_letters(self, rating: str) -> str:
        return f"{self.book.ruleset.rating_word[:1]}{rating}" if rating.isdecimal() else rating[:3]


def _written_size(unit: Unit, kind: Kind | None) -> tuple[int | None, str]:
    if isinstance(unit.size, str):
        return None, unit.size
    return unit.size, kind.size_word(unit.size) if kind and unit.size is not None else ""


_PARTICLES = frozenset(
    ("and", "da", "de", "del", "della", "der", "des", "di", "du", "la", "le", "of", "van", "von", "zu")
)
"""Lower-case words that occur in proper names."""
_PARENTHESES = re.compile(r"\(.*?\)")


def formation_heading(level: str, name: str) -> str:
    """The heading of a formation: `Brigade Adams`, `Light Division`."""
    # The heading is the name alone if the name contains the level, or is a description (`Left column`).
    words = name.casefold().replace(",", " ").split()
    if name and (not level or level.casefold() in words or _is_description(name)):
        return name
    label = level[:1].upper() + level[1:]
    return f"{label} {name}".strip() or "unnamed formation"


def _is_description(name: str) -> bool:
    words = _PARENTHESES.sub("", name).split()[1:]
    return any(word[0].islower() and word not in _PARTICLES and "'" not in word for word in words)


def dice_words(roll: Roll) -> str:
    """The dice of a staff roll as text: `3`. With earlier rolls: `2, after 3 and 1`."""
    words = "+".join(map(str, roll.dice))
    if roll.earlier:
        earlier = ["+".join(map(str, one.dice)) for one in reversed(roll.earlier)]
        words = phrase("{dice}, after {earlier}", dice=words, earlier=" and ".join(earlier))
    return words


def _with_leader(line: FormationLine, note: str) -> str:
    led = line.formation.led_from_above and not line.commander
    return "; ".join(part for part in (LED_FROM_ABOVE if led else "", note) if part)


def _dice_source(roll: Roll) -> str:
    if roll.seed:
        return phrase("seed {seed}", seed=roll.seed)
    return "random" if roll.method == "random" else ""


def marked_note(note: str) -> str:
    """A player's note as sheets show it: `Note: borrowed from Tom`."""
    # The word *Note* shows that orbat did not write or check the text.
    return phrase("Note: {note}", note=note) if note else ""


# Equal units of one formation on one line.


def merge_equal_rows(rows: Iterable[Row]) -> tuple[Row, ...]:
    """Merge rows of a formation's units that differ only in name: `3 × Line infantry`.

    The merged row has the total points of these units, and a note with their names.
    """
    rows = tuple(rows)
    alike: defaultdict[Row, list[Row]] = defaultdict(list)
    for row in rows:
        if row.sort == "unit":
            alike[_without_name(row)].append(row)
    kept = (row for row in rows if row.sort != "unit" or alike[_without_name(row)][0] is row)
    return tuple(row if row.sort != "unit" else _merge(alike[_without_name(row)]) for row in kept)


def _without_name(row: Row) -> Row:
    return replace(row, name="", path=row.path[:-1])


def _merge(rows: list[Row]) -> Row:
    first, count = rows[0], len(rows)
    if count == 1:
        return first
    named = [row.name for row in rows if row.name != row.entry]
    unnamed = phrase("{number} without a name", number=count - len(named)) if named and len(named) < count else ""
    names = ", ".join(part for part in (*named, unnamed) if part)
    priced = first.points != "?"
    return replace(
        first,
        name=f"{count} × {first.entry or first.arm}",
        entry="",
        counted_in=phrase("{pieces} each", pieces=first.counted_in).strip() if first.size_text else "",
        points=show(exact(count * Fraction(first.points))) if priced else "?",
        reason=phrase("{number} x {points}; each unit: {sum}", number=count, points=first.points, sum=first.reason)
        if priced
        else first.reason,
        note="; ".join(part for part in (names, first.note) if part),
    )

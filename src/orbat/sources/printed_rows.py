"""The rows of our own printed order of battle, as they stand in a text that was copied from the sheet.

The sheet explains itself: under each unit stands its sum, beside each general his price, and around the table totals,
findings and notes. Only what was bought is in the rows.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace

from orbat.model.play import OFF_BOARD
from orbat.model.record import Value
from orbat.report.price_marks import SIGNS

_HEAD = re.compile(r"name {2,}(?:(?P<rating>[^ ]+) {2,})?(?:size {2,})?arms and sum {2,}points {2,}total\Z")
_FOOT = re.compile(r"orbat {2,}.*\bpage \d+ of \d+\Z")
_TOTAL = re.compile(r"Army total {2,}(?:(?P<words>.*?\d.*?) {2,}\d+|(?P<column>\d+)(?P<glued>(?P=column)\b.*))\Z")
"""The total stands once more at the right end; some programs put that in front of the words."""
_PRICE = r"\d+ (?P<price>[^=\d]+?)(?: [+-] [^=]+)? = -?\d+ \[.*\]"
_LED = re.compile(rf"(?P<who>.+?) +{_PRICE} {{2,}}(?P<points>\d+)(?: +(?P<total>\d+))?\Z")
_HEADING = re.compile(r"(?P<who>.+?) {2,}(?P<total>\d+)\Z")
_UNIT = re.compile(r"(?P<name>.+?) {2,}(?P<what>[^ ].*?) {2,}(?P<points>\d+(?:\.\d+)?)\Z")
_SIZED = re.compile(r"(?:(?P<rating>\d+) +(?=\d))?(?P<size>\d+) +[^ ]+ +(?P<arms>.+)")
_NAMED = re.compile(r"(?P<rating>[a-z]+) +(?P<size>[a-z]+) +(?P<arms>.+)")
_MARK = re.compile(rf"(?<=\d) *[{''.join(SIGNS.values())}](?= |\Z)")
"""The sign that the sheet sets beside a price that no rulebook gives."""
_HELD = re.compile(rf"(?:\A| {{2,}}){OFF_BOARD}(?:: (?P<way>.+?))?(?= {{2}}|\Z)")
_WIDEST = 300
"""No line of a sheet has more characters."""
_GAP = re.compile(r" {2,}")


class Row(Value):
    """A row of the sheet: the line it begins on, how far it is set in, and what it says.

    A unit has `arms`; a formation or the army has who leads it in `led` (the words of his price: `brigade general`)
    behind its name, and a subtotal in `points`.
    """

    line: int
    indent: int
    name: str
    points: str
    arms: str = ""
    size: str = ""
    rating: str = ""
    led: str = ""
    held: str | None = None
    """How what is off the board comes on, "" where that is not said; None for what is on the table."""


class Sheet(Value):
    """What is printed: the title, the line under it, the word for ratings, the rows, and the total with its line."""

    title: tuple[int, str]
    head: tuple[int, str]
    rating_word: str
    rows: tuple[Row, ...]
    total: tuple[int, str] | None


def is_head(text: str) -> bool:
    """Whether a line is the head of the sheet's table."""
    return _HEAD.match(text) is not None


def sheet_in(lines: Iterable[tuple[int, int, str]]) -> Sheet | None:
    """The order of battle in numbered lines with their indents; None where no line is the head of its table."""
    reader = _Reader()
    for number, indent, text in lines:
        reader.take(number, indent, text.strip())
    if not reader.rows or len(reader.titles) < 2:
        return None
    return Sheet(reader.titles[0], reader.titles[1], reader.rating_word, tuple(reader.rows), reader.total)


class _Reader:
    """Follows the lines of the sheet; between the foot of a page and the next head nothing is bought."""

    def __init__(self) -> None:
        self.titles: list[tuple[int, str]] = []
        self.rows: list[Row] = []
        self.total: tuple[int, str] | None = None
        self.rating_word = ""
        self._within = False

    def take(self, number: int, indent: int, text: str) -> None:
        """Take the next line."""
        if head := _HEAD.match(text):
            self.rating_word = head["rating"] or ""
            self._within = True
        elif not self.rows and not self._within:
            if text and len(self.titles) < 2:
                self.titles.append((number, text))
        elif _FOOT.match(text):
            self._within = False
        elif self._within and (total := _TOTAL.match(text)):
            self.total, self._within = (number, total["words"] or total["glued"]), False
        elif self._within and text and len(text) <= _WIDEST:
            self._row(number, indent, _MARK.sub("", text))

    def _row(self, number: int, indent: int, text: str) -> None:
        held = _HELD.search(text)
        self._bought(number, indent, text[: held.start()] + text[held.end() :] if held else text)
        if held and self.rows:
            self.rows[-1] = replace(self.rows[-1], held=held["way"] or "")

    def _bought(self, number: int, indent: int, text: str) -> None:
        if "] " in text and (led := _LED.match(text)):
            self._led(number, indent, led)
        elif unit := _UNIT.match(text):
            self.rows.append(self._unit(number, indent, unit))
        elif heading := _HEADING.match(text):
            self.rows.append(Row(number, indent, heading["who"], heading["total"]))
        elif self.rows and self.rows[-1].arms:
            self._go_on(text)

    def _led(self, number: int, indent: int, led: re.Match[str]) -> None:
        """A formation or the army with who leads it; where both do not fit on one line, he stands below its name."""
        last = self.rows[-1] if self.rows else None
        if last and not (led["total"] or last.arms or last.led):
            self.rows[-1] = replace(last, name=f"{last.name}  {led['who']}", led=led["price"])
        else:
            self.rows.append(Row(number, indent, led["who"], led["total"] or led["points"], led=led["price"]))

    def _unit(self, number: int, indent: int, unit: re.Match[str]) -> Row:
        what = unit["what"]
        found = _SIZED.match(what) or (_NAMED.match(what) if self.rating_word else None)
        parts = found.groupdict() if found else {"arms": what}
        arms = _GAP.sub(" ", parts["arms"])
        return Row(
            number, indent, unit["name"], unit["points"], arms, parts.get("size") or "", parts.get("rating") or ""
        )

    def _go_on(self, text: str) -> None:
        """Put the rest of a name, which is known by its open bracket, to the name."""
        last, more = self.rows[-1], _GAP.split(text)[0]
        if last.name.count("(") > last.name.count(")") and ")" in more:
            self.rows[-1] = replace(last, name=f"{last.name} {more}")

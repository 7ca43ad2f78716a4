"""Rewrite the rows below a table header as typed lines."""

from __future__ import annotations

import csv
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from orbat.list_reader.leftovers import CHANGED
from orbat.list_reader.lines import TypedLine, truncated
from orbat.list_reader.spelt_numbers import spelt_number
from orbat.list_reader.words import COLUMNS, NO, SUBTOTAL, TOTAL, YES, without_accents

_ROLE_OF = {name: role for role, names in COLUMNS.items() for name in names.split()}
_RULE = re.compile(r"[|+:=\-\s]+\Z")
_NUMBER = r"\d{1,3}[.,]\d{3}(?:[.,]\d\d?)?(?!\d)|\d+(?:[.,]\d+)?"
_FIGURE = re.compile(rf"[^\d-]*({_NUMBER})\D*\Z")
_LETTER_O = re.compile(r"(?<=\d)[oO]")
_THOUSANDS = re.compile(r"(?<=\d)[.,](?=\d{3}\b)")
_NO_HUNDREDTHS = re.compile(r"(?<=\d)[.,]00?\Z")
_MIN_COLUMNS = 3


def rows_as_text(lines: Iterable[TypedLine]) -> list[TypedLine]:
    """Rewrite each table row as a sentence. Headers and separator rows become empty lines."""
    roles: Mapping[int, str] = {}
    head: Sequence[str] = ()
    group = ""
    texts: list[TypedLine] = []
    for line in lines:
        cells = cells_of(line)
        if len(cells) < 2:
            roles = roles if not line.clean else {}
            texts.append(line)
        elif found := _header_roles(cells):
            roles, group, head = found, "", cells
            texts.append(replace(line, clean=""))
        elif _RULE.match(line.text.strip() or "-"):
            texts.append(replace(line, clean=""))
        elif roles:
            row = _Row(roles, cells, head)
            if (here := row.text("formation")) and here != group and not row.is_sum:
                group = here
                texts.append(replace(line, clean=truncated(here), emphasised=True, bullet=False, indent=0))
            texts.append(replace(line, clean=truncated(row.sentence()), bullet=True, emphasised=False, indent=2))
        else:
            joined = "  ".join(cell for cell in map(str.strip, cells) if cell)
            texts.append(replace(line, clean=truncated(joined) if "|" in line.text else line.clean))
    return texts


def cells_of(line: TypedLine) -> tuple[str, ...]:
    """The cells of a line. Without cells from the document, splits the line at bars, tabs, commas or semicolons
    outside quotes."""
    if len(line.cells) > 1:
        return line.cells
    text = line.text.strip()
    if text.count("|") >= 2 and text.startswith("|"):
        return tuple(cell.strip(" *_") for cell in text.strip("|").split("|"))
    if "\t" in line.text:
        return tuple(cell.strip() for cell in line.text.rstrip("\r\n").split("\t"))
    for sign in (",", ";", "|"):
        if text.count(sign) >= _MIN_COLUMNS - 1 and (text.startswith('"') or _header_roles(text.split(sign))):
            return tuple(cell.strip() for cell in next(csv.reader([text], delimiter=sign), [text]))
    return _unquoted(text)


def _unquoted(text: str) -> tuple[str, ...]:
    for sign in (",", ";"):
        if text.count(sign) >= _MIN_COLUMNS - 1 and not re.search(rf"{sign} ", text):
            return tuple(next(csv.reader([text], delimiter=sign), [text]))
    return (text,)


def _header_roles(cells: Sequence[str]) -> dict[int, str]:
    roles: dict[int, str] = {}
    for column, cell in enumerate(cells):
        role = _role(cell)
        if role and role not in roles.values():
            roles[column] = role
    named = [cell for cell in cells if cell.strip()]
    return roles if len(roles) >= max(_MIN_COLUMNS, len(named) - 2) and not any(map(_FIGURE.match, named)) else {}


def _role(head: str) -> str:
    name = re.sub(r"[^a-z/]+", "-", without_accents(head).casefold()).strip("-")
    return _ROLE_OF.get(name) or _ROLE_OF.get(name.split("-")[0], "")


class _Row:
    """A row below a header."""

    def __init__(self, roles: Mapping[int, str], cells: Sequence[str], head: Sequence[str]) -> None:
        cells = [spelt_number(cell) for cell in cells]
        self._cells = {role: cells[column].strip() for column, role in roles.items() if column < len(cells)}
        self._changes = [
            f"{name.strip()} {cell.strip()}"
            for column, (name, cell) in enumerate(zip(head, cells, strict=False))
            if column not in roles and cell.strip("- 0") and self._differs(name, cell.strip())
        ]
        """The cells that say that the unit differs in the game, such as `stands on the table 18`."""
        words = " ".join(cells)
        self.is_sum = bool(re.search(f"{TOTAL}|{SUBTOTAL}", without_accents(words).casefold()))
        self._all = "  ".join(cell for cell in map(str.strip, cells) if cell.strip("- "))

    def _differs(self, head: str, cell: str) -> bool:
        role = _role(head)
        is_other = role in ("size", "rating") and cell[:1].isdecimal() and cell != self.text(role) != ""
        return is_other or bool(CHANGED.search(f"{head} {cell}"))

    def text(self, role: str) -> str:
        """Text in a column."""
        return self._cells.get(role, "")

    def number(self, role: str) -> str:
        """Number in a column, or ""."""
        found = _FIGURE.match(_LETTER_O.sub("0", self.text(role)))
        return _plain_number(found[1]) if found else ""

    def sentence(self) -> str:
        """The row as a sentence: `2 x Zouaves, 14 stands, class 3, rifles, @ 56 pts, = 112 pts`."""
        if self.is_sum:
            figures = re.findall(_NUMBER, self._all)
            words = re.sub(_NUMBER, "", self._all).strip()
            return f"{words} {_plain_number(figures[-1]) if figures else ''}"
        name, kind = self.text("name"), self.text("type")
        parts = [f"{name} ({kind})" if name and kind and kind not in name else name or kind]
        if count := self.number("count"):
            parts[0] = f"{count} x {parts[0]}"
        if size := self.number("size"):
            parts.append(f"size {size}")
        elif men := self.number("men"):
            parts.append(f"{men} men")
        if rating := _NO_HUNDREDTHS.sub("", self.text("rating").strip("- ")):
            parts.append(f"class {rating}" if rating.isdecimal() else rating)
        option = without_accents(self.text("option")).casefold()
        if option in YES:
            parts.append("rifles")
        elif option in NO:
            parts.append("smoothbore" if option in ("n", "no", "non") else "")
        else:
            parts.append(self.text("option"))
        if each := self.number("each"):
            parts.append(f"@ {each} pts")
        if line := self.number("line"):
            parts.append(f"= {line} pts")
        parts += self._changes
        return ", ".join(part for part in parts if part)


def _plain_number(text: str) -> str:
    """Normalise a number: `1,200` to 1200, `12.0` to 12, `36,5` to 36.5."""
    return _NO_HUNDREDTHS.sub("", _THOUSANDS.sub("", text)).replace(",", ".")

"""Read tables that are drawn with characters, such as `+----+` and `│`."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

_RULE = re.compile(r"\s*[+┌├└╔╠╚┏┣┗╭╰╟╞][-=─━═┬┼┴╦╬╩┳╋┻╤╪╧╥╫╨+]{2,}[+┐┤┘╗╣╝┓┫┛╮╯╢╡]?\s*\Z")
_ROW = re.compile(r"\s*[|│║┃](.*)[|│║┃]\s*\Z")
_BAR = re.compile("[|│║┃]")
_MAX_LENGTH = 2_000
_MIN_TITLE_WORDS = 3
_NAME_HEAD = "Unit"


def boxed_rows(lines: Sequence[str]) -> Mapping[int, tuple[str, ...]]:
    """The rows of tables drawn with characters: lists of cells by line index.

    A line that draws a border has an empty list.
    """
    found: dict[int, tuple[str, ...]] = {}
    block: dict[int, tuple[str, ...]] = {}
    for at, line in enumerate((*lines, "")):
        if len(line) <= _MAX_LENGTH and _RULE.match(line):
            block[at] = ()
        elif len(line) <= _MAX_LENGTH and (row := _ROW.match(line)):
            block[at] = tuple(cell.strip() for cell in _BAR.split(row[1]))
        else:
            if () in block.values() and any(len(cells) > 1 for cells in block.values()):
                found |= block
            block = {}
    return found


def with_title(cells: Sequence[str]) -> tuple[str, tuple[str, ...]]:
    """Separate a table's title, such as `Army of the East`, from the column heads.

    Returns the title and the heads; the title is "" if the table has none.
    """
    first, *others = cells
    # Only the first cell can be a title, and only if it has at least three words.
    is_head = len(others) > 1 and not any(character.isdigit() for cell in cells for character in cell)
    if is_head and all(others) and len(first.split()) >= _MIN_TITLE_WORDS > max(len(one.split()) for one in others):
        return first, (_NAME_HEAD, *others)
    return "", tuple(cells)

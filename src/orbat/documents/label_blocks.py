"""Turn blocks of labels and values into table rows. A block becomes a row, and a label becomes a column.

A block describes one unit or general. The name is in the line above the block (left), or has a label (right):

    Alpha Foot              Name: Alpha Foot
        Class: 2            Class: 2
        Bases: 12           Bases: 12
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import groupby

from orbat.documents.column_merge import with_one_size_column
from orbat.list_reader.document_text import DocumentLine
from orbat.list_reader.words import COLUMNS, SUBTOTAL, TOTAL, without_accents
from orbat.model.record import Value

_LABEL = re.compile(r"(?:[-*•+·] +)?([^\W\d_][^\d:=|]{0,24}?) ?[:=] *(\S.*)\Z")
_NUMBER = re.compile(r"\D{0,3}\d[\d.,' ]{0,9}(?: ?[^\W\d]{1,10}\.?)?\Z")
_SECTION = re.compile(r"\[([^\[\]]{1,40})\]\Z")
_SUM = re.compile(f"{TOTAL}|{SUBTOTAL}", re.IGNORECASE)
_MORE_LABELS = (
    "role rolle klasse classe clase starke effectif effectifs punkte kosten cout couts puntos coste punti anzahl "
    "waffe waffen arme armes typ sorte quantity figures socles"
)
_KNOWN_LABELS = frozenset(" ".join((*COLUMNS.values(), _MORE_LABELS)).split()) - frozenset(("total", "sum"))
_NAME_LABELS = frozenset((*COLUMNS["name"].split(), "nom", "einheit", "unite", "nombre", "nome", "bezeichnung"))
_ROLES = frozenset(("role", "rolle", "ruolo", "rol"))
_NAME_HEAD = "Unit"
_MIN_BLOCKS = 2
_MIN_LABELS = 2
_MAX_LABELS = 30
"""Maximum number of labels of a block."""
_MAX_LINE = 200
"""Maximum length of a line with a label and a value, in characters."""
_MAX_HEADING = 40
"""Maximum length of a heading between two blocks, in characters."""


class _Pair(Value):
    line: DocumentLine
    label: str
    value: str

    @property
    def key(self) -> str:
        return without_accents(self.label).casefold().strip()


class _Block(Value):
    start: int
    """The index of the first line."""
    end: int
    """The index of the line after the last line."""
    name: DocumentLine | None
    """The line above the block, if the line contains a name and nothing else."""
    pairs: tuple[_Pair, ...]
    section: str = ""
    """The text of a line such as `[battery]` above the block."""


def blocks_as_rows(lines: Sequence[DocumentLine]) -> tuple[DocumentLine, ...]:
    """Replace each block of labels and values by a table row."""
    pairs = [_pair(line) for line in lines]
    counts = Counter(pair.key for pair in pairs if pair)
    labels = {key for key, count in counts.items() if count >= _MIN_BLOCKS}
    if len(labels) < _MIN_LABELS:
        return tuple(lines)
    blocks = [block for block in _blocks(lines, pairs) if any(pair.key in labels for pair in block.pairs)]
    if not _are_units(blocks):
        return tuple(lines)
    return tuple(_replaced(lines, blocks))


def _pair(line: DocumentLine) -> _Pair | None:
    found = _LABEL.match(line.text) if len(line.cells) < 2 and len(line.text) < _MAX_LINE else None
    return _Pair(line, found[1], found[2]) if found and not _SUM.search(found[1]) else None


def _blocks(lines: Sequence[DocumentLine], pairs: Sequence[_Pair | None]) -> Iterator[_Block]:
    for is_pair, group in groupby(range(len(lines)), key=lambda at: pairs[at] is not None):
        if not is_pair:
            continue
        current: list[_Pair] = []
        keys: set[str] = set()
        start = end = 0
        for at in group:
            pair = pairs[at]
            assert pair is not None
            is_next = pair.key in keys or len(keys) == _MAX_LABELS
            if current and (is_next or pair.line.indent < current[0].line.indent):
                yield _block(lines, start, at, current)
                current, keys = [], set()
            start = at if not current else start
            end = at + 1
            current.append(pair)
            keys.add(pair.key)
        yield _block(lines, start, end, current)


def _block(lines: Sequence[DocumentLine], start: int, end: int, pairs: Sequence[_Pair]) -> _Block:
    above = lines[start - 1] if start else None
    is_name = (
        above is not None
        and above.text
        and len(above.cells) < 2
        and not _pair(above)
        and not _SECTION.match(above.text)
        and pairs[0].key not in _NAME_LABELS
        and (above.indent < pairs[0].line.indent or above.heading or pairs[0].line.text[:1] in "-*•+·")
    )
    section = _SECTION.match(above.text) if above else None
    first = start - 1 if is_name or section else start
    return _Block(first, end, above if is_name else None, tuple(pairs), section[1] if section else "")


def _are_units(blocks: Sequence[_Block]) -> bool:
    complete = [
        block
        for block in blocks
        if _has_name(block)
        and sum(_is_known(pair.key) for pair in block.pairs) >= _MIN_LABELS
        and any(_NUMBER.match(pair.value) for pair in block.pairs)
    ]
    return len(complete) >= _MIN_BLOCKS


def _is_known(key: str) -> bool:
    return key.split()[0] in _KNOWN_LABELS or key.replace(" ", "-") in _KNOWN_LABELS


def _has_name(block: _Block) -> bool:
    return block.name is not None or (block.pairs[0].key in _NAME_LABELS and len(block.pairs) > 1)


def _replaced(lines: Sequence[DocumentLine], blocks: Sequence[_Block]) -> Iterator[DocumentLine]:
    blocks = [block for block in blocks if _has_name(block)]
    heads: dict[str, str] = {_NAME_HEAD: _NAME_HEAD}
    if any(block.section for block in blocks):
        heads["type"] = "Type"
    for pair in (pair for block in blocks for pair in block.pairs):
        if pair.key not in _NAME_LABELS:
            heads.setdefault(pair.key, pair.label)
    if "type" not in heads:  # the usual word for what a role of troops is
        heads |= {key: "Type" for key in heads if key in _ROLES}
    table = with_one_size_column(tuple(heads.values()), [_cells(block, tuple(heads)) for block in blocks])
    at = 0
    needs_head = True
    for block, row in zip(blocks, table[1:], strict=True):
        for line in lines[at : block.start]:
            is_heading = not needs_head and 0 < len(line.text) <= _MAX_HEADING and not _has_digit(line.text)
            needs_head = needs_head or (bool(line.text) and not is_heading)
            yield replace(line, cells=(line.text, "")) if is_heading else line
        first = lines[block.start]
        if needs_head:
            yield _row(first, table[0], first.number)
        yield _row(first, row, lines[block.start + needs_head].number)
        at, needs_head = block.end, False
    yield from lines[at:]


def _has_digit(text: str) -> bool:
    return any(map(str.isdigit, text))


def _cells(block: _Block, keys: Sequence[str]) -> tuple[str, ...]:
    values = {"type": block.section} | {pair.key: pair.value for pair in block.pairs}
    name = block.name.text if block.name else block.pairs[0].value
    return (name, *(values.get(key, "") for key in keys[1:]))


def _row(line: DocumentLine, cells: Sequence[str], number: int) -> DocumentLine:
    return replace(line, number=number, text="  ".join(filter(None, cells)), cells=tuple(cells), heading=0)

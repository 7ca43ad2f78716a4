"""A collection, and what an ORBAT needs of it, as lines, as a table and as the text of a file."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterator
from typing import Any

from orbat.features.collection.model import FIGURES, KEYS, Collection, Piece
from orbat.features.collection.report import Owning
from orbat.formats.csv_table import cell
from orbat.model.text_words import visible
from orbat.render.text import Painter, unpainted, wrapped


def piece_facts(piece: Piece) -> dict[str, Any]:
    """A piece as plain data: the keys it has."""
    facts = {key: value for key in KEYS if (value := getattr(piece, key)) not in ("", (), None)}
    return {**facts, "entry": list(piece.entry)} if piece.entry else facts


def collection_facts(collection: Collection) -> dict[str, Any]:
    """A collection as plain data."""
    head = {key: getattr(collection, key) for key in ("title", "note", "to_a_unit") if getattr(collection, key)}
    head |= {"to_a_stand": collection.to_a_stand} if collection.to_a_stand != 1 else {}
    return {"collection": 1, **head, "pieces": [piece_facts(piece) for piece in collection.pieces]}


def collection_yaml(collection: Collection) -> str:
    """The text of a collection's file."""
    facts = collection_facts(collection)
    pieces = facts.pop("pieces")
    lines = [f"{key}: {_scalar(value)}" for key, value in facts.items()]
    lines += ["pieces:" if pieces else "pieces: []"]
    for piece in pieces:
        lines.append("  - {" + ", ".join(f"{key}: {_scalar(value)}" for key, value in piece.items()) + "}")
    return "\n".join(lines) + "\n"


def _scalar(value: Any) -> str:
    """A value as YAML: text in quotes, as JSON has it; a list of one is that one."""
    return json.dumps(value[0] if isinstance(value, list) and len(value) == 1 else value, ensure_ascii=False)


def collection_csv(collection: Collection) -> str:
    """A row for each piece; what the collection says of all pieces stands in each row that it concerns."""
    out = io.StringIO()
    writer = csv.DictWriter(out, KEYS, restval="", lineterminator="\r\n")
    writer.writeheader()
    for piece in collection.pieces:
        facts = piece_facts(piece)
        if piece.figures is not None:
            facts.setdefault("to_a_stand", collection.to_a_stand)
        if collection.to_a_unit:
            facts.setdefault("to_a_unit", collection.to_a_unit)
        writer.writerow({key: value if key in FIGURES else cell(_joined(value)) for key, value in facts.items()})
    return out.getvalue()


def _joined(value: Any) -> str:
    return "; ".join(value) if isinstance(value, list) else str(value)


def collection_lines(
    collection: Collection, paint: Painter = unpainted, width: int | None = None, *, source: str = ""
) -> Iterator[str]:
    """A line for each piece: how many, what, and what it is for; above them the title, or the source where it has none,
    as a table has none."""
    head = visible(collection.title or source) or "A collection"
    yield from (paint(line, "title") for line in wrapped(head, width))
    counts = [" ".join(map(str, piece.number)) for piece in collection.pieces]
    widest = max(map(len, counts), default=0)
    for piece, count in zip(collection.pieces, counts, strict=True):
        made = f" = {collection.stands(piece)} stands" if piece.figures is not None else ""
        what = ", ".join(piece.entry) or " ".join(filter(None, (piece.nation, piece.subtype, piece.kind)))
        named = f"{visible(piece.name)} ({what})" if piece.name else what
        yield from wrapped(f"{count:>{widest}}{made}  {named}", width, "    ")


def owned_lines(owning: Owning, paint: Painter = unpainted, width: int | None = None) -> Iterator[str]:
    """What is needed, owned and missing of each entry, and then the painting list."""
    heads = ("needed", "owned", "to go")
    yield paint("  ".join(f"{head:>6}" for head in heads), "faint")
    for need in owning.needs:
        figures = "  ".join(f"{number:>6}" for number in (need.needed, need.owned, need.missing))
        line = f"{figures}  {visible(need.name)}, {need.counted(need.needed)}"
        yield from (paint(part, "warning" if need.missing else "good") for part in wrapped(line, width, " " * 24))
    yield ""
    yield from wrapped(owning.words, width)
    for words in owning.painting:
        yield from wrapped(f"  {visible(words)}", width, "    ")

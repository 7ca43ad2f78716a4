"""Collections as terminal lines, CSV, YAML and JSON. Also the terminal lines of `orbat owned`."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterator
from typing import Any

from orbat.features.collection.model import KEYS, NUMERIC_KEYS, Collection, Piece
from orbat.features.collection.report import Ownership
from orbat.formats.csv_table import cell
from orbat.model.text_words import visible
from orbat.model.wording import phrase
from orbat.render.text import Painter, unpainted, wrapped


def piece_data(piece: Piece) -> dict[str, Any]:
    """JSON data of an item of a collection."""
    data = {key: value for key in KEYS if (value := getattr(piece, key)) not in ("", (), None)}
    return {**data, "entry": list(piece.entry)} if piece.entry else data


def collection_data(collection: Collection) -> dict[str, Any]:
    """JSON data of a collection."""
    header = {key: getattr(collection, key) for key in ("title", "note", "to_a_unit") if getattr(collection, key)}
    header |= {"to_a_stand": collection.to_a_stand} if collection.to_a_stand != 1 else {}
    return {"collection": 1, **header, "pieces": [piece_data(piece) for piece in collection.pieces]}


def collection_yaml(collection: Collection) -> str:
    """A collection as YAML."""
    data = collection_data(collection)
    pieces = data.pop("pieces")
    lines = [f"{key}: {_scalar(value)}" for key, value in data.items()]
    lines += ["pieces:" if pieces else "pieces: []"]
    for piece in pieces:
        lines.append("  - {" + ", ".join(f"{key}: {_scalar(value)}" for key, value in piece.items()) + "}")
    return "\n".join(lines) + "\n"


def _scalar(value: Any) -> str:
    return json.dumps(value[0] if isinstance(value, list) and len(value) == 1 else value, ensure_ascii=False)


def collection_csv(collection: Collection) -> str:
    """A collection as CSV, with one row per item."""
    out = io.StringIO()
    writer = csv.DictWriter(out, KEYS, restval="", lineterminator="\r\n")
    writer.writeheader()
    # A row without its own `to_a_stand` or `to_a_unit` has the collection's value.
    for piece in collection.pieces:
        data = piece_data(piece)
        if piece.figures is not None:
            data.setdefault("to_a_stand", collection.to_a_stand)
        if collection.to_a_unit:
            data.setdefault("to_a_unit", collection.to_a_unit)
        writer.writerow({key: value if key in NUMERIC_KEYS else cell(_joined(value)) for key, value in data.items()})
    return out.getvalue()


def _joined(value: Any) -> str:
    return "; ".join(value) if isinstance(value, list) else str(value)


def collection_lines(
    collection: Collection, paint: Painter = unpainted, width: int | None = None, *, source: str = ""
) -> Iterator[str]:
    """A collection as lines for the terminal: the title, then the pieces.

    `source` is the file name, used if there is no title.
    """
    title = visible(collection.title or source) or "A collection"
    yield from (paint(line, "title") for line in wrapped(title, width))
    counts = [" ".join(map(str, piece.count)) for piece in collection.pieces]
    widest = max(map(len, counts), default=0)
    for piece, count in zip(collection.pieces, counts, strict=True):
        stands = f" = {collection.stands(piece)} stands" if piece.figures is not None else ""
        what = ", ".join(piece.entry) or " ".join(filter(None, (piece.nation, piece.subtype, piece.kind)))
        named = f"{visible(piece.name)} ({what})" if piece.name else what
        yield from wrapped(f"{count:>{widest}}{stands}  {named}", width, "    ")


def owned_lines(
    ownership: Ownership, paint: Painter = unpainted, width: int | None = None, *, included: str = ""
) -> Iterator[str]:
    """The output of `orbat owned`, as lines: needed, owned and missing models, then the painting list.

    `included`: models that come with the units at no further cost, such as limbers.
    """
    heads = ("needed", "owned", "missing")
    yield paint("  ".join(f"{head:>7}" for head in heads), "faint")
    for need in ownership.needs:
        figures = "  ".join(f"{number:>7}" for number in (need.needed, need.owned, need.missing))
        line = f"{figures}  {visible(need.name)}, {need.counted(need.needed)}"
        yield from (paint(part, "warning" if need.missing else "good") for part in wrapped(line, width, " " * 27))
    yield ""
    yield from wrapped(ownership.summary, width)
    for words in ownership.painting:
        yield from wrapped(f"  {visible(words)}", width, "    ")
    if included:
        yield from wrapped(
            phrase("The army also needs these models, which a collection cannot list: {included}.", included=included),
            width,
        )

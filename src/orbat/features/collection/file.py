"""A collection's file, YAML or CSV: strict, with every problem at its line."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from orbat.data import folders
from orbat.data.file_kinds import wrong_kind_problem
from orbat.data.fit import Unfit, fit
from orbat.data.library import Library
from orbat.data.problem import Problem, Span, finding_of
from orbat.data.text_file import read_text
from orbat.data.yaml_text import Document, parse
from orbat.features.collection.model import COUNTS, FIGURES, KEYS, Collection, Piece
from orbat.features.collection.report import CollectionSupply
from orbat.formats.draft import read_number
from orbat.model.finding import Finding
from orbat.model.record import Value
from orbat.model.spelling import did_you_mean


class LoadedCollection(Value):
    """A collection as read, or None; what is wrong with its file; and the file's text."""

    collection: Collection | None
    findings: tuple[Finding, ...] = ()
    document: Document | None = None

    @property
    def text(self) -> str:
        """The file's text."""
        return self.document.text if self.document else ""


def own_file() -> Path:
    """Where the player's own collection is looked for."""
    return folders.own() / "collection.yaml"


def own_collection() -> LoadedCollection:
    """The player's own collection; none, with nothing wrong, where he keeps none."""
    path = own_file()
    return load_collection(path) if path.is_file() else LoadedCollection(None)


def own_supply() -> CollectionSupply | None:
    """The player's own collection as what armies are taken from."""
    found = own_collection().collection
    return CollectionSupply(found) if found else None


def own_troubles() -> Iterator[str]:
    """That the player's own collection cannot be used."""
    if wrong := own_collection().findings:
        line = f", line {wrong[0].line}" if wrong[0].line else ""
        yield f"Your collection is not used: collection.yaml{line}: {wrong[0].message}."


def lint_collection(text: str, library: Library) -> tuple[Finding, ...]:
    """Everything wrong with the text of a collection, with the ids that no list has."""
    loaded = read_collection(text)
    return (*loaded.findings, *unknown_ids(loaded, library))


def load_collection(path: Path) -> LoadedCollection:
    """Load a collection from a file; one whose name ends in .csv is a table. Never raises."""
    text = read_text(path)
    if isinstance(text, Problem):
        return LoadedCollection(None, (finding_of(text),))
    return read_collection(text, table=path.suffix.lower() == ".csv")


def read_collection(text: str, *, table: bool = False) -> LoadedCollection:
    """Read a collection from the text of its file. Never raises."""
    document = _table(text) if table else parse(text)
    problems = [*document.problems, *document.warnings]
    data = document.data
    if not any(one.severity == "error" for one in problems):
        problems += _wrong(data)
    collection = None
    if not any(one.severity == "error" for one in problems):
        collection = fit(Collection, data)
    return LoadedCollection(collection, tuple(finding_of(one, document) for one in problems), document)


def _wrong(data: Any) -> Iterator[Problem]:
    """What keeps data from being a collection."""
    if other := wrong_kind_problem("collection", data):
        yield other
        return
    if not isinstance(data, dict) or "collection" not in data:
        yield Problem((), "this is not a collection", "Begin it with collection: 1.", "SRC005")
        return
    try:
        collection = fit(Collection, data)
    except Unfit:
        from orbat.data.diagnose import diagnose_unfit

        yield from diagnose_unfit(Collection, data)
        return
    for number, piece in enumerate(collection.pieces):
        yield from _wrong_piece(piece, ("pieces", number))


def _wrong_piece(piece: Piece, path: tuple[str | int, ...]) -> Iterator[Problem]:
    counted = [key for key in COUNTS if getattr(piece, key) is not None]
    if not counted:
        says = f"{piece.words or 'this piece'} does not say how many there are"
        yield Problem(path, says, f"Write one of {', '.join(COUNTS)}.", "SRC004")
    if len(counted) > 1:
        says = f"{piece.words or 'this piece'} is counted twice: in {' and in '.join(counted)}"
        yield Problem((*path, counted[1]), says, "Keep one of them.", "SRC004", at_key=True)
    if bool(piece.entry) == bool(piece.kind):
        both = "is both for entries and for a kind" if piece.entry else "says neither for which entry nor which kind"
        yield Problem(path, f"{piece.words or 'this piece'} {both}", "Write either entry or kind.", "SRC004")
    elif piece.entry and (piece.subtype or piece.nation):
        key = "subtype" if piece.subtype else "nation"
        says = f"{piece.words} is for an entry, which {key} cannot narrow"
        yield Problem((*path, key), says, f"Take {key} out.", "SRC004", at_key=True)


def _table(text: str) -> Document:
    """The data of a CSV: a row for each piece, under a row of column names."""
    separator = max(",;\t", key=text.partition("\n")[0].count)
    rows = csv.reader(io.StringIO(text), delimiter=separator)
    try:
        head = [name.strip().lower().replace(" ", "_") for name in next(rows, [])]
        if not {*head} & {"entry", "kind"}:
            says = "this table is not a collection: it has neither a column entry nor a column kind"
            return Document(text, None, (Problem((), says, f"Name the columns {', '.join(KEYS)}.", "SRC005"),))
        return _rows(text, head, ((rows.line_num, row) for row in rows))
    except csv.Error as error:
        return Document(text, None, (Problem((), f"the table breaks off: {error}", "Save it as CSV.", "SRC002"),))


def _rows(text: str, head: Sequence[str], rows: Iterator[tuple[int, list[str]]]) -> Document:
    pieces: list[dict[str, Any]] = []
    problems: list[Problem] = []
    spans: dict[tuple[str | int, ...], Span] = {(): Span(1, 1)}
    for name in filter(None, head):
        if name not in KEYS:
            says = f"there is no column {name}.{did_you_mean(name, KEYS)}"
            problems.append(Problem((), says, "Rename it or take it out.", "SRC004", Span(1, 1)))
    for line, row in rows:
        if not any(cell.strip() for cell in row):
            continue
        if extra := [cell for cell in row[len(head) :] if cell.strip()]:
            says = f"this row has more cells than there are columns: {extra[0][:40]}"
            problems.append(Problem((), says, "Put a cell with a comma in it in quotes.", "SRC004", Span(line, 1)))
        spans["pieces", len(pieces)] = Span(line, 1)
        pieces.append({key: _cell(key, cell) for key, cell in zip(head, row, strict=False) if cell.strip() and key})
    return Document(text, {"collection": 1, "pieces": pieces}, tuple(problems), spans)


def _cell(key: str, cell: str) -> Any:
    """What a cell says; an apostrophe that only keeps it from being a formula is none of it."""
    cell = cell.strip()
    if cell[:1] == "'" and cell[1:2] in set("=+-@'"):
        cell = cell[1:]
    if key in FIGURES:
        return read_number(cell)
    return [one.strip() for one in cell.split(";") if one.strip()] if key == "entry" else cell


def unknown_ids(loaded: LoadedCollection, library: Library) -> tuple[Finding, ...]:
    """A warning for each piece that is for nothing any ruleset or list has: it would never count."""
    if loaded.collection is None:
        return ()
    rulesets = {name: file.value for name in library.ruleset_ids() if (file := library.ruleset(name)) and file.value}
    lists = [
        own.value
        for name in rulesets
        for list_id in library.list_ids(name)
        if (own := library.army_list(name, list_id)) and own.value
    ]
    catalogues = [*(one.entries for one in lists), *(one.entries for one in rulesets.values())]
    known = {
        "entry": {entry.id for entries in catalogues for entry in entries},
        "kind": {kind for one in rulesets.values() for kind in one.kinds},
        "subtype": {subtype for one in rulesets.values() for subtype in one.subtypes},
        "nation": {one.nation for one in lists},
    }
    named: dict[str, list[str]] = {}
    for entry in (entry for entries in catalogues for entry in entries):
        named.setdefault(entry.name.casefold(), []).append(entry.id)
    found = []
    for number, piece in enumerate(loaded.collection.pieces):
        for key, ids in known.items():
            written = getattr(piece, key)
            for one in written if isinstance(written, tuple) else filter(None, (written,)):
                if one not in ids:
                    meant = named.get(one.casefold(), []) if key == "entry" else []
                    near = f" That is the name of {', '.join(meant)}." if meant else did_you_mean(one, ids)
                    says = f"no list or ruleset has {key} {one}.{near}"
                    where = ("pieces", number, key)
                    problem = Problem(where, says, "It never counts; correct the id.", "SRC008", severity="warning")
                    found.append(finding_of(problem, loaded.document))
    return tuple(found)

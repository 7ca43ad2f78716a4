"""Collection files in YAML or CSV. Problems are reported with their lines."""

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
from orbat.features.collection.model import COUNTS, KEYS, NUMERIC_KEYS, Collection, Piece
from orbat.features.collection.report import CollectionSupply
from orbat.formats.draft import read_number
from orbat.model.finding import Finding
from orbat.model.record import Value
from orbat.model.spelling import did_you_mean
from orbat.model.wording import phrase


class LoadedCollection(Value):
    """The result of reading a collection file."""

    collection: Collection | None
    """None if the file is unusable."""
    findings: tuple[Finding, ...] = ()
    document: Document | None = None

    @property
    def text(self) -> str:
        """The text of the file."""
        return self.document.text if self.document else ""


def own_file() -> Path:
    """The path of `collection.yaml` in the user's data folder. The file may be missing."""
    return folders.own() / "collection.yaml"


def own_collection() -> LoadedCollection:
    """Load `collection.yaml` from the user's data folder.

    A missing file gives no collection and no findings.
    """
    path = own_file()
    return load_collection(path) if path.is_file() else LoadedCollection(None)


def own_supply() -> CollectionSupply | None:
    """The user's collection for generating armies. None if the file is missing or unusable."""
    found = own_collection().collection
    return CollectionSupply(found) if found else None


def own_collection_warnings() -> Iterator[str]:
    """Yield a warning for the start of the builder if the user's collection is unusable."""
    if findings := own_collection().findings:
        first = findings[0]
        if first.line:
            yield phrase(
                "Your collection is unusable: collection.yaml, line {line}: {message}.",
                line=first.line,
                message=first.message,
            )
        else:
            yield phrase("Your collection is unusable: collection.yaml: {message}.", message=first.message)


def lint_collection(text: str, library: Library) -> tuple[Finding, ...]:
    """Check the text of a YAML collection. Returns findings about mistakes and unknown ids."""
    loaded = read_collection(text)
    return (*loaded.findings, *unknown_ids(loaded, library))


def load_collection(path: Path) -> LoadedCollection:
    """Load a collection from a file: CSV if the name ends in .csv, otherwise YAML. Never raises."""
    text = read_text(path)
    if isinstance(text, Problem):
        return LoadedCollection(None, (finding_of(text),))
    return read_collection(text, table=path.suffix.lower() == ".csv")


def read_collection(text: str, *, table: bool = False) -> LoadedCollection:
    """Read a collection from text: CSV if `table` is true, otherwise YAML. Never raises."""
    document = _table(text) if table else parse(text)
    problems = [*document.problems, *document.warnings]
    data = document.data
    if not any(one.severity == "error" for one in problems):
        problems += _problems_of(data)
    collection = None
    if not any(one.severity == "error" for one in problems):
        collection = fit(Collection, data)
    return LoadedCollection(collection, tuple(finding_of(one, document) for one in problems), document)


def _problems_of(data: Any) -> Iterator[Problem]:
    if other := wrong_kind_problem("collection", data):
        yield other
        return
    if not isinstance(data, dict) or "collection" not in data:
        yield Problem((), "this is not a collection", "Write `collection: 1` at the start of the file.", "SRC005")
        return
    try:
        collection = fit(Collection, data)
    except Unfit:
        from orbat.data.diagnose import diagnose_unfit

        yield from diagnose_unfit(Collection, data)
        return
    for number, piece in enumerate(collection.pieces):
        yield from _problems_of_piece(piece, ("pieces", number))


def _problems_of_piece(piece: Piece, path: tuple[str | int, ...]) -> Iterator[Problem]:
    name = piece.label or "this piece"
    counted = [key for key in COUNTS if getattr(piece, key) is not None]
    if not counted:
        message = phrase("{name} has no amount", name=name)
        yield Problem(path, message, phrase("Add one of these keys: {keys}.", keys=", ".join(COUNTS)), "SRC004")
    if len(counted) > 1:
        message = phrase("{name} has several amounts: {keys}", name=name, keys=", ".join(counted))
        yield Problem((*path, counted[1]), message, "Keep only one of these keys.", "SRC004", at_key=True)
    if bool(piece.entry) == bool(piece.kind):
        if piece.entry:
            message = phrase("{name} has both `entry` and `kind`", name=name)
        else:
            message = phrase("{name} has neither `entry` nor `kind`", name=name)
        yield Problem(path, message, "Write either `entry` or `kind`.", "SRC004")
    elif piece.entry and (piece.subtype or piece.nation):
        key = "subtype" if piece.subtype else "nation"
        message = phrase("{name}: `{key}` is only allowed with `kind`, not with `entry`", name=name, key=key)
        yield Problem((*path, key), message, phrase("Remove `{key}`.", key=key), "SRC004", at_key=True)


def _table(text: str) -> Document:
    separator = max(",;\t", key=text.partition("\n")[0].count)
    rows = csv.reader(io.StringIO(text), delimiter=separator)
    try:
        header = [name.strip().lower().replace(" ", "_") for name in next(rows, [])]
        if not {*header} & {"entry", "kind"}:
            message = "this CSV file is not a collection: the columns `entry` and `kind` are both missing"
            help = phrase("Use these column names: {columns}.", columns=", ".join(KEYS))
            return Document(text, None, (Problem((), message, help, "SRC005"),))
        return _rows(text, header, ((rows.line_num, row) for row in rows))
    except csv.Error as error:
        message = phrase("the CSV file cannot be read: {reason}", reason=error)
        return Document(text, None, (Problem((), message, "Save the file as CSV again.", "SRC002"),))


def _rows(text: str, header: Sequence[str], rows: Iterator[tuple[int, list[str]]]) -> Document:
    pieces: list[dict[str, Any]] = []
    problems: list[Problem] = []
    spans: dict[tuple[str | int, ...], Span] = {(): Span(1, 1)}
    for name in filter(None, header):
        if name not in KEYS:
            message = phrase("unknown column {name}.{guess}", name=name, guess=did_you_mean(name, KEYS))
            problems.append(Problem((), message, "Rename or remove the column.", "SRC004", Span(1, 1)))
    for line, row in rows:
        if not any(cell.strip() for cell in row):
            continue
        if extra := [cell for cell in row[len(header) :] if cell.strip()]:
            message = phrase(
                "the row has more cells than there are columns; the first extra cell is {cell}", cell=extra[0][:40]
            )
            problems.append(Problem((), message, "Quote cells that contain a comma.", "SRC004", Span(line, 1)))
        spans["pieces", len(pieces)] = Span(line, 1)
        pieces.append({key: _cell(key, cell) for key, cell in zip(header, row, strict=False) if cell.strip() and key})
    return Document(text, {"collection": 1, "pieces": pieces}, tuple(problems), spans)


def _cell(key: str, cell: str) -> Any:
    cell = cell.strip()
    # spreadsheets do not treat a cell with a leading apostrophe as a formula
    if cell[:1] == "'" and cell[1:2] in set("=+-@'"):
        cell = cell[1:]
    if key in NUMERIC_KEYS:
        return read_number(cell)
    return [one.strip() for one in cell.split(";") if one.strip()] if key == "entry" else cell


def unknown_ids(loaded: LoadedCollection, library: Library) -> tuple[Finding, ...]:
    """Warnings about entries, kinds, subtypes and nations that no ruleset and no army list has."""
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
                    if meant:
                        message = phrase(
                            "unknown {key} {id}. Write the id, not the name: {ids}.",
                            key=key,
                            id=one,
                            ids=", ".join(meant),
                        )
                    else:
                        message = phrase("unknown {key} {id}.{guess}", key=key, id=one, guess=did_you_mean(one, ids))
                    path = ("pieces", number, key)
                    problem = Problem(
                        path,
                        message,
                        "Correct the id. Until then, these miniatures are not counted.",
                        "SRC008",
                        severity="warning",
                    )
                    found.append(finding_of(problem, loaded.document))
    return tuple(found)

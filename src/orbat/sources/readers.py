"""Any file that an ORBAT can be read from, told by its name, and by its content where that has no ending of ours."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from orbat.model.orbat import units_of
from orbat.sources.library import Library
from orbat.sources.orbat_file import Loaded, read_orbat
from orbat.sources.problem import Problem, finding_of
from orbat.sources.text_file import decode, read_bytes

if TYPE_CHECKING:
    from orbat.sources.handed.text import Handed

MOST_BYTES = 30_000_000
"""The largest file read, in bytes; a sheet with many pages is far smaller."""

_DOCUMENTS = (b"%PDF-", b"PK", b"\xd0\xcf\x11\xe0", b"\x89PNG", b"\xff\xd8\xff")
"""How workbooks, documents and pictures begin, of which it is said why nothing could be read of them."""

_BY_SUFFIX: dict[str, str] = {
    ".yaml": "yaml",
    ".yml": "yaml",
    ".json": "yaml",
    ".txt": "plain",
    ".md": "plain",
    ".csv": "table",
}


def read_any(path: Path, **given: str) -> Loaded:
    """Read an ORBAT from a YAML, JSON, text or CSV file, or from a printed sheet. Never raises."""
    raw = read_bytes(path, MOST_BYTES)
    if isinstance(raw, Problem):
        return Loaded(None, (finding_of(raw),))
    return read_bytes_as_orbat(raw, path.suffix.lower(), **given)


def read_bytes_as_orbat(raw: bytes, suffix: str = "", **given: str) -> Loaded:
    """Read an ORBAT from a file's bytes; without a suffix that is ours the content tells the form."""
    if raw.startswith(b"%PDF-"):
        from orbat.sources.sheet import attached_orbat

        found = attached_orbat(raw)
        if isinstance(found, Problem):
            return Loaded(None, (finding_of(found),))
        raw = found
    text = decode(raw)
    if isinstance(text, Problem):
        return Loaded(None, (finding_of(text),))
    form = _BY_SUFFIX.get(suffix) or _form(text)
    if form == "yaml" or not text.strip():
        return read_orbat(text, **given)
    from orbat.sources.plain import read_plain
    from orbat.sources.table import read_table

    return read_table(text, **given) if form == "table" else read_plain(text, **given)


def read_each(path: Path, library: Library, **given: str) -> tuple[Loaded, ...]:
    """Read every ORBAT in a file of any format: one where the file is ours, or each army of a typed list."""
    raw = read_bytes(path, MOST_BYTES)
    if isinstance(raw, Problem):
        return (Loaded(None, (finding_of(raw),)),)
    return read_bytes_as_each(raw, library, path.name, **given)


def read_bytes_as_each(raw: bytes, library: Library, name: str = "", **given: str) -> tuple[Loaded, ...]:
    """Read every ORBAT in a file's bytes; what is no file of ours is a typed list where any line buys something."""
    suffix = Path(name).suffix.lower()
    own = read_bytes_as_orbat(raw, suffix, **given)
    if own.orbat is not None or _is_ours(raw) or _BY_SUFFIX.get(suffix) == "yaml":
        return (own,)
    from orbat.sources.handed.open import handed

    lines = handed(raw, name)
    if isinstance(lines, Problem):
        return (Loaded(None, (finding_of(lines),)) if raw.startswith(_DOCUMENTS) or b"\0" in raw else own,)
    if (wanted := given.get("ruleset", "").partition("@")[0]) and library.ruleset(wanted) is None:
        return (read_orbat("orbat: 1\n", **given),)
    armies = _armies(lines, library, **given)
    told = tuple(
        finding_of(Problem(("lines",), warning, "Look at the file itself.", "TXT011", severity="warning"))
        for warning in lines.warnings
    )
    bought = [army for army in armies if army.orbat and next(units_of(army.orbat), None)]
    return tuple(replace(army, findings=(*army.findings, *told)) for army in bought) or (own,)


def _armies(lines: Handed, library: Library, **given: str) -> list[Loaded]:
    """The armies in what was handed over: the one of our own text form, as a photographed code holds it, or typed."""
    from orbat.sources.foreign import form_of

    text = "\n".join(" " * line.indent + line.text for line in lines.lines)
    if form_of(text) == "plain":
        from orbat.sources.plain import read_plain

        return [read_plain(text, **given)]
    from orbat.sources.printed import read_printed
    from orbat.sources.typed.reading import read_typed

    if printed := read_printed(lines.lines, library):
        return [printed]
    return [army.loaded for army in read_typed(lines.lines, library, **given)]


def _is_ours(raw: bytes) -> bool:
    """Whether a file is plainly one of ours, damaged or not."""
    from orbat.sources.foreign import form_of

    text = decode(raw)
    return isinstance(text, str) and (not text.strip() or bool(form_of(text)))


def _form(text: str) -> str:
    from orbat.sources.foreign import form_of

    return form_of(text) or "yaml"

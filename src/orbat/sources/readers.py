"""Any file that an ORBAT can be read from, told by its name, and by its content where that has no ending of ours."""

from __future__ import annotations

from pathlib import Path

from orbat.sources.orbat_file import Loaded, read_orbat
from orbat.sources.problem import Problem, finding_of
from orbat.sources.text_file import decode, read_bytes

MOST_BYTES = 30_000_000
"""The largest file read, in bytes; a sheet with many pages is far smaller."""

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
    from orbat.sources.plain import read_plain, read_table

    return read_table(text, **given) if form == "table" else read_plain(text, **given)


def _form(text: str) -> str:
    from orbat.sources.foreign import form_of

    return form_of(text) or "yaml"

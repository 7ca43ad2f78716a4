"""Any file that an ORBAT can be read from, told by its content first and its name second."""

from __future__ import annotations

from pathlib import Path

from orbat.sources.foreign import Form, form_of
from orbat.sources.orbat_file import Loaded, read_orbat
from orbat.sources.problem import Problem, finding_of
from orbat.sources.text_file import decode, read_bytes

MOST_BYTES = 30_000_000
"""The largest file read, in bytes; a sheet with many pages is far smaller."""

_SAVED = (".yaml", ".yml", ".json")
_BY_SUFFIX: dict[str, Form] = {".txt": "plain", ".md": "plain", ".csv": "table"}


def read_any(path: Path, **given: str) -> Loaded:
    """Read an ORBAT from a YAML, JSON, text or CSV file, or from a printed sheet. Never raises."""
    raw = read_bytes(path, MOST_BYTES)
    if isinstance(raw, Problem):
        return Loaded(None, (finding_of(raw),))
    return read_bytes_as_orbat(raw, path.suffix.lower(), **given)


def read_bytes_as_orbat(raw: bytes, suffix: str = "", **given: str) -> Loaded:
    """Read an ORBAT from a file's bytes; the suffix decides only where the content leaves it open.

    A file that is saved as YAML or JSON is read as such.
    """
    if raw.startswith(b"%PDF-"):
        from orbat.sources.sheet import attached_orbat

        found = attached_orbat(raw)
        if isinstance(found, Problem):
            return Loaded(None, (finding_of(found),))
        raw = found
    text = decode(raw)
    if isinstance(text, Problem):
        return Loaded(None, (finding_of(text),))
    form: Form = "yaml" if suffix in _SAVED else form_of(text) or _BY_SUFFIX.get(suffix, "yaml")
    if form == "yaml" or not text.strip():
        return read_orbat(text, **given)
    from orbat.sources.plain import read_plain, read_table

    return read_table(text, **given) if form == "table" else read_plain(text, **given)

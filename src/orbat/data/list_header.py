"""Reads a few keys of a YAML file, such as the title, names and years of an army list, without parsing the rest."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from orbat.data.text_file import read_text
from orbat.data.yaml_text import parse
from orbat.model.record import Value

_TOP_LEVEL_KEYS = re.compile(r"^(?=[a-z_]+:)", re.MULTILINE)
_HEADER_KEYS = ("title", "nation", "aliases", "years")
_YEAR = re.compile(r"\d{4}")


class ListHeader(Value):
    """The title, names and years of an army list."""

    title: str
    names: tuple[str, ...]
    """The title, the nation and all aliases."""
    years: tuple[int, int] | None = None

    def covers(self, year: int) -> bool:
        """Whether the list covers a year."""
        return self.years is None or self.years[0] <= year <= self.years[1]


def read_keys(path: Path, keys: tuple[str, ...]) -> dict[str, Any]:
    """Read some keys at the top level of a YAML file. Returns an empty mapping for an unreadable file."""
    text = read_text(path)
    if not isinstance(text, str):
        return {}
    wanted = tuple(f"{key}:" for key in keys)
    data = parse("".join(part for part in _TOP_LEVEL_KEYS.split(text) if part.startswith(wanted))).data
    return data if isinstance(data, dict) else {}


def read_list_header(path: Path) -> ListHeader | None:
    """Read the header of an army list without loading the list. Returns None for unreadable headers."""
    data = read_keys(path, _HEADER_KEYS)
    if not isinstance(data.get("title"), str):
        return None
    aliases = data.get("aliases")
    names = (data["title"], data.get("nation"), *(aliases if isinstance(aliases, list) else ()))
    return ListHeader(data["title"], tuple(filter(_is_text, names)), _years(data.get("years")))


def _is_text(value: Any) -> bool:
    return isinstance(value, str)


def _years(data: Any) -> tuple[int, int] | None:
    if not isinstance(data, dict):
        return None
    found = [_YEAR.match(str(data.get(key, ""))) for key in ("from", "to")]
    return (int(found[0][0]), int(found[1][0])) if found[0] and found[1] else None

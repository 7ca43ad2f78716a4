"""What army lists are called and of which years, read without the rest of their files."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from orbat.model.record import Value
from orbat.sources.text_file import read_text
from orbat.sources.yaml_text import parse

_PARTS = re.compile(r"^(?=[a-z_]+:)", re.MULTILINE)
_WANTED = ("title:", "nation:", "aliases:", "years:")
_YEAR = re.compile(r"\d{4}")


class ListHead(Value):
    """An army list's title, other names, and its years from the first to the last."""

    title: str
    names: tuple[str, ...]
    years: tuple[int, int] | None = None

    def covers(self, year: int) -> bool:
        """Whether a year is one of its own."""
        return self.years is None or self.years[0] <= year <= self.years[1]


def list_head(path: Path) -> ListHead | None:
    """The head of an army list's file; None where it cannot be read alone."""
    text = read_text(path)
    if not isinstance(text, str):
        return None
    data = parse("".join(part for part in _PARTS.split(text) if part.startswith(_WANTED))).data
    if not isinstance(data, dict) or not isinstance(data.get("title"), str):
        return None
    aliases = data.get("aliases")
    names = (data["title"], data.get("nation"), *(aliases if isinstance(aliases, list) else ()))
    return ListHead(data["title"], tuple(filter(_is_text, names)), _years(data.get("years")))


def _is_text(value: Any) -> bool:
    return isinstance(value, str)


def _years(data: Any) -> tuple[int, int] | None:
    if not isinstance(data, dict):
        return None
    found = [_YEAR.match(str(data.get(key, ""))) for key in ("from", "to")]
    return (int(found[0][0]), int(found[1][0])) if found[0] and found[1] else None

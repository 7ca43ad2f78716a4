"""A place in an ORBAT or a data file: the keys and positions that lead to it."""

from __future__ import annotations

import re

Path = tuple[str | int, ...]

_STEP = re.compile(r"([^.\[\]]+)|\[([0-9]{1,6})\]")


def show(path: Path) -> str:
    """`formations[0].units[2].size`; the whole document is ``""``."""
    text = ""
    for step in path:
        text += f"[{step}]" if isinstance(step, int) else f".{step}" if text else step
    return text


def read(text: str) -> Path:
    """The path that `show` writes so."""
    return tuple(key or int(number) for key, number in _STEP.findall(text))

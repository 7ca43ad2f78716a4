"""A place in an ORBAT or a data file: the keys and positions that lead to it."""

from __future__ import annotations

import re

OrbatPath = tuple[str | int, ...]

_STEP = re.compile(r"([^.\[\]]+)|\[([0-9]{1,6})\]")


def show(path: OrbatPath) -> str:
    """`formations[0].units[2].size`; the whole document is ``""``."""
    text = ""
    for step in path:
        text += f"[{step}]" if isinstance(step, int) else f".{step}" if text else step
    return text


def read(text: str) -> OrbatPath:
    """The path that `show` writes so."""
    return tuple(key or int(number) for key, number in _STEP.findall(text))


def document_order(path: OrbatPath) -> tuple[tuple[bool, int], ...]:
    """What sorts places in document order: a formation's own units stand before the formations in it, and those
    in no formation at the end."""
    later = ("units", *["formations"] * len(path))
    return tuple((path[step] == later[step], int(path[step + 1])) for step in range(0, len(path) - 1, 2))

"""Paths in an ORBAT or a data file, as tuples of keys and positions."""

from __future__ import annotations

import re

OrbatPath = tuple[str | int, ...]

_STEP = re.compile(r"([^.\[\]]+)|\[([0-9]{1,6})\]")


def show(path: OrbatPath) -> str:
    """A path as text, such as `formations[0].units[2].size`. "" for the whole document."""
    text = ""
    for step in path:
        text += f"[{step}]" if isinstance(step, int) else f".{step}" if text else step
    return text


def read(text: str) -> OrbatPath:
    """Read a path as written by `show`."""
    return tuple(key or int(number) for key, number in _STEP.findall(text))


def document_order(path: OrbatPath) -> tuple[tuple[bool, int], ...]:
    """A sort key that puts paths in document order."""
    later = ("units", *["formations"] * len(path))
    # The units of a formation come before its formations. The units of the army come last.
    return tuple((path[step] == later[step], int(path[step + 1])) for step in range(0, len(path) - 1, 2))

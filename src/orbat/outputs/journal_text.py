"""The lines of a journal: an ORBAT in full, or only what an edit changed in it. `sources.journal` reads them.

Other than an ORBAT file, which has limits and tidies what it is given, a journal gives back exactly what was there,
half a character and all. A line is pure ASCII, so that only its own end can look like the end of a line.

- `{"orbat journal": 1, "title", "file", "fingerprint"}`, the first; of a text that is being checked also `"checked":
  {"army", "ruleset", "army_list"}`
- `{"step": 3, "name": "buy", "state": ORBAT}` or `"change": CHANGES` from step 2; it replaces the steps from 3 on;
  the first step need not be 0, since a journal that grows too large drops the oldest
- in a step also `"correct": {"line", "what", "value", "words"}`, where it is a correction of what was read of a text
- `{"at": 2}`: which step is on screen; without it the last
- `{"saved": FINGERPRINT, "file", "at": 2 or "state": ORBAT}`: the step or ORBAT that the file holds

A change is `[path, value]`, or `[path, start, stop, values]` for that part of a list.
"""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Mapping
from decimal import Decimal
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any

from orbat.model.claims import Checked
from orbat.model.fields import table
from orbat.model.history import Step
from orbat.model.orbat import Formation, Orbat, Unit
from orbat.model.path import Path as Place
from orbat.model.record import Record
from orbat.model.stored import EXTRAS

FORMAT = 1
"""The format version written."""


def head_line(orbat: Orbat, file: Path | None, fingerprint: str, checked: Checked | None) -> bytes:
    """The first line: what this is and which file it is about."""
    what = {"orbat journal": FORMAT, "title": orbat.title, "file": _name(file), "fingerprint": fingerprint}
    return _line(what if checked is None else {**what, "checked": vars(checked)})


def step_line(number: int, step: Step, before: Orbat | None) -> bytes:
    """A step: what differs from the step before it, or the whole ORBAT where there is none."""
    what: dict[str, Any] = {"step": number, "name": step.name}
    if step.correction is not None:
        what["correct"] = vars(step.correction)
    if before is None:
        return _line({**what, "state": plain(step.orbat)})
    return _line({**what, "change": changes(before, step.orbat)})


def position_line(number: int) -> bytes:
    """A move to a step."""
    return _line({"at": number})


def saved_line(file: Path | None, fingerprint: str, saved: int | Orbat | None) -> bytes:
    """What the file holds: a step, an ORBAT that is no step any more, or nothing of this."""
    what = {} if saved is None else {"at": saved} if isinstance(saved, int) else {"state": plain(saved)}
    return _line({"saved": fingerprint, "file": _name(file), **what})


def saving_line(file: Path, fingerprint: str, number: int) -> bytes:
    """A step is about to be written to a file, whose fingerprint then is this."""
    return _line({"saving": fingerprint, "file": _name(file), "at": number})


def _name(file: Path | None) -> str | None:
    return None if file is None else str(file.absolute())


def _line(data: dict[str, Any]) -> bytes:
    return json.dumps(data, separators=(",", ":")).encode() + b"\n"


def plain(value: Any) -> Any:
    """A part of an ORBAT as what JSON can hold; what has its usual value is left out."""
    if isinstance(value, Record):
        kind: Any = type(value)
        usual = _usual(kind)
        return {
            name: _remark(inner) if name == EXTRAS else plain(inner)
            for name, inner in vars(value).items()
            if inner is not (default := usual.get(name)) and (name not in usual or inner != default)
        }
    if isinstance(value, tuple):
        return [plain(inner) for inner in value]
    if isinstance(value, Mapping):
        return {key: plain(inner) for key, inner in value.items()}
    if isinstance(value, Fraction):
        return f"{value.numerator}/{value.denominator}"
    return value if value is None or isinstance(value, str | int) else str(value)


@cache
def _lists(kind: Any) -> frozenset[str]:
    """The fields that hold formations or units, of which a change tells only the part that differs."""
    lists: tuple[Any, ...] = (Formation, Unit)
    return frozenset(one.name for one in table(kind) if one.part in lists)


@cache
def _usual(kind: Any) -> dict[str, Any]:
    """The values that fields have where nothing is said."""
    usual = {}
    for field in dataclasses.fields(kind):
        if field.default is not dataclasses.MISSING:
            usual[field.name] = field.default
        elif field.default_factory is not dataclasses.MISSING:
            usual[field.name] = field.default_factory()
    return usual


def _remark(value: Any) -> Any:
    """What an `x-` key holds: anything. A decimal is marked, and so is a mapping that looks like a mark."""
    if isinstance(value, Decimal):
        return {"decimal": str(value)}
    if isinstance(value, list | tuple):
        return [_remark(inner) for inner in value]
    if isinstance(value, Mapping):
        inner = {key: _remark(one) for key, one in value.items()}
        return {"mapping": inner} if len(inner) == 1 and not inner.keys().isdisjoint(("decimal", "mapping")) else inner
    return value


def changes(old: Any, new: Any, path: Place = ()) -> list[list[Any]]:
    """What makes one ORBAT (or part of one) of another. What an edit left alone is the same object, and skipped."""
    found: list[list[Any]] = []
    kind: Any = type(new)
    for name, after in vars(new).items():
        before, here = getattr(old, name), (*path, name)
        if before is after:
            continue
        if isinstance(after, tuple) and name in _lists(kind):
            found += _list_changes(before, after, here)
        elif isinstance(after, Record) and type(before) is type(after):
            found += changes(before, after, here)
        elif name == EXTRAS:
            found += [[here, _remark(after)]] if repr(before) != repr(after) else []  # 1 and true are equal, not alike
        elif before != after:
            found.append([here, plain(after)])
    return found


def _list_changes(old: tuple[Any, ...], new: tuple[Any, ...], path: Place) -> list[list[Any]]:
    """As many as before: each by itself. Otherwise all between the first and the last that differ."""
    if len(old) == len(new):
        pairs = enumerate(zip(old, new, strict=True))
        return [change for number, (a, b) in pairs if a is not b for change in changes(a, b, (*path, number))]
    most = min(len(old), len(new))
    start = next((number for number in range(most) if old[number] is not new[number]), most)
    end = next((number for number in range(most - start) if old[-1 - number] is not new[-1 - number]), most - start)
    return [[path, start, len(old) - end, plain(new[start : len(new) - end])]]

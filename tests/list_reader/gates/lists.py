"""Typed lists with known answers, and how a list is checked."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import yaml

from orbat.data.library import Library
from orbat.documents.read import read_raw
from orbat.pipeline import Evaluator, report_on
from orbat.report.report import Report

ROOT = Path(__file__).resolve().parents[3]
FOLDER = ROOT / "tests" / "data" / "typed_lists"
FOLDERS = ("given", "second", "third", "cases", "open", "held_back", "fresh")
LIBRARY = Library(ROOT / "army_lists")
_EVALUATOR = Evaluator()
_NOT_NAMED = ("given", "cases")
"""Folders with lists that need not name their ruleset."""
_CODED = {".pdf", ".xlsx", ".docx"}


@dataclass(frozen=True)
class TypedList:
    """A list. `given` is what the user states besides the text: ids of the ruleset and the army list."""

    name: str
    raw: bytes
    given: tuple[tuple[str, str], ...] = ()

    @property
    def is_text(self) -> bool:
        """Whether the bytes are the text."""
        return Path(self.name).suffix not in _CODED

    @property
    def text(self) -> str:
        """The text, without the marks of its encoding."""
        try:
            return self.raw.decode("utf-8-sig")
        except UnicodeDecodeError:
            return self.raw.decode("utf-16" if self.raw[:2] in (b"\xff\xfe", b"\xfe\xff") else "cp1252")

    def with_text(self, text: str) -> TypedList:
        """The same list with another text."""
        return replace(self, raw=text.encode())


class Sample(NamedTuple):
    """A list with the known answer `wanted`, in the keys of its folder's `expected.yaml`."""

    typed: TypedList
    wanted: dict[str, Any]


@cache
def samples(*folders: str) -> tuple[Sample, ...]:
    """All lists of the folders."""
    return tuple(one for folder in folders or FOLDERS for one in _in_folder(folder))


def _in_folder(folder: str) -> list[Sample]:
    expected: dict[str, dict[str, Any]] = yaml.safe_load((FOLDER / folder / "expected.yaml").read_text("utf-8"))
    return [
        Sample(TypedList(f"{folder}/{name}", (FOLDER / folder / name).read_bytes(), _given(folder, wanted)), wanted)
        for name, wanted in expected.items()
    ]


def _given(folder: str, wanted: dict[str, Any]) -> tuple[tuple[str, str], ...]:
    """A list that need not name its ruleset is checked with it, as its players would."""
    given = {"ruleset": wanted.get("ruleset", "days_of_empire")}
    if folder in _NOT_NAMED and wanted.get("army"):
        given["army_list"] = wanted["army"]
    return tuple(given.items())


@cache
def checked(typed: TypedList) -> tuple[Report, ...]:
    """The reports on a list."""
    found = read_raw(typed.raw, Path(typed.name).name, LIBRARY, **dict(typed.given))
    return tuple(report_on(typed.name, one, LIBRARY, _EVALUATOR) for one in found)

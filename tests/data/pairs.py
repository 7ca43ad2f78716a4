"""Pairs of changes to data files, for tests of the linter: one at a limit, one just beyond."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

from orbat.data.library import Library
from orbat.model.finding import Finding
from orbat.pipeline import linter


class Pair(NamedTuple):
    """A change that is still silent (None: the unchanged file is at the limit) and one just beyond.

    `message` is part of the finding's message. `at` is part of the reported line, if that is not the changed line.
    """

    code: str
    file: str
    old: str
    silent: str | None
    wrong: str
    message: str
    at: str = ""


def found(folder: Path, files: Mapping[str, str], pair: Pair | None = None, new: str = "") -> list[Finding]:
    """Write the files of a ruleset, and lint the file of the pair with its new text, or all files unchanged."""
    home = folder / "book"
    home.mkdir(exist_ok=True)
    for name, text in files.items():
        if pair and name == pair.file:
            assert pair.old in text
            text = text.replace(pair.old, new, 1)
        (home / f"{name}.yaml").write_text(text, encoding="utf-8")
    names = [pair.file] if pair else files
    return [one for name in names for one in linter(Library(folder)).lint(home / f"{name}.yaml")]


def beyond_limit(folder: Path, files: Mapping[str, str], pair: Pair) -> Finding:
    """The finding of the wrong change, with a line and help. The silent change must have no findings."""
    if pair.silent is not None:
        assert [(one.code, one.message) for one in found(folder, files, pair, pair.silent)] == []
    findings = found(folder, files, pair, pair.wrong)
    hit = next((one for one in findings if one.code == pair.code and pair.message in one.message), None)
    assert hit, [(one.code, one.message) for one in findings]
    assert hit.line
    assert hit.help.endswith(".")
    return hit

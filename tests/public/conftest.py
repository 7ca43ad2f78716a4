"""A small army whose sums are easy, a copy of the shipped data to change, and the command line in process."""

from __future__ import annotations

import io
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import pytest

from orbat.cli.main import main
from orbat.pipeline import report_on
from orbat.report.report import Report
from orbat.sources import places
from orbat.sources.library import Library
from orbat.sources.orbat_file import read_orbat

ROOT = Path(__file__).resolve().parents[2]

TWO_BRIGADES = """\
orbat: 1
title: Light Division
ruleset: days_of_empire
army_list: british
game_size: 800
date: 1854-09
formations:
  - level: division
    name: Light Division
    commander: {name: Sir George Brown}
    formations:
      - level: brigade
        name: 1st Brigade
        commander: {name: William Codrington}
        units:
          - {name: 7th Royal Fusiliers, entry: brit_line, size: 12, rating: 2}
      - level: brigade
        name: 2nd Brigade
        commander: {name: George Buller}
        units:
          - {name: 19th Foot, entry: brit_line, size: 8, rating: 3}
"""


class Run(NamedTuple):
    """What one run of the program came to."""

    code: int
    out: str
    err: str


@pytest.fixture
def two_brigades() -> str:
    """A division of two brigades: 36 and 32 points of foot, three generals at 30, 158 in all."""
    return TWO_BRIGADES


@pytest.fixture
def examine(library: Library) -> Callable[..., Report]:
    """Load, price and check a text."""

    def run(text: str, using: Library | None = None) -> Report:
        return report_on("the text", read_orbat(text), using or library)

    return run


@pytest.fixture
def orbat(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Callable[..., Run]:
    """Run the program with some arguments, and text on its standard input, as a pipe would."""

    def run(*arguments: object, given: bytes = b"") -> Run:
        monkeypatch.setattr("sys.argv", ["orbat", *map(str, arguments)])
        monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(given), encoding="utf-8"))
        capsys.readouterr()
        with pytest.raises(SystemExit) as stop:
            main()
        out, err = capsys.readouterr()
        assert isinstance(stop.value.code, int)
        return Run(stop.value.code, out, err)

    return run


@pytest.fixture
def own_data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of the shipped data that the program takes for the shipped data, to be changed at will."""
    folder = tmp_path / "shipped"
    for part in ("army_lists", "templates"):
        shutil.copytree(ROOT / part, folder / part)
    monkeypatch.setattr(places, "shipped", lambda: folder)
    return folder

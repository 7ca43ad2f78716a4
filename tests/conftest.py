"""Shared fixtures. No colours, an empty user folder, and reproducible random examples."""

from __future__ import annotations

import io
import os
from collections.abc import Callable, Iterator
from functools import cache
from itertools import count
from pathlib import Path
from typing import NamedTuple

import pytest
from hypothesis import HealthCheck, Phase, is_hypothesis_test, settings
from tests.examples import FRESH, examples

from orbat.cli.main import main
from orbat.data.data_file import load_data
from orbat.data.library import Library

settings.register_profile(
    "default",
    max_examples=examples(100),
    derandomize=not FRESH,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow],
    # explaining a failure takes hundreds of runs
    phases=[phase for phase in Phase if phase is not Phase.explain],
)
settings.load_profile("default")

pytest_plugins = ["tests.random_armies"]

ROOT = Path(__file__).resolve().parent.parent
LONG = ("list_reader/gates/", "features/test_removal", "tui/test_random_input", "properties/")
"""Tests that take half a minute and more. They run first, so that no process works alone at the end."""

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


@pytest.hookimpl(tryfirst=True)  # before the tests to run are selected by their marks
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark the tests that try random examples, and put the longest tests first."""
    for item in items:
        if isinstance(item, pytest.Function) and is_hypothesis_test(item.obj):
            item.add_marker(pytest.mark.property)
    items.sort(key=lambda item: not any(part in item.nodeid for part in LONG))


class Run(NamedTuple):
    """Result of a run of the program."""

    code: int
    out: str
    err: str


_HOMES = count()


@pytest.fixture(autouse=True)
def _isolated(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> None:
    """Isolate tests from the user's lists, terminal and viewers.

    The user folder does not exist yet. `tmp_path` would make a folder for every test, which takes longer than most
    tests.
    """
    monkeypatch.setenv("ORBAT_HOME", str(tmp_path_factory.getbasetemp() / f"home-{next(_HOMES)}"))
    monkeypatch.setenv("NO_COLOR", "1")
    monkeypatch.delenv("ORBAT_DEBUG", raising=False)
    monkeypatch.setattr("orbat.session.viewer.has_viewer", lambda: False)
    os.environ.setdefault("COLUMNS", "100")


@pytest.fixture(autouse=True, scope="session")
def _shipped_data_is_read_once() -> Iterator[None]:
    """Loading the shipped lists again takes nearly half of the time of the tests of commands."""
    load = cache(load_data)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(
            "orbat.data.library.load_data",
            lambda path, kind: (load if path.is_relative_to(ROOT / "army_lists") else load_data)(path, kind),
        )
        yield


@pytest.fixture(scope="session")
def library() -> Library:
    """The shipped data."""
    return Library(ROOT / "army_lists")


@pytest.fixture
def two_brigades() -> str:
    """A division of two brigades: infantry of 36 and 32 points, three generals at 30, total 158."""
    return TWO_BRIGADES


@pytest.fixture
def army(tmp_path: Path, two_brigades: str) -> Path:
    """The two brigades as a file."""
    file = tmp_path / "army.yaml"
    file.write_text(two_brigades, encoding="utf-8")
    return file


@pytest.fixture
def orbat(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Callable[..., Run]:
    """Run the program with arguments and standard input, not in a terminal."""

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

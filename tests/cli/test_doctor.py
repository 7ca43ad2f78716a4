"""`orbat doctor`: versions, folders and the terminal."""

from __future__ import annotations

import os
import platform
import re
from collections.abc import Callable
from importlib import metadata
from pathlib import Path
from typing import Any

import pytest

Orbat = Callable[..., Any]


def test_versions_are_shown(orbat: Orbat, monkeypatch: pytest.MonkeyPatch) -> None:
    """Those of orbat, Python and the libraries, also if one is missing. Libraries of the tests are left out."""
    needed = ["click>=8.1", "pyyaml>=6.0.2", "orbat-not-there[x]>1; python_version > '3'", "pytest; extra == 'test'"]
    monkeypatch.setattr(metadata, "requires", lambda _: needed)
    lines = orbat("doctor").out.split("\n")
    assert lines[0].startswith("orbat ")
    assert lines[1].startswith(f"{platform.python_implementation()} {platform.python_version()}, ")
    at = lines.index("Libraries:")
    assert lines[at + 1 : at + 4] == [
        f"  click {metadata.version('click')}",
        "  orbat-not-there not installed",
        f"  pyyaml {metadata.version('pyyaml')}",
    ]
    assert lines[at + 4] == "Folders:"


def test_orbat_without_metadata_has_no_libraries(orbat: Orbat, monkeypatch: pytest.MonkeyPatch) -> None:
    """For example, run from the source folder."""

    def missing(name: str) -> None:
        raise metadata.PackageNotFoundError(name)

    monkeypatch.setattr(metadata, "requires", missing)
    monkeypatch.setattr(metadata, "version", missing)
    run = orbat("doctor")
    assert (run.code, run.out.split("\n")[0]) == (0, "orbat unknown")


def test_folders_are_shown_without_the_name_of_the_user(
    orbat: Orbat, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """No other folder is shown."""
    home = tmp_path / "alice"
    (home / "games" / "army_lists" / "muskets").mkdir(parents=True)
    for name in ("ruleset", "blues", "reds"):
        (home / "games" / "army_lists" / "muskets" / f"{name}.yaml").write_text("", encoding="utf-8")
    (home / "secret").mkdir()
    monkeypatch.chdir(home / "secret")
    monkeypatch.setattr(Path, "home", lambda: home)
    monkeypatch.setenv("ORBAT_HOME", str(home / "games"))
    out = orbat("doctor").out
    data = Path("~") / "games"
    assert f"  your data: {data} (writable)\n  your army lists: {data / 'army_lists'} (writable)\n" in out
    assert f"  state: {data / 'state'} (does not exist)\n  2 army lists of your own\n" in out
    assert "alice" not in out
    assert "secret" not in out
    assert "muskets" not in out


def test_a_folder_without_write_permission_is_read_only(
    orbat: Orbat, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The permission is simulated, because root may write everywhere."""
    monkeypatch.setenv("ORBAT_HOME", str(tmp_path))
    monkeypatch.setattr(os, "access", lambda path, mode: not (path == tmp_path and mode == os.W_OK))
    assert "(read-only)\n  your army lists:" in orbat("doctor").out


@pytest.mark.parametrize(
    ("environment", "colours"),
    [
        ({"TERM": "xterm"}, "16"),
        ({"TERM": "xterm-256color"}, "256"),
        ({"TERM": "xterm-256color", "COLORTERM": "truecolor"}, "16 million"),
        ({"WT_SESSION": "0", "TERM": ""}, "16 million"),
        ({"TERM": "dumb", "COLORTERM": "truecolor"}, "none"),
        ({"TERM": "xterm-256color", "NO_COLOR": "1"}, "none"),
    ],
)
def test_abilities_of_the_terminal_are_shown(
    orbat: Orbat, monkeypatch: pytest.MonkeyPatch, environment: dict[str, str], colours: str
) -> None:
    for name in ("TERM", "COLORTERM", "WT_SESSION", "NO_COLOR", "ORBAT_HOME"):
        monkeypatch.delenv(name, raising=False)
    for name, value in {**environment, "COLUMNS": "93", "LINES": "31"}.items():
        monkeypatch.setenv(name, value)
    out = orbat("doctor").out
    assert re.search(rf"^  colours: {colours}$", out, re.MULTILINE)
    assert (
        "  input: not a terminal; the encoding is utf-8\n"
        "  output: not a terminal; the encoding is utf-8\n"
        "  size: 93 x 31\n" in out.lower()
    )
    assert f"  type: {environment['TERM'] or 'not set'}\n" in out
    assert out.endswith("  set in the environment: NO_COLOR\n") is ("NO_COLOR" in environment)

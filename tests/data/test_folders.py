"""The folders of data and state, on each system. Other systems than this one are simulated with platformdirs."""

from __future__ import annotations

from pathlib import Path

import platformdirs
import pytest
from platformdirs.api import PlatformDirsABC
from platformdirs.macos import MacOS
from platformdirs.unix import Unix
from platformdirs.windows import Windows

from orbat.data import folders

PAGE = Path(__file__).resolve().parents[2] / "docs" / "data.md"


@pytest.mark.parametrize(
    ("system", "name", "data", "state"),
    [
        (Unix, "Linux", "~/.local/share/orbat", "~/.local/state/orbat"),
        (MacOS, "macOS", "~/Library/Application Support/orbat", "~/Library/Application Support/orbat"),
        (Windows, "Windows", r"%LOCALAPPDATA%\orbat", r"%LOCALAPPDATA%\orbat"),
    ],
)
def test_folders_are_those_that_the_page_names(
    system: type[PlatformDirsABC], name: str, data: str, state: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    local = r"C:\Users\raglan\AppData\Local"
    for variable in ("ORBAT_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME"):
        monkeypatch.delenv(variable, raising=False)
    monkeypatch.setenv("HOME", "/home/raglan")
    monkeypatch.setattr("platformdirs.windows.get_win_folder", lambda _: local)
    monkeypatch.setattr(platformdirs, "PlatformDirs", system)

    def shown(folder: Path) -> str:
        text = str(folder).replace("/home/raglan", "~").replace(local, "%LOCALAPPDATA%")
        return text.replace("/", "\\") if system is Windows else text

    assert shown(folders.own()) == data
    assert shown(folders.state()) == state
    separator = "\\" if system is Windows else "/"
    assert f"| {name} | `{data}{separator}army_lists" in PAGE.read_text("utf-8")


def test_one_variable_moves_both(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("ORBAT_HOME", str(tmp_path))
    assert (folders.own(), folders.state()) == (tmp_path, tmp_path / "state")

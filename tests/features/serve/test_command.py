"""`orbat serve`: what it refuses before it serves, and the address that it prints."""

from __future__ import annotations

import socket
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import orbat.features.serve.command as command
from orbat.tui.commands.table import COMMANDS

Orbat = Callable[..., Any]


@pytest.fixture
def served(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """The servers that a command would run."""
    server = pytest.importorskip("orbat.features.serve.server", exc_type=ImportError)
    found: list[Any] = []

    def run(one: Any, listener: socket.socket) -> None:
        assert listener.getsockname()[0] == "127.0.0.1"
        listener.close()
        found.append(one)

    monkeypatch.setattr(server, "run", run)
    return found


def test_a_missing_package_is_named_with_its_installation(orbat: Orbat, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(command, "is_installed", lambda: False)
    run = orbat("serve")
    assert run.code == 2
    assert "textual-serve" in run.err
    assert "pip install 'orbat[web]'" in run.err


def test_the_address_has_a_token_and_the_loopback_address(
    orbat: Orbat, served: list[Any], army: Path, tmp_path: Path
) -> None:
    run = orbat("serve", army, "--root", tmp_path, "--sessions", "2")
    assert run.code == 0, run.err
    (server,) = served
    assert run.out.split("\n")[0] == f"Open {server.address}"
    assert server.address == f"http://127.0.0.1:{server.settings.port}/{server.token}/"
    assert server.settings.root == tmp_path.resolve()
    assert (server.settings.file, server.settings.max_sessions) == (army.resolve(), 2)


def test_a_file_out_of_the_folder_is_refused(orbat: Orbat, served: list[Any], army: Path, tmp_path: Path) -> None:
    """Also a link out of the folder."""
    root = tmp_path / "root"
    root.mkdir()
    (root / "link.yaml").symlink_to(army)
    for file in (army, root / "link.yaml"):
        run = orbat("serve", file, "--root", root)
        assert run.code == 2
        assert "choose another --root" in run.err.replace("\n", " ")
    assert served == []


def test_a_missing_file_or_folder_is_refused(orbat: Orbat, served: list[Any], tmp_path: Path) -> None:
    assert "is not a folder" in orbat("serve", "--root", tmp_path / "none").err
    assert (
        "does not exist, or is not an ordinary file" in orbat("serve", tmp_path / "none.yaml", "--root", tmp_path).err
    )
    assert served == []


def test_a_port_in_use_is_refused(orbat: Orbat, served: list[Any], tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        run = orbat("serve", "--root", tmp_path, "--port", str(other.getsockname()[1]))
    assert run.code == 2
    assert "cannot use port" in run.err
    assert served == []


def test_no_command_needs_a_key_that_browsers_keep() -> None:
    kept = {"ctrl+w", "ctrl+t", "ctrl+n", "ctrl+shift+w", "ctrl+shift+t", "ctrl+shift+n"}
    assert [one.id for one in COMMANDS if not set(one.keys.split(",")) - kept] == []

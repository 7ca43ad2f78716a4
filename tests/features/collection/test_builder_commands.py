"""The builder's collection command, without an app."""

from __future__ import annotations

from pathlib import Path

from tests.tui.commands.conftest import FakeHost

from orbat.features.collection.builder import choose_collection


def test_choosing_a_collection_and_none(host: FakeHost, tmp_path: Path) -> None:
    file = tmp_path / "box.yaml"
    file.write_text("collection: 1\ntitle: The red box\npieces:\n  - {kind: infantry, stands: 60}\n", encoding="utf-8")
    host.answers = ["file", file]
    choose_collection(host)
    assert host.now.supply is not None
    assert host.now.supply.title == "The red box"
    host.answers = ["none"]
    choose_collection(host)
    assert host.now.supply is None

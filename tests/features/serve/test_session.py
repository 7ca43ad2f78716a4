"""The builder of a tab: its dialogs show only the served folder."""

from __future__ import annotations

import asyncio
from pathlib import Path
from types import SimpleNamespace

import pytest
from tests.examples import sampled
from textual import events
from textual.app import App
from textual.widgets import Input, Static

from orbat.data.library import Library
from orbat.features.serve.session import WebApp, WebFiles
from orbat.tui.screens.file_picker import FileNamer, FilePicker
from orbat.tui.storage import typed_path


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """A served folder with a link out of it."""
    root = tmp_path / "root"
    root.mkdir()
    (root / "mine.yaml").write_text("orbat: 1\n", encoding="utf-8")
    (tmp_path / "secret.yaml").write_text("orbat: 1\n", encoding="utf-8")
    (root / "link.yaml").symlink_to(tmp_path / "secret.yaml")
    return root


class Shell(App[None]):
    """An app that has only the dialog, which is fast."""

    def __init__(self, root: Path) -> None:
        super().__init__()
        self.files = WebFiles(root, lambda file: None)


def chosen(root: Path, picker: FilePicker | FileNamer, typed: str) -> tuple[Path | None, str]:
    """The path with which a dialog closes after a text is typed, and what the dialog says."""

    async def run() -> tuple[Path | None, str]:
        app = Shell(root)
        found: list[Path | None] = []
        async with app.run_test(size=(80, 24)) as pilot:
            await pilot.pause()
            app.push_screen(picker, found.append)
            await pilot.pause()
            with picker.prevent(Input.Changed):
                picker.field.value = typed
            picker.confirm()
            await pilot.pause()
            said = "" if found else str(picker.query_one("#hint", Static).content)
            return (found[0] if found else None), said

    return asyncio.run(run())


@pytest.mark.parametrize("typed", sampled(["../secret.yaml", "{outside}", "link.yaml", "..", "/etc/passwd", "~"], 3))
def test_a_file_out_of_the_folder_is_not_opened(root: Path, typed: str) -> None:
    """Neither by a path nor by a link."""
    text = typed.format(outside=root.parent / "secret.yaml")
    path, said = chosen(root, FilePicker("Open", root), text)
    assert path is None
    assert f"is outside the folder {root}" in said


def test_a_file_in_the_folder_is_opened(root: Path) -> None:
    assert chosen(root, FilePicker("Open", root), "mine.yaml") == (root / "mine.yaml", "")


@pytest.mark.parametrize("typed", sampled(["link.yaml", "../new.yaml", "{outside}/new.yaml"], 1))
def test_a_file_out_of_the_folder_is_not_written(root: Path, typed: str) -> None:
    namer = FileNamer("Save as", root, "a.yaml", lambda text, folder: typed_path(text, folder, ".yaml"))
    path, said = chosen(root, namer, typed.format(outside=root.parent))
    assert path is None
    assert f"is outside the folder {root}" in said


def test_a_dialog_begins_in_the_folder(root: Path) -> None:
    """Even if the last file was elsewhere."""
    picker = FilePicker("Open", root.parent / "secret.yaml")
    assert chosen(root, picker, "mine.yaml") == (root / "mine.yaml", "")


def test_a_file_out_of_the_folder_is_not_sent(root: Path) -> None:
    """The browser downloads all other files, of any kind."""
    sent: list[Path] = []
    files = WebFiles(root, sent.append)
    assert "is outside the folder" in files.deliver(root / "link.yaml")
    assert files.deliver(root / "mine.csv") == ""
    assert files.delivery(root / "mine.csv") == "Download"
    assert sent == [root / "mine.csv"]


def test_work_on_files_out_of_the_folder_is_not_offered(
    root: Path, library: Library, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A builder in a terminal may have left it."""
    offered: list[tuple[Path | None, ...]] = []
    works = tuple(SimpleNamespace(file=file) for file in (None, root / "mine.yaml", root.parent / "secret.yaml"))
    monkeypatch.setattr("orbat.tui.storage.unsaved_work", lambda: SimpleNamespace(found=works, notes=()))
    monkeypatch.setattr("orbat.tui.app.RecoveryDialog", lambda found: offered.append(tuple(one.file for one in found)))
    app = WebApp(library, root)
    monkeypatch.setattr(app, "push_screen", lambda *_: None)
    app.offer_recovery()
    assert offered == [(None, root / "mine.yaml")]


@pytest.mark.parametrize("text", ["", "48th Foot"])
def test_pasted_text_that_no_screen_takes_is_the_key_of_the_terminal(text: str) -> None:
    """The builder's own clipboard then pastes units, whatever other programs have copied."""
    pressed: list[str] = []

    class Page(App[None]):
        on_paste = WebApp.on_paste

        def on_key(self, event: events.Key) -> None:
            pressed.append(event.key)

    async def run() -> None:
        app = Page()
        async with app.run_test(size=(80, 24)) as pilot:
            app.post_message(events.Paste(text))
            await pilot.pause()
            await pilot.pause()

    asyncio.run(run())
    assert pressed == ["ctrl+v"]

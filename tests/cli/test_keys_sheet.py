"""`orbat print --keys`: the keys of the builder as a PDF."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from pypdf import PdfReader

from orbat.data import folders
from orbat.tui.commands.table import COMMANDS
from orbat.tui.help import PAGES, PANES, key_tables

Orbat = Callable[..., Any]


def test_every_command_and_every_screen_has_its_keys_once() -> None:
    commands, pages = key_tables(COMMANDS, str)
    assert sorted(keys for table in commands for keys, _ in table.rows) == sorted(one.id for one in COMMANDS)
    titles = [table.title for table in pages]
    assert set(titles) >= {page.title for page in (*PANES.values(), *PAGES.values())}
    assert len(titles) == len(set(titles))
    assert ("P", "check a list that you paste or type; pasting it here does the same") in pages[4].rows


def test_keys_are_printed_with_those_of_the_user(orbat: Orbat, tmp_path: Path) -> None:
    folders.own().mkdir(parents=True, exist_ok=True)
    (folders.own() / "keys.yaml").write_text("save: f5\n", encoding="utf-8")
    out = tmp_path / "keys.pdf"
    run = orbat("print", "--keys", "-o", out)
    assert (run.code, run.out) == (0, f"Written: {out}\n")
    text = " ".join("".join(page.extract_text() for page in PdfReader(out).pages).split())
    assert "F5 Save the army to its file." in text
    assert "Ctrl+Y Redo the last undone step." in text
    assert "[U+" not in text, "the font has every sign"


def test_keys_take_no_file_and_sheets_need_one(orbat: Orbat, army: Path) -> None:
    assert "takes no FILE" in orbat("print", "--keys", army).err
    run = orbat("print")
    assert run.code == 2
    assert "Missing argument 'FILE'" in run.err

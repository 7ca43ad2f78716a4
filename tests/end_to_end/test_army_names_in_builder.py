"""The builder accepts any army title and proposes a file name that every system allows."""

from __future__ import annotations

import asyncio
import re
from pathlib import Path

import pytest
from tests.examples import sampled
from tests.tui.conftest import screen_strips
from textual.pilot import Pilot
from textual.widgets import Input

from orbat.data.library import Library
from orbat.formats.orbat_file import read_orbat
from orbat.model.orbat import Orbat
from orbat.pipeline import check
from orbat.session.files import file_name
from orbat.tui.app import OrbatApp
from orbat.tui.screens.builder import BuilderScreen

TYPED = {
    "signs": ("?", "\\", "/", "&", ":", "#", "%", "*", "? \\ / & : # % *"),
    "quotes": ("'", '"', "'Die-Hards'", '"Thin Red Line"', "[b]Guards[/b]", "- a: b", "1854"),
    "scripts": ("🏇 Horse", "אבג", "نص عربي", "Севастополь", "№ ½ é ł 中", "👩\u200d🚀", "n" * 300),
    "reserved": ("CON", "nul", "LPT1", "aux.yaml", ".hidden", "../../etc/passwd", "~root", "a."),
}
"""Titles that a user can type, in groups that share one run of the program."""
UNTYPABLE = ("a\nb", "a\r\nb", "a\tb", "\u202eevil", "a\u200bb", "a\x07b", " leading ")
"""Titles that cannot be typed but may be in a file."""


@pytest.fixture(autouse=True)
def _without_idle_wait(monkeypatch: pytest.MonkeyPatch) -> None:
    """Wait for messages only, not for an idle processor."""

    async def no_wait(*_: float) -> None:
        await asyncio.sleep(0)

    monkeypatch.setattr("textual.app.wait_for_idle", no_wait)
    monkeypatch.setattr("textual.pilot.wait_for_idle", no_wait)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The empty current folder."""
    path = tmp_path / "armies"
    path.mkdir()
    monkeypatch.chdir(path)
    return path


async def press(pilot: Pilot[None], *keys: str) -> None:
    """Press keys and wait until they are processed."""
    await pilot.press(*keys)
    await pilot.pause(0)
    await pilot.pause(0)


async def begin(pilot: Pilot[None], library: Library, text: str, title: str = "") -> BuilderScreen:
    """Open an unsaved army."""
    orbat = read_orbat(text).orbat
    assert orbat
    book, _ = library.book(orbat)
    assert book
    assert isinstance(pilot.app, OrbatApp)
    pilot.app.open_orbat(Orbat(**{**vars(orbat), "title": title or orbat.title}), book)
    await pilot.pause()
    await pilot.pause()
    screen = pilot.app.screen
    assert isinstance(screen, BuilderScreen)
    return screen


async def rename(pilot: Pilot[None], title: str, *, by_keys: bool = False) -> None:
    """Change the title of the army."""
    await press(pilot, "home", "n")
    if by_keys:
        await press(pilot, *title)
    else:
        pilot.app.screen.query_one(Input).value = title
    await press(pilot, "enter")


async def save(pilot: Pilot[None], folder: Path) -> Path:
    """Save the army under the proposed name, after checking that every system allows it."""
    await press(pilot, "S")
    name = pilot.app.screen.query_one(Input).value
    stem = name.removesuffix(".yaml")
    assert stem != name
    assert stem
    assert not re.search(r'[<>:"/\\|?*\x00-\x1f\x7f]', stem)
    assert stem == stem.strip(" .~")
    assert not re.fullmatch(r"(?i)(con|prn|aux|nul|com[1-9]|lpt[1-9])(\..*)?", stem)
    assert len(name.encode()) <= 200
    there = set(folder.iterdir())
    await press(pilot, "enter")
    assert set(folder.iterdir()) - there == {folder / name}
    return folder / name


def title_in(file: Path, library: Library) -> str:
    """The title of the army in a file, after checking that the file has no findings."""
    report = check(file, library)
    assert report.orbat
    assert not [one for one in report.findings if one.code.startswith("SRC")]
    return report.orbat.title


@pytest.mark.slow
@pytest.mark.parametrize("group", sampled(sorted(TYPED), 1))
def test_any_title_is_kept_and_saved_under_a_safe_name(
    library: Library, two_brigades: str, folder: Path, group: str
) -> None:
    """The file opens with the same title. Changing the title and changing it back works too."""

    async def run() -> None:
        async with OrbatApp(library).run_test(size=(80, 24)) as pilot:
            await pilot.pause()
            for title in TYPED[group]:
                screen = await begin(pilot, library, two_brigades)
                await rename(pilot, title, by_keys=group == "signs")
                assert screen.now.orbat.title == title
                file = await save(pilot, folder)
                assert file.name == file_name(title, ".yaml")
                assert not screen.now.unsaved
                assert title_in(file, library) == title
                for another in ("Plain", title) if title in TYPED[group][-3:] else ():
                    await rename(pilot, another)
                    await press(pilot, "ctrl+s")
                    assert not screen.now.unsaved
                    assert title_in(file, library) == another
                await press(pilot, "ctrl+z")
                assert screen.now.unsaved
                await press(pilot, *["ctrl+z"] * screen.now.history.position)
                assert screen.now.orbat.title == "Light Division"
                for path in folder.iterdir():
                    path.unlink()

    asyncio.run(run())


@pytest.mark.slow
def test_a_title_with_invisible_characters_is_kept(library: Library, two_brigades: str, folder: Path) -> None:
    """Line breaks, tabs and invisible characters are saved, and shown in a harmless form."""

    async def run() -> None:
        async with OrbatApp(library).run_test(size=(80, 24)) as pilot:
            await pilot.pause()
            for title in UNTYPABLE:
                screen = await begin(pilot, library, two_brigades, title)
                shown = "".join(strip.text for strip in screen_strips(screen.app))
                assert shown.isprintable()
                file = await save(pilot, folder)
                assert title_in(file, library).splitlines() == title.splitlines()
                await rename(pilot, "Plain")
                await press(pilot, "ctrl+z", "ctrl+s")
                assert title_in(file, library).splitlines() == title.splitlines()
                for path in folder.iterdir():
                    path.unlink()

    asyncio.run(run())


@pytest.mark.slow
def test_titles_in_other_scripts_have_different_file_names(library: Library, two_brigades: str, folder: Path) -> None:
    """Letters of every script are kept in the file name."""

    async def run() -> None:
        async with OrbatApp(library).run_test(size=(80, 24)) as pilot:
            await pilot.pause()
            for title in ("Севастополь", "Балаклава"):
                await begin(pilot, library, two_brigades)
                await rename(pilot, title)
                await save(pilot, folder)

    asyncio.run(run())
    assert sorted(path.stem for path in folder.iterdir()) == ["Балаклава", "Севастополь"]


@pytest.mark.slow
def test_saving_asks_before_overwriting_another_army(library: Library, two_brigades: str, folder: Path) -> None:
    """The titles `?` and `*` give the same file name."""

    async def run() -> None:
        async with OrbatApp(library).run_test(size=(80, 24)) as pilot:
            await pilot.pause()
            await begin(pilot, library, two_brigades)
            await rename(pilot, "?")
            file = await save(pilot, folder)
            screen = await begin(pilot, library, two_brigades)
            await rename(pilot, "*")
            await press(pilot, "S", "enter")
            assert pilot.app.screen is not screen
            await press(pilot, "escape")
            assert screen.now.unsaved
            assert title_in(file, library) == "?"

    asyncio.run(run())

"""G1 of the public cases, in the builder: an army may have any name, and its file has one that every system allows."""

from __future__ import annotations

import asyncio
import re
from pathlib import Path

import pytest
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
"""Names that a player types, in groups that one program opens one after another."""
WRITTEN = ("a\nb", "a\r\nb", "a\tb", "\u202eevil", "a\u200bb", "a\x07b", " leading ")
"""Names that cannot be typed, but stand in a file."""


@pytest.fixture(autouse=True)
def _without_idling(monkeypatch: pytest.MonkeyPatch) -> None:
    """Wait for the messages alone, and not until the processor has nothing to do."""

    async def give_way(*_: float) -> None:
        await asyncio.sleep(0)

    monkeypatch.setattr("textual.app.wait_for_idle", give_way)
    monkeypatch.setattr("textual.pilot.wait_for_idle", give_way)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder that a player is in, with nothing in it."""
    path = tmp_path / "armies"
    path.mkdir()
    monkeypatch.chdir(path)
    return path


async def press(pilot: Pilot[None], *keys: str) -> None:
    """Press keys, and wait until all that they lead to has been done."""
    await pilot.press(*keys)
    await pilot.pause(0)
    await pilot.pause(0)


async def begin(pilot: Pilot[None], library: Library, text: str, title: str = "") -> BuilderScreen:
    """Open an army that has no file yet."""
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
    """Give the army another title."""
    await press(pilot, "home", "n")
    if by_keys:
        await press(pilot, *title)
    else:
        pilot.app.screen.query_one(Input).value = title
    await press(pilot, "enter")


async def save(pilot: Pilot[None], folder: Path) -> Path:
    """Save the army under the name that is proposed, which must be one that every system allows."""
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
    """The title of the army in a file, which must have nothing wrong in it."""
    report = check(file, library)
    assert report.orbat
    assert not [one for one in report.findings if one.code.startswith("SRC")]
    return report.orbat.title


@pytest.mark.parametrize("group", sorted(TYPED))
def test_an_army_may_have_any_name(library: Library, two_brigades: str, folder: Path, group: str) -> None:
    """G1: typed, kept, saved under a safe name, reopened the same; renamed to a plain name and back again."""

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


def test_a_name_that_cannot_be_typed_is_kept(library: Library, two_brigades: str, folder: Path) -> None:
    """G1: breaks, tabs and marks that do not show stay in the name, are shown as something harmless, and are saved."""

    async def run() -> None:
        async with OrbatApp(library).run_test(size=(80, 24)) as pilot:
            await pilot.pause()
            for title in WRITTEN:
                screen = await begin(pilot, library, two_brigades, title)
                shown = "".join(strip.text for strip in screen._compositor.render_strips())
                assert shown.isprintable()
                file = await save(pilot, folder)
                assert title_in(file, library).splitlines() == title.splitlines()
                await rename(pilot, "Plain")
                await press(pilot, "ctrl+z", "ctrl+s")
                assert title_in(file, library).splitlines() == title.splitlines()
                for path in folder.iterdir():
                    path.unlink()

    asyncio.run(run())


def test_two_names_of_other_letters_are_two_files(library: Library, two_brigades: str, folder: Path) -> None:
    """F8, G1: letters of every script stay in the name, so that one army never overwrites another."""

    async def run() -> None:
        async with OrbatApp(library).run_test(size=(80, 24)) as pilot:
            await pilot.pause()
            for title in ("Севастополь", "Балаклава"):
                await begin(pilot, library, two_brigades)
                await rename(pilot, title)
                await save(pilot, folder)

    asyncio.run(run())
    assert sorted(path.stem for path in folder.iterdir()) == ["Балаклава", "Севастополь"]


def test_armies_whose_names_give_one_file_do_not_overwrite_each_other(
    library: Library, two_brigades: str, folder: Path
) -> None:
    """G1: `?` and `*` are proposed the same file; before the second is saved over the first, that is asked."""

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

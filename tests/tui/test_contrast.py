"""Contrast of every text is at least 4.5 to 1, and no meaning depends on colour alone."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from rich.color import Color
from tests.tui.conftest import screen_strips
from textual.pilot import Pilot
from textual.screen import ModalScreen, Screen
from textual.strip import Strip
from textual.widgets._toast import ToastRack

from orbat.data import folders
from orbat.data.library import Library
from orbat.model.finding import SEVERITIES
from orbat.pipeline import check
from orbat.registry import builder_commands
from orbat.tui.app import OrbatApp
from orbat.tui.screens.builder import BuilderScreen
from orbat.tui.screens.check import CheckScreen
from orbat.tui.themes import OWN_THEMES
from orbat.tui.views.findings import SEVERITY_SIGNS

LARGE, SMALL = (120, 36), (80, 24)
LEAST = 4.5
"""The least contrast of text (WCAG 2.1, 1.4.3)."""
STARTER = folders.templates() / "days_of_empire" / "starters" / "british_800.yaml"
HOME: tuple[tuple[str, ...], ...] = ((), ("n",), ("l",), ("o",), ("o", "slash", "z", "z", "z", "enter"))
BUILDER: tuple[tuple[str, ...], ...] = (
    (),
    ("pagedown", "1", "space"),
    ("plus",),
    ("enter",),
    ("slash", "x"),
    ("f1",),
    ("down", "down", "n"),
    ("h",),
    ("down", "down", "plus", "escape"),
    ("ctrl+p",),
    ("S",),
    *((one.keys,) for one in builder_commands()),
)
BLANK = " ▀▁▂▃▄▅▆▇█▔▕▊▎─━│╭╮╯╰═"
"""Frames and bars, which are no text."""


def luminance(color: Color) -> float:
    """The relative luminance of a colour (WCAG 2.1)."""
    parts = [part / 255 for part in color.get_truecolor()]
    red, green, blue = (part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: Color, other: Color) -> float:
    """How many times brighter the brighter colour is, from 1 to 21."""
    dark, light = sorted((luminance(one), luminance(other)))
    return (light + 0.05) / (dark + 0.05)


def faint(strips: list[Strip]) -> Iterator[str]:
    """The texts with too little contrast, with their contrast."""
    for strip in strips:
        for text, style, _ in strip:
            words = text.strip(BLANK)
            if not words or style is None or style.color is None or style.bgcolor is None:
                continue
            ratio = contrast(style.color, style.bgcolor)
            if ratio < LEAST:
                yield f"{words!r}: {ratio:.2f} ({style.color.name} on {style.bgcolor.name})"


async def looked_at(pilot: Pilot[None], keys: tuple[str, ...]) -> list[str]:
    """Texts with too little contrast after some keys, in every theme and on both sizes."""
    for key in keys:
        await pilot.press(key)
        await pilot.app.workers.wait_for_complete()
    await pilot.pause()
    found = list[str]()
    for size in (LARGE, SMALL):
        await pilot.resize_terminal(*size)
        for theme in OWN_THEMES:
            pilot.app.theme = theme.name
            await pilot.pause()
            found += (f"{theme.name}: {text}" for text in faint(strips_of(pilot.app.screen)))
    return found


def strips_of(screen: Screen[object]) -> list[Strip]:
    """The rows of the screen; for a dialog, without the dimmed background."""
    strips = screen_strips(screen.app)
    if isinstance(screen, ModalScreen):
        region = next(one for one in screen.children if not isinstance(one, ToastRack)).region
        strips = [strip.crop(region.x, region.right) for strip in strips[region.y : region.bottom]]
    return strips


@pytest.fixture(autouse=True)
def _in_colour(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("NO_COLOR")


@pytest.mark.slow
@pytest.mark.parametrize("keys", HOME, ids=lambda keys: " ".join(keys) or "home")
def test_contrast_of_home_new_library_and_picker(keys: tuple[str, ...]) -> None:
    assert asyncio.run(seen(OrbatApp(Library()), keys)) == []


@pytest.mark.slow
@pytest.mark.parametrize("keys", BUILDER, ids=lambda keys: " ".join(dict.fromkeys(keys)) or "builder")
def test_contrast_of_the_builder(keys: tuple[str, ...], tmp_path: Path) -> None:
    file = tmp_path / "mine.yaml"
    file.write_bytes(STARTER.read_bytes())
    library = Library()
    assert asyncio.run(seen(OrbatApp(library, check(file, library)), keys)) == []


@pytest.mark.slow
def test_contrast_of_a_checked_orbat(tmp_path: Path) -> None:
    file = tmp_path / "theirs.yaml"
    file.write_bytes(STARTER.read_bytes().replace(b"points: 60", b"points: 61"))
    library = Library()

    assert asyncio.run(seen(OrbatApp(library), (), CheckScreen(library, file))) == []


@pytest.mark.slow
def test_contrast_of_a_checked_typed_list(tmp_path: Path) -> None:
    file = tmp_path / "theirs.txt"
    typed = ("British", "33rd Foot 15 stands class 3 rifles 58", "3 of the usual from the box", "Total 58")
    file.write_text("\n".join(typed), encoding="utf-8")
    library = Library()
    assert asyncio.run(seen(OrbatApp(library), ("down",), CheckScreen(library, file))) == []


async def seen(app: OrbatApp, keys: tuple[str, ...], opened: Screen[Any] | None = None) -> list[str]:
    """Texts with too little contrast on the screen that some keys lead to."""
    async with app.run_test(size=LARGE, notifications=True) as pilot:
        await pilot.pause()
        if opened is not None:
            await app.push_screen(opened)
        await app.workers.wait_for_complete()
        return await looked_at(pilot, keys)


def test_severities_differ_without_colours(tmp_path: Path) -> None:
    """By their signs; the verdict is in words."""
    file = tmp_path / "mine.yaml"
    file.write_bytes(STARTER.read_bytes().replace(b"game_size: 800", b"game_size: 700"))
    library = Library()

    async def run() -> None:
        app = OrbatApp(library, check(file, library))
        async with app.run_test(size=LARGE) as pilot:
            await pilot.press("pagedown", "1")
            await pilot.pause()
            assert isinstance(app.screen, BuilderScreen)
            state, findings, tree = app.screen.now, app.screen.query_one("#findings"), app.screen.query_one("#tree")
            texts = [strip.text for strip in screen_strips(app)]
            assert "  Not legal: 2 errors" in texts[0]
            told = [text[1:9] for text in texts[findings.region.y : findings.region.bottom] if text.strip()]
            by_severity = sorted(state.findings, key=lambda one: SEVERITIES.index(one.severity))
            assert told == [f"{SEVERITY_SIGNS[one.severity]} {one.code}" for one in by_severity[: len(told)]]
            assert {"error", "warning"} <= {one.severity for one in by_severity[: len(told)]}
            margins = {text[2] for text in texts[tree.content_region.y : tree.content_region.bottom]}
            assert margins == {SEVERITY_SIGNS["error"], SEVERITY_SIGNS["warning"], " "}

    asyncio.run(run())
    assert len(set(SEVERITY_SIGNS.values())) == len(SEVERITIES)

"""Hands that wait to see what each key does."""

from __future__ import annotations

from textual.pilot import Pilot


async def settle(pilot: Pilot[None]) -> None:
    """Wait until everything has been read and drawn."""
    await pilot.pause()
    await pilot.app.workers.wait_for_complete()
    await pilot.pause()


async def press(pilot: Pilot[None], *keys: str) -> None:
    """Press keys one by one, as a person who waits to see what each does."""
    for key in keys:
        await pilot.press(key)
        await settle(pilot)

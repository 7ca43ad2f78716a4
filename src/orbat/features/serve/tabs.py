"""The sessions of the server: a builder for each tab. The builder outlives the page of the tab.

A page that is reloaded, or that lost its connection, continues with the same builder.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import shlex
import subprocess
import sys
from collections.abc import Awaitable, Callable

from aiohttp import web
from textual_serve import app_service
from textual_serve.download_manager import DownloadManager

from orbat.features.serve.driver import REDRAW, TabDriver

_DRIVER = f"{TabDriver.__module__}:{TabDriver.__name__}"


class TabSession(app_service.AppService):
    """The builder of a tab: a process, and the socket of the page that shows the builder, if any."""

    def __init__(self, command: str, downloads: DownloadManager) -> None:
        super().__init__(
            command,
            write_bytes=self._send_output,
            write_str=self._send_text,
            close=self._close_page,
            download_manager=downloads,
        )
        self.is_free = asyncio.Event()
        """Set while no page shows the session."""
        self.has_ended = False
        """Whether the builder has ended. Its process may need another moment."""
        self._page: web.WebSocketResponse | None = None
        self._is_ending = False

    def take(self) -> None:
        """Mark the session as in use, so that no other page shows it."""
        self.is_free.clear()

    async def attach(self, page: web.WebSocketResponse, width: int, height: int) -> None:
        """Show the session in a page. The first page starts the process."""
        self.take()
        self._page = page
        if self._process is None:
            await self.start(width, height)
            if self._is_ending:  # the server has ended in the meantime
                await self.end(0.0)
        else:
            await self.send_meta({"type": REDRAW, "width": width, "height": height})

    def detach(self) -> None:
        """Record that the page has closed. Output is discarded until another page shows the session."""
        self._page = None
        self.is_free.set()

    async def run(self) -> None:
        """Send the output of the process to the page until the process ends. Then close the page."""
        await super().run()
        await self._close_page()

    async def end(self, patience: float) -> None:
        """End the process. Kill the process if it has not ended after `patience` seconds."""
        self._page = None
        self._is_ending = True
        # A session that does not end, or that is damaged, must not stay open. After `stop` is cancelled, it may return
        # without an error, so the process decides.
        with contextlib.suppress(Exception):
            await asyncio.wait_for(self.stop(), patience)
        process = self._process
        if process is None:
            return
        if not await _has_exited(process, patience):
            with contextlib.suppress(ProcessLookupError):
                process.kill()
            await _has_exited(process, patience)

    def _build_environment(self, width: int = 80, height: int = 24) -> dict[str, str]:
        return {**super()._build_environment(width, height), "TEXTUAL_DRIVER": _DRIVER}

    async def _send_output(self, content: bytes) -> None:
        await self._send(lambda page: page.send_bytes(content))

    async def _send_text(self, text: str) -> None:
        await self._send(lambda page: page.send_str(text))

    async def _close_page(self) -> None:
        # set at once: the page asks whether it can come back as soon as it is closed
        self.has_ended = True
        await self._send(lambda page: page.close())

    async def _send(self, send: Callable[[web.WebSocketResponse], Awaitable[object]]) -> None:
        # an error would end the session
        if self._page is not None:
            with contextlib.suppress(ConnectionError, RuntimeError):
                await send(self._page)


class Tabs:
    """The open sessions, by the id that the browser gives each tab."""

    def __init__(self, command: str, *, limit: int, patience: float, grace: float) -> None:
        """Store the settings, without starting a session.

        - `command`: the shell command that runs a session.
        - `limit`: the maximum number of sessions.
        - `patience`: how many seconds a session may take to end.
        - `grace`: seconds after which a session without a page ends.
        """
        self.downloads = DownloadManager()
        self._command = command or session_command()
        self._limit = limit
        self._patience = patience
        self._grace = grace
        self._sessions: dict[str, TabSession] = {}
        self._waits: dict[str, asyncio.Task[None]] = {}

    def __len__(self) -> int:
        return len(self._sessions)

    @property
    def are_full(self) -> bool:
        """Whether the maximum number of sessions is in use, so that a new tab is refused."""
        return sum(not one.is_free.is_set() for one in self._sessions.values()) >= self._limit

    def has(self, tab: str) -> bool:
        """Whether a tab has a session that still runs."""
        session = self._sessions.get(tab)
        return session is not None and not session.has_ended

    async def take(self, tab: str, new_id: Callable[[], str]) -> str:
        """Reserve the session of a tab, or a new session. Returns the session's id; "" if too many tabs are open.

        The id is new if another page already shows the session, for example after the user has duplicated the tab.
        """
        session = self._sessions.get(tab)
        if session is not None:
            with contextlib.suppress(TimeoutError):  # of a page that is reloaded, the old socket may not be closed yet
                await asyncio.wait_for(session.is_free.wait(), RELOAD_SECONDS)
            if session.is_free.is_set() and self._sessions.get(tab) is session and not session.has_ended:
                session.take()
                self._stop_waiting(tab)
                return tab
        # the journals of sessions whose tab was closed are free for the new session only after their end
        await asyncio.gather(*(self.end(one) for one, it in tuple(self._sessions.items()) if it.is_free.is_set()))
        if len(self._sessions) >= self._limit:
            return ""
        key = new_id() if tab in self._sessions or not tab else tab
        self._sessions[key] = TabSession(self._command, self.downloads)
        return key

    def session(self, tab: str) -> TabSession:
        """The session that `take` reserved. `tab` is the id that `take` returned."""
        return self._sessions[tab]

    def release(self, tab: str) -> None:
        """Record that a page has closed. Its session ends later, unless the tab loads the page again in time."""
        self._sessions[tab].detach()
        self._waits[tab] = asyncio.create_task(self._end_later(tab))

    async def end(self, tab: str) -> None:
        """End the session of a tab, if any."""
        self._stop_waiting(tab)
        session = self._sessions.get(tab)
        if session is not None:
            session.take()
            try:
                await session.end(self._patience)
            finally:
                self._sessions.pop(tab, None)

    async def end_all(self) -> None:
        """End all sessions."""
        await asyncio.gather(*(self.end(tab) for tab in tuple(self._sessions)))

    async def _end_later(self, tab: str) -> None:
        await asyncio.sleep(self._grace)
        self._waits.pop(tab, None)
        await self.end(tab)

    def _stop_waiting(self, tab: str) -> None:
        if wait := self._waits.pop(tab, None):
            wait.cancel()


async def _has_exited(process: asyncio.subprocess.Process, patience: float) -> bool:
    # `wait` returns only after the pipes have closed. A child of the process, or output that nobody reads, can keep the
    # pipes open for ever.
    with contextlib.suppress(TimeoutError):
        await asyncio.wait_for(process.wait(), patience)
    return process.returncode is not None


RELOAD_SECONDS = 2.0
"""Seconds in which the old socket of a reloaded page must be closed."""


def session_command() -> str:
    """The shell command that runs a session."""
    words = [sys.executable, "-m", "orbat.features.serve.session"]
    # without `exec`, a session that hangs would survive the shell
    return subprocess.list2cmdline(words) if os.name == "nt" else f"exec {shlex.join(words)}"

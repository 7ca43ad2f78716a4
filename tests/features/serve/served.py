"""A server of the builder, and tabs of Chromium that show it."""

from __future__ import annotations

import asyncio
import os
import re
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from aiohttp import web
from playwright.sync_api import Browser, BrowserContext, Page, WebSocket, sync_playwright

from orbat.features.serve.server import OrbatServer, ServeSettings, listen
from orbat.features.serve.session import FILE, ROOT

TYPED_LIST = """\
The Light Division at the Alma, 400 points
Codrington's Brigade: General Codrington 30
7th Royal Fusiliers, 12 stands class 3 rifles - 48
33rd Foot, 12 stands class 3 rifles - 45
Total 123
"""
"""An opponent's list, with a wrong price on its fourth line."""
PATIENCE = 60.0
"""Seconds to wait for a text on the screen; many, as the machine may be busy."""
CODES = re.compile(rb"\x1b(?:\[[^a-zA-Z]*[a-zA-Z]|\][^\x07\x1b]*(?:\x07|\x1b\\))")


class Served:
    """A server that runs in a thread."""

    def __init__(self, root: Path, file: Path | None = None) -> None:
        self._listener = listen(0)
        self.server = OrbatServer(ServeSettings(root, self._listener.getsockname()[1], file, patience=20.0))
        self._loop = asyncio.new_event_loop()
        self._runner = web.AppRunner(self.server.application(), access_log=None, shutdown_timeout=1)
        self._thread = threading.Thread(target=self._loop.run_forever, daemon=True)

    def start(self) -> None:
        """Accept connections."""
        self._thread.start()
        self._run(self._serve())

    def stop(self) -> None:
        """End all sessions."""
        self._run(self._runner.cleanup())
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()

    def lose_connections(self) -> None:
        """Break all connections, without a word to the pages."""
        self._run(self._abort())

    async def _serve(self) -> None:
        await self._runner.setup()
        await web.SockSite(self._runner, self._listener).start()

    async def _abort(self) -> None:
        assert self._runner.server is not None
        for connection in self._runner.server.connections:
            if connection.transport is not None:
                connection.transport.abort()

    def _run(self, task: Any) -> None:
        asyncio.run_coroutine_threadsafe(task, self._loop).result(PATIENCE)


class Tab:
    """A tab of the browser, and what the builder drew in it."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.drawn = b""
        self.connections = 0
        page.on("websocket", self._connect)

    @property
    def text(self) -> str:
        """What was drawn since the last wait."""
        return CODES.sub(b"", self.drawn).decode("utf-8", "replace")

    def until(self, words: str) -> None:
        """Wait until a text is drawn. Then forget what was drawn."""
        end = time.monotonic() + PATIENCE
        while words not in self.text:
            assert time.monotonic() < end, f"{words!r} is not in {self.text}"
            self.page.wait_for_timeout(20)
        self.drawn = b""

    def until_back(self, words: str, connections: int) -> None:
        """Wait until a text is drawn after a reload. `connections`: how many there were before."""
        end = time.monotonic() + PATIENCE
        while self.connections <= connections:
            assert time.monotonic() < end, "the page does not come back"
            self.page.wait_for_timeout(20)
        self.until(words)

    def press(self, *keys: str) -> None:
        """Press keys."""
        for key in keys:
            self.page.keyboard.press(key)

    def _connect(self, socket: WebSocket) -> None:
        self.connections += 1
        self.drawn = b""
        socket.on("framereceived", self._receive)

    def _receive(self, content: str | bytes) -> None:
        if isinstance(content, bytes):
            self.drawn += content


@contextmanager
def serving(root: Path, home: Path, file: Path | None = None) -> Iterator[Served]:
    """Run a server. `home`: orbat's own folder."""
    given = {"ORBAT_HOME": str(home), ROOT: str(root), FILE: str(file) if file else ""}
    before = {name: os.environ.get(name) for name in given}
    os.environ.update(given)
    served = Served(root, file)
    served.start()
    try:
        yield served
    finally:
        served.stop()
        for name, value in before.items():
            if value is None:
                os.environ.pop(name)
            else:
                os.environ[name] = value


@contextmanager
def chromium(program: str) -> Iterator[Browser]:
    """Run Chromium without a window."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program)
        yield browser
        browser.close()


def open_tab(context: BrowserContext, served: Served) -> Tab:
    """Open the builder in a new tab."""
    tab = Tab(context.new_page())
    tab.page.goto(served.server.address)
    return tab

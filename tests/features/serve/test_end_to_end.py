"""The builder itself behind the server: build, print, download, and recover after a lost connection."""

from __future__ import annotations

import asyncio
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("textual_serve")

from aiohttp import ClientSession, ClientWebSocketResponse, CookieJar, WSMsgType, web
from aiohttp.test_utils import unused_port

from orbat.data import folders
from orbat.features.serve.server import HOST, OrbatServer, ServeSettings
from orbat.features.serve.session import FILE, ROOT
from orbat.session.journal import abandoned_journals

ARMY = folders.templates() / "days_of_empire" / "starters" / "british_400.yaml"
CODES = re.compile(rb"\x1b(?:\[[^a-zA-Z]*[a-zA-Z]|\][^\x07\x1b]*(?:\x07|\x1b\\))")


class Tab:
    """A tab of the browser: the text that it has shown, and the downloads that it was offered."""

    def __init__(self, socket: ClientWebSocketResponse) -> None:
        self.socket = socket
        self.shown = b""
        self.downloads: list[str] = []

    async def until(self, words: str, *, forget: bool = True) -> None:
        """Wait until a text is shown that was not shown before. Then forget what was shown."""
        try:
            async with asyncio.timeout(60):
                while words not in self.text:
                    await self._receive()
        except TimeoutError:
            pytest.fail(f"{words!r} is not in {self.text}")
        if forget:
            self.shown = b""

    @property
    def text(self) -> str:
        """What was shown since the last wait."""
        return CODES.sub(b"", self.shown).decode("utf-8", "replace")

    async def download(self) -> str:
        """Wait for the offer of a download. Returns its key."""
        async with asyncio.timeout(60):
            while not self.downloads:
                await self._receive()
        return self.downloads.pop()

    async def press(self, keys: str) -> None:
        await self.socket.send_json(["stdin", keys])

    async def _receive(self) -> None:
        message = await self.socket.receive()
        if message.type is WSMsgType.TEXT:
            kind, key = message.json()  # also the id of the tab
            self.downloads += [key] if kind == "deliver_file_start" else []
        else:
            assert message.type is WSMsgType.BINARY, message
            self.shown += message.data


@pytest.mark.slow
def test_an_army_is_built_printed_downloaded_and_recovered(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    root = tmp_path / "root"
    root.mkdir()
    (root / "mine.yaml").write_bytes(ARMY.read_bytes())
    monkeypatch.setenv("ORBAT_HOME", str(tmp_path / "home"))
    monkeypatch.setenv(ROOT, str(root))
    monkeypatch.setenv(FILE, str(root / "mine.yaml"))

    async def scenario() -> None:
        server = OrbatServer(ServeSettings(root, unused_port(), max_sessions=1, patience=20.0))
        runner = web.AppRunner(server.application(), access_log=None, shutdown_timeout=1)
        await runner.setup()
        await web.TCPSite(runner, HOST, server.settings.port).start()
        origin = f"http://{HOST}:{server.settings.port}"
        try:
            async with ClientSession(cookie_jar=CookieJar(unsafe=True)) as client:
                assert (await client.get(server.address)).status == 200

                async def open_tab() -> Tab:
                    address = f"{server.address}ws?width=120&height=36"
                    return Tab(await client.ws_connect(address, headers={"Origin": origin}))

                tab = await open_tab()
                await tab.until("mine.yaml")
                await tab.press("p")
                await tab.until("Cancel")
                await tab.press("p")
                await tab.until("mine.pdf")
                await tab.press("\r")
                await tab.until("Download")
                await tab.press("d")
                async with client.get(f"{origin}/download/{await tab.download()}") as response:
                    printed: Any = await response.read()
                assert printed.startswith(b"%PDF-")
                assert printed == (root / "mine.pdf").read_bytes()
                await tab.press("b")
                await tab.until("Undo (1)")
                await tab.socket.close()
                while server.tabs.are_full:
                    await asyncio.sleep(0.1)
                again = await open_tab()
                await again.until("Unsaved work")
                await again.socket.close()
        finally:
            await runner.cleanup()

    asyncio.run(scenario())
    assert (root / "mine.yaml").read_bytes() == ARMY.read_bytes()


@pytest.mark.slow
def test_no_text_of_a_file_reaches_the_terminal_as_control_characters(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Otherwise, a list could read or write the clipboard, or press keys."""
    root = tmp_path / "root"
    root.mkdir()
    evil = '"Alma \\e]52;c;?\\a\\x9b6n\\eP$q\\e\\\\ \\r\\n"'
    text = ARMY.read_text("utf-8").replace('"Codrington\'s brigade, 400 points"', evil)
    (root / "mine.yaml").write_text(text.replace("7th Royal Fusiliers", evil), "utf-8")
    monkeypatch.setenv("ORBAT_HOME", str(tmp_path / "home"))
    monkeypatch.setenv(ROOT, str(root))
    monkeypatch.setenv(FILE, str(root / "mine.yaml"))

    async def scenario() -> None:
        server = OrbatServer(ServeSettings(root, unused_port(), patience=20.0))
        runner = web.AppRunner(server.application(), access_log=None, shutdown_timeout=1)
        await runner.setup()
        await web.TCPSite(runner, HOST, server.settings.port).start()
        try:
            async with ClientSession() as client:
                origin = {"Origin": f"http://{HOST}:{server.settings.port}"}
                tab = Tab(await client.ws_connect(f"{server.address}ws?width=120&height=36", headers=origin))
                await tab.until("Alma", forget=False)
                await tab.until("Findings", forget=False)
                drawn = tab.shown
                await tab.socket.close()
        finally:
            await runner.cleanup()
        assert b"\x1b]52" not in drawn
        assert b"\xc2\x9b" not in drawn
        assert b"\x1bP" not in drawn

    asyncio.run(scenario())


@pytest.mark.slow
def test_a_session_ends_with_its_server(tmp_path: Path) -> None:
    """Also if the server is killed. Its journal can then be recovered."""
    root, home = tmp_path / "root", tmp_path / "home"
    root.mkdir()
    (root / "mine.yaml").write_bytes(ARMY.read_bytes())
    given = {ROOT: str(root), FILE: str(root / "mine.yaml"), "ORBAT_HOME": str(home)}
    session = subprocess.Popen(
        [sys.executable, "-m", "orbat.features.serve.session"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        env={**os.environ, **given, "TEXTUAL_DRIVER": "orbat.features.serve.driver:TabDriver"},
    )
    assert session.stdin is not None
    assert session.stdout is not None
    try:
        shown = b""
        while b"mine.yaml" not in shown:
            shown += os.read(session.stdout.fileno(), 10_000)
        session.stdin.close()
        session.wait(60)
    finally:
        session.kill()
        session.stdout.close()
    journals = tuple((home / "state" / "journals").glob("*.journal"))
    assert len(abandoned_journals(home / "state" / "journals")) == len(journals)
    assert not (home / "state" / "logs").exists()

"""The web server accepts only the requests of its own page. Skipped without the extra `web`."""

from __future__ import annotations

import asyncio
import io
import json
import os
import sys
import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from signal import SIGKILL
from socket import SHUT_RDWR
from typing import Any

import pytest

pytest.importorskip("textual_serve")

from aiohttp import ClientSession, ClientWebSocketResponse, CookieJar, WSMsgType, web
from aiohttp.test_utils import unused_port
from tests.examples import sampled

from orbat.documents.read import MAX_BYTES
from orbat.features.serve.server import (
    HOST,
    MAX_MESSAGE,
    OrbatServer,
    ServeSettings,
    disposition,
    new_token,
    uploaded_name,
)

ECHO = """\
import json, os, sys
def packet(kind, data):
    sys.stdout.buffer.write(kind + len(data).to_bytes(4, "big") + data)
    sys.stdout.buffer.flush()
sys.stdout.write("__GANGLION__\\n")
sys.stdout.flush()
packet(b"D", (os.environ["COLUMNS"] + "x" + os.environ["ROWS"]).encode())
while kind := sys.stdin.buffer.read(1):
    data = sys.stdin.buffer.read(int.from_bytes(sys.stdin.buffer.read(4), "big"))
    if kind == b"M" and json.loads(data)["type"] == "quit":
        break
    packet(b"D", kind + data)
    if data == b"download":
        start = {"key": "abc", "path": 'a"\\r\\nX: y.html', "open_method": "browser", "mime_type": "text/html"}
        packet(b"M", json.dumps({"type": "deliver_file_start", "encoding": None, **start}).encode())
"""
"""A session that sends back what it gets, after its size."""

BRIEF = """\
import sys
sys.stdout.buffer.write(b"__GANGLION__\\nD" + (1).to_bytes(4, "big") + b"x")
"""
"""A session that ends at once, such as one that fails."""

STUCK = """\
import os, sys, time
pid = str(os.getpid()).encode()
sys.stdout.buffer.write(b"__GANGLION__\\nD" + len(pid).to_bytes(4, "big") + pid)
sys.stdout.buffer.flush()
time.sleep(600)
"""
"""A session that does not end when the tab is closed. It sends its process id."""

PARENT = """\
import subprocess, sys, time
child = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(600)"])
pid = str(child.pid).encode()
sys.stdout.buffer.write(b"__GANGLION__\\nD" + len(pid).to_bytes(4, "big") + pid)
sys.stdout.buffer.flush()
time.sleep(600)
"""
"""A session that does not end, with a child that keeps its output open. It sends the process id of the child."""

Scenario = Callable[["Browser"], Awaitable[None]]


class Browser:
    """A client of a server that is running."""

    def __init__(self, server: OrbatServer, client: ClientSession) -> None:
        self.server = server
        self.client = client
        self.origin = f"http://{HOST}:{server.settings.port}"
        self.tab = ""
        """The id of the tab that was opened last."""

    async def status(self, path: str = "", *, method: str = "GET", data: Any = None, **headers: str) -> int:
        """The status of a request to a path below the token."""
        address = path if path.startswith("http") else self.server.address + path
        async with self.client.request(method, address, data=data, headers=headers) as response:
            return int(response.status)

    async def socket(self, query: str = "", **headers: str) -> ClientWebSocketResponse:
        """Open a socket, and read the id of its tab."""
        address = f"{self.server.address}ws{query}"
        socket = await self.client.ws_connect(address, headers={"Origin": self.origin, **headers})
        kind, self.tab = json.loads(await received(socket))
        assert kind == "tab"
        return socket

    async def refused_socket(self, address: str = "", **headers: str) -> int:
        """The status with which a socket is refused."""
        # ws_connect would leave the connection of a refused socket open
        asked = {"Connection": "Upgrade", "Upgrade": "websocket", "Sec-WebSocket-Version": "13"}
        asked["Sec-WebSocket-Key"] = "dGhlIHNhbXBsZSBub25jZQ=="
        address = address or f"{self.server.address}ws"
        async with self.client.get(address, headers={**asked, **headers}) as response:
            return int(response.status)

    async def until_closed(self) -> None:
        """Wait until no session is open."""
        end = time.monotonic() + 20
        while len(self.server.tabs):
            assert time.monotonic() < end, "the session is still open"
            await asyncio.sleep(0.02)


@pytest.fixture
def root(tmp_path: Path) -> Path:
    root = tmp_path / "root"
    root.mkdir()
    return root


@pytest.fixture
def browse(root: Path, tmp_path: Path) -> Callable[..., None]:
    """Run a scenario with a server and a client."""

    async def scene(scenario: Scenario, program: str, max_sessions: int, grace: float) -> None:
        script = tmp_path / "session.py"
        script.write_text(program, encoding="utf-8")
        settings = ServeSettings(root, unused_port(), max_sessions=max_sessions, patience=1.0, grace=grace)
        server = OrbatServer(settings, command=f'exec "{sys.executable}" -S -E "{script}"')
        runner = web.AppRunner(server.application(), access_log=None, shutdown_timeout=1)
        await runner.setup()
        await web.TCPSite(runner, HOST, settings.port).start()
        try:
            async with ClientSession(cookie_jar=CookieJar(unsafe=True)) as client:
                await scenario(Browser(server, client))
        finally:
            await runner.cleanup()

    def run(scenario: Scenario, program: str = ECHO, max_sessions: int = 4, grace: float = 0.05) -> None:
        asyncio.run(asyncio.wait_for(scene(scenario, program, max_sessions, grace), 120))

    return run


async def received(socket: ClientWebSocketResponse) -> bytes | str:
    message = await socket.receive(timeout=20)
    assert message.type in (WSMsgType.BINARY, WSMsgType.TEXT), message
    found: bytes | str = message.data
    return found


def test_the_page_needs_the_token(browse: Callable[..., None]) -> None:
    async def scenario(browser: Browser) -> None:
        assert await browser.status() == 200
        assert await browser.status("static/js/textual.js") == 200
        for path in ("", "/", "/wrong/", f"/{new_token()}/", f"/{browser.server.token[:-1]}/", "/static/js/textual.js"):
            assert await browser.status(browser.origin + path) == 404, path

    browse(scenario)


def test_tokens_cannot_be_guessed() -> None:
    tokens = {new_token() for _ in range(100)}
    assert len(tokens) == 100
    assert min(map(len, tokens)) >= 32


def test_the_page_fetches_nothing_from_elsewhere_and_is_not_kept(browse: Callable[..., None]) -> None:
    """Its address contains the token, so it must not reach caches or other pages."""

    async def scenario(browser: Browser) -> None:
        async with browser.client.get(browser.server.address) as response:
            text, headers = await response.text(), response.headers
        assert "http:" not in text.replace("http-equiv", "")
        assert "https:" not in text
        assert headers["Cache-Control"] == "no-store"
        assert headers["Referrer-Policy"] == "no-referrer"
        assert headers["X-Frame-Options"] == "DENY"
        assert headers["Content-Security-Policy"].startswith("default-src 'none'; script-src 'self' 'nonce-")
        assert "HttpOnly" in headers["Set-Cookie"]
        assert "SameSite=Strict" in headers["Set-Cookie"]

    browse(scenario)


def test_folders_and_files_of_the_server_are_not_listed(browse: Callable[..., None]) -> None:
    async def scenario(browser: Browser) -> None:
        for path in ("static", "static/", "static/js", "static/js/"):
            assert await browser.status(path) in (403, 404), path
        for path in ("static/..%2f..%2fserver.py", "static/%2e%2e/server.py", "static//etc/passwd"):
            assert await browser.status(path) in (403, 404), path

    browse(scenario)


@pytest.mark.parametrize(
    "host", sampled(["evil.example", "127.0.0.1", "127.0.0.1:1", "evil.example:{port}", "127.0.0.1.evil:80"], 2)
)
def test_another_host_is_refused(browse: Callable[..., None], host: str) -> None:
    """A foreign name that points to this computer would make its page the same origin."""

    async def scenario(browser: Browser) -> None:
        name = host.format(port=browser.server.settings.port)
        assert await browser.status(Host=name) == 403
        assert await browser.refused_socket(Host=name, Origin=browser.origin) == 403
        assert await browser.status(Host=f"localhost:{browser.server.settings.port}") == 200

    browse(scenario)


@pytest.mark.parametrize(
    "origin", sampled(["http://evil.example", "null", "https://127.0.0.1:{port}", "http://127.0.0.1", ""], 2)
)
def test_another_origin_is_refused(browse: Callable[..., None], origin: str) -> None:
    """Also with the token. A page without an address, such as a file, has the origin `null`."""

    async def scenario(browser: Browser) -> None:
        name = origin.format(port=browser.server.settings.port)
        assert await browser.status(Origin=name) == 403
        assert await browser.refused_socket(Origin=name) == 403
        assert await browser.status("upload?name=a.txt", method="POST", data=b"x", Origin=name) == 403
        assert len(browser.server.tabs) == 0

    browse(scenario)


def test_a_socket_or_an_upload_without_origin_is_refused(browse: Callable[..., None], root: Path) -> None:
    async def scenario(browser: Browser) -> None:
        assert await browser.refused_socket() == 403
        assert await browser.status("upload?name=a.txt", method="POST", data=b"x") == 403
        assert list(root.iterdir()) == []

    browse(scenario)


def test_a_socket_without_the_token_is_refused(browse: Callable[..., None]) -> None:
    async def scenario(browser: Browser) -> None:
        for path in ("/ws", f"/{new_token()}/ws"):
            assert await browser.refused_socket(browser.origin + path, Origin=browser.origin) == 404
        assert len(browser.server.tabs) == 0

    browse(scenario)


def test_a_tab_has_a_session_of_its_size_until_it_is_closed(browse: Callable[..., None]) -> None:
    async def scenario(browser: Browser) -> None:
        first = await browser.socket("?width=100&height=30")
        second = await browser.socket("?width=1e9&height=99999")
        assert await received(first) == b"100x30"
        assert await received(second) == b"80x200"
        await first.send_json(["stdin", "a\u00e9\x1b[A\x00"])
        assert await received(first) == b"Da\xc3\xa9\x1b[A\x00", "control characters are input, never packets"
        await first.send_json(["resize", {"width": 10**9, "height": 0}])
        sent = await received(first)
        assert isinstance(sent, bytes)
        assert json.loads(sent[1:]) == {"type": "resize", "width": 500, "height": 1}
        await first.send_json(["ping", 5])
        assert await received(first) == '["pong", 5]'
        await first.close()
        await second.close()
        await browser.until_closed()

    browse(scenario)


def test_a_packet_in_the_input_is_not_a_packet(browse: Callable[..., None]) -> None:
    """The input cannot tell the session to quit."""

    async def scenario(browser: Browser) -> None:
        socket = await browser.socket()
        await received(socket)
        quit_packet = 'M\x00\x00\x00\x10{"type": "quit"}'
        await socket.send_json(["stdin", quit_packet])
        assert await received(socket) == b"D" + quit_packet.encode()

    browse(scenario)


@pytest.mark.parametrize(
    "message",
    sampled(["{", "[]", "5", '["stdin"]', '["stdin", 5]', '["resize", {}]', '["resize", {"width": "a", "height": 1}]',
     '["open", "x"]', "[" * 100_000], 3),
)  # fmt: skip
def test_an_unknown_message_ends_the_session(browse: Callable[..., None], message: str) -> None:
    async def scenario(browser: Browser) -> None:
        socket = await browser.socket()
        await received(socket)
        await socket.send_str(message)
        await browser.until_closed()

    browse(scenario)


def test_a_message_that_is_too_long_ends_the_session(browse: Callable[..., None]) -> None:
    async def scenario(browser: Browser) -> None:
        socket = await browser.socket()
        await received(socket)
        await socket.send_json(["stdin", "a" * MAX_MESSAGE])
        await browser.until_closed()

    browse(scenario)


def test_the_number_of_sessions_is_limited(browse: Callable[..., None]) -> None:
    """A closed tab makes room for another, even while its session could still be continued."""

    async def scenario(browser: Browser) -> None:
        sockets = [await browser.socket() for _ in range(2)]
        assert await browser.refused_socket(Origin=browser.origin) == 503
        assert await browser.status("tab?tab=unknown-tab") == 503
        await sockets[0].close()
        while browser.server.tabs.are_full:
            await asyncio.sleep(0.02)
        await browser.socket()
        assert len(browser.server.tabs) == 2

    browse(scenario, max_sessions=2, grace=600)


def test_a_page_that_comes_back_continues_with_its_session(browse: Callable[..., None]) -> None:
    """After a reload, or a lost connection. The session then draws everything for the new size."""

    async def scenario(browser: Browser) -> None:
        socket = await browser.socket("?tab=tab-of-the-browser&width=90&height=30")
        assert browser.tab == "tab-of-the-browser"
        assert await received(socket) == b"90x30"
        await socket.close()
        assert await browser.status("tab?tab=tab-of-the-browser") == 204
        again = await browser.socket("?tab=tab-of-the-browser&width=100&height=40")
        assert browser.tab == "tab-of-the-browser"
        sent = await received(again)
        assert isinstance(sent, bytes)
        assert json.loads(sent[1:]) == {"type": "redraw", "width": 100, "height": 40}
        await again.send_json(["stdin", "a"])
        assert await received(again) == b"Da"
        assert len(browser.server.tabs) == 1

    browse(scenario, grace=600)


def test_a_duplicated_tab_has_a_session_of_its_own(
    browse: Callable[..., None], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The browser copies the id of the tab. A page never takes the session of an open page."""
    monkeypatch.setattr("orbat.features.serve.tabs.RELOAD_SECONDS", 0.05)

    async def scenario(browser: Browser) -> None:
        first = await browser.socket("?tab=tab-of-the-browser&width=90&height=30")
        await received(first)
        second = await browser.socket("?tab=tab-of-the-browser&width=100&height=40")
        assert browser.tab != "tab-of-the-browser"
        assert await received(second) == b"100x40"
        await first.send_json(["stdin", "a"])
        assert await received(first) == b"Da"

    browse(scenario)


def test_a_stale_session_ends(browse: Callable[..., None]) -> None:
    """Nobody can continue with it after the time in which a page comes back. Its work stays in the journal."""

    async def scenario(browser: Browser) -> None:
        socket = await browser.socket("?tab=tab-of-the-browser")
        await received(socket)
        await socket.close()
        await browser.until_closed()
        assert await browser.status("tab?tab=tab-of-the-browser") == 404
        again = await browser.socket("?tab=tab-of-the-browser&width=90&height=30")
        assert await received(again) == b"90x30", "a new session"

    browse(scenario, grace=0.05)


def test_only_ids_of_tabs_are_kept(browse: Callable[..., None]) -> None:
    async def scenario(browser: Browser) -> None:
        for tab in ("short", "a%20b%20c%20d%20e", "..%2f..%2fjournal", "a" * 65):
            await browser.socket(f"?tab={tab}")
            assert browser.tab.replace("_", "").replace("-", "").isalnum()
            assert len(browser.tab) == 32

    browse(scenario)


def test_a_session_that_ended_by_itself_is_not_continued(browse: Callable[..., None]) -> None:
    """The page is closed, and asks what to show."""

    async def scenario(browser: Browser) -> None:
        socket = await browser.socket("?tab=tab-of-the-browser")
        await received(socket)
        message = await socket.receive(timeout=20)
        assert message.type in (WSMsgType.CLOSE, WSMsgType.CLOSING)
        await browser.until_closed()
        assert await browser.status("tab?tab=tab-of-the-browser") == 404

    browse(scenario, BRIEF, grace=600)


@pytest.mark.slow
def test_a_session_that_does_not_end_is_stopped(browse: Callable[..., None]) -> None:
    """A lost connection, too: a stale session does not count."""

    async def scenario(browser: Browser) -> None:
        socket = await browser.socket()
        process = int(await received(socket))
        lost: Any = socket.get_extra_info("socket")
        lost.shutdown(SHUT_RDWR)  # the tab vanishes without a word
        await browser.until_closed()
        with pytest.raises(ProcessLookupError):
            os.kill(process, 0)

    browse(scenario, STUCK)


@pytest.mark.slow
def test_a_session_ends_although_a_child_keeps_its_output_open(browse: Callable[..., None]) -> None:
    async def scenario(browser: Browser) -> None:
        socket = await browser.socket()
        child = int(await received(socket))
        try:
            await socket.close()
            await browser.until_closed()
        finally:
            os.kill(child, SIGKILL)
            await asyncio.sleep(0.3)  # the server sees that the output has closed

    browse(scenario, PARENT)


def test_a_file_is_uploaded_into_the_folder(browse: Callable[..., None], root: Path) -> None:
    """A file is never replaced, and a link is never followed."""
    (root / "b.yaml").symlink_to(root.parent / "outside.yaml")

    async def scenario(browser: Browser) -> None:
        async def upload(name: str) -> Any:
            address = f"{browser.server.address}upload"
            headers = {"Origin": browser.origin}
            async with browser.client.post(address, params={"name": name}, data=b"x", headers=headers) as response:
                return await response.json() if response.status == 200 else response.status

        assert await upload("list.txt") == {"file": "list.txt"}
        assert await upload("list.txt") == {"file": "list-2.txt"}
        assert await upload("../../etc/up.yaml") == {"file": "up.yaml"}
        assert await upload("..\\..\\c:\\down.yaml") == {"file": "down.yaml"}
        assert await upload("b.yaml") == {"file": "b-2.yaml"}
        assert [await upload(name) for name in ("run.exe", ".bashrc", "", "yaml", "..")] == [415] * 5

    browse(scenario)
    assert not (root.parent / "outside.yaml").exists()
    assert sorted(one.name for one in root.iterdir()) == [
        *("b-2.yaml", "b.yaml", "down.yaml", "list-2.txt", "list.txt", "up.yaml")
    ]


def test_an_oversized_upload_is_refused(browse: Callable[..., None], root: Path) -> None:
    async def scenario(browser: Browser) -> None:
        data = io.BytesIO(b"x" * (MAX_BYTES + 1))
        status = await browser.status("upload?name=a.txt", method="POST", data=data, Origin=browser.origin)
        assert status == 413

    browse(scenario)
    assert list(root.iterdir()) == []


@pytest.mark.parametrize(
    ("name", "safe"),
    [
        ("a.txt", "a.txt"),
        ("/etc/passwd.yaml", "passwd.yaml"),
        ("C:\\x\\con.yaml", "con orbat.yaml"),
        ("a\r\nb\0.YAML", "a b.yaml"),
        ("Großbeeren.xlsx", "Großbeeren.xlsx"),
        (".yaml", ""),
        ("a.exe", ""),
    ],
)
def test_names_of_uploads_are_safe(name: str, safe: str) -> None:
    assert uploaded_name(name) == safe


def test_downloads_belong_to_the_browser_of_the_page(browse: Callable[..., None]) -> None:
    """A download needs the cookie that the page sets, and is saved, never shown."""

    async def scenario(browser: Browser) -> None:
        socket = await browser.socket()
        await received(socket)
        await socket.send_json(["stdin", "download"])
        assert await received(socket) == b"Ddownload"
        assert await received(socket) == '["deliver_file_start", "abc"]'
        address = f"{browser.origin}/download/abc"
        assert await browser.status(address) == 403
        assert await browser.status(address, Cookie=f"orbat-{browser.server.settings.port}={new_token()}") == 403
        assert await browser.status() == 200
        assert await browser.status(f"{browser.origin}/download/other") == 404
        async with browser.client.get(address, allow_redirects=False) as response:
            assert response.status == 200
            assert response.headers["Content-Type"] == "application/octet-stream"
            assert "X" not in response.headers
            assert response.headers["Content-Disposition"].startswith("attachment; filename=")

    browse(scenario)


@pytest.mark.parametrize("name", ["a.pdf", 'a"b.pdf', "a\r\nSet-Cookie: x=1", "a;b", "Бородино.pdf", "\ud800", "a\\b"])
def test_no_file_name_adds_a_header(name: str) -> None:
    value = disposition(name)
    assert value.isascii()
    assert value.isprintable()
    assert value.count('"') == 2
    assert value.count(";") == 2
    assert "\\" not in value


def test_file_names_of_downloads_are_kept() -> None:
    assert disposition("a b.pdf") == "attachment; filename=\"a b.pdf\"; filename*=UTF-8''a%20b.pdf"
    assert disposition("ß.pdf") == "attachment; filename=\"_.pdf\"; filename*=UTF-8''%C3%9F.pdf"

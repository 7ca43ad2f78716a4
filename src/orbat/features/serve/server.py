"""The web server of `orbat serve`: one page, a socket for each tab, uploads and downloads.

textual-serve runs the sessions, and its script shows them. Its own server would accept requests of any web page, so the
routes and their checks are here:

- The server listens on the loopback address only.
- The header `Host` must name this server, so that no foreign name can point to it.
- A header `Origin` must name this server. A socket and an upload must have the header.
- Every path begins with the token. Downloads, whose path textual-serve chooses, need the token as a cookie.
"""

from __future__ import annotations

import asyncio
import contextlib
import hmac
import json
import os
import secrets
import shlex
import socket
import string
import subprocess
import sys
from collections.abc import Awaitable, Callable
from pathlib import Path, PurePosixPath
from typing import Any
from urllib.parse import quote

from aiohttp import WSMsgType, web
from textual_serve import app_service, server
from textual_serve.download_manager import DownloadManager

from orbat.documents.read import MAX_BYTES
from orbat.features.serve.session import FILE, ROOT
from orbat.model.record import Value
from orbat.model.wording import phrase
from orbat.pipeline import ORBAT_SUFFIXES
from orbat.session.files import file_name

Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]

HOST = "127.0.0.1"
MAX_MESSAGE = 1_000_000
"""Maximum size of a message of the browser, such as a pasted list, in bytes."""
_MAX_COLUMNS, _MAX_ROWS = 500, 200
_HEARTBEAT = 15.0
"""Seconds after which a tab that does not answer is closed."""
_STATIC = Path(server.__file__).parent / "static"
_PAGE = Path(__file__).with_name("page.html")


class ServeSettings(Value):
    """The settings of the server, such as the served folder and the port."""

    root: Path
    port: int
    file: Path | None = None
    max_sessions: int = 4
    patience: float = 5.0
    """Seconds that a session has to end after its tab is closed."""


def new_token() -> str:
    """A secret that nobody can guess."""
    return secrets.token_urlsafe(24)


class OrbatServer:
    """The routes of the server, and its open sessions."""

    def __init__(self, settings: ServeSettings, token: str = "", command: str = "") -> None:
        """Create the server.

        - `token`: the secret in every path; by default, a new one.
        - `command`: the shell command that runs a session.
        """
        self.settings = settings
        self.token = token or new_token()
        self.command = command or _session_command()
        self.sessions: set[app_service.AppService] = set()
        self._downloads = DownloadManager()
        names = (f"{HOST}:{settings.port}", f"localhost:{settings.port}")
        self._hosts = frozenset(names)
        self._origins = frozenset(f"http://{name}" for name in names)

    @property
    def address(self) -> str:
        """The address to open in the browser."""
        return f"http://{HOST}:{self.settings.port}/{self.token}/"

    def application(self) -> web.Application:
        """The web application with all routes."""

        async def guard(request: web.Request, handler: Handler) -> web.StreamResponse:
            return await self._guarded(request, handler)

        application = web.Application(middlewares=[web.middleware(guard)], client_max_size=MAX_BYTES)
        prefix = f"/{self.token}"
        application.add_routes(
            [
                web.get(f"{prefix}/", self._page),
                web.get(f"{prefix}/ws", self._socket),
                web.post(f"{prefix}/upload", self._upload),
                web.get("/download/{key}", self._download),
                web.static(f"{prefix}/static", _STATIC, show_index=False, follow_symlinks=False),
            ]
        )
        application.on_shutdown.append(self._end_all)
        return application

    # Checks of every request.

    async def _guarded(self, request: web.Request, handler: Handler) -> web.StreamResponse:
        if refusal := self._refusal(request):
            raise web.HTTPForbidden(text=refusal, headers=_HEADERS)
        try:
            response = await handler(request)
        except web.HTTPException as error:
            error.headers.update(_HEADERS)
            raise
        if not response.prepared:
            for name, value in _HEADERS.items():
                response.headers.setdefault(name, value)
        return response

    def _refusal(self, request: web.Request) -> str:
        origin = request.headers.get("Origin")
        if request.host not in self._hosts:
            return "This server has another name."
        is_change = request.method != "GET" or request.headers.get("Upgrade", "").lower() == "websocket"
        if origin not in self._origins and (origin is not None or is_change):
            return "This request comes from another page."
        if request.path.startswith("/download/") and not self._has_cookie(request):
            return "This download belongs to another browser."
        return ""

    def _has_cookie(self, request: web.Request) -> bool:
        given = request.cookies.get(self._cookie, "")
        return hmac.compare_digest(given.encode(), self.token.encode())

    @property
    def _cookie(self) -> str:
        # cookies do not depend on the port, so each server has a name of its own
        return f"orbat-{self.settings.port}"

    # The page and the files of the browser.

    async def _page(self, request: web.Request) -> web.StreamResponse:
        nonce = secrets.token_urlsafe(16)
        text = string.Template(_PAGE.read_text(encoding="utf-8")).substitute(
            nonce=nonce, socket=f"ws://{request.host}/{self.token}/ws"
        )
        policy = (
            f"default-src 'none'; script-src 'self' 'nonce-{nonce}'; style-src 'self' 'unsafe-inline'; "
            f"font-src 'self'; img-src 'self' data:; connect-src 'self' ws://{request.host}; "
            "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
        )
        response = web.Response(text=text, content_type="text/html", headers={"Content-Security-Policy": policy})
        response.set_cookie(self._cookie, self.token, path="/download", httponly=True, samesite="Strict")
        return response

    async def _download(self, request: web.Request) -> web.StreamResponse:
        try:
            download = await self._downloads.get_download_metadata(request.match_info["key"])
        except KeyError:
            raise web.HTTPNotFound from None
        # always saved, never shown: a page with a script would run with the rights of this server
        response = web.StreamResponse(
            headers={
                **_HEADERS,
                "Content-Type": "application/octet-stream",
                "Content-Disposition": disposition(download.file_name),
            }
        )
        await response.prepare(request)
        async for chunk in self._downloads.download(request.match_info["key"]):
            await response.write(chunk)
        await response.write_eof()
        return response

    async def _upload(self, request: web.Request) -> web.StreamResponse:
        name = uploaded_name(request.query.get("name", ""))
        if not name:
            raise web.HTTPUnsupportedMediaType(text="orbat cannot read files of this kind.")
        try:
            content = await request.read()
        except web.HTTPRequestEntityTooLarge:
            text = phrase("The file is larger than {megabytes} MB.", megabytes=MAX_BYTES // 1_000_000)
            raise web.HTTPRequestEntityTooLarge(MAX_BYTES, 0, text=text) from None
        try:
            file = await asyncio.to_thread(_write_new, self.settings.root, name, content)
        except OSError as error:
            raise web.HTTPInternalServerError(text=(error.strerror or "an error")) from None
        return web.json_response({"file": file.name})

    # Sessions.

    async def _socket(self, request: web.Request) -> web.StreamResponse:
        if len(self.sessions) >= self.settings.max_sessions:
            raise web.HTTPServiceUnavailable(text="Too many tabs are open.")
        socket = web.WebSocketResponse(heartbeat=_HEARTBEAT, max_msg_size=MAX_MESSAGE)

        async def close() -> None:
            await socket.close()

        session = app_service.AppService(
            self.command,
            write_bytes=socket.send_bytes,
            write_str=socket.send_str,
            close=close,
            download_manager=self._downloads,
        )
        self.sessions.add(session)
        try:
            await socket.prepare(request)
            await session.start(*_size(request.query.get("width"), request.query.get("height")))
            async for message in socket:
                if message.type != WSMsgType.TEXT or not await _pass_on(message.data, session, socket):
                    break
        finally:
            await _end(session, self.settings.patience)
            self.sessions.discard(session)
            await socket.close()
        return socket

    async def _end_all(self, _: web.Application) -> None:
        await asyncio.gather(*(_end(session, self.settings.patience) for session in tuple(self.sessions)))


_HEADERS = {
    "Cache-Control": "no-store",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
}
"""Headers of every response. The token is in the address, so the address must not reach other pages or caches."""


def listen(port: int) -> socket.socket:
    """Open a port to which only programs on this computer can connect. Port 0 means any free port. Raises OSError."""
    return socket.create_server((HOST, port))


def run(server: OrbatServer, listener: socket.socket) -> None:
    """Serve until Ctrl+C."""
    os.environ[ROOT] = str(server.settings.root)
    if server.settings.file:
        os.environ[FILE] = str(server.settings.file)
    # the log of requests would contain the token
    web.run_app(server.application(), sock=listener, print=None, access_log=None)


def _session_command() -> str:
    words = [sys.executable, "-m", "orbat.features.serve.session"]
    # without `exec`, a session that hangs would survive the shell
    return subprocess.list2cmdline(words) if os.name == "nt" else f"exec {shlex.join(words)}"


def _size(*typed: Any) -> tuple[int, int]:
    width, height = (int(one) if str(one).isascii() and str(one).isdecimal() else 0 for one in typed)
    return (_within(width or 80, _MAX_COLUMNS), _within(height or 24, _MAX_ROWS))


def _within(number: int, maximum: int) -> int:
    return max(1, min(number, maximum))


async def _pass_on(text: str, session: app_service.AppService, socket: web.WebSocketResponse) -> bool:
    # Returns False for a message that the page never sends.
    try:
        match json.loads(text):
            case ["stdin", str(typed)]:
                await session.send_bytes(typed.encode("utf-8", "replace"))
            case ["resize", {"width": int(width), "height": int(height)}]:
                await session.set_terminal_size(_within(width, _MAX_COLUMNS), _within(height, _MAX_ROWS))
            case ["ping", str() | int() | float() as sent]:
                await socket.send_json(["pong", sent])
            case ["focus", *_]:
                await session.focus()
            case ["blur", *_]:
                await session.blur()
            case _:
                return False
    except (ValueError, RecursionError):
        return False
    return True


async def _end(session: app_service.AppService, patience: float) -> None:
    # A session that does not end, or that is damaged, must not stay open. After `stop` is cancelled, it may return
    # without an error, so the process decides.
    with contextlib.suppress(Exception):
        await asyncio.wait_for(session.stop(), patience)
    process = session._process
    if process is None:
        return
    try:
        await asyncio.wait_for(process.wait(), patience)
    except TimeoutError:
        with contextlib.suppress(ProcessLookupError):
            process.kill()
        await process.wait()


# Names of files from the browser and for the browser.


def uploaded_name(name: str) -> str:
    """A safe name for an uploaded file; "" for a kind of file that orbat cannot read."""
    # browsers send a name, but anybody can send a path
    path = PurePosixPath(name.replace("\\", "/"))
    suffix = path.suffix.lower()
    return file_name(path.stem, suffix) if suffix in ORBAT_SUFFIXES else ""


def disposition(name: str) -> str:
    """The header that makes the browser save a file under a name. Unsafe characters are replaced or escaped."""
    plain = "".join(letter if letter.isascii() and (letter.isalnum() or letter in "-_. ") else "_" for letter in name)
    return f"attachment; filename=\"{plain}\"; filename*=UTF-8''{quote(name, safe='', errors='replace')}"


def _write_new(folder: Path, name: str, content: bytes) -> Path:
    # never replaces a file, and never follows a link
    first = Path(name)
    for number in range(1, 1000):
        file = folder / (name if number == 1 else f"{first.stem}-{number}{first.suffix}")
        try:
            with file.open("xb") as new:
                new.write(content)
        except FileExistsError:
            continue
        return file
    raise FileExistsError

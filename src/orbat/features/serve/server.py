"""The web server of `orbat serve`: one page, a socket for each tab, uploads and downloads.

textual-serve runs the sessions, and its script in the browser shows them. The server of textual-serve would accept
requests from any web page, so the routes and their checks are here:

- The server listens on the loopback address only.
- The header `Host` must name this server, so that no foreign name can point to it.
- A header `Origin`, if present, must name this server. Requests for a socket or an upload need this header.
- Every path begins with the token. Downloads, whose path textual-serve chooses, need the token as a cookie.

Each tab of the browser has a session (`tabs.py`).
"""

from __future__ import annotations

import asyncio
import contextlib
import hmac
import json
import os
import re
import secrets
import socket
import string
from collections.abc import Awaitable, Callable
from pathlib import Path, PurePosixPath
from typing import Any
from urllib.parse import quote

from aiohttp import WSCloseCode, WSMsgType, web
from textual_serve import server

from orbat.documents.read import MAX_BYTES
from orbat.features.serve.session import FILE, ROOT
from orbat.features.serve.tabs import Tabs, TabSession
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
_TAB = re.compile(r"[A-Za-z0-9_-]{8,64}")
_STATIC = Path(server.__file__).parent / "static"
_PAGE = Path(__file__).with_name("page.html")


class ServeSettings(Value):
    """The settings of the server, such as the served folder and the port."""

    root: Path
    port: int
    file: Path | None = None
    max_sessions: int = 4
    patience: float = 5.0
    """How many seconds a session may take to end."""
    grace: float = 300.0
    """Seconds after which a session without a page ends. A page can be reloaded, or lose its connection."""


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
        self.tabs = Tabs(command, limit=settings.max_sessions, patience=settings.patience, grace=settings.grace)
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
                web.get(f"{prefix}/tab", self._tab),
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
            nonce=nonce, socket=f"ws://{request.host}/{self.token}/ws", max_message=MAX_MESSAGE
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
            download = await self.tabs.downloads.get_download_metadata(request.match_info["key"])
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
        async for chunk in self.tabs.downloads.download(request.match_info["key"]):
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
        given = request.query.get("tab", "")
        tab = await self.tabs.take(given if _TAB.fullmatch(given) else "", new_token)
        if not tab:
            raise web.HTTPServiceUnavailable(text="Too many tabs are open.")
        session, socket = self.tabs.session(tab), web.WebSocketResponse(heartbeat=_HEARTBEAT, max_msg_size=MAX_MESSAGE)
        can_go_on = False
        try:
            await socket.prepare(request)
            await socket.send_json(["tab", tab])
            await session.attach(socket, *_size(request.query.get("width"), request.query.get("height")))
            can_go_on = await _converse(socket, session) and not session.has_ended
        finally:
            if can_go_on:
                self.tabs.release(tab)
            else:
                await self.tabs.end(tab)
            await socket.close()
        return socket

    async def _end_all(self, _: web.Application) -> None:
        await self.tabs.end_all()

    async def _tab(self, request: web.Request) -> web.StreamResponse:
        # A page whose socket was closed asks what to do: 204 to reload, otherwise what to show.
        if self.tabs.has(request.query.get("tab", "")):
            return web.Response(status=204)
        if self.tabs.are_full:
            raise web.HTTPServiceUnavailable(text="Too many tabs are open. Close another tab first.")
        raise web.HTTPNotFound(text="The session has ended.")


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


def _size(*typed: Any) -> tuple[int, int]:
    width, height = (int(one) if str(one).isascii() and str(one).isdecimal() else 0 for one in typed)
    return (_within(width or 80, _MAX_COLUMNS), _within(height or 24, _MAX_ROWS))


def _within(number: int, maximum: int) -> int:
    return max(1, min(number, maximum))


async def _converse(socket: web.WebSocketResponse, session: TabSession) -> bool:
    # Returns False if the page sent what it never sends. Otherwise, the connection was closed or lost.
    async for message in socket:
        if message.type != WSMsgType.TEXT or not await _pass_on(message.data, session, socket):
            return False
    return bool(socket.close_code != WSCloseCode.MESSAGE_TOO_BIG)


async def _pass_on(text: str, session: TabSession, socket: web.WebSocketResponse) -> bool:
    # Returns False for a message that the page never sends.
    try:
        match json.loads(text):
            case ["stdin", str(typed)]:
                await session.send_bytes(typed.encode("utf-8", "replace"))
            case ["resize", {"width": int(width), "height": int(height)}]:
                await session.set_terminal_size(_within(width, _MAX_COLUMNS), _within(height, _MAX_ROWS))
            case ["ping", str() | int() | float() as sent]:
                with contextlib.suppress(ConnectionError):  # lost meanwhile; the session waits for its page
                    await socket.send_json(["pong", sent])
            case ["focus" | "blur", *_]:
                pass  # the terminal is all that the page has, so that the builder always has the focus
            case _:
                return False
    except (ValueError, RecursionError):
        return False
    return True


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

"""The connection between a builder and its page in the browser."""

from __future__ import annotations

import contextlib

from textual import events, messages
from textual.drivers.web_driver import WebDriver
from textual.message import Message

REDRAW = "redraw"
"""The kind of message with which the server tells that another page shows the session."""


class PageReplaced(Message):
    """Another page now shows the session. Everything must be drawn again."""


class TabDriver(WebDriver):
    """Textual's driver for browsers.

    The terminal in the page has the focus from the start. Another page can take over the session.
    """

    def start_application_mode(self) -> None:
        """Prepare the terminal, and report that the terminal has the focus."""
        super().start_application_mode()
        # Textual waits until the page reports a focus, which may have been before the builder has started
        self._app.call_later(self._app.post_message, events.AppFocus())

    def run_input_thread(self) -> None:
        """Read the input until it ends. Then end the builder, because the server has ended or crashed."""
        super().run_input_thread()
        # otherwise, the builder would run for ever, and keep its journal from being recovered
        with contextlib.suppress(RuntimeError):  # the builder has ended already
            self._app.post_message(messages.ExitApp())

    def on_meta(self, packet_type: str, payload: dict[str, object]) -> None:
        """Handle a message of the server."""
        if packet_type != REDRAW:
            super().on_meta(packet_type, payload)
            return
        self.write("\x1b[?1049h\x1b[?25l")  # as at the start: the other screen of the terminal, and no cursor
        self._enable_mouse_support()
        self._enable_bracketed_paste()
        super().on_meta("resize", payload)
        self._app.post_message(PageReplaced())

"""Which program shows PDFs."""

from __future__ import annotations

import pytest

from orbat.session.viewer import viewer_command


@pytest.mark.parametrize(
    ("platform", "environment", "installed", "command"),
    [
        ("linux", {"DISPLAY": ":0"}, {"xdg-open"}, "xdg-open"),
        ("linux", {"WAYLAND_DISPLAY": "wayland-0"}, {"wslview"}, "wslview"),
        ("linux", {"DISPLAY": ":0"}, set(), ""),
        ("linux", {}, {"xdg-open"}, ""),
        ("darwin", {}, set(), "open"),
        ("win32", {}, set(), "explorer"),
    ],
)
def test_viewer_needs_a_desktop_and_an_opener(
    platform: str, environment: dict[str, str], installed: set[str], command: str
) -> None:
    """Over SSH, xdg-open could start a browser in the terminal of the builder."""
    assert viewer_command(platform, environment, installed.__contains__) == command

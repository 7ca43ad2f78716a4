"""The system's viewer for PDFs and web pages."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Mapping
from pathlib import Path

from orbat.model.wording import phrase


def viewer_command(platform: str, environment: Mapping[str, str], is_installed: Callable[[str], object]) -> str:
    """The name of the program that opens a file in its usual viewer; "" if there is none.

    `platform`: as in `sys.platform`.
    """
    if platform == "win32":
        return "explorer"
    if platform == "darwin":
        return "open"
    # Without a desktop, for example over SSH, xdg-open may start a browser in the terminal of orbat.
    has_desktop = bool(environment.get("DISPLAY") or environment.get("WAYLAND_DISPLAY"))
    return next((one for one in ("xdg-open", "wslview") if has_desktop and is_installed(one)), "")


def has_viewer() -> bool:
    """Whether the system has a viewer."""
    return bool(viewer_command(sys.platform, os.environ, shutil.which))


def show(file: Path) -> str:
    """Open a file in its usual viewer, without waiting for the viewer. Returns an error message, or ""."""
    command = viewer_command(sys.platform, os.environ, shutil.which)
    silent = subprocess.DEVNULL
    try:
        subprocess.Popen(  # noqa: S603  # the system's opener, with one argument
            [command, str(file.absolute())], stdin=silent, stdout=silent, stderr=silent, start_new_session=True
        )
    except OSError as error:
        return phrase("Cannot open {file}: {fault}.", file=file, fault=(error.strerror or "an error").lower())
    return ""

"""The command `orbat serve`."""

from __future__ import annotations

import importlib.util
from pathlib import Path

import click

from orbat.cli.shared import EXIT_OK, CommandError, write_lines
from orbat.model.wording import phrase

INSTALL = "pip install 'orbat[web]'"
"""The command that installs the packages of this feature."""


@click.command("serve")
@click.argument("file", required=False, type=click.Path(path_type=Path))
@click.option(
    "--root",
    default=".",
    metavar="DIR",
    type=click.Path(path_type=Path),
    help="Only files in this folder can be opened and saved. [default: .]",
)
@click.option("--port", default=0, type=click.IntRange(0, 65535), metavar="N", help="[default: a free port]")
@click.option("--sessions", default=4, type=click.IntRange(1, 20), metavar="N", help="Maximum number of open tabs.")
def serve_command(file: Path | None, root: Path, port: int, sessions: int) -> int:
    """Open the builder in a web browser on this computer.

    Open the address that the command prints. It contains a secret token: whoever has the address can use the builder.
    Each tab of the browser has a builder of its own. With FILE, each tab opens this ORBAT. Files are opened and written
    only in the folder DIR and its subfolders. Ctrl+C ends the server.
    """
    if not is_installed():
        raise CommandError(
            phrase("orbat serve needs the package textual-serve. Install it: {command}", command=INSTALL)
        )
    from orbat.features.serve.server import OrbatServer, ServeSettings, listen, run
    from orbat.tui.storage import is_inside

    folder = root.resolve()
    if not folder.is_dir():
        raise CommandError(phrase("{folder} is not a folder", folder=root))
    if file is not None and file.is_dir():
        raise CommandError(phrase("{file} is a folder", file=file))
    if file is not None and not file.is_file():
        raise CommandError(phrase("{file} does not exist, or is not an ordinary file", file=file))
    if file is not None and not is_inside(file, folder):
        raise CommandError(
            phrase("{file} is not in the folder {folder}; choose another --root", file=file, folder=folder)
        )
    try:
        listener = listen(port)
    except OSError as error:
        raise CommandError(
            phrase("cannot use port {port}: {reason}", port=port, reason=(error.strerror or "an error").lower())
        ) from error
    port = listener.getsockname()[1]
    server = OrbatServer(ServeSettings(folder, port, file.resolve() if file else None, sessions))
    # not wrapped, so that terminals recognise the address
    write_lines([phrase("Open {address}", address=server.address), "Ctrl+C ends the server."])
    run(server, listener)
    return EXIT_OK


def is_installed() -> bool:
    """Whether the packages of this feature are installed."""
    return importlib.util.find_spec("textual_serve") is not None

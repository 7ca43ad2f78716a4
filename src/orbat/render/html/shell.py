"""The frame of every web page: head, style, script, and a policy that forbids all other scripts."""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Iterable
from functools import cache
from pathlib import Path

from orbat.render.html.markup import line, lines, text

_LANGUAGE = "en"


def document(title: str, generator: str, body: Iterable[str]) -> str:
    """A whole page.

    `title` and `generator` are plain text, and `body` is HTML. `generator` is the program and its version.
    """
    head = [
        '<head>\n<meta charset="utf-8">',
        f'<meta http-equiv="Content-Security-Policy" content="{text(_policy())}">',
        '<meta name="viewport" content="width=device-width, initial-scale=1">',
        '<meta name="color-scheme" content="light dark">',
        f'<meta name="generator" content="{text(generator)}">',
        line("title", title),
        f"<style>{_file('page.css')}</style>\n</head>",
    ]
    end = [f"<script>{_file('page.js')}</script>", "</body>", "</html>"]
    return lines(["<!doctype html>", f'<html lang="{_LANGUAGE}">', *head, *body, *end]) + "\n"


@cache
def _file(file: str) -> str:
    return "\n" + Path(__file__).with_name(file).read_text("utf-8")


@cache
def _policy() -> str:
    # The browser runs only this script, and fetches nothing, even if a text were not escaped.
    script, style = (
        base64.b64encode(hashlib.sha256(_file(file).encode()).digest()).decode() for file in ("page.js", "page.css")
    )
    return f"default-src 'none'; script-src 'sha256-{script}'; style-src 'sha256-{style}'; base-uri 'none'"


def table(classes: str, heads: Iterable[str], rows: Iterable[str], labelled_by: str) -> str:
    """A table that the page's script can sort. `labelled_by` is the id of the table's heading."""
    # The roles are written out, since some browsers forget them when a style changes how a table is laid out.
    cells = "".join(f'<th role="columnheader" scope="col">{text(head)}</th>' for head in heads)
    return lines(
        [
            f'<table role="table" class="{classes}" aria-labelledby="{labelled_by}">',
            f'<thead role="rowgroup"><tr role="row">{cells}</tr></thead>',
            '<tbody role="rowgroup">',
            *rows,
            "</tbody>",
            "</table>",
        ]
    )


def number_cells(cells: Iterable[str]) -> str:
    """HTML cells of a table, aligned as numbers. The texts are escaped."""
    return "".join(f'<td role="cell" class="number">{text(cell)}</td>' for cell in cells)

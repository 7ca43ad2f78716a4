"""What YAML leaves out of a text though it may have been meant: anchors that nothing names, and `#2` after a name."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import yaml

from orbat.sources.problem import Problem, Span

TEXTS = frozenset({"name", "title", "note", "player"})
"""The keys of texts in which a number sign may be meant."""


def remarks(text: str, loader: Any) -> Iterator[Problem]:
    """The remarks on a text that is YAML, in the order of their places."""
    lines = text.split("\n")
    anchors: dict[str, Any] = {}
    found: list[tuple[Span, str, str]] = []
    previous: Any = None
    event: Any
    for event in yaml.parse(text, Loader=loader):
        if isinstance(event, yaml.AliasEvent):
            anchors.pop(str(event.anchor), None)
        elif getattr(event, "anchor", None):
            anchors[event.anchor] = event
        if _is_text(previous, event) and (cut := _cut_short(event, lines)):
            says = f"has a text that ends before {cut}, since a # after a space begins a remark"
            found.append((_span(event), says, "Put the whole text in quotes, or a space after the #."))
        previous = event
    for name, event in anchors.items():
        says = f"has the anchor &{name}, which nothing refers to; it is no part of the text"
        found.append((_span(event), says, "Remove it, or put the whole text in quotes."))
    for span, says, helps in sorted(found, key=lambda one: (one[0].line, one[0].column)):
        yield Problem((), says, helps, "SRC003", span, severity="warning")


def _is_text(key: Any, event: Any) -> bool:
    """Whether an event may be the plain text of one of the keys."""
    both = isinstance(event, yaml.ScalarEvent) and isinstance(key, yaml.ScalarEvent)
    return both and event.implicit[0] and not event.style and key.value in TEXTS and bool(event.value)


def _cut_short(event: Any, lines: list[str]) -> str:
    """The number sign and what follows it, right after a text on its line; "" where there is none."""
    mark = event.end_mark
    rest = lines[mark.line][mark.column :] if mark.line < len(lines) else ""
    said = rest.strip()
    return said[:20] if rest[:1] in (" ", "\t") and said[:1] == "#" and said[1:2].isdigit() else ""


def _span(event: Any) -> Span:
    return Span(event.start_mark.line + 1, event.start_mark.column + 1)

"""Keys that a screen has beyond those of its class."""

from __future__ import annotations

from collections.abc import Iterable

from textual.binding import Binding, BindingsMap
from textual.dom import DOMNode


def bind(node: DOMNode, bindings: Iterable[Binding]) -> None:
    """Add keys, which replace those of the class.

    Textual reads `BINDINGS` once, when the class is made. A table that features add rows to is complete only later,
    so its keys belong to the instance. Textual has no public way for a binding with an id, which the player's own
    keys need.
    """
    node._bindings.key_to_bindings.update(BindingsMap(bindings).key_to_bindings)

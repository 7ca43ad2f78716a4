"""Parts of a PDF besides the text of the pages: attachments, annotations, form fields, layers and scripts."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from typing import Any

from orbat.documents.attachment import ATTACHMENT_NAME
from orbat.documents.line_collector import LineCollector

_MAX_ANNOTATIONS = 2_000
"""Maximum number of annotations that are examined on a page."""
_WITHOUT_TEXT = ("/Link", "/Popup", "/PrinterMark", "/TrapNet")
"""Types of annotations that show nothing, or only what another annotation has."""


def collect_document(reader: Any, collector: LineCollector, *, attached: bool) -> None:
    """Report attachments, scripts and other parts of the whole PDF.

    `attached`: whether the attached ORBAT was read.
    """
    is_read = not attached
    for attachment in reader.attachment_list:
        if attachment.name == ATTACHMENT_NAME and not is_read:
            is_read = True
            collector.add_part("attachment", status="read", shown=ATTACHMENT_NAME)
        else:
            collector.add_part("attachment", shown=str(attachment.name))
    root = reader.trailer["/Root"].get_object()
    names = _object(root, "/Names")
    actions = ("/OpenAction" in root and _is_script(_object(root, "/OpenAction")), "/AA" in root)
    if "/JavaScript" in names or any(actions):
        collector.add_part("script")
    if "/XFA" in _object(root, "/AcroForm"):
        collector.add_part("other_part", shown="XFA form")


def _is_script(action: Any) -> bool:
    return isinstance(action, dict) and action.get("/S") == "/JavaScript"


def collect_annotations(page: Any, where: str, collector: LineCollector) -> None:
    """Report the annotations and form fields of a page."""
    for reference in _list(page, "/Annots")[:_MAX_ANNOTATIONS]:
        annotation = reference.get_object()
        if not isinstance(annotation, dict):
            continue
        kind = str(annotation.get("/Subtype", ""))
        if kind == "/Widget":
            name, value = _inherited(annotation, "/T"), _inherited(annotation, "/V")
            is_button = _inherited(annotation, "/FT") in ("/Btn", "/Sig")
            if value not in (None, "") and not is_button:
                collector.add_part("form_field", where, f"{name or ''}: {value}".removeprefix(": "))
        elif kind == "/FileAttachment":
            file = _object(annotation, "/FS")
            collector.add_part("attachment", where, str(file.get("/UF") or file.get("/F") or ""))
        elif kind not in _WITHOUT_TEXT or (kind == "/Link" and "/AP" in annotation):
            text = str(annotation.get("/Contents") or "").strip()
            collector.add_part("annotation", where, text or kind.removeprefix("/"))


def _inherited(field: Any, key: str) -> Any:
    for _ in range(10):
        if key in field:
            value = field[key]
            return value.get_data().decode("latin-1") if hasattr(value, "get_data") else value
        if "/Parent" not in field:
            return None
        field = field["/Parent"].get_object()
    return None


class Layers:
    """The layers of a PDF that are switched off on the screen or in print (ISO 32000-1, 8.11)."""

    def __init__(self, reader: Any) -> None:
        self._off: set[int] = set()
        with suppress(Exception):  # damaged settings: pypdf raises many types of errors
            settings = _object(reader.trailer["/Root"].get_object(), "/OCProperties")
            self._off = set(_switched_off(settings))

    def is_off(self, layer: Any) -> bool:
        """Whether a layer, or a group of layers, is switched off."""
        found = layer.get_object()
        if found.get("/Type") != "/OCMD":
            return _id(layer) in self._off
        members = _list(found, "/OCGs") or [found.raw_get(key) for key in ("/OCGs",) if key in found]
        states = [_id(one) not in self._off for one in members]
        shows = {"/AllOn": all(states), "/AnyOff": not all(states), "/AllOff": not any(states)}
        return bool(states) and not shows.get(found.get("/P", "/AnyOn"), any(states))


def _switched_off(settings: Any) -> Iterator[int]:
    usual = _object(settings, "/D")
    every = _list(settings, "/OCGs")
    if usual.get("/BaseState") == "/OFF":
        on = {_id(layer) for layer in _list(usual, "/ON")}
        yield from (_id(layer) for layer in every if _id(layer) not in on)
    yield from map(_id, _list(usual, "/OFF"))
    for layer in every:
        usage = _object(layer.get_object(), "/Usage")
        states = (_object(usage, "/View").get("/ViewState"), _object(usage, "/Print").get("/PrintState"))
        if "/OFF" in states:
            yield _id(layer)


def _id(reference: Any) -> int:
    return getattr(reference, "idnum", None) or id(reference.get_object())


def _object(parent: Any, key: str) -> Any:
    found = parent[key].get_object() if key in parent else None
    return found if isinstance(found, dict) else {}


def _list(parent: Any, key: str) -> list[Any]:
    found = parent[key].get_object() if key in parent else None
    return list(found) if isinstance(found, list) else []

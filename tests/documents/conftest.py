"""Reading what must be readable, and the message where it must not be."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Callable

import pytest

from orbat.data.problem import Problem
from orbat.documents.any_document import read_document
from orbat.list_reader.document_text import DocumentText

Read = Callable[..., DocumentText]
Refused = Callable[..., str]
Zipped = Callable[[dict[str, str]], bytes]


@pytest.fixture(scope="session")
def read() -> Read:
    """Reads a file that must be readable."""

    def reading(raw: bytes | str, name: str = "list.txt") -> DocumentText:
        found = read_document(raw.encode() if isinstance(raw, str) else raw, name)
        assert isinstance(found, DocumentText), found
        return found

    return reading


@pytest.fixture(scope="session")
def refused() -> Refused:
    """The message about a file that must not be readable."""

    def refusing(raw: bytes | str, name: str = "list.txt") -> str:
        found = read_document(raw.encode() if isinstance(raw, str) else raw, name)
        assert isinstance(found, Problem), found
        assert found.help
        return found.message

    return refusing


@pytest.fixture(scope="session")
def zipped() -> Zipped:
    """An archive with such parts."""

    def zipping(parts: dict[str, str]) -> bytes:
        file = io.BytesIO()
        with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
            for name, text in parts.items():
                archive.writestr(name, text)
        return file.getvalue()

    return zipping

"""Fixtures: read a document, or get the message about one that is refused."""

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
    """Read a file that must be readable."""

    def read_lines(raw: bytes | str, name: str = "list.txt") -> DocumentText:
        found = read_document(raw.encode() if isinstance(raw, str) else raw, name)
        assert isinstance(found, DocumentText), found
        return found

    return read_lines


@pytest.fixture(scope="session")
def refused() -> Refused:
    """The message about a file that must be refused."""

    def message_for(raw: bytes | str, name: str = "list.txt") -> str:
        found = read_document(raw.encode() if isinstance(raw, str) else raw, name)
        assert isinstance(found, Problem), found
        assert found.help
        return found.message

    return message_for


@pytest.fixture(scope="session")
def zipped() -> Zipped:
    """A ZIP archive with the given parts, by name."""

    def archive_of(parts: dict[str, str]) -> bytes:
        file = io.BytesIO()
        with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
            for name, text in parts.items():
                archive.writestr(name, text)
        return file.getvalue()

    return archive_of

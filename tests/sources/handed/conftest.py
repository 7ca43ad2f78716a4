"""Reading what must be readable, and the message where it must not be."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Callable

import pytest

from orbat.sources.handed.open import handed
from orbat.sources.handed.text import Handed
from orbat.sources.problem import Problem

Read = Callable[..., Handed]
Refused = Callable[..., str]
Zipped = Callable[[dict[str, str]], bytes]


@pytest.fixture(scope="session")
def read() -> Read:
    """Reads a file that must be readable."""

    def reading(raw: bytes | str, name: str = "list.txt") -> Handed:
        found = handed(raw.encode() if isinstance(raw, str) else raw, name)
        assert isinstance(found, Handed), found
        return found

    return reading


@pytest.fixture(scope="session")
def refused() -> Refused:
    """The message about a file that must not be readable."""

    def refusing(raw: bytes | str, name: str = "list.txt") -> str:
        found = handed(raw.encode() if isinstance(raw, str) else raw, name)
        assert isinstance(found, Problem), found
        assert found.helps
        return found.says

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

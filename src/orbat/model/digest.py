"""SHA-256 without the slow import of `hashlib`."""

from __future__ import annotations

import contextlib
from importlib import import_module


def sha256(data: bytes) -> bytes:
    """The SHA-256 digest of some bytes."""
    # `hashlib` loads OpenSSL, which takes longer than a whole check. `random` needs the built-in module too.
    for name in ("_sha2", "_sha256"):  # the name since Python 3.12, and the name before
        with contextlib.suppress(ImportError):
            return bytes(import_module(name).sha256(data).digest())
    import hashlib

    return hashlib.sha256(data).digest()

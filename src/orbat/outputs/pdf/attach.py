"""A file put inside a PDF, so that a sheet can be read back. The same PDF and file give the same bytes."""

from __future__ import annotations

import io


def attach(pdf: bytes, name: str, content: bytes) -> bytes:
    """The PDF with a file of this name in it."""
    from pypdf import PdfReader, PdfWriter

    writer = PdfWriter(clone_from=PdfReader(io.BytesIO(pdf)))
    writer.add_attachment(name, content)
    out = io.BytesIO()
    writer.write(out)
    return out.getvalue()

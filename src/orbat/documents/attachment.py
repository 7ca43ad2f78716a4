"""The ORBAT attached to the PDF of a printed sheet."""

from __future__ import annotations

import io

from orbat.data.problem import Problem
from orbat.data.yaml_text import MAX_BYTES

ATTACHMENT_NAME = "orbat.yaml"
"""File name of the attachment."""

NO_ATTACHMENT = "this PDF has no ORBAT attached"


def attached_orbat(raw: bytes) -> bytes | Problem:
    """Extract the YAML attached to a PDF. Returns a Problem if extraction fails."""
    import logging

    from pypdf import PdfReader

    logging.getLogger("pypdf").setLevel(logging.CRITICAL)
    try:
        reader = PdfReader(io.BytesIO(raw))
        for found in reader.attachment_list:
            if found.name == ATTACHMENT_NAME:
                content = found.content
                if len(content) > MAX_BYTES:
                    return _problem("the ORBAT in this PDF is too large", "Ask for the ORBAT as a separate file.")
                return content
    except Exception:  # pypdf raises many types of errors for a damaged PDF
        return _problem("this PDF is damaged or locked and cannot be read", "Ask for a new copy.")
    return _problem(NO_ATTACHMENT, "Only sheets printed by orbat can be read back.")


def has_no_attachment(raw: bytes) -> bool:
    """Whether a PDF is readable but has no ORBAT attached."""
    found = attached_orbat(raw)
    return isinstance(found, Problem) and found.message == NO_ATTACHMENT


def _problem(message: str, help: str) -> Problem:
    return Problem((), message, help, "SRC001")

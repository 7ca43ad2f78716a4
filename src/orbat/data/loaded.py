"""An ORBAT as read, whatever the file it was read from."""

from __future__ import annotations

from dataclasses import replace

from orbat.data.yaml_text import Document
from orbat.model.claims import Reading
from orbat.model.finding import Finding
from orbat.model.orbat import Orbat
from orbat.model.record import Value


class Loaded(Value):
    """An ORBAT as read (None where nothing could be made of it), what was found, and the text behind it."""

    orbat: Orbat | None
    findings: tuple[Finding, ...]
    document: Document | None = None
    reading: Reading | None = None
    """Where it comes from a typed list, what was read from which line."""

    def located(self, finding: Finding) -> Finding:
        """The finding with the line and column of its path."""
        if finding.line is not None or self.document is None:
            return finding
        span = self.document.span(finding.path)
        return replace(finding, line=span.line, column=span.column) if span else finding

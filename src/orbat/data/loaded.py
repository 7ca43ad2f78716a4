"""An ORBAT as loaded from any kind of file."""

from __future__ import annotations

from dataclasses import replace

from orbat.data.yaml_text import Document
from orbat.model.claims import Reading
from orbat.model.finding import Finding
from orbat.model.orbat import Orbat
from orbat.model.record import Value


class Loaded(Value):
    """A loaded ORBAT (None if the file could not be read as one), the findings, and the source text."""

    orbat: Orbat | None
    findings: tuple[Finding, ...]
    document: Document | None = None
    reading: Reading | None = None
    """For a typed list: what was read from which line."""

    def located(self, finding: Finding) -> Finding:
        """Add the line and column of its path to a finding."""
        if finding.line is not None or self.document is None:
            return finding
        span = self.document.span(finding.path)
        return replace(finding, line=span.line, column=span.column) if span else finding

"""An ORBAT loaded from a file of any kind."""

from __future__ import annotations

from dataclasses import replace

from orbat.data.yaml_text import Document
from orbat.model.claims import Reading
from orbat.model.finding import Finding
from orbat.model.orbat import Orbat
from orbat.model.part import Part
from orbat.model.record import Value


class Loaded(Value):
    """The result of loading an ORBAT: the ORBAT, findings and source text. `orbat` is None if the file cannot be
    read."""

    orbat: Orbat | None
    findings: tuple[Finding, ...]
    document: Document | None = None
    reading: Reading | None = None
    """Only for a typed list: how each line was understood."""
    parts: tuple[Part, ...] = ()
    """What the file contains besides the text from which the ORBAT was read."""

    def located(self, finding: Finding) -> Finding:
        """Return the finding with the line and column of its path, if they are known."""
        if finding.line is not None or self.document is None:
            return finding
        span = self.document.span(finding.path)
        return replace(finding, line=span.line, column=span.column) if span else finding

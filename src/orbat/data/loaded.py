"""An ORBAT loaded from a file of any kind."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import field, replace
from typing import Literal

from orbat.data.problem import WHOLE_FILE
from orbat.data.yaml_text import Document
from orbat.model.claims import Correction, Reading
from orbat.model.finding import Finding
from orbat.model.orbat import Orbat
from orbat.model.part import Part
from orbat.model.path import OrbatPath
from orbat.model.record import Value


class CalculatedText(Value):
    """A calculated text, such as a cost, that orbat wrote to an exported file."""

    line: int
    path: OrbatPath
    """The path of the unit, general or other item that the text describes."""
    kind: Literal["army", "total", "verdict", "size", "rating", "option", "quality", "points"]
    text: str


class Loaded(Value):
    """An ORBAT loaded from a file, with findings and source text."""

    orbat: Orbat | None
    """None if the file contains no ORBAT."""
    findings: tuple[Finding, ...]
    document: Document | None = None
    reading: Reading | None = None
    """Only for a typed list: how each line was understood."""
    parts: tuple[Part, ...] = ()
    """What the file contains besides the text from which the ORBAT was read."""
    pages: tuple[str, ...] = ()
    """Only for an ORBAT attached to a PDF: the visible text of each page, with which the ORBAT is compared."""
    calculated: tuple[CalculatedText, ...] = ()
    """Only for the text form, Markdown, CSV and workbooks: the texts that are compared with the calculated ones."""
    web_page: str = ""
    """Only for an ORBAT in a web page: the page without the ORBAT, with which the ORBAT is compared."""
    sheets: tuple[str, ...] = ()
    """Only for an ORBAT in a workbook: the texts of the other sheets, which are compared with the calculated ones."""
    read_again: Callable[[tuple[Correction, ...]], Loaded | None] | None = field(
        default=None, compare=False, hash=False, repr=False
    )
    """Only for a typed list: reads the same army again with corrections. Returns None if no army is left."""

    def located(self, finding: Finding) -> Finding:
        """Add the line and column in the file to a finding, if known."""
        if finding.path == WHOLE_FILE or finding.line is not None or self.document is None:
            return finding
        span = self.document.span(finding.path)
        return replace(finding, line=span.line, column=span.column) if span else finding

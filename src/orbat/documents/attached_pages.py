"""Compare the pages of a PDF with the ORBAT attached to the PDF.

orbat reads the attachment, but people read the pages. This module compares the check codes and QR codes.
`report.page_check` compares numbers and units after pricing.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import groupby

from orbat.data.loaded import Loaded
from orbat.data.problem import WHOLE_FILE, Problem, finding_of
from orbat.documents.code_findings import check_code_findings, orbat_in_codes, qr_finding, qr_part
from orbat.documents.parts import COMPARE_HELP, part_findings
from orbat.documents.pdf import read_pdf
from orbat.list_reader.document_text import DocumentText
from orbat.model.finding import Finding
from orbat.model.wording import phrase
from orbat.report.check_code import check_code


def with_pages(loaded: Loaded, raw: bytes) -> Loaded:
    """Compare the pages of a PDF with the attached ORBAT.

    Returns `loaded` with the text of the pages, other parts of the PDF such as annotations, and findings about
    differences.
    """
    document = read_pdf(raw, attached=True)
    if loaded.orbat is None:
        return loaded
    if isinstance(document, Problem):
        message = phrase("the pages were not compared with the attached ORBAT: {problem}", problem=document.message)
        return replace(loaded, findings=(*loaded.findings, _warning(message)))
    coded = orbat_in_codes(document.codes)
    parts = (*document.parts, *([qr_part(document.codes, coded)] if document.codes else ()))
    pages = _pages(document)
    findings = (
        *loaded.findings,
        *map(_warning, document.warnings),
        *part_findings(parts),
        *([qr_finding("the attached ORBAT")] if coded and check_code(coded) != check_code(loaded.orbat) else ()),
        *check_code_findings("\n".join(pages), loaded.orbat, [loaded.orbat]),
    )
    return replace(loaded, findings=findings, parts=parts, pages=pages)


def _warning(message: str) -> Finding:
    return finding_of(Problem(WHOLE_FILE, message, COMPARE_HELP, "TXT011", severity="warning", doubt="file"))


def _pages(document: DocumentText) -> tuple[str, ...]:
    pages = groupby(document.lines, lambda line: line.part)
    return tuple("\n".join(" " * line.indent + line.text for line in lines) for _, lines in pages)

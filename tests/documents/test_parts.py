"""Parts of a file beside the text that was read, and the findings about them."""

from __future__ import annotations

import pytest

from orbat.documents.line_collector import MAX_PARTS, LineCollector
from orbat.documents.parts import KINDS, part_findings
from orbat.model.part import Part, PartStatus


def messages(*parts: Part) -> list[str]:
    return [finding.message for finding in part_findings(parts)]


@pytest.mark.parametrize("kind", KINDS)
def test_a_part_that_was_left_is_reported_with_its_place_and_text(kind: str) -> None:
    (finding,) = part_findings([Part(kind, "page 2", shown="E Battery, 6 guns")])
    assert (finding.code, finding.severity, finding.doubt) == ("TXT011", "warning", "file")
    assert finding.message == f'1 {KINDS[kind].one}, not read: page 2: "E Battery, 6 guns"'


@pytest.mark.parametrize("kind", KINDS)
def test_a_part_that_was_read_is_reported_only_if_the_file_does_not_show_it(kind: str) -> None:
    assert bool(messages(Part(kind, "page 2", status="read"))) == KINDS[kind].hidden


def test_harmless_parts_are_not_reported() -> None:
    assert not messages(*(Part(kind, status="harmless") for kind in KINDS))


def test_parts_of_one_kind_share_a_finding() -> None:
    rows = (Part("hidden_row", "Sheet1, row 4", status="read"), Part("hidden_row", "Sheet1, row 9", 3, "read"))
    assert messages(*rows) == ["4 hidden rows, read too: Sheet1, row 4; Sheet1, row 9"]


def test_a_long_text_is_shortened_and_a_missing_place_is_left_out() -> None:
    assert messages(Part("footnote", shown="x" * 61)) == [f'1 footnote, not read: "{"x" * 60}..."']
    assert messages(Part("footnote")) == ["1 footnote, not read"]


@pytest.mark.parametrize(("number", "listed", "last"), [(MAX_PARTS, MAX_PARTS, 1), (MAX_PARTS + 5, MAX_PARTS, 6)])
def test_many_parts_are_counted_but_not_all_listed(number: int, listed: int, last: int) -> None:
    status: PartStatus = "read"
    collector = LineCollector("workbook")
    for row in range(number):
        collector.add_part("hidden_row", f"row {row}", status=status)
    assert len(collector.parts) == listed
    assert collector.parts[-1].count == last

"""Wiki text: tables, bullets, links and templates become plain lines and rows."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from orbat.list_reader.document_text import DocumentText

Read = Callable[..., DocumentText]


def _rows(found: DocumentText) -> list[tuple[str, ...]]:
    return [line.cells or (line.text,) for line in found.lines if line.text]


def test_a_wiki_table_becomes_rows_with_aligned_cells(read: Read) -> None:
    found = read(
        '{| class="wikitable sortable" style="x"\n|+ Army of the [[Example]]\n! scope="col" | Corps !! Unit !! Bases\n'
        "|-\n| rowspan=2 | '''[[First Corps|I]]''' || [[Alpha Foot]] || 12\n|-\n| {{nowrap|Beta<br>Horse}}\n| 8\n"
        "|- bgcolor=red\n! colspan=2 | Sum\n| 20\n|}\nAfter"
    )
    assert found.form == "wiki text"
    assert _rows(found) == [
        ("Army of the Example",),
        ("Corps", "Unit", "Bases"),
        ("I", "Alpha Foot", "12"),
        ("", "Beta, Horse", "8"),
        ("Sum", "", "20"),
        ("After",),
    ]
    assert [line.number for line in found.lines] == [2, 3, 5, 7, 10, 13]


def test_wiki_bullets_keep_their_level_and_lose_their_marks(read: Read) -> None:
    found = read(
        "=== Left wing ===\n* ''General'' [[A. Example|Example]] (25)\n"
        "** {{flagicon|X}} [[Alpha Foot]], {{convert|12|lb|kg}}, 40\n"
        "# [https://x.org/y Beta Horse] 30\n{{lang|fr|Garde}} 50"
    )
    assert [(line.text, line.indent, line.heading) for line in found.lines] == [
        ("Left wing", 0, 3),
        ("• General Example (25)", 0, 0),
        ("• Alpha Foot, 12 lb, 40", 2, 0),
        ("• Beta Horse 30", 0, 0),
        ("Garde 50", 0, 0),
    ]


def test_footnotes_and_dropped_templates_with_numbers_are_reported(read: Read) -> None:
    found = read(
        "'''Alpha''' 40<ref>or 12 stands</ref> {{flag|X}}\n[[Beta]] 30 {{sfn|Doe|1870|p=3}}<ref name=a/>\n<s>Gone 5</s>"
    )
    assert [line.text for line in found.lines] == ["Alpha 40", "Beta 30"]
    left = [(part.kind, part.where, part.shown) for part in found.parts if part.status == "left"]
    assert left == [
        ("struck_out", "line 3", "Gone 5"),
        ("footnote", "line 1", "or 12 stands"),
        ("other_part", "line 2", "{{sfn|Doe|1870|p=3}}"),
    ]


@pytest.mark.parametrize("text", ["== Force ==\n** 33rd ** 60", "**Bold**\n== A ==\n| a | b |", "[x] 4\n[[b]] 5"])
def test_other_lists_are_not_taken_for_wiki_text(read: Read, text: str) -> None:
    assert read(text).form == "text"


@pytest.mark.parametrize("text", ["{|\n" * 300 + "|}", "[[a]] " + "{{" * 5000, "'''a''' [[" + "<ref>" * 5000])
def test_broken_wiki_text_is_read_at_once(read: Read, text: str) -> None:
    assert read(text + "\nAlpha 40").lines

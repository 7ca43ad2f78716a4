"""The foot of pages: what identifies the ORBAT."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from tests.render.pdf.conftest import pages_of, words

from orbat.report.origin import origin
from orbat.report.report import Report


@pytest.mark.parametrize(
    ("epoch", "date"),
    [("", "1854-09"), ("0", "1970-01-01"), ("1796000000", "2026-11-30"), ("soon", "1854-09"), ("9" * 11, "1854-09")],
)
def test_the_origin_has_code_versions_and_date(
    make: Callable[..., Report], monkeypatch: pytest.MonkeyPatch, epoch: str, date: str
) -> None:
    """The date is that for reproducible files. Without one, or with an unusable one, it is the ORBAT's."""
    monkeypatch.setenv("SOURCE_DATE_EPOCH", epoch)
    report = make(date="1854-09")
    assert report.book
    versions = [report.book.lists["british"].version, report.book.ruleset.version]
    titles = f"British version {versions[0]}, Days of Empire version {versions[1]}"
    assert origin(report).text == f"{report.check_code} · {titles} · {date}"


@pytest.mark.parametrize("sheet", ["orbat", "cards", "reference"])
def test_every_page_has_the_origin_and_its_number_in_its_foot(make: Callable[..., Report], sheet: str) -> None:
    army = make(title="Army", units=[{"name": "7th", "entry": "brit_line", "size": 15, "rating": 3}])
    for number, page in enumerate(found := pages_of(army, sheet), 1):
        foot = sorted(words(page), key=lambda word: (word.y, word.x))[-4:]
        assert [word.text for word in foot] == ["orbat", "“Army”", origin(army).text, f"page {number} of {len(found)}"]


def test_a_narrow_foot_has_the_short_form_with_all_versions_and_the_date(make: Callable[..., Report]) -> None:
    """Only the title of the army list is shortened."""
    army = make(ruleset="days_of_glory", army_list="confederate_trans_mississippi", date="1863", title="Army")
    head, title, tail = origin(army).short
    assert (head, title) == (f"{army.check_code} · ", "Confederate armies of the Trans-Mississippi")
    assert tail.endswith(", DOG 1 · 1863")
    (page,) = pages_of(army, "orbat", paper="letter", booklet=True)
    (found,) = (word.text for word in words(page) if word.text.startswith(head))
    assert found.endswith(tail)
    assert "…" in found

from __future__ import annotations

import io
import re
from collections.abc import Callable
from typing import Any, Literal

import pytest
from pypdf import PdfReader
from tests.render.pdf.conftest import LAYOUTS, pages_of, words

from orbat.documents.attachment import ATTACHMENT_NAME, attached_orbat
from orbat.model.sheet import PrintOptions
from orbat.printing import replaced_characters
from orbat.render.pdf.render import render
from orbat.report.report import Report

Make = Callable[..., Report]
Keys = Callable[..., dict[str, Any]]
YAML = "orbat: 1\ntitle: Севастополь\n".encode()


def render_sheet(report: Report, *, yaml_text: bytes, attachment: str = ATTACHMENT_NAME, **options: Any) -> bytes:
    attached = (attachment, yaml_text) if yaml_text else None
    return render(report, [LAYOUTS["orbat"]], PrintOptions(**options), attachment=attached)


def text_of(pdf: bytes) -> str:
    return "\n".join(page.extract_text() for page in PdfReader(io.BytesIO(pdf)).pages)


@pytest.fixture
def army(make: Make, unit: Keys, brigade: Keys) -> Report:
    names = ("7th Royal Fusiliers", "Севастополь 1-й", "İıŞşĞğ", "中 regiment", "<b>&amp;</b>")
    units = [unit(name, options=["rifles"]) for name in names]
    return make(
        title="Codrington's brigade",
        player="Jo",
        note="A note on the army.",
        commander={"name": "Lord Raglan"},
        formations=[brigade("Codrington", 0, units=units, off_board=True)],
    )


def test_a_printed_sheet_can_be_read_back(army: Report) -> None:
    text = text_of(render_sheet(army, paper="a4", yaml_text=YAML))
    for expected in (
        "Codrington's brigade",
        army.subtitle,
        "Player: Jo",
        army.points,
        army.verdict.headline,
        "A note on the army.",
        "Lord Raglan, capable, the player",
        "Brigade Codrington",
        "General Codrington, capable (3)",
        "off the board",
        "7th Royal Fusiliers",
        "Севастополь 1-й",
        "İıŞşĞğ",
        "[U+4E2D] regiment",
        "<b>&amp;</b>",
        "15 stands x (3 class 3 + 1 rifles) = 60 [DOE 5.3, 5.4]",
        "Army total",
        "page 1 of 1",
    ):
        assert expected in text, words
    assert re.search(r"^330$", text, re.MULTILINE), "figures set apart are still one number"
    for finding in army.findings:
        assert finding.code in text


def test_the_orbat_is_attached(army: Report) -> None:
    assert attached_orbat(render_sheet(army, paper="a4", yaml_text=YAML)) == YAML
    named = PdfReader(io.BytesIO(render_sheet(army, paper="a4", yaml_text=YAML, attachment="other.yaml")))
    assert list(named.attachments) == ["other.yaml"]
    assert ATTACHMENT_NAME in PdfReader(io.BytesIO(render_sheet(army, paper="a4", yaml_text=YAML))).attachments
    assert not PdfReader(io.BytesIO(render_sheet(army, paper="a4", yaml_text=b""))).attachments


def test_a_warning_names_five_texts_with_missing_characters(make: Make, unit: Keys) -> None:
    report = make(note="中 " * 50, units=[unit(f"第{number}") for number in range(6)])
    warning = replaced_characters(report, PrintOptions())
    assert warning.startswith("the fonts of sheets do not have all characters of Note: 中 中")
    assert "..., 第0, 第1, 第2, 第3 and 2 more texts; codes such as [U+4E2D] are" in warning
    assert "Note" not in replaced_characters(report, PrintOptions(notes=False))
    assert replaced_characters(make(units=[unit("Żuaw")]), PrintOptions()) == ""


@pytest.mark.parametrize("attachment", [YAML, b""])
def test_the_pdf_has_version_language_and_shown_title(army: Report, attachment: bytes) -> None:
    pdf = render_sheet(army, paper="a4", yaml_text=attachment)
    assert pdf.startswith(b"%PDF-1.7")
    reader = PdfReader(io.BytesIO(pdf))
    assert str(reader.root_object["/Lang"]) == "en-GB"
    assert reader.viewer_preferences is not None
    assert reader.viewer_preferences.display_doctitle


@pytest.mark.slow
def test_the_same_report_gives_the_same_bytes(army: Report, odd_texts: Report) -> None:
    first = render_sheet(army, paper="a4", yaml_text=YAML)
    render_sheet(odd_texts, paper="letter", yaml_text=YAML)
    assert render_sheet(army, paper="a4", yaml_text=YAML) == first


@pytest.mark.parametrize(("paper", "size"), [("a4", (595, 842)), ("letter", (612, 792))])
def test_paper_sizes(army: Report, paper: Literal["a4", "letter"], size: tuple[int, int]) -> None:
    page = PdfReader(io.BytesIO(render_sheet(army, paper=paper, yaml_text=YAML))).pages[0]
    assert (round(page.mediabox.width), round(page.mediabox.height)) == size


def test_the_verdict_is_on_the_first_page(make: Make, brigade: Keys) -> None:
    """A long title, and a long name of the player, are shortened."""
    report = make(title="The Alma " * 400, player="Anna " * 400, formations=[brigade("1st", 2)])
    assert "Verdict:" in [mark.text for mark in words(pages_of(report)[0])]


def test_hidden_points_are_not_printed(army: Report) -> None:
    text = text_of(render_sheet(army, paper="a4", yaml_text=b"", hide_points=True))
    assert "7th Royal Fusiliers" in text
    assert army.verdict.headline in text
    assert not re.search(r"330|\b60\b|DOE|points,|Army total", text.replace(army.subtitle, ""))


@pytest.mark.slow
def test_odd_texts_are_drawn_as_text(odd_texts: Report) -> None:
    pdf = render_sheet(odd_texts, paper="a4", yaml_text=YAML)
    text = text_of(pdf)
    assert "[U+202E]" in text
    assert "[U+1F600]" in text
    assert "<b>bold</b> &amp; <para>" in text
    assert not re.search("[\x00-\x08\x0e-\x1f\u200b\u202a-\u202e\u2066-\u2069]", text)
    info = PdfReader(io.BytesIO(pdf)).metadata
    assert info is not None
    assert "\u202e" not in (info.title or "")


def test_fonts_are_embedded_and_only_black_is_used(army: Report) -> None:
    for page in PdfReader(io.BytesIO(render_sheet(army, paper="a4", yaml_text=YAML))).pages:
        fonts = [font.get_object() for font in page["/Resources"]["/Font"].values()]  # type: ignore[index]
        assert fonts
        assert all("/FontFile2" in font["/FontDescriptor"] for font in fonts)
        content = page.get_contents()
        assert content is not None
        colours = re.findall(rb"^(.*) (?:rg|RG|g|G|k|K|sc|SC)$", content.get_data(), re.MULTILINE)
        assert {colour.split()[-1] for colour in colours} <= {b"0"}


@pytest.mark.parametrize("keys", [{}, {"title": "Nothing"}, {"ruleset": "nobody_knows_it"}, {"army_list": "nowhere"}])
def test_incomplete_armies_are_printed(make: Make, keys: dict[str, str]) -> None:
    report = make(**keys)
    text = text_of(render_sheet(report, paper="a4", yaml_text=YAML))
    assert report.title in text
    assert report.verdict.headline in text


@pytest.mark.slow
def test_a_large_army_has_all_its_units(make: Make, brigade: Keys) -> None:
    report = make(title="Large", formations=[brigade(f"Reg{number}x", 5) for number in range(50)])
    text = text_of(render_sheet(report, paper="a4", yaml_text=YAML))
    assert all(f"Reg{number}x {one}" in text for number in range(50) for one in range(1, 6))

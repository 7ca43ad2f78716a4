"""Pictures of pages as SVG and PNG."""

from __future__ import annotations

import io
import xml.etree.ElementTree as ElementTree
from collections.abc import Callable
from importlib.util import find_spec
from typing import Any

import pytest
from PIL import Image
from tests.render.pdf.conftest import LAYOUTS, Make, pages_of, words

from orbat.data.library import Library
from orbat.model.sheet import PrintOptions
from orbat.printing import print_pictures
from orbat.render.pdf.svg import svg_of

Keys = Callable[..., dict[str, Any]]
SVG = "{http://www.w3.org/2000/svg}"
needs_package = pytest.mark.skipif(find_spec("pypdfium2") is None, reason="orbat[pictures] is not installed")


def test_svg_has_every_text_letter_and_colour(make: Make, brigade: Keys) -> None:
    page = pages_of(make(title="A < B & C", formations=[brigade("Adams", 2)]), "labels")[0]
    root = ElementTree.fromstring(svg_of(page, lambda face, letter: f"M0 0h{ord(letter)}z", title="A < B"))
    assert root.findtext(f"{SVG}title") == "A < B"
    assert root.get("width") == "595.28pt"
    groups = root.findall(f"{SVG}g")
    assert [one.get("aria-label") for one in groups] == [mark.text for mark in words(page)]
    known = {f"#{one.get('id')}" for one in root.iter(f"{SVG}path") if one.get("id")}
    uses = [use for group in groups for use in group]
    assert {use.get("href") for use in uses} == known
    assert len(uses) == sum(len(mark.text.replace(" ", "")) for mark in words(page))
    assert "rgb(204,15,36)" in {one.get("fill") for one in root.iter(f"{SVG}path")}, "the red of the flag"


@needs_package
def test_pictures_of_each_page(make: Make, brigade: Keys) -> None:
    report = make(title="Two", formations=[brigade("Adams", 2)])
    wanted, library = [LAYOUTS["roster"], LAYOUTS["labels"]], Library()
    png = [Image.open(io.BytesIO(one)) for one in print_pictures(report, wanted, PrintOptions(), library, "png")]
    assert [one.size for one in png] == [(1654, 2339)] * 2
    svg = [one.decode() for one in print_pictures(report, wanted, PrintOptions(), library, "svg")]
    assert len(svg) == 2
    root = ElementTree.fromstring(svg[0])
    outline = next(one.get("d") or "" for one in root.iter(f"{SVG}path") if one.get("id") == "r48")
    numbers = [int(one) for one in outline.replace("z", " ").translate(str.maketrans("MLC", "   ")).split()]
    assert 400 < max(numbers) < 800, "H is as wide as in the font, 1000 units to the em"

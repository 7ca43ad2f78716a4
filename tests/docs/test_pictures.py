"""The pictures of the documents show the words that orbat shows now. `.ci/browser_pictures.py` takes them again."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from PIL import Image
from tests.pictures import KEY, ROOT, builder, digest, web_page

from orbat.data.library import Library


@pytest.mark.slow
@pytest.mark.parametrize(("name", "drawn"), [("builder", builder), ("phone", web_page)])
def test_a_picture_shows_the_current_words(name: str, drawn: Callable[[Library], str], library: Library) -> None:
    with Image.open(ROOT / "docs" / f"{name}.png") as image:
        words = image.info[KEY]
    assert words == digest(drawn(library)), "Run python .ci/browser_pictures.py."


def test_numbers_may_change_without_a_new_picture() -> None:
    first = digest("<style>p {}</style><p>12 points QG7U-K7V3-Y7L9-9P24</p>")
    assert first == digest("<b>9</b> points AAAA-BBBB-CCCC-DDDD")
    assert first != digest("12 stands QG7U-K7V3-Y7L9-9P24")

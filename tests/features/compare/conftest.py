"""Reports on small armies, shared with the tests of sheets."""

from tests.render.pdf.conftest import make, odd_texts

__all__ = ["make", "odd_texts"]

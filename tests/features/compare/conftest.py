"""Reports on small armies, shared with the tests of sheets."""

from tests.render.pdf.conftest import make, nasty

__all__ = ["make", "nasty"]

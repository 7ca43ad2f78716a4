"""Reports on small armies, as the tests of sheets make them."""

from tests.render.pdf.conftest import make, nasty

__all__ = ["make", "nasty"]

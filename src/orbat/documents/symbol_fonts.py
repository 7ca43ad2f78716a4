"""Fonts that display symbols in place of letters and digits."""

from __future__ import annotations

_STARTS = (
    *("wingdings", "webdings", "symbol", "zapfdingbats", "dingbats", "marlett", "msoutlook", "mtextra"),
    *("bookshelfsymbol", "monotypesorts", "msreferencespecialty", "opensymbol", "standardsymbols", "adobeblank"),
)


def shows_symbols(font: str) -> bool:
    """Whether a font displays symbols, or nothing, in place of letters."""
    name = "".join(one for one in font.partition(",")[0].casefold() if one.isalpha())
    return name.startswith(_STARTS) and not name.startswith("symbola")

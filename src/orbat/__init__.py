"""Library for pricing, checking and printing ORBATs (see docs/library.md)."""

# Every command imports this package, so the names in it are imported only on first use.

from typing import TYPE_CHECKING

__all__ = [
    "Finding",
    "Library",
    "Orbat",
    "Quote",
    "Report",
    "Unreadable",
    "__version__",
    "check",
    "load",
    "price",
    "render_pdf",
]

if TYPE_CHECKING:
    from orbat.api import Finding, Library, Orbat, Quote, Report, Unreadable, check, load, price, render_pdf

    __version__: str
else:  # hidden from type checkers: it would type every misspelt name as Any

    def __getattr__(name: str) -> object:
        if name not in __all__:
            raise AttributeError(f"module 'orbat' has no attribute {name!r}")
        if name == "__version__":
            from orbat.session.crash_log import version

            value = version()
        else:
            from orbat import api

            value = getattr(api, name)
        globals()[name] = value  # call this function once per name
        return value

    def __dir__() -> list[str]:
        return sorted({*globals(), *__all__})

"""Price, check and print ORBATs from another program; docs/library.md shows how.

Every command imports this package, so that each name is imported only when it is used.
"""

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
else:  # type checkers do not see this function: it would give every misspelt name the type Any

    def __getattr__(name: str) -> object:
        if name not in __all__:
            raise AttributeError(f"module 'orbat' has no attribute {name!r}")
        if name == "__version__":
            from orbat.session.crash_log import version

            value = version()
        else:
            from orbat import api

            value = getattr(api, name)
        globals()[name] = value  # so that this function is called once for each name
        return value

    def __dir__() -> list[str]:
        return sorted({*globals(), *__all__})

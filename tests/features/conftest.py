"""Fixtures for tests of features: hosts, failing rules and prices, and reports for sheets."""

from tests.cli.conftest import broken_prices, broken_rule
from tests.render.pdf.conftest import brigade, make, odd_texts, unit
from tests.tui.commands.conftest import home, host, light_division, program, workspace

__all__ = [
    "brigade", "broken_prices", "broken_rule", "home", "host", "light_division", "make", "odd_texts", "program", "unit",
    "workspace",
]  # fmt: skip

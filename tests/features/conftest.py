"""Hosts for the commands of features, and rules and prices that fail."""

from tests.cli.conftest import broken_prices, broken_rule
from tests.tui.commands.conftest import home, host, program

__all__ = ["broken_prices", "broken_rule", "home", "host", "program"]

"""Options that optional features add to commands, such as `--owned`."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any, TypeVar

import click

from orbat.registry import load, options_of
from orbat.report.report import Report

F = TypeVar("F", bound=Callable[..., Any])
Change = Callable[[Report], Report]


def with_feature_options(command: str) -> Callable[[F], F]:
    """Return a decorator that adds the options of optional features, such as `--owned`, to a command.

    The decorated function gets the values of the options as keyword arguments.
    """

    def decorate(function: F) -> F:
        for one in reversed(options_of(command)):
            taken = click.Path(path_type=Path) if one.value_type == "file" else click.STRING
            metavar = "FILE" if one.value_type == "file" else None
            function = click.option(one.flag, type=taken, metavar=metavar, multiple=one.multiple, help=one.help)(
                function
            )
        return function

    return decorate


def feature_values(command: str, added: Mapping[str, Any]) -> list[Any]:
    """The values of the options that optional features add, such as `--owned`. Raises CommandError.

    `added`: what the user typed for the options, by parameter name.
    """
    values = ((one, added[one.parameter]) for one in options_of(command))
    # Options that the user did not give are left out.
    return [load(one.code)(value) for one, value in values if value]


def apply_changes(reports: Iterable[Report], changes: Iterable[Change]) -> tuple[Report, ...]:
    """Apply changes (functions from report to report) to all reports."""
    changes = tuple(changes)
    return tuple(_with_changes(report, changes) for report in reports)


def _with_changes(report: Report, changes: tuple[Change, ...]) -> Report:
    for change in changes:
        report = change(report)
    return report

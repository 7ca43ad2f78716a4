"""Merges several results of one rule at one place."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from orbat.model.finding import SEVERITIES, Finding


class _Message:
    def __init__(self, finding: Finding) -> None:
        self.finding = finding

    def __str__(self) -> str:
        return self.finding.message


def merge(first: Finding, second: Finding) -> Finding:
    """Merge two results of one rule at the same place into one finding."""
    return replace(
        first,
        severity=min(first.severity, second.severity, key=SEVERITIES.index),
        message_template="{first}; {second}",
        help_template=first.help_template,
        fields={**first.fields, "first": _Message(first), "second": _Message(second)},
        cites=tuple(dict.fromkeys((*first.cites, *second.cites))),
        fix=(*first.fix, *second.fix),
        group=None,
        doubt=first.doubt or second.doubt,
        house=first.house and second.house,
    )


def merged_fields(finding: Finding) -> Iterator[Mapping[str, Any]]:
    """The `fields` of every result that was merged into a finding."""
    parts = [part for part in finding.fields.values() if isinstance(part, _Message)]
    for part in parts:
        yield from merged_fields(part.finding)
    if not parts:
        yield finding.fields

"""Failures of orbat itself, as values: the layers that check record them, the edges write them to a log."""

from __future__ import annotations

from collections.abc import Iterable

from orbat.model.finding import Finding
from orbat.model.record import Value

RULE_FAILED = "INT001"
CHECK_FAILED = "INT002"
INTERNAL = (RULE_FAILED, CHECK_FAILED)
"""The codes of findings that leave the verdict unfinished."""


class Failure(Value):
    """An internal error: what failed (`rule UNT003`) and the text of its traceback."""

    what: str
    traceback: str


def failure_of(what: str, error: BaseException) -> Failure:
    """The failure that an exception is of."""
    from traceback import format_exception

    return Failure(what, "".join(format_exception(error)))


def rules_failed(failures: Iterable[Failure], checked: str = "army") -> Finding:
    """One finding for all rules that failed. It is about all that was `checked`, wherever in it they failed."""
    failed = tuple(failures)
    codes = sorted({failure.what.removeprefix("rule ") for failure in failed})
    *first, last = codes
    named = f"rules {', '.join(first)} and {last}" if first else f"rule {last}"
    return Finding(
        code=RULE_FAILED,
        severity="error",
        path=(),
        message_template="{named} failed with an internal error; the {checked} was not fully checked",
        help_template="Report this, with the file and the log.",
        cites=("orbat",),
        fields={"named": named, "checked": checked, "failures": failed},
    )


def failures_in(findings: Iterable[Finding]) -> tuple[Failure, ...]:
    """The failures that findings record."""
    found: list[Failure] = []
    for finding in findings:
        if finding.code in INTERNAL:
            recorded = finding.fields.get("failures", ())
            assert isinstance(recorded, tuple)
            found += recorded
    return tuple(found)

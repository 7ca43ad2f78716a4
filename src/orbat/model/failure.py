"""Internal errors as values, for the log."""

from __future__ import annotations

from collections.abc import Iterable

from orbat.model.finding import Finding
from orbat.model.record import Value
from orbat.model.wording import all_of, pick

RULE_FAILED = "INT001"
CHECK_FAILED = "INT002"
INTERNAL = (RULE_FAILED, CHECK_FAILED)
"""Finding codes of internal errors. With any such finding, the verdict is "unfinished"."""


class Failure(Value):
    """An internal error: the part of orbat that failed, such as `rule UNT003`, and a traceback."""

    what: str
    traceback: str


def failure_of(what: str, error: BaseException) -> Failure:
    """Create a failure from an exception."""
    from traceback import format_exception

    return Failure(what, "".join(format_exception(error)))


def rules_failed(failures: Iterable[Failure], checked: str = "army") -> Finding:
    """Create one finding for all failed rules. `checked` is the checked object, such as `army`."""
    failed = tuple(failures)
    codes = sorted({failure.what.removeprefix("rule ") for failure in failed})
    return Finding(
        code=RULE_FAILED,
        severity="error",
        path=(),
        message_template=pick(
            len(codes),
            "rule {codes} failed with an internal error; the {checked} was not fully checked",
            "rules {codes} failed with an internal error; the {checked} was not fully checked",
        ),
        help_template="Report this error, with the file and the log.",
        cites=("orbat",),
        fields={"codes": all_of(codes), "checked": checked, "failures": failed},
    )


def failures_in(findings: Iterable[Finding]) -> tuple[Failure, ...]:
    """The internal errors recorded in findings."""
    found: list[Failure] = []
    for finding in findings:
        if finding.code in INTERNAL:
            recorded = finding.fields.get("failures", ())
            assert isinstance(recorded, tuple)
            found += recorded
    return tuple(found)

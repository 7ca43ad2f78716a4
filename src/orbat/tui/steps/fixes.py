"""Apply the automatic fixes of a group of findings as one step. Pure functions."""

from __future__ import annotations

from orbat.evaluate.trial import added_faults
from orbat.model.arrange import apply_edits
from orbat.model.edits import Set
from orbat.model.finding import Finding
from orbat.model.orbat import Orbat
from orbat.model.record import Value
from orbat.model.wording import phrase, plural
from orbat.pipeline import Evaluator, apply_fix, fix_refusal
from orbat.report.finding_groups import FindingGroup
from orbat.tui.state import State, StepResult


class GroupFix(Value):
    """The result of fixing a group of findings."""

    step: StepResult | None
    """None if nothing was fixed."""
    refused: str = ""
    """The reason for not applying a fix, or ""."""


def fix_group(state: State, group: FindingGroup) -> GroupFix:
    """Apply the automatic fixes of all findings of a group. A fix that would cause an error is refused."""
    fixable = tuple(one for one in group.findings if one.fix)
    if not fixable:
        return GroupFix(None)
    if (orbat := _all_at_once(state, fixable)) is not None:
        return GroupFix(_step(state, group, orbat, len(fixable)))
    return _one_by_one(state, group, len(fixable))


def _step(state: State, group: FindingGroup, orbat: Orbat, count: int) -> StepResult:
    name = plural(count, "fix {code}", "fix {code}, {count} times", code=group.code)
    return StepResult(name, orbat, state.selected)


def _all_at_once(state: State, fixable: tuple[Finding, ...]) -> Orbat | None:
    # Fixes of different fields do not affect each other, so the army is checked only once.
    edits = tuple(edit for finding in fixable for edit in finding.fix)
    fields = {(edit.path, edit.field) for edit in edits if isinstance(edit, Set)}
    if len(fixable) == 1 or len(fields) != len(edits):
        return None
    evaluator = Evaluator()
    orbat = apply_edits(state.orbat, edits)
    findings = evaluator.examine(orbat, state.book)[1]
    is_fixed = not {_identity(one) for one in findings} & {_identity(one) for one in fixable}
    return orbat if is_fixed and not added_faults(state.findings, findings) else None


def _one_by_one(state: State, group: FindingGroup, most: int) -> GroupFix:
    evaluator, orbat, fixed = Evaluator(), state.orbat, 0
    refused: dict[tuple[object, ...], str] = {}
    # The places of the other findings may change with each fix, so the army is checked again.
    current: tuple[Finding, ...] = group.findings
    while fixed + len(refused) < most:
        finding = next((one for one in current if one.fix and _identity(one) not in refused), None)
        if finding is None:
            break
        after = apply_fix(orbat, finding, state.book, evaluator)
        if reason := fix_refusal(orbat, finding, after, state.book, evaluator):
            refused[_identity(finding)] = reason
            continue
        orbat, fixed = after, fixed + 1
        found = evaluator.examine(orbat, state.book)[1]
        current = tuple(one for one in found if FindingGroup((one,)).key == group.key)
    reason = next(iter(refused.values()), "")
    if fixed and refused:
        reason = phrase("{count} fixed. {reason}", count=fixed, reason=reason)
    return GroupFix(_step(state, group, orbat, fixed) if fixed else None, reason)


def _identity(finding: Finding) -> tuple[object, ...]:
    return finding.code, finding.path, finding.message

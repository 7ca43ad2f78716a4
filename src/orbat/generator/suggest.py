"""Suggestions that fix findings, spend the remaining points, or bring the army within the agreed size."""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from dataclasses import replace
from itertools import chain, combinations, groupby, islice, product
from typing import get_args

from orbat.evaluate.merging import merged_fields
from orbat.evaluate.trial import TrialResult, count_faults, faults_of
from orbat.generator.named_edits import (
    EditKind,
    EditTester,
    NamedEdit,
    all_edits,
    purchases,
    replacements,
    unit_edits,
)
from orbat.model.book import Book
from orbat.model.edits import Edit, at
from orbat.model.failure import Failure
from orbat.model.finding import Finding
from orbat.model.orbat import Orbat
from orbat.model.path import OrbatPath
from orbat.model.points import Points, exact, show
from orbat.model.record import Value
from orbat.model.wording import all_of, phrase

# Ways to fix findings: a finding's own fix, or units and formations to remove, reduce or buy.


MAX_FIXES = 3
"""Maximum number of suggestions for one finding."""
MAX_REMOVED = 8
"""Maximum number of units to remove together for one finding."""
_MAX_TRIED_FOR_ONE = 150
"""Maximum number of edits to try for one finding."""
_MAX_TRIED_IN_ALL = 600
"""Maximum number of edits to try for all findings. An army with dozens of errors may have hundreds of units."""

_REMOVALS: tuple[EditKind, ...] = ("remove", "remove formation")

Fix = tuple[NamedEdit, TrialResult, tuple[str, OrbatPath]]


class _Case(Value):
    finding: Finding

    def cleared(self, tester: EditTester, tried: TrialResult) -> bool:
        """Whether the finding occurs less often in the edited army than before."""
        before, after = count_faults(tester.findings), count_faults(tried.findings)
        return all(after[one] < before[one] for one in faults_of(self.finding))


def finding_fixes(tester: EditTester) -> Iterator[Fix]:
    """Yield edits that remove a finding without causing new findings."""
    singles: list[NamedEdit] | None = None
    removable = [one for one in tester.findings if is_clearable(one)]
    most = min(_MAX_TRIED_FOR_ONE, _MAX_TRIED_IN_ALL // max(1, len(removable)))
    # A warning is fixed only if the finding contains a fix.
    for finding in tester.findings:
        ignored = finding.house and tester.orbat.house_limits == "ignore"
        if finding.severity == "note" or ignored:
            continue
        of, case = (finding.code, finding.path), _Case(finding)
        if finding.fix:
            if fixed := _own_fix(tester, case):
                yield (*fixed, of)
        elif finding in removable:
            singles = singles if singles is not None else _single_edits(tester)
            yield from ((*way, of) for way in islice(_clearing_edits(tester, case, singles, most), MAX_FIXES))


_CLEARED_BY_REMOVAL = frozenset(
    {"UNT001", "UNT008", "UNT011", "ARM001", "ARM002", "ARM003", "FRM002", "FRM004", "FRM005"}
)
"""Codes of findings that a removal, reduction or purchase may clear. Findings about the agreed size are handled
separately."""


def is_clearable(finding: Finding) -> bool:
    """Whether removing, reducing or buying units may clear a finding that has no automatic fix."""
    return finding.severity == "error" and finding.code in _CLEARED_BY_REMOVAL and not finding.fix


ABOUT_SIZE = frozenset({"PTS001", "PTS004"})
"""Codes of findings about points over the agreed size, or left of it."""


def may_have_suggestions(finding: Finding) -> bool:
    """Whether orbat may have suggestions that clear a finding."""
    return is_clearable(finding) or finding.code in ABOUT_SIZE


def _single_edits(tester: EditTester) -> list[NamedEdit]:
    nearest: dict[OrbatPath, NamedEdit] = {}
    others: list[NamedEdit] = []
    for edit in all_edits(tester):
        if edit.kind == "size":
            if edit.change < 0 and (edit.subject not in nearest or edit.distance < nearest[edit.subject].distance):
                nearest[edit.subject] = edit
        else:
            others.append(edit)
    return [*nearest.values(), *others]


def _own_fix(tester: EditTester, case: _Case) -> tuple[NamedEdit, TrialResult] | None:
    finding = case.finding
    try:
        tried = tester.try_edits(finding.fix)
    except LookupError:
        return None
    if not case.cleared(tester, tried) or not tester.is_no_worse(tried):
        return None
    name = _fix_name(tester, finding)
    change = exact(tried.quote.total - tester.quote.total)
    return NamedEdit(name, "fix", finding.fix, change, finding.path), tried


def _fix_name(tester: EditTester, finding: Finding) -> str:
    # If a named edit of the unit has the same effect, the fix gets its name.
    lines = (line for line in tester.quote.all_units if finding.path[: len(line.path)] == line.path)
    same = (edit.name for line in lines for edit in unit_edits(tester, line) if edit.edits == finding.fix)
    if known := next(same, ""):
        return known
    words = finding.help.rstrip(".")
    item = None
    for length in range(len(finding.path), 0, -1):
        with suppress(LookupError):
            item = at(tester.orbat, finding.path[:length])
        if getattr(item, "name", ""):
            break
    name = getattr(item, "name", "")
    return f"{name}: {words[:1].lower()}{words[1:]}" if name else f"{words[:1].lower()}{words[1:]}"


def _clearing_edits(
    tester: EditTester, case: _Case, singles: list[NamedEdit], most: int
) -> Iterator[tuple[NamedEdit, TrialResult]]:
    buys = purchases(tester, max(exact(tester.quote.remaining or 0), 0)) if _needs_more(case.finding) else iter(())
    helpful: list[NamedEdit] = []
    found = False
    near, far = _near_and_far(case.finding, singles)
    tries = iter(range(most))
    for edits in (chain(near, buys), far):
        for _, edit in zip(tries, edits, strict=False):
            tried = tester.try_edits(edit.edits)
            if not tried.quote.all_units:
                continue  # an empty army has no findings
            if case.cleared(tester, tried) and tester.is_no_worse(tried):
                found = True
                yield edit, tried
            elif edit.kind == "remove" and _message_at(tester.findings, case) != _message_at(tried.findings, case):
                helpful.append(edit)
        if found:
            return
    if combined := _removal_of_several(tester, case, helpful):
        yield combined


def _needs_more(finding: Finding) -> bool:
    return finding.code == "ARM002" or any(fields.get("at_least") for fields in merged_fields(finding))


def _near_and_far(finding: Finding, singles: list[NamedEdit]) -> tuple[list[NamedEdit], list[NamedEdit]]:
    # Near edits change the item that the finding is about, or something in it. For findings about formations, only
    # removals are returned: changes of size, rating or options cannot help.
    place = finding.path
    near: list[NamedEdit] = []
    far: list[NamedEdit] = []
    for edit in singles:
        if finding.code.startswith("FRM") and edit.kind not in _REMOVALS:
            continue
        is_inside = edit.subject[: len(place)] == place
        contains = edit.kind != "remove formation" and place[: len(edit.subject)] == edit.subject
        (near if is_inside or contains else far).append(edit)
    return near, far


def _message_at(findings: tuple[Finding, ...], case: _Case) -> tuple[str, ...]:
    own = faults_of(case.finding)
    return tuple(one.message for one in findings if one.severity != "note" and faults_of(one) == own)


def _removal_of_several(
    tester: EditTester, case: _Case, helpful: list[NamedEdit]
) -> tuple[NamedEdit, TrialResult] | None:
    taken: list[NamedEdit] = []
    for edit in reversed(helpful[-MAX_REMOVED:]):
        taken.append(edit)
        edits: tuple[Edit, ...] = tuple(edit for one in taken for edit in one.edits)
        tried = tester.try_edits(edits)
        if case.cleared(tester, tried):
            names = all_of(one.name for one in taken)
            change = exact(tried.quote.total - tester.quote.total)
            whole = replace(edit, name=names, edits=edits, change=change)
            return (whole, tried) if tester.is_no_worse(tried) else None
    return None


# Combinations of two edits, for armies over the agreed size that no single edit brings within it: a small army has
# little to spare, and a removal may break a limit.


EDIT_RANK: dict[EditKind, int] = {kind: rank for rank, kind in enumerate(get_args(EditKind))}
"""Rank of each kind of edit. Edits that change less have a lower rank."""
_MAX_PAIRS_PER_KIND = 100
"""Maximum number of combinations to try for each kind of combination, such as two removals."""
_MAX_PAIRS_PER_SUBJECTS = 4
"""Maximum number of combinations to keep for the same two changed items. The best ones are kept."""


def reductions(tester: EditTester, single: Iterable[NamedEdit], left: Points) -> Iterator[Iterator[NamedEdit]]:
    """Yield groups of edits that bring the army within the agreed size. Simple kinds of edits come first.

    `left` is the number of remaining points, which is negative.
    """
    changing = [edit for edit in single if edit.change]
    out = [edit for edit in changing if edit.kind in ("remove", "remove formation")]
    less = [edit for edit in changing if edit.kind not in ("remove", "remove formation")]
    yield islice(
        sorted((edit for edit in changing if edit.change <= left), key=lambda edit: -edit.change), _MAX_PAIRS_PER_KIND
    )
    yield _best(combinations(less, 2), left)
    yield _best(product(less, out), left)
    yield _best(combinations(out, 2), left)
    yield _best(_replaced(tester, out, left), left)


def _replaced(tester: EditTester, out: Iterable[NamedEdit], left: Points) -> Iterator[tuple[NamedEdit, NamedEdit]]:
    for edit in out:
        if (most := exact(left - edit.change)) > 0:
            bought = replacements(tester, edit.subject, most) if edit.kind == "remove" else purchases(tester, most)
            yield from ((edit, one) for one in bought)


def _best(pairs: Iterable[tuple[NamedEdit, NamedEdit]], left: Points) -> Iterator[NamedEdit]:
    under = [(one, other) for one, other in pairs if one.change + other.change <= left and are_independent(one, other)]
    under.sort(key=lambda two: two[0].change + two[1].change, reverse=True)
    of_things: Counter[tuple[OrbatPath, OrbatPath, str]] = Counter()
    tried = 0
    for one, other in under:
        things = (one.subject, other.subject, other.entry_id)
        of_things[things] += 1
        if of_things[things] <= _MAX_PAIRS_PER_SUBJECTS and tried < _MAX_PAIRS_PER_KIND:
            tried += 1
            yield combine(one, other)


def are_independent(one: NamedEdit, other: NamedEdit) -> bool:
    """Whether two edits change different items."""
    # An item and its contents do not count as different.
    return one.subject[: len(other.subject)] != other.subject and other.subject[: len(one.subject)] != one.subject


def combine(first: NamedEdit, second: NamedEdit) -> NamedEdit:
    """Combine two edits into one."""
    edits = (*first.edits, *second.edits)
    kind = max(first.kind, second.kind, key=lambda kind: EDIT_RANK[kind])
    entries = f"{first.entry_id} {second.entry_id}"
    change = exact(first.change + second.change)
    return NamedEdit(
        f"{first.name} and {second.name}",
        kind,
        edits,
        change,
        first.subject,
        entries,
        first.distance + second.distance,
        min(first.change, second.change) < 0 < max(first.change, second.change),
        first.leaves_fragment or second.leaves_fragment,
    )


MAX_SUGGESTIONS = 10
"""Maximum number of suggestions about the agreed size."""
MAX_PER_KIND = 3
"""Maximum number of suggestions of one kind, if there are other kinds."""
MAX_TRIED = 60
"""Maximum number of edits to try for the agreed size, best first. Further edits would hardly be chosen."""


class Suggestion(Value):
    """An edit that the player may want, with its effect on the points."""

    name: str
    edits: tuple[Edit, ...]
    change: Points
    total: Points
    remaining: Points | None
    """None if no size is agreed."""
    fixes: tuple[str, OrbatPath] | None = None
    """The code and path of the finding that the edit removes, if any."""

    @property
    def words(self) -> str:
        """The suggestion as text: `raise 7th Blues to class 2: +16, leaves 3`."""
        return f"{self.name}: {self.sum}"

    @property
    def sum(self) -> str:
        """The effect on the points as text: `+16, leaves 3`, or `-8, 4 over`."""
        change = f"+{show(self.change)}" if self.change > 0 else show(self.change) if self.change else "no points"
        if self.remaining is None:
            return phrase("{change}, {total} in all", change=change, total=show(self.total))
        if self.remaining >= 0:
            return phrase("{change}, leaves {points}", change=change, points=show(self.remaining))
        return phrase("{change}, {points} over", change=change, points=show(exact(-self.remaining)))


def suggestions(
    orbat: Orbat,
    book: Book,
    allowed: Callable[[TrialResult], bool] = lambda tried: True,
    report: Callable[[Iterable[Failure]], object] = lambda failures: None,
) -> tuple[Suggestion, ...]:
    """Suggestions that fix findings, spend points or reduce the total, the best first.

    `allowed` tests edited armies, for example against the miniatures that the player owns. `report` is a function that
    receives any internal errors.
    """
    tester = EditTester(orbat, book)
    found = [_made(edit, tried, of) for edit, tried, of in finding_fixes(tester) if allowed(tried)]
    found += size_suggestions(tester, allowed)
    if tester.failures:
        report(tester.failures)
    return tuple(found)


def _made(edit: NamedEdit, tried: TrialResult, of: tuple[str, OrbatPath] | None) -> Suggestion:
    return Suggestion(edit.name, edit.edits, edit.change, tried.quote.total, tried.quote.remaining, of)


def size_suggestions(tester: EditTester, allowed: Callable[[TrialResult], bool]) -> tuple[Suggestion, ...]:
    """Suggestions that spend the remaining points, or bring the army within the agreed size."""
    left = tester.quote.remaining
    if not left or any(line.sum.points is None for line in tester.quote.all_units):
        return ()
    single = [*all_edits(tester), *(purchases(tester, left) if left > 0 else ())]
    fitting = sorted((edit for edit in single if _is_useful(edit.change, left)), key=lambda edit: _rank(edit, left))
    if not fitting or fitting[0].change != left:
        fitting = sorted((*fitting, *_pairs(single, left)), key=lambda edit: _rank(edit, left))
    ranked = chain.from_iterable(
        _repetitions_last(edits) for _, edits in groupby(fitting, lambda edit: _last_resort(edit, left))
    )
    valid = list(islice(_valid(tester, islice(ranked, MAX_TRIED), allowed), MAX_SUGGESTIONS))
    best = min((_last_resort(edit, left) for edit, _ in valid), default=0)
    found = [suggestion for edit, suggestion in valid if _last_resort(edit, left) == best]
    if left < 0:
        ways = reductions(tester, single, left)
        while not found and (further := next(ways, None)) is not None:
            found = [suggestion for _, suggestion in islice(_valid(tester, further, allowed), MAX_PER_KIND)]
    return tuple(sorted(found, key=lambda one: one.remaining or 0))


def _is_useful(change: Points, left: Points) -> bool:
    # if points remain, spend some; otherwise reduce the army to the agreed size
    return 0 < change <= left if left > 0 else change <= left


def _last_resort(edit: NamedEdit, left: Points) -> int:
    # If other edits are possible, no works are bought, no troops are given up to spend points, and no unit becomes
    # very small.
    return 2 if edit.kind == "works" else int(edit.leaves_fragment or (edit.is_exchange and left > 0))


def _rank(edit: NamedEdit, left: Points) -> tuple[int, Points, int, int]:
    return _last_resort(edit, left), left - edit.change, len(edit.edits), EDIT_RANK[edit.kind] * 4 + edit.distance


def _repetitions_last(ranked: Iterable[NamedEdit]) -> Iterator[NamedEdit]:
    seen = set[tuple[EditKind, str, Points]]()
    of_change: Counter[tuple[EditKind, Points]] = Counter()
    of_edit = Counter[Edit]()
    back: list[NamedEdit] = []
    for edit in ranked:
        alike, by_change = (edit.kind, edit.entry_id, edit.change), (edit.kind, edit.change)
        often = any(of_edit[one] >= MAX_PER_KIND for one in edit.edits)
        if alike in seen or of_change[by_change] >= MAX_PER_KIND or often:
            back.append(edit)
            continue
        seen.add(alike)
        of_change[by_change] += 1
        of_edit.update(edit.edits)
        yield edit
    yield from back


def _valid(
    tester: EditTester, ranked: Iterable[NamedEdit], allowed: Callable[[TrialResult], bool]
) -> Iterator[tuple[NamedEdit, Suggestion]]:
    for edit in ranked:
        tried = tester.try_edits(edit.edits)
        if (
            tried.quote.all_units
            and tried.quote.total == tester.quote.total + edit.change
            and tester.is_no_worse(tried)
            and allowed(tried)
        ):
            yield edit, _made(edit, tried, None)


def _pairs(single: Iterable[NamedEdit], left: Points) -> Iterator[NamedEdit]:
    plain: dict[Points, list[NamedEdit]] = {}
    # no unit is removed to spend points
    left_out = _REMOVALS if left > 0 else ("remove formation",)
    for edit in sorted(single, key=lambda edit: (EDIT_RANK[edit.kind], edit.distance)):
        if edit.change and len(plain.setdefault(edit.change, [])) < MAX_PER_KIND and edit.kind not in left_out:
            plain[edit.change].append(edit)
    changes = sorted(plain)
    for change, firsts in plain.items():
        place = bisect_right(changes, left - change)
        rest = changes[place - 1] if place else None
        if rest is None or rest < change or not _is_useful(change + rest, left):
            continue
        for number, first in enumerate(firsts, 1):
            others = firsts[number:] if rest == change else plain[rest]
            other = next((one for one in others if are_independent(first, one)), None)
            if other:
                yield combine(first, other)

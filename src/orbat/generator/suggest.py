"""Suggestions: ways to spend what is left or to come under the agreed size, and ways to mend what is found."""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from itertools import combinations, islice, product

from orbat.evaluate.engine import joined_fields
from orbat.generator.named_edits import (
    EditKind,
    EditTester,
    NamedEdit,
    TrialResult,
    all_edits,
    count_faults,
    faults_of,
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

# Ways to mend what is found: its own fix, or what is to be taken out, made smaller or bought until it is cleared.


MAX_FIXES = 3
"""So many ways to mend one finding are offered at most."""
MAX_REMOVED = 8
"""So many units at most are taken out together to mend one finding."""
_TRIED_FOR_ONE = 150
"""So many changes are tried at most for one finding."""
_TRIED_IN_ALL = 600
"""So many at most for all findings together, which share them: an army with dozens of errors has hundreds of units."""

_OUT: tuple[EditKind, ...] = ("out", "formation out")

Fix = tuple[NamedEdit, TrialResult, tuple[str, OrbatPath]]


class _Case(Value):
    """A finding to be cleared, and how it stands in the army as it is."""

    finding: Finding

    def cleared(self, bench: EditTester, tried: TrialResult) -> bool:
        """Whether there is one less of it."""
        before, after = count_faults(bench.findings), count_faults(tried.findings)
        return all(after[one] < before[one] for one in faults_of(self.finding))


def finding_fixes(bench: EditTester) -> Iterator[Fix]:
    """For each error, and each warning that has a fix, ways to clear it after which nothing new is wrong."""
    singles: list[NamedEdit] | None = None
    taking = [one for one in bench.findings if one.severity == "error" and one.code in _BY_TAKING and not one.fix]
    most = min(_TRIED_FOR_ONE, _TRIED_IN_ALL // max(1, len(taking)))
    for finding in bench.findings:
        if finding.severity == "note":
            continue
        of, case = (finding.code, finding.path), _Case(finding)
        if finding.fix:
            if fixed := _fixed(bench, case):
                yield (*fixed, of)
            continue
        if finding in taking:
            singles = singles if singles is not None else _singles(bench)
            yield from ((*way, of) for way in islice(_ways(bench, case, singles, most), MAX_FIXES))


_BY_TAKING = frozenset({"UNT001", "UNT008", "UNT011", "ARM001", "ARM002", "ARM003", "FRM002", "FRM004", "FRM005"})
"""Findings that taking out, shrinking or buying something may clear. (To come under the size has ways of its own.)"""


def _singles(bench: EditTester) -> list[NamedEdit]:
    """The changes of single things that are tried, those that change least first; of the sizes only the nearest."""
    nearest: dict[OrbatPath, NamedEdit] = {}
    others: list[NamedEdit] = []
    for move in all_edits(bench):
        if move.kind == "size":
            if move.change < 0 and (move.subject not in nearest or move.distance < nearest[move.subject].distance):
                nearest[move.subject] = move
        else:
            others.append(move)
    return [*nearest.values(), *others]


def _fixed(bench: EditTester, case: _Case) -> tuple[NamedEdit, TrialResult] | None:
    """The fix that the rule itself gives, if it clears the finding."""
    finding = case.finding
    try:
        tried = bench.try_edits(finding.fix)
    except LookupError:
        return None
    if not case.cleared(bench, tried) or not bench.is_no_worse(tried):
        return None
    name = _named(bench, finding)
    change = exact(tried.quote.total - bench.quote.total)
    return NamedEdit(name, "mend", finding.fix, change, finding.path), tried


def _named(bench: EditTester, finding: Finding) -> str:
    """What the fix does, as the same change is called elsewhere; or else in the finding's words, with a name."""
    lines = (line for line in bench.quote.all_units if finding.path[: len(line.path)] == line.path)
    same = (move.name for line in lines for move in unit_edits(bench, line) if move.edits == finding.fix)
    if known := next(same, ""):
        return known
    words = finding.help.rstrip(".")
    thing = None
    for length in range(len(finding.path), 0, -1):
        try:
            thing = at(bench.orbat, finding.path[:length])
        except LookupError:
            continue
        if getattr(thing, "name", ""):
            break
    name = getattr(thing, "name", "")
    return f"{name}: {words[:1].lower()}{words[1:]}" if name else f"{words[:1].lower()}{words[1:]}"


def _ways(
    bench: EditTester, case: _Case, singles: list[NamedEdit], most: int
) -> Iterator[tuple[NamedEdit, TrialResult]]:
    """Single changes that clear a finding, at its own place where any does, or else units taken out together."""
    helpful: list[NamedEdit] = []
    found = False
    buys = purchases(bench, max(exact(bench.quote.remaining or 0), 0)) if _wants_more(case.finding) else iter(())
    for move in islice((*_near(case.finding, singles), *buys), most):
        if found and not _is_within(case.finding, move):
            break
        tried = bench.try_edits(move.edits)
        if not tried.quote.all_units:
            continue  # nothing is wrong with no army
        if case.cleared(bench, tried) and bench.is_no_worse(tried):
            found = True
            yield move, tried
        elif move.kind == "out" and _message_at(bench.findings, case) != _message_at(tried.findings, case):
            helpful.append(move)
    if not found and (combined := _all_out(bench, case, helpful)):
        yield combined


def _wants_more(finding: Finding) -> bool:
    return finding.code == "ARM002" or any(fields.get("at_least") for fields in joined_fields(finding))


def _near(finding: Finding, singles: list[NamedEdit]) -> list[NamedEdit]:
    """Changes of the thing that the finding is at, and within it, first. What is wrong with a formation is which things
    are in it, and not what these are like."""
    fitting = [move for move in singles if move.kind in _OUT] if finding.code.startswith("FRM") else singles
    return sorted(fitting, key=lambda move: not _is_within(finding, move))


def _is_within(finding: Finding, move: NamedEdit) -> bool:
    return move.subject[: len(finding.path)] == finding.path


def _message_at(findings: tuple[Finding, ...], case: _Case) -> tuple[str, ...]:
    own = faults_of(case.finding)
    return tuple(one.message for one in findings if one.severity != "note" and faults_of(one) == own)


def _all_out(bench: EditTester, case: _Case, helpful: list[NamedEdit]) -> tuple[NamedEdit, TrialResult] | None:
    """The least number of units, the last first, that clear a finding when they are taken out together."""
    taken: list[NamedEdit] = []
    for move in reversed(helpful[-MAX_REMOVED:]):
        taken.append(move)
        edits: tuple[Edit, ...] = tuple(edit for one in taken for edit in one.edits)
        tried = bench.try_edits(edits)
        if case.cleared(bench, tried):
            names = " and ".join(one.name if one is taken[0] else one.name.removeprefix("take out ") for one in taken)
            change = exact(tried.quote.total - bench.quote.total)
            whole = replace(move, name=names, edits=edits, change=change)
            return (whole, tried) if bench.is_no_worse(tried) else None
    return None


# Two changes together that bring an army under its size where the usual ways do not: one of a few units has little to
# spare, and what it loses may break a limit.


EDIT_RANK: dict[EditKind, int] = {
    "size": 0,
    "rating": 1,
    "option": 2,
    "unit": 3,
    "out": 4,
    "formation out": 5,
    "mend": 6,
}
"""The sorts of moves, those that change least first."""
_PAIRS_TRIED = 100
"""So many of each sort of two changes are tried at most."""
_LIKE = 4
"""So many of them are of the same two things at most, the best first."""


def reductions(bench: EditTester, single: Iterable[NamedEdit], left: Points) -> Iterator[Iterator[NamedEdit]]:
    """Ways under the size that the army is over, by their sorts, the plainest first: each change of one thing; two
    things changed; one changed and one taken out; two taken out; something taken out and another unit bought."""
    changing = [move for move in single if move.change]
    out = [move for move in changing if move.kind in ("out", "formation out")]
    less = [move for move in changing if move.kind not in ("out", "formation out")]
    yield islice(
        sorted((move for move in changing if move.change <= left), key=lambda move: -move.change), _PAIRS_TRIED
    )
    yield _best(combinations(less, 2), left)
    yield _best(product(less, out), left)
    yield _best(combinations(out, 2), left)
    yield _best(_replaced(bench, out, left), left)


def _replaced(bench: EditTester, out: Iterable[NamedEdit], left: Points) -> Iterator[tuple[NamedEdit, NamedEdit]]:
    """What is taken out, and a unit that costs so much less: in the formation of a unit, elsewhere for a formation."""
    for move in out:
        if (most := exact(left - move.change)) > 0:
            bought = replacements(bench, move.subject, most) if move.kind == "out" else purchases(bench, most)
            yield from ((move, one) for one in bought)


def _best(pairs: Iterable[tuple[NamedEdit, NamedEdit]], left: Points) -> Iterator[NamedEdit]:
    """Those that come under the size, nearest to it first, and not too many of them about the same two things."""
    under = [(one, other) for one, other in pairs if one.change + other.change <= left and are_independent(one, other)]
    under.sort(key=lambda two: two[0].change + two[1].change, reverse=True)
    of_things: Counter[tuple[OrbatPath, OrbatPath, str]] = Counter()
    tried = 0
    for one, other in under:
        things = (one.subject, other.subject, other.entry_id)
        of_things[things] += 1
        if of_things[things] <= _LIKE and tried < _PAIRS_TRIED:
            tried += 1
            yield combine(one, other)


def are_independent(one: NamedEdit, other: NamedEdit) -> bool:
    """Whether two moves are about different things."""
    return one.subject[: len(other.subject)] != other.subject and other.subject[: len(one.subject)] != one.subject


def combine(first: NamedEdit, second: NamedEdit) -> NamedEdit:
    """Two moves as one."""
    edits = (*first.edits, *second.edits)
    sort = max(first.kind, second.kind, key=lambda sort: EDIT_RANK[sort])
    entries = f"{first.entry_id} {second.entry_id}"
    change = exact(first.change + second.change)
    return NamedEdit(
        f"{first.name} and {second.name}", sort, edits, change, first.subject, entries, first.distance + second.distance
    )


MAX_SUGGESTIONS = 10
"""So many ways to land on the size are offered at most."""
MAX_PER_KIND = 3
"""So many of them are of one sort at most while there are others."""
MAX_TRIED = 60
"""So many are tried at most, the best first: what is further down would hardly be chosen."""


class Suggestion(Value):
    """A named edit of an army with what it does: what it adds, what the army then comes to, and what is then left of
    the agreed size (None where none is agreed). `finding_fixes` is the code and path of a finding that it clears."""

    name: str
    edits: tuple[Edit, ...]
    change: Points
    total: Points
    remaining: Points | None
    fixes: tuple[str, OrbatPath] | None = None

    @property
    def words(self) -> str:
        """`raise 7th Blues to class 2: +16, leaves 3`."""
        return f"{self.name}: {self.sum}"

    @property
    def sum(self) -> str:
        """`+16, leaves 3`; `-8, 4 over`."""
        change = f"+{show(self.change)}" if self.change > 0 else show(self.change) if self.change else "no points"
        if self.remaining is None:
            return f"{change}, {show(self.total)} in all"
        if self.remaining >= 0:
            return f"{change}, leaves {show(self.remaining)}"
        return f"{change}, {show(exact(-self.remaining))} over"


def suggestions(
    orbat: Orbat,
    book: Book,
    allowed: Callable[[TrialResult], bool] = lambda tried: True,
    report: Callable[[Iterable[Failure]], object] = lambda failures: None,
) -> tuple[Suggestion, ...]:
    """What might be done, first what mends findings, then what lands on the agreed size, best first.

    Each does exactly what it says, and nothing new is wrong after it. `allowed` may refuse what is to be had, such as
    what is not owned. `report` gets the rules that failed: an edit on which one fails is not suggested.
    """
    bench = EditTester(orbat, book)
    found = [_made(move, tried, of) for move, tried, of in finding_fixes(bench) if allowed(tried)]
    found += size_suggestions(bench, allowed)
    if bench.failures:
        report(bench.failures)
    return tuple(found)


def _made(move: NamedEdit, tried: TrialResult, of: tuple[str, OrbatPath] | None) -> Suggestion:
    return Suggestion(move.name, move.edits, move.change, tried.quote.total, tried.quote.remaining, of)


def size_suggestions(bench: EditTester, allowed: Callable[[TrialResult], bool]) -> tuple[Suggestion, ...]:
    """Ways to spend what is left, or to come under the agreed size."""
    left = bench.quote.remaining
    if not left or any(line.sum.points is None for line in bench.quote.all_units):
        return ()
    single = [*all_edits(bench), *(purchases(bench, left) if left > 0 else ())]
    fitting = sorted((move for move in single if _lands(move.change, left)), key=lambda move: _rank(move, left))
    if not fitting or fitting[0].change != left:
        fitting = sorted((*fitting, *_pairs(single, left)), key=lambda move: _rank(move, left))
    found = list(islice(_sound(bench, islice(_varied(fitting), MAX_TRIED), allowed), MAX_SUGGESTIONS))
    if left < 0:
        ways = reductions(bench, single, left)
        while not found and (further := next(ways, None)) is not None:
            found = list(islice(_sound(bench, further, allowed), MAX_PER_KIND))
    return tuple(sorted(found, key=lambda one: one.remaining or 0))


def _lands(change: Points, left: Points) -> bool:
    """Whether a change spends some of what is left, or brings an army under the size that is over it."""
    return 0 < change <= left if left > 0 else change <= left


def _rank(move: NamedEdit, left: Points) -> tuple[Points, int, int, OrbatPath]:
    """What leaves least comes first, then what changes least."""
    return left - move.change, len(move.edits), EDIT_RANK[move.kind] * 4 + move.distance, ()


def _varied(ranked: Iterable[NamedEdit]) -> Iterator[NamedEdit]:
    """The same moves, with those back that do to one unit more what another does to its like."""
    of_entry: Counter[tuple[EditKind, str, Points]] = Counter()
    of_sort: Counter[tuple[EditKind, Points]] = Counter()
    back: list[NamedEdit] = []
    for move in ranked:
        alike, sort = (move.kind, move.entry_id, move.change), (move.kind, move.change)
        if of_entry[alike] or of_sort[sort] >= MAX_PER_KIND:
            back.append(move)
            continue
        of_entry[alike] += 1
        of_sort[sort] += 1
        yield move
    yield from back


def _sound(
    bench: EditTester, ranked: Iterable[NamedEdit], allowed: Callable[[TrialResult], bool]
) -> Iterator[Suggestion]:
    """Those after which nothing new is wrong."""
    for move in ranked:
        tried = bench.try_edits(move.edits)
        if (
            tried.quote.all_units
            and tried.quote.total == bench.quote.total + move.change
            and bench.is_no_worse(tried)
            and allowed(tried)
        ):
            yield _made(move, tried, None)


def _pairs(single: Iterable[NamedEdit], left: Points) -> Iterator[NamedEdit]:
    """Two changes together that come nearest to the size, for what no single one lands on; for each sum the plainest
    two."""
    plain: dict[Points, list[NamedEdit]] = {}
    for move in sorted(single, key=lambda move: (EDIT_RANK[move.kind], move.distance)):
        if move.change and len(plain.setdefault(move.change, [])) < MAX_PER_KIND and move.kind != "formation out":
            plain[move.change].append(move)
    changes = sorted(plain)
    for change, firsts in plain.items():
        place = bisect_right(changes, left - change)
        rest = changes[place - 1] if place else None
        if rest is None or rest < change or not _lands(change + rest, left):
            continue
        for first in firsts:
            other = next((one for one in plain[rest] if are_independent(first, one)), None)
            if other:
                yield combine(first, other)

"""Ways to mend what is found: its own fix, or what is to be taken out, made smaller or bought until it is cleared."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import islice

from orbat.model.edits import Edit, at
from orbat.model.finding import Finding
from orbat.model.path import Path
from orbat.model.points import exact
from orbat.model.record import Value
from orbat.muster.moves import Move, Sort, moves, moves_of, purchases
from orbat.muster.trying import Bench, Tried, faults, faults_of

WAYS = 3
"""So many ways to mend one finding are offered at most."""
TOGETHER = 8
"""So many units at most are taken out together to mend one finding."""
_TRIED = 150
"""So many changes are tried at most for one finding."""
_TRIED_IN_ALL = 600
"""So many at most for all findings together, which share them: an army with dozens of errors has hundreds of units."""

_OUT: tuple[Sort, ...] = ("out", "formation out")

Mend = tuple[Move, Tried, tuple[str, Path]]


class _Case(Value):
    """A finding to be cleared, and how it stands in the army as it is."""

    finding: Finding

    def cleared(self, bench: Bench, tried: Tried) -> bool:
        """Whether there is one less of it."""
        before, after = faults(bench.findings), faults(tried.findings)
        return all(after[one] < before[one] for one in faults_of(self.finding))


def mends(bench: Bench) -> Iterator[Mend]:
    """For each error, and each warning that has a fix, ways to clear it after which nothing new is wrong."""
    singles: list[Move] | None = None
    taking = [one for one in bench.findings if one.severity == "error" and one.code in _BY_TAKING and not one.fix]
    most = min(_TRIED, _TRIED_IN_ALL // max(1, len(taking)))
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
            yield from ((*way, of) for way in islice(_ways(bench, case, singles, most), WAYS))


_BY_TAKING = frozenset({"UNT001", "UNT008", "UNT011", "ARM001", "ARM002", "ARM003", "FRM002", "FRM004", "FRM005"})
"""Findings that taking out, shrinking or buying something may clear. (To come under the size has ways of its own.)"""


def _singles(bench: Bench) -> list[Move]:
    """The changes of single things that are tried, those that change least first; of the sizes only the nearest."""
    nearest: dict[Path, Move] = {}
    others: list[Move] = []
    for move in moves(bench):
        if move.sort == "size":
            if move.change < 0 and (move.about not in nearest or move.by < nearest[move.about].by):
                nearest[move.about] = move
        else:
            others.append(move)
    return [*nearest.values(), *others]


def _fixed(bench: Bench, case: _Case) -> tuple[Move, Tried] | None:
    """The fix that the rule itself gives, if it clears the finding."""
    finding = case.finding
    try:
        tried = bench.tried(finding.fix)
    except LookupError:
        return None
    if not case.cleared(bench, tried) or not bench.is_no_worse(tried):
        return None
    name = _named(bench, finding)
    change = exact(tried.quote.total - bench.quote.total)
    return Move(name, "mend", finding.fix, change, finding.path), tried


def _named(bench: Bench, finding: Finding) -> str:
    """What the fix does, as the same change is called elsewhere; or else in the finding's words, with a name."""
    lines = (line for line in bench.quote.all_units if finding.path[: len(line.path)] == line.path)
    same = (move.name for line in lines for move in moves_of(bench, line) if move.edits == finding.fix)
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


def _ways(bench: Bench, case: _Case, singles: list[Move], most: int) -> Iterator[tuple[Move, Tried]]:
    """Single changes that clear a finding, at its own place where any does, or else units taken out together."""
    helpful: list[Move] = []
    found = False
    buys = purchases(bench, max(exact(bench.quote.left or 0), 0)) if _wants_more(case.finding) else iter(())
    for move in islice((*_near(case.finding, singles), *buys), most):
        if found and not _is_within(case.finding, move):
            break
        tried = bench.tried(move.edits)
        if not tried.quote.all_units:
            continue  # nothing is wrong with no army
        if case.cleared(bench, tried) and bench.is_no_worse(tried):
            found = True
            yield move, tried
        elif move.sort == "out" and _message_at(bench.findings, case) != _message_at(tried.findings, case):
            helpful.append(move)
    if not found and (together := _all_out(bench, case, helpful)):
        yield together


def _wants_more(finding: Finding) -> bool:
    return finding.code == "ARM002" or (finding.code == "ARM003" and "least" in str(finding.facts.get("bound_word")))


def _near(finding: Finding, singles: list[Move]) -> list[Move]:
    """Changes of the thing that the finding is at, and within it, first. What is wrong with a formation is which things
    are in it, and not what these are like."""
    fitting = [move for move in singles if move.sort in _OUT] if finding.code.startswith("FRM") else singles
    return sorted(fitting, key=lambda move: not _is_within(finding, move))


def _is_within(finding: Finding, move: Move) -> bool:
    return move.about[: len(finding.path)] == finding.path


def _message_at(findings: tuple[Finding, ...], case: _Case) -> tuple[str, ...]:
    own = faults_of(case.finding)
    return tuple(one.message for one in findings if one.severity != "note" and faults_of(one) == own)


def _all_out(bench: Bench, case: _Case, helpful: list[Move]) -> tuple[Move, Tried] | None:
    """The least number of units, the last first, that clear a finding when they are taken out together."""
    taken: list[Move] = []
    for move in reversed(helpful[-TOGETHER:]):
        taken.append(move)
        edits: tuple[Edit, ...] = tuple(edit for one in taken for edit in one.edits)
        tried = bench.tried(edits)
        if case.cleared(bench, tried):
            names = " and ".join(one.name if one is taken[0] else one.name.removeprefix("take out ") for one in taken)
            change = exact(tried.quote.total - bench.quote.total)
            whole = replace(move, name=names, edits=edits, change=change)
            return (whole, tried) if bench.is_no_worse(tried) else None
    return None

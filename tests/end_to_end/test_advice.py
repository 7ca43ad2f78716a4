"""Advice about purchases: every offer is bought, and the army is checked again."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from orbat.data import folders
from orbat.data.library import Library
from orbat.evaluate.limits import entry_allowances
from orbat.evaluate.merging import merged_fields
from orbat.evaluate.purchases import best_purchases, enlargements, purchases
from orbat.evaluate.trial import Trials
from orbat.generator.suggest import suggestions
from orbat.model.arrange import apply_edits
from orbat.model.finding import Finding
from orbat.model.orbat import Orbat
from orbat.pipeline import Evaluator, check
from orbat.tui.state import State, StepResult, Workspace
from orbat.tui.steps import units
from orbat.tui.steps.selection import formation_path, list_of
from orbat.tui.views.army_list import army_list_lines, available_entries

TRUST = Path(__file__).parent / "trust"
SHIPPED = sorted((folders.shipped() / "templates" / "orbats").rglob("*.yaml"))
SAMPLE = 40
"""The quick test takes every 40th shipped ORBAT."""
MORE_POINTS = 60
"""Points added to the size of an army that has spent all of them."""
Bought = tuple[str, Orbat]
"""The kind of an offer, and the army with the purchase."""


def _opened(library: Library, file: Path) -> State:
    """An ORBAT in the builder, with points to spend."""
    report = check(file, library)
    assert report.orbat is not None
    assert report.book is not None
    assert report.quote is not None
    orbat = report.orbat
    if report.quote.remaining is not None and report.quote.remaining <= 0:
        orbat = replace(orbat, game_size=int(report.quote.total) + MORE_POINTS)
    return Workspace(library).open(orbat, report.book)


def _everything_offered(state: State) -> Iterator[Bought]:
    """Every offer of every kind, bought."""
    for place in ((), *(line.path for line in state.quote.all_formations)):
        here = replace(state, selected=place)
        for line in army_list_lines(here, ""):
            if not line.heading and line.role != "faint":
                yield "army list", _army(units.buy(here, str(line.key)))
        left = state.quote.remaining
        for offer in purchases(state.trials, left, place) if left and left > 0 else ():
            yield "points dialog", _army(units.buy_purchase(here, offer))
    for more in enlargements(state.trials, max(state.quote.remaining or 0, 0)):
        yield "larger units", _army(units.enlarge(state, more))
    for best in best_purchases(state.trials):
        yield "note on remaining points", apply_edits(state.orbat, (best.edit,))
    for suggestion in suggestions(state.orbat, state.book):
        yield "suggestions", apply_edits(state.orbat, suggestion.edits)


def _army(done: StepResult | None) -> Orbat:
    assert done is not None
    return done.orbat


def _faults(findings: Iterable[Finding]) -> Counter[str]:
    """The number of errors and house findings of each code.

    A limit that needs a plain number of units is omitted. A formation without units does not break it yet.
    """
    found: Counter[str] = Counter()
    for finding in findings:
        if finding.severity == "error" or finding.house:
            parts = [one for one in merged_fields(finding) if not one.get("at_least") or one["is_share"]]
            found[finding.code] += len(parts)
    return found


def _wrong_offers(state: State) -> tuple[Counter[str], list[str]]:
    """The number of offers of each kind, and the offers that add a fault or cost too much."""
    evaluator, before = Evaluator(), _faults(state.findings)
    count: Counter[str] = Counter()
    wrong = []
    for kind, orbat in _everything_offered(state):
        count[kind] += 1
        quote, findings = evaluator.examine(orbat, state.book)
        new = _faults(findings) - before
        if new or (quote.remaining or 0) < 0 < quote.total - state.quote.total:
            wrong.append(f"{state.orbat.title}: {kind}: {quote.total - state.quote.total} points, {dict(new)}")
    return count, wrong


def _of_files(library: Library, files: Iterable[Path]) -> tuple[Counter[str], list[str]]:
    total: Counter[str] = Counter()
    wrong = []
    for file in files:
        count, found = _wrong_offers(_opened(library, file))
        total += count
        wrong += found
    return total, wrong


@pytest.mark.slow
def test_no_offer_of_some_shipped_orbats_adds_a_fault(library: Library) -> None:
    """The sample has ORBATs of each ruleset."""
    count, wrong = _of_files(library, SHIPPED[::SAMPLE])
    assert len(count) == 5
    assert not wrong


@pytest.mark.slow
def test_no_offer_of_any_shipped_orbat_adds_a_fault(library: Library) -> None:
    count, wrong = _of_files(library, SHIPPED)
    print(f"\n{len(SHIPPED)} ORBATs, {count.total()} offers: {dict(count)}")
    assert not wrong, "\n".join(wrong)
    assert count.total() > 10_000


def test_offers_that_are_not_tried_add_faults(library: Library, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without trials, the test above would fail."""
    state = _opened(library, TRUST / "left.yaml")
    monkeypatch.setattr(Trials, "accepts", lambda trials, edits, points=None: True)
    assert _wrong_offers(state)[1]


@pytest.mark.parametrize(
    ("file", "entry", "offers"),
    [
        ("left.yaml", "Foot Guards", "Line infantry with rifle-musket, 18 stands"),
        ("left2.yaml", "cavalry", "5 more stands for c"),
    ],
)
def test_unit_beyond_its_limit_is_not_offered(library: Library, file: str, entry: str, offers: str) -> None:
    """Three battalions of guards are allowed, and one regiment of cavalry. Both are there already."""
    report = check(TRUST / file, library)
    (note,) = (one for one in report.findings if one.code == "PTS004")
    assert entry not in note.help
    assert offers in note.help
    state = _opened(library, TRUST / file)
    assert not {"brit_foot_guards", "sa_cavalry"} & available_entries(state).ids
    assert not _wrong_offers(state)[1]


@pytest.mark.parametrize("file", SHIPPED[::SAMPLE], ids=lambda file: file.stem)
def test_used_of_maximum_agrees_with_the_offers(library: Library, file: Path) -> None:
    """An entry that has reached its maximum is faint."""
    state = _opened(library, file)
    for place in ((), *(line.path for line in state.quote.all_formations)):
        here = replace(state, selected=place)
        left = entry_allowances(state.book, state.orbat, state.quote, list_of(here), formation_path(here))
        full = {entry for entry, one in left.items() if one.used >= one.maximum}
        assert not full & available_entries(here).ids

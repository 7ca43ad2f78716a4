"""Features and suggestions on an army of 216 units. Limits are multiples of a yardstick of 5 ms.

Run with `pytest tests/benchmarks/bench_*.py -n0 -s`; the default test run excludes benchmarks.
"""

from __future__ import annotations

from collections.abc import Callable

import pytest
from tests.end_to_end.armies import Reported, large_army

from orbat.generator.suggest import suggestions
from orbat.model import arrange
from orbat.model.orbat import Unit, formations_of
from orbat.registry import FEATURES
from orbat.report.report import Report

LOSS = "formations[0].formations[0].units[3]: 1 lost"
Against = Callable[..., tuple[float, float]]

# A feature can be deleted, so each function imports its own.


def _owned(large: Report) -> object:
    from orbat.features.collection.model import Collection, Piece
    from orbat.features.collection.report import ownership_of

    assert large.quote is not None
    assert large.book is not None
    fusiliers = Collection(collection=1, pieces=(Piece(entry=("brit_line",), stands=20),))
    return ownership_of(fusiliers, large.quote, large.book)


def _scored(large: Report) -> object:
    from orbat.features.game.losses_text import parse_losses
    from orbat.features.game.model import Game
    from orbat.features.game.score import score

    return score(large, parse_losses(LOSS, large, Game()))


def _scouting_compared(large: Report) -> object:
    from orbat.features.compare.scouting_comparison import compare_scouting

    return compare_scouting(large, large)


def _compared(large: Report) -> object:
    from orbat.features.compare.difference import difference
    from orbat.features.compare.measures import measures

    return difference(large, large), measures(large)


MEASURED: dict[str, tuple[str, Callable[[Report], object], int]] = {
    "owned stands allocated": ("collection", _owned, 1),
    "losses scored": ("game", _scored, 12),
    "scouting compared": ("compare", _scouting_compared, 1),
    "armies compared": ("compare", _compared, 8),
}
"""The feature, the measured function, and its limit in yardsticks."""


@pytest.mark.parametrize("name", MEASURED)
def test_a_feature_on_a_large_army(reported: Reported, against_yardstick: Against, name: str) -> None:
    """At most 60 ms each."""
    feature, run, bar = MEASURED[name]
    if feature not in FEATURES:
        pytest.skip(f"orbat has no feature {feature}")
    large = reported(large_army())
    run(large)  # imports
    taken, yard = against_yardstick(lambda: run(large), 9)
    print(f"\n{name:<44}{taken:>9.2f} ms{taken / yard:>9.2f} yardsticks (bar {bar})")
    assert taken / yard <= bar


def test_suggestions_for_a_large_army(reported: Reported, against_yardstick: Against) -> None:
    """With a finding in each of its 18 brigades, at most 1.5 s."""
    large = large_army()
    horse = Unit(name="Horse", entry="brit_light_cavalry", size=6, rating="3")
    for place in [place for place in formations_of(large) if place.formation.level == "brigade"]:
        large, _ = arrange.add(large, place.path, horse)
    report = reported(large)
    assert report.orbat is not None
    assert report.book is not None
    orbat, book = report.orbat, report.book
    taken, yard = against_yardstick(lambda: suggestions(orbat, book), 3)
    print(f"\n{'suggestions for a large army':<44}{taken:>9.2f} ms{taken / yard:>9.2f} yardsticks (bar 300)")
    assert taken / yard <= 300

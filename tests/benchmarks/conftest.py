"""Armies of any size, and a yardstick measured in the same run, so that bars hold on fast and slow machines alike."""

from __future__ import annotations

import gc
import time
from collections.abc import Callable, Iterator
from statistics import mean, median

import pytest

from orbat.cli.main import GC_THRESHOLD

BRIGADE = """\
      - level: brigade
        name: Brigade {number}
        commander: {{name: General {number}, quality: capable, roll: {{dice: [3], table: default}}}}
        units:
"""
UNIT = (
    "          - {{name: Unit {number}, entry: {entry}, size: {size}, rating: {rating}, options: [rifles], "
    "points: {points}}}\n"
)
BATTERY = "          - {{name: Battery {number}, entry: brit_field_battery, size: 3, points: 105}}\n"
STEP = 100_000
"""Steps of the yardstick; about 5 ms in a current interpreter on a current machine."""


def army_text(units: int, title: str = "An army") -> str:
    """A legal British army of so many units, a battery to every four battalions, with every claim written."""
    lines = [f"orbat: 1\ntitle: {title}\nruleset: days_of_empire\narmy_list: british\ndate: 1854-10\nformations:\n"]
    total = 0
    for number in range(units):
        if number % 15 == 0:
            lines.append(f"  - level: division\n    name: Division {number // 15 + 1}\n    commander: {{name: D, ")
            lines.append("quality: capable, roll: {dice: [4], table: default}}\n    formations:\n")
            total += 30
        if number % 5 == 0:
            lines.append(BRIGADE.format(number=number // 5 + 1))
            total += 30
        size = 10 + number % 7
        if number % 5 == 4:
            lines.append(BATTERY.format(number=number + 1))
            total += 105
        else:
            points = size * 4
            lines.append(UNIT.format(number=number + 1, entry="brit_line", size=size, rating=3, points=points))
            total += points
    return "".join(lines).replace("date:", f"game_size: {total}\ndate:", 1) + f"total: {total}\n"


def yardstick() -> None:
    """A fixed piece of plain Python."""
    total = 0
    for number in range(STEP):
        total += number % 7


def seconds(work: Callable[[], object]) -> float:
    """How much processor time one call takes, which other programs on the machine do not lengthen."""
    start = time.process_time()
    work()
    return time.process_time() - start


@pytest.fixture(autouse=True)
def collecting_as_the_program() -> Iterator[None]:
    """Rubbish is looked for as often as in the program, and not in what the tests before have left."""
    before = gc.get_threshold()
    gc.collect()
    gc.freeze()
    gc.set_threshold(GC_THRESHOLD)
    yield
    gc.set_threshold(*before)
    gc.unfreeze()


@pytest.fixture
def army() -> Callable[..., str]:
    """The text of an army of so many units."""
    return army_text


@pytest.fixture
def against_yardstick() -> Callable[..., tuple[float, float]]:
    """Run something and the yardstick by turns. Returns milliseconds: the median of the work, and that median divided
    by the median of the ratios.

    The speed of a machine changes from second to second. So each run is measured by the yardsticks right before and
    after it.
    """

    def yards_for(length: float) -> list[float]:
        """Yardsticks for a twentieth of so many seconds, at least one."""
        yards = [seconds(yardstick)]
        while sum(yards) < length / 20:
            yards.append(seconds(yardstick))
        return yards

    def run(work: Callable[[], object], rounds: int) -> tuple[float, float]:
        work()
        yards = yards_for(seconds(work))
        taken: list[float] = []
        ratios: list[float] = []
        for _ in range(rounds):
            before = yards
            taken.append(seconds(work))
            yards = yards_for(taken[-1])
            ratios.append(taken[-1] / mean((*before, *yards)))
        return median(taken) * 1000, median(taken) * 1000 / median(ratios)

    return run

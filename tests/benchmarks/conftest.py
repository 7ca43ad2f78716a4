"""Armies of any size, and a yardstick measured in the same run, so that limits hold on fast and slow machines."""

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
    """A legal British army with a number of units, a battery for every four battalions, and all claims."""
    lines = [f"orbat: 1\ntitle: {title}\nruleset: days_of_empire\narmy_list: british\ndate: 1854-10\nformations:\n"]
    total = 0
    for number in range(units):
        if number % 15 == 0:
            name = f"Division {number // 15 + 1}"
            lines.append(f"  - level: division\n    name: {name}\n    commander: {{name: General of {name}, ")
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
    """A fixed piece of Python work."""
    total = 0
    for number in range(STEP):
        total += number % 7


def seconds(work: Callable[[], object]) -> float:
    """Processor time of a call, which other programs do not affect."""
    start = time.process_time()
    work()
    return time.process_time() - start


@pytest.fixture(autouse=True)
def garbage_collection_as_in_the_program() -> Iterator[None]:
    """Set garbage collection as in the program, without the objects of earlier tests."""
    before = gc.get_threshold()
    gc.collect()
    gc.freeze()
    gc.set_threshold(GC_THRESHOLD)
    yield
    gc.set_threshold(*before)
    gc.unfreeze()


@pytest.fixture
def army() -> Callable[..., str]:
    """A function that writes an army with a number of units."""
    return army_text


@pytest.fixture
def against_yardstick() -> Callable[..., tuple[float, float]]:
    """A function that runs work and the yardstick alternately.

    It returns milliseconds: the median of the work, and that median divided by the median ratio. Each run is compared
    with the yardsticks right before and after it, because a machine's speed varies.
    """

    def yards_for(length: float) -> list[float]:
        """Run yardsticks for a twentieth of a time in seconds, at least one."""
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

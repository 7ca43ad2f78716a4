"""`orbat check` of 60 units compared with Python that reads the same three files with yaml and imports pydantic.

Run with `pytest tests/benchmarks/bench_*.py -n0 -s`; the default test run excludes benchmarks.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from statistics import median
from time import perf_counter

ROOT = Path(__file__).resolve().parents[2]
BAR = 1.5
ROUNDS = 21

OURS = "from orbat.cli.main import main; main()"
THEIRS = """
import sys, yaml, pydantic
for path in sys.argv[1:]:
    with open(path, "rb") as file:
        yaml.load(file, Loader=yaml.CSafeLoader)
"""


def test_check_of_60_units_starts_about_as_fast_as_python_with_yaml_and_pydantic(
    army: Callable[..., str], tmp_path: Path
) -> None:
    """Alternating, with bytecode as installed: at most half as long again."""
    file = tmp_path / "army.yaml"
    file.write_text(army(60), encoding="utf-8")
    data = ROOT / "army_lists" / "days_of_empire"
    environment = {key: value for key, value in os.environ.items() if key != "PYTHONDONTWRITEBYTECODE"}
    environment |= {"PYTHONPYCACHEPREFIX": str(tmp_path / "bytecode"), "PYTHONPATH": str(ROOT / "src")}

    def run(program: str, *arguments: object) -> tuple[float, float]:
        """Clock time and processor time, in milliseconds."""
        start, spent = perf_counter(), os.times()
        done = subprocess.run(
            [sys.executable, "-c", program, *map(str, arguments)],
            env=environment,
            capture_output=True,
            text=True,
            check=False,
        )
        taken, used = perf_counter() - start, os.times()
        assert done.returncode == 0, done.stdout + done.stderr
        assert program != OURS or "Legal" in done.stdout
        children = used.children_user + used.children_system - spent.children_user - spent.children_system
        return taken * 1000, children * 1000

    def ours() -> tuple[float, float]:
        return run(OURS, "check", file)

    def theirs() -> tuple[float, float]:
        return run(THEIRS, file, data / "ruleset.yaml", data / "british.yaml")

    ours()
    theirs()
    pairs = [(ours(), theirs()) for _ in range(ROUNDS)]
    print(f"\n{'whole process, ms':<46}{'clock: median':>14}{'least':>8}{'processor: median':>20}{'least':>8}")
    found = {}
    for side, what in enumerate(("orbat check, 60 units", "yaml, pydantic and the C parse of the files")):
        clock, used = ([pair[side][which] for pair in pairs] for which in (0, 1))
        found[side] = median(clock), min(clock), median(used), min(used)
        print(f"{what:<46}{found[side][0]:>14.1f}{found[side][1]:>8.1f}{found[side][2]:>20.1f}{found[side][3]:>8.1f}")
    ratios = [mine / other for mine, other in zip(found[0], found[1], strict=True)]
    print(f"{f'ratio (bar {BAR})':<46}{ratios[0]:>14.2f}{ratios[1]:>8.2f}{ratios[2]:>20.2f}{ratios[3]:>8.2f}")
    assert min(ratios[0], *ratios[2:]) <= BAR, "by the clock or the processor's time, which is surer on a busy machine"

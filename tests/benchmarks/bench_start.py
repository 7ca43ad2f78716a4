"""A whole `orbat check` of 60 units against Python with yaml and pydantic reading the same three files.

Run with `pytest tests/benchmarks/bench_*.py -n0 -s`; the default run of the tests leaves the benchmarks out.
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
    """In the same run, by turns, with bytecode as installed: at most half as long again."""
    file = tmp_path / "army.yaml"
    file.write_text(army(60), encoding="utf-8")
    data = ROOT / "army_lists" / "days_of_empire"
    environment = {key: value for key, value in os.environ.items() if key != "PYTHONDONTWRITEBYTECODE"}
    environment |= {"PYTHONPYCACHEPREFIX": str(tmp_path / "bytecode"), "PYTHONPATH": str(ROOT / "src")}

    def run(program: str, *arguments: object) -> float:
        start = perf_counter()
        done = subprocess.run(
            [sys.executable, "-c", program, *map(str, arguments)],
            env=environment,
            capture_output=True,
            text=True,
            check=False,
        )
        taken = perf_counter() - start
        assert done.returncode == 0, done.stdout + done.stderr
        assert program != OURS or "Legal. " in done.stdout
        return taken * 1000

    def ours() -> float:
        return run(OURS, "check", file)

    def theirs() -> float:
        return run(THEIRS, file, data / "ruleset.yaml", data / "british.yaml")

    ours()
    theirs()
    pairs = [(ours(), theirs()) for _ in range(ROUNDS)]
    mine, other = ([pair[side] for pair in pairs] for side in (0, 1))
    print(f"\n{'whole process, ms':<44}{'median':>9}{'least':>9}")
    for what, figures in (("orbat check, 60 units", mine), ("yaml, pydantic and the C parse of the files", other)):
        print(f"{what:<44}{median(figures):>9.1f}{min(figures):>9.1f}")
    ratios = median(mine) / median(other), min(mine) / min(other)
    print(f"{f'ratio (bar {BAR})':<44}{ratios[0]:>9.2f}{ratios[1]:>9.2f}")
    assert min(ratios) <= BAR

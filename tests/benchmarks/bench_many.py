"""`orbat check` of 200 lists in four formats, by clock time.

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

from tests.benchmarks.conftest import yardstick

from orbat.cli.parallel import cores
from orbat.data.library import Library
from orbat.formats.orbat_file import read_orbat
from orbat.pipeline import convert, report_on

ROOT = Path(__file__).resolve().parents[2]
FILES = 200
BAR = 400
"""Limit in yardsticks of 5 ms: 2 seconds."""
ROUNDS = 5


def test_200_lists_in_four_formats_on_all_cores(library: Library, army: Callable[..., str], tmp_path: Path) -> None:
    """2 seconds, including the start of the program; alternates with the yardstick."""
    folder = tmp_path / "lists"
    folder.mkdir()
    for number in range(FILES):
        report = report_on("list", read_orbat(army(15 + number % 6, f"Army {number}")), library)
        ending = (".yaml", ".txt", ".csv", ".json")[number % 4]
        (folder / f"{number:03}{ending}").write_text(convert(report, ending), encoding="utf-8")
    environment = {key: value for key, value in os.environ.items() if key != "PYTHONDONTWRITEBYTECODE"}
    environment |= {"PYTHONPYCACHEPREFIX": str(tmp_path / "bytecode"), "PYTHONPATH": str(ROOT / "src")}

    def run(jobs: int) -> float:
        start = perf_counter()
        program = [sys.executable, "-c", "from orbat.cli.main import main; main()"]
        done = subprocess.run(
            [*program, "check", str(folder), "--jobs", str(jobs)],
            env=environment,
            capture_output=True,
            text=True,
            check=False,
        )
        taken = perf_counter() - start
        assert f"\n{FILES} files: {FILES} legal." in done.stdout, done.stderr
        return taken * 1000

    def yard() -> float:
        start = perf_counter()
        for _ in range(20):
            yardstick()
        return (perf_counter() - start) * 50

    run(1)
    taken = [(yard(), run(cores()), run(1)) for _ in range(ROUNDS)]
    one, shared, alone = (median(times) for times in zip(*taken, strict=True))
    print(f"\n{FILES} lists, {cores()} processes: {shared:.0f} ms, {shared / one:.0f} yardsticks of {one:.2f} ms")
    print(f"in one process: {alone:.0f} ms (bar {BAR} yardsticks)")
    assert shared / one <= BAR

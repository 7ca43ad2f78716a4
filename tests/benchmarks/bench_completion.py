"""A completion in a shell compared with Python that imports click and reads no data.

Run with `pytest tests/benchmarks/bench_*.py -n0 -s`; the default test run excludes benchmarks.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from statistics import median
from time import perf_counter

import pytest

ROOT = Path(__file__).resolve().parents[2]
BAR = 2.0
ROUNDS = 21

OURS = "from orbat.cli.main import main; main()"
THEIRS = "import click.shell_completion"


@pytest.mark.parametrize(
    "line",
    ["orbat ch", "orbat check --po", "orbat explain UN", "orbat new --army b", "orbat lists days_of_empire/british/b"],
)
def test_a_completion_takes_at_most_twice_as_long_as_click(line: str, tmp_path: Path) -> None:
    """Alternating, with bytecode as installed. On a machine where click takes 40 ms, the limit is 80 ms."""
    environment = {key: value for key, value in os.environ.items() if key != "PYTHONDONTWRITEBYTECODE"}
    environment |= {"PYTHONPYCACHEPREFIX": str(tmp_path / "bytecode"), "PYTHONPATH": str(ROOT / "src")}
    words = {"_ORBAT_COMPLETE": "bash_complete", "COMP_WORDS": line, "COMP_CWORD": str(line.count(" "))}

    def milliseconds(program: str, more: dict[str, str]) -> float:
        start = perf_counter()
        done = subprocess.run(
            [sys.executable, "-c", program], env={**environment, **more}, capture_output=True, text=True, check=True
        )
        taken = perf_counter() - start
        assert (program == THEIRS) or done.stdout.startswith("plain,"), done.stderr
        return taken * 1000

    milliseconds(OURS, words)
    pairs = [(milliseconds(OURS, words), milliseconds(THEIRS, {})) for _ in range(ROUNDS)]
    ours, theirs = [mine for mine, _ in pairs], [other for _, other in pairs]
    ratio = min(median(ours) / median(theirs), min(ours) / min(theirs))
    print(f"\n{line:<40}{median(ours):>8.1f} ms, click {median(theirs):>6.1f} ms, ratio {ratio:.2f} (bar {BAR})")
    assert ratio <= BAR

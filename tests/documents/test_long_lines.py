"""Long lines of repeated characters, up to a megabyte, are read in bounded time and memory in every format.

The readers run in a process with a limit on processor time: a pattern with quadratic backtracking would exceed it.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from orbat.list_reader.document_text import DocumentLine
from orbat.list_reader.excerpt import excerpt_of
from orbat.list_reader.lines import MAX_LENGTH

ROOT = Path(__file__).resolve().parents[2]
SECONDS = 240
"""Processor time for all lines of one length: several times what they take."""
MEGABYTES = 300

PROGRAM = """
import random, resource, sys

resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS))

from orbat.documents.read import read_raw
from orbat.pipeline import report_on
from orbat.data.library import Library

library, length = Library(), int(sys.argv[1])
dice = random.Random(length)
digits = "".join(dice.choice("0123456789") for _ in range(10_000))
lines = {
    "digits": digits, "spaces": " ", "commas": ",", "dots": ".", "dashes": "-", "letters": "a", "brackets": "[(",
    "quotes": "\\"'", "combining": "e" + "\\u0301" * 99, "numbers": "12 x 3, ", "decimals": "1.", "sums": "12 + ",
    "names": "3rd and 4th, ", "marks": "**_a ", "tags": "<a ", "entities": "&#1", "bars": "|", "hashes": "# a#",
    "other digits": "\\u0663",
}
forms = {
    "line.txt": "British 800 points\\n33rd Foot 12 stands class 3 60\\n{}\\n",
    "inside.txt": "British 800 points\\n33rd Foot 12 {} class 3 60\\n",
    "marked.md": "# Army\\n\\n{}\\n**33rd Foot** 12 {}\\n",
    "cell.csv": "unit;stands;class;points\\nE Field Battery;{};3;60\\n41st;12;3;40\\n",
    "page.html": "<html><body><p>{}</p><table><tr><td>{}</td></tr></table></body></html>",
    "mail.eml": "From: a\\nMime-Version: 1\\nContent-Type: text/plain\\nSubject: {}\\n\\n{}\\n",
    "own.txt": "T\\norbat 1; ruleset days_of_empire\\n\\n{}\\n33rd - 12 {}, rating 3 [brit_line] - {}\\n",
    "own.csv": "path,level,name,entry,size,points\\nunits[0],unit,{},brit_line,{},60\\n",
    "own.yaml": "orbat: 1\\nruleset: days_of_empire\\ntitle: {}\\n",
    "own.json": '{{"orbat": 1, "ruleset": "days_of_empire", "title": "{}", "x-y": {}',
    "bare": "{}",
}
for form, around in forms.items():
    for kind, unit in lines.items():
        line = (unit * (length // len(unit) + 1))[:length]
        print(form, kind, flush=True)
        read = read_raw(around.replace("{}", line).encode(), form, library, army_list="british")
        assert read
        assert not [one for loaded in read for one in loaded.findings if one.code == "INT002"], read[0].findings
for kind, unit in lines.items():
    many = "\\n".join(f"33rd Foot {(unit * 400)[:400]}" for _ in range(min(length, 60_000) // 400))
    print("many", kind, flush=True)
    report_on("", read_raw(many.encode(), "list.txt", library, army_list="british")[0], library)
with open("/proc/self/status") as status:  # ru_maxrss would count the memory of the process that started this one
    print("done", *(int(line.split()[1]) // 1024 for line in status if line.startswith("VmHWM")))
"""


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="limits of processes differ")
@pytest.mark.parametrize("length", [2_000, 60_000, 1_000_000])
def test_long_lines_are_read_within_the_time_limit(length: int) -> None:
    """On failure, the last line printed names the format and the line that took too long."""
    run = subprocess.run(
        [sys.executable, "-c", PROGRAM.replace("SECONDS", str(SECONDS)), str(length)],
        capture_output=True,
        text=True,
        env={**os.environ, "PYTHONPATH": str(ROOT / "src")},
        check=False,
    )
    last = run.stdout.rstrip().rpartition("\n")[2]
    assert last.startswith("done"), (last, run.stderr[-500:])
    assert int(last.split()[1]) <= MEGABYTES


@pytest.mark.parametrize("head", [(), ("unit", "stands", "class", "points")])
def test_lines_are_cut_before_patterns_run_over_them(head: tuple[str, ...]) -> None:
    """Both typed lines and rows of cells are cut."""
    cells = ("E Field Battery | " + "a7" * 1_000, "7" * 2_000, "3", "|" * 2_000)
    rows = [DocumentLine(2, "  ".join(cells), cells), DocumentLine(3, "7" * 2_000), DocumentLine(4, "|" + "a7|" * 600)]
    if head:
        rows.insert(0, DocumentLine(1, "  ".join(head), head))
    for line in excerpt_of(rows, 10).lines:
        assert len(line.clean) <= MAX_LENGTH
        assert "7" * 13 not in line.clean

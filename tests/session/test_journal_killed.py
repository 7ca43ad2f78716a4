"""Killing the program loses nothing that was recorded."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from tests.examples import sampled

from orbat.session.journal import RecoveredJournal, abandoned_journals, read_journal

CHILD = """
import sys
from dataclasses import replace
from pathlib import Path
from orbat.model import history as histories
from orbat.model.orbat import Orbat, Unit
from orbat.model.text import Pin
from orbat.session import journal as journals

journals.COMPACTION_SIZE = int(sys.argv[2])
history = histories.start_history(Orbat(ruleset=Pin("days_of_empire")))
journal = journals.start_journal(Path(sys.argv[1]), history, saved=False)
for number in range(1, 1_000_000):
    units = (*history.orbat.units[-20:], Unit(name="x" * (number % 997), size=number))
    history = history.do(f"buy {number}", replace(history.orbat, units=units))
    journal.record(history)
    assert not journal.error
    sys.stdout.write(f"{number}\\n")
    sys.stdout.flush()
"""


@pytest.mark.skipif(os.name == "nt", reason="there is no SIGKILL")
@pytest.mark.parametrize("most_bytes", [4_000_000, 20_000])
@pytest.mark.parametrize("moment", sampled(range(6), 2))
def test_a_killed_program_loses_nothing_that_was_recorded(tmp_path: Path, moment: int, most_bytes: int) -> None:
    """Everything reported as recorded is recovered, even if the program is killed during a rewrite."""
    command = [sys.executable, "-c", CHILD, str(tmp_path), str(most_bytes)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as child:
        assert child.stdout
        chance = random.Random(moment)
        for _ in range(chance.randrange(1, 400)):
            reported = child.stdout.readline()
        for _ in range(chance.randrange(3000)):
            pass
        assert abandoned_journals(tmp_path) == ()
        child.send_signal(signal.SIGKILL)
        child.wait()
        reported = ([reported, *child.stdout.readlines()])[-1]
    (place,) = abandoned_journals(tmp_path)
    found = read_journal(place)
    assert isinstance(found, RecoveredJournal), found
    number = found.history.orbat.units[-1].size or 0
    assert number in (int(reported), int(reported) + 1)
    assert found.history.steps[-1].name == f"buy {number}"
    assert [unit.size for unit in found.history.orbat.units] == list(range(max(1, number - 20), number + 1))
    assert found.unsaved
    assert not found.note

"""Journals after kills, damage, a full disk and use by other processes."""

from __future__ import annotations

import json
import os
import random
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.examples import examples

from orbat.model.history import History
from orbat.session import journal as journals
from orbat.session.journal import (
    Journal,
    RecoveredJournal,
    UnreadableJournal,
    abandoned_journals,
    delete_journal,
    read_journal,
    resume_journal,
    start_journal,
)

Busy = Callable[[Journal, int, History], History]
Recover = Callable[[Path], RecoveredJournal]


def test_incomplete_last_line_is_ignored(tmp_path: Path, begun: History, busy: Busy) -> None:
    """A journal cut off after any byte restores the steps of complete lines, without a message."""
    journal = start_journal(tmp_path, begun)
    reached = [(journal.path.stat().st_size, begun)]
    for number in range(1, 8):
        history = busy(journal, 1, reached[-1][1]) if number != 5 else reached[-1][1].undo()
        journal.record(history)
        reached.append((journal.path.stat().st_size, history))
    raw = journal.path.read_bytes()
    cut = tmp_path / "cut"
    for length in range(len(raw) + 1):
        cut.write_bytes(raw[:length])
        found = read_journal(cut)
        complete = [history for size, history in reached if size <= length]
        if complete:
            assert isinstance(found, RecoveredJournal)
            assert found.history == complete[-1]
            assert not found.note
        elif isinstance(found, RecoveredJournal):
            assert found.history == begun


@settings(max_examples=examples(80))
@given(data=st.data())
def test_steps_before_damage_are_recovered(
    tmp_path_factory: pytest.TempPathFactory, data: st.DataObject, begun: History, busy: Busy
) -> None:
    """Nothing raises for any damaged line; the steps before it are recovered, and the user is told."""
    folder = tmp_path_factory.mktemp("journals")
    journal = start_journal(folder, begun)
    history = busy(journal, 5, begun)
    journal.note_saved(folder / "alma.yaml", "x")
    lines = journal.path.read_bytes().splitlines()
    number = data.draw(st.integers(0, len(lines) - 1))
    junk: bytes = data.draw(st.binary(max_size=20) | st.just(b"[" * 100_000) | _mutations(json.loads(lines[number])))
    if junk == lines[number]:
        return
    journal.path.write_bytes(b"\n".join([*lines[:number], junk, *lines[number + 1 :]]) + b"\n")
    found = read_journal(journal.path)
    if number > 1:
        assert isinstance(found, RecoveredJournal)
        intact = [line for line in lines[:number] if b'"step"' in line]
        assert len(found.history.steps) >= len(intact)
        assert found.history.steps[: len(intact)] == history.steps[: len(intact)] or not found.note
    journal.close(discard=True)


def _mutations(line: Any) -> st.SearchStrategy[bytes]:
    """Variants of a line with one value replaced."""
    places: list[tuple[Any, Any]] = []

    def walk(node: Any) -> None:
        inner = node.items() if isinstance(node, dict) else enumerate(node) if isinstance(node, list) else ()
        for key, value in inner:
            places.append((node, key))
            walk(value)

    walk(line)

    def mutated(choice: tuple[tuple[Any, Any], Any]) -> bytes:
        (node, key), junk = choice
        before, node[key] = node[key], junk
        text = json.dumps(line).encode()
        node[key] = before
        return text

    junk: st.SearchStrategy[Any] = st.sampled_from(
        (None, -1, 99, True, "", "x", "1/0", [], {}, [[]], {"__class__": 1}, {"size": "x"})
    )
    return st.tuples(st.sampled_from(places), junk).map(mutated)


def test_damaged_line_is_reported(tmp_path: Path, begun: History, busy: Busy, recover: Recover) -> None:
    """A damaged line in the middle ends the recovery, and its number is reported."""
    journal = start_journal(tmp_path, begun)
    history = busy(journal, 5, begun)
    lines = journal.path.read_bytes().splitlines(keepends=True)
    journal.path.write_bytes(b"".join([*lines[:6], b"\0\0\0\n", *lines[7:]]))
    found = recover(journal.path)
    assert "damaged in line 7" in found.note
    assert found.history.steps == history.steps[:3]


@pytest.mark.parametrize(("raw", "damaged"), [(b"", True), (b"\0" * 99 + b"\n", True), (b"{}\n", True)])
def test_files_that_are_not_journals(tmp_path: Path, raw: bytes, damaged: bool) -> None:
    """A file of another kind is damaged; a missing file is only unreadable."""
    (tmp_path / "a.journal").write_bytes(raw)
    found = read_journal(tmp_path / "a.journal")
    assert isinstance(found, UnreadableJournal)
    assert found.damaged is damaged
    gone = read_journal(tmp_path / "b.journal")
    assert isinstance(gone, UnreadableJournal)
    assert not gone.damaged


def test_journal_of_a_newer_version_is_not_changed(tmp_path: Path) -> None:
    """It is neither read nor treated as damaged."""
    (tmp_path / "a.journal").write_text('{"orbat journal":2,"title":"x"}\n')
    found = read_journal(tmp_path / "a.journal")
    assert isinstance(found, UnreadableJournal)
    assert "newer" in found.message
    assert not found.damaged


def test_journal_in_use_is_not_offered(tmp_path: Path, begun: History, busy: Busy, recover: Recover) -> None:
    """Only abandoned journals are offered, and only one process can resume or delete one."""
    running = start_journal(tmp_path, begun)
    other = start_journal(tmp_path, begun)
    assert abandoned_journals(tmp_path) == ()
    assert not delete_journal(running.path)
    history = busy(other, 3, begun)
    other.close(discard=False)
    assert abandoned_journals(tmp_path) == (other.path,)
    found = recover(other.path)
    taken = resume_journal(found.path, found.history, file=found.file, fingerprint="", saved=found.saved)
    assert taken
    assert resume_journal(found.path, found.history, file=found.file, fingerprint="", saved=found.saved) is None
    assert abandoned_journals(tmp_path) == ()
    longer = busy(taken, 2, found.history)
    assert recover(taken.path).history == longer
    assert longer.steps[: len(history.steps)] == history.steps
    running.close(discard=True)
    taken.close(discard=True)


def test_discarded_journal_leaves_no_files(tmp_path: Path, begun: History, busy: Busy) -> None:
    """A clean end and a deletion remove the journal and its lock."""
    for end in (lambda one: one.close(discard=True), _abandoned_and_deleted):
        journal = start_journal(tmp_path, begun)
        busy(journal, 2, begun)
        end(journal)
        assert not list(tmp_path.iterdir())
    (tmp_path / "a.lock").touch()
    assert abandoned_journals(tmp_path) == ()
    assert not list(tmp_path.iterdir())


def _abandoned_and_deleted(journal: Journal) -> None:
    journal.close(discard=False)
    assert delete_journal(journal.path)


@pytest.fixture
def small(monkeypatch: pytest.MonkeyPatch) -> int:
    """Reduce the size at which journals are rewritten."""
    monkeypatch.setattr(journals, "COMPACTION_SIZE", 20_000)
    return 20_000


def test_journal_size_is_bounded(tmp_path: Path, small: int, begun: History, busy: Busy, recover: Recover) -> None:
    """A journal of any length stays within its bounds, with the latest steps and the content of the file."""
    history = begun
    journal = start_journal(tmp_path, history, file=tmp_path / "a.yaml")
    for _ in range(12):
        history = busy(journal, 60, history)
        assert journal.path.stat().st_size < small + 3000
        found = recover(journal.path)
        assert found.history.orbat == history.orbat
        assert found.history.steps == history.steps[-len(found.history.steps) :]
        assert found.saved == begun.orbat
    assert 20 < len(found.history.steps) < len(history.steps)
    journal.close(discard=True)


@pytest.mark.slow
@pytest.mark.usefixtures("small")
def test_moves_beyond_the_stored_steps_are_recorded(
    tmp_path: Path, begun: History, busy: Busy, recover: Recover
) -> None:
    """After any move through the history, the current ORBAT is the one recovered."""
    journal = start_journal(tmp_path, begun)
    history = busy(journal, 400, begun)
    chance = random.Random(3)
    ways: tuple[Callable[[History], History], ...] = (History.undo, History.redo)
    for way in ways:
        for _ in range(401):
            history = way(history)
            journal.record(history)
            if not history.position % 37:
                assert recover(journal.path).history.orbat == history.orbat
    for _ in range(30):
        history = history.go_to(chance.randrange(len(history.steps)))
        journal.record(history)
        assert recover(journal.path).history.orbat == history.orbat
    history = busy(journal, 1, history)
    assert recover(journal.path).history.orbat == history.orbat
    journal.close(discard=True)


def test_unwritable_journal_reports_an_error_and_retries(
    tmp_path: Path, begun: History, busy: Busy, recover: Recover
) -> None:
    """Editing continues without a journal; once it can be written it has everything."""
    folder = tmp_path / "state"
    folder.write_text("in the way")
    journal = start_journal(folder, begun)
    history = busy(journal, 3, begun)
    assert str(folder) in journal.error
    folder.unlink()
    history = busy(journal, 1, history)
    assert not journal.error
    assert recover(journal.path).history == history
    journal.close(discard=True)


@pytest.mark.parametrize("fault", ["short", "full"])
def test_partial_writes_do_not_damage_later_lines(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, fault: str, begun: History, busy: Busy, recover: Recover
) -> None:
    """A line that was written partly or not at all does not affect the lines after it."""
    journal = start_journal(tmp_path, begun)
    history = busy(journal, 3, begun)
    real = os.write

    def failing(handle: int, data: bytes) -> int:
        if fault == "full":
            raise OSError(28, "No space left on device")
        return real(handle, data[: len(data) // 2])

    with monkeypatch.context() as patch:
        patch.setattr(os, "write", failing)
        history = busy(journal, 1, history)
    assert recover(journal.path).history == history
    history = busy(journal, 2, history)
    assert recover(journal.path).history == history
    journal.close(discard=True)


def test_deleted_journal_is_rewritten(tmp_path: Path, begun: History, busy: Busy, recover: Recover) -> None:
    """Deleting the state folder while orbat runs loses nothing."""
    journal = start_journal(tmp_path, begun)
    history = busy(journal, 3, begun)
    journal.path.unlink()
    history = busy(journal, 1, history)
    assert recover(journal.path).history == history
    journal.close(discard=True)


@pytest.mark.usefixtures("small")
def test_rewrite_is_atomic(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, begun: History, busy: Busy, recover: Recover
) -> None:
    """If a rewrite fails, the old journal still has every earlier step, and an error is reported."""
    journal = start_journal(tmp_path, begun)
    history = busy(journal, 3, begun)

    def full(handle: int) -> None:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr(os, "fsync", full)
        large = history.do("note", replace(history.orbat, note="x" * 30_000))
        journal.record(large)
        assert "no space left" in journal.error
        assert recover(journal.path).history == large
    history = busy(journal, 1, large)
    assert not journal.error
    assert recover(journal.path).history.orbat == history.orbat
    journal.close(discard=True)


def test_started_save_is_recorded_until_confirmed(tmp_path: Path, begun: History, busy: Busy, recover: Recover) -> None:
    """A started save is in the journal with its fingerprint until it is confirmed."""
    file = tmp_path / "mine.yaml"
    journal = start_journal(tmp_path / "journals", begun)
    history = busy(journal, 2, begun)
    journal.note_saving(file, "mark")
    assert recover(journal.path).saving == (file, "mark", history.orbat)
    assert recover(journal.path).unsaved
    journal.note_saved(file, "mark")
    assert recover(journal.path).saving is None
    assert not recover(journal.path).unsaved
    journal.close(discard=True)

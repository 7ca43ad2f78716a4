"""The log of internal errors."""

from __future__ import annotations

import tempfile
from pathlib import Path

import pytest

from orbat.data import folders
from orbat.model.failure import Failure, failure_of
from orbat.session.crash_log import MAX_LOGS, LoggedFailure, internal_error_message, write_log


def entry(what: str = "rule UNT003", file: str = "army.yaml", text: str = "Traceback: boom") -> LoggedFailure:
    return LoggedFailure(Failure(what, text), (file,))


def test_log_has_version_file_rule_and_traceback() -> None:
    try:
        raise ZeroDivisionError("no stands")
    except ZeroDivisionError as error:
        log = write_log([LoggedFailure(failure_of("rule UNT003", error), ("army.yaml",))])
    assert log is not None
    assert log.parent == folders.state() / "logs"
    text = log.read_text(encoding="utf-8")
    for words in ("orbat ", "Python ", "failed: rule UNT003", "file: army.yaml", "ZeroDivisionError: no stands"):
        assert words in text
    assert str(log) in internal_error_message(log)


def test_one_log_per_failure_and_only_the_newest_are_kept() -> None:
    for number in range(MAX_LOGS + 5):
        assert write_log([entry(text=f"{number}")]) is not None
        assert write_log([entry(text=f"{number}")]) is not None
    logs = list((folders.state() / "logs").iterdir())
    assert len(logs) == MAX_LOGS
    assert any("\n14\n" in f"{log.read_text(encoding='utf-8')}\n" for log in logs)


@pytest.mark.slow
def test_log_size_is_bounded() -> None:
    entries = [entry(f"rule {number}", text="x" * 10**6) for number in range(200)]
    log = write_log([*entries, LoggedFailure(Failure("x", "y"), tuple(map(str, range(1000))))])
    assert log is not None
    assert log.stat().st_size < 500_000


def test_any_text_can_be_logged() -> None:
    assert write_log([entry("\udcff\x1b", "\udcff.yaml", "\ud800")]) is not None


def test_log_is_in_the_temporary_folder_if_the_state_folder_is_unusable(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("ORBAT_HOME", str(tmp_path / "file"))
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    log = write_log([entry()])
    assert log is not None
    assert log.parent == tmp_path


def test_no_exception_if_no_log_can_be_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("ORBAT_HOME", str(tmp_path / "file"))
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "file"))
    assert write_log([entry()]) is None
    assert "ORBAT_DEBUG=1" in internal_error_message(None)


def test_link_with_the_name_of_a_log_is_replaced(tmp_path: Path) -> None:
    log = write_log([entry()])
    assert log is not None
    victim = tmp_path / "victim"
    victim.write_text("mine")
    log.unlink()
    log.symlink_to(victim)
    assert write_log([entry()]) == log
    assert victim.read_text() == "mine"

"""A lock file belongs to one process, and is free after that process has ended, however it ended."""

from __future__ import annotations

import errno
import os
import subprocess
import sys
from pathlib import Path

import pytest
from filelock import BaseFileLock

from orbat.session import lock
from orbat.session.lock import Lock, acquire

HOLDER = (
    "import sys; from pathlib import Path; from orbat.session.lock import acquire\n"
    "lock = acquire(Path(sys.argv[1])); print('held' if lock else 'refused', flush=True); sys.stdin.read()\n"
)


def test_a_lock_is_held_once(tmp_path: Path) -> None:
    path = tmp_path / "a.lock"
    held = acquire(path)
    assert held is not None
    assert acquire(path) is None
    held.release()
    again = acquire(path)
    assert again is not None
    again.release(remove=True)
    assert not path.exists()


def test_a_lock_whose_file_was_removed_does_not_block_others(tmp_path: Path) -> None:
    path = tmp_path / "a.lock"
    old = acquire(path)
    assert old is not None
    path.unlink()
    new = acquire(path)
    assert new is not None
    old.release()
    assert acquire(path) is None
    new.release(remove=True)


def test_a_folder_that_cannot_be_written_is_an_error(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(OSError, match="file"):
        acquire(tmp_path / "file" / "a.lock")


@pytest.mark.skipif(os.name == "nt", reason="file systems of Windows have locks")
def test_a_file_system_without_locks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The file then contains the number of the process."""
    import fcntl

    def refuse(*_: object) -> None:
        raise OSError(errno.ENOSYS, "Function not implemented")

    monkeypatch.setattr(fcntl, "flock", refuse)
    path = tmp_path / "a.lock"
    held = acquire(path)
    assert held is not None
    assert str(os.getpid()) in path.read_text()
    assert acquire(path) is None
    held.release(remove=True)
    assert not path.exists()
    monkeypatch.undo()
    free = acquire(path)
    assert free is not None
    free.release(remove=True)


def test_on_windows_a_lock_is_released_before_its_file_is_removed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Windows cannot remove an open file. Simulated."""
    steps: list[str] = []

    class Held(BaseFileLock):
        def release(self, force: bool = False) -> None:
            steps.append("release")

        def _acquire(self) -> None:
            raise NotImplementedError

        def _release(self) -> None:
            raise NotImplementedError

    monkeypatch.setattr(lock, "IS_WINDOWS", True)
    monkeypatch.setattr(Path, "unlink", lambda self, missing_ok: steps.append("remove"))
    held = Held(tmp_path / "a.lock")
    Lock(tmp_path / "a.lock", held).release(remove=True)
    assert steps == ["release", "remove"]


@pytest.mark.slow
def test_a_killed_process_holds_nothing(tmp_path: Path) -> None:
    path = tmp_path / "a.lock"
    command = [sys.executable, "-c", HOLDER, str(path)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as holder:
        assert holder.stdout is not None
        assert holder.stdout.readline() == "held\n"
        assert acquire(path) is None
        holder.kill()
        holder.wait()
        free = acquire(path)
        assert free is not None
        free.release(remove=True)

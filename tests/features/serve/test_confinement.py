"""A session opens, lists, writes and removes files only in the served folder."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from orbat.features.serve.confinement import Allowed, allowed_in_session, hook

Audit = Callable[[str, tuple[Any, ...]], None]


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """A served folder, next to a file that is not served."""
    root = tmp_path / "root"
    (root / "inner").mkdir(parents=True)
    (root / "mine.yaml").write_text("orbat: 1\n")
    (tmp_path / "secret.yaml").write_text("orbat: 1\n")
    (tmp_path / "rooted").mkdir()
    return root


@pytest.fixture
def audit(root: Path, tmp_path: Path) -> Audit:
    """The hook of a session that may also read one other folder."""
    readable = tmp_path / "lists"
    readable.mkdir()
    return hook(Allowed((str(root),), (str(readable),)))


def refused(audit: Audit, event: str, *arguments: Any) -> bool:
    try:
        audit(event, arguments)
    except PermissionError:
        return True
    return False


def test_files_in_the_folder_may_be_used(audit: Audit, root: Path) -> None:
    assert not refused(audit, "open", str(root / "mine.yaml"), "r", os.O_RDONLY)
    assert not refused(audit, "open", os.fsencode(root / "inner/new.yaml"), "w", 0)
    assert not refused(audit, "open", root / "new.yaml", None, os.O_WRONLY | os.O_CREAT)
    assert not refused(audit, "os.scandir", str(root))
    assert not refused(audit, "os.rename", str(root / "a"), str(root / "b"), -1, -1)
    assert not refused(audit, "os.remove", str(root / "a"), -1)
    assert not refused(audit, "open", 3, "r", 0), "a file that is open already"


@pytest.mark.parametrize(
    "path", ["../secret.yaml", "inner/../../secret.yaml", "../rooted/a", "/etc/passwd", "..", "\0"]
)
def test_paths_out_of_the_folder_are_refused(audit: Audit, root: Path, path: str) -> None:
    """Also if the name of the other folder begins like that of the served one."""
    assert refused(audit, "open", os.path.join(root, path), "r", os.O_RDONLY)  # noqa: PTH118  # may be absolute
    assert refused(audit, "os.scandir", os.path.join(root, path))  # noqa: PTH118  # same


def test_links_out_of_the_folder_are_refused(audit: Audit, root: Path, tmp_path: Path) -> None:
    (root / "link.yaml").symlink_to(tmp_path / "secret.yaml")
    (root / "up").symlink_to(tmp_path)
    (root / "own.yaml").symlink_to(root / "mine.yaml")
    assert refused(audit, "open", str(root / "link.yaml"), "r", os.O_RDONLY)
    assert refused(audit, "open", str(root / "up/secret.yaml"), "r", os.O_RDONLY)
    assert refused(audit, "os.listdir", str(root / "up"))
    assert not refused(audit, "open", str(root / "own.yaml"), "r", os.O_RDONLY)


def test_other_folders_may_only_be_read(audit: Audit, tmp_path: Path) -> None:
    file = str(tmp_path / "lists/a.yaml")
    assert not refused(audit, "open", file, "rb", os.O_RDONLY)
    assert refused(audit, "open", file, "r+", os.O_RDWR)
    assert refused(audit, "open", file, None, os.O_RDWR)
    assert refused(audit, "os.remove", file, -1)


@pytest.mark.parametrize("event", ["os.rename", "os.link", "os.symlink"])
def test_nothing_is_moved_into_or_out_of_the_folder(audit: Audit, root: Path, tmp_path: Path, event: str) -> None:
    inside, outside = str(root / "a"), str(tmp_path / "secret.yaml")
    assert refused(audit, event, inside, outside, -1, -1)
    assert refused(audit, event, outside, inside, -1, -1)


@pytest.mark.parametrize("event", ["subprocess.Popen", "os.system", "os.posix_spawn", "os.exec", "os.fork"])
def test_no_program_is_started(audit: Audit, event: str) -> None:
    assert refused(audit, event, "ls", None, None, None)


def test_a_folder_above_the_served_one_holds_no_programs(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Python adds the folder in which the server was started to its path."""
    monkeypatch.setattr("sys.path", [*sys.path, str(root.parent)])
    allowed = allowed_in_session(root, (), ())
    assert not allowed.has(str(root.parent / "secret.yaml"), writes=False)
    assert allowed.has(os.__file__, writes=False)
    assert not allowed.has(os.__file__, writes=True)


@pytest.mark.slow
def test_a_confined_process_reads_nothing_else(root: Path) -> None:
    """Python itself asks the hook."""
    program = (
        "import sys; from pathlib import Path\n"
        "from orbat.features.serve.confinement import allowed_in_session, confine\n"
        "root = Path(sys.argv[1]); confine(allowed_in_session(root, (), ()))\n"
        "print((root / 'mine.yaml').read_text())\n"
        "try:\n    (root.parent / 'secret.yaml').read_text()\n"
        "except PermissionError as error:\n    print(error.strerror)\n"
    )
    run = subprocess.run([sys.executable, "-c", program, str(root)], capture_output=True, text=True, check=True)
    assert run.stdout == "orbat: 1\n\noutside the served folder\n"

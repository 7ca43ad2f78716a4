"""Full disks, closed streams, link loops and missing folders: one message and exit code 2, never 3."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import click
import pytest
from tests.examples import sampled

from orbat import registry
from orbat.data import folders

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="/dev/full and fork are Linux's")

RUN = Path(__file__).with_name("forked_runs.py")
ORBAT = (sys.executable, "-c", "from orbat.cli.main import main; main()")
NEW = ("new", "--ruleset", "days_of_empire", "--army", "british", "--points", "800", "-o", "OUT.yaml")
RAISE = ("raise", "--ruleset", "days_of_empire", "--army", "british", "--points", "300", "-o", "OUT.yaml")
READING: tuple[tuple[str, ...], ...] = (
    ("check", "IN"), ("check", "--json", "IN"), ("check", "--csv", "IN"), ("price", "IN"), ("suggest", "IN"),
    ("convert", "IN", "OUT.txt"), ("print", "IN", "-o", "OUT.pdf"), ("roll", "IN", "--seed", "Alma"),
    ("price", "--write", "IN"), ("lint", "IN"),
)  # fmt: skip
"""Commands with the file IN to read."""
WRITING: tuple[tuple[str, ...], ...] = (
    ("convert", "IN", "OUT.csv", "--force"), ("convert", "IN", "OUT.yaml"), ("print", "IN", "-o", "OUT.pdf"),
    ("roll", "IN", "--seed", "Alma", "-o", "OUT.yaml"), NEW, RAISE,
)  # fmt: skip
"""Commands with a file OUT to write."""
SHOWING: tuple[tuple[str, ...], ...] = (("lists",), ("explain", "UNT003"), ("schema", "orbat"), ("--help",))
"""Commands that only write to standard output."""


def named(command: tuple[str, ...], given: object, target: object) -> list[Any]:
    """Fill in the file names of a command; names with invalid characters become lists of bytes."""
    words = [word.replace("OUT", str(target)).replace("IN", str(given)) for word in command]
    return [word if word.isprintable() else [*os.fsencode(word)] for word in words]


def outcomes(cases: list[dict[str, Any]]) -> list[tuple[int, str, str]]:
    """Exit code and output of each case."""
    done = subprocess.run([sys.executable, RUN], input=json.dumps(cases).encode(), capture_output=True, check=False)
    assert done.returncode == 0, done.stderr.decode()
    found = [(one["code"], one["out"], one["err"]) for one in json.loads(done.stdout)]
    for case, (code, out, err) in zip(cases, found, strict=True):
        assert code in (0, 1, 2), (case, code, err)
        for words in ("Traceback", "TRACEBACK", "Internal error"):
            assert words not in out + err, (case, err)
    return found


def refused(cases: list[dict[str, Any]], *words: str) -> None:
    """Assert that each case ends with 2 and one message that contains one of the words."""
    for case, (code, out, err) in zip(cases, outcomes(cases), strict=True):
        assert code == 2, (case, code, out, err)
        text = out + err
        assert any(word in text for word in words), (case, text)
        assert err.count("Error: ") <= 1, (case, err)


def _is_group(name: str) -> bool:
    return isinstance(registry.load(registry.commands()[name].code), click.Group)


def of_feature(name: str) -> tuple[str, ...]:
    """A command of a feature, with its input files."""
    command: click.Command = registry.load(registry.commands()[name].code)
    files = sum(isinstance(one, click.Argument) for one in command.params)
    return (name, *["IN"] * files)


OF_FEATURES = tuple(map(of_feature, (name for name in registry.commands() if not _is_group(name))))
"""Commands of features that take files themselves."""


@pytest.fixture
def loop(tmp_path: Path) -> Path:
    """A symbolic link to itself."""
    file = tmp_path / "loop"
    file.symlink_to(file)
    return file


@pytest.mark.slow
@pytest.mark.parametrize("stream", ["/dev/full", "closed"])
def test_unwritable_standard_output(army: Path, tmp_path: Path, stream: str) -> None:
    tried = outcomes([{"argv": named(command, army, "out")} for command in OF_FEATURES])
    of_orbats = [command for command, (code, _, _) in zip(OF_FEATURES, tried, strict=True) if code == 0]
    commands = [command for command in (*READING, *of_orbats, *SHOWING) if command[0] not in ("print", "convert")]
    cases = [{"argv": named(command, army, tmp_path / "out"), "stdout": stream} for command in commands]
    refused(cases, "standard output", "no space left on device", "bad file descriptor")


@pytest.mark.slow
@pytest.mark.parametrize("stream", ["/dev/full", "closed"])
def test_unwritable_standard_error_does_not_change_the_exit_code(army: Path, stream: str) -> None:
    argv = [["check", str(army)], ["price", "--write", str(army)], ["check", "nowhere.yaml"], ["nowhere"]]
    found = outcomes([{"argv": one, "stderr": stream} for one in argv])
    assert [code for code, _, _ in found] == [0, 0, 2, 2]


@pytest.mark.slow
def test_files_do_not_replace_closed_standard_streams(army: Path) -> None:
    """The first opened file would get the descriptor of a closed stream."""
    before = army.read_bytes()
    cases = [{"argv": ["check", str(army)], "stdin": "closed", "stdout": "closed", "stderr": "closed"}]
    assert outcomes(cases)[0][0] == 2
    assert outcomes([{"argv": ["check", "-"], "stdin": "closed"}])[0][0] == 2
    assert army.read_bytes() == before


@pytest.mark.slow
@pytest.mark.parametrize(
    "variables", [("HOME",), ("ORBAT_HOME",), ("HOME", "XDG_DATA_HOME", "XDG_STATE_HOME", "XDG_CONFIG_HOME")]
)
@pytest.mark.parametrize("what", sampled(["file", "loop"], 1))
def test_unusable_folders_of_the_user(
    army: Path, tmp_path: Path, loop: Path, variables: tuple[str, ...], what: str
) -> None:
    """The user's own lists are then ignored."""
    place = {"file": army, "loop": loop}[what]
    cases = [
        {
            "argv": named(command, army, tmp_path / f"out{number}"),
            "env": dict.fromkeys(variables, str(place)),
            "without": () if "ORBAT_HOME" in variables else ("ORBAT_HOME",),
        }
        for number, command in enumerate(
            [("check", "IN"), ("print", "IN", "-o", "OUT.pdf"), NEW, ("lists",), ("lint",)]
        )
    ]
    assert [code for code, _, _ in outcomes(cases)] == [0] * len(cases)


@pytest.mark.slow
@pytest.mark.parametrize("what", sampled(["loop", "under a loop", "folder", "under a file", "long", "bytes"], 1))
def test_unreadable_input(army: Path, tmp_path: Path, loop: Path, what: str) -> None:
    place = {
        "loop": loop,
        "under a loop": loop / "army.yaml",
        "folder": tmp_path / "folder",
        "under a file": army / "army.yaml",
        "long": "x" * 300 + ".yaml",
        "bytes": "\udcff.yaml",
    }[what]
    (tmp_path / "folder").mkdir()
    cases = [{"argv": named(command, place, tmp_path / "out")} for command in (*READING, *OF_FEATURES)]
    refused(cases, "cannot be", "is a folder", "does not exist", "no ORBAT", "no data file", "too long")


@pytest.mark.slow
@pytest.mark.parametrize("what", sampled(["loop", "under a loop", "folder", "under a file", "long", "full"], 1))
def test_unwritable_target(army: Path, tmp_path: Path, loop: Path, what: str) -> None:
    place = {"under a loop": loop / "out", "under a file": army / "out", "long": "x" * 300}.get(what, tmp_path / what)
    for suffix in (".csv", ".yaml", ".pdf"):
        target = tmp_path / f"{what}{suffix}"
        if what == "loop":
            target.symlink_to(target)
        elif what == "folder":
            target.mkdir()
        elif what == "full":
            target.symlink_to("/dev/full")
    cases = [{"argv": named(command, army, place)} for command in WRITING]
    refused(cases, "was not written", "is a folder", "does not exist", "already exists", "not an ordinary file")


@pytest.mark.slow
def test_file_names_with_invalid_characters(army: Path, tmp_path: Path) -> None:
    cases = [{"argv": named(command, army, tmp_path / f"\udcff{number}")} for number, command in enumerate(WRITING)]
    assert [code for code, _, _ in outcomes(cases)] == [0] * len(cases)


@pytest.mark.slow
def test_a_deleted_current_folder(army: Path, tmp_path: Path) -> None:
    """Files in other folders can still be checked."""
    here = [{"argv": named(command, "army.yaml", "out"), "cwd": "deleted"} for command in (*READING, *OF_FEATURES)]
    refused([*here, {"argv": ["check", "."], "cwd": "deleted"}], "does not exist", "no data file", "no ORBAT")
    refused([{"argv": named(one, army, "out"), "cwd": "deleted"} for one in WRITING], "no such file", "does not exist")
    assert outcomes([{"argv": ["check", str(army)], "cwd": "deleted"}])[0][0] == 0


@pytest.mark.slow
def test_an_empty_folder(tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    forms = ((), ("--json",), ("--csv",), ("--brief",), ("--fix",))
    refused([{"argv": ["check", *form, str(tmp_path / "empty")]} for form in forms], "no ORBAT")


@pytest.mark.slow
@pytest.mark.parametrize(
    "settings",
    [
        {"LC_ALL": "xx_YY", "PYTHONCOERCECLOCALE": "0", "PYTHONUTF8": "0"},
        *sampled([{"PYTHONIOENCODING": one} for one in ("ascii", "cp1252", "cp437", "cp932")], 2),
    ],
)
def test_an_unknown_locale(army: Path, settings: dict[str, str]) -> None:
    """Also the encodings of files to which Windows redirects output."""
    army.write_text(army.read_text(encoding="utf-8").replace("Light", "Légère"), encoding="utf-8")
    for command in (["check", str(army)], ["--help"]):
        done = subprocess.run([*ORBAT, *command], env={**os.environ, **settings}, capture_output=True, check=False)
        assert (done.returncode, done.stderr) == (0, b"")


def test_an_interrupted_run_ends_with_130() -> None:
    with subprocess.Popen(
        [*ORBAT, "check", "-"],
        stdin=subprocess.PIPE,
        stderr=subprocess.PIPE,
        # background jobs of a shell ignore the signal, and their children too
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    ) as running:
        for _ in range(200):
            waiting = Path(f"/proc/{running.pid}/wchan")
            if "pipe" in waiting.read_text(encoding="utf-8"):
                break
            time.sleep(0.05)
        running.send_signal(signal.SIGINT)
        _, err = running.communicate(timeout=60)
    assert running.returncode == 130
    assert err.decode().strip() == "Interrupted."


def test_system_errors_are_not_logged(army: Path) -> None:
    refused([{"argv": ["check", str(army)], "stdout": "/dev/full"}], "standard output")
    assert not (folders.state() / "logs").exists()

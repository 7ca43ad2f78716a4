"""`orbat completion`: the scripts, and what they complete."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import click
import pytest

from orbat.cli.completion import SHELLS, TABLE
from orbat.cli.completion_table import completion_table
from orbat.cli.main import COMPLETE_VARIABLE, all_commands, contexts
from orbat.data.library import Library

Complete = Callable[..., list[str]]
WRITTEN: dict[str, Any] = json.loads(TABLE.read_text(encoding="utf-8"))


@pytest.fixture
def complete(orbat: Callable[..., Any], monkeypatch: pytest.MonkeyPatch) -> Complete:
    """A function that takes the words before the cursor, and returns completions of the last as fish gets them."""

    def run(*words: str) -> list[str]:
        monkeypatch.setenv(COMPLETE_VARIABLE, "bash_complete")
        monkeypatch.setenv("COMP_WORDS", " ".join(("orbat", *words)))
        monkeypatch.setenv("COMP_CWORD", str(len(words)))
        done = orbat()
        assert (done.code, done.err) == (0, "")
        return [line.removeprefix("plain,") for line in done.out.split("\n") if line]

    return run


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (["ch"], ["check"]),
        (["help", "pr"], ["price", "print"]),
        (["check", "--poi"], ["--points"]),
        (["check", "--house", "w"], ["warn"]),
        (["check", "my"], ["file,my"]),
        (["my"], ["file,my"]),
        (["my.yaml", "--poi"], ["--points"]),
        (["no-command", ""], []),
        (["new", "--ruleset", "days_of_e"], ["days_of_empire"]),
        (["new", "--ruleset", "days_of_empire", "--army", "b"], ["british"]),
        (["new", "--ruleset", "nowhere", "--army", "b"], []),
        (["new", "--ruleset", "days_of_empire", "--army", "british", "--template", "alma_b"], ["alma_british"]),
        (["new", "--template", "./mine"], ["file,./mine"]),
        (["explain", "unt00"], [f"UNT00{number}" for number in range(1, 10)]),
        (["explain", "UNT001", "unt002"], ["UNT002"]),
        (["lists", "honours"], ["honours_of_war", "honours_of_war/"]),
        (["lists", "days_of_empire/sard"], ["days_of_empire/sardinian", "days_of_empire/sardinian/"]),
        (["lists", "days_of_empire/sardinian/sa_lin"], ["days_of_empire/sardinian/sa_line"]),
        (["lists", "../days_of_empire/sard"], []),
        (["completion", "z"], ["zsh"]),
    ],
)
def test_words_are_completed(complete: Complete, words: list[str], expected: list[str]) -> None:
    """`x/` among the expected words stands for all words that begin with it."""
    found = complete(*words)
    assert [one for one in found if not any(one.startswith(word) for word in expected if word.endswith("/"))] == [
        word for word in expected if not word.endswith("/")
    ]
    assert len(found) >= len(expected)


def test_every_command_is_completed(complete: Complete) -> None:
    assert complete("") == all_commands()


@pytest.mark.parametrize("ctx", contexts(), ids=lambda ctx: ctx.command_path)
def test_every_option_is_completed(complete: Complete, ctx: click.Context) -> None:
    """Also those that features add to core commands."""
    options = [name for one in ctx.command.get_params(ctx) for name in (*one.opts, *one.secondary_opts)]
    found = complete(*ctx.command_path.split()[1:], "--")
    assert sorted(found) == sorted({name for name in options if name.startswith("--")})


def test_a_damaged_table_completes_nothing(complete: Complete, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """An error message would disturb the line that is typed."""
    monkeypatch.setattr("orbat.cli.completion.TABLE", tmp_path / "missing.json")
    assert complete("ch") == []


def test_lists_and_entries_are_those_of_the_library(complete: Complete, library: Library) -> None:
    """The completion reads the files as text."""
    assert complete("new", "--ruleset", "") == library.ruleset_ids()
    for ruleset in library.ruleset_ids():
        assert complete("new", "--ruleset", ruleset, "--army", "") == library.list_ids(ruleset)
    for name in ("days_of_empire/british", "honours_of_war/prussian"):
        ruleset, _, list_id = name.partition("/")
        file, own = library.army_list(ruleset, list_id), library.ruleset(ruleset)
        assert file
        assert file.value
        assert own
        assert own.value
        ids = [one.id for one in (*file.value.entries, *own.value.entries)]
        assert complete("lists", f"{name}/") == [f"{name}/{one}" for one in ids]


def test_own_lists_are_completed(complete: Complete) -> None:
    """A name with other characters could be misread by the shell, and is omitted."""
    folder = Path(os.environ["ORBAT_HOME"]) / "army_lists" / "muskets"
    folder.mkdir(parents=True)
    (folder / "ruleset.yaml").write_text("ruleset: 1\n", encoding="utf-8")
    for name in ("blues", "re\nds", "$(touch x)"):
        (folder / f"{name}.yaml").write_text(
            "# mine\narmy_list: 1\nentries:\n  - {id: bl_line, name: x}\nlimits:\n  - id: y\n", encoding="utf-8"
        )
    (folder / "other.yaml").write_text("reference: 1\n", encoding="utf-8")
    assert complete("lists", "musk") == ["muskets", "muskets/blues"]
    assert complete("lists", "muskets/blues/") == ["muskets/blues/bl_line"]
    (folder / "blues.yaml").write_bytes(b"army_list: \xff\nentries: [")
    assert complete("lists", "muskets/blues/") == []


@pytest.mark.parametrize("shell", SHELLS)
def test_scripts_call_orbat(orbat: Callable[..., Any], shell: str) -> None:
    run = orbat("completion", shell)
    assert run.code == 0
    assert f"{COMPLETE_VARIABLE}={shell}_complete" in run.out


@pytest.mark.skipif(shutil.which("bash") is None, reason="bash is not installed")
def test_bash_completes_with_the_script(orbat: Callable[..., Any], tmp_path: Path) -> None:
    program = tmp_path / "orbat"
    program.write_text(f'#!/bin/sh\nexec {sys.executable} -m orbat "$@"\n', encoding="utf-8")
    program.chmod(0o755)
    script = orbat("completion", "bash").out
    words = "COMP_WORDS=(orbat check --poi); COMP_CWORD=2; _orbat_completion orbat; echo ${COMPREPLY[@]}"
    path = f"{tmp_path}{os.pathsep}{os.environ['PATH']}"
    run = subprocess.run(
        ["bash", "--norc", "-c", f"{script}\n{words}"], env={**os.environ, "PATH": path}, capture_output=True, text=True
    )
    assert (run.stdout, run.stderr) == ("--points\n", "")


def test_completion_imports_no_command() -> None:
    """So that it takes less than a tenth of a second; tests/benchmarks/bench_completion.py measures it."""
    script = (
        "import sys; from orbat.cli.completion import complete; complete();"
        "print([name for name in ('pydantic', 'yaml', 'orbat.pipeline', 'orbat.cli.shared') if name in sys.modules])"
    )
    words = {COMPLETE_VARIABLE: "bash_complete", "COMP_WORDS": "orbat new --army sard", "COMP_CWORD": "3"}
    run = subprocess.run([sys.executable, "-c", script], env={**os.environ, **words}, capture_output=True, text=True)
    assert run.stdout.split("\n")[:2] == ["plain,sardinian", "[]"]


def test_the_table_is_up_to_date() -> None:
    """On failure, run `python -m orbat.cli.completion_table`. Commands and codes of removed features may remain."""
    current = completion_table()
    assert {name: WRITTEN["commands"][name] for name in current["commands"]} == current["commands"]
    assert {code: WRITTEN["codes"][code] for code in current["codes"]} == current["codes"]

"""Runs orbat with broken standard streams, folders and variables, each run in its own process.

`python forked_runs.py` reads cases as JSON from standard input and writes their results. It forks for each case,
which is ten times faster than starting Python.
"""

from __future__ import annotations

import importlib
import json
import os
import sys
import tempfile
from pathlib import Path
from typing import Any

import click

CLOSED = "closed"
DELETED = "deleted"


def run(case: dict[str, Any]) -> dict[str, Any]:
    """Run one case: `argv`, and optionally `env`, `stdin`, `stdout`, `stderr` (a file or "closed") and `cwd`."""
    with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
        child = os.fork()
        if child == 0:
            _become(case, out.fileno(), err.fileno())
        _, status = os.waitpid(child, 0)
        out.seek(0)
        err.seek(0)
        texts = [stream.read().decode("utf-8", "replace") for stream in (out, err)]
        return {"code": os.waitstatus_to_exitcode(status), "out": texts[0], "err": texts[1]}


def _become(case: dict[str, Any], out: int, err: int) -> None:
    """Turn the forked process into an `orbat` run with the streams and variables of a case."""
    code = 99
    try:
        os.environ.update(case.get("env", {}))
        for name in case.get("without", ()):
            os.environ.pop(name, None)
        if case.get("cwd") == DELETED:
            folder = tempfile.mkdtemp()
            os.chdir(folder)
            Path(folder).rmdir()
        elif "cwd" in case:
            os.chdir(case["cwd"])
        given = {0: case.get("stdin", os.devnull), 1: case.get("stdout", out), 2: case.get("stderr", err)}
        for number, name in enumerate(("stdin", "stdout", "stderr")):
            if given[number] == CLOSED:
                os.close(number)
                setattr(sys, name, None)
                continue
            source = given[number] if isinstance(given[number], int) else os.open(given[number], os.O_RDWR)
            os.dup2(source, number)
            mode = "r" if number == 0 else "w"
            setattr(sys, name, os.fdopen(number, mode, encoding="utf-8", closefd=False))
        sys.argv = ["orbat", *(os.fsdecode(bytes(one)) if isinstance(one, list) else one for one in case["argv"])]
        from orbat.cli.main import main

        main()
    except SystemExit as stop:
        code = stop.code if isinstance(stop.code, int) else 98
    except BaseException as error:  # must not happen
        os.write(2, f"TRACEBACK {error!r}".encode())
    try:
        for stream in (sys.stdout, sys.stderr):
            if stream is not None:
                stream.flush()
    except OSError:
        code = 120  # as Python exits if it cannot flush
    os._exit(code)


if __name__ == "__main__":
    cases = json.load(sys.stdin)
    # load the modules of all commands once; not reportlab, which reads the home folder
    from orbat.cli.main import all_commands, program

    for name in all_commands():
        program.get_command(click.Context(program), name)
    for module in (
        "generator.raise_army",
        "generator.suggest",
        "formats.yaml_file",
        "formats.orbat_file",
        "report.json_data",
    ):
        importlib.import_module(f"orbat.{module}")
    json.dump([run(case) for case in cases], sys.stdout)

"""Runs orbat with standard streams, folders and variables in trouble, each run in a process of its own.

`python troubles.py` reads cases as JSON from standard input and writes what each came to. It starts once and forks for
each case, which takes a tenth of the time that starting Python anew would.
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
        said = [stream.read().decode("utf-8", "replace") for stream in (out, err)]
        return {"code": os.waitstatus_to_exitcode(status), "out": said[0], "err": said[1]}


def _become(case: dict[str, Any], out: int, err: int) -> None:
    """Take the place of a fresh `orbat` started in trouble, as far as a forked process can."""
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
    except BaseException as error:  # a traceback is what must not happen
        os.write(2, f"TRACEBACK {error!r}".encode())
    try:
        for stream in (sys.stdout, sys.stderr):
            if stream is not None:
                stream.flush()
    except OSError:
        code = 120  # as Python ends where it cannot write what is left
    os._exit(code)


if __name__ == "__main__":
    cases = json.load(sys.stdin)
    # what every command needs is loaded once; reportlab is not, since it looks into the home folder
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

"""The table of commands and codes for the completion of command lines.

`python -m orbat.cli.completion_table` writes the file completion.json again. A test fails if the file is out of date.
"""

from __future__ import annotations

import json
from typing import Any

import click

from orbat.cli.completion import TABLE
from orbat.cli.main import program
from orbat.pipeline import explanations
from orbat.registry import options_of


def completion_table() -> dict[str, Any]:
    """The parameters of all commands, and the codes of findings.

    Options that features add to core commands are left out.
    """
    ctx = click.Context(program, info_name="orbat")
    found = {name: program.get_command(ctx, name) for name in program.list_commands(ctx)}
    return {
        "commands": {name: _command_data(name, command) for name, command in found.items() if command},
        "codes": {code: one.title for code, one in explanations().items()},
    }


def table_text() -> str:
    """The table of completions, as the text of completion.json."""
    return json.dumps(completion_table(), ensure_ascii=False, indent=1) + "\n"


def _command_data(name: str, command: click.Command) -> dict[str, Any]:
    text = command.get_short_help_str(100)
    if isinstance(command, click.Group):
        return {"help": text, "commands": {word: _command_data(word, one) for word, one in command.commands.items()}}
    added = {one.flag for one in options_of(name)}
    return {"help": text, "params": [_data(one) for one in command.params if not added & set(one.opts)]}


def _data(param: click.Parameter) -> dict[str, Any]:
    data: dict[str, Any] = {"name": param.name}
    if isinstance(param, click.Option):
        data["opts"] = [*param.opts, *param.secondary_opts]
        data["help"] = param.help or ""
        data |= {key: True for key, holds in (("flag", param.is_flag), ("multiple", param.multiple)) if holds}
    if param.nargs != 1:
        data["nargs"] = param.nargs
    if isinstance(param.type, click.Choice):
        data["choices"] = [*param.type.choices]
    elif isinstance(param.type, click.Path):
        data["file"] = True
    return data


if __name__ == "__main__":
    TABLE.write_text(table_text(), encoding="utf-8")

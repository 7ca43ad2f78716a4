"""The command `orbat completion`, and the completion of command lines in a shell.

click supplies the script for the shell. The script runs orbat with `_ORBAT_COMPLETE` for each completion. To be fast,
this module imports no commands, and reads data files as plain text. The options of each command are in completion.json.
"""

from __future__ import annotations

import contextlib
import json
import os
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click
from click.shell_completion import CompletionItem, get_completion_class, shell_complete

from orbat.cli.main import COMPLETE_VARIABLE, Commands, all_commands, program
from orbat.data import folders
from orbat.registry import options_of

SHELLS = ("bash", "zsh", "fish")
TABLE = Path(__file__).with_suffix(".json")

_ID = re.compile(r"[\w-]+")
_ARMY_LIST = re.compile(r"^army_list:", re.MULTILINE)
_ENTRIES = re.compile(r"^entries:[^\n]*\n((?:[ \t#-][^\n]*\n|\n)*)", re.MULTILINE)
_ENTRY_ID = re.compile(r"^\s*- (?:\{ *)?id: *([\w-]+)", re.MULTILINE)

Completions = list[CompletionItem[str]]


@click.command("completion")
@click.argument("shell", type=click.Choice(SHELLS))
def completion_command(shell: str) -> int:
    """Print a script that completes commands in a shell.

    SHELL is bash (4.4 or later), zsh or fish. The shell then completes commands, options, files, rulesets, army lists,
    entries, codes of findings and templates when you press Tab.

    For bash, save the script in ~/.local/share/bash-completion/completions/orbat. For zsh, save it as _orbat in a
    folder of $fpath. For fish, save it in ~/.config/fish/completions/orbat.fish.
    """
    from orbat.cli.shared import EXIT_OK, write_lines

    kind = get_completion_class(shell)
    assert kind is not None
    completer = kind(program, {}, "orbat", COMPLETE_VARIABLE)
    write_lines([(completer.source_template % completer.source_vars()).rstrip("\n")])
    return EXIT_OK


def complete() -> None:
    """Print the completions for a shell's completion script. Never raises: after an error, prints nothing."""
    with contextlib.suppress(Exception):
        root = _Root(params=program.params, context_settings=program.context_settings)
        shell_complete(root, {}, "orbat", COMPLETE_VARIABLE, os.environ[COMPLETE_VARIABLE])


class _Root(Commands):
    # The program with commands made from the table.
    def __init__(self, **settings: Any) -> None:
        super().__init__("orbat", invoke_without_command=True, **settings)
        self.table: dict[str, Any] = json.loads(TABLE.read_text(encoding="utf-8"))["commands"]

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        return _command(cmd_name, self.table[cmd_name]) if cmd_name in self.table else None

    def list_commands(self, ctx: click.Context) -> list[str]:
        return [name for name in all_commands() if name in self.table]

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        if args[:1] == ["help"]:
            return "help", self, args[1:]
        name, command, rest = super().resolve_command(ctx, args)
        return name, command or self.get_command(ctx, "check"), rest  # `orbat FILE` has the options of a check

    def shell_complete(self, ctx: click.Context, incomplete: str) -> Completions:
        return super().shell_complete(ctx, incomplete) or _files(incomplete)


def _command(name: str, data: dict[str, Any]) -> click.Command:
    if "commands" in data:
        inner = {word: _command(word, one) for word, one in data["commands"].items()}
        return click.Group(name, commands=inner, help=data["help"])
    params = [_parameter(one) for one in data["params"]]
    for one in options_of(name):
        kind = click.Path() if one.value_type == "file" else click.STRING
        params.append(click.Option([one.flag], type=kind, multiple=one.multiple, help=one.help))
    return click.Command(name, params=params, help=data["help"])


def _parameter(data: dict[str, Any]) -> click.Parameter:
    # The completion of most values depends only on the parameter's name, which is the same in all commands.
    kind = click.Choice(data["choices"]) if "choices" in data else click.Path() if data.get("file") else click.STRING
    known: dict[str, Any] = {"shell_complete": _VALUES.get(data["name"]), "nargs": data.get("nargs", 1)}
    if "opts" not in data:
        return click.Argument([data["name"]], type=kind, required=False, **known)
    names = [data["name"], *data["opts"]]
    if data.get("flag"):
        return click.Option(names, is_flag=True, help=data["help"])
    return click.Option(names, type=kind, multiple=data.get("multiple", False), help=data["help"], **known)


# Values of parameters.


def _rulesets(ctx: click.Context, param: click.Parameter, incomplete: str) -> Completions:
    return _items(_ruleset_ids(), incomplete)


def _armies(ctx: click.Context, param: click.Parameter, incomplete: str) -> Completions:
    chosen = ctx.params.get("ruleset")
    found = {one for ruleset in ([chosen] if chosen else _ruleset_ids()) for one in _list_files(ruleset)}
    return _items(sorted(found), incomplete)


def _templates(ctx: click.Context, param: click.Parameter, incomplete: str) -> Completions:
    # As in the message about an unknown template, the templates of an army list have its id in their name.
    army = ctx.params.get("army") or ""
    found = sorted(path.stem for path in (folders.templates() / (ctx.params.get("ruleset") or "")).rglob("*.yaml"))
    return _items([one for one in found if army in one], incomplete) or _files(incomplete)


def _codes(ctx: click.Context, param: click.Parameter, incomplete: str) -> Completions:
    codes: dict[str, str] = json.loads(TABLE.read_text(encoding="utf-8"))["codes"]
    return [CompletionItem(code, help=title) for code, title in codes.items() if code.startswith(incomplete.upper())]


def _entries(ctx: click.Context, param: click.Parameter, incomplete: str) -> Completions:
    # RULESET, RULESET/LIST or RULESET/LIST/ENTRY. With only one candidate, a shell would end the word, so the next
    # level is offered too.
    ruleset, _, rest = incomplete.partition("/")
    if "/" in rest:
        return _items(_entry_names(ruleset, rest.partition("/")[0]), incomplete)
    if "/" in incomplete:
        found = _items((f"{ruleset}/{one}" for one in _list_files(ruleset)), incomplete)
        return found if len(found) != 1 else [*found, *_items(_entry_names(*found[0].value.split("/")), incomplete)]
    found = _items(_ruleset_ids(), incomplete)
    if len(found) == 1:
        found += _items((f"{found[0].value}/{one}" for one in _list_files(found[0].value)), incomplete)
    return found


_VALUES = {"ruleset": _rulesets, "army": _armies, "template": _templates, "codes": _codes, "what": _entries}
"""Functions that complete a value, by the name of the parameter."""


def _items(words: Any, incomplete: str) -> Completions:
    return [CompletionItem(word) for word in words if word.startswith(incomplete)]


def _files(incomplete: str) -> Completions:
    return [CompletionItem(incomplete, type="file")]


def _data_folders() -> Iterator[Path]:
    yield folders.shipped() / "army_lists"
    yield folders.own() / "army_lists"


def _ruleset_ids() -> list[str]:
    names = {path.parent.name for folder in _data_folders() for path in folder.glob("*/ruleset.yaml")}
    return sorted(name for name in names if _ID.fullmatch(name))


def _list_files(ruleset: str) -> dict[str, Path]:
    # The files of a ruleset that begin as army lists, by id. A shipped file comes before a file of the same name.
    if not _ID.fullmatch(ruleset):
        return {}
    found: dict[str, Path] = {}
    for folder in _data_folders():
        for path in sorted((folder / ruleset).glob("*.yaml")):
            with path.open(encoding="utf-8", errors="replace") as file:
                if _ID.fullmatch(path.stem) and _ARMY_LIST.search(file.read(2000)):
                    found.setdefault(path.stem, path)
    return dict(sorted(found.items()))


def _entry_names(ruleset: str, army_list: str) -> Iterator[str]:
    if path := _list_files(ruleset).get(army_list):
        for file in (path, path.with_name("ruleset.yaml")):
            text = file.read_text(encoding="utf-8", errors="replace") if file.is_file() else ""
            for block in _ENTRIES.findall(text):
                yield from (f"{ruleset}/{army_list}/{one}" for one in _ENTRY_ID.findall(block))

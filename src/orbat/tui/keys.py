"""Key names, and the user's `keys.yaml`, which changes the keys of commands.

`keys.yaml` maps command ids to keys: `save: ctrl+s`, `undo: [u, f5]`. The builder reports errors in the file when it
starts. A command with an error keeps its default keys.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from textual.keys import Keys, _character_to_key

from orbat.data import folders
from orbat.data.problem import Problem, finding_of
from orbat.data.text_file import read_text
from orbat.data.yaml_text import parse
from orbat.model.record import Value
from orbat.model.spelling import did_you_mean
from orbat.model.wording import phrase
from orbat.session.files import WriteFailed, write
from orbat.tui.commands.host import CommandInfo

LABELS = {
    "question_mark": "?", "slash": "/", "plus": "+", "minus": "-", "equals_sign": "=", "delete": "Del",
    "insert": "Ins", "escape": "Esc", "space": "Space",
}  # fmt: skip  # a table reads best in rows
"""Labels of keys, where they differ from Textual's names."""
KNOWN_KEYS = {key.value for key in Keys if not key.value.startswith("<")} | set(LABELS)
MODIFIERS = ("ctrl", "shift", "alt")
RESERVED = (
    "ctrl+p",
    "enter",
    "up",
    "down",
    "left",
    "right",
    "tab",
    "shift+tab",
    "home",
    "end",
    "pageup",
    "pagedown",
    "j",
    "k",
)
"""Keys for navigation and for the palette. No command can use them."""
SENT_AS = {
    "ctrl+i": "Tab", "ctrl+m": "Enter", "ctrl+[": "Esc", "ctrl+left_square_bracket": "Esc", "ctrl+h": "Backspace",
}  # fmt: skip  # a table reads best in rows
"""Keys that terminals send as another key, and the label of that other key. Ctrl+I, for example, arrives as Tab."""


class KeyMap(Value):
    """The keys from `keys.yaml`, by command id, and error messages about the file."""

    keys: Mapping[str, str]
    faults: tuple[str, ...] = ()


def shown(key: str) -> str:
    """The label of a key, such as `Ctrl+Z`, `Del`, `?` or `S`."""
    *held, last = key.split("+") if len(key) > 1 else [key]
    name = LABELS.get(last) or (
        last if len(last) == 1 and not held else last.upper() if len(last) == 1 else last.title()
    )
    return "+".join([*(one.title() for one in held), name])


def keys_file() -> Path:
    """The path of the user's `keys.yaml`."""
    return folders.own() / "keys.yaml"


def read_keys(commands: Iterable[CommandInfo]) -> KeyMap:
    """Read the user's `keys.yaml`. Never raises. A missing file means default keys."""
    file, known = keys_file(), {one.id: one.keys for one in commands}
    if not file.exists():
        return KeyMap({})
    text = read_text(file)
    if isinstance(text, Problem):
        return KeyMap({}, (f"{file}: {text.message}.",))
    document = parse(text)
    data = document.data if isinstance(document.data, dict) else {}
    problems = list(document.problems)
    if not problems and not isinstance(document.data, dict | None):
        problems.append(Problem((), "write a command and its key on each line, such as save: ctrl+s", "", "SRC004"))
    faults = {name: fault for name, wanted in data.items() if (fault := _fault(name, wanted, known))}
    keys = {name: ",".join(_listed(wanted)) for name, wanted in data.items() if name not in faults}
    faults |= _clashes(keys, known)
    problems += [Problem((name,), faults[name], "", "SRC004", at_key=True) for name in data if name in faults]
    keys = {name: theirs for name, theirs in keys.items() if name not in faults}
    found = [finding_of(problem, document) for problem in problems]
    return KeyMap(
        keys,
        tuple(
            _ended(phrase("{file}, line {line}: {message}", file=file.name, line=one.line or 1, message=one.message))
            for one in found
        ),
    )


def _ended(words: str) -> str:
    return words if words.endswith((".", "?")) else f"{words}."


def _listed(wanted: Any) -> list[str]:
    # `wanted` is one key or a list of keys.
    listed = wanted if isinstance(wanted, list) else [wanted]
    return [_named(str(one).strip()) for one in listed]


def _named(key: str) -> str:
    # Textual calls `?` `question_mark`. Capitals matter only for single letters: S is shift+s, but F5 is f5.
    if len(key) == 1:
        return key if key.isalnum() else _character_to_key(key)
    return key.lower() or "space"


def _clashes(keys: Mapping[str, str], known: Mapping[str, str]) -> dict[str, str]:
    # If two lines of the file use the same key, the later line is rejected, and its command keeps the default keys.
    # These default keys may be the new keys of another command, so the check repeats until there are no clashes.
    found: dict[str, str] = {}
    while True:
        now = {**known, **{name: theirs for name, theirs in keys.items() if name not in found}}
        owners: dict[str, list[str]] = {}
        for name, theirs in now.items():
            for key in theirs.split(","):
                owners.setdefault(key, []).append(name)
        for name in reversed([one for one in keys if one not in found]):
            key = next((key for key in now[name].split(",") if len(owners[key]) > 1), "")
            if key:
                other = next(one for one in owners[key] if one != name)
                found[name] = phrase(
                    "{key} is already the key of {other}; to use {key} here, give {other} another key",
                    key=key,
                    other=other,
                )
                break
        else:
            return found


def _fault(name: str, wanted: Any, known: Mapping[str, str]) -> str:
    if name not in known:
        return phrase("unknown command {name}.{hint}", name=name, hint=did_you_mean(name, known))
    if wanted in (None, "", []) or isinstance(wanted, dict):
        return phrase("{name} needs a key or a list of keys", name=name)
    for key in _listed(wanted):
        *held, last = key.split("+")
        if (len(last) != 1 and last not in KNOWN_KEYS) or not set(held) <= set(MODIFIERS):
            return phrase("unknown key {key}. Write a key such as f5, ctrl+k or x", key=key)
        if held == ["shift"] and len(last) == 1:
            return phrase("write the capital letter {letter} instead of {key}", key=key, letter=last.upper())
        if key in RESERVED or key.isdecimal():
            return phrase(
                "{key} is reserved for navigation, ratings or the command palette, so {name} cannot use it",
                key=key,
                name=name,
            )
        if key in SENT_AS:
            return phrase("{key} does not work: terminals send {other} instead", key=key, other=SENT_AS[key])
    return ""


def create_file(commands: Iterable[CommandInfo]) -> str:
    """Create `keys.yaml`, unless the file exists. Returns a notice for the user."""
    file = keys_file()
    if file.exists():
        return phrase("Your keys are in {file}. Changes apply after a restart.", file=file)
    # The file lists the commands with their default keys, commented out.
    lines = ["# Keys of the builder. To change one, remove the # and write a key, or a list such as [f5, ctrl+k]."]
    lines += [f"# {one.id}: {_written(one.keys)}  # {one.help}" for one in commands]
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        write(file, "\n".join([*lines, ""]).encode(), backup=False)
    except (WriteFailed, OSError) as error:
        return phrase("Cannot write {file}: {fault}", file=file, fault=error)
    return phrase("Created {file}. Change keys there; changes apply after a restart.", file=file)


def _written(keys: str) -> str:
    return f"[{', '.join(keys.split(','))}]" if "," in keys else keys

"""The keys of the builder's commands, and the player's own file that changes them.

The file `keys.yaml` in the player's folder gives commands other keys, by their ids: `save: ctrl+s`, `undo: [u, f5]`.
What is wrong in it is said when the builder starts, and the commands concerned keep their keys.
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
from orbat.session.files import WriteFailed, write
from orbat.tui.commands.host import CommandInfo

SHOWN = {
    "question_mark": "?", "slash": "/", "plus": "+", "minus": "-", "equals_sign": "=", "delete": "Del",
    "insert": "Ins", "escape": "Esc", "space": "Space",
}  # fmt: skip  # a table reads best in rows
"""Keys whose name is not how a keyboard shows them."""
NAMED = {key.value for key in Keys if not key.value.startswith("<")} | set(SHOWN)
HELD = ("ctrl", "shift", "alt")
RESERVED = ("ctrl+p", "enter", "up", "down", "left", "right", "tab", "shift+tab", "home", "end", "pageup", "pagedown")
"""Keys that move about in every list, or open the palette; no command can have them."""
SENT_AS = {
    "ctrl+i": "Tab", "ctrl+m": "Enter", "ctrl+[": "Esc", "ctrl+left_square_bracket": "Esc", "ctrl+h": "Backspace",
}  # fmt: skip  # a table reads best in rows
"""Keys that no terminal tells from another."""


class KeyMap(Value):
    """The keys that the player has changed, by command, and what could not be read."""

    keys: Mapping[str, str]
    troubles: tuple[str, ...] = ()


def shown(key: str) -> str:
    """A key as a keyboard shows it: `Ctrl+Z`, `Del`, `?`, `S`."""
    *held, last = key.split("+") if len(key) > 1 else [key]
    name = SHOWN.get(last) or (
        last if len(last) == 1 and not held else last.upper() if len(last) == 1 else last.title()
    )
    return "+".join([*(one.title() for one in held), name])


def place() -> Path:
    """The player's file of keys."""
    return folders.own() / "keys.yaml"


def read_keys(commands: Iterable[CommandInfo]) -> KeyMap:
    """The player's keys. Never raises; a file that is not there changes nothing."""
    file, known = place(), {one.id: one.keys for one in commands}
    if not file.exists():
        return KeyMap({})
    text = read_text(file)
    if isinstance(text, Problem):
        return KeyMap({}, (f"{file}: {text.message}.",))
    document = parse(text)
    data = document.data if isinstance(document.data, dict) else {}
    problems = list(document.problems)
    if not problems and not isinstance(document.data, dict | None):
        problems.append(Problem((), "a line gives a command its key, such as save: ctrl+s", "", "SRC004"))
    troubles = {name: trouble for name, wanted in data.items() if (trouble := _trouble(name, wanted, known))}
    keys = {name: ",".join(_listed(wanted)) for name, wanted in data.items() if name not in troubles}
    troubles |= _clashes(keys, known)
    problems += [Problem((name,), troubles[name], "", "SRC004", at_key=True) for name in data if name in troubles]
    keys = {name: theirs for name, theirs in keys.items() if name not in troubles}
    found = [finding_of(problem, document) for problem in problems]
    return KeyMap(keys, tuple(_ended(f"{file.name}, line {one.line or 1}: {one.message}") for one in found))


def _ended(words: str) -> str:
    return words if words.endswith((".", "?")) else f"{words}."


def _listed(wanted: Any) -> list[str]:
    """The keys written: one, or a list of them, by the names that Textual has for them."""
    listed = wanted if isinstance(wanted, list) else [wanted]
    return [_named(str(one).strip()) for one in listed]


def _named(key: str) -> str:
    """A key's name: signs have one (`?` is `question_mark`), and capitals count only in single letters."""
    if len(key) == 1:
        return key if key.isalnum() else _character_to_key(key)
    return key.lower() or "space"


def _clashes(keys: Mapping[str, str], known: Mapping[str, str]) -> dict[str, str]:
    """The commands whose new keys are another's, when all of the file holds; of two lines the later one gives way.

    A command that keeps its old keys after all may be in the way of another.
    """
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
                found[name] = f"{key} is the key of {other} already; give that another too"
                break
        else:
            return found


def _trouble(name: str, wanted: Any, known: Mapping[str, str]) -> str:
    """What is wrong with a line of the file by itself, or ""."""
    if name not in known:
        return f"there is no command {name}.{did_you_mean(name, known)}"
    if wanted in (None, "", []) or isinstance(wanted, dict):
        return f"{name} needs a key, or a list of keys"
    for key in _listed(wanted):
        *held, last = key.split("+")
        if (len(last) != 1 and last not in NAMED) or not set(held) <= set(HELD):
            return f"{key} is no key: write one such as f5, ctrl+k or x"
        if held == ["shift"] and len(last) == 1:
            return f"{key} is written as the capital {last.upper()}"
        if key in RESERVED or key.isdecimal():
            return f"{key} is needed for moving about, ratings or the palette and cannot be given to {name}"
        if key in SENT_AS:
            return f"{key} reaches no program: a terminal sends {SENT_AS[key]} for it"
    return ""


def begin_file(commands: Iterable[CommandInfo]) -> str:
    """Begin the player's file of keys, with every command as a remark; says where it is, or what went wrong."""
    file = place()
    if file.exists():
        return f"Your keys are in {file}; a change holds from the next start."
    lines = ["# Keys of the builder. Take the # away and write another key, or a list such as [f5, ctrl+k]."]
    lines += [f"# {one.id}: {_written(one.keys)}  # {one.help}" for one in commands]
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        write(file, "\n".join([*lines, ""]).encode(), backup=False)
    except (WriteFailed, OSError) as error:
        return f"{file} cannot be written: {error}"
    return f"Keys can be changed in {file}, which has just been begun; a change holds from the next start."


def _written(keys: str) -> str:
    return f"[{', '.join(keys.split(','))}]" if "," in keys else keys

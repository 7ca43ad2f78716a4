"""The optional features, and what they can add to orbat.

A feature is a folder `orbat/features/NAME` with a constant `FEATURE`. To remove a feature, delete the folder, and the
name in `FEATURES`.
"""

import importlib
from collections.abc import Iterator, Mapping
from functools import cache
from types import MappingProxyType
from typing import Any, Literal, NamedTuple

FEATURES = ("collection", "compare", "odds", "game", "serve")
"""Names of all features, in the order of help and menus."""

CodeReference = str
"""A reference to code, as "module:attribute"."""

_NOTHING: Mapping[str, str] = MappingProxyType({})


CommandGroup = Literal["build", "check", "print", "play", "data", "setup"]
"""A group of commands in the help of the command line."""


class CliCommand(NamedTuple):
    """A command of the command line."""

    name: str
    group: CommandGroup
    code: CodeReference
    keywords: tuple[str, ...] = ()
    """Words that users may type instead of the name. orbat then suggests the command."""


class Option(NamedTuple):
    """An option that a feature adds to a core command, such as `--owned` to `check`."""

    command: str
    flag: str
    help: str
    code: CodeReference
    """The function that the core command calls."""
    value_type: Literal["file", "words"] = "file"
    multiple: bool = False
    """Whether the option may be repeated. If so, the value is a tuple."""

    @property
    def parameter(self) -> str:
        """The name of the command's parameter for the option: `as_is` for `--as-is`."""
        return self.flag.removeprefix("--").replace("-", "_")


class FileKind(NamedTuple):
    """A kind of YAML file. The line `NAME: 1` marks a file of this kind, such as `collection: 1`."""

    name: str
    description: str
    """A noun phrase for the message "this file is DESCRIPTION, not EXPECTED"."""
    used_by: str
    """The command that reads the file."""
    model: CodeReference
    """The class of the loaded data."""
    title: str
    """The title of the schema."""
    key_descriptions: CodeReference
    """The descriptions of the keys, by key."""
    expected: str = ""
    """A noun phrase for the message "this file is DESCRIPTION, not EXPECTED"."""
    of_ruleset: bool = False
    """Whether the file is NAME.yaml in a ruleset's folder. orbat then loads the ruleset's reference tables too."""
    lint: CodeReference = ""
    """A function that takes the text and the library, and returns all findings. Needed only if loading does not find
    every mistake."""
    own_file_name: str = ""
    """The name of the file in the player's data folder."""
    suffix: str = ""
    """Files with such a name are never read as an ORBAT."""


class BuilderCommand(NamedTuple):
    """A command of the builder (see `orbat.tui.commands.command.Command`)."""

    id: str
    code: CodeReference
    """A function that takes the builder."""
    keys: str
    title: str
    help: str
    group: str
    after: str
    """The id of the built-in command after which this command is listed."""
    rank: int = 0


class MenuEntry(NamedTuple):
    """An entry that a feature adds to the menu of the home screen, above Quit."""

    id: str
    key: str
    title: str
    hint: str
    """Shown at the bottom of the screen."""
    help: str
    """Shown on the help page."""
    code: CodeReference
    """A function that takes the home screen."""


class Feature(NamedTuple):
    """Everything that a feature adds to orbat."""

    commands: tuple[CliCommand, ...] = ()
    options: tuple[Option, ...] = ()
    blocks: Mapping[str, CodeReference] = _NOTHING
    """Functions that make the panels of a sheet, by block name."""
    printing: CodeReference = ""
    """A function that takes the builder and the print options, and returns changed options."""
    files: tuple[FileKind, ...] = ()
    lint_rules: CodeReference = ""
    """A tuple of lint rules."""
    explanations: CodeReference = ""
    """A tuple of explanations, for finding codes without a lint rule."""
    builder_commands: tuple[BuilderCommand, ...] = ()
    menu: tuple[MenuEntry, ...] = ()
    help_pages: Mapping[str, CodeReference] = _NOTHING
    """Help pages, by screen name."""
    choice_rows: CodeReference = ""
    """A function that takes the builder's state, and returns rows with facts about the selected item."""
    warnings: CodeReference = ""
    """A function that returns warnings to show at the start."""
    supply: CodeReference = ""
    """A function that returns the stands that the player owns as a `Supply`, or None."""
    choose_supply: CodeReference = ""
    """A function that takes the builder and a callback, and lets the player choose another supply."""


@cache
def features() -> tuple[Feature, ...]:
    """All features."""
    return tuple(importlib.import_module(f"orbat.features.{name}").FEATURE for name in FEATURES)


@cache
def load(code: CodeReference) -> Any:
    """Import and return the code at a reference "module:attribute"."""
    # Code is imported on first use, so that unused features do not slow down the start.
    module, _, attribute = code.partition(":")
    return getattr(importlib.import_module(module), attribute)


def commands() -> dict[str, CliCommand]:
    """Command-line commands of all features, by name."""
    return {one.name: one for feature in features() for one in feature.commands}


def options_of(command: str) -> list[Option]:
    """The options that features add to a core command."""
    return [one for feature in features() for one in feature.options if one.command == command]


def blocks() -> dict[str, CodeReference]:
    """The functions that make blocks of a sheet, by block name."""
    return {name: code for feature in features() for name, code in feature.blocks.items()}


def files() -> dict[str, FileKind]:
    """The kinds of data files that features add, by name."""
    return {one.name: one for feature in features() for one in feature.files}


def menu() -> list[MenuEntry]:
    """The entries that features add to the menu of the home screen."""
    return [one for feature in features() for one in feature.menu]


def builder_commands() -> list[BuilderCommand]:
    """The builder commands that features add."""
    return [one for feature in features() for one in feature.builder_commands]


def help_pages() -> dict[str, CodeReference]:
    """The help pages that features add, by screen name."""
    return {name: code for feature in features() for name, code in feature.help_pages.items()}


ExtensionPoint = Literal["printing", "lint_rules", "explanations", "choice_rows", "warnings", "supply", "choose_supply"]
"""The name of a field of `Feature` that contains a single code reference."""


def load_all(point: ExtensionPoint) -> Iterator[Any]:
    """Import and yield the objects that features provide for an extension point, such as `warnings`."""
    for feature in features():
        if code := getattr(feature, point):
            yield load(code)

"""The optional features, and what they can add to orbat.

A feature is a folder `orbat/features/NAME`. The constant `FEATURE` in it lists everything that the feature adds.
All other code finds features only through this module. `FEATURE` refers to code as "module:attribute". Such code
is imported on first use, so that unused features do not slow down the start. To remove a feature, delete its
folder and remove its name from `FEATURES`.
"""

import importlib
from collections.abc import Iterator, Mapping
from functools import cache
from types import MappingProxyType
from typing import Any, Literal, NamedTuple

FEATURES = ("collection", "compare", "odds", "game")
"""Names of all features, in the order of help and menus."""

CodeReference = str
"""A reference to code, as "module:attribute"."""

_NOTHING: Mapping[str, str] = MappingProxyType({})


class CliCommand(NamedTuple):
    """A command of the command line. `keywords` are words that users may type instead of its name: orbat then suggests
    the command."""

    name: str
    code: CodeReference
    keywords: tuple[str, ...] = ()


class Option(NamedTuple):
    """An option that a feature adds to a core command. For example, a feature adds `--owned` to the command `check`.

    The option's value is a file or a text, depending on `value_type`. If `multiple` is true, the option may be
    repeated, and its value is a tuple. The core command calls the function to which `code` refers.
    """

    command: str
    flag: str
    help: str
    code: CodeReference
    value_type: Literal["file", "words"] = "file"
    multiple: bool = False

    @property
    def parameter(self) -> str:
        """The name of the command's parameter that receives the option's value: `as_is` for `--as-is`."""
        return self.flag.removeprefix("--").replace("-", "_")


class FileKind(NamedTuple):
    """A kind of YAML file. Such a file contains a line `NAME: 1`, where NAME is the kind's `name`.

    Messages: `description` and `expected` are noun phrases for messages such as "this file is DESCRIPTION, not
    EXPECTED". `used_by` is the command that reads the file.

    Contents: `model` is the class of the loaded data. `title` is the title of the schema. `key_descriptions` maps keys
    to descriptions. `lint` is a function that takes the text and the library, and returns all findings. `lint` is
    needed only if loading the file does not find every mistake.

    Place: `own_file_name` is the name of the file in the player's data folder. If `of_ruleset` is true, the file is in
    a ruleset's folder and has the name NAME.yaml. orbat then reads it together with the ruleset's reference tables. A
    file whose name ends in `suffix` is never read as an ORBAT.
    """

    name: str
    description: str
    used_by: str
    model: CodeReference
    title: str
    key_descriptions: CodeReference
    expected: str = ""
    of_ruleset: bool = False
    lint: CodeReference = ""
    own_file_name: str = ""
    suffix: str = ""


class BuilderCommand(NamedTuple):
    """A command of the builder, listed after the core command whose id is `after`. `code` refers to a function that
    takes the builder.

    The other fields are those of `orbat.tui.commands.command.Command`.
    """

    id: str
    code: CodeReference
    keys: str
    title: str
    help: str
    group: str
    after: str
    rank: int = 0


class MenuEntry(NamedTuple):
    """An entry in the menu of the home screen, placed above the menu's last entry. `code` refers to a function that
    takes the home screen.

    `hint` is shown at the bottom of the screen, `help` on the help page.
    """

    id: str
    key: str
    title: str
    hint: str
    help: str
    code: CodeReference


class Feature(NamedTuple):
    """Everything that a feature adds to orbat.

    Sheets: `blocks` maps block names to functions that make the panels of a sheet. `printing` is a function that takes
    the builder and the print options, and returns changed options.

    Data files: `files` contains kinds of files, and `lint_rules` refers to a tuple of lint rules. `explanations` refers
    to a tuple of explanations, one for each finding code that the feature adds without a lint rule.

    Builder: `builder_commands` and `menu` add commands and menu entries. `help_pages` maps screen names to help pages.
    `choice_rows` is a function that takes the builder's state, and returns rows with facts about the selected item.
    `warnings` is a function that returns warnings to show at the start.

    Generator: `supply` is a function without parameters. It returns the stands that the player owns as a `Supply`, or
    None. `choose_supply` is a function that takes the builder and a callback. It lets the player choose another supply,
    then calls the callback.
    """

    commands: tuple[CliCommand, ...] = ()
    options: tuple[Option, ...] = ()
    blocks: Mapping[str, CodeReference] = _NOTHING
    printing: CodeReference = ""
    files: tuple[FileKind, ...] = ()
    lint_rules: CodeReference = ""
    explanations: CodeReference = ""
    builder_commands: tuple[BuilderCommand, ...] = ()
    menu: tuple[MenuEntry, ...] = ()
    help_pages: Mapping[str, CodeReference] = _NOTHING
    choice_rows: CodeReference = ""
    warnings: CodeReference = ""
    supply: CodeReference = ""
    choose_supply: CodeReference = ""


@cache
def features() -> tuple[Feature, ...]:
    """All features."""
    return tuple(importlib.import_module(f"orbat.features.{name}").FEATURE for name in FEATURES)


@cache
def load(code: CodeReference) -> Any:
    """Import and return the code at a reference "module:attribute"."""
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
    """Import and yield the code of each feature that sets the field `point`, such as `warnings`."""
    for feature in features():
        if code := getattr(feature, point):
            yield load(code)

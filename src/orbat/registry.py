"""The optional features and their extension points.

The core does not name features; it looks them up here. A feature is a folder `orbat/features/NAME` with a `FEATURE`
that lists its additions. Code is given as "module:attribute" and imported on first use, so unused features do not
slow down the start. To remove a feature, delete its folder and its name in `FEATURES`.
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
    """A command of the command line. `keywords` are synonyms for suggesting it after a mistyped command."""

    name: str
    code: CodeReference
    keywords: tuple[str, ...] = ()


class Option(NamedTuple):
    """An option added to a core command. Each core command documents how it calls `code`.

    The value is a file or text, by `value_type`. A `multiple` option may be repeated; its value is a tuple.
    """

    command: str
    flag: str
    help: str
    code: CodeReference
    value_type: Literal["file", "words"] = "file"
    multiple: bool = False

    @property
    def parameter(self) -> str:
        """The name of the parameter that receives the option's value."""
        return self.flag.removeprefix("--").replace("-", "_")


class FileKind(NamedTuple):
    """A kind of YAML file. Its first key is `name: 1`.

    Messages: `description` and `expected` are noun phrases, used as in "this is DESCRIPTION, not EXPECTED".
    `used_by` is the command that reads it.

    Contents: `model` is its record, `title` the title of its schema, and `key_descriptions` maps keys to
    descriptions. `lint` is a function of text and library that returns all findings, if plain reading does not find
    them all.

    Place: `own_file_name` is the name of the player's own file. A file `of_ruleset` is NAME.yaml in a ruleset's
    folder, and is read with the reference tables. Files whose names end in `suffix` are not read as ORBATs.
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
    """A command of the builder, listed after the core command with the id `after`. `code` is called with the
    builder.

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
    """An entry of the home screen's menu, above the last one. `code` is called with the screen.

    `hint` is shown at the bottom of the screen, `help` on the help page.
    """

    id: str
    key: str
    title: str
    hint: str
    help: str
    code: CodeReference


class Feature(NamedTuple):
    """A feature and its additions.

    Sheets: `blocks` are functions that make panels, by block name. `printing` is a function of the builder and the
    print options that returns changed options.

    Data files: `files`, and `lint_rules` (a tuple of linter rules). `explanations` explain the codes of its other
    findings.

    Builder: `builder_commands` and `menu`. `help_pages` maps screen names to help pages. `choice_rows` is a function
    of the state that returns rows about the selection. `warnings` is a function that returns warnings for the start.

    Generator: `supply` is a function without parameters that returns the player's supply or None (see
    `generator.request`). `choose_supply` is a function of the builder and a callback; it lets the player choose
    another supply.
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
    """Import and return the attribute that a code reference names."""
    module, _, attribute = code.partition(":")
    return getattr(importlib.import_module(module), attribute)


def commands() -> dict[str, CliCommand]:
    """Command-line commands of all features, by name."""
    return {one.name: one for feature in features() for one in feature.commands}


def options_of(command: str) -> list[Option]:
    """Options that features add to a core command."""
    return [one for feature in features() for one in feature.options if one.command == command]


def blocks() -> dict[str, CodeReference]:
    """Functions that make blocks, by block name."""
    return {name: code for feature in features() for name, code in feature.blocks.items()}


def files() -> dict[str, FileKind]:
    """Kinds of data files of all features, by name."""
    return {one.name: one for feature in features() for one in feature.files}


def menu() -> list[MenuEntry]:
    """Entries for the home screen's menu."""
    return [one for feature in features() for one in feature.menu]


def builder_commands() -> list[BuilderCommand]:
    """Builder commands of all features."""
    return [one for feature in features() for one in feature.builder_commands]


def help_pages() -> dict[str, CodeReference]:
    """Help pages, by screen name."""
    return {name: code for feature in features() for name, code in feature.help_pages.items()}


ExtensionPoint = Literal["printing", "lint_rules", "explanations", "choice_rows", "warnings", "supply", "choose_supply"]
"""Fields of a feature that contain a single code reference."""


def load_all(point: ExtensionPoint) -> Iterator[Any]:
    """Import and yield each feature's code at an extension point."""
    for feature in features():
        if code := getattr(feature, point):
            yield load(code)

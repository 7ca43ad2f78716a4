"""The optional features and their extension points.

The core does not name features; it looks them up here. A feature is the folder `orbat/features/NAME`; its `FEATURE`
lists what it adds. Code is given as "module:attribute" and imported on first use, so that unused features cost no
start-up time. To remove a feature, delete its folder and its name in `FEATURES`.
"""

import importlib
from collections.abc import Iterator, Mapping
from functools import cache
from types import MappingProxyType
from typing import Any, Literal, NamedTuple

FEATURES = ("collection", "compare", "odds", "game")
"""The names of all features, in the order of help and menus."""

CodeReference = str
"""An attribute of a module, as "module:attribute"."""

_NOTHING: Mapping[str, str] = MappingProxyType({})


class CliCommand(NamedTuple):
    """A command of the command line. `keywords` are other words for it, used to guess a mistyped command."""

    name: str
    code: CodeReference
    keywords: tuple[str, ...] = ()


class Option(NamedTuple):
    """An option added to a core command. `code` is called as the command's documentation says.

    The value is a file or text, by `value_type`. An option that is `multiple` may be repeated; its value is a tuple.
    """

    command: str
    flag: str
    help: str
    code: CodeReference
    value_type: Literal["file", "words"] = "file"
    multiple: bool = False

    @property
    def parameter(self) -> str:
        """The name of the parameter for the option's value."""
        return self.flag.removeprefix("--").replace("-", "_")


class FileKind(NamedTuple):
    """A kind of YAML file. Its first key is `name: 1`.

    `description` and `expected` are noun phrases for messages: what the file is, and what to name instead of another
    file. `used_by` is the command that reads it. `model` is its record, `title` the title of its schema and
    `key_descriptions` a mapping of its keys to their descriptions. `own_file_name` is the name of the player's own
    file. A file `of_ruleset` is NAME.yaml beside a ruleset and is read with the ruleset's reference tables. `lint` is a
    function of text and library that returns every finding, where plain reading does not find them all. Files beside
    ORBATs whose names end in `suffix` are not taken for ORBATs.
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
    """A command of the builder, listed after the core command with the id `after`. `code` is called with the builder.

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
    """A line of the home screen's menu, above the last one. `code` is called with the screen.

    `hint` is shown at the foot of the screen, `help` on the help page.
    """

    id: str
    key: str
    title: str
    hint: str
    help: str
    code: CodeReference


class Feature(NamedTuple):
    """A feature and what it adds.

    Sheets: `blocks` are functions that make panels, by block name. `printing` is a function of the builder and the
    print options that returns changed options.

    Data files: `files` and `lint_rules`, a tuple of rules for the linter. `explanations` explain the codes of its other
    findings.

    Builder: `builder_commands` and `menu`. `help_pages` are by the name of a screen. `choice_rows` is a function of the
    state that returns rows about the selection. `warnings` is a function that returns the warnings to show at the
    start.

    Generator: `supply` is a function without parameters that returns the player's supply or None (see
    `generator.request`). `choose_supply` is a function of the builder and a callback that lets the player choose
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
    """Commands of the command line, by name."""
    return {one.name: one for feature in features() for one in feature.commands}


def options_of(command: str) -> list[Option]:
    """Options that features add to a core command."""
    return [one for feature in features() for one in feature.options if one.command == command]


def blocks() -> dict[str, CodeReference]:
    """Functions that make blocks, by block name."""
    return {name: code for feature in features() for name, code in feature.blocks.items()}


def files() -> dict[str, FileKind]:
    """Kinds of data files, by name."""
    return {one.name: one for feature in features() for one in feature.files}


def menu() -> list[MenuEntry]:
    """Lines of the home screen's menu."""
    return [one for feature in features() for one in feature.menu]


def builder_commands() -> list[BuilderCommand]:
    """Commands of the builder."""
    return [one for feature in features() for one in feature.builder_commands]


def help_pages() -> dict[str, CodeReference]:
    """Help pages, by the name of their screen."""
    return {name: code for feature in features() for name, code in feature.help_pages.items()}


ExtensionPoint = Literal["printing", "lint_rules", "explanations", "choice_rows", "warnings", "supply", "choose_supply"]
"""The fields of a feature with a single code reference."""


def load_all(point: ExtensionPoint) -> Iterator[Any]:
    """What the features have at an extension point, imported."""
    for feature in features():
        if code := getattr(feature, point):
            yield load(code)

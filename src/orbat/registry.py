"""The optional features, and the points at which the core takes what they add.

The core names no feature: it asks here. A feature is the folder `orbat/features/NAME`, whose `FEATURE` lists what it
adds. Code is named as "module:attribute" and imported when it is used, so that features cost a short run nothing.
To remove a feature, delete its folder and its name in `FEATURES`.
"""

import importlib
from collections.abc import Iterator, Mapping
from functools import cache
from types import MappingProxyType
from typing import Any, Literal, NamedTuple

FEATURES = ("collection", "compare", "odds", "game")
"""The features there are, in the order in which help and menus list what they add."""

CodeReference = str
"""Something of a module, as "module:attribute"."""

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
        """The name of the parameter that has the option's value."""
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
    """A command of the builder, listed after the core command with the id `after`; `code` is called with the builder.

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
    """A line of the home screen's menu, above the last one; `code` is called with the screen.
    `hint` is shown at the foot, `help` on the help page."""

    id: str
    key: str
    title: str
    hint: str
    help: str
    code: CodeReference


class Feature(NamedTuple):
    """What a feature adds.

    Sheets: `blocks` by the names that layouts give them, as makers of panels. `printing` changes how sheets are
    printed from the builder: a function of the builder and the wishes, which returns the wishes.

    Data files: `files`, and `lint_rules`, a tuple of rules for the linter. `explanations` are those of its findings'
    codes, other than of the linter's rules.

    Builder: `builder_commands`, `menu`; `help_pages` by the name of a screen; `choice_rows`, a function of the state
    that returns rows about what is selected; `warnings`, a function that returns what is said when the builder starts.

    `supply` limits the armies that are raised and suggested (see `generator.request`): a function without parameters
    that returns the player's own supply or None. `choose_supply`, a function of the builder and of what to do then,
    lets the player choose another.
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
    """What every feature adds."""
    return tuple(importlib.import_module(f"orbat.features.{name}").FEATURE for name in FEATURES)


@cache
def load(code: CodeReference) -> Any:
    """What a "module:attribute" names."""
    module, _, attribute = code.partition(":")
    return getattr(importlib.import_module(module), attribute)


def commands() -> dict[str, CliCommand]:
    """The commands of the command line, by name."""
    return {one.name: one for feature in features() for one in feature.commands}


def options_of(command: str) -> list[Option]:
    """The options that features add to a command of the core."""
    return [one for feature in features() for one in feature.options if one.command == command]


def blocks() -> dict[str, CodeReference]:
    """The makers of blocks, by the blocks' names."""
    return {name: code for feature in features() for name, code in feature.blocks.items()}


def files() -> dict[str, FileKind]:
    """The kinds of data files, by name."""
    return {one.name: one for feature in features() for one in feature.files}


def menu() -> list[MenuEntry]:
    """The lines of the home screen's menu."""
    return [one for feature in features() for one in feature.menu]


def builder_commands() -> list[BuilderCommand]:
    """The commands of the builder."""
    return [one for feature in features() for one in feature.builder_commands]


def help_pages() -> dict[str, CodeReference]:
    """The help pages, by the names of their screens."""
    return {name: code for feature in features() for name, code in feature.help_pages.items()}


ExtensionPoint = Literal["printing", "lint_rules", "explanations", "choice_rows", "warnings", "supply", "choose_supply"]
"""The fields of a feature that name one thing."""


def load_all(point: ExtensionPoint) -> Iterator[Any]:
    """What the features have at a point."""
    for feature in features():
        if code := getattr(feature, point):
            yield load(code)

"""`orbat new-ruleset` and `orbat new-list`: create data files for the user to edit."""

from __future__ import annotations

import os
import re
from pathlib import Path

import click

from orbat.cli.shared import EXIT_OK, CommandError, exists, make_folder, write_text
from orbat.data import folders
from orbat.data.library import Library
from orbat.data.starting_list import starting_entries, usual_sizes
from orbat.model.army_list import ArmyList
from orbat.model.points import show
from orbat.model.ruleset import Ruleset
from orbat.model.spelling import did_you_mean
from orbat.model.wording import phrase
from orbat.session.files import write

_ID = re.compile(r"[a-z][a-z0-9_]*")
_RULESET_ID, _LIST_ID = "my_rules", "my_army"
"""The ids in the templates. `_LIST_ID` is also the default id of a new army list."""


@click.command("new-ruleset")
@click.argument("folder", metavar="DIR", required=False, type=click.Path(path_type=Path))
def new_ruleset_command(folder: Path | None) -> int:
    """Create a ruleset of your own.

    The ruleset is small but complete, with comments on what to change. DIR is the folder to create. The name of the
    folder becomes the ruleset id. Existing files are not overwritten.
    """
    if folder is None:
        raise click.UsageError(
            phrase("give the folder to create, for example {example}", example=_own_lists() / _RULESET_ID)
        )
    ruleset_id = _valid_id(folder.absolute().name, "ruleset")
    if ruleset_id in Library(folders.shipped() / "army_lists").ruleset_ids():
        raise CommandError(phrase("a shipped ruleset has the id {id}; choose another folder name", id=ruleset_id))
    templates = sorted((_templates() / _RULESET_ID).glob("*.yaml"))
    texts = {folder / one.name: _renamed(one.read_text(encoding="utf-8"), ruleset_id) for one in templates}
    _write({**texts, **_schemas(folder)}, new=tuple(texts))
    write_text(
        [*_next_steps(folder, ruleset_id), phrase("Next, create an army list: orbat new-list {folder}", folder=folder)]
    )
    return EXIT_OK


@click.command("new-list")
@click.argument("folder", metavar="DIR", required=False, type=click.Path(path_type=Path))
@click.option("--ruleset", "ruleset_id", default="", metavar="R", help="Ruleset id. [default: the name of DIR]")
@click.option("--name", "list_id", default=_LIST_ID, show_default=True, help="Id of the list, and name of its file.")
def new_list_command(folder: Path | None, ruleset_id: str, list_id: str) -> int:
    """Create an army list of your own.

    The list has an entry for each kind of troops, with comments on what to change. DIR is the ruleset's folder. With
    --ruleset, DIR may also be the folder that contains the ruleset's folder. Existing files are not overwritten.
    """
    if folder is None:
        example = _own_lists() / (ruleset_id or "RULESET")
        raise click.UsageError(phrase("give the folder of the ruleset, for example {example}", example=example))
    name = folder.absolute().name
    if ruleset_id and name != ruleset_id:
        folder = folder / ruleset_id
    ruleset_id = ruleset_id or name
    _valid_id(list_id, "list")
    library = Library(folder.absolute().parent, *Library().folders())
    ruleset = _ruleset(library, ruleset_id)
    if list_id in Library(folders.shipped() / "army_lists").list_ids(ruleset_id):
        raise CommandError(
            phrase("a shipped army list has the id {id}; choose another --name", id=f"{ruleset_id}/{list_id}")
        )
    path = folder / f"{list_id}.yaml"
    _write({path: _list_text(library, ruleset, list_id), **_schemas(folder)}, new=(path,))
    write_text(
        [
            *_next_steps(folder, f"{ruleset_id}/{list_id}"),
            phrase("Next, create an ORBAT: {command}", command=_new_command(ruleset, list_id)),
        ]
    )
    return EXIT_OK


def _own_lists() -> Path:
    return folders.own() / "army_lists"


def _templates() -> Path:
    return folders.shipped() / "templates" / "new"


def _valid_id(name: str, what: str) -> str:
    if _ID.fullmatch(name) and len(name) <= 80:
        return name
    better = re.sub(r"[^a-z0-9]+", "_", name.lower()).strip("_0123456789") or (
        _RULESET_ID if what == "ruleset" else _LIST_ID
    )
    raise CommandError(
        phrase(
            "{name!r} is not a valid id: use lower-case letters, digits and _, such as {example}",
            name=name,
            example=better,
        )
    )


def _title(name: str) -> str:
    return name.replace("_", " ").capitalize()


def _renamed(text: str, ruleset_id: str) -> str:
    code = "".join(word[0] for word in ruleset_id.split("_") if word).upper()
    code = code if len(code) > 1 else ruleset_id[:2].upper()
    text = text.replace(_RULESET_ID, ruleset_id).replace(_title(_RULESET_ID), _title(ruleset_id))
    return re.sub(r"\bMR\b", code, text)


def _list_text(library: Library, ruleset: Ruleset, list_id: str) -> str:
    files = [library.army_list(ruleset.id, one) for one in library.list_ids(ruleset.id)]
    lists: list[ArmyList] = [file.value for file in files if file and file.value]
    start = (_templates() / "army_list.txt").read_text(encoding="utf-8")
    start = start.replace(_LIST_ID, list_id).replace(_title(_LIST_ID), _title(list_id)).replace(_RULESET_ID, ruleset.id)
    return start + starting_entries(ruleset, list_id, usual_sizes(ruleset, lists))


def _ruleset(library: Library, ruleset_id: str) -> Ruleset:
    known = library.ruleset_ids()
    file = library.ruleset(ruleset_id)
    if file is None:
        near = did_you_mean(ruleset_id, known)
        raise CommandError(
            phrase(
                "unknown ruleset {id}.{guess} Select one with --ruleset. Known: {known}",
                id=ruleset_id,
                guess=near,
                known=", ".join(known) or "none",
            )
        )
    if file.value is None:
        raise CommandError(
            phrase(
                "{file} is unusable: {reason}. Run orbat lint for details.",
                file=file.path,
                reason=file.findings[0].message,
            )
        )
    return file.value


def _schemas(folder: Path) -> dict[Path, str]:
    # The first lines of the new files refer to schemas, so missing ones are written too.
    from orbat.data.schema import schema_texts

    home = folder.absolute().parent / "schema"
    shown = Path(os.path.relpath(home)) if not folder.is_absolute() else home
    return {shown / name: text for name, text in schema_texts().items() if not exists(home / name)}


def _write(texts: dict[Path, str], new: tuple[Path, ...]) -> None:
    for path in new:
        if exists(path):
            raise CommandError(phrase("{file} already exists; nothing written. Choose another name.", file=path))
    for path, text in texts.items():
        make_folder(path.parent)
        write(path, text.encode(), backup=False)
    write_text(phrase("Written: {file}", file=path) for path in new)
    if schemas := sorted({path.parent for path in texts if path not in new}):
        write_text([phrase("Written: {folder} (schemas for editors)", folder=schemas[0])])


def _next_steps(folder: Path, name: str) -> list[str]:
    # orbat finds data only in certain folders, so a line may say where to move the new one.
    lines = [phrase("Edit the files, then check them: orbat lint {folder}", folder=folder)]
    if folder.absolute().parent in [one.absolute() for one in Library().folders()]:
        return [*lines, phrase("Show the contents: orbat lists {name}", name=name)]
    return [*lines, phrase("Move the folder to {home} to use it in ORBATs.", home=_own_lists())]


def _new_command(ruleset: Ruleset, list_id: str) -> str:
    usual = ruleset.rules.usual_size
    points = f" --points {show(usual.min)}" if usual else ""
    return f"orbat new --ruleset {ruleset.id} --army {list_id}{points} -o mine.yaml"

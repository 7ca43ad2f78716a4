"""`orbat new-ruleset` and `orbat new-list`: data files of one's own to begin with."""

from __future__ import annotations

import os
import re
from pathlib import Path

import click

from orbat.cli.shared import EXIT_OK, CommandError, exists, write_text
from orbat.data import folders
from orbat.data.library import Library
from orbat.data.starting_list import starting_entries, usual_sizes
from orbat.model.army_list import ArmyList
from orbat.model.points import show
from orbat.model.ruleset import Ruleset
from orbat.model.spelling import did_you_mean
from orbat.model.wording import phrase
from orbat.session.files import WriteFailed, write

_ID = re.compile(r"[a-z][a-z0-9_]*")
_OF_RULESET, _OF_LIST = "my_rules", "my_army"
"""The ids in the templates."""


@click.command("new-ruleset")
@click.argument("folder", metavar="DIR", required=False, type=click.Path(path_type=Path))
def new_ruleset_command(folder: Path | None) -> int:
    """Begin a ruleset of your own.

    It is small and complete, with remarks that say what to change.
    DIR is the folder to make; its name becomes the ruleset's id. Nothing that is there is overwritten.
    """
    if folder is None:
        raise click.UsageError(f"name the folder; orbat finds the ruleset in {_home() / _OF_RULESET}, for example")
    ruleset_id = _id_of(folder.absolute().name, "ruleset")
    if ruleset_id in Library(folders.shipped() / "army_lists").ruleset_ids():
        raise CommandError(phrase("a shipped ruleset has the id {id}; choose another folder name", id=ruleset_id))
    templates = sorted((_templates() / _OF_RULESET).glob("*.yaml"))
    texts = {folder / one.name: _renamed(one.read_text(encoding="utf-8"), ruleset_id) for one in templates}
    _write({**texts, **_schemas(folder)}, never=tuple(texts))
    write_text([*_where(folder, ruleset_id), f"Then begin an army list for it: orbat new-list {folder}"])
    return EXIT_OK


@click.command("new-list")
@click.argument("folder", metavar="DIR", required=False, type=click.Path(path_type=Path))
@click.option("--ruleset", "ruleset_id", default="", metavar="R", help="The ruleset; by default the folder's.")
@click.option("--name", "list_id", default=_OF_LIST, show_default=True, help="The list's id, and its file's name.")
def new_list_command(folder: Path | None, ruleset_id: str, list_id: str) -> int:
    """Begin an army list of your own.

    It has an entry for each kind of troops, with remarks that say what to change.
    DIR is the folder of the list's ruleset, or the one in which that folder lies (then name the ruleset). Nothing
    that is there is overwritten.
    """
    if folder is None:
        example = _home() / (ruleset_id or "RULESET")
        raise click.UsageError(f"name the folder of the ruleset; orbat finds the list in {example}, for example")
    name = folder.absolute().name
    if ruleset_id and name != ruleset_id:
        folder = folder / ruleset_id
    ruleset_id = ruleset_id or name
    _id_of(list_id, "list")
    library = Library(folder.absolute().parent, *Library().folders())
    ruleset = _ruleset(library, ruleset_id)
    if list_id in Library(folders.shipped() / "army_lists").list_ids(ruleset_id):
        raise CommandError(
            phrase("a shipped army list has the id {id}; choose another --name", id=f"{ruleset_id}/{list_id}")
        )
    path = folder / f"{list_id}.yaml"
    _write({path: _list_text(library, ruleset, list_id), **_schemas(folder)}, never=(path,))
    write_text([*_where(folder, f"{ruleset_id}/{list_id}"), f"Then begin an ORBAT: {_begin(ruleset, list_id)}"])
    return EXIT_OK


def _home() -> Path:
    """Where data files of the player's own are found."""
    return folders.own() / "army_lists"


def _templates() -> Path:
    return folders.shipped() / "templates" / "new"


def _id_of(name: str, what: str) -> str:
    """The name of a folder or file as the id that it must be. Raises CommandError."""
    if _ID.fullmatch(name) and len(name) <= 80:
        return name
    better = re.sub(r"[^a-z0-9]+", "_", name.lower()).strip("_0123456789") or (
        _OF_RULESET if what == "ruleset" else _OF_LIST
    )
    raise CommandError(f"{name!r} cannot be the id of a {what}: small letters, figures and _ can, such as {better}")


def _title(name: str) -> str:
    return name.replace("_", " ").capitalize()


def _renamed(text: str, ruleset_id: str) -> str:
    """A template's text with the ruleset's own id, title and short code."""
    code = "".join(word[0] for word in ruleset_id.split("_") if word).upper()
    code = code if len(code) > 1 else ruleset_id[:2].upper()
    text = text.replace(_OF_RULESET, ruleset_id).replace(_title(_OF_RULESET), _title(ruleset_id))
    return re.sub(r"\bMR\b", code, text)


def _list_text(library: Library, ruleset: Ruleset, list_id: str) -> str:
    files = [library.army_list(ruleset.id, one) for one in library.list_ids(ruleset.id)]
    lists: list[ArmyList] = [file.value for file in files if file and file.value]
    head = (_templates() / "army_list.txt").read_text(encoding="utf-8")
    head = head.replace(_OF_LIST, list_id).replace(_title(_OF_LIST), _title(list_id)).replace(_OF_RULESET, ruleset.id)
    return head + starting_entries(ruleset, list_id, usual_sizes(ruleset, lists))


def _ruleset(library: Library, ruleset_id: str) -> Ruleset:
    """The ruleset of a list that is to be begun. Raises CommandError."""
    known = library.ruleset_ids()
    file = library.ruleset(ruleset_id)
    if file is None:
        near = did_you_mean(ruleset_id, known)
        raise CommandError(
            phrase(
                "unknown ruleset {id}.{guess} Name one with --ruleset: {known}",
                id=ruleset_id,
                guess=near,
                known=", ".join(known) or "none",
            )
        )
    if file.value is None:
        raise CommandError(f"{file.path} cannot be used: {file.findings[0].message}. orbat lint shows all of it.")
    return file.value


def _schemas(folder: Path) -> dict[Path, str]:
    """The schemas that the first lines lead to, where they are not there yet."""
    from orbat.data.schema import schema_texts

    home = folder.absolute().parent / "schema"
    shown = Path(os.path.relpath(home)) if not folder.is_absolute() else home
    return {shown / name: text for name, text in schema_texts().items() if not exists(home / name)}


def _write(texts: dict[Path, str], never: tuple[Path, ...]) -> None:
    """Write some files, but none of them over one that must not be lost. Raises CommandError."""
    for path in never:
        if exists(path):
            raise CommandError(f"{path} exists already, and nothing was written; name another folder or file")
    try:
        for path, text in texts.items():
            path.parent.mkdir(parents=True, exist_ok=True)
            write(path, text.encode(), backup=False)
    except WriteFailed as failed:
        raise CommandError(str(failed)) from failed
    except OSError as error:
        raise CommandError(f"{path.parent} cannot be made: {(error.strerror or 'an error').lower()}") from error
    write_text(f"Written: {path}" for path in never)
    if schemas := sorted({path.parent for path in texts if path not in never}):
        write_text([f"Written: {schemas[0]} (what an editor needs to offer the keys)"])


def _where(folder: Path, name: str) -> list[str]:
    """What to do next, and that a folder elsewhere is not looked into."""
    lines = [f"Change it in an editor, and look for slips with: orbat lint {folder}"]
    if folder.absolute().parent in [one.absolute() for one in Library().folders()]:
        return [*lines, f"orbat finds it here: orbat lists {name}"]
    return [*lines, f"ORBATs can name it once its folder lies in {_home()}"]


def _begin(ruleset: Ruleset, list_id: str) -> str:
    usual = ruleset.rules.usual_size
    points = f" --points {show(usual.min)}" if usual else ""
    return f"orbat new --ruleset {ruleset.id} --army {list_id}{points} -o mine.yaml"

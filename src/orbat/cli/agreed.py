"""The option `--rulings`: how both players agreed to read unclear passages of the rulebook."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from orbat.cli.shared import CommandError, exists
from orbat.data.library import Library
from orbat.data.problem import Problem
from orbat.data.text_file import read_text
from orbat.data.yaml_text import parse
from orbat.model.ruleset import Ruling
from orbat.model.wording import phrase

Pair = tuple[str, str]
"""The id of a ruling and the id of its choice."""


def agreed_rulings(values: Sequence[str], library: Library) -> tuple[Pair, ...]:
    """Read the values of `--rulings`: files and `key=value` pairs. A later value replaces an earlier value.

    Raises CommandError for an unreadable file, or for an unknown ruling or choice.
    """
    chosen: dict[str, str] = {}
    for value in values:
        chosen.update(_pairs(value))
    require_known_rulings(chosen, library)
    return tuple(chosen.items())


def _pairs(value: str) -> Iterator[Pair]:
    key, equals, choice = value.partition("=")
    if equals and not exists(Path(value)):
        yield key.strip(), choice.strip()
    else:
        yield from _pairs_of_file(Path(value))


def _pairs_of_file(path: Path) -> Iterator[Pair]:
    # An ORBAT has its rulings under `rulings`; without this key, it uses the defaults. In another file, every line is a
    # ruling.
    text = read_text(path)
    if isinstance(text, Problem):
        raise CommandError(phrase("--rulings {file}: {problem}", file=path, problem=text.message))
    document = parse(text)
    if document.problems:
        first = document.problems[0]
        raise CommandError(phrase("--rulings {file}: {problem}", file=path, problem=first.message))
    rulings = _rulings_of(document.data)
    if rulings is None:
        raise CommandError(
            phrase("--rulings {file}: not a list of rulings. Write a line `ruling: choice` for each ruling.", file=path)
        )
    yield from rulings.items()


def _rulings_of(data: Any) -> Mapping[str, str] | None:
    if isinstance(data, dict) and ("rulings" in data or "orbat" in data):
        data = data.get("rulings") or {}
    if not isinstance(data, dict) or not all(isinstance(one, str) for one in data.values()):
        return None
    return data


def require_known_rulings(chosen: Mapping[str, str], library: Library, source: str = "--rulings") -> None:
    """Raise CommandError for an unknown ruling or choice. `source` is the option or file that contains them."""
    choices: dict[str, list[str]] = {}
    for ruling in _rulings_of_all(library):
        choices.setdefault(ruling.id, []).extend(one.id for one in ruling.choices)
    for key, choice in chosen.items():
        known = list(dict.fromkeys(choices.get(key, ())))
        if not known:
            raise CommandError(
                phrase(
                    "{source}: unknown ruling {key!r}. Known: {known}",
                    source=source,
                    key=key,
                    known=", ".join(sorted(choices)),
                )
            )
        if choice not in known:
            raise CommandError(
                phrase(
                    "{source}: unknown choice {choice!r} of the ruling {key}. Known: {known}",
                    source=source,
                    choice=choice,
                    key=key,
                    known=", ".join(known),
                )
            )


def _rulings_of_all(library: Library) -> Iterator[Ruling]:
    for ruleset_id in library.ruleset_ids():
        file = library.ruleset(ruleset_id)
        if file and file.value:
            yield from file.value.rulings

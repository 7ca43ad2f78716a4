"""An army list to begin with: an entry for each kind of troops that a ruleset prices, ready to be changed."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping

from orbat.model.army_list import ONE_PIECE, ArmyList
from orbat.model.kinds import Kind
from orbat.model.record import Value
from orbat.model.ruleset import Ruleset

_PLAIN = re.compile("[a-z]+|[0-9]+")
_OURS = "house: true, note: write your reasoning here"


class UsualRange(Value):
    """The least, the usual and the most stands or guns of a unit."""

    least: int
    usual: int
    most: int


USUAL = UsualRange(4, 6, 8)
"""The size of a unit of which no list of the ruleset has an example."""


def usual_sizes(ruleset: Ruleset, lists: Iterable[ArmyList]) -> dict[str, UsualRange]:
    """For each kind, the size of the first entry that the lists have of it, or else one that survives."""
    seen: dict[str, UsualRange] = {}
    for entry in (entry for army_list in lists for entry in army_list.entries if entry.size is not ONE_PIECE):
        seen.setdefault(entry.kind, UsualRange(entry.size.min, entry.size.typical, entry.size.max))
    return {kind_id: seen.get(kind_id, _above(kind)) for kind_id, kind in ruleset.kinds.items()}


def _above(kind: Kind) -> UsualRange:
    least = max(USUAL.least, kind.removed_at.size + 1 if kind.removed_at else 0)
    return UsualRange(least, max(USUAL.usual, least), max(USUAL.most, least))


def starting_entries(ruleset: Ruleset, list_id: str, sizes: Mapping[str, UsualRange]) -> str:
    """The entries of a list as YAML, one for each kind of troops, and what else the ruleset lets a list say."""
    offered = {entry.kind for entry in ruleset.entries}
    kinds = [
        (kind_id, kind)
        for kind_id, kind in ruleset.kinds.items()
        if not kind.staff and not kind.works and kind_id not in offered
    ]
    lines = [line for kind_id, kind in kinds for line in _entry(ruleset, f"{list_id}_{kind_id}", kind_id, sizes)]
    return "\n".join([*lines, *_limits(f"{list_id}_{kinds[0][0]}" if kinds else ""), *_flags(ruleset)]) + "\n"


def _entry(ruleset: Ruleset, entry_id: str, kind_id: str, sizes: Mapping[str, UsualRange]) -> Iterator[str]:
    kind = ruleset.kinds[kind_id]
    yield f"  - id: {entry_id}"
    yield f"    name: {json.dumps(kind.label.capitalize(), ensure_ascii=False)}"
    yield f"    kind: {kind_id}"
    if kind.rating == "priced":
        barred = kind.barred_ratings.ratings if kind.barred_ratings else ()
        ratings = [_written(rating) for rating in kind.price.by_rating if rating not in barred]
        yield f"    ratings: {{allowed: [{', '.join(ratings)}], typical: {ratings[len(ratings) // 2]}, {_OURS}}}"
    if kind.sizes:
        named = ", ".join(kind.sizes)
        yield f"    sizes: {{allowed: [{named}], typical: {kind.sizes[len(kind.sizes) // 2]}, {_OURS}}}"
    elif kind.price.per == "size":
        size = sizes[kind_id]
        yield f"    size: {{min: {size.least}, typical: {size.usual}, max: {size.most}, {_OURS}}}"
    options = [option_id for option_id, option in ruleset.options.items() if kind_id in option.kinds]
    if options:
        yield f"    # options: [{{option: {options[0]}, use: optional}}]   # it may have: {', '.join(options)}"
    abilities = [one.id for one in ruleset.abilities if kind_id in one.kinds and not one.everyone]
    if abilities:
        yield f"    # may: [{', '.join(abilities)}]   # what these troops may do on the table"


def _limits(entry_id: str) -> Iterator[str]:
    yield ""
    yield "# What an army may have of something: see Limits in docs/data.md."
    if entry_id:
        yield "limits:"
        yield f"  - {{of: {{entries: [{entry_id}]}}, at_most: 12, {_OURS}}}"


def _flags(ruleset: Ruleset) -> Iterator[str]:
    if ruleset.flags:
        yield ""
        yield "# Flags of the whole army that the ruleset has; take those that this one has."
        yield from (f"# flags: [{{flag: {flag.id}, {_OURS}}}]   # {flag.label}" for flag in ruleset.flags)


def _written(text: str) -> str:
    """A rating as it is usually written: plain where it is a number or a word, in quotes otherwise."""
    plain = _PLAIN.fullmatch(text) and text not in ("true", "false", "null")
    return text if plain else json.dumps(text, ensure_ascii=False)

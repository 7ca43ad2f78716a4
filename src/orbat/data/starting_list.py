"""Text of a new army list for the player to edit."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping

from orbat.model.army_list import ONE_PIECE, ArmyList
from orbat.model.kinds import Kind
from orbat.model.record import Value
from orbat.model.ruleset import Ruleset

_PLAIN = re.compile("[a-z]+|[0-9]+")
_HOUSE = "house: true, note: write your reasoning here"


class UsualRange(Value):
    """Minimum, usual and maximum number of stands or guns in a unit."""

    min: int
    usual: int
    max: int


USUAL = UsualRange(4, 6, 8)
"""The default size range, for a kind without an entry in any army list of the ruleset."""


def usual_sizes(ruleset: Ruleset, lists: Iterable[ArmyList]) -> dict[str, UsualRange]:
    """The usual sizes of units, by kind of troops.

    The sizes come from the kind's first entry with a size range. A kind without such an entry has a default range.
    """
    found: dict[str, UsualRange] = {}
    for entry in (entry for army_list in lists for entry in army_list.entries if entry.size is not ONE_PIECE):
        found.setdefault(entry.kind, UsualRange(entry.size.min, entry.size.typical, entry.size.max))
    # A kind without an entry gets a default range, without the small sizes at which the ruleset removes units from
    # play.
    return {kind_id: found.get(kind_id, _default_range(kind)) for kind_id, kind in ruleset.kinds.items()}


def _default_range(kind: Kind) -> UsualRange:
    smallest = max(USUAL.min, kind.removed_at.size + 1 if kind.removed_at else 0)
    return UsualRange(smallest, max(USUAL.usual, smallest), max(USUAL.max, smallest))


def starting_entries(ruleset: Ruleset, list_id: str, sizes: Mapping[str, UsualRange]) -> str:
    """The entries of a new list as YAML, with an entry for each kind of troops that has no entry in the ruleset."""
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
        yield f"    ratings: {{allowed: [{', '.join(ratings)}], typical: {ratings[len(ratings) // 2]}, {_HOUSE}}}"
    if kind.sizes:
        named = ", ".join(kind.sizes)
        yield f"    sizes: {{allowed: [{named}], typical: {kind.sizes[len(kind.sizes) // 2]}, {_HOUSE}}}"
    elif kind.price.per == "size":
        size = sizes[kind_id]
        yield f"    size: {{min: {size.min}, typical: {size.usual}, max: {size.max}, {_HOUSE}}}"
    options = [option_id for option_id, option in ruleset.options.items() if kind_id in option.kinds]
    if options:
        yield f"    # options: [{{option: {options[0]}, use: optional}}]   # possible: {', '.join(options)}"
    abilities = [one.id for one in ruleset.abilities if kind_id in one.kinds and not one.everyone]
    if abilities:
        yield f"    # may: [{', '.join(abilities)}]   # abilities on the table"


def _limits(entry_id: str) -> Iterator[str]:
    yield ""
    yield "# Restrictions of the army: see Limits in docs/data.md."
    if entry_id:
        yield "limits:"
        yield f"  - {{of: {{entries: [{entry_id}]}}, at_most: 12, {_HOUSE}}}"


def _flags(ruleset: Ruleset) -> Iterator[str]:
    if ruleset.flags:
        yield ""
        yield "# Flags of the ruleset for the whole army; keep those that apply."
        yield from (f"# flags: [{{flag: {flag.id}, {_HOUSE}}}]   # {flag.label}" for flag in ruleset.flags)


def _written(text: str) -> str:
    plain = _PLAIN.fullmatch(text) and text not in ("true", "false", "null")
    return text if plain else json.dumps(text, ensure_ascii=False)

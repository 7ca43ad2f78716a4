"""Lint: sizes of units, counted and named."""

from __future__ import annotations

from collections.abc import Iterator

from orbat.model.army_list import ONE_PIECE, Entry
from orbat.model.kinds import Kind
from orbat.model.near import listed
from orbat.model.path import Path
from orbat.sources.lint_case import Fault, LintCase


def sizes_offered(case: LintCase) -> Iterator[Fault]:
    """An entry has the sizes that its kind is bought in: a range of numbers for what is priced by each stand or gun,
    named sizes for what has such, and none for what is one piece; and such a kind says what its size counts.

    Why: A size that nobody pays for, or a unit without the size it is priced by, is a slip.

    Example: `sizes: {allowed: [small, huge], typical: small}` where the kind has small, standard and large.

    Cure: Correct the sizes, or remove them.
    """
    if case.ruleset is None:
        return
    for path, one in case.each(Kind):
        if one.price.per == "size" and not one.counted_in[0] and not one.staff:
            says = f"{one.label} is priced by its size, and nothing says what a size counts"
            yield Fault((*path, "label"), says, "Write counted_in: [stand, stands], or per: unit in its price.")
    for path, entry in case.each(Entry):
        if kind := case.ruleset.kinds.get(entry.kind):
            yield from _of_entry(path, entry, kind)


def _of_entry(path: Path, entry: Entry, kind: Kind) -> Iterator[Fault]:
    counted = entry.size is not ONE_PIECE
    if kind.sizes and entry.sizes is None:
        says = f"{entry.id} has no sizes; {entry.kind} has {listed(kind.sizes)}"
        yield Fault((*path, "id"), says, "Write sizes: with those allowed.")
    elif kind.sizes and counted:
        says = f"{entry.id} has a size in numbers; {entry.kind} has {listed(kind.sizes)}"
        yield Fault((*path, "size"), says, "Remove size.", at_key=True)
    elif entry.sizes is not None and not kind.sizes:
        yield Fault((*path, "sizes"), f"{entry.id} has sizes; {entry.kind} has none", "Remove sizes.", at_key=True)
    elif kind.price.per == "size" and not counted:
        says = f"{entry.id} has no size; {entry.kind} is priced by each {kind.counted_in[0] or 'one'}, so it needs one"
        yield Fault((*path, "id"), says, "Write size: with min, typical and max.")
    for field in ("allowed", "typical"):
        named = getattr(entry.sizes, field, ())
        for index, size in enumerate((named,) if isinstance(named, str) else named):
            place = (*path, "sizes", field) if isinstance(named, str) else (*path, "sizes", field, index)
            if field == "allowed" and size in named[:index]:
                yield Fault(place, f"the size {size} is allowed twice; once is enough", "Remove one of the two.")
            elif kind.sizes and size not in kind.sizes:
                says = f"{entry.kind} has no size {size}; it may be {listed(kind.sizes)}"
                yield Fault(place, says, "Correct the size.")
            elif field == "typical" and entry.sizes and size not in entry.sizes.allowed:
                says = f"the typical size {size} is not allowed; it may be {listed(entry.sizes.allowed)}"
                yield Fault(place, says, "Allow it, or correct it.")

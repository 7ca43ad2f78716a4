"""Rules about the sizes of units: numbers of stands or guns, and named sizes."""

from __future__ import annotations

from collections.abc import Iterator

from orbat.model.army_list import Entry
from orbat.model.kinds import Kind
from orbat.pricing.price import size_of
from orbat.validate.rule import UnitCase, Verdict
from orbat.validate.words import either


def size_in_range(case: UnitCase) -> Iterator[Verdict]:
    """The unit has a size, and it lies in the range that the army list gives for the entry.

    Why: The list's ranges come from the strengths of the time at 50 men to a stand [DOE 3.1, 6.1]; they are house.

    Example: a battalion of 22 stands where the list allows 4 to 18.

    Cure: Change the size to one in the range, or make two units of it.
    """
    entry, kind, switch = case.entry, case.kind, case.rules.size_range
    if entry is None or kind is None or switch is None or _removed(case):
        return
    if kind.sizes:
        yield from _named_size(case, kind)
        return
    size = size_of(case.unit, kind)
    if isinstance(case.unit.size, str):
        yield _no_named_size(case, entry, kind)
        return
    least, most = case.book.size_range(entry, case.rulings)
    if size is not None and least <= size <= most:
        return
    yield Verdict(
        says="{unit}: {size} {word}; {range} {are} allowed",
        helps="Change the size to {one_from}{range}.",
        cites=case.cites(switch, entry.size),
        facts={
            "size": "no number of" if size is None else size,
            "word": kind.counted(0 if size is None else size),
            "range": least if least == most else f"{least} to {most}",
            "one_from": "" if least == most else "one from ",
            "are": "is" if most == 1 else "are",
        },
        path=("size",),
        change={"size": max(least, min(entry.size.typical if size is None else size, most))},
    )


def _named_size(case: UnitCase, kind: Kind) -> Iterator[Verdict]:
    """A unit of a kind whose sizes have names has one of those that the list offers."""
    switch, sizes = case.rules.size_range, case.entry.sizes if case.entry else None
    offered = sizes.allowed if sizes else kind.sizes
    if switch is None or case.unit.size in offered:
        return
    label = case.book.ruleset.size_label
    yield Verdict(
        says="{unit}: {size}; the list offers {allowed}",
        helps="Choose the size {allowed}.",
        cites=case.cites(switch, sizes),
        facts={
            "size": "the size is missing" if case.unit.size is None else f"size {label(case.unit.size)}",
            "allowed": either(tuple(map(label, offered))),
        },
        path=("size",),
        change={"size": sizes.typical if sizes else offered[0]},
    )


def _no_named_size(case: UnitCase, entry: Entry, kind: Kind) -> Verdict:
    """A unit of a kind whose size is a number, or that has none, has no named size."""
    number = kind.price.per == "size"
    least, most = case.book.size_range(entry, case.rulings)
    return Verdict(
        says="{unit}: size {size}; {kind} {has}",
        helps="Write the number of {word}." if number else "Leave the size out.",
        cites=case.cites(entry.size if number else kind),
        facts={
            "size": case.unit.size,
            "kind": kind.label,
            "has": f"has a number of {kind.counted_in[1]}" if number else "has no size",
            "word": kind.counted_in[1],
        },
        path=("size",),
        change={"size": max(least, min(entry.size.typical, most)) if number else None},
    )


def _removed(case: UnitCase) -> bool:
    """Whether the unit would be taken off the table at once."""
    return bool(
        case.rules.removed_at
        and case.kind
        and case.kind.removed_at
        and isinstance(case.unit.size, int)
        and case.unit.size <= case.kind.removed_at.size
    )


def size_survives(case: UnitCase) -> Iterator[Verdict]:
    """The unit is larger than the strength at which units of its arm are removed from play.

    Why: Infantry at two stands and cavalry at one are removed [DOE 17.5.8]; a unit bought so small would be
    removed at once. The ruling `shattered` makes this a warning.

    Example: an infantry unit of 2 stands.

    Cure: Give it more stands, or join it to another unit.
    """
    if case.entry and case.kind and case.kind.removed_at and case.rules.removed_at and _removed(case):
        removed = case.kind.removed_at.size
        reading = case.rulings.get(case.rules.removed_at.ruling)
        least = max(removed + 1, case.entry.size.min)
        yield Verdict(
            says="{unit}: {size} {word}; {kind} is removed from play at {removed}; at least {least} are allowed",
            helps="Give it at least {least} stands.",
            cites=case.cites(case.rules.removed_at),
            facts={
                "size": case.unit.size,
                "word": case.kind.counted(case.unit.size or 0),
                "kind": case.kind.label,
                "removed": removed,
                "least": least,
            },
            path=("size",),
            change={"size": least},
            severity="warning" if reading == "warning" else "error",
        )

"""Rules about single units. Each depends on nothing but the unit, its entry, the date and the rulings."""

from __future__ import annotations

from collections.abc import Iterator

from orbat.model.dates import span
from orbat.pricing.price import rating_of, size_of
from orbat.validate.rule import UnitCase, Verdict
from orbat.validate.words import DidYouMean, either


def entry_known(case: UnitCase) -> Iterator[Verdict]:
    """The unit's entry is one of its army list, or one that the ruleset offers to every army.

    Why: A unit that no list knows has no price and no limits. It is kept as written, and saved again.

    Example: `entry: brit_lien`, where the British list has brit_line.

    Cure: Write the id of an entry; `orbat lists RULESET/LIST` shows them all.
    """
    if case.entry is None:
        known = list(case.book.entries(case.list_id))
        yield Verdict(
            says="{unit}: {list} has no entry {entry}; it counts nothing{near}"
            if case.unit.entry
            else "{unit}: entry is missing; it counts nothing",
            helps="Write the id of an entry of the list.",
            cites=(f"{case.book.title(case.list_id) or 'army'} list",),
            facts={
                "unit": case.name,
                "entry": case.unit.entry,
                "list": f"the {case.book.title(case.list_id)} list" if case.list_id else "the ruleset",
                "near": DidYouMean(case.unit.entry, known),
            },
            path=("entry",),
        )


def rating_offered(case: UnitCase) -> Iterator[Verdict]:
    """The unit has a rating, and it is one that the army list offers for the entry.

    Why: All stands of a unit have one class rating, chosen from those on the army list [DOE 6].

    Example: class 4 for line infantry that the list gives as class 2 or 3.

    Cure: Choose one of the ratings offered.
    """
    entry, kind, switch = case.entry, case.kind, case.rules.ratings
    if entry is None or kind is None or switch is None:
        return
    written = rating_of(case.unit, entry)
    offered = entry.ratings.allowed if entry.ratings else ()
    if kind.rating == "none":
        wrong, allowed = bool(written), "none"
    elif offered:
        wrong, allowed = written not in offered, either(offered)
    else:
        known = tuple(rating.id for rating in case.book.ruleset.ratings)
        wrong, allowed = bool(written) and written not in known, either(known)
    if wrong:
        mend = entry.ratings.typical if entry.ratings else ""
        yield Verdict(
            says="{unit}: {word} {rating}; {who} {allowed}",
            helps="Choose {word} {allowed}." if allowed != "none" else "Leave the {word} out.",
            cites=case.cites(switch, entry.ratings),
            facts={
                "unit": case.name,
                "rating": written or "is missing",
                "who": "it has" if kind.rating == "none" else "the list offers" if offered else "the ruleset has",
                "allowed": allowed,
                "word": case.book.ruleset.rating_word,
            },
            path=("rating",),
            change={"rating": mend},
        )


def rating_dated(case: UnitCase) -> Iterator[Verdict]:
    """The unit's rating is offered at the ORBAT's date.

    Why: Some troops were of a class only for a time; the army list gives the dates.

    Example: a class 4 battalion of the Foreign Legion in 1855.

    Cure: Choose a rating offered at the date, or change the date.
    """
    entry = case.entry
    if entry is None or entry.ratings is None or case.date is None:
        return
    written = rating_of(case.unit, entry)
    offered = entry.offered(case.date)
    if written in entry.ratings.allowed and written not in offered:
        dated = next(one for one in entry.ratings.dated if one.rating == written)
        yield Verdict(
            says="{unit}: {word} {rating} is offered {span}, not in {date}; then the list offers {allowed}",
            helps="Choose {word} {allowed}, or change the date.",
            cites=case.cites(entry.ratings),
            facts={
                "unit": case.name,
                "rating": written,
                "span": span(dated.from_, dated.to),
                "date": case.date,
                "allowed": either(offered),
                "word": case.book.ruleset.rating_word,
            },
            path=("rating",),
            change={"rating": entry.ratings.typical if entry.ratings.typical in offered else offered[0]},
        )


def size_in_range(case: UnitCase) -> Iterator[Verdict]:
    """The unit has a size, and it lies in the range that the army list gives for the entry.

    Why: The list's ranges come from the strengths of the time at 50 men to a stand [DOE 3.1, 6.1]; they are house.

    Example: a battalion of 22 stands where the list allows 4 to 18.

    Cure: Change the size to one in the range, or make two units of it.
    """
    entry, kind, switch = case.entry, case.kind, case.rules.size_range
    if entry is None or kind is None or switch is None or _removed(case):
        return
    size = size_of(case.unit, kind)
    fixed = kind.fixed_size
    if fixed and case.rulings.get(fixed.ruling) == fixed.choice:
        least, most = fixed.size, fixed.size
    else:
        least, most = entry.size.min, entry.size.max
    if size is not None and least <= size <= most:
        return
    yield Verdict(
        says="{unit}: {size} {word}; {range} {are} allowed",
        helps="Change the size to {one_from}{range}.",
        cites=case.cites(switch, entry.size),
        facts={
            "unit": case.name,
            "size": "no number of" if size is None else size,
            "word": kind.counted_in[0 if size == 1 else 1],
            "range": least if least == most else f"{least} to {most}",
            "one_from": "" if least == most else "one from ",
            "are": "is" if most == 1 else "are",
        },
        path=("size",),
        change={"size": max(least, min(entry.size.typical if size is None else size, most))},
    )


def _removed(case: UnitCase) -> bool:
    """Whether the unit would be taken off the table at once."""
    return bool(
        case.rules.removed_at
        and case.kind
        and case.kind.removed_at
        and case.unit.size is not None
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
                "unit": case.name,
                "size": case.unit.size,
                "word": case.kind.counted_in[0 if case.unit.size == 1 else 1],
                "kind": case.kind.label,
                "removed": removed,
                "least": least,
            },
            path=("size",),
            change={"size": least},
            severity="warning" if reading == "warning" else "error",
        )


def entry_dated(case: UnitCase) -> Iterator[Verdict]:
    """The entry is to be had at the ORBAT's date.

    Why: Troops came and went during the war; the army list gives the dates.

    Example: the Imperial Guard at the Alma, when the list has it from January 1855.

    Cure: Choose another entry, or change the date.
    """
    entry = case.entry
    if entry and entry.dates and case.date and not entry.dates.cover(case.date):
        yield Verdict(
            says="{unit}{entry} can be had {span}, not in {date}",
            helps="Choose another entry, or change the date.",
            cites=case.cites(entry.dates),
            facts={
                "unit": f"{case.name}: " if case.name != entry.name else "",
                "entry": entry.name,
                "span": span(entry.dates.from_, entry.dates.to),
                "date": case.date,
            },
            path=("entry",),
        )


def unit_not_off_board(case: UnitCase) -> Iterator[Verdict]:
    """No single unit is marked as off the board.

    Why: Only whole brigades may be kept in reserve off the table [DOE 16.5].

    Example: `off_board: true` on a battalion.

    Cure: Mark its brigade instead, or take the mark away.
    """
    switch = case.rules.off_board
    if switch and case.unit.off_board:
        yield Verdict(
            says="{unit} is marked off the board by itself; only a whole {levels} may be",
            helps="Take the mark away, or mark its {levels}.",
            cites=switch.citations,
            facts={"unit": case.name, "levels": either(switch.levels)},
            path=("off_board",),
            change={"off_board": False},
        )


def staff_not_a_unit(case: UnitCase) -> Iterator[Verdict]:
    """No general is bought as a unit.

    Why: A general commands a formation [DOE 14.2]; there he has a name, a quality and a price.

    Example: a unit of the entry Generals.

    Cure: Write him as the commander of his formation.
    """
    if case.kind and case.kind.staff:
        yield Verdict(
            says="{unit} is a general bought as a unit; a general commands a formation",
            helps="Write him as the commander of his formation.",
            cites=case.cites(case.kind),
            facts={"unit": case.name},
        )

"""Rules about single units. Each depends on nothing but the unit, its entry, the date and the rulings."""

from __future__ import annotations

from collections.abc import Iterator

from orbat.evaluate.pricing import rating_of, size_of
from orbat.evaluate.rule import DidYouMean, RuleResult, UnitCase
from orbat.model.army_list import Entry, OptionUse
from orbat.model.dates import span
from orbat.model.kinds import BarredRatings, Kind
from orbat.model.wording import any_of


def entry_known(case: UnitCase) -> Iterator[RuleResult]:
    """The unit's entry is one of its army list, or one that the ruleset offers to every army.

    Why: A unit that no list knows has no price and no limits. It is kept as written, and saved again.

    Example: `entry: line_foto`, where the list has line_foot.

    Cure: Write the id of an entry; `orbat lists RULESET/LIST` shows them all.
    """
    if case.entry is None:
        known = list(case.book.entries(case.list_id))
        yield RuleResult(
            message="{unit}: {list} has no entry {entry}; it counts nothing{near}"
            if case.unit.entry
            else "{unit}: entry is missing; it counts nothing",
            help="Write the id of an entry of the list.",
            cites=(f"{case.book.title(case.list_id) or 'army'} list",),
            fields={
                "entry": case.unit.entry,
                "list": f"the {case.book.title(case.list_id)} list" if case.list_id else "the ruleset",
                "near": DidYouMean(case.unit.entry, known),
            },
            path=("entry",),
        )


def rating_offered(case: UnitCase) -> Iterator[RuleResult]:
    """The unit has a rating, and it is one that the army list offers for the entry.

    Why: All stands of a unit have one class rating, chosen from those on the army list [DOE 6].

    Example: class 4 for line infantry that the list gives as class 2 or 3.

    Cure: Choose one of the ratings offered.
    """
    entry, kind, switch = case.entry, case.kind, case.rules.ratings
    if entry is None or kind is None or switch is None:
        return
    written = rating_of(case.unit, entry)
    barred = kind.barred_ratings
    if barred and written in kind.ratings_barred(case.rulings):
        yield _barred(case, entry, written, barred)
        return
    offered = entry.ratings.allowed if entry.ratings else ()
    if kind.rating == "none":
        wrong, allowed = bool(written), "none"
    elif offered:
        wrong, allowed = written not in offered, any_of(offered)
    else:
        known = tuple(rating.id for rating in case.book.ruleset.ratings)
        wrong, allowed = bool(written) and written not in known, any_of(known)
    if wrong:
        mend = entry.ratings.typical if entry.ratings else ""
        yield RuleResult(
            message="{unit}: {word} {rating}; {who} {allowed}",
            help="Choose {word} {allowed}." if allowed != "none" else "Leave the {word} out.",
            cites=case.cites(switch, entry.ratings),
            fields={
                "rating": written or "is missing",
                "who": "it has" if kind.rating == "none" else "the list offers" if offered else "the ruleset has",
                "allowed": allowed,
                "word": case.book.ruleset.rating_word,
            },
            path=("rating",),
            change={"rating": mend},
        )


def _barred(case: UnitCase, entry: Entry, rating: str, barred: BarredRatings) -> RuleResult:
    """That a ruling bars the rating from the kind."""
    usual = entry.ratings.typical if entry.ratings else ""
    return RuleResult(
        message="{unit}: {word} {rating} is barred by the reading {choice} of {ruling}",
        help="Choose another {word}, or another reading of {ruling}.",
        cites=barred.citations,
        fields={
            "word": case.book.ruleset.rating_word,
            "rating": rating,
            "choice": barred.choice,
            "ruling": barred.ruling,
        },
        path=("rating",),
        change={"rating": usual} if usual not in barred.ratings else {},
    )


def rating_dated(case: UnitCase) -> Iterator[RuleResult]:
    """The unit's rating is offered at the ORBAT's date.

    Why: Some troops were of a class only for a time; the army list gives the dates.

    Example: a class 4 battalion in 1855, when the list has them until 1854.

    Cure: Choose a rating offered at the date, or change the date.
    """
    entry = case.entry
    if entry is None or entry.ratings is None or case.date is None:
        return
    written = rating_of(case.unit, entry)
    offered = entry.ratings_at(case.date)
    if written in entry.ratings.allowed and written not in offered:
        dated = next(one for one in entry.ratings.dated if one.rating == written)
        yield RuleResult(
            message="{unit}: {word} {rating} is offered {span}, not in {date}; then the list offers {allowed}",
            help="Choose {word} {allowed}, or change the date.",
            cites=case.cites(entry.ratings),
            fields={
                "rating": written,
                "span": span(dated.from_, dated.to),
                "date": case.date,
                "allowed": any_of(offered),
                "word": case.book.ruleset.rating_word,
            },
            path=("rating",),
            change={"rating": entry.ratings.typical if entry.ratings.typical in offered else offered[0]},
        )


def entry_dated(case: UnitCase) -> Iterator[RuleResult]:
    """The entry is to be had at the ORBAT's date.

    Why: Troops came and went during the war; the army list gives the dates.

    Example: guards in September 1854, when the list has them from January 1855.

    Cure: Choose another entry, or change the date.
    """
    entry = case.entry
    if entry and entry.dates and case.date and not entry.dates.covers(case.date):
        yield RuleResult(
            message="{named}{entry} can be had {span}, not in {date}",
            help="Choose another entry, or change the date.",
            cites=case.cites(entry.dates),
            fields={
                "entry": entry.name,
                "span": span(entry.dates.from_, entry.dates.to),
                "date": case.date,
            },
            path=("entry",),
        )


def unit_not_off_board(case: UnitCase) -> Iterator[RuleResult]:
    """No single unit is marked as off the board.

    Why: Only whole brigades may be kept in reserve off the table [DOE 16.5].

    Example: `off_board: true` on a battalion.

    Cure: Mark its brigade instead, or take the mark away.
    """
    switch = case.rules.off_board
    if switch and case.unit.off_board:
        yield RuleResult(
            message="{unit} is marked off the board by itself; only a whole {levels} may be",
            help="Take the mark away, or mark its {levels}.",
            cites=switch.citations,
            fields={"levels": any_of(switch.levels)},
            path=("off_board",),
            change={"off_board": False},
        )


def staff_not_a_unit(case: UnitCase) -> Iterator[RuleResult]:
    """No general is bought as a unit.

    Why: A general commands a formation [DOE 14.2]; there he has a name, a quality and a price.

    Example: a unit of the entry Generals.

    Cure: Write him as the commander of his formation.
    """
    if case.kind and case.kind.staff:
        yield RuleResult(
            message="{unit} is a general bought as a unit; a general commands a formation",
            help="Write him as the commander of his formation.",
            cites=case.cites(case.kind),
        )


# Rules about the sizes of units: numbers of stands or guns, and named sizes.


def size_in_range(case: UnitCase) -> Iterator[RuleResult]:
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
    yield RuleResult(
        message="{unit}: {size} {word}; {range} {are} allowed",
        help="Change the size to {one_from}{range}.",
        cites=case.cites(switch, entry.size),
        fields={
            "size": "no number of" if size is None else size,
            "word": kind.size_word(0 if size is None else size),
            "range": least if least == most else f"{least} to {most}",
            "one_from": "" if least == most else "one from ",
            "are": "is" if most == 1 else "are",
        },
        path=("size",),
        change={"size": max(least, min(entry.size.typical if size is None else size, most))},
    )


def _named_size(case: UnitCase, kind: Kind) -> Iterator[RuleResult]:
    """A unit of a kind whose sizes have names has one of those that the list offers."""
    switch, sizes = case.rules.size_range, case.entry.sizes if case.entry else None
    offered = sizes.allowed if sizes else kind.sizes
    if switch is None or case.unit.size in offered:
        return
    label = case.book.ruleset.size_label
    yield RuleResult(
        message="{unit}: {size}; the list offers {allowed}",
        help="Choose the size {allowed}.",
        cites=case.cites(switch, sizes),
        fields={
            "size": "the size is missing" if case.unit.size is None else f"size {label(case.unit.size)}",
            "allowed": any_of(tuple(map(label, offered))),
        },
        path=("size",),
        change={"size": sizes.typical if sizes else offered[0]},
    )


def _no_named_size(case: UnitCase, entry: Entry, kind: Kind) -> RuleResult:
    """A unit of a kind whose size is a number, or that has none, has no named size."""
    number = kind.price.per == "size"
    least, most = case.book.size_range(entry, case.rulings)
    return RuleResult(
        message="{unit}: size {size}; {kind} {has}",
        help="Write the number of {word}." if number else "Leave the size out.",
        cites=case.cites(entry.size if number else kind),
        fields={
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


def size_survives(case: UnitCase) -> Iterator[RuleResult]:
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
        yield RuleResult(
            message="{unit}: {size} {word}; {kind} is removed from play at {removed}; at least {least} are allowed",
            help="Give it at least {least} stands.",
            cites=case.cites(case.rules.removed_at),
            fields={
                "size": case.unit.size,
                "word": case.kind.size_word(case.unit.size or 0),
                "kind": case.kind.label,
                "removed": removed,
                "least": least,
            },
            path=("size",),
            change={"size": least},
            severity="warning" if reading == "warning" else "error",
        )


# Rules about the options of single units.


def options_offered(case: UnitCase) -> Iterator[RuleResult]:
    """Every option written is one that the army list offers for the entry, and no ruling bars it.

    Why: Modifiers are paid for units so equipped [DOE 5.4]; which may be is the army list's to say.

    Example: `options: [rifles]` on line infantry that had none.

    Cure: Take the option out.
    """
    entry, switch = case.entry, case.rules.options
    if entry is None or switch is None or not case.unit.options:
        return
    offered = tuple(dict.fromkeys(use.option for use in entry.options))
    known = case.book.ruleset.options
    for number, option in enumerate(case.unit.options):
        barred = known[option].barred if option in known else None
        barring = option in known and known[option].is_barred_for(entry.kind, case.rulings)
        repeated = option in case.unit.options[:number]
        if option in offered and not barring and not repeated:
            continue
        reason = f"not offered by the list, which offers {any_of(offered) or 'none'}"
        if repeated:
            reason = "written twice"
        elif barring and barred:
            reason = f"barred by the ruling {barred.ruling}"
        yield RuleResult(
            message="{unit}: {option}: {reason}{near}",
            help="Take {option} out.",
            cites=case.cites(switch),
            fields={
                "option": known[option].label if option in known else option,
                "reason": reason,
                "near": "" if option in known else DidYouMean(option, list(known)),
            },
            path=("options", number),
            change={"options": tuple(o for n, o in enumerate(case.unit.options) if n != number)},
        )


def options_required(case: UnitCase) -> Iterator[RuleResult]:
    """Every option that the army list makes compulsory for the entry is written.

    Why: The list has it so at the ORBAT's date. (What an entry always has needs no writing and is never missing.)

    Example: a battalion without the rifles that all had by then.

    Cure: Write the option.
    """
    entry, switch = case.entry, case.rules.options
    if entry is None or switch is None:
        return
    missing = [
        use
        for use in entry.options
        if use.use == "required" and use.covers(case.date) and use.option not in case.unit.options
    ]
    if missing:
        known = case.book.ruleset.options
        labels = [known[use.option].label if use.option in known else use.option for use in missing]
        yield RuleResult(
            message="{unit}: {options} {are} compulsory {spans} and not written",
            help="Add {options}.",
            cites=case.cites(switch, *missing),
            fields={
                "options": " and ".join(labels),
                "are": "is" if len(missing) == 1 else "are",
                "spans": " and ".join(_spans(missing)),
            },
            path=("options",),
            change={"options": (*case.unit.options, *(use.option for use in missing))},
        )


def options_dated(case: UnitCase) -> Iterator[RuleResult]:
    """Every option written is to be had at the ORBAT's date.

    Why: Rifles reached the armies at different times; the army list gives the dates.

    Example: rifles for line infantry in September 1854, when the list has them from June 1855.

    Cure: Take the option out, or change the date.
    """
    entry, switch = case.entry, case.rules.options
    if entry is None or switch is None or case.date is None:
        return
    for number, option in enumerate(case.unit.options):
        uses = [use for use in entry.options if use.option == option]
        if not uses or any(use.covers(case.date) for use in uses):
            continue
        known = case.book.ruleset.options.get(option)
        yield RuleResult(
            message="{unit}: {option} can be had {span}, not in {date}",
            help="Take {option} out, or change the date.",
            cites=case.cites(switch, *uses),
            fields={
                "option": known.label if known else option,
                "span": " and ".join(_spans(uses)),
                "date": case.date,
            },
            path=("options", number),
            change={"options": tuple(o for n, o in enumerate(case.unit.options) if n != number)},
        )


def _spans(uses: list[OptionUse]) -> list[str]:
    return list(dict.fromkeys(span(use.from_, use.to) for use in uses))

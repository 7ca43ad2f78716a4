"""Rules about single units."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from orbat.evaluate.pricing import rating_of, size_of
from orbat.evaluate.rule import DidYouMean, RuleResult, UnitCase
from orbat.model.army_list import Entry, OptionUse
from orbat.model.dates import overlaps, span
from orbat.model.finding import GroupText, Severity
from orbat.model.kinds import BarredRatings, Kind
from orbat.model.wording import all_of, any_of, pick


def entry_known(case: UnitCase) -> Iterator[RuleResult]:
    """The army list or the ruleset has the unit's entry.

    Why: A unit with an unknown entry has no price and no limits. The unit is kept and saved as written.

    Example: `entry: line_foto`, where the army list has `line_foot`.

    Remedy: Write the id of an entry. `orbat lists RULESET/LIST` shows all ids.
    """
    if case.entry is None:
        known = list(case.book.entries(case.list_id))
        yield RuleResult(
            message="{unit}: no entry, so the unit has no price"
            if not case.unit.entry
            else "{unit}: no entry {entry} in the {list} list, so the unit has no price{near}"
            if case.list_id
            else "{unit}: no entry {entry} in the ruleset, so the unit has no price{near}",
            help="Write the id of an entry from the army list.",
            cites=(f"{case.book.title(case.list_id) or 'army'} list",),
            fields={
                "entry": case.unit.entry,
                "list": case.book.title(case.list_id),
                "near": DidYouMean(case.unit.entry, known),
            },
            path=("entry",),
        )


def rating_offered(case: UnitCase) -> Iterator[RuleResult]:
    """The unit has a rating that the army list offers for its entry.

    Why: The player chooses one rating for the whole unit, from those on the army list. Some kinds of troops have no
    ratings, and their units must not have a rating. If the ruleset has no rule on ratings, a rating for such troops
    gives only a warning.

    Example: class 4 for line infantry that the army list offers as class 2 or 3.

    Remedy: Choose one of the ratings offered.
    """
    entry, switch = case.entry, case.rules.ratings
    known = tuple(rating.id for rating in case.book.ruleset.ratings)
    if entry is None:
        # no entry offers an unknown rating, whatever entry is meant
        if switch and known and case.unit.rating and case.unit.rating not in known:
            yield _rating_result(case, None, "{unit}: unknown {word} {rating}; allowed: {allowed}", known)
        return
    kind = case.book.kind(entry)
    if switch is None and kind.rating != "none":
        return
    written = rating_of(case.unit, entry)
    barred = kind.barred_ratings
    if barred and written in kind.ratings_barred(case.rulings):
        yield _barred_rating(case, entry, written, barred)
        return
    if kind.rating == "none":
        if written:
            yield _rating_result(case, entry, "{unit}: {word} {rating} not allowed; {kind} has no {word}", ())
        return
    offered = entry.ratings.allowed if entry.ratings else ()
    if offered and not written:
        yield _rating_result(case, entry, "{unit}: no {word}; the list offers {allowed}", offered)
    elif offered and written not in offered:
        yield _rating_result(case, entry, "{unit}: {word} {rating} not offered; the list offers {allowed}", offered)
    elif not offered and written and written not in known:
        yield _rating_result(case, entry, "{unit}: unknown {word} {rating}; allowed: {allowed}", known)


def _rating_result(case: UnitCase, entry: Entry | None, message: str, allowed: tuple[str, ...]) -> RuleResult:
    ratings = entry.ratings if entry else None
    return RuleResult(
        message=message,
        help="Choose {word} {allowed}." if allowed else "Remove the {word}.",
        cites=case.cites(case.rules.ratings, ratings) or case.cites(case.kind),
        fields={
            "rating": case.unit.rating,
            "kind": case.kind.label if case.kind else "",
            "allowed": any_of(allowed),
            "word": case.book.ruleset.rating_word,
        },
        path=("rating",),
        change={"rating": ratings.typical if ratings else ""} if entry else {},
        severity=None if case.rules.ratings else "warning",
    )


def _barred_rating(case: UnitCase, entry: Entry, rating: str, barred: BarredRatings) -> RuleResult:
    usual = entry.ratings.typical if entry.ratings else ""
    return RuleResult(
        message="{unit}: {word} {rating} not allowed under the ruling {ruling} (choice: {choice})",
        help="Choose another {word}, or change the ruling {ruling}.",
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

    Why: Some troops had a rating only at certain times. The army list gives the dates.

    Example: a class 4 battalion in 1855, when the list offers class 4 until 1854.

    Remedy: Choose a rating offered at the date, or change the date.
    """
    entry = case.entry
    if entry is None or entry.ratings is None or case.date is None:
        return
    written = rating_of(case.unit, entry)
    offered = entry.ratings_at(case.date)
    if written in entry.ratings.allowed and written not in offered:
        spans = [span(one.from_, one.to) for one in entry.ratings.dated if one.rating == written]
        typical = entry.ratings.typical
        yield RuleResult(
            message="{unit}: {word} {rating} not available in {date} (available {span}); the list offers {allowed}"
            if offered
            else "{unit}: {word} {rating} not available in {date} (available {span})",
            help="Choose {word} {allowed}, or change the date." if offered else "Change the date.",
            cites=case.cites(entry.ratings),
            fields={
                "rating": written,
                "span": all_of(spans),
                "date": case.date,
                "allowed": any_of(offered),
                "word": case.book.ruleset.rating_word,
            },
            path=("rating",),
            change={"rating": typical if typical in offered else offered[0]} if offered else {},
        )


def entry_dated(case: UnitCase) -> Iterator[RuleResult]:
    """The entry is available at the ORBAT's date.

    Why: Some troops were present for only part of the war. The army list gives the dates.

    Example: guards in September 1854, when the list offers them from January 1855.

    Remedy: Choose another entry, or change the date.
    """
    entry = case.entry
    if entry and entry.dates and case.date and not overlaps(case.date, *case.dates):
        yield RuleResult(
            message="{unit} not available in {date} (available {span})",
            help="Replace {entry} with another entry, or change the date.",
            cites=case.cites(entry.dates),
            fields={
                "entry": entry.name,
                "span": span(*case.dates),
                "date": case.date,
            },
            path=("entry",),
        )


def unit_not_off_board(case: UnitCase) -> Iterator[RuleResult]:
    """A unit is off the board only with its whole formation.

    Why: Some rulesets allow only whole formations in reserve off the board.

    Example: `off_board: true` on a battalion.

    Remedy: Remove `off_board` from the unit, or set it on the whole formation instead.
    """
    switch = case.rules.off_board
    if switch and case.unit.off_board:
        yield RuleResult(
            message="{unit}: a single unit cannot be off the board; only a whole {levels} can",
            help="Remove `off_board`, or set it on the {levels}.",
            fields={"levels": any_of(switch.levels)},
            path=("off_board",),
            change={"off_board": False},
        )


def staff_not_a_unit(case: UnitCase) -> Iterator[RuleResult]:
    """No general is bought as a unit.

    Why: A general's name, quality and price belong to the `commander` of a formation.

    Example: a unit of an entry named Generals.

    Remedy: Delete the unit, and add a commander to a formation instead.
    """
    if case.kind and case.kind.staff:
        yield RuleResult(
            message="{unit}: a general cannot be bought as a unit",
            help="Delete the unit, and add a commander to a formation instead.",
            cites=case.kind.citations,
        )


# Rules about the sizes of units: numbers of stands or guns, and named sizes.


_OUT_OF_RANGE = GroupText("{count} units outside the range of {least} to {most} {pieces}: {items}", "{unit} ({size})")


def size_in_range(case: UnitCase) -> Iterator[RuleResult]:
    """The unit has a size within the army list's range for its entry.

    Why: Many ranges in the shipped lists are house limits, which no book gives. A size outside a house limit gets a
    warning, or an error with `house_limits: enforce`. A size outside a range from the rulebook is an error. A missing
    size, or a size without a price, is an error too. If the ruleset has no rule on sizes, the only finding is a warning
    about a size written for troops without sizes.

    Example: a battalion of 22 stands where the army list allows 4 to 18.

    Remedy: Change the size to one in the range, or split the unit in two.
    """
    entry, switch = case.entry, case.rules.size_range
    # an increase to the size that `size_above_removal` asks for also brings the unit into the range
    if entry is None or _removal(case) == "error":
        return
    kind = case.book.kind(entry)
    if switch is None:
        if kind.price.per == "unit" and not kind.sizes and case.unit.size not in (None, 1):
            yield replace(_no_named_size(case, entry, kind), severity="warning")
        return
    if kind.sizes:
        yield from _named_size(case, kind)
        return
    size = size_of(case.unit, kind)
    if isinstance(case.unit.size, str):
        yield _no_named_size(case, entry, kind)
        return
    entry = entry.at(case.date)
    least, most = case.book.size_range(entry, case.rulings)
    if size is not None and least <= size <= most:
        return
    chosen = kind.price.per == "size" and kind.size_fixed(case.rulings) is None
    if least == most:
        message = (
            "{unit}: no size; only {most} allowed" if size is None else "{unit}: {size} {word}; only {most} allowed"
        )
    elif size is None:
        message = "{unit}: no number of {word}; {least} to {most} allowed"
    else:
        message = "{unit}: {size} {word}; {least} to {most} allowed"
        if entry is not case.entry:
            message = "{unit}: {size} {word}; {least} to {most} allowed in {date}"
    yield RuleResult(
        message=message,
        help="Change the size to {most}." if least == most else "Choose a size from {least} to {most}.",
        cites=case.cites(switch, entry.size),
        fields={
            "size": size,
            "word": kind.size_word(0 if size is None else size),
            "least": least,
            "most": most,
            "pieces": kind.counted_in[1],
            "date": case.date,
        },
        path=("size",),
        change={"size": max(least, min(entry.size.typical if size is None else size, most))},
        group=None if size is None or least == most else _OUT_OF_RANGE,
        # the ruleset's price, or a ruling, sets the size of other units; a size of 0 or none has no price
        house=bool(size) and chosen and entry.size.authority == "house",
    )


def _named_size(case: UnitCase, kind: Kind) -> Iterator[RuleResult]:
    entry = case.entry.at(case.date) if case.entry else None
    switch, sizes = case.rules.size_range, entry.sizes if entry else None
    offered = sizes.allowed if sizes else kind.sizes
    if switch is None or case.unit.size in offered:
        return
    label, size = case.book.ruleset.size_label, case.unit.size
    yield RuleResult(
        message="{unit}: no size; the list offers {allowed}"
        if size is None
        else "{unit}: size {size} not offered in {date}; the list offers {allowed}"
        if entry is not case.entry
        else "{unit}: size {size} not offered; the list offers {allowed}",
        help="Choose the size {allowed}.",
        cites=case.cites(switch, sizes),
        fields={
            "size": "" if size is None else label(size),
            "allowed": any_of(map(label, offered)),
            "date": case.date,
        },
        path=("size",),
        change={"size": sizes.typical if sizes else offered[0]},
        # a size that the kind does not have has no price
        house=size in kind.sizes and sizes is not None and sizes.authority == "house",
    )


def _no_named_size(case: UnitCase, entry: Entry, kind: Kind) -> RuleResult:
    number = kind.price.per == "size"
    least, most = case.book.size_range(entry, case.rulings)
    return RuleResult(
        message="{unit}: size {size} not allowed; {kind} needs a number of {word}"
        if number
        else "{unit}: size {size} not allowed; {kind} has no size",
        help="Write the number of {word}." if number else "Remove the size.",
        cites=case.cites(entry.size if number else kind),
        fields={"size": case.unit.size, "kind": kind.label, "word": kind.counted_in[1]},
        path=("size",),
        change={"size": max(least, min(entry.size.typical, most)) if number else None},
    )


def _removal(case: UnitCase) -> Severity | None:
    switch, size = case.rules.removed_at, case.unit.size
    removed = case.kind.removed_at if case.kind else None
    if switch is None or removed is None or not isinstance(size, int) or size > removed.size:
        return None
    return "warning" if case.rulings.get(switch.ruling) == "warning" else "error"


def size_above_removal(case: UnitCase) -> Iterator[RuleResult]:
    """The unit is larger than the size at which units of its kind are removed from play.

    Why: A unit of that size, or a smaller unit, would be removed immediately. A ruling decides whether the finding is
    an error or a warning.

    Example: an infantry unit of 2 stands, where infantry is removed when reduced to 2 stands.

    Remedy: Add stands, or merge the unit into another.
    """
    if case.entry and case.kind and case.kind.removed_at and (severity := _removal(case)):
        removed = case.kind.removed_at.size
        least = max(removed + 1, case.entry.size.min)
        yield RuleResult(
            message="{unit}: {size} {word}; the minimum is {needed}, because {kind} is removed when reduced to "
            "{removed}",
            help="Increase the size to at least {least}.",
            fields={
                "size": case.unit.size,
                "word": case.kind.size_word(case.unit.size or 0),
                "kind": case.kind.label,
                "removed": removed,
                "needed": removed + 1,
                "least": least,
            },
            path=("size",),
            # the rule itself needs one stand more; the fix also keeps to the list's range
            change={"size": least},
            severity=severity,
        )


# Rules about the options of single units.


def options_offered(case: UnitCase) -> Iterator[RuleResult]:
    """The army list and the rulings allow every written option.

    Why: The army list says which options an entry may have. The cost includes every written option once, even an option
    that the list does not offer. An option that is written twice is reported too.

    Example: `options: [rifles]` on line infantry that had no rifles.

    Remedy: Remove the option.
    """
    entry, switch = case.entry, case.rules.options
    if switch is None:
        return
    known = case.book.ruleset.options
    # an unknown entry may offer any option that the ruleset knows
    offered = tuple(dict.fromkeys(use.option for use in entry.options) if entry else known)
    for number, option in enumerate(case.unit.options):
        barred = known[option].barred if option in known else None
        barring = entry and option in known and known[option].is_barred_for(entry.kind, case.rulings)
        repeated = option in case.unit.options[:number]
        if option in offered and not barring and not repeated:
            continue
        if repeated:
            message = "{unit}: option {option} written twice"
        elif barring:
            message = "{unit}: option {option} not allowed under the ruling {ruling}"
        elif option not in known:
            message = "{unit}: unknown option {option}{near}"
        elif offered:
            message = "{unit}: option {option} not offered; the list offers {offered}"
        else:
            message = "{unit}: option {option} not offered; the list offers none"
        yield RuleResult(
            message=message,
            help="Remove {option}.",
            cites=case.cites(switch),
            fields={
                "option": known[option].label if option in known else option,
                "ruling": barred.ruling if barred else "",
                "offered": any_of(known[one].label if one in known else one for one in offered),
                "near": DidYouMean(option, list(known)),
            },
            path=("options", number),
            change={"options": tuple(o for n, o in enumerate(case.unit.options) if n != number)},
        )


def options_required(case: UnitCase) -> Iterator[RuleResult]:
    """The file lists every option that the army list requires.

    Why: The army list requires some options at certain dates. Options that are always included need not be listed.

    Example: a battalion without rifles at a date when all battalions had them.

    Remedy: Write the option.
    """
    entry, switch = case.entry, case.rules.options
    if entry is None or switch is None:
        return
    missing = [use for use in entry.required_at(case.date) if use.option not in case.unit.options]
    if missing:
        known = case.book.ruleset.options
        labels = [known[use.option].label if use.option in known else use.option for use in missing]
        yield RuleResult(
            message=pick(
                len(missing),
                "{unit} lacks a compulsory option: {options} (required {spans})",
                "{unit} lacks compulsory options: {options} (required {spans})",
            ),
            help="Add {options}.",
            cites=case.cites(switch, *missing),
            fields={"options": all_of(labels), "spans": all_of(_spans(missing))},
            path=("options",),
            change={"options": (*case.unit.options, *(use.option for use in missing))},
        )


def options_dated(case: UnitCase) -> Iterator[RuleResult]:
    """Every written option is available at the ORBAT's date.

    Why: New equipment reached the armies at different times. The army list gives the dates.

    Example: rifles for line infantry in September 1854, when the army list offers them from June 1855.

    Remedy: Remove the option, or change the date.
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
            message="{unit}: option {option} not available in {date} (available {span})",
            help="Remove {option}, or change the date.",
            cites=case.cites(switch, *uses),
            fields={
                "option": known.label if known else option,
                "span": all_of(_spans(uses)),
                "date": case.date,
            },
            path=("options", number),
            change={"options": tuple(o for n, o in enumerate(case.unit.options) if n != number)},
        )


def _spans(uses: list[OptionUse]) -> list[str]:
    return list(dict.fromkeys(span(use.from_, use.to) for use in uses))

"""Lint rules about the order of numbers and dates, about tables, and about settings for play."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from orbat.data.lint_rules.rule import Fault, LintCase
from orbat.model.army_list import DatedSize, SizeRange
from orbat.model.commanders import Staff, StaffTable
from orbat.model.dates import Date, span
from orbat.model.kinds import Track
from orbat.model.national_flag import NationalFlag
from orbat.model.path import OrbatPath
from orbat.model.play import CASUALTIES, BreakingPoint, Victory
from orbat.model.points import show
from orbat.model.record import Record
from orbat.model.reference import ReferenceTable
from orbat.model.ruleset import Ruleset, UsualSize
from orbat.model.service import Dates
from orbat.model.spelling import listed
from orbat.model.wording import phrase, plural


def check_number_order(case: LintCase) -> Iterator[Fault]:
    """Numbers in ranges and tables are in order.

    Why: A reversed range allows nothing. Margins of victory and game sizes must ascend too. In a staff table, each
    possible total of the dice must be in exactly one row.

    Example: `size: {min: 10, typical: 8, max: 18}`.

    Remedy: Put the numbers in order. In a staff table, put each possible total in one row.
    """
    for path, record in case.each_of(SizeRange, UsualSize, Victory, Staff):
        if isinstance(record, SizeRange):
            yield from _check_ascending(path, record, ("min", "typical", "max"))
            for number, dated in enumerate(record.dated):
                yield from _check_dated_size((*path, "dated", number), dated, record)
        elif isinstance(record, UsualSize):
            yield from _check_ascending(path, record, ("min", "max"))
            yield from _check_steps(path, record)
        elif isinstance(record, Victory):
            least = [margin.least for margin in record.margins]
            for number in range(1, len(least)):
                if least[number] <= least[number - 1]:
                    message = phrase(
                        "the margin {margin} comes after {previous}; margins must be in ascending order",
                        margin=show(least[number]),
                        previous=show(least[number - 1]),
                    )
                    yield Fault((*path, "margins", number, "least"), message, "Put the margins in ascending order.")
        elif isinstance(record, Staff) and record.qualities:
            for place, table in case.each(StaffTable):
                yield from _check_dice_rows(place, table, record)


def _check_ascending(path: OrbatPath, record: Any, names: tuple[str, ...]) -> Iterator[Fault]:
    for low, high in itertools.pairwise(names):
        first, second = getattr(record, low), getattr(record, high)
        if first > second:
            message = phrase(
                "`{low}` is {low_number}, but `{high}` is {high_number}; `{low}` must not exceed `{high}`",
                high=high,
                high_number=show(second),
                low=low,
                low_number=show(first),
            )
            yield Fault((*path, high), message, phrase("Correct `{low}` or `{high}`.", low=low, high=high))


def _check_dated_size(path: OrbatPath, dated: DatedSize, whole: SizeRange) -> Iterator[Fault]:
    yield from _check_ascending(path, dated, ("min", "typical", "max"))
    for key, inside in (("min", dated.min >= whole.min), ("max", dated.max <= whole.max)):
        if not inside:
            message = phrase(
                "the `{key}` of this period is {number}; it must be within the size of the entry, {min} to {max}",
                key=key,
                number=getattr(dated, key),
                min=whole.min,
                max=whole.max,
            )
            yield Fault((*path, key), message, "Correct the number, or the size of the entry.")


def _check_steps(path: OrbatPath, usual: UsualSize) -> Iterator[Fault]:
    for number, step in enumerate(usual.steps):
        least = usual.steps[number - 1] if number else usual.min
        if not usual.min <= step <= usual.max:
            message = phrase(
                "the game size {size} is outside the usual range of {min} to {max}",
                size=show(step),
                min=show(usual.min),
                max=show(usual.max),
            )
            yield Fault((*path, "steps", number), message, "Correct the size, or the numbers `min` and `max`.")
        elif number and step <= least:
            message = phrase(
                "the game size {size} comes after {previous}; game sizes must be in ascending order",
                size=show(step),
                previous=show(least),
            )
            yield Fault((*path, "steps", number), message, "Put the game sizes in ascending order.")


def _check_dice_rows(path: OrbatPath, table: StaffTable, staff: Staff) -> Iterator[Fault]:
    possible = range(staff.dice, staff.dice * staff.sides + 1)
    dice = f"{staff.dice}d{staff.sides}"
    row_of: dict[int, str] = {}
    for row, numbers in table.rows.items():
        for index, number in enumerate(numbers):
            place = (*path, "rows", row, index)
            if number not in possible:
                message = phrase(
                    "the row {row} contains {number}, but {dice} can only give {first} to {last}",
                    row=row,
                    number=number,
                    dice=dice,
                    first=possible[0],
                    last=possible[-1],
                )
                yield Fault(place, message, "Remove or correct the number.")
            elif number in row_of:
                message = phrase(
                    "{number} is in the rows {first} and {second}; a roll has only one result",
                    number=number,
                    first=row_of[number],
                    second=row,
                )
                yield Fault(place, message, phrase("Remove {number} from one of the rows.", number=number))
            row_of.setdefault(number, row)
    if missing := [str(number) for number in possible if number not in row_of]:
        message = phrase(
            "no row has {numbers}; each roll of {dice} must have a result", numbers=listed(missing), dice=dice
        )
        yield Fault((*path, "rows"), message, "Add each missing number to one of the rows.", at_key=True)


def check_dates(case: LintCase) -> Iterator[Fault]:
    """Date ranges are not reversed, and are within the years of the army list.

    Why: With wrong dates, an entry can never be bought, or a limit never applies.

    Example: `dates: {from: 1855-06, to: 1854-06}`.

    Remedy: Correct the dates.
    """
    years = case.army_list.years if case.army_list else None
    for path, record in case.records:
        dates = _dates_of(record)
        if dates is None:
            continue
        first, last = dates
        if first and last and first.first > last.last:
            message = phrase("`from` ({first}) is after `to` ({last})", first=first, last=last)
            yield Fault((*path, "from"), message, "Swap the two dates.")
        elif years and path != ("years",) and _is_outside(first, last, years):
            message = phrase(
                "the dates {dates} are outside the list's years, {years}",
                dates=span(first, last),
                years=span(years.from_, years.to),
            )
            yield Fault((*path, "from" if first else "to"), message, "Correct the dates, or the years of the list.")


def _dates_of(record: Record) -> tuple[Date | None, Date | None] | None:
    if not hasattr(record, "from_"):
        return None
    return record.from_, record.to  # type: ignore[attr-defined]  # every record with `from_` also has `to`


def _is_outside(first: Date | None, last: Date | None, years: Dates) -> bool:
    late = bool(first and years.to and first.first > years.to.last)
    return late or bool(last and years.from_ and last.last < years.from_.first)


def check_table_rows(case: LintCase) -> Iterator[Fault]:
    """Every row of a reference table has a cell for each column, or is a heading.

    Why: With too few or too many cells, numbers are in the wrong columns.

    Example: four cells in a table of five columns.

    Remedy: Write a cell for each column. Write "" for an empty cell.
    """
    for path, table in case.each(ReferenceTable):
        width = len(table.columns)
        rows = (
            *(("rows", *one) for one in enumerate(table.rows)),
            *(("card_rows", *one) for one in enumerate(table.card_rows)),
        )
        for key, number, row in rows:
            place = (*path, key, number)
            if row.heading and row.cells:
                yield Fault(place, "the row has both a heading and cells", "Split the row in two.")
            elif not row.heading and len(row.cells) != width:
                message = plural(
                    len(row.cells),
                    "the row has {count} cell, but the table {table} has {width} columns",
                    "the row has {count} cells, but the table {table} has {width} columns",
                    table=table.id,
                    width=width,
                )
                yield Fault(place, message, 'Write a cell for each column; write "" for an empty cell.')


_UNIT_KEYS = ("options", "ratings", "sizes", "levels")
"""Keys of a selector that depend on the unit or formation, not on the unit's entry."""


def check_play_settings(case: LintCase) -> Iterator[Fault]:
    """The settings for tick boxes, breaking points, victory and flags make sense.

    Why: With a mistake, a unit has no box to tick, an army is beaten immediately or never, or a lost general never
    counts. A `track` needs either `boxes` or `states`. In the `steps` of a track, `at` must be the number of a box,
    from 1 to `boxes`. The share of a breaking point must be above 0 and at most 1. A breaking point may select units
    only by entries, kinds or groups. If the loss of generals counts (`generals`), `fates` must say which losses count,
    such as `captured`. All fates in `fates` and `campaign` must be listed in `general_fates`. An entry of `turns` has
    either `choices` or `dice`. A national flag has either horizontal or vertical stripes.

    Example: `breaking_point: {share: 3/2}`.

    Remedy: Correct the number, write the missing key, or remove one of two keys that exclude each other.
    """
    for path, track in case.each(Track):
        if track.boxes and track.states:
            message = "the track has boxes and states; only one of the two is allowed"
            yield Fault((*path, "boxes"), message, "Remove `boxes` or `states`.", at_key=True)
        elif not track.boxes and not track.states:
            message = "the track has nothing to tick; it needs a number of boxes, or names of states"
            yield Fault(path, message, "Add the key `boxes` or the key `states`.", at_key=True)
        for number, step in enumerate(track.steps):
            if not 0 < step.at <= (track.boxes or 0):
                message = phrase(
                    "the track has {boxes} boxes, but one of its steps is at box {at}",
                    boxes=track.boxes or 0,
                    at=step.at,
                )
                yield Fault(
                    (*path, "steps", number, "at"),
                    message,
                    phrase("Write a number from 1 to {boxes}.", boxes=track.boxes or 0),
                )
    for path, point in case.each(BreakingPoint):
        yield from _check_share(path, point)
    for path, victory in case.each(Victory):
        yield from _check_fates(path, victory)
    for path, flag in case.each(NationalFlag):
        if bool(flag.horizontal) == bool(flag.vertical):
            message = "a national flag needs either horizontal or vertical stripes; one colour is a plain field"
            yield Fault(path, message, "Write `horizontal` or `vertical`, with the colours of the stripes.")
    if isinstance(case.data, Ruleset):
        yield from _check_declared_fates(case.data)
        yield from _check_turns(case.data)


def _check_declared_fates(ruleset: Ruleset) -> Iterator[Fault]:
    declared = [fate.id for fate in ruleset.general_fates]
    used = {
        ("victory", "fates"): ruleset.victory.fates if ruleset.victory else (),
        ("campaign", "generals_back"): ruleset.campaign.generals_back if ruleset.campaign else (),
    }
    for path, fates in used.items():
        for number, fate in enumerate(fates):
            if fate not in declared:
                message = phrase("{fate} is not one of the ruleset's `general_fates`, so it never happens", fate=fate)
                help = phrase(
                    "Write one of {fates}, or add {fate} to `general_fates`.", fates=listed(declared), fate=fate
                )
                yield Fault((*path, number), message, help)


def _check_turns(ruleset: Ruleset) -> Iterator[Fault]:
    for number, entry in enumerate(ruleset.turns):
        if bool(entry.choices) == bool(entry.dice):
            message = phrase("{entry} needs either `choices` or `dice`", entry=entry.label)
            yield Fault(
                ("turns", number),
                message,
                "Write the labels of the boxes in `choices`, or the number of dice in `dice`.",
                at_key=True,
            )


def _check_fates(path: OrbatPath, victory: Victory) -> Iterator[Fault]:
    if victory.generals and not victory.fates:
        message = phrase(
            "`generals` is given ({generals}) without `fates`; both are required", generals=victory.generals
        )
        help = phrase("Add the key `fates` with one or more of {fates}.", fates=listed(CASUALTIES))
        yield Fault((*path, "generals"), message, help, at_key=True)
    elif victory.fates and not victory.generals:
        message = "`fates` is given without `generals`; both are required"
        yield Fault(
            (*path, "fates"),
            message,
            "Add the key `generals` with a description, such as `captured generals`.",
            at_key=True,
        )
    for number, fate in enumerate(victory.fates):
        if fate in victory.fates[:number]:
            message = phrase("{fate} is listed twice in `fates`", fate=fate)
            yield Fault((*path, "fates", number), message, phrase("Remove one {fate}.", fate=fate))


def _check_share(path: OrbatPath, point: BreakingPoint) -> Iterator[Fault]:
    shares = [((*path, "share"), point.share)]
    shares += [((*path, "by_ruling", choice), share) for choice, share in point.by_ruling.items()]
    for place, share in shares:
        if not 0 < share <= 1:
            message = phrase("the share is {share}; it must be above 0 and at most 1", share=Fraction(share))
            yield Fault(place, message, "Write a share such as 1/2.")
    for key in _UNIT_KEYS:
        if point.of and getattr(point.of, key):
            message = phrase(
                "the breaking point cannot select units by `{key}`, only by `entries`, `kinds` and `groups`", key=key
            )
            yield Fault((*path, "of", key), message, phrase("Remove `{key}`.", key=key), at_key=True)

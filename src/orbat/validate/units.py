"""Rules about single units. Each depends on nothing but the unit, its entry, the date and the rulings."""

from __future__ import annotations

from collections.abc import Iterator

from orbat.model.army_list import Entry
from orbat.model.dates import span
from orbat.model.kinds import BarredRatings
from orbat.pricing.price import rating_of
from orbat.validate.rule import UnitCase, Verdict
from orbat.validate.words import DidYouMean, either


def entry_known(case: UnitCase) -> Iterator[Verdict]:
    """The unit's entry is one of its army list, or one that the ruleset offers to every army.

    Why: A unit that no list knows has no price and no limits. It is kept as written, and saved again.

    Example: `entry: line_foto`, where the list has line_foot.

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
    barred = kind.barred_ratings
    if barred and written in kind.ratings_barred(case.rulings):
        yield _barred(case, entry, written, barred)
        return
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
                "rating": written or "is missing",
                "who": "it has" if kind.rating == "none" else "the list offers" if offered else "the ruleset has",
                "allowed": allowed,
                "word": case.book.ruleset.rating_word,
            },
            path=("rating",),
            change={"rating": mend},
        )


def _barred(case: UnitCase, entry: Entry, rating: str, barred: BarredRatings) -> Verdict:
    """That a ruling bars the rating from the kind."""
    usual = entry.ratings.typical if entry.ratings else ""
    return Verdict(
        says="{unit}: {word} {rating} is barred by the reading {choice} of {ruling}",
        helps="Choose another {word}, or another reading of {ruling}.",
        cites=barred.citations,
        facts={
            "word": case.book.ruleset.rating_word,
            "rating": rating,
            "choice": barred.choice,
            "ruling": barred.ruling,
        },
        path=("rating",),
        change={"rating": usual} if usual not in barred.ratings else {},
    )


def rating_dated(case: UnitCase) -> Iterator[Verdict]:
    """The unit's rating is offered at the ORBAT's date.

    Why: Some troops were of a class only for a time; the army list gives the dates.

    Example: a class 4 battalion in 1855, when the list has them until 1854.

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
                "rating": written,
                "span": span(dated.from_, dated.to),
                "date": case.date,
                "allowed": either(offered),
                "word": case.book.ruleset.rating_word,
            },
            path=("rating",),
            change={"rating": entry.ratings.typical if entry.ratings.typical in offered else offered[0]},
        )


def entry_dated(case: UnitCase) -> Iterator[Verdict]:
    """The entry is to be had at the ORBAT's date.

    Why: Troops came and went during the war; the army list gives the dates.

    Example: guards in September 1854, when the list has them from January 1855.

    Cure: Choose another entry, or change the date.
    """
    entry = case.entry
    if entry and entry.dates and case.date and not entry.dates.cover(case.date):
        yield Verdict(
            says="{named}{entry} can be had {span}, not in {date}",
            helps="Choose another entry, or change the date.",
            cites=case.cites(entry.dates),
            facts={
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
            facts={"levels": either(switch.levels)},
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
        )

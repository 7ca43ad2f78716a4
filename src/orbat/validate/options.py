"""Rules about the options of single units."""

from __future__ import annotations

from collections.abc import Iterator

from orbat.model.army_list import OptionUse
from orbat.model.dates import span
from orbat.validate.rule import UnitCase, Verdict
from orbat.validate.words import DidYouMean, either


def options_offered(case: UnitCase) -> Iterator[Verdict]:
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
        barring = option in known and known[option].barred_for(entry.kind, case.rulings)
        repeated = option in case.unit.options[:number]
        if option in offered and not barring and not repeated:
            continue
        reason = f"not offered by the list, which offers {either(offered) or 'none'}"
        if repeated:
            reason = "written twice"
        elif barring and barred:
            reason = f"barred by the ruling {barred.ruling}"
        yield Verdict(
            says="{unit}: {option}: {reason}{near}",
            helps="Take {option} out.",
            cites=case.cites(switch),
            facts={
                "option": known[option].label if option in known else option,
                "reason": reason,
                "near": "" if option in known else DidYouMean(option, list(known)),
            },
            path=("options", number),
            change={"options": tuple(o for n, o in enumerate(case.unit.options) if n != number)},
        )


def options_required(case: UnitCase) -> Iterator[Verdict]:
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
        if use.use == "required" and use.cover(case.date) and use.option not in case.unit.options
    ]
    if missing:
        known = case.book.ruleset.options
        labels = [known[use.option].label if use.option in known else use.option for use in missing]
        yield Verdict(
            says="{unit}: {options} {are} compulsory {spans} and not written",
            helps="Add {options}.",
            cites=case.cites(switch, *missing),
            facts={
                "options": " and ".join(labels),
                "are": "is" if len(missing) == 1 else "are",
                "spans": " and ".join(_spans(missing)),
            },
            path=("options",),
            change={"options": (*case.unit.options, *(use.option for use in missing))},
        )


def options_dated(case: UnitCase) -> Iterator[Verdict]:
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
        if not uses or any(use.cover(case.date) for use in uses):
            continue
        known = case.book.ruleset.options.get(option)
        yield Verdict(
            says="{unit}: {option} can be had {span}, not in {date}",
            helps="Take {option} out, or change the date.",
            cites=case.cites(switch, *uses),
            facts={
                "option": known.label if known else option,
                "span": " and ".join(_spans(uses)),
                "date": case.date,
            },
            path=("options", number),
            change={"options": tuple(o for n, o in enumerate(case.unit.options) if n != number)},
        )


def _spans(uses: list[OptionUse]) -> list[str]:
    return list(dict.fromkeys(span(use.from_, use.to) for use in uses))

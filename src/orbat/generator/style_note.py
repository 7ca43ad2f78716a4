"""A line that says how the style shaped a generated army."""

from __future__ import annotations

from orbat.evaluate.quote import Quote
from orbat.generator.army_program import ArmyProgram
from orbat.generator.offers import branch_of
from orbat.model.raising import Branch
from orbat.model.wording import all_of, phrase, plural

MAX_TITLES = 2
"""The maximum number of historical ORBATs that are named."""


def style_note(army_program: ArmyProgram, quote: Quote) -> str:
    """The shares of foot, horse and guns in the cost, with target shares in brackets."""
    request, style, history = army_program.request, army_program.style, army_program.history
    points: dict[str, float] = {}
    for line in quote.all_units:
        entry = army_program.book.entry(line.list_id, line.unit.entry)
        branch = branch_of(army_program.book, entry) if entry else "other"
        points[branch] = points.get(branch, 0.0) + float(line.points or 0)
    whole = sum(points.values()) or 1.0
    shares = {branch: round(100 * points.get(branch, 0.0) / whole) for branch in ("foot", "horse", "guns")}
    if request.target_shares:
        return phrase(
            "The units' cost is divided as in the given ORBAT: foot {foot} %, horse {horse} %, guns {guns} %.", **shares
        )
    aims = {f"{branch}_aim": round(100 * share) for branch, share in army_program.branch_shares.items()}
    mix = phrase(
        "foot {foot} % of the units' cost (aim {foot_aim}), horse {horse} % ({horse_aim}), guns {guns} % ({guns_aim})",
        **shares,
        **aims,
    )
    missing = [
        branch for branch, share in army_program.branch_shares.items() if share and not _has(army_program, branch)
    ]
    if missing:
        mix = phrase("{mix}; not available: {missing}", mix=mix, missing=all_of(missing))
    name = request.style.capitalize()
    if history:
        shown, others = history.titles[:MAX_TITLES], len(history.titles[MAX_TITLES:])
        titles = all_of([*shown, plural(others, "{count} more ORBAT", "{count} more ORBATs")] if others else shown)
        return phrase("{style}: {mix}, as in {titles}.", style=name, mix=mix, titles=titles)
    if style.from_history:
        return phrase("{style}: {mix}. There is no historical ORBAT of this army list.", style=name, mix=mix)
    return phrase("{style}, {about}: {mix}.", style=name, about=style.about, mix=mix)


def _has(army_program: ArmyProgram, branch: Branch) -> bool:
    return bool(army_program.available(army_program.of_branch(branch)))

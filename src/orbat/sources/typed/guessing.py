"""Which ruleset and army lists a text is of: those that are given or named, else those with which it agrees best."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from itertools import accumulate

from orbat.model.prices import Price
from orbat.model.record import Value
from orbat.model.ruleset import Ruleset
from orbat.sources.typed.agreeing import RIGHT, WRONG
from orbat.sources.typed.armies import Lists, Part, by_regiments, candidates, covers, whole_parts_of, years_in
from orbat.sources.typed.signs import Line

TRIED = 40
"""By so many lines the ruleset, the list and the readings of its rules are chosen."""
_TRIED_CHARACTERS = 4_000
_RIVAL = 0.75
"""What agrees so much as well, for the best that is one, is a rival."""
_MOST_RIVALS = 3
_NAMED, _THEN, _NEVER = 2, 2, -3
"""What a list that the text names tells, and years that are its own, or are not."""
_LINES = 2
"""So many more lines must agree before a rule is taken to be read in another way than ours."""
_YEARS = re.compile(r"\d{4}")


class Of(Value):
    """What a text may be of: a ruleset, an army list of it ("" for none) and readings of its rules other than ours."""

    lists: Lists
    list_id: str = ""
    rulings: tuple[tuple[str, str], ...] = ()

    @property
    def title(self) -> str:
        """`Blues of The Rulebook`."""
        head = self.lists.head(self.list_id)
        return f"{head.title} of {self.lists.ruleset.title}" if head else self.lists.ruleset.title


Worth = Callable[[Of, Sequence[Line]], float]
"""How well lines agree with what they may be of."""


class Guess(Value):
    """One army of a text, what it is of, and what else it may be of; `told` where nothing in the text says it."""

    name: str
    lines: tuple[Line, ...]
    of: Of
    rivals: tuple[str, ...] = ()
    told: bool = False


class _Tried(Value):
    """A ruleset, the armies of a text by it, and what each may be of with how well it agrees, the best first."""

    worth: float
    lists: Lists
    parts: tuple[Part, ...]
    begun: Part
    ranked: tuple[tuple[tuple[float, Of], ...], ...]


def guesses(
    lines: Sequence[Line], ahead: Sequence[Line], known: Sequence[Lists], wanted: str, worth: Worth
) -> tuple[list[Guess], Part]:
    """The armies that are whole in the lines of a text, and the one that is not."""
    if not known:
        return [], ("", ())
    tried = [_try(lines, ahead, lists, wanted, worth, alone=len(known) == 1) for lists in known]
    best, *others = sorted(tried, key=lambda one: -one.worth)
    found = []
    for place, (name, part) in enumerate(best.parts):
        ranked = best.ranked[place]
        of = ranked[0][1]
        if not of.list_id:
            of = Of(of.lists, by_regiments(of.lists, part))
        near = [one for score, one in ranked[1:] if score >= _RIVAL * ranked[0][0]]
        near += [one.ranked[0][0][1] for one in others if one.worth >= _RIVAL * best.worth > 0]
        rivals = tuple(one.title for one in near if one.list_id or not of.list_id)
        guess = Guess(name, part, of, rivals[:_MOST_RIVALS], told=len(known) > 1 or len(ranked) > 1)
        found.append(guess)
    return found, best.begun


def _try(
    lines: Sequence[Line], ahead: Sequence[Line], lists: Lists, wanted: str, worth: Worth, *, alone: bool
) -> _Tried:
    """A ruleset and how well the first lines of a text agree with it, those of each army with its likeliest list."""
    parts, begun = whole_parts_of(lines, ahead, lists)
    first = {line.number for line in head_of(lines)}
    total = 0.0
    ranked: list[tuple[tuple[float, Of], ...]] = []
    for _, part in parts:
        ids = candidates(lists, part, wanted) or ("",)
        ofs = [Of(lists, list_id) for list_id in ids]
        head = [line for line in part if line.number in first]
        if alone and len(ofs) == 1:
            ranked.append(((0.0, ofs[0]),))
            continue
        of_part = [(_all_worth(of, head or head_of(part), part, worth), of) for of in ofs]
        of_part.sort(key=lambda one: -one[0])
        ranked.append(tuple(of_part))
        total += of_part[0][0] if head else 0
    return _Tried(total, lists, tuple(parts), begun, tuple(ranked))


def head_of(lines: Sequence[Line]) -> list[Line]:
    """The first lines that say something, fewer where they are long."""
    said = [line for line in lines if line.said][:TRIED]
    filled = list(accumulate(len(line.said) for line in said))
    return [line for line, characters in zip(said, filled, strict=True) if characters <= _TRIED_CHARACTERS] or said[:1]


def _all_worth(of: Of, head: Sequence[Line], part: Sequence[Line], worth: Worth) -> float:
    """How well lines agree, that their army's list is named, and the years that its text speaks of."""
    years = years_in(part)
    then = 0
    if years:
        own = covers(of.lists, of.list_id, years) if of.list_id else _is_of(of.lists.ruleset, years)
        then = _THEN if own else _NEVER
    return worth(of, head) + _NAMED * bool(of.list_id) + then


def _is_of(ruleset: Ruleset, years: frozenset[int]) -> bool:
    """Whether a ruleset's period has one of some years."""
    period = [int(year) for year in _YEARS.findall(ruleset.period)]
    return not period or any(min(period) <= year <= max(period) for year in years)


def with_rulings(of: Of, lines: Sequence[Line], worth: Worth) -> Of:
    """What a text is of with the reading of a rule of prices by which clearly more of its lines agree."""
    head = head_of(lines)
    ours = worth(of, head)
    others = [Of(of.lists, of.list_id, (choice,)) for choice in _choices(of.lists.ruleset)]
    scores = [(worth(one, head), one) for one in others]
    best = max(scores, key=lambda one: one[0], default=(ours, of))
    return best[1] if best[0] >= ours + _LINES * (RIGHT - WRONG) else of


def _choices(ruleset: Ruleset) -> Iterator[tuple[str, str]]:
    """The readings, other than ours, of the rulings that prices name."""
    named = {other.ruling for price in _prices(ruleset) for other in price.instead}
    named |= {national.ruling for national in ruleset.national_prices}
    for ruling in ruleset.rulings:
        if ruling.id in named:
            yield from ((ruling.id, choice.id) for choice in ruling.choices if choice.id != ruling.ours)


def _prices(ruleset: Ruleset) -> Iterator[Price]:
    yield from (kind.price for kind in ruleset.kinds.values())
    yield from ruleset.options.values()
    yield from (level.general for level in ruleset.levels)


def ruling_words(ruleset: Ruleset, rulings: Sequence[tuple[str, str]]) -> str:
    """`national differences: no, all nations at the same prices`."""
    chosen = dict(rulings)
    return "; ".join(
        f"{ruling.id.replace('_', ' ')}: {choice.label.replace(': ', ', ')}"
        for ruling in ruleset.rulings
        for choice in ruling.choices
        if chosen.get(ruling.id) == choice.id
    )

"""The settings of a ruleset for one of orbat's rules, as text."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from itertools import accumulate, groupby

from orbat.evaluate.catalogue import RULES
from orbat.evaluate.rule import Rule
from orbat.evaluate.settings import citations_of
from orbat.model.army_list import Limit
from orbat.model.book import Book
from orbat.model.commanders import Level, Staff, StaffTable
from orbat.model.dates import span
from orbat.model.finding import format_cites
from orbat.model.kinds import BarredRatings, Kind, OptionPrice, Removal
from orbat.model.play import Reserve
from orbat.model.points import exact, show
from orbat.model.prices import Price
from orbat.model.record import Value, empty_mapping
from orbat.model.ruleset import Apart, NeededUnits, OffBoard, PlayerGeneral, Ruleset, Ruling, Switch, UsualSize
from orbat.model.sourced import Sourced
from orbat.model.wars import War
from orbat.model.wording import all_of, any_of, phrase
from orbat.report.listing import limit_words

_BY_CODE: dict[str, Rule] = {rule.code: rule for rule in RULES}

_MAX_LENGTH = 140
"""Maximum length of the figures of one ruleset in a list of all rulesets, in characters. The first is always shown."""


class RulesetRule(Value):
    """The settings of a ruleset for one rule, as text."""

    ruleset: str
    title: str
    is_checked: bool
    """Whether orbat checks the rule under the ruleset."""
    cites: str = ""
    """The citations in brackets, or ""."""
    figures: tuple[str, ...] = ()
    """Texts such as `at most 1/3 of the points`."""
    rulings: tuple[str, ...] = ()
    """The rulings that change the rule, with their choices."""
    uses_list: bool = False

    @property
    def line(self) -> str:
        """One line of text: the ruleset, its citations, and as many of `figures` as fit."""
        if not self.is_checked:
            return phrase("{ruleset}: not checked", ruleset=self.title)
        ends = accumulate(map(len, self.figures))
        shown = [figure for figure, end in zip(self.figures, ends, strict=True) if end <= _MAX_LENGTH] or self.figures[
            :1
        ]
        words, hidden = "; ".join(shown) or "checked", len(self.figures) - len(shown)
        if hidden:
            words = phrase("{figures}; and {count} more", figures=words, count=hidden)
        return f"{self._heading}: {words}"

    def lines(self, list_id: str = "") -> Iterator[str]:
        """Yield lines of text: the ruleset's title and citations, then its settings for the rule, then the rulings."""
        if len(self.figures) > 1:
            yield f"{self._heading}:"
            yield from (f"- {figure}" for figure in self.figures)
        else:
            yield self.line
        for ruling in self.rulings:
            yield phrase("Ruling {ruling}", ruling=ruling)
        if self.is_checked and self.uses_list:
            name = f"{self.ruleset}/{list_id}" if list_id else f"{self.ruleset}/LIST"
            yield phrase("Army lists have further settings: see `orbat lists {list}`.", list=name)

    @property
    def _heading(self) -> str:
        return f"{self.title} {self.cites}".rstrip()


def is_rule(code: str) -> bool:
    """Whether a finding code belongs to a rule about ORBATs."""
    return code in _BY_CODE


def ruleset_rule(code: str, ruleset: Ruleset, chosen: Mapping[str, str] = empty_mapping()) -> RulesetRule | None:
    """The settings of a ruleset for the rule `code`, or None for an unknown code.

    `chosen` maps rulings to choices, both as ids.
    """
    rule = _BY_CODE.get(code)
    if rule is None:
        return None
    settings = rule.settings(ruleset)
    if settings is None:
        return RulesetRule(ruleset.id, ruleset.title, is_checked=False)
    cites = format_cites(citations_of(settings, ruleset)) if settings else ""
    wanted = {ruling for one in settings for ruling in _rulings_of(one, ruleset)}
    return RulesetRule(
        ruleset.id,
        ruleset.title,
        is_checked=True,
        cites=cites,
        figures=tuple(_figures(settings, ruleset, cites)),
        rulings=tuple(_ruling(one, chosen) for one in ruleset.rulings if one.id in wanted),
        uses_list=rule.uses_list,
    )


def in_every_ruleset(several: Iterable[RulesetRule]) -> bool:
    """Whether every ruleset checks a rule, and no ruleset has citations or details for the rule."""
    return all(one.is_checked and not one.cites and not one.figures for one in several)


def _figures(settings: tuple[Sourced, ...], ruleset: Ruleset, cites: str) -> Iterator[str]:
    if settings and all(isinstance(one, Kind | Level) for one in settings):
        yield ", ".join(one.label for one in settings if isinstance(one, Kind | Level))
        return
    texts = dict.fromkeys((_words(one, ruleset), format_cites(one.citations)) for one in settings)
    for words, own in texts:
        if words:
            stated = own == cites or any(f"({mark})" in words for mark in ("house", "inferred"))
            yield words if stated else f"{words} {own}".rstrip()


def _words(one: Sourced, ruleset: Ruleset) -> str:
    match one:
        case UsualSize():
            return _usual_size(one, ruleset)
        case Apart():
            return phrase(
                "one general cannot command both {arms}; a {levels} cannot contain both, even without a general",
                arms=all_of(one.arms),
                levels=any_of(_labels(one.levels, ruleset)),
            )
        case OffBoard():
            return phrase(
                "at most {share} of the points may be off the board; "
                "a unit may be off the board only with its whole {levels}",
                share=Fraction(one.at_most),
                levels=any_of(_labels(one.levels, ruleset)),
            )
        case PlayerGeneral():
            return phrase("at most {count}", count=one.at_most)
        case NeededUnits():
            kind, needs = ruleset.kinds[one.kind].label, ruleset.kinds[one.needs].short_label
            return phrase("{kind}: only with {needs}", kind=kind, needs=needs)
        case Removal():
            return _removal(one, ruleset)
        case BarredRatings():
            kinds_barred = [kind.label for kind in ruleset.kinds.values() if kind.barred_ratings == one]
            return phrase(
                "{kinds}: {ratings} not allowed if the ruling {ruling} is {choice}",
                kinds=all_of(kinds_barred),
                ratings=any_of(one.ratings),
                ruling=one.ruling,
                choice=one.choice,
            )
        case OptionPrice(barred=barred) if barred:
            return phrase(
                "{option}: not for {kinds} if the ruling {ruling} is {choice}",
                option=one.label,
                kinds=any_of(ruleset.kinds[kind].label for kind in barred.kinds),
                ruling=barred.ruling,
                choice=barred.choice,
            )
    return _other_words(one, ruleset)


def _other_words(one: Sourced, ruleset: Ruleset) -> str:
    match one:
        case Kind(fixed_size=fixed) if fixed:
            return phrase(
                "{kind}: size {size} if the ruling {ruling} is {choice}",
                kind=one.label,
                size=fixed.size,
                ruling=fixed.ruling,
                choice=fixed.choice,
            )
        case Reserve():
            return f"{one.label}: {one.needs}" if one.needs else one.label
        case Limit():
            return limit_words(one, Book(ruleset), "")
        case War():
            return f"{one.name}, {span(one.from_, one.to)}"
        case Staff():
            return _staff(one, ruleset)
        case StaffTable():
            return _staff_table(one, ruleset.staff)
        case Price():
            title, points = ruleset.commander_title, show(one.points or 0)
            return phrase("the player's {title} costs {points}", title=title, points=points)
    return ""


def _labels(levels: tuple[str, ...], ruleset: Ruleset) -> list[str]:
    return [level.label for level in ruleset.levels if level.id in levels]


def _usual_size(one: UsualSize, ruleset: Ruleset) -> str:
    fields, table = {"min": show(one.min), "max": show(one.max)}, ruleset.table
    if table is None:
        return phrase("{min} to {max} points", **fields)
    length, depth = (show(exact(ruleset.feet(side))) for side in (table.length, table.depth))
    return phrase("{min} to {max} points on a table of {length} by {depth} feet", length=length, depth=depth, **fields)


def _removal(one: Removal, ruleset: Ruleset) -> str:
    kinds = [kind for kind in ruleset.kinds.values() if kind.removed_at == one]
    return phrase(
        "{kinds}: removed when reduced to {size} {word}",
        kinds=all_of(kind.label for kind in kinds),
        size=one.size,
        word=kinds[0].size_word(one.size),
    )


def _staff(one: Staff, ruleset: Ruleset) -> str:
    if one.player:
        return phrase(
            "roll {count}d{sides} for each {general}; the player's {title} is always {quality}",
            count=one.dice,
            sides=one.sides,
            general=ruleset.commander_word,
            title=ruleset.commander_title,
            quality=one.player,
        )
    return phrase(
        "roll {count}d{sides} for each {general}", count=one.dice, sides=one.sides, general=ruleset.commander_word
    )


def _staff_table(one: StaffTable, staff: Staff) -> str:
    names = ["default"] if staff.default == one else []
    names += [nation for nation, table in staff.national.items() if table == one]
    rows = [phrase("{quality} {sums}", quality=quality, sums=_sums(sums)) for quality, sums in one.rows.items() if sums]
    # such as `red and blue: poor 1 to 3, good 4 to 6`
    return phrase("{names}: {rows}", names=all_of(names), rows=", ".join(rows))


def _sums(sums: tuple[int, ...]) -> str:
    runs = [[number for _, number in run] for _, run in groupby(enumerate(sorted(sums)), lambda one: one[1] - one[0])]
    # such as `1/3 to 5`
    return "/".join(
        phrase("{first} to {last}", first=run[0], last=run[-1]) if len(run) > 1 else str(run[0]) for run in runs
    )


# Rulings.


def _rulings_of(one: Sourced, ruleset: Ruleset) -> tuple[str, ...]:
    match one:
        case Ruling():
            return (one.id,)
        case Switch() | BarredRatings():
            return (one.ruling,)
        case Staff():
            return (one.ruling,)
        case StaffTable():
            return (ruleset.staff.fallback_ruling,)
        case Kind(fixed_size=fixed) if fixed:
            return (fixed.ruling,)
        case OptionPrice(barred=barred) if barred:
            return (barred.ruling,)
    return ()


def _ruling(ruling: Ruling, chosen: Mapping[str, str]) -> str:
    choices = []
    for choice in ruling.choices:
        marks = ["default"] if choice.id == ruling.ours else []
        marks += ["in force"] if choice.id == chosen.get(ruling.id) else []
        name = f"{choice.id} ({', '.join(marks)})" if marks else choice.id
        choices.append(f"{name}: {choice.label}")
    text = phrase("{id}: {question} {choices}", id=ruling.id, question=ruling.question, choices="; ".join(choices))
    return f"{text} {format_cites(ruling.citations)}".rstrip()

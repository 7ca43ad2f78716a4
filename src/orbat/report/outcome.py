"""The results of checking several files, such as the armies of a tournament."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import replace

from orbat.model.orbat import Orbat, commanders_of
from orbat.model.points import Points
from orbat.model.record import Value
from orbat.model.wording import all_of, phrase, plural
from orbat.report.basis_item import BasisItem
from orbat.report.check_code import troops_key
from orbat.report.report import Report
from orbat.report.verdict import Verdict

_MAX_NAMED = 5
"""Maximum number of files or sizes of a kind in the summary."""


class Outcome(Value):
    """The result of checking one file."""

    file: str
    title: str
    verdict: Verdict
    readable: bool = False
    legal: bool = False
    unfinished: bool = False
    player: str = ""
    army_list: str = ""
    ruleset: str = ""
    game_size: int | None = None
    total: Points | None = None
    units: int = 0
    errors: int = 0
    warnings: int = 0
    notes: int = 0
    check_code: str = ""
    troops: str = ""
    """A text that is equal for armies with the same units and dice."""
    diced: bool = False
    seeds: tuple[str, ...] = ()
    """The seeds of the staff rolls, also of those that re-rolls have replaced."""
    basis: tuple[BasisItem, ...] = ()
    other_readings: tuple[str, ...] = ()
    """The readings that differ from the agreed readings or, without agreed rulings, from the default readings."""
    sums: str = ""
    """Whether the written sums are right."""
    plain_summary: str = ""
    """The summary without the comparison with other files."""
    first_error: str = ""
    """The code and message of the first finding, if it is an error; otherwise ""."""

    @property
    def summary(self) -> str:
        """One line that says whether the sums are right and the army is legal."""
        if not any(one.topic == "player" for one in self.basis):
            return self.plain_summary
        return phrase("{verdict}. {sums}", verdict=self.verdict.headline, sums=self.sums)


Groups = dict[str, list[Outcome]]
"""Outcomes of players, by what they have in common."""


def outcome_of(report: Report) -> Outcome:
    """The result of checking one army, from the report on the army."""
    from orbat.report.sums import sums_sentence, verdict_summary

    quote, counts = report.quote, report.counts
    first = report.findings[0] if report.findings else None
    return replace(
        brief_outcome(report),
        plain_summary=verdict_summary(report),
        sums=sums_sentence(report),
        army_list=report.army_list,
        ruleset=report.ruleset,
        total=quote.total if quote else None,
        errors=counts["error"],
        notes=counts["note"],
        first_error=f"{first.code}: {first.message}" if first and first.severity == "error" else "",
    )


def brief_outcome(report: Report) -> Outcome:
    """A short outcome, for the exit code, the summary line and the comparison of files."""
    orbat, quote = report.orbat, report.quote
    return Outcome(
        file=report.source,
        title=report.title,
        verdict=report.verdict,
        readable=report.readable,
        legal=report.legal,
        unfinished=report.unfinished,
        player=orbat.player if orbat else "",
        game_size=orbat.game_size if orbat else None,
        units=len(quote.all_units) if quote else 0,
        warnings=report.counts["warning"],
        check_code=report.check_code,
        troops=troops_key(orbat) if orbat else "",
        diced=orbat is not None and any(one.roll for _, one, _ in commanders_of(orbat)),
        seeds=_seeds(orbat) if orbat else (),
        basis=report.basis,
        other_readings=report.other_readings,
    )


def _seeds(orbat: Orbat) -> tuple[str, ...]:
    rolls = (roll for _, one, _ in commanders_of(orbat) if one.roll for roll in (one.roll, *one.roll.earlier))
    return tuple(dict.fromkeys(roll.seed for roll in rolls if roll.seed))


# Comparison of the files.


def compared_items(outcomes: Sequence[Outcome]) -> list[tuple[BasisItem, ...]]:
    """For each file, list the other players who have the same army or the same seed for dice.

    The verdict depends on these facts.
    """
    armies, seeds = _by_troops(outcomes), _by_seed(outcomes)
    return [tuple(_items(one, armies, seeds)) for one in outcomes]


def _items(one: Outcome, armies: Groups, seeds: Groups) -> Iterator[BasisItem]:
    same = _of_others(one, armies.get(one.troops, [])) if one.units else []
    yield from (_same_army_item(one, other) for other in same)
    for seed in one.seeds:
        # the same dice are reported with the same army already
        if others := [other for other in _of_others(one, seeds.get(seed, [])) if other not in same]:
            yield _same_seed_item(seed, others)


def _by_troops(outcomes: Sequence[Outcome]) -> Groups:
    groups: Groups = defaultdict(list)
    for one in outcomes:
        if one.units and one.player:
            groups[one.troops].append(one)
    return groups


def _by_seed(outcomes: Sequence[Outcome]) -> Groups:
    groups: Groups = defaultdict(list)
    for one in outcomes:
        for seed in one.seeds if one.player else ():
            groups[seed].append(one)
    return groups


def _of_others(one: Outcome, group: Sequence[Outcome]) -> list[Outcome]:
    # of other players; a file without a player is not compared
    name = one.player.casefold()
    return [other for other in group if other.player.casefold() != name] if name else []


def compared(outcomes: Sequence[Outcome]) -> tuple[Outcome, ...]:
    """Compare all files. Adds to each outcome the other players with the same army or the same seed for dice."""
    return tuple(
        _with_items(one, items) if items else one for one, items in zip(outcomes, compared_items(outcomes), strict=True)
    )


def _same_army_item(one: Outcome, other: Outcome) -> BasisItem:
    # The item is unusual if the check codes are equal, or if dice were rolled. Otherwise, two players may have chosen
    # the same troops by coincidence.
    if other.check_code != one.check_code:
        text = phrase(
            "another player has the same troops, with other names or in another order: {player}, {file}",
            player=other.player,
            file=other.file,
        )
        return BasisItem("player", text, "another player has the same troops", unusual=one.diced)
    text = phrase("another player has the same army: {player}, {file}", player=other.player, file=other.file)
    return BasisItem("player", text, "another player has the same army", unusual=True)


def _same_seed_item(seed: str, others: Sequence[Outcome]) -> BasisItem:
    # not unusual: the players of an event may have agreed one seed
    files = _players_with_files(others)
    text = phrase("other players have the same seed for dice, {seed}: {files}", seed=seed, files=files)
    return BasisItem("dice", text)


def _with_items(outcome: Outcome, items: tuple[BasisItem, ...]) -> Outcome:
    verdict = replace(outcome.verdict, doubts=(*(item for item in items if item.unusual), *outcome.verdict.doubts))
    return replace(outcome, basis=(*items, *outcome.basis), verdict=verdict)


def summary_line(outcomes: Sequence[Outcome], skipped: int = 0) -> str:
    """The last line of output after checking several files: `3 files: 2 legal, 1 not legal, 1 skipped.`."""
    sure = [one for one in outcomes if one.unfinished or not one.verdict.doubtful]
    legal, unfinished = sum(one.legal for one in sure), sum(one.unfinished for one in sure)
    partial = sum(one.verdict.rules == "partial" for one in sure)
    unread = sum(not one.readable and not one.unfinished for one in sure)
    counts = {
        "legal": legal,
        "not legal": len(sure) - legal - partial - unread - unfinished,
        "part of an army": partial,
        "perhaps misread": len(outcomes) - len(sure),
        "not read": unread,
        "unfinished": unfinished,
        "skipped": skipped,
    }
    counted = ", ".join(f"{count} {name}" for name, count in counts.items() if count)
    line = plural(len(outcomes), "{count} file: {counted}.", "{count} files: {counted}.", counted=counted)
    # Further sentences report players with the same army or seed, different game sizes, and files with other rulings.
    return " ".join(
        [line, *_shared_armies(outcomes), *_shared_seeds(outcomes), *_sizes(outcomes), *_other_readings(outcomes)]
    )


def _shared_armies(outcomes: Sequence[Outcome]) -> list[str]:
    return [
        phrase("Several players have the same army: {files}.", files=_players_with_files(army))
        for army in _by_troops(outcomes).values()
        if _is_shared(army)
    ]


def _shared_seeds(outcomes: Sequence[Outcome]) -> list[str]:
    return [
        phrase(
            "Several players have the same seed for dice, {seed}: {files}.", seed=seed, files=_players_with_files(found)
        )
        for seed, found in _by_seed(outcomes).items()
        if _is_shared(found)
    ]


def _is_shared(group: Sequence[Outcome]) -> bool:
    return len({one.player.casefold() for one in group}) > 1


def _players_with_files(group: Sequence[Outcome]) -> str:
    return _few([f"{one.player} ({one.file})" for one in group])


def _sizes(outcomes: Sequence[Outcome]) -> list[str]:
    sizes = Counter(one.game_size for one in outcomes if one.readable and one.game_size is not None)
    if len(sizes) < 2:
        return []
    words = [f"{size} ({times})" for size, times in sorted(sizes.items())]
    return [phrase("Different game sizes: {sizes}.", sizes=_few(words))]


def _other_readings(outcomes: Sequence[Outcome]) -> list[str]:
    files = [one.file for one in outcomes if one.other_readings]
    return [phrase("Other readings: {files}.", files=_few(files))] if files else []


def _few(words: Sequence[str]) -> str:
    shown, others = [*words[:_MAX_NAMED]], len(words[_MAX_NAMED:])
    return all_of([*shown, phrase("{count} more", count=others)] if others else shown)

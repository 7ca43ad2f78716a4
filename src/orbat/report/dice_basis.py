"""The facts about dice on which a verdict depends, such as how the dice were rolled."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence

from orbat.evaluate.staff_rolls import Candidate, candidates
from orbat.model.book import Book
from orbat.model.orbat import Orbat, Roll
from orbat.model.wording import all_of, phrase, plural
from orbat.report.basis_item import BasisItem
from orbat.report.rows import dice_words


def dice_items(orbat: Orbat, book: Book) -> Iterator[BasisItem]:
    """Yield the facts about dice on which a verdict depends: how the dice were rolled, and any re-rolls."""
    # orbat can verify only dice from a seed. Re-rolls are unusual, because no ruleset allows them. A seeded roll is
    # unusual if its number is far too high, such as 15 in an army with 6 generals.
    rolled = [one for one in candidates(orbat, book) if one.commander.roll]
    by_method: dict[str, list[Candidate]] = defaultdict(list)
    for one in rolled:
        roll = _roll(one)
        if not roll.seed:
            by_method[roll.method or ""].append(one)
    if entered := by_method["entered"]:
        short = plural(
            len(entered),
            "dice rolled by the players for {count} general, taken on trust",
            "dice rolled by the players for {count} generals, taken on trust",
        )
        yield _item(phrase("dice rolled by the players, taken on trust: {dice}", dice=_dice(entered)), short)
    if diced := by_method["random"]:
        short = plural(
            len(diced),
            "random dice for {count} general, taken on trust",
            "random dice for {count} generals, taken on trust",
        )
        yield _item(phrase("random dice from orbat, taken on trust: {dice}", dice=_dice(diced)), short)
    if others := [*by_method[""], *by_method["seeded"]]:
        short = plural(
            len(others),
            "dice of unknown origin for {count} general, taken on trust",
            "dice of unknown origin for {count} generals, taken on trust",
        )
        yield _item(
            phrase("dice without a record of how they were rolled, taken on trust: {dice}", dice=_dice(others)), short
        )
    if any(_roll(one).seed for one in rolled):
        yield from _seeded(orbat, book)
    yield from _rerolls(rolled)


def _item(text: str, short: str = "") -> BasisItem:
    return BasisItem("dice", text, short)


def _roll(one: Candidate) -> Roll:
    assert one.commander.roll is not None
    return one.commander.roll


def _dice(generals: Sequence[Candidate]) -> str:
    return ", ".join(
        phrase("{name} {dice}", name=one.name, dice="+".join(map(str, _roll(one).dice))) for one in generals
    )


def _seeded(orbat: Orbat, book: Book) -> Iterator[BasisItem]:
    given: dict[str, list[Candidate]] = defaultdict(list)
    moved: dict[str, list[Candidate]] = defaultdict(list)
    far: dict[str, list[Candidate]] = defaultdict(list)
    from orbat.evaluate.seeds import MAX_REMOVED, seeded_rolls

    last = max((one.number for one in candidates(orbat, book)), default=0)
    for one in seeded_rolls(orbat, book):
        if one.path[-1] == "roll" and one.state in ("reproduced", "moved"):
            is_far = (one.roll.number or 0) > last + MAX_REMOVED
            (given if one.state == "reproduced" else far if is_far else moved)[one.roll.seed].append(one.general)
    for seed, generals in given.items():
        short = plural(
            len(generals),
            "seed {seed} gives the dice of {count} general",
            "seed {seed} gives the dice of {count} generals",
            seed=seed,
        )
        yield _item(phrase("seed {seed} gives these dice: {dice}", seed=seed, dice=_dice(generals)), short)
    for seed, generals in moved.items():
        yield _item(
            phrase(
                "seed {seed} gives these dice, but generals were moved, added or removed, so orbat cannot verify which "
                "general has which dice: {dice}",
                seed=seed,
                dice=_dice(generals),
            )
        )

    for seed, generals in far.items():
        numbers = all_of([str(_roll(one).number) for one in generals])
        short = phrase("dice of seed {seed} for generals who are not in the army", seed=seed)
        text = plural(
            len(generals),
            "the dice of seed {seed} ({dice}) are for general {numbers}, but the army's last general is number {last}",
            "the dice of seed {seed} ({dice}) are for generals {numbers}, but the army's last general is number {last}",
            seed=seed,
            numbers=numbers,
            last=last,
            dice=_dice(generals),
        )
        yield BasisItem("dice", text, short, unusual=True)


def _rerolls(rolled: Sequence[Candidate]) -> Iterator[BasisItem]:
    again = [one for one in rolled if _roll(one).earlier]
    count = sum(len(_roll(one).earlier) for one in again)
    if count:
        short = plural(count, "{count} re-roll", "{count} re-rolls")
        generals = "; ".join(phrase("{name} {dice}", name=one.name, dice=dice_words(_roll(one))) for one in again)
        yield BasisItem("dice", phrase("{rerolls}: {generals}", rerolls=short, generals=generals), short, unusual=True)

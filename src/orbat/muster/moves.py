"""What may be changed in an army: other sizes, ratings and options of its units, units and formations taken out."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any, Literal

from orbat.model.army_list import Entry
from orbat.model.edits import Edit, Insert, Remove, Set
from orbat.model.path import Path
from orbat.model.points import Points, exact
from orbat.model.record import Value
from orbat.model.regiments import free_regiments, used_names
from orbat.muster.offers import Offer, branch_of
from orbat.muster.trying import Bench
from orbat.pricing.price import rating_of
from orbat.pricing.quote import FormationLine, UnitLine
from orbat.validate.rule import name_of

Sort = Literal["size", "rating", "option", "unit", "out", "formation out", "mend"]


class Move(Value):
    """One change with a name, and what it adds to the army's points. `about` is what it changes: two moves about the
    same thing do not go together."""

    name: str
    sort: Sort
    edits: tuple[Edit, ...]
    change: Points
    about: Path
    entry_id: str = ""
    by: int = 0


def moves(bench: Bench) -> Iterator[Move]:
    """Every change of one thing that there is, new units apart."""
    for line in bench.quote.all_units:
        yield from moves_of(bench, line)
    for formation in bench.quote.all_formations:
        yield from _formation_out(bench, formation)


def moves_of(bench: Bench, line: UnitLine) -> Iterator[Move]:
    """Every change of one unit."""
    book, entry = bench.book, bench.book.entry(line.list_id, line.unit.entry)
    name = name_of(line.unit, entry)
    taken = Move(f"take out {name}", "out", (Remove(line.path),), exact(-line.points), line.path, line.unit.entry)
    if entry is None or line.sum.points is None or book.kind(entry).staff:
        yield taken
        return
    yield from _sizes(bench, line, entry, name)
    yield from _ratings(bench, line, entry, name)
    yield from _options(bench, line, entry, name)
    yield taken


def _set(bench: Bench, line: UnitLine, sort: Sort, field: str, value: Any, by: int = 0) -> Move | None:
    """The move, without its name, to another value of a field, if the unit then has a price."""
    new = bench.pricer.price_unit(replace(line.unit, **{field: value}), line.list_id)
    if new.points is None or line.sum.points is None:
        return None
    edits: tuple[Edit, ...] = (Set(line.path, field, value),)
    return Move("", sort, edits, exact(new.points - line.sum.points), line.path, line.unit.entry, by)


def _sizes(bench: Bench, line: UnitLine, entry: Entry, name: str) -> Iterator[Move]:
    kind, now = bench.book.kind(entry), line.unit.size
    if kind.sizes:
        for size in entry.sizes.allowed if entry.sizes else kind.sizes:
            if size != now and (move := _set(bench, line, "size", "size", size)):
                yield replace(move, name=f"make {name} {bench.book.ruleset.size_label(size)}")
        return
    if not isinstance(now, int) or kind.price.per != "size" or kind.size_fixed(bench.rulings) is not None:
        return
    for number in range(entry.size.min, entry.size.max + 1):
        if number != now and (move := _set(bench, line, "size", "size", number, abs(number - now))):
            by = f"{abs(number - now)} {kind.counted(abs(number - now))}"
            more = f"enlarge {name} by {by}" if number > now else f"reduce {name} by {by}"
            yield replace(move, name=f"{more} to {number}")


def _ratings(bench: Bench, line: UnitLine, entry: Entry, name: str) -> Iterator[Move]:
    now, word = rating_of(line.unit, entry), bench.book.ruleset.rating_word
    for rating in entry.offered(bench.orbat.date) if entry.ratings else ():
        if rating != now and (move := _set(bench, line, "rating", "rating", rating)):
            verb = "raise" if move.change > 0 else "lower" if move.change < 0 else "change"
            yield replace(move, name=f"{verb} {name} to {word} {rating}")


def _options(bench: Bench, line: UnitLine, entry: Entry, name: str) -> Iterator[Move]:
    unit, known = line.unit, bench.book.ruleset.options
    for use in entry.options:
        if use.use != "optional" or use.option not in known:
            continue
        has, label = use.option in unit.options, known[use.option].label
        if not has and not use.cover(bench.orbat.date):
            continue
        options = tuple(one for one in unit.options if one != use.option) if has else (*unit.options, use.option)
        if move := _set(bench, line, "option", "options", options):
            yield replace(move, name=f"take {label} from {name}" if has else f"give {name} {label}")


def _formation_out(bench: Bench, line: FormationLine) -> Iterator[Move]:
    name = line.formation.name or f"the unnamed {line.formation.level}"
    yield Move(f"take out {name} with all in it", "formation out", (Remove(line.path),), exact(-line.points), line.path)


def purchases(bench: Bench, most: Points) -> Iterator[Move]:
    """New units for at most so many points, each where its fellows stand: of what each list offers, in its usual size
    and in the largest that the points pay for."""
    for list_id in dict.fromkeys(line.list_id for line in bench.quote.all_units) or ():
        yield from _purchases(bench, most, list_id)


def replacements(bench: Bench, place: Path, most: Points) -> Iterator[Move]:
    """New units alike for the formation of a unit, from its list."""
    list_id = next(line.list_id for line in bench.quote.all_units if line.path == place)
    yield from _purchases(bench, most, list_id, place[:-2])


def _purchases(bench: Bench, most: Points, list_id: str, into: Path | None = None) -> Iterator[Move]:
    used = used_names(bench.orbat, bench.book)
    for offer in bench.offers(list_id):
        home = _home(bench, offer, list_id) if into is None else into
        name = next(iter(free_regiments(offer.entry, used)), "")
        for size in _bought_sizes(bench, offer, list_id, most):
            yield _purchase(bench, offer, list_id, home, name, size)


def _bought_sizes(bench: Bench, offer: Offer, list_id: str, most: Points) -> Iterator[int | str | None]:
    """The sizes that an offer is bought with for at most so many points."""
    if not offer.counted:
        if _price(bench, offer, list_id, offer.unit.size) <= most:
            yield offer.unit.size
        return
    paid = [n for n in range(offer.least, offer.most + 1) if _price(bench, offer, list_id, n) <= most]
    yield from dict.fromkeys(n for n in (*paid[-1:], *(n for n in paid if n == offer.usual)))


def _price(bench: Bench, offer: Offer, list_id: str, size: int | str | None) -> Points:
    points = bench.pricer.price_unit(replace(offer.unit, size=size), list_id).points
    assert points is not None, "what has no price is not offered"
    return points


def _purchase(bench: Bench, offer: Offer, list_id: str, home: Path, name: str, size: int | str | None) -> Move:
    unit, entry, rules = replace(offer.unit, size=size, name=name), offer.entry, bench.book.ruleset
    parts = [entry.name] if name else []
    kind = bench.book.kind(entry)
    if isinstance(size, int):
        parts.append(f"{size} {kind.counted(size)}")
    elif size is not None:
        parts.append(rules.size_label(size))
    parts += [f"{rules.rating_word} {unit.rating}"] if unit.rating else []
    parts += [rules.options[one].label for one in unit.options]
    said = f" ({', '.join(parts)})" if parts else ""
    holder = (*home, "units")
    fellows = next((len(one.units) for one in bench.quote.all_formations if one.path == home), len(bench.orbat.units))
    points = exact(_price(bench, offer, list_id, size))
    where = (*holder, fellows)
    return Move(f"buy {name or entry.name}{said}", "unit", (Insert(holder, fellows, unit),), points, where, entry.id)


def _home(bench: Bench, offer: Offer, list_id: str) -> Path:
    """The formation that a new unit joins: one with others of its entry, else of its branch, the smaller first."""
    book = bench.book
    ranked: list[tuple[int, int, int, Path]] = []
    for number, line in enumerate(bench.quote.all_formations):
        own = [(one, book.entry(one.list_id, one.unit.entry)) for one in line.units if one.list_id == list_id]
        entries = [entry for _, entry in own if entry]
        if not entries:
            continue
        same = any(entry.id == offer.entry.id for entry in entries)
        alike = any(branch_of(book, entry) == offer.branch for entry in entries)
        ranked.append((0 if same else 1 if alike else 2, len(line.units), number, line.path))
    return min(ranked)[3] if ranked else ()

"""Compare a checked list with its known answer."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from tests.list_reader.gates.lists import Sample

from orbat.evaluate.quote import Quote, UnitLine
from orbat.report.report import Report

_GUNS = re.compile(r"gun|battery|artillery|rha_troop")
_NO_TROOPS = re.compile(r"engineer|pontoon|earthwork|trench")
_TYPED = re.compile(r"typed (\d+), (?:\D*)come(?:s)? to (\d+)")
_OF_RULES = frozenset({"over_size", "over_limit", "off_table", "reserve_over_third", "rating_not_allowed"})
"""Faults against a rule of the army. They are no wrong numbers."""
Unit = tuple[object, object, object]
"""A unit of an expected answer: size, rating and points. Guns are counted one by one, without a rating."""


def faults(sample: Sample, reports: Sequence[Report]) -> Iterator[str]:
    """What is read otherwise than expected."""
    wanted = sample.wanted
    if "totals" in wanted:
        totals = [one.quote and one.quote.total for one in reports]
        if totals != wanted["totals"]:
            yield f"totals {totals}, not {wanted['totals']}"
        return
    several = wanted.get("armies")
    if isinstance(several, int):
        counts = [len(_quote(one).all_units) for one in reports]
        if counts != wanted["units"]:
            yield f"units {counts}, not {wanted['units']}"
        return
    each = several or [wanted]
    if len(reports) != len(each) and wanted.get("total") is not None:
        yield f"{len(reports)} armies, not {len(each)}"
    for one, report in zip(each, reports, strict=False):
        if report.quote is None:
            if one.get("total") is not None:
                yield "not read"
        else:
            yield from _army_faults(sample, one, report)


def _quote(report: Report) -> Quote:
    assert report.quote
    return report.quote


def _army_faults(sample: Sample, wanted: dict[str, Any], report: Report) -> Iterator[str]:
    quote = _quote(report)
    orbat = report.orbat
    assert orbat
    if wanted.get("total") is not None and quote.total != wanted["total"]:
        yield f"total {quote.total}, not {wanted['total']}"
    yield from _unit_faults(sample, wanted, report)
    size = wanted.get("game_size", wanted.get("agreed_size"))
    if size is not None and quote.game_size != size:
        yield f"size {quote.game_size}, not {size}"
    if "claimed_total" in wanted and report.reading and orbat.total != wanted["claimed_total"]:
        yield f"typed total {orbat.total}, not {wanted['claimed_total']}"
    commanders = wanted.get("commanders", wanted.get("generals"))
    paid = sum(line.points > 0 for line in quote.all_commanders)
    if isinstance(commanders, int) and commanders not in (paid, len(quote.all_commanders)):
        yield f"{len(quote.all_commanders)} generals, not {commanders}"
    names = [line.unit.name for line in quote.all_units]
    if missing := [name for name in wanted.get("names", ()) if name not in names]:
        yield f"names {missing}, not in {names}"
    yield from _difference_faults(wanted, report)


def _unit_faults(sample: Sample, wanted: dict[str, Any], report: Report) -> Iterator[str]:
    lines = _quote(report).all_units
    expected = wanted.get("units")
    if isinstance(expected, int):
        troops = [line for line in lines if not _NO_TROOPS.search(line.unit.entry)]
        several = wanted.get("units_if_guns_are_separate", expected)
        if not {len(lines), len(troops)} & {expected, several}:
            yield f"{len(lines)} units, not {expected}"
    rows = wanted.get("lines") or (expected if isinstance(expected, list) else [])
    if rows and isinstance(rows[0], dict):
        right, read = Counter(_expected(rows)), Counter(_read(lines))
        if right != read:
            yield f"units {[*(right - read)][:4]}, read as {[*(read - right)][:4]}"
    if "sizes" in wanted:
        sizes = sorted(line.unit.size if isinstance(line.unit.size, int) else 0 for line in lines)
        if sizes != sorted(wanted["sizes"]):
            yield f"sizes {sizes}, not {sorted(wanted['sizes'])}"


def _expected(rows: Iterable[dict[str, Any]]) -> Iterator[Unit]:
    for row in rows:
        name, count, points = f"{row.get('kind')} {row.get('entry')}", row.get("count", 1), row.get("points")
        if row.get("kind") != "general":
            for _ in range(count):
                yield from _unit(name, row.get("size"), row.get("rating"), points // count if points else None)


def _read(lines: Iterable[UnitLine]) -> Iterator[Unit]:
    for line in lines:
        yield from _unit(line.unit.entry, line.unit.size, line.unit.rating, line.points or None)


def _unit(name: str, size: object, rating: object, points: Any) -> Iterator[Unit]:
    if "engineer" in name:
        yield "engineers", None, points
    elif _GUNS.search(name):
        guns = size if isinstance(size, int) and size else 1
        yield from [(1, None, points // guns if points else points)] * guns
    else:
        yield size or None, str(rating) if rating else None, points


def _difference_faults(wanted: dict[str, Any], report: Report) -> Iterator[str]:
    """A seeded mistake that is not named, and a right number that is called wrong."""
    if report.reading is None:
        return
    found = {(one.claim.typed, one.calculated) for one in report.differences}
    said = " ".join(one.message for one in report.findings)
    numbers = {*re.findall(r"\d+", said)}
    right = _pairs(wanted)
    if right is not None:
        for typed, comes_to in right:
            if (typed, comes_to) not in found and not {str(typed), str(comes_to)} <= numbers:
                yield f"{typed} instead of {comes_to} is not named"
    seeded = [one for one in wanted.get("faults", ()) if one.get("typed") is not None and one["kind"] not in _OF_RULES]
    for one in seeded:
        named = {str(one["typed"]), str(one.get("right"))} <= numbers
        if isinstance(one["typed"], int) and isinstance(one.get("right"), int) and not named:
            yield f"{one['typed']} instead of {one['right']} is not named"
    if right == [] or ("faults" in wanted and not wanted["faults"]):
        wrong = [(one.claim.typed, one.calculated) for one in report.differences if one.claim.claim_type != "count"]
        if wrong:
            yield f"called wrong: {wrong}"


def _pairs(wanted: dict[str, Any]) -> list[tuple[int, int]] | None:
    """The typed and the right number of each expected difference. None if they are not known."""
    rows = wanted.get("differences")
    if rows is None:
        return None
    read = [_TYPED.search(one) for one in rows if isinstance(one, str)]
    pairs = [(int(one[1]), int(one[2])) for one in read if one]
    return pairs + [(one["typed"], one["comes_to"]) for one in rows if isinstance(one, dict)]

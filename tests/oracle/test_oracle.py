"""orbat and the oracle give the same prices and findings for random *Days of Empire* ORBATs near every limit.

The oracle was written from the rulebook and the documents. `.ci/run` tries 2,000 ORBATs and `.ci/long` 100,000.
"""

from __future__ import annotations

import secrets
from pathlib import Path
from typing import Any

import pytest
import yaml
from tests.examples import FACTOR, FRESH, sampled
from tests.oracle import armies, checker, pricer

from orbat.api import Library, Report, check
from orbat.data.fit import fit
from orbat.model.orbat import Orbat
from orbat.model.path import OrbatPath, show

BATCH = 50
BATCHES = 40 if FACTOR <= 1 else round(100 * FACTOR)

SHIPPED = Path(__file__).parents[2] / "templates" / "orbats" / "days_of_empire"

LEFT_OUT = {"ARM010", "ARM011", "ARM012", "ARM016"}
"""Codes that the oracle does not know: they are about texts or a collection."""
ARMY = {"STF005", "STF006", "STF009", "STF012"}
"""Codes whose place is the army for the oracle, besides most of ARM. orbat names one of the places concerned."""

Answer = dict[str, Any]


def prices(report: Report) -> Answer:
    """The points of each unit, general and formation, by path; the total, and the points off the board."""
    assert report.quote is not None
    found: Answer = {show(line.path): line.sum.points for line in report.quote.all_units}
    found |= {show(line.path): line.points for line in report.quote.all_formations}
    found |= {show(line.path): line.points for line in report.quote.all_commanders}
    return {**found, "total": report.quote.total, "off board": report.quote.off_board}


def expected_prices(data: pricer.Data) -> Answer:
    """The same from the oracle."""
    army = pricer.read(data)
    found: Answer = {unit.path: unit.points for unit in army.units}
    for formation in army.formations:
        found[formation.path] = pricer.formation_points(formation.path, army)
        if formation.data.get("commander") is not None:
            found[f"{formation.path}.commander"] = pricer.general_points(formation.data)
    if data.get("commander") is not None:
        found["commander"] = 0
    return {**found, "total": pricer.total(army), "off board": pricer.off_board(army)}


def findings(report: Report) -> Answer:
    """The worst severity for each code and place."""
    found: Answer = {}
    for one in report.findings:
        if one.code not in LEFT_OUT:
            place = f"{one.code} @ {_place(one.code, one.path)}"
            found[place] = min(found.get(place, one.severity), one.severity, key=checker.SEVERITIES.index)
    return found


def _place(code: str, path: OrbatPath) -> str:
    """The unit, formation or general that a path is about, or "" for the army."""
    if code in ARMY or (code.startswith("ARM") and code not in ("ARM002", "ARM003")):
        return ""
    end = 0
    for step, key in enumerate(path):
        if key == "commander" or (isinstance(key, int) and path[step - 1] in ("formations", "units")):
            end = step + 1
    return show(path[:end])


def expected_findings(data: pricer.Data) -> Answer:
    """The same from the oracle. A severity of "" is not documented."""
    return {f"{one.code} @ {one.place}": one.severity for one in checker.check(data)}


def differences(found: Answer, expected: Answer) -> list[str]:
    """A line for each place for which the answers differ."""
    return [
        f"{place}: orbat {found.get(place)!r}, oracle {expected.get(place)!r}"
        for place in sorted({**found, **expected})
        if found.get(place) != expected.get(place) and not (found.get(place) and expected.get(place) == "")
    ]


def compare(name: str, data: pricer.Data, library: Library) -> str:
    """What differs for an ORBAT, with the ORBAT as YAML; "" if nothing differs."""
    report = check(fit(Orbat, data), library=library)
    lines = differences(prices(report), expected_prices(data)) if report.quote else ["no price"]
    lines += differences(findings(report), expected_findings(data))
    if not lines:
        return ""
    text = yaml.safe_dump(data, sort_keys=False, default_flow_style=None, width=120)
    messages = [f"{one.code} {show(one.path)}: {one.message}" for one in report.findings]
    return "\n".join([f"ORBAT {name}:", *lines, "", text, *messages])


@pytest.mark.parametrize("batch", sampled(range(BATCHES), quick=4))
def test_prices_and_findings_are_those_of_the_oracle(library: Library, batch: int) -> None:
    first = (secrets.randbelow(10**9) if FRESH else batch) * BATCH
    seeds = range(first, first + BATCH)
    wrong = [text for seed in seeds if (text := compare(str(seed), armies.orbat(seed), library))]
    assert not wrong, f"{len(wrong)} of {BATCH} ORBATs differ\n\n" + "\n\n".join(wrong[:3])


@pytest.mark.parametrize("path", sampled(sorted(SHIPPED.rglob("*.yaml")), quick=5), ids=lambda path: path.stem)
def test_shipped_orbats_have_the_prices_and_findings_of_the_oracle(library: Library, path: Path) -> None:
    data = yaml.safe_load(path.read_text(encoding="utf-8"))
    assert not compare(path.stem, data, library)


@pytest.mark.slow
def test_the_orbats_have_findings_of_every_code() -> None:
    codes = {one.code for seed in range(700) for one in checker.check(armies.orbat(seed))}
    families = {"UNT": range(1, 12), "FRM": range(1, 10), "PTS": range(1, 8), "STF": range(1, 13)}
    known = {f"{family}{number:03}" for family, numbers in families.items() for number in numbers}
    known |= {f"ARM{number:03}" for number in (*range(1, 10), 13, 14, 15)}
    assert known - codes <= {"UNT006"}, "no entry of these lists has a compulsory option"

"""The linter finds faults in data files."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from tests.examples import sampled

ROOT = Path(__file__).resolve().parents[2]
BRITISH, RULES = "british.yaml", "ruleset.yaml"


def _edit(file: Path, before: str, after: str) -> None:
    text = file.read_text(encoding="utf-8")
    assert before in text, before
    file.write_text(text.replace(before, after, 1), encoding="utf-8")


@pytest.mark.slow
def test_the_shipped_data_has_no_problems(orbat: Callable[..., Any]) -> None:
    """`orbat lint` finds nothing in the shipped rulesets and army lists."""
    run = orbat("lint", ROOT / "army_lists")
    assert run.code == 0, run.out


def test_a_duplicate_id_is_reported_with_both_lines(orbat: Callable[..., Any], copied_data: Path) -> None:
    """Two entries with the same id are an error with both lines."""
    data = copied_data / "army_lists" / "days_of_empire" / "british.yaml"
    lines = data.read_text(encoding="utf-8").split("\n")
    first = lines.index("  - id: brit_highlanders") + 1
    second = lines.index("  - id: brit_marines") + 1
    _edit(data, "  - id: brit_marines", "  - id: brit_highlanders")
    run = orbat("lint", data)
    assert run.code == 1
    found = next(line for line in run.out.split("\n") if "brit_highlanders" in line and "line " in line)
    assert {str(first), str(second)} <= set(re.findall(r"[0-9]+", found)), found


FAULTS = {
    "option that does not exist": (BRITISH, "{option: rifles, use: always", "{option: rifels, use: always"),
    "kind that does not exist": (BRITISH, "    kind: cavalry", "    kind: cavalery"),
    "subtype that does not exist": (BRITISH, "subtype: guard\n", "subtype: gaurd\n"),
    "source that does not exist": (BRITISH, "sources: [RUSSELL, NORMAN]", "sources: [RUSSEL, NORMAN]"),
    "entry of a limit that does not exist": (BRITISH, "{entries: [brit_rifle_brigade]}", "{entries: [brit_rifle]}"),
    "rating that does not exist": (BRITISH, "allowed: [3, 4], typical: 4", "allowed: [3, 7], typical: 3"),
    "typical rating not allowed": (BRITISH, "allowed: [3, 4], typical: 4", "allowed: [3, 4], typical: 2"),
    "least above most": (BRITISH, "{min: 6, typical: 14, max: 18", "{min: 19, typical: 14, max: 18"),
    "dates the wrong way round": (
        BRITISH,
        "dates: {from: 1855-04, to: 1856-01,",
        "dates: {from: 1856-02, to: 1856-01,",
    ),
    "ruleset that does not exist": (BRITISH, "ruleset: days_of_empire", "ruleset: days_of_empires"),
    "ruling that does not exist": (RULES, "ruling: off_board_base", "ruling: of_board_base"),
    "level that does not exist": (RULES, "levels: [brigade], ruling: off", "levels: [brigades], ruling: off"),
    "number without a citation": (RULES, "{points: 35, per: size, cite: DOE 5.2}", "{points: 35, per: size}"),
    "key twice": (BRITISH, "id: british\n", "id: british\nid: british\n"),
    "unknown key": (BRITISH, "id: british\n", "id: british\nidd: british\n"),
}


@pytest.mark.parametrize("fault", sampled(sorted(FAULTS), 1))
def test_the_linter_finds_faults_with_their_lines(orbat: Callable[..., Any], copied_data: Path, fault: str) -> None:
    """Dangling references, numbers without citation and impossible ranges, each with its line; exit code 1 or 2."""
    name, before, after = FAULTS[fault]
    data = copied_data / "army_lists" / "days_of_empire" / name
    _edit(data, before, after)
    content = data.read_bytes()
    last = after.rstrip("\n").split("\n")[-1]
    number = next(n for n, line in enumerate(content.decode().split("\n"), 1) if last in line)
    run = orbat("lint", copied_data / "army_lists")
    assert run.code in (1, 2)
    assert re.search(rf"\bline {number}\b", run.out), (number, run.out)
    assert data.read_bytes() == content

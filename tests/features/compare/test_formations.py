"""Two armies side by side, formation by formation."""

from __future__ import annotations

from pathlib import Path

import pytest

from orbat.data import folders
from orbat.data.library import Library
from orbat.features.compare.difference import difference
from orbat.features.compare.formations import formation_lines, row_pairs
from orbat.features.compare.text import screen_lines
from orbat.pipeline import check
from orbat.render.text import unpainted
from orbat.report.report import Report

STARTERS = folders.templates() / "days_of_empire" / "starters"


@pytest.fixture
def both(tmp_path: Path, two_brigades: str, library: Library) -> tuple[Report, Report]:
    """Two brigades, and the same with a larger 19th and a new 77th."""
    file, other = tmp_path / "a.yaml", tmp_path / "b.yaml"
    file.write_text(two_brigades, encoding="utf-8")
    grown = two_brigades.replace("size: 8", "size: 9")
    last = next(line for line in grown.splitlines() if "19th" in line)
    other.write_text(grown.replace(last, f"{last}\n{last.replace('19th', '77th')}"), encoding="utf-8")
    return check(file, library), check(other, library)


def test_rows_of_two_states_are_matched(both: tuple[Report, Report]) -> None:
    pairs = [tuple(row.name if row else None for row in pair) for pair in row_pairs(*both)]
    assert ("7th Royal Fusiliers", "7th Royal Fusiliers") in pairs
    assert [pair for pair in pairs if None in pair] == [(None, "77th Foot")]
    assert [left and left.name for left, right in row_pairs(*reversed(both)) if right is None] == ["77th Foot"]


def test_sign_says_how_rows_differ(both: tuple[Report, Report]) -> None:
    lines = [*formation_lines(difference(*both), unpainted, 100)]
    found = {name: next(line[49] for line in lines if name in line) for name in ("7th Royal", "19th Foot", "77th Foot")}
    assert found == {"7th Royal": "=", "19th Foot": "≠", "77th Foot": "+"}
    back = [*formation_lines(difference(*reversed(both)), unpainted, 100)]
    assert next(line.rstrip()[-1] for line in back if "77th" in line) == "-"


def test_two_different_armies_stand_formation_beside_formation(library: Library) -> None:
    """All rows of both appear once, in order; a formation begins beside a formation."""
    british, russian = (check(STARTERS / f"{nation}_800.yaml", library) for nation in ("british", "russian"))
    pairs = [*row_pairs(british, russian)]
    assert [left for left, _ in pairs if left] == [*british.rows]
    assert [right for _, right in pairs if right] == [*russian.rows]
    both = [(left.sort, right.sort) for left, right in pairs if left and right]
    assert all(left == right for left, right in both)
    assert len(both) > 8


@pytest.mark.parametrize("width", [76, 116, 196])
def test_lines_fit_the_screen(both: tuple[Report, Report], width: int) -> None:
    lines = [*screen_lines(difference(*both), unpainted, width, None)]
    assert max(map(len, lines)) <= width
    assert any("█" in line for line in lines)
    assert any(len(line) > width // 2 + 20 for line in lines if "19th Foot" in line)


def test_moved_unit_keeps_its_partner(tmp_path: Path, library: Library) -> None:
    """Rows that cross are shown once each."""
    lines = (STARTERS / "british_800.yaml").read_text(encoding="utf-8").splitlines()
    first, last = (next(n for n, line in enumerate(lines) if name in line) for name in ("7th Royal Fus", "33rd Duke"))
    lines[first], lines[last] = lines[last], lines[first]
    file = tmp_path / "moved.yaml"
    file.write_text("\n".join(lines), encoding="utf-8")
    before, after = check(STARTERS / "british_800.yaml", library), check(file, library)
    pairs = [*row_pairs(before, after)]
    assert [left.name for left, right in pairs if left and right] == [row.name for row in after.rows]
    assert all(left and right and left.name == right.name for left, right in pairs)

"""Reports as lines for the terminal, with findings in groups."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from orbat.data.library import Library
from orbat.pipeline import check
from orbat.render.text import check_lines, findings_lines
from orbat.report.json_data import finding_data
from orbat.report.report import Report


def lines(report: Report, width: int | None = None) -> list[str]:
    return [*findings_lines(report.findings, source=report.text, width=width, fix_hint="--fix")]


def about(code: str, found: list[str]) -> Iterator[str]:
    """The lines of the group with a code."""
    start = next(number for number, line in enumerate(found) if line.endswith(code))
    yield found[start]
    for line in found[start + 1 :]:
        if not line.startswith(" " * 10):
            return
        yield line


def written(folder: Path, text: str) -> Path:
    path = folder / "army.yaml"
    path.write_text(text, encoding="utf-8")
    return path


def test_generals_not_diced_are_one_finding_on_screen_and_three_in_json(
    tmp_path: Path, library: Library, two_brigades: str
) -> None:
    """Every general must be diced, 14.1."""
    report = check(written(tmp_path, two_brigades), library)
    first, *rest = about("STF001", lines(report))
    names = "Sir George Brown, William Codrington, George Buller"
    assert first == f"  warning lines 10, 14 and 19: 3 generals not diced: {names} [DOE 14.1] STF001"
    assert len(rest) == 1, "the help, once"
    facts = [finding_data(one) for one in report.findings]
    assert sum(one["code"] == "STF001" for one in facts) == 3
    assert "3 warnings" in next(check_lines(report))


def test_units_of_wrong_size_are_one_finding_with_every_size(
    tmp_path: Path, library: Library, two_brigades: str
) -> None:
    """Sizes outside the list's ranges of stands, 6.1."""
    text = two_brigades.replace("size: 12", "size: 30").replace("size: 8,", "size: 31,") + "house_limits: enforce\n"
    first, help = about("UNT003", lines(check(written(tmp_path, text), library)))
    units = "7th Royal Fusiliers (30), 19th Foot (31)"
    assert f"lines 16 and 21: 2 units outside the range of 4 to 18 stands: {units} [DOE 6.1" in first
    assert help.endswith("(--fix)")


def test_wrong_points_are_listed_with_one_citation_and_help(
    tmp_path: Path, library: Library, two_brigades: str
) -> None:
    """The opponent may check the sums, 3.3."""
    text = two_brigades.replace("size: 12,", "size: 12, points: 1,").replace("size: 8,", "size: 8, points: 2,")
    first, second, *help = about("PTS005", lines(check(written(tmp_path, text), library)))
    assert "7th Royal Fusiliers: written points 1" in first
    assert "[DOE 3.3] PTS005" in first
    assert second.startswith(" " * 10 + "line 21, column ")
    assert "19th Foot: written points 2" in second
    assert "DOE 3.3" not in second
    assert len(help) == 1
    assert help[0].endswith("(--fix)")


def test_different_helps_are_below_their_messages(tmp_path: Path, library: Library, two_brigades: str) -> None:
    text = two_brigades.replace("rating: 2", "rating: 1").replace("rating: 3", "rating: 4, options: [riflez, sabrez]")
    _, *rest = about("UNT005", lines(check(written(tmp_path, text), library)))
    assert [line for line in rest if "riflez" in line]
    assert [line for line in rest if "sabrez" in line]
    assert len(rest) == 3


def test_unknown_keys_are_listed_each_with_its_line_of_the_file(
    tmp_path: Path, library: Library, two_brigades: str
) -> None:
    text = two_brigades.replace("size: 12", "sise: 12").replace("size: 8,", "seize: 8,")
    report = check(written(tmp_path, text), library)
    unknown = [one for one in report.findings if one.code.startswith("SRC")]
    assert [one.line for one in unknown] == [16, 21]
    assert len({one.code for one in unknown}) == 1
    shown = [*about(unknown[0].code, lines(report))]
    assert sum(line.endswith("^") for line in shown) == 2
    assert sum("sise: 12" in line for line in shown) == 1
    assert sum("seize: 8" in line for line in shown) == 1


def test_a_narrow_screen_wraps_a_group(tmp_path: Path, library: Library, two_brigades: str) -> None:
    found = lines(check(written(tmp_path, two_brigades), library), 60)
    assert all(len(line) <= 60 for line in found)
    assert "George Buller" in " ".join(" ".join(found).split())

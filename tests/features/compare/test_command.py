"""`orbat compare` and `orbat scout`: output, PDF and errors."""

from __future__ import annotations

import io
import json
import re
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from pypdf import PdfReader
from tests.examples import sampled

from orbat.data import folders
from orbat.printing import find_layouts, layouts
from orbat.session.versions import save_version, versions_folder

Orbat = Any
GOLDEN = Path(__file__).parent / "golden"
TEMPLATES = folders.shipped() / "templates" / "orbats"
STARTERS = TEMPLATES / "days_of_empire" / "starters"
ALMA = (
    TEMPLATES / "days_of_empire" / "extracts" / "alma_great_redoubt_british.yaml",
    TEMPLATES / "days_of_empire" / "historical" / "alma_russian.yaml",
)
PAIRS = (
    (STARTERS / "british_800.yaml", STARTERS / "russian_800.yaml"),
    (
        TEMPLATES / "fast_play_napoleonic" / "historical" / "waterloo_french.yaml",
        TEMPLATES / "honours_of_war" / "historical" / "minden_allied.yaml",
    ),
    (
        TEMPLATES / "days_of_glory" / "historical" / "gettysburg_confederate.yaml",
        TEMPLATES / "fast_play_napoleonic" / "historical" / "borodino_russian.yaml",
    ),
)


@pytest.fixture
def later(army: Path, two_brigades: str) -> Path:
    """The division with a weaker battalion, a moved one, a new one, no second general and a new date."""
    text = two_brigades.replace("date: 1854-09", "date: 1854-11").replace("size: 12, rating: 2", "size: 10, rating: 2")
    text = text.replace("        commander: {name: George Buller}\n", "        off_board: true\n")
    moved = "          - {name: 19th Foot, entry: brit_line, size: 8, rating: 3}\n"
    fresh = "          - {name: 77th Foot, entry: brit_line, size: 9, rating: 2}\n"
    start, second = text.replace(moved, "").split("      - level: brigade\n        name: 2nd Brigade\n")
    file = army.with_name("later.yaml")
    later = f"{start}{moved}      - level: brigade\n        name: 2nd Brigade\n{second}{fresh}"
    file.write_text(later, encoding="utf-8")
    return file


def golden(name: str, text: str) -> None:
    """Assert that the text is that of the golden file."""
    assert text == (GOLDEN / name).read_text(encoding="utf-8")


def test_comparing_two_states_of_a_division(
    orbat: Orbat, army: Path, later: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Headers, figures, bars, and each change under its formation with its points."""
    monkeypatch.chdir(army.parent)
    run = orbat("compare", army.name, later.name)
    assert (run.code, run.err) == (0, "")
    golden("compare_two_states.txt", run.out)


def test_scouting_of_two_armies(orbat: Orbat, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(folders.shipped())
    run = orbat("scout", *(path.relative_to(folders.shipped()) for path in ALMA))
    assert (run.code, run.err) == (0, "")
    golden("scout_alma.txt", run.out)


@pytest.mark.parametrize("pair", PAIRS, ids=lambda pair: pair[0].stem)
def test_no_line_is_wider_than_a_terminal(orbat: Orbat, pair: tuple[Path, Path]) -> None:
    """80 columns without colours."""
    run = orbat("compare", *pair)
    assert run.code == 0
    assert max(map(len, run.out.splitlines())) <= 80
    assert "\x1b" not in run.out
    assert re.search(r"#\|=", run.out)


def test_an_army_compared_with_itself(orbat: Orbat, army: Path) -> None:
    run = orbat("compare", army, army)
    assert (run.code, run.out.splitlines()[-1]) == (0, "No differences.")
    facts = json.loads(orbat("compare", army, army, "--json").out)
    assert (facts["same"], facts["difference"], facts["changes"], facts["formations"]) == (True, 0, [], [])


def test_json_adds_up(orbat: Orbat, army: Path, later: Path) -> None:
    """The points of all changes add up to the difference of the totals, and the arms to the total."""
    facts = json.loads(orbat("compare", army, later, "--json").out)
    a, b = facts["a"], facts["b"]
    assert sum(change["points"] for change in facts["changes"]) == facts["difference"] == b["total"] - a["total"]
    assert [sum(arm["points"] for arm in side["arms"].values()) for side in (a, b)] == [a["total"], b["total"]]
    assert facts["formations"][0] | {"path_a": "", "path_b": ""} == facts["formations"][0]
    assert a["figures"]["stands"] == 20
    assert a["figures"]["rifles, share"] == {"has": 20, "of": 20}


def test_any_readable_file_is_compared(orbat: Orbat, army: Path, tmp_path: Path) -> None:
    """A PDF, a text, CSV and standard input compared with the YAML file."""
    for name in ("army.txt", "army.csv"):
        assert orbat("convert", army, tmp_path / name).code == 0
        assert orbat("compare", army, tmp_path / name).out.endswith("No differences.\n")
    assert orbat("print", army, "-o", tmp_path / "army.pdf").code == 0
    assert orbat("compare", tmp_path / "army.pdf", army).out.endswith("No differences.\n")
    run = orbat("compare", "-", army, given=army.read_bytes())
    assert run.out.endswith("No differences.\n")


def test_defaults_for_a_list_that_names_no_ruleset(orbat: Orbat, army: Path, tmp_path: Path) -> None:
    """An option that neither file uses is reported as ignored."""
    typed = tmp_path / "typed.txt"
    typed.write_text("2 x Line infantry, class 2 (12 stands)\nTotal 72 points\n", encoding="utf-8")
    given = ("--ruleset", "days_of_empire", "--army", "russian")
    run = orbat("compare", typed, army, *given)
    assert (run.code, run.err) == (0, "")
    assert "~ army list: Russian to British" in run.out
    assert "--army russian ignored" in orbat("compare", army, army, *given).err


@pytest.mark.parametrize("paper", sampled(["a4", "letter"], 1))
@pytest.mark.parametrize("pair", PAIRS, ids=lambda pair: pair[0].stem)
def test_the_pdf_has_one_page(orbat: Orbat, tmp_path: Path, pair: tuple[Path, Path], paper: str) -> None:
    """With figures, arms and differences."""
    out = tmp_path / "out.pdf"
    run = orbat("compare", *pair, "-o", out, "--paper", paper)
    assert (run.code, run.out) == (0, f"Written: {out}\n")
    pages = PdfReader(io.BytesIO(out.read_bytes())).pages
    assert len(pages) == 1
    text = pages[0].extract_text()
    assert all(word in text for word in ("Side by side", "By arm", "Differences", "B – A", "page 1 of 1"))


def test_the_sheet_for_two_is_not_available_to_print(orbat: Orbat, army: Path, tmp_path: Path) -> None:
    assert list(find_layouts().for_two) == ["compare"]
    assert "compare" not in layouts()
    assert orbat("print", army, "-o", tmp_path / "out.pdf", "--sheets", "compare").code == 2


def test_a_file_is_compared_with_an_earlier_save(orbat: Orbat, army: Path, two_brigades: str) -> None:
    """The last save that differs, or the Nth; a missing one is an error."""
    run = orbat("compare", army)
    assert run.code == 2
    assert "no earlier saves" in " ".join(run.err.split())
    place = versions_folder(folders.state() / "versions", army)
    older = two_brigades.replace("size: 12", "size: 6")
    for day, text in enumerate((older, two_brigades), 1):
        save_version(place, army, text, datetime(1854, 11, day, tzinfo=UTC))
    words = "7th Royal Fusiliers: 6 stands to 12 stands, 18 to 36 points"
    for more in ((), ("--since", 2)):
        assert words in " ".join(orbat("compare", army, *more).out.split())
    assert "No differences." in orbat("compare", army, "--since", 1).out
    assert "only 2 earlier saves" in " ".join(orbat("compare", army, "--since", 3).err.split())


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("compare", "{army}", "{army}", "--since", "1"), "B is not allowed"),
        (("compare", "-", "-"), "only one of the two"),
        (("compare", "-"), "name a second ORBAT"),
        (("compare", "{army}", "nowhere.yaml"), "does not exist"),
        (("compare", "{army}", "{army}", "-o", "out.txt"), "a name such as out.pdf"),
        (("compare", "{army}", "{army}", "-o", "nowhere/out.pdf"), "does not exist; create it"),
        (("scout", "{army}", "nowhere.yaml"), "does not exist"),
        (("scout", "{minden}", "{minden}"), "Honours of War has no scouting"),
        (("scout", "{army}", "{minden}"), "uses Honours of War"),
    ],
)
def test_usage_errors(orbat: Orbat, army: Path, arguments: tuple[str, ...], message: str) -> None:
    """With exit code 2, and nothing on standard output."""
    minden = TEMPLATES / "honours_of_war" / "historical" / "minden_allied.yaml"
    run = orbat(*(one.format(army=army, minden=minden) for one in arguments))
    assert (run.code, run.out) == (2, "")
    assert message in " ".join(run.err.split())


def test_scouting_as_json(orbat: Orbat) -> None:
    facts = json.loads(orbat("scout", *ALMA, "--json").out)
    assert (facts["a"]["points"], facts["b"]["points"], facts["lead"], facts["out_scouted"]) == (0, 72, 72, "a")
    assert facts["cites"] == ["DOE 19.1", "DOE 19.2", "DOE 19.3"]
    assert facts["means"]

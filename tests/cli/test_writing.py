"""`orbat new`, `roll`, `print` and `convert`: what they write, and what they keep."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from tests.examples import sampled

from orbat.data.library import Library
from orbat.evaluate.staff_rolls import seeded_dice
from orbat.formats.orbat_file import read_orbat
from orbat.model.orbat import Orbat as Army

Orbat = Callable[..., Any]
FORMATS = (".yaml", ".json", ".txt", ".md", ".bbcode", ".csv", ".xlsx")
NEW = ("new", "--ruleset", "days_of_empire", "--army")


def _load(file: Path) -> Army:
    loaded = read_orbat(file.read_text(encoding="utf-8"))
    assert loaded.orbat is not None
    assert loaded.findings == ()
    return loaded.orbat


def _facts(orbat: Orbat, file: Path) -> dict[str, Any]:
    """Report data of a file, without positions, file name and contents of the file."""
    report: dict[str, Any] = json.loads(orbat("check", file, "--json").out)["reports"][0]
    del report["file"]
    report.pop("contents", None)
    for finding in report["findings"]:
        del finding["line"], finding["column"]
    return report


def test_new_writes_an_empty_army(orbat: Orbat, tmp_path: Path) -> None:
    """It has ruleset, list and size. The file has no findings."""
    file = tmp_path / "mine.yaml"
    run = orbat(*NEW, "russian", "--points", "650", "-o", file)
    assert (run.code, run.err) == (0, "")
    made = _load(file)
    assert (made.ruleset.id, made.army_list and made.army_list.id, made.game_size) == ("days_of_empire", "russian", 650)
    assert made.commander is not None
    assert [(one.level, one.units, one.formations) for one in made.formations] == [("brigade", (), ())]
    assert made.formations[0].commander is not None
    assert made.units == ()
    assert made.title == "Russian 650 points"


def test_new_sets_rulings(orbat: Orbat, tmp_path: Path) -> None:
    """For an empty army or a template; defaults are not written, and the last of two choices applies."""
    several = ("--reading", "shattered=warning", "--reading", "off_board_base=agreed", "--reading", "battery=models")
    for file, more in ((tmp_path / "blank.yaml", ()), (tmp_path / "copy.yaml", ("--template", "ottoman_400"))):
        assert orbat(*NEW, "ottoman", *several, *more, "-o", file).code == 0
        assert _load(file).rulings == {"shattered": "warning", "off_board_base": "agreed"}
    again = ("--reading", "shattered=warning", "--reading", "shattered=error")
    assert orbat(*NEW, "ottoman", *again, "-o", tmp_path / "ours.yaml").code == 0
    assert _load(tmp_path / "ours.yaml").rulings == {}


def test_new_sets_the_staff_table(orbat: Orbat, tmp_path: Path) -> None:
    """Refused for rulesets without national tables, and nothing is written."""
    assert orbat(*NEW, "ottoman", "--staff-table", "national", "-o", tmp_path / "a.yaml").code == 0
    assert _load(tmp_path / "a.yaml").staff_table == "national"
    other = ("new", "--ruleset", "fast_play_napoleonic", "--army", "france_1815", "--staff-table", "national")
    run = orbat(*other, "-o", tmp_path / "b.yaml")
    assert run.code == 2
    assert "no choice of staff table" in run.err
    assert not (tmp_path / "b.yaml").exists()


def test_fix_does_not_remove_the_brigade_of_a_new_army(orbat: Orbat, tmp_path: Path) -> None:
    """The empty brigade is a note, not an error."""
    file = tmp_path / "mine.yaml"
    assert orbat(*NEW, "british", "--points", "800", "-o", file).code == 0
    assert [(one.name, one.numbered) for one in _load(file).formations] == [("1st Brigade", True)]
    before = file.read_bytes()
    run = orbat("check", file)
    assert run.code == 0
    assert "Nothing in it yet. " in run.out
    empty = next(one for one in _facts(orbat, file)["findings"] if one["code"] == "FRM002")
    assert (empty["severity"], empty["help"], empty["fix"]) == ("note", "Buy units for the formation.", None)
    assert "no error has an automatic fix" in orbat("check", file, "--fix").out
    assert file.read_bytes() == before


def test_fix_that_adds_an_error_is_not_applied(orbat: Orbat, tmp_path: Path) -> None:
    """40 points buy the battalion. A general costs 30 more."""
    file = tmp_path / "mine.yaml"
    battalion = "formations: [{level: brigade, name: A, units: [{entry: brit_line, size: 10, rating: 3}]}]"
    head = "orbat: 1\nruleset: days_of_empire\narmy_list: british\n"
    file.write_text(f"{head}game_size: 69\n{battalion}\n")
    run = orbat("check", file, "--fix")
    assert "Not fixed: A has no general" in run.out
    assert "The fix would cause: 1 point over the agreed 69 PTS001." in run.out
    assert _load(file).formations[0].commander is None
    file.write_text(f"{head}game_size: 70\n{battalion}\n")
    assert "Fixed: A has no general" in orbat("check", file, "--fix").out
    assert _load(file).formations[0].commander is not None


def test_new_copies_a_template(orbat: Orbat, tmp_path: Path) -> None:
    """All units and comments are copied. Size and title are replaced."""
    file = tmp_path / "mine.yaml"
    template = next(Path(__file__).parents[2].glob("templates/**/alma_british.yaml"))
    assert (
        orbat(*NEW, "british", "--points", "900", "--template", "alma_british", "--title", "Ours", "-o", file).code == 0
    )
    made, shipped = _load(file), _load(template)
    assert made.formations == shipped.formations
    assert (made.title, made.game_size) == ("Ours", 900)
    text, source = file.read_text(encoding="utf-8"), template.read_text(encoding="utf-8")
    comments = [line for line in source.split("\n") if line.startswith("#") and "$schema" not in line]
    assert comments
    assert all(line in text for line in comments)
    assert "$schema" not in text, "the copy has no relative path to a schema"


def test_new_names_the_file_after_the_title(orbat: Orbat, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Titles may have letters of any script."""
    monkeypatch.chdir(tmp_path)
    for title in ("Севастополь", "Балаклава", "a/b: c"):
        assert orbat(*NEW, "russian", "--title", title).code == 0
    assert sorted(path.name for path in tmp_path.iterdir()) == ["a b c.yaml", "Балаклава.yaml", "Севастополь.yaml"]


def test_new_does_not_overwrite(orbat: Orbat, army: Path) -> None:
    before = army.read_bytes()
    run = orbat(*NEW, "british", "-o", army)
    assert (run.code, run.out) == (2, "")
    assert "already exists" in run.err
    assert army.read_bytes() == before


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        ((*NEW, "britsh"), "Did you mean british?"),
        (("new", "--ruleset", "days_of_empir", "--army", "british"), "Did you mean days_of_empire?"),
        ((*NEW, "british", "--template", "alma_britsh"), "Did you mean alma_british?"),
        ((*NEW, "british", "--template", "alma_russian"), "not for british"),
    ],
)
def test_new_suggests_the_nearest_name(
    orbat: Orbat, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, arguments: tuple[str, ...], says: str
) -> None:
    """For an unknown ruleset, list or template; nothing is written."""
    monkeypatch.chdir(tmp_path)
    run = orbat(*arguments)
    assert (run.code, run.out) == (2, "")
    assert says in run.err
    assert list(tmp_path.iterdir()) == []


def test_roll_with_entered_dice(orbat: Orbat, army: Path) -> None:
    """Dice are used in the order of the file, and saved with their method."""
    run = orbat("roll", army, "--dice", "1,3 6")
    assert run.code == 0
    assert run.out.split("\n")[:3] == [
        "Sir George Brown: 1 on the default table, inept",
        "William Codrington: 3 on the default table, capable",
        "George Buller: 6 on the default table, exceptional",
    ]
    division = _load(army).formations[0]
    assert division.commander is not None
    assert division.commander.roll is not None
    assert (division.commander.quality, division.commander.roll.method) == ("inept", "entered")
    assert "STF001" not in orbat("check", army).out


def test_roll_by_seed_and_at_random(orbat: Orbat, army: Path) -> None:
    """A seed is reproducible; random dice are saved; a second roll changes nothing."""
    before = army.read_bytes()
    assert orbat("roll", army, "--seed", "tea and Alma").code == 0
    division = _load(army).formations[0]
    throw = seeded_dice("tea and Alma")
    people = [division.commander, *(one.commander for one in division.formations)]
    rolls = [person.roll for person in people if person and person.roll]
    assert [roll.dice for roll in rolls] == [throw(number, 1, 6) for number in (1, 2, 3)]
    assert {(roll.method, roll.seed) for roll in rolls} == {("seeded", "tea and Alma")}
    army.write_bytes(before)
    assert orbat("roll", army).code == 0
    diced = army.read_bytes()
    assert "method: random" in diced.decode()
    run = orbat("roll", army)
    assert run.code == 0
    assert "All generals have a roll" in run.out
    assert army.read_bytes() == diced


def test_a_reroll_keeps_the_earlier_roll(orbat: Orbat, army: Path) -> None:
    """The earlier roll keeps its date."""
    orbat("roll", army, "--dice", "1,3,6")
    run = orbat("roll", army, "--reroll", "george buller", "--dice", "2")
    assert run.code == 0
    assert "George Buller: 2 on the default table, capable (was exceptional)" in run.out
    buller = _load(army).formations[0].formations[1].commander
    assert buller is not None
    assert buller.roll is not None
    assert (buller.quality, buller.roll.dice) == ("capable", (2,))
    assert len(buller.roll.on) == len("2026-03-04")
    assert [(roll.dice, roll.result) for roll in buller.roll.earlier] == [((6,), "exceptional")]


def test_roll_keeps_comments_and_order(orbat: Orbat, army: Path) -> None:
    """Quotes and x- keys are preserved. Only the lines of generals change."""
    lines = "name: 7th Royal Fusiliers   # first\n", "rating: 2\n", "size: 12\n", "entry: brit_line"
    text = army.read_text(encoding="utf-8").replace(
        "{name: 7th Royal Fusiliers, entry: brit_line, size: 12, rating: 2}", f"{' ' * 12}".join(lines)
    )
    text = text.replace("title: Light Division", 'x-club: {a: [1, 2]}\ntitle: "Light Division"   # quoted')
    text = f"# my army\n{text}\n# the end\n"
    army.write_text(text, encoding="utf-8")
    assert orbat("roll", army, "--dice", "1,3,6").code == 0
    after = army.read_text(encoding="utf-8").split("\n")
    changed = [(old, new) for old, new in zip(text.split("\n"), after, strict=True) if old != new]
    assert len(changed) == 3
    assert all("commander: {name: " in old and "roll: {dice: [" in new for old, new in changed)


@pytest.mark.parametrize("damage", ["sise: 12", "size: 12.5", "size: 12, size: 13", "size: [12"])
def test_roll_does_not_change_a_damaged_file(orbat: Orbat, army: Path, damage: str) -> None:
    """Saving would lose what could not be read. Exit code 2."""
    army.write_text(army.read_text(encoding="utf-8").replace("size: 12", damage), encoding="utf-8")
    before = army.read_bytes()
    run = orbat("roll", army, "--dice", "1,3,6")
    assert run.code == 2
    assert "not changed: correct" in run.out + run.err
    assert army.read_bytes() == before


@pytest.mark.parametrize("more", ["--dice 1,2", "--dice 1,2,9", "--dice x", "--dice 1,2,3 --seed x", "--reroll Who"])
def test_roll_refuses_invalid_dice_and_names(orbat: Orbat, army: Path, more: str) -> None:
    """The file is not changed."""
    before = army.read_bytes()
    run = orbat("roll", army, *more.split())
    assert (run.code, run.out) == (2, "")
    assert run.err
    assert army.read_bytes() == before


def test_roll_writes_to_another_file(orbat: Orbat, army: Path, tmp_path: Path) -> None:
    """With -o the input file is unchanged."""
    before = army.read_bytes()
    assert orbat("roll", army, "--dice", "1,3,6", "-o", tmp_path / "diced.yaml").code == 0
    assert army.read_bytes() == before
    assert "roll:" in (tmp_path / "diced.yaml").read_text(encoding="utf-8")


@pytest.mark.slow
@pytest.mark.parametrize("step", range(len(FORMATS)))
def test_an_army_survives_conversion_between_all_formats(orbat: Orbat, army: Path, tmp_path: Path, step: int) -> None:
    """From each format to each, and back to YAML, with its dice."""
    orbat("roll", army, "--dice", "1,3,6")
    orbat("convert", army, tmp_path / "zero.txt")
    orbat("convert", tmp_path / "zero.txt", tmp_path / "zero.yaml")
    path = tmp_path / "zero.yaml"
    chain = [FORMATS[number * step % len(FORMATS)] for number in range(len(FORMATS) + 1)]
    for number, suffix in enumerate(chain if step else [one for one in FORMATS for _ in range(2)]):
        target = tmp_path / f"step{number}{suffix}"
        assert orbat("convert", path, target).code == 0
        path = target
    orbat("convert", path, tmp_path / "last.yaml")
    path = tmp_path / "last.yaml"
    assert _load(path) == _load(tmp_path / "zero.yaml")
    claimed = _facts(orbat, army)
    for unit in claimed["units"]:
        unit["claimed"] = unit["points"]
    claimed["verdict"]["sums"] = "right"
    claimed["summary"] = "Legal, 158 of 800, all sums right"
    assert _facts(orbat, path) == claimed


def test_convert_writes_to_standard_output(orbat: Orbat, army: Path) -> None:
    """A dash writes YAML, or the format of its extension."""
    assert read_orbat(orbat("convert", army, "-").out).orbat == _load(army)
    run = orbat("convert", army, "-.txt")
    assert run.code == 0, run.err
    assert "7th Royal Fusiliers - 12 stands" in run.out


def test_convert_refuses_an_unknown_extension(orbat: Orbat, army: Path, tmp_path: Path) -> None:
    """The error lists the known ones."""
    run = orbat("convert", army, tmp_path / "army.docx")
    assert run.code == 2
    assert ".csv" in run.err
    assert not (tmp_path / "army.docx").exists()


@pytest.mark.slow
@pytest.mark.parametrize("paper", sampled(["a4", "letter"], 1))
def test_a_printed_sheet_gives_the_same_report(orbat: Orbat, army: Path, tmp_path: Path, paper: str) -> None:
    """`check sheet.pdf` reads the attached ORBAT."""
    sheet = tmp_path / "sheet.pdf"
    run = orbat("print", army, "-o", sheet, "--paper", paper)
    assert (run.code, run.err) == (0, "")
    assert _facts(orbat, sheet) == _facts(orbat, army)
    assert orbat("check", sheet).code == 0
    army.write_text(army.read_text(encoding="utf-8").replace("rating: 2", "rating: 4"), encoding="utf-8")
    assert "Not legal: 1 error" in orbat("print", army, "-o", sheet).out
    assert orbat("check", sheet).code == 1
    assert _facts(orbat, sheet) == _facts(orbat, army)


def test_price_shows_every_calculation(orbat: Orbat, army: Path, library: Library) -> None:
    """A line for each unit and general with calculation and citation; the JSON has the same tree."""
    run = orbat("price", army)
    assert (run.code, run.err) == (0, "")
    assert "7th Royal Fusiliers: 12 stands x (2 class 2 + 1 rifles) = 36 [DOE 5.3, 5.4]" in run.out
    assert "Sir George Brown: 30 division general = 30 [DOE 5.1]" in run.out
    quote = json.loads(orbat("price", army, "--json").out)
    division = quote["formations"][0]
    assert (quote["total"], quote["left"], quote["game_size"]) == (158, 642, 800)
    assert [one["points"] for one in (division, *division["formations"])] == [158, 66, 62]
    unit = division["formations"][0]["units"][0]
    assert unit["points"] == unit["size"] * sum(term["points"] for term in unit["each"]) == 36


def test_the_ruleset_is_optional_for_a_unique_list(orbat: Orbat, tmp_path: Path) -> None:
    """Otherwise the error lists the rulesets. Usual sizes are shown."""
    run = orbat("new", "--army", "france_1815", "-o", tmp_path / "a.yaml")
    assert run.code == 0
    assert "Usual sizes: 100, 200, 300 points" in run.out
    assert "ruleset: fast_play_napoleonic" in (tmp_path / "a.yaml").read_text(encoding="utf-8")
    run = orbat("new", "--army", "british", "-o", tmp_path / "b.yaml")
    assert run.code == 2
    assert "honours_of_war" in run.err
    assert "fast_play_napoleonic" not in run.err

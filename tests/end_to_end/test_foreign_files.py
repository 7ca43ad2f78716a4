"""Files from other people and programs, and the commands in the documentation."""

from __future__ import annotations

import csv
import io
import json
import re
import shlex
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from openpyxl import Workbook
from tests.examples import sampled

ROOT = Path(__file__).resolve().parents[2]
Orbat = Callable[..., Any]

FOREIGN_FILES: dict[str, tuple[str, bytes]] = {
    "empty": ("army.yaml", b""),
    "half": ("army.yaml", b"orbat: 1\ntitle: Half\nruleset: days_of_empire\nformations:\n  - {level: brigade, na"),
    "huge": ("army.yaml", b"orbat: 1\nnote: >-\n" + b"  all of this is one note\n" * 420_000),
    "too many values": ("army.yaml", b"orbat: 1\nruleset: days_of_empire\nunits:\n" + b"  - {size: 1}\n" * 90_000),
    "another schema": ("army.yaml", b"roster:\n  forces: [{name: Army, selections: []}]\n"),
    "another schema in JSON": ("army.json", b'{"roster": {"forces": []}}'),
    "a picture called YAML": ("army.yaml", b"\x89PNG\r\n\x1a\n" + bytes(range(256))),
    "a PDF called YAML": ("army.yaml", b"%PDF-1.7\n1 0 obj\n<<>>\nendobj\n"),
    "YAML called PDF": ("army.pdf", b"roster: 1\n"),
    "YAML called CSV": ("army.csv", b"orbat: 1\nruleset: days_of_empire\n"),
    "prose called text": ("army.txt", b"Dear opponent,\nhere is my army.\n"),
}


@pytest.mark.slow
@pytest.mark.parametrize("case", sorted(FOREIGN_FILES))
def test_a_file_that_is_not_an_orbat_has_one_message(orbat: Callable[..., Any], tmp_path: Path, case: str) -> None:
    """Empty, truncated, huge or other files: refused with a message and not changed."""
    name, content = FOREIGN_FILES[case]
    file = tmp_path / name
    file.write_bytes(content)
    run = orbat("check", file, "--json")
    assert run.code == 2
    report = json.loads(run.out)["reports"][0]
    assert not report["legal"]
    assert report["total"] is None
    assert 1 <= len(report["findings"]) <= 3
    assert all(finding["message"] and finding["help"] for finding in report["findings"])
    assert file.read_bytes() == content
    assert orbat("convert", file, tmp_path / "out.yaml").code == 2
    assert not (tmp_path / "out.yaml").exists()


def test_yaml_and_json_are_read_by_content_not_suffix(
    orbat: Callable[..., Any], two_brigades: str, tmp_path: Path
) -> None:
    """YAML named `.json` and JSON named `.yaml`."""
    (tmp_path / "army.yaml").write_text(two_brigades, encoding="utf-8")
    orbat("convert", tmp_path / "army.yaml", tmp_path / "army.json")
    shutil.move(tmp_path / "army.json", tmp_path / "json.yaml")
    shutil.copy(tmp_path / "army.yaml", tmp_path / "yaml.json")
    for name in ("json.yaml", "yaml.json"):
        assert json.loads(orbat("check", tmp_path / name, "--json").out)["reports"][0]["total"] == 158


def test_commands_write_only_into_the_given_folder(
    orbat: Callable[..., Any], two_brigades: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Every command writes into the folder given and nowhere else."""
    (tmp_path / "here").mkdir()
    (tmp_path / "there").mkdir()
    monkeypatch.chdir(tmp_path / "here")
    army = tmp_path / "army.yaml"
    army.write_text(two_brigades, encoding="utf-8")
    there = tmp_path / "there"
    assert orbat("convert", army, there / "a.csv").code == 0
    assert orbat("roll", army, "--seed", "x", "-o", there / "b.yaml").code == 0
    assert orbat("new", "--ruleset", "days_of_empire", "--army", "british", "-o", there / "c.yaml").code == 0
    assert sorted(path.name for path in there.iterdir()) == ["a.csv", "b.yaml", "c.yaml"]
    assert list((tmp_path / "here").iterdir()) == []
    assert army.read_text(encoding="utf-8") == two_brigades
    assert sorted(path.name for path in tmp_path.iterdir()) == ["army.yaml", "here", "there"]


@pytest.mark.parametrize("name", sampled(["Guards", "Rifles", "Cossacks", "brit_lin", "Line", "ru_line"], 2))
def test_an_unknown_entry_is_not_replaced_by_a_similar_one(
    orbat: Callable[..., Any], two_brigades: str, tmp_path: Path, name: str
) -> None:
    """An unknown entry has no price and a finding with a question."""
    army = tmp_path / "army.yaml"
    army.write_text(two_brigades.replace("entry: brit_line, size: 12", f"entry: {name}, size: 12"), encoding="utf-8")
    for path in (army, tmp_path / "army.txt", tmp_path / "army.csv"):
        if path != army:
            assert orbat("convert", army, path).code == 0
        report = json.loads(orbat("check", path, "--json").out)["reports"][0]
        assert report["units"][0]["entry"] == name
        assert report["units"][0]["points"] is None
        assert [finding["path"] for finding in report["findings"] if finding["code"] == "UNT001"]
        assert report["total"] == 158 - 36


TYPED = """\
British, Days of Empire, 800 points
1st Brigade
General Codrington - 30 points
7th Royal Fusiliers, 16 stands, class 3, rifles - 64 points
33rd Duke of Wellington's, 12 stands, class 3, rifles - 48 points
Total: 142 points
"""


@pytest.mark.parametrize("sheet", ["empty", "household accounts"])
def test_a_workbook_without_a_list_has_one_message(orbat: Orbat, tmp_path: Path, sheet: str) -> None:
    """An empty workbook, or one of household accounts, is refused with a message and not changed."""
    book = Workbook()
    for row in [] if sheet == "empty" else [("Date", "Shop"), ("Monday", "Baker"), ("Tuesday", "Grocer")]:
        book.worksheets[0].append(row)
    file = tmp_path / "army.xlsx"
    book.save(file)
    content = file.read_bytes()
    run = orbat("check", file, "--json")
    (report,) = json.loads(run.out)["reports"]
    assert (run.code, report["total"], len(report["findings"])) == (2, None, 1)
    assert report["findings"][0]["message"].startswith("the file ")
    assert report["findings"][0]["help"]
    assert file.read_bytes() == content


def test_a_typed_list_is_recognised_by_its_content(orbat: Orbat, tmp_path: Path) -> None:
    """A workbook named `.txt`, and a typed list named as a workbook, a table or without suffix, give the same army."""
    book = Workbook()
    for line in TYPED.splitlines():
        book.worksheets[0].append((line,))
    book.save(tmp_path / "book.xlsx")
    (tmp_path / "book.xlsx").rename(tmp_path / "book.txt")
    for name in ("list.xlsx", "list.csv", "list.md", "list"):
        (tmp_path / name).write_text(TYPED, encoding="utf-8")
    for name in ("book.txt", "list.xlsx", "list.csv", "list.md", "list"):
        (report,) = json.loads(orbat("check", tmp_path / name, "--json").out)["reports"]
        assert (name, report["army_list"], report["total"]) == (name, "british", 142)


@pytest.mark.parametrize(
    ("nation", "guards", "unknown"),
    [("British", "brit_foot_guards", {3, 4}), ("French", "fr_guard_grenadiers", {3})],
)
def test_typed_units_of_another_nation_are_questioned(
    orbat: Orbat, tmp_path: Path, nation: str, guards: str, unknown: set[int]
) -> None:
    """Guards match the army list. Cossacks, which it does not have, get findings.

    Bashi-bazouks are in the French list under the name of Spahis d'Orient.
    """
    file = tmp_path / "list.txt"
    lines = ("Guard grenadiers, 12 stands, class 4 - 60", "Cossacks, 10 stands, class 2", "Bashi-bazouks, 9 stands")
    file.write_text("\n".join((f"{nation}, Days of Empire, 800 points", *lines)), encoding="utf-8")
    (report,) = json.loads(orbat("check", file, "--json").out)["reports"]
    entries = [unit["entry"] for unit in report["units"]]
    assert entries[0] == guards
    assert {entry.partition("_")[0] for entry in entries} == {guards.partition("_")[0]}
    asked = {finding["line"] for finding in report["findings"] if finding["code"] in ("TXT007", "TXT008")}
    assert asked == unknown


@pytest.mark.parametrize("before", sampled(["> ", "", "    ", "\u2022 ", "- ", "* **"], 2))
def test_a_pasted_list_is_read_in_any_layout(orbat: Orbat, tmp_path: Path, before: str) -> None:
    """Quoted, indented, with bullets or bold, with CRLF or no-break spaces: the same units and totals."""
    after = "**" if before.endswith("**") else ""
    for ends, space in (("\n", " "), ("\r\n", " "), ("\n", "\u00a0")):
        file = tmp_path / "list.txt"
        lines = [f"{before}{line}{after}".replace(" ", space) for line in TYPED.splitlines()]
        file.write_bytes(ends.join(lines).encode())
        (report,) = json.loads(orbat("check", file, "--json").out)["reports"]
        assert report["total"] == 142
        assert [unit["points"] for unit in report["units"]] == [64, 48]
        assert not [one for one in report["findings"] if one["code"].startswith("TXT")]


def test_a_typed_list_survives_conversion_to_plain_text(orbat: Orbat, tmp_path: Path) -> None:
    """Units, total and game size do not change."""
    (tmp_path / "list.txt").write_text(TYPED, encoding="utf-8")
    orbat("convert", tmp_path / "list.txt", tmp_path / "plain.txt")
    typed, plain = (
        json.loads(orbat("check", tmp_path / name, "--json").out)["reports"][0] for name in ("list.txt", "plain.txt")
    )
    assert [typed[key] for key in ("units", "total", "game_size")] == [
        plain[key] for key in ("units", "total", "game_size")
    ]


def test_a_misspelt_name_is_corrected_in_the_canonical_form(orbat: Orbat, tmp_path: Path) -> None:
    """The check reports the misspelt name."""
    file = tmp_path / "list.txt"
    file.write_text(TYPED.replace("7th Royal Fusiliers", "7th Royal Fusiilers"), encoding="utf-8")
    assert "7th Royal Fusiilers is read as" in orbat("check", file).out
    assert orbat("convert", file, tmp_path / "army.yaml", "--canonical").code == 0
    assert "name: 7th Royal Fusiliers" in (tmp_path / "army.yaml").read_text(encoding="utf-8")


@pytest.mark.slow
def test_two_hundred_files_are_checked_in_one_run(orbat: Orbat, two_brigades: str, tmp_path: Path) -> None:
    """Our formats and typed lists, one CSV row each. Damaged files do not stop the run."""
    folder = tmp_path / "event"
    folder.mkdir()
    (folder / "000.yaml").write_text(two_brigades, encoding="utf-8")
    for ending in ("json", "txt", "csv"):
        orbat("convert", folder / "000.yaml", tmp_path / f"own.{ending}")
    for number in range(1, 198):
        ending = ("json", "txt", "csv", "typed")[number % 4]
        file = folder / f"{number:03}.{ending.replace('typed', 'txt')}"
        file.write_bytes(TYPED.encode() if ending == "typed" else (tmp_path / f"own.{ending}").read_bytes())
    (folder / "198.yaml").write_bytes(b"orbat: [")
    (folder / "199.pdf").write_bytes(b"%PDF-1.7 and no more")
    run = orbat("check", folder, "--csv")
    rows = list(csv.DictReader(io.StringIO(run.out)))
    assert run.code == 2
    assert [Path(row["file"]).stem for row in rows] == [f"{number:03}" for number in range(200)]
    totals = [row["total"] for row in rows]
    assert totals[:198] == ["142" if number % 4 == 3 else "158" for number in range(198)]
    assert totals[198:] == ["", ""]


@pytest.mark.slow
def test_every_command_in_the_documentation_runs(
    orbat: Callable[..., Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each line of a shell block in the README and the docs that starts with `orbat` exits with 0 or 1.

    `own_ruleset.md` needs the files that it writes, and has a test in tests/docs.
    """
    for part in ("army_lists", "templates"):
        shutil.copytree(ROOT / part, tmp_path / part)
    (tmp_path / "collection.yaml").write_text(_collection(), encoding="utf-8")
    tour = (ROOT / "docs" / "index.md").read_text(encoding="utf-8")
    (tmp_path / "theirs.txt").write_text(re.findall(r"^```text\n(.*?)^```", tour, re.MULTILINE | re.DOTALL)[1], "utf-8")
    monkeypatch.chdir(tmp_path)
    ran = 0
    pages = [page for page in sorted((ROOT / "docs").rglob("*.md")) if page.name != "own_ruleset.md"]
    for page in [ROOT / "README.md", *pages]:
        for command in _commands(page.read_text(encoding="utf-8")):
            run = orbat(*command)
            assert run.code in (0, 1), (page.name, command, run.out, run.err)
            ran += 1
    assert ran >= 5, "the documentation has examples of commands"


def _collection() -> str:
    """The example of a collection in the user guide."""
    guide = (ROOT / "docs" / "guide.md").read_text(encoding="utf-8")
    (example,) = re.findall(r"^```yaml\n(collection: .*?)^```", guide, re.MULTILINE | re.DOTALL)
    return str(example)


def _commands(page: str) -> Iterator[list[str]]:
    """The words of each line that starts with `orbat ` in the fenced shell blocks of a page."""
    for block in re.findall(r"^```(?:sh|shell|bash|console)\n(.*?)^```", page, re.MULTILINE | re.DOTALL):
        for line in block.replace("\\\n", " ").split("\n"):
            words = shlex.split(line.removeprefix("$ "), comments=True)
            if words[:1] == ["orbat"]:
                yield words[1:]

"""Group E of the public cases: files from elsewhere, and what the documentation promises."""

from __future__ import annotations

import json
import re
import shlex
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parents[2]

IMPORTS: dict[str, tuple[str, bytes]] = {
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


@pytest.mark.parametrize("sort", sorted(IMPORTS))
def test_a_file_that_is_no_orbat_gets_one_clear_message(orbat: Callable[..., Any], tmp_path: Path, sort: str) -> None:
    """E10: empty, cut off, huge, of another schema or another kind: not read, said in words, and not touched."""
    name, content = IMPORTS[sort]
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


def test_a_sound_file_is_read_whatever_its_ending_says(
    orbat: Callable[..., Any], two_brigades: str, tmp_path: Path
) -> None:
    """E10: the sort is judged by the content: YAML called JSON and JSON called YAML are read alike."""
    (tmp_path / "army.yaml").write_text(two_brigades, encoding="utf-8")
    orbat("convert", tmp_path / "army.yaml", tmp_path / "army.json")
    shutil.move(tmp_path / "army.json", tmp_path / "json.yaml")
    shutil.copy(tmp_path / "army.yaml", tmp_path / "yaml.json")
    for name in ("json.yaml", "yaml.json"):
        assert json.loads(orbat("check", tmp_path / name, "--json").out)["reports"][0]["total"] == 158


def test_an_output_goes_where_it_was_sent(
    orbat: Callable[..., Any], two_brigades: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """E12: every command writes into the folder that was named, and nothing beside it."""
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


@pytest.mark.parametrize("name", ["Guards", "Rifles", "Cossacks", "brit_lin", "Line", "ru_line"])
def test_a_name_is_never_silently_taken_for_the_nearest(
    orbat: Callable[..., Any], two_brigades: str, tmp_path: Path, name: str
) -> None:
    """E14: an entry that is not exactly one of the list has no price and a finding that asks; nothing is chosen."""
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


def test_every_command_of_the_documentation_runs(
    orbat: Callable[..., Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """E20: each line of a shell block in the README and the docs that starts with orbat does what it says."""
    for part in ("army_lists", "templates"):
        shutil.copytree(ROOT / part, tmp_path / part)
    monkeypatch.chdir(tmp_path)
    ran = 0
    for page in [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]:
        for command in _commands(page.read_text(encoding="utf-8")):
            run = orbat(*command)
            assert run.code in (0, 1), (page.name, command, run.out, run.err)
            ran += 1
    assert ran >= 5, "the documentation shows how the program is used"


def _commands(page: str) -> Iterator[list[str]]:
    """The words of each line that starts with `orbat ` in the fenced shell blocks of a page."""
    for block in re.findall(r"^```(?:sh|shell|bash|console)\n(.*?)^```", page, re.MULTILINE | re.DOTALL):
        for line in block.replace("\\\n", " ").split("\n"):
            words = shlex.split(line.removeprefix("$ "), comments=True)
            if words[:1] == ["orbat"]:
                yield words[1:]

"""Nothing is lost when a save fails or a file cannot be read."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from tests.examples import sampled

from orbat.formats.orbat_file import read_orbat
from orbat.model.edits import Set, apply
from orbat.pipeline import save
from orbat.session import files
from orbat.session.files import WriteFailed, write

KILL_PROGRAM = r"""
import json, os, re, signal, sys
from pathlib import Path
from orbat.session import files
from orbat.pipeline import file_text
from orbat.formats.orbat_file import read_orbat
from dataclasses import replace

folder, original = Path(sys.argv[1]), Path(sys.argv[2]).read_text()
old = read_orbat(original).orbat
new = replace(old, title="After")
results = []
number = 0
files.write(folder / "first.yaml", content := file_text(new, ".yaml", original).encode())
traced = re.compile(r"pathlib|session.files\.py$")
while True:
    path = folder / f"army{number}.yaml"
    path.write_text(original)
    child = os.fork()
    if child == 0:
        lines = 0

        def each_line(frame, event, argument):
            global lines
            if event == "line":
                if lines == number:
                    os.kill(os.getpid(), signal.SIGKILL)
                lines += 1
            return each_line

        def each_call(frame, event, argument):
            global writing
            writing = writing or frame.f_code is files.write.__code__
            return each_line if writing and traced.search(frame.f_code.co_filename) else None

        writing = False
        sys.settrace(each_call)
        files.write(path, content)
        os._exit(0)
    _, status = os.waitpid(child, 0)
    backup = path.with_name(path.name + ".bak")
    results.append(
        {
            "killed": os.WIFSIGNALED(status),
            "now": path.read_text(),
            "backup": backup.read_text() if backup.exists() else None,
        }
    )
    if not os.WIFSIGNALED(status):
        break
    number += 1
print(json.dumps(results))
"""


@pytest.mark.slow
@pytest.mark.skipif(not hasattr(os, "fork"), reason="the test forks")
def test_a_save_killed_at_any_step_leaves_a_complete_file(two_brigades: str, tmp_path: Path) -> None:
    """Killed before any line executed while writing, it leaves the old or the new file."""
    original = tmp_path / "original.yaml"
    original.write_text(two_brigades, encoding="utf-8")
    run = subprocess.run(
        [sys.executable, "-c", KILL_PROGRAM, str(tmp_path), str(original)], capture_output=True, text=True, check=True
    )
    results = json.loads(run.stdout)
    after = two_brigades.replace("title: Light Division", "title: After")
    assert len(results) > 100
    assert [result["killed"] for result in results] == [True] * (len(results) - 1) + [False]
    assert {result["now"] for result in results} == {two_brigades, after}
    for result in results:
        if result["now"] == after:
            assert result["backup"] == two_brigades
        assert result["backup"] in (None, two_brigades)
    assert results[-1]["now"] == after


@pytest.mark.parametrize("step", ["fsync", "replace", "fdopen", "write"])
@pytest.mark.parametrize("earlier", [True, False])
def test_a_failed_save_keeps_the_old_file_and_reports_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, step: str, earlier: bool
) -> None:
    """A full disk at any step gives a message. No partial file remains."""
    path = tmp_path / "army.yaml"
    if earlier:
        path.write_bytes(b"the old army\n")

    def full(*_: object, **__: object) -> None:
        raise OSError(28, "No space left on device")

    if step == "write":
        opened = os.fdopen

        def half(*arguments: Any, **named: Any) -> Any:
            file = opened(*arguments, **named)

            class Full:
                def __enter__(self) -> Any:
                    return self

                def __exit__(self, *_: object) -> None:
                    file.close()

                def write(self, content: bytes) -> None:
                    file.write(content[: len(content) // 2])
                    full()

            return Full()

        monkeypatch.setattr(os, "fdopen", half)
    else:
        monkeypatch.setattr(os, step, full)
        if step == "replace":
            monkeypatch.setattr(Path, "replace", full)
    with pytest.raises(WriteFailed, match="no space left on device; save under another name"):
        write(path, b"the new army\n", backup=False)
    monkeypatch.undo()
    assert [one.name for one in tmp_path.iterdir() if one.is_file()] == (["army.yaml"] if earlier else [])
    if earlier:
        assert path.read_bytes() == b"the old army\n"


BAD_DATA: dict[str, Callable[[bytes], bytes]] = {
    "truncated": lambda text: text[: len(text) // 2] + b"\n  - [",
    "empty": lambda _: b"",
    "binary": lambda _: bytes(range(256)) * 8,
    "wrong encoding": lambda text: text.replace("Minié".encode(), "Minié".encode("latin-1")),
    "null": lambda _: b"null\n",
}


@pytest.mark.parametrize("fault", sampled(sorted(BAD_DATA), 2))
def test_an_unreadable_data_file_is_reported_and_not_changed(
    orbat: Callable[..., Any], copied_data: Path, two_brigades: str, tmp_path: Path, fault: str
) -> None:
    """The message names the army list, and the line where there is one. Other army lists still work."""
    bad = copied_data / "army_lists" / "days_of_empire" / "british.yaml"
    bad.write_bytes(BAD_DATA[fault](bad.read_bytes()))
    before = bad.read_bytes()
    army = tmp_path / "army.yaml"
    army.write_text(two_brigades, encoding="utf-8")
    run = orbat("check", army)
    assert run.code in (1, 2)
    assert "british.yaml" in run.out
    if fault in ("truncated", "wrong encoding"):
        assert "line " in run.out.split("british.yaml", 1)[1].split("\n")[0]
    assert bad.read_bytes() == before
    army.write_text(two_brigades.replace("british", "french").replace("brit_line", "fr_line"), encoding="utf-8")
    assert "138 of 800 points" in orbat("check", army).out


def test_a_unit_with_a_removed_entry_is_kept(
    orbat: Callable[..., Any], copied_data: Path, two_brigades: str, tmp_path: Path
) -> None:
    """Its name, size and points are kept, also through a save. When the entry is restored, it is priced again."""
    army = tmp_path / "army.yaml"
    army.write_text(two_brigades.replace("rating: 2}", "rating: 2, points: 36}"), encoding="utf-8")
    expected = json.loads(orbat("check", army, "--json").out)["reports"][0]
    data = copied_data / "army_lists" / "days_of_empire" / "british.yaml"
    kept = data.read_text(encoding="utf-8")
    data.write_text(kept.replace("id: brit_line\n", "id: brit_gone\n"), encoding="utf-8")
    report = json.loads(orbat("check", army, "--json").out)["reports"][0]
    first = report["units"][0]
    assert (first["name"], first["size"], first["claimed"], first["points"]) == ("7th Royal Fusiliers", 12, 36, None)
    assert [finding["code"] for finding in report["findings"]].count("UNT001") == 2
    assert orbat("roll", army, "--dice", "3,3,3").code == 0
    text = army.read_text(encoding="utf-8")
    assert "{name: 7th Royal Fusiliers, entry: brit_line, size: 12, rating: 2, points: 36}" in text
    data.write_text(kept, encoding="utf-8")
    assert json.loads(orbat("check", army, "--json").out)["reports"][0]["units"] == expected["units"]


def test_a_price_change_is_reported_for_each_unit_and_the_total(
    orbat: Callable[..., Any], copied_data: Path, two_brigades: str, tmp_path: Path
) -> None:
    """Saved with data version 1 and checked with version 2. The check writes nothing."""
    army = tmp_path / "army.yaml"
    text = two_brigades.replace("days_of_empire\n", "days_of_empire@1\n").replace(
        "rating: 2}", "rating: 2, points: 36}"
    )
    army.write_text(f"{text}total: 158\n", encoding="utf-8")
    rules = copied_data / "army_lists" / "days_of_empire" / "ruleset.yaml"
    data = rules.read_text(encoding="utf-8").replace('version: "1"', 'version: "2"')
    rules.write_text(data.replace("{1: 1, 2: 2, 3: 3, 4: 4}", "{1: 1, 2: 1, 3: 3, 4: 4}"), encoding="utf-8")
    before = army.read_bytes()
    run = orbat("check", army)
    assert "written points 158, actual cost 146" in run.out
    assert "7th Royal Fusiliers: written points 36, actual cost 24" in run.out
    assert run.code == 0, "a difference after a data change is a warning"
    assert army.read_bytes() == before


def test_an_illegal_army_can_be_opened_and_saved(orbat: Callable[..., Any], two_brigades: str, tmp_path: Path) -> None:
    """It is priced, exported and saved, and marked as not legal."""
    army = tmp_path / "army.yaml"
    army.write_text(two_brigades.replace("size: 12", "size: 2"), encoding="utf-8")
    run = orbat("check", army)
    assert run.code == 1
    assert "UNT004" in run.out
    assert orbat("price", army).code == 0
    assert orbat("convert", army, tmp_path / "army.txt").code == 0
    assert "Not legal: 1 error" in (tmp_path / "army.txt").read_text(encoding="utf-8")
    loaded = read_orbat(army.read_text(encoding="utf-8")).orbat
    assert loaded is not None
    save(apply(loaded, Set((), "title", "Mended")), army, army.read_text(encoding="utf-8"))
    assert "size: 2" in army.read_text(encoding="utf-8")


def test_old_and_missing_format_versions(orbat: Callable[..., Any], two_brigades: str, tmp_path: Path) -> None:
    """Version 1 opens, a missing version opens with a finding, and an invalid version is refused."""
    army = tmp_path / "army.yaml"
    for version, code in (("1", 0), ("", 1), ("0", 2), ("true", 2), ("'1'", 2), ("[]", 2)):
        army.write_text(two_brigades.replace("orbat: 1", f"orbat: {version}", 1), encoding="utf-8")
        run = orbat("check", army)
        assert run.code == code, (version, run.out)
        assert ("SRC005" in run.out) is (version != "1")


@pytest.mark.parametrize("command", ["check", "price", "roll", "convert", "print"])
def test_a_file_of_a_newer_format_is_refused_and_not_changed(
    orbat: Callable[..., Any], two_brigades: str, tmp_path: Path, command: str
) -> None:
    """Version 2 gives a message and exit code 2."""
    army = tmp_path / "army.yaml"
    army.write_text(two_brigades.replace("orbat: 1", "orbat: 2\nunheard: of", 1), encoding="utf-8")
    before = army.read_bytes()
    out: dict[str, list[object]] = {"convert": [tmp_path / "out.json"], "print": ["-o", tmp_path / "out.pdf"]}
    more = out.get(command, [])
    run = orbat(command, army, *more)
    assert run.code == 2
    assert "format 2" in run.out
    assert "newer" in run.out
    assert army.read_bytes() == before
    assert sorted(path.name for path in tmp_path.iterdir() if path.is_file()) == ["army.yaml"]


@pytest.mark.parametrize(
    "where", ["missing/army.yaml", "x" * 300 + ".yaml", "folder", "army.yaml/inner.yaml", "nul\0.yaml"]
)
def test_a_failed_write_is_reported_and_loses_nothing(two_brigades: str, tmp_path: Path, where: str) -> None:
    """Missing folder, long name, existing folder or file: the message suggests another name."""
    (tmp_path / "folder").mkdir()
    (tmp_path / "army.yaml").write_text("mine", encoding="utf-8")
    loaded = read_orbat(two_brigades).orbat
    assert loaded is not None
    with pytest.raises(WriteFailed, match=r"save under another name|choose a file name"):
        save(loaded, tmp_path / where)
    assert (tmp_path / "army.yaml").read_text(encoding="utf-8") == "mine"
    save(loaded, tmp_path / "another.yaml")
    assert read_orbat((tmp_path / "another.yaml").read_text(encoding="utf-8")).orbat == loaded


@pytest.mark.parametrize("command", ["roll", "convert", "new", "print"])
def test_a_command_that_cannot_write_reports_it(
    orbat: Callable[..., Any], two_brigades: str, tmp_path: Path, command: str
) -> None:
    """Exit code 2, and one message on standard error that suggests another name."""
    army = tmp_path / "army.yaml"
    army.write_text(two_brigades, encoding="utf-8")
    for name in ("missing/out", "x" * 300):
        out = tmp_path / f"{name}{'.pdf' if command == 'print' else '.yaml'}"
        arguments: dict[str, list[object]] = {
            "roll": [army, "--seed", "x", "-o", out],
            "convert": [army, out],
            "new": ["--ruleset", "days_of_empire", "--army", "british", "-o", out],
            "print": [army, "-o", out],
        }
        run = orbat(command, *arguments[command])
        assert run.code == 2, (name, run.err)
        assert "another" in run.err
    assert army.read_text(encoding="utf-8") == two_brigades


def test_a_read_only_file_is_not_replaced(tmp_path: Path) -> None:
    """Even where the folder is writable."""
    path = tmp_path / "army.yaml"
    path.write_bytes(b"mine")
    path.chmod(0o444)
    with pytest.raises(WriteFailed, match="read-only; save under another name"):
        files.write(path, b"yours")
    assert path.read_bytes() == b"mine"
    assert [one.name for one in tmp_path.iterdir()] == ["army.yaml"]

"""docs/own_ruleset.md, followed word by word, ends with a printed army."""

from __future__ import annotations

import os
import re
import shlex
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

PAGE = (Path(__file__).resolve().parents[2] / "docs" / "own_ruleset.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"^```(sh|yaml|text)\n(.*?)^```", PAGE, re.MULTILINE | re.DOTALL)
FOLDER = "~/.local/share/orbat"


def put(file: Path, part: str) -> None:
    """Write the keys of a part into a file, in the place of those that it has of the same names."""
    sections = re.split(r"^(?=\w+:)", file.read_text(encoding="utf-8"), flags=re.MULTILINE)
    new = re.findall(r"^(\w+):", part, re.MULTILINE)
    kept = [one for one in sections if one.partition(":")[0] not in new]
    file.write_text("".join(kept) + part, encoding="utf-8")


def test_the_page_goes_the_whole_way(
    orbat: Callable[..., Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each command succeeds, each part fits where the page puts it, and the check ends as the page says."""
    monkeypatch.chdir(tmp_path)
    home, said = os.environ["ORBAT_HOME"], ""
    for sort, text in BLOCKS:
        if sort == "sh":
            for line in text.splitlines():
                run = orbat(*shlex.split(line.replace(FOLDER, home))[1:])
                assert run.code == 0, f"{line}: {run.err}{run.out}"
                said += run.out
        elif sort == "yaml":
            name = text.partition("\n")[0].removeprefix("# ")
            put(Path(name) if name == "mine.yaml" else Path(home) / "army_lists" / "dawn" / name, text)
    assert Path("mine.pdf").read_bytes().startswith(b"%PDF-")
    assert [text for sort, text in BLOCKS if sort == "text"][-1] in said
    assert "Breaking point: 3 of 5 units" in said


def test_a_slip_is_said_as_the_page_has_it(orbat: Callable[..., Any]) -> None:
    """The page quotes the linter."""
    folder = Path(os.environ["ORBAT_HOME"]) / "army_lists" / "dawn"
    orbat("new-ruleset", folder)
    for sort, text in BLOCKS:
        if sort == "yaml" and text.startswith("# ruleset.yaml"):
            put(folder / "ruleset.yaml", text)
    orbat("new-list", folder, "--name", "blues")
    blues = folder / "blues.yaml"
    blues.write_text(blues.read_text(encoding="utf-8").replace("kind: infantry", "kind: infantrie"), encoding="utf-8")
    quoted = next(text for sort, text in BLOCKS if sort == "text")
    assert quoted.strip() in orbat("lint", blues).out

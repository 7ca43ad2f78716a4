"""Each step of the tutorial docs/own_ruleset.md works, and the last one prints an army."""

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


def replace_keys(file: Path, part: str) -> None:
    """Write top-level keys to a file, replacing existing keys with the same names."""
    sections = re.split(r"^(?=\w+:)", file.read_text(encoding="utf-8"), flags=re.MULTILINE)
    new = re.findall(r"^(\w+):", part, re.MULTILINE)
    kept = [one for one in sections if one.partition(":")[0] not in new]
    file.write_text("".join(kept) + part, encoding="utf-8")


@pytest.mark.slow
def test_tutorial_ends_with_a_printed_army(
    orbat: Callable[..., Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each command succeeds, each YAML block fits its file, and the check begins as shown."""
    monkeypatch.chdir(tmp_path)
    home, output = os.environ["ORBAT_HOME"], ""
    for language, text in BLOCKS:
        if language == "sh":
            for line in text.splitlines():
                run = orbat(*shlex.split(line.replace(FOLDER, home))[1:])
                assert run.code == 0, f"{line}: {run.err}{run.out}"
                output += run.out
        elif language == "yaml":
            name = text.partition("\n")[0].removeprefix("# ")
            replace_keys(Path(name) if name == "mine.yaml" else Path(home) / "army_lists" / "dawn" / name, text)
    assert Path("mine.pdf").read_bytes().startswith(b"%PDF-")
    assert [text for language, text in BLOCKS if language == "text"][-1] in output
    assert "Breaking point: 3 of 5 units" in output


def test_linter_message_is_quoted_correctly(orbat: Callable[..., Any]) -> None:
    folder = Path(os.environ["ORBAT_HOME"]) / "army_lists" / "dawn"
    orbat("new-ruleset", folder)
    for language, text in BLOCKS:
        if language == "yaml" and text.startswith("# ruleset.yaml"):
            replace_keys(folder / "ruleset.yaml", text)
    orbat("new-list", folder, "--name", "blues")
    blues = folder / "blues.yaml"
    blues.write_text(blues.read_text(encoding="utf-8").replace("kind: infantry", "kind: infantrie"), encoding="utf-8")
    quoted = next(text for language, text in BLOCKS if language == "text")
    assert quoted.strip() in orbat("lint", blues).out

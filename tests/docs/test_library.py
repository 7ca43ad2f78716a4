"""The code of docs/library.md runs and prints the output shown on the page."""

from __future__ import annotations

import contextlib
import io
import re
import shutil
from pathlib import Path

import pytest

import orbat

ROOT = Path(__file__).resolve().parents[2]
PAGE = (ROOT / "docs" / "library.md").read_text(encoding="utf-8")
ARMY = ROOT / "templates" / "orbats" / "days_of_empire" / "extracts" / "alma_great_redoubt_british.yaml"


def test_examples_print_the_output_shown(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every Python block runs, in order, and prints the text block after it."""
    shutil.copy(ARMY, tmp_path / "army.yaml")
    monkeypatch.chdir(tmp_path)
    examples = re.findall(r"^```python\n(.*?)^```\n\n```text\n(.*?)^```", PAGE, re.MULTILINE | re.DOTALL)
    assert len(examples) == PAGE.count("```python") == PAGE.count("```text")
    names: dict[str, object] = {}
    for code, expected in examples:
        with contextlib.redirect_stdout(io.StringIO()) as printed:
            exec(compile(code, "docs/library.md", "exec"), names)
        assert printed.getvalue() == expected, code


def test_every_exported_name_is_documented() -> None:
    """The table of names contains each name of `orbat.__all__`."""
    table = PAGE[: PAGE.index("## Check")]
    assert [name for name in orbat.__all__ if not re.search(rf"^\|.*`{name}\b", table, re.MULTILINE)] == []

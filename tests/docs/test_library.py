"""docs/library.md: its code runs, and prints what the page shows."""

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


def test_the_examples_print_what_the_page_shows(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every block of Python runs, in order, and the block of text after it is its output."""
    shutil.copy(ARMY, tmp_path / "army.yaml")
    monkeypatch.chdir(tmp_path)
    examples = re.findall(r"^```python\n(.*?)^```\n\n```text\n(.*?)^```", PAGE, re.MULTILINE | re.DOTALL)
    assert len(examples) == PAGE.count("```python") == PAGE.count("```text")
    names: dict[str, object] = {}
    for code, shown in examples:
        with contextlib.redirect_stdout(io.StringIO()) as printed:
            exec(compile(code, "docs/library.md", "exec"), names)
        assert printed.getvalue() == shown, code


def test_the_page_names_everything_that_is_exported() -> None:
    """Each name in `orbat.__all__` is in the table of names."""
    table = PAGE[: PAGE.index("## Check")]
    assert [name for name in orbat.__all__ if not re.search(rf"^\|.*`{name}\b", table, re.MULTILINE)] == []

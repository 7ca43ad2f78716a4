"""The shipped data can be read without the compiled YAML parser."""

from __future__ import annotations

from pathlib import Path

import pytest
import yaml
from tests.conftest import ROOT

FILES = sorted((ROOT / "army_lists").rglob("*.yaml"))


@pytest.mark.slow
@pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_the_parser_in_python_reads_the_same_data(path: Path) -> None:
    """It is stricter: in `{where: ...}`, an address with a question mark must be quoted."""
    text = path.read_text(encoding="utf-8")
    assert yaml.load(text, Loader=yaml.SafeLoader) == yaml.load(text, Loader=yaml.CSafeLoader)

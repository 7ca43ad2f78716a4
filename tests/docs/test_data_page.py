"""docs/data.md explains every key of the data files, and its examples are valid YAML."""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, get_args, get_type_hints

import pytest

from orbat.data.yaml_text import parse
from orbat.model.army_list import ArmyList
from orbat.model.record import Record, key_of
from orbat.model.reference import Reference
from orbat.model.rulebook import Rulebook
from orbat.model.ruleset import Ruleset

DOCS = Path(__file__).resolve().parents[2] / "docs"
PAGE = (DOCS / "data.md").read_text(encoding="utf-8")


def records(kind: Any, seen: set[type]) -> Iterator[type]:
    """All records that a file of this kind may contain."""
    if isinstance(kind, type) and issubclass(kind, Record):
        if kind not in seen:
            seen.add(kind)
            yield kind
            for hint in get_type_hints(kind).values():
                yield from records(hint, seen)
        return
    for part in get_args(kind):
        yield from records(part, seen)


@pytest.mark.parametrize("kind", [Ruleset, ArmyList, Reference, Rulebook], ids=lambda kind: kind.__name__)
def test_every_key_is_explained(kind: type[Record]) -> None:
    """Each key of each record appears in backticks."""
    code = " ".join(re.findall(r"`([^`]+)`", re.sub(r"```.*?```", "", PAGE, flags=re.DOTALL)))
    explained = set(re.findall(r"\w+", code))
    keys = {key_of(field.name) for one in records(kind, set()) for field in dataclasses.fields(one)}
    assert keys - explained == set()


def test_every_example_is_valid_yaml() -> None:
    examples = re.findall(r"```yaml\n(.*?)```", PAGE, re.DOTALL)
    assert len(examples) > 6
    for example in examples:
        assert not parse(example).problems, example

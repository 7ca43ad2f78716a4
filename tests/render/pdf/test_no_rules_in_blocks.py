"""Blocks print what a ruleset declares; they hold no states, fates or dice of their own."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from orbat.data.library import Library

ROOT = Path(__file__).resolve().parents[3]
BLOCKS = sorted([*(ROOT / "src/orbat/render").rglob("*.py"), *(ROOT / "src/orbat/features").glob("*/blocks.py")])


@pytest.fixture(scope="module")
def labels() -> set[str]:
    """What the shipped rulesets call the dice of a turn, states, marks, fates and facts."""
    library = Library(ROOT / "army_lists")
    files = (library.ruleset(one) for one in library.ruleset_ids())
    rulesets = [file.value for file in files if file and file.value]
    found = {
        one.label
        for rules in rulesets
        for kept in (rules.turns, rules.states, rules.marks, rules.unit_fates, rules.general_fates, rules.facts)
        for one in kept
    }
    return found | {
        state for rules in rulesets for kind in rules.kinds.values() if kind.track for state in kind.track.states
    }


def test_blocks_have_no_labels_of_rulesets(labels: set[str]) -> None:
    assert {"initiative", "captured", "shaken", "pinned", "first fire"} <= labels
    found = [
        (path.name, text)
        for path in BLOCKS
        for text in _texts(ast.parse(path.read_text(encoding="utf-8")))
        if any(label in text.split() or label == text for label in labels)
    ]
    assert found == []


def _texts(tree: ast.Module) -> list[str]:
    """The string constants of a module, without docstrings."""
    documented = {
        id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
    }
    constants = (node for node in ast.walk(tree) if isinstance(node, ast.Constant) and id(node) not in documented)
    return [node.value for node in constants if isinstance(node.value, str)]

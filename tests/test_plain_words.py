"""House style that a machine can check: plain words, one name per class, tests of public behaviour only."""

from __future__ import annotations

import ast
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
ARCHAIC = re.compile(
    r"\b(that which|of such as|of which there|to be had|beside (it|them)\b|bears? the|heed(s|ed)?\b|befall|gainsay|anew"
    r"|comes? to pass|what is (held|said|meant by)|is (said|told) (of|to)|passed over|thereof|therein"
    r"|wherein|whereof|he|his|him)\b"
)
"""Words that are archaic here, or personal: a general is *they* or has a name."""
WRITTEN = [
    *(ROOT / "src").rglob("*.py"), *(ROOT / "tests").rglob("*.py"), *(ROOT / "docs").glob("*.md"), *ROOT.glob("*.md"),
]  # fmt: skip
ALLOWED = {"_compositor", "_context", "_display", "_exit", "_post_mouse_events"}
"""Names without a public counterpart: the drawn screen, context, display and mouse of Textual, and `os._exit`."""
VOCABULARY = {"words.py", "generals.py"}
"""Files with the words that are read in typed lists."""


def private_names(tree: ast.AST) -> Iterator[tuple[int, str]]:
    """Line and name of each private attribute or function of another module that a test reads."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute):
            owner = node.value
            if not (isinstance(owner, ast.Name) and owner.id in ("self", "cls")):
                yield node.lineno, node.attr
        elif isinstance(node, ast.ImportFrom) and (node.module or "").startswith("orbat"):
            yield from ((node.lineno, name.name) for name in node.names)


def is_private(name: str) -> bool:
    """Whether a name begins with one underscore."""
    return name.startswith("_") and not name.startswith("__") and name not in ALLOWED


@pytest.mark.parametrize("text", ["Whatever is to be had.", "the wish that he heeds", "Passed over: x".lower()])
def test_archaic_words_are_found(text: str) -> None:
    assert ARCHAIC.search(text)


def test_no_archaic_words() -> None:
    found = [
        f"{path.relative_to(ROOT)}:{number}: {match.group()}"
        for path in WRITTEN
        if path != Path(__file__) and path.name not in VOCABULARY
        for number, line in enumerate(path.read_text("utf-8").splitlines(), start=1)
        if (match := ARCHAIC.search(line))
    ]
    assert not found, "\n".join(found)


def test_the_code_cites_no_ruleset() -> None:
    """The short names of rulebooks, and so their sections, are only in the data."""
    files = [*(ROOT / "army_lists").glob("*/ruleset.yaml")]
    codes = [code[1] for file in files if (code := re.search(r"^code: (\w+)$", file.read_text("utf-8"), re.MULTILINE))]
    assert len(codes) == len(files) >= 4
    cited = re.compile(rf"\b({'|'.join(codes)})\b")
    found = [
        f"{path.relative_to(ROOT)}:{number}: {line.strip()}"
        for path in (ROOT / "src" / "orbat").rglob("*.py")
        for number, line in enumerate(path.read_text("utf-8").splitlines(), start=1)
        if cited.search(line)
    ]
    assert not found, "\n".join(found)


def test_class_names_are_unique() -> None:
    names = Counter(
        name
        for path in (ROOT / "src").rglob("*.py")
        for name in re.findall(r"^ *class ([A-Za-z]\w*)[(:\[]", path.read_text("utf-8"), re.MULTILINE)
    )
    assert names["Orbat"] == 1
    assert not [name for name, times in names.items() if times > 1]


def test_private_names_are_found() -> None:
    source = "from orbat.data.library import _load\nscreen._show()\nself._mine\nscreen.__class__\n"
    assert [name for _, name in private_names(ast.parse(source)) if is_private(name)] == ["_load", "_show"]


@pytest.mark.slow
def test_tests_read_no_private_names() -> None:
    found = [
        f"{path.relative_to(ROOT)}:{line}: {name}"
        for path in sorted((ROOT / "tests").rglob("*.py"))
        for line, name in private_names(ast.parse(path.read_text("utf-8")))
        if is_private(name)
    ]
    assert not found, "\n".join(found)

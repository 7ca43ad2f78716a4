"""Every user text is a literal template whose fields are all given, as `orbat.model.wording` requires."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path
from string import Formatter

import pytest

SOURCE = Path(__file__).parents[1] / "src" / "orbat"
TEMPLATES = {"phrase": slice(0, 1), "pick": slice(1, 3), "plural": slice(1, 3), "GroupText": slice(0, 2)}
"""Where each function takes its templates."""


SHOWN = {"say", "notify", "CommandError", "Problem", "Fault", "RollRefused", "RequestRefused", "WriteFailed"}
"""Functions and exceptions whose arguments a user reads. Arguments named `message` and `help` are read too."""


def joined(call: ast.Call) -> Iterator[ast.expr]:
    """The texts shown by a call that are f-strings or sums of strings."""
    name = call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")
    texts = [keyword.value for keyword in call.keywords if keyword.arg in ("message", "help")]
    for text in (*texts, *(call.args if name in SHOWN else ())):
        if isinstance(text, ast.JoinedStr) or (isinstance(text, ast.BinOp) and isinstance(text.op, ast.Add | ast.Mod)):
            yield text


def faults(source: str) -> Iterator[tuple[int, str]]:
    """Line and fault of each call that a translator could not work with."""
    for call in ast.walk(ast.parse(source)):
        if not isinstance(call, ast.Call):
            continue
        yield from ((text.lineno, "a text is joined from pieces") for text in joined(call))
        if not (isinstance(call.func, ast.Name) and call.func.id in TEMPLATES):
            continue
        given = {keyword.arg for keyword in call.keywords} | ({"count"} if call.func.id == "plural" else set())
        for template in call.args[TEMPLATES[call.func.id]]:
            if not (isinstance(template, ast.Constant) and isinstance(template.value, str)):
                yield template.lineno, "the template is not a literal"
                continue
            wanted = {
                name.split(".")[0].split("[")[0]
                for _, name, _, _ in Formatter().parse(template.value)
                if name is not None
            }
            if call.func.id == "GroupText":
                if template is call.args[0] and not {"count", "items"} <= wanted:
                    yield template.lineno, "the common text lacks {count} or {items}"
            elif call.func.id != "pick" and None not in given and wanted - given:
                yield template.lineno, f"{sorted(wanted - given)} is not given"


@pytest.mark.parametrize(
    ("source", "fault"),
    [
        ("phrase(f'{x} is wrong', x=1)", "the template is not a literal"),
        ("phrase('a ' + b)", "the template is not a literal"),
        ("plural(n, '{count} gun', one)", "the template is not a literal"),
        ("GroupText('{count} guns: ' + items, '{name}')", "the template is not a literal"),
        ("GroupText('guns: {items}', '{name}')", "the common text lacks {count} or {items}"),
        ("host.say(f'{x} is wrong')", "a text is joined from pieces"),
        ("RuleResult(message='it ' + x)", "a text is joined from pieces"),
        ("phrase('{name} is wrong', nme=1)", "['name'] is not given"),
        ("plural(n, '{count} gun of {name}', '{count} guns')", "['name'] is not given"),
    ],
)
def test_a_text_that_cannot_be_translated_is_found(source: str, fault: str) -> None:
    assert [(1, fault)] == list(faults(source))


def test_a_whole_template_is_accepted() -> None:
    assert not list(faults("plural(n, '{count} gun of {name}', '{count} guns of {name}', name=x)"))


@pytest.mark.slow
def test_every_user_text_is_a_whole_template() -> None:
    found = [
        f"{path.relative_to(SOURCE)}:{line}: {fault}"
        for path in sorted(SOURCE.rglob("*.py"))
        for line, fault in faults(path.read_text("utf-8"))
    ]
    assert not found

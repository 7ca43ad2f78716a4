"""Mutants: copies of a module that differ from it in one place of the syntax tree."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from copy import copy
from dataclasses import dataclass
from pathlib import Path
from types import CodeType
from typing import Any, NamedTuple

ROOT = Path(__file__).resolve().parent.parent

OPPOSITE: dict[type[ast.AST], type[ast.AST]] = {
    ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt, ast.Eq: ast.NotEq, ast.NotEq: ast.Eq,
    ast.In: ast.NotIn, ast.NotIn: ast.In, ast.Is: ast.IsNot, ast.IsNot: ast.Is, ast.And: ast.Or, ast.Or: ast.And,
    ast.Add: ast.Sub, ast.Sub: ast.Add,
}  # fmt: skip
OPPOSITE_CALLS = {"min": "max", "max": "min", "any": "all", "all": "any", "ceil": "floor", "floor": "ceil"}
EMPTY = {"str": "''", "tuple": "()", "list": "[]", "dict": "{}", "set": "set()", "int": "0", "bool": "False"}
OPTIONAL_FIELDS = {"fix", "change", "severity", "group", "path", "doubt", "house"}
"""Fields of `RuleResult` that a rule can omit."""
CONDITIONS = {
    (ast.If, "test"), (ast.While, "test"), (ast.IfExp, "test"), (ast.comprehension, "ifs"), (ast.match_case, "guard"),
}  # fmt: skip
SKIPPED = (ast.Assert, ast.Raise, ast.Import, ast.ImportFrom)
SKIPPED_FIELDS = {"annotation", "returns", "decorator_list"}
FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)


@dataclass(frozen=True, eq=False)
class Mutant:
    """A change of one field of a node in a module's syntax tree.

    A test can notice it only if it runs the statement that starts in line `statement`. This is 0 if the change is
    outside functions.
    """

    file: str
    function: str
    line: int
    statement: int
    change: str
    tree: ast.Module
    node: ast.AST
    field: str
    value: object

    def __str__(self) -> str:
        return f"{self.file}:{self.line} {self.function or '(module)'}: {self.change}"

    def apply(self) -> CodeType:
        """Change the tree, which all mutants of the file share, and compile it."""
        setattr(self.node, self.field, self.value)
        return compile(self.tree, ROOT / self.file, "exec", dont_inherit=True)


class Place(NamedTuple):
    """A node's ancestors, its function or class, and its statement's first line, which is 0 outside functions."""

    ancestors: tuple[ast.AST, ...] = ()
    function: str = ""
    statement: int = 0


def mutants_of(file: str) -> list[Mutant]:
    """All mutants of a file, whose path is relative to the repository."""
    tree = ast.parse((ROOT / file).read_text(encoding="utf-8"))
    return list(_mutants_in(tree, tree, file, Place()))


def _mutants_in(tree: ast.Module, node: ast.AST, file: str, place: Place) -> Iterator[Mutant]:
    for name, value in ast.iter_fields(node):
        children = value if isinstance(value, list) else [value]
        for index, child in enumerate(children):
            if not isinstance(child, ast.AST) or name in SKIPPED_FIELDS or _is_skipped(child):
                continue
            inner = _place_of(child, node, place)
            for new, text in _replacements(child, node, name, place):
                ast.fix_missing_locations(ast.copy_location(new, child))
                changed = [*children[:index], new, *children[index + 1 :]] if isinstance(value, list) else new
                change = text or _change(node, name, changed, child, new, place.ancestors)
                statement = body_of(child)[0].lineno if isinstance(child, FUNCTIONS) else inner.statement
                yield Mutant(file, inner.function, _line(child, node), statement, change, tree, node, name, changed)
            yield from _mutants_in(tree, child, file, inner)


def _place_of(child: ast.AST, parent: ast.AST, place: Place) -> Place:
    function, statement = place.function, place.statement
    if isinstance(child, (*FUNCTIONS, ast.ClassDef)):
        function = f"{function}.{child.name}".strip(".")
    functions = [one for one in place.ancestors if isinstance(one, (*FUNCTIONS, ast.ClassDef))]
    if isinstance(child, ast.stmt):
        statement = child.lineno if functions and isinstance(functions[-1], FUNCTIONS) else 0
    elif isinstance(child, ast.arguments) and isinstance(parent, FUNCTIONS) and len(functions) < 2:
        statement = 0  # defaults are set where the function is defined
    return Place((*place.ancestors, child), function, statement)


def _line(node: ast.AST, parent: ast.AST) -> int:
    return getattr(node, "lineno", 0) or getattr(parent, "lineno", 0)


def body_of(function: ast.FunctionDef | ast.AsyncFunctionDef) -> list[ast.stmt]:
    """The statements of a function after its docstring."""
    has_docstring = ast.get_docstring(function, clean=False) is not None
    return function.body[1:] if has_docstring and len(function.body) > 1 else function.body


def recording_code(file: str) -> CodeType:
    """A module's code that calls `__ran__((file, line))` before each statement of a function."""
    tree = ast.parse((ROOT / file).read_text(encoding="utf-8"))
    _record_in(tree, file, False)
    return compile(ast.fix_missing_locations(tree), ROOT / file, "exec", dont_inherit=True)


def _record_in(node: ast.AST, file: str, in_function: bool) -> None:
    for child in ast.iter_child_nodes(node):
        _record_in(child, file, isinstance(child, FUNCTIONS) or (in_function and not isinstance(child, ast.ClassDef)))
    for name in ("body", "orelse", "finalbody") if in_function else ():
        if isinstance(statements := getattr(node, name, None), list):
            setattr(node, name, [one for statement in statements for one in _recorded(statement, file)])


def _recorded(statement: ast.stmt, file: str) -> list[ast.stmt]:
    if isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant):  # a docstring
        return [statement]
    place = ast.Tuple([ast.Constant(file), ast.Constant(statement.lineno)], ast.Load())
    call = ast.Call(ast.Name("__ran__", ast.Load()), [place], [])
    return [ast.copy_location(ast.Expr(call), statement), statement]


def _is_skipped(node: ast.AST) -> bool:
    match node:
        case ast.If(test=ast.Name(id="TYPE_CHECKING")) | ast.Subscript(value=ast.Name(id="Literal")):
            return True
        case ast.Assign(targets=[ast.Name(id="__slots__" | "__all__")]) | ast.keyword(arg="hash" | "repr" | "strict"):
            return True
    return isinstance(node, SKIPPED)


def _replacements(node: ast.AST, parent: ast.AST, name: str, place: Place) -> Iterator[tuple[ast.AST, str]]:
    """The nodes that may replace a node, each with a text of the change if the code does not show it well."""
    match node:
        case ast.Expr(value=ast.Yield() | ast.YieldFrom()):  # still a generator
            yield ast.If(ast.Constant(0), [node], []), f"{_short(ast.unparse(node))} -> removed"
        case ast.Return() | ast.Continue() | ast.Break() if not isinstance(parent, FUNCTIONS):
            yield ast.Pass(), ""
        case ast.FunctionDef() | ast.AsyncFunctionDef():
            yield from _early_returns(node)
        case ast.Call(func=ast.Name(id="RuleResult")):
            for keyword in node.keywords:
                if keyword.arg in OPTIONAL_FIELDS:
                    others = [one for one in node.keywords if one is not keyword]
                    yield ast.Call(node.func, node.args, others), f"{_short(ast.unparse(keyword))} -> removed"
        case ast.Constant():
            yield from ((ast.Constant(value), "") for value in _other_constants(node.value, place.ancestors))
        case _:
            yield from ((new, "") for new in _opposites(node))
    if (type(parent), name) in CONDITIONS and isinstance(node, ast.expr) and not _has_opposite(node):
        yield ast.UnaryOp(ast.Not(), node), ""


def _other_constants(value: object, ancestors: tuple[ast.AST, ...]) -> Iterator[Any]:
    if isinstance(value, bool):
        yield not value
    elif isinstance(value, int | float):
        yield value + 1
    elif isinstance(value, str):  # only one of several texts that a value is compared with
        match ancestors[-2:]:
            case [ast.Compare(), ast.Tuple() | ast.Set() | ast.List()]:
                yield f"{value}!"


def _opposites(node: ast.AST) -> Iterator[ast.AST]:
    match node:
        case ast.Compare():
            for index, operator in enumerate(node.ops):
                ops = [*node.ops[:index], _opposite(operator), *node.ops[index + 1 :]]
                yield ast.Compare(node.left, ops, node.comparators)
        case ast.BoolOp():
            yield ast.BoolOp(_opposite(node.op), node.values)
        case ast.BinOp(op=ast.Add() | ast.Sub()):
            yield ast.BinOp(node.left, _opposite(node.op), node.right)
        case ast.AugAssign(op=ast.Add() | ast.Sub()):
            yield ast.AugAssign(node.target, _opposite(node.op), node.value)
        case ast.UnaryOp(op=ast.Not() | ast.USub()):
            yield node.operand
        case ast.Call(func=ast.Name(id=name)) if name in OPPOSITE_CALLS:
            yield ast.Call(ast.Name(OPPOSITE_CALLS[name], ast.Load()), node.args, node.keywords)
        case ast.Call(func=ast.Attribute(value=value, attr=name)) if name in OPPOSITE_CALLS:
            yield ast.Call(ast.Attribute(value, OPPOSITE_CALLS[name], ast.Load()), node.args, node.keywords)


def _opposite(operator: ast.AST) -> Any:
    return OPPOSITE[type(operator)]()


def _has_opposite(condition: ast.expr) -> bool:
    """Whether another mutant negates a condition."""
    match condition:
        case ast.Compare(ops=[ast.Eq() | ast.NotEq() | ast.In() | ast.NotIn() | ast.Is() | ast.IsNot()]):
            return True
        case ast.UnaryOp(op=ast.Not()) | ast.Constant():
            return True
    return False


def _early_returns(node: ast.FunctionDef | ast.AsyncFunctionDef) -> Iterator[tuple[ast.AST, str]]:
    """The function returns at once: an empty value of its type, and also True if it returns a bool."""
    body = body_of(node)
    if isinstance(body[0], ast.Expr) and isinstance(body[0].value, ast.Constant):
        return
    kind = ast.unparse(node.returns).partition("[")[0] if node.returns else ""
    values = [EMPTY.get(kind, "None"), *(["True"] if kind == "bool" else [])]
    for text in ["return"] if kind in ("Iterator", "Generator") else [f"return {value}" for value in values]:
        early = ast.parse(f"def f(): {text}").body[0].body[0]  # type: ignore[attr-defined] # the body of f
        if text != ast.unparse(body[0]):
            new = copy(node)
            new.body = [ast.copy_location(early, body[0]), *body]
            yield new, f"body -> {text}"


def _change(
    node: ast.AST, name: str, changed: object, child: ast.AST, new: ast.AST, ancestors: tuple[ast.AST, ...]
) -> str:
    """The code before and after a change, with what is around it if that is short."""
    before, after, old = ast.unparse(child), ast.unparse(new), getattr(node, name)
    for ancestor in reversed(ancestors):
        wider = ast.unparse(ancestor) if isinstance(ancestor, ast.expr | ast.keyword | ast.Return | ast.Assign) else ""
        if not wider or len(wider) > 80:
            break
        before = wider
        setattr(node, name, changed)
        after = ast.unparse(ancestor)
        setattr(node, name, old)
    return f"{_short(before)} -> {_short(after)}"


def _short(text: str) -> str:
    text = " ".join(text.split())
    return text if len(text) <= 200 else f"{text[:100]} ... {text[-96:]}"

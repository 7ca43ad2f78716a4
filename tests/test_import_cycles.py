"""No module imports another that imports it back, also inside functions and for types alone."""

from __future__ import annotations

import ast
from collections.abc import Container, Iterator, Mapping
from functools import cache
from pathlib import Path

import pytest

SOURCE = Path(__file__).resolve().parents[1] / "src"

CYCLIC = ("cli", "sources")
"""The packages that still have cycles. Each is taken out once it has none, and none may be put in."""

Graph = Mapping[str, frozenset[str]]
"""The modules that each module imports."""


def modules(root: Path) -> dict[str, Path]:
    """The files of a source tree, by the names of their modules."""
    names = {".".join(file.relative_to(root).with_suffix("").parts): file for file in sorted(root.rglob("*.py"))}
    return {name.removesuffix(".__init__"): file for name, file in names.items()}


def imports(tree: ast.AST, package: str, known: Container[str]) -> Iterator[str]:
    """The known modules that a module of a package imports, anywhere in it."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (one.name for one in node.names if one.name in known)
        elif isinstance(node, ast.ImportFrom):
            above = package.split(".")[: len(package.split(".")) + 1 - node.level] if node.level else []
            base = ".".join([*above, *([node.module] if node.module else [])])
            for one in node.names:  # `from a import b` is of the module a.b where there is one, and of a otherwise
                meant = next((name for name in (f"{base}.{one.name}", base) if name in known), None)
                if meant is not None:
                    yield meant


def graph(root: Path) -> Graph:
    """What each module of a source tree imports of the tree."""
    files = modules(root)
    found: dict[str, frozenset[str]] = {}
    for name, file in files.items():
        package = name if file.stem == "__init__" else name.rpartition(".")[0]
        tree = ast.parse(file.read_text(encoding="utf-8"))
        found[name] = frozenset(imports(tree, package, files)) - {name}
    return found


def cycles(imported: Graph) -> list[list[str]]:
    """The groups of modules that all reach one another, each sorted (Tarjan's strongly connected components)."""
    number: dict[str, int] = {}
    lowest: dict[str, int] = {}
    path: list[str] = []
    found: list[list[str]] = []

    def visit(name: str) -> None:
        number[name] = lowest[name] = len(number)
        path.append(name)
        for other in sorted(imported.get(name, ())):
            if other not in number:
                visit(other)
                lowest[name] = min(lowest[name], lowest[other])
            elif other in path:
                lowest[name] = min(lowest[name], number[other])
        if lowest[name] == number[name]:
            place = path.index(name)
            if len(path) - place > 1:
                found.append(sorted(path[place:]))
            del path[place:]

    for name in imported:
        if name not in number:
            visit(name)
    return found


def of_package(name: str) -> str:
    """The top-level package of orbat that a module is of: `tui` of `orbat.tui.app`, "" of `orbat` itself."""
    return name.split(".")[1] if "." in name else ""


@cache
def edges() -> Graph:
    """What each module of orbat imports of it."""
    return graph(SOURCE)


PACKAGES = sorted({of_package(name) for name in modules(SOURCE)} - {""})


@pytest.mark.parametrize("package", PACKAGES)
def test_modules_of_a_package_do_not_import_each_other_in_cycles(package: str) -> None:
    """Counting imports inside functions and under TYPE_CHECKING."""
    within = {name: others for name, others in edges().items() if of_package(name) == package}
    found = cycles({name: frozenset(one for one in others if one in within) for name, others in within.items()})
    if package in CYCLIC:
        assert found, f"{package} has no cycle any more: take it out of CYCLIC"
    else:
        assert not found, "\n".join(", ".join(one) for one in found)


def test_packages_do_not_import_each_other_in_cycles() -> None:
    """No cycle goes through modules of several packages."""
    found = [one for one in cycles(edges()) if len({of_package(name) for name in one}) > 1]
    assert not found, "\n".join(", ".join(one) for one in found)


@pytest.mark.parametrize(
    "importing",
    [
        "from tree.b import x",
        "import tree.b",
        "from tree import b",
        "from . import b",
        "from .b import x",
        "def f():\n    import tree.b",
        "if TYPE_CHECKING:\n    from tree.b import x",
    ],
)
def test_every_way_to_import_counts(importing: str, tmp_path: Path) -> None:
    """A cycle of two modules is found, however one of them imports the other."""
    (tmp_path / "tree").mkdir()
    (tmp_path / "tree" / "__init__.py").touch()
    (tmp_path / "tree" / "a.py").write_text(importing, encoding="utf-8")
    (tmp_path / "tree" / "b.py").write_text("from tree.a import f", encoding="utf-8")
    assert cycles(graph(tmp_path)) == [["tree.a", "tree.b"]]

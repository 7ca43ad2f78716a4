"""No import cycles, including imports in functions and under TYPE_CHECKING."""

from __future__ import annotations

from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import grimp
import pytest

import orbat

SOURCE = Path(orbat.__file__).parent


def test_there_is_no_import_cycle() -> None:
    graph = grimp.build_graph("orbat", cache_dir=None)
    files = {".".join(file.relative_to(SOURCE.parent).with_suffix("").parts) for file in SOURCE.rglob("*.py")}
    assert graph.modules == {name.removesuffix(".__init__") for name in files}
    imports = {module: graph.find_modules_directly_imported_by(module) for module in graph.modules}
    try:
        TopologicalSorter(imports).prepare()
    except CycleError as error:
        pytest.fail(" imports ".join(reversed(error.args[1])))

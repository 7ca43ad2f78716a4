"""No module imports itself by way of others. Imports inside functions and under TYPE_CHECKING count."""

from __future__ import annotations

from graphlib import TopologicalSorter

import grimp


def test_there_is_no_import_cycle() -> None:
    graph = grimp.build_graph("orbat", cache_dir=None)
    imports = {module: graph.find_modules_directly_imported_by(module) for module in graph.modules}
    TopologicalSorter(imports).prepare()  # its CycleError names the modules of the first cycle

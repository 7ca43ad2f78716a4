"""Lint: reference tables."""

from __future__ import annotations

from collections.abc import Iterator

from orbat.model.reference import ReferenceTable
from orbat.sources.lint_case import Fault, LintCase


def rows_whole(case: LintCase) -> Iterator[Fault]:
    """Every row of a reference table has a cell for each column, or is a heading and has none.

    Why: With a cell too few or too many, figures stand under the wrong head.

    Example: four cells in a table of five columns.

    Cure: Write a cell for each column; one that is empty is written "".
    """
    for path, table in case.each(ReferenceTable):
        width = len(table.columns)
        for number, row in enumerate(table.rows):
            place = (*path, "rows", number)
            if row.heading and row.cells:
                says = "the row is a heading and has cells; it may be one or the other"
                yield Fault(place, says, "Make two rows of it.")
            elif not row.heading and len(row.cells) != width:
                says = f"the row has {len(row.cells)} cells; the table {table.id} has {width} columns"
                yield Fault(place, says, 'Write a cell for each column; an empty one is "".')

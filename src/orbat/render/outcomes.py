"""The results of checking many files, as lines of text or as a CSV table."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Iterator, Sequence

from orbat.formats.csv_table import cell
from orbat.model.points import show
from orbat.model.text_words import title_in_quotes, visible
from orbat.model.wording import phrase
from orbat.render.text import Painter, unpainted, verdict_role, wrapped
from orbat.report.basis_item import BasisItem
from orbat.report.outcome import Outcome

COLUMNS = (
    "file", "title", "player", "verdict", "total", "game_size", "units", "errors", "warnings", "notes",
    "ruleset", "army_list", "check_code", "judgement", "first_error",
    "rules", "list", "sums", "basis", "other_readings",
)  # fmt: skip
"""The column headers of the CSV table."""

MAX_TITLE = 40
"""The maximum length of a title in the text output, in characters."""


def outcome_lines(outcomes: Sequence[Outcome], paint: Painter = unpainted, width: int | None = None) -> Iterator[str]:
    """Yield one line for each army: verdict, points, title and file name.

    A second line lists unusual facts on which the verdict depends, such as lent troops.
    """
    columns = [(one.verdict.short, _points_text(one), _title(one)) for one in outcomes]
    widest = [max(map(len, column)) for column in zip(*columns, strict=True)]
    for one, (verdict, points, title) in zip(outcomes, columns, strict=True):
        line = f"{verdict:<{widest[0]}}  {points:>{widest[1]}}  {title:<{widest[2]}}  {one.file}"
        first, *others = wrapped(line, width)
        role = verdict_role(one.verdict)
        yield paint(verdict, role) + first.removeprefix(verdict) if first.startswith(verdict) else first
        yield from others
        if one.verdict.doubts:
            yield from wrapped(f"    {'; '.join(_texts(one.verdict.doubts))}", width, "    ")


def _points_text(one: Outcome) -> str:
    if one.total is None:
        return ""
    if one.verdict.rules == "partial":
        return phrase("{total} shown", total=show(one.total))
    if one.game_size is None:
        return show(one.total)
    return phrase("{total} of {size}", total=show(one.total), size=one.game_size)


def _title(one: Outcome) -> str:
    title = one.title
    return title_in_quotes(title if len(title) <= MAX_TITLE else f"{title[: MAX_TITLE - 3]}...")


def outcomes_csv(outcomes: Iterable[Outcome]) -> str:
    """The outcomes as a CSV table. Cells that a spreadsheet would execute as formulas are escaped."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\r\n")
    writer.writerow(COLUMNS)
    for one in outcomes:
        writer.writerow(cell(visible(text)) for text in _row(one))
    return out.getvalue()


def _row(one: Outcome) -> tuple[str, ...]:
    counts = (one.units, one.errors, one.warnings, one.notes) if one.readable else ("", one.errors, "", "")
    return (
        one.file,
        one.title,
        one.player,
        one.verdict.short,
        "" if one.total is None else show(one.total),
        "" if one.game_size is None else str(one.game_size),
        *map(str, counts),
        one.ruleset,
        one.army_list,
        one.check_code,
        one.summary,
        one.first_error,
        *_parts(one),
        "; ".join(_texts(one.basis)),
        "; ".join(one.other_readings),
    )


def _parts(one: Outcome) -> tuple[str, ...]:
    return (one.verdict.rules, one.verdict.list, one.verdict.sums) if one.readable else ("", "", "")


def _texts(items: Iterable[BasisItem]) -> list[str]:
    return list(dict.fromkeys(one.text for one in items))

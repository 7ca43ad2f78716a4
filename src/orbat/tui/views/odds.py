"""The odds screen: its lists of units, and the odds as words in the colours of the theme."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from textual.content import Content

from orbat.model.points import show
from orbat.outputs.odds_text import ASSAULT, odds_body
from orbat.outputs.text import Role
from orbat.report.odds_army import ArmyOdds
from orbat.report.odds_shapes import Sort
from orbat.tui.widgets.lines import Line

ALL = "all"
"""The key of the line that stands for every unit of an army."""
NOBODY = "nobody"
"""The key of the line that stands where there is no opponent."""

_STYLES = {"title": "bold $accent", "faint": "$foreground 75%"}


class Painted(str):
    """A line, and the role it is to be painted in."""

    role: Role

    @classmethod
    def of(cls, text: str, role: Role) -> Painted:
        """A line in a role."""
        one = cls(text)
        one.role = role
        return one


def sort_lines(title: str, sorts: Sequence[Sort]) -> tuple[Line, ...]:
    """A line for the whole army, and one for each sort of unit, with the points of one."""
    lines = [Line(key=ALL, name=title, role="head")]
    for number, sort in enumerate(sorts):
        more = f" +{len(sort.names) - 1}" if len(sort.names) > 1 else ""
        lines.append(Line(key=number, name=f"{sort.name}{more}", columns=(show(sort.points),)))
    return tuple(lines)


def chosen_of(sorts: Sequence[Sort], line: Line | None) -> tuple[Sort, ...]:
    """The sorts that a line stands for."""
    return (sorts[line.key],) if line and isinstance(line.key, int) else tuple(sorts)


def odds_content(found: ArmyOdds, width: int) -> Content:
    """The odds, as `orbat odds` words them."""
    if not found.units:
        return Content("These tables have no dice for such a unit.")
    return _content(odds_body(found.units, found.met, found.others, Painted.of, width))


def assault_at(words: Content) -> int:
    """The line with which the close assaults begin, or the first one."""
    lines = words.plain.split("\n")
    return lines.index(ASSAULT) if ASSAULT in lines else 0


def _content(lines: Iterable[str]) -> Content:
    styled = (
        Content.styled(one, _STYLES.get(one.role, "")) if isinstance(one, Painted) else Content(one) for one in lines
    )
    return Content("\n").join(list(styled))

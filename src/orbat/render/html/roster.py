"""The roster: boxes to tick for losses and states. The browser keeps the ticks."""

from __future__ import annotations

from collections.abc import Iterator

from orbat.model.path import OrbatPath, show
from orbat.model.wording import phrase
from orbat.render.html.markup import line, lines, name, text
from orbat.render.html.order import heading_id, heading_tag
from orbat.report.roster import Roster, RosterFormation, RosterUnit, UnitStrength

_MAX_BOXES = 60
"""Maximum number of boxes of a unit. A larger unit has a field for the number of its losses."""


def roster_boxes(found: Roster) -> str:
    """The boxes of each unit, by formation. "" if no unit has boxes."""
    formations = [_formation(one, number) for number, one in enumerate(found.formations)]
    return lines(formations)


def roster_key(found: Roster) -> str:
    """The meaning of the boxes, with citations. The text is not escaped."""
    strengths = [unit.strength for unit in found.units if unit.strength]
    parts = []
    if any(one.half is not None for one in strengths):
        words = "After the gap: under half strength."
        parts.append(f"{words} {found.half_cites}")
    if any(one.removed for one in strengths):
        words = "Broken lines: the unit is removed."
        parts.append(f"{words} {found.removed_cites}")
    for ticks in dict.fromkeys(unit.ticks for unit in found.units if unit.ticks):
        parts.append(phrase("Tick {label}. {cites}", label=ticks.label, cites=ticks.cites))
    return " ".join(" ".join(parts).split())


def _formation(formation: RosterFormation, number: int) -> str:
    units = [boxes for unit in formation.units if (boxes := _unit(unit))]
    if not units:
        return ""
    tag = heading_tag(formation)
    heading = f'<{tag} id="{heading_id("roster", number)}">{name(formation.title)}</{tag}>'
    return lines([heading, '<div class="roster">', *units, "</div>"])


def _unit(unit: RosterUnit) -> str:
    row, path = unit.row, unit.row.path
    if unit.ticks and unit.ticks.states:
        boxes = "".join(
            f"<label>{_box(path, number, '')} {text(state)}</label>"
            for number, state in enumerate(unit.ticks.states, start=1)
        )
    elif unit.strength is None:
        return ""
    elif unit.strength.size > _MAX_BOXES:
        words = phrase("lost, of {size}", size=unit.strength.size)
        limits = f'min="0" max="{unit.strength.size}"'
        boxes = f'<label><input type="number" {limits} data-box="{show(path)}/lost"> {text(words)}</label>'
    else:
        boxes = "".join(_loss_boxes(path, unit.strength))
    about = ", ".join(part for part in (row.named_size or row.size_text, row.off_board_text) if part)
    return lines(
        [
            "<fieldset>",
            f"<legend>{name(row.name)} {line('span', about, 'detail')}</legend>",
            f'<div class="boxes">{boxes}</div>',
            line("p", "; ".join(note.short for note in unit.ability_notes), "detail"),
            "</fieldset>",
        ]
    )


def _loss_boxes(path: OrbatPath, strength: UnitStrength) -> Iterator[str]:
    for number in range(1, strength.size + 1):
        label, classes = str(number), []
        if number == strength.to_half:
            label = phrase("{number} lost: under half strength", number=number)
            classes.append("half")
        if number == strength.to_removal and strength.removed:
            label = phrase("{number} lost: removed", number=number)
        if number > strength.to_removal:
            classes.append("removed")
        yield _box(path, number, label, " ".join(classes))


def _box(path: OrbatPath, number: int, label: str, classes: str = "") -> str:
    named = f' aria-label="{text(label)}"' if label else ""
    given = f' class="{classes}"' if classes else ""
    return f'<input type="checkbox"{named}{given} data-box="{show(path)}/{number}">'

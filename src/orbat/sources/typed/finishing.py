"""The tree of an army as an ORBAT, with the place of everything in it."""

from __future__ import annotations

from dataclasses import dataclass, field

from orbat.model.orbat import Commander, Formation, Orbat, Unit
from orbat.model.path import Path
from orbat.model.points import is_believable
from orbat.model.text import Pin
from orbat.sources.typed.making import Maker, Node, Troops


@dataclass(eq=False)
class Finished:
    """An ORBAT, where each purchase stands in it, and from which line each place came."""

    orbat: Orbat
    places: dict[int, tuple[Path, ...]] = field(default_factory=dict)
    """By the `id` of a purchase."""
    came_from: dict[Path, int] = field(default_factory=dict)

    def of(self, purchase: Troops | Node) -> tuple[Path, ...]:
        """The paths of what a purchase became."""
        return self.places.get(id(purchase), ())


def finish(maker: Maker, army: Node, ruleset: str, army_list: str) -> Finished:
    """The ORBAT that a tree comes to."""
    finished = Finished(Orbat(ruleset=Pin(ruleset)))
    commander = None
    if maker.players:
        chief, line = maker.players[0]
        commander = Commander(name=chief.name, quality=chief.quality)
        finished.came_from[("commander",)] = line
    formations = tuple(_formation(node, ("formations", at), finished) for at, node in enumerate(army.inner))
    units = _units(army, (), finished)
    finished.orbat = Orbat(
        ruleset=Pin(ruleset),
        army_list=Pin(army_list) if army_list else None,
        commander=commander,
        formations=formations,
        units=units,
    )
    return finished


def _formation(node: Node, path: Path, finished: Finished) -> Formation:
    finished.came_from[path] = node.line
    commander = None
    if node.chief is not None:
        commander = Commander(name=node.chief.name, quality=node.chief.quality)
        finished.places[id(node)] = ((*path, "commander"),)
        finished.came_from[(*path, "commander")] = node.chief_line
    return Formation(
        level=node.level,
        name=node.name,
        commander=commander,
        off_board=node.off and not node.inner,
        formations=tuple(_formation(inner, (*path, "formations", at), finished) for at, inner in enumerate(node.inner)),
        units=_units(node, path, finished),
    )


def _units(node: Node, path: Path, finished: Finished) -> tuple[Unit, ...]:
    units: list[Unit] = []
    for troops in node.troops:
        places: list[Path] = []
        for unit in units_of(troops):
            place = (*path, "units", len(units))
            places.append(place)
            finished.came_from[place] = troops.line
            units.append(unit)
        finished.places[id(troops)] = tuple(places)
    return tuple(units)


def units_of(troops: Troops) -> tuple[Unit, ...]:
    """The units that a line buys; of several each has a number of its own behind the name."""
    bought = troops.bought
    if bought is None:
        return (Unit(name=troops.item.name),)
    points = bought.each if bought.each is not None else bought.line if bought.count == 1 else None
    points = points if points is not None and is_believable(points) else None
    size = bought.unit.size
    if isinstance(size, int) and not is_believable(size):
        size = None
    name = bought.unit.name
    return tuple(
        Unit(
            name=f"{name} {number}".strip() if bought.count > 1 else name,
            entry=bought.unit.entry,
            size=size,
            rating=bought.unit.rating,
            options=bought.unit.options,
            points=points,
        )
        for number in range(1, bought.count + 1)
    )

"""Build the tree of an army from items, in order: formations, their generals and troops, with line numbers."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from orbat.list_reader.army_numbers import ArmyNumber
from orbat.list_reader.generals import TypedGeneral
from orbat.list_reader.item import Item
from orbat.list_reader.numbers import TypedPoints
from orbat.list_reader.unit_readings import ReadPurchase
from orbat.model.orbat import Commander, Formation, Orbat, Unit
from orbat.model.path import OrbatPath
from orbat.model.points import is_plausible
from orbat.model.ruleset import Ruleset
from orbat.model.text import Pin


@dataclass(eq=False)
class Troops:
    """The units that one line buys."""

    line: int
    item: Item
    bought: ReadPurchase | None
    lines: list[int] = field(default_factory=list)


@dataclass(eq=False)
class TreeNode:
    """A formation, or the army itself (level "")."""

    level: str
    name: str = ""
    line: int = 0
    general: TypedGeneral | None = None
    general_line: int = 0
    off_board: bool = False
    parent: TreeNode | None = None
    formations: list[TreeNode] = field(default_factory=list)
    troops: list[Troops] = field(default_factory=list)

    def with_descendants(self) -> list[TreeNode]:
        """This formation and all formations below it."""
        return [self, *(deep for one in self.formations for deep in one.with_descendants())]


def typed_points(purchase: Troops | TreeNode, ruleset: Ruleset) -> TypedPoints:
    """The typed price of a purchase, in points; its calculated cost where none was typed."""
    if isinstance(purchase, Troops):
        return purchase.bought.typed if purchase.bought else 0
    general, level = purchase.general, ruleset.level(purchase.level)
    own = general.price if general else None
    return own if own is not None else (level.general.points or 0) if level else 0


@dataclass(eq=False)
class StatedNumber:
    """A number about the army, and its position.

    `node`: the formation. `after`: number of purchases before it. `since`: number of purchases before its heading or
    the previous subtotal. `head`: it is part of a heading.
    """

    line: int
    army_number: ArmyNumber
    node: TreeNode
    after: int
    since: int
    head: bool
    name: str


class TreeBuilder:
    """Builds the tree. `purchases` are the troops and generals in the order of the lines."""

    def __init__(self, ruleset: Ruleset) -> None:
        self.ranks = {level.id: place for place, level in enumerate(ruleset.levels)}
        self.lowest = next((level.id for level in reversed(ruleset.levels)), "")
        self.army = TreeNode("")
        self.here = self.army
        self.purchases: list[Troops | TreeNode] = []
        self.stated_numbers: list[StatedNumber] = []
        self.off_board = False
        self.players: list[tuple[TypedGeneral, int]] = []
        self.last: Troops | TreeNode | None = None
        self._since = 0
        self._sums = 0

    def start_formation(self, item: Item) -> None:
        """Start a formation, or a group of units that is no formation."""
        if item.off_board is not None:
            self.off_board = item.off_board
        if item.level in self.ranks:
            self.here = self._open_formation_named(item) or self._open(item.level, item.name, item.line.number)
            self.here.off_board = self.off_board or bool(item.off_board)
            if item.off_board and "(" in item.line.clean:
                self.off_board = False
        elif self.purchases and not item.numbers:
            self._leave_lowest_level()
        self._since = len(self.purchases)
        self.add_army_numbers(item)

    def add_general(self, item: Item) -> None:
        """Put a general in command of the current formation, or start one. An implied general starts none."""
        general = item.general
        assert general is not None
        number = item.line.number
        if general.player:
            self.players.append((general, number))
            return
        level = general.level if general.level in self.ranks else ""
        for _ in range(general.count):
            here = self._formation_without_general(level)
            if here is None and general.implied:
                return
            if here is None:
                here = self._open(level or self.lowest, "", number)
                here.off_board = self.off_board
            implied, here.general, here.general_line = here.general, general, number
            self.last = here
            if implied is None:
                self.purchases.append(here)
            else:
                name, quality = general.name or implied.name, general.quality or implied.quality
                here.general = replace(general, name=name, quality=quality)

    def add_troops(self, item: Item, bought: ReadPurchase | None) -> Troops:
        """Add units to the current formation."""
        troops = Troops(item.line.number, item, bought, [item.line.number])
        self.here.troops.append(troops)
        self.purchases.append(troops)
        self.last = troops
        return troops

    def add_army_numbers(self, item: Item) -> None:
        """Add the numbers of an item about the army."""
        for army_number in item.numbers:
            self.stated_numbers.append(
                StatedNumber(
                    item.line.number,
                    army_number,
                    self.here,
                    len(self.purchases),
                    max(self._since, self._sums) if army_number.claim_types[0] == "subtotal" else self._since,
                    item.item_type == "heading",
                    item.name,
                )
            )
            if army_number.claim_types[0] == "subtotal":
                self._sums = len(self.purchases)

    def trailing_sums(self, ruleset: Ruleset) -> Iterator[TypedPoints]:
        """The typed sums of the last two purchases, the last three and so on. Free generals do not count."""
        total: TypedPoints = 0
        priced = 0
        for purchase in reversed(self.purchases[-60:]):
            value = typed_points(purchase, ruleset)
            total += value
            priced += value != 0 or isinstance(purchase, Troops)
            if priced > 1 and (value or isinstance(purchase, Troops)):
                yield total

    def _open_formation_named(self, item: Item) -> TreeNode | None:
        """The open formation that a heading names again; None where there is none."""
        here: TreeNode | None = self.here
        while here and (here.level, here.name) != (item.level, item.name):
            here = here.parent
        return here if item.name and here is not self.here else None

    def _formation_without_general(self, level: str) -> TreeNode | None:
        """The current formation where it has no general yet; None otherwise."""
        here = self.here
        unled = here.general is None or here.general.implied
        fits = here.level and unled and not here.formations and (not level or level == here.level)
        return here if fits and not any(one.bought for one in here.troops) else None

    def _open(self, level: str, name: str, line: int) -> TreeNode:
        parent = self.here
        while parent.level and self.ranks[parent.level] >= self.ranks[level]:
            parent = parent.parent or self.army
        node = TreeNode(level, name, line, parent=parent, off_board=self.off_board or parent.off_board)
        parent.formations.append(node)
        self.here = node
        return node

    def _leave_lowest_level(self) -> None:
        """Close formations of the lowest level: troops under a heading without a level belong to the one above."""
        while self.here.level and self.ranks[self.here.level] == len(self.ranks) - 1:
            self.here = self.here.parent or self.army


def with_detail(item: Item, more: Item) -> Item:
    """Troops with the details of a line under them."""
    description, added = item.description, more.description
    assert description is not None
    assert added is not None
    readings = tuple(
        replace(
            own,
            size=own.size if own.size is not None else new.size or new.count,
            counts=own.counts or new.counts,
            rating=own.rating or new.rating,
            doubt=own.doubt + new.doubt,
        )
        for own in item.readings
        for new in more.readings[:4]
    )
    description = replace(
        description,
        options=tuple(dict.fromkeys((*description.options, *added.options))),
        refused=description.refused or added.refused,
        rating=description.rating or added.rating,
    )
    return replace(item, readings=readings[:24], description=description)


def assign_troops(builder: TreeBuilder, arms: dict[str, str]) -> TreeNode:
    """The tree of the army after all lines: troops without a general go to generals without troops."""
    army = builder.army
    _detect_player(builder)
    for holder in army.with_descendants():
        empty = [one for one in holder.formations if one.general and not one.troops and not one.formations]
        if not empty:
            continue
        led = [one for one in holder.formations if one.troops or one.formations]
        if holder.troops and (not led or holder.level):
            _distribute_by_arm(holder, empty, arms)
    brigades = [one for one in army.with_descendants() if one.level and one.general and not one.formations]
    if len(brigades) == 1 and army.troops and brigades[0].parent is army and not brigades[0].off_board:
        brigades[0].troops += army.troops
        army.troops = []
    return army


def _detect_player(builder: TreeBuilder) -> None:
    """Take the first general for the player, where only this one has no level, troops or price."""
    first = builder.purchases[0] if builder.purchases else None
    if builder.players or not isinstance(first, TreeNode) or first.general is None or first.name:
        return
    alone = not first.general.level and first.general.price is None and not first.troops and not first.formations
    others = [one for one in builder.purchases if isinstance(one, TreeNode) and one.general and one.general.price]
    if alone and others and first.parent is not None:
        builder.players.append((first.general, first.general_line))
        first.parent.formations.remove(first)
        builder.purchases.remove(first)
        for one in builder.stated_numbers:
            one.after, one.since = max(one.after - 1, 0), max(one.since - 1, 0)


def _distribute_by_arm(holder: TreeNode, empty: list[TreeNode], arms: dict[str, str]) -> None:
    """Distribute units among generals by arm, in order. The last general gets the remaining arms."""
    named: list[str] = []
    for troops in holder.troops:
        arm = arms.get(troops.bought.unit.entry if troops.bought else "", "")
        if arm and arm not in named:
            named.append(arm)
    for troops in holder.troops:
        arm = arms.get(troops.bought.unit.entry if troops.bought else "", "")
        place = named.index(arm) if arm in named else 0
        empty[min(place, len(empty) - 1)].troops.append(troops)
    holder.troops = []


# The tree of an army as an ORBAT, with the paths and line numbers of its parts.


@dataclass(eq=False)
class BuiltOrbat:
    """An ORBAT, with the paths of each purchase and the line number of each path."""

    orbat: Orbat
    places: dict[int, tuple[OrbatPath, ...]] = field(default_factory=dict)
    """Paths by the `id()` of a purchase."""
    came_from: dict[OrbatPath, int] = field(default_factory=dict)

    def paths_of(self, purchase: Troops | TreeNode) -> tuple[OrbatPath, ...]:
        """The paths of a purchase."""
        return self.places.get(id(purchase), ())


def build_orbat(builder: TreeBuilder, army: TreeNode, ruleset: str, army_list: str) -> BuiltOrbat:
    """Build the ORBAT of a tree."""
    finished = BuiltOrbat(Orbat(ruleset=Pin(ruleset)))
    commander = None
    if builder.players:
        general, line = builder.players[0]
        commander = Commander(name=general.name, quality=general.quality)
        finished.came_from[("commander",)] = line
    formations = tuple(_formation(node, ("formations", at), finished) for at, node in enumerate(army.formations))
    units = _units(army, (), finished)
    finished.orbat = Orbat(
        ruleset=Pin(ruleset),
        army_list=Pin(army_list) if army_list else None,
        commander=commander,
        formations=formations,
        units=units,
    )
    return finished


def _formation(node: TreeNode, path: OrbatPath, finished: BuiltOrbat) -> Formation:
    finished.came_from[path] = node.line
    commander = None
    if node.general is not None:
        commander = Commander(name=node.general.name, quality=node.general.quality)
        finished.places[id(node)] = ((*path, "commander"),)
        finished.came_from[(*path, "commander")] = node.general_line
    return Formation(
        level=node.level,
        name=node.name,
        commander=commander,
        off_board=node.off_board and not node.formations,
        formations=tuple(
            _formation(formations, (*path, "formations", at), finished) for at, formations in enumerate(node.formations)
        ),
        units=_units(node, path, finished),
    )


def _units(node: TreeNode, path: OrbatPath, finished: BuiltOrbat) -> tuple[Unit, ...]:
    units: list[Unit] = []
    for troops in node.troops:
        places: list[OrbatPath] = []
        for unit in units_of(troops):
            place = (*path, "units", len(units))
            places.append(place)
            finished.came_from[place] = troops.line
            units.append(unit)
        finished.places[id(troops)] = tuple(places)
    return tuple(units)


def units_of(troops: Troops) -> tuple[Unit, ...]:
    """The units that a line buys. Several units have numbered names."""
    bought = troops.bought
    if bought is None:
        return (Unit(name=troops.item.name),)
    points = bought.each if bought.each is not None else bought.line if bought.count == 1 else None
    points = points if points is not None and is_plausible(points) else None
    size = bought.unit.size
    if isinstance(size, int) and not is_plausible(size):
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

"""Items, one after another, to the tree of an army: which general leads whom, and which lines each thing came from."""

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
    """Units that one line buys, in the formation that holds them."""

    line: int
    item: Item
    bought: ReadPurchase | None
    lines: list[int] = field(default_factory=list)


@dataclass(eq=False)
class TreeNode:
    """A formation, or the army itself (of no level)."""

    level: str
    name: str = ""
    line: int = 0
    chief: TypedGeneral | None = None
    chief_line: int = 0
    off: bool = False
    above: TreeNode | None = None
    inner: list[TreeNode] = field(default_factory=list)
    troops: list[Troops] = field(default_factory=list)

    def within(self) -> list[TreeNode]:
        """This and every formation in it."""
        return [self, *(deep for one in self.inner for deep in one.within())]


def typed_for(purchase: Troops | TreeNode, ruleset: Ruleset) -> TypedPoints:
    """What was typed for a purchase; where nothing was, what it comes to."""
    if isinstance(purchase, Troops):
        return purchase.bought.typed if purchase.bought else 0
    chief, level = purchase.chief, ruleset.level(purchase.level)
    own = chief.price if chief else None
    return own if own is not None else (level.general.points or 0) if level else 0


@dataclass(eq=False)
class Spoken:
    """A number said of the army, and where: in which formation, after how many purchases, in a heading or not."""

    line: int
    said: ArmyNumber
    node: TreeNode
    after: int
    since: int
    head: bool
    name: str


class TreeBuilder:
    """Builds the tree. `purchases` are troops and generals in the order in which they are bought."""

    def __init__(self, ruleset: Ruleset) -> None:
        self.ranks = {level.id: place for place, level in enumerate(ruleset.levels)}
        self.lowest = next((level.id for level in reversed(ruleset.levels)), "")
        self.army = TreeNode("")
        self.here = self.army
        self.purchases: list[Troops | TreeNode] = []
        self.spoken: list[Spoken] = []
        self.off = False
        self.players: list[tuple[TypedGeneral, int]] = []
        self.last: Troops | TreeNode | None = None
        self._since = 0
        self._sums = 0

    def heading(self, item: Item) -> None:
        """Begin a formation, or a group of units that is none."""
        if item.off is not None:
            self.off = item.off
        if item.level in self.ranks:
            self.here = self._again(item) or self._open(item.level, item.name, item.line.number)
            self.here.off = self.off or bool(item.off)
            if item.off and "(" in item.line.said:
                self.off = False
        elif self.purchases and not item.said:
            self._leave()
        self._since = len(self.purchases)
        self.say(item)

    def chief(self, item: Item) -> None:
        """Give a general his formation, or begin one for him; one who is only implied begins none."""
        chief = item.chief
        assert chief is not None
        number = item.line.number
        if chief.player:
            self.players.append((chief, number))
            return
        level = chief.level if chief.level in self.ranks else ""
        for _ in range(chief.count):
            here = self._waiting(level)
            if here is None and chief.implied:
                return
            if here is None:
                here = self._open(level or self.lowest, "", number)
                here.off = self.off
            implied, here.chief, here.chief_line = here.chief, chief, number
            self.last = here
            if implied is None:
                self.purchases.append(here)
            else:
                name, quality = chief.name or implied.name, chief.quality or implied.quality
                here.chief = replace(chief, name=name, quality=quality)

    def troops(self, item: Item, bought: ReadPurchase | None) -> Troops:
        """Put units where they stand."""
        put = Troops(item.line.number, item, bought, [item.line.number])
        self.here.troops.append(put)
        self.purchases.append(put)
        self.last = put
        return put

    def say(self, item: Item) -> None:
        """Note the numbers said of the army."""
        for said in item.said:
            self.spoken.append(
                Spoken(
                    item.line.number,
                    said,
                    self.here,
                    len(self.purchases),
                    max(self._since, self._sums) if said.sorts[0] == "subtotal" else self._since,
                    item.sort == "heading",
                    item.name,
                )
            )
            if said.sorts[0] == "subtotal":
                self._sums = len(self.purchases)

    def sums_back(self, ruleset: Ruleset) -> Iterator[TypedPoints]:
        """What was typed for the last two purchases, the last three and so on; a general who is free is none."""
        total: TypedPoints = 0
        priced = 0
        for purchase in reversed(self.purchases[-60:]):
            worth = typed_for(purchase, ruleset)
            total += worth
            priced += worth != 0 or isinstance(purchase, Troops)
            if priced > 1 and (worth or isinstance(purchase, Troops)):
                yield total

    def _again(self, item: Item) -> TreeNode | None:
        """The formation that is open already, where a heading names it once more for another part of it."""
        here: TreeNode | None = self.here
        while here and (here.level, here.name) != (item.level, item.name):
            here = here.above
        return here if item.name and here is not self.here else None

    def _waiting(self, level: str) -> TreeNode | None:
        """The formation that still waits for its general."""
        here = self.here
        unled = here.chief is None or here.chief.implied
        fits = here.level and unled and not here.inner and (not level or level == here.level)
        return here if fits and not any(one.bought for one in here.troops) else None

    def _open(self, level: str, name: str, line: int) -> TreeNode:
        above = self.here
        while above.level and self.ranks[above.level] >= self.ranks[level]:
            above = above.above or self.army
        node = TreeNode(level, name, line, above=above, off=self.off or above.off)
        above.inner.append(node)
        self.here = node
        return node

    def _leave(self) -> None:
        """After a heading of no level troops stand in no brigade, but in the division that is open."""
        while self.here.level and self.ranks[self.here.level] == len(self.ranks) - 1:
            self.here = self.here.above or self.army


def detailed(item: Item, more: Item) -> Item:
    """Troops with what a line under them adds."""
    told, added = item.told, more.told
    assert told is not None
    assert added is not None
    facts = tuple(
        replace(
            own,
            size=own.size if own.size is not None else new.size or new.count,
            counts=own.counts or new.counts,
            rating=own.rating or new.rating,
            doubt=own.doubt + new.doubt,
        )
        for own in item.facts
        for new in more.facts[:4]
    )
    told = replace(
        told,
        options=tuple(dict.fromkeys((*told.options, *added.options))),
        refused=told.refused or added.refused,
        rating=told.rating or added.rating,
    )
    return replace(item, facts=facts[:24], told=told)


def settled(maker: TreeBuilder, arms: dict[str, str]) -> TreeNode:
    """The army's tree once every line is read: generals without troops take those that stand under nobody."""
    army = maker.army
    _find_player(maker)
    for holder in army.within():
        empty = [one for one in holder.inner if one.chief and not one.troops and not one.inner]
        if not empty:
            continue
        led = [one for one in holder.inner if one.troops or one.inner]
        if holder.troops and (not led or holder.level):
            _share(holder, empty, arms)
    brigades = [one for one in army.within() if one.level and one.chief and not one.inner]
    if len(brigades) == 1 and army.troops and brigades[0].above is army and not brigades[0].off:
        brigades[0].troops += army.troops
        army.troops = []
    return army


def _find_player(maker: TreeBuilder) -> None:
    """The first general of a list, of no level, troops or price while others have prices, is the player himself."""
    first = maker.purchases[0] if maker.purchases else None
    if maker.players or not isinstance(first, TreeNode) or first.chief is None or first.name:
        return
    alone = not first.chief.level and first.chief.price is None and not first.troops and not first.inner
    others = [one for one in maker.purchases if isinstance(one, TreeNode) and one.chief and one.chief.price]
    if alone and others and first.above is not None:
        maker.players.append((first.chief, first.chief_line))
        first.above.inner.remove(first)
        maker.purchases.remove(first)
        for one in maker.spoken:
            one.after, one.since = max(one.after - 1, 0), max(one.since - 1, 0)


def _share(holder: TreeNode, empty: list[TreeNode], arms: dict[str, str]) -> None:
    """Share out units among generals by arm: the first has those of the first arm, and of what follows none."""
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


# The tree of an army as an ORBAT, with the place of everything in it.


@dataclass(eq=False)
class Finished:
    """An ORBAT, where each purchase stands in it, and from which line each place came."""

    orbat: Orbat
    places: dict[int, tuple[OrbatPath, ...]] = field(default_factory=dict)
    """By the `id` of a purchase."""
    came_from: dict[OrbatPath, int] = field(default_factory=dict)

    def of(self, purchase: Troops | TreeNode) -> tuple[OrbatPath, ...]:
        """The paths of what a purchase became."""
        return self.places.get(id(purchase), ())


def finish(maker: TreeBuilder, army: TreeNode, ruleset: str, army_list: str) -> Finished:
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


def _formation(node: TreeNode, path: OrbatPath, finished: Finished) -> Formation:
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


def _units(node: TreeNode, path: OrbatPath, finished: Finished) -> tuple[Unit, ...]:
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
    """The units that a line buys; of several each has a number of its own behind the name."""
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

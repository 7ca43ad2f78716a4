"""Build the tree of an army from items: formations with their generals and troops, and the line number of each."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from itertools import takewhile

from orbat.list_reader.army_numbers import ArmyNumber
from orbat.list_reader.generals import TypedGeneral
from orbat.list_reader.item import Item
from orbat.list_reader.roles import Number, TypedPoints
from orbat.list_reader.unit_readings import ReadPurchase
from orbat.model.orbat import Commander, Formation, Orbat, Unit
from orbat.model.path import OrbatPath
from orbat.model.points import exact, is_plausible
from orbat.model.ruleset import Ruleset
from orbat.model.text import Pin

MAX_SUMMED = 60
"""Maximum number of units and generals above a line that are added up, to find out whether the line is their sum."""


@dataclass(eq=False)
class Troops:
    """Units bought on one line. `lines` has this line and the lines with details of these units."""

    line: int
    item: Item
    bought: ReadPurchase | None
    lines: list[int] = field(default_factory=list)

    @property
    def kinds(self) -> frozenset[str]:
        """The ids of the kinds that the typed words name."""
        return frozenset(self.item.description.kinds if self.item.description else ())


@dataclass(eq=False)
class TreeNode:
    """A formation, or the whole army (level "")."""

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
        """This formation and all its subordinate formations."""
        return [self, *(deep for one in self.formations for deep in one.with_descendants())]


def _is_unpaid(node: TreeNode) -> bool:
    general = node.general
    return general is None or (general.price is None and not general.player)


def _surname(name: str) -> str:
    words = name.casefold().replace("'s", "").strip(" .:()-").split()
    return words[-1].strip(".:()") if words else ""


def typed_points(purchase: Troops | TreeNode, ruleset: Ruleset) -> TypedPoints:
    """The typed price of a unit or general, in points. If no price was typed, the calculated cost."""
    if isinstance(purchase, Troops):
        return purchase.bought.typed if purchase.bought else 0
    general, level = purchase.general, ruleset.level(purchase.level)
    own = general.price if general else None
    return own if own is not None else (level.general.points or 0) if level else 0


def last_of_kinds(purchases: Sequence[Troops | TreeNode], kinds: frozenset[str]) -> list[Troops]:
    """The purchases at the end that are troops of one of these kinds."""
    found = takewhile(lambda one: isinstance(one, Troops) and one.kinds & kinds, reversed(purchases))
    return [one for one in found if isinstance(one, Troops)][::-1]


@dataclass(eq=False)
class StatedNumber:
    """A number about the army or a part of it, and its position in the text.

    - `node`: the formation under whose heading the number is typed
    - `head`: the number is part of a heading
    - `after`: how many units and generals are above the number
    - `since`: how many units and generals are above the nearest earlier heading or subtotal
    """

    line: int
    army_number: ArmyNumber
    node: TreeNode
    after: int
    since: int
    head: bool
    name: str


class TreeBuilder:
    """Builds the tree of an army. `purchases` are the troops and generals in line order."""

    def __init__(self, ruleset: Ruleset) -> None:
        self.level_ranks = {level.id: place for place, level in enumerate(ruleset.levels)}
        self.lowest = next((level.id for level in reversed(ruleset.levels)), "")
        self.army = TreeNode("")
        self.current = self.army
        self.purchases: list[Troops | TreeNode] = []
        self.stated_numbers: list[StatedNumber] = []
        self.plain_numbers: list[StatedNumber] = []
        self.off_board = False
        self.players: list[tuple[TypedGeneral, int]] = []
        self.last: Troops | TreeNode | None = None
        self._since = 0
        self._sums = 0

    def start_formation(self, item: Item) -> None:
        """Start a formation, or a group of units that has no formation level."""
        if item.off_board is not None:
            self.off_board = item.off_board
        if item.level in self.level_ranks:
            self.current = (
                self._open_formation_named(item)
                or self._led_by_paid_general(item)
                or self._open(item.level, item.name, item.line.number)
            )
            self.current.off_board = self.off_board or bool(item.off_board)
            if item.off_board and "(" in item.line.clean:
                self.off_board = False
        elif self.purchases and not item.numbers:
            self._leave_lowest_level()
        self._since = len(self.purchases)
        self.add_army_numbers(item)

    def add_general(self, item: Item) -> None:
        """Assign a general to the current formation. If that is impossible, start a formation for the general.

        A general who is only implied, for example by the name of a formation, starts no formation.
        """
        general = item.general
        assert general is not None
        number = item.line.number
        if general.player:
            self.players.append((general, number))
            return
        if self._is_named_again(general):
            return
        if general.price is None and general.name and (led := self._led_by_paid_general(item)):
            self.current = self.last = led
            return
        level = general.level if general.level in self.level_ranks else ""
        paid = self._pay_generals(general, number) if general.count > 1 else 0
        for _ in range(general.count - paid):
            current = self._formation_without_general(level)
            if current is None and general.implied:
                return
            if current is None:
                current = self._open(level or self.lowest, "", number)
                current.off_board = self.off_board
            implied, current.general, current.general_line = current.general, general, number
            self.last = current
            if implied is None:
                self.purchases.append(current)
            else:
                name, quality = general.name or implied.name, general.quality or implied.quality
                current.general = replace(general, name=name, quality=quality)

    def _pay_generals(self, general: TypedGeneral, line: int) -> int:
        # `3 generals 90` pays for the generals of the formations above its line, if these have no prices.
        price = general.each if general.each is not None else general.price
        unpaid = [
            node
            for node in self.army.with_descendants()
            if node.level and general.level in ("", node.level) and node.line != line and _is_unpaid(node)
        ]
        if price is None or general.name:
            return 0
        each = price if general.each is not None else exact(Fraction(price) / general.count)
        paid = [node for node in self.army.with_descendants() if node.general and node.general.price]
        if len(paid) == general.count and all(node.general and node.general.price == each for node in paid):
            return general.count  # the sum of the generals above
        for node in unpaid[: general.count]:
            if node.general is None:
                self.purchases.append(node)
            node.general = replace(node.general or TypedGeneral("", node.level), price=each, implied=False)
        return min(general.count, len(unpaid))

    def add_troops(self, item: Item, bought: ReadPurchase | None) -> Troops:
        """Add units to the current formation."""
        troops = Troops(item.line.number, item, bought, [item.line.number])
        self.current.troops.append(troops)
        self.purchases.append(troops)
        self.last = troops
        return troops

    def add_army_numbers(self, item: Item) -> None:
        """Record the numbers in an item that apply to the army or a part of it, such as a total or a subtotal."""
        for army_number in item.numbers:
            is_subtotal = army_number.claim_types[0] == "subtotal"
            since = max(self._since, self._sums) if is_subtotal else self._since
            self.stated_numbers.append(self._stated(item, army_number, since))
            if is_subtotal:
                self._sums = len(self.purchases)

    def add_plain_numbers(self, item: Item, numbers: Iterable[ArmyNumber]) -> None:
        """Add numbers without a word such as `total`. Sums may later show what these numbers mean."""
        self.plain_numbers += [self._stated(item, one, max(self._since, self._sums)) for one in numbers]

    def _stated(self, item: Item, army_number: ArmyNumber, since: int) -> StatedNumber:
        heads = item.item_type == "heading"
        return StatedNumber(item.line.number, army_number, self.current, len(self.purchases), since, heads, item.name)

    def trailing_sums(self, ruleset: Ruleset) -> Iterator[TypedPoints]:
        """Yield the sum of the typed points of the last two units or generals, then of the last three, and so on.

        Generals that cost 0 points are skipped.
        """
        total: TypedPoints = 0
        priced = 0
        for purchase in reversed(self.purchases[-MAX_SUMMED:]):
            value = typed_points(purchase, ruleset)
            total += value
            priced += value != 0 or isinstance(purchase, Troops)
            if priced > 1 and (value or isinstance(purchase, Troops)):
                yield total

    def _open_formation_named(self, item: Item) -> TreeNode | None:
        # The formation that a heading continues: the current formation or one that contains it, with the same level and
        # name.
        current: TreeNode | None = self.current
        while current and (current.level, current.name) != (item.level, item.name):
            current = current.parent
        return current if item.name and current is not self.current else None

    def further_players(self) -> frozenset[int]:
        """Line numbers of generals that represent the player, except the first such general.

        An army has only one player, so the others are not part of the ORBAT.
        """
        first = self.players[0][0].name.casefold() if self.players else ""
        return frozenset(
            line for general, line in self.players[1:] if first and general.name.casefold() not in ("", first)
        )

    def _is_named_again(self, general: TypedGeneral) -> bool:
        # In the heading of a formation whose general is already known.
        known = self.current.general
        unpaid = general.price is None and general.name and known and not known.implied
        return bool(unpaid and known and _surname(general.name) == _surname(known.name))

    def _led_by_paid_general(self, item: Item) -> TreeNode | None:
        # A general is bought in one line, such as `Adams 30, Grey 30`, and named in the heading of the formation below.
        words = {_surname(word) for word in item.line.clean.replace(",", " ").split()}
        for node in self.army.with_descendants():
            general = node.general
            alone = not (node.name or node.troops or node.formations) and node.general_line != item.line.number
            if general and general.price and alone and _surname(general.name) in words - {""}:
                node.name, node.level = item.name, item.level
                return node
        return None

    def _formation_without_general(self, level: str) -> TreeNode | None:
        # The formation must have the right level, and no general, subordinate formations or units yet.
        current = self.current
        unled = current.general is None or current.general.implied
        fits = current.level and unled and not current.formations and (not level or level == current.level)
        return current if fits and not any(one.bought for one in current.troops) else None

    def _open(self, level: str, name: str, line: int) -> TreeNode:
        parent = self.current
        while parent.level and self.level_ranks[parent.level] >= self.level_ranks[level]:
            parent = parent.parent or self.army
        node = TreeNode(level, name, line, parent=parent, off_board=self.off_board or parent.off_board)
        parent.formations.append(node)
        self.current = node
        return node

    def _leave_lowest_level(self) -> None:
        # Called at a heading without a level: the troops below such a heading belong to the parent formation.
        while self.current.level and self.level_ranks[self.current.level] == len(self.level_ranks) - 1:
            self.current = self.current.parent or self.army


def with_detail(item: Item, more: Item) -> Item:
    """Add details to the troops above, such as a size typed on the next line."""
    description, added = item.description, more.description
    assert description is not None
    assert added is not None
    description = replace(
        description,
        options=tuple(dict.fromkeys((*description.options, *added.options))),
        refused=description.refused or added.refused,
        rating=description.rating or added.rating,
    )
    wording = replace(item.wording, description=description) if item.wording else None
    figures = (*item.figures, *map(_of_detail, more.figures))
    return replace(item, figures=figures, description=description, wording=wording)


def _of_detail(number: Number) -> Number:
    # A number of a detail gives the size of the units above rather than their number.
    if number.cost("size") > 1:
        return number
    return replace(number, costs={role: cost for role, cost in number.costs.items() if role != "count"})


def assign_troops(builder: TreeBuilder, arms: dict[str, str]) -> TreeNode:
    """Assign troops without a general to generals without troops. Returns the tree of the army."""
    army = builder.army
    for holder in army.with_descendants():
        _lead_formations_above(holder, builder)
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


def _lead_formations_above(holder: TreeNode, builder: TreeBuilder) -> None:
    # A general may be typed below the units of their formation, or all generals below all formations.
    def is_general_only(node: TreeNode) -> bool:
        return node.general is not None and not (node.name or node.troops or node.formations)

    def is_unled(node: TreeNode) -> bool:
        return node.general is None and bool(node.name and (node.troops or node.formations))

    generals: list[TreeNode] = []
    unled: list[TreeNode] = []
    above: list[TreeNode | None] = []
    for node in holder.formations:
        if is_unled(node):
            unled.append(node)
        elif is_general_only(node):
            generals.append(node)
            above.append(unled[-1] if unled else None)
    if len(generals) == len(unled) and (None not in above or not any(above)):
        above = [*unled]
    if holder.troops or None in above or len(set(map(id, above))) < len(above):
        return
    for node, formation in zip(generals, above, strict=True):
        assert formation is not None
        formation.general, formation.general_line = node.general, node.general_line
        builder.purchases[builder.purchases.index(node)] = formation
        holder.formations.remove(node)


def _distribute_by_arm(holder: TreeNode, empty: list[TreeNode], arms: dict[str, str]) -> None:
    # The units of the first arm go to the first general, and so on. The last general also gets all arms that remain.
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


# Convert the tree to an ORBAT, with paths and line numbers.


@dataclass(eq=False)
class BuiltOrbat:
    """An ORBAT that was made from a typed list.

    `lines` gives the line number of each path.
    """

    orbat: Orbat
    paths: dict[int, tuple[OrbatPath, ...]] = field(default_factory=dict)
    """Paths in the ORBAT for each purchase, by the `id()` of the purchase."""
    lines: dict[OrbatPath, int] = field(default_factory=dict)

    def paths_of(self, purchase: Troops | TreeNode) -> tuple[OrbatPath, ...]:
        """Paths of the units or commanders that a purchase added to the ORBAT."""
        return self.paths.get(id(purchase), ())


def build_orbat(builder: TreeBuilder, army: TreeNode, ruleset: str, army_list: str) -> BuiltOrbat:
    """Build the ORBAT of a tree."""
    built = BuiltOrbat(Orbat(ruleset=Pin(ruleset)))
    commander = None
    if builder.players:
        general, line = builder.players[0]
        commander = Commander(name=general.name, quality=general.quality)
        built.lines[("commander",)] = line
    formations = tuple(_formation(node, ("formations", at), built) for at, node in enumerate(army.formations))
    units = _units(army, (), built)
    built.orbat = Orbat(
        ruleset=Pin(ruleset),
        army_list=Pin(army_list) if army_list else None,
        commander=commander,
        formations=formations,
        units=units,
    )
    return built


def _formation(node: TreeNode, path: OrbatPath, built: BuiltOrbat) -> Formation:
    built.lines[path] = node.line
    commander = None
    if node.general is not None:
        commander = Commander(name=node.general.name, quality=node.general.quality)
        built.paths[id(node)] = ((*path, "commander"),)
        built.lines[(*path, "commander")] = node.general_line
    return Formation(
        level=node.level,
        name=node.name,
        commander=commander,
        off_board=node.off_board and not node.formations,
        formations=tuple(
            _formation(child, (*path, "formations", at), built) for at, child in enumerate(node.formations)
        ),
        units=_units(node, path, built),
    )


def _units(node: TreeNode, path: OrbatPath, built: BuiltOrbat) -> tuple[Unit, ...]:
    units: list[Unit] = []
    for troops in node.troops:
        paths: list[OrbatPath] = []
        for unit in units_of(troops):
            place = (*path, "units", len(units))
            paths.append(place)
            built.lines[place] = troops.line
            units.append(unit)
        built.paths[id(troops)] = tuple(paths)
    return tuple(units)


def units_of(troops: Troops) -> tuple[Unit, ...]:
    """Units bought on a line. Several units get numbered names."""
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

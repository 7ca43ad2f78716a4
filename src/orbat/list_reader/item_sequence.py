"""Collect the items of an army line by line. Details and headings are added to the units that they describe."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace

from orbat.list_reader.defaults import Defaults, defaults_in, defaults_of, gives_sizes
from orbat.list_reader.item import Item
from orbat.list_reader.line_reader import LineReader, View
from orbat.list_reader.lines import LineKey, TypedLine, key_of
from orbat.list_reader.roles import Number
from orbat.list_reader.tree import with_detail
from orbat.list_reader.unit_costs import MAX_COUNT, UnitCosts
from orbat.list_reader.words import MOUNTED_OR_NOT, SAME_AGAIN, UNIT_NOUNS

FoundItems = list[tuple[TypedLine, tuple[int, ...], list[Item]]]
"""The lines of an army, each with the numbers of further lines that were joined to it, and its items."""


def _likeliest_role(number: Number) -> str:
    return min(number.costs, key=number.cost)


def _with_repeated(item: Item, before: Item) -> Item:
    """Copy the size, rating and options of the unit above, except those that the unit states itself.

    This is for units with a word such as `ditto`.
    """
    if not item.description or not before.description:
        return item
    own_roles = {_likeliest_role(number) for number in item.figures} | {"name", "line", "each"}
    repeated = [number for number in before.figures if _likeliest_role(number) not in own_roles]
    own, earlier = item.description, before.description
    described = replace(own, options=own.options or earlier.options, rating=own.rating or earlier.rating)
    described = replace(described, refused=own.refused or earlier.refused)
    name = " ".join(SAME_AGAIN.sub(" ", item.name).split())
    wording = replace(item.wording, name=name, description=described) if item.wording else None
    if before.wording and not (own.kinds or own.unknown_words):  # `another the same`
        name, described = before.name, replace(described, kinds=earlier.kinds, subtype=earlier.subtype)
        wording = replace(before.wording, description=described, names=1)
    return replace(item, name=name, figures=(*repeated, *item.figures), description=described, wording=wording)


def _with_sizes(item: Item, sizes: Item) -> Item:
    """Add the details in `sizes`, a line about several units, to a unit. A unit with its own size stays unchanged."""
    roles = {_likeliest_role(number) for number in item.figures}
    if "size" in roles:
        return item
    figures = tuple(number for number in sizes.figures if _likeliest_role(number) not in roles | {"name"})
    added = with_detail(item, replace(sizes, figures=figures))
    return replace(added, lines=(*item.lines, sizes.line.number))


def _all_numbers(line: TypedLine, more: tuple[int, ...]) -> tuple[int, ...]:
    return (line.number, *line.more, *more)


class ItemSequence:
    """Collects the items of an army line by line."""

    def __init__(self, lines: LineReader, costs: UnitCosts, views: Mapping[LineKey, View]) -> None:
        self.lines = lines
        self.costs = costs
        self.views = views
        self.omitted: frozenset[int] = frozenset()
        """The numbers of lines that may be units, although they state neither size nor price."""
        self._found: FoundItems = []
        self._bought = False
        self._last: tuple[int, int] | None = None
        self._context: tuple[str, ...] = ()
        self._section = Defaults()
        self._sizes_below: Item | None = None
        self._sizes_of_all: Item | None = None
        self._statements: set[int] = set()

    def add(self, line: TypedLine, more: tuple[int, ...]) -> None:
        """Read a line. `more`: the numbers of further lines that were joined to it."""
        if gives_sizes(line.clean, self.lines.facts(line.clean)):
            self._add_sizes(line, more)
            return
        items: list[Item] = []
        defaults = defaults_in(line.clean, self.lines.facts, head=not self._bought)
        self.costs.defaults = defaults or self.costs.defaults
        if defaults is not None:
            self._statements.add(line.number)
        read = self._read(line)
        for item in read:
            if defaults is not None and item.item_type in ("troops", "unread", "detail"):
                item = replace(item, item_type="talk")
            item = self._with_type(item, items, line)
            if item.item_type == "detail" and self._last:
                at, place = self._last
                target = items if at == len(self._found) else self._found[at][2]
                target[place] = replace(with_detail(target[place], item), lines=(*target[place].lines, line.number))
                items.append(item)
                continue
            if item.item_type == "heading" and item.description:
                self._start_section(item, line, alone=all(one.item_type != "troops" for one in read))
            if item.item_type == "troops":
                item = self._with_surroundings(item, items, line)
                self._last = len(self._found), len(items)
            elif item.item_type in ("heading", "general"):
                self._last = None
            pays = item.item_type == "general" and not (item.general and item.general.player)
            self._bought = self._bought or item.item_type == "troops" or pays
            items.append(item)
        self._found.append((line, more, items))

    def found_items(self) -> FoundItems:
        """The items of all lines."""
        found = self._found
        if sizes := self._sizes_of_all:
            found = [
                (line, more, [_with_sizes(one, sizes) if one.item_type == "troops" else one for one in items])
                for line, more, items in found
            ]
        return self._with_omitted(found)

    def _add_sizes(self, line: TypedLine, more: tuple[int, ...]) -> None:
        sizes = self.lines.sizes(line)
        if line.clean.rstrip().endswith(":"):
            self._sizes_below = sizes
        else:
            self._sizes_of_all = sizes
        self._found.append((line, more, [replace(sizes, item_type="talk")]))

    def _read(self, line: TypedLine) -> tuple[Item, ...]:
        view = self.views.get(key_of(line))
        read = self.lines.viewed(line, view) if view else self.lines.items(line, head=not self._bought)
        only_named = self._sizes_below and self.lines.names_troops(line, read)
        return self.lines.viewed(line, View("troops")) if only_named else read

    def _with_type(self, item: Item, items: list[Item], line: TypedLine) -> Item:
        # Decides whether troops are only a detail of the troops above, and whether a detail fits them.
        if item.item_type == "troops" and self._is_guns_of(item, line):
            item = replace(item, item_type="detail")
        if item.item_type != "detail" or (self._last and self._fits(self._above(items, self._last), item)):
            return item
        return self.lines.as_sum(item) or self.lines.as_troops(item)

    def _start_section(self, item: Item, line: TypedLine, *, alone: bool) -> None:
        self._context = self._kinds_in(item.description.words) if item.description else ()
        self._section = defaults_of(self.lines.facts(line.clean)) if item.level and alone else Defaults()
        self._sizes_below = None

    def _with_surroundings(self, item: Item, items: list[Item], line: TypedLine) -> Item:
        # Adds what the heading, the unit above and lines about several units say of a unit.
        item = self._under_heading(item, self._context)
        item = replace(item, wording=replace(item.wording, defaults=self._section)) if item.wording else item
        if self._last and SAME_AGAIN.search(item.text):
            self.omitted |= {line.number} if all(one.is_in_name for one in item.figures) else frozenset()
            item = _with_repeated(item, self._above(items, self._last))
        return _with_sizes(item, self._sizes_below) if self._sizes_below else item

    def _with_omitted(self, found: FoundItems) -> FoundItems:
        """Read lines as units if they name troops and stand between units, or right below one."""
        bought = [any(item.item_type == "troops" for item in items) for _, _, items in found]
        last = max((place for place, troops in enumerate(bought) if troops), default=0)
        read: FoundItems = []
        before: Item | None = None
        for place, (line, more, items) in enumerate(found):
            above = found[place - 1] if place else None
            adjoins = above is not None and bought[place - 1] and line.number - max(_all_numbers(*above[:2])) <= 1
            if before and (adjoins or place < last) and len(items) == 1 and line.number not in self._statements:
                below = found[place + 1][2] if place < last else []
                leads = any(item.item_type != "talk" for item in below[:1])
                if troops := self.lines.omitted_troops(line, items[0], adjoins=adjoins, leads=leads):
                    self.omitted |= {line.number}
                    items = items if key_of(line) in self.views else [self._like(troops, before)]
            before = next((item for item in reversed(items) if item.item_type == "troops"), before)
            read.append((line, more, items))
            if before and any(one.claim_types[0] == "total" for item in items for one in item.numbers):
                return [*read, *found[place + 1 :]]  # below the total are remarks
        return read

    @staticmethod
    def _like(troops: Item, before: Item) -> Item:
        # Troops below the same heading as the troops before them.
        if not (troops.wording and before.wording):
            return troops
        inherited = replace(troops.wording, context=before.wording.context, defaults=before.wording.defaults)
        return replace(troops, wording=inherited)

    def _kinds_in(self, words: tuple[str, ...]) -> tuple[str, ...]:
        found = self.costs.vocabulary.scan(words, "kind")
        return tuple(dict.fromkeys(kind for one in found for kind in one.meaning.kinds))

    def _under_heading(self, item: Item, context: tuple[str, ...]) -> Item:
        # Troops below a heading that names kinds. Below one for guns, words such as `horse` describe the guns.
        wording = item.wording
        if wording is None or not context:
            return item
        description = wording.description
        words = self.costs.vocabulary.words_of_kinds(frozenset(description.kinds)) & {*description.words}
        only_guns = set(context) <= self.costs.guns and bool(description.kinds) and not description.armed
        if only_guns and words and words <= MOUNTED_OR_NOT:
            described = self.lines.describer.describe(f"{wording.name} artillery")
            if set(described.kinds) & self.costs.guns:
                options = tuple(dict.fromkeys((*described.options, *description.options)))
                return replace(
                    item,
                    wording=replace(
                        wording, description=replace(described, options=options, refused=description.refused)
                    ),
                )
        return item if description.kinds else replace(item, wording=replace(wording, context=context))

    def _above(self, items: list[Item], place: tuple[int, int]) -> Item:
        # `items`: the items of the current line, which is not among the found ones yet.
        at, index = place
        return (items if at == len(self._found) else self._found[at][2])[index]

    def _fits(self, troops: Item, detail: Item) -> bool:
        own = {number.context for number in troops.figures}
        added = {number.context for number in detail.figures}
        kinds = detail.description.kinds if detail.description and not detail.description.armed else ()
        guns = troops.description is not None and bool(set(troops.description.kinds) & self.costs.guns)
        priced = any(number.cost("line") < 1 for number in troops.figures) and any(
            number.cost("line") < 1 for number in detail.figures
        )
        if priced and kinds:
            return False
        if priced and not added & {"class", "size", "guns", "men", "at", "each", "piece"}:
            own_price = min(
                (number for number in troops.figures if number.cost("line") < 1), key=lambda number: number.cost("line")
            ).value
            price = detail.figures[-1].value
            return bool(own_price) and price % own_price == 0 and 1 < price / own_price <= MAX_COUNT
        return not own & added & {"class", "size", "guns", "guns_first", "men"} and (
            guns or not set(kinds) & self.costs.guns
        )

    def _is_guns_of(self, item: Item, line: TypedLine) -> bool:
        at, place = self._last or (len(self._found), 0)
        if at >= len(self._found) or not line.bullet or not item.description:
            return False
        before = self._found[at][2][place]
        guns = self.costs.guns
        description = item.description
        only_guns = bool(description.kinds) and set(description.kinds) <= guns and not description.unknown_words
        unsized = not any(number.context in ("size", "guns") for number in before.figures)
        counted = any(number.cost("count") < 2 or number.cost("size") < 1 for number in item.figures)
        priced = any(number.cost("line") <= 0.2 or number.cost("each") <= 0.2 for number in item.figures)
        above = set(before.description.kinds) & guns if before.description else ()
        return (
            counted
            and only_guns
            and unsized
            and not priced
            and bool(above)
            and not re.search(rf"\b{UNIT_NOUNS}\b", line.clean, re.I)
        )

"""Shortens army lists: moves shared values into the defaults or groups, and the sources to the end of the file."""

from __future__ import annotations

from collections import Counter
from itertools import groupby

from orbat.data.list_layout import item_lines
from orbat.data.shared_keys import JOINED, NUMBERS
from orbat.data.yaml_layout import Map, Node, Seq, Text, copy_of, data_of, flat
from orbat.model.sourced import SOURCE_KEYS

_USUAL = {"limits": {"scope": "army", "count": "units", "severity": "error"}}
"""Values that limits have anyway."""
_GROUP_KEYS = ("kind", "subtype", "theatre", "irregular", "allied", "may")
"""Keys of entries that a group has if most of its entries have the same value."""
_SAME_IN_GROUP = ("dates", "ratings", "size", "sizes", "options", "armament", "strength", "sources")
"""Keys of entries that a group has if all its entries have the same value."""
_MOST_IN_GROUP = 40
"""The greatest number of neighbouring records that become one group."""
_MOST_RECORDS = 1000
"""The greatest number of records in which groups are sought, so that a huge list does not take long."""
_RECORD_ORDER = ("name", "also", "chief", "arm", "from", "to", "theatre", "parent", "rating", "size", "options")
_ORDER = {
    "entries": (
        *("id", "name", "kind", "same_as", "subtype", "group", "allied", "irregular", "ratings", "size", "sizes"),
        *("options", "dates", "theatre", "may", "may_not", "limits", "armament", "strength", "regiments", "aliases"),
        *("note", "cite", "sources", "inferred", "house"),
    ),
    "regiments": _RECORD_ORDER,
    "service": _RECORD_ORDER,
    "dates": ("from", "to"),
    "ratings": ("allowed", "typical", "dated", "only_for"),
    "size": ("min", "typical", "max", "dated"),
    "sizes": ("allowed", "typical", "dated"),
}
"""The order of keys. Other keys follow."""
_MOST_WITHOUT = {"sources": 3 / 4, "dates": 9 / 10}
"""The share of items that must have a key, so that the others can be written with an empty value."""
_GROUP_COST, _BARE_GROUP_COST = 0.6, 1.1
"""The number of lines that a group must save, and that a group of names without shared keys must save."""
_PART_COST = 0.01
"""With the same number of lines, a list with fewer parts is better."""


def shorten(tree: Map) -> None:
    """Shorten an army list: move shared values to defaults and groups.

    The list must not have defaults or groups yet.
    """
    defaults = Map({})
    entries = _entries(tree)
    _unquote_years(tree)
    lists = [(one, key) for one in (tree, *entries) for key in ("limits", "regiments", "service") if key in one.pairs]
    for holder, key in lists:
        holder.pairs[key] = _plain(holder.pairs[key], key)
    _sort_keys(tree)
    _share_regiments(entries)
    _share_house(tree, entries, defaults)
    usual = _common(entries, {"dates": 1 / 2, "sources": 1 / 2, "theatre": 1})
    _share_source_of_dates(usual, entries)
    _share(defaults, "entries", entries, usual)
    for key in ("service", "regiments"):
        holders = (tree,) if key == "service" else entries
        records = [one for holder in holders for one in _maps(holder.pairs.get(key))]
        usual = _common(records, {"sources": 1 / 3, "theatre": 3 / 4, "from": 3 / 4, "to": 3 / 4})
        _share(defaults, key, records, usual)
        for holder in holders:
            if isinstance(found := holder.pairs.get(key), Seq):
                found.items = _grouped(key, [_named(one) for one in found.items], 2 if holder is tree else 4)
    if isinstance(found := tree.pairs.get("entries"), Seq):
        found.items = _entry_groups(found.items)
    _reorder(tree, defaults)


def _entries(tree: Map) -> list[Map]:
    return _maps(tree.pairs.get("entries"))


def _maps(node: Node | None) -> list[Map]:
    return [one for one in node.items if isinstance(one, Map)] if isinstance(node, Seq) else []


def _plain(node: Node, key: str) -> Node:
    if not isinstance(node, Seq):
        return node
    for item in _maps(node):
        for name, value in _USUAL.get(key, {}).items():
            if data_of(item.pairs.get(name)) == data_of(Text(value)) and not item.pairs[name].has_comments:
                del item.pairs[name]
        if key == "service" and "commander" in item.pairs and "name" not in item.pairs:
            item.pairs = {"name" if name == "commander" else name: one for name, one in item.pairs.items()}
    if key in ("regiments", "service"):
        node.items = [_record(one) for one in node.items]
    return node


def _record(item: Node) -> Node:
    if not isinstance(item, Text):
        return item
    return _moved(item, Map({"name": Text(item.value, quoted=item.quoted)}))


def _named(item: Node) -> Node:
    # `{name: ...}` as a plain name
    if not isinstance(item, Map) or item.pairs.keys() != {"name"} or not isinstance(name := item.pairs["name"], Text):
        return item
    return item if name.has_comments else _moved(item, Text(name.value, quoted=name.quoted))


def _moved(old: Node, new: Node) -> Node:
    new.take_comments(old)
    return new


def _reorder(tree: Map, defaults: Map) -> None:
    pairs = dict(tree.pairs)
    sources = pairs.pop("sources", None)
    if defaults.pairs:
        before = {key: pairs.pop(key) for key in list(pairs)[: list(pairs).index("entries")]}
        pairs = {**before, "defaults": defaults, **pairs}
    tree.pairs = {**pairs, "sources": sources} if sources else pairs


def _sort_keys(tree: Map) -> None:
    for holder in (tree, *_entries(tree)):
        for key, order in _ORDER.items():
            for item in [one] if isinstance(one := holder.pairs.get(key), Map) else _maps(one):
                item.pairs = {
                    name: item.pairs[name] for name in (*(one for one in order if one in item.pairs), *item.pairs)
                }


def _unquote_years(node: Node) -> None:
    for key, value in node.pairs.items() if isinstance(node, Map) else ():
        if isinstance(value, Text) and key in ("from", "to") and value.value.isdecimal():
            value.quoted = False
    for inner in node.pairs.values() if isinstance(node, Map) else node.items if isinstance(node, Seq) else ():
        _unquote_years(inner)


def _share_regiments(entries: list[Map]) -> None:
    by_id = {one.value: entry for entry in entries if isinstance(one := entry.pairs.get("id"), Text)}
    for entry in entries:
        other = entry.pairs.get("same_as")
        own, theirs = (one and one.pairs.get("regiments") for one in (entry, by_id.get(getattr(other, "value", ""))))
        is_same = isinstance(own, Seq) and bool(own.items) and data_of(own) == data_of(theirs)
        if is_same and isinstance(other, Text) and isinstance(own, Seq) and not own.has_comments:
            entry.pairs["regiments"] = Text(other.value)


# Defaults.


def _share_house(tree: Map, entries: list[Map], defaults: Map) -> None:
    blocks = [
        block
        for holder in (tree, *entries)
        for key in NUMBERS
        if (value := holder.pairs.get(key))
        for block in (_maps(value) if isinstance(value, Seq) else [value])
        if isinstance(block, Map)
    ]
    house: list[Map] = []
    without: list[Map] = []
    for block in blocks:
        own = SOURCE_KEYS & block.pairs.keys()
        is_house = own == {"house"} and data_of(block.pairs["house"]) == data_of(Text("true"))
        (house if is_house and not block.pairs["house"].has_comments else [] if own else without).append(block)
    if len(house) > 2 and len(house) > 3 * len(without):
        defaults.pairs["house"] = Text("true")
        for block in house:
            del block.pairs["house"]
        for block in without:
            block.pairs["house"] = Text("false")


def _share_source_of_dates(shared: Map, entries: list[Map]) -> None:
    # most dates have the source of their entry
    dates = shared.pairs.get("dates")
    dated = [(one, own) for one in entries if isinstance(own := one.pairs.get("dates"), Map)]
    same = [own for one, own in dated if _sources(own) == _sources(one) is not None]
    if isinstance(dates, Map) and len(dates.pairs.keys() - SOURCE_KEYS) and len(same) > len(dated) / 2:
        dates.pairs = {key: one for key, one in dates.pairs.items() if key not in SOURCE_KEYS}
        for own in same:
            del own.pairs["sources"]
        for _, own in dated:
            if own not in same and SOURCE_KEYS.isdisjoint(own.pairs):
                own.pairs["sources"] = Seq([])


def _sources(item: Map) -> object:
    # of an item without other source keys
    own = item.pairs.get("sources")
    return data_of(own) if own and not own.has_comments and SOURCE_KEYS & item.pairs.keys() == {"sources"} else None


def _share(defaults: Map, name: str, items: list[Map], shared: Map) -> None:
    if shared.pairs:
        defaults.pairs[name] = shared
        for one in items:
            one.pairs = _without(one, shared).pairs


def _common(items: list[Map], shares: dict[str, float]) -> Map:
    """The values that may become defaults, because many items have them.

    `shares`: for each key, the share of the items that must have the value, from 0 to 1.
    """
    shared = Map({})
    for key, share in shares.items():
        having = [one.pairs[key] for one in items if key in one.pairs]
        if not having or len(having) < len(items) * _MOST_WITHOUT.get(key, 1):
            continue
        if key in JOINED and (maps := [one for one in having if isinstance(one, Map)]) == having:
            if (inner := _common(maps, dict.fromkeys(("from", "to", "sources"), share))).pairs:
                shared.pairs[key] = inner
            continue
        counts = Counter(map(data_of, having))
        often = [one for one in having if counts[data_of(one)] >= max(3, share * len(items))]
        if often:  # the value that saves most
            shared.pairs[key] = copy_of(max(often, key=lambda one: counts[data_of(one)] * len(flat(one))))
    return shared


def _without(own: Map, shared: Map) -> Map:
    same_source = all(data_of(own.pairs.get(key)) == data_of(shared.pairs.get(key)) for key in SOURCE_KEYS)
    pairs: dict[str, Node] = {}
    for key, value in own.pairs.items():
        other = shared.pairs.get(key)
        if key in SOURCE_KEYS:
            if not same_source or value.has_comments:
                pairs[key] = value
        elif other is not None and data_of(other) == data_of(value) and not value.has_comments:
            continue
        elif key in JOINED and isinstance(value, Map) and isinstance(other, Map) and not value.has_comments:
            pairs[key] = _without(value, other)
        else:
            pairs[key] = value
    has_source = not SOURCE_KEYS.isdisjoint(pairs)
    for key in shared.pairs:
        if key not in own.pairs and not (has_source and key in SOURCE_KEYS):
            pairs[key] = Seq([]) if key == "sources" else Text("null")
    return Map(pairs)


# Groups.


def _entry_groups(items: list[Node]) -> list[Node]:
    found: list[Node] = []
    for _, run in groupby(items, lambda one: data_of(one.pairs.get("group")) if isinstance(one, Map) else object()):
        members = list(run)
        found += _entry_group(members)
    return found


def _entry_group(members: list[Node]) -> list[Node]:
    entries = [one for one in members if isinstance(one, Map)]
    group = entries[0].pairs.get("group") if entries else None
    if not isinstance(group, Text):
        return list(members)
    _drop_heading(entries[0], group.value)
    if len(entries) < 2:
        return list(members)
    shared = Map({"group": copy_of(group)})
    for key in (*_GROUP_KEYS, *_SAME_IN_GROUP):
        having = [one.pairs[key] for one in entries if key in one.pairs]
        if len(having) == len(entries):
            value, count = Counter(map(data_of, having)).most_common(1)[0]
            if count == len(entries) or (key in _GROUP_KEYS and 2 * count > len(entries)):
                shared.pairs[key] = copy_of(next(one for one in having if data_of(one) == value))
    if not SOURCE_KEYS.isdisjoint(shared.pairs) and any(_is_mixed(one, shared) for one in entries):
        shared.pairs = {key: one for key, one in shared.pairs.items() if key not in SOURCE_KEYS}
    inner = Seq([_moved(one, _without(one, shared)) for one in entries])
    whole = Map({**shared.pairs, "entries": inner})
    whole.above, inner.items[0].above = inner.items[0].above, []
    return [whole]


def _is_mixed(own: Map, shared: Map) -> bool:
    return any(data_of(own.pairs.get(key)) != data_of(shared.pairs.get(key)) for key in SOURCE_KEYS)


def _drop_heading(entry: Map, group: str) -> None:
    # a comment that only repeats the name of the group
    entry.above = [one for one in entry.above if one.lstrip("# ").casefold() != group.casefold()]


def _grouped(key: str, items: list[Node], indent: int) -> list[Node]:
    if len(items) > _MOST_RECORDS:
        return items
    records = [one if isinstance(one, Map) else Map({"name": one}) for one in items]
    contents = [{name: data_of(one) for name, one in record.pairs.items()} for record in records]
    lines: dict[tuple[int, frozenset[str]], int] = {}

    def lines_of(number: int, shared: frozenset[str]) -> int:
        # of a record without the shared keys
        if (number, shared) not in lines:
            own = {name: one for name, one in records[number].pairs.items() if name not in shared}
            lines[number, shared] = len(item_lines(key, _named(Map(own)), indent + 2 if shared else indent))
        return lines[number, shared]

    # the fewest lines for the first 0, 1, 2 ... items, with the start of the last part
    best: list[tuple[float, int]] = [(0.0, 0)]
    for end in range(1, len(items) + 1):
        choices = [(best[end - 1][0] + lines_of(end - 1, frozenset()) + _PART_COST, end - 1)]
        for start in range(end - 2, max(-1, end - 1 - _MOST_IN_GROUP), -1):
            if any(one.has_comments for one in (items[start], items[end - 1])):
                break
            shared = _shared_keys(contents[start:end])
            are_names = all(one.keys() - shared == {"name"} for one in contents[start:end])
            if not shared and not are_names:
                break
            if are_names:
                cost = float(len(item_lines(key, _group(key, items[start:end], shared), indent)))
                cost += _GROUP_COST if shared else _BARE_GROUP_COST
            else:
                cost = len(shared) + 1 + sum(lines_of(number, shared) for number in range(start, end)) + _GROUP_COST
            choices.append((best[start][0] + cost, start))
        best.append(min(choices))
    found: list[Node] = []
    end = len(items)
    while end:
        start = best[end][1]
        part = items[start:end]
        found.insert(0, part[0] if len(part) == 1 else _group(key, part, _shared_keys(contents[start:end])))
        end = start
    if len(found) == 1 and isinstance(only := found[0], Map) and only.pairs.keys() == {key}:
        names = only.pairs[key]
        assert isinstance(names, Seq)
        return names.items
    return found


def _shared_keys(contents: list[dict[str, object]]) -> frozenset[str]:
    """The keys, except `name` and `also`, that have the same value in all records.

    If any key in `SOURCE_KEYS` has different values, the result has none of the keys in `SOURCE_KEYS`.
    """
    first, *others = contents
    same = {name for name, value in first.items() if all(one.get(name) == value for one in others)} - {"name", "also"}
    has_same_source = all(one.get(key) == first.get(key) for one in others for key in SOURCE_KEYS)
    return frozenset(same if has_same_source else same - SOURCE_KEYS)


def _group(key: str, items: list[Node], shared: frozenset[str]) -> Map:
    records = [one if isinstance(one, Map) else Map({"name": one}) for one in items]
    common = Map({name: value for name, value in records[0].pairs.items() if name in shared})
    return Map({**common.pairs, key: Seq([_named(_moved(one, _without(one, common))) for one in records])})

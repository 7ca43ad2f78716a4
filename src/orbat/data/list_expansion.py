"""Expands a parsed army list: each item gets the keys of its group and of the defaults. Comments stay."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from orbat.data.shared_keys import JOINED, LISTS, NUMBERS, takes_source_of_entry
from orbat.data.yaml_layout import Map, Node, Seq, Text, copy_of, data_of
from orbat.model.sourced import SOURCE_KEYS


def expand(tree: Map) -> None:
    """Copy the defaults, and the keys that the items of a group share, into the items of an army list.

    `shared_keys.written_out` does the same for data without comments.
    """
    defaults = _map(tree.pairs.pop("defaults", None))
    shared = defaults.pairs
    _write_out(tree, LISTS, shared)
    entries = _blocks(tree.pairs.get("entries"))
    for entry in entries:
        _write_out(entry, ("regiments", "limits"), shared)
    _write_out_regiments(entries)
    if takes_source_of_entry(_map(_map(shared.get("entries")).pairs.get("dates")).pairs):
        _write_out_sources(entries)
    if isinstance(house := shared.get("house"), Text) and house.key is True:
        _write_out_house((tree, *entries))
    _drop_empty_values((tree, *entries))
    tree.above = [*_comments(defaults), *tree.above]


def _write_out(holder: Map, keys: Iterable[str], shared: dict[str, Node]) -> None:
    for key in keys:
        if isinstance(value := holder.pairs.get(key), Seq):
            value.items = list(_items(value.items, key, _map(shared.get(key))))


def _write_out_sources(entries: list[Map]) -> None:
    for entry in entries:
        dates, sources = entry.pairs.get("dates"), entry.pairs.get("sources")
        if isinstance(dates, Map) and sources and SOURCE_KEYS.isdisjoint(dates.pairs):
            dates.pairs["sources"] = copy_of(sources)


def _write_out_house(holders: Iterable[Map]) -> None:
    for holder in holders:
        for key in NUMBERS:
            for block in _blocks(holder.pairs.get(key)):
                if SOURCE_KEYS.isdisjoint(block.pairs):
                    block.pairs["house"] = Text("true")


def _map(node: Node | None) -> Map:
    return node if isinstance(node, Map) else Map({})


def _blocks(node: Node | None) -> list[Map]:
    several = node.items if isinstance(node, Seq) else [node]
    return [one for one in several if isinstance(one, Map)]


def _items(items: list[Node], key: str, shared: Map) -> Iterator[Node]:
    for item in items:
        inner = item.pairs.get(key) if isinstance(item, Map) else None
        if isinstance(item, Map) and isinstance(inner, Seq):
            common = Map({name: one for name, one in item.pairs.items() if name != key})
            members = list(_items(inner.items, key, _completed(common, shared)))
            comments = [*item.comments, *_comments(common), *inner.comments]
            if members:
                members[0].above = [*comments, *members[0].above]
            yield from members
        elif isinstance(item, Map):
            yield _completed(item, shared)
        elif shared.pairs and key in ("regiments", "service") and isinstance(item, Text):
            named = Map({"name": Text(item.value, quoted=item.quoted)})
            named.take_comments(item)
            yield _completed(named, shared)
        else:
            yield item


def _completed(own: Map, shared: Map) -> Map:
    has_source = not SOURCE_KEYS.isdisjoint(own.pairs)
    pairs = dict(own.pairs)
    for name, value in shared.pairs.items():
        mine = pairs.get(name)
        if name in JOINED and isinstance(mine, Map) and isinstance(value, Map):
            pairs[name] = _completed(mine, value)
        elif name not in pairs and not (has_source and name in SOURCE_KEYS):
            pairs[name] = copy_of(value)
    result = Map(pairs)
    result.take_comments(own)
    return result


def _write_out_regiments(entries: list[Map]) -> None:
    lists = {
        name.value: copy_of(regiments)
        for one in entries
        if isinstance(name := one.pairs.get("id"), Text) and isinstance(regiments := one.pairs.get("regiments"), Seq)
    }
    for entry in entries:
        name = entry.pairs.get("regiments")
        if isinstance(name, Text) and name.value in lists:
            regiments = copy_of(lists[name.value])
            regiments.take_comments(name)
            entry.pairs["regiments"] = regiments


def _drop_empty_values(holders: Iterable[Map]) -> None:
    # they have removed shared keys, and have no other effect
    for holder in holders:
        for key in (*LISTS, *JOINED):
            for block in _blocks(holder.pairs.get(key)):
                inner = [one for name, one in block.pairs.items() if name in JOINED and isinstance(one, Map)]
                for one in (block, *inner):
                    one.pairs = {name: value for name, value in one.pairs.items() if not _is_empty(name, value)}


def _is_empty(key: str, value: Node) -> bool:
    is_empty = data_of(value) == data_of(Text("null")) or (key == "sources" and data_of(value) == data_of(Seq([])))
    return is_empty and not value.has_comments


def _comments(node: Node) -> list[str]:
    # of everything inside a mapping
    inner = node.pairs.values() if isinstance(node, Map) else ()
    return [comment for one in inner for comment in (*one.comments, *_comments(one))]

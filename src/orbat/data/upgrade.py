"""Rewrites army lists in the current format and layout. Values that several items share are written once."""

from __future__ import annotations

import re
from collections import Counter

from orbat.data.data_file import fit_document, parse_data
from orbat.data.file_kinds import file_kind
from orbat.data.list_expansion import expand
from orbat.data.list_layout import written
from orbat.data.list_shortening import shorten
from orbat.data.shared_keys import is_shortened
from orbat.data.yaml_layout import Map, Node, Seq, Text, comments_in, read_tree
from orbat.data.yaml_text import parse
from orbat.model.army_list import ArmyList
from orbat.model.record import changed

_UNUSUAL_BREAKS = re.compile("[\x85\u2028\u2029]|\r(?!\n)")


def upgraded(text: str) -> str:
    """Rewrite an army list in the current format. The content and the comments stay.

    - Values that most items share move to `defaults` and to groups. The bibliography moves to the end.
    - The names in `commanders` move to `service`. The key `commander` in `service` becomes `name`.
    - The text gets the layout in which orbat writes army lists.

    Faulty army lists, and lists that cannot be converted safely, are returned unchanged.
    """
    document = parse(text)
    if file_kind(document.data) != "army_list" or _UNUSUAL_BREAKS.search(text):
        return text
    old, _ = fit_document(ArmyList, parse_data(text))
    tree = read_tree(text.replace("\r\n", "\n")) if old else None
    if old is None or tree is None:
        return text
    _merge_commanders(tree)
    if is_shortened(document.data):
        expand(tree)
    shorten(tree)
    result = written(tree)
    new, _ = fit_document(ArmyList, parse_data(result))
    if new is None or not _is_same(old, new) or not _keeps_comments(text, result):
        return text
    return result.replace("\n", "\r\n") if "\r\n" in text else result


def _is_same(old: ArmyList, new: ArmyList) -> bool:
    return (
        changed(old, commanders=(), service=()) == changed(new, commanders=(), service=())
        and old.commander_names == new.commander_names
        and all(records == old.service_by_name.get(name, records) for name, records in new.service_by_name.items())
    )


def _keeps_comments(old: str, new: str) -> bool:
    lost = Counter(comments_in(old)) - Counter(comments_in(new))
    # a heading above entries that is now the name of their group
    names = {
        name.casefold() for name in re.findall(r"^- group: (.*)$|^  group: (.*)$", new, re.MULTILINE) for name in name
    }
    return all(comment.lstrip("# ").casefold() in names for comment in lost)


def _merge_commanders(tree: Map) -> None:
    names, service = tree.pairs.get("commanders"), tree.pairs.get("service")
    if not isinstance(names, Seq) or not isinstance(service, Seq | None):
        return
    by_name: dict[str, list[Node]] = {}
    for item in service.items if service else []:
        by_name.setdefault(_name_of(item), []).append(item)
    items: list[Node] = []
    for name in names.items:
        own = by_name.pop(_name_of(name), [])
        if own:
            own[0].above = [*name.comments, *own[0].above]
        items += own or [name]
    merged = Seq([*items, *(item for rest in by_name.values() for item in rest)])
    if service:
        merged.take_comments(service)
    merged.above = [*names.comments, *merged.above]
    pairs = {key: one for key, one in tree.pairs.items() if key != "service"}
    tree.pairs = {
        ("service" if key == "commanders" else key): merged if key == "commanders" else one
        for key, one in pairs.items()
    }


def _name_of(item: Node) -> str:
    if isinstance(item, Map):
        item = item.pairs.get("name") or item.pairs.get("commander") or item
    return item.value if isinstance(item, Text) else ""

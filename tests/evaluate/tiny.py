"""Small rulesets and army lists, written as YAML without their first lines."""

from __future__ import annotations

from orbat.data.fit import fit
from orbat.data.yaml_text import parse
from orbat.model.army_list import ArmyList
from orbat.model.ruleset import Ruleset


def tiny_ruleset(text: str) -> Ruleset:
    """A ruleset with the id `tiny` and the code TINY."""
    head = 'ruleset: 1\nid: tiny\ntitle: Tiny\nversion: "1"\ncode: TINY\nperiod: none\nrating_word: class\n'
    return fit(Ruleset, parse(head + text).data)


def tiny_list(name: str, text: str) -> ArmyList:
    """A list of the ruleset `tiny`, available in all years. `name` is its id and nation, and also its title."""
    head = f"army_list: 1\nid: {name}\ntitle: {name.title()}\nnation: {name}\nruleset: tiny\n"
    return fit(ArmyList, parse(f'{head}version: "1"\nyears: {{}}\n{text}').data)

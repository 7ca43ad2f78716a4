"""Lint rule about the wars of a ruleset."""

from __future__ import annotations

from collections.abc import Iterator

from orbat.data.lint_rules.rule import Fault, LintCase
from orbat.model.wars import War
from orbat.model.wording import phrase


def check_wars(case: LintCase) -> Iterator[Fault]:
    """A war has at least two sides, and each nation is on only one side.

    Why: orbat warns about troops lent by an enemy. With one side only, a nation has no enemy. A nation on two sides is
    its own enemy.

    Example: `sides: [[blue], [red, blue]]`.

    Remedy: Write each nation on its side. If a nation changes sides, write a war with other dates.
    """
    for path, war in case.each(War):
        if len(war.sides) < 2:
            yield Fault((*path, "sides"), "the war has fewer than two sides", "Write the nations of both sides.")
        for number, side in enumerate(war.sides):
            if not side:
                yield Fault(
                    (*path, "sides", number), "the side has no nation", "Write the nations, or remove the side."
                )
            for place, nation in enumerate(side):
                if nation in side[:place] or any(nation in other for other in war.sides[:number]):
                    message = phrase("{nation} is listed twice in the war", nation=nation)
                    yield Fault((*path, "sides", number, place), message, "Write each nation once.")

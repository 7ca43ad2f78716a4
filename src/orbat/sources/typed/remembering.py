"""What was made of a ruleset or an army list, remembered for the next text that is read by it."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache, wraps
from typing import ParamSpec, TypeVar

P = ParamSpec("P")
R = TypeVar("R")


class _Same:
    """Something that equals nothing but itself: to compare two rulesets takes longer than what is remembered."""

    __slots__ = ("it",)

    def __init__(self, it: object) -> None:
        self.it = it

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Same) and other.it is self.it

    def __hash__(self) -> int:
        return id(self.it)


def of_the_same(most: int) -> Callable[[Callable[P, R]], Callable[P, R]]:
    """Remember what a function made of the last so many arguments, which are told apart by identity."""

    def remembering(make: Callable[P, R]) -> Callable[P, R]:
        of_any: Callable[..., R] = make
        made = lru_cache(most)(lambda *given: of_any(*(one.it for one in given)))

        @wraps(make)
        def remembered(*given: P.args, **named: P.kwargs) -> R:
            return make(*given, **named) if named else made(*map(_Same, given))

        return remembered

    return remembering

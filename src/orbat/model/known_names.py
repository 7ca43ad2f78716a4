"""Finds the regiment or commander to which a name in an ORBAT refers."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property

from orbat.model.look_alikes import name_key

COMMON_WORDS = frozenset(
    """battalion battalions regiment regiments brigade division corps battery batteries company squadron squadrons troop
    first second third fourth royal light heavy line infantry cavalry artillery foot horse field reserve""".split()  # noqa: SIM905  # easier to read
)
"""Words that do not show which regiment a short name means."""


JOINING_WORDS = frozenset({"and", "with"})
"""Words between the names of several regiments."""

TITLES = frozenset(
    """general marshal sir lord duke archduke earl count baron prince crown hereditary of von de
    la""".split()  # noqa: SIM905  # easier to read
)
"""Words before a surname that short forms of a general's name omit. Initials are omitted too."""


class KnownNames:
    """The names of an army list's regiments, for comparison without capitals, accents and punctuation."""

    def __init__(self, spellings: Mapping[str, str]) -> None:
        self._spellings = spellings
        self._found: dict[str, str] = {}

    @cached_property
    def _by_key(self) -> dict[str, str]:
        found: dict[str, str] = {}
        for spelling, name in self._spellings.items():
            found.setdefault(name_key(spelling), name)
        return found

    def find(self, text: str) -> str:
        """The regiment's name that a text means. "" if no regiment or several regiments match.

        The text may be longer or shorter than the name: `2nd Battalion, Minsk Infantry` or `Minsk`.
        """
        if text in self._spellings:
            return self._spellings[text]
        if text not in self._found:
            key = name_key(text)
            self._found[text] = self._by_key.get(key) or (self._find_near(key) if key else "")
        return self._found[text]

    def _find_near(self, key: str) -> str:
        longer = [one for one in self._by_key if f" {one} " in f" {key} " and _is_telling(one)]
        if longer:
            longest = max(longer, key=len)
            other_words = {*key.split()} - {*longest.split()}
            if not JOINING_WORDS.isdisjoint(other_words) or any(f" {one} " not in f" {longest} " for one in longer):
                return ""  # several regiments
            return self._by_key[longest]
        return (
            _only({name for one, name in self._by_key.items() if f" {key} " in f" {one} "}) if _is_telling(key) else ""
        )


class KnownPeople(KnownNames):
    """The names of commanders, for comparison without titles, first names and initials."""

    def _find_near(self, key: str) -> str:
        words = _names_in(key)
        return _only({name for one, name in self._by_key.items() if words and _is_same_person(key, one)})


def _is_telling(key: str) -> bool:
    return any(word not in COMMON_WORDS and (len(word) > 2 or word.isdecimal()) for word in key.split())


def _names_in(key: str) -> list[str]:
    return [word for word in key.split() if len(word) > 1 and word not in TITLES]


def _initials_in(key: str) -> list[str]:
    return [word for word in key.split() if len(word) == 1]


def _is_same_person(key: str, other: str) -> bool:
    names, others = _names_in(key), _names_in(other)
    initials, other_initials = _initials_in(key), _initials_in(other)
    if initials and other_initials and initials != other_initials:
        return False
    return names == others or (names[-1:] == others[-1:] and 1 in (len(names), len(others)))


def _only(names: set[str]) -> str:
    return names.pop() if len(names) == 1 else ""

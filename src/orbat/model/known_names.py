"""Finds the regiment or commander to which a name in an ORBAT refers."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import cached_property

from orbat.model.look_alikes import name_key

COMMON_WORDS = frozenset(
    """battalion battalions regiment regiments brigade division corps battery batteries company squadron squadrons troop
    first second third fourth royal light heavy line infantry cavalry artillery foot horse field reserve""".split()  # noqa: SIM905  # easier to read
)
"""Words that do not show which regiment a short name means."""


PARTS = frozenset("bn battalion battery company squadron troop section body".split())  # noqa: SIM905  # easier to read
"""Parts of a regiment. A number before one of these words is not the number of a regiment."""

JOINING_WORDS = frozenset({"and", "with"})
"""Words between the names of several regiments."""

TITLES = frozenset(
    """general marshal sir lord duke archduke earl count baron prince crown hereditary of von de
    la""".split()  # noqa: SIM905  # easier to read
)
"""Words before a surname that short forms of a general's name omit, besides initials."""


class KnownNames:
    """Finds the regiment that a name means, ignoring capitals, accents and punctuation."""

    def __init__(self, spellings: Mapping[str, str], excluded: Iterable[str] = ()) -> None:
        """`excluded`: names that mean no regiment, such as the name of the entry."""
        self._spellings = spellings
        self._found = {"": "", **dict.fromkeys(excluded, ""), **spellings}

    @cached_property
    def _by_key(self) -> dict[str, str]:
        found: dict[str, str] = {}
        for spelling, name in self._spellings.items():
            found.setdefault(name_key(spelling), name)
        return found

    @cached_property
    def _shortened(self) -> dict[str, str]:
        """Maps shortened keys to names.

        A shortened key has no words in parentheses. Ambiguous keys and keys of one word are left out.
        """
        several: dict[str, set[str]] = {}
        for spelling, name in self._spellings.items():
            several.setdefault(name_key(_PARENTHESES.sub(" ", spelling)), set()).add(name)
        return {key: min(names) for key, names in several.items() if len(names) == 1 and len(key.split()) > 1}

    def find(self, text: str) -> str:
        """The name of the regiment that a text means. "" if no regiment or several regiments match.

        The text may be longer or shorter than the name: `2nd Battalion, 33rd Foot` or `33rd`. Words in parentheses may
        be missing.
        """
        found = self._found.get(text)
        if found is None:
            key = name_key(text)
            found = self._found[text] = self._by_key.get(key) or (self._find_near(key, text) if key else "")
        return found

    def _find_near(self, key: str, text: str) -> str:
        short = name_key(_PARENTHESES.sub(" ", text))
        return (
            _longest(key, self._by_key)
            or self._shortened.get(short)
            or _longest(short, self._shortened)
            or _only({name for one, name in self._by_key.items() if _is_telling(short) and f" {short} " in f" {one} "})
            or _only({name for one, name in self._by_key.items() if _is_same_number(short.split(), one.split())})
        )


_PARENTHESES = re.compile(r"\([^()]*\)")


def _longest(key: str, known: Mapping[str, str]) -> str:
    """The longest known name in a text.

    "" if the rest of the text has another known name, or a joining word such as `and`.
    """
    found = [one for one in known if f" {one} " in f" {key} " and _is_telling(one)]
    if not found:
        return ""
    longest = max(found, key=len)
    other_words = {*key.split()} - {*longest.split()}
    if not JOINING_WORDS.isdisjoint(other_words) or any(f" {one} " not in f" {longest} " for one in found):
        return ""
    return known[longest]


def _is_same_number(words: list[str], name: list[str]) -> bool:
    # the number of a regiment, with words of its name or common words: `8th Hussars`, `33rd Foot`
    numbered = len(words) > 1 and words[0][:1].isdecimal() and words[0] == name[0]
    return numbered and PARTS.isdisjoint(words) and {*words} <= {*name} | COMMON_WORDS


class KnownPeople(KnownNames):
    """Finds the commander that a name means. The name may lack titles, first names and initials."""

    def _find_near(self, key: str, text: str) -> str:
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

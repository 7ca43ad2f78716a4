"""Vocabulary of a ruleset: words for kinds, subtypes, options, ratings, sizes and formation levels."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cached_property, lru_cache, wraps
from itertools import groupby
from operator import attrgetter
from typing import Literal, NamedTuple, ParamSpec, TypeVar

from orbat.list_reader.words import ABBREVIATIONS, GENERIC, words_of
from orbat.model.record import Value
from orbat.model.ruleset import Ruleset

# Cache of objects derived from a ruleset or an army list.


P = ParamSpec("P")
R = TypeVar("R")


class _ByIdentity:
    # A cache key that compares by identity. Comparing two rulesets by value would cost more time than the cache saves.
    __slots__ = ("value",)

    def __init__(self, value: object) -> None:
        self.value = value

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _ByIdentity) and other.value is self.value

    def __hash__(self) -> int:
        return id(self.value)


def cached_by_identity(maximum: int) -> Callable[[Callable[P, R]], Callable[P, R]]:
    """Cache the last `maximum` results of a function. Arguments are compared by identity, not equality."""

    def decorator(make: Callable[P, R]) -> Callable[P, R]:
        untyped: Callable[..., R] = make
        cached = lru_cache(maximum)(lambda *arguments: untyped(*(one.value for one in arguments)))

        @wraps(make)
        def wrapper(*arguments: P.args, **keywords: P.kwargs) -> R:
            return make(*arguments, **keywords) if keywords else cached(*map(_ByIdentity, arguments))

        return wrapper

    return decorator


MeaningType = Literal["kind", "option", "level", "rating", "size"]
_MIN_WORD = 6
"""Minimum length of a misspelt word that is corrected, in letters."""


def _shorter(word: str) -> Iterator[str]:
    yield word
    yield from (word[:at] + word[at + 1 :] for at in range(len(word)))


_meaning_type = attrgetter("meaning_type")


class Meaning(Value):
    """What a phrase means: a kind of troops, an option, a formation level, a rating or a named size."""

    meaning_type: MeaningType
    id: str
    subtype: str = ""
    kinds: tuple[str, ...] = ()
    """The kinds that the phrase implies."""


class FoundMeaning(NamedTuple):
    """A meaning, and the position of its words: from index `first` up to, but not including, `last`."""

    meaning: Meaning
    first: int
    last: int


@cached_by_identity(16)
def vocabulary_of(ruleset: Ruleset) -> Vocabulary:
    """Return the cached vocabulary of a ruleset."""
    return Vocabulary(ruleset)


class Vocabulary:
    """The words of a ruleset."""

    def __init__(self, ruleset: Ruleset) -> None:
        self.ruleset = ruleset

    @cached_property
    def phrases(self) -> dict[tuple[str, ...], tuple[Meaning, ...]]:
        """Possible meanings of each phrase."""
        found: dict[tuple[str, ...], tuple[Meaning, ...]] = {}
        for phrase, meaning in self._kind_names():
            key = words_of(phrase)
            if key and meaning not in found.get(key, ()):
                found[key] = (*found.get(key, ()), meaning)
        return found

    @cached_property
    def _openings(self) -> dict[str, dict[str, list[tuple[tuple[str, ...], list[Meaning]]]]]:
        # the phrases of each type, by their first words
        openings: dict[str, dict[str, list[tuple[tuple[str, ...], list[Meaning]]]]] = {}
        for phrase in sorted(self.phrases, key=len, reverse=True):
            for meaning_type, meanings in groupby(sorted(self.phrases[phrase], key=_meaning_type), _meaning_type):
                by_word = openings.setdefault(meaning_type, {})
                by_word.setdefault(phrase[0], []).append((phrase, [*meanings]))
        return openings

    def _kind_names(self) -> Iterator[tuple[str, Meaning]]:
        rules = self.ruleset
        for kind_id, kind in rules.kinds.items():
            if not kind.staff:
                for name in (kind_id.replace("_", " "), kind.label, *kind.aliases):
                    yield name, Meaning("kind", kind_id, kinds=(kind_id,))
        for subtype_id, subtype in rules.subtypes.items():
            if not rules.kinds[subtype.kind].staff:
                for name in (subtype.label, *subtype.aliases):
                    yield name, Meaning("kind", subtype.kind, subtype_id, kinds=(subtype.kind,))
        yield from self._other_names()

    def _other_names(self) -> Iterator[tuple[str, Meaning]]:
        rules = self.ruleset
        for option_id, option in rules.options.items():
            only = option.kinds if len(option.kinds) == 1 else ()
            for name in (option.label, *option.aliases):
                yield name, Meaning("option", option_id, kinds=only)
        for level in rules.levels:
            for name in (level.id, level.label, *level.aliases):
                yield name, Meaning("level", level.id)
        for size in rules.sizes:
            for name in (size.label, *size.aliases):
                yield name, Meaning("size", size.id)
        for rating in rules.ratings:
            for name in ("" if rating.id.isdecimal() else rating.id, rating.label, *rating.aliases):
                yield name, Meaning("rating", rating.id)

    def corrected(self, words: tuple[str, ...]) -> tuple[str, ...]:
        """Correct misspelt long words in names of kinds of troops: `cuirasier` becomes `cuirassier`."""
        return tuple(self._correct(word) if len(word) >= _MIN_WORD else word for word in words)

    def _correct(self, word: str) -> str:
        if word in self._single_words or not word.isalpha():
            return word
        return next((found for short in _shorter(word) if (found := self._by_shorter.get(short))), word)

    @cached_property
    def _single_words(self) -> frozenset[str]:
        return frozenset(word for phrase in self.phrases for word in phrase) | GENERIC

    @cached_property
    def _by_shorter(self) -> dict[str, str]:
        # The words for kinds of troops, by every form of them that lacks at most one letter.
        kinds = {word for phrase, found in self.phrases.items() if found[0].meaning_type == "kind" for word in phrase}
        spellings = {word: word for word in kinds} | {one: full for one, full in ABBREVIATIONS.items() if full in kinds}
        return {short: full for one, full in spellings.items() if len(one) >= _MIN_WORD for short in _shorter(one)}

    def words_of_kinds(self, kinds: frozenset[str]) -> frozenset[str]:
        """All words in the names of some kinds: `light` and `infantry` for light infantry."""
        return frozenset(word for kind in kinds for word in self._words_of_kinds.get(kind, ()))

    @cached_property
    def _words_of_kinds(self) -> dict[str, set[str]]:
        words: dict[str, set[str]] = {}
        for phrase, meanings in self.phrases.items():
            for meaning in meanings:
                if meaning.meaning_type == "kind":
                    words.setdefault(meaning.id, set()).update(phrase)
        return words

    def scan(self, words: tuple[str, ...], meaning_type: str) -> tuple[FoundMeaning, ...]:
        """Find the phrases whose meaning has the type `meaning_type`, for example a kind of troops.

        If phrases overlap, only the longest counts.
        """
        openings = self._openings.get(meaning_type)
        if not openings or openings.keys().isdisjoint(words):
            return ()
        found: list[FoundMeaning] = []
        at = 0
        while at < len(words):
            for phrase, meanings in openings.get(words[at], ()):
                after = at + len(phrase)
                if words[at:after] == phrase:
                    found += [FoundMeaning(meaning, at, after) for meaning in meanings]
                    at = after
                    break
            else:
                at += 1
        return tuple(found)

    def subtype_of(self, found: tuple[FoundMeaning, ...]) -> str:
        """The subtype of the last phrase that has a subtype. "" if no phrase has one."""
        return next((one.meaning.subtype for one in reversed(found) if one.meaning.subtype), "")

    def men_to_a_stand(self, kind_id: str) -> int:
        """The number of men that one stand of a kind represents. 0 if the ruleset does not state the number."""
        label = self.ruleset.kinds[kind_id].label.split()[0] if kind_id in self.ruleset.kinds else ""
        scales = [scale for scale in self.ruleset.scale if scale.what.startswith("men ")]
        of_kind = next((scale.number for scale in scales if label and label in scale.what), 0)
        return of_kind or (scales[0].number if scales else 0)

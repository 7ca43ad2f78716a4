"""Names to entries of one army list: by id, regiment, alias or name, else by kind; with rivals where it is not sure."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from copy import copy
from functools import cached_property, lru_cache
from itertools import pairwise

from orbat.list_reader.meaning import calibres_in
from orbat.list_reader.vocabulary import of_the_same, vocabulary_of
from orbat.list_reader.words import GENERIC, NOUNS_OF_TROOPS, normal, words_of
from orbat.model.army_list import ArmyList, Entry
from orbat.model.record import Value
from orbat.model.ruleset import Ruleset

SURE = 76
"""From this nearness on, out of 100, a name is an entry's."""
MAYBE = 45
"""Below this nearness a name is no entry's."""
LEAD = 6
"""So much nearer than any other an entry must be to be the one that is meant."""
_ALIKE = 82
"""How alike, out of 100, a misspelt word and the right one are."""
_SHORTEST = 5
_MOST = 20
"""So many entries that only a kind tells are looked at."""
_COMMON = 5
"""A word in more names than this tells less."""
_TELLS = 1.1
"""A number tells a regiment only beside a word that tells something too, or alone in its name."""
_OTHER_KIND = 20
"""So much farther is an entry of another kind than the words tell."""
_PARENTHESES = re.compile(r"\(([^()]*)\)")


class Match(Value):
    """An entry that a name may mean, how near it is, and whether by a regiment's own name."""

    entry: Entry
    nearness: int
    by_regiment: bool = False


def matcher_of(ruleset: Ruleset, army_list: ArmyList) -> Matcher:
    """A matcher that has gone through an army list already and remembers no matches yet."""
    matcher = copy(_gone_through(ruleset, army_list))
    matcher.forget()
    return matcher


@of_the_same(64)
def _gone_through(ruleset: Ruleset, army_list: ArmyList) -> Matcher:
    return Matcher(ruleset, army_list).ready()


class Matcher:
    """Finds entries of an army list by what people call them."""

    def __init__(self, ruleset: Ruleset, army_list: ArmyList) -> None:
        self.vocabulary = vocabulary_of(ruleset)
        self.entries = tuple(
            entry for entry in (*army_list.entries, *ruleset.entries) if not ruleset.kinds[entry.kind].staff
        )
        self.ids = {entry.id: entry for entry in self.entries}
        self.forget()

    def forget(self) -> None:
        """Remember no matches, and what the entries are called all the same."""
        self.match = lru_cache(4096)(self._match)
        self._mend = lru_cache(8192)(self._mended)
        self.of_kind = lru_cache(256)(self._of_kind)

    def ready(self) -> Matcher:
        """The matcher, once it has gone through what all entries are called."""
        _ = (self._by_word, self._long_words, self._vocabulary_of, self._proper_words)
        return self

    @cached_property
    def _phrases(self) -> list[tuple[frozenset[str], Entry, bool]]:
        return [
            (frozenset(words), entry, regiment)
            for entry in self.entries
            for phrase, regiment in _called(entry)
            if (words := words_of(phrase))
        ]

    @cached_property
    def known(self) -> frozenset[str]:
        """The words of the ruleset."""
        words = {word for phrase in self.vocabulary.phrases for word in phrase}
        return frozenset(words | {"smoothbore"})

    @cached_property
    def _weights(self) -> dict[str, float]:
        seen = Counter(word for words, _, _ in self._phrases for word in words)
        known = self.known
        return {word: _weight(word, common=number > _COMMON, known=word in known) for word, number in seen.items()}

    @cached_property
    def _by_word(self) -> dict[str, list[int]]:
        places: dict[str, list[int]] = {}
        for place, (words, _, _) in enumerate(self._phrases):
            for word in words:
                if word not in GENERIC:
                    places.setdefault(word, []).append(place)
        return places

    @cached_property
    def _long_words(self) -> list[str]:
        return [word for word in self._weights if len(word) >= _SHORTEST]

    def _mended(self, word: str) -> str:
        """The list's own spelling of a word, or the word."""
        if word in self._weights or word in self.known or len(word) < _SHORTEST - 1 or word[0] == "#":
            return word
        if exchanged := next((one for one in _exchanged(word) if one in self._weights), ""):
            return exchanged
        if len(word) < _SHORTEST:
            return word
        from rapidfuzz import fuzz, process

        found = process.extractOne(word, self._long_words, scorer=fuzz.ratio, score_cutoff=_ALIKE)
        return str(found[0]) if found else word

    def misspelt(self, words: tuple[str, ...], entry: Entry) -> tuple[tuple[str, str], ...]:
        """The words that are misspelt, each with the word of what the entry is called that it is taken for."""
        mended = ((word, self._mend(word)) for word in words)
        return tuple(
            (word, right) for word, right in mended if word != right and right in self._vocabulary_of[entry.id]
        )

    def common(self, words: tuple[str, ...], entry: Entry) -> frozenset[str]:
        """The words, rightly spelt, that an entry is called by too, but for those that tell nothing."""
        return (self._vocabulary_of[entry.id] & frozenset(map(self._mend, words))) - GENERIC

    def _match(self, words: tuple[str, ...], kinds: frozenset[str]) -> tuple[Match, ...]:
        """The entries that some words may name, the nearest first; of the kinds, where any are given."""
        if "_".join(words) in self.ids:
            return (Match(self.ids["_".join(words)], 100),)
        own = frozenset(map(self._mend, words))
        bare = self._without_battalion(own, words)
        best: dict[str, Match] = {}
        for place in sorted({place for word in own for place in self._by_word.get(word, ())}):
            phrase, entry, regiment = self._phrases[place]
            nearness = self._nearness(phrase, entry, own if "battalion" in phrase else bare, words)
            if kinds and entry.kind not in kinds and nearness < 100:
                nearness -= _OTHER_KIND
            if nearness >= MAYBE and (entry.id not in best or best[entry.id].nearness < nearness):
                best[entry.id] = Match(entry, nearness, regiment)
        return tuple(sorted(best.values(), key=lambda match: -match.nearness))[:6]

    def _without_battalion(self, own: frozenset[str], words: tuple[str, ...]) -> frozenset[str]:
        """The words without the number of a battalion, where another tells whose battalion it is."""
        battalions = {one for one, after in pairwise(words) if one[0] == "#" and after == "battalion"}
        others = [word for word in own if word[0] != "#" and self._weights.get(word, 0) >= 1]
        return own - battalions if others else own

    @cached_property
    def _vocabulary_of(self) -> dict[str, frozenset[str]]:
        """Every word that an entry is called by."""
        words: dict[str, frozenset[str]] = {}
        for phrase, entry, _ in self._phrases:
            words[entry.id] = words.get(entry.id, frozenset()) | phrase
        return words

    def _nearness(self, phrase: frozenset[str], entry: Entry, own: frozenset[str], words: tuple[str, ...]) -> int:
        weights = self._weights
        common = phrase & own
        has = sum(weights[word] for word in common)
        covered = has / sum(weights[word] for word in phrase)
        told = sum(weights[word] for word in own if word in weights and word not in GENERIC)
        ordinals, typed = {w for w in phrase if w[0] == "#"}, {w for w in own if w[0] == "#"}
        numbered = 15 if ordinals & typed else -10 if ordinals and typed else 0
        strange = len((own & self.known) - self._vocabulary_of[entry.id] - GENERIC - NOUNS_OF_TROOPS)
        misspelt = sum(1 for word in common if word not in words)
        explained = sum(weights[word] for word in own & self._vocabulary_of[entry.id] if word not in GENERIC)
        share = min(1.0, explained / told) if told else 0.0
        telling = [word for word in own if word not in GENERIC and word not in NOUNS_OF_TROOPS and word in weights]
        if ordinals & typed and {*telling} <= typed:
            return 80 if len(typed) == 1 else 70
        return min(
            100, round(78 * covered + 22 * share - 3 * misspelt - 12 * strange + (numbered if has > _TELLS else 0))
        )

    def proper_words(self, entry: Entry) -> frozenset[str]:
        """The words and ordinals that tell an entry and its regiments from others."""
        return self._proper_words.get(id(entry), frozenset())

    @cached_property
    def _proper_words(self) -> dict[int, frozenset[str]]:
        proper: dict[int, frozenset[str]] = {}
        for words, entry, _ in self._phrases:
            telling = frozenset(word for word in words if self._weights[word] >= 1)
            proper[id(entry)] = proper.get(id(entry), frozenset()) | telling
        return proper

    @cached_property
    def calibres(self) -> dict[str, frozenset[str]]:
        """The calibres of each entry by its id, where what it is called names any."""
        return {
            entry.id: calibres
            for entry in self.entries
            if (calibres := calibres_in(" ".join((entry.name, *entry.aliases))))
        }

    def tells(self, word: str) -> bool:
        """Whether a word tells one regiment from others."""
        return self._weights.get(word, 0) >= 0.7

    def _of_kind(self, kinds: frozenset[str], subtype: str) -> tuple[Match, ...]:
        """The entries that a kind or subtype leaves open, as they stand in the list."""
        fit = [entry for entry in self.entries if entry.kind in kinds]
        same = [entry for entry in fit if subtype and entry.subtype == subtype]
        return tuple(Match(entry, MAYBE + 10) for entry in same[:_MOST]) or tuple(
            Match(entry, MAYBE) for entry in fit[:_MOST]
        )


def _exchanged(word: str) -> Iterator[str]:
    """A word with two neighbouring letters exchanged, each way."""
    return (normal(f"{word[:at]}{word[at + 1]}{word[at]}{word[at + 2 :]}") for at in range(len(word) - 1))


def _weight(word: str, *, common: bool, known: bool) -> float:
    """How much a word tells of which entry is meant."""
    if word in GENERIC:
        return 0.15
    if word in NOUNS_OF_TROOPS or len(word) == 1 or word.isdecimal():
        return 0.25
    if common or known:
        return 0.5
    return 0.7 if word[0] == "#" else 1.0


def _called(entry: Entry) -> Iterator[tuple[str, bool]]:
    """What an entry is called, and whether that is a regiment's own name."""
    yield entry.id.replace("_", " "), False
    for name in (entry.name, *entry.aliases):
        yield name, False
        if "(" in name:
            yield _PARENTHESES.sub("", name), False
            yield from ((inner, False) for inner in _PARENTHESES.findall(name))
    for regiment in entry.regiments:
        yield regiment, True
        if "(" in regiment:
            yield _PARENTHESES.sub("", regiment), True
            yield from ((inner, True) for inner in _PARENTHESES.findall(regiment) if len(inner.split()) < 4)

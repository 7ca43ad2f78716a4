"""Find the entry of an army list that a typed name means. Tries ids, regiments, aliases and names first, then kinds."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from copy import copy
from functools import cached_property, lru_cache
from itertools import pairwise

from orbat.list_reader.meaning import calibres_in
from orbat.list_reader.vocabulary import cached_by_identity, vocabulary_of
from orbat.list_reader.words import GENERIC, LABELS, NOUNS_OF_TROOPS, normalised, words_of
from orbat.model.army_list import ArmyList, Entry
from orbat.model.record import Value
from orbat.model.ruleset import Ruleset

CERTAIN = 76
"""Minimum similarity of a name and an entry for a certain match, from 0 to 100."""
POSSIBLE = 45
"""Minimum similarity of a name and an entry for a possible match, from 0 to 100."""
LEAD = 6
"""A match is certain only if its similarity exceeds that of every other entry by at least this number."""
_MIN_RATIO = 82
"""Minimum similarity of a misspelt word to its correction, from 0 to 100."""
_MIN_WORD = 5
_MAX_OF_KIND = 20
"""Maximum number of entries matched by kind alone."""
_MAX_COMMON = 5
"""A word that occurs in more than this number of names has less weight."""
_MIN_WEIGHT = 1.1
"""An ordinal counts only if the other matching words have at least this weight: `1st` alone fits any regiment."""
_MIN_DISTINCTIVE = 0.7
"""A word with less weight is no name of a regiment."""
_OF_OWN_WORD, _OF_CODE = 72, 80
"""Minimum similarity if a word of the name occurs in the names of one entry alone."""
_NOT_EXACT = 99
"""Maximum similarity of names that are not the same."""
_OTHER_KIND = 20
"""Penalty for an entry whose kind differs from the kinds that the words name."""
_PARENTHESES = re.compile(r"\(([^()]*)\)")


class Match(Value):
    """An entry that a typed name may mean. `similarity`: how similar the names are, up to 100.

    `by_regiment`: the typed name is the name of a regiment, not of the entry. `exact`: the typed words are exactly the
    words of the name; generic words such as `the` do not count.
    """

    entry: Entry
    similarity: int
    by_regiment: bool = False
    exact: bool = False


def matcher_of(ruleset: Ruleset, army_list: ArmyList) -> Matcher:
    """Create a matcher for an army list.

    Matchers for the same list share the index of names. Each has its own cache of matches.
    """
    matcher = copy(_indexed_matcher(ruleset, army_list))
    matcher.clear_cache()
    return matcher


@cached_by_identity(64)
def _indexed_matcher(ruleset: Ruleset, army_list: ArmyList) -> Matcher:
    return Matcher(ruleset, army_list).indexed()


_CODE = re.compile(r"[a-z]+r\d+\Z")
"""The code of a regiment, such as `ir13`."""


class Matcher:
    """Finds entries of an army list by typed names."""

    def __init__(self, ruleset: Ruleset, army_list: ArmyList) -> None:
        self.vocabulary = vocabulary_of(ruleset)
        self.entries = tuple(
            entry for entry in (*army_list.entries, *ruleset.entries) if not ruleset.kinds[entry.kind].staff
        )
        self.ids = {entry.id: entry for entry in self.entries}
        self.clear_cache()

    def clear_cache(self) -> None:
        """Clear the cached matches, but keep the index of names."""
        self.match = lru_cache(4096)(self._match)
        self._correct = lru_cache(8192)(self._corrected)
        self.of_kind = lru_cache(256)(self._of_kind)

    def indexed(self) -> Matcher:
        """Build the index of all names. Returns this matcher."""
        _ = (self._by_word, self._long_words, self._words_of_entry, self._distinctive_words)
        return self

    @cached_property
    def _phrases(self) -> list[tuple[frozenset[str], Entry, bool]]:
        return [
            (frozenset(words), entry, regiment)
            for entry in self.entries
            for phrase, regiment in _names(entry)
            if (words := words_of(phrase))
        ]

    def is_name(self, words: tuple[str, ...]) -> bool:
        """Whether some words, in any order, are the complete name of an entry or regiment."""
        return frozenset(words) - GENERIC - LABELS in self._exact_names

    @cached_property
    def _exact_names(self) -> frozenset[frozenset[str]]:
        return frozenset(words - GENERIC - LABELS for words, _, _ in self._phrases)

    @cached_property
    def known_words(self) -> frozenset[str]:
        """All words in the vocabulary of the ruleset."""
        words = {word for phrase in self.vocabulary.phrases for word in phrase}
        return frozenset(words | {"smoothbore"})

    @cached_property
    def _kind_words(self) -> frozenset[str]:
        # The words that name kinds of troops or options. Those for ratings, sizes and levels say nothing of the entry.
        return self._words_that_mean("kind", "option")

    @cached_property
    def _not_names(self) -> frozenset[str]:
        # The words that do not belong to a name, such as those for a rating.
        return GENERIC | self._words_that_mean("rating", "size") - self._kind_words

    def _words_that_mean(self, *types: str) -> frozenset[str]:
        phrases = self.vocabulary.phrases.items()
        return frozenset(
            word for phrase, means in phrases if any(one.meaning_type in types for one in means) for word in phrase
        )

    @cached_property
    def _weights(self) -> dict[str, float]:
        counts = Counter(word for words, _, _ in self._phrases for word in words)
        known = self.known_words
        return {
            word: _weight(word, common=number > _MAX_COMMON, known=word in known) for word, number in counts.items()
        }

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
        return [word for word in self._weights if len(word) >= _MIN_WORD]

    def _corrected(self, word: str) -> str:
        if word in self._weights or word in self.known_words or len(word) < _MIN_WORD - 1 or word[0] == "#":
            return word
        if swapped := next((one for one in _with_swapped_letters(word) if one in self._weights), ""):
            return swapped
        if len(word) < _MIN_WORD:
            return word
        from rapidfuzz import fuzz, process

        found = process.extractOne(word, self._long_words, scorer=fuzz.ratio, score_cutoff=_MIN_RATIO)
        return str(found[0]) if found else word

    def misspelt(self, words: tuple[str, ...], entry: Entry) -> tuple[tuple[str, str], ...]:
        """The misspelt words of a name, each with its correct spelling in the names of the entry."""
        corrected = ((word, self._correct(word)) for word in words)
        return tuple(
            (word, right) for word, right in corrected if word != right and right in self._words_of_entry[entry.id]
        )

    def common_words(self, words: tuple[str, ...], entry: Entry) -> frozenset[str]:
        """The words in `words` that occur in the names of an entry. Misspelt words are corrected first.

        Generic words such as `the` do not count.
        """
        return (self._words_of_entry[entry.id] & frozenset(map(self._correct, words))) - GENERIC

    def _match(self, words: tuple[str, ...], kinds: frozenset[str]) -> tuple[Match, ...]:
        # The most similar entries come first. If `kinds` is not empty, entries of other kinds have a lower similarity.
        if "_".join(words) in self.ids:
            return (Match(self.ids["_".join(words)], 100, exact=True),)
        own = frozenset(map(self._correct, words))
        without_battalion = self._without_battalion(own, words)
        best: dict[str, Match] = {}
        for place in sorted({place for word in own for place in self._by_word.get(word, ())}):
            phrase, entry, regiment = self._phrases[place]
            if regiment and own - phrase and self._is_common(phrase) and any(word[0] == "#" for word in own):
                continue  # such as the state of another, numbered regiment
            exact = own - self._not_names == phrase - self._not_names
            similarity = self._similarity(phrase, entry, own if "battalion" in phrase else without_battalion, words)
            if kinds and entry.kind not in kinds and similarity < 100:
                similarity -= _OTHER_KIND
            similarity = similarity if exact else min(similarity, _NOT_EXACT)
            if similarity >= POSSIBLE and (entry.id not in best or best[entry.id].similarity < similarity):
                best[entry.id] = Match(entry, similarity, regiment, exact)
        return tuple(sorted(best.values(), key=lambda match: -match.similarity))[:6]

    def _is_common(self, phrase: frozenset[str]) -> bool:
        return all(self._weights[word] < _MIN_DISTINCTIVE and word[0] != "#" for word in phrase)

    def _without_battalion(self, own: frozenset[str], words: tuple[str, ...]) -> frozenset[str]:
        # Removes the number of a battalion, such as `1st`, if another word names the regiment.
        battalions = {one for one, after in pairwise(words) if one[0] == "#" and after == "battalion"}
        others = [word for word in own if word[0] != "#" and self._weights.get(word, 0) >= 1]
        return own - battalions if others else own

    @cached_property
    def _words_of_entry(self) -> dict[str, frozenset[str]]:
        words: dict[str, frozenset[str]] = {}
        for phrase, entry, _ in self._phrases:
            words[entry.id] = words.get(entry.id, frozenset()) | phrase
        return words

    def _similarity(self, phrase: frozenset[str], entry: Entry, own: frozenset[str], words: tuple[str, ...]) -> int:
        weights = self._weights
        common = phrase & own
        matched_weight = sum(weights[word] for word in common)
        covered = matched_weight / sum(weights[word] for word in phrase)
        stated = sum(weights[word] for word in own if word in weights and word not in GENERIC)
        ordinals, typed = {w for w in phrase if w[0] == "#"}, {w for w in own if w[0] == "#"}
        ordinal_bonus = 15 if ordinals & typed else -10 if ordinals and typed else 0
        unexplained = len((own & self._kind_words) - self._words_of_entry[entry.id] - GENERIC - NOUNS_OF_TROOPS)
        misspelt = sum(1 for word in common if word not in words)
        explained = sum(weights[word] for word in own & self._words_of_entry[entry.id] if word not in GENERIC)
        share = min(1.0, explained / stated) if stated else 0.0
        distinctive = [word for word in own if word not in GENERIC and word not in NOUNS_OF_TROOPS and word in weights]
        if ordinals & typed and {*distinctive} <= typed:
            unknown = [word for word in own if word.isalpha() and self._is_unknown(word)]
            return 80 if len(typed) == 1 and not unknown else 70 if not unknown else 60
        similarity = round(
            78 * covered
            + 22 * share
            - 3 * misspelt
            - 12 * unexplained
            + (ordinal_bonus if matched_weight > _MIN_WEIGHT else 0)
        )
        owners = {self._only_owner.get(word, "") for word in own} - {""}
        if owners == {entry.id} and not unexplained and not ordinals & typed:
            similarity = max(similarity, _OF_CODE if any(map(_CODE.match, own)) else _OF_OWN_WORD)
        return min(100, similarity)

    def _is_unknown(self, word: str) -> bool:
        return word not in self._weights and word not in self.known_words and word not in GENERIC

    @cached_property
    def _only_owner(self) -> dict[str, str]:
        # The words that occur in the names of one entry only, such as `coldstream`. Short words are left out.
        owners: dict[str, set[str]] = {}
        for words, entry, _ in self._phrases:
            for word in words:
                if (len(word) >= _MIN_WORD or _CODE.match(word)) and self._weights[word] >= 1:
                    owners.setdefault(word, set()).add(entry.id)
        return {word: next(iter(ids)) for word, ids in owners.items() if len(ids) == 1}

    def distinctive_words(self, entry: Entry) -> frozenset[str]:
        """Words that distinguish an entry and its regiments from other entries."""
        return self._distinctive_words.get(id(entry), frozenset())

    @cached_property
    def _distinctive_words(self) -> dict[int, frozenset[str]]:
        proper: dict[int, frozenset[str]] = {}
        for words, entry, _ in self._phrases:
            distinctive = frozenset(word for word in words if self._weights[word] >= 1)
            proper[id(entry)] = proper.get(id(entry), frozenset()) | distinctive
        return proper

    @cached_property
    def calibres(self) -> dict[str, frozenset[str]]:
        """The calibres in the names of each entry, by entry id."""
        return {
            entry.id: calibres
            for entry in self.entries
            if (calibres := calibres_in(" ".join((entry.name, *entry.aliases))))
        }

    def is_distinctive(self, word: str) -> bool:
        """Whether a word distinguishes one regiment from others."""
        return self._weights.get(word, 0) >= _MIN_DISTINCTIVE

    def _of_kind(self, kinds: frozenset[str], subtype: str) -> tuple[Match, ...]:
        fit = [entry for entry in self.entries if entry.kind in kinds]
        same = [entry for entry in fit if subtype and entry.subtype == subtype]
        return tuple(Match(entry, POSSIBLE + 10) for entry in same[:_MAX_OF_KIND]) or tuple(
            Match(entry, POSSIBLE) for entry in fit[:_MAX_OF_KIND]
        )


def _with_swapped_letters(word: str) -> Iterator[str]:
    return (normalised(f"{word[:at]}{word[at + 1]}{word[at]}{word[at + 2 :]}") for at in range(len(word) - 1))


def _weight(word: str, *, common: bool, known: bool) -> float:
    if word in GENERIC:
        return 0.15
    if word in NOUNS_OF_TROOPS or len(word) == 1 or word.isdecimal():
        return 0.25
    if common or known:
        return 0.5
    return 0.7 if word[0] == "#" else 1.0


def _names(entry: Entry) -> Iterator[tuple[str, bool]]:
    yield entry.id.replace("_", " "), False
    for name in (entry.name, *entry.aliases):
        yield name, False
        if "(" in name:
            yield _PARENTHESES.sub("", name), False
            yield from ((inner, False) for inner in _PARENTHESES.findall(name))
    for regiment in entry.regiment_spellings:
        yield regiment, True
        if "(" in regiment:
            yield _PARENTHESES.sub("", regiment), True
            yield from ((inner, True) for inner in _PARENTHESES.findall(regiment) if len(inner.split()) < 4)

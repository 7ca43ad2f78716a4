"""Describe the troops on a line: kinds, subtype, options bought or excluded, and formation levels."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from itertools import accumulate

from orbat.list_reader.roles import TAKEN_MARK
from orbat.list_reader.vocabulary import FoundMeaning, Vocabulary
from orbat.list_reader.words import GENERIC, MOUNTED_OR_NOT, NOUNS_OF_TROOPS, without_accents, words_of
from orbat.model.record import Value

_REFUSED = re.compile(
    r"\bsmooth(?:-?bores?|b)?\b|\bs/?b\b|\bunrifled\b|(?<!rifle )(?<!rifled )(?<!rifle-)\bmuskets\b|\bno rifles?\b|"
    r"\bwithout rifles?\b|\blisses?\b|\bglatte?[rns]?\b|\bmuskets? only\b|\bnot rifled\b|\bohne (?:gezogene\w*|"
    r"buchsen)\b|\bsans (?:fusils? )?rayes?\b|"
    r"\brifle[sd]?\s*[:=]\s*(?:no|n|none|false|-)(?=\W|\Z)",
    re.I,
)
_MAY_REFUSE = re.compile(r"smooth|s/?b|rifle|musket|lisse|glatt|ohne |sans ")
_CALIBRE = re.compile(r"(\d+) ?-?(?=(pdr|pr\b|pounder|lb|livres?\b|lib(?:r|br)as?\b|pf(?:ue|u|\u00fc)nder|pfd))", re.I)
_PIECE_END = re.compile(rf"[,;()\[\]|]|\s{{2,}}|\x02|{TAKEN_MARK}|\s[-:]\s|:\s")
_MAYBE = re.compile(r"\b(?:maybe|perhaps|possibly|vielleicht|eventuell|evtl|peut-[e\xea]tre)\b[^,;()]*", re.I)
_SIZE_NOUNS = frozenset({"size", "sized", "taille", "effectif"})
_GERMAN_SIZE = re.compile(r"\bgr(?:\xf6|oe)(?:\xdf|ss)en?\b", re.I)
"""Without accents, it would be the same word as `grosse`, which is a size."""
RANKS = frozenset({"general", "brigadier", "commander", "goc", "hq", "marshal", "command", "cinc", "c-in-c", "leader"})
_SINGLE_LETTER = re.compile(r"\A\s*[A-Z]\b(?= )|\b[A-Z]\b(?= (?:Battery|Bty|Troop|Bn|Company|and|&))|(?<=Bn )[A-Z]\b")


class Description(Value):
    """The meaning of the words of a line: kinds of troops, options and so on."""

    words: tuple[str, ...]
    kinds: tuple[str, ...] = ()
    """The kinds that the words name, the most specific first."""
    subtype: str = ""
    options: tuple[str, ...] = ()
    refused: bool = False
    levels: tuple[str, ...] = ()
    general: bool = False
    rating: str = ""
    armed: bool = False
    """Whether the text names the kinds of troops only through options, such as `with rifles`."""
    unknown_words: tuple[str, ...] = ()
    """Words unknown to the ruleset. They may be names."""
    calibres: frozenset[str] = frozenset()
    """The calibres of guns, as the weight of the shot in pounds."""
    size: str = ""
    """The named size, such as large."""
    stated: frozenset[str] = frozenset()
    """The kinds that a piece of the line after the name states, such as `(light infantry)`."""
    several_grades: bool = False
    """Whether the words name two sizes or two ratings, as in `3 standard battalions, one of them small`."""


def _stated(words: tuple[str, ...], spans: Sequence[tuple[int, int]], kinds: Sequence[FoundMeaning]) -> frozenset[str]:
    stated: set[str] = set()
    for first, last in spans[1:]:
        inside = [one for one in kinds if first <= one.first and one.last <= last]
        named = {place for one in inside for place in range(one.first, one.last)}
        telling = {*words[first:last]} - NOUNS_OF_TROOPS - GENERIC
        plain = last - first == 1 and telling <= MOUNTED_OR_NOT
        if telling and not plain and named == {*range(first, last)}:
            stated |= {kind for one in inside for kind in one.meaning.kinds}
    return frozenset(stated)


def calibres_in(text: str) -> frozenset[str]:
    """The gun calibres in a text: `12` in `12-pdr battery`."""
    return frozenset(found[1] for found in _CALIBRE.finditer(text))


def guns_of(vocabulary: Vocabulary) -> frozenset[str]:
    """The ids of the kinds with the map symbol of artillery."""
    kinds = vocabulary.ruleset.kinds
    return frozenset(kind_id for kind_id, kind in kinds.items() if (kind.symbol or "").endswith("artillery"))


class Describer:
    """Finds the troops, options and ratings that the words of a line mean in a ruleset."""

    def __init__(self, vocabulary: Vocabulary) -> None:
        self.vocabulary = vocabulary
        self.describe = lru_cache(1 << 13)(self._describe)
        rules = vocabulary.ruleset
        kinds = rules.kinds
        self._sizes = frozenset(one.id for one in rules.sizes)
        self._ratings = frozenset(one.id for one in rules.ratings)
        self._named_ratings = frozenset(one for one in self._ratings if not one.isdecimal())
        self.guns = guns_of(vocabulary)
        self.works = frozenset(kind_id for kind_id, kind in kinds.items() if kind.works or kind.rating == "none")

    def _describe(self, rest: str) -> Description:
        rest = _GERMAN_SIZE.sub("size", rest)
        text = _MAYBE.sub(" ", _CALIBRE.sub(self._calibre, rest.replace(TAKEN_MARK, " ")))
        refusing = bool(_MAY_REFUSE.search(without_accents(text).casefold())) and not self._is_option(text)
        typed = words_of(_without_letters(_REFUSED.sub(" ", text) if refusing else text))
        words = self.vocabulary.corrected(typed)
        scanned = self.vocabulary.scan(words, "option")
        longer = [one for one in self.vocabulary.scan(words, "kind") if set(one.meaning.kinds) & self.guns]
        options = [one for one in scanned if not any(_is_part(one, gun) for gun in longer)]
        exclusive = [one for one in options if one.meaning.kinds]
        inside = {place for one in exclusive for place in range(one.first, one.last)}
        others = tuple("" if place in inside else word for place, word in enumerate(words))
        kinds = [*self.vocabulary.scan(others, "kind")]
        spans = self._pieces(rest, len(words)) if kinds and _PIECE_END.search(rest) else []
        if len(spans) > 1:
            kinds = [
                FoundMeaning(one.meaning, one.first + first, one.last + first)
                for first, last in spans
                for one in self.vocabulary.scan(others[first:last], "kind")
            ]
        levels = self.vocabulary.scan(words, "level")
        known = {place for one in (*options, *kinds, *levels) for place in range(one.first, one.last)}
        ratings = self.vocabulary.scan(words, "rating")
        labelled = self._labelled_size(words)
        if labelled:
            ratings = tuple(one for one in ratings if (one.first, one.last) != (labelled.first, labelled.last))
        rating = self._rating(ratings) or self._second_size(words)
        return Description(
            typed,
            self._kinds(words, exclusive, list(kinds)),
            self.vocabulary.subtype_of(tuple(kinds)),
            tuple(dict.fromkeys(one.meaning.id for one in options)),
            refusing and bool(_REFUSED.search(without_accents(text))),
            tuple(one.meaning.id for one in levels),
            _has_general(words),
            rating,
            self._is_armed(exclusive, kinds, options),
            tuple(word for place, word in enumerate(typed) if place not in known and word not in GENERIC),
            calibres_in(rest),
            labelled.meaning.id if labelled else self._size(words, rating),
            _stated(words, spans, kinds),
            self._has_several_grades(words),
        )

    def _pieces(self, rest: str, count: int) -> list[tuple[int, int]]:
        # The first and last words of the pieces of a line between commas, brackets and columns. Words in different
        # pieces are no phrase.
        text = _CALIBRE.sub(self._calibre, rest.replace(TAKEN_MARK, "\x02"))
        lengths = [len(words_of(_without_letters(piece.replace("\x02", " ")))) for piece in _PIECE_END.split(text)]
        if sum(lengths) != count:
            return [(0, count)]
        ends = [*accumulate(lengths)]
        return [(end - length, end) for end, length in zip(ends, lengths, strict=True) if length]

    def _is_option(self, text: str) -> bool:
        # Whether words that refuse a weapon are the name of an option, such as `muskets only` in some rulesets.
        found = _REFUSED.search(without_accents(text))
        meanings = self.vocabulary.phrases.get(words_of(found[0]), ()) if found else ()
        return any(one.meaning_type == "option" for one in meanings)

    def without_grade(self, name: str) -> str:
        """Remove words for a size or rating from both ends: `large Blue hussars` becomes `Blue hussars`."""
        words = name.split()
        for last in (0, -1):
            while len(words) > 1 and self._is_grade(words[last]):
                del words[last]
        return " ".join(words)

    def without_grades(self, words: tuple[str, ...]) -> tuple[str, ...]:
        """Remove the words for a size or rating."""
        found = (*self.vocabulary.scan(words, "size"), *self.vocabulary.scan(words, "rating"))
        grades = {place for one in found for place in range(one.first, one.last)}
        return tuple(word for place, word in enumerate(words) if place not in grades)

    def _is_grade(self, word: str) -> bool:
        meanings = self.vocabulary.phrases.get(words_of(word), ())
        return any(
            one.meaning_type == "size" or (one.meaning_type == "rating" and self._named_ratings) for one in meanings
        )

    def _rating(self, found: Sequence[FoundMeaning]) -> str:
        # A word that may also be a size, such as `standard`, is the rating only if no other word is.
        ids = [one.meaning.id for one in found]
        if not self._sizes & {*ids}:
            return ids[-1] if ids else ""
        return next((one for one in ids if one not in self._sizes), ids[0])

    def _labelled_size(self, words: tuple[str, ...]) -> FoundMeaning | None:
        # A size next to a word such as `size`: `standard size`.
        places = {place for place, word in enumerate(words) if word in _SIZE_NOUNS}
        sizes = self.vocabulary.scan(words, "size") if places else ()
        return next((one for one in sizes if {one.first - 1, one.last} & places), None)

    def _size(self, words: tuple[str, ...], rating: str) -> str:
        # A word that may also be a rating, such as `standard`, is the size only if the rating is in another word.
        found = [one.meaning.id for one in self.vocabulary.scan(words, "size")]
        both = [size for size in found if size in self._ratings]
        certain = next((size for size in found if size not in self._ratings), "")
        spare = both[1:] if rating in both else both
        return certain or next(iter(spare), "")

    def _second_size(self, words: tuple[str, ...]) -> str:
        # In `normal normal` and `normal, small`, one of the two words for a size is the rating.
        sizes = [one.meaning.id for one in self.vocabulary.scan(words, "size")]
        return next((size for size in sizes if size in self._ratings), "") if len(sizes) > 1 else ""

    def _has_several_grades(self, words: tuple[str, ...]) -> bool:
        sizes, ratings = self._sizes, self._named_ratings
        if not sizes and not ratings:
            return False
        named = {one.meaning.id for kind in ("size", "rating") for one in self.vocabulary.scan(words, kind)}
        of_one = max(len(named & (sizes - ratings)), len(named & (ratings - sizes)))
        return of_one > 1 or len(named & (sizes | ratings)) > bool(sizes) + bool(ratings)

    def _is_armed(
        self, exclusive: Sequence[FoundMeaning], kinds: Sequence[FoundMeaning], options: Sequence[FoundMeaning]
    ) -> bool:
        # Whether kinds are named only as part of options: `with rifles` does not say that the troops are riflemen.
        # False if an option is only for guns, because it shows that the troops are guns.
        if any(self.guns & {*one.meaning.kinds} for one in exclusive):
            return False
        named = all(any(arm.first <= one.first and one.last <= arm.last for arm in options) for one in kinds)
        return bool(kinds or exclusive) and named

    def _calibre(self, found: re.Match[str]) -> str:
        # The calibre, if it is part of the name of a kind of gun, such as `12-pounder battery`.
        return f"{found[1]} " if words_of(f"{found[1]} {found[2]}") in self.vocabulary.phrases else ""

    def _kinds(
        self, words: tuple[str, ...], exclusive: list[FoundMeaning], kinds: list[FoundMeaning]
    ) -> tuple[str, ...]:
        # If the words name guns, only kinds of guns count: `horse` and `foot` then describe the guns.
        optional = [kind for one in exclusive for kind in one.meaning.kinds]
        longest = sorted(kinds, key=lambda one: (one.first - one.last, -one.first))
        named = [kind for one in longest for kind in one.meaning.kinds]
        guns = [kind for kind in (*optional, *named) if kind in self.guns]
        if guns:
            return tuple(dict.fromkeys(sorted(guns, key=lambda kind: self._rank(words, kind, kinds))))
        works = [kind for kind in named if kind in self.works]
        return tuple(dict.fromkeys((*works, *named, *optional)))

    def _rank(self, words: tuple[str, ...], kind: str, found: list[FoundMeaning]) -> int:
        named = (words[one.first : one.last] for one in found if one.meaning.id == kind)
        # a word such as `battery` names all guns
        return -max((2 * len(one) - ({*one} <= NOUNS_OF_TROOPS) for one in named), default=0)


def _is_part(one: FoundMeaning, other: FoundMeaning) -> bool:
    # For example, `rifled` is part of `rifled guns`.
    inside = other.first <= one.first and one.last <= other.last
    return inside and one.last - one.first < other.last - other.first


_NONE = frozenset({"no", "kein", "keine", "keinen", "aucun", "pas"})
"""Words before a rank that say that there is no such general."""


def _has_general(words: tuple[str, ...]) -> bool:
    return any(
        word in RANKS
        and words[place : place + 2] != ("general", "reserve")
        and not _NONE & {*words[max(0, place - 2) : place]}  # `no second general`
        for place, word in enumerate(words)
    )


def _without_letters(text: str) -> str:
    return _SINGLE_LETTER.sub(" ", text)

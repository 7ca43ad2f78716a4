"""Find the entries that words may mean, and rate how well each fits."""

from __future__ import annotations

from functools import cached_property, lru_cache

from orbat.list_reader.defaults import Defaults
from orbat.list_reader.matching import CERTAIN, LEAD, POSSIBLE, Match, Matcher
from orbat.list_reader.meaning import Describer, Description, guns_of
from orbat.list_reader.vocabulary import vocabulary_of
from orbat.list_reader.words import GENERIC, MOUNTED_OR_NOT, NOUNS_OF_TROOPS
from orbat.model.army_list import Entry
from orbat.model.book import Book
from orbat.model.dates import Date
from orbat.model.record import Value

KIND_ONLY = 2.2
"""Maximum cost of an entry of the kind that the words name."""
SAME_CALIBRE = 1.6
"""Maximum cost of guns of the typed calibre."""
OTHER_GUN = 3.0
"""Cost of guns of another kind than the words name."""
OTHER_THAN_SIBLING = 2.5
"""Cost of an entry that differs from the entry of another battalion of the same regiment."""
NOT_EXACT, _FAR_LEAD = 3.0, 10
"""Minimum cost of an entry if the words are the exact name of another entry. The second number: how much less similar
the name must be, from 0 to 100.
"""
NOT_NAMED = 4.0
"""Maximum cost of an entry of the kind that the words name, if they are the exact name of another entry."""
OTHER_KIND = 6.0
"""Cost of an entry of another kind than the words name."""
ABSENT = 1.0
"""Cost of an entry or regiment that was not with the army at the date of the typed list."""
UNDER_HEADING = 1.5
"""Cost of an entry of which only the heading above names the kind."""
UNKNOWN = 3.5
"""Cost of an entry whose name and kind the words do not name."""
POOR_NAME = 1.2
"""Cost of an entry whose name is not certain, if no words name its kind and prices do not depend on ratings."""
_ARMS = frozenset({"infantry", "cavalry", "artillery"})
"""Nouns that troops of another arm hardly have in their name."""


def _base_name(entry: Entry) -> str:
    return entry.name.partition(",")[0]


class Wording(Value):
    """The words of a text about troops. `description` has the kinds and options that the words name."""

    name: str
    name_words: tuple[str, ...]
    description: Description
    sibling: str = ""
    """The id of the preferred entry, such as the entry of another battalion of the regiment. "" if there is none."""
    names: int = 1
    """How many units the words name: 3 for `the 42nd, 79th and 93rd`."""
    context: tuple[str, ...] = ()
    """The kinds that the heading above names."""
    apart: bool = False
    """Whether a word such as `each` says that the numbers are for one of several units."""
    together: bool = False
    """Whether words such as `in all` say that the numbers are for all units."""
    defaults: Defaults = Defaults()
    """What the heading above says of its units."""


class EntryCandidates:
    """Finds the entries that the words of a text may mean, for a given ruleset and, if known, an army list."""

    def __init__(self, book: Book, list_id: str, matcher: Matcher | None, date: Date | None = None) -> None:
        self.book = book
        self.list_id = list_id
        self.matcher = matcher
        self.vocabulary = vocabulary_of(book.ruleset)
        self.describer = Describer(self.vocabulary)
        self.guns = guns_of(self.vocabulary)
        self.date = date
        self.candidates = lru_cache(1 << 12)(self._candidates)

    def _candidates(self, wording: Wording) -> tuple[tuple[Match, float], ...]:
        found: dict[str, Match] = {}
        for match in self._matches(wording):
            found.setdefault(match.entry.id, match)
        if not found and self.matcher and wording.context:
            context = frozenset(wording.context)
            under = self.matcher.of_kind(context | self.guns if context & self.guns else context, "")
            costs = [(match, UNDER_HEADING + self._kind_cost(wording.description, match.entry)) for match in under]
            if wording.description.calibres and context & self.guns:
                costs.sort(key=lambda one: one[1])
            return tuple(costs[:6])
        if not found and self.matcher:
            return self._of_any_kind(wording)
        if not found:
            return ()
        best = max(match.similarity for match in found.values())
        is_exact = any(self._is_exact(wording.description, match) for match in found.values())
        lowest = min(best - 2 * LEAD, CERTAIN) if best >= CERTAIN else 0
        costs = [
            (match, self._name_cost(wording, match, best, NOT_NAMED if is_exact else KIND_ONLY))
            for match in found.values()
            if match.similarity >= lowest or self._of_named_kind(wording, match)
        ]
        if self.date and len(costs) > 1:
            costs = self._by_date(wording, costs)
        costs.sort(key=lambda one: one[1])
        if best < CERTAIN and not wording.description.kinds and not self._has_ratings:
            costs = [*((match, cost + POOR_NAME) for match, cost in costs[:4]), *self._of_any_kind(wording)]
        if any(one.entry.id == wording.sibling for one, cost in costs if cost <= costs[0][1]):
            costs = [(one, cost + OTHER_THAN_SIBLING * (one.entry.id != wording.sibling)) for one, cost in costs]
        return tuple(costs[:8])

    def _name_cost(self, wording: Wording, match: Match, best: int, most: float) -> float:
        # An entry of the kind that the words name is never far behind: prices decide between a poor name and the kind.
        # They do not decide against an exact name.
        by_name = (best - match.similarity) / 8 + self._kind_cost(wording.description, match.entry)
        if self._has_calibre(wording.description, match.entry):
            most = min(most, SAME_CALIBRE)
        cost = min(by_name, most) if self._of_named_kind(wording, match) else by_name
        is_other = most == NOT_NAMED and not match.exact and match.similarity <= best - _FAR_LEAD
        return max(cost, NOT_EXACT) if is_other else cost

    def _by_date(self, wording: Wording, costs: list[tuple[Match, float]]) -> list[tuple[Match, float]]:
        # Of entries such as `Hessian battalion` and `Hessian battalion, 1760 pattern`, the date decides: an entry takes
        # the place of a better one with the same base name if that was absent.
        absent = {match.entry.id for match, _ in costs if self._is_absent(wording, match)}
        replaced: dict[str, float] = {}
        for match, cost in costs:
            if match.entry.id in absent:
                name = _base_name(match.entry)
                replaced[name] = min(cost, replaced.get(name, cost))
        return [
            (match, cost + ABSENT)
            if match.entry.id in absent
            else (match, min(cost, replaced.get(_base_name(match.entry), cost)))
            for match, cost in costs
        ]

    def _is_absent(self, wording: Wording, match: Match) -> bool:
        """Whether the entry or the named regiment was not with the army at the date of the typed list."""
        entry = match.entry
        if not entry.is_available(self.date):
            return True
        known = entry.known_regiments.find(wording.name) if match.by_regiment else ""
        return bool(known) and entry.regiment_at(known, self.date) is None

    def _of_named_kind(self, wording: Wording, match: Match) -> bool:
        kinds = wording.description.kinds
        gun = kinds and {match.entry.kind, kinds[0]} <= self.guns
        other = self._names_other_gun(wording.description, match.entry)
        return bool(kinds) and (match.entry.kind == kinds[0] or (bool(gun) and not other))

    def _of_any_kind(self, wording: Wording) -> tuple[tuple[Match, float], ...]:
        # One entry of each kind, for troops with an unknown name. Only a price that is right decides between them.
        assert self.matcher is not None
        first: dict[tuple[str, str], Entry] = {}
        for entry in self.matcher.entries:
            kind = self.book.kind(entry)
            if kind.rating == "priced" or not self._has_ratings:
                required = tuple(sorted(use.option for use in entry.options if use.use != "optional"))
                first.setdefault((entry.kind, str(required)), entry)
        return tuple((Match(entry, 0), UNKNOWN) for entry in first.values())[:8]

    @cached_property
    def _has_ratings(self) -> bool:
        # Whether prices depend on ratings. If not, a price alone tells the kind.
        return any(kind.rating == "priced" for kind in self.book.ruleset.kinds.values())

    def _matches(self, wording: Wording) -> tuple[Match, ...]:
        description = wording.description
        kinds = frozenset(description.kinds)
        if kinds & self.guns:
            kinds = kinds | self.guns
        if self.matcher is None:
            return self._kinds(description)
        by_name = self.matcher.match(wording.name_words, kinds)
        if not by_name or by_name[0].similarity < POSSIBLE + 10:
            by_name = max(by_name, self.matcher.match(description.words, kinds), key=_best_similarity)
        sibling = self.matcher.ids.get(wording.sibling)
        if sibling and not (by_name and self._is_named(wording, by_name[0])):
            by_name = (
                Match(sibling, max(CERTAIN, _best_similarity(by_name))),
                *(one for one in by_name if one.entry is not sibling),
            )
        certain = bool(by_name) and by_name[0].similarity >= CERTAIN
        other_gun = certain and self._names_other_gun(description, by_name[0].entry)
        if certain and not other_gun and (not kinds or self._of_named_kind(wording, by_name[0])):
            return by_name
        if kinds:
            words = self.vocabulary.words_of_kinds(kinds)
            by_name = tuple(
                one
                for one in by_name
                if self._is_exact(description, one)
                or one.entry.kind in kinds
                or self._shares_name(description, one, words)
            )
        by_kind = self.matcher.of_kind(self._kinds_named(description), description.subtype) if description.kinds else ()
        named = {match.entry.id for match in by_name}
        return (*by_name, *(match for match in by_kind if match.entry.id not in named))

    def _is_exact(self, description: Description, match: Match) -> bool:
        # Whether the words are the exact name of an entry or regiment, and no other words name another kind.
        words = self.vocabulary.words_of_kinds(frozenset(description.kinds)) & {*description.words} - GENERIC
        return match.exact and bool(
            match.entry.kind in description.kinds
            or (self.matcher and words <= self.matcher.common_words(description.words, match.entry))
        )

    def _shares_name(self, description: Description, match: Match, words: frozenset[str]) -> bool:
        # Whether a name has a word of an entry that is none of `words` for kinds of troops. The number of a regiment
        # counts only if the names are alike.
        assert self.matcher is not None
        common = self.matcher.common_words(description.words, match.entry) - words
        return any(word[0] != "#" or match.similarity > POSSIBLE + LEAD for word in common)

    def _kinds_named(self, description: Description) -> frozenset[str]:
        kinds = frozenset(description.kinds)
        if kinds & self.guns:
            return self.guns
        return kinds if kinds & self.describer.works else frozenset(description.kinds[:1])

    def _is_named(self, wording: Wording, match: Match) -> bool:
        # The number of a regiment alone names no entry.
        words = self.matcher.distinctive_words(match.entry) if self.matcher else frozenset()
        return match.similarity >= CERTAIN and any(word in words for word in wording.name_words if word[0] != "#")

    def _kinds(self, description: Description) -> tuple[Match, ...]:
        entries = self.book.entries("")
        if not description.kinds:
            rated = (kind_id for kind_id, kind in self.book.ruleset.kinds.items() if kind.rating == "priced")
            return tuple(
                Match(entries[kind_id], CERTAIN - place) for place, kind_id in enumerate(rated) if kind_id in entries
            )
        return tuple(
            Match(entries[kind], 100 - 8 * place) for place, kind in enumerate(description.kinds) if kind in entries
        )

    def _kind_cost(self, description: Description, entry: Entry) -> float:
        cost = 0.0
        kinds = description.kinds
        if description.stated and entry.kind not in description.stated:
            both_guns = entry.kind in self.guns and bool(self.guns & description.stated)
            cost += OTHER_GUN if both_guns else OTHER_KIND
        elif (
            kinds
            and not description.armed
            and entry.kind not in kinds
            and not (entry.kind in self.guns and self.guns.intersection(kinds))
        ):
            cost += OTHER_KIND if self._names_other_kind(description, entry) else 0.2
        elif kinds and entry.kind not in kinds:
            other = self._names_other_gun(description, entry) and MOUNTED_OR_NOT & {*description.words}
            unlike = entry.kind in self.guns and not self._has_calibre(description, entry)
            cost += OTHER_GUN if other else 2.0 if unlike else 1.0
        elif kinds and entry.kind != kinds[0]:
            cost += OTHER_GUN if self._names_other_gun(description, entry) else 0.4
        if description.subtype and entry.subtype and description.subtype != entry.subtype:
            cost += 0.8
        named = self.matcher.calibres.get(entry.id) if self.matcher and description.calibres else None
        if named:
            cost += -0.5 if named & description.calibres else 2.0
        return cost

    def _has_calibre(self, description: Description, entry: Entry) -> bool:
        return bool(self.matcher and self.matcher.calibres.get(entry.id, frozenset()) & description.calibres)

    def _names_other_gun(self, description: Description, entry: Entry) -> bool:
        """Whether a word names a kind of gun that the entry does not have, such as `Parrott` for a smoothbore."""
        named = description.kinds[0] if description.kinds else ""
        if not {named, entry.kind} <= self.guns or named == entry.kind:
            return False
        words = self.vocabulary.words_of_kinds(frozenset({named})) & {*description.words}
        words -= self.vocabulary.words_of_kinds(frozenset({entry.kind})) | GENERIC
        return bool(words) and not (self.matcher and words <= self.matcher.common_words(tuple(words), entry))

    def _names_other_kind(self, description: Description, entry: Entry) -> bool:
        if self.matcher is None:
            return True
        words = self.vocabulary.words_of_kinds(frozenset(description.kinds)) & {*description.words}
        words -= (NOUNS_OF_TROOPS - _ARMS) | GENERIC
        return not words <= self.matcher.common_words(tuple(words), entry)


def _best_similarity(matches: tuple[Match, ...]) -> int:
    return matches[0].similarity if matches else 0

"""Detect the ruleset and the army list of each army in a text.

If the caller gives the id of a ruleset or army list, it is used. Otherwise, names in the text decide. If several army
lists are possible, orbat reads the text with each, and chooses the list with which the most lines and prices make
sense.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cached_property
from itertools import accumulate

from orbat.data.library import Library
from orbat.data.list_header import ListHeader
from orbat.evaluate.quote import Quote
from orbat.list_reader.claims import has_total
from orbat.list_reader.lines import TypedLine
from orbat.list_reader.matching import CERTAIN, matcher_of
from orbat.list_reader.tree import TreeBuilder, TreeNode, Troops
from orbat.list_reader.vocabulary import vocabulary_of
from orbat.list_reader.words import GUNS, POINTS, STANDS, words_of
from orbat.model.army_list import ArmyList
from orbat.model.book import Book
from orbat.model.claims import Claim
from orbat.model.orbat import Unit
from orbat.model.prices import Price
from orbat.model.record import Value
from orbat.model.ruleset import Ruleset
from orbat.model.wording import phrase

# Find candidate rulesets and army lists, and split a text into armies.


_SIDE = re.compile(r"\b(?:force|army|side|team|forces|commandos?)\b", re.I)
_OF_TROOPS = re.compile(rf"\d ?x?[ -]?(?:{STANDS}|{GUNS})\b|\b(?:class|cl)\b|\d\s+\d+\W*\Z", re.I)
_YEAR = re.compile(rf"(?<![\d.])1[6-9]\d\d(?![\d.]|\W*{POINTS}\b)", re.I)
_PARTS = re.compile(r"[,;:()]")
_MIN_EVIDENCE = 2
"""Minimum number of lines with regiments or generals of an army list. With fewer lines, the names do not decide the
list."""
_MAX_NAMED = 4
"""At most this many army lists with the same name are tried."""
_MAX_HEADING = 6
"""Maximum number of words of a heading that names the army. A name in a longer line may be that of the enemy."""


Part = tuple[str, tuple[TypedLine, ...]]
"""Name and lines of an army."""


class Lists(Value):
    """A ruleset and the names of its army lists. The army lists themselves are loaded on first use."""

    ruleset: Ruleset
    library: Library
    names: dict[str, tuple[tuple[str, ...], ...]]

    def army_list(self, list_id: str) -> ArmyList | None:
        """Load an army list. Returns None if the list is missing or unusable."""
        file = self.library.army_list(self.ruleset.id, list_id) if list_id else None
        return file.value if file else None

    def header(self, list_id: str) -> ListHeader | None:
        """The title, names and years of an army list. None if the list is unknown."""
        return self.library.list_headers(self.ruleset.id).get(list_id)

    def named(self, text: str) -> tuple[str, ...]:
        """Find the first name of an army list in a text. Returns the ids of all lists with this name.

        If several names begin at the same word, the longest counts. If several lists have the name, or if it is only
        one word, a later name of the same nation can decide, as in `Confederates (ANV)` or `CSA, Army of Tennessee`.
        """
        words = words_of(text)
        for at, word in enumerate(words):
            here = [
                (len(name), one)
                for name, one in self._names_by_first_word.get(word, ())
                if words[at : at + len(name)] == name
            ]
            if here:
                longest = max(here)[0]
                found = {list_id for length, list_id in here if length == longest}
                rest = words[at + longest :]
                if longest == 1 and len(rest) <= _MAX_HEADING:
                    found = self._of_nation(found, rest)
                elif len(found) > 1:
                    found = found & {*self.named(" ".join(rest))} or found
                return tuple(sorted(found))
        return ()

    def _of_nation(self, found: set[str], rest: tuple[str, ...]) -> set[str]:
        # The lists of the nations of `found` that the rest of the text names, in full or by a word of its own.
        nation = {one for one in self.names if any({*self.names[one]} & {*self.names[other]} for other in found)}
        if later := nation & {*self.named(" ".join(rest))}:
            return later
        ruleset = {word for title in (self.ruleset.title, *self.ruleset.aliases) for word in words_of(title)}
        telling = [word for word in rest if word.isalpha() and word not in ruleset]
        lists_with = {
            word: [one for one in nation if any(word in name for name in self.names[one])] for word in telling
        }
        named = {one for ids in lists_with.values() if len(ids) == 1 for one in ids}
        return named if len(named) == 1 else found

    @cached_property
    def shared_words(self) -> frozenset[str]:
        """The words that occur in the names of several army lists."""
        words = Counter(word for names in self.names.values() for word in {word for name in names for word in name})
        return frozenset(word for word, number in words.items() if number > 1)

    @cached_property
    def _names_by_first_word(self) -> dict[str, list[tuple[tuple[str, ...], str]]]:
        names_by_word: dict[str, list[tuple[tuple[str, ...], str]]] = {}
        for list_id, names in self.names.items():
            for name in names:
                names_by_word.setdefault(name[0], []).append((name, list_id))
        return names_by_word


def lists_of(library: Library, ruleset: Ruleset) -> Lists:
    """Return a ruleset with the names of its army lists."""
    names = {
        list_id: tuple({form for name in head.names for form in _with_and_without_years(words_of(name))})
        for list_id, head in library.list_headers(ruleset.id).items()
    }
    return Lists(ruleset, library, names)


def _with_and_without_years(words: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
    # `Russians 1812` is also called `Russians`; the years in the text then decide.
    yield from (words,) if words else ()
    plain = tuple(word for word in words if not word.isdecimal())
    yield from (plain,) if plain and len(plain) < len(words) else ()


def rulesets_of(library: Library, wanted: str, army_list: str, text: str) -> list[Ruleset]:
    """Find the rulesets that a text may use.

    `wanted` is the id of the only possible ruleset, or "". `army_list` is the id of an army list that the rulesets
    should have, or "". If the text names some of the possible rulesets, only these are returned.
    """
    ids = [wanted.partition("@")[0]] if wanted else library.ruleset_ids()
    if army_list and not wanted:
        ids = [one for one in ids if army_list.partition("@")[0] in library.list_ids(one)] or ids
    files = [file.value for ruleset_id in ids if (file := library.ruleset(ruleset_id)) and file.value]
    words = f" {' '.join(word for line in text.splitlines() for word in words_of(line))} "
    named = [one for one in files if any(f" {' '.join(words_of(n))} " in words for n in (one.title, *one.aliases))]
    return named or files


def split_complete_armies(
    lines: Sequence[TypedLine], ahead: Sequence[TypedLine], lists: Lists
) -> tuple[list[Part], Part]:
    """Split lines into complete armies and an unfinished last army. `ahead`: the lines that follow `lines` in the text.

    The last army may continue in `ahead`. If `ahead` is empty, or the text has only one army, every army is complete.
    """
    if not ahead:
        return split_armies(lines, [lists]), ("", ())
    parts = split_armies((*lines, *ahead), [lists], complete=False)
    if len(parts) < 2:
        return [("", tuple(lines))], ("", ())
    *complete, (name, part) = parts
    begin, end = complete[-1][1][-1].number, lines[-1].number
    return complete, (name, tuple(line for line in part if begin < line.number <= end))


def split_armies(lines: Sequence[TypedLine], lists: Sequence[Lists], *, complete: bool = True) -> list[Part]:
    """Split a text into armies. Each army also gets the lines above the first army, because they are about all armies.

    `complete`: whether `lines` is the whole text. If false, more lines of the last army may follow.
    """
    starts = _starts(lines, lists, complete=complete)
    if len(starts) < 2:
        return [("", tuple(lines))]
    common = tuple(lines[: starts[0][0]])
    last = [start for start, _ in starts[1:]] + [len(lines)]
    parts = []
    for (start, name), end in zip(starts, last, strict=True):
        parts.append((name, (*common, *lines[start:end])))
    after = _lines_about_all(parts[-1][1]) if complete else ()
    return [(name, (*part, *(line for line in after if line not in part))) for name, part in parts]


def _lines_about_all(part: tuple[TypedLine, ...]) -> tuple[TypedLine, ...]:
    return tuple(line for line in part[-3:] if re.search(r"\bboth\b|\ball armies\b", line.clean, re.I))


def _starts(lines: Sequence[TypedLine], lists: Sequence[Lists], *, complete: bool) -> list[tuple[int, str]]:
    # Index and heading of each army's first line. Empty unless the headings name at least two army lists, or two sides.
    found: list[tuple[int, str, str]] = []
    for at, line in enumerate(lines):
        lone = at == 0 or not lines[at - 1].clean
        if line.bullet or line.indent or not (line.emphasised or lone or line.clean.endswith(":")):
            continue
        words = words_of(line.clean)
        if not 0 < len(words) <= 12:
            continue
        named = next((ids[0] for one in lists if (ids := one.named(line.clean))), "")
        side = _SIDE.search(line.clean)
        if named and (len(words) <= 6 or line.emphasised):
            found.append((at, named, line.clean))
        elif (
            side
            and not re.search(r"\d", line.clean[: side.start()])
            and len(line.clean[: side.start()].split()) in (1, 2)
        ):
            found.append((at, f"side {line.clean[: side.start()].casefold()}", line.clean))
    kinds = {what for _, what, _ in found}
    if len(kinds) < 2 or (
        any(what.startswith("side") for what in kinds) and not all(what.startswith("side") for what in kinds)
    ):
        return []
    firsts = [one for place, one in enumerate(found) if place == 0 or found[place - 1][1] != one[1]]
    ends = [at for at, _, _ in firsts[1:]] + [len(lines)] * complete
    return [(at, name) for at, _, name in firsts] if _are_armies(lines, [at for at, _, _ in firsts], ends) else []


def _are_armies(lines: Sequence[TypedLine], starts: list[int], ends: list[int]) -> bool:
    parts = [lines[start + 1 : end] for start, end in zip(starts, ends, strict=False)]
    totals = [any(re.search(r"\btotal\b", line.clean, re.I) for line in part) for part in parts]
    filled = [sum(any(map(str.isdigit, line.clean)) for line in part) for part in parts]
    return all(filled) and (all(totals) or not any(totals))


def candidate_lists(lists: Lists, lines: Sequence[TypedLine], wanted: str) -> tuple[str, ...]:
    """Find the ids of the army lists that a text may use: only `wanted`, or the army lists that the text names.

    If the text mentions years, army lists for one of these years are preferred.
    """
    if wanted:
        return (wanted.partition("@")[0],)
    talk = [line for line in lines if not (line.row or _OF_TROOPS.search(line.clean))]
    for place, line in enumerate((*talk, *lines)):
        named = tuple(list_id for list_id in lists.named(line.clean) if lists.army_list(list_id))
        if named:
            alone = place < len(talk) and len(named) == 1 and _is_heading(lists, line.clean)
            if not alone and (by_regiments := list_by_regiments(lists, lines)):
                return (by_regiments,)  # the name of a list in a sentence or in the name of a unit decides nothing
            years = years_in(talk)
            fitting = tuple(one for one in named if covers_years(lists, one, years)) or named
            if len(fitting) > _MAX_NAMED and (by_regiments := list_by_regiments(lists, lines)) in fitting:
                return (by_regiments,)
            return fitting[:_MAX_NAMED]
    return ()


def _is_heading(lists: Lists, text: str) -> bool:
    # Whether a text names the army and says little else, or has a part that is only a name of an army list.
    if len(words_of(text)) <= _MAX_HEADING:
        return True
    known = {word for names in lists.names.values() for name in names for word in name}
    parts = [{*words_of(part)} for part in _PARTS.split(text)]
    return len(words_of(text)) <= 2 * _MAX_HEADING and any(part and part <= known for part in parts)


def years_in(lines: Iterable[TypedLine]) -> frozenset[int]:
    """The years mentioned on the lines."""
    return frozenset(int(found[0]) for line in lines for found in _YEAR.finditer(line.clean))


def covers_years(lists: Lists, list_id: str, years: frozenset[int]) -> bool:
    """Whether an army list covers at least one of the years. True if `years` is empty or the list is unknown."""
    header = lists.header(list_id)
    return not years or header is None or any(map(header.covers, years))


def list_by_regiments(lists: Lists, lines: Sequence[TypedLine]) -> str:
    """Find the army list whose regiments and generals occur on the most lines.

    If several lists have nearly as many lines, the years in the text decide. Returns "" if unclear.
    """
    known = {list_id: one for list_id in lists.names if (one := lists.army_list(list_id))}
    counts = {list_id: _regiment_evidence(lists, one, lines) for list_id, one in known.items()}
    best = sorted(counts, key=lambda list_id: -counts[list_id])
    if not best or counts[best[0]] < _MIN_EVIDENCE:
        return ""
    near = [one for one in best if counts[one] * 1.5 >= counts[best[0]]]
    years = years_in(line for line in lines if not _OF_TROOPS.search(line.clean))
    fitting = [one for one in near if years and covers_years(lists, one, years)]
    return near[0] if len(near) == 1 else fitting[0] if len(fitting) == 1 else ""


def _regiment_evidence(lists: Lists, army_list: ArmyList, lines: Sequence[TypedLine]) -> float:
    matcher = matcher_of(lists.ruleset, army_list)
    found = 0.0
    generals = {words_of(name)[-1:] for name in army_list.commander_spellings}
    for line in lines[:100]:
        words = words_of(line.clean)
        found += any((word,) in generals for word in words)
        matches = matcher.match(words, frozenset()) if 0 < len(words) < 24 else ()
        for match in matches[:1]:
            if match.similarity < CERTAIN - 10:
                continue
            own = matcher.distinctive_words(match.entry) - matcher.known_words - lists.shared_words
            if own & {*words}:
                found += 1
            elif match.by_regiment and any(matcher.is_distinctive(word) for word in words):
                found += 1 if match.similarity >= 90 else 0.5
    return found


# Score the agreement of an army with a ruleset and an army list.


PRICE_AGREES, PRICE_DIFFERS = 2, -2
"""Scores for a line with a right price and for a line with a wrong price."""
_TOTAL_AGREES = 3
_COUNTED = ("size", "men")


def agreement_score(builder: TreeBuilder, book: Book, quote: Quote, claims: Iterable[Claim]) -> float:
    """Score an army that was read with a ruleset and army list.

    The score is higher if the typed prices, ratings, sizes and total are right under this ruleset and army list.
    """
    priced = {line.path for line in quote.all_units if line.sum.points is not None}
    found = sum(
        _troops_score(one, book) if isinstance(one, Troops) else _general_score(one, book) for one in builder.purchases
    )
    return found + _TOTAL_AGREES * (bool(priced) and has_total(claims, quote.total))


def _troops_score(troops: Troops, book: Book) -> float:
    bought, item = troops.bought, troops.item
    if bought is None or item.description is None:
        return -1
    found = 1.0 if bought.calculated else 0.0
    found += 0 if bought.agrees is None else PRICE_AGREES if bought.agrees else PRICE_DIFFERS
    typed = (
        any("rating" in number.costs for number in item.figures if number.context == "class") or item.description.rating
    )
    found += bool(typed and bought.unit.rating)
    found += _size_score(troops, bought.unit, book)
    return found + (bought.similarity / 100 if bought.similarity >= CERTAIN else 0)


def _size_score(troops: Troops, unit: Unit, book: Book) -> int:
    # 1 if the size is typed in the form that the ruleset uses: a number, or a name such as `large`. -1 if a number is
    # typed, but the ruleset has no size numbers for the unit. 0 if no clear size is typed.
    item = troops.item
    counted = any(number.context in _COUNTED for number in item.figures)
    if isinstance(unit.size, int):
        return 1 if counted else 0
    if counted:
        return -1
    named = book.ruleset.sizes and item.description and vocabulary_of(book.ruleset).scan(item.description.words, "size")
    return 1 if named and unit.size else 0


def _general_score(node: TreeNode, book: Book) -> float:
    general, level = node.general, book.ruleset.level(node.level)
    if general is None or general.price is None or level is None:
        return 0
    return PRICE_AGREES if general.price == (level.general.points or 0) * general.count else PRICE_DIFFERS


MAX_TRIED_LINES = 40
"""Maximum number of lines used to choose the ruleset, army list and rulings."""
_MAX_TRIED_CHARACTERS = 4_000
_RIVAL_SHARE = 0.75
"""A reading is mentioned as an alternative only if its score is at least this fraction of the best score."""
_MAX_RIVALS = 3
_LIST_NAMED, _YEARS_FIT, _YEARS_DIFFER = 2, 2, -3
"""Added to a score if the text names the army list, if the typed years are in the list's period, and if they are
not."""
_MIN_MORE_LINES = 2
"""A non-default ruling is chosen only if at least this many more lines then have a right price."""
_YEARS = re.compile(r"\d{4}")


class ListCandidate(Value):
    """A possible way to read a text: a ruleset, an army list ("" for none) and non-default rulings."""

    lists: Lists
    list_id: str = ""
    rulings: tuple[tuple[str, str], ...] = ()

    @property
    def title(self) -> str:
        """The titles of the army list (if there is one) and of the ruleset."""
        ruleset = self.lists.ruleset.title
        header = self.lists.header(self.list_id)
        return phrase("{army_list} of {ruleset}", army_list=header.title, ruleset=ruleset) if header else ruleset


Score = Callable[[ListCandidate, Sequence[TypedLine]], float]
"""Function that scores how well a candidate agrees with given lines. Higher is better."""


class Guess(Value):
    """An army in a text, with the ruleset and army list used to read it.

    `inferred`: the text does not name the ruleset and army list clearly, so orbat chose the likeliest.
    """

    name: str
    lines: tuple[TypedLine, ...]
    candidate: ListCandidate
    alternatives: tuple[str, ...] = ()
    inferred: bool = False


class _RulesetTrial(Value):
    score: float
    lists: Lists
    parts: tuple[Part, ...]
    incomplete: Part
    ranked: tuple[tuple[tuple[float, ListCandidate], ...], ...]


def guess_armies(
    lines: Sequence[TypedLine], ahead: Sequence[TypedLine], known: Sequence[Lists], wanted: str, score: Score
) -> tuple[list[Guess], Part]:
    """Find the armies in a text, each with its ruleset and army list. `ahead`: the lines that follow the text.

    Returns the complete armies, and an unfinished last army. The last army is unfinished if more of its lines may be in
    `ahead`. If the last army is complete, the second value is empty.
    """
    if not known:
        return [], ("", ())
    tried = [_try_ruleset(lines, ahead, lists, wanted, score, alone=len(known) == 1) for lists in known]
    best, *others = sorted(tried, key=lambda one: -one.score)
    found = []
    for place, (name, part) in enumerate(best.parts):
        ranked = best.ranked[place]
        candidate = ranked[0][1]
        if not candidate.list_id:
            candidate = ListCandidate(candidate.lists, list_by_regiments(candidate.lists, part))
        near = [one for score, one in ranked[1:] if score >= _RIVAL_SHARE * ranked[0][0]]
        near += [one.ranked[0][0][1] for one in others if one.score >= _RIVAL_SHARE * best.score > 0]
        alternatives = tuple(one.title for one in near if one.list_id or not candidate.list_id)
        guess = Guess(name, part, candidate, alternatives[:_MAX_RIVALS], inferred=len(known) > 1 or len(ranked) > 1)
        found.append(guess)
    return found, best.incomplete


def _try_ruleset(
    lines: Sequence[TypedLine], ahead: Sequence[TypedLine], lists: Lists, wanted: str, score: Score, *, alone: bool
) -> _RulesetTrial:
    parts, incomplete = split_complete_armies(lines, ahead, lists)
    first = {line.number for line in first_lines(lines)}
    total = 0.0
    ranked: list[tuple[tuple[float, ListCandidate], ...]] = []
    for _, part in parts:
        ids = candidate_lists(lists, part, wanted) or ("",)
        candidates = [ListCandidate(lists, list_id) for list_id in ids]
        head = [line for line in part if line.number in first]
        if alone and len(candidates) == 1:
            ranked.append(((0.0, candidates[0]),))
            continue
        scored = [
            (_total_score(candidate, head or first_lines(part), part, score), candidate) for candidate in candidates
        ]
        scored.sort(key=lambda one: -one[0])
        ranked.append(tuple(scored))
        total += scored[0][0] if head else 0
    return _RulesetTrial(total, lists, tuple(parts), incomplete, tuple(ranked))


def first_lines(lines: Sequence[TypedLine]) -> list[TypedLine]:
    """The first non-empty lines. Their number and total length are limited."""
    filled_lines = [line for line in lines if line.clean][:MAX_TRIED_LINES]
    lengths = list(accumulate(len(line.clean) for line in filled_lines))
    return [
        line for line, characters in zip(filled_lines, lengths, strict=True) if characters <= _MAX_TRIED_CHARACTERS
    ] or filled_lines[:1]


def _total_score(candidate: ListCandidate, head: Sequence[TypedLine], part: Sequence[TypedLine], score: Score) -> float:
    years = years_in(part)
    years_score = 0
    if years:
        fits = (
            covers_years(candidate.lists, candidate.list_id, years)
            if candidate.list_id
            else _is_in_period(candidate.lists.ruleset, years)
        )
        years_score = _YEARS_FIT if fits else _YEARS_DIFFER
    return score(candidate, head) + _LIST_NAMED * bool(candidate.list_id) + years_score


def _is_in_period(ruleset: Ruleset, years: frozenset[int]) -> bool:
    period = [int(year) for year in _YEARS.findall(ruleset.period)]
    return not period or any(min(period) <= year <= max(period) for year in years)


def with_rulings(candidate: ListCandidate, lines: Sequence[TypedLine], score: Score) -> ListCandidate:
    """Replace the default choice of one ruling if clearly more typed prices are right under another choice."""
    head = first_lines(lines)
    default_score = score(candidate, head)
    others = [
        ListCandidate(candidate.lists, candidate.list_id, (choice,)) for choice in _choices(candidate.lists.ruleset)
    ]
    scores = [(score(one, head), one) for one in others]
    best = max(scores, key=lambda one: one[0], default=(default_score, candidate))
    return best[1] if best[0] >= default_score + _MIN_MORE_LINES * (PRICE_AGREES - PRICE_DIFFERS) else candidate


def _choices(ruleset: Ruleset) -> Iterator[tuple[str, str]]:
    named = {other.ruling for price in _prices(ruleset) for other in price.instead}
    named |= {national.ruling for national in ruleset.national_prices}
    for ruling in ruleset.rulings:
        if ruling.id in named:
            yield from ((ruling.id, choice.id) for choice in ruling.choices if choice.id != ruling.ours)


def _prices(ruleset: Ruleset) -> Iterator[Price]:
    yield from (kind.price for kind in ruleset.kinds.values())
    yield from ruleset.options.values()
    yield from (level.general for level in ruleset.levels)


def ruling_words(ruleset: Ruleset, rulings: Sequence[tuple[str, str]]) -> str:
    """Rulings in words, such as `national differences: no, all nations at the same prices`."""
    chosen = dict(rulings)
    return "; ".join(
        f"{ruling.id.replace('_', ' ')}: {choice.label.replace(': ', ', ')}"
        for ruling in ruleset.rulings
        for choice in ruling.choices
        if chosen.get(ruling.id) == choice.id
    )

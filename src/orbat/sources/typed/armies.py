"""Which ruleset and army list a text is of, and where one army ends and the next begins."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import cached_property

from orbat.model.army_list import ArmyList
from orbat.model.record import Value
from orbat.model.ruleset import Ruleset
from orbat.sources.library import Library
from orbat.sources.list_heads import ListHead
from orbat.sources.typed.matching import SURE, matcher_of
from orbat.sources.typed.signs import Line
from orbat.sources.typed.words import GUNS, POINTS, STANDS, words_of

_SIDE = re.compile(r"\b(?:force|army|side|team|forces|commandos?)\b", re.I)
_OF_TROOPS = re.compile(rf"\d ?x?[ -]?(?:{STANDS}|{GUNS})\b|\b(?:class|cl)\b", re.I)
_YEAR = re.compile(rf"(?<![\d.])1[6-9]\d\d(?![\d.]|\W*{POINTS}\b)", re.I)
_EVIDENCE = 2
"""So many lines must name regiments of a list before it is taken for the army's."""


Part = tuple[str, tuple[Line, ...]]
"""An army's name and its lines."""


class Lists(Value):
    """A ruleset with what its army lists are called; a list itself is loaded when it is first asked for."""

    ruleset: Ruleset
    library: Library
    names: dict[str, tuple[tuple[str, ...], ...]]

    def army_list(self, list_id: str) -> ArmyList | None:
        """A list that can be used, or None."""
        file = self.library.army_list(self.ruleset.id, list_id) if list_id else None
        return file.value if file else None

    def head(self, list_id: str) -> ListHead | None:
        """What a list is called and of which years."""
        return self.library.list_heads(self.ruleset.id).get(list_id)

    def named(self, text: str) -> tuple[str, ...]:
        """The lists that a text names where it first names one, by the longest name there."""
        words = words_of(text)
        for at, word in enumerate(words):
            here = [(len(name), one) for name, one in self._begun.get(word, ()) if words[at : at + len(name)] == name]
            if here:
                longest = max(here)[0]
                return tuple(sorted({list_id for length, list_id in here if length == longest}))
        return ()

    @cached_property
    def _begun(self) -> dict[str, list[tuple[tuple[str, ...], str]]]:
        """By first word: the names that begin with it, and the list of each."""
        begun: dict[str, list[tuple[tuple[str, ...], str]]] = {}
        for list_id, names in self.names.items():
            for name in names:
                begun.setdefault(name[0], []).append((name, list_id))
        return begun


def lists_of(library: Library, ruleset: Ruleset) -> Lists:
    """The army lists under a ruleset."""
    names = {
        list_id: tuple({words_of(name) for name in head.names if words_of(name)})
        for list_id, head in library.list_heads(ruleset.id).items()
    }
    return Lists(ruleset, library, names)


def rulesets_of(library: Library, wanted: str, army_list: str, text: str) -> list[Ruleset]:
    """The rulesets that a text may be of: the one given, those with the list given, or named in it, or else all."""
    ids = [wanted.partition("@")[0]] if wanted else library.ruleset_ids()
    if army_list and not wanted:
        ids = [one for one in ids if army_list.partition("@")[0] in library.list_ids(one)] or ids
    files = [file.value for ruleset_id in ids if (file := library.ruleset(ruleset_id)) and file.value]
    words = f" {' '.join(word for line in text.splitlines() for word in words_of(line))} "
    named = [one for one in files if any(f" {' '.join(words_of(n))} " in words for n in (one.title, *one.aliases))]
    return named or files


def whole_parts_of(lines: Sequence[Line], ahead: Sequence[Line], lists: Lists) -> tuple[list[Part], Part]:
    """The armies that are whole in the lines of a text that goes on with those ahead, and the one that is not; an army
    that is alone in them is taken as far as it goes."""
    if not ahead:
        return parts_of(lines, [lists]), ("", ())
    parts = parts_of((*lines, *ahead), [lists], whole=False)
    if len(parts) < 2:
        return [("", tuple(lines))], ("", ())
    *whole, (name, part) = parts
    begin, end = whole[-1][1][-1].number, lines[-1].number
    return whole, (name, tuple(line for line in part if begin < line.number <= end))


def parts_of(lines: Sequence[Line], lists: Sequence[Lists], *, whole: bool = True) -> list[Part]:
    """The armies of a text, each with its name; what stands before the first belongs to all. The last is no longer
    looked at where it is not whole."""
    starts = _starts(lines, lists, whole=whole)
    if len(starts) < 2:
        return [("", tuple(lines))]
    common = tuple(lines[: starts[0][0]])
    last = [start for start, _ in starts[1:]] + [len(lines)]
    parts = []
    for (start, name), end in zip(starts, last, strict=True):
        parts.append((name, (*common, *lines[start:end])))
    after = _after_all(parts[-1][1]) if whole else ()
    return [(name, (*part, *(line for line in after if line not in part))) for name, part in parts]


def _after_all(part: tuple[Line, ...]) -> tuple[Line, ...]:
    """The last lines of a text, where they speak of both sides."""
    return tuple(line for line in part[-3:] if re.search(r"\bboth\b|\ball armies\b", line.said, re.I))


def _starts(lines: Sequence[Line], lists: Sequence[Lists], *, whole: bool) -> list[tuple[int, str]]:
    """The lines with which armies begin: headings that name different lists, or different sides."""
    found: list[tuple[int, str, str]] = []
    for at, line in enumerate(lines):
        lone = at == 0 or not lines[at - 1].said
        if line.bullet or line.indent or not (line.dressed or lone or line.said.endswith(":")):
            continue
        words = words_of(line.said)
        if not 0 < len(words) <= 12:
            continue
        named = next((ids[0] for one in lists if (ids := one.named(line.said))), "")
        side = _SIDE.search(line.said)
        if named and (len(words) <= 6 or line.dressed):
            found.append((at, named, line.said))
        elif (
            side
            and not re.search(r"\d", line.said[: side.start()])
            and len(line.said[: side.start()].split()) in (1, 2)
        ):
            found.append((at, f"side {line.said[: side.start()].casefold()}", line.said))
    kinds = {what for _, what, _ in found}
    if len(kinds) < 2 or (
        any(what.startswith("side") for what in kinds) and not all(what.startswith("side") for what in kinds)
    ):
        return []
    firsts = [one for place, one in enumerate(found) if place == 0 or found[place - 1][1] != one[1]]
    ends = [at for at, _, _ in firsts[1:]] + [len(lines)] * whole
    return [(at, said) for at, _, said in firsts] if _alone(lines, [at for at, _, _ in firsts], ends) else []


def _alone(lines: Sequence[Line], starts: list[int], ends: list[int]) -> bool:
    """Whether each part is an army of its own: it has a total where any has, and enough lines."""
    parts = [lines[start + 1 : end] for start, end in zip(starts, ends, strict=False)]
    totals = [any(re.search(r"\btotal\b", line.said, re.I) for line in part) for part in parts]
    filled = [sum(any(map(str.isdigit, line.said)) for line in part) for part in parts]
    return all(filled) and (all(totals) or not any(totals))


def candidates(lists: Lists, lines: Sequence[Line], wanted: str) -> tuple[str, ...]:
    """The army lists that an army may be of: the one given, or those that its text names, of the years that it names
    where any is."""
    if wanted:
        return (wanted.partition("@")[0],)
    talk = [line for line in lines if not _OF_TROOPS.search(line.said)]
    for line in (*talk, *lines):
        named = tuple(list_id for list_id in lists.named(line.said) if lists.army_list(list_id))
        if named:
            years = years_in(talk)
            return tuple(one for one in named if covers(lists, one, years)) or named
    return ()


def years_in(lines: Iterable[Line]) -> frozenset[int]:
    """The years that lines speak of."""
    return frozenset(int(found[0]) for line in lines for found in _YEAR.finditer(line.said))


def covers(lists: Lists, list_id: str, years: frozenset[int]) -> bool:
    """Whether a list is of one of some years, or none is said."""
    head = lists.head(list_id)
    return not years or head is None or any(map(head.covers, years))


def by_regiments(lists: Lists, lines: Sequence[Line]) -> str:
    """The army list whose regiments and generals an army has; "" where no list has clearly more of them."""
    known = {list_id: one for list_id in lists.names if (one := lists.army_list(list_id))}
    counts = {list_id: _evidence(lists, one, lines) for list_id, one in known.items()}
    best = sorted(counts, key=lambda list_id: -counts[list_id])
    if best and counts[best[0]] >= _EVIDENCE and (len(best) < 2 or counts[best[0]] > counts[best[1]] * 1.5):
        return best[0]
    return ""


def _evidence(lists: Lists, army_list: ArmyList, lines: Sequence[Line]) -> float:
    matcher = matcher_of(lists.ruleset, army_list)
    found = 0.0
    generals = {words_of(name)[-1:] for name in army_list.commanders}
    for line in lines[:100]:
        words = words_of(line.said)
        found += any((word,) in generals for word in words)
        matches = matcher.match(words, frozenset()) if 0 < len(words) < 24 else ()
        for match in matches[:1]:
            if match.nearness < SURE - 10:
                continue
            own = matcher.proper_words(match.entry) - matcher.known
            if own & {*words}:
                found += 1
            elif match.by_regiment and any(matcher.tells(word) for word in words):
                found += 1 if match.nearness >= 90 else 0.5
    return found

"""The verdict on an ORBAT, with separate answers on rules, house limits and sums."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cached_property
from typing import Literal

from orbat.model.failure import INTERNAL
from orbat.model.finding import (
    EMPTY_ARMY,
    LEGAL,
    MISREAD,
    NOT_LEGAL,
    NOT_READ,
    PART_OF_ARMY,
    UNFINISHED,
    WRONG_SUMS,
    Finding,
    Severity,
    Topic,
    count_by_severity,
)
from orbat.model.record import Value
from orbat.model.wording import all_of, phrase, plural
from orbat.report.basis_item import BasisItem

Rules = Literal["legal", "broken", "unfinished", "partial"]
"""`partial`: no rule is broken, but troops are left out, so the whole army was not checked."""
LimitsKept = Literal["within", "beyond", "ignored"]
Sums = Literal["right", "wrong", "none written"]

CLAIM_CODES = frozenset({"PTS005", "PTS006", "PTS007"})
"""The codes of findings about wrong numbers that an ORBAT file claims. In a typed list, such findings have codes
that start with TXT."""
SUM_CODES = CLAIM_CODES | {"TXT001", "TXT002", "TXT003", "TXT009"}
"""The codes of findings about wrong sums. All other errors are broken rules, except house limits that are not kept."""

_MAX_NAMED = 3
"""Maximum number of doubts in the headline."""
_MAX_LENGTH = 140
"""Maximum length of readings and doubts in the headline, in characters. Longer texts are replaced by topics."""


class Verdict(Value):
    """The verdict on an ORBAT. `str` gives the headline."""

    rules: Rules
    list: LimitsKept
    sums: Sums
    errors: int
    """The number of broken rules."""
    beyond: int
    """The number of house limits that are not kept."""
    wrong: int
    """The number of wrong sums."""
    warnings: int
    """The number of warnings, without house limits and `doubts`."""
    enforced: bool
    """Whether a house limit that is not kept is an error."""
    wrong_is_error: bool
    doubtful: bool
    """Whether the reading of a typed list is doubtful."""
    doubts: tuple[BasisItem, ...]
    """The unusual items of the basis."""
    state: Literal["", "not read", "empty"]
    """`not read`, `empty`, or "" for an army with units."""

    @property
    def legal(self) -> bool:
        """Whether the whole army was read and checked, and no finding is an error."""
        return not (self.state == "not read" or self.rules != "legal" or self.wrong_is_error or self.enforced)

    @property
    def plain(self) -> bool:
        """Whether the army is legal and within the house limits, and the verdict has no `doubts`."""
        return self.legal and not self.doubts and not self.doubtful and self.list == "within"

    @cached_property
    def headline(self) -> str:
        """The verdict as text, with anything unusual on which it depends.

        Examples: `Legal`, `Legal, 1 warning`, `Legal; 2 house limits not kept`, `Not legal: 2 errors`, `Unfinished`.
        """
        full = self._words(detailed=True)
        return self._as_read(full if len(full) <= _MAX_LENGTH else self._words(detailed=False))

    @cached_property
    def short(self) -> str:
        """A short verdict, for example for tables: `Legal, but check: names`."""
        head = self._head
        if self._readings:
            head = phrase("{verdict}, on non-default readings of the rules", verdict=head)
        return self._as_read(self._joined(head, [TOPIC_WORDS[one.topic] for one in self._other_doubts]))

    @property
    def without_warnings(self) -> str:
        """The headline without the number of warnings, for CSV files."""
        return replace(self, warnings=0).headline

    def __str__(self) -> str:
        return self.headline

    def _as_read(self, words: str) -> str:
        if not self.doubtful or self.state == "not read":
            return words
        return phrase("{misread}; as read: {verdict}", misread=MISREAD, verdict=words)

    def _words(self, *, detailed: bool) -> str:
        head = self._head
        if names := _few([one.short if detailed else one.name for one in self._readings]):
            head = phrase("{verdict}, on these readings of the rules: {readings}", verdict=head, readings=names)
        others = self._other_doubts
        return self._joined(head, [one.short if detailed else TOPIC_WORDS[one.topic] for one in others])

    @property
    def _readings(self) -> Sequence[BasisItem]:
        return [one for one in self.doubts if one.topic == "readings" and one.name]

    @property
    def _other_doubts(self) -> Sequence[BasisItem]:
        # the headline already says that troops are omitted, or that the list may be misread
        said = {"hidden" if self._head == PART_OF_ARMY else "", "confidence" if self.doubtful else ""}
        return [one for one in self.doubts if one.topic not in said and not (one.topic == "readings" and one.name)]

    def _joined(self, words: str, doubts: Sequence[str]) -> str:
        if checks := _few(doubts):
            template = "{verdict}, but check: {doubts}" if words == LEGAL else "{verdict}; check: {doubts}"
            words = template.format(verdict=words, doubts=checks)
        if self.beyond and not self.enforced:
            words = phrase("{verdict}; {limits}", verdict=words, limits=exceeded_words(self.beyond))
        if self.warnings and self._head == LEGAL:
            sign = ", " if words == LEGAL else "; "
            words = f"{words}{sign}{severity_count(self.warnings, 'warning')}"
        return words

    @property
    def _head(self) -> str:
        if self.rules == "unfinished":
            return ", ".join([UNFINISHED, *self._causes()])
        if self.state == "not read":
            return NOT_READ
        if self.errors or self.enforced:
            return f"{NOT_LEGAL}: {', '.join(self._causes())}"
        if self.wrong_is_error:
            return phrase("{verdict}, no rule broken", verdict=WRONG_SUMS)
        if self.rules == "partial":
            return PART_OF_ARMY
        return EMPTY_ARMY if self.state == "empty" else LEGAL

    def _causes(self) -> Iterator[str]:
        if self.errors:
            yield severity_count(self.errors, "error")
        if self.enforced:
            yield exceeded_words(self.beyond)
        if self.wrong_is_error:
            yield WRONG_SUMS.lower()


def verdict_of(
    findings: Sequence[Finding],
    basis: Sequence[BasisItem],
    *,
    readable: bool,
    empty: bool = False,
    partial: bool = False,
    sums_written: bool = False,
    house_ignored: bool = False,
    doubtful: bool = False,
) -> Verdict:
    """Work out the verdict from the findings.

    - `basis`: the choices and facts on which the verdict depends
    - `readable`: whether the ORBAT was read and priced
    - `empty`: whether the ORBAT has no units
    - `partial`: whether troops are left out of the ORBAT, such as reserves that the opponent may not see
    - `sums_written`: whether the file states points that can be checked
    - `house_ignored`: whether the file ignores house limits
    - `doubtful`: whether the reading of a typed list is doubtful
    """
    wrong = [one for one in findings if one.code in SUM_CODES and one.severity != "note"]
    beyond = [one for one in findings if one.house]
    apart = {id(one) for one in (*wrong, *beyond)}
    errors = sum(one.severity == "error" and id(one) not in apart and one.code not in INTERNAL for one in findings)
    unfinished = any(one.code in INTERNAL for one in findings)
    return Verdict(
        rules="unfinished" if unfinished else "broken" if errors else "partial" if partial else "legal",
        list="beyond" if beyond else "ignored" if house_ignored else "within",
        sums="wrong" if wrong else "right" if sums_written else "none written",
        errors=errors,
        beyond=len(beyond),
        wrong=len(wrong),
        warnings=sum(one.severity == "warning" and not (one.house or one.doubt) for one in findings),
        enforced=any(one.severity == "error" for one in beyond),
        wrong_is_error=any(one.severity == "error" for one in wrong),
        doubtful=doubtful,
        doubts=tuple(one for one in basis if one.unusual),
        state="not read" if not readable else "empty" if empty else "",
    )


def severity_count(count: int, severity: Severity) -> str:
    """A number of findings as text: `1 error`, `2 warnings`."""
    match severity:
        case "error":
            return plural(count, "{count} error", "{count} errors")
        case "warning":
            return plural(count, "{count} warning", "{count} warnings")
        case "note":
            return plural(count, "{count} note", "{count} notes")


def exceeded_words(count: int) -> str:
    """The number of broken house limits, as text: `2 house limits not kept`."""
    return plural(count, "{count} house limit not kept", "{count} house limits not kept")


def other_counts(findings: tuple[Finding, ...], verdict: Verdict) -> str:
    """The numbers of findings that the headline does not mention: `1 warning, 1 note`, or ""."""
    counts = dict(count_by_severity(tuple(one for one in findings if not (one.house or one.doubt))))
    named: tuple[Severity, ...] = ("error", "warning") if verdict.legal and verdict.state != "empty" else ("error",)
    return ", ".join(severity_count(n, word) for word, n in counts.items() if n and word not in named)


def _few(words: Sequence[str]) -> str:
    words = list(dict.fromkeys(words))
    shown, others = [*words[:_MAX_NAMED]], len(words[_MAX_NAMED:])
    return ", ".join(shown) if not others else all_of([*shown, phrase("{count} more", count=others)])


TOPIC_WORDS: dict[Topic, str] = {
    "readings": "readings",
    "dice": "dice",
    "file": "file",
    "names": "names",
    "title": "title",
    "data": "own data",
    "lent": "lent troops",
    "generals": "generals",
    "hidden": "hidden troops",
    "house": "house limits",
    "size": "size",
    "player": "player",
    "confidence": "reading",
}
"""The word for each topic in a short verdict."""

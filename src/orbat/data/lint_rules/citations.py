"""Lint rules about the sources of numbers."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Any

from orbat.data.lint_rules.rule import Fault, LintCase
from orbat.model.army_list import ONE_PIECE, ArmyList, NamedSizes, Ratings
from orbat.model.commanders import NO_STAFF
from orbat.model.national_flag import NationalFlag
from orbat.model.path import OrbatPath
from orbat.model.play import Base, PlayNote, Prohibition
from orbat.model.record import key_of, names_of
from orbat.model.reference import ReferenceTable
from orbat.model.ruleset import Ruleset, Switch
from orbat.model.sourced import RulesetFile, Sourced
from orbat.model.wording import phrase


def check_citations(case: LintCase) -> Iterator[Fault]:
    """Every number, reference table, prohibition and enabled rule states its source.

    Why: A finding cites the broken rule. Players must see which numbers are not from the rulebook. The key `cite` gives
    a section of the rulebook, beginning with the ruleset's short code. `sources` gives historical works. A number
    calculated from other numbers has `inferred: true`, and the reasoning in `note`. A number that no book gives has
    `house: true`. Only one of `cite`, `inferred` and `house` is allowed.

    Example: `size: {min: 6, typical: 14, max: 18}` without a source.

    Remedy: Write `cite` or `sources`. If no book gives the number, write `house: true`, or `inferred: true` and a
    `note` with the reasoning.
    """
    code = case.ruleset.code if case.ruleset else ""
    for path, record in case.each(Sourced):
        if record is ONE_PIECE or record is NO_STAFF:
            continue
        if not (record.cite or record.sources or record.inferred or record.house):
            yield from _missing_source(path, record)
        yield from _check_marks(path, record)
        for index, cite in enumerate(record.cite):
            if code and not cite.startswith(f"{code} "):
                message = phrase("the citation {cite} must begin with {code}, the ruleset's code", cite=cite, code=code)
                yield Fault(
                    (*path, "cite", index),
                    message,
                    phrase("Write {code} and a section, such as {code} 14.1.", code=code),
                )


def _missing_source(path: OrbatPath, record: Sourced) -> Iterator[Fault]:
    if keys := _keys_to_source(record):
        message = phrase(
            "no source is given for {keys}; add one of the keys `cite`, `sources`, `inferred` or `house`",
            keys=", ".join(keys),
        )
        yield Fault((*path, keys[0]), message, "Name the source of the number.")
    elif isinstance(record, Switch):
        message = phrase(
            "no source is given for the rule {rule}; add one of the keys `cite`, `sources` or `house`", rule=path[-1]
        )
        yield Fault(path, message, "Name the source of the rule.", at_key=True)


def _keys_to_source(record: Sourced) -> list[str]:
    if isinstance(record, RulesetFile):
        # its only number is that of the file format, as in `odds: 1`
        return []
    if isinstance(record, ReferenceTable):
        return ["rows"]
    if isinstance(record, Ratings | NamedSizes):
        return ["allowed"]
    if isinstance(record, Base | PlayNote):
        return ["size" if isinstance(record, Base) else "text"]
    if isinstance(record, Prohibition):
        return ["label"]
    if isinstance(record, NationalFlag):
        return ["horizontal" if record.horizontal else "vertical"]
    return [key_of(name) for name in names_of(record) if _has_number(getattr(record, name))]


def _check_marks(path: OrbatPath, record: Sourced) -> Iterator[Fault]:
    marks = [key for key in ("inferred", "house") if getattr(record, key)]
    if marks and (record.cite or len(marks) > 1):
        message = phrase(
            "the keys {first} and {second} exclude each other; a number has only one kind of source",
            first="cite" if record.cite else "inferred",
            second=marks[-1],
        )
        yield Fault((*path, marks[-1]), message, "Keep one of the two keys.", at_key=True)
    elif record.inferred and not record.note:
        message = "the number is inferred, but the explanation of its calculation is missing"
        yield Fault((*path, "inferred"), message, "Explain the calculation in the key `note`.", at_key=True)


def _has_number(value: Any) -> bool:
    if isinstance(value, Mapping):
        return any(map(_has_number, value.values()))
    if isinstance(value, tuple):
        return any(map(_has_number, value))
    return isinstance(value, int | Fraction) and not isinstance(value, bool)


def check_unused_sources(case: LintCase) -> Iterator[Fault]:
    """A list or ruleset uses every source that it defines.

    Why: An unused source is clutter, or the sign of a missing citation.

    Example: `sources: {SMITH: ...}` and no SMITH in any entry.

    Remedy: Cite the source in the entries that rely on it, or remove the source.
    """
    if isinstance(case.data, Ruleset | ArmyList):
        used = {source for _, record in case.each(Sourced) for source in record.sources}
        for source in case.data.sources:
            if source not in used:
                message = phrase("the source {source} is defined but never used", source=source)
                yield Fault(
                    ("sources", source),
                    message,
                    "Cite the source in the entries that rely on it, or remove the source.",
                    at_key=True,
                )

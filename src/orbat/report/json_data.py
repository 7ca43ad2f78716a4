"""Reports as plain data for `--json`. Other programs rely on the keys: do not change them."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import Any

from orbat.evaluate.pricing import options_of, rating_of
from orbat.evaluate.quote import CommanderLine, FormationLine, Quote, Term, UnitLine
from orbat.model import path as paths
from orbat.model.claims import Reading, ReadLine
from orbat.model.edits import Edit, Insert, Remove, Set
from orbat.model.finding import Finding
from orbat.model.part import Part
from orbat.model.points import show
from orbat.report.basis_item import BasisItem
from orbat.report.confidence import confidence_of, unplaced
from orbat.report.report import Report
from orbat.report.sums import CheckedSum, checked_sums, verdict_summary
from orbat.report.verdict import Verdict


def points_value(points: int | Fraction | None) -> int | str | None:
    """Points for JSON: an integer, or a fraction as exact text."""
    return points if points is None or isinstance(points, int) else show(points)


def finding_data(finding: Finding) -> dict[str, Any]:
    """A finding as plain data."""
    return {
        "code": finding.code,
        "severity": finding.severity,
        "house": finding.house,
        "message": finding.message,
        "path": paths.show(finding.path),
        "line": finding.line,
        "column": finding.column,
        "cites": list(finding.cites),
        "help": finding.help,
        "fix": [edit_data(edit) for edit in finding.fix] or None,
    }


def edit_data(edit: Edit) -> dict[str, Any]:
    """An edit as plain data."""
    match edit:
        case Set(path, field, value):
            plain = value if isinstance(value, str | bool | int) or value is None else _plain(value)
            return {"edit": "set", "path": paths.show(path), "field": field, "value": plain}
        case Remove(path):
            return {"edit": "remove", "path": paths.show(path)}
        case Insert(path, position, _):
            return {"edit": "insert", "path": paths.show(path), "position": position}


def _plain(value: Any) -> Any:
    if isinstance(value, Fraction):
        return show(value)
    if isinstance(value, dict):
        return dict(value)
    return list(value) if isinstance(value, Iterable) else {}


def rating_value(rating: str) -> int | str | None:
    """A rating for JSON and YAML: an integer if possible, otherwise text or None."""
    return int(rating) if rating.isdecimal() else rating or None


def report_data(report: Report) -> dict[str, Any]:
    """A report as plain data, with the lines and sums of a typed list."""
    orbat, quote = report.orbat, report.quote
    return {
        "file": report.source,
        "title": report.title,
        "ruleset": str(orbat.ruleset) if orbat else None,
        "army_list": str(orbat.army_list) if orbat and orbat.army_list else None,
        "game_size": orbat.game_size if orbat else None,
        "total": points_value(quote.total) if quote else None,
        "legal": report.legal,
        "check_code": report.check_code or None,
        "verdict": verdict_data(report.verdict) if report.readable or report.unfinished else None,
        "summary": verdict_summary(report),
        "basis": [basis_data(item) for item in report.basis],
        "units": [_unit(report, line) for line in quote.all_units] if quote else [],
        **({"at_home": [_unit(report, line) for line in quote.at_home]} if quote and quote.at_home else {}),
        "findings": [finding_data(finding) for finding in report.findings],
        **({"contents": [_part(part) for part in report.parts]} if report.parts else {}),
        **(_reading_data(report, report.reading) if report.reading else {}),
    }


def _part(part: Part) -> dict[str, Any]:
    return {"kind": part.kind, "where": part.where, "count": part.count, "status": part.status, "text": part.shown}


def verdict_data(verdict: Verdict) -> dict[str, Any]:
    """A verdict as plain data, with the numbers of errors, exceeded limits and wrong sums."""
    return {
        "rules": verdict.rules,
        "list": verdict.list,
        "sums": verdict.sums,
        "rules_broken": verdict.errors,
        "limits_exceeded": verdict.beyond,
        "sums_wrong": verdict.wrong,
        "headline": verdict.headline,
    }


def basis_data(item: BasisItem) -> dict[str, Any]:
    """A fact on which a verdict depends, as plain data."""
    return {"topic": item.topic, "text": item.text, "unusual": item.unusual}


def _reading_data(report: Report, reading: Reading) -> dict[str, Any]:
    return {
        "lines": [_line(line) for line in reading.lines if not line.unread],
        "sums": [_sum(one) for one in checked_sums(report)],
        "unread": [{"line": line.number, "text": line.text} for line in reading.unread],
        "reading": {
            "confidence": confidence_of(reading),
            "questions": [_question(reading, finding) for finding in report.findings if finding.is_question],
            "unplaced": [{"line": one.line, "text": one.text} for one in unplaced(reading)],
            "lines": [_roles(line) for line in reading.lines],
        },
    }


def _question(reading: Reading, finding: Finding) -> dict[str, Any]:
    asked = [one for one in reading.questions_on(finding.line or 0) if one.text == finding.message]
    answers = [answer.words for one in asked for answer in one.answers]
    return {"line": finding.line, "text": finding.message, "answers": answers}


def _roles(line: ReadLine) -> dict[str, Any]:
    return {
        "line": line.number,
        "text": line.text,
        "role": line.role or None,
        "confidence": line.confidence,
        "numbers": [
            {
                "start": number.start,
                "end": number.end,
                "value": points_value(number.value),
                "role": number.role,
                "paths": [paths.show(path) for path in number.paths],
            }
            for number in line.numbers
        ],
    }


def _line(line: ReadLine) -> dict[str, Any]:
    return {
        "line": line.number,
        "text": line.text,
        "paths": [paths.show(path) for path in line.paths],
        "how": line.explanation,
        **({"leftover": line.leftover} if line.leftover else {}),
        "rivals": [{"entry": one.entry, "name": one.name, "nearness": one.similarity} for one in line.alternatives],
    }


def _sum(one: CheckedSum) -> dict[str, Any]:
    wrong = one.difference
    return {
        "line": one.claim.line,
        "sort": one.claim.claim_type,
        "what": one.what,
        "paths": [paths.show(path) for path in one.claim.covers],
        "typed": points_value(one.claim.typed),
        "comes_to": points_value(one.calculated),
        "difference": points_value(one.shortfall) if one.calculated is not None else None,
        "reason": wrong.reason if wrong else "",
        "follows_from": list(wrong.explained_by) if wrong else [],
        "unpaid": list(wrong.unpaid) if wrong else [],
    }


def _unit(report: Report, line: UnitLine) -> dict[str, Any]:
    assert report.book is not None
    assert report.orbat is not None
    unit = line.unit
    entry = report.book.entry(line.list_id, unit.entry)
    has = options_of(unit, entry, report.book.ruleset.options, report.orbat.date) if entry else unit.options
    return {
        "path": paths.show(line.path),
        "name": unit.name or (entry.name if entry else ""),
        "entry": unit.entry,
        "size": unit.size if isinstance(unit.size, str) or line.sum.points is None else line.sum.size,
        "rating": rating_value(rating_of(unit, entry) if entry else unit.rating),
        "options": list(has),
        "points": points_value(line.sum.points),
        "claimed": points_value(unit.points),
    }


def quote_data(quote: Quote) -> dict[str, Any]:
    """The calculated points of an army as a tree of plain data."""
    return {
        "total": points_value(quote.total),
        "game_size": quote.game_size,
        "left": points_value(quote.remaining),
        "off_board": points_value(quote.off_board),
        "commander": _commander_line(quote.commander) if quote.commander else None,
        "formations": [_formation_line(line) for line in quote.formations],
        "units": [_unit_line(line) for line in quote.units],
    }


def _commander_line(line: CommanderLine) -> dict[str, Any]:
    return {"name": line.commander.name, "points": points_value(line.points), "reason": line.reason}


def _formation_line(line: FormationLine) -> dict[str, Any]:
    return {
        "path": paths.show(line.path),
        "level": line.formation.level,
        "name": line.formation.name,
        "points": points_value(line.points),
        "off_board": points_value(line.off_board),
        "commander": _commander_line(line.commander) if line.commander else None,
        "units": [_unit_line(unit) for unit in line.units],
        "formations": [_formation_line(inner) for inner in line.formations],
    }


def _unit_line(line: UnitLine) -> dict[str, Any]:
    return {
        "path": paths.show(line.path),
        "name": line.unit.name,
        "entry": line.unit.entry,
        "points": points_value(line.sum.points),
        "reason": line.sum.reason,
        "mark": line.sum.mark,
        "size": line.unit.size if isinstance(line.unit.size, str) else line.sum.size,
        "each": [_term(term) for term in line.sum.each],
        "once": [_term(term) for term in line.sum.once],
    }


def _term(term: Term) -> dict[str, Any]:
    return {"points": points_value(term.points), "what": term.label, "cites": list(term.cites)}

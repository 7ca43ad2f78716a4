"""Messages: complete, not repeated, and without program internals."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from orbat.pipeline import explanations
from orbat.report.report import Report

Examine = Callable[..., Report]

BROKEN = """\
orbat: 1
title: Broken in many ways
ruleset: days_of_empire@0
army_list: british
game_size: 300
date: 1854-10
staff_table: national
rulings: {off_board_base: aggreed}
commander: {name: Lord Raglan, quality: exceptional}
formations:
  - level: brigade
    name: Outer
    off_board: true
    commander: {name: Bentinck, quality: exceptional, roll: {dice: [3], table: default}}
    formations:
      - {level: division, name: Inner, units: [{name: Unnamed, entry: brit_line, size: 2, rating: 4}]}
    units:
      - {name: 1st Guards, entry: brit_foot_guards, size: 30, rating: 2, options: [horse_artillery], points: 7}
      - {name: 2nd Guards, entry: brit_foot_guards, size: 30, rating: 4}
      - {name: 3rd Guards, entry: brit_foot_guards, size: 30, rating: 4}
      - {name: 4th Guards, entry: brit_foot_guards, size: 30, rating: 4}
      - {name: Lancers, entry: brit_light_cavalry, size: 3, rating: 3, off_board: true}
      - {name: Legion, entry: brit_german_legion, size: 12, rating: 2}
      - {name: Who, entry: brit_lien, size: 12, rating: 2}
      - {name: Works, entry: earthworks, size: 2}
  - {level: brigade, name: Empty, commander: {player: true}}
  - {level: squadron, name: Odd, units: [{entry: brit_generals, size: 1}]}
total: 5
"""


def test_each_faulty_unit_has_one_finding(examine: Examine) -> None:
    """Four battalions that are too large have four findings at four places."""
    large = [finding for finding in examine(BROKEN).findings if finding.code == "UNT003"]
    assert len(large) == 4
    assert len({finding.path for finding in large}) == 4
    assert len({finding.message for finding in large}) == 4


def test_no_finding_is_repeated(examine: Examine) -> None:
    """No two findings have the same code and path."""
    found = examine(BROKEN).findings
    assert len(found) > 20
    assert len({(finding.code, finding.path) for finding in found}) == len(found)


def test_every_finding_has_message_place_citation_and_help(examine: Examine) -> None:
    """No part is empty, no template is unfilled, and every finding has a line in the file."""
    report = examine(BROKEN)
    codes = {finding.code for finding in report.findings}
    assert len(codes) > 20
    for finding in report.findings:
        assert finding.message.strip(), finding.code
        assert re.fullmatch(r"[A-Z].*\.( .*\.)?", finding.help), finding.code
        assert finding.cites, finding.code
        assert all(cite.strip() for cite in finding.cites), finding.code
        assert finding.line, finding.code
        assert not re.search(r"\{\w*\}|None", finding.message + finding.help), finding.code


def test_a_finding_about_a_number_gives_actual_and_allowed(examine: Examine) -> None:
    """Unit size, game size and a limit: the message has both numbers."""
    found = examine(BROKEN).findings
    for code, pattern in (
        ("UNT003", r"30 stands; 6 to 18 allowed"),
        ("PTS001", r"[0-9]+ points over the agreed 300"),
        ("ARM003", r"4 units; at most 3 allowed"),
    ):
        assert any(re.search(pattern, finding.message) for finding in found if finding.code == code), code


def test_a_wrong_total_is_reported_with_both_numbers(examine: Examine) -> None:
    """Written and calculated total. While a unit has no price, the total is not checked."""
    army = "orbat: 1\nruleset: days_of_empire\narmy_list: british\ntotal: 5\n"
    army += "units: [{entry: brit_line, size: 8, rating: 3}"
    priced = examine(army + "]").findings
    assert any(re.search(r"written points 5, actual cost 32", one.message) for one in priced if one.code == "PTS007")
    unpriced = examine(army + ", {entry: brit_lien, size: 8, rating: 3}]").findings
    assert "PTS007" not in {one.code for one in unpriced}


@pytest.mark.slow
def test_every_printed_finding_has_a_citation_and_an_explained_code(orbat: Callable[..., Any], tmp_path: Path) -> None:
    """Each printed finding has a citation and a code, and `orbat explain` explains each code."""
    file = tmp_path / "army.yaml"
    file.write_text(BROKEN, encoding="utf-8")
    lines = re.findall(r"^  (?:error|warning|note) .*$", orbat("check", file).out, re.MULTILINE)
    assert len(lines) > 20
    for line in lines:
        found = re.search(r"\[([^\]]+)\] ([A-Z]{3}[0-9]{3})$", line)
        assert found, line
        explained = orbat("explain", found[2])
        assert explained.code == 0
        assert len(explained.out) > len(found[2]) + 60


HOSTILE = [
    b"",
    b"orbat: 1",
    b"orbat: [1",
    b"orbat: 1\nruleset: days_of_empire\nformations: 7\n",
    b"orbat: 1\nruleset: days_of_empire\nformations: [[[]]]\n",
    b"orbat: 1\nruleset: {a: b}\nunits: [1, null, {}]\n",
    b"orbat: 1\nruleset: nowhere\n",
    b"orbat: 1\nruleset: days_of_empire\narmy_list: nobody\nunits: [{entry: x}]\n",
    b"orbat: 99\n",
    b"orbat: !!python/object:os.system x\n",
    b"\xff\xfe\x00",
    b"\x00\x01\x02",
    b"%PDF-1.4 not really",
    b"orbat: 1\nruleset: days_of_empire\nunits: [&a [*a]]\n",
    b"- " * 200,
    BROKEN.encode(),
]
INTERNALS = re.compile(
    r"Traceback|File \"|\.py\b|site-packages|NoneType|object at 0x|orbat\.(model|sources|cli|pricing|validate)\b"
    r"|'(?:dict|tuple|str|int|list|float)'|<class|pydantic|Fraction\(|\b[A-Z][a-z]+(?:[A-Z][a-z]+)*(?:Error|Exception)\b"
)


@pytest.mark.parametrize("number", range(len(HOSTILE)))
def test_no_message_shows_program_internals(orbat: Callable[..., Any], tmp_path: Path, number: int) -> None:
    """For any file, no message contains a Python type, a program path or a traceback."""
    file = tmp_path / "army.yaml"
    file.write_bytes(HOSTILE[number])
    for command in (("check",), ("price",), ("check", "--json"), ("roll", "--seed", "x"), ("convert",)):
        more = (tmp_path / "out.yaml",) if command[0] == "convert" else ()
        run = orbat(*command, file, *more)
        assert run.code in (0, 1, 2), (command, run)
        assert not INTERNALS.search(run.out + run.err), (command, run)


def test_an_internal_error_shows_no_python_types(orbat: Callable[..., Any], monkeypatch: pytest.MonkeyPatch) -> None:
    """The message names the log file instead."""
    import orbat.cli.check as module

    def fails(*_: object, **__: object) -> None:
        raise KeyError("inner workings")

    monkeypatch.setattr(module, "files_in", fails)
    run = orbat("check", "army.yaml")
    assert run.code == 3
    assert run.out == ""
    assert "logged to" in run.err
    assert not INTERNALS.search(run.err)
    assert "inner workings" not in run.err


def test_the_first_line_counts_all_findings(orbat: Callable[..., Any], examine: Examine, tmp_path: Path) -> None:
    """Errors, house limits, warnings and notes are counted, and doubts are named.

    Findings about the whole army are listed and counted like the others.
    """
    file = tmp_path / "army.yaml"
    file.write_text(BROKEN, encoding="utf-8")
    out = orbat("check", file).out
    findings = examine(BROKEN).findings
    assert {"PTS001", "ARM003", "STF010"} <= {finding.code for finding in findings}
    assert all(re.search(rf"{finding.code}$", out, re.MULTILINE) for finding in findings)
    house, others = sum(one.house for one in findings), [one for one in findings if not (one.house or one.doubt)]
    errors = sum(one.severity == "error" for one in findings)
    warnings, notes = (sum(one.severity == word for one in others) for word in ("warning", "note"))
    assert (len(others), notes) == (errors + warnings + notes, 1)
    first = out.splitlines()[0]
    assert first.startswith(
        f"Not legal: {errors} errors; check: the record of the dice; {house} house limits not kept. "
    )
    assert first.endswith(f". {warnings} warnings, {notes} note.")


def test_every_code_has_an_explanation(examine: Examine) -> None:
    """Title, check and remedy."""
    known = explanations()
    assert {finding.code for finding in examine(BROKEN).findings} <= set(known)
    for one in known.values():
        assert one.title, one.code
        assert one.checks, one.code
        assert one.remedy, one.code

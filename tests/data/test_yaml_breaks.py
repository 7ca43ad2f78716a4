"""Line breaks that editors do not show are reported, because a comment ends there."""

from __future__ import annotations

import pytest

from orbat.data.yaml_text import MAX_PROBLEMS, parse


def _breaks(text: str) -> list[str]:
    return [problem.message for problem in parse(text).warnings if "line break" in problem.message]


@pytest.mark.parametrize("sign", ["\u2028", "\u2029", "\x85", "\r"])
def test_a_break_that_editors_do_not_show_is_reported(sign: str) -> None:
    (problem,) = parse(f"a: 1\n# date: 1854{sign}date: 1855\nb: 2\n").warnings
    assert problem.span
    assert (problem.code, problem.severity, problem.doubt) == ("SRC003", "warning", "file")
    assert (problem.span.line, problem.span.column) == (2, 13)
    assert f"U+{ord(sign):04X}" in problem.message


@pytest.mark.parametrize("text", ["a: 1\r\nb: 2\r\n", "a: 1\rb: 2\r", "a: é\nb: 2\n"])
def test_ordinary_breaks_are_not_reported(text: str) -> None:
    assert not _breaks(text)


def test_a_text_with_very_many_problems_reports_only_the_first_ones() -> None:
    assert len(parse("{" + "a: 1, " * (MAX_PROBLEMS + 10) + "}").problems) == MAX_PROBLEMS

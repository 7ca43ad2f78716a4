"""Compressed phrases are read back exactly."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from orbat.formats.abbreviations import compress_phrases, expand_phrases, read_phrases

MARKS = "~^|%$&@"
WORDS = ("Azov ", "Infantry, ", "1st ", "Bn", " - ", "  ", "of the ", "Жандармы ", "[x]", "~", "^", "~A", "A=", "15a")
LINES = st.lists(st.lists(st.sampled_from(WORDS), max_size=8).map("".join).map(str.rstrip), min_size=1, max_size=40)
REGIMENT = "  Azov Infantry, {}st Bn 15a"


def read(lines: list[str]) -> list[str]:
    """Expand lines in the order of a reader."""
    phrases: dict[str, str] = {}
    back = []
    for line in lines:
        if definitions := read_phrases(line):
            phrases |= definitions
        else:
            back.append(expand_phrases(line, phrases))
    return back


@given(LINES, st.integers(0, 400))
def test_compressed_lines_round_trip(lines: list[str], room: int) -> None:
    """This holds for any lines that do not look like definitions of phrases."""
    lines = [line for line in lines if not read_phrases(line)]
    assert read(compress_phrases(lines, room)) == lines


def test_no_compression_if_the_lines_fit() -> None:
    lines = [REGIMENT.format(number) for number in range(9)]
    assert compress_phrases(lines, len("\n".join(lines))) == lines


def test_only_as_many_phrases_as_needed() -> None:
    """The phrase that saves most comes first, and indents are kept."""
    lines = [*(REGIMENT.format(number) for number in range(9)), "  Baltic", "  Baltic", "  Baltic"]
    short = compress_phrases(lines, len("\n".join(lines)) - 1)
    assert short[0] == "~A=Azov Infantry, ~"
    assert short[1] == "  ~A0st Bn 15a"
    assert "  Baltic" in short


def test_marks_in_the_text_are_not_used() -> None:
    lines = [f"{REGIMENT.format(number)}~A" for number in range(9)]
    assert compress_phrases(lines, 150)[0].startswith("^A=")
    assert compress_phrases([*lines, MARKS], 150) == [*lines, MARKS]


def test_next_mark_is_used_when_letters_run_out() -> None:
    lines = [f"{name} {name} {name}" for name in (f"regiment{number:03}" for number in range(80))]
    short = compress_phrases(lines, 1100)
    assert [line[:3] for line in short[:2]] == ["~A=", "^A="]
    assert read(short) == lines


def test_expansion_is_bounded() -> None:
    """Too long phrases are not definitions, and too long lines are not expanded."""
    assert read_phrases(f"~A={'x' * 99}~")
    assert not read_phrases(f"~A={'x' * 100}~")
    assert expand_phrases("~A" * 2000, {"~A": "x" * 99}) == "~A" * 2000


def test_lines_that_are_not_definitions() -> None:
    """A partly invalid definition is not read either."""
    for line in ("", "~", "~~", "~A=~", "A=Azov ~", "~A=Azov", "~A=Azov ~B", "~A=Azov ~B=~", "Azov~A=x~"):
        assert read_phrases(line) == {}
    assert read_phrases("~A=Azov ~b=1st = ~") == {"~A": "Azov ", "~b": "1st = "}

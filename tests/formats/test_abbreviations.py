"""Phrases said once read back letter by letter."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from orbat.formats.abbreviations import compress_phrases, expand_phrases, read_phrases

MARKS = "~^|%$&@"
WORDS = ("Azov ", "Infantry, ", "1st ", "Bn", " - ", "  ", "of the ", "Жандармы ", "[x]", "~", "^", "~A", "A=", "15a")
LINES = st.lists(st.lists(st.sampled_from(WORDS), max_size=8).map("".join).map(str.rstrip), min_size=1, max_size=40)
REGIMENT = "  Azov Infantry, {}st Bn 15a"


def read(lines: list[str]) -> list[str]:
    """The lines as a reader has them who meets the phrases first."""
    phrases: dict[str, str] = {}
    back = []
    for line in lines:
        if said := read_phrases(line):
            phrases |= said
        else:
            back.append(expand_phrases(line, phrases))
    return back


@given(LINES, st.integers(0, 400))
def test_lines_with_phrases_read_back(lines: list[str], room: int) -> None:
    """Whatever is in them, as long as none looks like a line of phrases itself."""
    lines = [line for line in lines if not read_phrases(line)]
    assert read(compress_phrases(lines, room)) == lines


def test_no_phrase_is_said_where_there_is_room() -> None:
    lines = [REGIMENT.format(number) for number in range(9)]
    assert compress_phrases(lines, len("\n".join(lines))) == lines


def test_there_are_no_more_phrases_than_it_takes() -> None:
    """The one that saves most comes first, and the indent stays."""
    lines = [*(REGIMENT.format(number) for number in range(9)), "  Baltic", "  Baltic", "  Baltic"]
    short = compress_phrases(lines, len("\n".join(lines)) - 1)
    assert short[0] == "~A=Azov Infantry, ~"
    assert short[1] == "  ~A0st Bn 15a"
    assert "  Baltic" in short


def test_a_mark_that_stands_in_the_text_marks_nothing() -> None:
    lines = [f"{REGIMENT.format(number)}~A" for number in range(9)]
    assert compress_phrases(lines, 150)[0].startswith("^A=")
    assert compress_phrases([*lines, MARKS], 150) == [*lines, MARKS]


def test_when_one_mark_has_no_letters_left_the_next_goes_on() -> None:
    lines = [f"{name} {name} {name}" for name in (f"regiment{number:03}" for number in range(80))]
    short = compress_phrases(lines, 1100)
    assert [line[:3] for line in short[:2]] == ["~A=", "^A="]
    assert read(short) == lines


def test_a_short_text_cannot_become_a_huge_one() -> None:
    """A phrase longer than any that is written is none, and no line that came from no code is spoken."""
    assert read_phrases(f"~A={'x' * 99}~")
    assert not read_phrases(f"~A={'x' * 100}~")
    assert expand_phrases("~A" * 2000, {"~A": "x" * 99}) == "~A" * 2000


def test_what_says_no_phrase() -> None:
    """Nor does a part of a line that is broken."""
    for line in ("", "~", "~~", "~A=~", "A=Azov ~", "~A=Azov", "~A=Azov ~B", "~A=Azov ~B=~", "Azov~A=x~"):
        assert read_phrases(line) == {}
    assert read_phrases("~A=Azov ~b=1st = ~") == {"~A": "Azov ", "~b": "1st = "}

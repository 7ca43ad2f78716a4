"""The text form: content, round trip and robustness against names."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.strategies import DataObject
from tests.examples import examples

from orbat.formats.csv_table import csv_text
from orbat.formats.markdown import markdown
from orbat.formats.text import plain_text
from orbat.formats.text_reader import read_plain
from orbat.model import text_words as notation
from orbat.model.edits import Set, apply_all
from orbat.model.orbat import Commander, Formation, Orbat, Roll, Unit, units_of
from orbat.model.text import Pin
from orbat.model.text_words import visible
from orbat.report.report import Report

Reported = Callable[[Orbat], Report]
Drawn = Callable[..., Orbat]
Kept = Callable[[Orbat], Orbat]
FEW = settings(max_examples=examples(30), deadline=None)
UNHURRIED = settings(deadline=None)

ALMA = """\
“Light Division at the Alma”
British, Days of Empire, September 1854, 800 points
orbat 1; ruleset days_of_empire; army list british; game size 800; date 1854-09; staff table default
Player: Anna
Tags: historical, alma
Note: Two lines.
Note: The second.

General: Lord Raglan, always capable, the player - 0
Division: Light Division - Sir George Brown, capable (3 default) - 150
  Brigade: 1st Brigade - William Codrington, not diced - 90
    7th Royal Fusiliers - 15 stands, class 3, with rifles [brit_line] - 60
  Brigade: 2nd Brigade - (unnamed), not diced, off board - 30
Independent units
  (Foot artillery field battery) - 3 guns [brit_field_battery] - 105
    Note: Captain Anderson's

Total: 255 of 800 points, 545 left; 30 off the board (11.8 %)
"""


def test_content_of_the_text_form(reported: Reported, alma: Orbat) -> None:
    text = plain_text(reported(alma))
    body, _, rest = text.partition("Verdict: ")
    name = next(line for line in text.splitlines() if "[brit_field_battery]" in line).strip().partition(" - ")[0]
    assert body == ALMA.replace("(Foot artillery field battery)", name)
    assert name.startswith("(")
    assert rest


def test_short_form_has_only_dice_and_round_trips(reported: Reported, alma: Orbat) -> None:
    """Table, result, seed and day are omitted unless the table is not the default."""
    rolls = {
        "(rolled 3)": Roll(dice=(3,), result="capable", method="random", on="2026-01-02"),
        "(dice entered: 1+2; earlier rolled 4)": Roll(
            dice=(1, 2), method="entered", earlier=(Roll(dice=(4,), method="seeded", seed="x"),)
        ),
        "(2 other, entered)": Roll(dice=(2,), table="other", method="entered"),
    }
    for words, roll in rolls.items():
        who = ("formations", 0, "commander")
        orbat = apply_all(alma, (Set(who, "roll", roll),))
        text = plain_text(reported(orbat), short=True)
        assert f"Sir George Brown, capable {words} - " in text
        loaded = read_plain(text)
        assert loaded.findings == ()
        assert loaded.orbat
        general = loaded.orbat.formations[0].commander
        assert general
        assert general.roll
        assert (general.quality, general.roll.dice) == ("capable", roll.dice)
        assert [one.dice for one in general.roll.earlier] == [one.dice for one in roll.earlier]
        assert (general.roll.method == "entered") == (roll.method == "entered")


@pytest.mark.parametrize("written", [plain_text, markdown])
def test_findings_of_one_code_are_one_line(written: Callable[[Report], str], reported: Reported, alma: Orbat) -> None:
    """One text names all three generals; a finding of another code has its own line."""
    lines = [line for line in written(reported(alma)).splitlines() if "STF001" in line]
    assert [line.partition(": ")[2].partition(" \\[")[0].partition(" [")[0] for line in lines] == [
        "2 generals not diced: William Codrington, general of 2nd Brigade"
    ]


@pytest.mark.parametrize("house", [False, True])
def test_legal_verdict_counts_warnings(reported: Reported, alma: Orbat, house: bool) -> None:
    """Exceeded house limits are counted apart. The line is skipped when the text is read back."""
    report = reported(alma)
    left = tuple(one for one in report.findings if one.severity != "error" and (house or not one.house))
    report = replace(report, findings=left)
    assert [one.code for one in left if one.house] == ["ARM003"] * house
    warnings = sum(one.severity == "warning" and not one.house for one in left)
    assert report.verdict.without_warnings == ("Legal; 1 house limit not kept" if house else "Legal")
    assert report.verdict.headline == f"{report.verdict.without_warnings}{'; ' if house else ', '}{warnings} warnings"
    text = plain_text(report)
    assert f"\nVerdict: {report.verdict}\n" in text
    assert read_plain(text).findings == ()
    assert read_plain(text.replace(f"Verdict: {report.verdict}", "Legal")).findings == ()


@FEW
@given(data=st.data())
def test_any_orbat_round_trips(data: DataObject, claimed: Reported, any_orbat: Drawn, as_text: Kept) -> None:
    report = claimed(any_orbat(data))
    text = plain_text(report)
    loaded = read_plain(text)
    assert loaded.findings == ()
    assert report.orbat is not None
    assert loaded.orbat == as_text(report.orbat)
    assert plain_text(replace(report, orbat=loaded.orbat)) == text


@FEW
@given(data=st.data())
def test_wrong_claims_round_trip(data: DataObject, reported: Reported, any_orbat: Drawn) -> None:
    orbat = replace(any_orbat(data), total=7, units=(Unit(name="x", entry="brit_line", points=3),), formations=())
    report = reported(orbat)
    assert read_plain(plain_text(report)).orbat == orbat


@FEW
@given(data=st.data())
def test_text_has_no_invisible_characters(data: DataObject, reported: Reported, any_orbat: Drawn) -> None:
    report = reported(any_orbat(data))
    text = plain_text(report)
    assert all(visible(line) == line for line in text.split("\n"))


@FEW
@given(data=st.data())
@pytest.mark.parametrize("write", [plain_text, markdown, csv_text])
def test_each_unit_is_listed_once(
    write: Callable[[Report], str], data: DataObject, reported: Reported, any_orbat: Drawn
) -> None:
    orbat = any_orbat(data)
    places = [place.path for place in units_of(orbat)]
    named = apply_all(orbat, tuple(Set(path, "name", f"unit {n} here") for n, path in enumerate(places)))
    body = write(reported(named)).replace("\n## Findings", "\nFindings:").partition("\nFindings:")[0]
    assert [body.count(f"unit {n} here") for n in range(len(places))] == [1] * len(places)


@FEW
@given(data=st.data())
def test_orbat_without_its_ruleset_round_trips(data: DataObject, any_orbat: Drawn, as_text: Kept) -> None:
    orbat = replace(any_orbat(data), ruleset=Pin("lost"), total=12)
    loaded = read_plain(plain_text(Report("x", orbat, None, None, ())))
    assert loaded.findings == ()
    assert loaded.orbat == as_text(orbat)


@UNHURRIED
@given(text=st.text() | st.lists(st.sampled_from(ALMA.split("\n")) | st.text(max_size=20)).map("\n".join))
def test_reading_never_raises(text: str) -> None:
    read_plain(text)
    read_plain(f"t\nh\norbat 1; ruleset days_of_empire\n{text}", army_list="british")


@FEW
@given(data=st.data())
def test_damaged_text_never_raises(data: DataObject, reported: Reported, any_orbat: Drawn) -> None:
    text = plain_text(reported(any_orbat(data)))
    start = data.draw(st.integers(0, len(text)))
    end = data.draw(st.integers(start, len(text)))
    read_plain(text[:start] + data.draw(st.text(max_size=5)) + text[end:])


def test_illegal_army_is_marked(reported: Reported, alma: Orbat) -> None:
    report = reported(replace(alma, game_size=100))
    text = plain_text(report)
    assert report.verdict.headline.startswith("Not legal: ")
    assert f"\nVerdict: {report.verdict}\nFindings:\n" in text
    assert all(finding.code in text for finding in report.findings)


def test_points_add_up_to_the_total(claimed: Reported, alma: Orbat) -> None:
    report = claimed(alma)
    loaded = read_plain(plain_text(report)).orbat
    assert loaded is not None
    assert loaded.total == sum(f.points or 0 for f in loaded.formations) + sum(u.points or 0 for u in loaded.units)


def test_other_text_is_refused() -> None:
    loaded = read_plain("Dear Anna,\nhere is my army.\n")
    assert loaded.orbat is None
    (finding,) = loaded.findings
    assert finding.code == "SRC005"
    assert "not an ORBAT" in finding.message


def test_a_newer_format_is_refused() -> None:
    loaded = read_plain("t\nh\norbat 2; ruleset x\n")
    assert loaded.orbat is None
    assert [finding.code for finding in loaded.findings] == ["SRC005"]


def test_invalid_lines_are_reported_with_their_line() -> None:
    loaded = read_plain(ALMA.replace("Independent units", "Guns, lots of them") + "Cheers, Anna\n")
    assert loaded.orbat is not None
    assert [(finding.code, finding.line) for finding in loaded.findings] == [("SRC004", 14), ("SRC004", 19)]
    assert "Guns, lots of them" in loaded.findings[0].message
    assert all(finding.help for finding in loaded.findings)


def test_invalid_values_are_reported_and_the_rest_kept() -> None:
    text = ALMA.replace("15 stands", "9999999999 stands").replace("[brit_line] - 60", "[brit_line] - sixty")
    loaded = read_plain(text.replace("class 3,", "splendid,"))
    assert loaded.orbat is not None
    unit = loaded.orbat.formations[0].formations[0].units[0]
    assert unit == Unit(name="7th Royal Fusiliers", entry="brit_line", options=("rifles",))
    assert {finding.line for finding in loaded.findings} == {12}
    assert len(loaded.findings) == 3


def test_line_for_people_must_match_the_settings() -> None:
    loaded = read_plain(ALMA.replace("September 1854, 800 points", "September 1854, 900 points"))
    assert [(finding.code, finding.line) for finding in loaded.findings] == [("SRC004", 2)]
    assert loaded.orbat is not None
    assert loaded.orbat.game_size == 800


def test_findings_have_lines(reported: Reported) -> None:
    loaded = read_plain(ALMA)
    (report,) = [reported(loaded.orbat)] if loaded.orbat else []
    lines = {loaded.located(finding).line for finding in report.findings if finding.path[:1] == ("formations",)}
    assert lines
    assert None not in lines


@pytest.mark.slow
def test_deep_nesting_is_reported() -> None:
    deep = "".join(f"{'  ' * depth}Brigade: b - no general - ?\n" for depth in range(3000))
    loaded = read_plain(f"t\nh\norbat 1; ruleset days_of_empire\n{deep}")
    assert loaded.orbat is not None
    assert {finding.code for finding in loaded.findings} == {"SRC004"}
    assert len(loaded.findings) < 300


def test_defaults_for_missing_keys() -> None:
    text = "t\nh\norbat 1; staff table default\n"
    assert read_plain(text).orbat is None
    assert [finding.path for finding in read_plain(text).findings] == [("ruleset",)]
    assert read_plain(text, ruleset="days_of_empire").orbat == Orbat(title="t", ruleset=Pin("days_of_empire"))


@pytest.mark.parametrize(
    "name", ["a - b [c] - 60", "Brown, capable", "Note: x", " x ", "(x)", "\\n", "x\n\x1b[2J", "- - -"]
)
def test_names_that_look_like_notation_round_trip(name: str, reported: Reported) -> None:
    general = Commander(name=name)
    brigade = Formation(level="brigade", name=name, commander=general, units=(Unit(name=name, entry="brit_line"),))
    orbat = Orbat(title=name, ruleset=Pin("days_of_empire"), player=name, commander=general, formations=(brigade,))
    loaded = read_plain(plain_text(reported(orbat)).replace(" - 30\n", " - ?\n").replace("Total: 30", "Total: ?"))
    assert loaded.orbat == orbat


@UNHURRIED
@given(st.text(st.characters()))
def test_visible_keeps_length_and_is_idempotent(text: str) -> None:
    shown = visible(text)
    assert len(shown) == len(text)
    assert visible(shown) == shown
    assert not set(shown) & set("\n\r\t\x1b\x00\x85\x9b\u202e\u2066\u200b\u2028\ufeff")


@pytest.mark.parametrize(
    "text", ["Лейб-гвардия", "عربى", "नमस्ते", "👩\u200d🚀", "🏴\U000e0067\U000e0062\U000e007f", "a\xa0b"]
)
def test_visible_leaves_scripts_and_emoji_alone(text: str) -> None:
    assert visible(text) == text
    assert notation.escape(text) == text


def test_visible_replaces_invisible_characters() -> None:
    assert visible("a\nb\tc") == "a b c"
    assert visible("\x1b[31m\u202ex\U000e0041") == "\ufffd[31m\ufffdx\ufffd"


@UNHURRIED
@given(st.text())
def test_escaped_text_round_trips(text: str) -> None:
    assert notation.unescape(notation.escape(text)) == text
    assert notation.read_token(notation.quoted(text)) == text
    assert not set(notation.quoted(text)[1:-1]) & set('[]();"+=`\n')

"""Commands of the check screen, without an app."""

from __future__ import annotations

from pathlib import Path

from tests.tui.commands.conftest import FakeCheckHost

from orbat.model.claims import CheckTarget
from orbat.model.history import History
from orbat.model.orbat import Unit, units_of
from orbat.tui import storage
from orbat.tui.commands import check

LINE = 2


def unit(host: FakeCheckHost) -> Unit:
    """The only unit of the list."""
    assert host.read is not None
    assert host.read.orbat is not None
    return next(place.unit for place in units_of(host.read.orbat))


def test_a_size_is_corrected_and_a_wrong_one_refused(check_host: FakeCheckHost) -> None:
    check_host.answers = ["size", "many", "1000", "14"]
    check.correct(check_host, LINE)
    assert check_host.refused == ["Type a whole number from 1 to 999."] * 2
    assert unit(check_host).size == 14
    assert check_host.unsaved


def test_a_rating_is_corrected(check_host: FakeCheckHost) -> None:
    check_host.answers = ["rating", "2"]
    check.correct(check_host, LINE)
    assert unit(check_host).rating == "2"


def test_an_option_that_the_entry_always_has_is_no_choice(check_host: FakeCheckHost) -> None:
    check_host.answers = ["options"]
    check.correct(check_host, LINE)
    assert check_host.said == ["The list offers no choice of options here."]


def test_an_option_is_taken_away_and_given(check_host: FakeCheckHost) -> None:
    check_host.answers = ["entry", "naval brigade landing"]
    check.correct(check_host, LINE)
    for given in (False, True):
        check_host.answers = ["options", "rifles"]
        check.correct(check_host, LINE)
        assert ("rifles" in unit(check_host).options) == given


def test_the_entry_is_found_by_parts_of_its_name(check_host: FakeCheckHost) -> None:
    check_host.answers = ["entry", "no such thing", "Guards"]
    check.correct(check_host, LINE)
    assert check_host.refused
    assert unit(check_host).entry != "brit_line"


def test_a_line_can_buy_nothing(check_host: FakeCheckHost) -> None:
    check_host.answers = ["none"]
    check.correct(check_host, LINE)
    assert check_host.read is not None
    assert check_host.read.orbat is not None
    assert not list(units_of(check_host.read.orbat))


def test_a_line_that_is_not_there_asks_nothing(check_host: FakeCheckHost) -> None:
    check.correct(check_host, 99)
    assert not check_host.asked


def test_what_was_corrected_is_saved_beside_the_list(check_host: FakeCheckHost, tmp_path: Path) -> None:
    check_host.answers = ["size", "14"]
    check.correct(check_host, LINE)
    check_host.answers = ["as_read"]
    check.save(check_host)
    file = tmp_path / "as_read.yaml"
    assert check_host.written == [file], "it is journalled before it is written"
    assert file.read_text(encoding="utf-8").startswith("orbat: 1")
    assert not check_host.unsaved


def test_corrections_that_are_not_saved_are_asked_about(check_host: FakeCheckHost) -> None:
    gone: list[bool] = []
    check.unless_unsaved(check_host, lambda: gone.append(True))
    assert gone == [True]
    check_host.answers = ["size", "14"]
    check.correct(check_host, LINE)
    for answer in ("back", "discard"):
        check_host.answers = [answer]
        check.unless_unsaved(check_host, lambda: gone.append(True))
    assert gone == [True, True]
    check_host.answers = ["save", "as_read"]
    check.unless_unsaved(check_host, lambda: gone.append(True))
    assert gone == [True, True, True]


def test_it_is_opened_in_the_builder_as_the_file_that_it_was_saved_to(
    check_host: FakeCheckHost, tmp_path: Path
) -> None:
    check.open_in_builder(check_host)
    check_host.answers = ["as_read"]
    check.save(check_host)
    check.open_in_builder(check_host)
    assert check_host.fake.files == [None, tmp_path / "as_read.yaml"]


def test_another_file_list_size_or_army_is_looked_at(check_host: FakeCheckHost, tmp_path: Path) -> None:
    check_host.answers = [tmp_path / "other.txt"]
    check.other(check_host)
    assert check_host.checked == [tmp_path / "other.txt"]
    check_host.answers = ["days_of_empire/russian"]
    check.army(check_host)
    assert check_host.assumed == {"ruleset": "days_of_empire", "army_list": "russian"}
    check_host.answers = ["lots", "1200"]
    check.size(check_host)
    assert check_host.refused[0].startswith("The size should be a whole number of points")
    assert check_host.game_size == 1200
    check_host.corrections = check_host.corrections * 2
    check_host.answers = ["1"]
    check.which(check_host)
    assert check_host.army_number == 1


def killed(host: FakeCheckHost, history: History, mark: str) -> None:
    """Leave a journal of corrections, as a program that was killed does."""
    journal = storage.journal_of_corrections(history, host.file, mark, CheckTarget(0, "days_of_empire", "british"))
    journal.close(discard=False)


def test_corrections_of_a_killed_program_are_taken_up(check_host: FakeCheckHost) -> None:
    before = check_host.corrections
    check_host.answers = ["size", "14"]
    check.correct(check_host, LINE)
    killed(check_host, check_host.corrections[0].history, check_host.fingerprint)
    check_host.corrections = before
    check_host.answers = ["take"]
    check.offer_recovery(check_host)
    assert unit(check_host).size == 14
    assert len(check_host.taken_up) == 1
    assert check_host.assumed == {"ruleset": "days_of_empire", "army_list": "british"}


def test_corrections_of_a_text_that_has_changed_can_be_thrown_away(check_host: FakeCheckHost) -> None:
    check_host.answers = ["size", "14"]
    check.correct(check_host, LINE)
    killed(check_host, check_host.corrections[0].history, "another mark")
    check_host.answers = ["drop"]
    check.offer_recovery(check_host)
    assert "The file has changed since then" in check_host.asked[-1]
    check.offer_recovery(check_host)
    assert "The file has changed since then" not in check_host.asked[-1] or len(check_host.asked) == 3

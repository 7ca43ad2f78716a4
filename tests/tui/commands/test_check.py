"""Commands of the check screen, on a fake host."""

from __future__ import annotations

from pathlib import Path

from tests.tui.commands.conftest import FakeCheckHost

from orbat.model.claims import CheckTarget
from orbat.model.dates import Date
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


def test_size_is_corrected_and_an_invalid_one_refused(check_host: FakeCheckHost) -> None:
    check_host.answers = ["size", "many", "1000", "14"]
    check.correct(check_host, LINE)
    assert check_host.refused == ["Type a whole number from 1 to 999."] * 2
    assert unit(check_host).size == 14
    assert check_host.unsaved


def test_rating_is_corrected(check_host: FakeCheckHost) -> None:
    check_host.answers = ["rating", "2"]
    check.correct(check_host, LINE)
    assert unit(check_host).rating == "2"


def test_option_that_the_entry_always_has_is_not_offered(check_host: FakeCheckHost) -> None:
    check_host.answers = ["options"]
    check.correct(check_host, LINE)
    assert check_host.said == ["This entry has no options to choose."]


def test_option_is_removed_and_added(check_host: FakeCheckHost) -> None:
    check_host.answers = ["entry", "naval brigade landing"]
    check.correct(check_host, LINE)
    for given in (False, True):
        check_host.answers = ["options", "rifles"]
        check.correct(check_host, LINE)
        assert ("rifles" in unit(check_host).options) == given


def test_entry_is_found_by_parts_of_its_name(check_host: FakeCheckHost) -> None:
    check_host.answers = ["entry", "no such thing", "Guards"]
    check.correct(check_host, LINE)
    assert check_host.refused
    assert unit(check_host).entry != "brit_line"


def test_line_can_be_marked_as_no_purchase(check_host: FakeCheckHost) -> None:
    check_host.answers = ["none"]
    check.correct(check_host, LINE)
    assert check_host.read is not None
    assert check_host.read.orbat is not None
    assert not list(units_of(check_host.read.orbat))


def test_missing_line_asks_nothing(check_host: FakeCheckHost) -> None:
    check.correct(check_host, 99)
    assert not check_host.asked


def test_corrected_list_is_saved_next_to_the_original(check_host: FakeCheckHost, tmp_path: Path) -> None:
    check_host.answers = ["size", "14"]
    check.correct(check_host, LINE)
    check_host.answers = ["as_read"]
    check.save(check_host)
    file = tmp_path / "as_read.yaml"
    assert check_host.written == [file], "the journal is told before the file is written"
    assert file.read_text(encoding="utf-8").startswith("orbat: 1")
    assert not check_host.unsaved


def test_unsaved_corrections_are_asked_about(check_host: FakeCheckHost) -> None:
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


def test_list_opens_in_the_builder_with_its_saved_file(check_host: FakeCheckHost, tmp_path: Path) -> None:
    check.open_in_builder(check_host)
    check_host.answers = ["as_read"]
    check.save(check_host)
    check.open_in_builder(check_host)
    assert check_host.fake.edited == [None, tmp_path / "as_read.yaml"]


def test_file_army_list_game_size_and_army_are_chosen(check_host: FakeCheckHost, tmp_path: Path) -> None:
    check_host.answers = [tmp_path / "other.txt"]
    check.check_another(check_host)
    assert check_host.checked == [tmp_path / "other.txt"]
    check_host.answers = ["days_of_empire/russian"]
    check.choose_army_list(check_host)
    assert check_host.assumed == {"ruleset": "days_of_empire", "army_list": "russian"}
    check_host.answers = ["lots", "1200"]
    check.set_size(check_host)
    assert check_host.refused[0].startswith("The size must be a whole number of points")
    assert check_host.game_size == 1200
    check_host.answers = ["Kars"]
    check.set_date(check_host)
    assert check_host.date == Date(1855, 9)
    check_host.corrections = check_host.corrections * 2
    check_host.answers = ["1"]
    check.choose_army(check_host)
    assert check_host.army_number == 1


def killed(host: FakeCheckHost, history: History, mark: str) -> None:
    """Leave a journal of corrections, as a killed program does."""
    journal = storage.start_corrections_journal(history, host.file, mark, CheckTarget(0, "days_of_empire", "british"))
    journal.close(discard=False)


def test_unsaved_corrections_of_a_killed_program_are_recovered(check_host: FakeCheckHost) -> None:
    before = check_host.corrections
    check_host.answers = ["size", "14"]
    check.correct(check_host, LINE)
    killed(check_host, check_host.corrections[0].history, check_host.fingerprint)
    check_host.corrections = before
    check_host.answers = ["recover"]
    check.offer_recovery(check_host)
    assert unit(check_host).size == 14
    assert len(check_host.taken_up) == 1
    assert check_host.assumed == {"ruleset": "days_of_empire", "army_list": "british"}


def test_corrections_of_a_changed_file_can_only_be_discarded(check_host: FakeCheckHost) -> None:
    check_host.answers = ["size", "14"]
    check.correct(check_host, LINE)
    killed(check_host, check_host.corrections[0].history, "another mark")
    check_host.answers = ["discard"]
    check.offer_recovery(check_host)
    assert "has changed since" in check_host.asked[-1]
    check.offer_recovery(check_host)
    assert "has changed since" not in check_host.asked[-1] or len(check_host.asked) == 3

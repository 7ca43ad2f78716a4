"""The comparison commands of the builder and the home screen, without an app."""

from __future__ import annotations

from pathlib import Path

from tests.tui.commands.conftest import FakeHome, FakeHost

from orbat.data import folders
from orbat.features.compare import builder
from orbat.features.compare.screen import CompareScreen

STARTERS = folders.templates() / "days_of_empire" / "starters"
RUSSIAN, BRITISH = STARTERS / "russian_800.yaml", STARTERS / "british_800.yaml"


def test_the_open_army_is_compared_with_a_file(host: FakeHost, tmp_path: Path) -> None:
    host.answers = [RUSSIAN]
    builder.compare(host)
    (shown,) = host.shown
    assert isinstance(shown, CompareScreen)
    assert shown.title == "Compared with russian_800.yaml"
    broken = tmp_path / "broken.yaml"
    broken.write_text("orbat: [", encoding="utf-8")
    host.answers = [broken]
    builder.compare(host)
    assert "broken.yaml: is not valid YAML" in host.said[0]


def test_two_files_are_compared(home: FakeHome) -> None:
    home.answers = [BRITISH, RUSSIAN]
    builder.compare_two(home)
    assert [one.title for one in home.shown] == ["british_800.yaml and russian_800.yaml"]
    home.answers = [BRITISH]
    builder.compare_two(home)
    assert len(home.shown) == 1

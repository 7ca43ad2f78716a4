"""Paths that users type or paste."""

from __future__ import annotations

from pathlib import Path

import pytest

from orbat.tui.screens.file_picker import without_kept_suffix
from orbat.tui.storage import path_of, without_drive_slash


@pytest.mark.parametrize(
    ("typed", "path"),
    [
        ("a.yaml", "/lists/a.yaml"),
        (" ../a.yaml ", "/lists/../a.yaml"),
        ("/tmp/a.yaml", "/tmp/a.yaml"),
        ("~/a b.yaml", "/home/raglan/a b.yaml"),
        ("'/tmp/a b.yaml'", "/tmp/a b.yaml"),
        ('"~/a.yaml"', "/home/raglan/a.yaml"),
        ("file:///tmp/a%20b.yaml", "/tmp/a b.yaml"),
        ("FILE://localhost/tmp/a.yaml", "/tmp/a.yaml"),
        (r"/tmp/a\ b\(1\).yaml", "/tmp/a b(1).yaml"),
        ("file:///[", "/["),
        ("~nobody-of-that-name/x", "/lists/~nobody-of-that-name/x"),
        ("'", "/lists/'"),
        ("a\0b", "/lists/a\0b"),
    ],
)
def test_path_is_read_in_any_form(typed: str, path: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", "/home/raglan")
    assert path_of(typed, Path("/lists")) == Path(path)


@pytest.mark.parametrize(
    ("path", "without"), [("/C:/lists/a.yaml", "C:/lists/a.yaml"), ("/lists/C:", "/lists/C:"), ("/c", "/c")]
)
def test_addresses_of_windows_files_have_a_slash_before_the_drive(path: str, without: str) -> None:
    assert without_drive_slash(path) == without


@pytest.mark.parametrize(
    ("typed", "name"),
    [
        ("alma.yaml", "alma.yaml"),
        ("alma.yaml.yaml", "alma.yaml"),
        ("alma.json.yaml", "alma.json"),
        ("~/lists/alma.yaml.yaml", "~/lists/alma.yaml"),
        ("Inkerman 5.11.yaml", "Inkerman 5.11.yaml"),
        ("mine.txt.yaml", "mine.txt.yaml"),
        ("alma", "alma"),
        ("~/lists/.yaml", "~/lists/"),
        ("...yaml", ".."),
        ("~.yaml", "~"),
    ],
)
def test_typed_suffix_replaces_the_kept_one(typed: str, name: str) -> None:
    """`mine.txt.yaml` is the initial name."""
    assert without_kept_suffix(typed, "mine.txt.yaml") == name

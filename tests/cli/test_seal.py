"""`orbat seal`: a digest that is published before the list is shown."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

Orbat = Callable[..., Any]

SALT = "0123456789abcdef" * 2


@pytest.fixture
def sealed(army: Path) -> tuple[Path, str]:
    """A file and its seal with `SALT`."""
    return army, hashlib.sha256(SALT.encode() + army.read_bytes()).hexdigest()


def test_a_seal_has_a_new_salt_each_time(orbat: Orbat, army: Path) -> None:
    seals = [json.loads(orbat("seal", army, "--json").out) for _ in range(2)]
    assert len({one["salt"] for one in seals}) == len({one["seal"] for one in seals}) == 2
    for one in seals:
        assert one["seal"] == hashlib.sha256(one["salt"].encode() + army.read_bytes()).hexdigest()
        assert orbat("seal", army, "--salt", one["salt"], "--check", one["seal"]).code == 0


def test_a_seal_is_shown_with_advice(orbat: Orbat, army: Path) -> None:
    run = orbat("seal", army)
    assert run.code == 0
    assert [line.partition(":")[0] for line in run.out.split("\n")[:2]] == ["Seal", "Salt"]
    assert "Keep the salt secret" in run.out


def test_an_earlier_seal_is_calculated_again(orbat: Orbat, sealed: tuple[Path, str]) -> None:
    file, seal = sealed
    assert orbat("seal", file, "--salt", SALT).out == f"Seal: {seal}\nSalt: {SALT}\n"


@pytest.mark.parametrize("change", [str.upper, lambda text: f" {text[:20]}\n{text[20:]} "])
def test_a_seal_may_be_copied_from_a_mail(orbat: Orbat, sealed: tuple[Path, str], change: Callable[[str], str]) -> None:
    file, seal = sealed
    run = orbat("seal", file, "--salt", change(SALT), "--check", change(seal))
    assert (run.code, run.out.split(":")[0]) == (0, "The seal is right")


def test_a_changed_file_has_another_seal(orbat: Orbat, sealed: tuple[Path, str]) -> None:
    """One more byte, or the first byte moved to the salt."""
    file, seal = sealed
    file.write_bytes(file.read_bytes() + b" ")
    run = orbat("seal", file, "--salt", SALT, "--check", seal)
    assert (run.code, run.out.split(":")[0]) == (1, "The seal is wrong")
    run = orbat("seal", file, "--salt", SALT, "--check", seal, "--json")
    assert (run.code, json.loads(run.out)["right"]) == (1, False)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (("--check", "a" * 64), "--check needs the salt"),
        (("--salt", SALT[1:]), "the salt has 32 characters"),
        (("--salt", SALT + "a"), "the salt has 32 characters"),
        (("--salt", "g" * 32), "the salt has 32 characters"),
        (("--salt", SALT, "--check", "a" * 63), "the seal has 64 characters"),
    ],
)
def test_wrong_options_are_refused(orbat: Orbat, army: Path, options: tuple[str, ...], message: str) -> None:
    run = orbat("seal", army, *options)
    assert run.code == 2
    assert message in run.err


def test_a_missing_file_is_reported(orbat: Orbat, tmp_path: Path) -> None:
    run = orbat("seal", tmp_path / "none.yaml")
    assert run.code == 2
    assert "does not exist" in run.err

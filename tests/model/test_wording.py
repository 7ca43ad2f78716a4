"""User texts: templates, plural forms and lists of words."""

from __future__ import annotations

import pytest

from orbat.model.wording import all_of, any_of, phrase, pick, plural


def test_a_field_is_filled_in_and_its_own_braces_are_left_alone() -> None:
    assert phrase("{name} has no general.", name="{x}") == "{x} has no general."


def test_a_missing_field_is_refused() -> None:
    with pytest.raises(KeyError):
        phrase("{name} has no general.")


@pytest.mark.parametrize(("count", "expected"), [(0, "0 guns lost"), (1, "1 gun lost"), (2, "2 guns lost")])
def test_only_one_takes_the_singular(count: int, expected: str) -> None:
    assert plural(count, "{count} gun {what}", "{count} guns {what}", what="lost") == expected


def test_a_template_is_picked_unfilled() -> None:
    assert [pick(n, "{count} gun", "{count} guns") for n in (1, 2)] == ["{count} gun", "{count} guns"]


@pytest.mark.parametrize(
    ("words", "either", "every"),
    [([], "", ""), (["a"], "a", "a"), (["a", "b"], "a or b", "a and b"), (["a", "b", "c"], "a, b or c", "a, b and c")],
)
def test_the_last_word_is_joined_with_a_conjunction(words: list[str], either: str, every: str) -> None:
    assert (any_of(words), all_of(words)) == (either, every)

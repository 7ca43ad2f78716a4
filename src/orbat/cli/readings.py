"""Readings of rulings, and the staff table, as they are named on the command line."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

import click

from orbat.model.book import Book
from orbat.model.near import did_you_mean
from orbat.model.orbat import Orbat
from orbat.model.readings import read_as


def with_readings(orbat: Orbat, book: Book, written: Iterable[str]) -> Orbat:
    """The ORBAT with passages read as `ruling=choice` says of each. Raises click.UsageError."""
    known = {ruling.id: ruling for ruling in book.ruleset.rulings}
    for words in written:
        ruling_id, _, choice = words.partition("=")
        if ruling_id not in known:
            raise click.UsageError(_unknown(f"{book.ruleset.title} has no ruling", ruling_id, known))
        choices = [one.id for one in known[ruling_id].choices]
        if choice not in choices:
            raise click.UsageError(_unknown(f"the ruling {ruling_id} has no reading", choice, choices))
        orbat = read_as(orbat, known[ruling_id], choice)
    return orbat


def with_staff_table(orbat: Orbat, book: Book, table: str | None) -> Orbat:
    """The ORBAT with its staff diced on another table, if one is named. Raises click.UsageError."""
    if table is None:
        return orbat
    if table not in book.staff_tables(orbat):
        raise click.UsageError(f"{book.ruleset.title} as read here leaves no choice of a staff table")
    return replace(orbat, staff_table=table)


def _unknown(what: str, word: str, known: Iterable[str]) -> str:
    return f"{what} {word!r}.{did_you_mean(word, known)} There are: {', '.join(known) or 'none'}"

"""Rules about texts that players write, such as titles, names and notes."""

from __future__ import annotations

import re
from collections.abc import Iterator

from orbat.evaluate.pricing import options_of
from orbat.evaluate.rule import RuleResult, TextCase
from orbat.model.finding import GroupText
from orbat.model.look_alikes import covering_marks, foreign_letters, hidden_characters, name_words
from orbat.model.orbat import Commander, Formation, Orbat, Unit
from orbat.model.points import show
from orbat.model.statements import (
    Statement,
    agreements,
    game_statements,
    readable,
    says_free,
    says_in_brackets,
    says_not_counted,
    says_options,
    stated_periods,
    stated_points,
    stated_ratings,
    stated_stands,
    stated_times,
    verdict_words,
)
from orbat.model.wording import all_of, phrase, shortened

_MAX_LISTED = 3
"""A message names at most this many characters or statements."""

_WORDS_OF_FIELDS = {
    "title": "the title",
    "player": "the player's name",
    "tags": "the tag",
    "name": "the name",
    "note": "the note",
}


def characters_visible(case: TextCase) -> Iterator[RuleResult]:
    """Texts have no invisible characters, and no foreign letters that look like Latin letters.

    Why: Two names that look the same to a reader may contain different characters. Marks that can hide a letter are
    reported too. Names in Greek, Cyrillic, Arabic and other scripts are fine.

    Example: a Cyrillic letter in the name of an English regiment, or a zero width space in a title.

    Remedy: Type the text again.
    """
    hidden = [*hidden_characters(case.text, multiline=case.field == "note")]
    foreign = [*foreign_letters(case.text)]
    covering = [*covering_marks(case.text)]
    for found, message in (
        (hidden, "{what} {text} has invisible characters: {characters}"),
        (covering, "{what} {text} has marks that strike out or cover letters: {characters}"),
        (foreign, "{what} {text} has letters that look like Latin letters: {characters}"),
    ):
        if found:
            yield RuleResult(
                message=message,
                help="Type {what} again.",
                fields={
                    "what": _WORDS_OF_FIELDS[case.field],
                    "characters": all_of(one.words for one in found[:_MAX_LISTED]),
                    "text": f'"{shortened(case.text)}"',
                },
                path=case.path,
                doubt="names",
            )


_OTHER_ENTRIES = GroupText(
    "{count} units have names that the list gives for other entries: {items}", "{unit} ({other})"
)


def name_of_own_entry(case: TextCase) -> Iterator[RuleResult]:
    """No unit has the name of another entry of its army list.

    Why: A regiment has the price, ratings and options of its own entry. Players may name units as they like, so the
    finding is only a note.

    Example: the Grenadier Guards, bought as line infantry.

    Remedy: Buy the other entry, or give the unit another name.
    """
    other, unit = case.other_entry, case.record
    if other is None or case.field != "name" or not isinstance(unit, Unit):
        return
    entry, army_list = case.book.entry(case.list_id, unit.entry), case.book.lists[case.list_id]
    is_whole = name_words(case.text) == other.words
    yield RuleResult(
        message="{unit} was bought as {entry}, but the army list gives this name to {other}"
        if is_whole
        else "{unit} was bought as {entry}, but the army list gives the name {name} to {other}"
        if other.is_regiment
        else "{unit} was bought as {entry}, but is named like the entry {other}",
        help="Buy {other}, or give the unit another name.",
        cites=(f"{army_list.title} list",),
        fields={"unit": case.text, "name": other.name, "other": other.entry.name, "entry": entry.name if entry else ""},
        path=case.path,
        group=_OTHER_ENTRIES,
    )


def texts_agree(case: TextCase) -> Iterator[RuleResult]:
    """Titles and names do not contradict the date, sizes and costs of the ORBAT.

    Why: The opponent reads titles and names on the sheets, and may believe them. Words that look like a verdict, such
    as `legal`, are reported too. A note in the ORBAT that mentions sizes, points or ratings gets only a finding of
    severity *note*.

    Example: the title *The Alma, 20 September 1854* for an army of October 1855.

    Remedy: Correct the text or the field.
    """
    text = readable(case.text)
    if case.field == "note":
        yield from _note(case, text)
        return
    if case.field == "tags":
        return
    differences = [*_other_numbers(case, text), *_other_dates(case, text)]
    if words := [*verdict_words(text)]:
        differences.append(phrase('contains "{words}"', words='", "'.join(words[:_MAX_LISTED])))
    if differences:
        yield RuleResult(
            message="{what} {text} does not match the ORBAT: {differences}",
            help="Correct {what} or the ORBAT.",
            fields={
                "what": _WORDS_OF_FIELDS[case.field],
                "differences": "; ".join(differences[:_MAX_LISTED]),
                "text": f'"{shortened(case.text)}"',
            },
            path=case.path,
            doubt="title",
        )


_NOTES = GroupText("{count} notes mention sizes, points or ratings, which are not checked: {items}", "{words}")


def _note(case: TextCase, text: str) -> Iterator[RuleResult]:
    words = game_statements(text)
    # the note at the head often describes the battle; troops in it have a size and a rating or a price
    if isinstance(case.record, Orbat) and not _is_troops(text):
        words = agreements(text)
    words = tuple(dict.fromkeys((*words, *_other_options(case, text))))
    if words:
        yield RuleResult(
            message="a note mentions {words}; notes are not checked",
            help="Agree with the opponent on the meaning of the note.",
            fields={"words": all_of(words[:_MAX_LISTED])},
            path=case.path,
            severity="note",
            group=_NOTES,
        )


_NEAR = 40


def _is_troops(text: str) -> bool:
    sizes = [text.index(one.words) for one in stated_stands(text)]
    others = [text.index(one.words) for one in (*stated_points(text), *stated_ratings(text))]
    return any(abs(one - other) <= _NEAR for one in sizes for other in others)


def _other_size(orbat: Orbat, total: str, text: str) -> Iterator[str]:
    points = [*stated_points(text)]
    if points and not any(one.number in (total, str(orbat.game_size)) for one in points):
        words = points[0].words
        yield (
            phrase("{words}, no agreed size", words=words)
            if orbat.game_size is None
            else phrase("{words}, agreed size {size}", words=words, size=orbat.game_size)
        )


def _other_numbers(case: TextCase, text: str) -> Iterator[str]:
    record, points = case.record, show(case.points)
    if isinstance(record, Orbat):
        yield from _other_size(record, points, text)
        return
    if wrong := _wrong(stated_points(text), {points}):
        yield phrase("{words} stated, {points} calculated", words=wrong, points=points)
    if (free := says_free(text)) and case.points:
        yield phrase("{words} stated, {points} calculated", words=free, points=points)
    match record:
        case Unit():
            yield from _other_unit(case, record, text)
        case Formation():
            if wrong := _wrong(stated_stands(text), _total_sizes(case, record)):
                yield phrase("{words}, but the sizes add up to another number", words=wrong)
        case Commander():
            yield from _other_quality(case, record, text.casefold())
            return
    if apart := says_not_counted(text, on_table=isinstance(record, Formation) and not record.off_board):
        yield phrase("{words}, but the ORBAT does not say so", words=apart)
    for option in _other_options(case, text):
        yield phrase("{option}, not bought", option=option)


def _other_unit(case: TextCase, unit: Unit, text: str) -> Iterator[str]:
    size = str(unit.size)
    if isinstance(unit.size, int) and (wrong := _wrong(stated_stands(text), {size})):
        yield phrase("{words}, size {size}", words=wrong, size=size)
    if wrong := _wrong(stated_times(text), {size, "1"}):
        yield phrase("{words}, but one unit", words=wrong)
    if unit.rating and (wrong := _wrong(stated_ratings(text), {unit.rating})):
        yield phrase("{words}, rating {rating}", words=wrong, rating=unit.rating)
    ruleset = case.book.ruleset
    for word, named, own in (("rating", ruleset.ratings, unit.rating), ("size", ruleset.sizes, unit.size)):
        for one in named:
            labels = [label for label in (one.id, one.label, *one.aliases) if label.isalpha()]
            if own and one.id != own and (stated := says_in_brackets(text, labels)):
                yield phrase("{words}, {word} {own}", words=stated, word=word, own=own)


def _other_options(case: TextCase, text: str) -> Iterator[str]:
    record = case.record
    if isinstance(record, Unit):
        units = [(record, case.list_id)]
    elif isinstance(record, Formation):
        units = [*_units_with_lists(record, case.list_id)]
    else:
        return
    known = case.book.ruleset.options
    for option in says_options(text, [one.label for one in known.values()]):
        for unit, list_id in units:
            entry = case.book.entry(list_id, unit.entry)
            paid = options_of(unit, entry, known, case.date) if entry else ()
            if not any(known[one].label.casefold() in option.casefold() for one in paid):
                yield option
                break


def _wrong(statements: Iterator[Statement] | list[Statement], right: set[str]) -> str:
    return next((one.words for one in statements if one.number not in right), "")


def _total_sizes(case: TextCase, formation: Formation) -> set[str]:
    sums: dict[str, int] = {}
    for unit, list_id in _units_with_lists(formation, case.list_id):
        entry = case.book.entry(list_id, unit.entry)
        if entry is not None and isinstance(unit.size, int):
            word = case.book.kind(entry).counted_in[1]
            sums[word] = sums.get(word, 0) + unit.size
    return {str(sum(sums.values())), *map(str, sums.values())}


def _units_with_lists(formation: Formation, list_id: str) -> Iterator[tuple[Unit, str]]:
    for unit in formation.units:
        if unit.fielded:
            yield unit, unit.army_list.id if unit.army_list else list_id
    for inner in formation.formations:
        if inner.fielded:
            yield from _units_with_lists(inner, inner.army_list.id if inner.army_list else list_id)


def _other_quality(case: TextCase, commander: Commander, text: str) -> Iterator[str]:
    for quality in case.book.ruleset.staff.qualities:
        label = re.escape(quality.label.casefold())
        if quality.id != commander.quality and re.search(rf"(?<!\w){label}(?!\w)", text):
            yield phrase("contains {words}", words=quality.label)


def _other_dates(case: TextCase, text: str) -> Iterator[str]:
    if not isinstance(case.record, Orbat | Formation) or case.field not in ("title", "name"):
        return
    periods = [*stated_periods(text)]
    if isinstance(case.record, Formation):
        periods = [one for one in periods if one.first.month]
    if case.date is None:
        months = [one for one in periods if one.first.month]
        if isinstance(case.record, Orbat) and months:
            yield phrase("{words}, no date", words=months[0].words)
        return
    if periods and not any(one.covers(case.date) for one in periods):
        yield phrase("{words}, date {date}", words=periods[0].words, date=case.date.in_words)

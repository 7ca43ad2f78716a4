"""Commands of the check screen: correcting what was read of a line, and saving and opening what came of it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from orbat import pipeline
from orbat.data.loaded import Loaded
from orbat.model.army_list import Entry
from orbat.model.book import Book
from orbat.model.claims import Correction, CorrectionType, ReadLine
from orbat.model.orbat import Unit, list_at, units_of
from orbat.model.record import Value
from orbat.model.text_words import visible
from orbat.session.files import WriteFailed, file_name
from orbat.session.journal import RecoveredJournal
from orbat.tui import storage
from orbat.tui.commands.check_host import CheckHost
from orbat.tui.screens.ask import ANSWERS, recovery_question
from orbat.tui.steps.corrections import line_at, restored, units_on
from orbat.tui.storage import exists, typed_path
from orbat.tui.views.corrections import (
    correction_lines,
    entry_names,
    name_meant,
    option_lines,
    rating_lines,
    size_lines,
)
from orbat.tui.views.new_orbat import read_size
from orbat.tui.widgets.lines import Line

MOST = 999
"""The largest size that can be typed."""


def correct(host: CheckHost, number: int) -> None:
    """Ask what is to be corrected of a line, and then to what."""
    line = line_at(host.read, number) if host.read else None
    if line is None or host.read is None or host.report is None or host.report.book is None:
        return
    one = _Asked(host, host.read, host.report.book, line)
    asks = {"size": _size, "rating": _rating, "options": _options, "entry": _entry, "buy": _buy, "none": _none}
    question = f"Line {number}: {visible(line.text.strip())[:60]}"
    host.choose(question, correction_lines(host.report, line), lambda key: asks[key](one))


class _Asked(Value):
    """What is corrected: a line, and what was read of the army that it is in."""

    host: CheckHost
    read: Loaded
    book: Book
    line: ReadLine

    @property
    def unit(self) -> Unit:
        """The first unit on the line."""
        return units_on(self.read, self.line.number)[0]

    @property
    def list_id(self) -> str:
        """The army list that the line's units are of."""
        assert self.read.orbat is not None
        lists = {place.path: place.list_id for place in units_of(self.read.orbat)}
        return next((lists[path] for path in self.line.paths if path in lists), list_at(self.read.orbat, ()))

    def give(self, what: CorrectionType, value: Any, words: str) -> None:
        """Give the units of the line another value, or make it buy something or nothing."""
        self.host.correct(Correction(self.line.number, what, value, words))


def _size(one: _Asked) -> None:
    unit = one.unit
    if named := size_lines(one.book, one.list_id, unit):
        one.host.choose("Which size?", named, lambda size: one.give("size", size, f"size {size}"), str(unit.size))
    else:
        now = "" if unit.size is None else str(unit.size)
        took = lambda size: one.give("size", size, f"size {size}")  # noqa: E731  # as long as its name
        one.host.ask_for("How many stands or guns?", now, _read_size, took)


def _read_size(text: str) -> int:
    """The size that was typed. Raises ValueError."""
    text = text.strip()
    if not (text.isascii() and text.isdecimal() and len(text) < 10 and 0 < int(text) <= MOST):
        raise ValueError(f"Type a whole number from 1 to {MOST}.")
    return int(text)


def _rating(one: _Asked) -> None:
    word = one.book.ruleset.rating_word
    took = lambda rating: one.give("rating", rating, f"{word} {rating}")  # noqa: E731  # as long as its name
    one.host.choose(f"Which {word}?", rating_lines(one.book), took, one.unit.rating)


def _options(one: _Asked) -> None:
    known, unit = one.book.ruleset.options, one.unit
    lines = option_lines(one.book, one.list_id, unit)

    def chosen(option: str) -> None:
        has = option in unit.options
        options = tuple(other for other in unit.options if other != option) if has else (*unit.options, option)
        label = known[option].label if option in known else option
        one.give("options", options, f"{'without' if has else 'with'} {label}")

    if lines:
        one.host.choose("Give or take which option?", lines, chosen)
    else:
        one.host.say("The list offers no choice of options here.")


def _entry(one: _Asked) -> None:
    _ask_entry(one, "entry")


def _buy(one: _Asked) -> None:
    _ask_entry(one, "buy")


def _ask_entry(one: _Asked, what: CorrectionType) -> None:
    """Ask which entry the line means."""
    names = entry_names(one.book, one.list_id, one.line)

    def read(text: str) -> Entry | None:
        if not (meant := name_meant(names, text)):
            raise ValueError("Type until one is left, or take one with Down and Enter.")
        return one.book.entry(one.list_id, meant)

    def chosen(entry: Entry | None) -> None:
        if entry is not None:
            one.give(what, entry.id, f"it is {entry.name}")

    question = f"What is it? {visible(one.line.text.strip())[:50]}"
    one.host.ask_for(question, "", read, chosen, offered=tuple(names), placeholder="parts of a name")


def _none(one: _Asked) -> None:
    one.give("none", None, "it buys nothing")


def save(host: CheckHost, then: Callable[[], None] | None = None) -> None:
    """Ask for a name and save the ORBAT as it was read and corrected, with the points that were typed; and `then`."""
    report = host.report
    if report is None or report.orbat is None:
        host.say("There is nothing to save: no army was read.", severity="warning")
        return
    folder = host.file.absolute().parent
    name = file_name(report.orbat.title or host.file.stem, ".yaml")

    def named(file: Path) -> None:
        if exists(file):
            answers = (("over", "Overwrite it"), ("back", "Go back"))
            host.offer(f"{file} exists already.", answers, {"over": lambda: _save(host, file, then)})
        else:
            _save(host, file, then)

    question, read = f"Save the list as read, in {folder}", lambda text: typed_path(text, folder, ".yaml")
    host.ask_for(question, name, read, named, typed_over=len(Path(name).stem))


def _save(host: CheckHost, file: Path, then: Callable[[], None] | None) -> None:
    assert host.report is not None
    assert host.report.orbat is not None
    text = pipeline.file_text(host.report.orbat, file.suffix.lower())
    host.saving(file, text)
    try:
        pipeline.save_text(file, text)
    except WriteFailed as failed:
        host.say(f"{failed}.", severity="error")
        return
    host.saved(file, text)
    trouble = storage.store_version(file, text) or storage.note_opened(file)
    host.say(trouble or f"Saved {file}", severity="warning" if trouble else "information")
    if then is not None:
        then()


def unless_unsaved(host: CheckHost, go: Callable[[], None]) -> None:
    """Go on to what loses the corrections, after asking where they are not saved."""
    if not host.unsaved:
        go()
        return
    answers = (("save", "Save them"), ("discard", "Go on without"), ("back", "Go back"))
    acts = {"save": lambda: save(host, lambda: unless_unsaved(host, go)), "discard": go}
    host.offer("There are corrections that are not saved.", answers, acts)


def open_in_builder(host: CheckHost) -> None:
    """Open the ORBAT in the builder, over this screen; it belongs to the file that it was saved to, if to any."""
    report = host.report
    if report is None or report.orbat is None or report.book is None:
        host.say("There is nothing to open: no army was read.", severity="warning")
        return
    program = host.program
    if report.reading is None and host.game_size is None:
        program.open_report(report)
    elif kept := host.corrections[host.army_number].saved_as if host.corrections else None:
        program.open_orbat(report.orbat, report.book, file=kept.file, original=kept.text)
    else:
        program.open_orbat(report.orbat, report.book)


# Commands of the check screen: going on with corrections that were on screen when the program was killed.


def offer(host: CheckHost) -> None:
    """Offer the corrections of this text that are in no file; of a text that has changed, say so."""
    left = storage.corrections_left(host.file, host.fingerprint)
    for note in left.notes:
        host.say(note, severity="warning")
    fitting = tuple(work for work in left.found if work.fingerprint == host.fingerprint)
    if fitting:
        works = _together(fitting)
        question = recovery_question(f"{visible(host.file.name)} as corrected", len(left.found) - len(works))
        acts = {"take": lambda: _go_on(host, works), "drop": lambda: _drop(works)}
        host.offer(question, ANSWERS, acts)
    elif left.found and host.fingerprint:  # what cannot be read is not known to have changed
        _tell_changed(host, left.found)


def _together(found: tuple[RecoveredJournal, ...]) -> tuple[RecoveredJournal, ...]:
    """The last one of each army, of those that were read by the same; what was corrected last comes first."""
    chosen: dict[int, RecoveredJournal] = {}
    last, *_ = newest = sorted(found, key=lambda work: work.at, reverse=True)
    for work in newest:
        if _read_by(work) == _read_by(last) and work.checked is not None:
            chosen.setdefault(work.checked.army, work)
    return tuple(chosen.values())


def _read_by(work: RecoveredJournal) -> dict[str, str]:
    one = work.checked
    return {"ruleset": one.ruleset, "army_list": one.army_list} if one else {}


def _go_on(host: CheckHost, works: tuple[RecoveredJournal, ...]) -> None:
    host.read_by(_read_by(works[0]), lambda: take_up(host, works))


def _drop(works: tuple[RecoveredJournal, ...]) -> None:
    for work in works:
        storage.discard_work(work)


def take_up(host: CheckHost, works: tuple[RecoveredJournal, ...]) -> None:
    """Make the corrections again that journals have kept of a text that has just been read, and go on with those."""
    trails, which = list(host.corrections), host.army_number
    for work in reversed(works):
        army = work.checked.army if work.checked else 0
        trail = restored(trails[army].now, work.history) if 0 <= army < len(trails) else None
        if trail is None:
            host.say("The text is not read now as it was, and its corrections do not fit.", severity="error")
        elif not host.resume_journal(work):
            host.say("Another orbat has it open.", severity="error")
        else:
            trails[army], which = trail, army
            if work.note:
                host.say(work.note, severity="warning")
    host.restore(tuple(trails), which)


def _tell_changed(host: CheckHost, works: tuple[RecoveredJournal, ...]) -> None:
    """Say that what was corrected is of another text; it stays, since that text may come back."""
    question = (
        f"{visible(host.file.name)} as corrected was not saved when orbat last stopped. "
        "The file has changed since then: its corrections cannot be taken up."
    )
    host.offer(question, (("later", "Keep them"), ("drop", "Throw them away")), {"drop": lambda: _drop(works)})


# Commands of the check screen: which file and army are looked at, and what they are read by.


def other(host: CheckHost) -> None:
    """Check another file."""
    host.pick_file("Check which list?", host.file, host.check)


def which(host: CheckHost) -> None:
    """Choose among the armies of one text."""
    armies = [trail.now.orbat for trail in host.corrections]
    lines = tuple(Line(key=place, name=army.title if army else "") for place, army in enumerate(armies))
    host.choose("Which army of this text?", lines, lambda place: host.show_army(int(place)), host.army_number)


def army(host: CheckHost) -> None:
    """Say which army list to read it by, where the file does not; of any ruleset, where that is not known either."""
    read_by = host.report.book.ruleset.id if host.report and host.report.book else ""
    known = host.assumed["ruleset"] or read_by
    rulesets = [known] if known else host.program.library.ruleset_ids()
    lines = tuple(line for one in rulesets for line in _lists(host, one))

    def chosen(answer: str) -> None:
        ruleset, _, army_list = answer.partition("/")
        host.read_by({"ruleset": ruleset, "army_list": army_list})

    host.choose("Where the file names no army list, read it by:", lines, chosen)


def _lists(host: CheckHost, ruleset: str) -> Iterator[Line]:
    """The army lists of a ruleset, each with its ruleset beside it."""
    file = host.program.library.ruleset(ruleset)
    title = file.value.title if file and file.value else ruleset
    for list_id, name in host.program.library.list_titles(ruleset).items():
        yield Line(key=f"{ruleset}/{list_id}", name=name, columns=(title,))


def size(host: CheckHost) -> None:
    """Say what size was agreed."""
    now = "" if host.game_size is None else str(host.game_size)
    question = "The agreed size in points; empty: as the file says"
    host.ask_for(question, now, _read_agreed_size, host.set_game_size)


def _read_agreed_size(text: str) -> int | None:
    """The size that was typed, None where none is agreed. Raises ValueError."""
    try:
        return read_size(text)
    except ValueError as error:
        raise ValueError(f"{error}.".capitalize()) from error

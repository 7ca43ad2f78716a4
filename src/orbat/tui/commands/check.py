"""Commands of the check screen, such as correcting a line, saving, or choosing another army of the file."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any, cast

from orbat import pipeline
from orbat.data.battles import Battle
from orbat.data.loaded import Loaded
from orbat.model.army_list import Entry
from orbat.model.book import Book
from orbat.model.claims import Correction, CorrectionType, NumberRole, NumberUse, ReadLine
from orbat.model.orbat import Unit, list_id_at, units_of
from orbat.model.record import Value
from orbat.model.text_words import visible
from orbat.model.wording import phrase
from orbat.report.read_roles import number_role, number_text
from orbat.report.report import Report
from orbat.session.files import WriteFailed, file_name
from orbat.session.journal import RecoveredJournal
from orbat.tui import storage
from orbat.tui.commands.check_host import CheckHost
from orbat.tui.commands.dates import ask_date, battles_of, proposed_date
from orbat.tui.commands.new_file import NewFile, ask_new_file
from orbat.tui.commands.pasted import ask_for_list
from orbat.tui.screens.ask import ANSWERS, recovery_question
from orbat.tui.steps.corrections import line_at, restored, units_on
from orbat.tui.storage import typed_path
from orbat.tui.views.corrections import (
    answers_on,
    correction_lines,
    entry_names,
    is_table_row,
    matching_entry_id,
    option_lines,
    rating_lines,
    role_lines,
    size_lines,
)
from orbat.tui.views.new_orbat import date_of, read_size
from orbat.tui.widgets.lines import Line

MAX_SIZE = 999
"""The largest unit size that the user can type."""


def correct(host: CheckHost, number: int) -> None:
    """Ask for the wrong part of a line, such as the size, then for the correct value."""
    line = line_at(host.read, number) if host.read else None
    if (
        line is None
        or host.read is None
        or host.read.reading is None
        or host.report is None
        or host.report.book is None
    ):
        return
    one = _LineCorrection(host, host.read, host.report.book, line)
    answers = answers_on(host.report, line)

    def chosen(key: str) -> None:
        what, _, number = key.partition(" ")
        if what == "answer":
            host.correct(*answers[int(number)].corrections)
        elif what == "role":
            _role(one, next(use for use in line.numbers if use.start == int(number)))
        else:
            _ASKS[what](one)

    asked = [question.text for question in host.read.reading.questions_on(number)]
    heading = phrase("Line {number}: {text}", number=number, text=visible(line.text.strip())[:60])
    lines = correction_lines(host.report, line)
    can_confirm = any(one.key == "confirm" for one in lines)
    wanted = "Is the line right as read? If not, what is wrong?" if can_confirm else "What is wrong in this line?"
    host.choose("\n".join((heading, *map(visible, asked or (wanted,)))), lines, chosen, apply="Choose")


class _LineCorrection(Value):
    """The line of a typed list that the user corrects, and the army read from the list."""

    host: CheckHost
    read: Loaded
    book: Book
    line: ReadLine

    @property
    def unit(self) -> Unit:
        """The first unit read from the line."""
        return units_on(self.read, self.line.number)[0]

    @property
    def list_id(self) -> str:
        """The id of the army list for the units on the line."""
        assert self.read.orbat is not None
        lists = {place.path: place.list_id for place in units_of(self.read.orbat)}
        return next((lists[path] for path in self.line.paths if path in lists), list_id_at(self.read.orbat, ()))

    def current(self, key: str) -> str:
        """The value of a part of the typed line; "" if there is none. `key` is the part's id, such as `size`."""
        lines = correction_lines(self.host.report, self.line) if self.host.report else ()
        return next((line.columns[0] for line in lines if line.key == key and line.columns[0] != "none"), "")

    def apply(self, what: CorrectionType, value: Any, words: str, start: int = 0) -> None:
        """Correct the line. `words` describes the correction for the user, such as `size 12`."""
        self.host.correct(Correction(self.line.number, what, value, words, start))


def _size(one: _LineCorrection) -> None:
    unit = one.unit

    def apply(size: int | str) -> None:
        one.apply("size", size, phrase("size {size}", size=size))

    if named := size_lines(one.book, one.list_id, unit):
        one.host.choose("Size", named, apply, str(unit.size))
    else:
        now = "" if unit.size is None else str(unit.size)
        one.host.ask_for("Size in stands or guns", now, _read_size, apply)


def _read_size(text: str) -> int:
    text = text.strip()
    if not (text.isascii() and text.isdecimal() and len(text) < 10 and 0 < int(text) <= MAX_SIZE):
        raise ValueError(phrase("Type a whole number from 1 to {maximum}.", maximum=MAX_SIZE))
    return int(text)


def _rating(one: _LineCorrection) -> None:
    word = one.book.ruleset.rating_word
    apply = lambda rating: one.apply("rating", rating, f"{word} {rating}")  # noqa: E731  # as long as its name
    one.host.choose(word.capitalize(), rating_lines(one.book), apply, one.unit.rating)


def _options(one: _LineCorrection) -> None:
    known, unit = one.book.ruleset.options, one.unit
    lines = option_lines(one.book, one.list_id, unit)

    def chosen(option: str) -> None:
        has = option in unit.options
        options = tuple(other for other in unit.options if other != option) if has else (*unit.options, option)
        label = known[option].label if option in known else option
        words = phrase("without {option}", option=label) if has else phrase("with {option}", option=label)
        one.apply("options", options, words)

    if lines:
        one.host.choose("Add or remove an option", lines, chosen)
    else:
        one.host.say("This entry has no options to choose.")


def _entry(one: _LineCorrection) -> None:
    _ask_entry(one, "entry")


def _buy(one: _LineCorrection) -> None:
    _ask_entry(one, "buy")


def _ask_entry(one: _LineCorrection, what: CorrectionType) -> None:
    names = entry_names(one.book, one.list_id, one.line)

    def read(text: str) -> Entry | None:
        if not (meant := matching_entry_id(names, text)):
            raise ValueError("Several or no entries match. Type more, or choose one with Down and Enter.")
        return one.book.entry(one.list_id, meant)

    def chosen(entry: Entry | None) -> None:
        if entry is not None:
            one.apply(what, entry.id, phrase("entry {name}", name=entry.name))

    question = phrase("Choose the entry for this line: {text}", text=visible(one.line.text.strip())[:50])
    one.host.ask_for(
        question, "", read, chosen, offered=tuple(names), placeholder="Type a part of the name, or choose below"
    )


def _none(one: _LineCorrection) -> None:
    one.apply("none", None, "not part of the army")


def _confirm(one: _LineCorrection) -> None:
    one.apply("confirm", None, "right as read")


def _unit_name(one: _LineCorrection) -> None:
    _ask_name(one, "name", "Name of the unit", one.unit.name)


def _general_name(one: _LineCorrection) -> None:
    _ask_name(one, "general", "Name of the general", one.current("general"))


def _formation_name(one: _LineCorrection) -> None:
    _ask_name(one, "formation", "Name of the formation", one.current("formation"))


def _ask_name(one: _LineCorrection, what: CorrectionType, question: str, now: str) -> None:
    def apply(name: str) -> None:
        one.apply(what, name, phrase("name {name}", name=name))

    one.host.ask_for(question, now, _read_name, apply)


def _read_name(text: str) -> str:
    if not text.strip():
        raise ValueError("Type a name.")
    return text.strip()


def _role(one: _LineCorrection, number: NumberUse) -> None:
    assert one.host.report is not None
    typed = number_text(one.line, number)
    question = phrase(
        "What does {number} mean in this line? {text}", number=typed, text=visible(one.line.text.strip())[:60]
    )

    def chosen(role: str) -> None:
        what = number_role(cast("NumberRole", role), one.book.ruleset.rating_word)
        words = phrase("{number}: {role}", number=typed, role=what)

        def apply(kind: CorrectionType) -> None:
            one.apply(kind, role, words, number.start)

        if not is_table_row(one.line):
            apply("role")
            return
        answers = (("column", "The whole column"), ("number", "Only this number"), ("back", "Cancel"))
        actions = {"column": lambda: apply("column"), "number": lambda: apply("role")}
        one.host.offer(phrase("{words}. Apply this meaning to the whole column?", words=words), answers, actions)

    one.host.choose(question, role_lines(one.host.report), chosen, number.role)


_ASKS: Mapping[str, Callable[[_LineCorrection], None]] = {
    "size": _size,
    "rating": _rating,
    "options": _options,
    "entry": _entry,
    "name": _unit_name,
    "buy": _buy,
    "general": _general_name,
    "formation": _formation_name,
    "none": _none,
    "confirm": _confirm,
}
"""For each type of correction, the function that asks for the correct value."""


def answer(host: CheckHost, number: int, text: str) -> bool:
    """Ask the user the question `text` about line `number`, and apply the answer.

    Returns False if orbat has no such question about the line.
    """
    # Without answers to choose from, the user corrects the line instead.
    questions = host.read.reading.questions_on(number) if host.read and host.read.reading else ()
    asked = next((one for one in questions if one.text == text), None)
    if asked is None:
        return False
    if not asked.answers:
        correct(host, number)
        return True
    other = "None of these: correct the line"
    lines = [Line(key=str(place), name=one.words) for place, one in enumerate(asked.answers)]

    def chosen(key: str) -> None:
        if key == "other":
            correct(host, number)
        else:
            host.correct(*asked.answers[int(key)].corrections)

    host.choose(visible(text), (*lines, Line(key="other", name=other)), chosen)
    return True


def save(host: CheckHost, then: Callable[[], None] | None = None) -> None:
    """Ask for a file name, and save the corrected ORBAT. Call `then` after a successful save."""
    report = host.report
    if report is None or report.orbat is None:
        host.say("Nothing to save: the file contains no readable army.", severity="warning")
        return
    name = file_name(report.title, ".yaml")
    read = lambda text, folder: typed_path(text, folder, ".yaml")  # noqa: E731  # as long as its name
    new = NewFile("Save the corrected list as", storage.saving_folder(host.file), name, read)
    ask_new_file(host, new, lambda file: _save(host, new, file, then))


def _save(host: CheckHost, new: NewFile, file: Path, then: Callable[[], None] | None) -> None:
    # The points typed in the checked list are saved as claims.
    assert host.report is not None
    assert host.report.orbat is not None
    text = pipeline.file_text(host.report.orbat, file.suffix.lower())
    host.saving(file, text)
    try:
        pipeline.save_text(file, text)
    except WriteFailed as failed:
        again = replace(new, folder=file.parent, name=file.name)
        ask_new_file(host, again, lambda file: _save(host, again, file, then), phrase("{reason}.", reason=failed))
        return
    host.saved(file, text)
    trouble = storage.store_version(file, text) or storage.add_recent_file(file)
    host.say(trouble or phrase("Saved {file}", file=file), severity="warning" if trouble else "information")
    if then is not None:
        then()


def unless_unsaved(host: CheckHost, go: Callable[[], None]) -> None:
    """Call `go`. If there are unsaved corrections, first ask whether to save."""
    if not host.unsaved:
        go()
        return
    answers = (("save", "Save"), ("discard", "Discard"), ("back", "Cancel"))
    actions = {"save": lambda: save(host, lambda: unless_unsaved(host, go)), "discard": go}
    host.offer("The corrections are not saved.", answers, actions)


def open_in_builder(host: CheckHost) -> None:
    """Open the corrected ORBAT in the builder, over the check screen."""
    # A saved ORBAT is opened with its file. Otherwise, the ORBAT counts as unsaved.
    report = host.report
    if report is None or report.orbat is None or report.book is None:
        host.say("Nothing to open: the file contains no readable army.", severity="warning")
        return
    program = host.program
    if report.reading is None and host.game_size is None and host.date is None:
        program.open_report(report)
    elif kept := host.corrections[host.army_number].saved_as if host.corrections else None:
        program.open_orbat(report.orbat, report.book, file=kept.file, original=kept.text)
    else:
        program.open_orbat(report.orbat, report.book, misread=report.verdict.doubtful)


# Recovery of unsaved corrections.


def offer_recovery(host: CheckHost) -> None:
    """Offer to recover unsaved corrections of the checked file from an earlier run."""
    left = storage.unsaved_corrections(host.file, host.fingerprint)
    for note in left.notes:
        host.say(note, severity="warning")
    # If the file has changed since then, a notice is shown instead.
    fitting = tuple(work for work in left.found if work.fingerprint == host.fingerprint)
    if fitting:
        works = _last_of_each_army(fitting)
        what = phrase("the corrections of {file}", file=visible(host.file.name))
        question = recovery_question(what, len(left.found) - len(works))
        actions = {"recover": lambda: _recover(host, works), "discard": lambda: _discard(works)}
        host.offer(question, ANSWERS, actions)
    elif left.found and host.fingerprint:  # an unreadable file may be unchanged
        _report_changed_file(host, left.found)


def _last_of_each_army(found: tuple[RecoveredJournal, ...]) -> tuple[RecoveredJournal, ...]:
    # The newest journal of each army, newest first. All must have been made with one ruleset and army list, because the
    # file can be read with only one at a time.
    chosen: dict[int, RecoveredJournal] = {}
    last, *_ = newest = sorted(found, key=lambda work: work.at, reverse=True)
    for work in newest:
        if _read_by(work) == _read_by(last) and work.checked is not None:
            chosen.setdefault(work.checked.army, work)
    return tuple(chosen.values())


def _read_by(work: RecoveredJournal) -> dict[str, str]:
    one = work.checked
    return {"ruleset": one.ruleset, "army_list": one.army_list} if one else {}


def _recover(host: CheckHost, works: tuple[RecoveredJournal, ...]) -> None:
    host.read_again_with(_read_by(works[0]), lambda: recover(host, works))


def _discard(works: tuple[RecoveredJournal, ...]) -> None:
    for work in works:
        storage.discard_work(work)


def recover(host: CheckHost, works: tuple[RecoveredJournal, ...]) -> None:
    """Apply recovered corrections to the armies of the checked file.

    `works` are the recovered journals. The file must already be read with their ruleset and army list.
    """
    histories, shown = list(host.corrections), host.army_number
    for work in reversed(works):
        army = work.checked.army if work.checked else 0
        corrected = restored(histories[army].now, work.history) if 0 <= army < len(histories) else None
        if corrected is None:
            host.say(
                "Cannot recover the corrections: this version of orbat reads the file differently.", severity="error"
            )
        elif not host.resume_journal(work):
            host.say("The corrections are open in another orbat process.", severity="error")
        else:
            histories[army], shown = corrected, army
            if work.note:
                host.say(work.note, severity="warning")
    host.restore(tuple(histories), shown)


def _report_changed_file(host: CheckHost, works: tuple[RecoveredJournal, ...]) -> None:
    # By default the corrections are kept, because they fit again if the user restores the file.
    question = phrase(
        "{file} has changed since you corrected it. To use the unsaved corrections, restore the old file.",
        file=visible(host.file.name),
    )
    host.offer(question, (("later", "Keep"), ("discard", "Discard")), {"discard": lambda: _discard(works)})


# Choose the file, the army, the army list and the game size to check.


def check_another(host: CheckHost) -> None:
    """Check another file."""
    host.pick_file("Check a file", host.file, host.check)


def check_pasted(host: CheckHost, text: str = "") -> None:
    """Check a list that the user pastes or types. `text` is the initial text."""
    ask_for_list(host, host.check, text)


def choose_army(host: CheckHost) -> None:
    """Choose an army of the file."""
    armies = [one.now.orbat for one in host.corrections]
    lines = tuple(Line(key=place, name=army.title if army else "") for place, army in enumerate(armies))
    host.choose("Armies in this file", lines, lambda place: host.show_army(int(place)), host.army_number)


def choose_army_list(host: CheckHost) -> None:
    """Choose an army list for a file without an army list."""
    # Without a ruleset in the file, the army lists of all rulesets are shown.
    read_by = host.report.book.ruleset.id if host.report and host.report.book else ""
    known = host.assumed["ruleset"] or read_by
    rulesets = [known] if known else host.program.library.ruleset_ids()
    lines = tuple(line for one in rulesets for line in _lists(host, one))

    def chosen(answer: str) -> None:
        ruleset, _, army_list = answer.partition("/")
        host.read_again_with({"ruleset": ruleset, "army_list": army_list})

    host.choose("Army list (the file does not name one)", lines, chosen)


def _lists(host: CheckHost, ruleset: str) -> Iterator[Line]:
    file = host.program.library.ruleset(ruleset)
    title = file.value.title if file and file.value else ruleset
    for list_id, name in host.program.library.list_titles(ruleset).items():
        yield Line(key=f"{ruleset}/{list_id}", name=name, columns=(title,))


def set_date(host: CheckHost) -> None:
    """Ask for the date for which the list is checked. If the list names a battle, the battle's date is proposed."""
    report = host.report
    if report is None or report.orbat is None or report.book is None:
        host.say("No date can be set, because no army was read.", severity="warning")
        return
    known = known_battles(report)
    value = proposed_date(known, report.orbat.date, named_in(report))
    ask_date(host, known, value, lambda when: host.set_date(date_of(when)))


def known_battles(report: Report) -> tuple[Battle, ...]:
    """The known battles in the years that the army list covers."""
    if report.book is None or report.orbat is None:
        return ()
    return battles_of(report.book, list_id_at(report.orbat, ()))


LINES_WITH_BATTLE = 5
"""The number of lines at the top of a list in which a battle is searched."""


def named_in(report: Report) -> str:
    """The title of a list and its first lines, which may name a battle."""
    title = report.orbat.title if report.orbat else ""
    lines = report.reading.lines[:LINES_WITH_BATTLE] if report.reading else ()
    return "\n".join((title, *(line.text for line in lines)))


def set_size(host: CheckHost) -> None:
    """Ask for the agreed game size."""
    now = "" if host.game_size is None else str(host.game_size)
    question = "Game size in points; empty for the size in the file"
    host.ask_for(question, now, _read_agreed_size, host.set_game_size)


def _read_agreed_size(text: str) -> int | None:
    try:
        return read_size(text)
    except ValueError as error:
        raise ValueError(f"{error}.".capitalize()) from error

"""Fake hosts that run commands without an app: they record what is asked and said, and answer questions in turn."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Hashable, Iterable, Mapping
from dataclasses import replace
from pathlib import Path as File
from typing import Any, TypeVar

import pytest
from tests.conftest import TWO_BRIGADES
from textual.geometry import Size
from textual.screen import Screen
from textual.theme import Theme

from orbat.data import folders
from orbat.data.library import Library
from orbat.data.loaded import Loaded
from orbat.documents.read import read_file
from orbat.formats.orbat_file import read_orbat
from orbat.model.agreed import Agreed
from orbat.model.book import Book
from orbat.model.claims import Correction
from orbat.model.dates import Date
from orbat.model.failure import Failure
from orbat.model.history import History
from orbat.model.orbat import Orbat
from orbat.model.path import OrbatPath
from orbat.pipeline import Evaluator, report_on
from orbat.report.report import Report
from orbat.session.journal import RecoveredJournal
from orbat.tui.commands.host import CommandInfo, Panes, Severity
from orbat.tui.commands.table import COMMANDS
from orbat.tui.file_access import LocalFiles
from orbat.tui.program import Program
from orbat.tui.state import Clipboard, State, StepResult, Workspace
from orbat.tui.steps.corrections import CorrectionHistory, uncorrected
from orbat.tui.widgets.lines import Line

Answer = TypeVar("Answer")


class FakeFiles(LocalFiles):
    """Records what is shown."""

    def __init__(self) -> None:
        self.shown: list[File] = []
        self.label = ""

    def delivery(self, file: File) -> str:
        return self.label

    def deliver(self, file: File) -> str:
        self.shown.append(file)
        return ""


class FakeProgram:
    """Records what is opened."""

    def __init__(self, workspace: Workspace) -> None:
        self.library = workspace.library
        self.workspace = workspace
        self.keys: Mapping[str, str] = {}
        self.theme = "a"
        self.available_themes = {name: Theme(name, primary="#ffffff") for name in ("a", "b")}
        self.size = Size(120, 36)
        self.opened: list[object] = []
        self.files = FakeFiles()
        self.edited: list[File | None] = []
        self.failures: list[Failure] = []
        self.copied = ""
        self.left = False

    def open_report(self, report: Report) -> None:
        self.opened.append(report)

    def open_orbat(
        self,
        orbat: Orbat,
        book: Book,
        *,
        file: File | None = None,
        original: str = "",
        run: str = "",
        misread: bool = False,
    ) -> None:
        self.edited.append(file)

    def open_check(self, file: File, then: Callable[[File | None], None] | None = None) -> None:
        self.opened.append(file)

    def open_new(self) -> None:
        self.opened.append("new")

    def open_library(self) -> None:
        self.opened.append("library")

    def report_failures(self, failures: Iterable[Failure], file: str = "") -> None:
        self.failures.extend(failures)

    def copy_to_clipboard(self, text: str) -> None:
        self.copied = text

    def exit(self) -> None:
        self.left = True


class FakeDialogHost:
    """Answers questions with `answers` in turn, and cancels when there are no more."""

    def __init__(self, program: FakeProgram) -> None:
        self.fake = program
        self.answers: list[Any] = []
        self.asked: list[str] = []
        self.lines: tuple[Line, ...] = ()
        self.at: Hashable | None = None
        self.values: list[str] = []
        self.offered: tuple[str, ...] = ()
        self.used: frozenset[str] = frozenset()
        self.about: Callable[[str], str] = str
        self.refused: list[str] = []
        self.faults: list[str] = []
        self.said: list[str] = []
        self.told: list[tuple[str, str]] = []
        self.shown: list[Screen[Any]] = []

    @property
    def program(self) -> Program:
        return self.fake

    def _answer(self, question: str, lines: tuple[Line, ...] = ()) -> Any:
        self.asked.append(question)
        self.lines = lines
        return self.answers.pop(0) if self.answers else None

    def say(
        self, words: str, *, severity: Severity = "information", title: str = "", timeout: float | None = None
    ) -> None:
        self.said.append(words)

    def show_text(self, title: str, words: str) -> None:
        self.told.append((title, words))

    def ask_for(
        self,
        question: str,
        value: str,
        read: Callable[[str], Answer],
        then: Callable[[Answer], object],
        *,
        offered: tuple[str, ...] = (),
        placeholder: str = "",
        typed_over: int | None = None,
    ) -> None:
        self.values.append(value)
        text = self._answer(question)
        if text is None:
            return
        try:
            answer = read(text)
        except ValueError as error:
            self.refused.append(str(error))
            self.ask_for(question, value, read, then)
            return
        then(answer)

    def choose(
        self,
        question: str,
        lines: tuple[Line, ...],
        then: Callable[[str], object],
        at: Hashable | None = None,
        *,
        wide: bool = False,
        apply: str = "Apply",
    ) -> None:
        self.at = at
        key = self._answer(question, lines)
        if key is not None:
            assert key in [str(line.key) for line in lines]
            then(key)

    def offer(
        self,
        question: str,
        answers: tuple[tuple[str, str], ...],
        actions: Mapping[str, Callable[[], None]],
        lines: tuple[Line, ...] = (),
        *,
        wide: bool = False,
    ) -> None:
        answer = self._answer(question, lines)
        assert answer is None or answer in dict(answers)
        if answer in actions:
            actions[answer]()

    def pick_file(self, question: str, place: File | None, then: Callable[[File], object]) -> None:
        file = self._answer(question)
        if file is not None:
            then(file)

    def name_file(
        self,
        question: str,
        folder: File,
        name: str,
        read: Callable[[str, File], File],
        then: Callable[[File], object],
        fault: str = "",
    ) -> None:
        self.faults.append(fault)
        self.ask_for(question, str(folder / name), lambda text: read(text, folder), then)

    def in_thread(self, work: Callable[[], Answer], then: Callable[[Answer], object]) -> None:
        then(work())

    def show(self, screen: Screen[Answer], then: Callable[[Answer | None], None] | None = None) -> None:
        self.shown.append(screen)
        answer = self._answer(type(screen).__name__)
        if then is not None:
            then(answer)


class FakePanes:
    """Panes whose cursors are set by a test."""

    def __init__(self) -> None:
        self.pane = "tree"
        self.typed = ""
        self.folded: frozenset[OrbatPath] = frozenset()
        self.cursors: dict[str, Hashable] = {}
        self.steps = 0

    def cursor(self, pane: str) -> Hashable | None:
        return self.cursors.get(pane)

    def focus_on(self, pane: str) -> None:
        self.pane = pane

    def fold(self, folded: frozenset[OrbatPath]) -> None:
        self.folded = folded

    def next_line(self) -> None:
        self.steps += 1

    def clear_filter(self) -> bool:
        typed, self.typed = self.typed, ""
        return bool(typed)


class FakeHost(FakeDialogHost):
    """An open ORBAT."""

    def __init__(self, program: FakeProgram, state: State) -> None:
        super().__init__(program)
        self.now = state
        self.opened = state.orbat
        self.clipboard = Clipboard()
        self.table: tuple[CommandInfo, ...] = COMMANDS
        self.fake_panes = FakePanes()
        self.bells = 0
        self.told_steps: list[str] = []
        self.written: list[File] = []
        self.closed = False

    @property
    def panes(self) -> Panes:
        return self.fake_panes

    def do(self, done: StepResult | None) -> None:
        if done is None:
            self.bells += 1
        else:
            self.go(self.now.before(done.run).do(done.name, done.orbat, done.run), done.selected)

    def go(self, history: History, selected: OrbatPath | None = None) -> None:
        self.now = self.fake.workspace.at(self.now, history, selected)

    def show_state(self, state: State) -> None:
        self.now = state

    def select(self, path: OrbatPath) -> None:
        self.now = replace(self.now, selected=path)

    def tell_step(self, words: str) -> None:
        self.told_steps.append(words)

    def ask(
        self,
        question: str,
        value: str,
        then: Callable[[str], StepResult | None],
        offered: tuple[str, ...] = (),
        used: frozenset[str] = frozenset(),
        about: Callable[[str], str] = lambda _: "",
        note: Callable[[str], str] = lambda _: "",
    ) -> None:
        self.values.append(value)
        self.offered, self.used, self.about, self.note = offered, used, about, note
        text = self._answer(question)
        if text is not None and (done := then(text)) is not None:
            self.do(done)

    def key_of(self, command: str) -> str:
        return f"<{command}>"

    def record(self) -> tuple[object, ...]:
        """Everything that a command can change."""
        panes = self.fake_panes
        return (
            self.now, self.clipboard, self.bells, self.closed, panes.pane, panes.folded, panes.steps, panes.typed,
            len(self.asked), len(self.said), len(self.told), len(self.shown), self.fake.copied, self.fake.theme,
        )  # fmt: skip  # in groups

    def saving(self, file: File, text: str) -> None:
        self.written.append(file)

    def saved(self, file: File, text: str) -> None:
        self.now = replace(self.now, file=file, saved=self.now.orbat, original=text)

    def close(self) -> None:
        self.closed = True


class FakeCheckHost(FakeDialogHost):
    """The check screen with a list."""

    def __init__(self, program: FakeProgram, file: File, loaded: tuple[Loaded, ...], mark: str = "mark") -> None:
        super().__init__(program)
        self.library = program.library
        self.file = file
        self.fingerprint = mark
        self.assumed: Mapping[str, str] = {"ruleset": "days_of_empire", "army_list": ""}
        self.game_size: int | None = None
        self.date: Date | None = None
        self.corrections = tuple(uncorrected(one) for one in loaded)
        self.army_number = 0
        self.written: list[File] = []
        self.checked: list[File] = []
        self.taken_up: list[RecoveredJournal] = []

    @property
    def read(self) -> Loaded | None:
        return self.corrections[self.army_number].now if self.corrections else None

    @property
    def report(self) -> Report | None:
        return (
            report_on(str(self.file), self.read, self.library, Evaluator(), Agreed(self.game_size))
            if self.read
            else None
        )

    @property
    def unsaved(self) -> bool:
        return any(trail.unsaved for trail in self.corrections)

    def _put(self, trail: CorrectionHistory) -> None:
        self.corrections = (*self.corrections[: self.army_number], trail, *self.corrections[self.army_number + 1 :])

    def correct(self, *corrections: Correction) -> None:
        for correction in corrections:
            self._put(self.corrections[self.army_number].do(correction))

    def saving(self, file: File, text: str) -> None:
        self.written.append(file)

    def saved(self, file: File, text: str) -> None:
        self._put(self.corrections[self.army_number].save(file, text))

    def check(self, file: File) -> None:
        self.checked.append(file)

    def read_again_with(self, given: Mapping[str, str], then: Callable[[], None] | None = None) -> None:
        self.assumed = dict(given)
        if then is not None:
            then()

    def show_army(self, army_number: int) -> None:
        self.army_number = army_number

    def set_date(self, date: Date | None) -> None:
        self.date = date

    def set_game_size(self, points: int | None) -> None:
        self.game_size = points

    def resume_journal(self, work: RecoveredJournal) -> bool:
        self.taken_up.append(work)
        return True

    def restore(self, corrections: tuple[CorrectionHistory, ...], army_number: int) -> None:
        self.corrections, self.army_number = corrections, army_number


class FakeHome(FakeDialogHost):
    """The home screen without recent files."""

    recent_folder: File | None = None
    recent_at_cursor: File | None = None

    def __init__(self, program: FakeProgram) -> None:
        super().__init__(program)
        self.files: list[File] = []

    def open_file(self, file: File, back: Callable[[File | None], None] | None = None) -> object:
        self.files.append(file)
        return None


def opened(workspace: Workspace, text: str) -> State:
    """The state of an unsaved ORBAT."""
    orbat = read_orbat(text).orbat
    assert orbat is not None
    book = workspace.book(orbat)
    assert book is not None
    return workspace.open(orbat, book, saved=False)


@pytest.fixture(scope="session")
def workspace(library: Library) -> Workspace:
    """A workspace with the shipped data, shared by all tests, as states are frozen."""
    return Workspace(library)


@pytest.fixture
def program(workspace: Workspace) -> FakeProgram:
    """A program with the shipped data."""
    return FakeProgram(workspace)


@pytest.fixture(scope="session")
def light_division(workspace: Workspace) -> State:
    """The unsaved Light Division."""
    return opened(workspace, TWO_BRIGADES)


@pytest.fixture
def host(program: FakeProgram, light_division: State) -> FakeHost:
    """The builder with the unsaved Light Division."""
    return FakeHost(program, light_division)


DRILLED = "  drilled: {label: well drilled, points: 2, per: size, kinds: [infantry], cite: DOE 5.4}\n"
USE = "{option: drilled, use: optional, house: true}, "


@pytest.fixture
def host_with_two_options(tmp_path: File) -> FakeHost:
    """The builder with a copy of the data in which the naval brigade has a second option."""
    folder = tmp_path / "data"
    shutil.copytree(folders.shipped() / "army_lists", folder)
    for name, before, more in (("ruleset", "\noptions:\n", DRILLED), ("british", "    options: [", USE)):
        path = folder / "days_of_empire" / f"{name}.yaml"
        text = path.read_text(encoding="utf-8")
        place = text.index(before, max(0, text.find("  - id: brit_naval_brigade"))) + len(before)
        path.write_text(text[:place] + more + text[place:], encoding="utf-8")
    workspace = Workspace(Library(folder))
    return FakeHost(FakeProgram(workspace), opened(workspace, TWO_BRIGADES))


@pytest.fixture
def home(program: FakeProgram) -> FakeHome:
    """A home screen."""
    return FakeHome(program)


@pytest.fixture
def check_host(program: FakeProgram, tmp_path: File) -> FakeCheckHost:
    """The check screen with a typed list of one unit, in a writable folder."""
    file = tmp_path / "list.txt"
    file.write_text("British, 400 points\n33rd Foot 15 stands class 3 rifles 60\nTotal 60\n", encoding="utf-8")
    loaded = read_file(file, program.library, ruleset="days_of_empire", army_list="british")
    return FakeCheckHost(program, file, loaded)

"""The builder screen: shows the ORBAT in panes, and runs the commands."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import replace
from pathlib import Path as File
from textwrap import wrap
from typing import ClassVar

from textual import events, on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Container, VerticalScroll
from textual.content import Content
from textual.reactive import reactive
from textual.widgets import Input, Static

from orbat.model.edits import at
from orbat.model.failure import failure_of, failures_in
from orbat.model.history import History
from orbat.model.orbat import Orbat
from orbat.model.path import OrbatPath
from orbat.model.text_words import visible
from orbat.model.wording import any_of, phrase
from orbat.report.verdict import severity_count
from orbat.session.journal import Journal
from orbat.session.open_files import OpenFile
from orbat.tui import storage
from orbat.tui.commands import view
from orbat.tui.commands.command import Command
from orbat.tui.commands.host import Panes
from orbat.tui.commands.table import COMMANDS
from orbat.tui.keys import shown
from orbat.tui.palette import BuilderCommands
from orbat.tui.screens.ask import AskText
from orbat.tui.screens.dialog_host import DialogHostScreen
from orbat.tui.state import Clipboard, State, StepResult, Workspace
from orbat.tui.steps import army, formations, units
from orbat.tui.steps.selection import formation_path, kind_selected, list_of
from orbat.tui.views.army_list import AvailableEntries, army_list_header, army_list_lines, available_entries
from orbat.tui.views.choices import choice_rows, title_of
from orbat.tui.views.findings import group_at, place_of
from orbat.tui.views.hints import hints
from orbat.tui.views.hints import title_of as command_title
from orbat.tui.views.purchase import offer_words
from orbat.tui.views.tree import TreeView, column_widths, still_folded, unfolded_to
from orbat.tui.views.tree import title_of as tree_title
from orbat.tui.widgets.choices import Choices
from orbat.tui.widgets.filter import FilteredList
from orbat.tui.widgets.finding_list import FindingList
from orbat.tui.widgets.header import BuilderHeader
from orbat.tui.widgets.keybar import KeyBar
from orbat.tui.widgets.lines import Lines


class ChoicesScreen(DialogHostScreen[None]):
    """The actions of the choices pane, in which the user clicks values."""

    @property
    def now(self) -> State:
        """The open ORBAT, with the edits so far and the selected item."""
        raise NotImplementedError

    def do(self, done: StepResult | None) -> None:
        """Add an edit to the history and show the result. If `done` is None, ring the bell: the edit is impossible."""
        raise NotImplementedError

    def sync_selection(self) -> None:
        """Select the item at the tree's cursor, before an action that depends on the selection.

        Textual reports cursor moves late. Without this call, a key could act on the previously selected item.
        """
        raise NotImplementedError

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
        """Ask for a text, and apply the edit that `then` makes from the text.

        - `offered`: names to choose from.
        - `used`: names that are already in use, labelled in the dialog.
        - `about`: describes a name; "" for an unknown name.
        - `note`: a short text beside an offered name, or "".
        """

        def answered(text: str | None) -> None:
            if text is not None and (done := then(text)) is not None:
                self.do(done)

        self.app.push_screen(AskText(question, value, offered, used, about=about, note=note), answered)

    def action_rate(self, rating: str) -> None:
        """Set the rating of the selected unit."""
        self.sync_selection()
        self.do(units.set_rating(self.now, rating))

    def action_size(self, size: str) -> None:
        """Set the size of the selected unit to a named size, such as `large`."""
        self.sync_selection()
        self.do(units.set_size(self.now, size))

    def action_option(self, option: str) -> None:
        """Add or remove an option of the selected unit."""
        self.sync_selection()
        self.do(units.toggle_option(self.now, option))

    def action_reserve(self, way: str) -> None:
        """Put the selected formation or unit into a reserve, or back on the board."""
        self.sync_selection()
        self.do(formations.set_reserve(self.now, way))

    def action_quality(self, given: str) -> None:
        """Set the staff quality of the selected commander."""
        self.sync_selection()
        self.do(army.set_quality(self.now, given))

    def action_staff_table(self, table: str) -> None:
        """Set the staff table of the army."""
        self.sync_selection()
        self.do(army.set_staff_table(self.now, table))


class OrbatTree(Lines):
    """The pane with the order of battle. The Left and Right keys fold and unfold formations."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("left", "screen.fold(True)", show=False),
        Binding("right", "screen.fold(False)", show=False),
    ]

    def __init__(self, *, id: str) -> None:
        super().__init__(margin=3, fixed=True, id=id)
        self._tree = TreeView()
        self._shown: tuple[State, frozenset[OrbatPath]] | None = None

    def action_step(self, by: int) -> None:
        """Move the cursor down by a number of lines (up if negative), and select the new item."""
        super().action_step(by)
        if isinstance(self.screen, ChoicesScreen):
            self.screen.sync_selection()

    def show_army(self, state: State, folded: frozenset[OrbatPath]) -> None:
        """Show an army as a tree. The contents of the formations in `folded` are hidden."""
        self._shown = state, folded
        room = self.size.width
        self.widths = column_widths(state, room)
        self.show(self._tree.lines(state, folded, room), state.selected)

    def on_resize(self) -> None:
        """Cut the texts to the new width."""
        if self._shown:
            self.show_army(*self._shown)
        super().on_resize()


FINDING_ROWS = 4, 6
"""The height of the findings on a small and on a tall screen, in rows."""
MAX_ROWS = 3
"""Maximum height of the line above the findings, in rows."""
BY_ID = {command.id: command for command in COMMANDS}


class BuilderScreen(ChoicesScreen):
    """The builder screen: order of battle, army list, choices for the selected item, and findings."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding(command.keys, f"run('{command.id}')", command.title, id=command.id) for command in COMMANDS
    ]
    table = COMMANDS
    COMMANDS = {BuilderCommands}  # noqa: RUF012  # the base class types it as an instance variable
    AUTO_FOCUS = "#tree"
    VERTICAL_BREAKPOINTS = [(0, "-short"), (30, "-tall"), (35, "-tallest")]  # noqa: RUF012  # same
    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (100, "-wide"), (160, "-widest")]  # noqa: RUF012  # same

    state: reactive[State | None] = reactive(None, always_update=True, repaint=False)
    folded: reactive[frozenset[OrbatPath]] = reactive(frozenset(), repaint=False)

    def __init__(self, state: State, journal: Journal | None = None) -> None:
        super().__init__()
        self._first = state
        self.journal = journal
        self._open_file: OpenFile | None = None
        self.clipboard = Clipboard()
        self._titles: dict[str, str] = {}
        """The texts last shown in the titles of the panes and in the line above the findings."""
        self._available: AvailableEntries | None = None
        self._told: tuple[Orbat, str] | None = None
        """The ORBAT after the last step, and what the step did."""
        self._bought_for: OrbatPath | None = None
        """The formation for which the cursor of the army list was last placed."""

    def compose(self) -> ComposeResult:
        """Show the header, the panes and the key bar."""
        yield BuilderHeader(id="header").data_bind(BuilderScreen.state)
        with Container(id="middle"):
            yield OrbatTree(id="tree")
            with Container(id="right"):
                yield FilteredList(self.key_of("filter"), Lines(widths=(11, 16, 13), id="army-list"), id="buying")
                with VerticalScroll(id="chosen", can_focus=False):
                    yield Choices(id="choices")
        yield Static(id="count")
        yield FindingList(id="findings")
        yield KeyBar(id="keybar")

    def on_mount(self) -> None:
        """Show the ORBAT in all panes."""
        self.state = self._first
        self._move_to_first_entry()
        self._mark(self._first.file)

    def on_unmount(self) -> None:
        """Mark the ORBAT's file as no longer open."""
        if self._open_file is not None:
            self._open_file.close()

    def _mark(self, file: File | None) -> None:
        # Another builder on the same file warns, and so does this one.
        if self._open_file is None:
            self._open_file = OpenFile(self.program.files.state / "open")
        if not self._open_file.move_to(file):
            words = phrase(
                "{name} is also open in another tab or terminal. Edit the file in one place only.",
                name=file.name if file else "",
            )
            self.say(words, severity="warning", timeout=20)

    # --- state

    @property
    def now(self) -> State:
        """The open ORBAT, with the edits so far and the selected item."""
        return self.state or self._first

    @property
    def workspace(self) -> Workspace:
        """The object that prices and checks ORBATs for the builder."""
        return self.program.workspace

    @property
    def panes(self) -> Panes:
        """The panes of the builder screen."""
        return self

    def do(self, done: StepResult | None) -> None:
        """Add an edit to the history and show the result. If `done` is None, ring the bell: the edit is impossible."""
        if done is None:
            self.app.bell()
            return
        self.go(self.now.before(done.run).do(done.name, done.orbat, done.run), done.selected)

    def go(self, history: History, selected: OrbatPath | None = None) -> None:
        """Show the ORBAT at another position in the history.

        `selected`: the item to select; None keeps the selection.
        """
        try:
            state = self.workspace.at(self.now, history, selected)
        except Exception as error:  # reject the edit, and let the user go on
            self.program.report_failures((failure_of("pricing and checking an edit", error),))
            return
        folded = still_folded(self.folded, self.now.orbat, state.orbat)
        self.set_reactive(BuilderScreen.folded, unfolded_to(state.selected, folded))
        self.state = state
        self.keep()

    def keep(self) -> None:
        """Record the history in the journal. If that fails, warn the user."""
        if self.journal is not None:
            self.journal.record(self.now.history)
            if self.journal.error:
                self.say(self.journal.error, severity="warning", title="No recovery after a crash")

    def show_state(self, state: State) -> None:
        """Show another state of the same ORBAT, for example with a different selection."""
        self.state = state

    def saving(self, file: File, text: str) -> None:
        """Record in the journal that a save begins."""
        if self.journal is not None:
            self.journal.note_saving(file, storage.fingerprint(text))

    def saved(self, file: File, text: str) -> None:
        """Record that the ORBAT was saved to a file. The ORBAT then belongs to that file."""
        self.state = replace(self.now, file=file, saved=self.now.orbat, original=text)
        self._mark(file)
        self.keep()
        if self.journal is not None:
            self.journal.note_saved(file, storage.fingerprint(text))

    def select(self, path: OrbatPath) -> None:
        """Select an item, and unfold the formations that contain the item."""
        self.set_reactive(BuilderScreen.folded, unfolded_to(path, self.folded))
        self.state = replace(self.now, selected=path)

    def close(self) -> None:
        """Delete the journal and return to the home screen."""
        if self.answer() and self.journal is not None:
            self.journal.close(discard=True)

    # --- display

    def watch_state(self, state: State | None) -> None:
        """Update the widgets after an edit, or after another item is selected."""
        if state is None:
            return
        report = state.report
        if report.unfinished:
            self.program.report_failures(failures_in(state.findings), report.source)
        # One call, so that the tree is drawn once.
        self.query_one(OrbatTree).show_army(state, self.folded)
        self._set_title("#tree", tree_title(state))
        self.query_one(FindingList).show_findings(state)
        self._show_selected(state)

    def _show_selected(self, state: State) -> None:
        self._show_army_list(state)
        keys = {command.id: self.key_of(command.id) for command in self.table}
        self.query_one(Choices).show(choice_rows(state), keys)
        self._show_count()
        self._set_title("#chosen", title_of(state))
        self.show_keys()

    @on(Lines.Moved)
    def _show_moved(self) -> None:
        self._told = None
        self._show_count()

    def _show_count(self) -> None:
        # The numbers of findings and, for the list with the focus, what the line at the cursor has no room for: the
        # limit of an entry, or its name.
        if not self.is_shown:  # the builder was closed while the screen was drawn
            return
        report = self.now.report
        counts = ", ".join(severity_count(n, word) for word, n in report.counts.items())
        words = f"Findings: {counts if self.now.findings else 'none'}"
        bar, name = self.query_one("#count", Static), visible(self._about_cursor())
        width = max(1, bar.content_size.width)
        room = width - len(words)
        if name:
            words = f"{words}{name:>{room}}" if len(name) + 2 <= room else name
        if self._titles.get("#count") != words:
            self._titles["#count"] = words
            bar.update(Content(words), layout=False)
            self._make_room(min(MAX_ROWS, len(wrap(words, width))))

    def on_resize(self) -> None:
        """Wrap the line above the findings to the new width."""
        self._titles.pop("#count", None)
        self.call_after_refresh(self._show_count)

    def _make_room(self, rows: int) -> None:
        # A line must not move under the mouse between two clicks. So further rows take the room of the findings or,
        # while these have the focus, that of the panes above.
        bar, findings = self.query_one("#count", Static), self.query_one(FindingList)
        shown = FINDING_ROWS[self.has_class("-tallest")] - (0 if findings.has_focus else rows - 1)
        for widget, height in ((bar, rows), (findings, shown)):
            if widget.styles.height is None or widget.styles.height.value != height:
                widget.styles.height = height

    def _about_cursor(self) -> str:
        # What the last step did, what Enter buys, or what the line at the cursor has no room for.
        if self._told and self._told[0] is self.now.orbat:
            return self._told[1]
        focused = self.focused
        if not isinstance(focused, Lines) or focused.line is None:
            return ""
        if focused.id != "army-list":
            return focused.line.detail or focused.cut_name
        if not isinstance(focused.line.key, str):
            return ""
        offer = offer_words(self.now, focused.line.key, is_allowed=focused.line.role == "plain")
        return ". ".join(filter(None, (offer, focused.line.detail)))

    def tell_step(self, words: str) -> None:
        """Show what the last step did, above the findings, until the next step or move."""
        self._told = self.now.orbat, words
        self._show_count()

    def _set_title(self, pane: str, title: str) -> None:
        # Setting a title redraws the pane, so an unchanged title is not set again.
        if self._titles.get(pane) != title:
            self._titles[pane] = title
            self.query_one(pane).border_title = Content(visible(title)).markup

    def _show_army_list(self, state: State, *, at_first: bool = False) -> None:
        # With `at_first`, the cursor moves to the best match.
        self._set_title("#buying", phrase("Army list: {name}", name=state.book.title(list_of(state))))
        self.query_one(FilteredList).show(
            army_list_lines(state, self.typed, self._available_entries(state)),
            army_list_header(state),
            at_first=at_first,
        )

    def _available_entries(self, state: State) -> frozenset[str]:
        # Finding the available entries takes longer than drawing the screen. The screen is therefore drawn with the
        # previous result first.
        if self._available is None:
            self._available = available_entries(state)
        elif not self._available.applies_to(state):
            self.call_after_refresh(self._try_entries)
        return self._available.ids

    def _try_entries(self) -> None:
        before, state = self._available, self.now
        if before and self.is_shown and not before.applies_to(state):
            self._available = available_entries(state)
            if self._available.ids != before.ids:
                self._show_army_list(state)

    @property
    def typed(self) -> str:
        """The text in the filter of the army list."""
        return self.query_one(FilteredList).typed

    def watch_folded(self) -> None:
        """Redraw the tree after a formation is folded or unfolded."""
        if self.state is not None:
            self.query_one(OrbatTree).show_army(self.now, self.folded)

    # --- keys

    def key_of(self, command: str) -> str:
        """The label of the command's first key, such as `Ctrl+S`."""
        keys = self.program.keys.get(command, BY_ID[command].keys)
        return shown(keys.split(",")[0])

    @property
    def pane(self) -> str:
        """The id of the focused pane; `tree` if no pane has the focus."""
        return (self.focused.id if self.focused else None) or "tree"

    def show_keys(self) -> None:
        """Show the available commands in the key bar."""
        bar = self.query_one(KeyBar)
        bar.hints, bar.last = hints(self.now, self.pane, self.table, self.key_of, self.typed)

    def action_enter(self) -> None:
        """Do what the Enter key does in the focused pane."""
        # A click on Enter in the key bar runs this action.
        if isinstance(self.focused, Lines):
            self.focused.action_choose()
        elif self.pane == "filter":
            self._to_army_list()

    def action_run(self, command: str, for_army: bool = False) -> None:
        """Run the command with this id. `for_army`: whether to select the whole army first."""
        if for_army:
            self.select(())
        try:
            self._run(BY_ID[command])
        except Exception as error:  # a failed command must not end the builder; its step was not taken
            self.program.report_failures([failure_of(phrase("the command {id}", id=command), error)])

    def _run(self, one: Command) -> None:
        self.sync_selection()
        if not one.supported(self.now):
            words = phrase(
                "{title}: {ruleset} does not use this command.",
                ruleset=self.now.book.ruleset.title,
                title=command_title(one, self.now.book.ruleset),
            )
            self.say(words)
        elif one.fits(self.now) or one.applies_to == ("army",):
            one.run(self)
        else:
            wanted = any_of("the army" if kind == "army" else f"a {kind}" for kind in one.applies_to)
            title = command_title(one, self.now.book.ruleset)
            self.say(phrase("{title}: select {items} first.", title=title, items=wanted))

    def action_fold(self, folds: bool) -> None:
        """Fold the selected formation. For a unit or a folded formation, select the enclosing formation instead.

        If `folds` is False, unfold the selected formation.
        """
        self.sync_selection()
        view.fold_or_leave(self) if folds else view.unfold(self)

    def on_key(self, event: events.Key) -> None:
        """Set the rating of the selected unit when a digit key is pressed (see `rate_by_digit`)."""
        if event.character and event.character.isdecimal() and not isinstance(self.focused, Input):
            # not at once: earlier keys are still queued in the app, and one of them may open a dialog
            self.app.call_later(self._rate, event.character)

    def _rate(self, digit: str) -> None:
        if self.takes_input:
            self.sync_selection()
            self.do(units.rate_by_digit(self.now, digit))

    # --- panes

    def cursor(self, pane: str) -> Hashable | None:
        """The `key` of the line at the cursor of a pane; None if the pane is empty."""
        line = self.query_one(f"#{pane}", Lines).line
        return line.key if line else None

    def focus_on(self, pane: str) -> None:
        """Focus a pane."""
        self.query_one(f"#{pane}").focus()

    def fold(self, folded: frozenset[OrbatPath]) -> None:
        """Fold the formations at these paths, and unfold all others."""
        self.folded = folded

    def next_line(self) -> None:
        """Move the tree's cursor down."""
        self.query_one("#tree", Lines).action_step(1)

    def clear_filter(self) -> bool:
        """Clear the filter. Returns whether the filter contained text."""
        field = self.query_one("#filter", Input)
        typed = bool(field.value)
        field.value = ""
        return typed

    def on_descendant_focus(self) -> None:
        """Show the keys of the pane that gets the focus."""
        # On a small screen, the army list replaces the choices while the list or its filter has the focus.
        self.query_one("#right").set_class(self.pane in ("filter", "army-list"), "-buying")
        self.call_after_refresh(self._show_count)
        self.show_keys()

    @on(Lines.Moved, "#tree")
    def sync_selection(self) -> None:
        """Select the item at the tree's cursor, before an action that depends on the selection.

        Textual reports cursor moves late. Without this call, a key could act on the previously selected item.
        """
        line = self.query_one("#tree", Lines).line
        if line and isinstance(line.key, tuple) and line.key != self.now.selected:
            state = replace(self.now, selected=line.key)
            self.set_reactive(BuilderScreen.state, state)
            self.query_one(FindingList).show_findings(state)
            self._show_selected(state)

    @on(Lines.SymbolClicked, "#tree")
    def _fold(self) -> None:
        if kind_selected(self.now) == "formation":
            view.fold(self)

    @on(Lines.Chosen, "#tree")
    @on(Input.Submitted, "#filter")
    def _to_army_list(self) -> None:
        if not self.typed:
            self._go_to_first_entry()
        self.focus_on("army-list")

    def _go_to_first_entry(self) -> None:
        # At the start, and for a new formation: the first entry that the army can have now, not the one bought last.
        home, last = formation_path(self.now), self._bought_for
        if last is None or (home != last and not at(self.now.orbat, home).units):
            self._move_to_first_entry()
        self._bought_for = home

    def _move_to_first_entry(self) -> None:
        lines = self.query_one("#army-list", Lines)
        place = next((n for n, one in enumerate(lines.lines) if not one.heading and one.role == "plain"), None)
        if place is not None:
            lines.cursor = place
            lines.scroll_to_top()

    @on(Lines.Chosen, "#army-list")
    def _buy(self) -> None:
        view.buy(self)

    @on(Lines.KeyClicked, "#findings")
    def _fix(self) -> None:
        self.action_run("fix")

    @on(Lines.Clicked, "#findings")
    @on(Lines.SymbolClicked, "#findings")
    def _show_place(self, event: Lines.LineMessage) -> None:
        # The findings keep the focus, so that a second click does what Enter does.
        if group := group_at(self.now, event.line.key):
            self.select(place_of(group.first))

    @on(Lines.Chosen, "#findings")
    def _to_place(self, event: Lines.Chosen) -> None:
        self.select(place_of(self.now.findings[int(str(event.line.key))]))
        self.focus_on("tree")

    @on(Input.Changed, "#filter")
    def _filter(self) -> None:
        self._show_army_list(self.now, at_first=bool(self.typed))
        self.show_keys()

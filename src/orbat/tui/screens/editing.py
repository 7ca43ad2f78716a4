"""The builder's commands that ask something first, or look before they change."""

from __future__ import annotations

import datetime
import random
from dataclasses import replace
from typing import TYPE_CHECKING, cast

from textual.widgets import Input

from orbat.model import arrange
from orbat.model.dates import read_date
from orbat.model.edits import at
from orbat.model.finding import Finding, cited
from orbat.model.orbat import Formation, Unit
from orbat.pipeline import explanations
from orbat.staff.dice import random_dice
from orbat.staff.roll import RollRefused, due, entered_dice
from orbat.tui import actions, views
from orbat.tui.screens.ask import AskChoice, AskText, Tell
from orbat.tui.session import Done
from orbat.tui.widgets.lines import Line, Lines

if TYPE_CHECKING:
    from orbat.tui.screens.builder import BuilderScreen


class EditCommands:
    """What the builder can do to an ORBAT beyond a single key."""

    @property
    def _builder(self) -> BuilderScreen:
        return cast("BuilderScreen", self)

    def run_option(self) -> None:
        """Give or take the one option there is, or ask which."""
        screen, entry = self._builder, actions.entry_of(self._builder.now)
        uses = [use.option for use in entry.options if use.use != "always"] if entry else []
        if len(uses) == 1:
            screen.do(actions.toggle_option(screen.now, uses[0]))
        elif uses:
            known = screen.now.book.ruleset.options
            lines = tuple(Line(key=use, name=known[use].label if use in known else use) for use in uses)
            screen.app.push_screen(AskChoice("Which option?", lines), self._took_option)
        else:
            screen.app.notify("The list offers no choice of options here.", markup=False)

    def _took_option(self, option: str | None) -> None:
        if option:
            self._builder.do(actions.toggle_option(self._builder.now, option))

    def run_rename(self) -> None:
        """Ask for a name, with the list's regiments offered."""
        screen = self._builder
        thing, entry = actions.selected(screen.now), actions.entry_of(screen.now)
        name = thing.name if isinstance(thing, Unit | Formation) else thing.title
        offered = entry.regiments if entry else ()
        self._ask("Name", name, lambda text: actions.rename(screen.now, text), offered)

    def run_note(self) -> None:
        """Ask for a note."""
        note = actions.selected(self._builder.now).note
        self._ask("Note", note, lambda text: actions.annotate(self._builder.now, text))

    def run_general(self) -> None:
        """Ask for the general's name, with those of the list offered."""
        screen = self._builder
        thing = actions.selected(screen.now)
        if isinstance(thing, Unit):
            screen.app.notify("Select a formation or the army first: a unit has no general.", markup=False)
            return
        army_list = screen.now.book.lists.get(views.list_of(screen.now))
        offered = army_list.commanders if army_list else ()
        name = thing.commander.name if thing.commander else ""
        self._ask("General", name, lambda text: actions.name_general(screen.now, text), offered)

    def run_size(self) -> None:
        """Ask for the agreed size."""
        size = self._builder.now.orbat.game_size
        self._ask("Agreed size in points; empty for none", "" if size is None else str(size), self._took_size)

    def _took_size(self, text: str) -> Done | None:
        text = text.strip()
        if text and not (text.isascii() and text.isdecimal() and len(text) < 7):
            self._builder.app.notify(
                "A size is a whole number of points, such as 800.", severity="warning", markup=False
            )
            return None
        return actions.agree_size(self._builder.now, int(text) if text else None)

    def run_date(self) -> None:
        """Ask for the date."""
        date = self._builder.now.orbat.date
        self._ask("Date: a year, or a year and month such as 1854-09", str(date or ""), self._took_date)

    def _took_date(self, text: str) -> Done | None:
        try:
            return actions.set_date(self._builder.now, read_date(text.strip()) if text.strip() else None)
        except ValueError as error:
            self._builder.app.notify(f"The date {error}.", severity="warning", markup=False)
            return None

    def _ask(self, question: str, value: str, then: object, offered: tuple[str, ...] = ()) -> None:
        def answered(text: str | None) -> None:
            if text is not None and callable(then):
                done = then(text)
                if done is not None:
                    self._builder.do(done)

        self._builder.app.push_screen(AskText(question, value, offered), answered)

    def run_list(self) -> None:
        """Ask for another army list."""
        screen = self._builder
        library = screen.library
        ids = library.list_ids(screen.now.book.ruleset.id)
        lines = tuple(Line(key=one, name=one) for one in ids)
        screen.app.push_screen(AskChoice("Which army list? Units that it lacks stay.", lines), self._took_list)

    def _took_list(self, list_id: str | None) -> None:
        screen = self._builder
        if list_id is None:
            return
        done = actions.change_list(screen.now, list_id)
        book, missing = screen.library.book(done.orbat)
        if book is None or missing:
            screen.app.notify(missing[0].message, severity="error", markup=False)
            return
        screen.session = replace(screen.now, book=book)
        screen.do(done)

    def run_mark(self) -> None:
        """Mark the selected thing, or take its mark away, and go on to the next."""
        screen = self._builder
        if screen.now.selected:
            screen.session = replace(screen.now, marked=screen.now.marked ^ {screen.now.selected})
            screen.query_one("#tree", Lines).action_step(1)

    def run_copy(self) -> None:
        """Copy what is marked, or what is selected."""
        screen = self._builder
        paths = sorted(screen.now.marked, key=str) or ([screen.now.selected] if screen.now.selected else [])
        screen.clipboard = tuple(at(screen.now.orbat, path) for path in paths)
        screen.app.notify(f"{len(paths)} copied; paste with ctrl+v.", markup=False)

    def run_cut(self) -> None:
        """Cut what is marked, or what is selected."""
        self.run_copy()
        self._builder.do(actions.delete(self._builder.now))

    def run_paste(self) -> None:
        """Put what was cut or copied into the selected formation."""
        self._builder.do(actions.paste(self._builder.now, self._builder.clipboard))

    def run_fold(self) -> None:
        """Fold or unfold the selected formation."""
        screen = self._builder
        path = screen.now.selected
        if arrange.kind_of(path) == "formations":
            screen.folded = screen.folded ^ {path}

    def run_roll(self) -> None:
        """Roll for every general who has not been diced for."""
        self._roll_for(())

    def run_reroll(self) -> None:
        """Roll again for the general of the selected formation."""
        thing = actions.selected(self._builder.now)
        if isinstance(thing, Formation) and thing.commander:
            self._roll_for((thing.name or thing.commander.name,))
        else:
            self._builder.app.notify("Select the formation of the general first.", markup=False)

    def _roll_for(self, names: tuple[str, ...], dice: tuple[int, ...] = ()) -> None:
        screen = self._builder
        today = datetime.datetime.now(tz=datetime.UTC).date().isoformat()
        staff = screen.now.book.ruleset.staff
        try:
            if dice:
                throw = entered_dice(dice, due(screen.now.orbat, names), staff.dice, staff.sides)
                done = actions.roll_staff(screen.now, names, throw, "entered", today)
            else:
                throw = random_dice(random.SystemRandom())
                done = actions.roll_staff(screen.now, names, throw, "random", today)
        except RollRefused as refused:
            screen.app.notify(str(refused), severity="warning", markup=False)
            return
        if done is None:
            screen.app.notify(
                "Every general has been diced for; ctrl+r rolls again for the selected one.", markup=False
            )
            return
        screen.do(done)
        screen.app.notify(done.name, title="Staff", markup=False)

    def run_dice(self) -> None:
        """Ask for the dice thrown on the table."""
        try:
            names = ", ".join(one.name for one in due(self._builder.now.orbat)) or "nobody is left to roll for"
        except RollRefused as refused:
            names = str(refused)
        self._ask(f"Dice thrown, in this order: {names}", "", self._took_dice)

    def _took_dice(self, text: str) -> None:
        figures = text.replace(",", " ").split()
        if figures and all(one.isascii() and one.isdecimal() and len(one) < 4 for one in figures):
            self._roll_for((), tuple(map(int, figures)))
        else:
            self._builder.app.notify("Type the dice as figures, such as 3,6,1.", severity="warning", markup=False)

    def _finding_at_cursor(self) -> Finding | None:
        line = self._builder.query_one("#findings", Lines).line
        return self._builder.now.findings[int(str(line.key))] if line else None

    def run_fix(self) -> None:
        """Apply the fix of the finding under the cursor."""
        finding = self._finding_at_cursor()
        self._builder.do(actions.fix(self._builder.now, finding) if finding else None)

    def run_explain(self) -> None:
        """Explain the finding under the cursor."""
        finding = self._finding_at_cursor()
        if finding and (one := explanations().get(finding.code)):
            words = [f"{finding.message} {cited(finding.cites)}", finding.help, "", one.checks, f"Why: {one.why}"]
            words += [f"Example: {one.example}", f"Cure: {one.cure}"]
            self._builder.app.push_screen(Tell(f"{one.code} {one.title}", "\n".join(words)))

    def run_filter(self) -> None:
        """Type a filter for the army list."""
        self._builder.query_one("#filter", Input).focus()

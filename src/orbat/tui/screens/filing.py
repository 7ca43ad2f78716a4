"""The builder's commands about files, history and leaving."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, cast

from textual.widgets import Input

from orbat.outputs.files import WriteFailed, file_name, write
from orbat.pipeline import convert, file_text, save, sheet, with_claims
from orbat.sources.library import Library
from orbat.sources.orbat_file import read_orbat
from orbat.sources.problem import Problem
from orbat.sources.text_file import read_text
from orbat.tui import keeping
from orbat.tui.commands import COMMANDS
from orbat.tui.screens.ask import AskButtons, AskChoice, AskText, Tell
from orbat.tui.session import Workshop
from orbat.tui.widgets.lines import Line

if TYPE_CHECKING:
    from orbat.tui.app import OrbatApp
    from orbat.tui.screens.builder import BuilderScreen


class FileCommands:
    """Saving, printing, undoing and leaving."""

    @property
    def _builder(self) -> BuilderScreen:
        return cast("BuilderScreen", self)

    @property
    def _home(self) -> OrbatApp:
        return cast("OrbatApp", self._builder.app)

    @property
    def workshop(self) -> Workshop:
        """Where sessions are made."""
        return self._home.workshop

    @property
    def library(self) -> Library:
        """The rulesets and lists there are."""
        return self._home.library

    def keep(self) -> None:
        """Journal what is on screen."""
        journal = self._builder.journal
        if journal is not None:
            journal.follow(self._builder.now.history)
            if journal.trouble:
                self._builder.app.notify(journal.trouble, severity="warning", title="Not journalled", markup=False)

    def run_undo(self) -> None:
        """One step back."""
        self._builder.go(self._builder.now.history.undo())

    def run_redo(self) -> None:
        """One step forward."""
        self._builder.go(self._builder.now.history.redo())

    def run_history(self) -> None:
        """Show every step, and go to the one chosen."""
        history = self._builder.now.history
        lines = tuple(
            Line(key=number, name=step.name, columns=("here" if number == history.position else "",))
            for number, step in enumerate(history.steps)
        )

        def chosen(answer: str | None) -> None:
            if answer is not None:
                self._builder.go(history.go_to(int(answer)))

        self._builder.app.push_screen(AskChoice("Go back or forward to:", lines), chosen)

    def run_save(self) -> None:
        """Save to the file, or ask for a name where there is none."""
        session = self._builder.now
        if session.file is None:
            self.run_save_as()
        elif self._changed_outside(session.file, session.original):
            answers = (("over", "Overwrite it"), ("as", "Save as another"), ("back", "Go back"))
            question = f"{session.file} was changed by another program since it was read."
            self._builder.app.push_screen(AskButtons(question, answers), self._saved_anyway)
        else:
            self._save(session.file)

    def _saved_anyway(self, answer: str | None) -> None:
        file = self._builder.now.file
        if answer == "over" and file:
            self._save(file)
        elif answer == "as":
            self.run_save_as()

    @staticmethod
    def _changed_outside(file: Path, original: str) -> bool:
        text = read_text(file)
        return file.exists() and (isinstance(text, Problem) or text != original)

    def _save(self, file: Path) -> None:
        builder = self._builder
        session = builder.now
        orbat = with_claims(session.orbat, session.book, session.quote)
        original = session.original if file == session.file else ""
        try:
            save(orbat, file, original)
        except WriteFailed as failed:
            builder.app.notify(
                f"{failed}. The army is safe here: S saves it elsewhere.", severity="error", timeout=20, markup=False
            )
            return
        text = file_text(orbat, file.suffix.lower(), original)
        kept = replace(session, file=file, saved=session.orbat, original=text)
        builder.session = kept
        self.keep()
        if builder.journal is not None:
            builder.journal.saved(file, keeping.fingerprint(text))
        trouble = keeping.keep_version(file, text) or keeping.remember(file)
        builder.app.notify(trouble or f"Saved {file}", severity="warning" if trouble else "information", markup=False)

    def run_save_as(self) -> None:
        """Ask for a file to save to."""
        session = self._builder.now
        name = str(session.file or file_name(session.orbat.title or session.report.army_list, ".yaml"))

        def named(text: str | None) -> None:
            if text and text.strip():
                file = Path(text.strip()).expanduser()
                file = file if file.suffix else file.with_suffix(".yaml")
                if file.exists() and file != session.file:
                    answers = (("over", "Overwrite it"), ("back", "Go back"))
                    self._builder.app.push_screen(
                        AskButtons(f"{file} exists already.", answers),
                        lambda answer: self._save(file) if answer == "over" else None,
                    )
                else:
                    self._save(file)

        self._builder.app.push_screen(AskText("Save as", name), named)

    def run_versions(self) -> None:
        """Show the versions kept of this file, and bring one back as a step that can be undone."""
        builder = self._builder
        file = builder.now.file
        kept = keeping.versions_of(file) if file else ()
        if not kept:
            builder.app.notify("No versions yet: each save keeps one.", markup=False)
            return
        lines = tuple(
            Line(key=number, name=f"{version.at:%d %B %Y, %H:%M:%S} UTC", columns=(f"{version.size} bytes",))
            for number, version in enumerate(kept)
        )

        def chosen(answer: str | None) -> None:
            if answer is None:
                return
            text = kept[int(answer)].text()
            orbat = None if isinstance(text, Problem) else read_orbat(text).orbat
            if orbat is None:
                builder.app.notify("This version cannot be read.", severity="error", markup=False)
                return
            builder.go(builder.now.history.do(f"bring back {lines[int(answer)].name}", orbat), ())

        builder.app.push_screen(AskChoice("Bring back which version?", lines), chosen)

    def run_print(self) -> None:
        """Print the sheet beside the file."""
        self._write("Print to", ".pdf", lambda: sheet(self._builder.now.report, "a4"))

    def run_export(self) -> None:
        """Write the text form beside the file."""
        self._write("Export to (.txt, .md, .csv or .json)", ".txt", None)

    def _write(self, question: str, suffix: str, content: object) -> None:
        session = self._builder.now
        base = session.file or Path(file_name(session.orbat.title or "orbat", ".yaml"))

        def named(text: str | None) -> None:
            if not text:
                return
            file = Path(text).expanduser()
            try:
                made = content() if callable(content) else convert(session.report, file.suffix.lower()).encode()
                write(file, made, backup=False)
            except KeyError:
                self._builder.app.notify(
                    f"{file.suffix or 'no ending'} is no format.", severity="warning", markup=False
                )
            except WriteFailed as failed:
                self._builder.app.notify(str(failed), severity="error", markup=False)
            else:
                self._builder.app.notify(f"Written {file}. {session.report.verdict}.", markup=False)

        self._builder.app.push_screen(AskText(question, str(base.with_suffix(suffix))), named)

    def run_help(self) -> None:
        """Every command with its keys."""
        words = []
        for group in dict.fromkeys(command.group for command in COMMANDS):
            words.append(group)
            words += [f"  {command.keys:<24} {command.title}" for command in COMMANDS if command.group == group]
        self._builder.app.push_screen(Tell("Keys", "\n".join(words)))

    def run_leave(self) -> None:
        """Leave; with unsaved edits, ask once."""
        builder = self._builder
        if isinstance(builder.focused, Input):
            builder.query_one("#shop").focus()
        elif builder.now.unsaved:
            answers = (("save", "Save and leave"), ("discard", "Leave without saving"), ("back", "Go back"))
            builder.app.push_screen(AskButtons("There are edits that are not saved.", answers), self._left)
        else:
            self._close()

    def _left(self, answer: str | None) -> None:
        if answer == "save":
            self.run_save()
            if not self._builder.now.unsaved:
                self._close()
        elif answer == "discard":
            self._close()

    def _close(self) -> None:
        """Leave for the home screen; there is nothing left to recover."""
        if self._builder.journal is not None:
            self._builder.journal.close(discard=True)
        self._builder.dismiss(None)

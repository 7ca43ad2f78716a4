"""Commands about steps, files and leaving."""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from textual.widgets import Input

from orbat import pipeline
from orbat.outputs.files import WriteFailed, file_name, write
from orbat.report.changes import changes
from orbat.report.report import Report
from orbat.sources.orbat_file import read_orbat
from orbat.sources.problem import Problem
from orbat.sources.text_file import read_text
from orbat.sources.versions import Version
from orbat.tui import keeping
from orbat.tui.screens.ask import AskButtons
from orbat.tui.widgets.lines import Line

if TYPE_CHECKING:
    from orbat.tui.screens.builder import BuilderScreen

Maker = Callable[[Report, str], bytes]
"""Makes the content of a file for an ending. Raises KeyError for one that is none."""


def undo(builder: BuilderScreen) -> None:
    """One step back."""
    builder.go(builder.now.history.undo())


def redo(builder: BuilderScreen) -> None:
    """One step forward."""
    builder.go(builder.now.history.redo())


def history(builder: BuilderScreen) -> None:
    """Show every step, and go to the one chosen."""
    steps = builder.now.history
    lines = tuple(
        Line(key=number, name=step.name, columns=("here" if number == steps.position else "",))
        for number, step in enumerate(steps.steps)
    )
    builder.choose("Go back or forward to:", lines, lambda n: builder.go(steps.go_to(int(n))), at=steps.position)


def save(builder: BuilderScreen) -> None:
    """Save to the file, or ask for a name where there is none."""
    file = builder.now.file
    if file is None:
        save_as(builder)
    elif _changed_outside(file, builder.now.original):
        answers = (("over", "Overwrite it"), ("as", "Save as another"), ("back", "Go back"))
        question = f"{file} was changed by another program since it was read."
        _buttons(builder, question, answers, {"over": lambda: _save(builder, file), "as": lambda: save_as(builder)})
    else:
        _save(builder, file)


def _changed_outside(file: Path, original: str) -> bool:
    text = read_text(file)
    return _there(file) and (isinstance(text, Problem) or text != original)


def _there(file: Path) -> bool:
    """Whether there is something of that name; there is nothing of a name that cannot be."""
    return os.path.lexists(file)


def _save(builder: BuilderScreen, file: Path) -> None:
    state = builder.now
    orbat = pipeline.with_claims(state.orbat, state.book, state.quote)
    same_format = state.file is not None and _is_json(file) == _is_json(state.file)
    original = state.original if same_format else ""
    text = pipeline.file_text(orbat, file.suffix.lower(), original)
    if builder.journal is not None:
        builder.journal.saving(file, keeping.fingerprint(text))
    try:
        pipeline.save_text(file, text)
    except WriteFailed as failed:
        elsewhere = builder.key_of("save_as")
        builder.say(f"{failed}. The army is safe here: {elsewhere} saves it elsewhere.", severity="error", timeout=20)
        return
    builder.state = replace(state, file=file, saved=state.orbat, original=text)
    builder.keep()
    if builder.journal is not None:
        builder.journal.saved(file, keeping.fingerprint(text))
    trouble = keeping.keep_version(file, text) or keeping.remember(file)
    builder.say(trouble or f"Saved {file}", severity="warning" if trouble else "information")


def _is_json(file: Path) -> bool:
    return file.suffix.lower() == ".json"


def save_as(builder: BuilderScreen) -> None:
    """Ask for a file to save to."""
    state = builder.now
    name = str(state.file or file_name(state.orbat.title or state.report.army_list, ".yaml"))

    def named(file: Path) -> None:
        if file == state.file:
            save(builder)
        else:
            _unless_there(builder, file, lambda: _save(builder, file))

    _ask_for_file(builder, "Save as", name, ".yaml", named)


def _ask_for_file(builder: BuilderScreen, question: str, name: str, suffix: str, then: Callable[[Path], None]) -> None:
    """Ask for a file; one that is typed without an ending gets the usual one."""

    def named(text: str) -> None:
        file = Path(os.path.expanduser(text.strip()))  # noqa: PTH111  # Path.expanduser raises for unknown people
        if not text.strip() or not file.name:
            builder.say("Type the name of a file.", severity="warning")
        else:
            then(file if file.suffix else file.with_name(file.name + suffix))

    builder.ask(question, name, named)


def _unless_there(builder: BuilderScreen, file: Path, then: Callable[[], None]) -> None:
    """Do it, after asking where it would overwrite a file."""
    if _there(file):
        answers = (("over", "Overwrite it"), ("back", "Go back"))
        _buttons(builder, f"{file} exists already.", answers, {"over": then})
    else:
        then()


def _buttons(
    builder: BuilderScreen,
    question: str,
    answers: tuple[tuple[str, str], ...],
    acts: dict[str, Callable[[], None]],
    lines: tuple[Line, ...] = (),
) -> None:
    """Ask a question whose answers are buttons, and do what the answer stands for."""

    def answered(answer: str | None) -> None:
        if answer in acts:
            acts[answer]()

    builder.app.push_screen(AskButtons(question, answers, lines), answered)


def versions(builder: BuilderScreen) -> None:
    """Show the versions kept of this file; the one chosen is compared with what is on screen."""
    file = builder.now.file
    kept = keeping.versions_of(file) if file else ()
    if not kept:
        builder.say("No versions yet: each save keeps one.")
        return
    lines = tuple(
        Line(key=number, name=_when(version), columns=(f"{version.size} bytes",)) for number, version in enumerate(kept)
    )
    builder.choose("Compare with which version?", lines, lambda n: _compare(builder, kept[int(n)]))


def _when(version: Version) -> str:
    return f"{version.at.astimezone():%d %B %Y, %H:%M:%S}"


def _compare(builder: BuilderScreen, version: Version) -> None:
    """Show what differs from a version, and offer to bring it back, as a step that can be undone."""
    text = version.text()
    orbat = None if isinstance(text, Problem) else read_orbat(text).orbat
    book = builder.workshop.book(orbat) if orbat else None
    if orbat is None or book is None:
        builder.say("This version cannot be read.", severity="error")
        return
    then = builder.workshop.open(orbat, book)
    differs = changes(then.report, builder.now.report)
    lines = tuple(Line(key=number, name=one.words, symbol=one.sign) for number, one in enumerate(differs))
    question = f"Since {_when(version)}:" if lines else f"Nothing has changed since {_when(version)}."
    answers = (("restore", "Bring it back"), ("back", "Go back")) if lines else (("back", "Go back"),)
    step = f"bring back {_when(version)}"
    acts = {"restore": lambda: builder.go(builder.now.history.do(step, then.orbat), ())}
    _buttons(builder, question, answers, acts, lines)


def print_sheet(builder: BuilderScreen) -> None:
    """Print the sheet beside the file."""

    def made(report: Report, suffix: str) -> bytes:
        if suffix != ".pdf":
            raise KeyError(suffix)
        return pipeline.sheet(report, "a4")

    _write(builder, "Print to", ".pdf", made, "A sheet is printed as .pdf, not as {}.")


def export(builder: BuilderScreen) -> None:
    """Write the army in another form beside the file."""
    question = "Export to (the ending decides: .txt, .md, .csv, .json or .yaml)"
    made = lambda report, suffix: pipeline.convert(report, suffix).encode()  # noqa: E731  # as long as its name
    _write(builder, question, ".txt", made, "{} is no format that orbat writes.")


def _write(
    builder: BuilderScreen, question: str, suffix: str, made: Callable[[Report, str], bytes], refusal: str
) -> None:
    state = builder.now
    base = state.file or Path(file_name(state.orbat.title or "orbat", ".yaml"))

    def named(file: Path) -> None:
        if file == state.file:
            builder.say(f"{file} is the army itself; {builder.key_of('save')} saves it.", severity="warning")
            return
        try:
            content = made(state.report, file.suffix.lower())
        except KeyError:
            builder.say(refusal.format(file.suffix or "No ending"), severity="warning")
        else:
            _unless_there(builder, file, lambda: _written(builder, file, content))

    _ask_for_file(builder, question, str(base.with_suffix(suffix)), suffix, named)


def _written(builder: BuilderScreen, file: Path, content: bytes) -> None:
    try:
        write(file, content, backup=False)
    except WriteFailed as failed:
        builder.say(f"{failed}.", severity="error")
    else:
        builder.say(f"Written {file}. {builder.now.report.verdict}.")


def clip(builder: BuilderScreen) -> None:
    """Copy the short text of the whole army to the clipboard."""
    builder.app.copy_to_clipboard(pipeline.convert(builder.now.report, ".txt"))
    builder.say("The army is on the clipboard as text.")


def leave(builder: BuilderScreen) -> None:
    """Leave for the home screen; with unsaved edits, ask once."""
    if isinstance(builder.focused, Input):
        builder.query_one("#shop").focus()
    else:
        _unless_unsaved(builder, builder.close)


def quit_orbat(builder: BuilderScreen) -> None:
    """Leave orbat altogether; with unsaved edits, ask once."""

    def go() -> None:
        builder.close()
        builder.app.exit()

    _unless_unsaved(builder, go)


def _unless_unsaved(builder: BuilderScreen, go: Callable[[], None]) -> None:
    """Leave, after asking where there are edits that the file has not."""

    def save_and_go() -> None:
        save(builder)
        if not builder.now.unsaved:
            go()

    if builder.now.unsaved:
        answers = (("save", "Save and leave"), ("discard", "Leave without saving"), ("back", "Go back"))
        _buttons(builder, "There are edits that are not saved.", answers, {"save": save_and_go, "discard": go})
    else:
        go()

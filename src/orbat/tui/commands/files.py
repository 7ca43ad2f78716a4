"""Commands for undo, files, printing, export and closing."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from orbat import pipeline, printing
from orbat.data.problem import Problem
from orbat.data.text_file import read_text
from orbat.model.history import History
from orbat.model.sheet import Layout, PrintOptions
from orbat.model.wording import any_of, phrase
from orbat.registry import load_all
from orbat.report.report import Report
from orbat.session.files import WriteFailed, file_name, write
from orbat.tui import storage
from orbat.tui.commands import view
from orbat.tui.commands.host import Host
from orbat.tui.screens.print_options import AskPrint
from orbat.tui.state import State
from orbat.tui.steps.cursor import changed_path
from orbat.tui.storage import exists, typed_path
from orbat.tui.views.print_options import PrintRequest
from orbat.tui.widgets.lines import Line

Maker = Callable[[Report, str], bytes]
"""A function that makes the content of a file. Its arguments are a report and the suffix of the file's name."""


def undo(host: Host) -> None:
    """Undo one step."""
    _go(host, host.now.history.undo())


def redo(host: Host) -> None:
    """Redo one step."""
    _go(host, host.now.history.redo())


def _go(host: Host, history: History) -> None:
    host.go(history, changed_path(host.now.orbat, history.orbat, host.now.selected))


def history(host: Host) -> None:
    """Let the user go back or forward to any edit since the ORBAT was opened."""
    steps = host.now.history
    lines = tuple(
        Line(key=number, name=step.name, columns=("here" if number == steps.position else "",))
        for number, step in enumerate(steps.steps)
    )
    host.choose("Go to step", lines, lambda n: _go(host, steps.go_to(int(n))), at=steps.position)


def save(host: Host) -> None:
    """Save to the ORBAT's file. Without a file, ask for a name."""
    file = host.now.file
    if file is None:
        save_as(host)
    elif _changed_outside(file, host.now.original):
        answers = (("overwrite", "Overwrite"), ("as", "Save as"), ("back", "Cancel"))
        question = phrase("Another program changed {file} after it was opened.", file=file)
        host.offer(question, answers, {"overwrite": lambda: _save(host, file), "as": lambda: save_as(host)})
    else:
        _save(host, file)


def _changed_outside(file: Path, original: str) -> bool:
    text = read_text(file)
    return exists(file) and (isinstance(text, Problem) or text != original)


def _save(host: Host, file: Path) -> None:
    state = host.now
    orbat = pipeline.with_claims(state.orbat, state.book, state.quote)
    same_format = state.file is not None and _is_json(file) == _is_json(state.file)
    original = state.original if same_format else ""
    text = pipeline.file_text(orbat, file.suffix.lower(), original)
    host.saving(file, text)
    try:
        pipeline.save_text(file, text)
    except WriteFailed as failed:
        words = phrase(
            "{fault}. Your changes are not lost: {key} saves them to another file.",
            fault=failed,
            key=host.key_of("save_as"),
        )
        host.say(words, severity="error", timeout=20)
        return
    host.saved(file, text)
    trouble = storage.store_version(file, text) or storage.add_recent_file(file)
    host.say(trouble or phrase("Saved {file}", file=file), severity="warning" if trouble else "information")


def _is_json(file: Path) -> bool:
    return file.suffix.lower() == ".json"


def save_as(host: Host) -> None:
    """Ask for a file name, then save to that file."""
    state = host.now
    save_under(host, state.file.name if state.file else file_name(state.orbat.title or state.report.army_list, ".yaml"))


def save_under(host: Host, name: str) -> None:
    """Ask for a file name, with `name` typed already, then save to that file."""
    state = host.now
    folder = _folder(state)

    def named(file: Path) -> None:
        if _is_its_own(state, file):
            save(host)
        else:
            _unless_exists(host, file, lambda: _save(host, file))

    question = phrase("Save in {folder} as", folder=folder)
    _ask_name(host, question, name, lambda text: typed_path(text, folder, ".yaml"), named)


def _ask_name(host: Host, question: str, name: str, read: Callable[[str], Path], named: Callable[[Path], None]) -> None:
    # Only the part before the suffix is selected, so that typing keeps the suffix.
    host.ask_for(question, name, read, named, typed_over=len(Path(name).stem))


def _folder(state: State) -> Path:
    return state.file.absolute().parent if state.file else Path.cwd()


def _is_its_own(state: State, file: Path) -> bool:
    return state.file is not None and file == state.file.absolute()


def _unless_exists(host: Host, file: Path, then: Callable[[], None]) -> None:
    if exists(file):
        answers = (("overwrite", "Overwrite"), ("back", "Cancel"))
        host.offer(phrase("{file} already exists.", file=file), answers, {"overwrite": then})
    else:
        then()


def _with_features(host: Host, options: PrintOptions) -> PrintOptions:
    # Optional features, such as the record of a game, may change print options.
    for change in load_all("printing"):
        options = change(host, options)
    return options


def print_sheets(host: Host) -> None:
    """Ask for sheets and options, then write the sheets as a PDF."""
    report, library, layouts = host.now.report, host.program.library, printing.find_layouts()

    def pages(layout: Layout, request: PrintRequest) -> int:
        return printing.page_count(report, layout, request.printing, library)

    def refusal(suffix: str) -> str:
        return phrase("Sheets can be written only as .pdf, not {suffix}.", suffix=suffix)

    def chosen(request: PrintRequest | None) -> None:
        if request is not None:
            wanted = [layouts.usable[one] for one in request.sheets]
            options = _with_features(host, request.printing)
            make = lambda report, _: printing.print_sheets(report, wanted, options, library)  # noqa: E731  # as long as its name
            _write(host, phrase("Print to a PDF in {folder}", folder=_folder(host.now)), (".pdf",), make, refusal)

    for wrong in layouts.unreadable.values():
        host.say(phrase("{first}{others}", first=wrong[:1].upper(), others=wrong[1:]), severity="warning", timeout=20)
    first = next(iter(layouts.usable), None)
    host.show(AskPrint(layouts.usable, PrintRequest((first,) if first else ()), pages), chosen)


def export(host: Host) -> None:
    """Export the army. The suffix of the file decides the format."""
    formats = any_of(pipeline.CONVERT_SUFFIXES)

    def refusal(suffix: str) -> str:
        return phrase("Cannot export to {suffix}. Use {formats}.", suffix=suffix, formats=formats)

    question = phrase("Export to {folder} as {formats}", formats=formats, folder=_folder(host.now))
    _write(host, question, pipeline.CONVERT_SUFFIXES, pipeline.converted, refusal)


def _write(host: Host, question: str, suffixes: tuple[str, ...], make: Maker, refusal: Callable[[str], str]) -> None:
    # A name without a suffix gets the first of `suffixes`. For a suffix not among them, the dialog shows
    # `refusal(suffix)`.
    state = host.now
    base = state.file or Path(file_name(state.orbat.title or "orbat", ".yaml"))
    folder = _folder(state)

    def read(text: str) -> Path:
        file = typed_path(text, folder, suffixes[0])
        if _is_its_own(state, file):
            raise ValueError(
                phrase(
                    "{file} is the file of this army. To save the army there, press {key}.",
                    file=file,
                    key=host.key_of("save"),
                )
            )
        if file.suffix.lower() not in suffixes:
            raise ValueError(refusal(file.suffix))
        return file

    def named(file: Path) -> None:
        _unless_exists(host, file, lambda: _written(host, file, make(state.report, file.suffix.lower())))

    _ask_name(host, question, base.with_suffix(suffixes[0]).name, read, named)


def _written(host: Host, file: Path, content: bytes) -> None:
    try:
        write(file, content, backup=False)
    except WriteFailed as failed:
        host.say(phrase("{reason}.", reason=failed), severity="error")
    else:
        host.say(phrase("Saved {file}. {verdict}.", file=file, verdict=host.now.report.verdict))


def clip(host: Host) -> None:
    """Copy the army to the terminal's clipboard, as text."""
    host.program.copy_to_clipboard(pipeline.short_text(host.now.report))
    host.say("Army copied as text. Some terminals block the clipboard.")


def leave(host: Host) -> None:
    """Do the first possible action:

    1. clear the filter
    2. move from another pane to the tree
    3. clear the marks
    4. close the builder screen
    """
    panes = host.panes
    if panes.pane == "filter":
        panes.clear_filter()
        panes.focus_on("army-list")
    elif panes.clear_filter():
        return  # one key press does one thing
    elif panes.pane != "tree":
        panes.focus_on("tree")
    elif host.now.marked:
        view.unmark(host)
    else:
        _unless_unsaved(host, host.close)


def quit_orbat(host: Host) -> None:
    """Quit orbat. If there are unsaved changes, ask first."""

    def go() -> None:
        host.close()
        host.program.exit()

    _unless_unsaved(host, go)


def _unless_unsaved(host: Host, go: Callable[[], None]) -> None:

    def save_and_go() -> None:
        save(host)
        if not host.now.unsaved:
            go()

    if host.now.unsaved:
        answers = (("save", "Save"), ("discard", "Discard"), ("back", "Cancel"))
        host.offer("There are unsaved changes.", answers, {"save": save_and_go, "discard": go})
    else:
        go()

"""Commands about steps, files and leaving."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from orbat import pipeline, printing
from orbat.data.problem import Problem
from orbat.data.text_file import read_text
from orbat.model.history import History
from orbat.model.sheet import Layout, PrintOptions
from orbat.registry import load_all
from orbat.report.report import Report
from orbat.session.files import WriteFailed, file_name, write
from orbat.tui import storage
from orbat.tui.commands import view
from orbat.tui.commands.host import Host
from orbat.tui.screens.print_options import AskPrint
from orbat.tui.state import State
from orbat.tui.steps.cursor import changed_place
from orbat.tui.storage import exists, typed_path
from orbat.tui.views.print_options import PrintRequest
from orbat.tui.widgets.lines import Line

Maker = Callable[[Report, str], bytes]
"""Makes the content of a file for an ending."""


def undo(host: Host) -> None:
    """One step back."""
    _go(host, host.now.history.undo())


def redo(host: Host) -> None:
    """One step forward."""
    _go(host, host.now.history.redo())


def _go(host: Host, history: History) -> None:
    """Go to a place in the history, and to what is not as it was there."""
    host.go(history, changed_place(host.now.orbat, history.orbat, host.now.selected))


def history(host: Host) -> None:
    """Show every step, and go to the one chosen."""
    steps = host.now.history
    lines = tuple(
        Line(key=number, name=step.name, columns=("here" if number == steps.position else "",))
        for number, step in enumerate(steps.steps)
    )
    host.choose("Go back or forward to:", lines, lambda n: _go(host, steps.go_to(int(n))), at=steps.position)


def save(host: Host) -> None:
    """Save to the file, or ask for a name where there is none."""
    file = host.now.file
    if file is None:
        save_as(host)
    elif _changed_outside(file, host.now.original):
        answers = (("over", "Overwrite it"), ("as", "Save as another"), ("back", "Go back"))
        question = f"{file} was changed by another program since it was read."
        host.offer(question, answers, {"over": lambda: _save(host, file), "as": lambda: save_as(host)})
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
        elsewhere = host.key_of("save_as")
        host.say(f"{failed}. The army is safe here: {elsewhere} saves it elsewhere.", severity="error", timeout=20)
        return
    host.saved(file, text)
    trouble = storage.store_version(file, text) or storage.note_opened(file)
    host.say(trouble or f"Saved {file}", severity="warning" if trouble else "information")


def _is_json(file: Path) -> bool:
    return file.suffix.lower() == ".json"


def save_as(host: Host) -> None:
    """Ask for a file to save to."""
    state = host.now
    folder = _folder(state)
    name = state.file.name if state.file else file_name(state.orbat.title or state.report.army_list, ".yaml")

    def named(file: Path) -> None:
        if _is_its_own(state, file):
            save(host)
        else:
            _unless_there(host, file, lambda: _save(host, file))

    _ask_name(host, f"Save as, in {folder}", name, lambda text: typed_path(text, folder, ".yaml"), named)


def _ask_name(host: Host, question: str, name: str, read: Callable[[str], Path], named: Callable[[Path], None]) -> None:
    """Ask for the name of a file; what is typed at once takes the place of the name given, and leaves its ending."""
    host.ask_for(question, name, read, named, typed_over=len(Path(name).stem))


def _folder(state: State) -> Path:
    """Where a file goes of which only the name is typed: to the army's own file, or where the program was started."""
    return state.file.absolute().parent if state.file else Path.cwd()


def _is_its_own(state: State, file: Path) -> bool:
    return state.file is not None and file == state.file.absolute()


def _unless_there(host: Host, file: Path, then: Callable[[], None]) -> None:
    """Do it, after asking where it would overwrite a file."""
    if exists(file):
        answers = (("over", "Overwrite it"), ("back", "Go back"))
        host.offer(f"{file} exists already.", answers, {"over": then})
    else:
        then()


def _as_added(host: Host, wishes: PrintOptions) -> PrintOptions:
    """What is wished, with what features add to it."""
    for change in load_all("printing"):
        wishes = change(host, wishes)
    return wishes


def print_sheets(host: Host) -> None:
    """Print the sheets that are chosen, beside the file."""
    report, library, layouts = host.now.report, host.program.library, printing.find_layouts()

    def pages(layout: Layout, wish: PrintRequest) -> int:
        return printing.page_count(report, layout, wish.printing, library)

    def chosen(wish: PrintRequest | None) -> None:
        if wish is not None:
            wanted = [layouts.usable[one] for one in wish.sheets]
            wishes = _as_added(host, wish.printing)
            made = lambda report, _: printing.print_sheets(report, wanted, wishes, library)  # noqa: E731  # as long as its name
            _write(host, "Print to", (".pdf",), made, "A sheet is printed as .pdf, not as {}.")

    for wrong in layouts.unreadable.values():
        host.say(f"{wrong[:1].upper()}{wrong[1:]}", severity="warning", timeout=20)
    first = next(iter(layouts.usable), None)
    host.show(AskPrint(layouts.usable, PrintRequest((first,) if first else ()), pages), chosen)


def export(host: Host) -> None:
    """Write the army in another form beside the file."""
    question = f"Export to (the ending decides: {_endings()})"
    made = lambda report, suffix: pipeline.convert(report, suffix).encode()  # noqa: E731  # as long as its name
    _write(
        host, question, pipeline.CONVERT_SUFFIXES, made, f"{{}} is no format that orbat writes. It writes {_endings()}."
    )


def _endings() -> str:
    """The endings of what can be written, in words."""
    *first, last = pipeline.CONVERT_SUFFIXES
    return f"{', '.join(first)} or {last}"


def _write(host: Host, question: str, suffixes: tuple[str, ...], made: Maker, refusal: str) -> None:
    """Ask for a file with one of the endings, the first being the usual one, and write there what is made for it."""
    state = host.now
    base = state.file or Path(file_name(state.orbat.title or "orbat", ".yaml"))
    folder = _folder(state)

    def read(text: str) -> Path:
        file = typed_path(text, folder, suffixes[0])
        if _is_its_own(state, file):
            raise ValueError(f"{file} is the army itself; {host.key_of('save')} saves it.")
        if file.suffix.lower() not in suffixes:
            raise ValueError(refusal.format(file.suffix))
        return file

    def named(file: Path) -> None:
        _unless_there(host, file, lambda: _written(host, file, made(state.report, file.suffix.lower())))

    _ask_name(host, f"{question}, in {folder}", base.with_suffix(suffixes[0]).name, read, named)


def _written(host: Host, file: Path, content: bytes) -> None:
    try:
        write(file, content, backup=False)
    except WriteFailed as failed:
        host.say(f"{failed}.", severity="error")
    else:
        host.say(f"Written {file}. {host.now.report.verdict}.")


def clip(host: Host) -> None:
    """Copy the whole army as text to the terminal's clipboard."""
    host.program.copy_to_clipboard(pipeline.short_text(host.now.report))
    host.say("The army went to the terminal's clipboard as text; a terminal may be set to refuse it.")


def leave(host: Host) -> None:
    """Clear the filter, go back to the tree, clear the marks; then leave for the home screen: with unsaved edits, ask
    once."""
    panes = host.panes
    if panes.pane == "filter":
        panes.clear_filter()
        panes.focus_on("army-list")
    elif panes.clear_filter():
        return  # something was typed, and clearing it is enough for one key
    elif panes.pane != "tree":
        panes.focus_on("tree")
    elif host.now.marked:
        view.unmark(host)
    else:
        _unless_unsaved(host, host.close)


def quit_orbat(host: Host) -> None:
    """Leave orbat altogether; with unsaved edits, ask once."""

    def go() -> None:
        host.close()
        host.program.exit()

    _unless_unsaved(host, go)


def _unless_unsaved(host: Host, go: Callable[[], None]) -> None:
    """Leave, after asking where there are edits that the file has not."""

    def save_and_go() -> None:
        save(host)
        if not host.now.unsaved:
            go()

    if host.now.unsaved:
        answers = (("save", "Save and leave"), ("discard", "Leave without saving"), ("back", "Go back"))
        host.offer("There are edits that are not saved.", answers, {"save": save_and_go, "discard": go})
    else:
        go()

"""Commands for undo, files, printing, export and closing."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from orbat import pipeline, printing
from orbat.model.history import History
from orbat.model.sheet import Layout, PrintOptions
from orbat.model.wording import any_of, phrase
from orbat.registry import load_all
from orbat.report.redacted import without_unfielded
from orbat.report.report import Report
from orbat.session.files import WriteFailed, file_name, write
from orbat.tui import storage
from orbat.tui.commands import changed_file, view
from orbat.tui.commands.host import Host
from orbat.tui.commands.new_file import NewFile, ask_new_file
from orbat.tui.screens.print_options import AskPrint
from orbat.tui.state import State
from orbat.tui.steps.cursor import changed_path
from orbat.tui.storage import typed_path
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


def save(host: Host, then: Callable[[], None] | None = None) -> None:
    """Save to the ORBAT's file. Without a file, ask for a name. Call `then` after a successful save."""
    file = host.now.file
    if file is None:
        save_as(host, then)
    elif changed_file.is_changed(file, host.now.original):
        changed_file.ask(host, file, lambda: _save(host, file, then), lambda: save_as(host, then))
    else:
        _save(host, file, then)


def _save(host: Host, file: Path, then: Callable[[], None] | None = None) -> None:
    state = host.now
    orbat = pipeline.with_claims(state.orbat, state.book, state.quote)
    same_format = state.file is not None and _is_json(file) == _is_json(state.file)
    original = state.original if same_format else ""
    text = pipeline.file_text(orbat, file.suffix.lower(), original)
    host.saving(file, text)
    try:
        pipeline.save_text(file, text)
    except WriteFailed as failed:
        fault = phrase("{fault}. Your changes are not lost.", fault=failed)
        save_under(host, file.name, then, folder=file.parent, fault=fault)
        return
    host.saved(file, text)
    trouble = storage.store_version(file, text) or storage.add_recent_file(file)
    host.say(trouble or phrase("Saved {file}", file=file), severity="warning" if trouble else "information")
    if then is not None:
        then()


def _is_json(file: Path) -> bool:
    return file.suffix.lower() == ".json"


def save_as(host: Host, then: Callable[[], None] | None = None) -> None:
    """Ask for a file name, then save to that file. Call `then` after a successful save."""
    state = host.now
    name = state.file.name if state.file else file_name(state.orbat.title or state.report.army_list, ".yaml")
    save_under(host, name, then)


def save_under(
    host: Host,
    name: str,
    then: Callable[[], None] | None = None,
    *,
    folder: Path | None = None,
    fault: str = "",
    first: Callable[[], None] | None = None,
) -> None:
    """Ask for a file name, with `name` typed already, then save to that file.

    - `then`: called after a successful save.
    - `folder`: the folder to show; None for the folder of the ORBAT.
    - `fault`: why the last attempt failed.
    - `first`: called after the user names a file and before the save, for example to change the ORBAT first.
    """
    state = host.now

    def write_to(file: Path) -> None:
        if first is not None:
            first()
        if _is_its_own(state, file):
            save(host, then)
        else:
            _save(host, file, then)

    read = lambda text, folder: typed_path(text, folder, ".yaml")  # noqa: E731  # as long as its name
    # A new ORBAT overwrites the file of the old one only after a question.
    own = state.file if first is None else None
    ask_new_file(host, NewFile("Save as", folder or _folder(state), name, read, own), write_to, fault)


def _folder(state: State) -> Path:
    return state.file.absolute().parent if state.file else Path.cwd()


def _is_its_own(state: State, file: Path) -> bool:
    return state.file is not None and file == state.file.absolute()


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
            if replaced := printing.replaced_characters(report, options):
                host.say(phrase("Warning: {replaced}", replaced=replaced), severity="warning", timeout=20)
            make = lambda report, _: printing.print_sheets(report, wanted, options, library)  # noqa: E731  # as long as its name
            _write(host, "Print to a PDF", (".pdf",), make, refusal)

    for wrong in layouts.unreadable.values():
        host.say(phrase("{first}{others}", first=wrong[:1].upper(), others=wrong[1:]), severity="warning", timeout=20)
    first = next(iter(layouts.usable), None)
    host.show(AskPrint(layouts.usable, PrintRequest((first,) if first else ()), pages), chosen)


def export(host: Host) -> None:
    """Export the army. The suffix of the file decides the format."""
    suffixes = (*pipeline.CONVERT_SUFFIXES, pipeline.SCENARIO_SUFFIX)

    def refusal(suffix: str) -> str:
        return phrase("Cannot export to {suffix}. Use {formats}.", suffix=suffix, formats=any_of(suffixes))

    # 80 columns have no room for the last suffix
    question = phrase("Export as {formats}", formats=any_of(pipeline.CONVERT_SUFFIXES))
    _write(host, question, suffixes, pipeline.converted, refusal)


def _write(host: Host, question: str, suffixes: tuple[str, ...], make: Maker, refusal: Callable[[str], str]) -> None:
    # A name without a suffix gets the first of `suffixes`. For a suffix not among them, the dialog shows
    # `refusal(suffix)`.
    state = host.now
    base = state.file or Path(file_name(state.orbat.title or "orbat", ".yaml"))

    def read(text: str, folder: Path) -> Path:
        file = typed_path(text, folder, suffixes[0])
        if _is_its_own(state, file):
            raise ValueError(
                phrase(
                    "{file} is the file of this army, which is not overwritten here. To save the army, press {key}.",
                    file=file,
                    key=host.key_of("save"),
                )
            )
        if pipeline.format_suffix(file) not in suffixes:
            raise ValueError(refusal(file.suffix))
        return file

    def write_to(file: Path) -> None:
        try:
            write(file, make(state.report, pipeline.format_suffix(file)), backup=False)
        except WriteFailed as failed:
            again = replace(new, folder=file.parent, name=file.name)
            ask_new_file(host, again, write_to, phrase("{reason}.", reason=failed))
        else:
            _report_written(host, file)

    new = NewFile(question, _folder(state), base.with_suffix(suffixes[0]).name, read)
    ask_new_file(host, new, write_to)


def _report_written(host: Host, file: Path) -> None:
    words = phrase("Saved {file}. {verdict}.", file=file, verdict=host.now.report.verdict)
    if label := host.program.files.delivery(file):
        answers = (("deliver", label), ("back", "Close"))
        host.offer(words, answers, {"deliver": lambda: _deliver(host, file)})
    else:
        host.say(words)


def _deliver(host: Host, file: Path) -> None:
    if fault := host.program.files.deliver(file):
        host.say(fault, severity="error")


def clip(host: Host) -> None:
    """Ask for a format, and copy the army to the terminal's clipboard."""

    def copy(make: Callable[[], str], words: str) -> Callable[[], None]:
        def copied() -> None:
            host.program.copy_to_clipboard(make())
            host.say(phrase("Army copied as {format}. Some terminals block the clipboard.", format=words))

        return copied

    report = without_unfielded(host.now.report)
    answers = (("text", "Text"), ("markdown", "Markdown"), ("bbcode", "BBCode"), ("back", "Cancel"))
    actions = {
        "text": copy(lambda: pipeline.short_text(report), "text"),
        "markdown": copy(lambda: pipeline.convert(report, ".md"), "Markdown"),
        "bbcode": copy(lambda: pipeline.convert(report, ".bbcode"), "BBCode"),
    }
    host.offer("Copy the army to the clipboard? BBCode is for forums.", answers, actions)


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
    if host.now.unsaved:
        answers = (("save", "Save and leave"), ("discard", "Discard"), ("back", "Cancel"))
        host.offer("There are unsaved changes.", answers, {"save": lambda: save(host, go), "discard": go})
    else:
        go()

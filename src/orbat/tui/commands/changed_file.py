"""What to do if another program changed the ORBAT's file: reload, compare, overwrite, or save as another file."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from orbat.data.problem import Problem
from orbat.data.text_file import read_text
from orbat.formats.orbat_file import read_orbat
from orbat.model.record import Value
from orbat.model.wording import phrase
from orbat.tui.commands.host import Host
from orbat.tui.commands.versions import change_lines
from orbat.tui.state import State
from orbat.tui.storage import exists


class _Changed(Value):
    # The file, its present text, and the ORBAT in it; None if it contains no ORBAT.

    file: Path
    text: str
    theirs: State | None
    actions: dict[str, Callable[[], None]]


def is_changed(file: Path, original: str) -> bool:
    """Whether the content of an existing file differs from `original`, the text last read or written."""
    text = read_text(file)
    return exists(file) and (isinstance(text, Problem) or text != original)


def ask(host: Host, file: Path, overwrite: Callable[[], None], save_as: Callable[[], None]) -> None:
    """Ask what to do about a changed file."""
    text = read_text(file)
    found = _state(host, text) if isinstance(text, str) else None
    actions = {"overwrite": overwrite, "as": save_as}
    changed = _Changed(file, text if isinstance(text, str) else "", found, actions)
    question = phrase("Another program changed {file} after it was opened.", file=file)
    others = (("overwrite", "Overwrite"), ("as", "Save as"), ("back", "Cancel"))
    if found is None:
        host.offer(phrase("{question} The file now contains no readable ORBAT.", question=question), others, actions)
        return
    told = phrase(
        "{question} Reload replaces your army with the file. After a reload, {key} restores your army.",
        question=question,
        key=host.key_of("undo"),
    )
    own = {"reload": lambda: _reload(host, changed), "compare": lambda: _compare(host, changed)}
    host.offer(told, (("reload", "Reload"), ("compare", "Compare"), *others), {**actions, **own})


def _state(host: Host, text: str) -> State | None:
    orbat = read_orbat(text).orbat
    book = host.program.workspace.book(orbat) if orbat else None
    return host.program.workspace.open(orbat, book) if orbat and book else None


def _reload(host: Host, changed: _Changed) -> None:
    assert changed.theirs is not None
    step = phrase("reload {file}", file=changed.file.name)
    host.go(host.now.history.do(step, changed.theirs.orbat), ())
    host.saved(changed.file, changed.text)


def _compare(host: Host, changed: _Changed) -> None:
    assert changed.theirs is not None
    lines = change_lines(changed.theirs.report, host.now.report)
    question = (
        phrase("Differences between your army and {file}:", file=changed.file.name)
        if lines
        else phrase("Your army is the same as the one in {file}.", file=changed.file.name)
    )
    answers = (("reload", "Reload"), ("overwrite", "Overwrite"), ("as", "Save as"), ("back", "Cancel"))
    host.offer(question, answers, {**changed.actions, "reload": lambda: _reload(host, changed)}, lines)

"""Commands of the check screen: which file and army are looked at, and what they are read by."""

from __future__ import annotations

from collections.abc import Iterator

from orbat.tui.commands.check_host import CheckHost
from orbat.tui.views.beginning import read_size
from orbat.tui.widgets.lines import Line


def other(host: CheckHost) -> None:
    """Check another file."""
    host.pick_file("Check which list?", host.file, host.check)


def which(host: CheckHost) -> None:
    """Choose among the armies of one text."""
    armies = [trail.now.orbat for trail in host.trails]
    lines = tuple(Line(key=place, name=army.title if army else "") for place, army in enumerate(armies))
    host.choose("Which army of this text?", lines, lambda place: host.turn_to(int(place)), host.which)


def army(host: CheckHost) -> None:
    """Say which army list to read it by, where the file does not; of any ruleset, where that is not known either."""
    read_by = host.report.book.ruleset.id if host.report and host.report.book else ""
    known = host.given["ruleset"] or read_by
    rulesets = [known] if known else host.program.library.ruleset_ids()
    lines = tuple(line for one in rulesets for line in _lists(host, one))

    def chosen(answer: str) -> None:
        ruleset, _, army_list = answer.partition("/")
        host.read_by({"ruleset": ruleset, "army_list": army_list})

    host.choose("Where the file names no army list, read it by:", lines, chosen)


def _lists(host: CheckHost, ruleset: str) -> Iterator[Line]:
    """The army lists of a ruleset, each with its ruleset beside it."""
    file = host.program.library.ruleset(ruleset)
    title = file.value.title if file and file.value else ruleset
    for list_id, name in host.program.library.list_titles(ruleset).items():
        yield Line(key=f"{ruleset}/{list_id}", name=name, columns=(title,))


def size(host: CheckHost) -> None:
    """Say what size was agreed."""
    now = "" if host.points is None else str(host.points)
    question = "The agreed size in points; empty: as the file says"
    host.ask_for(question, now, _read_size, host.agree)


def _read_size(text: str) -> int | None:
    """The size that was typed, None where none is agreed. Raises ValueError."""
    try:
        return read_size(text)
    except ValueError as error:
        raise ValueError(f"{error}.".capitalize()) from error

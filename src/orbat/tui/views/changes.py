"""The preview of a change of the army list, date or game size: a summary and lines."""

from __future__ import annotations

from collections.abc import Iterator

from orbat.evaluate.rule import formation_title, unit_name
from orbat.generator.equivalents import Replacement
from orbat.model.arrange import list_name_of
from orbat.model.book import Book
from orbat.model.edits import at
from orbat.model.finding import format_cites
from orbat.model.orbat import Unit, list_id_at
from orbat.model.points import show
from orbat.model.wording import phrase, plural
from orbat.report.finding_groups import FindingGroup, grouped
from orbat.tui.state import State
from orbat.tui.steps.changes import ArmyChange
from orbat.tui.steps.selection import formation_path
from orbat.tui.views.findings import SEVERITY_SIGNS
from orbat.tui.widgets.lines import Line


def change_words(change: ArmyChange) -> str:
    """A summary of a change: the step, points and verdict before and after, and the number of changed units."""
    before, after = change.before, change.after
    parts = [
        phrase("Result of the change: {step}.", step=change.step.name),
        *_about_ally(change),
        phrase("Now: {points}. {verdict}.", points=before.report.points, verdict=before.report.verdict.headline),
        phrase(
            "After the change: {points}. {verdict}.", points=after.report.points, verdict=after.report.verdict.headline
        ),
        *_about_units(change),
    ]
    return "\n".join(parts)


def _about_ally(change: ArmyChange) -> Iterator[str]:
    path = change.step.selected
    if list_name_of(path) == "units":
        path = path[:-2]
    if not path or change.before.book is change.after.book:
        return
    formation = at(change.after.orbat, path)
    own, army = list_id_at(change.after.orbat, path), list_id_at(change.after.orbat, ())
    if own != army and own != list_id_at(change.before.orbat, path):
        yield phrase(
            "{formation} becomes an ally, because the rest of the army is {army_list}.",
            formation=formation_title(formation),
            army_list=change.after.book.title(army),
        )


def _about_units(change: ArmyChange) -> Iterator[str]:
    lent = sum(one.is_lent for one in change.replaced)
    changed = len(change.replaced) - lent
    words = []
    if changed:
        words.append(plural(changed, "{count} unit changes.", "{count} units change."))
    if lent:
        words.append(
            plural(
                lent,
                "{count} unit has no equivalent in the new list and keeps its old list.",
                "{count} units have no equivalent in the new list and keep their old list.",
            )
        )
    if change.unnamed:
        words.append(
            plural(
                change.unnamed,
                "The name of {count} general of the old army list is removed.",
                "The names of {count} generals of the old army list are removed.",
            )
        )
    if words:
        yield " ".join(words)


def change_lines(change: ArmyChange) -> tuple[Line, ...]:
    """The changed units with their points, then the new findings."""
    return (*_unit_lines(change), *_finding_lines(change))


def _unit_lines(change: ArmyChange) -> Iterator[Line]:
    old_points = {line.path: line.sum.points for line in change.before.quote.written_units}
    new_points = {line.path: line.sum.points for line in change.after.quote.written_units}
    for one in change.replaced:
        old, new = old_points.get(one.path), new_points.get(one.path)
        texts = ["no price" if points is None else show(points) for points in (old, new)]
        yield Line(
            key=one.path,
            name=_replacement_words(one, change.before.book, change.after.book),
            columns=(phrase("{old} → {new}", old=texts[0], new=texts[1]),),
        )


def _replacement_words(one: Replacement, old_book: Book, book: Book) -> str:
    name = unit_name(one.old, one.old_entry)
    if one.is_lent:
        title = old_book.title(one.new.army_list.id) if one.new.army_list else ""
        return phrase("{unit}: not in the new list, so it stays with the list {army_list}", unit=name, army_list=title)
    details = ", ".join(filter(None, _details(one, book)))
    if one.old.entry == one.new.entry:
        return phrase("{unit}: {details}", unit=name, details=details)
    own = one.old_entry.name if one.old.name else ""
    described = phrase("{unit} ({entry})", unit=name, entry=own) if own else name
    return phrase("{unit} → {details}", unit=described, details=details)


def _details(one: Replacement, book: Book) -> Iterator[str]:
    # Only what differs is named, after the new name and entry.
    old, new = one.old, one.new
    if old.name != new.name or old.entry != new.entry:
        yield from dict.fromkeys((new.name, one.new_entry.name))
    if old.size != new.size and new.size is not None:
        yield _size_words(new, one, book)
    if old.rating != new.rating and new.rating:
        yield f"{book.ruleset.rating_word} {new.rating}"
    known = book.ruleset.options
    yield from (
        phrase("with {option}", option=known[option].label)
        for option in new.options
        if option not in old.options and option in known
    )
    if old.entry == new.entry:
        yield from (
            phrase("without {option}", option=known[option].label)
            for option in old.options
            if option not in new.options and option in known
        )


def _size_words(unit: Unit, one: Replacement, book: Book) -> str:
    if isinstance(unit.size, int):
        return f"{unit.size} {book.kind(one.new_entry).size_word(unit.size)}"
    return book.ruleset.size_label(str(unit.size))


def _finding_lines(change: ArmyChange) -> Iterator[Line]:
    known = grouped(change.before.findings)
    found = [one for one in grouped(change.after.findings) if one.severity != "note" and _is_new(one, known)]
    if found:
        yield Line(key="new findings", name="New findings", role="head", heading=True)
    yield from (_finding_line(group) for group in sorted(found, key=lambda one: one.severity != "error"))


def _is_new(group: FindingGroup, known: tuple[FindingGroup, ...]) -> bool:
    # A finding about a unit is known if the unit had a finding of the same rule, perhaps with another text.
    places = {(one.code, one.path) for before in known for one in before.findings if "units" in one.path}
    if all((one.code, one.path) in places for one in group.findings):
        return False
    # A group that lists names also changes if only the names change, so its size decides.
    if group.first.group is None:
        return all(group.text != one.text for one in known)
    before = sum(len(one.findings) for one in known if one.code == group.code)
    return len(group.findings) > before


def _finding_line(group: FindingGroup) -> Line:
    return Line(
        key=group.key,
        name=f"{group.code} {group.text} {format_cites(group.first.cites)}".rstrip(),
        symbol=SEVERITY_SIGNS[group.severity],
        role=group.severity,
    )


def list_question(state: State) -> str:
    """The question above the army lists.

    For a formation, the question says that another list makes the formation an ally.
    """
    path = formation_path(state)
    if not path:
        return "Army list of the army. You see the result before you apply it."
    return phrase(
        "Army list of {formation}. A list other than {army_list} makes the formation an ally. "
        "You see the result before you apply it.",
        formation=formation_title(at(state.orbat, path)),
        army_list=state.book.title(list_id_at(state.orbat, path[:-2])),
    )

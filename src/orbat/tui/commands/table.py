"""Every command of the builder, declared once: keys, key bar, palette and help are made from this."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from orbat.registry import builder_commands, load
from orbat.tui.commands import army, availability, edit, files, staff, versions, view
from orbat.tui.commands.command import ANY, FORMATIONS, PLACED, UNITS, Command, step
from orbat.tui.commands.host import Host
from orbat.tui.state import State, StepResult
from orbat.tui.steps import army as army_steps
from orbat.tui.steps import formations, units


def _lowest(state: State) -> StepResult | None:
    return formations.new_formation(state, state.book.ruleset.levels[-1].id)


# A table reads best in rows.
# fmt: off
_CORE: tuple[Command, ...] = (
    Command("buy", view.buy, "insert", "Buy", "Buy what the cursor of the army list is on.", "Units"),
    Command("grow", step(lambda state: units.resize(state, 1)), "plus,equals_sign", "{more}",
            "Make the unit one stand, figure or gun larger, or give it the next larger size.", "Units", UNITS, 1,
            supported=availability.has_sizes, available=availability.is_sized),
    Command("shrink", step(lambda state: units.resize(state, -1)), "minus", "{fewer}",
            "Make the unit one stand, figure or gun smaller, or give it the next smaller size.", "Units", UNITS, 2,
            supported=availability.has_sizes, available=availability.is_sized),
    Command("rating", step(units.rate), "c", "{rating}",
            "Give the unit the next rating that its list offers; a figure key gives that one.", "Units", UNITS, 3,
            supported=availability.has_ratings, available=availability.is_rated),
    Command("option", edit.option, "o", "Option", "Give the unit an option, or take it away.", "Units", UNITS, 4,
            supported=availability.has_options, available=availability.is_optional),
    Command("left", edit.points_left, "w", "What would it buy?",
            "What a number of points would buy: new units, or more of those there are.", "Units", ANY, 27),
    Command("rename", edit.rename, "n", "Name",
            "Name the selected thing; the list's regiments are offered.", "Anything", ANY, 10),
    Command("note", edit.note, "t", "Note", "Write a note on the selected thing.", "Anything", ANY, 15),
    Command("duplicate", step(formations.duplicate), "d", "Duplicate",
            "Copy the unit, or the formation with all in it, under fresh names.", "Anything", PLACED, 11,
            several=True),
    Command("move", edit.move, "m", "Move",
            "Move what is marked or selected into another formation.", "Anything", PLACED, 14,
            several=True),
    Command("up", step(lambda state: formations.shift(state, -1)), "shift+up,ctrl+up", "Up",
            "Move the selected thing up among its fellows.", "Anything", PLACED),
    Command("down", step(lambda state: formations.shift(state, 1)), "shift+down,ctrl+down", "Down",
            "Move the selected thing down among its fellows.", "Anything", PLACED),
    Command("mark", view.mark, "space", "Mark",
            "Mark the selected thing and go on to the next, so that commands take several at once.", "Anything",
            PLACED, 16),
    Command("unmark", view.unmark, "U", "Unmark all", "Take every mark away.", "Anything",
            available=availability.has_marks),
    Command("cut", edit.cut, "ctrl+x", "Cut", "Cut what is marked or selected.", "Anything", PLACED,
            several=True),
    Command("copy", edit.copy, "ctrl+c", "Copy", "Copy what is marked or selected.", "Anything", PLACED,
            several=True),
    Command("paste", edit.paste, "ctrl+v", "Paste",
            "Put what was cut or copied into the selected formation.", "Anything"),
    Command("delete", step(formations.delete), "delete", "Delete",
            "Delete what is marked or selected.", "Anything", PLACED, 12, several=True),
    Command("dissolve", step(lambda state: formations.delete(state, keep_units=True)), "shift+delete", "Dissolve",
            "Delete the formation but keep its units, which go to where it stood.", "Formations", ("formation",), 17),
    Command("formation", step(_lowest), "b", "New {lowest}",
            "Add a formation of the lowest level, with its general.", "Formations", ANY, 5),
    Command("higher", edit.higher, "v", "New {higher}",
            "Add a formation of a higher level, with its general, around what is selected or beside it.", "Formations",
            ANY, 6,
            supported=availability.has_levels),
    Command("general", edit.general, "g", "General",
            "Name the general, for a unit that of its formation; where there is none, one is bought.", "Formations",
            ANY, 4),
    Command("dismiss", step(formations.dismiss_general), "G", "No general",
            "Take the general away.", "Formations", FORMATIONS,
            available=availability.has_general),
    Command("off_board", step(formations.next_reserve), "x", "{reserve}",
            "Keep the formation off the board, or bring it back; of several ways to come on, the next.", "Formations",
            PLACED, 13,
            available=availability.is_reservable),
    Command("sort", edit.sort, "s", "Sort", "Put the formation's units in an order.", "Formations"),
    Command("fold", view.fold, "z", "Fold",
            "Fold or unfold the selected formation.", "Formations", ("formation",)),
    Command("roll", staff.roll, "r", "Roll staff",
            "Dice for every general who has not been diced for.", "Staff", ANY, 23,
            supported=availability.has_staff_dice),
    Command("dice", staff.dice, "R", "Type staff dice",
            "Type the dice thrown on the table, for all or for what is marked; a roll they replace is kept.", "Staff",
            ANY, 23,
            supported=availability.has_staff_dice),
    Command("reroll", staff.reroll, "ctrl+r", "Roll again",
            "Dice again for the general of the selected formation; the earlier roll is kept.", "Staff", FORMATIONS, 12,
            supported=availability.has_staff_dice, available=availability.is_rerollable),
    Command("quality", step(army_steps.next_quality), "q", "Quality",
            "Give the general the next staff quality, where it is bought or set.", "Staff", FORMATIONS, 12,
            supported=availability.has_set_quality, available=availability.has_qualities),
    Command("staff_table", step(army_steps.next_staff_table), "D", "Staff table",
            "Dice for staff on the default table or the national one; what has been rolled stays.", "Staff", ("army",),
            supported=availability.has_staff_tables),
    Command("size", edit.size, "a", "Agreed size", "Agree another size.", "Army", ("army",), 7),
    Command("date", edit.date, "y", "Date",
            "Set the date; entries and options depend on it.", "Army", ("army",), 8),
    Command("raise", army.raise_army, "A", "Raise an army",
            "Raise a legal army of the agreed size in a style: it is shown first, and taken as one step.", "Army", ANY),
    Command("suggest", army.suggest, "W", "Suggest",
            "List ways to mend findings, to spend what is left or to come under the size; one is taken as a step.",
            "Army", ANY),
    Command("list", edit.army_list, "L", "Change army list",
            "Take another army list, for the army or for an allied formation.", "Army", FORMATIONS, 18),
    Command("reading", army.reading, "i", "Rulings",
            "Choose how a passage of the rules is read that can be read in two ways.", "Army", ("army",), 9,
            supported=availability.has_rulings),
    Command("fix", view.fix, "f", "Fix", "Apply the fix of the finding under the cursor.", "Findings", ANY, 25,
            available=availability.has_fixes),
    Command("explain", view.explain, "question_mark", "Explain",
            "Explain the finding under the cursor, with the rule it comes from.", "Findings", ANY, 26,
            available=availability.has_findings),
    Command("filter", view.filter_entries, "slash", "Find",
            "Type to find entries by name, kind or regiment.", "Looking", ANY, 24),
    Command("undo", files.undo, "ctrl+z,u", "Undo", "Take the last step back.", "Steps", ANY, 20),
    Command("redo", files.redo, "ctrl+y", "Redo", "Do again what was taken back.", "Steps",
            available=availability.has_redo),
    Command("history", files.history, "h", "Steps", "Show every step, and go to any of them.", "Steps", ANY, 29),
    Command("save", files.save, "ctrl+s", "Save", "Save to the file.", "File", ANY, 21),
    Command("save_as", files.save_as, "S,ctrl+shift+s", "Save as", "Save to another file.", "File"),
    Command("versions", versions.versions, "V", "Versions", "Compare with an earlier save, or bring it back.", "File"),
    Command("print", files.print_sheets, "p", "Print", "Print sheets as PDF: choose which, and how.", "File", ANY, 22),
    Command("export", files.export, "e", "Export", "Write it as text, Markdown, a table or JSON.", "File"),
    Command("clip", files.clip, "k", "Copy as text",
            "Copy the whole army as text to the clipboard, to paste it into a message.", "File", ANY, 28),
    Command("theme", view.theme, "T", "Theme", "Choose the colours.", "Looking"),
    Command("keys", view.keys_file, "f2", "Keys", "Where the file is that changes the keys.", "Looking"),
    Command("help", view.help, "f1", "Help", "Help on the pane that has the focus.", "Looking", ANY, 50),
    Command("leave", files.leave, "escape", "Leave",
            "Clear the filter, go back to the tree, clear the marks; then leave for the home screen, asking about "
            "unsaved edits.", "File", ANY, 51),
    Command("quit", files.quit_orbat, "ctrl+q", "Quit", "Leave orbat altogether, asking about unsaved edits.", "File"),
)
# fmt: on


def _with_added() -> Iterator[Command]:
    """The commands of the core, each changed_place by those that features add after it."""
    added = builder_commands()
    for command in _CORE:
        yield command
        for one in added:
            if one.after == command.id:
                yield Command(one.id, _run(one.code), one.keys, one.title, one.help, one.group, rank=one.rank)


def _run(code: str) -> Callable[[Host], None]:
    return lambda host: load(code)(host)


COMMANDS = tuple(_with_added())

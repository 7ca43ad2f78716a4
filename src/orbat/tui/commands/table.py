"""The table of the builder's commands, which defines the keys, the key bar, the palette and help."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from orbat.registry import builder_commands, load
from orbat.tui.commands import army, availability, edit, fielded, files, staff, versions, view
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
    Command("buy", view.buy, "insert", "Buy", "Buy the entry at the cursor of the army list.", "Units"),
    Command("grow", step(lambda state: units.resize(state, 1)), "plus", "{more}",
            "Add one stand, figure or gun to the unit, or choose its next larger size.", "Units", UNITS, 1,
            supported=availability.has_sizes, available=availability.is_sized),
    Command("shrink", step(lambda state: units.resize(state, -1)), "minus", "{fewer}",
            "Remove one stand, figure or gun from the unit, or choose its next smaller size.", "Units", UNITS, 2,
            supported=availability.has_sizes, available=availability.is_sized),
    Command("unit_size", edit.unit_size, "equals_sign", "Size",
            "Type the number of stands, figures or guns of the unit, or choose one of its sizes.", "Units", UNITS, 2,
            supported=availability.has_sizes, available=availability.is_sized),
    Command("rating", step(units.next_rating), "c", "{rating}",
            "Change the unit's rating to the next one. The digit keys set a rating directly.", "Units", UNITS, 3,
            supported=availability.has_ratings, available=availability.is_rated),
    Command("option", edit.option, "o", "Option", "Add or remove an option of the unit.", "Units", UNITS, 4,
            supported=availability.has_options, available=availability.has_unit_options),
    Command("left", edit.points_to_spend, "w", "Points to spend",
            "List new or larger units for the remaining points, or for a typed number.", "Units", ANY, 27),
    Command("rename", edit.rename, "n", "Name",
            "Name the selected item. The dialog offers the regiments of the army list.", "Edit", ANY, 10),
    Command("note", edit.note, "t", "Note", "Write a note on the selected item.", "Edit", ANY, 15),
    Command("duplicate", step(formations.duplicate), "d", "Duplicate",
            "Copy the unit, or the formation with its units. The copies get new names.", "Edit", PLACED, 11,
            with_marks=True),
    Command("move", edit.move, "m", "Move",
            "Move the marked or selected items to another formation.", "Edit", PLACED, 14,
            with_marks=True),
    Command("up", step(lambda state: formations.shift(state, -1)), "shift+up,ctrl+up", "Up",
            "Move the selected item up in its formation.", "Edit", PLACED),
    Command("down", step(lambda state: formations.shift(state, 1)), "shift+down,ctrl+down", "Down",
            "Move the selected item down in its formation.", "Edit", PLACED),
    Command("mark", view.mark, "space", "Mark",
            "Mark the selected item and go to the next item. Some commands apply to all marked items.", "Edit",
            PLACED, 16),
    Command("unmark", view.unmark, "U", "Unmark all", "Clear all marks.", "Edit",
            available=availability.has_marks),
    Command("cut", edit.cut, "ctrl+x", "Cut", "Cut the marked or selected items.", "Edit", PLACED,
            with_marks=True),
    Command("copy", edit.copy, "ctrl+c", "Copy", "Copy the marked or selected items.", "Edit", PLACED,
            with_marks=True),
    Command("paste", edit.paste, "ctrl+v", "Paste",
            "Paste the cut or copied items into the selected formation.", "Edit"),
    Command("delete", step(formations.delete), "delete", "Delete",
            "Delete the marked or selected items.", "Edit", PLACED, 12, with_marks=True),
    Command("dissolve", step(lambda state: formations.delete(state, keep_units=True)), "shift+delete", "Dissolve",
            "Delete the formation, but move its units to the enclosing formation.", "Formations",
            ("formation",), 17),
    Command("formation", step(_lowest), "b", "New {lowest}",
            "Add a formation of the lowest level, with a general.", "Formations", ANY, 5),
    Command("higher", edit.higher, "v", "New {higher}",
            "Add a formation of a higher level, empty or with the selected formations in it.", "Formations",
            ANY, 6,
            supported=availability.has_levels),
    Command("general", edit.general, "g", "General",
            "Name the general of the formation. If the formation has no general, add one.", "Formations",
            ANY, 4),
    Command("dismiss", step(formations.dismiss_general), "G", "Remove general",
            "Remove the general.", "Formations", FORMATIONS,
            available=availability.has_general),
    Command("off_board", step(formations.next_reserve), "x", "{reserve}",
            "Hold the formation off the board, change to the next kind of reserve, or put it on the board.",
            "Formations", PLACED, 13,
            available=availability.is_reservable),
    Command("sort", edit.sort, "s", "Sort", "Sort the formation's units.", "Formations"),
    Command("fold", view.fold, "z", "Fold",
            "Fold or unfold the selected formation.", "Formations", ("formation",)),
    Command("roll", staff.roll, "r", "Roll staff",
            "Roll staff quality for every general who has no roll yet.", "Staff", ANY, 23,
            supported=availability.has_staff_dice),
    Command("dice", staff.dice, "R", "Enter dice",
            "Enter dice that you rolled by hand, for all generals or the marked ones. Earlier rolls stay on record.",
            "Staff", ANY, 23,
            supported=availability.has_staff_dice),
    Command("reroll", staff.reroll, "ctrl+r", "Roll again",
            "Roll again for the selected general. The earlier roll stays on record.", "Staff", FORMATIONS, 12,
            supported=availability.has_staff_dice, available=availability.is_rerollable),
    Command("quality", step(army_steps.next_quality), "Q", "Quality",
            "Change the general's staff quality to the next one.", "Staff", FORMATIONS, 12,
            supported=availability.has_set_quality, available=availability.has_qualities),
    Command("staff_table", step(army_steps.next_staff_table), "D", "Staff table",
            "Choose the default staff table or a national one. Existing rolls do not change.", "Staff", ("army",),
            supported=availability.has_staff_tables),
    Command("size", edit.size, "a", "Game size", "Set the agreed game size. You see the result before you apply it.",
            "Army", ("army",), 7),
    Command("date", edit.date, "y", "Date",
            "Set the date. A battle sets the theatre too. Entries and options depend on the date. You see the result "
            "before you apply it.", "Army", ("army",), 8),
    Command("theatre", edit.theatre, "Y", "Theatre",
            "Choose the theatre of war. Entries, regiments and commanders depend on it. You see the result before you "
            "apply it.", "Army", ("army",),
            available=availability.has_theatres),
    Command("fielded", fielded.choose_units, "I", "Tonight's units",
            "Choose the units that take the field. The others stay at home: kept in the file, but not counted.",
            "Army", ANY),
    Command("raise", army.raise_army, "A", "Raise an army",
            "Generate a legal army of the game size, in a style that you choose. You see a preview first.",
            "Army", ANY),
    Command("suggest", army.suggest, "W", "Suggest",
            "List fixes for findings, and ways to reach the game size, with points before and after.",
            "Army", ANY),
    Command("list", edit.army_list, "L", "Change army list",
            "Choose another army list for the army or for an allied formation. Units get the nearest entries. You see "
            "the result before you apply it.", "Army", FORMATIONS, 18),
    Command("reading", army.choose_ruling, "i", "Rulings",
            "Choose how to read unclear passages of the rules.", "Army", ("army",), 9,
            supported=availability.has_rulings),
    Command("house_limits", step(army_steps.next_house_limits), "H", "House limits",
            "Choose whether house limits that are not kept give warnings, errors or nothing.", "Army", ANY),
    Command("fix", view.fix, "f", "Fix",
            "Fix the findings at the cursor, roll for their generals, or list suggestions.", "Findings", ANY, 25,
            available=availability.has_fixes),
    Command("explain", view.explain, "question_mark", "Explain",
            "Explain the rule behind the finding at the cursor.", "Findings", ANY, 26,
            available=availability.has_findings),
    Command("filter", view.filter_entries, "slash", "Find",
            "Find entries by name, kind or regiment.", "View", ANY, 24),
    Command("undo", files.undo, "u,ctrl+z", "Undo", "Undo the last step.", "History", ANY, 20),
    Command("redo", files.redo, "ctrl+y", "Redo", "Redo the last undone step.", "History",
            available=availability.has_redo),
    Command("history", files.history, "h", "History", "List every step, and go to any of them.", "History", ANY, 29),
    Command("save", files.save, "ctrl+s", "Save", "Save the army to its file.", "File", ANY, 21),
    Command("save_as", files.save_as, "S,ctrl+shift+s", "Save as", "Save the army to another file.", "File"),
    Command("versions", versions.versions, "V", "Versions",
            "Compare the army with an earlier version of its file, or restore that version.", "File"),
    Command("print", files.print_sheets, "p", "Print", "Choose sheets and options, and write a PDF.", "File", ANY, 22),
    Command("export", files.export, "e", "Export",
            "Write the army as text, Markdown, BBCode, a CSV table, a workbook, JSON or a web page.", "File"),
    Command("clip", files.clip, "E", "Copy as text",
            "Copy the army to the clipboard as text, Markdown or BBCode.", "File", ANY, 28),
    Command("theme", view.theme, "T", "Theme", "Choose a colour theme.", "View"),
    Command("keys", view.keys_file, "f3", "Keys",
            "Show the path of keys.yaml, the file in which you change keys.", "View"),
    Command("help", view.help, "f1", "Help", "Show help on the focused pane.", "View", ANY, 50),
    Command("leave", files.leave, "escape", "Leave",
            "Go back one step: clear the filter, return to the order of battle, clear the marks, or close the builder.",
            "File", ANY, 51),
    Command("quit", files.quit_orbat, "ctrl+q", "Quit", "Quit orbat.", "File"),
)
# fmt: on


def _with_added() -> Iterator[Command]:
    # A command of an optional feature is placed after the core command that it names.
    added = builder_commands()
    for command in _CORE:
        yield command
        for one in added:
            if one.after == command.id:
                yield Command(one.id, _run(one.code), one.keys, one.title, one.help, one.group, rank=one.rank)


def _run(code: str) -> Callable[[Host], None]:
    return lambda host: load(code)(host)


COMMANDS = tuple(_with_added())

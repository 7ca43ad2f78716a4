"""Every command of the builder, declared once: footer, palette, help and keys are made from this."""

from __future__ import annotations

from textual.binding import Binding

from orbat.model.record import Value


class Command(Value):
    """A command: its id (also for remapping), its keys, what it is called, its group in the help, and whether the
    footer shows it."""

    id: str
    keys: str
    title: str
    group: str
    footer: bool = False


COMMANDS: tuple[Command, ...] = (
    Command("grow", "plus,equals_sign", "Larger", "Unit", footer=True),
    Command("shrink", "minus", "Smaller", "Unit", footer=True),
    Command("rating", "c", "Class", "Unit", footer=True),
    Command("option", "o", "Options", "Unit", footer=True),
    Command("rename", "n", "Name", "Edit", footer=True),
    Command("note", "t", "Note", "Edit"),
    Command("general", "g", "General", "Formation"),
    Command("formation", "b", "New formation", "Formation", footer=True),
    Command("higher", "v", "New higher formation", "Formation"),
    Command("off_board", "x", "Off board", "Formation", footer=True),
    Command("duplicate", "d", "Duplicate", "Edit", footer=True),
    Command("up", "ctrl+up,shift+up", "Move up", "Edit"),
    Command("down", "ctrl+down,shift+down", "Move down", "Edit"),
    Command("mark", "space", "Mark", "Edit"),
    Command("cut", "ctrl+x", "Cut", "Edit"),
    Command("copy", "ctrl+c", "Copy", "Edit"),
    Command("paste", "ctrl+v", "Paste", "Edit"),
    Command("delete", "delete", "Delete", "Edit", footer=True),
    Command("dissolve", "shift+delete", "Delete, keep its units", "Formation"),
    Command("fold", "left,right", "Fold or unfold", "View"),
    Command("roll", "r", "Roll staff", "Staff", footer=True),
    Command("dice", "R", "Enter dice", "Staff"),
    Command("reroll", "ctrl+r", "Roll again for this general", "Staff"),
    Command("size", "a", "Agreed size", "Army"),
    Command("date", "y", "Date", "Army"),
    Command("list", "L", "Army list", "Army"),
    Command("fix", "f", "Fix", "Findings"),
    Command("explain", "question_mark", "Explain", "Findings"),
    Command("filter", "slash", "Filter", "View", footer=True),
    Command("undo", "ctrl+z,u", "Undo", "Army", footer=True),
    Command("redo", "ctrl+y", "Redo", "Army"),
    Command("history", "h", "History", "Army"),
    Command("save", "ctrl+s", "Save", "File", footer=True),
    Command("save_as", "ctrl+shift+s,S", "Save as", "File"),
    Command("versions", "V", "Versions", "File"),
    Command("print", "p", "Print", "File", footer=True),
    Command("export", "e", "Export", "File"),
    Command("help", "f1", "Help", "View", footer=True),
    Command("leave", "escape,ctrl+q", "Leave", "File"),
)


def bindings() -> list[Binding]:
    """The commands as key bindings of the builder's screen; each can be remapped by its id."""
    return [
        Binding(command.keys, f"run('{command.id}')", command.title, show=command.footer, id=command.id)
        for command in COMMANDS
    ]

"""The selected thing's choices and its sum, with the keys that change them."""

from __future__ import annotations

from textual.content import Content
from textual.reactive import reactive
from textual.widgets import Static

from orbat.model.orbat import Formation, Unit
from orbat.model.points import show
from orbat.outputs.safe import visible
from orbat.pricing.price import options_of, rating_of
from orbat.tui.actions import entry_of, selected
from orbat.tui.session import Session


class Choices(Static):
    """What can be chosen for the selected unit, formation or army."""

    session: reactive[Session | None] = reactive(None)

    def render(self) -> Content:
        """A line for each choice."""
        session = self.session
        if session is None:
            return Content("")
        thing = selected(session)
        if isinstance(thing, Unit):
            lines = _unit_lines(session, thing)
        elif isinstance(thing, Formation):
            lines = _formation_lines(session, thing)
        else:
            lines = _army_lines(session)
        return Content("\n").join([self._line(head, words, keys) for head, words, keys in lines])

    def _line(self, head: str, words: str, keys: str) -> Content:
        """A choice with its keys; everything but the sum is cut to the width."""
        hint = f"  {keys}" if keys else ""
        content = Content(visible(words))
        if head != "sum":
            content = content.truncate(max(8, self.size.width - 10 - len(hint)), ellipsis=True)
        return Content.assemble((f"{head:<9} ", "dim"), content, (hint, "bold"))


Rows = list[tuple[str, str, str]]


def _unit_lines(session: Session, unit: Unit) -> Rows:
    entry = entry_of(session)
    line = next(one for one in session.quote.all_units if one.path == session.selected)
    if entry is None:
        return [
            ("name", unit.name, "n"),
            ("entry", f"{unit.entry} is not in the list", ""),
            ("sum", line.sum.reason, ""),
        ]
    kind = session.book.kind(entry)
    ruleset = session.book.ruleset
    size = f"{line.sum.size} {kind.counted_in[1]} ({entry.size.min} to {entry.size.max}, usually {entry.size.typical})"
    rows: Rows = [("name", unit.name or entry.name, "n"), ("entry", entry.name, "")]
    rows.append(("size", size if kind.price.per == "size" else "one", "+ -" if kind.price.per == "size" else ""))
    if entry.ratings:
        offered = entry.offered(session.orbat.date)
        now = rating_of(unit, entry)
        marks = "  ".join(f"({'•' if rating == now else ' '}) {rating}" for rating in offered)
        rows.append((ruleset.rating_word, marks, "c"))
    has = options_of(unit, entry, ruleset.options, session.orbat.date)
    for use in entry.options:
        label = ruleset.options[use.option].label if use.option in ruleset.options else use.option
        always = use.use == "always"
        mark = "always" if always else ("yes" if use.option in has else "no")
        rows.append((label[:9], mark, "" if always else "o"))
    may = [ability.label for ability in ruleset.abilities if ability.id in entry.may and entry.kind in ability.kinds]
    rows.append(("note", unit.note or "none", "t"))
    rows.append(("sum", line.sum.reason, ""))
    if may:
        rows.append(("troops", ", ".join(may), ""))
    return rows


def _formation_lines(session: Session, formation: Formation) -> Rows:
    line = next(one for one in session.quote.all_formations if one.path == session.selected)
    general = formation.commander
    roll = general.roll if general else None
    dice = f", rolled {'+'.join(map(str, roll.dice))} on the {roll.table} table" if roll else ""
    quality = f"{general.name or 'unnamed'}, {general.quality or 'not diced'}{dice}" if general else "none"
    return [
        ("name", formation.name or f"unnamed {formation.level}", "n"),
        ("level", formation.level, ""),
        ("general", quality, "g r"),
        ("off board", "yes" if formation.off_board else "no", "x"),
        ("note", formation.note or "none", "t"),
        ("sum", f"{show(line.points)} points in all", ""),
    ]


def _army_lines(session: Session) -> Rows:
    orbat = session.orbat
    general = orbat.commander
    size = str(orbat.game_size) if orbat.game_size is not None else "not agreed"
    return [
        ("title", orbat.title, "n"),
        ("General", f"{general.name or 'unnamed'}, you" if general else "none", "g"),
        ("size", size, "a"),
        ("date", orbat.date.in_words if orbat.date else "none", "y"),
        ("list", session.report.army_list, "L"),
        ("note", orbat.note or "none", "t"),
        ("sum", session.report.points, ""),
    ]

"""What the builder's lists show: lines made from a session. No width, colour or key is decided here."""

from __future__ import annotations

from orbat.model.army_list import Entry
from orbat.model.book import Book
from orbat.model.dates import Date
from orbat.model.finding import cited
from orbat.model.orbat import Orbat
from orbat.model.path import Path
from orbat.report.listing import entry_price
from orbat.report.rows import Row
from orbat.tui.session import Session
from orbat.tui.widgets.lines import Line

SYMBOLS = {"infantry": "■", "cavalry": "◢", "artillery": "◆", "engineers": "▣", "works": "≡", "staff": "★"}
"""A glyph for each arm that every terminal has; an arm of another ruleset has the plain one."""
PLAIN_SYMBOL = "▪"
SEVERITY_SIGNS = {"error": "✗", "warning": "!", "note": "i"}


def tree_lines(session: Session, folded: frozenset[Path]) -> tuple[Line, ...]:
    """The command tree: the army, its formations and units, without what is folded away."""
    guilty = _worst_by_path(session)
    lines = []
    for row in session.report.rows:
        if any(row.path[:length] in folded for length in range(2, len(row.path), 2)):
            continue
        lines.append(_tree_line(row, session, row.path in folded, guilty.get(row.path, "")))
    return tuple(lines)


def _worst_by_path(session: Session) -> dict[Path, str]:
    """The worst severity found at each unit or formation."""
    worst: dict[Path, str] = {}
    for finding in session.findings:
        path = finding.path
        while path and not isinstance(path[-1], int):
            path = path[:-1]
        if finding.severity in ("error", "warning") and worst.get(path) != "error":
            worst[path] = finding.severity
    return worst


def _tree_line(row: Row, session: Session, folded: bool, worst: str) -> Line:
    sign = f" {SEVERITY_SIGNS[worst]}" if worst else ""
    if row.sort == "unit":
        size = f"{row.size} {row.counted_in}" if row.size else ""
        rating = f"{session.book.ruleset.rating_word} {row.rating}" if row.rating else ""
        return Line(
            key=row.path,
            name=row.name + sign,
            symbol=symbol_of(row, session.book),
            depth=row.depth,
            columns=(row.options, rating, size, row.points),
            role=worst if worst == "error" else "plain",
            marked=row.path in session.marked,
        )
    name = row.name or f"unnamed {row.level}"
    general = f" · {row.general}" if row.commander else ""
    if row.sort == "army":
        name = "Army"
    off = "off board" if row.off_board else ""
    return Line(
        key=row.path,
        name=f"{name}{general}{sign}",
        symbol="▸" if folded else "▾",
        depth=row.depth,
        columns=("", "", off, row.points),
        role="head",
        marked=row.path in session.marked,
    )


def symbol_of(row: Row, book: Book) -> str:
    """The glyph of a unit's arm."""
    kind = next((kind for kind in book.ruleset.kinds.values() if kind.label == row.arm), None)
    return SYMBOLS.get(kind.arm, PLAIN_SYMBOL) if kind else "?"


def shop_lines(session: Session, words: str) -> tuple[Line, ...]:
    """What the army list offers, under its headings, as far as it matches every word typed."""
    book, orbat = session.book, session.orbat
    list_id = list_of(session)
    wanted = words.casefold().split()
    used = _used(session, list_id)
    lines: list[Line] = []
    group = None
    for entry in book.entries(list_id).values():
        if book.kind(entry).staff or not all(word in _searched(entry, book) for word in wanted):
            continue
        if entry.group != group:
            group = entry.group
            lines.append(Line(key=("group", group), name=group or "Others", role="faint"))
        lines.append(_shop_line(entry, book, orbat.date, used.get(entry.id, 0)))
    return tuple(lines)


def _shop_line(entry: Entry, book: Book, date: Date | None, used: int) -> Line:
    shut = bool(date and entry.dates and not entry.dates.cover(date))
    ratings = "/".join(entry.ratings.allowed) if entry.ratings else ""
    return Line(
        key=entry.id,
        name=entry.name,
        depth=1,
        columns=(_use_words(entry, date, used), ratings, "not now" if shut else entry_price(entry, book)),
        role="faint" if shut else "plain",
    )


def _use_words(entry: Entry, date: Date | None, used: int) -> str:
    """`2 of 3`, or how many there are where the list sets no number."""
    most = [
        limit.at_most
        for limit in entry.limits
        if limit.at_most is not None
        and limit.scope == "army"
        and limit.count == "units"
        and limit.among is None
        and limit.of is None
        and limit.in_force(date)
    ]
    if most:
        return f"{used} of {min(most)}"
    return str(used) if used else ""


def _used(session: Session, list_id: str) -> dict[str, int]:
    used: dict[str, int] = {}
    for line in session.quote.all_units:
        if line.list_id == list_id:
            used[line.unit.entry] = used.get(line.unit.entry, 0) + 1
    return used


def _searched(entry: Entry, book: Book) -> str:
    words = (entry.name, entry.id, entry.subtype, book.kind(entry).label, *entry.regiments, *entry.aliases)
    return " ".join(words).casefold()


def list_of(session: Session) -> str:
    """The list to buy from: that of the selected formation, or the army's."""
    orbat: Orbat = session.orbat
    list_id = orbat.army_list.id if orbat.army_list else ""
    here: object = orbat
    for step in range(0, len(session.selected) - 1, 2):
        if session.selected[step] == "units":
            break
        here = getattr(here, "formations", ())[int(session.selected[step + 1])]
        own = getattr(here, "army_list", None)
        list_id = own.id if own else list_id
    return list_id


def finding_lines(session: Session) -> tuple[Line, ...]:
    """The findings, the worst first."""
    order = {"error": 0, "warning": 1, "note": 2}
    ranked = sorted(enumerate(session.findings), key=lambda pair: (order[pair[1].severity], pair[0]))
    return tuple(
        Line(
            key=number,
            name=f"{finding.code} {finding.message} {cited(finding.cites)}",
            symbol=SEVERITY_SIGNS[finding.severity],
            columns=("f fix" if finding.fix else "",),
            role=finding.severity if finding.severity != "note" else "plain",
        )
        for number, finding in ranked
    )

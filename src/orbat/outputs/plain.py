"""The canonical text form of an ORBAT: one unit on a line, indents of two spaces and nothing else for looks.

    Blue Division at the ford
    Blues, The Rulebook, September 1854, 800 points
    orbat 1; ruleset rulebook; army list blues; game size 800; date 1854-09; staff table default

    General: Lord Blue, always capable, the player - 0
    Division: Blue Division - Sir John Grey, capable (3 default) - 120
      Brigade: 1st Brigade - Henry Green, not diced - 90
        7th Blues - 15 stands, class 3, with rifles [line_foot] - 60

    Total: 120 of 800 points, 680 left
    Legal

What stands after the last ` - ` of a line is its points; `60 (64 claimed)` where somebody wrote another number. A
unit's line has its entry in square brackets before that. `always` marks what the army list or the rules give without
its being written, brackets around a whole name what is shown in the place of a name. How text is escaped, and how a
field without a notation of its own is written, is told in `orbat.model.short_form`; `orbat.sources.plain` reads all of
this back. For people there is a shorter form, in which a staff roll is `(rolled 3)` or `(dice entered: 3)`; it reads
back too, without seed and day.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from orbat.model import short_form as form
from orbat.model.finding import Finding, cited
from orbat.model.orbat import Commander, Formation, Orbat, Roll, Unit
from orbat.model.path import Path
from orbat.model.points import show
from orbat.model.record import Value
from orbat.outputs.safe import visible
from orbat.pricing.price import options_of, rating_of
from orbat.pricing.quote import CommanderLine, FormationLine, Points, UnitLine
from orbat.report.report import Report

RollWords = Callable[[Roll], str]


class Line(Value):
    """One line; `strong` is the part at its beginning that a richer form may set in bold. `about` marks one that only
    says more of what stands above it."""

    depth: int
    strong: str
    rest: str = ""
    about: bool = False


class Place(Value):
    """A formation or unit and where it stands."""

    depth: int
    path: Path
    thing: Formation | Unit


def plain_text(report: Report, *, short: bool = False) -> str:
    """The report's ORBAT in the text form, its verdict and findings after it; `short` has only the dice of rolls."""
    parts = [[form.name(report.title, "untitled")]]
    if report.orbat is not None:
        title = form.name(report.orbat.title, "untitled")
        parts = [[title, form.name(report.head, "nothing said"), machine_facts(report.orbat)]]
        parts[0] += [_written(line) for line in about_lines(report.orbat)]
        parts.append([_written(line) for line in army_lines(report, _short_roll if short else _roll)])
    parts.append([total_line(report), report.verdict] if report.orbat else [report.verdict])
    if report.findings:
        parts[-1] += ["Findings:", *(f"  {finding_line(finding)}" for finding in report.findings)]
    return "\n\n".join("\n".join(part) for part in parts if part) + "\n"


def _written(line: Line) -> str:
    return "  " * line.depth + line.strong + line.rest


def machine_facts(orbat: Orbat) -> str:
    """What a program needs and a person does not: ids and settings, on one line."""
    facts = [f"orbat {orbat.orbat}", f"ruleset {orbat.ruleset}"]
    if orbat.army_list:
        facts.append(f"army list {orbat.army_list}")
    if orbat.game_size is not None:
        facts.append(f"game size {orbat.game_size}")
    if orbat.date:
        facts.append(f"date {orbat.date}")
    facts.append(f"staff table {form.word(orbat.staff_table)}")
    facts += [f"ruling {form.token(key)} = {form.token(choice)}" for key, choice in orbat.rulings.items()]
    return "; ".join(facts)


def about_lines(orbat: Orbat) -> Iterator[Line]:
    """Who plays, the tags and the army's note."""
    if orbat.player:
        yield Line(0, "", f"Player: {form.escape(orbat.player)}")
    if orbat.tags:
        yield Line(0, "", f"Tags: {', '.join(map(form.tag, orbat.tags))}")
    yield from _fields(0, orbat)
    yield from _note(0, orbat.note)


def _note(depth: int, note: str, key: str = "Note") -> Iterator[Line]:
    for part in note.split("\n") if note else ():
        yield Line(depth, "", f"{key}: {form.escape(part)}".rstrip(), about=True)


def _fields(depth: int, thing: Orbat | Formation | Unit | Commander) -> Iterator[Line]:
    """A line for each field that has no notation of its own, where it is set."""
    said = form.values(thing)
    for label, field in form.labels(type(thing)).items():
        if field.key in said:
            yield Line(depth, "", f"{label}: {said[field.key]}", about=True)


def army_lines(report: Report, roll_words: RollWords | None = None) -> Iterator[Line]:
    """The army: the General, the formations with all that is in them, and the independent units."""
    orbat = report.orbat
    assert orbat is not None
    prices = Prices(report, roll_words or _roll)
    if orbat.commander:
        said = _general(orbat.commander, prices, ("commander",))
        yield Line(0, "", f"General: {said} - {prices.general(('commander',))}")
        yield from _fields(0, orbat.commander)
        yield from _note(0, orbat.commander.note, "Note on the general")
    for place in places(orbat):
        thing = place.thing
        depth = place.depth
        if place.path == ("units", 0):
            yield Line(0, form.INDEPENDENT)
        if isinstance(thing, Formation):
            yield _formation(thing, place, prices)
            if thing.commander:
                yield from _fields(depth + 1, thing.commander)
                yield from _note(depth + 1, thing.commander.note, "Note on the general")
        else:
            yield Line(depth, "", _unit(thing, place, prices))
        yield from _fields(depth + 1, thing)
        yield from _note(depth + 1, thing.note)


def places(orbat: Orbat) -> Iterator[Place]:
    """Every formation, its units before the formations in it, and the independent units last."""
    for number, formation in enumerate(orbat.formations):
        yield from _within(formation, ("formations", number), 0)
    for number, unit in enumerate(orbat.units):
        yield Place(1, ("units", number), unit)


def _within(formation: Formation, path: Path, depth: int) -> Iterator[Place]:
    yield Place(depth, path, formation)
    for number, unit in enumerate(formation.units):
        yield Place(depth + 1, (*path, "units", number), unit)
    for number, inner in enumerate(formation.formations):
        yield from _within(inner, (*path, "formations", number), depth + 1)


class Prices:
    """A report's quote by place, and what its data says of things beyond what the ORBAT's author wrote."""

    def __init__(self, report: Report, roll_words: RollWords | None = None) -> None:
        quote = report.quote
        self.roll_words = roll_words or _roll
        self.report = report
        self.units: Mapping[Path, UnitLine] = {line.path: line for line in quote.all_units} if quote else {}
        self.formations: Mapping[Path, FormationLine] = (
            {line.path: line for line in quote.all_formations} if quote else {}
        )
        self.commanders: Mapping[Path, CommanderLine] = (
            {line.path: line for line in quote.all_commanders} if quote else {}
        )

    def points(self, path: Path) -> Points | None:
        """What the unit or formation at a path comes to, or None where no price can be said."""
        if path in self.units:
            return self.units[path].sum.points
        return self.formations[path].points if path in self.formations else None

    def general(self, path: Path) -> str:
        """What the general at a path costs."""
        return show(self.commanders[path].points) if path in self.commanders else "?"

    def quality_given(self, path: Path) -> str:
        """The quality that the rules give to a general for whom none is written."""
        line, book = self.commanders.get(path), self.report.book
        return book.ruleset.staff.player if line and book and line.is_player and not line.commander.quality else ""

    def rating_given(self, path: Path) -> str:
        """The rating of a unit for which none is written, because its entry has only one."""
        line, book = self.units.get(path), self.report.book
        entry = book.entry(line.list_id, line.unit.entry) if line and book else None
        return rating_of(line.unit, entry) if line and entry and not line.unit.rating else ""

    def options_given(self, path: Path) -> tuple[str, ...]:
        """The options that a unit always has and that are not written."""
        line, book, orbat = self.units.get(path), self.report.book, self.report.orbat
        entry = book.entry(line.list_id, line.unit.entry) if line and book else None
        if line is None or book is None or entry is None or orbat is None:
            return ()
        has = options_of(line.unit, entry, book.ruleset.options, orbat.date)
        return tuple(option for option in has if option not in line.unit.options)

    def entry_name(self, path: Path, unit: Unit) -> str:
        """The name of a unit's entry, or what was written for it."""
        line, book = self.units.get(path), self.report.book
        entry = book.entry(line.list_id, unit.entry) if line and book else None
        return entry.name if entry else unit.entry or "no entry"

    def size_words(self, path: Path, unit: Unit) -> str:
        """`15 stands`, or `size 15` where nobody knows what is counted; `size large` for a named size."""
        if isinstance(unit.size, str):
            return f"size {form.word(unit.size)}"
        line, book = self.units.get(path), self.report.book
        entry = book.entry(line.list_id, unit.entry) if line and book else None
        word = visible(book.kind(entry).counted_in[0 if unit.size == 1 else 1]) if book and entry else ""
        if not word or any(sign in word for sign in ("[", "]", ", ", " - ")):
            return f"size {unit.size}"
        return f"{unit.size} {'× ' if word[0].isdigit() else ''}{word}"

    @property
    def rating_word(self) -> str:
        """What the ruleset calls a rating, where that is one word."""
        word = self.report.book.ruleset.rating_word if self.report.book else ""
        return word if word.isalpha() and word not in ("with", "off", "always", "size") else "rating"


def _formation(formation: Formation, place: Place, prices: Prices) -> Line:
    said = "no general"
    if formation.commander:
        said = _general(formation.commander, prices, (*place.path, "commander"))
    if formation.off_board:
        said += f", {form.off_board_words(formation.off_board)}"
    if formation.army_list:
        said += f", list {formation.army_list}"
    points = figures(prices.points(place.path), formation.points)
    strong = f"{form.level_word(formation.level)}: {form.name(formation.name)}"
    return Line(place.depth, strong, f" - {said} - {points}")


def _general(commander: Commander, prices: Prices, path: Path) -> str:
    given = prices.quality_given(path)
    quality = "no quality" if commander.roll or path == ("commander",) else "not diced"
    if commander.quality or given:
        quality = form.quality_word(commander.quality) if commander.quality else f"always {form.word(given)}"
    if commander.roll:
        rolls = (commander.roll, *commander.roll.earlier)
        quality += f" ({'; earlier '.join(map(prices.roll_words, rolls))})"
    mark = ""
    if path == ("commander",):
        mark = ", marked as the player" if commander.player else ", the player"
    elif commander.player:
        mark = ", the player"
    return f"{form.inner_name(commander.name)}, {quality}{mark}"


def _roll(roll: Roll) -> str:
    words = f"{'+'.join(map(str, roll.dice)) or 'no dice'} {form.word(roll.table)}"
    if roll.result:
        words += f" = {form.word(roll.result)}"
    if roll.method:
        words += f", {roll.method}"
    if roll.seed:
        words += f", seed {form.quoted(roll.seed)}"
    return words + (f", on {form.quoted(roll.on)}" if roll.on else "") + roll_fields(roll)


def roll_fields(roll: Roll) -> str:
    """What a roll says in fields without a notation of their own: `, luck "3"`."""
    return "".join(f", {key} {form.quoted(value)}" for key, value in form.values(roll).items())


def _short_roll(roll: Roll) -> str:
    """The dice alone, where nothing else must be known of them."""
    if not roll.dice or roll.table != Roll(dice=roll.dice).table or form.values(roll):
        return _roll(roll)
    return f"{form.ENTERED if roll.method == 'entered' else form.ROLLED} {'+'.join(map(str, roll.dice))}"


def _unit(unit: Unit, place: Place, prices: Prices) -> str:
    path = place.path
    facts = [prices.size_words(path, unit)] if unit.size is not None else []
    if unit.rating:
        facts.append(f"{prices.rating_word} {form.token(unit.rating)}")
    elif given := prices.rating_given(path):
        facts.append(f"always {prices.rating_word} {form.token(given)}")
    if unit.options:
        facts.append(f"with {' + '.join(map(form.word, unit.options))}")
    if always := prices.options_given(path):
        facts.append(f"always {' + '.join(map(form.word, always))}")
    if unit.off_board:
        facts.append(form.off_board_words(unit.off_board))
    entry = form.token(unit.entry) + (f" of {unit.army_list}" if unit.army_list else "")
    said = f"{', '.join(facts)} [{entry}]".lstrip()
    return f"{form.name(unit.name, prices.entry_name(path, unit))} - {said} - {_points(unit, path, prices)}"


def _points(unit: Unit, path: Path, prices: Prices) -> str:
    return figures(prices.points(path), unit.points)


def figures(points: Points | None, claim: Points | None) -> str:
    """`60`, `?` where there is no price, and `60 (64 claimed)` where somebody wrote another number."""
    words = "?" if points is None else show(points)
    return words if claim is None or claim == points else f"{words} ({show(claim)} claimed)"


def total_line(report: Report) -> str:
    """`Total: 788 of 800 points, 12 left`."""
    claim = report.orbat.total if report.orbat else None
    comes_to = report.quote.total if report.quote else None
    claimed = f" ({show(claim)} claimed)" if claim is not None and claim != comes_to else ""
    return f"Total: {report.points or '?'}{claimed}"


def finding_line(finding: Finding) -> str:
    """One finding, for a person: `error UNT003: what is wrong [DOE 5.3]. What to do.`."""
    wrong = f"{finding.message} {cited(finding.cites)}".rstrip()
    return visible(f"{finding.severity} {finding.code}: {wrong}. {finding.help}".rstrip())

"""Read the lines of one army in order, and build its ORBAT."""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Collection, Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import replace

from orbat.evaluate.pricing import Pricer
from orbat.evaluate.quote import Quote
from orbat.list_reader import line_blocks as blocks
from orbat.list_reader import sums
from orbat.list_reader.army_numbers import mentions_sums, plain_numbers_in
from orbat.list_reader.certainty import (
    line_confidence,
    lines_between_units,
    lines_of_difference,
    may_lack_price,
    may_omit_size,
    questions_of,
    with_confidence,
)
from orbat.list_reader.claims import ClaimFinder, has_total
from orbat.list_reader.columns import role_of
from orbat.list_reader.defaults import figures_to_a_stand
from orbat.list_reader.detection import ListCandidate, agreement_score
from orbat.list_reader.excerpt import unread_rest
from orbat.list_reader.explained import with_explained
from orbat.list_reader.hints import corrected_values, with_roles, with_sums
from orbat.list_reader.item import Item
from orbat.list_reader.item_sequence import FoundItems, ItemSequence
from orbat.list_reader.leftovers import leftover_of
from orbat.list_reader.line_reader import LineReader, View
from orbat.list_reader.lines import LineKey, TypedLine
from orbat.list_reader.matching import matcher_of
from orbat.list_reader.number_uses import FoundRole, claimed_roles, general_roles, number_uses, roles_of
from orbat.list_reader.overlooked import Overlooked
from orbat.list_reader.shapes import ChosenReading
from orbat.list_reader.tree import BuiltOrbat, TreeBuilder, TreeNode, Troops, assign_troops, build_orbat
from orbat.list_reader.unit_choices import UnitChooser
from orbat.list_reader.unit_costs import MAX_COST, UnitCosts
from orbat.list_reader.unit_readings import ReadPurchase, alternatives_of, close_readings, explanation_of, purchase_of
from orbat.list_reader.words import words_of
from orbat.model.army_list import ArmyList
from orbat.model.book import Book
from orbat.model.claims import Alternative, Claim, Confidence, Correction, LineRole, Reading, ReadLine, least_certain
from orbat.model.dates import Date
from orbat.model.path import OrbatPath
from orbat.model.wording import phrase

MAX_UNITS = 2_000
"""Maximum number of units of an army. Later lines are skipped."""
_MAX_ITEMS = MAX_UNITS + 200
"""Maximum number of lines about troops that are examined, since some of them may not be understood."""
_MIN_POINTS = 20
"""Below the total, smaller numbers are no points: `see you at 9`."""


def _merged(first: ReadLine, second: ReadLine) -> ReadLine:
    explanation = "; ".join(part for part in (first.explanation, second.explanation) if part)
    alternatives, misspelt = (*first.alternatives, *second.alternatives), (*first.misspelt, *second.misspelt)
    return replace(
        second,
        explanation=explanation,
        alternatives=alternatives,
        misspelt=misspelt,
        unread=first.unread or second.unread,
        role=min(first.role, second.role, key=_LINE_ROLES.index),
    )


_LINE_ROLES: tuple[LineRole, ...] = (
    "unit",
    "general",
    "formation",
    "sum",
    "unread",
    "title",
    "head",
    "detail",
    "outside",
    "",
)
"""The roles of lines. If a line has several, the first of them counts."""


def _role_of(item: Item) -> LineRole:
    match item.item_type:
        case "troops":
            return "unit"
        case "heading":
            return "formation" if item.level else "title"
        case "army_numbers":
            return "sum"
        case "talk":
            return "outside"
        case _:
            return item.item_type


def _first_role(roles: Collection[LineRole], line: TypedLine) -> LineRole:
    if not roles:
        return "head" if not line.clean and any(map(str.isalpha, line.text)) else "outside"
    return min(roles, key=_LINE_ROLES.index)


def _title_of(item: Item) -> str:
    # The title of an army, if an item before all troops has one.
    if item.item_type == "army_numbers":
        return _title_before_size(item.line.clean)
    if item.item_type not in ("heading", "talk"):
        return ""
    # Adds the level if the heading lacks one: `Brigade Left`.
    named = not item.level or not item.name or item.level in words_of(item.name)
    return (item.name if named else f"{item.level.capitalize()} {item.name}") or item.line.clean


_MAX_TITLE = 80
_BEFORE_SIZE = re.compile(r"(?P<title>[^\d:;]+?)[\s,\u2013\u2014-]+\d[\d.,]*\s*[^\W\d]*\W*")
_BETWEEN_PARTS = re.compile(r"[,\u2013\u2014-]")


def _title_before_size(text: str) -> str:
    """The title on a line with the size of the game: `Russians, Alma` in `Russians, Alma, 600 points`. "" if the line
    has fewer than two parts before the size, since a single word usually names only the army list."""
    found = _BEFORE_SIZE.fullmatch(text.strip()) if len(text) <= _MAX_TITLE else None
    parts = _BETWEEN_PARTS.split(found["title"]) if found else []
    return found["title"].strip() if found and sum(any(map(str.isalpha, one)) for one in parts) > 1 else ""


_VIEWS: Mapping[str, str] = {
    "troops": phrase("a unit"),
    "units": phrase("several units"),
    "generals": phrase("several generals"),
    "general": phrase("a general"),
    "heading": phrase("a heading"),
    "led": phrase("a formation with a general"),
    "sum": phrase("a sum"),
    "sums": phrase("a sum"),
    "talk": phrase("a remark"),
}
_SEVERAL = frozenset({"units", "generals"})
"""The ways to read a line that give it another number of units or generals."""
_OF_GENERAL = re.compile(r"stand|\A1 ?x ")
"""What a line below a general, such as `1 stand` or `1x general`, repeats."""
_COUNTS = re.compile(r"\W*\d+ ?(?:x|of|more|de|von|autres|weitere)\b", re.I)
"""A line that may count units, such as `3 of the usual`."""


def _with_one_player(found: FoundItems) -> FoundItems:
    # If words name the General who is the player, other generals at 0 points are not the player.
    generals = [item.general for _, _, items in found for item in items if item.general and item.general.player]
    if len(generals) < 2 or not any(one.named for one in generals):
        return found
    return [
        (
            line,
            more,
            [
                replace(item, general=replace(item.general, player=False, price=item.general.price or 0))
                if item.general and item.general.player and not item.general.named
                else item
                for item in items
            ],
        )
        for line, more, items in found
    ]


class ArmyReader:
    """Reads the lines of one army in order."""

    def __init__(
        self,
        candidate: ListCandidate,
        book: Book,
        army_list: ArmyList | None,
        date: Date | None = None,
        corrections: tuple[Correction, ...] = (),
        views: Mapping[LineKey, View] | None = None,
    ) -> None:
        ruleset, names = book.ruleset, candidate.lists.names.values()
        self.book = book
        self.matcher = matcher_of(ruleset, army_list) if army_list else None
        self.rulings = dict(candidate.rulings)
        self.date = date
        in_force = {**book.default_rulings, **self.rulings}
        self.list_id = candidate.list_id
        self.army_list = army_list
        self.costs = UnitCosts(book, candidate.list_id if army_list else "", self.matcher, in_force, date)
        excluded_words = frozenset(word for list_names in names for name in list_names for word in name)
        self.lines = LineReader(ruleset, self.matcher, excluded_words)
        self.builder = TreeBuilder(ruleset)
        self.title = ""
        self.corrections = corrections
        self.views = dict(views or {})
        self.prepared: Sequence[TypedLine] = ()
        """The lines, before they are cut into items."""
        self.found: FoundItems = []
        self.claims: tuple[Claim, ...] = ()
        self._units = 0
        self._decided: dict[int, tuple[str, str]] = {}
        self.omitted: frozenset[int] = frozenset()
        self.choices: list[tuple[Troops, ChosenReading]] = []
        self._quote: Quote | None = None
        self._bought: dict[int, list[Troops | TreeNode]] = {}

    def _is_label(self, text: str) -> bool:
        description = self.lines.facts(text).description
        return bool(role_of(text) or description.kinds or description.levels or description.general)

    def _is_group(self, text: str) -> bool:
        facts = self.lines.facts(text)
        described = facts.description
        is_label = len(described.words) == len(described.levels)  # such as `Division` in `Division: Left`
        named = bool(described.levels or described.kinds or "brigadier" in described.words) and not is_label
        named = named and (not described.general or "brigadier" in described.words)
        counted = any(not number.is_in_name for number in facts.numbers)
        return named and not counted and not mentions_sums(text)

    def read(self, lines: Sequence[TypedLine], cut: Sequence[TypedLine] = ()) -> list[ReadLine]:
        """Read all lines of the army, in order. `cut`: the same text in pieces that are each about one item."""
        texts = {line.number: line.text for line in lines}
        lines = blocks.without_tags(blocks.without_speakers(lines, self._is_label))
        lines = with_explained(blocks.with_prices_first(lines), self.lines.describer)
        lines = blocks.with_group_lines(blocks.with_wrapped(lines, self.lines.continues), self._is_group)
        self.lines.examine(lines)
        self.prepared = lines
        self.costs.figures_to_a_stand = figures_to_a_stand(texts.values())
        pieces = blocks.split_sentences(
            blocks.with_paragraphs(lines), self.lines.stands_alone, self.lines.is_complete, self.lines.without_sum
        )
        joined = blocks.join_details(pieces, self.lines.is_name, self.lines.is_addition)
        self._add_all([(line, ()) for line in cut] or joined, texts)
        return list(self.read_lines)

    def _add_all(self, lines: Iterable[tuple[TypedLine, tuple[int, ...]]], texts: dict[int, str]) -> None:
        sequence = ItemSequence(self.lines, self.costs, self.views)
        for line, more in lines:
            if line.text.strip():
                sequence.add(line, more)
        found = sequence.found_items()
        self.omitted = sequence.omitted
        self.read_lines = tuple(self._build(found, texts))

    def _build(self, found: FoundItems, texts: dict[int, str]) -> list[ReadLine]:
        read: dict[int, ReadLine] = {}
        found = self.found = [
            (line, more, with_sums(line, items, self.corrections)) for line, more, items in _with_one_player(found)
        ]
        bought = [item for _, _, items in found for item in items if item.item_type == "troops"]
        troops = with_roles(bought[:_MAX_ITEMS], self.corrections)
        choices = deque(UnitChooser(self.costs).choose_all(troops))
        for line, more, items in found:
            if limit := self._limit(items, choices):
                self._skip_rest(line, [one for one, _, _ in found], read, limit)
                break
            read_items = [(item, choices.popleft() if item.item_type == "troops" else None) for item in items]
            read_line = self._read_line(line, read_items)
            before = read.get(line.number)
            read[line.number] = read_line if before is None else _merged(before, read_line)
            for number in (*more, *line.more):
                read[number] = ReadLine(number, texts[number], role="detail")
                self._bought[number] = self._bought.get(line.number, [])
        return sorted(read.values(), key=lambda line: line.number)

    def _limit(self, items: Sequence[Item], choices: Sequence[ChosenReading]) -> str:
        if self._units >= MAX_UNITS:
            return f"{MAX_UNITS} units"
        if not choices and any(item.item_type == "troops" for item in items):
            return f"{_MAX_ITEMS} lines about troops"
        first = len(choices) and any(item.item_type == "troops" for item in items)
        unread = bool(first) and choices[0].reading is None and self.costs.readings_left <= 0
        return f"{self.costs.max_readings} possible readings" if unread else ""

    @staticmethod
    def _skip_rest(line: TypedLine, lines: Sequence[TypedLine], read: dict[int, ReadLine], limit: str) -> None:
        rest = [one.number for one in lines if one.clean and one.number >= line.number and one.number not in read]
        if rest:
            read[rest[0]] = unread_rest(rest, limit)
        else:
            read[line.number] = replace(read[line.number], unread=True)

    def _read_line(self, line: TypedLine, items: Sequence[tuple[Item, ChosenReading | None]]) -> ReadLine:
        explanations: list[str] = []
        unread = adds_troops = False
        read = ReadLine(line.number, line.text)
        plain = sums.as_army_sum(self.builder, self.book.ruleset, line, tuple(item for item, _ in items))
        if plain != tuple(item for item, _ in items):
            items = [(item, None) for item in plain]
        for item, choice in items:
            if not self.title and not self.builder.purchases:
                self.title = _title_of(item)[:_MAX_TITLE]
            if item.item_type == "general" and self._is_stand_of_last(item, line):
                self._record(line, self.builder.purchases[-1])
            elif item.item_type == "troops":
                bought = self._add_troops(item, choice, line) if choice else None
                unread = unread or bought is None
                adds_troops = adds_troops or bought is not None
                if bought is not None:
                    explanations += [bought.explanation] if bought.explanation else []
                    read = replace(
                        read,
                        alternatives=(*read.alternatives, *bought.alternatives),
                        misspelt=(*read.misspelt, *bought.misspelt),
                    )
            elif item.item_type == "detail":
                adds_troops = True
                if isinstance(self.builder.last, Troops):
                    self._record(line, self.builder.last)
            elif item.item_type == "unread":
                unread = True
            elif item.item_type != "talk":
                self._add_item(item, line)
        if items and not adds_troops:
            self._add_plain_numbers(line, [item for item, _ in items])
        roles = {"unread" if unread and item.item_type == "troops" else _role_of(item) for item, _ in items}
        return replace(read, explanation="; ".join(explanations), unread=unread, role=_first_role(roles, line))

    def _add_plain_numbers(self, line: TypedLine, items: Sequence[Item]) -> None:
        known = {one.number for item in items for one in item.numbers} | corrected_values(line, self.corrections)
        for general in [item.general for item in items if item.general]:
            known |= {value for value in (general.price, general.each, general.count) if value is not None}
        self.builder.add_plain_numbers(items[0], plain_numbers_in(line.clean, known))

    def _add_troops(self, item: Item, choice: ChosenReading, line: TypedLine) -> ReadPurchase | None:
        bought = self._purchase(choice)
        if bought is None:
            return None
        troops = self.builder.add_troops(item, bought)
        troops.lines += item.lines
        self.choices.append((troops, choice))
        self._record(line, troops)
        self._units += bought.count
        return bought

    def _purchase(self, choice: ChosenReading) -> ReadPurchase | None:
        reading, wording = choice.reading, choice.item.wording
        if reading is None or reading.cost > MAX_COST:
            return None
        matches = [match for match, _ in self.costs.candidates(wording)] if self.matcher and wording else []
        entry = reading.match.entry
        known = (
            self.matcher.common_words(choice.item.description.words, entry)
            if self.matcher and choice.item.description
            else frozenset()
        )
        return replace(
            purchase_of(reading),
            explanation=explanation_of(choice, matches),
            alternatives=alternatives_of(reading.match, matches)
            if self.matcher and not (wording and wording.sibling == entry.id)
            else (),
            misspelt=self.matcher.misspelt(wording.name_words, reading.match.entry) if self.matcher and wording else (),
            leftover=leftover_of(choice.item, choice.roles, self.costs.describer, known),
            others=tuple(purchase_of(other) for _, _, other in close_readings(choice)),
        )

    def _is_stand_of_last(self, item: Item, line: TypedLine) -> bool:
        is_unnamed = item.general is not None and item.general.price is None and not item.general.name
        return (
            is_unnamed
            and isinstance(self.builder.last, TreeNode)
            and line.bullet
            and _OF_GENERAL.search(line.clean) is not None
        )

    def _add_item(self, item: Item, line: TypedLine) -> None:
        match item.item_type:
            case "heading":
                self.builder.start_formation(item)
            case "general":
                before = len(self.builder.purchases)
                self.builder.add_general(item)
                for purchase in self.builder.purchases[before:]:
                    self._record(line, purchase)
            case "army_numbers":
                self.builder.add_army_numbers(item)

    def _record(self, line: TypedLine, purchase: Troops | TreeNode) -> None:
        self._bought.setdefault(line.number, []).append(purchase)

    def build(self) -> tuple[BuiltOrbat, tuple[Claim, ...], float]:
        """Build the ORBAT. Returns the ORBAT, the typed points to check, and how well the ruleset and army list fit."""
        arms = {entry.id: self.book.kind(entry).arm for entry in self.book.entries(self.costs.list_id).values()}
        self._decided = sums.resolve_by_sums(self.builder, self.book.ruleset)
        army = assign_troops(self.builder, arms)
        built = build_orbat(self.builder, army, self.book.ruleset.id, self.list_id)
        built.orbat = replace(built.orbat, rulings=self.rulings, date=self.date)
        self._quote = quote = Pricer(self.book, self.date, self.book.rulings(built.orbat)).quote(built.orbat)
        self.built, self.finder = built, ClaimFinder(self.builder, built, quote)
        claims = self.claims = self.finder.claims()
        self.score = agreement_score(self.builder, self.book, quote, claims)
        return built, claims, self.score

    def accounted(self, reading: Reading, built: BuiltOrbat) -> Reading:
        """Add the roles of numbers, a confidence, and questions about doubtful lines to the reading.

        A role is what a number means, such as a size or a price.
        """
        lines = self._with_numbers({line.number: line for line in reading.lines}, reading.claims, built)
        confirmed = self._confirmed(reading.claims)
        choices: dict[int, ChosenReading] = {}
        found: dict[int, Confidence] = {}
        for troops, choice in self.choices:
            paths = built.paths_of(troops)
            confidence = line_confidence(choice, confirmed=bool(paths) and confirmed.issuperset(paths))
            before = found.get(troops.line)
            if before is None or least_certain((before, confidence)) != before:
                found[troops.line], choices[troops.line] = confidence, choice
        explained = {troops.line for troops, _ in self.choices if confirmed.issuperset(built.paths_of(troops) or ((),))}
        unclear = (self.omitted | lines_between_units(lines, explained, choices)) - explained
        views = {} if self.has_right_total else self.views
        counted = {number for (number, _), view in views.items() if view.way in _SEVERAL}
        unpriced = {one.number for one in lines.values() if self.lines.priced and may_lack_price(one)}
        for number in unclear | counted | unpriced:
            found[number] = least_certain((found.get(number, "sure"), "likely"))
        overlooked = Overlooked(self.lines, self.army_list, self._quote, self.book, confirmed=self.has_right_total)
        missed = lines_of_difference(lines.values(), reading.claims, self._quote)
        missed |= overlooked.find([*lines.values()], reading.claims)
        found |= dict.fromkeys(missed, "doubtful")
        unclear |= missed
        lines = {number: with_confidence(line, found.get(number, "sure")) for number, line in lines.items()}
        inferred = self.finder.is_uncertain and not self.has_right_total
        of_sums: Confidence = "likely" if inferred or may_omit_size(lines.values(), reading.claims) else "sure"
        return replace(
            reading,
            lines=tuple(lines.values()),
            confidence=least_certain((*(line.confidence for line in lines.values()), of_sums)),
            questions=questions_of(lines, choices, unclear, self.book.ruleset),
        )

    def _with_numbers(
        self, lines: dict[int, ReadLine], claims: Sequence[Claim], built: BuiltOrbat
    ) -> dict[int, ReadLine]:
        roles: dict[int, list[FoundRole]] = {number: [] for number in lines}
        shared: dict[int, int] = {}
        for troops, choice in self.choices:
            roles[troops.line] += roles_of(choice.item, choice.roles, built.paths_of(troops))
            shared |= dict.fromkeys((*choice.item.lines, *choice.item.line.more), troops.line)
        for node in self.builder.purchases:
            if isinstance(node, TreeNode) and node.general and node.general_line in roles:
                roles[node.general_line] += general_roles(node.general, built.paths_of(node))
        for number, bought in self._bought.items():
            for one in bought:
                if isinstance(one, Troops) and one.line != number:
                    shared[number] = one.line
        for claim in claims:
            if claim.line in roles:
                roles[claim.line] += claimed_roles(claim)
        for again in self.finder.repeated:
            roles[again.line].append(FoundRole(again.army_number.number, "repeated"))
        uses = {}
        for number, line in lines.items():
            uses[number] = tuple(number_uses(line.text, roles[number], roles.get(shared.get(number, 0), [])))
        return {number: replace(line, numbers=uses[number]) for number, line in lines.items()}

    def numbered_lines(self) -> Iterable[ReadLine]:
        """The lines, each with the roles of its numbers."""
        return self._with_numbers({line.number: line for line in self.read_lines}, self.claims, self.built).values()

    @property
    def has_right_total(self) -> bool:
        """Whether a total is typed, and the army costs as much."""
        return self._quote is not None and has_total(self.claims, self._quote.total)

    def _confirmed(self, claims: Sequence[Claim]) -> frozenset[OrbatPath]:
        quote = self._quote
        if quote is None:
            return frozenset()
        points = {line.path: line.points for line in quote.all_units}
        points |= {line.path: line.points for line in quote.all_commanders}
        if self.has_right_total:
            return frozenset(points)
        right = (
            claim
            for claim in claims
            if claim.claim_type == "subtotal" and claim.typed == sum(points.get(path, 0) for path in claim.covers)
        )
        return frozenset(path for claim in right for path in claim.covers)

    def _alternatives(self, line: ReadLine) -> tuple[Alternative, ...]:
        bought = [one for one in self._bought.get(line.number, ()) if isinstance(one, Troops) and one.bought]
        chosen = {one.bought.unit.entry for one in bought if one.bought}
        alone = bought[0] if len(bought) == 1 and bought[0].line == line.number else None
        alternatives = alone.bought.alternatives if alone and alone.bought else line.alternatives
        return tuple(rival for rival in alternatives if rival.entry not in chosen)

    @property
    def lines_of_purchases(self) -> AbstractSet[int]:
        """The numbers of the lines with units and generals."""
        return {number for number, bought in self._bought.items() if bought}

    @property
    def lines_of_right_prices(self) -> AbstractSet[int]:
        """The numbers of the lines with units whose typed prices are right."""
        return {troops.line for troops, _ in self.choices if troops.bought and troops.bought.agrees}

    def is_remark(self, line: ReadLine | TypedLine) -> bool:
        """Whether a line is a remark.

        A remark is below the army's total, names no troops or generals, and has no number that may be points.
        """
        totals = [claim.line for claim in self.claims if claim.claim_type == "total"]
        plain = (one for one in self.builder.plain_numbers if one.line == line.number)
        described = self.lines.describer.describe(line.text)
        names = described.kinds or described.general or self.lines.is_known(described.words)
        below = bool(totals) and line.number > max(totals)
        counts = bool(_COUNTS.match(line.text))
        return below and not (names or counts) and all(one.army_number.number < _MIN_POINTS for one in plain)

    def with_paths(self, read: Iterable[ReadLine], built: BuiltOrbat) -> tuple[ReadLine, ...]:
        """Add the paths of units and commanders to the lines on which they are typed."""
        players = {line: (("commander",),) for _, line in self.builder.players[:1]}
        further = self.builder.further_players()
        with_paths = []
        explained = self.finder.explained_lines
        viewed = {number: view for (number, _), view in self.views.items()}
        for line in read:
            if line.number in explained and line.role in ("unread", "outside", "title"):
                line = replace(line, role="sum", unread=False)
            if line.role == "unread" and self.is_remark(line):
                line = replace(line, role="outside", unread=False)
            if line.number in self.finder.lines_of_other_sizes:
                line = replace(line, role="unread", unread=True)
            paths: tuple[OrbatPath, ...] = players.get(line.number, ())
            for purchase in self._bought.get(line.number, ()):
                paths = (*paths, *built.paths_of(purchase))
            leftovers = [
                one.bought.leftover
                for one in self._bought.get(line.number, ())
                if isinstance(one, Troops) and one.bought and one.bought.leftover and one.line == line.number
            ]
            before, after = self._decided.get(line.number, ("", ""))
            explanation = line.explanation.replace(before, after) if before else line.explanation or after
            if (view := viewed.get(line.number)) and not explanation:
                explanation = phrase("read as {role}, which agrees with the other numbers", role=_VIEWS[view.way])
            with_paths.append(
                replace(
                    line,
                    paths=paths,
                    explanation=explanation,
                    unread=line.unread or (line.number in further and not paths),
                    alternatives=self._alternatives(line),
                    leftover="; ".join(dict.fromkeys(one.text for one in leftovers)),
                    leftover_number=any(one.has_number for one in leftovers),
                )
            )
        return tuple(with_paths)

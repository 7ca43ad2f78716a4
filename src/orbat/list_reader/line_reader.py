"""Read typed lines as items: headings, generals, troops, numbers about the army, and details of the line above."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import cached_property

from orbat.list_reader import army_numbers
from orbat.list_reader.army_numbers import MIN_SUM, ArmyNumber
from orbat.list_reader.entry_candidates import Wording
from orbat.list_reader.generals import TypedGeneral, general_in, is_free
from orbat.list_reader.headings import STATEMENT, HeadingReader
from orbat.list_reader.item import Item
from orbat.list_reader.lines import TypedLine
from orbat.list_reader.meaning import Description
from orbat.list_reader.names import names_in, says_each, says_together, tidy_name, unit_name
from orbat.list_reader.roles import TAKEN_MARK, TypedPoints
from orbat.list_reader.rows_of_generals import generals_in_row
from orbat.list_reader.segments import BRACKETS, NOUN, PROPER, SAYS_SUM, SUM_FIRST, Facts
from orbat.list_reader.staff_qualities import QualityFinder, with_qualities
from orbat.list_reader.words import (
    GENERIC,
    MEN,
    NOUNS_OF_TROOPS,
    POINTS,
    SAME_AGAIN,
    SUBTOTAL,
    TOTAL,
    UNIT_NOUNS,
    without_accents,
    word_set,
)
from orbat.model.points import exact
from orbat.model.record import Value
from orbat.model.statements import verdict_words

_ONLY_POINTS = re.compile(rf"[\W\d_]*(?:{POINTS}|(?<=\d )p)?[\W\d_]*\Z", re.I)
_FIRST_PART = re.compile(
    r"\[?((?<=\[)[^\[\]]{2,60}(?=\] )|[^:=\[]{2,60}?)(?:\]|:| - | = (?=[^\W\d]|\d+[a-z]))\s*(.+)\Z"
)
_FORMATION_HAS = re.compile(
    r"(.{2,60}?) (?:has|have|comprises?|consists? of|compte|comprend|a(?= \d| une?\b| des\b)|hat|umfasst|besteht aus) "
    r"(.+)\Z",
    re.I,
)
"""A sentence that names a formation and then its units."""
_SUM_LAST = re.compile(
    rf"(.*\d[^\w=>]*?)\s*(?:(?P<sign>=+>?|-+>|>{{2,}}|\u2192)|(?P<gap>\s{{2}}|(?<=[\d)]) : )|"
    rf"(?P<words>[.,;:(](?:\s+[^\W\d]+){{0,4}}))\s*(?P<sum>\d+)\s*{POINTS}?[^\d]*\Z",
    re.I,
)
"""An enumeration with its sum, after a sign or a few words."""
_IN_BRACKETS = re.compile(
    rf"(?:(?P<first>\d+) ?(?:{POINTS})?[\s:-]+)?(?P<name>[^():;=]{{2,60}}?)\s*\((?P<units>[^()]*)\)\W*"
    rf"(?:(?P<sum>\d+) ?(?:{POINTS})?)?\W*\Z",
    re.I,
)
_AFTER_NAME = re.compile(
    rf"(?P<first>(?!))?(?P<name>[^():;=]{{2,60}}?)(?::| - )\s*(?P<units>.+?)\s*(?:=+>?|->|\u2192|:| - |\()\s*"
    rf"(?P<sum>\d+) ?(?:{POINTS})?\W*\Z",
    re.I,
)
"""A formation, its units and their sum."""
_LISTING = ("(", ":", " - ")
_MAX_LISTED = 400
"""Maximum length of a line with a formation, its units and their sum, in characters."""
_ADDED = re.compile(r"(?<![@x(] )(?<![@x(\d])\d{2,}(?:\s*\+\s*\d{2,})+\s*=\s*\d+")
_PAIRS = re.compile(r"\W*(?:[^\W\d]{1,14}\W+\d{2,4}\W+){3,}")
"""Names with sums, such as `A 267  B 161  C 171`."""
_SUM_SIGN = re.compile(r"\s*(?:=+>?|>{2,}|-+>|\u2192)\s*\d")
_STATES_SUM = re.compile(
    rf"(?:\b(?:is|makes?|making|comes? to|totals?|adds up to|soit)|=|->|>)\s*\d+ ?"
    rf"(?:(?:{POINTS})?\W*\Z|(?P<points>{POINTS})[,;] [^\d]*\Z)",
    re.I,
)
"""A line that ends with a sum, or with words about it, such as `so the brigade is 205`."""
_DEFINES = re.compile(
    r"\b(?:1|one|an?|eine?|une?)\s+(?:gun )?(?:stand|base|basis|modell?|socle|modele)\b.{0,14}?(?:=|\bis\b|"
    r"\bare\b|\bist\b|\bvaut\b)|"
    r"\d+ (?:men|mann|hommes|figures|figs|figurines|figuren) "
    r"(?:(?:to|per|=|are|is|pro|je|sind|par|font) )?(?:a|an|the|1|one|each|ein|eine|un|une)?\s*"
    r"(?:stand|base|basis|socle)",
    re.I,
)
_PRICE_OF_WORD = re.compile(r"(?:\A|[(:,])\s*([^\W\d]{2,12})\.? \d{2,3}(?=\W*(?:[,)]|\Z))")
_WITHOUT = re.compile(r"\b(?:without|excluding|excl|ohne|sans|hors)\b", re.I)
_GENERALS = re.compile(
    r"\b(?:brigadiers|generals|commanders|officers|hqs|generaux|chefs|officiers|generale|offiziere)\b", re.I
)
_UNPAID = re.compile(
    r"\b(?:free|gratis|gratuite?s|kostenlos|(?:cost|kosten|coutent) (?:nothing|nichts|rien)|no (?:points|cost) for|"
    r"(?:not|don'?t|nobody|nicht|niemand|on ne|ne sont pas) (?:pays?|paid|paie|paye|bezahlt|payes)|unpaid)\b",
    re.I,
)
"""A remark that generals are free names no general."""
_COUNTS_UNITS = re.compile(
    rf"\W*\d+ (?:units|einheiten|unit[e\xe9]s)\b(?:(?!.*\d{{3}})|\W{{1,3}}\d{{2,4}} ?(?:{POINTS})?\W*\Z)", re.I
)
_POINT_WORDS = frozenset({"pt", "point", "p"})
_SUM_WORDS = GENERIC | word_set(
    "general it total sum cost all her point p pt incl including inkl inklusive mit samt avec y compri"
)
_HEADER = re.compile(r"(?:from|to|cc|subject|von|an|betreff|de|objet|pseudo|user|auteur|author) ?: ", re.I)
"""A line above a mail or a message of a forum."""
_WROTE = re.compile(r"(?:on|am|le) \S.*(?:\bwrote|\bschrieb\b.*|\ba [e\xe9]crit)\s*:?\Z", re.I)
"""The line above a quoted mail."""
_STAMP = re.compile(
    r"\S.{0,30}?\W(?:today|yesterday|hier|heute|gestern|aujourd'?hui)(?: at| a| um)? "
    r"\d{1,2}[:.h]\d{2}(?: ?[ap]m)?\W*\Z|"
    r"(?:posted|poste|ecrit|geschrieben|verfasst|by|par|von)\b.{0,50}?\b\d{1,2}[:.h]\d{2}\b(?! ?=)",
    re.I,
)
"""The line above a message of a chat or forum."""
_AGREED = re.compile(rf"\b(\d?\d(?:00|25|50|75)) ?{POINTS}\b", re.I)
"""A round number of points, as an agreed size usually is."""
_UNIT = re.compile(rf"\b(?:{UNIT_NOUNS}|brigade)\b", re.I)
_TIME = re.compile(r"\d[:h]\d\d\b")
_MEN = re.compile(rf"\b{MEN}\b", re.I)
_TOTAL = re.compile(rf"{TOTAL}|{SUBTOTAL}", re.I)
_TIMES = re.compile(r"\s*\d{1,2} ?x ?[^\W\d]", re.I)
_POINTS_FIRST = re.compile(rf"\W*\d+ ?{POINTS}\b", re.I)
_SPELT_SUM = re.compile(rf"\s*(?:{TOTAL})\s*[:=]\s*[^\W\d_]{{3,}}\D*\Z", re.I)
"""A total in words that are not read as a number."""
_TITLED = re.compile(
    r"\W*(?:\d+\W+)?(?:(?:pasha|bey|prince|prinz|furst|graf|count|comte|lord|sir|duke|duc|herzog)\b|"
    r"[^\W\d]+ (?:[^\W\d]+ )?(?:pasha|pascha|pacha|bey)\b|"
    r"[^\W\d]+(?: \([^()\d]+\)[^()]*|, (?:[^\W\d]+(?:'s)? )?[^\W\d]+\W+\d+\W*)\Z)",
    re.I,
)
"""The name of a general: with a title, or with the troops commanded in brackets, such as `Scarlett (cavalry) 30`."""
_MIN_PRICED_LINES = 3
"""If at least this many lines have a price, a price is expected for every purchase."""
_MIN_GAME_SIZE = 100
"""A round number before all troops is read as the agreed size only from this minimum, in points."""
_SO = re.compile(r"\s*(?:so|each|at|@|cost|price|points|pts|\d+ ?x)\b", re.I)
"""The start of a line that states the price of the troops above it."""
_MIN_NUMBERS = 3
"""A line with a price and at least this many numbers, such as size, class and price, is a unit of any name."""
_MAX_WORDS = 12
"""Maximum number of words of a purchase without size or price. A longer line is read as prose."""
_CHANGES = re.compile(r"\b(?:delete|remove|replace|swap|upgrade|instead of|except)\b|\A\W*all\b", re.I)
_MAX_CHANGE = 8
"""Maximum number of words of a line that changes other lines. A longer line is prose."""
_MANY_GENERALS = 8
"""A smaller number is no price of generals in a list without prices. It counts them."""
_ANOTHER = word_set("another one more the and again noch ein eine einmal un une autre encore")
"""Words beside `same` and a price. The unit then is the one above once more: `another the same, 24`."""
_MAX_VERDICT = 4
"""Maximum number of words of a line that looks like a verdict: `Legal, checked by orbat`."""


def _may_change_troops(clean: str, description: Description) -> bool:
    # Examples: `19th Foot likewise`, `All battalions rifles`, `delete the 19th Foot`.
    count = len(clean.split())
    if count > _MAX_CHANGE or clean.endswith((":", "?")):
        return False
    names_troops = bool(description.kinds or description.options)
    return (
        SAME_AGAIN.search(clean) is not None
        or (names_troops and _CHANGES.search(clean) is not None)
        or (count <= _MAX_VERDICT and any(verdict_words(clean)))
    )


class View(Value):
    """How a line is to be read, decided beforehand.

    `way`: `troops`, `units` and `generals` (`count` of them), `general`, `heading`, `led` (a formation with a general),
    `sum` (the last number), `sums` (as the words say) or `talk`.
    `roles`: the roles of the numbers of troops, or none if the words and prices decide.
    """

    way: str
    count: int = 1
    roles: tuple[str, ...] = ()


class LineReader(HeadingReader):
    """Converts typed lines to `Item` values."""

    def viewed(self, line: TypedLine, view: View) -> tuple[Item, ...]:
        """Read a line as `view` says, for example as a heading, even if the words suggest something else."""
        clean = line.clean
        facts = self.facts(clean)
        values = [number.value for number in facts.numbers if not number.is_in_name]
        match view.way:
            case "troops":
                return (_with_fixed_roles(self._troops(line, clean, facts), view.roles),)
            case "units":
                item = self._troops(line, clean, facts)
                assert item.wording is not None
                return (replace(item, wording=replace(item.wording, names=view.count, apart=True)),)
            case "general" | "generals":
                price = next((value for value in values if value and value in self.general_prices), facts.price)
                found = self._general(clean, facts) or TypedGeneral(self._general_name(facts))
                price = price if price is None else exact(Fraction(price) * view.count)
                general = replace(found, price=price, player=found.player and not price, count=view.count)
                items = self._general_items(line, clean, facts, general)
                return tuple(replace(item, figures=()) for item in items)
            case "heading" | "led":
                level = facts.description.levels[-1] if facts.description.levels else ""
                sums = (ArmyNumber(("subtotal",), values[-1]),) if values and facts.only_price and not level else ()
                heading = Item(
                    "heading", line, tidy_name(facts.rest), level, description=facts.description, numbers=sums
                )
                general = TypedGeneral("", level)
                led = view.way == "led"
                return (heading, Item("general", line, general=general, level=level)) if led else (heading,)
            case "sums":
                return (_numbers_item(line, facts, army_numbers.army_numbers_in(clean)),)
            case "sum" if values:
                return (_numbers_item(line, facts, (ArmyNumber(("subtotal", "total"), values[-1]),)),)
        return (Item("talk", line, name=tidy_name(clean)),)

    def items(self, line: TypedLine, *, head: bool) -> tuple[Item, ...]:
        """Read a line as items, such as a heading or troops. `head`: whether no troops are above the line."""
        clean = line.clean
        if not any(map(str.isalnum, clean)):
            return ()
        if head and _HEADER.match(clean):
            return (Item("talk", line, name=tidy_name(clean)),)
        if army_numbers.is_page(clean) or _WROTE.match(clean) or _STAMP.match(without_accents(clean)):
            return (Item("talk", line, name=tidy_name(clean)),)
        read = self._read_with_qualities(line, head) or self._read(line, head)
        off_board = army_numbers.is_off_table(clean) or (None if not army_numbers.is_on_table(clean) else False)
        if off_board is None:
            return read
        return tuple(
            replace(item, off_board=off_board or None if item.item_type != "heading" else off_board) for item in read
        )

    def _read(self, line: TypedLine, head: bool) -> tuple[Item, ...]:
        return (
            self._generals_in_row(line, line.clean)
            or self._sums(line, head)
            or (() if line.row else self._split(line, head))
            or self._read_single(line, line.clean, head=head)
        )

    def _generals_in_row(self, line: TypedLine, clean: str) -> tuple[Item, ...]:
        facts = self.facts(clean)
        if self._matcher is not None and self._matcher.is_name(facts.description.words):
            return ()  # the name of a regiment may hold what reads like several generals
        several = generals_in_row(clean, self.general_prices, self.facts)
        items = [Item("general", line, general=one, level=one.level, description=facts.description) for one in several]
        paid = sum((Fraction(one.price or 0) for one in several), Fraction(0))
        values = [number.value for number in facts.numbers if not number.is_in_name]
        if paid and values[-1:] == [paid] and len(values) > 1 and len(several) > 1:
            items.append(_numbers_item(line, facts, (ArmyNumber(("subtotal",), values[-1]),)))
        return tuple(items)

    def _read_with_qualities(self, line: TypedLine, head: bool) -> tuple[Item, ...]:
        clean, qualities = self._qualities.cut(line.clean)
        if not qualities or not any(map(str.isalnum, clean)):
            return ()
        read = self._read(replace(line, clean=clean), head)
        facts = self.facts(clean)
        alone = all(item.item_type in ("talk", "heading") and not item.level for item in read)
        if alone and facts.description.unknown_words and not facts.description.kinds and not facts.numbers:
            read = (
                Item(
                    "general", line, general=TypedGeneral(tidy_name(clean), implied=True), description=facts.description
                ),
            )
        return with_qualities(read, qualities)

    @cached_property
    def _qualities(self) -> QualityFinder:
        return QualityFinder(self.ruleset)

    def examine(self, lines: Iterable[TypedLine]) -> None:
        """Find out how the author writes: whether troops have prices, and whether generals have ranks and prices.

        If troops have prices, a line without numbers is not a unit. If generals have ranks and prices, `Brigade -
        Adams` is a formation called Adams, not a formation with a general.
        """
        clean = [line.clean for line in lines if line.clean]
        self.priced = sum(self.facts(one).priced for one in clean) >= _MIN_PRICED_LINES
        self._sized = sum(self.facts(one).has_size for one in clean) >= _MIN_PRICED_LINES
        self._ranked = any(self._is_paid_general(one) for one in clean)
        of_units = sum(map(self._has_unit_price, clean))
        self.priced = self.priced and (not self.unit_prices or of_units > 0)
        self._needs_only_name = bool(self.unit_prices) and of_units < _MIN_PRICED_LINES

    def _has_unit_price(self, clean: str) -> bool:
        return any(number.value in self.unit_prices and not number.is_in_name for number in self.facts(clean).numbers)

    def _is_paid_general(self, clean: str) -> bool:
        facts = self.facts(clean)
        described = facts.description
        return described.general and not described.kinds and bool(facts.price) and not army_numbers.mentions_sums(clean)

    def _sums(self, line: TypedLine, head: bool) -> tuple[Item, ...]:
        clean = line.clean
        facts = self.facts(clean)
        description = facts.description
        if SAME_AGAIN.search(clean) and {*description.words} <= _ANOTHER | {"same"} | _POINT_WORDS:
            return ()
        if plain := self._plain_sum(line, facts, head) or self._sum_in_brackets(line, facts):
            return (plain,)
        if size := self._agreed_size(line, facts, head):
            return size
        signed = (
            bool(_SUM_SIGN.match(line.text) or _SUM_SIGN.match(clean))
            and not facts.sized
            and not facts.rated
            and bool(facts.numbers)
        )
        if signed and not line.row and not head:
            more = (one for one in army_numbers.army_numbers_in(clean) if one.claim_types in (("left",), ("size",)))
            numbers = (ArmyNumber(("subtotal", "total"), facts.numbers[0].value), *more)
            return (_numbers_item(line, facts, numbers),)
        if (
            (stated := _STATES_SUM.search(clean))
            and facts.only_price
            and facts.price != 0
            and not self.pays_general(facts)
            and not (head or line.row)
            and not (description.kinds or description.general or description.rating)
            and not facts.numbers_in("price")  # of a product
        ):
            numbers = army_numbers.army_numbers_in(clean)
            if numbers and (stated["points"] or not self.is_known(description.words)):
                says_total = SUM_FIRST.match(without_accents(clean)) and numbers[-1].claim_types[0] != "subtotal"
                types: tuple[str, ...] = ("total", "subtotal") if says_total else ("subtotal", "total")
                types = ("size",) if numbers[-1].claim_types == ("size",) else types
                numbers = (ArmyNumber(types, numbers[-1].number),)
                return (_numbers_item(line, facts, numbers),)
        is_zero = bool(facts.numbers) and not any(number.value for number in facts.numbers)
        if self._label(clean) or is_zero or (facts.price == 0 and not SUM_FIRST.match(without_accents(clean))):
            return ()
        if (
            SUM_FIRST.match(without_accents(clean))
            or SAYS_SUM.match(clean)
            or _ONLY_POINTS.match(clean)
            or (_ADDED.search(clean) and not facts.sized)
        ):
            pass
        elif (
            not army_numbers.mentions_sums(clean)
            or facts.sized
            or facts.rated
            or (description.rating and (description.kinds or (description.unknown_words and facts.priced and not head)))
            or facts.counted
            or _mentions_men(clean)
            or (description.general and not head and not facts.only_price)
        ):
            return ()
        if description.general and facts.only_price and self._prices_general(clean, facts):
            return ()
        numbers = army_numbers.army_numbers_in(clean, head=head)
        if not numbers:
            return ()
        item = _numbers_item(line, facts, numbers)
        return (*(self._player_in(line, clean, facts) if head else ()), item)

    def _agreed_size(self, line: TypedLine, facts: Facts, head: bool) -> tuple[Item, ...]:
        clean, description = line.clean, facts.description
        graded = (description.kinds or self.is_known(description.words)) and (description.rating or facts.each)
        agreed = _AGREED.search(without_accents(clean))
        if not head or line.bullet or facts.sized or description.rating:
            return ()
        if not agreed and NOUN.search(clean) and self.is_known(description.words):
            return ()
        if not agreed and (facts.rated or graded):
            return ()
        found = army_numbers.army_numbers_in(clean, head=True)
        numbers = tuple(one for one in found if one.number >= _MIN_GAME_SIZE)
        if not any(one.number % 25 == 0 for one in numbers):
            return ()
        if agreed and [one.claim_types[0] for one in numbers] == ["size"]:
            numbers = (replace(numbers[0], number=int(agreed[1])),)  # the number before `points`, not one before it
        item = _numbers_item(line, facts, numbers)
        return (*self._player_in(line, clean, facts), item)

    def _plain_sum(self, line: TypedLine, facts: Facts, head: bool) -> Item | None:
        clean, description = line.clean, facts.description
        if _PAIRS.match(clean) and not description.kinds:
            return Item("unread", line, name=tidy_name(clean))
        if not head and self._is_sum_of_level(facts):
            numbers: tuple[ArmyNumber, ...] = (ArmyNumber(("subtotal", "total"), facts.numbers[0].value),)
        elif _COUNTS_UNITS.match(clean):
            numbers = army_numbers.army_numbers_in(clean)
        else:
            return None
        return _numbers_item(line, facts, numbers)

    def _sum_in_brackets(self, line: TypedLine, facts: Facts) -> Item | None:
        # Sums over the units above: `(foot together 5 battalions, 58 stands, 92 pts)`.
        bracketed = line.clean.startswith("(") and line.clean.endswith(")")
        if not (bracketed and says_together(line.clean) and facts.price and not facts.rated):
            return None
        return _numbers_item(line, facts, (ArmyNumber(("subtotal", "total"), facts.price),))

    def _sum_with_generals(self, line: TypedLine, clean: str, facts: Facts, general: TypedGeneral) -> tuple[Item, ...]:
        # A number that is far above the price of the generals is a sum: `381 with the two brigadiers`.
        if self._is_dearer(general, clean, facts):
            item = Item("heading", line, name=general.title, level=general.formation, description=facts.description)
            return (replace(item, numbers=(ArmyNumber(("subtotal", "total"), facts.numbers[-1].value),)),)
        highest = 2 * Fraction(self._highest_price) * general.count
        if general.count > 1 and general.price and Fraction(general.price) > highest > 0:
            return (_numbers_item(line, facts, (ArmyNumber(("total", "subtotal"), general.price),)),)
        return ()

    def _is_sum_of_level(self, facts: Facts) -> bool:
        """Whether a line has only the name of a level of formation and a number that cannot be a general's price.

        Examples: `brigade 296`, or `brigade with its general: 210`.
        """
        words = {*facts.description.words} - {*facts.description.levels} - _SUM_WORDS
        summed = facts.only_price and len(facts.numbers) == 1 and facts.price not in self.general_prices
        # a general's price may be wrong, but not by as much
        least = 2 * self._highest_price if facts.description.general else MIN_SUM
        return bool(facts.description.levels) and not words and summed and (facts.price or 0) >= least

    def _prices_general(self, clean: str, facts: Facts) -> bool:
        led = facts.description.levels and not _TOTAL.search(without_accents(clean))
        return bool(led) or facts.price in self.general_prices

    def _player_in(self, line: TypedLine, clean: str, facts: Facts) -> tuple[Item, ...]:
        general = general_in(clean, facts.description, facts) if facts.description.general else None
        return (Item("general", line, general=general),) if general and general.player else ()

    def _split(self, line: TypedLine, head: bool) -> tuple[Item, ...]:
        clean = line.clean
        found = _FIRST_PART.match(clean)
        if not found and (told := _FORMATION_HAS.match(clean)) and self.facts(told[1]).description.levels:
            found = told
        if found and (led := self.purchases_in(found[2])) and (leads := self._leader_type(found[1], led)):
            before = (
                self._read_single(line, found[1], head=head)
                if leads == "general"
                else self._started_formation(line, found[1], leads)
            )
            read = self._read_part if len(led) > 1 else self._read_single
            return (*before, *(item for part in led for item in read(line, part, head=False)))
        if len(parts_bought := self.purchases_in(clean)) > 1:
            return tuple(item for part in parts_bought for item in self._read_part(line, part, head=False))
        return ()

    def _read_part(self, line: TypedLine, part: str, *, head: bool) -> tuple[Item, ...]:
        # A part of an enumeration is no heading.
        items = self._read_single(line, part, head=head)
        named = len(items) == 1 and items[0].item_type in ("heading", "talk", "unread") and not items[0].level
        states = STATEMENT.search(without_accents(part))
        return (
            (self._troops(line, part, self.facts(part)),)
            if named and not states and self.unpriced_units(part)
            else items
        )

    def without_sum(self, clean: str) -> tuple[str, str]:
        """Cut the sum off the end of an enumeration: `Foot (35), guns (12) -> 47`.

        After a sign such as `->`, any number is the sum. After a gap or words, as in `That is 47`, a number is the sum
        only if it agrees, at least roughly, with the prices.

        Returns the text without the sum, and the sum as text, such as `= 47`, or "".
        """
        if listed := self._listed(clean):
            return listed
        summed = _SUM_LAST.match(clean)
        if not summed:
            return clean, ""
        leader = _FIRST_PART.match(summed[1])
        parts = self.purchases_in(leader[2] if leader else summed[1])
        facts = [self.facts(part) for part in parts]
        typed = (one.each * (one.count or 1) if one.each else one.price or 0 for one in facts)
        prices = sum(map(Fraction, typed), Fraction(0))
        led = self.facts(leader[1]).price or 0 if leader else 0
        total = int(summed["sum"])
        words = summed["words"] or ""
        words = words.lower() if words[:1] == "." else words  # a sentence starts with a capital
        # a sentence of its own may have a slip
        slip = prices / 3 if words[:1] == "." else Fraction(0)
        right = any(abs(prices - one) <= slip for one in (total, total - led)) and self.is_remark(words)
        # a number after a gap is a sum if it is nearly right
        right = right or bool(summed["gap"] and len(facts) > 1 and 10 * abs(prices + led - total) <= total)
        stated = len(parts) > 1 and (summed["sign"] or right)
        return (summed[1], f"= {total}") if stated else (clean, "")

    def _listed(self, clean: str) -> tuple[str, str] | None:
        # A formation with units without prices and their sum: `Adams (4 line, guns) 52`, or `Adams: 4 line, guns = 52`.
        if not any(sign in clean for sign in _LISTING) or len(clean) > _MAX_LISTED:
            return None
        found = _IN_BRACKETS.match(clean) or _AFTER_NAME.match(clean)
        if not found or len(self.unpriced_units(found["units"])) < 2:
            return None
        facts = self.facts(found["name"])
        described = facts.description
        if facts.has_size or facts.rated or facts.priced or facts.counted or (described.kinds and not described.levels):
            return None
        total = found["sum"] or found["first"]
        if total and int(total) in self.unit_prices:
            return None
        return f"{found['name']}: {found['units']}", f"= {total}" if total else ""

    def _read_single(self, line: TypedLine, clean: str, *, head: bool) -> tuple[Item, ...]:
        facts = self.facts(clean)
        description = facts.description
        sized = facts.sized or facts.rated
        if generals := self._generals(line, clean, facts, head=head):
            return generals
        if self._is_detail(line, clean, facts):
            return (Item("detail", line, figures=facts.numbers, description=description, text=clean),)
        if (not head or line.number > 1) and self._is_unranked_general(line, clean, facts):
            general = TypedGeneral(self._general_name(facts), price=facts.price)
            return (Item("general", line, general=general, description=description, figures=facts.numbers),)
        if not (sized or head) and (repeated := self._repeated(line, clean)):
            return (repeated,)
        plain = not (head or sized or facts.priced or line.emphasised)
        if plain and not facts.counted and _may_change_troops(clean, description):
            return (Item("unread", line, name=tidy_name(clean)),)
        if self._is_heading(line, clean, facts):
            return tuple(self._heading(line, clean, facts, head=head))
        if self._is_bought(line, clean, facts, head=head):
            return (self._troops(line, clean, facts),)
        if head and facts.priced:
            numbers = army_numbers.army_numbers_in(clean, head=True)
            return (Item("heading", line, name=tidy_name(facts.rest), numbers=numbers, description=description),)
        if _POINTS_FIRST.match(clean) and facts.only_price:
            numbers = army_numbers.army_numbers_in(clean)
            return (_numbers_item(line, facts, numbers),)
        counts = facts.counted or (not head and bool(facts.numbers_in("first")))
        graded = bool(facts.numbers and description.kinds and description.rating)
        buys = counts or graded or (facts.priced and (facts.price or 0) > 0) or _SPELT_SUM.match(clean)
        return (Item("unread" if buys and not clean.endswith("?") else "talk", line, name=tidy_name(clean)),)

    def _generals(self, line: TypedLine, clean: str, facts: Facts, *, head: bool) -> tuple[Item, ...]:
        if several := self._generals_in_row(line, clean):
            return several
        general = None if _is_troops(facts) else self._general(clean, facts)
        if general is None:
            return ()
        unpaid = self._ranked and general.price is None and not general.player
        if unpaid and facts.description.kinds and not (general.name and general.level):
            return ()  # `Artillery, under the Marshal` in a list whose generals have prices
        if summed := self._sum_with_generals(line, clean, facts, general):
            return summed
        more = army_numbers.army_numbers_in(clean, head=head) if self._states_more(facts) else ()
        sums = (_numbers_item(line, facts, more),) if more else ()
        return (*self._general_items(line, clean, facts, general), *sums)

    def sizes(self, line: TypedLine) -> Item:
        """Read a line that gives the size of several units, as details of these units."""
        facts = self.facts(line.clean)
        return Item("detail", line, figures=facts.numbers, description=facts.description, text=line.clean)

    def names_troops(self, line: TypedLine, items: tuple[Item, ...]) -> bool:
        """Whether a line only names a unit, below a line with the size of several units."""
        if len(items) != 1 or items[0].item_type not in ("talk", "heading", "unread") or items[0].level:
            return False
        facts = self.facts(line.clean)
        described = facts.description
        named = self.is_known(described.words) or bool(described.kinds)
        return named and not (described.general or described.levels) and all(one.is_in_name for one in facts.numbers)

    def _repeated(self, line: TypedLine, clean: str) -> Item | None:
        """A unit that is like the unit before it: `23rd ditto 48`."""
        found = SAME_AGAIN.search(clean)
        if not found or clean.endswith((":", "?")):
            return None
        rest = f"{clean[: found.start()]} {clean[found.end() :]}".strip(" ,;:-")
        facts = self.facts(rest)
        described = facts.description
        numbers = [number for number in facts.numbers if not number.is_in_name]
        named = self.is_known(described.words) or bool(PROPER.search(rest))
        named = named or (facts.only_price and facts.priced and {*described.words} <= _ANOTHER | _POINT_WORDS)
        if described.general or described.levels or not named or len(numbers) > 1 or len(described.words) > _MAX_CHANGE:
            return None
        return replace(self._troops(line, rest, facts), text=clean)

    def omitted_troops(self, line: TypedLine, item: Item, *, adjoins: bool, leads: bool) -> Item | None:
        """Read a line as a unit if it names troops, although it is not written like the other units of the list.

        `adjoins`: whether the line is right below a unit. `leads`: whether other items follow, so that the line may be
        a heading. None if the line is no unit.
        """
        clean = line.clean
        facts = self.facts(clean)
        described = facts.description
        if item.item_type not in ("talk", "heading", "unread") or item.level or item.numbers or line.row:
            return None
        if described.levels or clean.endswith((":", "?")) or clean.startswith("(") or _TIME.search(clean):
            return None
        name = clean.split(",")[0]
        known = self.is_known(described.words) or self.is_known(self.facts(name).description.words)
        graded = facts.rated or facts.sized or bool(described.rating)
        if graded and (known or (described.kinds and not described.armed)):
            states = STATEMENT.search(without_accents(name))
            is_unit = len(described.words) <= 2 * _MAX_WORDS and not states
        elif item.item_type == "unread":
            return None
        elif self.priced:
            is_unit = known and adjoins and not leads and len(described.words) < _MAX_WORDS // 2
        else:
            is_unit = known and adjoins and len(described.words) <= _MAX_WORDS
        return self._troops(line, clean, facts) if is_unit else None

    def as_sum(self, item: Item) -> Item | None:
        """Read a line such as `So 78` as a sum. None if the line contains more than a sum."""
        facts = self.facts(item.text)
        if item.line.row or not facts.only_price or not facts.numbers or not SAYS_SUM.match(item.text):
            return None
        numbers = (ArmyNumber(("subtotal", "total"), facts.numbers[-1].value),)
        return replace(item, item_type="army_numbers", numbers=numbers, name=tidy_name(facts.rest))

    def as_troops(self, item: Item) -> Item:
        """Read a line with details, such as a size, as a new unit, because they do not fit the troops above."""
        return self._troops(item.line, item.text, self.facts(item.text))

    def _troops(self, line: TypedLine, clean: str, facts: Facts) -> Item:
        description = facts.description
        name = self.describer.without_grade(unit_name(facts.rest, several=facts.counted))
        named = self._name_description(facts)
        if named.kinds:
            guns = self.describer.guns
            others = tuple(kind for kind in named.kinds if kind not in description.kinds)
            kinds = (*description.kinds, *others) if {*named.kinds} & guns else named.kinds
            description = replace(description, kinds=kinds, subtype=named.subtype)
        wording = Wording(
            name,
            named.words,
            description,
            names=names_in(facts.rest),
            apart=says_each(clean),
            together=says_together(clean),
        )
        return Item(
            "troops", line, name=name, figures=facts.numbers, description=description, wording=wording, text=clean
        )

    def _general(self, clean: str, facts: Facts) -> TypedGeneral | None:
        if _GENERALS.search(without_accents(clean)) and _UNPAID.search(without_accents(clean)) and not facts.numbers:
            return None
        # A price of 0 marks the player only if the ruleset has prices for other generals.
        general = general_in(clean, facts.description, facts, self.general_prices)
        if general and self._states_more(facts):
            general = replace(general, price=None, each=None, count=1, player=is_free(clean))
            if not general.player:
                return None
        if general and general.player and facts.price == 0 and self._all_free and not is_free(clean):
            return replace(general, player=False, count=int(facts.count or 1))
        if general and general.price and self._all_free and is_free(clean):
            return replace(general, player=False, price=0, count=int(general.price))  # `commanders: 2, no cost`
        several = general and general.count == 1 and not general.name and _GENERALS.search(without_accents(clean))
        if general and several and self._counts_generals(general.price):
            return replace(general, price=None, count=int(general.price or 0))  # `Division HQs: 2`
        known = general and (general.name or general.player or general.quality or facts.description.levels)
        unnamed = general and not (general.name or general.player) and _GENERALS.search(without_accents(clean))
        if (unnamed or not known) and not facts.numbers and len(facts.description.words) > 1:
            return None  # such as `With the commander` or `Brigadiers at the usual rate`
        return general

    def _counts_generals(self, number: TypedPoints | None) -> bool:
        # Whether a small number is no price, in a list without prices.
        if self.priced or number in (None, 0, *self.general_prices):
            return False
        return number is not None and int(number) == number and number < _MANY_GENERALS

    def _states_more(self, facts: Facts) -> bool:
        # Whether the number on a line with a general is too high for a general's price, such as an agreed size.
        price = facts.price
        high = bool(self._highest_price) and price is not None and price > 3 * self._highest_price
        return high and not facts.description.levels and len([n for n in facts.numbers if not n.is_in_name]) == 1

    def _is_dearer(self, general: TypedGeneral, clean: str, facts: Facts) -> bool:
        """Whether the number on a line with a formation and its general is too high for the general's price.

        The number is then the sum of the formation.
        """
        dearest = self._highest_price
        if not general.formation or not dearest or general.player or general.count > 1 or general.price is None:
            return False
        if any(number.value in self.general_prices for number in facts.numbers):
            return False
        return general.price > (dearest if _WITHOUT.search(without_accents(clean)) else 2 * dearest)

    def _name_description(self, facts: Facts) -> Description:
        # Numbers divide the line into pieces. The result describes the first piece that names a kind or has unknown
        # words, or the whole line if there is no such piece.
        pieces = (self.describer.describe(piece) for piece in re.split(f"{TAKEN_MARK}+", facts.rest))
        return next((named for named in pieces if named.kinds or named.unknown_words), facts.description)

    def _general_items(self, line: TypedLine, clean: str, facts: Facts, general: TypedGeneral) -> Iterator[Item]:
        general = self._at_price(general)
        level = general.formation or ""
        if level and not general.player:
            yield Item("heading", line, name=general.title, level=level, description=facts.description)
        yield Item(
            "general", line, general=general, level=general.level, description=facts.description, figures=facts.numbers
        )

    def _is_detail(self, line: TypedLine, clean: str, facts: Facts) -> bool:
        if not self.is_addition(clean) or (facts.only_price and facts.priced and not _SO.match(clean)):
            return False
        return line.bullet or bool(line.indent) or len(clean) < 30 or bool(_SO.match(clean))

    def _is_unranked_general(self, line: TypedLine, clean: str, facts: Facts) -> bool:
        description, row = facts.description, line.row
        named = (
            bool(description.unknown_words)
            and not description.levels
            and len({*description.words} - GENERIC) <= 6
            and (row or clean.lstrip("*_ 0123456789")[:1].isupper() or clean == clean.lower())
        )
        priced = facts.only_price and facts.price is not None and facts.price in self.general_prices
        unit = description.kinds or self.is_known(description.words)
        if not named or not (priced or (not unit and self._nearly_pays_general(line, facts))):
            return False
        if not unit:
            return True
        arm_words = {*description.words} - {*description.unknown_words} - GENERIC
        of_arm = arm_words <= NOUNS_OF_TROOPS | _POINT_WORDS and len(facts.numbers) == 1
        titled = row or bool(_TITLED.match(without_accents(clean))) or (of_arm and not self.is_known(description.words))
        return self._sized and self._needs_size(description.kinds) and titled

    def _general_name(self, facts: Facts) -> str:
        # `Cavalry, Scarlett` and `Scarlett (cavalry)` name the general Scarlett.
        name = tidy_name(facts.rest)
        pieces = [piece for piece in re.split(r"\s*[,:()]\s*|\s-\s", name) if piece.strip()]
        return next((piece for piece in pieces if not self.facts(piece).description.kinds), name)

    def _names_unit(self, clean: str, facts: Facts) -> bool:
        # A unit of any name, such as `Smith's brigade 9`, if units have no sizes and brigades are no formations. If
        # units have neither sizes nor ratings, the price of a unit is enough.
        described = facts.description
        plain = facts.priced and self._has_no_sizes and not (described.levels or described.general)
        priced = facts.only_price and facts.price in self.unit_prices
        return plain and bool(described.unknown_words) and (priced or bool(_UNIT.search(clean)))

    @cached_property
    def _has_no_sizes(self) -> bool:
        return not any(kind.price.per == "size" for kind in self.ruleset.kinds.values())

    def defines(self, clean: str) -> bool:
        """Whether a line says what a stand is, or lists prices: `(std 90, sup 110)`."""
        words = {found[1] for found in _PRICE_OF_WORD.finditer(clean)}
        ratings = {rating for word in words if (rating := self.describer.describe(word).rating)}
        return len(ratings) > 1 or bool(_DEFINES.search(without_accents(clean)))

    def _is_bought(self, line: TypedLine, clean: str, facts: Facts, *, head: bool) -> bool:
        description = facts.description
        sized = facts.sized or facts.rated
        if (
            self.defines(clean)
            or facts.numbers_in("working")
            or (STATEMENT.search(without_accents(clean)) and not (facts.priced or facts.has_size or facts.counted))
            or ((clean.endswith("?") if facts.numbers else "?" in clean) and not line.bullet and not facts.rated)
        ):
            return False
        prose = len(description.words) > (2 * _MAX_WORDS if facts.sized else _MAX_WORDS + 2)
        if head and (prose or self.ruleset.title.casefold() in clean.casefold()):
            return False
        unlabelled = not head and self._is_unlabelled(facts) and len(description.words) <= _MAX_WORDS
        if unlabelled or facts.counts_rated or self._names_unpriced(clean, facts):
            return True
        if not head and self.is_named_unit(facts) and len(description.words) <= _MAX_WORDS // 2:
            return True
        amount = facts.sized or facts.priced or facts.counted or not (self.priced and self._sizes_cost)
        if not amount:
            return False
        if sized and (description.kinds or description.unknown_words or facts.counted):
            return True
        if (
            description.rating
            and facts.priced
            and not sized
            and description.unknown_words
            and len(BRACKETS.sub("", clean).split()) < _MAX_WORDS
        ):
            return True
        several = facts.counted or facts.each is not None
        most = 2 * _MAX_WORDS if several and facts.priced and description.kinds else _MAX_WORDS
        long = len(description.words) > most or clean.rstrip().endswith("?")
        if self.priced and facts.only_price and not facts.priced:
            return False
        if self.priced and not facts.sized and not (facts.rated or description.rating) and not facts.priced:
            return facts.counted and (line.bullet or bool(_TIMES.match(clean))) and not long
        if description.kinds:
            is_listed = facts.priced or facts.counted or line.bullet
            return not long and (is_listed or bool(line.indent) or (not head and len(description.words) <= 5))
        if self._names_unit(clean, facts) and not head:
            return True
        many = sum(not number.is_in_name for number in facts.numbers) >= _MIN_NUMBERS
        return facts.priced and not long and (many or (not head and self.is_known(description.words)))


def _with_fixed_roles(item: Item, roles: Sequence[str]) -> Item:
    if not roles:
        return item
    figures = (
        replace(number, costs={role: number.cost(role)}, context=f"{number.context}, {role}")
        for number, role in zip(item.figures, roles, strict=True)
    )
    return replace(item, figures=tuple(figures))


def _numbers_item(line: TypedLine, facts: Facts, numbers: tuple[ArmyNumber, ...]) -> Item:
    return Item("army_numbers", line, name=tidy_name(facts.rest), numbers=numbers, description=facts.description)


def _is_troops(facts: Facts) -> bool:
    # If the line has a size or rating of troops, a word such as `general` does not name a general.
    sized = any(number.value > 1 for number in facts.numbers_in("size", "guns", "men", "figures"))
    return facts.rated or bool(facts.description.rating) or sized


def _mentions_men(clean: str) -> bool:
    return bool(_MEN.search(clean))

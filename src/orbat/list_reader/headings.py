"""Read headings: lines that start a formation or a group of units."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace
from fractions import Fraction
from functools import cached_property

from orbat.list_reader import army_numbers
from orbat.list_reader.army_numbers import MIN_SUM, ArmyNumber
from orbat.list_reader.generals import TypedGeneral, general_in_title, unranked_general
from orbat.list_reader.item import Item
from orbat.list_reader.lines import TypedLine
from orbat.list_reader.matching import Matcher
from orbat.list_reader.meaning import Description
from orbat.list_reader.names import tidy_name
from orbat.list_reader.roles import TypedPoints
from orbat.list_reader.segments import NOUN, SUM_FIRST, Facts, Segmenter
from orbat.list_reader.words import GENERIC, POINTS, normalised, without_accents
from orbat.model.ruleset import Ruleset

_POINTS = re.compile(rf"\d ?{POINTS}\b", re.I)
_LABEL = re.compile(r":\s*|\s-\s+")
_NAMED = re.compile(r"[^\W\d_]|\d+(?:st|nd|rd|th)\b", re.I)
STATEMENT = re.compile(r"\A\W*(?:all|every|alle|tous|toutes)\b|\b(?:is|are|ist|sind|est|sont)\b", re.I)
"""A sentence about units, such as `All units are of standard size`."""
_NUMBERED_LEVEL = re.compile(r"([^\W\d]+) \d{1,2}(?: \([^()\d]*\))?\W*\Z")
_CAPITALS = re.compile(r"[A-Z]{2,}(?: [A-Z]{2,})+")
_LED = re.compile(r"\b(?:under|led by|commanded by|sous|unter|commande par|gefuhrt von)\b", re.I)


class HeadingReader(Segmenter):
    """Reads headings. Words in `excluded_words` are never read as names of generals."""

    def __init__(self, ruleset: Ruleset, matcher: Matcher | None, excluded_words: frozenset[str]) -> None:
        super().__init__(ruleset, matcher)
        self._excluded_words = excluded_words
        self._ranked = self._sized = self.priced = False

    def _started_formation(self, line: TypedLine, clean: str, leads: str) -> tuple[Item, ...]:
        return tuple(self._heading(line, clean, self.facts(clean), head=False, leads=leads == "heading"))

    def _leader_type(self, clean: str, led: list[str]) -> str:
        # What the first part of a line is, if units follow on the same line: "general", "heading" of a formation, or
        # "group", a heading without a level. "" for anything else.
        facts = self.facts(clean)
        description = facts.description
        counts = facts.counted and not facts.priced and len(led) > 1 and all(map(self._is_bought_part, led))
        if facts.sized or facts.rated or (facts.counted and description.kinds and not counts):
            return ""
        if counts:
            return "heading" if description.levels else "group"
        if description.general and self.facts(led[0]).description.general:
            return ""
        if description.kinds and not description.levels and facts.priced:
            return "heading" if facts.price in self.general_prices and len(led) > 1 else ""
        if not any(self.facts(part).description.kinds or self.facts(part).sized for part in led) and (
            len(led) < 2 or any(self.facts(part).price in (None, *self.general_prices) for part in led)
        ):
            return ""
        if _LED.search(clean) and self._is_led(clean, facts):
            return "heading"
        if description.general:
            return "general"
        if description.levels:
            return "heading" if len(led) > 1 or self.facts(led[0]).sized or self.facts(led[0]).description.kinds else ""
        return "group" if len(led) > 1 and not facts.priced and not facts.counted else ""

    def _is_bought_part(self, text: str) -> bool:
        facts = self.facts(text)
        return facts.priced and not facts.description.general

    def _is_heading(self, line: TypedLine, clean: str, facts: Facts) -> bool:
        description = facts.description
        if self._pays_rated(line, clean, facts) or self._is_numbered_level(clean):
            return True
        if facts.has_size or facts.rated or (facts.counted and description.kinds) or facts.counts_rated:
            return False
        if self._is_priced_entry(facts) or self._names_unpriced(clean, facts) or self._is_unlabelled(facts):
            return False
        if self._is_led(clean, facts):
            return True
        if description.rating and facts.priced and self.is_known(description.words):
            return False  # such as a battery that is called a brigade
        short = len(description.words) <= 8
        if description.levels and short and (not facts.priced or not description.kinds):
            return True
        if facts.priced:
            labelled = ":" in clean and not self.is_known(description.words)
            return short and (line.emphasised or labelled) and not (description.kinds or description.rating)
        ends = clean.rstrip().endswith(":") or army_numbers.is_off_table(clean) or army_numbers.is_on_table(clean)
        # such as `foot battery`, or engineers, in a list without prices
        flat = bool(description.kinds) and not self.priced and all(map(self._is_flat, description.kinds))
        costs_first = any(number.value in self.unit_prices for number in facts.numbers_in("first"))
        is_unit = flat or (self._needs_only_name and (costs_first or NOUN.search(clean)))
        named = bool(description.kinds) and not (line.indent or line.bullet or is_unit)
        return short and (ends or line.emphasised or named)

    def _pays_rated(self, line: TypedLine, clean: str, facts: Facts) -> bool:
        # A formation with its general's price and the class of its units: `BRIGADE OF ADAMS (30 points). All class 3:`.
        marked = line.emphasised or clean.rstrip().endswith(":") or bool(_CAPITALS.match(clean))
        pays = facts.price in self.general_prices or not facts.priced or bool(facts.numbers_in("piece"))
        led = bool(facts.description.levels) and pays
        return led and marked and facts.rated and not facts.sized and not facts.counted and not line.row

    def _is_numbered_level(self, clean: str) -> bool:
        # A level with its number, and perhaps its arm, such as `brigade 3 (horse)`.
        found = _NUMBERED_LEVEL.match(clean)
        described = self.facts(found[1]).description if found else None
        return bool(described and described.levels and len(described.words) == 1)

    def _is_priced_entry(self, facts: Facts) -> bool:
        # The exact name of an entry or regiment outranks a word for a level in it, such as `brigade`. If sizes cost
        # points, a line without a size and with the price of a general is rather about the general.
        pays = self._sizes_cost and facts.price in map(self._price, facts.description.levels)
        named = self._matcher is not None and self._matcher.is_name(facts.description.words)
        return named and facts.priced and not pays

    def _is_unlabelled(self, facts: Facts) -> bool:
        # A unit whose size has no word for stands, in a ruleset where sizes cost points: `33rd 12, rifles`.
        described = facts.description
        sizes = facts.numbers_in("free", "part") if self._sizes_cost else ()
        stated = facts.sized or facts.rated or described.levels or described.general
        if stated or not any(number.value > 1 for number in sizes):
            return False
        named = self.is_known(described.words) or bool(described.kinds and described.unknown_words)
        return named or bool(described.options and {word for word in described.words if word[0] == "#"})

    def _names_unpriced(self, clean: str, facts: Facts) -> bool:
        """Whether a line without numbers names a unit: `Brunswick, standard, large`.

        Always False if the list has prices, or if the ruleset gives sizes in stands.
        """
        description = facts.description
        staff = description.general or (description.levels and not self.is_known(description.words))
        if self.priced or not self._is_unsized or staff or ":" in clean:
            return False
        if STATEMENT.search(without_accents(clean)):
            return False
        named = bool(description.kinds) and bool(description.unknown_words)
        return named or bool(description.rating and (description.kinds or description.unknown_words))

    @cached_property
    def _is_unsized(self) -> bool:
        return not any(kind.price.per == "size" for kind in self.ruleset.kinds.values() if kind.rating != "none")

    def _is_led(self, clean: str, facts: Facts) -> bool:
        # A formation with its general's price: `the Light Cavalry under Adams (30 points)`.
        led = _LED.search(clean) or facts.description.levels or self._is_led_arm(clean)
        return bool(led) and facts.only_price and facts.price in self.general_prices and not NOUN.search(clean)

    def _is_led_arm(self, clean: str) -> bool:
        # An arm and its general, such as `CAVALRY, ADAMS`, in a list that types sizes.
        arm, sign, name = clean.partition(", ")
        named = self.facts(name).description.unknown_words
        kinds = self.facts(arm).description.kinds
        return (
            bool(sign and kinds and named and self._sized)
            and not self.facts(arm).description.unknown_words
            and self._needs_size(kinds)
        )

    def _is_flat(self, kind_id: str) -> bool:
        # Whether all units of a kind cost the same, in a ruleset where other units have sizes.
        kind = self.ruleset.kinds[kind_id]
        return self._sizes_cost and kind.price.per == "unit" and kind.rating == "none" and not kind.works

    def _needs_size(self, kinds: Iterable[str]) -> bool:
        return all(self.ruleset.kinds[kind].price.per == "size" for kind in kinds)

    def _heading(self, line: TypedLine, clean: str, facts: Facts, *, head: bool, leads: bool = False) -> Iterator[Item]:
        description = facts.description
        price = facts.price
        is_sum = price is not None and (price >= MIN_SUM or bool(_POINTS.search(clean)))
        label = self._label(clean)
        numbers = _numbers_after_label(army_numbers.army_numbers_in(clean, head=head), label) if is_sum else ()
        levels = (label,) if label else description.levels
        numbers = tuple(one for one in numbers if one.claim_types != ("count",))  # of the formation, not of the army
        level = levels[-1] if levels else self.ruleset.levels[-1].id if leads or self._is_led(clean, facts) else ""
        general = unranked_general(clean, description, self._excluded_words) if description.levels else None
        if general and self._ranked and len(self.facts(general.title).description.words) == 1:
            general = None
        if general and general.name.casefold() == self.ruleset.title.casefold():
            general = None
        if level and price is not None and (price == self._price(level) or self._nearly_pays_general(line, facts)):
            if general is None and self._is_led_arm(clean):
                arm, _, name = tidy_name(facts.rest).partition(", ")
                general = TypedGeneral(name, level, title=arm)
            general = replace(general or general_in_title(tidy_name(facts.rest), level), price=price)
            numbers = ()
        after = _LABEL.split(facts.rest, 1)[-1] if label else ""
        if general is None and level and self._all_free:
            general = self._general_in_name(tidy_name(after) or tidy_name(facts.rest), level, description)
        if general and general.price is None and self._ranked:
            general = replace(general, implied=True)
        name = general.title if general else tidy_name(after) or tidy_name(facts.rest)
        yield Item("heading", line, name=name, level=level, numbers=numbers, description=description)
        if general:
            yield Item("general", line, general=general, level=level, description=description)

    def _nearly_pays_general(self, line: TypedLine, facts: Facts) -> bool:
        # A row of a table with nearly the price of a general, and no size, in a list with sizes.
        price = facts.price
        if not line.row or not (self._sized and self._sizes_cost) or price is None or not facts.only_price:
            return False
        return any(0 < 3 * abs(Fraction(price) - Fraction(usual)) <= usual for usual in self.general_prices)

    def _general_in_name(self, title: str, level: str, description: Description) -> TypedGeneral | None:
        # The general in `Brigade Adams`. Used only if generals are free.
        general = general_in_title(title, level)
        words = {normalised(word) for word in re.findall(r"[\w']+", general.name)} - GENERIC
        named = bool(words) and words <= {*description.unknown_words} - self._excluded_words and not description.kinds
        return replace(general, implied=True) if named else None

    @cached_property
    def _all_free(self) -> bool:
        return not self.general_prices

    @cached_property
    def _sizes_cost(self) -> bool:
        return all(kind.price.per == "size" for kind in self.ruleset.kinds.values() if kind.rating == "priced")

    def _label(self, clean: str) -> str:
        # The label is `brigade` in `Brigade: Left`.
        parts = _LABEL.split(clean, 1)
        before = self.facts(parts[0]).description
        if len(parts) < 2 or not _NAMED.match(parts[1]) or SUM_FIRST.match(without_accents(parts[1])):
            return ""
        return before.levels[0] if len(before.words) == len(before.levels) == 1 else ""

    @cached_property
    def _highest_price(self) -> TypedPoints:
        return max(self.general_prices, default=0)

    def _at_price(self, general: TypedGeneral) -> TypedGeneral:
        """Correct the level of a general if the typed price fits only generals of another level."""
        levels = [level.id for level in self.ruleset.levels if level.general.points == general.price]
        typed = general.formation or general.level
        if general.price is None or len(levels) != 1 or typed in ("", *levels):
            return general
        return replace(
            general,
            level=levels[0] if general.level else "",
            formation=levels[0] if general.formation else "",
        )

    def _price(self, level: str) -> object:
        found = self.ruleset.level(level)
        return found.general.points if found and found.general.points else None


def _numbers_after_label(numbers: tuple[ArmyNumber, ...], label: str) -> tuple[ArmyNumber, ...]:
    # After a label, `left` is a name: in `Brigade: Left: 66`, 66 is a subtotal, not the points left.
    if not label:
        return numbers
    return tuple(
        ArmyNumber(("subtotal", "total"), one.number) if one.claim_types == ("left",) else one for one in numbers
    )

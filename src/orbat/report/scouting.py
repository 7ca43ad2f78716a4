"""An army's scouting points."""

from __future__ import annotations

from collections import defaultdict

from orbat.evaluate.pricing import rating_of
from orbat.evaluate.quote import ExactPoints
from orbat.model.finding import format_cites
from orbat.model.points import exact, show
from orbat.model.record import Value
from orbat.model.wording import phrase, plural
from orbat.report.report import Report


class Scouts(Value):
    """The scouting stands of one rating."""

    rating: str
    stands: int
    """The number of stands."""
    each: ExactPoints
    """The points for each stand."""
    units: tuple[str, ...]
    """The names of the units."""

    @property
    def points(self) -> ExactPoints:
        """The number of stands times the points for each stand."""
        return exact(self.stands * self.each)


class Scouting(Value):
    """An army's scouting points by rating, lowest rating first."""

    scouts: tuple[Scouts, ...]
    rating_word: str
    """The ruleset's word for a rating, such as `class`."""
    question: str
    """The question of the ruling that affects the points, or ""."""
    reading: str
    """The chosen answer to the question, or ""."""
    lead: ExactPoints
    """The lead needed to out-scout the opponent, in scouting points."""
    cites: tuple[str, ...]

    @property
    def points(self) -> ExactPoints:
        """The army's total of scouting points."""
        return exact(sum(scouts.points for scouts in self.scouts))

    @property
    def sum(self) -> str:
        """The calculation of the total: `12 stands x 2 class 3 = 24` if a stand of class 3 has 2 scouting points."""
        terms = [
            plural(
                scouts.stands,
                "{count} stand x {each} {rating_word} {rating}",
                "{count} stands x {each} {rating_word} {rating}",
                each=show(scouts.each),
                rating_word=self.rating_word,
                rating=scouts.rating,
            )
            for scouts in reversed(self.scouts)
        ]
        return f"{' + '.join(terms) or 'no scouts'} = {show(self.points)} {format_cites(self.cites)}".rstrip()

    @property
    def remark(self) -> str:
        """The lead that an army needs to out-scout the opponent, and the ruling in use, as text."""
        lead = show(self.lead)
        if not self.reading:
            return phrase("An army needs a lead of {lead} to out-scout the opponent.", lead=lead)
        return phrase(
            "An army needs a lead of {lead} to out-scout the opponent. Ruling: {question} {reading}.",
            lead=lead,
            question=self.question,
            reading=f"{self.reading[:1].upper()}{self.reading[1:]}",
        )


def scouting(report: Report) -> Scouting | None:
    """Calculate the scouting points of an army, or return None in a ruleset without scouting."""
    book, quote, orbat = report.book, report.quote, report.orbat
    rule = book.ruleset.scouting if book else None
    if book is None or quote is None or orbat is None or rule is None:
        return None
    chosen = book.rulings(orbat).get(rule.ruling, "")
    ruling = next((one for one in book.ruleset.rulings if one.id == rule.ruling), None)
    reading = next((choice.label for choice in ruling.choices if choice.id == chosen), "") if ruling else ""
    stands: defaultdict[str, int] = defaultdict(int)
    units: defaultdict[str, list[str]] = defaultdict(list)
    for line in quote.all_units:
        entry = book.entry(line.list_id, line.unit.entry)
        rating = rating_of(line.unit, entry) if entry and entry.subtype in rule.subtypes else ""
        if entry and rating in rule.by_rating and isinstance(line.unit.size, int):
            stands[rating] += line.unit.size
            units[rating].append(line.unit.name or entry.name)
    worth = rule.per_stand.get(chosen, 1)
    scouts = tuple(
        Scouts(rating, stands[rating], exact(rule.by_rating[rating] * worth), tuple(units[rating]))
        for rating in rule.by_rating
        if rating in stands
    )
    question = ruling.question if ruling else ""
    return Scouting(scouts, book.ruleset.rating_word, question, reading, rule.ahead, rule.citations)

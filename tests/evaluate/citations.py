"""What the findings of a rule may cite."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from orbat.evaluate.catalogue import RULES
from orbat.evaluate.rule import Rule
from orbat.evaluate.settings import citations_of
from orbat.model.book import Book
from orbat.model.finding import Finding

_BY_CODE: dict[str, Rule] = {rule.code: rule for rule in RULES}


def wrong_citations(book: Book, findings: Iterable[Finding]) -> Iterator[str]:
    """Yield each finding of a rule that the ruleset lacks, or that cites something else than the rule's settings.

    A finding may also cite the title of the ruleset or, if the rule uses army lists, anything of an army list.
    """
    title = f"{book.ruleset.title} ruleset"
    for finding in findings:
        rule = _BY_CODE.get(finding.code)
        if rule is None:
            continue
        settings = rule.settings(book.ruleset)
        if settings is None:
            yield f"{finding.code}: not a rule of {book.ruleset.title}"
            continue
        cited = {cite for cite in finding.cites if not cite.startswith(title)}
        cited -= {*citations_of(settings, book.ruleset)}
        if cited and rule.uses_list:
            cited -= _cites_of_lists(book)
        if cited or not finding.cites:
            yield f"{finding.code}: {finding.message} {finding.cites}"


def _cites_of_lists(book: Book) -> set[str]:
    """What findings may cite from army lists: their titles, and the citations of their entries and limits."""
    cites = {"army list", f"{book.ruleset.title} list", f"{book.ruleset.title} list (house)"}
    for list_id, army_list in book.lists.items():
        title = f"{army_list.title} list"
        cites |= {army_list.title, title, f"{title} (house)", f"{title} (inferred)"}
        cites |= {f"{title} ({', '.join(limit.sources)})" for limit in army_list.limits}
        cites |= {cite for limit in army_list.limits for cite in limit.cite}
        for entry in book.entries(list_id).values():
            parts = (entry, entry.ratings, entry.size, entry.sizes, entry.dates, *entry.options, *entry.limits)
            cites |= {cite for part in parts if part for cite in part.cite}
    return cites

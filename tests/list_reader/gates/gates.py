"""The gates: what must hold for every list, whatever it says.

Each gate yields its trials. `share`: the part of the trials of a full run to make.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from tests.list_reader.gates import accounting, answers, armies, likeness, lists, rewrites, slips, templates


class Trial(NamedTuple):
    """One trial of a gate. `failure` is empty if it passed."""

    words: str
    failure: str = ""


FEW = 0.1
"""A run with a smaller share takes few of the templates and of the changes to a list."""


def _rendered(each: float, share: float) -> Iterator[templates.Rendered]:
    """Lists of the templates, each from other ORBATs."""
    files = templates.orbats()
    each = max(1, round(each * share))
    for place, name in [*enumerate(templates.TEMPLATES)][:: 5 if share < FEW else 1]:
        start = place * 7
        yield from (templates.rendered(files[(start + turn * 5) % len(files)], name) for turn in range(each))


def rendered(share: float) -> Iterator[Trial]:
    """A rendered list is read as it was rendered."""
    for one in _rendered(20, share):
        reports = lists.checked(one.typed)
        wrong = [] if len(reports) == 1 and reports[0].quote else [f"{len(reports)} armies"]
        if not wrong and (quote := reports[0].quote):
            wanted = one.typed.text[slice(*next((n.start, n.end) for n in one.numbers if n.role == "total"))]
            if str(quote.total) != wanted:
                wrong.append(f"total {quote.total}, not {wanted}")
            wrong += [f"line {d.claim.line}: {d.claim.typed} called {d.calculated}" for d in reports[0].differences]
            if armies.confidence(reports) != ("sure",):
                wrong.append("/".join(armies.confidence(reports)))
        yield Trial(one.typed.name, "; ".join(wrong)[:160])


def slip(share: float) -> Iterator[Trial]:
    """Slips in rendered lists and in samples."""
    most = 2 if share < FEW else 8
    for one in _rendered(15, share):
        for found in slips.in_rendered(one, most):
            yield Trial(found.words, slips.is_unnamed(found))
    for sample in _samples(share):
        for found in slips.in_sample(sample, most):
            yield Trial(found.words, slips.is_unnamed(found))


def _texts(share: float) -> Iterator[lists.TypedList]:
    yield from (one.typed for one in _rendered(4, share))
    yield from (one.typed for one in _samples(share))


def _samples(share: float) -> Sequence[lists.Sample]:
    return lists.samples()[:: max(1, round(1 / share))]


def alike(share: float) -> Iterator[Trial]:
    """Another regiment of the same entry."""
    for typed in _texts(share):
        for one in likeness.in_list(typed, 1 if share < FEW else 3):
            yield Trial(one.words, likeness.is_unlike(one))


def account(share: float) -> Iterator[Trial]:
    """Every number has one role."""
    for typed in _texts(share):
        yield Trial(typed.name, "; ".join(accounting.unaccounted(typed))[:200])


def rewrite(share: float) -> Iterator[Trial]:
    """The same list typed in another way."""
    for place, typed in enumerate(_texts(share)):
        for name in [*rewrites.REWRITES][place % 5 if share < FEW else 0 :: 5 if share < FEW else 1]:
            if changed := rewrites.rewritten(typed, name):
                yield Trial(f"{typed.name}, {name}", rewrites.is_other_army(typed, changed))


def honest(share: float) -> Iterator[Trial]:
    """No misreading is called sure."""
    for sample in _samples(share):
        reports = lists.checked(sample.typed)
        wrong = [*answers.faults(sample, reports)]
        is_sure = {*armies.confidence(reports)} == {"sure"}
        yield Trial(sample.typed.name, "; ".join(wrong)[:200] if wrong and is_sure else "")


def right(share: float) -> Iterator[Trial]:
    """Every list gives its answer, or is doubtful with a question."""
    for sample in _samples(share):
        reports = lists.checked(sample.typed)
        wrong = [*answers.faults(sample, reports)]
        asks = "doubtful" in armies.confidence(reports)
        yield Trial(
            f"{sample.typed.name} [{'/'.join(armies.confidence(reports))}]", "" if asks else "; ".join(wrong)[:200]
        )


def doubtful() -> list[str]:
    """The lists given to the project that are doubtful."""
    given = lists.samples("given", "second", "third", "cases")
    return [one.typed.name for one in given if "doubtful" in armies.confidence(lists.checked(one.typed))]


GATES: dict[str, Callable[[float], Iterator[Trial]]] = {
    "rendered": rendered,
    "slip": slip,
    "likeness": alike,
    "accounting": account,
    "rewrite": rewrite,
    "honesty": honest,
    "answers": right,
}

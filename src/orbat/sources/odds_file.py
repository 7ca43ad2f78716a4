"""What odds are read from: a ruleset's `odds.yaml` and its reference tables, where both can be used."""

from __future__ import annotations

from orbat.model.odds import Odds
from orbat.model.record import Value
from orbat.model.reference import Reference
from orbat.model.ruleset import Ruleset
from orbat.report.odds_slips import slips_of
from orbat.sources.library import Library


class OddsRead(Value):
    """How odds are read in a ruleset, and the tables they are read from."""

    odds: Odds
    reference: Reference


class NoOdds(Value):
    """Why a ruleset has no odds."""

    why: str


def read_odds(ruleset: Ruleset, library: Library) -> OddsRead | NoOdds:
    """How odds are read in a ruleset, with its tables; or why there are none. Never raises."""
    file, tables = library.as_written(ruleset.id, "odds", Odds), library.reference(ruleset.id)
    if file is None or tables is None:
        return NoOdds(f"{ruleset.title} does not say how odds are read from its tables: there are none")
    for one in (file, tables):
        if one.value is None:
            return NoOdds(f"{one.path} cannot be used: {one.findings[0].message}; orbat lint shows what to mend")
    assert file.value is not None
    assert tables.value is not None
    slip = next(slips_of(file.value, tables.value), None)
    if slip:
        return NoOdds(f"{file.path} cannot be used: {slip.says}; orbat lint shows what to mend")
    return OddsRead(file.value, tables.value)

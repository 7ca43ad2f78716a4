"""Staff quality by the result of one die, worst quality first, written from the rulebook and the price research.

Each row is one text of six characters: the place of the quality for the results 1 to 6.
"""

from __future__ import annotations

from fractions import Fraction

QUALITIES = {
    "days_of_empire": ("inept", "capable", "exceptional"),
    "days_of_glory": ("inept", "capable", "exceptional"),
    "honours_of_war": ("dithering", "dependable", "dashing"),
}
DEFAULT = "011112"
# DOE 19.4; other nations dice on the default table.
EMPIRE_NATIONS = {"british": "001112", "russian": "000111", "ottoman": "000111", "french": "000111"}
# DOE 14.3: the successor of a lost general.
PROMOTION = "000111"
# House rows: there is no row in the sheet.
HONOURS_NATIONS = {
    "prussian": "011122",
    "british": "011112",
    "allied_german": "011112",
    "austrian": "001112",
    "french": "001112",
    "saxon": "001112",
    "russian": "000111",
    "swedish": "000111",
    "wuerttemberg": "000111",
    "spanish": "000111",
    "portuguese": "000111",
    "reichsarmee": "000011",
}


def row(ruleset: str, nation: str, *, national: bool) -> str:
    """The row on which a nation's generals are diced."""
    nations = {"days_of_empire": EMPIRE_NATIONS, "honours_of_war": HONOURS_NATIONS}.get(ruleset, {})
    return nations.get(nation, DEFAULT) if national else DEFAULT


def quality(ruleset: str, results: str, die: int) -> str:
    """The quality for a result of the die, 1 to 6."""
    return QUALITIES[ruleset][int(results[die - 1])]


def chances(ruleset: str, results: str) -> dict[str, Fraction]:
    """The chance of each quality."""
    return {name: Fraction(results.count(str(place)), 6) for place, name in enumerate(QUALITIES[ruleset])}

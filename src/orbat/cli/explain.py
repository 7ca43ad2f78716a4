"""`orbat explain`."""

from __future__ import annotations

import click

from orbat.cli.shared import FINE, Refused, say, tell
from orbat.model.near import did_you_mean
from orbat.pipeline import explanations
from orbat.validate.rule import Explanation


@click.command("explain")
@click.argument("codes", nargs=-1, metavar="[CODE]...")
@click.option("--markdown", is_flag=True, help="Write the whole catalogue as Markdown.")
def explain_command(codes: tuple[str, ...], markdown: bool) -> int:
    """Say what the CODE of a finding means and how to mend it.

    Each code has what it checks, why, an example and the cure. A family such as UNT lists its codes; without a code
    all are listed. Sections in brackets are of the rulebook that a rule was first written for; under another ruleset a
    finding cites that ruleset's own.
    """
    known = explanations()
    if markdown:
        from orbat.outputs.rules_page import rules_page

        say([rules_page(tuple(known.values())).rstrip("\n")])
        return FINE
    asked = [(code, _found(code, known)) for code in codes] or [("", list(known.values()))]
    for code, found in asked:
        if not found:
            raise Refused(f"there is no code {code}.{did_you_mean(code.upper(), known)}")
    for number, (code, found) in enumerate(asked):
        if number:
            say([""])
        exact = code.upper() in known
        tell(_lines(found[0]) if exact else [f"{one.code}  {one.title}" for one in found])
    return FINE


def _found(code: str, known: dict[str, Explanation]) -> list[Explanation]:
    """The code's explanation, or those of a family of codes."""
    wanted = code.upper()
    if wanted in known:
        return [known[wanted]]
    return [one for name, one in known.items() if wanted.isalpha() and name.rstrip("0123456789") == wanted]


def _lines(one: Explanation) -> list[str]:
    parts = [("Checks", one.checks), ("Why", one.why), ("Example", one.example), ("Cure", one.cure)]
    return [f"{one.code} {one.title}", *(f"  {head}: {words}" for head, words in parts if words)]

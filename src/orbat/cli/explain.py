"""`orbat explain`."""

from __future__ import annotations

import click

from orbat.cli.shared import FINE, say
from orbat.model.near import did_you_mean
from orbat.pipeline import explanations
from orbat.validate.rule import Explanation


@click.command("explain")
@click.argument("code", required=False)
@click.option("--markdown", is_flag=True, help="Write the whole catalogue as Markdown.")
def explain_command(code: str | None, markdown: bool) -> int:
    """Say what a finding's CODE checks, why, with an example and the cure; without a code, list them all."""
    known = explanations()
    if markdown:
        from orbat.outputs.rules_page import rules_page

        say([rules_page(tuple(known.values())).rstrip("\n")])
    elif code is None:
        say(f"{one.code}  {one.title}" for one in known.values())
    elif found := known.get(code.upper()):
        say(_lines(found))
    else:
        raise click.UsageError(f"there is no code {code}.{did_you_mean(code.upper(), known)}")
    return FINE


def _lines(one: Explanation) -> list[str]:
    parts = [("Checks", one.checks), ("Why", one.why), ("Example", one.example), ("Cure", one.cure)]
    return [f"{one.code} {one.title}", *(f"  {head}: {words}" for head, words in parts if words)]

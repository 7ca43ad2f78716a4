"""`orbat explain`."""

from __future__ import annotations

import click

from orbat.cli.shared import EXIT_OK, CommandError, write_lines, write_text
from orbat.evaluate.rule import Explanation
from orbat.model.spelling import did_you_mean
from orbat.pipeline import explanations


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
        write_lines([rules_page(tuple(known.values())).rstrip("\n")])
        return EXIT_OK
    asked = [(code, _found(code, known)) for code in codes] or [("", list(known.values()))]
    for code, found in asked:
        if not found:
            raise CommandError(f"there is no code {code}.{did_you_mean(code.upper(), known)}")
    for number, (code, found) in enumerate(asked):
        if number:
            write_lines([""])
        exact = code.upper() in known
        write_text(_lines(found[0]) if exact else [f"{one.code}  {one.title}" for one in found])
    return EXIT_OK


def _found(code: str, known: dict[str, Explanation]) -> list[Explanation]:
    """The code's explanation, or those of a family of codes."""
    wanted = code.upper()
    if wanted in known:
        return [known[wanted]]
    return [one for name, one in known.items() if wanted.isalpha() and name.rstrip("0123456789") == wanted]


def _lines(one: Explanation) -> list[str]:
    parts = [("Checks", one.checks), ("Why", one.why), ("Example", one.example), ("Cure", one.remedy)]
    return [f"{one.code} {one.title}", *(f"  {head}: {words}" for head, words in parts if words)]


# The catalogue of codes as a page of documentation.


_FAMILIES = {
    "ARM": "The army",
    "FRM": "Formations",
    "INT": "Our own faults",
    "LST": "Data files",
    "PTS": "Points and size",
    "SRC": "Files",
    "STF": "Staff",
    "TXT": "Typed lists",
    "UNT": "Units",
}

_HEAD = """# What orbat checks

Every finding has a code. `orbat explain CODE` prints what stands here; this page is made from the same words by
`orbat explain --markdown`. Codes never change their meaning. A severity is not part of a code: some rulings make an
error of a warning. Sections in brackets are of the rulebook that a rule was first written for; under another ruleset
a finding cites that ruleset's own.
"""


def rules_page(explained: tuple[Explanation, ...]) -> str:
    """Every explanation, in the order of the codes, under a heading for each family."""
    parts = [_HEAD]
    family = ""
    for one in explained:
        if one.code[:3] != family:
            family = one.code[:3]
            parts.append(f"\n## {family}: {_FAMILIES.get(family, family)}\n")
        parts.append(f"\n### {one.code} {one.title}\n\n{one.checks}\n")
        parts += [
            f"\n**{head}.** {words}\n"
            for head, words in (("Why", one.why), ("Example", one.example), ("Cure", one.remedy))
            if words
        ]
    return "".join(parts)

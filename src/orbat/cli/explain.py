"""The command `orbat explain`."""

from __future__ import annotations

import click

from orbat.cli.shared import EXIT_OK, CommandError, write_lines, write_text
from orbat.evaluate.rule import Explanation
from orbat.model.spelling import did_you_mean
from orbat.model.wording import phrase
from orbat.pipeline import explanations


@click.command("explain")
@click.argument("codes", nargs=-1, metavar="[CODE]...")
@click.option("--markdown", is_flag=True, help="Write all explanations as Markdown.")
def explain_command(codes: tuple[str, ...], markdown: bool) -> int:
    """Explain the CODE of a finding.

    The explanation says what is checked and why, and gives an example and a remedy. CODE can also be the first letters
    of several codes, such as UNT: these codes are then listed. Without CODE, all codes are listed. Findings
    cite the rulebook of their own ruleset.
    """
    known = explanations()
    if markdown:
        write_lines([rules_page(tuple(known.values())).rstrip("\n")])
        return EXIT_OK
    asked = [(code, _find(code, known)) for code in codes] or [("", list(known.values()))]
    for code, found in asked:
        if not found:
            raise CommandError(
                phrase("unknown code {code}.{guess}", code=code, guess=did_you_mean(code.upper(), known))
            )
    for number, (code, found) in enumerate(asked):
        if number:
            write_lines([""])
        exact = code.upper() in known
        write_text(_lines(found[0]) if exact else [f"{one.code}  {one.title}" for one in found])
    return EXIT_OK


def _find(code: str, known: dict[str, Explanation]) -> list[Explanation]:
    wanted = code.upper()
    if wanted in known:
        return [known[wanted]]
    return [one for name, one in known.items() if wanted.isalpha() and name.rstrip("0123456789") == wanted]


def _lines(one: Explanation) -> list[str]:
    parts = [("Checks", one.checks), ("Why", one.why), ("Example", one.example), ("Fix", one.remedy)]
    return [f"{one.code} {one.title}", *(f"  {label}: {text}" for label, text in parts if text)]


# The generated page docs/rules.md.


_FAMILIES = {
    "ARM": "The army",
    "FRM": "Formations",
    "INT": "Internal errors",
    "LST": "Data files",
    "PTS": "Points and size",
    "SRC": "Files",
    "STF": "Staff",
    "TXT": "Typed lists",
    "UNT": "Units",
}

_INTRODUCTION = """# What orbat checks

Every finding has a code. `orbat explain CODE` prints its explanation; `orbat explain --markdown` generates this page.
Codes never change their meaning. The severity is not part of a code: some rulings turn a warning into an error.
A finding cites sections of its own ruleset.
"""


def rules_page(explained: tuple[Explanation, ...]) -> str:
    """All explanations as Markdown. Codes that begin with the same letters, such as UNT, get a common heading."""
    parts = [_INTRODUCTION]
    family = ""
    for one in explained:
        if one.code[:3] != family:
            family = one.code[:3]
            parts.append(f"\n## {family}: {_FAMILIES.get(family, family)}\n")
        parts.append(f"\n### {one.code} {one.title}\n\n{one.checks}\n")
        parts += [
            f"\n**{label}.** {text}\n"
            for label, text in (("Why", one.why), ("Example", one.example), ("Fix", one.remedy))
            if text
        ]
    return "".join(parts)

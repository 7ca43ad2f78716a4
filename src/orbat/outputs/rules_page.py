"""The catalogue of codes as a page of documentation."""

from __future__ import annotations

from orbat.validate.rule import Explanation

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
            for head, words in (("Why", one.why), ("Example", one.example), ("Cure", one.cure))
            if words
        ]
    return "".join(parts)

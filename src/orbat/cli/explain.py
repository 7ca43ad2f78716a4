"""The command `orbat explain`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

import click

from orbat.cli.explain_sections import rulebooks, section_lines
from orbat.cli.shared import (
    EXIT_OK,
    EXIT_USAGE,
    CommandError,
    all_usable,
    check_input,
    ignored_options,
    write_lines,
    write_text,
)
from orbat.data import folders
from orbat.data.library import Library
from orbat.evaluate.rule import Explanation
from orbat.model.record import Value
from orbat.model.ruleset import Ruleset
from orbat.model.spelling import did_you_mean
from orbat.model.wording import phrase
from orbat.pipeline import explanations
from orbat.report.rulebook import rulebook_markdown
from orbat.report.ruleset_rules import RulesetRule, in_every_ruleset, is_rule, ruleset_rule


@click.command("explain")
@click.argument("codes", nargs=-1, metavar="[CODE]...")
@click.option("--ruleset", default="", metavar="ID", help="Show the numbers and rulings of this ruleset.")
@click.option(
    "--orbat",
    "file",
    metavar="FILE",
    type=click.Path(path_type=Path),
    help="Show the numbers of this ORBAT's ruleset, and the rulings of the ORBAT.",
)
@click.option("--markdown", is_flag=True, help="Write all explanations as Markdown.")
def explain_command(codes: tuple[str, ...], ruleset: str, file: Path | None, markdown: bool) -> int:
    """Explain the CODE of a finding, or a section of a rulebook.

    The explanation says what is checked and why, with an example and a remedy. For a rule, it shows the sections,
    numbers and rulings of each ruleset. For the first letters of a code, such as UNT, all codes that begin with these
    letters are listed. Without CODE, all codes are listed.

    For a section of a rulebook, write the short name of the rulebook and the number of the section, as in findings. The
    command shows each sentence of the section, and names the rules or data that apply it.
    """
    known = explanations()
    if markdown:
        shipped = Library(folders.shipped() / "army_lists")
        page = rules_page(tuple(known.values()), _usable_rulesets(shipped)) + sentence_tables(shipped)
        write_lines([page.rstrip("\n")])
        return EXIT_OK
    if lines := section_lines(" ".join(codes), Library()):
        write_text(lines)
        return EXIT_OK
    asked = [(code, _find(code, known)) for code in codes] or [("", list(known.values()))]
    for code, found in asked:
        if not found:
            raise CommandError(
                phrase("unknown code {code}.{guess}", code=code, guess=did_you_mean(code.upper(), known))
            )
    in_use = _in_use(ruleset, file) if ruleset or file else None
    if file and in_use is None:
        return EXIT_USAGE
    named_rules = any(is_rule(code.upper()) for code in codes)
    rulesets = _usable_rulesets(Library()) if named_rules and in_use is None else ()
    for number, (code, found) in enumerate(asked):
        if number:
            write_lines([""])
        if code.upper() in known:
            settings = _settings_lines(code.upper(), in_use, rulesets)
            write_text([*_lines(found[0]), *(f"  {line}" for line in settings)])
        else:
            write_text([f"{one.code}  {one.title}" for one in found])
    return EXIT_OK


class _InUse(Value):
    ruleset: Ruleset
    rulings: Mapping[str, str]
    list_id: str


def _in_use(ruleset_id: str, file: Path | None) -> _InUse | None:
    library = Library()
    if file is None:
        return _InUse(_ruleset(ruleset_id, library), {}, "")
    defaults = {"ruleset": ruleset_id}
    report = check_input(file, library, defaults=defaults)
    write_text(ignored_options(defaults, file, report), err=True)
    if not all_usable((report,)) or report.book is None or report.orbat is None:
        return None
    orbat, book = report.orbat, report.book
    return _InUse(book.ruleset, book.rulings(orbat), orbat.army_list.id if orbat.army_list else "")


def _ruleset(ruleset_id: str, library: Library) -> Ruleset:
    file = library.ruleset(ruleset_id)
    if file is None:
        known = library.ruleset_ids()
        guess = did_you_mean(ruleset_id, known)
        raise CommandError(
            phrase("unknown ruleset {id}.{guess} Known: {known}", id=ruleset_id, guess=guess, known=", ".join(known))
        )
    if file.value is None:
        raise CommandError(phrase("{ruleset} is unusable. Run orbat lint for details.", ruleset=ruleset_id))
    return file.value


def _usable_rulesets(library: Library) -> tuple[Ruleset, ...]:
    files = [library.ruleset(ruleset_id) for ruleset_id in library.ruleset_ids()]
    return tuple(file.value for file in files if file and file.value)


def _find(code: str, known: dict[str, Explanation]) -> list[Explanation]:
    wanted = code.upper()
    if wanted in known:
        return [known[wanted]]
    return [one for name, one in known.items() if wanted.isalpha() and name.rstrip("0123456789") == wanted]


def _lines(one: Explanation) -> list[str]:
    parts = [("Checks", one.checks), ("Why", one.why), ("Example", one.example), ("Fix", one.remedy)]
    return [f"{one.code} {one.title}", *(f"  {label}: {text}" for label, text in parts if text)]


def _settings_lines(code: str, in_use: _InUse | None, rulesets: tuple[Ruleset, ...]) -> Iterator[str]:
    if in_use:
        if one := ruleset_rule(code, in_use.ruleset, in_use.rulings):
            yield from one.lines(in_use.list_id)
    elif is_rule(code):
        yield from _short_lines(_in_rulesets(code, rulesets))


def _in_rulesets(code: str, rulesets: Iterable[Ruleset]) -> tuple[RulesetRule, ...]:
    return tuple(one for ruleset in rulesets if (one := ruleset_rule(code, ruleset)))


def _short_lines(several: tuple[RulesetRule, ...]) -> list[str]:
    return ["All rulesets: checked"] if in_every_ruleset(several) else [one.line for one in several]


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

A finding cites the ruleset or army list of the ORBAT. For each rule, this page shows the settings of the shipped
rulesets. `orbat explain CODE --ruleset ID` shows all settings of one ruleset. `orbat explain CODE --orbat FILE` uses
the ruleset and the rulings of an ORBAT.

The tables at the end list the sentences of each rulebook, with the rules or data that apply each sentence. To show
only one section, run `orbat explain` with the short name of the rulebook and the number, as in the tables.
"""


def rules_page(explained: tuple[Explanation, ...], rulesets: tuple[Ruleset, ...]) -> str:
    """All explanations as Markdown, with the settings of each ruleset."""
    parts = [_INTRODUCTION]
    family = ""
    # Codes that begin with the same letters, such as UNT, share a heading.
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
        several = _in_rulesets(one.code, rulesets)
        if in_every_ruleset(several):
            parts.append("\n**Rulesets.** all\n" if several else "")
        else:
            parts.append("\n**Rulesets.**\n\n")
            parts += [f"- {setting.line}\n" for setting in several]
    return "".join(parts)


def sentence_tables(library: Library) -> str:
    """Markdown tables with the sentences of all rulebooks, and the rules or data that apply the sentences."""
    return "".join(f"\n{rulebook_markdown(*one)}" for one in rulebooks(library))

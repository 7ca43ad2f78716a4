"""Lint rules about the sentences of a rulebook."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from orbat.data.lint_rules.rule import Fault, LintCase, unknown
from orbat.evaluate.catalogue import RULES
from orbat.evaluate.rule import Rule
from orbat.evaluate.settings import citations_of
from orbat.model.path import OrbatPath
from orbat.model.record import Record
from orbat.model.rulebook import Rulebook, Sentence, is_within, values_at
from orbat.model.ruleset import Ruleset
from orbat.model.wording import phrase


def check_sentences(case: LintCase) -> Iterator[Fault]:
    """Each sentence in `rulebook.yaml` names the parts of orbat that apply it, or says why none does.

    Why: The file is only useful if it is true. The named parts must exist, and the data at each path must cite the
    section of the sentence.

    Example: a sentence of BK 9.9 with `data: [ruleset.levels.brigade.generals]`, the path of a price that cites BK 9.1.

    Remedy: Correct the code, id or path. For a sentence that orbat does not apply, write the reason in `not_held`.
    """
    if not isinstance(case.data, Rulebook) or case.ruleset is None:
        return
    files = _files(case, case.ruleset)
    for number, sentence in enumerate(case.data.sentences):
        path: OrbatPath = ("sentences", number)
        yield from _check_place(path, sentence)
        yield from _check_cites(path, sentence, case.ruleset.code)
        yield from _check_names(path, sentence, case.ruleset)
        for index, data_path in enumerate(sentence.data):
            yield from _check_path((*path, "data", index), data_path, sentence, files)


def _files(case: LintCase, ruleset: Ruleset) -> dict[str, Record]:
    lists = {one.path.stem: one.value for one in case.lists if one.value}
    return {"ruleset": ruleset, **({"reference": case.reference} if case.reference else {}), **lists}


def _check_place(path: OrbatPath, sentence: Sentence) -> Iterator[Fault]:
    if sentence.is_applied and sentence.not_held:
        message = "the sentence names parts of orbat, but `not_held` says that orbat does not apply it"
        yield Fault(
            (*path, "not_held"),
            message,
            "Remove `not_held`, or remove `rules`, `data`, `rulings`, `notes` and `commands`.",
            at_key=True,
        )
    elif not sentence.is_applied and not sentence.not_held:
        message = "the sentence names no part of orbat, and no reason why orbat does not apply it"
        help = "Add `rules`, `data`, `rulings`, `notes` or `commands`, or write the reason in `not_held`."
        yield Fault((*path, "says"), message, help, at_key=True)


def _check_cites(path: OrbatPath, sentence: Sentence, code: str) -> Iterator[Fault]:
    for index, cite in enumerate(sentence.cite):
        if not cite.startswith(f"{code} "):
            message = phrase("the citation {cite} must begin with {code}, the ruleset's code", cite=cite, code=code)
            yield Fault(
                (*path, "cite", index), message, phrase("Write {code} and a section, such as {code} 14.1.", code=code)
            )


def _check_names(path: OrbatPath, sentence: Sentence, ruleset: Ruleset) -> Iterator[Fault]:
    known: tuple[tuple[str, tuple[str, ...], str, list[str]], ...] = (
        ("rules", sentence.rules, "the code of a rule", [rule.code for rule in RULES]),
        ("rulings", sentence.rulings, "a ruling", [one.id for one in ruleset.rulings]),
        ("notes", sentence.notes, "a note of the ruleset", [one.id for one in ruleset.notes]),
    )
    for key, words, what, names in known:
        for index, word in enumerate(words):
            if word not in names:
                yield unknown((*path, key, index), word, what, names)
    rulings = {one.id: one.cite for one in ruleset.rulings}
    notes = {one.id: one.cite for one in ruleset.notes}
    rules = {rule.code: _rule_cites(rule, ruleset) for rule in RULES}
    for key, words, cited in (
        ("rules", sentence.rules, rules),
        ("rulings", sentence.rulings, rulings),
        ("notes", sentence.notes, notes),
    ):
        for index, word in enumerate(words):
            if word in cited and not _cites_any(cited[word], sentence):
                yield _wrong_section((*path, key, index), word, cited[word], sentence)


def _rule_cites(rule: Rule, ruleset: Ruleset) -> tuple[str, ...]:
    settings = rule.settings(ruleset)
    return citations_of(settings, ruleset) if settings is not None else ()


def _check_path(path: OrbatPath, data_path: str, sentence: Sentence, files: dict[str, Record]) -> Iterator[Fault]:
    file, *steps = data_path.split(".")
    if file not in files:
        yield unknown(path, file, "a file of the ruleset", files)
        return
    values, cites = values_at(files[file], steps)
    if not values:
        message = phrase("the ruleset's files have no data at {path}", path=data_path)
        yield Fault(path, message, phrase("Correct the path, or add the data to {file}.yaml.", file=file))
    elif not _cites_any(cites, sentence):
        yield _wrong_section(path, data_path, cites, sentence)


def _cites_any(cites: Iterable[str], sentence: Sentence) -> bool:
    return any(is_within(own, cite) for own in sentence.cite for cite in cites)


def _wrong_section(path: OrbatPath, what: str, cites: Iterable[str], sentence: Sentence) -> Fault:
    message = phrase(
        "{what} cites {cites}, but this sentence of the rulebook is from {section}",
        what=what,
        section=", ".join(sentence.cite),
        cites=", ".join(dict.fromkeys(cites)) or "nothing",
    )
    return Fault(path, message, phrase("Correct `cite`, or the section that {what} cites.", what=what))

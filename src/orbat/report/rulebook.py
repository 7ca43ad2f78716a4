"""The sentences of a rulebook as text and Markdown, with the parts of orbat that apply them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from orbat.evaluate.catalogue import RULES
from orbat.model.finding import format_cites
from orbat.model.rulebook import Rulebook, Sentence, values_at
from orbat.model.ruleset import Ruleset
from orbat.model.wording import phrase


def sentence_lines(sentences: tuple[Sentence, ...], ruleset: Ruleset) -> Iterator[str]:
    """Yield sentences of a rulebook as text, each with the rules and data that apply the sentence."""
    for one in sentences:
        yield f"{format_cites(one.cite)} {one.says}"
        yield from (f"  {line}" for line in _place_lines(one, ruleset))


def _place_lines(sentence: Sentence, ruleset: Ruleset) -> Iterator[str]:
    if sentence.not_held:
        yield phrase("Not in orbat: {reason}.", reason=sentence.not_held)
    for rule in RULES:
        if rule.code in sentence.rules:
            yield phrase("Checked by {code}: {title}.", code=rule.code, title=rule.title)
    for path in sentence.data:
        label = _label_at(path, ruleset)
        yield phrase("Data: {path} ({label}).", path=path, label=label) if label else phrase("Data: {path}.", path=path)
    for ruling in ruleset.rulings:
        if ruling.id in sentence.rulings:
            ours = next(choice.label for choice in ruling.choices if choice.id == ruling.ours)
            fields = {"ruling": ruling.id, "question": ruling.question, "choice": ours}
            yield phrase("Ruling {ruling}: {question} By default: {choice}.", **fields)
    for note in ruleset.notes:
        if note.id in sentence.notes:
            yield phrase("Note for players, {label}: {text}", label=note.label, text=note.text)
    for command in sentence.commands:
        yield phrase("Command: orbat {command}", command=command)


def _label_at(path: str, ruleset: Ruleset) -> str:
    file, *steps = path.split(".")
    values = values_at(ruleset, steps)[0] if file == "ruleset" else []
    return next((value.label for value in values if hasattr(value, "label")), "")


def _place(sentence: Sentence, ruleset: Ruleset) -> str:
    if sentence.not_held:
        return phrase("Not in orbat: {reason}.", reason=sentence.not_held)
    rulings = {one.id: one.words for one in ruleset.rulings}
    notes = {one.id: one.label for one in ruleset.notes}
    parts = [
        phrase("checked by {codes}", codes=", ".join(sentence.rules)) if sentence.rules else "",
        phrase("data: {paths}", paths=_quoted(sentence.data)) if sentence.data else "",
        phrase("ruling: {names}", names=", ".join(rulings.get(one, one) for one in sentence.rulings))
        if sentence.rulings
        else "",
        phrase("note: {names}", names=", ".join(notes.get(one, one) for one in sentence.notes))
        if sentence.notes
        else "",
        phrase("command: {commands}", commands=_quoted(f"orbat {one}" for one in sentence.commands))
        if sentence.commands
        else "",
    ]
    text = "; ".join(filter(None, parts))
    return f"{text[:1].upper()}{text[1:]}."


def _quoted(texts: Iterable[str]) -> str:
    return ", ".join(f"`{text}`" for text in texts)


def rulebook_markdown(rulebook: Rulebook, ruleset: Ruleset) -> str:
    """All sentences of a rulebook as a Markdown table under a heading."""
    rows = (f"| {', '.join(one.cite)} | {one.says} | {_place(one, ruleset)} |\n" for one in rulebook.sentences)
    head = phrase("## {title}, sentence by sentence", title=rulebook.title)
    return f"{head}\n\n| section | the rulebook | in orbat |\n|---|---|---|\n{''.join(rows)}"

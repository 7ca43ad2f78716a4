"""The sentences of a rulebook, with where orbat has each of them, as text and as Markdown."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from orbat.model.finding import format_cites
from orbat.model.rulebook import Rulebook, Sentence
from orbat.model.ruleset import Ruleset
from orbat.model.wording import phrase


def sentence_lines(sentences: tuple[Sentence, ...], ruleset: Ruleset) -> Iterator[str]:
    """A paragraph for each sentence: its section, what it says, and where orbat has it."""
    for one in sentences:
        yield f"{format_cites(one.cite)} {one.says}"
        yield f"  {place_of(one, ruleset)}"


def place_of(sentence: Sentence, ruleset: Ruleset, quote: str = "") -> str:
    """Where orbat has a sentence: `Checked by ARM001; data: ruleset.rules.off_board.`

    `quote` is written around each path and command.
    """
    if sentence.not_held:
        return phrase("Not in orbat: {reason}.", reason=sentence.not_held)
    rulings = {one.id: one.words for one in ruleset.rulings}
    notes = {one.id: one.label for one in ruleset.notes}
    parts = [
        phrase("checked by {codes}", codes=", ".join(sentence.rules)) if sentence.rules else "",
        phrase("data: {paths}", paths=_quoted(sentence.data, quote)) if sentence.data else "",
        phrase("ruling: {names}", names=", ".join(rulings.get(one, one) for one in sentence.rulings))
        if sentence.rulings
        else "",
        phrase("note: {names}", names=", ".join(notes.get(one, one) for one in sentence.notes))
        if sentence.notes
        else "",
        phrase("command: {commands}", commands=_quoted((f"orbat {one}" for one in sentence.commands), quote))
        if sentence.commands
        else "",
    ]
    text = "; ".join(filter(None, parts))
    return f"{text[:1].upper()}{text[1:]}."


def _quoted(texts: Iterable[str], quote: str) -> str:
    return ", ".join(f"{quote}{text}{quote}" for text in texts)


def rulebook_markdown(rulebook: Rulebook, ruleset: Ruleset) -> str:
    """All sentences as a Markdown table under a heading."""
    rows = (f"| {', '.join(one.cite)} | {one.says} | {place_of(one, ruleset, '`')} |\n" for one in rulebook.sentences)
    head = phrase("## {title}, sentence by sentence", title=rulebook.title)
    return f"{head}\n\n| section | the rulebook | in orbat |\n|---|---|---|\n{''.join(rows)}"

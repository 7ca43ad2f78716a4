"""The rules that the ORBAT uses, once, in words. All lengths are typographic points."""

from __future__ import annotations

from orbat.model.finding import cited
from orbat.model.sheet import Block
from orbat.outputs.pdf.blocks.heads import BEFORE, headed
from orbat.outputs.pdf.marks import Panel
from orbat.outputs.pdf.press import Press
from orbat.outputs.pdf.setter import Setter
from orbat.report.rules_used import RuleUsed, rules_used

_INSET = 9.0


def rules_notes(press: Press, block: Block) -> tuple[Panel, ...]:
    """Each option, ability and reading in use with its sections; nothing where the player does not want them."""
    used = rules_used(press.report) if press.printing.rules_notes else ()
    if not used:
        return ()
    head = headed(press, block.title or "The rules used").panel(before=BEFORE, keep=True)
    return (head, *(_note(press, rule) for rule in used))


def _note(press: Press, rule: RuleUsed) -> Panel:
    setter, style = Setter(), press.styles.detail
    price = "" if press.hide_points else rule.price
    says = "; ".join(part for part in (rule.says, price) if part)
    setter.lines(rule.term, 0.0, press.width, style.bold)
    setter.lines(f"{says} {press.rests(cited(rule.cites))}", _INSET, press.width - _INSET, style)
    return setter.panel(before=3)

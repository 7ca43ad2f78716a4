"""A web page with the results of checking many files, in a table that can be sorted."""

from __future__ import annotations

from collections.abc import Sequence

from orbat.model.points import show
from orbat.model.text_words import title_in_quotes
from orbat.model.wording import phrase
from orbat.render.html.markup import line, name, text
from orbat.render.html.shell import document, table
from orbat.render.text import verdict_role
from orbat.report.outcome import Outcome, summary_line

_PLAYER = "Player"
_HEADS = ("File", _PLAYER, "Verdict", "Points", "Units", "Army list")
_TITLE = "Checked armies"


def outcomes_page(
    outcomes: Sequence[Outcome], skipped: Sequence[str], version: str, about_event: Sequence[str] = ()
) -> str:
    """Make a web page with a summary, and a row for each army.

    `skipped` are texts about files that are not armies. `about_event` are texts about the event and its players.
    """
    columns = tuple(one for one in _HEADS if one != _PLAYER or any(outcome.player for outcome in outcomes))
    body = [
        f'<body>\n<header>\n<h1 id="heading">{_TITLE}</h1>',
        line("p", summary_line(outcomes, len(skipped))),
        *(line("p", one) for one in about_event),
        "</header>",
        "<main>",
        table("files", columns, (_row(one, columns) for one in outcomes), "heading"),
        *(line("p", one, "detail") for one in skipped),
        "</main>",
    ]
    return document(_TITLE, phrase("orbat {version}", version=version), body)


def _row(one: Outcome, columns: Sequence[str]) -> str:
    verdict = line("span", one.verdict.short, verdict_role(one.verdict))
    items = (*(item.text for item in one.verdict.doubts), one.first_error)
    details = "".join(line("div", item, "detail") for item in dict.fromkeys(items))
    cells = (
        name(one.player) if one.player else "",
        verdict + details,
        text(_points(one)),
        str(one.units) if one.readable else "",
        text(", ".join(part for part in (one.army_list, one.ruleset) if part)) + line("div", one.check_code, "detail"),
    )
    rest = "".join(
        f'<td role="cell" data-head="{head}">{cell}</td>'
        for head, cell in zip(_HEADS[1:], cells, strict=True)
        if head in columns
    )
    title = f'<div class="detail">{name(title_in_quotes(one.title))}</div>'
    return f'<tr role="row"><th role="rowheader" scope="row">{_path(one.file)}{title}</th>{rest}</tr>'


def _path(file: str) -> str:
    # long paths are broken after a folder
    return text(file).replace("/", "/<wbr>")


def _points(one: Outcome) -> str:
    if one.total is None:
        return ""
    if one.game_size is None:
        return show(one.total)
    return phrase("{total} of {size}", total=show(one.total), size=one.game_size)

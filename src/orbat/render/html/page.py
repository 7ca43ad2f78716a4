"""The web page of an army: verdict, order of battle, roster, findings and sources, with the ORBAT as data."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from orbat.formats.web_page import data_block
from orbat.model.army_list import ArmyList
from orbat.model.fielded import fielded_lists
from orbat.model.finding import format_cites
from orbat.model.text_words import title_in_quotes
from orbat.model.wording import phrase
from orbat.render.html.markup import line, lines, name, text
from orbat.render.html.order import order_of_battle, signs_of
from orbat.render.html.roster import roster_boxes, roster_key
from orbat.render.html.shell import document
from orbat.render.html.signs import definitions
from orbat.render.text import verdict_role
from orbat.report.basis_item import unusual_details, usual_details
from orbat.report.breaking_point import army_flags, breaking_point
from orbat.report.finding_groups import FindingGroup, with_headings
from orbat.report.listing import sources_of
from orbat.report.report import Report
from orbat.report.roster import Roster, roster


def html_page(report: Report, version: str) -> str:
    """The army of a priced report as a web page.

    `version` is the version of orbat. The same report and version always give the same page.
    """
    assert report.orbat is not None
    found = roster(report)
    signs = signs_of(report)
    used = dict.fromkeys(sign for sign in signs.values() if sign)
    order, boxes = order_of_battle(report, found, signs), roster_boxes(found)
    sections = [
        _section("verdict", "Verdict", _verdict(report)),
        _section("order", "Order of battle", lines([order, line("p", f"{report.points}.", "total")])),
        _section("roster", "Roster", lines([_roster_tools(found), boxes]) if boxes else ""),
        _section("findings", "Findings", _findings(report)),
        _section("sources", "Sources", _sources(report)),
    ]
    body = [
        '<body><a class="skip" href="#order">Skip to the order of battle</a>',
        definitions(used),
        f"<header>\n<h1>{name(_title(report))}</h1>",
        line("p", report.subtitle),
        line("p", phrase("Player: {player}", player=report.orbat.player) if report.orbat.player else ""),
        line("p", report.rows[0].note if report.rows else "", "note"),
        "</header>",
        "<main>",
        *sections,
        "</main>",
        _footer(report),
        data_block(report.orbat),
    ]
    return document(_title(report), _versions(report, version), body)


def _title(report: Report) -> str:
    # without a title, the report would name its file
    title = report.orbat.title if report.orbat else ""
    return title_in_quotes(title) if title else "Untitled army"


def _versions(report: Report, version: str) -> str:
    # of orbat, of the ruleset and of the army lists
    data = []
    if report.book:
        data = [f"{report.book.ruleset.id}@{report.book.ruleset.version}"]
        data += [f"{one.id}@{one.version}" for _, one in _lists(report)]
    return "; ".join([f"orbat {version}", *data])


def _section(section: str, heading: str, content: str) -> str:
    if not content:
        return ""
    label = f"{section}-heading"
    return lines(
        [
            f'<section id="{section}" aria-labelledby="{label}">',
            f'<h2 id="{label}">{text(heading)}</h2>',
            content,
            "</section>",
        ]
    )


def _verdict(report: Report) -> str:
    verdict = report.verdict
    others = ". ".join(part for part in (report.points, report.other_counts) if part)
    code = text(report.check_code)
    basis = [f'Check code <span id="check-code">{code}</span>', *map(text, usual_details(report.basis))]
    return lines(
        [
            line("p", f"{verdict.headline}.", f"headline {verdict_role(verdict)}"),
            line("p", f"{others}." if others else ""),
            "<h3>Basis</h3>\n<ul>",
            *(f"<li>{one}</li>" for one in basis),
            *(line("li", one) for one in unusual_details(report.basis)),
            *(line("li", one) for one in _army_lines(report)),
            "</ul>",
        ]
    )


def _army_lines(report: Report) -> Iterator[str]:
    if flags := army_flags(report):
        yield phrase("Army: {flags}", flags="; ".join(flag.label for flag in flags))
    if point := breaking_point(report):
        yield phrase("Breaking point: {point} {cites}", point=point.words, cites=point.cites).rstrip()


def _roster_tools(found: Roster) -> str:
    # The script shows the tools, because without the script the browser does not keep the ticks.
    words = "This browser keeps the ticks."
    button = '<button type="button" id="clear-ticks">Clear all ticks</button>'
    return lines([line("p", roster_key(found), "detail"), f'<p class="tools" hidden>{text(words)} {button}</p>'])


def _findings(report: Report) -> str:
    if not report.findings:
        return line("p", "None.")
    parts: list[str] = []
    opened = False
    for heading, group in with_headings(report.findings):
        if heading:
            parts += ["</ul>"] * opened + [line("h3", heading)]
            opened = False
        parts += [] if opened else ['<ul class="findings">']
        opened = True
        parts.append(_group(group))
    return lines([*parts, "</ul>"])


def _group(group: FindingGroup) -> str:
    label = f'<span class="severity {group.severity}">{group.severity}</span> {line("code", group.code)}'
    if not group.listed:
        return f"<li>{label} {text(_with_cites(group.text, group.cites))}</li>"
    items = (line("li", _with_cites(one.message, one.cites)) for one in group.listed)
    return lines([f"<li>{label}", "<ul>", *items, "</ul></li>"])


def _with_cites(words: str, cites: tuple[str, ...]) -> str:
    return f"{words} {format_cites(cites)}".rstrip()


def _sources(report: Report) -> str:
    if report.book is None or report.quote is None:
        return ""
    ruleset = report.book.ruleset
    books = {ruleset.code: ruleset.title}
    books |= {code: work.title for code, work in ruleset.sources.items() if code in _cited(report)}
    rows = [_source(code, [title]) for code, title in books.items()]
    for list_id, army_list in _lists(report):
        entries = {line.unit.entry for line in report.quote.all_units if line.list_id == list_id}
        ids = {source for one in army_list.entries if one.id in entries for source in sources_of(one)}
        works = [work.title for source, work in army_list.sources.items() if source in ids]
        rows.append(_source(phrase("{army} list", army=army_list.title), works or ["no source named"]))
    return lines(["<dl>", *rows, "</dl>"])


def _lists(report: Report) -> list[tuple[str, ArmyList]]:
    # a list that only units at home name is not on the page
    if report.book is None or report.orbat is None:
        return []
    used = fielded_lists(report.orbat)
    return [(list_id, one) for list_id, one in sorted(report.book.lists.items()) if list_id in used]


def _source(term: str, titles: Iterable[str]) -> str:
    return "".join([line("dt", term), *(line("dd", title) for title in titles)])


def _cited(report: Report) -> set[str]:
    assert report.quote is not None
    sums = [*(line.sum for line in report.quote.all_units), *(line.sum for line in report.quote.all_commanders)]
    cites = [*(cite for one in sums for cite in one.cites), *(cite for one in report.findings for cite in one.cites)]
    return {cite.partition(" ")[0] for cite in cites}


def _footer(report: Report) -> str:
    words = phrase("Written by orbat. orbat check reads this page. Check code {code}.", code=report.check_code)
    return f"<footer>{line('p', words)}</footer>"

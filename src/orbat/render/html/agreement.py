"""Compares a web page that orbat wrote with the page that its ORBAT gives now."""

from __future__ import annotations

import html
import re
from collections import Counter
from collections.abc import Iterator, Sequence

from orbat.data.problem import WHOLE_FILE, Problem, finding_of
from orbat.model.finding import Finding, Severity
from orbat.model.wording import phrase

_GENERATOR = re.compile(r'<meta name="generator" content="([^"<>]*)">')
_INLINE = re.compile(r"</?(?:bdi|button|span)\b[^<>]*>")
"""Tags within a text. The script of the page adds buttons, which a browser may save with the page."""
_TAG = re.compile(r"<[^<>]*>")
_MAX_RATIO = 3
"""A page that is more than this many times as long as the expected page is not compared line by line."""
_MAX_NAMED = 3
"""Maximum number of lines in a message."""
_MAX_LENGTH = 100
"""Maximum length of a line in a message, in characters."""


def web_page_findings(page: str, expected: str) -> Iterator[Finding]:
    """Yield a finding if a page differs from the expected page. Both pages are given without the embedded ORBAT.

    If another version of orbat or of the data wrote the page, the finding is only a warning, because that version may
    use other words.
    """
    if page == expected:
        return
    versions = [found[1] for one in (page, expected) if (found := _GENERATOR.search(one))]
    own = len(versions) == 2 and versions[0] == versions[1]
    if len(page) > _MAX_RATIO * len(expected):
        message = phrase(
            "the page is more than {ratio} times as long as the page that orbat writes for this ORBAT", ratio=_MAX_RATIO
        )
        yield _finding(message, "TXT014", "error" if own else "warning")
        return
    shown, ours = _texts(page), _texts(expected)
    extra, missing = _unmatched(shown, ours), _unmatched(ours, shown)
    if extra or missing:
        named = _named(extra, missing)
        if own:
            yield _finding(phrase("the page differs from its ORBAT: {lines}", lines=named), "TXT014", "error")
        else:
            message = phrase(
                "this page was written with another version of orbat or of the data, and differs from its ORBAT: "
                "{lines}",
                lines=named,
            )
            yield _finding(message, "TXT014", "warning")
    elif shown != ours:
        yield _finding("the page shows the lines of its ORBAT in another order", "TXT014", "warning")
    elif _GENERATOR.sub("", page) != _GENERATOR.sub("", expected):
        message = "the page has other tags, styles or scripts than orbat writes, so a browser may show something else"
        yield _finding(message, "TXT011", "warning")


def _finding(message: str, code: str, severity: Severity) -> Finding:
    help = "Ask which of the two armies is right." if severity == "error" else "Compare the ORBAT with the page."
    return finding_of(Problem(WHOLE_FILE, message, help, code, severity=severity, doubt="file"))


def not_compared() -> Finding:
    """The finding that a page was not compared with its ORBAT, because the army is too large."""
    message = "the page was not compared with its ORBAT, because the army is too large"
    return _finding(message, "TXT011", "warning")


def _texts(page: str) -> tuple[str, ...]:
    # Tags count as spaces, so that text which moves from one cell to the next does not stay unnoticed.
    body = _without_scripts(page[max(page.find("<body"), 0) :])
    parts = (_TAG.sub(" | ", _INLINE.sub("", one)) for one in body.split("\n"))
    plain = (" ".join(html.unescape(one).split()) for one in parts)
    return tuple(one for one in plain if one.strip("| "))


def _without_scripts(text: str) -> str:
    kept, rest = [], text
    while (start := rest.find("<script")) >= 0 and (end := rest.find("</script>", start)) >= 0:
        kept.append(rest[:start])
        rest = rest[end + len("</script>") :]
    return "".join((*kept, rest))


def _unmatched(some: Sequence[str], others: Sequence[str]) -> list[str]:
    return list((Counter(some) - Counter(others)).elements())


def _named(extra: Sequence[str], missing: Sequence[str]) -> str:
    parts = [phrase("only on the page: {lines}", lines=_listed(extra))] if extra else []
    parts += [phrase("only in the ORBAT: {lines}", lines=_listed(missing))] if missing else []
    return "; ".join(parts)


def _listed(texts: Sequence[str]) -> str:
    shown = [" ".join(one.replace("|", " ").split()) for one in texts[:_MAX_NAMED]]
    named = "; ".join(one if len(one) <= _MAX_LENGTH else f"{one[:_MAX_LENGTH]}..." for one in shown)
    more = len(texts) - _MAX_NAMED
    return phrase("{lines} and {count} more", lines=named, count=more) if more > 0 else named

"""The basis of a verdict: what the verdict depends on, and what orbat could not verify."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from orbat.evaluate.quote import Quote
from orbat.model.agreed import AS_WRITTEN, Agreed
from orbat.model.book import Book, changed_rulings, rulings_in_force
from orbat.model.claims import Reading
from orbat.model.finding import Finding, Topic, format_cites
from orbat.model.orbat import Orbat
from orbat.model.part import Part
from orbat.model.wording import line_list, phrase, plural
from orbat.report.army_basis import data_items, lent_items, not_counted_items
from orbat.report.basis_item import BasisItem
from orbat.report.confidence import confidence_item
from orbat.report.dice_basis import dice_items


def basis_of(
    orbat: Orbat | None,
    book: Book | None,
    findings: Sequence[Finding],
    written: Orbat | None = None,
    reading: Reading | None = None,
    compared: Sequence[BasisItem] = (),
    agreed: Agreed = AS_WRITTEN,
    quote: Quote | None = None,
    parts: Sequence[Part] = (),
) -> tuple[BasisItem, ...]:
    """Everything on which the verdict on an ORBAT depends. Unusual facts come first.

    - `written`: the ORBAT in the file, without the values that the players agreed
    - `compared`: facts about other checked files, such as another player with the same army
    - `parts`: parts of the file besides the text, such as annotations or a QR code
    """
    items = [*compared]
    if orbat is not None and book is not None:
        items += _readings(orbat, book)
        items += dice_items(orbat, book)
        items += data_items(orbat, book)
        if quote is not None:
            items += lent_items(orbat, quote, book)
        items += not_counted_items(orbat)
        if written is not None and written is not orbat:
            items += _replaced(orbat, written, book)
        items += _house_limits(orbat, agreed)
    if orbat is not None and orbat.partial:
        text = "troops are not shown, so the points and limits of the whole army were not checked"
        items.append(BasisItem("hidden", text, _SHORT["hidden"], unusual=True))
    if any(part.kind == "code" and part.status == "read" for part in parts):
        text = "only the QR code of the picture was read; words beside the code are taken on trust"
        items.append(BasisItem("file", text, "only the QR code of the picture was read"))
    items += _doubts(findings, _unread(reading) if reading else {})
    if reading is not None:
        items.append(confidence_item(reading))
    return tuple(sorted(items, key=lambda one: not one.unusual))


def _readings(orbat: Orbat, book: Book) -> Iterator[BasisItem]:
    for ruling, choice in changed_rulings(orbat, book):
        default = next(one for one in ruling.choices if one.id == ruling.ours)
        fields = {"ruling": ruling.words, "choice": choice.label}
        short = phrase("{ruling} ({choice})", **fields)
        text = phrase("{ruling}: {choice} (default: {default})", default=default.label, **fields)
        cites = format_cites(ruling.citations)
        yield BasisItem("readings", f"{text} {cites}".rstrip(), short, unusual=True, name=ruling.words)


def _replaced(orbat: Orbat, written: Orbat, book: Book) -> Iterator[BasisItem]:
    pairs = zip(rulings_in_force(written, book), rulings_in_force(orbat, book), strict=True)
    for (ruling, own), (_, agreed) in pairs:
        if own is not agreed and ruling.id in written.rulings:
            text = phrase(
                '{ruling}: the agreed "{agreed}" is used instead of "{own}" from the file',
                ruling=ruling.words,
                own=own.label,
                agreed=agreed.label,
            )
            yield BasisItem("readings", text, OTHER_READINGS, unusual=True)
    if written.game_size != orbat.game_size:
        fields = {"own": written.game_size, "agreed": orbat.game_size}
        if written.game_size is None:
            yield BasisItem("size", phrase("Game size: the agreed {agreed} is used; the file names no size", **fields))
        else:
            yield BasisItem(
                "size", phrase("Game size: the agreed {agreed} is used instead of {own} from the file", **fields)
            )


def _house_limits(orbat: Orbat, agreed: Agreed) -> Iterator[BasisItem]:
    if orbat.house_limits == "ignore":
        text = "house limits are ignored and not reported"
        yield BasisItem("house", text, "house limits ignored", unusual=agreed.house is None)
    elif orbat.house_limits == "enforce":
        yield BasisItem("house", "house limits are enforced: not keeping one is an error")


def _unread(reading: Reading) -> dict[int, str]:
    unread = [line.number for line in reading.unread]
    partly = [line.number for line in reading.partly_read if line.leftover_number]
    words = plural(len(unread), "line {lines} not read", "lines {lines} not read", lines=line_list(unread))
    lines = line_list(partly)
    half = plural(len(partly), "line {lines} only partly read", "lines {lines} only partly read", lines=lines)
    return dict.fromkeys(partly, half) | dict.fromkeys(unread, words)


def _doubts(findings: Sequence[Finding], unread: Mapping[int, str]) -> Iterator[BasisItem]:
    for finding in findings:
        if finding.doubt:
            short = finding.fields.get("short") or _SHORT_BY_CODE.get(finding.code) or _SHORT[finding.doubt]
            if finding.code == _UNREAD:
                short = unread.get(finding.line or 0, short)
            yield BasisItem(finding.doubt, finding.message, str(short), unusual=True, code=finding.code)


_UNREAD = "TXT007"
"""The code of findings about lines that were not read."""

_SHORT_BY_CODE = {
    "SRC003": "line breaks that many editors do not show",
    "TXT014": "pages that differ from the attached ORBAT",
    "TXT015": "a check code that differs",
}
"""For some codes, what the headline says about a finding."""

OTHER_READINGS = "the file has other rulings than the players agreed"
"""What the headline says if the file has other rulings than the players agreed."""

_SHORT: dict[Topic, str] = {
    "readings": "a ruling that is not the default",
    "dice": "the record of the dice",
    "file": "the reading of the file",
    "names": "names that look alike",
    "title": "a title or name that does not match the army",
    "data": "data that orbat does not ship",
    "lent": "troops of another army list",
    "generals": "units without a general",
    "hidden": "troops that are not shown",
    "house": "house limits not kept",
    "size": "another game size",
    "player": "another player has the same army",
    "confidence": "a question about the list",
}
"""For each topic, what the headline says about other findings."""

"""Parts of a file besides the ordinary text, such as comments and hidden text, and findings about such parts.

A `Part` stands for anything that would otherwise be ignored silently. All file formats use the same kinds of parts.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from orbat.data.problem import WHOLE_FILE, Problem, finding_of
from orbat.documents.line_collector import displayable, first_few
from orbat.model.finding import Finding
from orbat.model.part import Part
from orbat.model.record import Value
from orbat.model.wording import phrase


class PartKind(Value):
    """A kind of content besides the ordinary text of a file, such as comments."""

    one: str
    """The name in the singular."""
    many: str
    """The name in the plural."""
    hidden: bool = False
    """Whether the part is invisible in the program that opens the file. Invisible parts are reported even if read."""

    def words(self, count: int) -> str:
        """A number of parts of this kind, as text: `2 annotations`."""
        return phrase("{count} {name}", count=count, name=self.one if count == 1 else self.many)


KINDS: Mapping[str, PartKind] = {
    # any format
    "attachment": PartKind("attachment", "attachments"),
    "picture": PartKind("picture", "pictures"),
    "code": PartKind("QR code", "QR codes"),
    "other_code": PartKind("code of another type", "codes of other types"),
    "comment": PartKind("comment", "comments"),
    "external_link": PartKind("link to another file", "links to other files"),
    "struck_out": PartKind("struck-out text", "struck-out texts", hidden=True),
    "invisible_text": PartKind("invisible text", "invisible texts", hidden=True),
    "white_text": PartKind(
        "text in the colour of its background", "texts in the colour of their background", hidden=True
    ),
    "tiny_text": PartKind("tiny text", "tiny texts", hidden=True),
    "styled_hidden": PartKind("text hidden by its style", "texts hidden by their style", hidden=True),
    "may_be_hidden": PartKind("text that a style may hide", "texts that a style may hide", hidden=True),
    "other_part": PartKind("unknown part", "unknown parts"),
    # pages
    "annotation": PartKind("annotation", "annotations"),
    "form_field": PartKind("form field", "form fields"),
    "layer": PartKind("text in a layer that is switched off", "texts in layers that are switched off", hidden=True),
    "clipped_text": PartKind("text outside the visible page", "texts outside the visible page", hidden=True),
    "covered_text": PartKind("covered text", "covered texts", hidden=True),
    "remapped_text": PartKind(
        "text that displays other letters than it contains",
        "texts that display other letters than they contain",
        hidden=True,
    ),
    "rotated_text": PartKind("rotated text", "rotated texts"),
    "unreadable_text": PartKind("text in a font without letters", "texts in fonts without letters"),
    # workbooks
    "hidden_sheet": PartKind("hidden sheet", "hidden sheets", hidden=True),
    "hidden_row": PartKind("hidden row", "hidden rows", hidden=True),
    "hidden_column": PartKind("hidden column", "hidden columns", hidden=True),
    "tiny_row": PartKind("tiny row", "tiny rows", hidden=True),
    "tiny_column": PartKind("tiny column", "tiny columns", hidden=True),
    "filter": PartKind("filter", "filters", hidden=True),
    "covered_cell": PartKind("cell covered by a merged cell", "cells covered by merged cells", hidden=True),
    "number_format": PartKind("cell that displays another value", "cells that display another value", hidden=True),
    "stale_formula": PartKind(
        "formula whose saved value is out of date", "formulas whose saved values are out of date", hidden=True
    ),
    "formula": PartKind(
        "formula whose saved value was not checked", "formulas whose saved values were not checked", hidden=True
    ),
    "field": PartKind(
        "field whose saved text was not checked", "fields whose saved texts were not checked", hidden=True
    ),
    "print_area": PartKind("cell outside the print area", "cells outside the print area", hidden=True),
    "text_box": PartKind("text box", "text boxes"),
    "chart": PartKind("chart", "charts"),
    "other_sheet": PartKind("further sheet", "further sheets"),
    # documents
    "header": PartKind("page header or footer", "page headers and footers"),
    "footnote": PartKind("footnote", "footnotes"),
    "endnote": PartKind("endnote", "endnotes"),
    "tracked_change": PartKind("tracked change", "tracked changes", hidden=True),
    "tracked_insertion": PartKind("tracked insertion", "tracked insertions", hidden=True),
    "tracked_deletion": PartKind("tracked deletion", "tracked deletions", hidden=True),
    "embedded_part": PartKind("embedded document", "embedded documents"),
    # web pages and mails
    "styled_added": PartKind("text added by a style", "texts added by styles"),
    "script": PartKind("script", "scripts"),
    "frame": PartKind("frame with another page", "frames with other pages"),
    "other_body": PartKind("other version of the mail's text", "other versions of the mail's text"),
    "nested_mail": PartKind("enclosed mail", "enclosed mails"),
}
"""Every kind of part, by id."""

COMPARE_HELP = "Compare the ORBAT with the file."

MAX_EXCERPT = 60
"""Maximum length of the text of a part that a message shows, in characters."""


def part_findings(parts: Iterable[Part]) -> tuple[Finding, ...]:
    """Findings about unread and hidden parts of a file, one finding for each kind of part."""
    groups: dict[tuple[str, str], list[Part]] = {}
    for part in parts:
        if part.status == "left" or (part.status == "read" and KINDS[part.kind].hidden):
            groups.setdefault((part.kind, part.status), []).append(part)
    return tuple(_finding(same) for same in groups.values())


def _finding(same: Sequence[Part]) -> Finding:
    what = KINDS[same[0].kind].words(sum(part.count for part in same))
    fate = "not read" if same[0].status == "left" else "read too"
    short = f"{what} {fate}" if same[0].status == "left" else what
    message = phrase("{what}, {fate}", what=what, fate=fate)
    if items := first_few([text for part in same if (text := _item(part))]):
        message = phrase("{message}: {items}", message=message, items=items)
    found = finding_of(Problem(WHOLE_FILE, message, COMPARE_HELP, "TXT011", severity="warning", doubt="file"))
    return replace(found, fields={**found.fields, "short": short})


def _item(part: Part) -> str:
    text = displayable(part.shown)
    text = text if len(text) <= MAX_EXCERPT else f"{text[:MAX_EXCERPT].rstrip()}..."
    if not text:
        return part.where
    return phrase('{where}: "{text}"', where=part.where, text=text) if part.where else phrase('"{text}"', text=text)

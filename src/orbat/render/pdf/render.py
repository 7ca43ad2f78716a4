"""Render sheets as a PDF. A layout lists the blocks of a sheet.

A block turns a report into panels, and does not depend on other blocks. Panels are then placed on pages, and the pages
are drawn.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

from orbat.model.reference import Reference
from orbat.model.sheet import MIN_TYPE_SIZE, Block, BlockName, Layout, PrintOptions
from orbat.model.wording import phrase
from orbat.render.pdf.blocks import block_function
from orbat.render.pdf.blocks.forms import continued_heading
from orbat.render.pdf.booklet import booklet
from orbat.render.pdf.context import RUNNING_HEAD_LINES, BlockContext
from orbat.render.pdf.draw import attach, draw
from orbat.render.pdf.flow import (
    Page,
    PageBand,
    PageSpace,
    Paper,
    PlacedPanel,
    lay_out,
    on_paper,
    paper_for,
    part_of_a4,
)
from orbat.render.pdf.fonts import LARGE, Styles, clip, drawable, measure, styles_of
from orbat.render.pdf.foot import BARE_FOOT_LINES, CREATOR, FOOT_LINES, Sheet, with_page_numbers
from orbat.render.pdf.marks import Mark, Panel, Rule, TextMark, Tiles
from orbat.render.pdf.typesetter import THIN, Typesetter, baseline_of
from orbat.report.origin import NO_ORIGIN, Origin, origin
from orbat.report.reference import empty_reason
from orbat.report.report import Report

TITLE_BLOCK: BlockName = "title"
"""The name of the title block. If all other blocks of a sheet are empty, the sheet is not printed."""

TABLES_BLOCK: BlockName = "reference"
"""The name of the block with reference tables."""

ORDER_BLOCK: BlockName = "order"
"""The name of the block with the units. It is shortened if this keeps a sheet on one page."""

_SHRINK = 0.94
"""The factor by which the type size is multiplied in each step, until a sheet fits on one page."""

_NEARLY_EMPTY = 0.2
"""A last page filled to less than this fraction is nearly empty."""
_SAVING = (0.97, 0.94, 0.91)
"""The scales that are tried to save a nearly empty last page."""
_LEAST_SCALE = 0.95
"""The least scale of a sheet. At scale 1, its text has the smallest type; below it, only headings shrink."""
_NARROW = 0.8
"""Paper narrower than this fraction of A4 has fewer columns."""
_COLUMN_SPARE = 0.2
"""The missing width with which a column is kept, as a fraction of its width."""
_MAX_SHRUNK, _MAX_SHORTENED = 2, 4
"""A sheet for one page that takes more pages than this is not tried in smaller type, or in a shorter form."""


def render(
    report: Report,
    layouts: Sequence[Layout],
    printing: PrintOptions,
    *,
    reference: Reference | None = None,
    attachment: tuple[str, bytes] | None = None,
    subject: object | None = None,
) -> bytes:
    """Render the sheets of all layouts as one PDF.

    `attachment` is the name and content of a file to attach. It is attached unchanged, even if print settings hide
    points or reserves. If all sheets are empty, the PDF has one page that says why.
    """
    pages = finished_pages(report, layouts, printing, reference=reference, subject=subject)
    player = report.orbat.player if report.orbat else ""
    pdf = draw(pages, title=drawable(report.title), author=drawable(player), creator=CREATOR)
    return attach(pdf, *attachment) if attachment else pdf


def finished_pages(
    report: Report,
    layouts: Sequence[Layout],
    printing: PrintOptions,
    *,
    reference: Reference | None = None,
    subject: object | None = None,
) -> tuple[Page, ...]:
    """Lay out the sheets of all layouts as pages with page numbers. In a booklet, a side of paper has two pages."""
    found = [page for layout in layouts for page in sheet_pages(report, layout, printing, reference, subject)]
    numbered = with_page_numbers(found or list(_empty_page(report, layouts, printing, reference)))
    pages = tuple(page for page, _ in numbered)
    return booklet(pages) if printing.booklet else pages


def sheet_pages(
    report: Report,
    layout: Layout,
    printing: PrintOptions,
    reference: Reference | None = None,
    subject: object | None = None,
) -> tuple[Sheet, ...]:
    """Lay out one sheet as pages without page numbers. Empty if all blocks except the title are empty."""
    paper = paper_for(layout, printing.paper, printing.landscape, booklet=printing.booklet)
    scale = LARGE if printing.large else 1.0

    def composed(one: Layout, wishes: PrintOptions, scale: float) -> tuple[Sheet, ...]:
        return _compose(report, one, wishes, reference, paper, scale, subject)

    usual = composed(layout, printing, scale)
    if len(usual) > 1 and any(block.block == TABLES_BLOCK for block in layout.body):
        # tables stay whole unless this needs a further page
        divided = _compose(report, layout, printing, reference, paper, scale, subject, whole_tables=False)
        usual = min(usual, divided, key=len)
    if not layout.on_one_page and len(usual) > 1 and not layout.bare and _is_nearly_empty(usual[-1][0]):
        # a little smaller, if that saves the last page
        smaller = (composed(layout, printing, scale * shrink) for shrink in _SAVING)
        return next((pages for pages in smaller if len(pages) < len(usual)), usual)
    if not layout.on_one_page or len(usual) <= 1:
        return usual
    smallest = scale
    while len(usual) <= _MAX_SHRUNK and smallest > _LEAST_SCALE * MIN_TYPE_SIZE / layout.type.text.size:
        smallest *= _SHRINK
        if len(pages := composed(layout, printing, smallest)) == 1:
            return pages
    for one, wishes in _shorter(layout, printing) if len(usual) <= _MAX_SHORTENED else ():
        if len(pages := composed(one, wishes, smallest)) == 1:
            return pages
    # nothing is made smaller if this is not enough, but an optional block never needs a page of its own
    shorter = (composed(one, printing, scale) for one in _without_each_optional(layout))
    return min((usual, *shorter), key=len) if len(usual) <= _MAX_SHORTENED else usual


def _is_nearly_empty(page: Page) -> bool:
    height = page.paper.height - page.paper.top - page.paper.bottom
    lowest = max((mark.bottom for mark in page.marks), default=0.0)
    return lowest - page.paper.top < _NEARLY_EMPTY * height


def _shorter(layout: Layout, printing: PrintOptions) -> Iterator[tuple[Layout, PrintOptions]]:
    """Yield shorter forms of a sheet that must fit on one page, the most complete first.

    1. The optional blocks are omitted, one by one.
    2. Without optional blocks, equal units share a line.
    3. As 2, and the table of units has two columns.
    4. As 2, and shared lines have no names.
    """
    omitted = layout
    for omitted in _without_each_optional(layout):
        yield omitted, printing
    merged = replace(printing, merge=True)
    yield omitted, merged
    yield _with_order(omitted, lambda block: replace(block, columns=2)), merged
    yield _with_order(omitted, lambda block: replace(block, show=(*block.show, "unnamed"))), merged


def _with_order(layout: Layout, change: Callable[[Block], Block]) -> Layout:
    return replace(layout, body=tuple(change(one) if one.block == ORDER_BLOCK else one for one in layout.body))


def _without_each_optional(layout: Layout) -> Iterator[Layout]:
    while shorter := _without_optional(layout):
        layout = shorter
        yield layout


def _without_optional(layout: Layout) -> Layout | None:
    last = max((number for number, block in enumerate(layout.body) if block.optional), default=None)
    if last is None:
        return None
    return replace(layout, body=(*layout.body[:last], *layout.body[last + 1 :]))


def _compose(
    report: Report,
    layout: Layout,
    printing: PrintOptions,
    reference: Reference | None,
    paper: Paper,
    scale: float,
    subject: object | None,
    *,
    whole_tables: bool = True,
) -> tuple[Sheet, ...]:
    styles = styles_of(layout.type, scale)
    room = _page_space(layout, styles, paper)
    context = BlockContext(report, reference, layout, printing, styles, room.width, room.height, subject, whole_tables)
    body = [replace(block, columns=_columns_on(paper, block.columns)) for block in layout.body]
    made = [(block, block_panels(context.in_columns(block.columns), block)) for block in body]
    if not any(panels for block, panels in made if block.block != TITLE_BLOCK):
        return ()
    return _paged(context, _bands(made), room, paper)


def block_panels(context: BlockContext, block: Block) -> tuple[Panel, ...]:
    """The panels of a block. A page or column that begins inside the block repeats the last heading."""
    panels, again = list[Panel](), None
    for panel in block_function(block.block)(context, block):
        if panel.again:
            again = None if panel.wide else panel.again  # the heading of all columns is repeated over all columns
        has_own = panel.again or panel.heads or panel.depth
        panels.append(panel if has_own else replace(panel, heads=again))
    return tuple(panels)


def _columns_on(paper: Paper, columns: int) -> int:
    """The number of columns of a block. Narrow paper has fewer columns, about as wide as on A4."""
    part = part_of_a4(paper.width)
    return max(1, int(columns * part + _COLUMN_SPARE)) if part < _NARROW else columns


def _page_space(layout: Layout, styles: Styles, paper: Paper) -> PageSpace:
    line = styles.foot.leading
    return PageSpace(
        width=paper.right - paper.side,
        height=paper.height - paper.top - paper.bottom - line * (BARE_FOOT_LINES if layout.bare else FOOT_LINES),
        running=0.0 if layout.bare else line * RUNNING_HEAD_LINES,
        gap=layout.column_gap,
    )


def _paged(context: BlockContext, bands: Sequence[PageBand], room: PageSpace, paper: Paper) -> tuple[Sheet, ...]:
    all_bands = [*bands, *_full_texts(context, bands)]
    bodies = lay_out(all_bands, room)
    if any(body and all(_has_code(placed.panel) for placed in body) for body in bodies):
        bodies = lay_out([replace(band, panels=_with_kept_codes(band.panels)) for band in all_bands], room)
    return tuple(
        (_page(context, body, number, paper, room.running), context.styles) for number, body in enumerate(bodies)
    )


def _has_code(panel: Panel) -> bool:
    return any(isinstance(mark, Tiles) for mark in panel.marks)


def _with_kept_codes(panels: Sequence[Panel]) -> tuple[Panel, ...]:
    """Keep QR codes on the page of the panel before them, so that no page has only codes."""
    following = [*map(_has_code, panels[1:]), False]
    return tuple(replace(panel, keep=panel.keep or code) for panel, code in zip(panels, following, strict=True))


def _empty_page(
    report: Report, layouts: Sequence[Layout], printing: PrintOptions, reference: Reference | None
) -> tuple[Sheet, ...]:
    layout = layouts[0]
    paper = paper_for(layout, printing.paper, printing.landscape, booklet=printing.booklet)
    styles = styles_of(layout.type)
    room = _page_space(layout, styles, paper)
    context = BlockContext(report, reference, layout, printing, styles, room.width, room.height)
    typesetter, titles = Typesetter(), ", ".join(one.title for one in layouts)
    text = phrase("{sheets}: {reason}", sheets=titles, reason=empty_reason(report, reference))
    typesetter.lines(text, 0.0, context.width, styles.text)
    head = block_function(TITLE_BLOCK)(context, Block(block=TITLE_BLOCK))
    return _paged(context, [PageBand((*head, typesetter.panel(before=styles.text.leading)))], room, paper)


def _bands(made: Sequence[tuple[Block, tuple[Panel, ...]]]) -> list[PageBand]:
    bands: list[PageBand] = []
    new_page = False
    for block, panels in made:
        new_page = new_page or block.new_page
        # an empty block passes its page break to the next block
        if not panels:
            continue
        before = bands[-1] if bands else None
        if panels[0].wide:
            bands.append(PageBand(panels[1:], block.columns, new_page, panels[0]))
        elif before and before.columns == block.columns and not new_page:
            bands[-1] = replace(before, panels=(*before.panels, *panels))
        else:
            bands.append(PageBand(panels, block.columns, new_page))
        new_page = False
    return bands


def _full_texts(context: BlockContext, bands: Sequence[PageBand]) -> tuple[PageBand, ...]:
    texts = tuple(dict.fromkeys(text for band in bands for panel in band.panels for text in panel.cut))
    if not texts:
        return ()
    title, style = "Full texts", context.styles.heading
    head, again = Typesetter(), continued_heading(title, context.width, style)
    head.lines(title, 0.0, context.width, style)
    panels = [head.panel(before=14, keep=True)]
    for text in texts:
        typesetter = Typesetter()
        typesetter.lines(text, 0.0, context.width, context.styles.detail)
        panels.append(typesetter.panel(before=2, heads=again))
    return (PageBand(tuple(panels)),)


def _page(context: BlockContext, body: Sequence[PlacedPanel], number: int, paper: Paper, running: float) -> Page:
    page = replace(on_paper(body, number, paper, running), title=context.report.heading, origin=_origin(context))
    if context.layout.bare:
        return replace(page, bare=True)
    return replace(page, marks=(*_running_head(context, paper), *page.marks)) if number else page


def _origin(context: BlockContext) -> Origin:
    # a comparison is of two ORBATs
    return NO_ORIGIN if context.layout.for_two else origin(context.report)


def _running_head(context: BlockContext, paper: Paper) -> tuple[Mark, ...]:
    style, report = context.styles.foot, context.report
    total = ""
    if report.rows and not context.hide_points:
        total = phrase("{points} points", points=report.rows[0].points)
    baseline = paper.top + baseline_of(style)
    width = measure(total, style)
    heading = clip(f"{report.heading} – {context.layout.title}", style, paper.right - paper.side - width - 20)
    marks: list[Mark] = [TextMark(paper.side, baseline, heading, style)]
    if total:
        marks.append(TextMark(paper.right - width, baseline, total, style))
    return (*marks, Rule(paper.side, baseline + 4, paper.right - paper.side, THIN))

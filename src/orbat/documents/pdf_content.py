"""Follow the drawing instructions of a PDF page, to find out which text a reader sees.

A text can be hidden by its colour, its size, the clipping area (outside which nothing is drawn), a layer that is
switched off, or something drawn over it later. Forms are drawings that pages share. The instructions of a form are
inserted into the page, because pypdf's layout mode skips forms. Section numbers refer to ISO 32000-1, the PDF standard.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from orbat.documents.pdf_colour import BLACK, GREY, WHITE, Colour, ColourSpace, colour_of, colour_space, is_alike
from orbat.documents.pdf_fonts import FontWidths, font_widths
from orbat.documents.pdf_geometry import (
    EVERYWHERE,
    IDENTITY,
    OPAQUE,
    Area,
    Areas,
    Box,
    Matrix,
    Point,
    bounds,
    box_of,
    contains,
    intersection,
    moved,
    moved_box,
    product,
    share_of_box,
)
from orbat.documents.pdf_pictures import mean_colour
from orbat.model.record import Value

Operation = tuple[Any, bytes]
"""The operands and the operator of a drawing instruction."""

MAX_OPERATIONS = 150_000
"""Maximum number of drawing instructions of a page, with its forms."""
MIN_TEXT_HEIGHT = 2.0
"""Text below this height, in points, is tiny."""
_MAX_DEPTH = 8
"""Maximum depth of forms within forms."""
_MIN_OPACITY = 0.1
_TINY = 1e-6
_MAX_TILES = 20_000
_MAX_BACKGROUNDS = 4
"""Maximum number of pictures of a page whose colour is calculated, because text is drawn on them."""
_CHECK_EVERY = 1_000
"""Number of instructions after which the time is checked."""
_DAMAGED = (KeyError, IndexError, TypeError, ValueError, AttributeError)
"""The exceptions that an instruction with wrong operands raises. Such an instruction is skipped, as in programs that
show PDFs."""


class TooManyOperationsError(Exception):
    """Raised if a page has more than `MAX_OPERATIONS` drawing instructions."""


class Picture(Value):
    """A picture and its place on a page."""

    image: Any
    """The PDF object; None for an inline picture."""
    box: Box


class DrawnText(Value):
    """A text on a page."""

    box: Box
    hidden: str = ""
    """The reason why the text is invisible, as an id of `parts.KINDS`; "" for visible text."""
    font: str = ""
    """The name of the font."""
    is_rotated: bool = False
    shift: float = 0.0
    """The number with which the PDF operator `TJ` leaves a gap as wide as the text."""

    @property
    def samples(self) -> tuple[Point, ...]:
        """Three points of the text: near the start, in the middle, and near the end."""
        left, bottom, right, top = self.box
        return tuple((left + (right - left) * part, bottom + (top - bottom) * part) for part in (0.1, 0.5, 0.9))


class PageContent(Value):
    """The text, fonts, pictures and small rectangles of a page."""

    operations: tuple[Operation, ...]
    """The instructions that place and draw text."""
    texts: Mapping[int, DrawnText]
    """The drawn texts, by the index of their instruction in `operations`."""
    fonts: Mapping[str, Any]
    """The fonts of the page and of its forms, by their names in `operations`."""
    pictures: tuple[Picture, ...]
    tiles: tuple[Box, ...]
    """Small filled rectangles, which may form a QR code."""

    def only(self, is_wanted: Callable[[DrawnText], bool]) -> list[Operation]:
        """The operations of the page. Each text that is not wanted becomes a gap."""
        from pypdf.generic import ArrayObject, ByteStringObject, FloatObject

        def gap(text: DrawnText) -> Operation:
            # with an empty text: pypdf misplaces what follows a text object without any text
            return [ArrayObject([FloatObject(text.shift), ByteStringObject(b"")])], b"TJ"

        return [
            operation if (text := self.texts.get(at)) is None or is_wanted(text) else gap(text)
            for at, operation in enumerate(self.operations)
        ]


@dataclass(frozen=True)
class _State:
    """The graphics state of a PDF page (ISO 32000-1, 8.4)."""

    matrix: Matrix = IDENTITY
    clip: Box = EVERYWHERE
    fill: Colour | None = BLACK
    stroke: Colour | None = BLACK
    fill_space: ColourSpace = GREY
    stroke_space: ColourSpace = GREY
    opacity: float = 1.0
    blends: bool = False
    """Whether colours are mixed with the colours below."""
    font: str = ""
    size: float = 0.0
    render: float = 0
    letter_space: float = 0.0
    word_space: float = 0.0
    stretch: float = 100.0
    leading: float = 0.0
    rise: float = 0.0


class Examiner:
    """Follows the drawing instructions of one page."""

    def __init__(self, page: Any, is_off: Callable[[Any], bool], check_time: Callable[[], None]) -> None:
        self._page = page
        self._is_off = is_off
        """Returns whether a layer is switched off, from the layer's PDF object."""
        self._check_time = check_time
        """Called often; may raise an error to stop the examination."""
        self._visible = intersection(box_of(page.mediabox), box_of(page.cropbox))
        self._resources: Any = _dictionary(page.get("/Resources"))
        self._state = _State()
        self._saved: list[_State] = []
        self._text = self._line = IDENTITY
        self._marks: list[bool] = []
        """For each open marked content, whether it belongs to a layer that is switched off."""
        self._path: list[list[Point]] = []
        self._is_clipping = False
        self._areas = Areas()
        self._operations: list[Operation] = []
        self._texts: dict[int, DrawnText] = {}
        self._fonts: dict[str, Any] = {}
        self._widths: dict[str, FontWidths] = {}
        self._pictures: list[Picture] = []
        self._tiles: list[Box] = []
        self._picture_colours: dict[int, Colour | None] = {}
        self._count = self._depth = 0

    def examine(self) -> PageContent:
        """Follow all instructions of the page.

        Raises TooManyOperationsError, or any other error for a damaged page.
        """
        contents = self._page.get("/Contents")
        if contents is not None:
            self._run(contents.get_object())
        texts = {at: self._finished(at, text) for at, text in self._texts.items()}
        return PageContent(tuple(self._operations), texts, self._fonts, tuple(self._pictures), tuple(self._tiles))

    def _finished(self, at: int, text: DrawnText) -> DrawnText:
        is_covered = not text.hidden and sum(self._areas.is_covered(point, at) for point in text.samples) > 1
        return replace(text, hidden="covered_text") if is_covered else text

    def _run(self, contents: Any) -> None:
        from pypdf.generic import ContentStream

        bottom = len(self._saved)
        for operands, operator in ContentStream(contents, self._page.pdf, "bytes").operations:
            self._count += 1
            if self._count > MAX_OPERATIONS:
                raise TooManyOperationsError
            if self._count % _CHECK_EVERY == 0:
                self._check_time()
            if operator == b"Q" and len(self._saved) <= bottom:
                continue
            if action := _ACTIONS.get(operator):
                try:
                    action(self, operands)
                except _DAMAGED:
                    continue
        while len(self._saved) > bottom:
            self.restore([])

    def set(self, **changes: Any) -> None:
        """Change values of the graphics state."""
        self._state = replace(self._state, **changes)

    def keep(self, operands: Any, operator: bytes) -> None:
        """Keep an instruction that places or draws text."""
        self._operations.append((operands, operator))

    # The graphics state (8.4).

    def save(self, operands: Any) -> None:
        """Save the graphics state (operator `q`)."""
        self._saved.append(self._state)
        self.keep([], b"q")

    def restore(self, operands: Any) -> None:
        """Restore the graphics state that was saved last (operator `Q`)."""
        self._state = self._saved.pop()
        self.keep([], b"Q")

    def transform(self, operands: Any) -> None:
        """Move, scale or rotate everything that follows (operator `cm`)."""
        self.set(matrix=product(_matrix(operands), self._state.matrix))
        self.keep(operands, b"cm")

    def use_settings(self, operands: Any) -> None:
        """Set opacity, blend mode and font (operator `gs`)."""
        found = _dictionary(self._resources.get("/ExtGState"))[operands[0]].get_object()
        if "/ca" in found:
            self.set(opacity=float(found["/ca"]))
        if "/BM" in found:
            self.set(blends=found["/BM"] not in ("/Normal", "/Compatible"))
        if "/Font" in found:
            font, size = found["/Font"].get_object()
            self._select_font(font.get_object(), size)

    # Colours (8.6).

    def set_fill(self, operands: Any, kind: str = "") -> None:
        """Set the colour of areas and text (operators `g`, `rg`, `k`, `sc` and `scn`)."""
        space = ColourSpace(kind) if kind else self._state.fill_space
        self.set(fill=colour_of(space, operands), fill_space=space)

    def set_stroke(self, operands: Any, kind: str = "") -> None:
        """Set the colour of lines and outlines (operators `G`, `RG`, `K`, `SC` and `SCN`)."""
        space = ColourSpace(kind) if kind else self._state.stroke_space
        self.set(stroke=colour_of(space, operands), stroke_space=space)

    def choose_space(self, operands: Any, *, is_stroke: bool = False) -> None:
        """Set the colour space (operators `cs` and `CS`). The colour becomes black."""
        space = colour_space(operands[0], _dictionary(self._resources.get("/ColorSpace")))
        self.set(**({"stroke_space": space, "stroke": BLACK} if is_stroke else {"fill_space": space, "fill": BLACK}))

    # Paths (8.5).

    def add_rectangle(self, operands: Any) -> None:
        """Add a rectangle to the path (operator `re`)."""
        x, y, width, height = map(float, operands[:4])
        self._path.append(moved_box((x, y, x + width, y + height), self._state.matrix))

    def move_to(self, operands: Any) -> None:
        """Begin a new part of the path at a point (operator `m`)."""
        self._path.append([self._point(operands)])

    def line_to(self, operands: Any) -> None:
        """Add a straight line to the path (operator `l`)."""
        self._path[-1].append(self._point(operands))

    def curve_to(self, operands: Any) -> None:
        """Add a curve to the path (operators `c`, `v` and `y`)."""
        start, end = self._path[-1][-1], self._point(operands[-2:])
        first = self._point(operands[:2])
        second = self._point(operands[2:4]) if len(operands) > 4 else first
        middle = tuple((a + 3 * b + 3 * c + d) / 8 for a, b, c, d in zip(start, first, second, end, strict=True))
        self._path[-1] += [middle, end]  # type: ignore[list-item]  # two numbers

    def _point(self, operands: Any) -> Point:
        return moved((float(operands[0]), float(operands[1])), self._state.matrix)

    def clip(self, operands: Any) -> None:
        """Limit everything drawn later to the area of the path (operators `W` and `W*`)."""
        self._is_clipping = True

    def paint(self, operands: Any, *, is_filled: bool = False, is_even_odd: bool = False) -> None:
        """End a path. A filled path becomes painted areas."""
        path, self._path = self._path, []
        if is_filled and self._state.opacity >= _MIN_OPACITY and not self._is_in_hidden_layer:
            for part in path:
                self._add_area(part, is_frame=is_even_odd and len(path) > 1)
        if self._is_clipping:
            self._is_clipping = False
            if path:
                self.set(clip=intersection(self._state.clip, bounds(point for part in path for point in part)))

    def _add_area(self, part: list[Point], *, is_frame: bool) -> None:
        state, box = self._state, bounds(part)
        share = share_of_box(part, box)
        if len(part) == 4 and share > OPAQUE and len(self._tiles) < _MAX_TILES and is_alike(state.fill, BLACK):
            self._tiles.append(box)
        if share > 0.5:
            hides = share > OPAQUE and state.opacity > OPAQUE and not state.blends and not is_frame
            self._areas.add(Area(self._order, intersection(box, state.clip), state.fill, hides))

    def shade(self, operands: Any) -> None:
        """Fill the clipping area with a colour gradient (operator `sh`)."""
        self._areas.add(Area(self._order, intersection(self._state.clip, self._visible), None, hides=False))

    @property
    def _order(self) -> int:
        return len(self._operations)

    # Pictures and forms (8.9, 8.10).

    def draw(self, operands: Any) -> None:
        """Draw a picture or a form (operator `Do`)."""
        drawn = _dictionary(self._resources.get("/XObject"))[operands[0]].get_object()
        self._marks.append("/OC" in drawn and self._is_off(drawn.raw_get("/OC")))
        if drawn.get("/Subtype") == "/Image":
            self._draw_picture(drawn)
        elif self._depth < _MAX_DEPTH:
            self.draw_form(drawn)
        self._marks.pop()

    def draw_form(self, form: Any) -> None:
        """Follow the drawing instructions of a form: a part of the page that is stored as an object of its own."""
        resources = self._resources
        self.save([])
        if "/Matrix" in form:
            self.transform(list(form["/Matrix"].get_object()))
        if "/BBox" in form:
            corners = moved_box(box_of(form["/BBox"].get_object()), self._state.matrix)
            self.set(clip=intersection(self._state.clip, bounds(corners)))
        if "/Resources" in form:
            self._resources = _dictionary(form["/Resources"])
        self._depth += 1
        try:
            self._run(form)
        finally:
            self._depth -= 1
            self._resources = resources
            self.restore([])

    def draw_inline_picture(self, operands: Any) -> None:
        """Draw a picture whose data is inside the drawing instructions (operator `BI`)."""
        self._draw_picture(None)

    def _draw_picture(self, image: Any) -> None:
        box = bounds(moved_box((0.0, 0.0, 1.0, 1.0), self._state.matrix))
        box = intersection(box, intersection(self._state.clip, self._visible))
        if self._is_in_hidden_layer or box[0] >= box[2] or box[1] >= box[3]:
            return
        is_opaque = image is not None and not any(key in image for key in ("/SMask", "/Mask", "/ImageMask"))
        hides = is_opaque and self._state.opacity > OPAQUE and not self._state.blends
        self._areas.add(Area(self._order, box, None, hides, image))
        self._pictures.append(Picture(image, box))

    # Layers (8.11).

    def begin_mark(self, operands: Any) -> None:
        """Begin marked content, which may belong to a layer (operators `BMC` and `BDC`)."""
        is_off = False
        if operands[0] == "/OC" and len(operands) > 1:
            layers = _dictionary(self._resources.get("/Properties"))
            is_off = operands[1] in layers and self._is_off(layers.raw_get(operands[1]))
        self._marks.append(is_off)

    def end_mark(self, operands: Any) -> None:
        """End the innermost marked content (operator `EMC`)."""
        self._marks.pop()

    @property
    def _is_in_hidden_layer(self) -> bool:
        return True in self._marks

    # Text (9.3, 9.4).

    def set_number(self, operands: Any, name: str, operator: bytes = b"") -> None:
        """Set a number that controls how text is drawn, such as the space between words (operator `Tw`)."""
        self.set(**{name: float(operands[0])})
        if operator:
            self.keep(operands, operator)

    def begin_text(self, operands: Any) -> None:
        """Begin text at the origin (operator `BT`)."""
        self._text = self._line = IDENTITY
        self.keep([], b"BT")

    def end_text(self, operands: Any) -> None:
        """End text (operator `ET`)."""
        self.keep([], b"ET")

    def choose_font(self, operands: Any) -> None:
        """Set the font and its size (operator `Tf`)."""
        self._select_font(_dictionary(self._resources.get("/Font"))[operands[0]].get_object(), operands[1])

    def _select_font(self, font: Any, size: Any) -> None:
        from pypdf.generic import NameObject

        name = next((name for name, known in self._fonts.items() if known is font), f"/F{len(self._fonts)}")
        if name not in self._fonts:
            self._fonts[name] = font
            self._widths[name] = font_widths(font)
        self.set(font=name, size=float(size))
        self.keep([NameObject(name), size], b"Tf")

    def move_line(self, operands: Any) -> None:
        """Start a line of text at an offset from the start of the current line (operator `Td`)."""
        self._line = self._text = product((1.0, 0.0, 0.0, 1.0, float(operands[0]), float(operands[1])), self._line)
        self.keep(operands, b"Td")

    def move_line_and_set_leading(self, operands: Any) -> None:
        """Start a line of text, and set the distance between lines (operator `TD`)."""
        self.set(leading=-float(operands[1]))
        self.move_line(operands)
        self._operations[-1] = (operands, b"TD")

    def place_text(self, operands: Any) -> None:
        """Set the position, scale and rotation of text (operator `Tm`)."""
        self._line = self._text = _matrix(operands)
        self.keep(operands, b"Tm")

    def next_line(self, operands: Any) -> None:
        """Start the next line of text (operator `T*`)."""
        self._line = self._text = product((1.0, 0.0, 0.0, 1.0, 0.0, -self._state.leading), self._line)
        self.keep([], b"T*")

    def show(self, operands: Any) -> None:
        """Draw a text (operator `Tj`)."""
        self._examine_text([operands[0]])
        self.keep(operands, b"Tj")

    def show_spaced(self, operands: Any) -> None:
        """Draw pieces of text with distances between them (operator `TJ`)."""
        self._examine_text(operands[0])
        self.keep(operands, b"TJ")

    def show_on_next_line(self, operands: Any) -> None:
        """Draw a text on the next line (operator `'`)."""
        self.next_line([])
        self.show(operands)

    def show_spaced_on_next_line(self, operands: Any) -> None:
        """Draw a text on the next line, with given spaces between words and letters (operator `"`)."""
        self.set_number(operands, "word_space", b"Tw")
        self.set_number(operands[1:], "letter_space", b"Tc")
        self.show_on_next_line(operands[2:])

    def _examine_text(self, pieces: Sequence[Any]) -> None:
        state, widths = self._state, self._widths.get(self._state.font, FontWidths({}, 500.0))
        across, is_empty = 0.0, True
        for piece in pieces:
            if isinstance(piece, bytes):
                is_empty = is_empty and not piece.strip(b" ")  # in some fonts, other white space shows a letter
                across += widths.width(piece) * state.size / 1000
                across += state.letter_space * (len(piece) // widths.code_length)
                across += state.word_space * piece.count(b" ") if widths.code_length == 1 else 0.0
            elif not isinstance(piece, str):
                across -= float(piece) * state.size / 1000
        if not is_empty:
            self._texts[self._order] = self._drawn(across)
        self._text = product((1.0, 0.0, 0.0, 1.0, across * state.stretch / 100, 0.0), self._text)

    def _drawn(self, across: float) -> DrawnText:
        state = self._state
        scale = (state.stretch / 100, 0.0, 0.0, 1.0, 0.0, state.rise)
        matrix = product(scale, product(self._text, state.matrix))
        box = bounds(moved_box((0.0, -0.2 * state.size, across, 0.7 * state.size), matrix))
        side = min(math.hypot(matrix[0], matrix[1]), math.hypot(matrix[2], matrix[3]))
        hidden = self._how_hidden(DrawnText(box), abs(state.size) * side)
        # as in pypdf: by a quarter or half a turn, so that its layout mode skips the text
        is_rotated = abs(matrix[3]) <= _TINY or (matrix[3] < -_TINY and matrix[0] < -_TINY)
        return DrawnText(box, hidden, state.font, is_rotated, -1000 * across / state.size if state.size else 0.0)

    def _how_hidden(self, text: DrawnText, height: float) -> str:
        state, points = self._state, text.samples
        render = int(state.render)
        if self._is_in_hidden_layer:
            return "layer"
        if render in (3, 7) or state.opacity < _MIN_OPACITY:
            return "invisible_text"
        is_drawn = state.font in self._widths and self._widths[state.font].is_drawn
        if height < MIN_TEXT_HEIGHT and not (is_drawn and height):
            return "tiny_text"
        shown = intersection(self._visible, state.clip)
        if sum(not contains(shown, point) for point in points) > 1:
            return "clipped_text"
        colours = {0: (state.fill,), 1: (state.stroke,)}.get(render & 3, (state.fill, state.stroke))
        grounds = [self._ground(self._areas.background(point)) for point in points]
        if all(sum(is_alike(colour, ground) for ground in grounds) > 1 for colour in colours):
            return "white_text"
        return ""

    def _ground(self, area: Area | None) -> Colour | None:
        if area is None:
            return WHITE
        if area.picture is None:
            return area.colour
        key = id(area.picture)
        if key not in self._picture_colours:
            few = len(self._picture_colours) < _MAX_BACKGROUNDS
            self._picture_colours[key] = mean_colour(area.picture) if few else None
        return self._picture_colours[key]


def _matrix(operands: Any) -> Matrix:
    a, b, c, d, e, f = (float(one) for one in operands[-6:])
    return a, b, c, d, e, f


def _dictionary(found: Any) -> Any:
    found = found.get_object() if found is not None else None
    return found if isinstance(found, dict) else {}


_Action = Callable[[Examiner, Any], None]

_ACTIONS: Mapping[bytes, _Action] = {
    b"q": Examiner.save,
    b"Q": Examiner.restore,
    b"cm": Examiner.transform,
    b"gs": Examiner.use_settings,
    b"g": partial(Examiner.set_fill, kind="gray"),
    b"rg": partial(Examiner.set_fill, kind="rgb"),
    b"k": partial(Examiner.set_fill, kind="cmyk"),
    b"sc": Examiner.set_fill,
    b"scn": Examiner.set_fill,
    b"cs": Examiner.choose_space,
    b"G": partial(Examiner.set_stroke, kind="gray"),
    b"RG": partial(Examiner.set_stroke, kind="rgb"),
    b"K": partial(Examiner.set_stroke, kind="cmyk"),
    b"SC": Examiner.set_stroke,
    b"SCN": Examiner.set_stroke,
    b"CS": partial(Examiner.choose_space, is_stroke=True),
    b"re": Examiner.add_rectangle,
    b"m": Examiner.move_to,
    b"l": Examiner.line_to,
    b"c": Examiner.curve_to,
    b"v": Examiner.curve_to,
    b"y": Examiner.curve_to,
    b"W": Examiner.clip,
    b"W*": Examiner.clip,
    **dict.fromkeys((b"f", b"F", b"B", b"b"), partial(Examiner.paint, is_filled=True)),
    **dict.fromkeys((b"f*", b"B*", b"b*"), partial(Examiner.paint, is_filled=True, is_even_odd=True)),
    **dict.fromkeys((b"S", b"s", b"n"), Examiner.paint),
    b"sh": Examiner.shade,
    b"Do": Examiner.draw,
    b"INLINE IMAGE": Examiner.draw_inline_picture,
    b"BMC": Examiner.begin_mark,
    b"BDC": Examiner.begin_mark,
    b"EMC": Examiner.end_mark,
    b"BT": Examiner.begin_text,
    b"ET": Examiner.end_text,
    b"Tf": Examiner.choose_font,
    b"Tr": partial(Examiner.set_number, name="render"),
    b"Tc": partial(Examiner.set_number, name="letter_space", operator=b"Tc"),
    b"Tw": partial(Examiner.set_number, name="word_space", operator=b"Tw"),
    b"Tz": partial(Examiner.set_number, name="stretch", operator=b"Tz"),
    b"TL": partial(Examiner.set_number, name="leading", operator=b"TL"),
    b"Ts": partial(Examiner.set_number, name="rise", operator=b"Ts"),
    b"Td": Examiner.move_line,
    b"TD": Examiner.move_line_and_set_leading,
    b"Tm": Examiner.place_text,
    b"T*": Examiner.next_line,
    b"Tj": Examiner.show,
    b"TJ": Examiner.show_spaced,
    b"'": Examiner.show_on_next_line,
    b'"': Examiner.show_spaced_on_next_line,
}
"""The action for each operator. Other operators do not matter here."""

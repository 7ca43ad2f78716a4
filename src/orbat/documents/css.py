"""Styles that hide, strike out or add text on a web page.

orbat understands selectors with tags, classes, ids, attributes and descendants. With any other selector, such as
`p:nth-child(8)`, orbat cannot tell which text a rule hides. Text that may be hidden is read and reported.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence

from orbat.documents.colours import BLACK, WHITE, Colour, is_unreadable, parse_colour
from orbat.documents.symbol_fonts import shows_symbols
from orbat.model.record import Value

Declarations = Mapping[str, str]

MAX_RULES = 3_000
_MAX_TESTS = 500_000
"""Maximum number of rules that are compared with elements of a page."""
MAX_AROUND = 50
"""Number of elements around an element that are compared with a selector."""
_MAX_CSS = 1_000_000
_MAX_SELECTOR = 500
_MAX_BODY = 5_000
_DECLARATION = re.compile(r"\s*([a-zA-Z-]{1,40})\s*:\s*((?:\"[^\"]*\"|'[^']*'|[^;\"'])*)")
_COMPOUND = re.compile(r"([a-zA-Z][\w-]*|\*)?((?:[.#][\w-]+|\[[\w-]+\])*)\Z")
_ADDED = re.compile(r"::?(before|after|marker)\s*\Z", re.IGNORECASE)
_RELEVANT = re.compile(
    r"display|visibility|opacity|font|color|background|position|indent|margin|clip|overflow|decoration|transform|"
    r"content|bidi|list-style|zoom|scale|translate|filter"
)
_LENGTH = re.compile(r"(-?[0-9]*\.?[0-9]+)\s*(px|pt|em|rem|ex|ch|cm|mm|in|vw|vh|%)?\Z")
_PIXELS = {
    "pt": 1.33,
    "em": 16,
    "rem": 16,
    "ex": 8,
    "ch": 8,
    "cm": 37.8,
    "mm": 3.78,
    "in": 96,
    "vw": 10,
    "vh": 10,
    "%": 0.16,
}
_QUOTED = re.compile(r"\"([^\"]*)\"|'([^']*)'|(attr\([^)]*\)|counters?\([^)]*\))")
_ESCAPE = re.compile(r"\\([0-9a-fA-F]{1,6})\s?|\\(.)")
_OFF_SCREEN = -400
"""Position, in pixels, at which a text is outside the screen."""
_TINY = 3.0
"""Size of a font, in pixels, below which its text cannot be read."""


class Compound(Value):
    """The part of a CSS selector that describes one element, such as `td.hidden`."""

    tag: str
    """Empty if the selector names no tag."""
    marks: frozenset[str]
    """Classes and ids, such as `.hidden` and `#top`."""

    def matches(self, tag: str, marks: frozenset[str]) -> bool:
        """Whether this part of a selector describes an element. `marks` are the element's classes and ids."""
        return (not self.tag or self.tag == tag) and self.marks <= marks


class CssRule(Value):
    """A rule of a style sheet, such as `div.note p {...}`."""

    compounds: tuple[Compound, ...]
    """The last part of the selector (`p`) describes the element, the other parts (`div.note`) the elements around
    it."""
    declarations: Declarations
    added: bool = False
    """Whether the rule is about text that `::before` or `::after` adds."""
    guess: bool = False
    """Whether the rule may apply to fewer elements than its compounds say."""


class Appearance(Value):
    """How an element looks."""

    kind: str = ""
    """The reason why the text is invisible, as an id of `parts.KINDS`; "" for visible text."""
    colour: Colour = BLACK
    background: Colour = WHITE
    size: float = 16.0
    may_hide: bool = False
    """Whether a style that is not understood may hide the text."""


def declarations_in(text: str) -> dict[str, str]:
    """Parse the declarations in a `style` attribute or a rule."""
    found = {}
    for match in _DECLARATION.finditer(text):
        value, important, _ = match[2].partition("!important")
        value = value.strip()
        found[f"!{match[1]}".casefold() if important else match[1].casefold()] = (
            value if '"' in value or "'" in value else value.casefold()
        )
    return found


def effective(*several: Declarations) -> dict[str, str]:
    """Merge declarations. An `!important` declaration wins. Otherwise, the later declaration wins."""
    merged = {name: value for declarations in several for name, value in declarations.items()}
    return merged | {name[1:]: value for name, value in merged.items() if name.startswith("!")}


def rules_in(css: str) -> Iterator[CssRule]:
    """The rules of a style sheet that may hide or add text on the screen."""
    css = css[:_MAX_CSS].replace("<!--", "").replace("-->", "")  # signs for browsers without styles
    css = _with_variables(_without_print(_without_comments(css)))
    for block in css.split("}")[:MAX_RULES]:
        selectors, _, body = block.rpartition("{")
        body = body[:_MAX_BODY]
        if _RELEVANT.search(body.casefold()):
            declarations = declarations_in(body)
            for selector in selectors[-_MAX_SELECTOR:].rpartition("{")[2].split(","):
                yield from _rule(selector.strip(), declarations)


def _with_variables(css: str) -> str:
    if "var(" not in css:
        return css
    values = {found[1]: found[2].strip()[:200] for found in _VARIABLE.finditer(css)}
    return _USE.sub(lambda found: values.get(found[1], (found[2] or "").strip()), css)


_VARIABLE = re.compile(r"(--[\w-]{1,60})\s*:([^;{}]*)")
_USE = re.compile(r"var\(\s*(--[\w-]{1,60})\s*(?:,([^(){};]*))?\)")


def _without_comments(css: str) -> str:
    first, *others = css.split("/*")
    return "".join([first, *(one.partition("*/")[2] for one in others)])


def _without_print(css: str) -> str:
    parts: list[str] = []
    at = 0
    for found in re.finditer(r"@(media|supports|layer)([^{};]*)\{", css):
        if found.start() < at:
            continue
        end, depth = found.end(), 1
        for brace in re.compile(r"[{}]").finditer(css, found.end()):
            depth += 1 if brace[0] == "{" else -1
            end = brace.end()
            if depth == 0:
                break
        inner = css[found.end() : end - 1]
        parts += [css[at : found.start()], "" if "print" in found[2] and "screen" not in found[2] else inner]
        at = end
    return "".join([*parts, css[at:]])


def _rule(selector: str, declarations: Declarations) -> Iterator[CssRule]:
    added = _ADDED.search(selector)
    if added:
        selector = selector[: added.start()] or "*"
    selector = _ALIAS.sub(r"\1", selector)
    if _STATE.search(selector):
        return  # while the reader points at it, or the like
    simple = _SIBLING.sub("", _PSEUDO.sub("", _ATTRIBUTE_VALUE.sub("]", selector)))
    guess = simple != selector
    compounds = []
    for word in re.split(r"\s*>\s*|\s+", simple.strip() or "*"):
        found = _COMPOUND.match(word or "*")
        if found is None:
            return
        tag = (found[1] or "").casefold()
        marks = frozenset(one.rstrip("]") for one in re.findall(r"[.#][\w-]+|\[[\w-]+\]", found[2]))
        compounds.append(Compound("" if tag == "*" else tag, marks))
    if guess and (added or not appearance(effective(declarations), Appearance()).kind):
        return
    yield CssRule(tuple(compounds), declarations, added=bool(added), guess=guess)


_ALIAS = re.compile(r":(?:is|where)\(([.#]?[\w-]+)\)")
_STATE = re.compile(
    r":(?:hover|focus|active|visited|checked|disabled|enabled|target|placeholder|invalid|valid|empty|not|root|host|"
    r"read-|required|optional|open|autofill|-webkit|-moz|selection|backdrop|fullscreen|lang|dir|defined)"
)
"""Pseudo-classes that do not apply to displayed text, or only at times."""
_PSEUDO = re.compile(r"::?[a-zA-Z-]+(?:\([^()]*\))?")
_ATTRIBUTE_VALUE = re.compile(r"[~|^$*]?=[^\[\]]*\]")
_SIBLING = re.compile(r"[^\s>+~]+\s*[+~]\s*")


class StyleSheet:
    """All rules of a page, indexed for quick search."""

    def __init__(self, rules: Iterable[CssRule]) -> None:
        self._rules: dict[str, list[tuple[int, CssRule]]] = {}
        self._known: dict[tuple[object, ...], Declarations] = {}
        self._guesses: list[CssRule] = []
        self.attributes: set[str] = set()
        """The names of the attributes in the selectors."""
        self._tests = 0
        self.is_complete = True
        """Whether all rules were applied. False for a page with extremely many rules and elements."""
        for number, rule in enumerate(rules):
            last = rule.compounds[-1]
            self.attributes |= {mark[1:] for one in rule.compounds for mark in one.marks if mark[0] == "["}
            if rule.guess:
                self._guesses.append(rule)
                continue
            self._rules.setdefault(next(iter(sorted(last.marks)), last.tag), []).append((number, rule))

    def matching(self, path: Sequence[tuple[str, frozenset[str]]], *, added: bool = False) -> Declarations:
        """The style declarations for an element.

        `path` has a pair for each element from the root of the page down to this element: the tag, and a set with the
        classes and ids. `added`: whether to return the declarations for text that a style adds (`::before`, `::after`).
        """
        if not self._rules:
            return {}
        path = path[-MAX_AROUND:]
        key = (added, *path)
        if key not in self._known:
            self._known[key] = self._matching(path, added=added)
        return self._known[key]

    def may_hide(self, path: Sequence[tuple[str, frozenset[str]]]) -> bool:
        """Whether a rule that orbat does not understand may hide the element at `path`."""
        self._tests += len(self._guesses)
        if self._tests > _MAX_TESTS:
            self.is_complete = self.is_complete and not self._guesses
            return False
        return any(
            rule.compounds[-1].matches(*path[-1]) and _is_inside(rule.compounds[:-1], path) for rule in self._guesses
        )

    def _matching(self, path: Sequence[tuple[str, frozenset[str]]], *, added: bool) -> Declarations:
        tag, marks = path[-1]
        found = [one for key in (*marks, tag, "") for one in self._rules.get(key, ())]
        self._tests += len(found)
        if self._tests > _MAX_TESTS:
            self.is_complete = False
            return {}
        merged: dict[str, str] = {}
        for _, rule in sorted(found, key=lambda one: one[0]):
            if rule.added == added and rule.compounds[-1].matches(tag, marks) and _is_inside(rule.compounds[:-1], path):
                merged |= rule.declarations
        return merged


def _is_inside(compounds: Sequence[Compound], path: Sequence[tuple[str, frozenset[str]]]) -> bool:
    around = iter(path[:-1])
    return all(any(compound.matches(*element) for element in around) for compound in compounds)


def added_text(declarations: Declarations) -> str:
    """The text that a style adds to an element; "" if none."""
    value = (
        declarations.get("content", "") or declarations.get("list-style-type", "") or declarations.get("list-style", "")
    )
    pieces = (one[1] or one[2] or one[3] for one in _QUOTED.finditer(value))
    return " ".join(_ESCAPE.sub(_unescaped, piece or "") for piece in pieces).strip()


def _unescaped(found: re.Match[str]) -> str:
    if found[1]:
        code = int(found[1], 16)
        return chr(code) if code <= 0x10FFFF and not 0xD800 <= code <= 0xDFFF else ""
    return str(found[2])


def appearance(declarations: Declarations, base: Appearance) -> Appearance:
    """The appearance of an element with these style declarations. `base`: the appearance of the enclosing element."""
    if base.kind:
        return base
    background = _background(declarations) or base.background
    colour = parse_colour(declarations.get("-webkit-text-fill-color") or declarations.get("color", "")) or base.colour
    size = _font_size(declarations, base.size)
    kind = _kind(declarations, size)
    if not kind and is_unreadable(colour, background):
        kind = "white_text"
    return Appearance(kind, colour, background, size, base.may_hide)


def _background(declarations: Declarations) -> Colour | None:
    value = declarations.get("background-color") or declarations.get("background", "")
    if not value or value in _NO_BACKGROUND:
        return None
    known = None if "url(" in value or "gradient" in value else parse_colour(value)
    return known or next(filter(None, map(parse_colour, value.split())), _UNKNOWN)


def _font_size(declarations: Declarations, inherited: float) -> float:
    value = declarations.get("font-size", "")
    if not value and (found := re.search(r"(?<![\w.])([0-9.]+)(px|pt|em)\b", declarations.get("font", ""))):
        value = found[0]
    match = _LENGTH.match(value)
    if match is None:
        return inherited
    number = _float(match[1])
    if match[2] in ("em", "%"):
        return inherited * number / (100 if match[2] == "%" else 1)
    return number * _PIXELS.get(match[2] or "", 1.0)


def _float(text: str) -> float:
    try:
        return float(text[:12])
    except ValueError:
        return 0.0


def _pixels(declarations: Declarations, name: str) -> float | None:
    found = _LENGTH.match(declarations.get(name, ""))
    return _float(found[1]) * _PIXELS.get(found[2] or "", 1.0) if found else None


def _kind(declarations: Declarations, size: float) -> str:
    if kind := declarations.get("-orbat-kind"):
        return kind
    if "line-through" in f"{declarations.get('text-decoration', '')} {declarations.get('text-decoration-line', '')}":
        return "struck_out"
    if any(declarations.get(name, "").startswith(values) for name, values in _HIDING):
        return "styled_hidden"
    if shows_symbols(declarations.get("font-family", "").strip("\"' ")):
        return "remapped_text"
    if (zoom := _ZERO.match(declarations.get("zoom") or declarations.get("scale", ""))) and _float(zoom[0]) < 0.2:
        return "tiny_text"
    moved = re.findall(r"-[0-9.]+", f"{declarations.get('translate', '')} {declarations.get('transform', '')}")
    if any(_float(one) < _OFF_SCREEN for one in moved):
        return "clipped_text"
    opacity = _LENGTH.match(declarations.get("opacity", ""))
    if opacity and _float(opacity[1]) < (5 if opacity[2] else 0.05):
        return "styled_hidden"
    if declarations.get("position") in ("absolute", "fixed", "relative") and any(
        (at := _pixels(declarations, side)) is not None and at < _OFF_SCREEN
        for side in ("left", "top", "right", "bottom")
    ):
        return "clipped_text"
    if any(
        (at := _pixels(declarations, side)) is not None and at < _OFF_SCREEN
        for side in ("text-indent", "margin-left", "margin-top")
    ):
        return "clipped_text"
    cut = declarations.get("overflow", "").startswith(("hidden", "clip", "auto", "scroll"))
    if cut and any(
        0 <= length < _TINY_BOX
        for side in ("height", "width", "max-height", "max-width")
        if (length := _pixels(declarations, side)) is not None
    ):
        return "clipped_text"
    if declarations.get("unicode-bidi", "").endswith("override") and declarations.get("direction") == "rtl":
        return "remapped_text"
    spacing = _pixels(declarations, "letter-spacing")
    return "tiny_text" if size < _TINY or (spacing is not None and spacing < -size / 2) else ""


_ZERO = re.compile(r"[0-9.]+(?!\s*%)")
_TINY_BOX = 6.0
"""Height or width of a box with cut text, in pixels, below which the text cannot be read."""
_NO_BACKGROUND = frozenset(("none", "transparent", "inherit", "initial", "unset"))
_UNKNOWN: Colour = (128, 128, 128)
"""Stands for a background that is not known. White and black text can both be read on it."""
_HIDING = (
    ("display", ("none",)),
    ("visibility", ("hidden", "collapse")),
    ("color", ("transparent", "rgba(0,0,0,0)", "rgba(0, 0, 0, 0)")),
    ("clip", ("rect(0", "rect(1px")),
    ("clip-path", ("inset(50%", "inset(100%", "circle(0")),
    ("transform", ("scale(0)", "scale(0,", "scalex(0)", "scaley(0)")),
    ("content-visibility", ("hidden",)),
    ("filter", ("opacity(0)", "opacity(0%)", "opacity(0.0", "opacity(1%)", "opacity(2%)")),
    ("-webkit-text-fill-color", ("transparent",)),
)
"""Properties that hide an element, with the starts of their values."""

r"""Writes and reads names and ids in plain-text armies, without ambiguity."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from decimal import Decimal
from functools import cache
from typing import Any

from orbat.model.fields import Field, generic_fields, json_of
from orbat.model.finding import NOT_LEGAL
from orbat.model.orbat import Commander, Formation, Orbat, Unit
from orbat.model.record import Record

_KEYS = ("General", "Note on the general", "Note", "Player", "Tags", "Total", "Findings", "Verdict", NOT_LEGAL)


def labels(kind: type[Record]) -> Mapping[str, Field]:
    """The fields that plain text writes as `Label: value`, by label."""
    end = " of the general" if kind is Commander else ""
    return {one.label + end: one for one in generic_fields(kind)}


@cache
def line_keys() -> tuple[str, ...]:
    """All labels that can stand before a colon at the beginning of a line."""
    more = {label for kind in (Orbat, Formation, Unit, Commander) for label in labels(kind)}
    return (*_KEYS, *sorted(more))


@cache
def _keyed() -> re.Pattern[str]:
    return re.compile(rf"(?:{'|'.join(map(re.escape, line_keys()))})(?=:)")


INDEPENDENT = "Independent units"
"""The heading of the independent units."""

ROLLED, ENTERED = "rolled", "dice entered:"
"""Words written before the dice of a staff roll if only the dice and the method are recorded."""

RESERVED_WORDS = ("not diced", "no quality", "no general", "the player", "marked as the player", "off board")
"""Words with a meaning in the text form. A staff quality equal to such a word must be quoted."""

YES_WORDS = ("yes", "true", "1", "x")
"""Texts of table cells that mean yes."""

_OFF_BOARD = "off board"

INVISIBLE = (
    "(?P<flag>\U0001f3f4[\U000e0020-\U000e007e]{1,16}\U000e007f)"
    "|[\x00-\x1f\x7f-\x9f\xad\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\ud800-\udfff]"
    "|[\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0\ue000-\uf8ff]"
    "|[\U000e0000-\U000e007f\U000e0100-\U000e01ef\U000f0000-\U0010ffff]"
    "|(?<![\u203c-\u3299\U0001f000-\U0001faff0-9#*])[\ufe00-\ufe0f]"
    "|(?<![^\x00-\x7f\u200b-\u200f])[\u200c\u200d]|[\u200c\u200d](?![^\x00-\x7f\u200b-\u200f])"
)
"""Invisible characters, private-use characters, and terminal control characters.

Joiners are not matched inside emoji, or in scripts that need them. Variation selectors are not matched after emoji.
"""

# These patterns are strings, compiled and cached by `re` on first use, since a check uses none of them.
_ESCAPED = rf"\\|{INVISIBLE}|\A\s|\s\Z"
_ESCAPE = r"\\(?:x([0-9a-f]{2})|u\{([0-9a-f]{1,6})\}|(?s:(.)))"
_LETTERS = {"\n": "n", "\r": "r", "\t": "t"}
_ESCAPED_CHARS = {letter: char for char, letter in _LETTERS.items()}
_LONE_DASH = r"(?<![^ ])-(?![^ ])"
_SEPARATOR = r"[][();\"+=`]|(?<=,) | (?=-)|(?<=-) "
_WORD = r"[a-z][a-z0-9]*(?:_[a-z0-9]+)*\Z"
_QUOTE = r'[“”"]'
_BACKSLASHED = r"\\\g<0>"
_BARE_ID = r"[A-Za-z0-9][A-Za-z0-9_.]*\Z"
_TAG = r"\w(?:[\w .'/&!?-]*[\w.])?\Z"


def code(char: str) -> str:
    r"""A character as a visible escape: `\n`, `\x1b` or `\u{202e}`."""
    if char in _LETTERS:
        return "\\" + _LETTERS[char]
    number = ord(char)
    return f"\\x{number:02x}" if number < 256 else f"\\u{{{number:x}}}"


def _escaped_char(found: re.Match[str]) -> str:
    if found["flag"]:
        return found[0]
    return "\\\\" if found[0] == "\\" else code(found[0])


def escape(text: str) -> str:
    """Write free text as one line without invisible characters. `unescape` restores the original text."""
    return re.sub(_ESCAPED, _escaped_char, text)


def unescape(text: str) -> str:
    """Reverse `escape`. A surrogate becomes U+FFFD, since files cannot contain surrogates."""
    return re.sub(_ESCAPE, _unescaped_char, text)


def _unescaped_char(found: re.Match[str]) -> str:
    if found[3]:
        return _ESCAPED_CHARS.get(found[3], found[3])
    number = int(found[1] or found[2], 16)
    return chr(number) if number <= 0x10FFFF and not 0xD800 <= number < 0xE000 else "\ufffd"


def name(text: str, without: str = "unnamed") -> str:
    """Escape a name. An empty name becomes the words in `without`, in parentheses: `(unnamed)`."""
    if not text:
        return f"({escape(without)})"
    text = escape(text)
    if text.startswith(("(", "orbat ")):
        return "\\" + text
    keyed = _keyed().match(text)
    return f"{keyed[0]}\\{text[keyed.end() :]}" if keyed else text


def title(text: str) -> str:
    """A title in quotation marks. Quotation marks inside the title are escaped."""
    return f"“{re.sub(_QUOTE, _BACKSLASHED, escape(text))}”" if text else "(untitled)"


def read_title(text: str) -> str:
    """Read a title written by the function `title`. Earlier versions wrote titles without quotation marks."""
    return unescape(text[1:-1]) if len(text) > 1 and text[0] == "“" and text[-1] == "”" else read_name(text)


def inner_name(text: str, without: str = "unnamed") -> str:
    """Escape a name that follows another name and a dash on the same line.

    An empty name becomes the words in `without`, in parentheses: `(unnamed)`.
    """
    # A dash between spaces would look like the dash between the two names.
    return re.sub(_LONE_DASH, r"\\-", name(text, without))


def read_name(text: str) -> str:
    """Read a name written by the function `name`."""
    return "" if text.startswith("(") and text.endswith(")") else unescape(text)


def quoted(text: str) -> str:
    """A text in quotation marks. Separators, such as commas, are escaped."""
    return f'"{re.sub(_SEPARATOR, lambda found: f"{chr(92)}x{ord(found[0]):02x}", escape(text))}"'


def word(text: str, taken: Iterable[str] = ()) -> str:
    """An id as words, such as `horse artillery`.

    The id is quoted instead if it has unusual characters, or if its words are in `taken`, the words of other ids.
    """
    words = text.replace("_", " ")
    return words if re.match(_WORD, text) and words not in taken else quoted(text)


def read_word(text: str) -> str:
    """Read an id written by the function `word`."""
    return read_token(text) if text.startswith('"') else text.lower().replace(" ", "_")


def level_word(text: str) -> str:
    """The word for a level of formation, with a capital letter: `Brigade`."""
    words = word(text, [key.lower() for key in line_keys()])
    return words[0].upper() + words[1:]


def quality_word(text: str) -> str:
    """The id of a staff quality as words. It is quoted if it could be taken for another part of the text."""
    words = word(text, RESERVED_WORDS)
    return quoted(text) if words.startswith(("always ", "list ", f"{_OFF_BOARD} ")) else words


def off_board_words(how: bool | str) -> str:
    """The words `off board`, followed by the way of arriving, if any."""
    return _OFF_BOARD if how is True else f"{_OFF_BOARD} {word(str(how))}"


def read_off_board(words: str) -> bool | str | None:
    """Read words written by `off_board_words`. Returns None for any other words."""
    if words == _OFF_BOARD:
        return True
    return read_word(words[len(_OFF_BOARD) + 1 :]) if words.startswith(f"{_OFF_BOARD} ") else None


def token(text: str) -> str:
    """Write an id. An id with special characters gets quotation marks."""
    return text if re.match(_BARE_ID, text) else quoted(text)


def read_token(text: str) -> str:
    """Read a text written by `token` or `quoted`."""
    return unescape(text[1:-1]) if len(text) > 1 and text[0] == text[-1] == '"' else text


def tag(text: str) -> str:
    """Write a tag of an ORBAT, such as `club night`.

    A tag with special characters gets quotation marks. `read_token` reads the result.
    """
    return text if re.match(_TAG, text) else quoted(text)


_LETTER = r"[^\W\d_]"
_JSON_WORDS = ("true", "false", "null")
_FORMULA_START = r"(?<=[;|])[=+@-]"
"""Characters that make a spreadsheet treat a cell as a formula."""


def value(data: Any) -> str:
    """Plain data on one line. Text that begins with a letter is written without quotes, other data as JSON."""
    if isinstance(data, str) and re.match(_LETTER, data) and data not in _JSON_WORDS:
        return escape(data)
    return re.sub(_FORMULA_START, lambda found: f"\\u{ord(found[0]):04x}", json_of(data, ascii_only=True))


def read_value(text: str) -> Any:
    """Read plain data written by the function `value`. Invalid JSON is read as text."""
    if not re.match(_LETTER, text) or text in _JSON_WORDS:
        try:
            return json.loads(text, parse_float=Decimal, parse_constant=str)
        except (ValueError, RecursionError):
            pass
    return unescape(text)


def values(record: Record) -> dict[str, str]:
    """The values of a record's fields as text, by key. Fields without a value are left out."""
    return {one.key: value(one.data(record)) for one in generic_fields(type(record)) if one.is_set(record)}


# Safe display of text from files.


_PRINTABLE_INVISIBLE = "[\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0\ufe00-\ufe0f\U000e0100-\U000e01ef]"
"""Characters that are invisible although Python counts them as printable."""

_BREAKS = "\t\n\v\f\r\x85\u2028\u2029"


_DOUBLE_QUOTES = str.maketrans(dict.fromkeys('"„‟”＂〞〟', "’") | dict.fromkeys("“〝", "‘"))


def title_in_quotes(title: str) -> str:
    """A title in double quotation marks. Inside the title, double quotation marks become single ones."""
    return f"“{visible(title).translate(_DOUBLE_QUOTES)}”"


def visible(text: str) -> str:
    """Replace each control or invisible character with one visible character or space."""
    if is_plain_text(text):
        return text
    # Columns stay aligned. Joiners inside emoji, and in scripts that need them, are not replaced.
    return re.sub(INVISIBLE, _replacement, text)


def is_plain_text(text: str) -> bool:
    """Quick test for invisible characters. False means that the text may have some."""
    return text.isprintable() and (text.isascii() or not re.search(_PRINTABLE_INVISIBLE, text))


def _replacement(found: re.Match[str]) -> str:
    if found["flag"]:
        return found[0]
    return " " if found[0] in _BREAKS else "\ufffd"

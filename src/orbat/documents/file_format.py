"""Detect orbat's own formats by their first lines, and recognise files that are not ORBATs."""

from __future__ import annotations

import re
from typing import Literal

from orbat.data.text_file import binary_type, decode
from orbat.data.yaml_text import parse

DetectedFormat = Literal["yaml", "plain", "table", ""]

_TEXT_FORM = re.compile(r"[ \t]*(?:`|\[i\])?orbat [0-9]{1,9};")
_VERSION = re.compile(r"""["']?orbat["']?[ \t]*:[ \t]*[0-9]+[ \t]*(?:#|\Z)""")
_KEY = re.compile(r"""["']?(?:orbat|ruleset|army_list|title|formations|units)["']?[ \t]*:(?:[ \t]|\Z)""")
_HEAD_LINES = 12
"""Maximum number of non-empty lines before the `orbat 1; ...` line of the text form or the first YAML key."""
_OUR_KEYS = frozenset({"orbat", "formations", "units"})


def detect_format(text: str) -> DetectedFormat:
    """Detect the format of an ORBAT from the content; "" if unknown."""
    text = text.removeprefix("\ufeff")
    first = text.partition("\n")[0].replace('"', "")
    if first.startswith(("path,", "path;", "path\t")):
        return "table"
    head = [line for line in text[:20_000].splitlines() if line.strip()][:_HEAD_LINES]
    for line in head:
        if _VERSION.match(line):
            return "yaml"
        if _TEXT_FORM.match(line):
            return "plain"
    is_json = text.lstrip()[:1] == "{" and text.lstrip()[:2] not in ("{|", "{{")  # wiki text begins so
    return "yaml" if is_json or any(map(_KEY.match, head)) else ""


def is_unrelated_file(raw: bytes, suffix: str) -> bool:
    """Whether a file in a folder of ORBATs is clearly something else.

    In cases of doubt, the result is False.
    """
    suffix = suffix.lower()
    if raw.startswith(b"%PDF-"):
        from orbat.documents.attachment import has_no_attachment

        return has_no_attachment(raw)
    if binary_type(raw):
        return True
    if suffix not in (".txt", ".md", ".bbcode", ".csv", ".json", ".pdf"):
        return False
    text = decode(raw)
    if not isinstance(text, str):
        return True
    return _is_foreign_json(text) if suffix == ".json" else not detect_format(text)


def _is_foreign_json(text: str) -> bool:
    data = parse(text).data
    # invalid JSON may still be a damaged ORBAT
    if data is None:
        return not any(f'"{key}"' in text for key in _OUR_KEYS)
    return not (isinstance(data, dict) and _OUR_KEYS & data.keys())

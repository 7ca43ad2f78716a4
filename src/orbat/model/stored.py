"""Declarations of the fields of an ORBAT, for all formats (see `model.fields`)."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from typing import Any, Literal

EXTRAS = "extras"
"""Name of the field for the `x-` keys and the unknown keys of a record. Files have no such key."""

STORED = "stored"
"""Key of a declaration in the metadata of a field."""

Digest = Literal["always", "if set", "never"]


def stored_field(
    description: str,
    *,
    default: Any = dataclasses.MISSING,
    default_factory: Callable[[], Any] | Any = dataclasses.MISSING,
    hash: bool | None = None,  # the name that dataclasses give it
    label: str = "",
    custom_notation: bool = False,
    digest: Digest = "if set",
    compared: bool = True,
    in_code: bool = True,
    always: bool = False,
) -> Any:
    """Declare a field of an ORBAT, with everything that the formats need.

    - `description`: its description in the schema
    - `label`: its name in the text form and in differences; by default its key in words
    - `custom_notation`: the text form and CSV have their own notation for it. Any other field that is set gets a line
      `Label: value` below its record, and a CSV column
    - `digest`: whether the check code depends on it. Codes are printed on sheets and must stay the same, so only the
      original fields are in it `always`
    - `compared`: whether a difference between two ORBATs mentions it
    - `in_code`: whether the code on a sheet contains it; the code has no room for remarks
    - `always`: whether files have it even where it has its default
    """
    declared = {
        "description": description,
        "label": label,
        "custom_notation": custom_notation,
        "digest": digest,
        "compared": compared,
        "in_code": in_code,
        "always": always,
    }
    if default_factory is not dataclasses.MISSING:
        return dataclasses.field(default_factory=default_factory, hash=hash, metadata={STORED: declared})
    return dataclasses.field(default=default, hash=hash, metadata={STORED: declared})

"""Field declarations for an ORBAT, used by all formats (see `model.fields`)."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from typing import Any, Literal

EXTRAS = "extras"
"""Name of the field that holds a record's `x-` keys and unknown keys. This name is never a key in a file."""

STORED = "stored"
"""The key under which a field's metadata holds the arguments of `stored_field`."""

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
    """Declare a field of an ORBAT, with the properties that the file formats need.

    - `description`: the description in the schema
    - `label`: the name in the text form and in differences. By default, the key in words
    - `custom_notation`: whether text and CSV have a special notation for the field
    - `digest`: whether the check code includes the field. For a new field, use `if set` or `never`, so that printed
      codes stay valid
    - `compared`: whether comparisons of two ORBATs mention the field
    - `in_code`: whether the QR code on a sheet contains the field
    - `always`: whether files contain the field even with the default value
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

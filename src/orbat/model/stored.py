"""How a field of an ORBAT declares, in one place, what every format needs to know of it (see `model.fields`)."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from typing import Any, Literal

EXTRAS = "extras"
"""The field that holds the `x-` keys and the unknown keys of a record; no file has a key for it."""

STORED = "stored"
"""The key of a declaration in the metadata of a field."""

Digest = Literal["always", "if set", "never"]


def stored(
    about: str,
    *,
    default: Any = dataclasses.MISSING,
    default_factory: Callable[[], Any] | Any = dataclasses.MISSING,
    hash: bool | None = None,  # the name that dataclasses give it
    label: str = "",
    own_form: bool = False,
    digest: Digest = "if set",
    compared: bool = True,
    pocket: bool = True,
    always: bool = False,
) -> Any:
    """A field of an ORBAT and what every format needs to know of it.

    - `about`: the description in the schema
    - `label`: its name in the text form and in differences; by default its key in words
    - `own_form`: the text form and CSV have a notation of their own for it; any other field gets a line `Label: value`
      below what it belongs to, and a CSV column, where it is set
    - `digest`: whether the check code depends on it. Codes are printed on sheets and must stay the same, so only the
      fields that were there from the start are in it `always`
    - `compared`: whether a difference between two ORBATs tells of it
    - `pocket`: whether it is in the code on a sheet, which has no room for remarks
    - `always`: files have it even where it has its default
    """
    declared = {
        "about": about,
        "label": label,
        "own_form": own_form,
        "digest": digest,
        "compared": compared,
        "pocket": pocket,
        "always": always,
    }
    if default_factory is not dataclasses.MISSING:
        return dataclasses.field(default_factory=default_factory, hash=hash, metadata={STORED: declared})
    return dataclasses.field(default=default, hash=hash, metadata={STORED: declared})

"""An ORBAT as plain data in the order and shape of its file; what is absent or usual is left out."""

from __future__ import annotations

import re
from typing import Any

from orbat.model.fields import data_of, json_of
from orbat.model.orbat import Orbat

_ODD = r"[\x7f-\x9f\u2028\u2029\ufeff\ufffe\uffff]"
"""Characters that YAML would not read back if they stood in the text themselves."""


def orbat_data(orbat: Orbat) -> dict[str, Any]:
    """The whole ORBAT."""
    data: dict[str, Any] = data_of(orbat)
    return data


def json_text(orbat: Orbat) -> str:
    """The whole ORBAT as JSON; decimals are written as they are, never as floats."""
    text = json_of(orbat_data(orbat), indent=2)
    return re.sub(_ODD, lambda found: f"\\u{ord(found[0]):04x}", text) + "\n"

"""Sheets as PDF."""

from __future__ import annotations

import sys
from types import ModuleType

# reportlab runs a module `reportlab_mods` from anywhere on Python's path, or else the file ~/.reportlab_mods, and fails
# where the home folder is none; an empty module in its place keeps it from looking for either
sys.modules.setdefault("reportlab_mods", ModuleType("reportlab_mods"))

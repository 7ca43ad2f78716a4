"""Renders sheets as PDF."""

from __future__ import annotations

import sys
from types import ModuleType

# reportlab imports `reportlab_mods` from anywhere on Python's path, or runs ~/.reportlab_mods, and fails without a home
# folder. An empty module in its place prevents both.
sys.modules.setdefault("reportlab_mods", ModuleType("reportlab_mods"))

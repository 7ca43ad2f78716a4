"""Which findings are about sums that somebody wrote, rather than about rules that are broken."""

from __future__ import annotations

SAME_RULES = frozenset({"PTS005", "PTS006", "PTS007"})
"""The codes of rules that say of an ORBAT's own claims what is said of a typed list's by findings of its own."""
OF_SUMS = SAME_RULES | {"TXT001", "TXT002", "TXT003", "TXT009"}
"""The codes of errors that are wrong sums; every other error is a rule that is broken."""

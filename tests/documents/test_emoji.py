"""Emoji in typed lists: bullets, keycaps and decorations are not part of names."""

from __future__ import annotations

import pytest

from orbat.documents.emoji import lines_without_emoji, without_emoji
from orbat.list_reader.document_text import DocumentLine


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("▪️ Alpha Foot – 48", "• Alpha Foot – 48"),
        ("🔹Beta Horse 40", "• Beta Horse 40"),
        ("💥 Gamma Battery – 2️⃣ guns", "Gamma Battery – 2 guns"),
        ("🏴\U000e0067\U000e0062\U000e0065\U000e006e\U000e0067\U000e007f Army 🇬🇧 🎲", "Army"),
        ("👨‍👩‍👧 Crew 👍🏽 5", "Crew  5"),
        ("♞ Delta Horse ⚔️", "Delta Horse"),
        ("✅ Total = 268", "Total = 268"),
        ("❌ Epsilon Foot 30", "❌ Epsilon Foot 30"),
        ("12 ✖️ 4 = 48", "12 ✖ 4 = 48"),
        ("★★ Guard, 2 × 16 ½", "★★ Guard, 2 × 16 ½"),
        ("33rd “Duke’s” – été", "33rd “Duke’s” – été"),
        ("✅", "✅"),
        ("🎖️", "🎖️"),
    ],
)
def test_emoji_are_removed_from_a_text(text: str, expected: str) -> None:
    assert without_emoji(text) == expected


def test_emoji_are_removed_from_cells() -> None:
    row = DocumentLine(3, "🐎 Horse  ✅  4", ("🐎 Horse", "✅", "4"))
    (found,) = lines_without_emoji([row])
    assert (found.text, found.cells) == ("Horse  ✅  4", ("Horse", "✅", "4"))

"""How unlikely it is to read a piece of a text in a certain way: penalties, which are not points.

A piece that is likely read so costs little. Negative costs are rewards, above all for right prices.
"""

from __future__ import annotations

# Cuts

PIECE = 0.15
"""Each piece. Many small pieces cost more than a few large ones."""
LINE, BROKEN_LINE = 1.5, 0.4
"""A piece that goes on over a line end. The second is for lines that are long and unfinished."""
SENTENCE = 0.35
"""The end of a sentence within a piece."""
UNBALANCED = 0.8
"""A bracket that is not closed, or not opened."""

# Remarks

NUMBER, IN_POINTS, BARE_NUMBER = 1.6, 0.9, 1.2
"""A number without a role; what it costs more before a word such as `points`; and without any words."""
TROOPS, ONE_UNIT, REGIMENT = 1.2, 0.6, 0.8
"""A remark that names troops; what it costs more with words such as `a battalion`; and with the name of a regiment."""
STAFF, PAID_STAFF, NAMED_GENERAL = 0.3, 1.2, 1.5
"""A remark that names a rank or formation, also with a number, or with the name of a general without a number."""
FREE, NAMED_PLAYER = 0.5, 1.0
"""A remark with a word such as `free`, also with the name of a general."""
GRADE, STATED_SUM = 0.5, 1.0
"""A remark that names a rating or weapon, or with a word such as `total` and a number."""

# Headings

HEADING, HEADING_OF_ARM = 0.1, 0.6
"""A heading that names a formation, and one that names a kind of troops."""
LED = 1.2
"""A formation whose general has no price, but counts in the sums."""
UNLED = 0.2
"""A heading in spite of a rank. It costs less than a remark, because generals below may belong to it."""

# Sums

SUM, SUM_OF_LEVEL, SUM_WITH_UNIT, SUM_OF_ARM, SIGNED_SUM, BARE_SUM = 0.2, 0.4, 0.3, 1.0, 1.4, 2.0
NAMED_SUM = 0.5
"""Sums with a word such as `total`, with the name of a level, with a word such as `points`, with the name of an arm,
after a gap or sign, and without all this; and with a name and no other words."""
FURTHER = 1.0
"""Each number on a sum's piece that is no sum."""

# Generals

PAID, PAID_NAME, PLAYER, COUNTED = -0.8, 0.2, 0.1, 0.4
"""Generals with rank and price, with name and price, the player, and counted without a price."""
UNPAID, FREE_OF_CHARGE, WRONG_PAY = 1.5, 1.0, 2.5
"""Generals without a price in a list with prices, at 0 points, and at a wrong price."""
COUNTS_IN_BRACKETS, OF_ARM = 0.3, 1.4
"""Counts of units in brackets beside a general, and the name of an arm beside the price of a general."""
NUMBER_IN_NAME, NAME_AFTER = 0.5, 0.6
"""A number in the name of a general, and a name after the price."""

# Units

RIGHT, FURTHER_RIGHT = -1.4, -0.4
"""A right price, and each further right price of the same unit."""
BEST = -1.8
"""No unit costs less before its text is looked at."""
UNPRICED, WORTHLESS = 1.0, 2.5
"""A unit without a price in a list with prices, and one that cannot be priced."""
UNNAMED, UNKNOWN, NO_NUMBER = 2.0, 1.0, 0.5
"""Units without a name; without number, kind and rating; and without a number in a list with prices."""
WITH_RANK, WITH_LEVEL, WITH_SUM = 0.8, 0.8, 2.0
"""Units with words for a rank, a formation or a sum."""
SEVERAL_ARMS, SEVERAL_COUNTS, COMMA, REST, IN_BRACKETS = 2.0, 1.6, 0.6, 0.5, 1.5
"""Units of several arms; with several counts; with commas in a list without prices; with words after the price; and in
brackets."""
SEVERAL, EACH_MORE = 1.0, 0.2
"""More units or generals than the words count, and each of them."""
LIKE_ABOVE = 0.3
"""A unit with words such as `the same`."""
UNREAD = 2.0
"""A line that may buy something, and was not understood."""

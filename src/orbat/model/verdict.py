"""The words of a verdict on an ORBAT."""

LEGAL = "Legal"
NOT_LEGAL = "Not legal"
"""Behind it stands how many errors there are."""
NOT_READ = "Not read"
NOTHING_YET = "Nothing in it yet"

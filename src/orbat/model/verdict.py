"""The words of a verdict on an ORBAT."""

LEGAL = "Legal"
NOT_LEGAL = "Not legal"
"""Behind it stands how many errors there are."""
UNFINISHED = "Unfinished"
"""orbat itself failed, so that not everything was checked."""
NOT_READ = "Not read"
NOTHING_YET = "Nothing in it yet"

"""What an opponent handed over: any file read into lines of text, none of it believed or obeyed."""

from orbat.sources.handed.open import handed as handed
from orbat.sources.handed.text import Handed as Handed
from orbat.sources.handed.text import HandedLine as HandedLine

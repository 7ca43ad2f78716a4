"""Explanations of finding codes that belong to no rule, such as the codes for unreadable files."""

from __future__ import annotations

from orbat.data.yaml_text import MAX_BYTES, MAX_DEPTH, MAX_NODES
from orbat.evaluate.rule import Explanation
from orbat.model.text import MAX_TEXT_LENGTH

EXPLANATIONS: tuple[Explanation, ...] = (
    Explanation(
        code="SRC001",
        title="file cannot be read",
        checks="The file exists, can be opened, and is not a folder, pipe or device. It has at most "
        f"{MAX_BYTES // 1_000_000} MB. Text is in UTF-8 (or UTF-16 with a byte-order mark). A PDF is undamaged and "
        "needs no password. orbat's own sheets have the ORBAT attached.",
        why="A file whose text is unavailable cannot be checked. Reading never changes the file.",
        example="A misspelt file name, a folder instead of a file, or a PDF made by another program.",
        remedy="Check the name, save the file as UTF-8 text, or ask the sender for another copy.",
    ),
    Explanation(
        code="SRC002",
        title="not valid YAML, or over a limit",
        checks="The text is one YAML document, without characters that YAML forbids. It is nested at most "
        f"{MAX_DEPTH} levels deep and has at most {MAX_NODES} values. An alias counts each time it is used.",
        why="A text that is not YAML has no keys to read. Without limits, a small file could block the program.",
        example="An unclosed bracket, a tab for an indent, or `title: Alma: the heights` without quotes.",
        remedy="Check the indents, quotes and brackets at the reported line and the line above. Put text in quotes if "
        "it contains `: ` or ` #`, or begins with a character such as @ or &.",
    ),
    Explanation(
        code="SRC003",
        title="YAML that could be misread",
        checks="No mapping has a key twice. Every key is plain text. There are no tags or merge keys. An alias comes "
        "after its anchor. Three things give warnings: an anchor that is not used, a line break that many editors do "
        "not show, and a name, title or note that a number sign cuts off, as in `1st Brigade #2`.",
        why="Programs read such YAML differently, and one of two equal keys would be lost silently.",
        example="Two keys `size` in one unit, `<<: *base`, or `size: !!int 4`.",
        remedy="Keep one of two equal keys. Write the value out instead of a tag or merge key.",
    ),
    Explanation(
        code="SRC004",
        title="unknown key or invalid value",
        checks="Every key is known at its place or begins with x-. No required key is missing. Every value has the "
        f"right type and size. For example, a text has at most {MAX_TEXT_LENGTH} characters, and a date is a "
        "year, or a year and month. In the text and CSV formats, every line or row can be understood.",
        why="An unknown key is nearly always a mistake, and its value would be ignored. Invalid parts are left out of "
        "the total, but stay in the file.",
        example="`siez: 14`, or `size: fourteen`.",
        remedy="Correct the key or value, put text that looks like another type in quotes, or begin the key with x-.",
    ),
    Explanation(
        code="SRC005",
        title="wrong kind of file or format version",
        checks="An ORBAT in YAML or JSON begins with `orbat: 1`. In the text format it has a line `orbat 1; ...`; in "
        "the CSV format it begins with the row of column names. A data file begins with its kind, as in `ruleset: 1`.",
        why="The number is the version of the format. A file of a newer format could be misread.",
        example="`orbat: 2` read by this version, which knows format 1.",
        remedy="Begin the file with `orbat: 1`, open it with a newer orbat, or choose another file.",
    ),
    Explanation(
        code="SRC006",
        title="ruleset or army list missing or unusable",
        checks="Every ruleset and army list that the ORBAT names is installed and usable: its file loads without "
        "errors, its names are known, its numbers are in order and its limits can be checked.",
        why="Without its ruleset an ORBAT cannot be priced, and without its army list no entry is known.",
        example="`army_list: alied`, where the list is named allied.",
        remedy="Correct the name; `orbat lists` shows those installed. Run `orbat lint` on an unusable list.",
    ),
    Explanation(
        code="SRC007",
        title="ruleset or army list with errors",
        checks="`orbat lint` finds no errors in the ruleset and the army lists that the ORBAT names. (With some "
        "errors, such as an unknown name, the file is not used at all: SRC006.)",
        why="An error in a list may leave a limit or date unchecked, so that an illegal army passes as legal.",
        example="Your own list, with an entry that is defined twice.",
        remedy="Run `orbat lint` on the list, and correct what it shows.",
    ),
    Explanation(
        code="SRC008",
        title="collection item that never counts",
        checks="Every entry, kind, subtype and nation that a collection names exists in a ruleset or army list.",
        why="An item with an unknown name never counts as owned, and nothing else reports it.",
        example="`entry: line_fot`, where the list has line_foot.",
        remedy="Correct the id; `orbat lists` shows those that exist.",
    ),
    Explanation(
        code="SRC009",
        title="loss that never counts",
        checks="The file of a game has an item for each unit with losses, under `units`, and for each lost general, "
        "under `generals`. The key `place` of an item is the path of a unit or commander in the ORBAT. No two items "
        "have the same name and place.",
        why="An item with an unknown place does not count in the score. If two items have the same name and place, the "
        "first does not count.",
        example="`{place: 'formations[0]', name: Light Division, lost: 2}` under `units`.",
        remedy="Correct the place (`orbat score --json` shows the places), or keep only one of the two items.",
    ),
    Explanation(
        code="INT001",
        title="internal error in a rule",
        checks="Every rule completes. If a rule fails with an internal error, the other rules still run. The verdict "
        "is then Unfinished, and the exit code is 3.",
        why="An army that was not fully checked must not pass as legal.",
        example="A rule that fails on unexpected data.",
        remedy="Report the error, with the ORBAT and the log whose path orbat prints. ORBAT_DEBUG=1 also prints the "
        "traceback.",
    ),
    Explanation(
        code="INT002",
        title="internal error in the check of a file",
        checks="Every file is read, priced and checked completely. If the check of a file fails, the other files "
        "are still checked. The verdict on the failed file is Unfinished, and the exit code is 3.",
        why="One file must not stop the check of a whole tournament.",
        example="A file that needs more memory than is available.",
        remedy="Report the error, with the file and the log whose path orbat prints.",
    ),
)

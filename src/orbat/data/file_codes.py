"""What the codes mean that belong to no rule: those of files that cannot be read or understood, and our own faults."""

from __future__ import annotations

from orbat.data.yaml_text import MAX_BYTES, MAX_DEPTH, MAX_NODES
from orbat.evaluate.rule import Explanation
from orbat.model.text import LONGEST

EXPLANATIONS: tuple[Explanation, ...] = (
    Explanation(
        code="SRC001",
        title="file cannot be read",
        checks="The file exists, is no folder, pipe or device, may be opened, is text in UTF-8 (or UTF-16 with its "
        f"mark) and is of at most {MAX_BYTES // 1_000_000} MB; a PDF is undamaged and unlocked, and carries the ORBAT "
        "that our sheets carry.",
        why="Without its text nothing can be said of the file. Reading never changes it.",
        example="A misspelt file name, a folder where a file is meant, or a PDF that another program made.",
        remedy="Check the name; save the file as UTF-8 text; or ask for it again.",
    ),
    Explanation(
        code="SRC002",
        title="not valid YAML, or over a limit",
        checks=f"The text is one YAML document without characters that YAML forbids, nested at most {MAX_DEPTH} deep, "
        f"with at most {MAX_NODES} values; an alias counts as often as it is used.",
        why="A text that is not YAML has no keys to look at, and one without limits could keep the program busy long.",
        example="A bracket that is never closed, a tab for an indent, or `title: Alma: the heights` without quotes.",
        remedy="Look at the indents, quotes and brackets at the place named, and just above it. Text with a colon, "
        "with ` #`, or that begins with a sign such as @ or & wants quotes.",
    ),
    Explanation(
        code="SRC003",
        title="YAML that could be misread",
        checks="No key stands twice in one mapping, every key is plain text, no value has a tag, there are no merge "
        "keys, and an alias stands after what it repeats. With a warning: no anchor is there that nothing refers to, "
        "and no name, title or note ends before a number sign, as `1st Brigade #2` would.",
        why="Other programs read such YAML in different ways; one of two equal keys would be lost without a word.",
        example="Two keys `size` in one unit, `<<: *base`, or `size: !!int 4`.",
        remedy="Keep one of the keys, or write the thing out.",
    ),
    Explanation(
        code="SRC004",
        title="key or value that does not fit",
        checks="Every key is one that is known there or begins with x-; no key that is needed is missing; and every "
        f"value is of the right sort and size: a text has at most {LONGEST} characters, a list is a list, a date is a "
        "year or a year and month. In the text and CSV forms: every line or row is one that can be understood.",
        why="A key that is not known is nearly always a slip, and what it meant would be ignored. What does not fit is "
        "left out of the sum and stays in the file.",
        example="`siez: 14`, or `size: fourteen`.",
        remedy="Correct the key or value; put text that looks like something else in quotes; or begin the key with x-.",
    ),
    Explanation(
        code="SRC005",
        title="not such a file, or of another format version",
        checks="An ORBAT begins with `orbat: 1`, our text form with its line `orbat 1; ...`, our CSV with its row of "
        "column names; and `orbat lint` is given a file of ours, which its first key names.",
        why="The number says by which rules to read the file. A file of a newer format is not guessed at.",
        example="`orbat: 2` read by this version, which knows format 1.",
        remedy="Write `orbat: 1` at the head, open the file with a newer orbat, or name another file.",
    ),
    Explanation(
        code="SRC006",
        title="ruleset or army list not to be had",
        checks="Every ruleset and army list that the ORBAT names is installed, and its own file can be used: it loads "
        "without errors, its names lead somewhere, its numbers are in order and its limits can be checked.",
        why="Without its ruleset an ORBAT cannot be priced, and without its list no entry is known.",
        example="`army_list: alied`, where the list is called allied.",
        remedy="Correct the name; `orbat lists` shows what there is. Run `orbat lint` on a list that cannot be used.",
    ),
    Explanation(
        code="SRC007",
        title="ruleset or army list with slips",
        checks="The ruleset and each army list that the ORBAT names have no errors that `orbat lint` shows. (With some "
        "of them, such as a name that leads nowhere, the file is not used at all: SRC006.)",
        why="A slip in a list may leave a limit or date unchecked, so that too much passes for legal.",
        example="A list of one's own with an entry that is defined twice.",
        remedy="Run `orbat lint` on the list, and mend what it shows.",
    ),
    Explanation(
        code="SRC008",
        title="piece of a collection that never counts",
        checks="Every entry, kind, subtype and nation that a collection names is one of some ruleset or army list.",
        why="A piece for something that no list has is never fielded, so that it would be missing without a word.",
        example="`entry: line_fot`, where the list has line_foot.",
        remedy="Correct the id; `orbat lists` shows what there is.",
    ),
    Explanation(
        code="SRC009",
        title="note on a game that never counts",
        checks="Every note in the file of a game is on the place of a unit, or under generals on that of a commander; "
        "no two of one name are on one place.",
        why="A note on no such place, and the first of two, would be missing from the score without a word.",
        example="`{place: 'formations[0]', name: Light Division, lost: 2}` among the units.",
        remedy="Correct the place, as `orbat score --json` shows it, or keep one of the two notes.",
    ),
    Explanation(
        code="INT001",
        title="internal error in a rule",
        checks="Every rule runs to its end. Where one fails with an internal error, the others still run, the verdict "
        "is Unfinished and the exit code is 3.",
        why="An army that was not fully checked must not be called legal.",
        example="A rule that fails on data nobody thought of.",
        remedy="Report it, with the ORBAT and the log whose path orbat prints. ORBAT_DEBUG=1 prints the traceback too.",
    ),
    Explanation(
        code="INT002",
        title="internal error in the check of a file",
        checks="Every file is read, priced and checked to the end. Where orbat fails on one, or its process is killed, "
        "the other files are still checked, the verdict on this one is Unfinished and the exit code is 3.",
        why="One file must not stop the check of a whole tournament's.",
        example="A file for which there is too little memory.",
        remedy="Report it, with the file and the log whose path orbat prints.",
    ),
)

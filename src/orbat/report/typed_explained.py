"""What `orbat explain` says of the findings on typed lists."""

from __future__ import annotations

from orbat.validate.rule import Explanation

EXPLANATIONS: tuple[Explanation, ...] = (
    Explanation(
        code="TXT001",
        title="typed price differs",
        checks="In a list that somebody typed, the price of each unit, stand, gun and general, and the price of each "
        "line, is what the rulebook gives.",
        why="The opponent may double-check the sums, and somebody who types them makes slips. Two that cancel are both "
        "found.",
        example="33rd Foot, 15 stands, class 3 with rifles, typed 58: it comes to 60.",
        cure="Correct the price. Where the line was read wrongly, write the size and the class in words.",
    ),
    Explanation(
        code="TXT002",
        title="typed subtotal differs",
        checks="Each sum that is typed for a part of the army is what the lines it covers come to.",
        why="A wrong subtotal with right lines is a mistake of its own; one that follows from a wrong line is a note "
        "that names the line.",
        example="sub-total 208 under a brigade whose lines come to 210.",
        cure="Correct the subtotal.",
    ),
    Explanation(
        code="TXT003",
        title="typed total differs",
        checks="The total that is typed is what the army comes to.",
        why="It is what is held against the agreed size. Where wrong lines or subtotals explain it wholly, it is a "
        "note that names them.",
        example="Total 250 typed under lines that come to 244.",
        cure="Correct the total.",
    ),
    Explanation(
        code="TXT004",
        title="typed remainder differs",
        checks="The points that are said to be left are the agreed size less what the army comes to.",
        why="Nothing is bought with it, so that it is only a note.",
        example="74 left typed in a game of 500 by an army of 436.",
        cure="Correct it, or leave it out.",
    ),
    Explanation(
        code="TXT005",
        title="typed number of units differs",
        checks="The number of units that is typed is that of the units read, or of these and the generals.",
        why="A unit too few may be one that was not read.",
        example="Units: 11 typed over ten units.",
        cure="Look for the unit that is missing, or correct the number.",
    ),
    Explanation(
        code="TXT006",
        title="typed size differs",
        checks="The game size that is typed is the agreed one.",
        why="The army may have been built for another game.",
        example="800 points typed in a list for a game of 600.",
        cure="Agree on the size.",
    ),
    Explanation(
        code="TXT007",
        title="line not understood",
        checks="Every line that seems to buy something or to say a number of points can be understood.",
        why="A verdict over a text that was read in part holds only for that part.",
        example="3 of the usual from the box.",
        cure="Ask what it means, or write it as name, size, class and price.",
    ),
    Explanation(
        code="TXT008",
        title="name that may mean several entries",
        checks="Each name is that of one entry of the army list, or near enough to one alone.",
        why="The entry decides which classes, sizes and options are allowed, so that a guess is never silent.",
        example="Guards, where the list has several regiments of guards.",
        cure="Write the name that the army list has; `orbat lists RULESET/LIST` shows them.",
    ),
    Explanation(
        code="TXT009",
        title="general not paid for",
        checks="The price of every general but the player's own is in the total.",
        why="A general who is named leads troops, and costs what the rulebook says.",
        example="Three brigadiers named, and a total that is 90 points short.",
        cure="Add their price.",
    ),
    Explanation(
        code="TXT010",
        title="typed price that cannot be checked",
        checks="What each typed price is for is typed too: the size, and the class where the price depends on it.",
        why="Without these there is no price of ours to hold against it; the typed price is kept as a claim.",
        example="Guard bn 36, without stands and class.",
        cure="Ask for the size and the class.",
    ),
    Explanation(
        code="TXT011",
        title="file read in part or with a guess",
        checks="The whole file was read, its letters are known, and nothing in it was hidden or left out.",
        why="What was not read may hold troops.",
        example="A workbook with a hidden sheet, or a text that does not say how its letters are coded.",
        cure="Look at the file itself, or ask for it in another format.",
    ),
    Explanation(
        code="TXT012",
        title="misspelt name",
        checks="Each name is spelt as the army list spells it.",
        why="A name with a slip is read as the nearest one, so that it is said which that is.",
        example="7th Fusiilers, read as the fusiliers of the line.",
        cure="Write the name that the army list has; `orbat lists RULESET/LIST` shows them.",
    ),
    Explanation(
        code="TXT013",
        title="ruleset or army list guessed",
        checks="The list says which ruleset and which army list it is of, and its prices are those of the usual "
        "readings of the rules.",
        why="Where it does not, those are taken with which its names, words and prices agree best. It is a warning "
        "where others agree nearly as well.",
        example="Blues, in a club that plays several rulesets with a list of them.",
        cure="Name them with --ruleset and --army, or in the list.",
    ),
)

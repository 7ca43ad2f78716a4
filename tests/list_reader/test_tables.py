"""Tables: roles of columns, columns typed with spaces, and rows that are no units."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from orbat.list_reader.columns import columns_of, role_of
from orbat.list_reader.document_text import DocumentLine
from orbat.list_reader.lines import clean_line
from orbat.list_reader.tables import rows_as_text

Read = Callable[..., list[Any]]


def said(text: str) -> list[str]:
    """The lines of a text with tables, rewritten; without the empty ones."""
    lines = [clean_line(DocumentLine(number, one)) for number, one in enumerate(text.splitlines(), 1)]
    return [line.clean for line in rows_as_text(lines) if line.clean]


@pytest.mark.parametrize(
    ("head", "role"),
    [
        ("Lfd. Nr.", "serial"),
        ("#", "serial"),
        ("Troupe", "name"),
        ("Quoi", "name"),
        ("Waffengattung", "type"),
        ("Basen/Modelle", "size"),
        ("No. of stands", "size"),
        ("Total stands", "size"),
        ("Cls", "rating"),
        ("Gezogen?", "option"),
        ("Pts per stand", "piece"),
        ("Prix/socle", "piece"),
        ("Points each", "each"),
        ("Unit price", "each"),
        ("Einzelpreis", "each"),
        ("Prix total", "line"),
        ("Remarks", ""),
    ],
)
def test_heads_of_several_words(head: str, role: str) -> None:
    assert role_of(head) == role


@pytest.mark.parametrize(
    ("heads", "rows", "roles"),
    [
        # sizes under the head of a count: each has a class
        (("Unit", "No", "Class", "Pts"), (("A", "14", "3", "56"), ("B", "3", "4", "30")), "name size rating line"),
        (("Unit", "No", "Pts"), (("Line", "3", "30"), ("Guns", "1", "12")), "name count line"),
        # men and stands under a head of either
        (("Unit", "Men", "Pts"), (("Line", "14", "56"), ("Guns", "3", "105")), "name size line"),
        (("Unit", "Strength", "Pts"), (("Line", "700", "56"), ("Foot", "600", "48")), "name men line"),
        # without a known head: prices fit by multiplication, numbers up to 6 are classes, texts are names
        (("Unit", "Size", "A", "B", "Pts"), (("Line", "12", "3", "4", "48"),) * 2, "name size rating piece line"),
        (("Wer", "Size", "Pts"), (("41st", "12", "48"), ("47th", "13", "52")), "name size line"),
        (
            ("Unit", "Wie", "Size", "Pts"),
            (("A", "rifles", "9", "36"), ("B", "rifled", "8", "32")),
            "name option size line",
        ),
        (("Nr", "Unit", "Art", "Pts"), (("1", "A", "foot", "9"), ("1.1", "B", "foot", "9")), "serial name type line"),
        # of two columns with names, the one with more different texts has the names
        (("Troops", "Unit", "Pts"), (("line", "Botta", "9"), ("line", "Wied", "8")), "type name line"),
        (("Unit", "How many", "Pts"), (("Guns", "3 guns", "105"), ("Works", "3", "30")), "name size line"),
    ],
)
def test_values_decide_if_heads_are_unclear(
    heads: tuple[str, ...], rows: tuple[tuple[str, ...], ...], roles: str
) -> None:
    assert " ".join(column.role for column in columns_of(heads, rows)) == roles


def test_columns_typed_with_spaces() -> None:
    """A cell belongs to the head above it; empty cells, headings and subtotals stay."""
    text = (
        "Pos.  Benennung           Anz.  Kl.  Gew.    EP     GP\n"
        "------------------------------------------------------\n"
        "10    Brigade: General      1                30     30\n"
        "11    36th Illinois         7    3   gez.     4     28\n"
        "12    Battr. M, Napoleon    3                30     90\n"
        "      Summe Pos. 10-12                             148\n"
        "KAVALLERIE\n"
        "20    4th Michigan          8    3            8     64\n"
        "\n"
        "Das waren alle."
    )
    assert said(text)[1:] == [
        "Brigade: General  30",
        "36th Illinois, size 7, class 3, gez., 4 pts per stand, = 28 pts",
        "Battr. M, Napoleon, size 3, 30 pts per stand, = 90 pts",
        "Summe Pos. -  148",
        "KAVALLERIE",
        "4th Michigan, size 8, class 3, 8 pts per stand, = 64 pts",
        "Das waren alle.",
    ]


@pytest.mark.parametrize(
    ("head", "row", "sentence"),
    [
        # two heads, and names without a head
        ("                 stands     pts", "Turcos              12      36", "Turcos, size 12, = 36 pts"),
        # heads on two lines, heads with single spaces between them
        ("Unit    No. of   Pts\n        stands   total", "Turcos      12      36", "Turcos, size 12, = 36 pts"),
        ("Unit         St Cl Pts", "Turcos       12  3  36", "Turcos, size 12, class 3, = 36 pts"),
        # a long name up to the next column, a price before it
        ("Unit          Stands   Pts", "4th Turcos of Algiers 12  36", "4th Turcos of Algiers, size 12, = 36 pts"),
        ("Unit .... Stands .. Pts", "Turcos ...... 12 .... 36", "Turcos, size 12, = 36 pts"),
        ("Pts   Stands   Unit", " 36     12      Turcos", "Turcos, size 12, = 36 pts"),
    ],
)
def test_heads_typed_with_spaces(head: str, row: str, sentence: str) -> None:
    assert said(f"{head}\n{row}\n{row}")[-1] == sentence


@pytest.mark.parametrize(
    ("row", "sentence"),
    [
        ("Camou;General;1;;30;30", "Camou (General)  30"),
        ("Camou;;1;;30;30", "Camou  30"),
        ("Siege gun;;1;;50;50", "Siege gun, size 1, 50 pts per stand, = 50 pts"),
        ("Camou;–;–;–;–;30", "Camou  30"),
        ("Turcos;foot;12;III;3;36", "Turcos (foot), size 12, class 3, 3 pts per stand, = 36 pts"),
        ("Turcos;foot;12;cl. 3;3;36", "Turcos (foot), size 12, class 3, 3 pts per stand, = 36 pts"),
        ("Turcos;foot;600 men;3;;36", "Turcos (foot), 600 men, class 3, = 36 pts"),
        ("Turcos;foot;12;3;;free", "Turcos (foot), size 12, class 3, free"),
        (";;;brigade;;76", "brigade  76"),
        ("Left wing;;12;3;3;36", "Left wing, size 12, class 3, 3 pts per stand, = 36 pts"),
        ("Guns;;;;;0", "Guns  0"),
        ("Artillery;;;;;0", "Artillery"),
    ],
)
def test_rows_that_are_generals_sums_or_headings(row: str, sentence: str) -> None:
    table = ["Unit;Type;Stands;Class;Each;Pts", "Line;foot;12;2;2;24", "Line;foot;12;2;2;24", row]
    assert said("\n".join(table))[-1] == sentence


def test_a_row_with_the_sum_or_the_name_of_a_group_is_a_subtotal() -> None:
    rows = (
        "Cavalry: Parlby;;;30",
        "10th;8;3;64",
        "12th;8;3;64",
        "Cavalry;;;150",
        "Guns;2;;70",
        "W;1;;35",
        "Both;;;105",
    )
    sentences = said("\n".join(["Unit;Stands;Class;Pts", *rows]))
    assert [one for one in sentences if "Sub-total" in one] == ["Sub-total Cavalry  150", "Sub-total Both  105"]


def test_a_group_of_the_staff_is_no_formation() -> None:
    """Its troops follow a heading that is no formation, if a formation came before."""
    rows = ("HQ;Raglan;;0", "Light;7th;12;36", "HQ;Engineers;1;30", "Hvy Brig.;Greys;3;24")
    sentences = said("\n".join(["Brigade;Unit;Stands;Pts", *rows]))
    assert [one for one in sentences if "," not in one and not one[-1].isdecimal()] == [
        "Brigade Light",
        "With the commander",
        "Hvy Brigade",
    ]


def test_a_key_below_the_table_explains_abbreviations() -> None:
    key = "St = stands, C = class, W = weapon, R = rifles, S = smoothbore"
    text = f"Unit;St;C;W;Pts\nTurcos;12;3;R;48\nZouaves;12;3;S;36\n\n{key}"
    assert said(text) == [
        "Turcos, size 12, class 3, rifles, = 48 pts",
        "Zouaves, size 12, class 3, smoothbore, = 36 pts",
    ]
    assert said("Me = Lord Raglan, Joe = Lord Lucan") == ["Me = Lord Raglan, Joe = Lord Lucan"]


def test_two_numbers_in_a_cell() -> None:
    """A column with two heads becomes two columns."""
    rows = ("Turcos;12;4/48", "Zouaves;10;4/40", "Summe;;88")
    assert said("\n".join(["Einheit;Basen;EP/GP", *rows])) == [
        "Turcos, size 12, 4 pts per stand, = 48 pts",
        "Zouaves, size 10, 4 pts per stand, = 40 pts",
        "Summe  88",
    ]


@pytest.mark.parametrize("name", ["Codrington", "Robertson, Brigade"])
def test_a_wrong_price_of_a_general_is_named(read: Read, name: str) -> None:
    """Only in the row of a table: a row has the price of one item."""
    rows = (f"{name};;;31", "7th Fusiliers;14;3;56", "33rd Foot;13;3;52", "9th Foot;12;3;48", "Total;;;186")
    (army,) = read("\n".join(["British", "Unit;Stands;Class;Pts", *rows]), ruleset="days_of_empire")
    assert [(one.claim.typed, one.calculated) for one in army.differences] == [(31, 30)]
    assert army.quote.total == 186


def test_a_table_without_heads_is_read_by_its_products() -> None:
    """A wrong price changes nothing. Fewer than three products decide nothing."""
    rows = [
        "1  Soimonov       GEN                  30",
        "2  Tomsk I        MUS   15   2    2    30",
        "3  Kolyvan I      MUS   14   2    2    28",
        "4  Battery No. 4  POS    4        35  140",
        "5  Ingermanland   HUS   12   2    6    74",
    ]
    assert said("\n".join(rows)) == [
        "Soimonov (GEN)  30",
        "Tomsk I (MUS), size 15, class 2, 2 pts per stand, = 30 pts",
        "Kolyvan I (MUS), size 14, class 2, 2 pts per stand, = 28 pts",
        "Battery No. 4 (POS), size 4, 35 pts per stand, = 140 pts",
        "Ingermanland (HUS), size 12, class 2, 6 pts per stand, = 74 pts",
    ]
    assert said("\n".join(rows[:3]))[-1] == "3  Kolyvan I  MUS  14  2  2  28"
    bars = [f"| {name} | 12 | {each} | {12 * each} |" for name, each in (("Redif", 2), ("Nizam", 3), ("Hassa", 4))]
    assert said("\n".join(bars))[-1] == "Hassa, size 12, 4 pts per stand, = 48 pts"


def test_a_table_ends_where_rows_have_other_columns() -> None:
    """A line of text between rows with as many cells does not end it."""
    rows = ("Unit;Stands;Class;Pts", "A;12;2;24", "Light Brigade", "B;12;3;36", "Staff", ";Pts", "3 generals;90")
    assert said("\n".join(row.replace(";", "\t") for row in rows)) == [
        "A, size 12, class 2, = 24 pts",
        "Light Brigade",
        "B, size 12, class 3, = 36 pts",
        "Staff",
        "Pts",
        "3 generals 90",
    ]


@pytest.mark.parametrize("between", [" | ", ", ", "; "])
def test_rows_are_cut_like_the_heads_above_them(between: str) -> None:
    """Rows with other signs, and text, are not cut."""
    rows = [("Unit", "Stands", "Class", "Pts"), ("Turcos", "12", "3", "36"), ("Zouaves", "14", "4", "70")]
    text = "\n".join([*map(between.join, rows), f"Zouaves{between}the best"])
    assert said(text) == [
        "Turcos, size 12, class 3, = 36 pts",
        "Zouaves, size 14, class 4, = 70 pts",
        f"Zouaves{between}the best",
    ]


def test_numbers_of_a_row_have_the_roles_of_their_columns(read: Read) -> None:
    """Also if the number of the row or of its brigade is the same as another number of the row."""
    rows = ("3;1;3rd Foot;14;3;4;56", "4;1;4th Foot;12;4;5;60", "5;1;5th Foot;12;3;4;48")
    (army,) = read("\n".join(["British", "ID;Bde;Unit;Stands;Class;Each;Pts", *rows]), ruleset="days_of_empire")
    roles = ["serial", "outside", "name", "size", "rating", "piece price", "line price"]
    assert [[one.role for one in army.lines[number].numbers] for number in (3, 4, 5)] == [roles] * 3


@pytest.mark.parametrize(
    ("cells", "sentence"),
    [
        ("Reilly;2 guns;;gezogen", "Reilly, 2 rifled guns"),
        ("Reilly;2 pièces;;lisses", "Reilly, 2 smoothbore guns"),
        ("Reilly;2 guns;;", "Reilly, 2 guns"),
        ("Nadasdy;;Inf;", "Nadasdy, inferior"),
        ("Texas;8;4;gezogen", "Texas, size 8, class 4, gezogen"),
    ],
)
def test_guns_and_ratings_of_a_row(cells: str, sentence: str) -> None:
    """The kind of guns is said with them; `Inf` in a column of ratings is not infantry."""
    assert said(f"Unit;Stands;Class;Arms;Pts\nTexas;8;4;rifles;40\n{cells};80")[-1] == f"{sentence}, = 80 pts"


@pytest.mark.parametrize(
    ("heads", "cells", "said_of"),
    [
        ("Musket;Rifle", ";x", "rifles"),
        ("Musket;Rifle", "x;", "smoothbore"),
        ("Rifles;Painted", "yes;yes", "rifles, Painted"),
        ("Rifles;Painted", "no;yes", "Painted"),
    ],
)
def test_a_mark_stands_for_the_head_of_its_column(heads: str, cells: str, said_of: str) -> None:
    rows = f"Texas;8;4;x;x;40\nGeorgia;8;2;;;16\nVirginia;8;2;{cells};16"
    assert said(f"Unit;Stands;Class;{heads};Pts\n{rows}")[-1] == f"Virginia, size 8, class 2, {said_of}, = 16 pts"


@pytest.mark.parametrize(
    ("rows", "differences", "generals"),
    [
        (("2;Division HQ;5;10", "1;Corps HQ;8;8", ";Total;;82"), [], 3),
        (("2;Division HQ;5;10", ";Total;;75"), [(75, 74)], 2),
        (("1;Division HQ;5;6", ";Total;;70"), [(6, 5), (70, 69)], 1),
    ],
)
def test_generals_of_a_row_are_counted_like_units(
    read: Read, rows: tuple[str, ...], differences: list[tuple[int, int]], generals: int
) -> None:
    """The number of generals, the price of each and their price together are no wrong prices of one general."""
    units = ("4;Line regiment;10;40", "1;Grenadier brigade;12;12", "1;Foot artillery;12;12")
    text = "\n".join(["Austrians 1809", "No;Unit;Each;Total", *units, *rows])
    (army,) = read(text, ruleset="fast_play_napoleonic")
    assert [(one.claim.typed, one.calculated) for one in army.differences] == differences
    assert len(army.quote.all_commanders) == generals


@pytest.mark.parametrize(
    ("sums", "sentences"),
    [
        (("", "", "126", "", "130", ""), ["Sub-total 126", "Sub-total 130"]),
        (("126", "", "", "130", "", ""), ["Sub-total 126", "Sub-total 130"]),
        (("48", "96", "126", "186", "256", "326"), []),
    ],
)
def test_a_column_with_sums_of_the_prices(sums: tuple[str, ...], sentences: list[str]) -> None:
    """The sums stand in the last or the first row of each brigade; running totals are left out."""
    rows = ("Light;A;48", ";B;48", ";C;30", "Guards;D;60", ";E;70", "Guns;Battery;70")
    table = [f"{row};{sum_}" for row, sum_ in zip(rows, sums, strict=True)]
    found = said("\n".join(["Brigade;Unit;Pts;Sums", *table, "Total;;326;"]))
    assert [one for one in found if "Sub-total" in one or " @ " in one] == sentences
    assert "A  48" in found


@pytest.mark.parametrize(
    ("head", "role"),
    [
        ("je Stand", "piece"),
        ("Par socle", "piece"),
        ("Stands per unit", "size"),
        ("Plaquettes", "size"),
        ("Typ", "type"),
    ],
)
def test_the_price_of_a_stand_begins_with_each(head: str, role: str) -> None:
    assert role_of(head) == role


def test_cells_of_a_table_without_heads_name_their_columns() -> None:
    rows = ("Moscow 1;12 stands;Cl. 2;24 pts", "Moscow 2;12 stands;Cl. 2;24 pts", "Guns;3 guns;;105 pts")
    assert said("\n".join(rows)) == [
        "Moscow 1, 12 stands, class 2, = 24 pts",
        "Moscow 2, 12 stands, class 2, = 24 pts",
        "Guns, 3 guns, = 105 pts",
    ]


def test_the_first_factor_of_a_price_is_the_number_of_units() -> None:
    """Also if most rows have one unit."""
    rows = ("Line\t4\t10\t40", "Grenz\t1\t8\t8", "Landwehr\t2\t8\t16", "Guns\t2\t12\t24", "Hussars\t1\t9\t9")
    assert said("\n".join(rows))[:2] == ["4 x Line, @ 10 pts, = 40 pts", "Grenz  8"]


def test_heads_in_two_rows() -> None:
    rows = (
        "Brigade;Einheit;Stärke;;Punkte",
        ";;Stände;Klasse;",
        "Links;Nizam;12;2;24",
        ";Redif;10;1;10",
        ";Pascha;;;30",
    )
    assert said("\n".join(rows)) == [
        "Brigade Links",
        "Nizam, size 12, class 2, = 24 pts",
        "Redif, size 10, class 1, = 10 pts",
        "Pascha  30",
    ]


@pytest.mark.parametrize(
    ("heads", "sentence"),
    [
        ("Unit (Army of 1862);Stands;Class;Pts", "Texas, size 8, class 4, = 40 pts"),
        ("Unit;Stands;%;Pts", "Texas, size 8, = 40 pts"),
    ],
)
def test_remarks_in_heads_and_columns_that_are_no_part_of_the_army(heads: str, sentence: str) -> None:
    assert said(f"{heads}\nOhio;8;2;24\nTexas;8;4;40")[-1] == sentence


def test_two_words_in_a_cell() -> None:
    rows = ("Fusiliers;std/inf;80", "Croats;sm/std;60", "Total (Austrian, 1758);;140")
    assert said("\n".join(["Unit;Size/Grade;Points", *rows])) == [
        "Fusiliers, inferior, std, = 80 pts",
        "Croats, std, sm, = 60 pts",
        "Total (Austrian)  140",
    ]


def test_a_row_with_the_sums_of_all_columns_is_no_unit() -> None:
    rows = ("17th Lancers;4;4;40", "8th Hussars;4;3;32", "Cardigan;1;;30", "Light Brigade;9;;102")
    assert said("\n".join(["Unit;Stands;Class;Points", *rows]))[-1] == "Sub-total Light Brigade  102"


def test_counts_and_prices_without_heads(read: Read) -> None:
    """Headings between the rows do not end the table; a sum below has other sums in its row."""
    rows = (
        "Brigade Sincere,,,,",
        "Musketiere,Standard,normal,1,100",
        "Grenadiere,überlegen,normal,1,120",
        "Brigade Wied,,,,",
        "Kürassiere,Standard,normal,2,200",
        "Husaren,Standard,klein,1,80",
        "Summe,,,5,500",
    )
    (army,) = read("\n".join(["Österreicher 1757,,,,", *rows]), ruleset="honours_of_war", army_list="austrian")
    assert [int(line.points) for line in army.quote.all_units] == [100, 120, 100, 100, 80]
    assert army.orbat.total == 500
    assert army.differences == ()


def test_guns_above_the_names_of_batteries() -> None:
    rows = ("6 pdr;Standard;small;50", "12 pdr;Standard;large;70")
    assert said("\n".join(["GUNS;Grade;Size;Pts", *rows]))[-1] == "12 pdr, Standard, large, = 70 pts"


def test_names_below_a_head_for_numbers_and_a_total_below_a_head_for_brigades() -> None:
    rows = ("1st;3 x German fusiliers, standard;300", "Horse;2 x Cuirassiers, standard;200", "Total;Austrians;500")
    assert said("\n".join(["Brigade;Units;Pts", *rows])) == [
        "Brigade 1st",
        "3 x German fusiliers, standard  300",
        "Brigade Horse",
        "2 x Cuirassiers, standard  200",
        "Total  Austrians  500",
    ]

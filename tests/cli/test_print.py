"""`orbat print`: sheets, paper, and what they hide."""

from __future__ import annotations

import io
from pathlib import Path
from typing import Any

import pytest
from pypdf import PdfReader
from tests.examples import sampled

from orbat.printing import layouts

Orbat = Any
OWN = [layout.id for layout in layouts().values() if not layout.for_opponent]
OTHERS = [layout.id for layout in layouts().values() if layout.for_opponent]


def text_of(file: Path) -> str:
    return "\n".join(page.extract_text() for page in PdfReader(io.BytesIO(file.read_bytes())).pages)


def titles_of(file: Path) -> list[str]:
    """Top entries of the outline, one for each sheet."""
    outline = PdfReader(io.BytesIO(file.read_bytes())).outline
    return [str(entry.title) for entry in outline if not isinstance(entry, list)]


def test_sheets_are_printed_in_the_given_order(orbat: Orbat, army: Path, tmp_path: Path) -> None:
    out = tmp_path / "out.pdf"
    assert orbat("print", army, "-o", out, "--sheets", "deployment, orbat,deployment").code == 0
    found = titles_of(out)
    wanted = [layouts()[name].title for name in ("deployment", "orbat")]
    assert [title for title in found if title in wanted] == wanted


def test_all_sheets(orbat: Orbat, army: Path, tmp_path: Path) -> None:
    out = tmp_path / "out.pdf"
    run = orbat("print", army, "-o", out, "--sheets", "all")
    assert (run.code, run.err) == (0, "")
    assert {layouts()[name].title for name in OWN} <= set(titles_of(out))


@pytest.mark.parametrize("name", OTHERS)
def test_for_prints_a_sheet_for_the_opponent(orbat: Orbat, army: Path, tmp_path: Path, name: str) -> None:
    out = tmp_path / "out.pdf"
    assert orbat("print", army, "-o", out, "--for", name).code == 0
    assert len(PdfReader(io.BytesIO(out.read_bytes())).pages) == 1
    hides = "points" in layouts()[name].hides
    assert ("158" in text_of(out)) != hides


@pytest.mark.parametrize(
    ("wishes", "says"),
    [
        (("--sheets", "rooster"), "unknown sheet rooster. Did you mean roster?"),
        (("--sheets", " , "), "--sheets is empty"),
        (("--for", "oponent"), "Did you mean opponent?"),
        (("--for", "orbat"), "unknown sheet orbat"),
    ],
)
def test_an_unknown_sheet_is_refused(
    orbat: Orbat, army: Path, tmp_path: Path, wishes: tuple[str, ...], says: str
) -> None:
    out = tmp_path / "out.pdf"
    run = orbat("print", army, "-o", out, *wishes)
    assert run.code == 2
    assert says in run.err
    assert not out.exists()


@pytest.mark.parametrize(
    ("wishes", "size"),
    [
        ((), (595, 842)),
        (("--landscape",), (842, 595)),
        (("--paper", "letter"), (612, 792)),
        (("--paper", "letter", "--landscape"), (792, 612)),
    ],
)
def test_paper_orientation(
    orbat: Orbat, army: Path, tmp_path: Path, wishes: tuple[str, ...], size: tuple[int, int]
) -> None:
    out = tmp_path / "out.pdf"
    assert orbat("print", army, "-o", out, *wishes).code == 0
    box = PdfReader(io.BytesIO(out.read_bytes())).pages[0].mediabox
    assert (round(box.width), round(box.height)) == size


@pytest.mark.slow
def test_hidden_points_are_not_in_the_pdf(orbat: Orbat, army: Path, tmp_path: Path) -> None:
    """Points are neither on the page nor in the attached ORBAT."""
    out, priced = tmp_path / "out.pdf", tmp_path / "priced.yaml"
    priced.write_text(army.read_text(encoding="utf-8"), encoding="utf-8")
    assert orbat("price", priced, "--write").code == 0
    assert "points: 36" in priced.read_text(encoding="utf-8")
    assert orbat("print", priced, "-o", out, "--sheets", "all", "--hide-points").code == 0
    reader = PdfReader(io.BytesIO(out.read_bytes()))
    (attached,) = reader.attachments.values()
    assert b"points" not in attached[0]
    assert b"total" not in attached[0]
    assert "158" not in text_of(out)


def test_hidden_reserves_are_not_in_the_pdf(orbat: Orbat, army: Path, tmp_path: Path) -> None:
    """Reserves are neither on the page nor in the attached ORBAT."""
    text = army.read_text(encoding="utf-8")
    hidden = text.replace("level: brigade", "level: brigade\n        off_board: true", 1)
    assert hidden != text
    army.write_text(hidden, encoding="utf-8")
    out = tmp_path / "out.pdf"
    assert orbat("print", army, "-o", out, "--for", "opponent_hidden").code == 0
    (attached,) = PdfReader(io.BytesIO(out.read_bytes())).attachments.values()
    inside = attached[0].decode()
    assert "off_board" not in inside
    assert "7th Royal Fusiliers" not in inside + text_of(out)


def test_file_names_keep_letters_of_any_script(
    orbat: Orbat, army: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    text = army.read_text(encoding="utf-8")
    title = next(line for line in text.splitlines() if line.startswith("title:"))
    for name in ("Севастополь", "Балаклава"):
        army.write_text(text.replace(title, f"title: {name}"), encoding="utf-8")
        run = orbat("print", army)
        assert (run.code, run.err) == (0, "")
        assert name in text_of(tmp_path / f"{name}.pdf")


def test_names_in_scripts_without_a_font_are_reported(orbat: Orbat, army: Path, tmp_path: Path) -> None:
    text = army.read_text(encoding="utf-8")
    title = next(line for line in text.splitlines() if line.startswith("title:"))
    army.write_text(text.replace(title, "title: 清軍 at Beijing"), encoding="utf-8")
    run = orbat("print", army, "-o", tmp_path / "out.pdf")
    assert run.err == (
        "Warning: the fonts of sheets do not have all characters of 清軍 at Beijing; "
        "codes such as [U+6E05] are printed instead.\n"
    )
    assert "[U+6E05][U+8ECD] at Beijing" in text_of(tmp_path / "out.pdf")


@pytest.fixture
def own_sheets(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Folder of the user's own layouts."""
    monkeypatch.setenv("ORBAT_HOME", str(tmp_path / "home"))
    folder = tmp_path / "home" / "sheets"
    folder.mkdir(parents=True)
    return folder


@pytest.mark.parametrize(("name", "about"), sampled([("club", "[Mine."), ("another", "Mine."), ("roster", "Mine.")], 1))
def test_an_unusable_layout_is_reported(
    orbat: Orbat, army: Path, tmp_path: Path, own_sheets: Path, name: str, about: str
) -> None:
    """For its file name or id, also if it replaces a shipped one; with file and line."""
    file = own_sheets / f"{name}.yaml"
    sheet = "with_an_id" if name == "another" else name
    file.write_text(f"sheet: 1\nid: {sheet}\ntitle: Club\nabout: {about}\n", encoding="utf-8")
    out = tmp_path / "out.pdf"
    run = orbat("print", army, "-o", out, "--sheets", f"orbat,{sheet}")
    assert run.code == 2
    assert f"layout {file} is unusable: line " in run.err
    assert not out.exists()
    run = orbat("print", army, "-o", out, "--sheets", "all")
    assert run.code == 0
    assert f"layout {file} is unusable: line " in run.err


def test_headings_of_an_own_layout_are_in_quotation_marks(
    orbat: Orbat, army: Path, tmp_path: Path, own_sheets: Path
) -> None:
    shipped = (Path(__file__).parents[2] / "templates/sheets/opponent.yaml").read_text("utf-8")
    own = shipped.replace("id: opponent", "id: own").replace(
        "{block: title,", '{block: title, title: "Verdict: Legal",'
    )
    (own_sheets / "own.yaml").write_text(own, "utf-8")
    assert orbat("print", army, "-o", tmp_path / "out.pdf", "--sheets", "own").code == 0
    assert "“Verdict: Legal”" in text_of(tmp_path / "out.pdf")


def test_an_empty_sheet_is_omitted(orbat: Orbat, tmp_path: Path) -> None:
    empty, out = tmp_path / "empty.yaml", tmp_path / "out.pdf"
    empty.write_text("orbat: 1\nruleset: days_of_empire\narmy_list: british\n", encoding="utf-8")
    assert orbat("print", empty, "-o", out, "--sheets", "all").code == 0
    assert not {"Roster", "Command chart", "Cards"} & set(titles_of(out))
    assert orbat("print", empty, "-o", out, "--sheets", "cards,roster").code == 0
    (page,) = PdfReader(io.BytesIO(out.read_bytes())).pages
    assert "Cards, Roster: nothing to print: the army has no units yet." in page.extract_text()


def test_pictures_need_a_package(orbat: Orbat, army: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("orbat.cli.print_sheets.has_pictures", lambda: False)
    run = orbat("print", army, "--to", tmp_path / "a.png")
    assert run.code == 2
    assert ".png needs the package pypdfium2. Install it: pip install 'orbat[pictures]'" in run.err
    assert not list(tmp_path.glob("*.png"))


def test_each_page_is_a_picture_and_the_first_is_opened(
    orbat: Orbat, army: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened: list[Path] = []
    monkeypatch.setattr("orbat.cli.print_sheets.has_pictures", lambda: True)
    monkeypatch.setattr("orbat.cli.print_sheets.has_viewer", lambda: True)

    def show(path: Path) -> str:
        opened.append(path)
        return ""

    monkeypatch.setattr("orbat.cli.print_sheets.show", show)
    monkeypatch.setattr("orbat.cli.print_sheets.print_pictures", lambda *_: iter([b"one", b"two"]))
    run = orbat("print", army, "--to", tmp_path / "a.SVG", "--open")
    assert run.code == 0
    assert {file.name: file.read_bytes() for file in tmp_path.glob("a*.SVG")} == {"a-1.SVG": b"one", "a-2.SVG": b"two"}
    assert opened == [tmp_path / "a-1.SVG"]
    monkeypatch.setattr("orbat.cli.print_sheets.print_pictures", lambda *_: iter([b"one"]))
    assert "Written: " in orbat("print", army, "--to", tmp_path / "b.png").out
    assert (tmp_path / "b.png").read_bytes() == b"one"

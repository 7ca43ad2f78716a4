"""The home screen and the screens that it opens: new ORBAT, file picker, library and check."""

from __future__ import annotations

import asyncio
import html
import re
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime
from fractions import Fraction
from pathlib import Path

import pytest
from tests.examples import sampled
from tests.tui.conftest import press, screen_strips, settle
from textual.events import Paste
from textual.pilot import Pilot
from textual.screen import Screen
from textual.widgets import Input, Select

from orbat.data import folders
from orbat.data.library import Library
from orbat.pipeline import Evaluator, check, convert
from orbat.report.library_rows import LibraryRow, matches
from orbat.report.strength import ArmShare
from orbat.session.recent import read_recent, write_recent
from orbat.tui.app import OrbatApp
from orbat.tui.help import help_on_page
from orbat.tui.screens.ask import InfoDialog
from orbat.tui.screens.builder import BuilderScreen
from orbat.tui.screens.check import CheckScreen
from orbat.tui.screens.file_picker import FilePicker
from orbat.tui.screens.home import HomeScreen, StarterList, forget
from orbat.tui.screens.library import GROUPS, STARTERS, LibraryScreen, shipped_files
from orbat.tui.screens.new_orbat import NewOrbatScreen
from orbat.tui.screens.paste import PasteDialog
from orbat.tui.starters import read_wars
from orbat.tui.state import State
from orbat.tui.views.folder import folder_lines, list_folder
from orbat.tui.views.home import arm_bar, recent_title
from orbat.tui.views.new_orbat import read_size
from orbat.tui.widgets.lines import Lines

STARTER = folders.templates() / "days_of_empire" / "starters" / "british_800.yaml"
Script = Callable[[Pilot[None]], Awaitable[None]]
SMALL, LARGE = (80, 24), (120, 36)


def play(script: Script, size: tuple[int, int] = SMALL) -> None:
    """Run a script on the home screen."""

    async def run() -> None:
        async with OrbatApp(Library()).run_test(size=size) as pilot:
            await settle(pilot)
            await script(pilot)

    asyncio.run(run())


async def write(pilot: Pilot[None], text: str) -> None:
    """Replace the text of the focused input."""
    field = pilot.app.focused
    assert isinstance(field, Input)
    field.value = text
    await settle(pilot)


def seen(pilot: Pilot[None]) -> list[str]:
    """The rows of the screen."""
    rows: dict[float, str] = {}
    for y, text in re.findall(r'<text [^>]*y="([0-9.]+)"[^>]*>([^<]*)</text>', pilot.app.export_screenshot()):
        rows[float(y)] = rows.get(float(y), "") + html.unescape(text).replace("\xa0", " ")
    return [rows[y] for y in sorted(rows)]


def on_screen(pilot: Pilot[None], *words: str) -> bool:
    """Whether one row contains all the words."""
    return any(all(word in line for word in words) for line in seen(pilot))


def screen(pilot: Pilot[None]) -> Screen[object]:
    """The top screen."""
    return pilot.app.screen


def built(pilot: Pilot[None]) -> State:
    """The state in the builder."""
    top = pilot.app.screen
    assert isinstance(top, BuilderScreen)
    return top.now


def recent(*files: Path) -> None:
    """Add these to the recent files, the newest last."""
    folders.state().mkdir(parents=True, exist_ok=True)
    write_recent(folders.state(), [(file, datetime(2024, 5, 1, tzinfo=UTC)) for file in files])


def copy(folder: Path, name: str = "mine.yaml", **changes: str) -> Path:
    """A copy of the 800-point British starter, with texts replaced."""
    text = STARTER.read_text(encoding="utf-8")
    for old, new in changes.items():
        text = re.sub(rf"^{old}: .*$", f"{old}: {new}".replace("\\", r"\\"), text, count=1, flags=re.M)
    file = folder / name
    file.write_text(text, encoding="utf-8")
    return file


# --- recent ORBATs


@pytest.mark.parametrize("size", sampled([(SMALL,), (LARGE,)], 1))
def test_recent_orbat_shows_arms_nation_points_and_verdict(size: tuple[int, int], tmp_path: Path) -> None:
    recent(copy(tmp_path), copy(tmp_path, "over.yaml", title="Too many", game_size="700"))

    async def script(pilot: Pilot[None]) -> None:
        assert on_screen(pilot, "The Light Divisi", " points", "■■■■◢◆◆★", "British", "800/800", "Legal")
        assert on_screen(pilot, "The Light Divisi", "1854-09") == (size == LARGE)
        assert on_screen(pilot, "Too many", "British", "800/700", "Not legal")
        assert on_screen(pilot, "■ infantry ◢ cavalry ◆ artillery ★ staff")

    play(script, size)


@pytest.mark.slow
def test_missing_and_damaged_recent_files_are_marked_and_kept(tmp_path: Path) -> None:
    """A drive may be unplugged, and a file may be repaired."""
    broken = tmp_path / "broken.yaml"
    broken.write_text("title: [", encoding="utf-8")
    recent(tmp_path / "gone.yaml", broken)

    async def script(pilot: Pilot[None]) -> None:
        assert on_screen(pilot, "gone", "Missing")
        assert on_screen(pilot, "broken", "Not read")
        await press(pilot, "right")
        assert on_screen(pilot, "File not found")
        await press(pilot, "enter")
        assert isinstance(screen(pilot), CheckScreen)

    play(script)
    assert {file.path.name for file in read_recent(folders.state()).files} == {"gone.yaml", "broken.yaml"}


@pytest.mark.slow
def test_delete_removes_a_recent_file_from_the_list_only(tmp_path: Path) -> None:
    """The file itself stays."""
    file = copy(tmp_path)
    recent(file, tmp_path / "gone.yaml")

    async def script(pilot: Pilot[None]) -> None:
        await press(pilot, "right", "delete")
        assert not on_screen(pilot, "The Light Division")

    play(script)
    assert [one.path.name for one in read_recent(folders.state()).files] == ["gone.yaml"]
    assert file.exists()


def test_damaged_list_of_recent_files_is_renamed(tmp_path: Path) -> None:
    folders.state().mkdir(parents=True)
    (folders.state() / "recent.json").write_text("{", encoding="utf-8")

    async def script(pilot: Pilot[None]) -> None:
        assert on_screen(pilot, "recent files is damaged")

    play(script)
    assert forget(tmp_path / "mine.yaml") == ""
    assert (folders.state() / "recent.json.damaged").read_text(encoding="utf-8") == "{"
    assert read_recent(folders.state()).damaged is None


@pytest.mark.slow
def test_recent_files_are_read_again_on_return(tmp_path: Path) -> None:
    recent(copy(tmp_path))

    async def script(pilot: Pilot[None]) -> None:
        await press(pilot, "l")
        copy(tmp_path, title="Renamed meanwhile")
        await press(pilot, "escape")
        assert on_screen(pilot, "Renamed meanwhile")

    play(script)


@pytest.mark.slow
def test_title_from_a_file_is_plain_text(tmp_path: Path) -> None:
    """Markup and control characters are shown, not obeyed."""
    recent(copy(tmp_path, title=r'"[b]Bold[/b] \e[31mred"'))

    async def script(pilot: Pilot[None]) -> None:
        assert on_screen(pilot, "[b]Bold[/b] \ufffd[31mred")
        await press(pilot, "right")
        assert not any("\x1b" in line for line in seen(pilot))

    play(script, LARGE)


def test_bar_of_arms_is_proportional_and_full() -> None:
    shares = [ArmShare(arm, arm, 0, Fraction(*share)) for arm, share in (("infantry", (5, 8)), ("cavalry", (3, 8)))]
    assert arm_bar(shares, 8) == "■■■■■◢◢◢"
    assert arm_bar(shares, 4) == "■■■◢", "the larger rest, then the larger share, gets the free cell"
    assert arm_bar([], 8) == ""
    few = ArmShare("works", "works", 0, Fraction(1, 100))
    title = recent_title([LibraryRow("One", arms=(*shares, few)), LibraryRow("Two", arms=(few,))], 80)
    assert title == "Recent · ■ infantry ◢ cavalry ≡ works"
    assert "works" not in recent_title([LibraryRow("One", arms=(*shares, few))], 120), "too few for the bar"


# --- starters


def test_starters_are_grouped_by_war_and_nation(library: Library, tmp_path: Path) -> None:
    (tmp_path / "broken.yaml").write_text("title: [", encoding="utf-8")
    paths = [path for path in shipped_files() if path.parent.name == STARTERS]
    wars = read_wars([*paths, tmp_path / "broken.yaml"], library)
    assert wars[0].title == "Crimean War, 1854-1856 · Days of Empire"
    assert [nation.title for nation in wars[0].nations] == ["British", "French", "Ottoman", "Russian", "Sardinian"]
    assert [one.size for one in wars[0].nations[0].starters] == [400, 800, 1200]
    assert sum(len(nation.starters) for war in wars for nation in war.nations) == len(paths)


@pytest.mark.slow
def test_starter_is_opened_as_a_copy_by_mouse() -> None:

    async def script(pilot: Pilot[None]) -> None:
        lines = screen(pilot).query_one(StarterList)
        assert lines.lines[2].name == "French"
        await pilot.click("#starters", offset=(5, 2), times=2)
        await settle(pilot)
        assert on_screen(pilot, "d'Autemarre's brigade", "400 points")
        await press(pilot, "enter")
        assert (built(pilot).orbat.game_size, built(pilot).file) == (400, None)

    play(script)


# --- the menu


@pytest.mark.slow
@pytest.mark.parametrize("size", [SMALL, LARGE])
@pytest.mark.parametrize("theme", ["campaign-map", "bivouac"])
def test_every_action_is_in_view(size: tuple[int, int], theme: str) -> None:
    """At both sizes and in both themes."""

    async def script(pilot: Pilot[None]) -> None:
        pilot.app.theme = theme
        await settle(pilot)
        for action in ("N New", "O Open", "L Library", "C Check a file", "P Check a text", "T Compare two", "Q Quit"):
            assert on_screen(pilot, action)

    play(script, size)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("key", "kind"),
    [("n", NewOrbatScreen), ("o", FilePicker), ("l", LibraryScreen), ("c", FilePicker), ("t", FilePicker)],
)
def test_escape_returns_from_every_screen(key: str, kind: type[Screen[object]]) -> None:

    async def script(pilot: Pilot[None]) -> None:
        await press(pilot, key)
        assert isinstance(screen(pilot), kind)
        await press(pilot, "escape")
        assert isinstance(screen(pilot), HomeScreen)

    play(script)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("row", "kind"),
    [(0, NewOrbatScreen), (1, FilePicker), (2, LibraryScreen), (3, FilePicker), (4, PasteDialog), (5, FilePicker)],
)
def test_click_on_the_menu_runs_an_action(row: int, kind: type[Screen[object]]) -> None:

    async def script(pilot: Pilot[None]) -> None:
        await pilot.click("#menu", offset=(3, row))
        await settle(pilot)
        assert isinstance(screen(pilot), kind)

    play(script)


HELPED = {"home": (), "new": ("n",), "library": ("l",), "picker": ("o",), "check": ("c", "enter")}


@pytest.mark.slow
@pytest.mark.parametrize("page", HELPED)
def test_every_screen_has_its_own_help(page: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It lists all the keys in the key bar."""
    copy(tmp_path)
    monkeypatch.chdir(tmp_path)

    async def script(pilot: Pilot[None]) -> None:
        await press(pilot, *HELPED[page])
        here = screen(pilot)
        foot = next(row for row in seen(pilot) if row.rstrip().endswith("Ctrl+P All")).split()
        await press(pilot, "f1")
        told = screen(pilot)
        assert isinstance(told, InfoDialog)
        title, words = help_on_page(page)
        assert on_screen(pilot, title)
        for key in foot:
            if key in ("Tab", "Esc", "Del", "F2"):
                assert re.search(rf"^  .*\b{key}\b", words, re.M)
        await press(pilot, "f1")
        assert screen(pilot) is here

    play(script)


@pytest.mark.slow
@pytest.mark.parametrize("size", [SMALL, LARGE])
def test_library_header_is_aligned_with_its_columns(size: tuple[int, int]) -> None:

    async def script(pilot: Pilot[None]) -> None:
        await press(pilot, "l")
        rows = [strip.text for strip in screen_strips(pilot.app)]
        heads = next(row for row in rows if row.split() == ["nation", "points", "size"])
        first = next(row for row in rows if "Codrington's brigade" in row)
        for head, cell in (("nation", "British"), ("points", "400 "), ("size", "400 ")):
            end = heads.index(head) + len(head)
            assert first[:end].endswith(cell.strip()), head
            assert first[end : end + 1] == " "

    play(script, size)


def test_q_quits() -> None:

    async def script(pilot: Pilot[None]) -> None:
        await pilot.press("q")
        await pilot.pause()
        assert not pilot.app.is_running or pilot.app.return_code is not None

    play(script)


# --- a new ORBAT


@pytest.mark.slow
def test_date_hint_is_in_the_years_of_the_list() -> None:

    async def script(pilot: Pilot[None]) -> None:
        await press(pilot, "n")
        date = screen(pilot).query_one("#date", Input)
        assert date.placeholder == "1854-09 or a battle (optional)"
        screen(pilot).query_one("#ruleset", Select).value = "honours_of_war"
        await settle(pilot)
        assert date.placeholder == "1757-09 or a battle (optional)"

    play(script)


@pytest.mark.slow
def test_empty_orbat_is_created_by_keys() -> None:
    """It has 800 points and is unsaved."""

    async def script(pilot: Pilot[None]) -> None:
        await press(pilot, "n", "down", "enter", "enter")
        await write(pilot, "1854-09")
        await press(pilot, "enter", "enter")
        state = built(pilot)
        assert (state.orbat.title, str(state.orbat.date)) == ("French 800 points", "1854-09")
        assert state.orbat.game_size == 800
        assert state.file is None
        assert state.unsaved
        assert state.orbat.commander is not None
        assert [(one.name, one.units) for one in state.orbat.formations] == [("1st Brigade", ())]
        assert state.selected == ("formations", 0)

    play(script)


@pytest.mark.slow
def test_orbat_is_created_by_mouse() -> None:

    async def script(pilot: Pilot[None]) -> None:
        await pilot.click("#menu", offset=(3, 0))
        await settle(pilot)
        await pilot.click("#army", offset=(3, 1))
        await settle(pilot)
        await pilot.click(".size")
        await settle(pilot)
        await pilot.click("#starting-points", offset=(3, 2))
        await settle(pilot)
        assert on_screen(pilot, "Preview: d'Autemarre's brigade")
        await pilot.click("#create")
        await settle(pilot)
        state = built(pilot)
        assert state.report.army_list == "French"
        assert (state.orbat.game_size, state.quote.total, state.file) == (400, 400, None)

    play(script)


@pytest.mark.slow
def test_template_gets_the_chosen_size_and_date() -> None:
    """Its claims are recalculated, and it does not belong to the shipped file."""

    async def script(pilot: Pilot[None]) -> None:
        await press(pilot, "n", "enter")
        await write(pilot, "1000")
        await press(pilot, "enter")
        await write(pilot, "1855-06")
        await press(pilot, "enter", "down", "down", "enter")
        state = built(pilot)
        assert (state.orbat.game_size, str(state.orbat.date)) == (1000, "1855-06")
        quote, _ = Evaluator().examine(state.orbat, state.book)
        assert state.orbat.total in (None, quote.total)
        assert all(line.unit.points in (None, line.sum.points) for line in quote.all_units)
        assert not any(finding.code.startswith("PTS") and finding.severity == "error" for finding in state.findings)
        assert state.file is None

    play(script)


@pytest.mark.slow
def test_templates_fit_the_list_and_the_size() -> None:

    async def script(pilot: Pilot[None]) -> None:
        await press(pilot, "n", "enter")
        assert on_screen(pilot, "The Light Division, 8", "800")
        await write(pilot, "400")
        assert on_screen(pilot, "Codrington's brigade", "400")
        assert not on_screen(pilot, "The Light Division, 8")
        assert not on_screen(pilot, "d'Autemarre")

    play(script, LARGE)


@pytest.mark.slow
def test_preview_shows_entries_with_prices() -> None:
    """Entries outside the date show their dates."""

    async def script(pilot: Pilot[None]) -> None:
        await press(pilot, "n")
        assert on_screen(pilot, "Guards and Highlanders")
        assert on_screen(pilot, "Foot Guards", "3/4", "4-5/stand")
        assert not on_screen(pilot, "0 of "), "nothing is bought yet, so what limits leave says nothing"
        assert not on_screen(pilot, "from 18")
        await press(pilot, "enter", "enter")
        await write(pilot, "1854-09")
        assert on_screen(pilot, "British German Legion", "from 1855-12")

    play(script, LARGE)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("size", "date", "says"), [("many", "", "The size must be"), ("800", "September 54", "The date should be")]
)
def test_invalid_answer_is_reported_and_kept(size: str, date: str, says: str) -> None:

    async def script(pilot: Pilot[None]) -> None:
        await press(pilot, "n", "enter")
        await write(pilot, size)
        await press(pilot, "enter", *("space" if key == " " else key for key in date), "f2")
        assert isinstance(screen(pilot), NewOrbatScreen)
        assert on_screen(pilot, says)
        assert screen(pilot).query_one("#size", Input).value == size
        assert screen(pilot).query_one("#date", Input).value == date

    play(script)


def test_empty_size_is_none() -> None:
    assert read_size("  ") is None
    assert read_size(" 1200 ") == 1200
    for wrong in ("0", "-5", "8.5", "1000001", "9" * 5000):
        with pytest.raises(ValueError, match="whole number"):
            read_size(wrong)


# --- the library


def test_library_lists_every_shipped_orbat_starters_first() -> None:
    paths = shipped_files()
    assert len(paths) == len(list(folders.templates().rglob("*.yaml")))
    assert [path.stem for path in paths[:3]] == ["british_400", "british_800", "british_1200"]
    assert list(dict.fromkeys(path.parent.name for path in paths)) == list(GROUPS)


@pytest.mark.slow
def test_library_is_filtered_while_typing() -> None:
    """Every word must match title, nation, battle or tag."""

    async def script(pilot: Pilot[None]) -> None:
        await press(pilot, "l", "slash", *"alma", "space", *"brit")
        assert screen(pilot).query_one("#wanted", Input).value == "alma brit"
        assert on_screen(pilot, "The Alma, the Great Redoubt: British", "British", "789", "800")
        assert on_screen(pilot, "The Alma, 20 September 1854: British", "British", "3538")
        assert not on_screen(pilot, "Russian", "800")
        await press(pilot, "escape")
        assert on_screen(pilot, "Russian")
        await press(pilot, "slash", *"what-if")
        assert on_screen(pilot, "Kertch, the landing: Allied")
        await press(pilot, *"zzz")
        assert on_screen(pilot, "No ORBAT matches")

    play(script)


@pytest.mark.slow
def test_filter_key_is_not_typed_into_the_filter() -> None:

    async def script(pilot: Pilot[None]) -> None:
        await press(pilot, "l", "a", "slash", "slash", *"alma", "down", "a")
        assert screen(pilot).query_one("#wanted", Input).value == "alma"

    play(script)


@pytest.mark.slow
def test_library_opens_an_unsaved_copy() -> None:

    async def script(pilot: Pilot[None]) -> None:
        await press(pilot, "l", "slash", *"codrington", "enter")
        state = built(pilot)
        assert state.orbat.title == "Codrington's brigade, 400 points"
        assert state.file is None
        assert state.unsaved
        assert on_screen(pilot, " · not saved yet")

    play(script)


def test_row_matches_all_words_in_any_order_and_case() -> None:
    row = LibraryRow("The Alma", search_text="the alma british historical")
    assert matches(row, "")
    assert matches(row, "BRIT alma")
    assert not matches(row, "alma french")


# --- opening files


@pytest.mark.slow
def test_file_is_picked_by_browsing_folders(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    inner = tmp_path / "armies"
    inner.mkdir()
    file = copy(inner, "[red]mine.yaml")
    monkeypatch.chdir(tmp_path)

    async def script(pilot: Pilot[None]) -> None:
        await press(pilot, "o", "enter")
        assert on_screen(pilot, "[red]mine.yaml", "YAML")
        await press(pilot, "backspace")
        assert on_screen(pilot, ">▸ armies")
        await press(pilot, "enter", "enter")
        assert built(pilot).file == file
        assert not built(pilot).unsaved

    play(script)
    assert [one.path for one in read_recent(folders.state()).files] == [file]


@pytest.mark.slow
def test_typed_path_opens_a_file_or_reports_a_missing_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = copy(tmp_path)
    monkeypatch.chdir(tmp_path)

    async def script(pilot: Pilot[None]) -> None:
        await press(pilot, "o", "slash")
        for wrong in ("nowhere.yaml", "~nobody_at_all/x", "nul\0l", "x" * 5000):
            await write(pilot, wrong)
            await press(pilot, "enter")
            assert isinstance(screen(pilot), FilePicker)
            assert on_screen(pilot, "File not found") or on_screen(pilot, "Folder not found")
        await press(pilot, "escape", "slash", *"mine.yaml", "enter")
        assert built(pilot).file == file, "what is typed goes on where the folder's name ends"

    play(script)


@pytest.mark.slow
def test_pasted_path_opens_a_file(tmp_path: Path) -> None:
    """In the file dialog, and on the home screen: a file is dropped on the terminal."""
    file = copy(tmp_path, "my army.yaml")

    async def script(pilot: Pilot[None]) -> None:
        await press(pilot, "o")
        pilot.app.post_message(Paste(f"'{file}' "))
        await settle(pilot)
        await press(pilot, "enter")
        assert built(pilot).file == file
        await press(pilot, "escape")
        pilot.app.post_message(Paste(str(file).replace(" ", r"\ ")))
        await settle(pilot)
        assert built(pilot).file == file

    play(script)


def test_folder_lists_only_folders_and_readable_files(tmp_path: Path) -> None:
    (tmp_path / "sub").mkdir()
    for name in ("b.yaml", "A.txt", "c.pdf", ".hidden.yaml", "music.mp3"):
        (tmp_path / name).write_text("x", encoding="utf-8")
    (tmp_path / "army.yaml").write_text("# mine\norbat: 1\n", encoding="utf-8")
    (tmp_path / "army.json").write_text('{"orbat": 1}', encoding="utf-8")
    listing = list_folder(tmp_path)
    assert [file.name for file in listing.orbats] == ["army.json", "army.yaml"]
    assert listing.folders == ("sub",)
    assert [file.name for file in listing.others] == ["A.txt", "b.yaml", "c.pdf"]
    names = [line.name for line in folder_lines(tmp_path, listing)]
    groups = ["ORBATs", "army.json", "army.yaml", "Folders", "..", "sub", "Lists and documents"]
    assert names == [*groups, "A.txt", "b.yaml", "c.pdf"]
    assert [line.name for line in folder_lines(tmp_path, listing, "YAML arm")] == ["ORBATs", "army.yaml"]
    assert "Cannot open" in list_folder(tmp_path / "nowhere").trouble


@pytest.mark.slow
def test_typed_list_opens_unsaved(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "list.txt"
    file.write_text(convert(check(STARTER, Library()), ".txt"), encoding="utf-8")
    monkeypatch.chdir(tmp_path)

    async def script(pilot: Pilot[None]) -> None:
        await press(pilot, "o", "enter")
        assert built(pilot).file is None
        assert built(pilot).unsaved

    play(script)
    assert [one.path for one in read_recent(folders.state()).files] == [file]


@pytest.mark.slow
def test_unreadable_file_opens_the_check_screen(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "broken.yaml").write_text("title: [", encoding="utf-8")
    monkeypatch.chdir(tmp_path)

    async def script(pilot: Pilot[None]) -> None:
        await press(pilot, "o", "enter")
        assert isinstance(screen(pilot), CheckScreen)
        assert on_screen(pilot, "Not read")
        assert on_screen(pilot, "error:")
        await press(pilot, "escape", "escape")
        assert isinstance(screen(pilot), HomeScreen)

    play(script)


# --- checking an opponent's list


@pytest.mark.slow
def test_opponents_list_is_checked_and_unchanged(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = copy(tmp_path, game_size="700")
    text = file.read_text(encoding="utf-8").replace("points: 60", "points: 61", 1)
    file.write_text(text, encoding="utf-8")
    monkeypatch.chdir(tmp_path)

    async def script(pilot: Pilot[None]) -> None:
        await press(pilot, "c", "enter")
        assert on_screen(pilot, "Not legal", "800 of 700 points, 100 over")
        assert on_screen(pilot, "7th Royal Fusiliers", "class 3", "61", "≠ 60")
        assert on_screen(pilot, "error: 100 points over the agreed 700", "line 6")
        await press(pilot, "enter")
        assert on_screen(pilot, "PTS")

    play(script, LARGE)
    assert file.read_text(encoding="utf-8") == text
    assert [path.name for path in tmp_path.iterdir() if path.is_file()] == ["mine.yaml"]


@pytest.mark.slow
@pytest.mark.parametrize("key", ["c", "o"])
def test_check_screen_returns_to_the_picked_file(key: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    copy(tmp_path)
    (tmp_path / "unread.yaml").write_text("orbat: [", encoding="utf-8")
    monkeypatch.chdir(tmp_path)

    async def script(pilot: Pilot[None]) -> None:
        await press(pilot, key)
        await press(pilot, "down", "enter")
        assert isinstance(screen(pilot), CheckScreen)
        await press(pilot, "escape")
        picker = screen(pilot)
        assert isinstance(picker, FilePicker)
        line = picker.query_one(Lines).line
        assert line
        assert line.key == tmp_path / "unread.yaml"
        await press(pilot, "escape")
        assert isinstance(screen(pilot), HomeScreen)

    play(script)


@pytest.mark.slow
def test_checking_uses_the_set_game_size(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    copy(tmp_path, game_size="700")
    monkeypatch.chdir(tmp_path)

    async def script(pilot: Pilot[None]) -> None:
        await press(pilot, "c", "enter", "a")
        await write(pilot, "800")
        await press(pilot, "enter")
        assert on_screen(pilot, "Legal", "800 of 800 points")

    play(script, LARGE)


@pytest.mark.slow
def test_list_without_a_nation_uses_the_chosen_army_list(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = copy(tmp_path)
    text = file.read_text(encoding="utf-8")
    file.write_text(re.sub(r"^(ruleset|army_list): .*\n", "", text, flags=re.M), encoding="utf-8")
    monkeypatch.chdir(tmp_path)

    async def script(pilot: Pilot[None]) -> None:
        await press(pilot, "c", "enter")
        assert not on_screen(pilot, "Legal")
        await press(pilot, "L", "enter")
        assert on_screen(pilot, "Legal", "800 of 800 points")

    play(script, LARGE)


@pytest.mark.slow
def test_empty_recent_list_says_how_to_start() -> None:

    async def script(pilot: Pilot[None]) -> None:
        assert on_screen(pilot, "No recent ORBATs")
        await press(pilot, "right", "enter")
        assert isinstance(pilot.app.screen, NewOrbatScreen)

    play(script)


@pytest.mark.slow
def test_internal_error_in_a_recent_file_does_not_stop_the_home_screen(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    recent(copy(tmp_path))

    def fail(*_: object, **__: object) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr("orbat.tui.screens.home.check", fail)

    async def script(pilot: Pilot[None]) -> None:
        assert on_screen(pilot, "mine", "Unfinished")
        await press(pilot, "right")
        assert on_screen(pilot, "Internal error: ")

    play(script)


@pytest.mark.slow
def test_palette_lists_the_keys_of_a_page() -> None:
    async def script(pilot: Pilot[None]) -> None:
        await press(pilot, "ctrl+p")
        assert on_screen(pilot, "Check a text  (p)")
        assert not on_screen(pilot, "Focus Previous")
        await press(pilot, *"library", "enter")
        assert isinstance(screen(pilot), LibraryScreen)

    play(script)


@pytest.mark.slow
def test_click_in_the_key_bar_presses_the_key() -> None:
    async def script(pilot: Pilot[None]) -> None:
        await press(pilot, "l")
        assert isinstance(screen(pilot), LibraryScreen)
        rows = [strip.text for strip in screen_strips(pilot.app)]
        await pilot.click(offset=(rows[-1].index("Back"), len(rows) - 1))
        await settle(pilot)
        assert isinstance(screen(pilot), HomeScreen)

    play(script)

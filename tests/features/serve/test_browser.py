"""The builder in Chromium: build, roll, print, download, paste, upload, reload, two tabs, a foreign page."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

pytest.importorskip("textual_serve")
pytest.importorskip("playwright")

from tests.browser import CHROMIUM
from tests.features.serve.served import TYPED_LIST, Served, chromium, open_tab, serving

from orbat.data import folders

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, FilePayload

pytestmark = pytest.mark.slow

ROOT = Path(__file__).resolve().parents[3]
ARMY = folders.templates() / "days_of_empire" / "starters" / "british_400.yaml"


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """Chromium. Without it the tests are skipped; in CI they fail."""
    if not CHROMIUM:
        message = "chromium is not installed"
        if os.environ.get("CI", "").casefold() in ("true", "1"):
            pytest.fail(message)
        pytest.skip(message)
    with chromium(CHROMIUM) as opened:
        yield opened


@pytest.fixture
def context(browser: Browser) -> Iterator[BrowserContext]:
    """A browser without cookies, wide enough for the builder."""
    opened = browser.new_context(viewport={"width": 1280, "height": 800})
    yield opened
    opened.close()


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """The served folder, with an army."""
    root = tmp_path / "root"
    root.mkdir()
    shutil.copy(ARMY, root / "mine.yaml")
    return root


@pytest.fixture
def army(root: Path, tmp_path: Path) -> Iterator[Served]:
    """A server that opens the army in each tab."""
    with serving(root, tmp_path / "home", root / "mine.yaml") as served:
        yield served


def test_an_army_is_built_rolled_printed_and_downloaded(context: BrowserContext, army: Served, root: Path) -> None:
    """Without a click: the terminal has the focus at once."""
    tab = open_tab(context, army)
    starting = tab.page.get_by_text("Starting…")
    starting.wait_for()
    tab.until("mine.yaml")
    starting.wait_for(state="detached")
    assert tab.page.evaluate("document.activeElement.className") == "xterm-helper-textarea"
    tab.press("b")
    tab.until("Undo (1)")
    tab.press("Control+z")
    tab.until("Legal, 2 warnings")
    tab.press("r")
    tab.until("Undo (1)")
    tab.press("Control+s")
    tab.until("Saved")
    assert "dice: [" in (root / "mine.yaml").read_text("utf-8")
    tab.press("p")
    tab.until("Cancel")
    tab.press("p")
    tab.until("mine.pdf")
    with tab.page.expect_download() as offered:
        tab.press("Enter")
        tab.until("Download")
        tab.press("d")
    assert offered.value.suggested_filename == "mine.pdf"
    printed = offered.value.path().read_bytes()
    assert printed.startswith(b"%PDF-")
    assert printed == (root / "mine.pdf").read_bytes()


def test_a_list_is_pasted(context: BrowserContext, root: Path, tmp_path: Path) -> None:
    """Ctrl+V pastes the clipboard of the browser."""
    context.grant_permissions(["clipboard-read", "clipboard-write"])
    with serving(root, tmp_path / "home") as served:
        tab = open_tab(context, served)
        tab.until("Paste a list")
        tab.page.evaluate("text => navigator.clipboard.writeText(text)", TYPED_LIST)
        tab.press("Control+v")
        tab.until("7th Royal Fusiliers")
        tab.press("F2")
        tab.until("3 points too cheap")


def test_an_army_is_copied(context: BrowserContext, army: Served) -> None:
    context.grant_permissions(["clipboard-read", "clipboard-write"])
    tab = open_tab(context, army)
    tab.until("mine.yaml")
    tab.press("E")
    tab.until("BBCode")
    tab.press("m")
    tab.until("Army copied as Markdown")
    assert "7th Royal Fusiliers" in tab.page.evaluate("navigator.clipboard.readText()")


def file(name: str) -> FilePayload:
    """A file on the computer of the user."""
    return {"name": name, "mimeType": "text/plain", "buffer": TYPED_LIST.encode()}


def test_a_list_is_uploaded(context: BrowserContext, root: Path, tmp_path: Path) -> None:
    with serving(root, tmp_path / "home") as served:
        tab = open_tab(context, served)
        tab.until("Paste a list")
        tab.page.set_input_files("#list", file("../typed.txt"))
        tab.page.get_by_text("Uploaded: typed.txt. Open it with Open.").wait_for()
        assert (root / "typed.txt").read_text("utf-8") == TYPED_LIST
        tab.page.set_input_files("#list", file("run.exe"))
        tab.page.get_by_text("orbat cannot read files of this kind.").wait_for()


def test_a_reload_and_a_lost_connection_bring_the_work_back(context: BrowserContext, army: Served) -> None:
    """The same session, with its undo and its open dialog. After the end of the session, the journal has the work."""
    tab = open_tab(context, army)
    tab.until("mine.yaml")
    tab.press("b")
    tab.until("Undo (1)")
    tab.page.reload()
    tab.until_back("Undo (1)", 1)
    army.lose_connections()
    tab.until_back("Undo (1)", 2)
    tab.press("b")
    tab.until("Undo (2)")
    tab.page.close()
    again = open_tab(context, army)
    again.until("Unsaved work")


def test_a_session_that_the_user_ends_can_be_started_again(context: BrowserContext, army: Served) -> None:
    tab = open_tab(context, army)
    tab.until("mine.yaml")
    tab.press("Control+q")
    tab.page.get_by_text("The session has ended.").wait_for()
    tab.page.keyboard.press("Enter")  # the link has the focus
    tab.until("mine.yaml")


def test_two_tabs_on_one_file_are_detected(context: BrowserContext, army: Served) -> None:
    """Each tab has a builder of its own: an edit in one is not in the other."""
    first = open_tab(context, army)
    first.until("mine.yaml")
    first.press("b")
    first.until("Undo (1)")
    second = open_tab(context, army)
    second.until("also open in another tab")
    second.press("b")
    second.until("Undo (1)")
    second.press("Control+s")
    second.until("Saved")
    first.press("Control+s")
    first.until("Another program changed")


def test_the_pictures_of_the_documents_exist() -> None:
    """`.ci/browser_pictures.py` takes them."""
    page = (ROOT / "docs" / "builder.md").read_text("utf-8")
    for name in ("browser.png", "browser_check.png"):
        assert f"({name})" in page
        assert (ROOT / "docs" / name).read_bytes().startswith(b"\x89PNG")


def test_a_foreign_page_is_refused(context: BrowserContext, army: Served, root: Path) -> None:
    """It cannot open a socket, read the page, send a file or show the builder in a frame, even with the token."""
    address = army.server.address
    before = sorted(root.iterdir())
    socket = address.replace("http:", "ws:") + "ws?width=80&height=24"
    page = context.new_page()
    page.route("http://localhost:9/", lambda route: route.fulfill(body="<p>evil</p>", content_type="text/html"))
    page.goto("http://localhost:9/")
    opened = """address => new Promise((found) => {
      const socket = new WebSocket(address);
      socket.onopen = () => found("open");
      socket.onerror = () => found("refused");
    })"""
    assert page.evaluate(opened, socket) == "refused"
    fetched = "([address, how]) => fetch(address, how).then((answer) => answer.status || answer.type, () => 'refused')"
    assert page.evaluate(fetched, [address, {}]) == "refused"
    sent = page.evaluate(fetched, [address + "upload?name=a.txt", {"method": "POST", "body": "x", "mode": "no-cors"}])
    assert sent in ("opaque", "refused")
    page.evaluate("address => { document.body.innerHTML = `<iframe src='${address}'></iframe>` }", address)
    page.wait_for_load_state("networkidle")
    assert "Upload a list" not in [text for frame in page.frames for text in frame.locator("label").all_inner_texts()]
    assert len(army.server.tabs) == 0
    assert sorted(root.iterdir()) == before
    own = context.new_page()
    own.goto(address)
    assert own.evaluate(opened, socket) == "open"

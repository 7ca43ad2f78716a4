"""`orbat man`: a manual page of each command."""

from __future__ import annotations

import re
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import click
import pytest

from orbat.cli.examples import examples_of
from orbat.cli.main import all_commands, contexts
from orbat.cli.man_pages import man_page, man_pages

PAGES = man_pages()
REQUESTS = (".TH ", ".SH ", ".SS ", ".TP", ".PP", ".nf", ".fi")

needs_groff = pytest.mark.skipif(shutil.which("groff") is None, reason="groff is not installed")


def plain(page: str) -> str:
    """The text of a page without the escapes."""
    return re.sub(r"\\f[BIR]|\\&|\\:", "", page).replace("\\-", "-").replace("\\(dq", '"').replace("\\e", "\\")


def test_every_command_has_a_page_with_its_options_and_examples() -> None:
    for ctx in contexts():
        text = plain(PAGES[f"{ctx.command_path.replace(' ', '-')}.1"])
        assert ctx.command.get_short_help_str(200).rstrip(".") in text
        for param in ctx.command.get_params(ctx):
            assert all(name in text for name in param.opts if name.startswith("-")), (ctx.command_path, param)
        assert all(example in text for example in examples_of(ctx.command_path))
    assert len(PAGES) == len([*contexts()])


def test_the_page_of_orbat_lists_all_commands() -> None:
    terms = plain(PAGES["orbat.1"]).partition(".SH COMMANDS")[2].split("\n")
    assert [term for term, before in zip(terms[1:], terms, strict=False) if before == ".TP"][:-4] == all_commands()


@needs_groff
def test_pages_are_formatted_without_warnings() -> None:
    pages = "".join(PAGES.values()).encode()
    run = subprocess.run(["groff", "-ww", "-man", "-Kutf8", "-Tutf8"], input=pages, capture_output=True, check=True)
    assert run.stderr.decode() == ""
    assert "orbat check mine.yaml" in run.stdout.decode()


def hostile_page() -> str:
    """A page whose texts look like requests and escapes."""
    text = ".so /etc/passwd\n\n'br\n\n\\*[x] \\fB `a-b`\n\n\b\n.kept\n  line\n\f\nnot shown"
    command = click.Command("x", help=text, params=[click.Option(["--y"], help='.sp "quoted"')])
    return man_page(click.Context(command, info_name="orbat x"))


def test_texts_are_never_requests() -> None:
    page = hostile_page()
    assert [line for line in page.split("\n") if line.startswith((".", "'")) and not line.startswith(REQUESTS)] == []
    assert r"\&.so /etc/passwd" in page
    assert r"\e*[x] \efB \fBa\-b\fR" in page
    assert "not shown" not in page


@needs_groff
def test_texts_are_printed_as_they_are() -> None:
    run = subprocess.run(
        ["groff", "-ww", "-man", "-Tascii", "-P-c", "-P-b", "-P-u"],
        input=hostile_page().encode(),
        capture_output=True,
        check=True,
    )
    shown = run.stdout.decode()
    assert run.stderr == b""
    assert all(word in shown for word in (".so /etc/passwd", "'br", "\\*[x] \\fB a-b", ".kept\n", '.sp "quoted"'))


def test_pages_are_written_into_a_new_folder(orbat: Callable[..., Any], tmp_path: Path) -> None:
    """Existing pages are overwritten, without a backup."""
    folder = tmp_path / "man" / "man1"
    assert orbat("man", folder).code == 0
    (folder / "orbat.1").write_text("old", encoding="utf-8")
    run = orbat("man", folder)
    assert (run.code, run.out) == (0, f"Written: {len(PAGES)} pages in {folder}\n")
    assert {path.name: path.read_text(encoding="utf-8") for path in folder.iterdir()} == PAGES


def test_a_folder_that_cannot_be_made_is_an_error(orbat: Callable[..., Any], tmp_path: Path) -> None:
    (tmp_path / "file").write_text("", encoding="utf-8")
    run = orbat("man", tmp_path / "file" / "man1")
    assert run.code == 2
    assert run.err.startswith(f"Error: cannot create {tmp_path / 'file' / 'man1'}: ")

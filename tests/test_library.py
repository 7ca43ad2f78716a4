"""orbat as a library: its functions, types and wheel."""

from __future__ import annotations

import io
import os
import re
import shutil
import subprocess
import sys
import venv
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from zipfile import ZipFile

import pypdf
import pytest

import orbat
from orbat.evaluate import engine

ROOT = Path(__file__).resolve().parents[1]

SLOW_TO_IMPORT = ("pydantic", "reportlab", "textual", "yaml", "click", "orbat.api")


def python(program: str, *path: Path) -> str:
    """Run a program in a new Python process, with folders first on its path; returns its output."""
    done = subprocess.run(
        [sys.executable, "-c", program],
        env={**os.environ, "PYTHONPATH": os.pathsep.join(map(str, path or (ROOT / "src",)))},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_the_package_imports_nothing_slow() -> None:
    """Every command imports it, so exports are imported on first use."""
    loaded = python("import sys, orbat; dir(orbat); print(*sys.modules)").split()
    assert "orbat" in loaded
    assert [name for name in SLOW_TO_IMPORT if name in loaded] == []


def test_every_name_is_exported() -> None:
    """Each name of `__all__` can be imported and is listed by `dir`; any other name is an AttributeError."""
    assert [name for name in orbat.__all__ if getattr(orbat, name, None) is None] == []
    assert set(orbat.__all__) <= set(dir(orbat))
    assert re.match(r"\d+\.\d+", orbat.__version__)
    with pytest.raises(AttributeError, match="no attribute 'chekc'"):
        _ = orbat.chekc  # type: ignore[attr-defined]


@pytest.mark.parametrize("form", [str, Path], ids=["str", "Path"])
def test_paths_are_str_or_path(army: Path, form: Callable[[Path], str | Path]) -> None:
    """For each function."""
    path = form(army)
    assert orbat.load(path).title == "Light Division"
    assert orbat.price(path).total == 158
    assert orbat.check(path).total == 158
    assert orbat.render_pdf(path).startswith(b"%PDF-")
    assert orbat.Library(form(ROOT / "army_lists")).list_ids("days_of_empire")


def test_functions_accept_an_orbat_instead_of_a_path(army: Path) -> None:
    """Quote and findings equal those of its file, without positions."""
    value = orbat.load(army)
    assert orbat.price(value) == orbat.price(army)
    of_file, of_value = orbat.check(army), orbat.check(value)
    assert of_value.quote == of_file.quote
    assert {(one.code, one.path) for one in of_value.findings} == {(one.code, one.path) for one in of_file.findings}
    assert orbat.render_pdf(value).startswith(b"%PDF-")


def test_game_size_replaces_the_agreed_size(army: Path) -> None:
    """For a file and a value."""
    for source in (army, orbat.load(army)):
        report = orbat.check(source, game_size=100)
        assert report.orbat is not None
        assert report.orbat.game_size == 100
        assert not report.legal


def test_points_are_exact(army: Path, tmp_path: Path) -> None:
    """int, or Fraction for a ruleset with a price of 3.1 per stand; never float."""
    assert type(orbat.price(army).total) is int
    shutil.copytree(ROOT / "army_lists" / "days_of_empire", tmp_path / "lists" / "days_of_empire")
    ruleset = tmp_path / "lists" / "days_of_empire" / "ruleset.yaml"
    dearer = ruleset.read_text(encoding="utf-8").replace("{1: 1, 2: 2, 3: 3, 4: 4}", "{1: 1, 2: 2, 3: 3.1, 4: 4}")
    ruleset.write_text(dearer, encoding="utf-8")
    total = orbat.price(army, library=orbat.Library(tmp_path / "lists")).total
    assert total - 158 == 8 * Fraction(1, 10)
    assert type(total) is Fraction


def test_ruleset_and_army_list_are_defaults(army: Path, two_brigades: str) -> None:
    """Used if the file does not name them."""
    text = two_brigades.replace("ruleset: days_of_empire\n", "").replace("army_list: british\n", "")
    army.write_text(text, encoding="utf-8")
    assert not orbat.check(army).readable
    assert orbat.check(army, ruleset="days_of_empire", army_list="british").total == 158
    assert orbat.price(orbat.load(army, ruleset="days_of_empire", army_list="british")).total == 158


@pytest.mark.parametrize("content", [None, "", "orbat: [", "orbat: 1\nruleset: waterloo\n"])
def test_a_file_without_a_price_is_reported_and_raises(tmp_path: Path, content: str | None) -> None:
    """`check` returns a report with the reasons; `price` and `render_pdf` raise Unreadable."""
    file = tmp_path / "army.yaml"
    if content is not None:
        file.write_text(content, encoding="utf-8")
    report = orbat.check(file)
    assert (report.readable, report.legal, report.unfinished, report.quote) == (False, False, False, None)
    assert report.findings
    for function in (orbat.price, orbat.render_pdf):
        with pytest.raises(orbat.Unreadable, match=r"army\.yaml") as raised:
            function(file)
        assert raised.value.source == str(file)
        assert raised.value.findings
        assert {one.code for one in raised.value.findings} <= {one.code for one in report.findings}


def test_an_unreadable_file_does_not_load(tmp_path: Path) -> None:
    """The exception's text names the file, the line and the first error."""
    file = tmp_path / "army.yaml"
    file.write_text("orbat: 1\ntitle: [", encoding="utf-8")
    with pytest.raises(orbat.Unreadable, match=r"army\.yaml, line 3: ") as raised:
        orbat.load(file)
    assert raised.value.findings[0].message in str(raised.value)


def test_an_orbat_whose_ruleset_is_missing_raises(army: Path) -> None:
    """The exception names the ORBAT by its title."""
    value = orbat.load(army)
    with pytest.raises(orbat.Unreadable, match=r"Light Division: there is no ruleset waterloo"):
        orbat.price(replace(value, ruleset=replace(value.ruleset, id="waterloo")))


def test_an_internal_error_leaves_the_report_unfinished(army: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """`check` does not raise, and the ORBAT is not legal."""

    def fail(*_: object) -> None:
        raise RuntimeError("broken")

    monkeypatch.setattr(engine.Checker, "inspect", fail)
    report = orbat.check(army)
    assert report.unfinished
    assert not report.legal


def test_sheets_are_printed_in_order(army: Path) -> None:
    """On the given paper; a report is printed without a new check."""
    report = orbat.check(army)
    both = orbat.render_pdf(report, ("orbat", "roster"), "letter")
    pages = pypdf.PdfReader(io.BytesIO(both)).pages
    assert len(pages) >= 2
    assert {(float(page.mediabox.width), float(page.mediabox.height)) for page in pages} == {(612.0, 792.0)}
    assert orbat.render_pdf(report, "roster") != orbat.render_pdf(report, "orbat")


@pytest.mark.parametrize(
    ("sheets", "paper", "message"),
    [
        ("rooster", "a4", "Did you mean roster"),
        ((), "a4", "no sheet given"),
        ("orbat", "a3", "unknown paper a3"),
    ],
)
def test_an_unknown_sheet_or_paper_raises(army: Path, sheets: str, paper: str, message: str) -> None:
    """The ValueError lists the known ones."""
    with pytest.raises(ValueError, match=message):
        orbat.render_pdf(army, sheets, paper)  # type: ignore[arg-type]


CONSUMER = """\
from pathlib import Path

import orbat

report: orbat.Report = orbat.check(Path("army.yaml"), library=orbat.Library("lists"))
assert report.quote is not None
reveal_type(report.quote.total)
reveal_type(orbat.price(orbat.load("army.yaml")).all_units[0].unit.name)
reveal_type(orbat.render_pdf(report, ("orbat",), "letter"))
reveal_type([finding.message for finding in report.findings])
reveal_type(orbat.__version__)
try:
    orbat.load("army.yaml")
except orbat.Unreadable as error:
    reveal_type(error.findings)
"""
REVEALED = [
    "int | fractions.Fraction",
    "str",
    "bytes",
    "list[str]",
    "str",
    "tuple[orbat.model.finding.Finding, ...]",
]
WRONG = {
    "orbat.check(7)": "arg-type",
    "orbat.chekc('army.yaml')": "attr-defined",
    "orbat.check('army.yaml').quote.total": "union-attr",
    "orbat.render_pdf('army.yaml', paper='a3')": "arg-type",
    "orbat.price('army.yaml').totl": "attr-defined",
}
"""Incorrect uses and mypy's error codes for them."""


@pytest.mark.slow
def test_a_type_checker_sees_the_types(tmp_path: Path) -> None:
    """mypy --strict on another program with the package installed."""
    venv.create(tmp_path / "venv", with_pip=False)
    (packages,) = [
        *(tmp_path / "venv").glob("lib/python*/site-packages"),
        *(tmp_path / "venv").glob("Lib/site-packages"),
    ]
    shutil.copytree(ROOT / "src" / "orbat", packages / "orbat", ignore=shutil.ignore_patterns("__pycache__"))
    wrong = "".join(f"{line}\n" for line in WRONG)
    (tmp_path / "consumer.py").write_text(CONSUMER + wrong, encoding="utf-8")
    interpreter = tmp_path / "venv" / ("Scripts/python.exe" if sys.platform == "win32" else "bin/python")
    done = subprocess.run(
        [sys.executable, "-m", "mypy", "--strict", "--python-executable", str(interpreter), "consumer.py"],
        cwd=tmp_path,
        env={key: value for key, value in os.environ.items() if key not in ("MYPYPATH", "PYTHONPATH")},
        capture_output=True,
        text=True,
        check=False,
    )
    first = CONSUMER.count("\n") + 1
    revealed = re.findall(r'note: Revealed type is "(.*)"', done.stdout)
    assert [one.replace("builtins.", "") for one in revealed] == REVEALED, done.stdout + done.stderr
    found = re.findall(r"consumer\.py:(\d+): error: .* \[([\w-]+)\]", done.stdout)
    assert found == [(str(first + place), code) for place, code in enumerate(WRONG.values())], done.stdout


@pytest.mark.slow
def test_the_wheel_has_the_types_and_the_data(tmp_path: Path) -> None:
    """It includes py.typed, army lists and sheets, and can check a shipped ORBAT."""
    pytest.importorskip("hatchling", reason="builds the wheel; the extra `test` installs it")
    subprocess.run([sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", tmp_path], cwd=ROOT, check=True)
    (wheel,) = tmp_path.glob("*.whl")
    with ZipFile(wheel) as archive:
        assert "orbat/py.typed" in archive.namelist()
        archive.extractall(tmp_path / "packages")
    shipped = "orbat/data/templates/orbats/days_of_empire/extracts/alma_great_redoubt_british.yaml"
    program = f"""
import orbat
print(orbat.__file__)
report = orbat.check({str(tmp_path / "packages" / shipped)!r})
print(report.total, orbat.render_pdf(report)[:5])
"""
    where, result = python(program, tmp_path / "packages").splitlines()
    assert Path(where).is_relative_to(tmp_path)
    assert result == "789 b'%PDF-'"

"""`orbat lists`, `explain`, `lint` and `schema`."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from orbat.data import folders as places
from orbat.data.file_codes import EXPLANATIONS
from orbat.data.lint_rules import catalogue
from orbat.data.lint_rules.catalogue import LINT_RULES, lint_rules
from orbat.data.lint_rules.rule import Fault, LintCase, LintRule
from orbat.data.schema import KINDS
from orbat.evaluate.catalogue import RULES
from orbat.pipeline import explanations
from orbat.registry import load_all
from orbat.report.typed_findings import EXPLANATIONS as TYPED

Orbat = Callable[..., Any]
ROOT = Path(__file__).resolve().parents[2]


def test_every_code_is_explained(orbat: Orbat) -> None:
    """`explain CODE` shows title, check, reason, example and fix; also in lower case."""
    known = explanations()
    run = orbat("explain", *(code.lower() for code in known))
    assert run.code == 0
    for (code, one), out in zip(known.items(), run.out.rstrip("\n").split("\n\n"), strict=True):
        assert out.startswith(f"{code} {one.title}\n")
        for head, words in (("Checks", one.checks), ("Why", one.why), ("Example", one.example), ("Fix", one.remedy)):
            assert (f"  {head}: {words}" in out.split("\n")) is bool(words)
        assert one.checks
        assert one.remedy


def test_no_code_is_used_twice() -> None:
    """Also counting the codes of features."""
    rules = [rule.code for rule in (*lint_rules(), *RULES)]
    added = [one.code for several in load_all("explanations") for one in several]
    codes = [*rules, *(one.code for one in (*EXPLANATIONS, *TYPED)), *added]
    assert sorted(codes) == sorted(explanations())


def test_explain_without_a_code_lists_all_codes(orbat: Orbat) -> None:
    """Each has a line with its title, in order."""
    out = orbat("explain").out.rstrip().split("\n")
    assert [line.split("  ")[0] for line in out] == sorted(explanations())


def test_an_unknown_code_suggests_the_nearest(orbat: Orbat) -> None:
    run = orbat("explain", "UNT03")
    assert run.code == 2
    assert "Did you mean UNT0" in run.err


def test_markdown_explains_each_code_under_its_family(orbat: Orbat) -> None:
    """Every code is explained once."""
    out = orbat("explain", "--markdown").out
    for code in explanations():
        assert out.count(f"### {code} ") == 1
        assert f"## {code[:3]}: " in out


def test_lists_shows_the_ids_used_by_collections(orbat: Orbat) -> None:
    """Kinds and subtypes with the ruleset, the nation with the army list."""
    out = orbat("lists", "days_of_empire").out
    assert "\nsubtypes:\n" in out
    assert "\n  cossack: Cossacks, a subtype of cavalry\n" in out
    assert orbat("lists", "days_of_empire/russian").out.split("\n")[0].endswith("nation russian")
    assert json.loads(orbat("lists", "days_of_glory/union_west", "--json").out)["nation"] == "union"


def test_a_ruleset_lists_scale_bases_notes_and_what_comes_with_units(orbat: Orbat) -> None:
    """Rulesets without them have no such headings."""
    lines = orbat("lists", "days_of_empire").out.split("\n")
    for heading, first in (
        ("scale:", "  50 men to an infantry or cavalry stand"),
        ("bases:", '  mounted general, engineer: 1" x 1", 1 figure'),
        (
            "included:",
            "  engineer officer with pioneers, pontoon bridge and wagon: 6 pioneers, 1 pontoon bridge, 1 wagon",
        ),
        ("notes:", "  command_stand: command stand: each unit has one, the last stand to be removed [DOE 4, 17.3]"),
    ):
        assert lines[lines.index(heading) + 1] == first
    assert "  field gun or howitzer with horse artillery: 1 limber team of 6 horses" in lines
    assert "included:" not in orbat("lists", "honours_of_war").out.split("\n")
    entry = json.loads(orbat("lists", "days_of_empire/british/brit_rha_troop", "--json").out)
    assert entry["included"] == "1 limber team of 6 horses"


@pytest.mark.parametrize(
    ("what", "shows"),
    [
        pytest.param("", ["days_of_empire", "days_of_empire/sardinian: Sardinian"], marks=pytest.mark.slow),
        (
            "days_of_empire",
            ["british: British", "rifles: rifles: +1 for each stand or gun", "off_board_base", "alma_british"],
        ),
        ("honours_of_war", ["sources:", "P3: "]),
        ("fast_play_napoleonic/france_1815", ["French 1815, 1815 (version"]),
        ("days_of_empire/british", ["brit_line: Line infantry with rifle-musket, 2/3, 3-4 a stand", "earthworks"]),
        ("days_of_empire/british/brit_line", ["7th Royal Fusiliers", "rifles: always", "strength"]),
    ],
)
def test_lists_shows_every_level(orbat: Orbat, what: str, shows: list[str]) -> None:
    """Rulesets, lists, entries, one entry; as text and JSON."""
    words = orbat("lists", *filter(None, [what]))
    assert (words.code, words.err) == (0, "")
    for one in shows:
        assert one in words.out
    facts = orbat("lists", *filter(None, [what]), "--json")
    assert facts.code == 0
    data = json.loads(facts.out)
    inner = {"": "days_of_empire", "days_of_empire": "army_lists", "days_of_empire/british": "entries"}
    inner |= {"honours_of_war": "sources", "fast_play_napoleonic/france_1815": "entries"}
    assert inner.get(what, "regiments") in data


@pytest.mark.slow
def test_the_json_of_a_list_has_every_entry(orbat: Orbat, library: Any) -> None:
    """Entries of the ruleset are included. Each entry can also be shown by itself."""
    for name in library.list_ids("days_of_empire"):
        entries = json.loads(orbat("lists", f"days_of_empire/{name}", "--json").out)["entries"]
        own = [entry.id for entry in library.army_list("days_of_empire", name).value.entries]
        assert [entry["id"] for entry in entries] == [*own, "earthworks", "pontoons"]
        for entry in (own[0], own[-1], "pontoons"):
            facts = json.loads(orbat("lists", f"days_of_empire/{name}/{entry}", "--json").out)
            assert facts["id"] == entry


@pytest.mark.parametrize(
    ("what", "near"),
    [
        ("days_of_empir", "days_of_empire"),
        ("days_of_empire/britsh", "british"),
        ("days_of_empire/british/brit_lien", "brit_line"),
        ("a/b/c/d", "RULESET/LIST/ENTRY"),
    ],
)
def test_an_unknown_name_suggests_the_nearest(orbat: Orbat, what: str, near: str) -> None:
    run = orbat("lists", what)
    assert (run.code, run.out) == (2, "")
    assert near in run.err


def test_lint_of_correct_faulty_and_missing_data(orbat: Orbat, tmp_path: Path) -> None:
    """Exit code 0 for correct data, 1 with file, line and column for faults, 2 for a missing file."""
    assert orbat("lint", ROOT / "army_lists" / "days_of_empire").code == 0
    text = (ROOT / "army_lists" / "days_of_empire" / "sardinian.yaml").read_text(encoding="utf-8")
    (tmp_path / "days_of_empire").mkdir()
    bad = tmp_path / "days_of_empire" / "sardinian.yaml"
    bad.write_text(text.replace("kind: cavalry", "kynd: cavalry"), encoding="utf-8")
    run = orbat("lint", bad)
    assert run.code == 1
    number = next(n for n, line in enumerate(bad.read_text(encoding="utf-8").split("\n"), 1) if "kynd" in line)
    assert "kynd" in run.out
    assert f"line {number}" in run.out
    assert orbat("lint", tmp_path / "nothing.yaml").code == 2


def test_lint_as_json(orbat: Orbat) -> None:
    run = orbat("lint", ROOT / "army_lists" / "days_of_empire", "--json")
    assert run.code == 0
    assert json.loads(run.out)


@pytest.mark.parametrize("name", ["army_list", "orbat", "ruleset"])
def test_schemas_match_the_committed_files(orbat: Orbat, name: str) -> None:
    """Byte for byte, and each is a valid schema."""
    run = orbat("schema", name)
    assert run.code == 0
    assert run.out == (ROOT / "army_lists" / "schema" / f"{name}.schema.json").read_text(encoding="utf-8")
    Draft202012Validator.check_schema(json.loads(run.out))


@pytest.mark.slow
def test_schemas_are_written_to_a_folder(orbat: Orbat, tmp_path: Path) -> None:
    """`--check` fails once a file was changed."""
    assert orbat("schema", "--to", tmp_path / "s").code == 0
    files = sorted(path.name for path in (tmp_path / "s").iterdir())
    assert files == [f"{name}.schema.json" for name in sorted(KINDS)]
    assert orbat("schema", "--check").code == 0
    assert orbat("schema", "--to", tmp_path / "s", "--check").code == 0
    (tmp_path / "s" / files[0]).write_text("{}", encoding="utf-8")
    run = orbat("schema", "--to", tmp_path / "s", "--check")
    assert run.code == 1
    assert files[0] in run.out
    assert (tmp_path / "s" / files[0]).read_text(encoding="utf-8") == "{}"


def failing_on(*codes: str) -> tuple[LintRule, ...]:
    """The linter's rules, with those of the codes raising."""

    def fails(_: LintCase) -> list[Fault]:
        raise ZeroDivisionError("no numbers")

    return tuple(replace(rule, check=fails) if rule.code in codes else rule for rule in LINT_RULES)


@pytest.mark.parametrize("form", [(), ("--json",)])
def test_failing_lint_rules_are_one_finding_and_end_with_3(
    orbat: Orbat, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, form: tuple[str, ...]
) -> None:
    """The other rules still run. The log contains each traceback."""
    monkeypatch.setattr(catalogue, "LINT_RULES", failing_on("LST001", "LST005"))
    folder = tmp_path / "book"
    folder.mkdir()
    shipped = ROOT / "army_lists" / "days_of_empire"
    text = (shipped / "british.yaml").read_text(encoding="utf-8")
    (folder / "ruleset.yaml").write_text((shipped / "ruleset.yaml").read_text(encoding="utf-8"), encoding="utf-8")
    (folder / "british.yaml").write_text(text.replace("id: british\n", "id: other\n", 1), encoding="utf-8")
    run = orbat("lint", *form, folder / "british.yaml")
    assert run.code == 3
    if form:
        codes = [finding["code"] for finding in json.loads(run.out)["files"][0]["findings"]]
        assert codes.count("INT001") == 1
        assert "LST009" in codes
    else:
        message = "rules LST001 and LST005 failed with an internal error; the file was not fully checked"
        assert " ".join(run.out.split()).count(message) == 1
        assert "LST009" in run.out
    [path] = re.findall(r"Internal error, logged to (.+\.log)\. Please report it\.", run.err)
    log = Path(path).read_text(encoding="utf-8")
    assert "failed: rule LST001" in log
    assert "failed: rule LST005" in log
    assert f"file: {folder / 'british.yaml'}" in log
    assert "ZeroDivisionError: no numbers" in log


def test_a_failing_lint_rule_on_an_own_list_leaves_a_check_unfinished(
    orbat: Orbat, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, two_brigades: str
) -> None:
    folder = places.own() / "army_lists" / "days_of_empire"
    folder.mkdir(parents=True)
    text = (ROOT / "army_lists" / "days_of_empire" / "british.yaml").read_text(encoding="utf-8")
    (folder / "mine.yaml").write_text(text.replace("id: british\n", "id: mine\n", 1), encoding="utf-8")
    army = tmp_path / "army.yaml"
    army.write_text(two_brigades.replace("army_list: british", "army_list: mine"), encoding="utf-8")
    assert orbat("check", army).code == 0
    monkeypatch.setattr(catalogue, "LINT_RULES", failing_on("LST003"))
    run = orbat("check", army)
    assert run.code == 3
    assert "Unfinished" in run.out
    assert "rule LST003 failed" in " ".join(run.out.split())

"""The commands `orbat compare` and `orbat scout`."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

import click

from orbat.cli.shared import (
    EXIT_OK,
    EXIT_USAGE,
    STANDARD_INPUT,
    CommandError,
    all_usable,
    check_input,
    check_pair,
    exists,
    ignored_options,
    painter,
    record_failures_of,
    require_folder,
    width,
    write_json,
    write_lines,
    write_text,
)
from orbat.data.library import Library
from orbat.model.sheet import PAPERS, PaperName
from orbat.model.wording import phrase, plural
from orbat.report.report import Report

if TYPE_CHECKING:
    from orbat.features.compare.difference import Difference


@click.command("compare")
@click.argument("first", metavar="A", type=click.Path(path_type=Path))
@click.argument("second", metavar="[B]", required=False, type=click.Path(path_type=Path))
@click.option("--since", type=click.IntRange(min=1), metavar="N", help="Compare A with the Nth most recent save of A.")
@click.option("--ruleset", default="", help="Ruleset for files that name no ruleset.")
@click.option("--army", default="", help="Army list for files that name no army list.")
@click.option("--json", "as_json", is_flag=True, help="Write the comparison as JSON.")
@click.option("--html", "as_html", is_flag=True, help="Write the comparison as a web page.")
@click.option("-o", "--output", type=click.Path(path_type=Path), help="Write the comparison as a one-page PDF.")
@click.option("--paper", type=click.Choice(PAPERS), default="a4", show_default=True)
def compare_command(
    first: Path,
    second: Path | None,
    since: int | None,
    ruleset: str,
    army: str,
    as_json: bool,
    as_html: bool,
    output: Path | None,
    paper: PaperName,
) -> int:
    """Compare two ORBATs, or two versions of one file.

    The output shows numbers side by side, then the differences from A to B. Units are matched by name, entry and
    formation. Without B, A is compared with an earlier version that the builder saved. A or B may be - for standard
    input.
    """
    if second is not None and since is not None:
        raise click.UsageError("--since compares A with an earlier save of A, so B is not allowed")
    if as_json and as_html:
        raise click.UsageError("--html cannot be combined with --json")
    if output is not None:
        _check_output(output, first, second)
    library, defaults = Library(), {"ruleset": ruleset, "army_list": army}
    reports = (
        _check_two(first, second, library, defaults) if second else _check_earlier_save(first, since, library, defaults)
    )
    if not all_usable(reports):
        return EXIT_USAGE
    from orbat.features.compare.difference import difference

    found = difference(*reports)
    if as_json:
        from orbat.features.compare.json_data import difference_data

        write_json(difference_data(found))
    elif as_html:
        from orbat.features.compare.html import comparison_page
        from orbat.session.crash_log import version

        write_lines([comparison_page(found, version()).rstrip("\n")])
    elif output is None:
        from orbat.features.compare.text import comparison_lines

        write_lines(comparison_lines(found, painter(), width()))
    if output is not None:
        _write(found, output, paper, to_stderr=as_json or as_html)
    return EXIT_OK


def _check_output(output: Path, *read: Path | None) -> None:
    if output.suffix.lower() != ".pdf":
        raise CommandError(
            phrase(
                "{name}: a comparison is written as a PDF; choose a name such as {stem}.pdf",
                name=output.name,
                stem=output.stem or "compare",
            )
        )
    require_folder(output)
    for path in read:
        if path and exists(output) and exists(path) and output.samefile(path):
            raise CommandError(phrase("{file} is an input file; choose another name with -o", file=output))


def _write(comparison: Difference, output: Path, paper: PaperName, *, to_stderr: bool) -> None:
    from orbat.features.compare.sheet import print_comparison
    from orbat.printing import find_layouts
    from orbat.session.files import write

    layouts = find_layouts()
    layout = next(iter(layouts.for_two.values()), None)
    if layout is None:
        raise CommandError(next(iter(layouts.unreadable.values()), "no sheet layout for two ORBATs is installed"))
    write(output, print_comparison(comparison, layout, paper), backup=False)
    write_text([phrase("Written: {file}", file=output)], err=to_stderr)


def _check_two(first: Path, second: Path, library: Library, defaults: Mapping[str, str]) -> tuple[Report, ...]:
    reports = check_pair((first, second), library, defaults)
    ignored = [ignored_options(defaults, path, report) for path, report in zip((first, second), reports, strict=True)]
    if all(ignored):
        write_text(ignored[0], err=True)
    return reports


def _check_earlier_save(
    file: Path, number: int | None, library: Library, defaults: Mapping[str, str]
) -> tuple[Report, ...]:
    from orbat.data import folders
    from orbat.formats.orbat_file import read_orbat
    from orbat.pipeline import report_on
    from orbat.session.versions import read_versions, versions_folder

    if file == STANDARD_INPUT:
        raise click.UsageError("standard input has no earlier saves; name a second ORBAT")
    now = check_input(file, library, defaults=defaults)
    if not now.readable:
        return (now,)
    kept = read_versions(versions_folder(folders.state() / "versions", file)).versions
    texts = [(version, text) for version in kept if isinstance(text := version.text(), str)]
    # the most recent save is first, and has number 1
    matching = texts[number - 1 : number] if number else [one for one in texts if one[1] != now.text]
    if not matching:
        if not texts:
            raise CommandError(phrase("{file} has no earlier saves; name a second ORBAT", file=file))
        if not number:
            raise CommandError(
                phrase("no earlier save of {file} differs from the file; name a second ORBAT", file=file)
            )
        raise CommandError(
            plural(
                len(texts),
                "{file} has only {count} earlier save; lower the number after --since, or name a second ORBAT",
                "{file} has only {count} earlier saves; lower the number after --since, or name a second ORBAT",
                file=file,
            )
        )
    version, text = matching[0]
    saved = phrase("{file}, saved {time:%d %B %Y, %H:%M:%S}", file=file, time=version.at.astimezone())
    then = report_on(saved, read_orbat(text), library)
    record_failures_of((then,))
    return then, now


@click.command("scout")
@click.argument("first", metavar="A", type=click.Path(path_type=Path))
@click.argument("second", metavar="B", type=click.Path(path_type=Path))
@click.option("--ruleset", default="", help="Ruleset for files that name no ruleset.")
@click.option("--army", default="", help="Army list for files that name no army list.")
@click.option("--json", "as_json", is_flag=True, help="Write JSON.")
def scout_command(first: Path, second: Path, ruleset: str, army: str, as_json: bool) -> int:
    """Compare scouting points.

    The output shows which army is out-scouted, and the consequence for the deployment. If the armies have different
    rulings on scouting, A's ruling applies. A or B may be - for standard input. The exit code is 2 if the ruleset has
    no scouting.
    """
    from orbat.features.compare.scouting_comparison import NotComparable, compare_scouting

    reports = _check_two(first, second, Library(), {"ruleset": ruleset, "army_list": army})
    if not all_usable(reports):
        return EXIT_USAGE
    found = compare_scouting(*reports)
    if isinstance(found, NotComparable):
        raise CommandError(found.reason)
    if as_json:
        from orbat.features.compare.json_data import scouting_data

        write_json(scouting_data(found))
    else:
        from orbat.features.compare.text import scouting_lines

        write_lines(scouting_lines(found, painter(), width()))
    return EXIT_OK

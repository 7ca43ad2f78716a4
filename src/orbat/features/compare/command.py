"""`orbat compare` and `orbat scout`."""

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
from orbat.report.report import Report

if TYPE_CHECKING:
    from orbat.features.compare.difference import Difference
    from orbat.model.sheet import PaperName


@click.command("compare")
@click.argument("first", metavar="A", type=click.Path(path_type=Path))
@click.argument("second", metavar="[B]", required=False, type=click.Path(path_type=Path))
@click.option(
    "--since", type=click.IntRange(min=1), metavar="N", help="The Nth last kept save of A, when there is no B."
)
@click.option("--ruleset", default="", help="The ruleset, for a file that names none.")
@click.option("--army", default="", help="The army list, for a file that names none.")
@click.option("--json", "as_json", is_flag=True, help="Write the comparison as JSON.")
@click.option("-o", "--output", type=click.Path(path_type=Path), help="A PDF to write it to, on one page.")
@click.option("--paper", type=click.Choice(["a4", "letter"]), default="a4", show_default=True)
def compare_command(
    first: Path,
    second: Path | None,
    since: int | None,
    ruleset: str,
    army: str,
    as_json: bool,
    output: Path | None,
    paper: PaperName,
) -> int:
    """Compare two ORBATs, or a file with an earlier save of it.

    Figures stand side by side; then comes what differs from A to B, by formation and unit. A thing is known again by
    its name, entry and place, not by its line. Without B, A is compared with what the builder kept of an earlier save.
    Either may be - for standard input.
    """
    if second is not None and since is not None:
        raise click.UsageError("--since is for one file alone: without B")
    if output is not None:
        _refuse_output(output, first, second)
    library, defaults = Library(), {"ruleset": ruleset, "army_list": army}
    reports = _two(first, second, library, defaults) if second else _since(first, since, library, defaults)
    if not all_usable(reports):
        return EXIT_USAGE
    from orbat.features.compare.difference import difference

    found = difference(*reports)
    if as_json:
        from orbat.features.compare.facts import difference_facts

        write_json(difference_facts(found))
    elif output is None:
        from orbat.features.compare.text import compared_lines

        write_lines(compared_lines(found, painter(), width()))
    if output is not None:
        _write(found, output, paper, as_json=as_json)
    return EXIT_OK


def _refuse_output(output: Path, *read: Path | None) -> None:
    """Refuse to write where that is no PDF, has no folder, or is a file that was read. Raises CommandError."""
    if output.suffix.lower() != ".pdf":
        raise CommandError(f"{output.name}: comparisons are written as PDF, for example {output.stem or 'compare'}.pdf")
    require_folder(output)
    for path in read:
        if path and exists(output) and exists(path) and output.samefile(path):
            raise CommandError(f"{output} is one of the files that are read; name another with -o")


def _write(found: Difference, output: Path, paper: PaperName, *, as_json: bool) -> None:
    """Write the first sheet for two there is."""
    from orbat.features.compare.sheet import print_comparison
    from orbat.printing import find_layouts
    from orbat.session.files import WriteFailed, write

    layouts = find_layouts()
    layout = next(iter(layouts.for_two.values()), None)
    if layout is None:
        raise CommandError(next(iter(layouts.unreadable.values()), "there is no sheet for two"))
    try:
        write(output, print_comparison(found, layout, paper), backup=False)
    except WriteFailed as failed:
        raise CommandError(str(failed)) from failed
    write_text([f"Written: {output}"], err=as_json)


def _two(first: Path, second: Path, library: Library, defaults: Mapping[str, str]) -> tuple[Report, ...]:
    """The reports on two files. What was `given` for files that do not say is said where neither used it."""
    reports = check_pair((first, second), library, defaults)
    unused = [ignored_options(defaults, path, report) for path, report in zip((first, second), reports, strict=True)]
    if all(unused):
        write_text(unused[0], err=True)
    return reports


def _since(file: Path, number: int | None, library: Library, defaults: Mapping[str, str]) -> tuple[Report, ...]:
    """The reports on an earlier save of a file and on the file, or on a file alone that cannot be used.

    Without a number it is the last save that differs.
    """
    from orbat.data import folders
    from orbat.formats.orbat_file import read_orbat
    from orbat.pipeline import report_on
    from orbat.session.versions import read_versions, versions_folder

    if file == STANDARD_INPUT:
        raise click.UsageError("name a second ORBAT to compare standard input with")
    now = check_input(file, library, defaults=defaults)
    if not now.readable:
        return (now,)
    kept = read_versions(versions_folder(folders.state() / "versions", file)).versions
    texts = [(version, text) for version in kept if isinstance(text := version.text(), str)]
    fitting = texts[number - 1 : number] if number else [one for one in texts if one[1] != now.text]
    if not fitting:
        says = f"there are {len(texts)} kept saves of {file}" if texts else f"no save of {file} is kept"
        raise CommandError(f"{says}; the builder keeps them. Name a second ORBAT to compare it with")
    version, text = fitting[0]
    then = report_on(f"{file}, as saved {version.at.astimezone():%d %B %Y, %H:%M:%S}", read_orbat(text), library)
    record_failures_of((then,))
    return then, now


@click.command("scout")
@click.argument("first", metavar="A", type=click.Path(path_type=Path))
@click.argument("second", metavar="B", type=click.Path(path_type=Path))
@click.option("--ruleset", default="", help="The ruleset, for a file that names none.")
@click.option("--army", default="", help="The army list, for a file that names none.")
@click.option("--json", "as_json", is_flag=True, help="Write it as JSON.")
def scout_command(first: Path, second: Path, ruleset: str, army: str, as_json: bool) -> int:
    """Hold two armies' scouting points against each other.

    Says who is out-scouted, and what that means for the deployment. The reading of the rule in force in A holds for
    both. Either may be - for standard input. A ruleset without scouting ends it with exit code 2.
    """
    from orbat.features.compare.outscouting import Unscouted, outscouting

    reports = _two(first, second, Library(), {"ruleset": ruleset, "army_list": army})
    if not all_usable(reports):
        return EXIT_USAGE
    found = outscouting(*reports)
    if isinstance(found, Unscouted):
        raise CommandError(f"{found.why}: there is nothing to compare")
    if as_json:
        from orbat.features.compare.facts import scouting_facts

        write_json(scouting_facts(found))
    else:
        from orbat.features.compare.text import scouted_lines

        write_lines(scouted_lines(found, painter(), width()))
    return EXIT_OK

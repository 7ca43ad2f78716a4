"""The steps from a file to a report: load, price and check an ORBAT."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING

from orbat.data.library import Library
from orbat.data.loaded import Loaded
from orbat.data.problem import finding_of, unreadable
from orbat.data.yaml_text import parse
from orbat.documents.read import internal_error_finding, read_file
from orbat.evaluate.engine import Checker
from orbat.evaluate.pricing import Pricer
from orbat.evaluate.quote import Quote
from orbat.evaluate.rule import Explanation, explain
from orbat.formats.web_page import split_page
from orbat.model.agreed import AS_WRITTEN, Agreed
from orbat.model.arrange import apply_edits
from orbat.model.book import Book
from orbat.model.claims import ClaimDifference, Reading
from orbat.model.dates import Date
from orbat.model.edits import Set, apply_all
from orbat.model.failure import INTERNAL
from orbat.model.finding import SEVERITIES, Finding
from orbat.model.orbat import Orbat, units_of
from orbat.model.path import OrbatPath
from orbat.model.text import Pin
from orbat.model.wording import phrase
from orbat.registry import files, load_all
from orbat.report.confidence import doubted_by_differences
from orbat.report.report import Report
from orbat.report.verdict import CLAIM_CODES

if TYPE_CHECKING:
    from orbat.data.linter import Linter
    from orbat.evaluate.trial import Trials

ORBAT_SUFFIXES = (
    *(".yaml", ".yml", ".json", ".txt", ".md", ".bbcode", ".csv", ".tsv", ".pdf"),
    *(".xlsx", ".ods", ".docx", ".odt", ".eml", ".htm", ".html", ".png", ".jpg", ".jpeg"),
)
"""Extensions of the files that are checked in a folder."""
CONVERT_SUFFIXES = (".txt", ".md", ".bbcode", ".csv", ".xlsx", ".json", ".yaml", ".yml", ".html")
"""Extensions of the formats that `convert` can write, and that can be read back."""
SCENARIO_SUFFIX = ".orbat-mapper.json"
"""The end of the names of scenarios for ORBAT Mapper, which `convert` can write too."""
READ_ONLY_SUFFIXES = (".txt", ".md", ".bbcode", ".csv", ".xlsx", ".pdf", ".html", ".htm")
"""Extensions of formats that can be read but not saved."""
_DATA_CODES = ("SRC006", "SRC007")
"""Codes of findings about rulesets and army lists with errors."""
_MAX_COMPARED = 1_000
"""Maximum number of units of a web page that is compared with its ORBAT."""


class Evaluator:
    """Prices and checks ORBATs. Keep the evaluator after an edit: the next check is faster."""

    def __init__(self) -> None:
        self._key: tuple[Book, Date | None, tuple[tuple[str, str], ...]] | None = None
        self._tools: tuple[Pricer, Checker] | None = None

    def examine(self, orbat: Orbat, book: Book) -> tuple[Quote, tuple[Finding, ...]]:
        """Calculate the price of an ORBAT, and check the ORBAT against the rules."""
        pricer, checker = self._tools_for(orbat, book)
        quote = pricer.quote(orbat)
        return quote, checker.inspect(orbat, quote)

    def trials(self, orbat: Orbat, book: Book, quote: Quote) -> Trials:
        """Create an object that tries edits on copies of an ORBAT. `quote` has the prices before the edits."""
        return self._tools_for(orbat, book)[1].trials(orbat, quote)

    def price(self, orbat: Orbat, book: Book) -> Quote:
        """Price an ORBAT without checking the rules."""
        return self._tools_for(orbat, book)[0].quote(orbat)

    def _tools_for(self, orbat: Orbat, book: Book) -> tuple[Pricer, Checker]:
        rulings = book.rulings(orbat)
        key = (book, orbat.date, tuple(rulings.items()))
        if self._tools is None or key != self._key:
            self._key = key
            self._tools = Pricer(book, orbat.date, rulings), Checker(book, orbat.date, rulings)
        return self._tools


def check(
    path: Path, library: Library, *, evaluator: Evaluator | None = None, agreed: Agreed = AS_WRITTEN, **defaults: str
) -> Report:
    """Price and check the first ORBAT in a file. Problems are findings, not exceptions.

    `agreed` replaces values in the file. `defaults` are ids for `ruleset` and `army_list`, used if the file does not
    name them.
    """
    return report_on(str(path), load(path, library, **defaults), library, evaluator, agreed)


def load(path: Path, library: Library, **defaults: str) -> Loaded:
    """Read the first ORBAT in a file. Problems are findings, not exceptions.

    `defaults` are ids for `ruleset` and `army_list`, used if the file does not name them.
    """
    return read_file(path, library, **defaults)[0]


def report_on(
    source: str,
    loaded: Loaded,
    library: Library,
    evaluator: Evaluator | None = None,
    agreed: Agreed = AS_WRITTEN,
) -> Report:
    """Price and check a loaded ORBAT. Problems are findings, not exceptions.

    `source` is the name of the file in the report. `agreed` has values to use instead of those in the file.
    """
    try:
        return _report_on(source, loaded, library, evaluator or Evaluator(), agreed)
    except Exception as error:  # an internal error must not stop the other files, nor let an army pass
        return failed_report(source, error, loaded)


def _report_on(source: str, loaded: Loaded, library: Library, evaluator: Evaluator, agreed: Agreed) -> Report:
    text = loaded.document.text if loaded.document else ""
    orbat = loaded.orbat
    if orbat is None:
        return Report(source, None, None, None, tuple(map(library.with_known_ids, loaded.findings)), text)
    written = orbat
    book, missing = library.book(orbat)
    orbat = agreed.applied_to(orbat, book.ruleset if book else None)
    findings = [*missing, *(library.with_known_ids(finding, orbat.ruleset.id) for finding in loaded.findings)]
    quote: Quote | None = None
    reading = loaded.reading
    differences: tuple[ClaimDifference, ...] = ()
    if book is not None:
        quote, found = evaluator.examine(orbat, book)
        if loaded.pages:
            compared = _pages_compared(loaded, Report(source, written, book, quote, found), orbat, evaluator)
            findings += compared
            if any(one.doubt == "hidden" for one in compared):
                orbat = replace(orbat, partial=True)
                quote, found = evaluator.examine(orbat, book)
        if loaded.calculated:
            findings += _calculated_compared(loaded, Report(source, written, book, quote, found), orbat, evaluator)
        if loaded.web_page:
            findings += _web_page_compared(loaded.web_page, Report(source, written, book, None, tuple(missing)))
        if loaded.sheets:
            findings += _sheets_compared(loaded.sheets, Report(source, written, book, None, tuple(missing)))
        found = _without_repeats(found, loaded, orbat, book)
        if reading is not None:
            found, differences = _with_claims_checked(found, reading, quote, book)
            unit_prices = {line.points for line in quote.all_units if line.points}
            reading = doubted_by_differences(reading, differences, book.ruleset.general_prices, unit_prices)
        findings += found
    in_order = tuple(sorted(map(loaded.located, findings), key=_worst_first))
    return Report(source, orbat, book, quote, in_order, text, reading, differences, loaded.parts, written, agreed)


def _pages_compared(loaded: Loaded, report: Report, checked: Orbat, evaluator: Evaluator) -> tuple[Finding, ...]:
    from orbat.report.page_check import page_findings

    assert report.orbat is not None
    assert report.book is not None
    # the pages show prices without the size and rulings that the players agreed
    if checked != report.orbat:
        report = replace(report, quote=evaluator.price(report.orbat, report.book))
    return tuple(page_findings(loaded.pages, report))


def _web_page_compared(page: str, report: Report) -> tuple[Finding, ...]:
    from orbat.render.html.agreement import not_compared, web_page_findings

    assert report.orbat is not None
    if sum(1 for _ in islice(units_of(report.orbat), _MAX_COMPARED + 1)) > _MAX_COMPARED:
        return (not_compared(),)
    # a data block in the expected page would make it longer than the page, which has none
    expected = split_page(web_page(report))
    assert expected is not None
    return tuple(web_page_findings(page, expected.rest))


def _sheets_compared(sheets: tuple[str, ...], report: Report) -> tuple[Finding, ...]:
    from orbat.documents.own_workbook import sheet_findings, sheet_texts
    from orbat.formats.army_workbook import other_sheets

    return tuple(sheet_findings(sheets, sheet_texts(other_sheets(_about_orbat(report)))))


def _calculated_compared(loaded: Loaded, report: Report, checked: Orbat, evaluator: Evaluator) -> tuple[Finding, ...]:
    from orbat.formats.calculated import calculated_findings

    assert report.orbat is not None
    assert report.book is not None
    # the file has prices without the size and rulings that the players agreed
    if checked != report.orbat:
        quote, found = evaluator.examine(report.orbat, report.book)
        report = replace(report, quote=quote, findings=found)
    report = replace(report, findings=(*report.findings, *loaded.findings))
    return tuple(calculated_findings(loaded.calculated, report))


def _without_repeats(found: tuple[Finding, ...], loaded: Loaded, orbat: Orbat, book: Book) -> tuple[Finding, ...]:
    reported = {finding.path for finding in loaded.findings}
    # a missing army list is reported once, not for each of its units
    if any(one.code == "UNT001" for one in found):
        entries = {(*place.path, "entry") for place in units_of(orbat) if place.list_id not in book.lists}
    else:
        entries = set()
    return tuple(
        one
        for one in found
        if one.code in INTERNAL or (one.path not in reported and not (one.code == "UNT001" and one.path in entries))
    )


def _with_claims_checked(
    found: tuple[Finding, ...], reading: Reading, quote: Quote, book: Book
) -> tuple[tuple[Finding, ...], tuple[ClaimDifference, ...]]:
    from orbat.report.typed_findings import typed_findings, with_unplaced_generals

    differences, typed = typed_findings(reading, quote, book)
    # the comparison replaces the rules about claimed points
    found = tuple(one for one in found if one.code not in CLAIM_CODES)
    return (*with_unplaced_generals(found, quote), *typed), differences


def failed_report(source: str, error: BaseException, loaded: Loaded | None = None) -> Report:
    """The report on a file that could not be checked because of an exception."""
    # An OSError means that the file cannot be read. Any other exception is an internal error.
    if isinstance(error, OSError):
        reason = (error.strerror or "an error").lower()
        problem = unreadable(
            phrase("cannot read {file}: {reason}", file=error.filename or source, reason=reason),
            "Check the file and its folder.",
        )
        return Report(source, None, None, None, (finding_of(problem),))
    finding = internal_error_finding(error)
    text = loaded.document.text if loaded and loaded.document else ""
    return Report(source, loaded.orbat if loaded else None, None, None, (finding,), text)


def _worst_first(finding: Finding) -> tuple[int, int]:
    return -1 if finding.is_question else SEVERITIES.index(finding.severity), finding.line or 0


def is_orbat_name(path: Path) -> bool:
    """Whether a file with this name can be an ORBAT. A file such as `NAME.play.yaml` cannot."""
    endings = tuple(one.suffix for one in files().values() if one.suffix)
    return path.suffix.lower() in ORBAT_SUFFIXES and not path.name.lower().endswith(endings)


def files_in(paths: Iterable[Path]) -> Iterator[Path]:
    """Yield the paths of files. A folder gives the ORBAT files inside it, sorted by path."""
    for path in paths:
        if path.is_dir():
            yield from sorted(
                inner
                for inner in path.rglob("*")
                if is_orbat_name(inner) and inner.is_file() and not inner.name.startswith(".")
            )
        else:
            yield path


def with_claims(orbat: Orbat, book: Book, quote: Quote) -> Orbat:
    """A copy of the ORBAT with calculated points, and the current versions of the ruleset and army lists."""
    edits = [Set(line.path, "points", line.sum.points) for line in quote.written_units if line.sum.points is not None]
    edits += [
        Set(line.path, "points", line.points) for line in quote.written_formations if line.formation.points is not None
    ]
    lists: list[tuple[OrbatPath, Pin | None]] = [((), orbat.army_list)]
    lists += [(line.path, line.formation.army_list) for line in quote.written_formations]
    lists += [(line.path, line.unit.army_list) for line in quote.written_units]
    for path, pin in lists:
        if pin and pin.id in book.lists:
            edits.append(Set(path, "army_list", Pin(pin.id, book.lists[pin.id].version)))
    ruleset = Pin(book.ruleset.id, book.ruleset.version)
    return replace(apply_all(orbat, tuple(edits)), total=quote.total, ruleset=ruleset)


def without_correct_claims(orbat: Orbat, quote: Quote) -> Orbat:
    """A copy of the ORBAT without the written points that are correct. Wrong written points remain."""
    edits = [Set(line.path, "points", None) for line in quote.written_units if line.unit.points == line.sum.points]
    edits += [
        Set(line.path, "points", None) for line in quote.written_formations if line.formation.points == line.points
    ]
    kept = apply_all(orbat, tuple(edits))
    return replace(kept, total=None) if orbat.total == quote.total else kept


def apply_fix(orbat: Orbat, finding: Finding, book: Book, evaluator: Evaluator | None = None) -> Orbat:
    """Apply the automatic fix of a finding."""
    evaluator = evaluator or Evaluator()
    before = evaluator.price(orbat, book)
    correct = {line.path for line in before.written_units if line.unit.points == line.sum.points}
    correct |= {line.path for line in before.written_formations if line.formation.points == line.points}
    total_correct = orbat.total == before.total
    orbat = apply_edits(orbat, finding.fix)
    after = evaluator.price(orbat, book)
    claims = {line.path: (line.unit.points, line.sum.points) for line in after.written_units}
    claims |= {line.path: (line.formation.points, line.points) for line in after.written_formations}
    for path in correct & claims.keys():
        claimed, points = claims[path]
        if claimed is not None:
            orbat = apply_all(orbat, (Set(path, "points", points),))
    # Claimed points that were correct before the fix are updated.
    return replace(orbat, total=after.total) if total_correct else orbat


def fix_refusal(orbat: Orbat, finding: Finding, fixed: Orbat, book: Book, evaluator: Evaluator | None = None) -> str:
    """The reason for not applying a fix, or "". `fixed` is the ORBAT after the fix."""
    from orbat.evaluate.trial import added_faults

    evaluator = evaluator or Evaluator()
    added = added_faults(evaluator.examine(orbat, book)[1], evaluator.examine(fixed, book)[1])
    if not added:
        return ""
    return phrase(
        "Not fixed: {message} {code}. The fix would cause: {added} {added_code}.",
        message=finding.message,
        code=finding.code,
        added=added[0].message,
        added_code=added[0].code,
    )


def save(orbat: Orbat, path: Path, original: str = "") -> None:
    """Write an ORBAT to a file: JSON for .json, otherwise YAML. Raises WriteFailed.

    If writing fails, the old file remains. `original` is the previous text of the file, with comments to keep.
    """
    save_text(path, file_text(orbat, path.suffix.lower(), original))


def save_text(path: Path, text: str) -> None:
    """Write text to a file. If writing fails, the old file remains. Raises WriteFailed."""
    from orbat.session.files import WriteFailed, write

    if path.suffix.lower() in READ_ONLY_SUFFIXES:
        raise WriteFailed(
            phrase(
                "{path} not written: ORBATs are saved as .yaml or .json. For other formats use orbat convert.",
                path=path,
            )
        )
    write(path, text.encode("utf-8", "replace"))


def file_text(orbat: Orbat, suffix: str = ".yaml", original: str = "") -> str:
    """The text of an ORBAT in the file format with the given extension.

    `original` is the previous text of the file, with comments to keep.
    """
    if suffix == ".json":
        from orbat.formats.yaml_file import json_text

        return json_text(orbat)
    from orbat.formats.yaml_file import yaml_text

    return yaml_text(orbat, original=original, parse=lambda text: parse(text).data)


def converted(report: Report, suffix: str) -> bytes:
    """The bytes of a file with a report's ORBAT. The report must have a book. `suffix` is one of `CONVERT_SUFFIXES`,
    or `SCENARIO_SUFFIX`.
    """
    if suffix == ".xlsx":
        from orbat.formats.army_workbook import army_workbook

        return army_workbook(_about_orbat(report))
    # without a byte-order mark, Excel reads a CSV file in the encoding of the country
    return convert(report, suffix).encode("utf-8-sig" if suffix == ".csv" else "utf-8", "replace")


def convert(report: Report, suffix: str) -> str:
    """Convert a report's ORBAT to text. Raises KeyError for an unknown suffix."""
    from orbat.formats.bbcode import bbcode
    from orbat.formats.csv_table import csv_text
    from orbat.formats.markdown import markdown
    from orbat.formats.orbat_mapper import orbat_mapper
    from orbat.formats.text import plain_text

    if suffix == ".html":
        return web_page(report)
    if suffix == SCENARIO_SUFFIX:
        return orbat_mapper(_about_orbat(report))
    if suffix in (".yaml", ".yml", ".json"):
        assert report.orbat is not None
        return file_text(report.orbat, suffix)
    return {".txt": plain_text, ".md": markdown, ".bbcode": bbcode, ".csv": csv_text}[suffix](report)


def format_suffix(path: Path) -> str:
    """The end of a file name that selects the format for `convert`, in lower case."""
    return SCENARIO_SUFFIX if path.name.lower().endswith(SCENARIO_SUFFIX) else path.suffix.lower()


def web_page(report: Report) -> str:
    """A report's ORBAT as a web page. The ORBAT's ruleset must be known.

    The page has the findings about the ORBAT, not those about the file from which the ORBAT was read.
    """
    from orbat.render.html.page import html_page
    from orbat.session.crash_log import version

    return html_page(_about_orbat(report), version())


def _about_orbat(report: Report) -> Report:
    # without findings about the file from which the ORBAT was read
    assert report.orbat is not None
    assert report.book is not None
    quote, found = Evaluator().examine(report.orbat, report.book)
    missing = (one for one in report.findings if one.code in _DATA_CODES)
    return Report("", report.orbat, report.book, quote, (*missing, *found))


def canonical_report(report: Report) -> Report:
    """A report on the same army with correct regiment names, sorted units and recalculated points."""
    if report.orbat is None or report.book is None:
        return report
    from orbat.model.canonical import canonical

    orbat = canonical(report.orbat, report.book)
    orbat = with_claims(orbat, report.book, Evaluator().price(orbat, report.book))
    quote, found = Evaluator().examine(orbat, report.book)
    return Report(report.source, orbat, report.book, quote, tuple(sorted(found, key=_worst_first)))


def report_for_opponent(report: Report) -> Report:
    """The report for the opponent: without notes, tags, `x-` keys and units that stay at home."""
    if report.orbat is None or report.book is None:
        return report
    from orbat.model.fielded import only_fielded
    from orbat.report.redacted import without_notes

    orbat = only_fielded(without_notes(report.orbat))
    quote, found = Evaluator().examine(orbat, report.book)
    missing = [one for one in report.findings if one.code in _DATA_CODES]
    return Report(report.source, orbat, report.book, quote, tuple(sorted([*missing, *found], key=_worst_first)))


def short_text(report: Report) -> str:
    """An ORBAT as short text for an email or chat message."""
    from orbat.formats.text import plain_text

    return plain_text(report, short=True)


def linter(library: Library) -> Linter:
    """A linter for data files and ORBATs."""
    from orbat.data.linter import Linter
    from orbat.formats.orbat_file import read_orbat

    return Linter(library, {"orbat": lambda text, _: read_orbat(text).findings})


def explanations() -> dict[str, Explanation]:
    """The explanations of all finding codes, by code."""
    from orbat.data.file_codes import EXPLANATIONS
    from orbat.data.lint_rules.catalogue import lint_rules
    from orbat.evaluate.catalogue import RULES
    from orbat.report.typed_findings import EXPLANATIONS as TYPED

    documented = [explain(rule.code, rule.title, rule.check.__doc__ or "") for rule in (*lint_rules(), *RULES)]
    added = [one for several in load_all("explanations") for one in several]
    return {one.code: one for one in sorted((*EXPLANATIONS, *TYPED, *added, *documented), key=lambda one: one.code)}

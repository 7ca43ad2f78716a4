"""Mutation tests: change the code in one place, run the tests that reach it, and expect one of them to fail.

    .venv/bin/python .ci/mutate.py [GROUP, FILE or FILE:FUNCTION ...] [--sample N --seed S] [--list] [--jobs N]

Prints each surviving mutant as `FILE:LINE FUNCTION: BEFORE -> AFTER`, and for each file how many mutants are killed.
`mutants.yaml` has the groups, and the accepted mutants with the reasons.

`--limit` bounds the time of the tests for each mutant, in seconds, so a few of the survivors would die without it.

The tests are collected once. A record in the folder for temporary files says which lines each test runs. A test is
recorded again if its module or its parameters change; `--record` records all tests again. Each mutant is tried in a
process forked before any test ran, so that no cache has results of the original code. There, the existing functions get
the code of the mutated module. For a mutant outside functions, the program and the tests are imported again.
"""

from __future__ import annotations

import argparse
import builtins
import gc
import hashlib
import importlib
import itertools
import os
import pickle
import random
import re
import resource
import shutil
import signal
import sys
import tempfile
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from difflib import SequenceMatcher
from importlib.machinery import SourceFileLoader
from pathlib import Path
from types import CodeType, FunctionType
from typing import Any, NamedTuple, TypeVar

import pytest
import yaml
from hypothesis import Phase, settings
from mutants import ROOT, Mutant, mutants_of, recording_code

PYTEST_OPTIONS = [
    "-qq", "-p", "no:cacheprovider", "-o", "addopts=", "--import-mode=importlib", "-m", "not slow", "--capture=sys",
    "-W", "ignore::pytest.PytestAssertRewriteWarning",
]  # fmt: skip
SOURCE = ROOT / "src" / "orbat"
RECORD = Path(tempfile.gettempdir()) / f"orbat-mutants-{os.getuid()}-2.pickle"
CONFIG = yaml.safe_load((ROOT / ".ci" / "mutants.yaml").read_text(encoding="utf-8"))
GROUPS: dict[str, dict[str, Any]] = CONFIG["groups"]
MEMORY = 6 << 30
LIBRARIES = ("highspy",)
"""Slow libraries that functions of the program import."""


def is_accepted(mutant: Mutant) -> bool:
    """Whether the configuration accepts that a mutant survives, and states the reason."""
    return mutant.change in CONFIG["accepted"].get(mutant.file, {}).get(mutant.function or "(module)", {})


def files_of(group: str) -> list[str]:
    """The files of a group."""
    patterns = GROUPS[group]["files"]
    return sorted(str(path.relative_to(ROOT)) for pattern in patterns for path in ROOT.glob(pattern))


ALL_FILES = sorted({file for group in GROUPS for file in files_of(group)})


# The record of the lines that each test runs


class Recorded(NamedTuple):
    """What a test did: its processor time, whether it passed, and the lines that it ran, by file and its version."""

    seconds: float
    passed: bool
    lines: dict[tuple[str, str], set[int]]


class Record:
    """The results of tests by `key_of`, and the text of each recorded version of a file."""

    def __init__(self) -> None:
        self.tests, self.texts = dict[str, Recorded](), dict[str, str]()
        if RECORD.exists():
            self.tests, self.texts = pickle.loads(RECORD.read_bytes())
        self.versions: dict[str, str] = {}
        for file in ALL_FILES:
            text = (ROOT / file).read_text(encoding="utf-8")
            self.versions[file] = hashlib.sha256(text.encode()).hexdigest()
            self.texts[self.versions[file]] = text
        self._moved: dict[tuple[str, str], dict[int, set[int]]] = {}

    def save(self) -> None:
        """Write the record, with what other runs have recorded meanwhile."""
        latest, new = Record(), RECORD.with_suffix(f".{os.getpid()}")
        new.write_bytes(pickle.dumps((latest.tests | self.tests, latest.texts | self.texts)))
        new.replace(RECORD)

    def has(self, key: str) -> bool:
        """Whether a test is recorded, with the texts of the files that it ran."""
        return key in self.tests and all(version in self.texts for _, version in self.tests[key].lines)

    def lines(self, key: str) -> Iterator[tuple[str, int]]:
        """The lines that a test runs: if a file has changed since then, those that correspond or are new."""
        for (file, version), ran in self.tests[key].lines.items():
            if file in self.versions:
                if (file, version) not in self._moved:
                    new = self.texts[self.versions[file]]
                    self._moved[file, version] = _moved_lines(self.texts[version], new)
                moved = self._moved[file, version]
                yield from ((file, line) for old in ran for line in moved[old])


def _moved_lines(old: str, new: str) -> dict[int, set[int]]:
    """For each line of a text, the same line in its new version, and the new lines in its place or next to it."""
    moved: dict[int, set[int]] = defaultdict(set)
    for tag, a, b, c, d in SequenceMatcher(None, old.splitlines(), new.splitlines(), False).get_opcodes():
        for line in range(a, b + 2):
            moved[line].update([c + line - a] if tag == "equal" and a < line <= b else [])
            moved[line].update(range(c + 1, d + 1) if tag != "equal" else [])
    return moved


def parameters_of(item: pytest.Item) -> tuple[Path, str] | None:
    """A test's module and parameters."""
    return (item.path, re.sub(r" at 0x\w+", "", repr(item.callspec.params))) if hasattr(item, "callspec") else None


def key_of(item: pytest.Item) -> str:
    """A digest of a test's id, the text of its module, and its parameters."""
    parts = (item.nodeid, item.path.read_text(encoding="utf-8"), str(parameters_of(item)))
    return hashlib.sha256("\n".join(parts).encode()).hexdigest()


def imported_files(test_module: Path) -> list[str]:
    """The files that a test module imports from, and so may use their constants."""
    text = test_module.read_text(encoding="utf-8")
    return [file for file in ALL_FILES if f"from {module_name(ROOT / file)} import" in text]


def module_name(path: Path) -> str:
    """The name of a module of the program."""
    return ".".join(path.relative_to(SOURCE.parent).with_suffix("").parts)


# Work in processes of its own

T = TypeVar("T")


def in_children(tasks: Iterable[T], work: Callable[[T, Path], object], jobs: int) -> Iterator[tuple[T, Any]]:
    """Do the work on each task in a forked process. The result is None if the process is killed."""
    waiting, running = iter(tasks), dict[int, tuple[T, Path]]()
    while True:
        while len(running) < jobs and (task := next(waiting, None)) is not None:
            folder = Path(tempfile.mkdtemp(prefix="orbat-mutant-"))
            if (pid := os.fork()) == 0:
                _work(task, work, folder)
            running[pid] = task, folder
        if not running:
            return
        task, folder = running.pop(os.wait()[0])
        result = folder / "result"
        found = pickle.loads(result.read_bytes()) if result.exists() else None
        if isinstance(found, Exception):
            raise found
        yield task, found
        shutil.rmtree(folder, ignore_errors=True)


def _work(task: T, work: Callable[[T, Path], object], folder: Path) -> None:
    try:
        nowhere = os.open(os.devnull, os.O_RDWR)
        for number in range(3):
            os.dup2(nowhere, number)
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
        result = work(task, folder)
    except Exception as error:
        result = RuntimeError(f"{task}: {error!r}")
    try:
        (folder / "result").write_bytes(pickle.dumps(result))
    finally:
        os._exit(0)


# Functions with the code of a mutated module

Key = tuple[str, int, int]
"""The qualified name and first line of a function, and its number among those with the same name and line."""


def _codes(module: CodeType) -> dict[Key, CodeType]:
    codes: dict[Key, CodeType] = {}
    waiting, seen = [module], Counter[tuple[str, int]]()
    while waiting:
        code = waiting.pop(0)
        name = (code.co_qualname, code.co_firstlineno)
        codes[*name, seen[name]] = code
        seen[name] += 1
        waiting += [constant for constant in code.co_consts if isinstance(constant, CodeType)]
    return codes


def functions_by_file() -> dict[str, list[tuple[Key, FunctionType]]]:
    """All existing functions of the files, including methods and what decorators have wrapped."""
    keys = {}
    for file in ALL_FILES:
        path = ROOT / file
        codes = _codes(compile(path.read_text(encoding="utf-8"), path, "exec", dont_inherit=True))
        keys[str(path)] = {code: key for key, code in codes.items()}
    found: dict[str, list[tuple[Key, FunctionType]]] = defaultdict(list)
    for function in gc.get_objects():
        if isinstance(function, FunctionType):
            code = function.__code__
            if key := keys.get(code.co_filename, {}).get(code):
                found[str(Path(code.co_filename).relative_to(ROOT))].append((key, function))
    return found


def replace_codes(module: CodeType, functions: list[tuple[Key, FunctionType]]) -> bool:
    """Give functions the code of a mutated module. False if none has other code, or one cannot have it."""
    codes, changed = _codes(module), False
    for key, function in functions:
        if key in codes and codes[key] != function.__code__:
            try:
                function.__code__ = codes[key]
            except ValueError:  # it uses other variables of the function around it
                return False
            changed = True
    return changed


# Tests of mutants


@dataclass(frozen=True, eq=False)
class Failures:
    """A pytest plugin that notes the tests that fail."""

    nodeids: list[str] = field(default_factory=list)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Note a failure in the test, before it or after it."""
        if report.failed:
            self.nodeids.append(report.nodeid)


@dataclass(frozen=True, eq=False)
class Selection:
    """A pytest plugin that selects tests by id, the quickest first."""

    seconds: dict[str, float]

    @pytest.hookimpl(trylast=True)
    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        """Leave out the other tests."""
        items[:] = [item for item in items if item.nodeid in self.seconds]
        items.sort(key=lambda item: self.seconds[item.nodeid])


@dataclass(eq=False)
class Mutation:
    """A pytest plugin that tries mutants with the collected tests."""

    mutants: list[Mutant]
    jobs: int
    limit: float
    anew: bool
    show_killed: bool
    killers: list[tuple[Mutant, str]] = field(default_factory=list)
    """Each mutant with the test that failed; with an empty text if it survived."""
    kills: Counter[tuple[str, str, str]] = field(default_factory=Counter)
    """The number of mutants of a function that a test killed, by file, function and test."""

    def pytest_collection(self) -> None:
        """Do not simplify random examples that fail."""
        settings.register_profile("mutants", settings(), phases=[Phase.explicit, Phase.reuse, Phase.generate])
        settings.load_profile("mutants")

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """Record the lines that each test runs, then try each mutant."""
        for module in (*map(module_name, sorted(SOURCE.rglob("*.py"))), *LIBRARIES):  # now, not in each process
            importlib.import_module(module)
        self.session, self.items = session, {item.nodeid: item for item in session.items}
        self.functions, self.seconds = functions_by_file(), dict[str, float]()
        gc.collect()
        gc.freeze()
        self._read_record()
        for mutant, killer in in_children(self.mutants, self._try, self.jobs):
            self.killers.append((mutant, "crash or timeout" if killer is None else killer))
            self.kills[mutant.file, mutant.function, killer or ""] += 1
            if self.show_killed and killer != "":
                print(f"{mutant} [killed by {killer or 'a crash or timeout'}]", flush=True)
            elif killer == "" and not is_accepted(mutant):
                print(mutant, flush=True)
            show_progress("mutants tried", len(self.killers), len(self.mutants))
        return True

    def _read_record(self) -> None:
        record = Record()
        self.versions = record.versions
        keys = {nodeid: key_of(item) for nodeid, item in self.items.items()}
        self.recording = {file: recording_code(file) for file in ALL_FILES}
        new: dict[object, list[str]] = defaultdict(list)
        for nodeid, item in self.items.items():
            if self.anew or not record.has(keys[nodeid]):
                new[parameters_of(item) or nodeid].append(nodeid)
        for done, (nodeids, result) in enumerate(in_children(new.values(), self._record, self.jobs), 1):
            record.tests.update({keys[nodeid]: result or Recorded(0.0, False, {}) for nodeid in nodeids})
            show_progress("groups of tests recorded", done, len(new))
            if done % 500 == 0 or done == len(new):
                record.save()
        self.by_line: dict[tuple[str, int], set[str]] = defaultdict(set)
        self.by_file: dict[str, set[str]] = defaultdict(set)
        imports = {path: imported_files(path) for path in {item.path for item in self.items.values()}}
        for nodeid, key in keys.items():
            if not record.tests[key].passed:
                print("left out, because it fails without a mutant:", nodeid)
                continue
            self.seconds[nodeid] = record.tests[key].seconds
            for file, line in record.lines(key):
                self.by_line[file, line].add(nodeid)
                self.by_file[file].add(nodeid)
            for file in imports[self.items[nodeid].path]:
                self.by_file[file].add(nodeid)

    def _record(self, nodeids: list[str], folder: Path) -> Recorded:
        """Run tests with the same parameters. They may share results, so all of them get all lines."""
        ran = set[tuple[str, int]]()
        builtins.__ran__ = ran.add  # type: ignore[attr-defined]
        for file, module in self.recording.items():
            replace_codes(module, self.functions[file])
        start = time.process_time()
        failed = self._run(nodeids, folder)
        lines: dict[tuple[str, str], set[int]] = defaultdict(set)
        for file, line in ran:
            lines[file, self.versions[file]].add(line)
        return Recorded((time.process_time() - start) / len(nodeids), not failed, dict(lines))

    def _run(self, nodeids: list[str], folder: Path) -> str:
        """Run tests until one fails. Return its id. Each may take twenty times as long as usual."""
        failures, config = Failures(), self.session.config
        config.pluginmanager.register(failures)
        config._tmp_path_factory._basetemp = folder  # type: ignore[attr-defined] # else all processes use one folder
        for nodeid, following in zip(nodeids, [*nodeids[1:], ""], strict=True):
            seconds = self.seconds.get(nodeid, 60)
            signal.setitimer(signal.ITIMER_PROF, 20 * seconds + 2)
            signal.alarm(int(60 * seconds) + 60)  # for a test that waits
            try:
                config.hook.pytest_runtest_protocol(item=self.items[nodeid], nextitem=self.items.get(following))
            except Exception:  # pytest cannot report the failure, for example because a value cannot be shown
                return nodeid
            if failures.nodeids:
                return nodeid
        return ""

    def _try(self, mutant: Mutant, folder: Path) -> str:
        module, nodeids = mutant.apply(), set(self.seconds)
        if mutant.statement:
            nodeids = self.by_line[mutant.file, mutant.statement]
        first = self._first(mutant, nodeids)
        if not first:
            return ""
        if mutant.statement and replace_codes(module, self.functions[mutant.file]):
            return self._run(first, folder)
        return self._import_and_run(mutant.file, module, first, folder)

    def _first(self, mutant: Mutant, nodeids: set[str]) -> list[str]:
        """The tests that are most likely to notice a mutant, as many as fit into the time limit.

        First those that killed other mutants of the function, then those that run most of its statements. Any test may
        notice a mutant outside functions. First those that run a function of the file, or whose module imports it.
        """
        place = (mutant.file, mutant.function)
        statements = {one.statement for one in self.mutants if (one.file, one.function) == place}
        reached = Counter(nodeid for line in statements for nodeid in self.by_line[mutant.file, line] & nodeids)
        reached.update(dict.fromkeys(self.by_file[mutant.file], 1))
        ranked = sorted(nodeids, key=lambda one: (-self.kills[*place, one], -reached[one], self.seconds[one]))
        ends = itertools.accumulate(self.seconds[nodeid] for nodeid in ranked)
        limit = self.limit if mutant.statement else 5 * self.limit
        return [nodeid for number, (nodeid, end) in enumerate(zip(ranked, ends, strict=True))
                if number < 3 or end <= limit]  # fmt: skip

    def _import_and_run(self, file: str, module: CodeType, nodeids: list[str], folder: Path) -> str:
        """Import the program and the tests again, with a mutated module, and run tests until one fails."""
        for name in [name for name in sys.modules if name.partition(".")[0] in ("orbat", "tests")]:
            del sys.modules[name]
        original = SourceFileLoader.get_code

        def get_code(self: Any, fullname: str) -> CodeType | None:
            return module if self.path == str(ROOT / file) else original(self, fullname)

        SourceFileLoader.get_code = get_code  # type: ignore[method-assign]
        failures, selection = Failures(), Selection({nodeid: self.seconds[nodeid] for nodeid in nodeids})
        signal.alarm(int(20 * sum(selection.seconds.values())) + 120)
        options = [*PYTEST_OPTIONS, "-x", f"--basetemp={folder / 'tmp'}"]
        result = pytest.main([*options, *sorted({nodeid.partition("::")[0] for nodeid in nodeids})],
                             plugins=[failures, selection])  # fmt: skip
        return "".join(failures.nodeids) or ("" if result == pytest.ExitCode.OK else "import")


# The command


def show_progress(what: str, done: int, total: int) -> None:
    """Show a count on standard error, seldom if that is not a terminal."""
    if sys.stderr.isatty() or done % 100 == 0:
        print(f"\r{done} of {total} {what} ", end="" if sys.stderr.isatty() else "\n", file=sys.stderr, flush=True)


def chosen(names: list[str]) -> tuple[list[str], list[Mutant]]:
    """The groups with the named files, and the mutants of the files."""
    groups, mutants = list[str](), dict[str, list[Mutant]]()
    for wanted in names or GROUPS:
        name, _, function = wanted.partition(":")
        holding = [name] if name in GROUPS else [group for group in GROUPS if name in files_of(group)]
        if not holding:
            sys.exit(f"{wanted} is not a group ({', '.join(GROUPS)}), and no group has such a file")
        groups += holding
        for file in files_of(name) if name in GROUPS else [name]:
            of_file = mutants_of(file)
            mutants[f"{file}:{function}"] = [one for one in of_file if function in ("", one.function)]
    return groups, [one for of_file in mutants.values() for one in of_file]


def print_figures(killers: list[tuple[Mutant, str]]) -> float:
    """Print the figures of each file. Return the percentage of killed mutants."""
    figures: dict[str, Counter[str]] = defaultdict(Counter)
    for mutant, killer in killers:
        accepted = is_accepted(mutant)
        for name in (mutant.file, "total"):
            figures[name].update({"all": 1, "killed": bool(killer), "accepted": accepted and not killer})
    print("\n killed    of        accepted  file")
    for name, of in sorted(figures.items(), key=lambda one: (one[0] == "total", one[0])):
        print(f"{of['killed']:7} {of['all']:5} {100 * of['killed'] / of['all']:5.1f}%  {of['accepted']:8}  {name}")
    return 100 * figures["total"]["killed"] / max(len(killers), 1)


def main() -> int:
    """Try the mutants, and print the result. The exit code is 1 if too few mutants are killed."""
    parser = argparse.ArgumentParser(description="Mutation tests. See .ci/mutate.py for an explanation.")
    parser.add_argument("names", nargs="*", metavar="NAME", help=f"FILE, FILE:FUNCTION, {', '.join(GROUPS)}")
    parser.add_argument("--sample", type=int, metavar="N", help="try only N mutants, chosen at random")
    parser.add_argument("--seed", type=int, default=1, help="of the random choice")
    parser.add_argument("--list", action="store_true", help="list the mutants and do not try them")
    parser.add_argument("--killed", action="store_true", help="list killed mutants too, with the test that failed")
    parser.add_argument("--limit", type=float, default=8, metavar="SECONDS", help="of tests for a mutant, usually 8")
    parser.add_argument("--record", action="store_true", help="record again which lines each test runs")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="processes at a time")
    options = parser.parse_args()
    groups, mutants = chosen(options.names)
    if options.sample is not None and options.sample < len(mutants):
        mutants = random.Random(options.seed).sample(mutants, options.sample)  # noqa: S311 - no secret
    if options.list:
        print(*mutants, sep="\n")
        return 0
    sys.path[:0] = [str(ROOT), str(ROOT / "src")]
    os.environ["PYTHONPATH"] = str(ROOT / "src")
    os.chdir(ROOT)
    plugin = Mutation(mutants, options.jobs, options.limit, options.record, options.killed)
    pytest.main([*PYTEST_OPTIONS, *sorted({test for group in groups for test in GROUPS[group]["tests"]})], [plugin])
    if len(plugin.killers) < len(mutants):
        return 3
    percentage = print_figures(plugin.killers)
    return 0 if percentage >= max(GROUPS[group]["bar"] for group in groups) else 1


if __name__ == "__main__":
    sys.exit(main())

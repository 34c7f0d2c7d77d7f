"""Runs each mutant in a process of its own, forked when the tests are collected and nothing has run yet."""

import gc
import json
import os
import resource
import time
from collections import defaultdict, deque
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import reduce
from operator import or_

import pytest
from _pytest.runner import runtestprotocol
from coverage import Coverage

from tests.mutants.making import Mutant

SECONDS = 20  # of processor time, beside what the tests take by themselves
MEMORY = 4 * 2**30
REMEMBERED = 12
ENDLESS = "no end of it"  # what was noticed of a child that was stopped, or ran out of memory
UNUSABLE = "no code"
Reach = dict[str, dict[int, int]]  # by module and line, one bit for each test that reaches it: small, as it is forked


@dataclass(slots=True)
class Runner:
    """A pytest plugin that asks of each mutant which test fails, instead of running the tests."""

    mutants: Sequence[Mutant]
    may_notice: Callable[[Mutant, str], bool]
    processes: int
    keep: Callable[[Mapping[Mutant, str | None]], None]  # called now and then, and at the end
    found: dict[Mutant, str | None] = field(default_factory=dict)  # the test that noticed it, or None
    _items: dict[str, pytest.Item] = field(default_factory=dict)
    _reach: Reach = field(default_factory=dict)
    _seconds: dict[str, float] = field(default_factory=dict)
    _last: dict[str, deque[str]] = field(default_factory=lambda: defaultdict(lambda: deque(maxlen=REMEMBERED)))

    @property
    def usable(self) -> dict[Mutant, str | None]:
        """What was found, without the mutants that are no code: they do not count."""
        return {mutant: test for mutant, test in self.found.items() if test != UNUSABLE}

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """Ask of each mutant, some at once."""
        # drawn answers notice other mutants each time, so tests of that kind have no say
        self._items = {item.nodeid: item for item in session.items if not item.get_closest_marker("hypothesis")}
        gc.freeze()
        looked = json.loads(self._look_apart())
        if "fails" in looked:
            raise pytest.UsageError(f"{looked['fails']} fails without a mutant")
        self._seconds = looked["seconds"]
        self._reach = {
            module: {int(line): int(bits, 16) for line, bits in lines.items()}
            for module, lines in looked["reach"].items()
        }
        print(f"{len(self._items):,} tests, {sum(self._seconds.values()):.0f} s", flush=True)
        running: dict[int, tuple[Mutant, int]] = {}
        for mutant in self.mutants:
            if len(running) >= self.processes:
                self._wait(running)
            tests = self._tests(mutant)
            if tests:
                running.update([self._start(mutant, tests)])
            else:
                self._note(mutant, None)
        while running:
            self._wait(running)
        self.keep(self.usable)
        return True

    def _tests(self, mutant: Mutant) -> list[str]:
        """Return the tests that reach the statement; those first that noticed another, then of its name, then quick."""
        lines = self._reach.get(mutant.module, {})
        bits = reduce(or_, (lines.get(line, 0) for line in mutant.lines), 0)
        reaching = {
            test for place, test in enumerate(self._items) if bits >> place & 1 and self.may_notice(mutant, test)
        }
        before = [test for key in _keys(mutant) for test in reversed(self._last[key]) if test in reaching]
        topic = mutant.module.rpartition(".")[2]
        rest = sorted(reaching, key=lambda test: (topic not in test, self._seconds[test]))
        return list(dict.fromkeys([*before, *rest]))

    def _start(self, mutant: Mutant, tests: list[str]) -> tuple[int, tuple[Mutant, int]]:
        seconds = int(SECONDS + 5 * sum(self._seconds[test] for test in tests))

        def work() -> str:
            resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds + 5))
            resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
            if not mutant.takes_over():
                return UNUSABLE
            return next((test for test in tests if not self._passes(test)), "")

        child, reading = _apart(work)
        return child, (mutant, reading)

    def _wait(self, running: dict[int, tuple[Mutant, int]]) -> None:
        """Wait for one of them."""
        while True:
            for child, (mutant, reading) in running.items():
                done, status = os.waitpid(child, os.WNOHANG)
                if done:
                    del running[child]
                    test = _read(reading)
                    self._note(mutant, test or (ENDLESS if status else None))
                    return
            time.sleep(0.002)

    def _note(self, mutant: Mutant, test: str | None) -> None:
        self.found[mutant] = test
        for key in _keys(mutant) if test else ():
            with suppress(ValueError):
                self._last[key].remove(test or "")
            self._last[key].append(test or "")
        if len(self.found) % 250 == 0:
            print(f"{len(self.found):,} run, {sum(1 for test in self.found.values() if test):,} noticed", flush=True)
            self.keep(self.usable)

    def _passes(self, name: str) -> bool:
        reports = runtestprotocol(self._items[name], log=False, nextitem=None)
        return not any(report.failed for report in reports)

    def _look_apart(self) -> str:
        child, reading = _apart(self._look)
        answer = _read(reading)
        os.waitpid(child, 0)
        return answer

    def _look(self) -> str:
        """Return which tests reach which lines, and how long they take; all must pass."""
        watch = Coverage(data_file=None, source=["app/rules"], config_file=False, messages=False)
        seconds = {}
        watch.start()
        for name in self._items:
            watch.switch_context(name)
            start = time.process_time()
            if not self._passes(name):
                return json.dumps({"fails": name})
            seconds[name] = time.process_time() - start
        watch.stop()
        data = watch.get_data()
        bit = {name: 1 << place for place, name in enumerate(self._items)}
        reach = {
            _module(path): {
                line: hex(sum(bit.get(name, 0) for name in set(names)))
                for line, names in data.contexts_by_lineno(path).items()
            }
            for path in data.measured_files()
        }
        return json.dumps({"reach": reach, "seconds": seconds})


def _keys(mutant: Mutant) -> tuple[str, str]:
    return f"{mutant.module}.{mutant.function}", mutant.module


def _module(path: str) -> str:
    place = os.path.relpath(path).removesuffix(".py")
    return place.replace(os.sep, ".").removesuffix(".__init__")


def _apart(work: Callable[[], str]) -> tuple[int, int]:
    """Do some work in a child, which leaves without any of pytest's farewells; return it and where its answer comes."""
    reading, writing = os.pipe()
    child = os.fork()
    if child:
        os.close(writing)
        return child, reading
    code = 1
    try:
        os.close(reading)
        with os.fdopen(writing, "w") as out:
            out.write(work())
        code = 0
    finally:
        os._exit(code)


def _read(reading: int) -> str:
    with os.fdopen(reading) as answer:
        return answer.read()


def run(runner: Runner, arguments: Sequence[str]) -> Mapping[Mutant, str | None]:
    """Collect the tests, let the runner have them, and return what noticed each mutant."""
    code = pytest.main(["-p", "no:randomly", "-p", "no:cacheprovider", "-s", *arguments], plugins=[runner])
    if code not in (pytest.ExitCode.OK, pytest.ExitCode.NO_TESTS_COLLECTED):
        raise SystemExit(int(code))
    print(f"{len(runner.found) - len(runner.usable)} are no code and do not count")
    return runner.usable

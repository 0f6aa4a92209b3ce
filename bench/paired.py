"""What every bench_*.py is made of: sides that take turns, and the file that keeps what they gave.

A time on a busy machine says little. Two times from one round say more: the sides take turns,
A B C A B C …, and each round gives one ratio for each pair. A question (`Question`) is asked in
parts, each with its own round of sides; a part can be measured again alone. What was measured goes
to results/NAME.json with the machine, one picture to results/NAME.svg, and the tables of RESULTS.md
are made from the file (`report`), so that no figure is ever typed.

    python bench/bench_NAME.py [--part PART] [--rounds 7] [--quick] [--draw]
"""

import argparse
import json
import os
import platform
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from importlib.metadata import version
from pathlib import Path
from statistics import quantiles

from neighbours import undisturbed

BENCH = Path(__file__).resolve().parent
ROOT = BENCH.parent
RESULTS = BENCH / "results"
OUT = BENCH / "out"  # ignored by git: what --quick writes, models, logs


def spread(values: Sequence[float]) -> tuple[float, float, float]:
    """The first quartile, the median and the third quartile."""
    if len(values) == 1:
        return (values[0],) * 3
    low, middle, high = quantiles(values, n=4, method="inclusive")
    return low, middle, high


def take_turns(
    sides: Mapping[str, Callable[[], float]],
    rounds: int,
    warm_up: int = 1,
    disturbed: list[float] | None = None,
    watch: bool = True,
) -> dict[str, list[float]]:
    """Call the sides in turn, `rounds` times: {side: what it returned, one number a round}.

    The first `warm_up` turns of each are dropped: caches, pages and threads are not there yet. A
    turn that other processes disturb is taken again, see neighbours; with `disturbed`, how many
    cores they used in the turns that count is added to it. Without `watch` no turn is taken again:
    the judge's ranks are reaped by the kernel, and their time would count as that of others.
    """
    values = {name: [] for name in sides}
    for done in range(warm_up + rounds):
        for name, side in sides.items():
            value, cores = undisturbed(side) if watch and done >= warm_up else (side(), 0.0)
            values[name].append(value)
            if disturbed is not None and done >= warm_up:
                disturbed.append(cores)
    return {name: each[warm_up:] for name, each in values.items()}


def told(disturbed: Sequence[float]) -> str:
    """How quiet the machine was, as a sentence."""
    _, middle, _ = spread(disturbed)
    return (
        f"Other processes used {middle:.2f} cores in the median turn, {max(disturbed):.2f} at most."
    )


def seconds(work: Callable[[], object]) -> float:
    """How long one call of work takes."""
    begun = time.perf_counter()
    work()
    return time.perf_counter() - begun


@dataclass
class Ratio:
    """A row over another one, round by round, and the target that was set before measuring."""

    name: str
    values: list[float]
    at_least: float | None = None
    at_most: float | None = None


@dataclass
class Part:
    """What one set of rounds gave.

    rows: {row: its numbers, one a round}; units: {row: unit}; errors: {what could not run: why}.
    notes: sentences.
    """

    rows: dict[str, list[float]] = field(default_factory=dict)
    units: dict[str, str] = field(default_factory=dict)
    ratios: list[Ratio] = field(default_factory=list)
    errors: dict[str, str] = field(default_factory=dict)
    notes: list[str] = field(default_factory=list)
    machine: str = ""

    def add(self, unit: str, rows: Mapping[str, list[float]]) -> None:
        """Add rows of one unit."""
        for name, values in rows.items():
            self.rows[name], self.units[name] = list(values), unit

    def compare(self, name: str, one: str, other: str, **target: float | None) -> None:
        """Add the ratio of two rows, round by round, unless one of them could not be measured."""
        if one in self.rows and other in self.rows:
            pairs = zip(self.rows[one], self.rows[other], strict=True)
            self.ratios.append(Ratio(name, [a / b for a, b in pairs], **target))

    def limit(self, row: str, at_most: float | None) -> None:
        """Hold a row itself to a target, in its own unit."""
        if at_most is not None:
            named = f"{row}, {self.units[row]}"
            self.ratios.append(Ratio(named, self.rows[row], at_most=at_most))

    def median(self, row: str) -> float:
        return spread(self.rows[row])[1]


Measure = Callable[[int, bool], Part]  # (rounds, quick)
Parts = dict[str, Part]


@dataclass(frozen=True)
class Question:
    """One file bench_NAME.py. draw makes results/NAME.svg, at the path given, from all parts."""

    name: str
    parts: Mapping[str, Measure]
    draw: Callable[[Parts, Path], None] | None = None

    def main(self, argv: Sequence[str] | None = None) -> None:
        """Measure what the command line asks for, keep it, draw it, and tell it."""
        # Not at the top: report imports this file.
        import report

        options = self._parse(argv)
        folder = OUT / "results" if options.quick else RESULTS
        rounds = 2 if options.quick else options.rounds
        for part in [] if options.draw else options.part:
            measured = self.parts[part](rounds, options.quick)
            measured.machine = machine()
            save(folder, self.name, part, measured)
            print(f"{self.name}, {part}\n" + report.plain(measured), flush=True)
        if self.draw:
            self.draw(load(folder, self.name), folder / f"{self.name}.svg")
        if not options.quick:
            report.rewrite()

    def _parse(self, argv: Sequence[str] | None) -> argparse.Namespace:
        names = list(self.parts)
        parser = argparse.ArgumentParser(description=f"Measure: {self.name}. See RESULTS.md.")
        parser.add_argument("--part", nargs="+", choices=names, default=names, help="only these")
        parser.add_argument("--rounds", type=int, default=7)
        parser.add_argument("--quick", action="store_true", help="try it: two rounds, kept aside")
        parser.add_argument("--draw", action="store_true", help="only draw what was measured")
        return parser.parse_args(argv)


def save(folder: Path, name: str, part: str, measured: Part) -> None:
    """Put one part into the question's file; the other parts stay as they are."""
    folder.mkdir(parents=True, exist_ok=True)
    parts = load(folder, name) | {part: measured}
    text = json.dumps({key: rounded(asdict(each)) for key, each in parts.items()}, indent=1)
    (folder / f"{name}.json").write_text(text + "\n", encoding="utf-8")


def rounded(value: object) -> object:
    """The same data with numbers of five digits: more would be noise, and hard to read."""
    if isinstance(value, float):
        return float(f"{value:.5g}")
    if isinstance(value, dict):
        return {key: rounded(each) for key, each in value.items()}
    return [rounded(each) for each in value] if isinstance(value, list) else value


def load(folder: Path, name: str) -> Parts:
    """The parts that the question's file holds: {part: Part}; none when there is no file."""
    path = folder / f"{name}.json"
    if not path.is_file():
        return {}
    parts = json.loads(path.read_text(encoding="utf-8"))
    for part in parts.values():
        part["ratios"] = [Ratio(**ratio) for ratio in part["ratios"]]
    return {name: Part(**part) for name, part in parts.items()}


def machine() -> str:
    """What this is measured on, in one line."""
    cores = len(numbers) if (numbers := cpu_values("processor")) else platform.machine()
    release = platform.release().split("-")[0]
    model = (cpu_values("model name") or [platform.processor() or "unknown processor"])[0]
    return (
        f"{cores} cores of {model}, {memory_gb()} GB, {platform.system()} {release}, "
        f"Python {platform.python_version()}, PyTorch {version('torch')}"
    )


def cpu_values(key: str) -> list[str]:
    """What /proc/cpuinfo says of each core; nothing where there is no such file."""
    path = Path("/proc/cpuinfo")
    lines = path.read_text().splitlines() if path.exists() else []
    pairs = [line.split(":", 1) for line in lines if ":" in line]
    return [value.strip() for name, value in pairs if name.strip() == key]


def memory_gb() -> int:
    return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") >> 30

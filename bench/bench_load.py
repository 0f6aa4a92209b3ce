"""What does loading a rank's shard cost, in memory and in time?

Every rank is a new process. Memory: how far the peak of its resident memory rises above what it had
before, over the bytes of its weights; pages of the checkpoint that it has mapped count. Time: over
reading as many bytes of the file into new memory, by all ranks at once. The file lies in the page
cache, so the disk plays no part.
"""

import sys
import time
from functools import partial
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent))

import torch
from checkpoint import random_qwen3
from neighbours import undisturbed
from paired import Part, Parts, Question, Ratio, told

from solutions.ch08_communicator.communicator import TorchGroup
from solutions.ch09_processes.processes import RankProcesses
from solutions.ch11_qwen3.engine import ModelRunner

DTYPES = ("float32", "bfloat16")
CLEAR_PEAK = "5"  # what /proc/self/clear_refs takes to forget the highest resident size


def resident(key: str) -> int:
    """VmRSS or VmHWM of this process, in bytes."""
    lines = Path("/proc/self/status").read_text().splitlines()
    return next(int(line.split()[1]) << 10 for line in lines if line.startswith(key))


class Loader:
    """One rank that has loaded nothing yet."""

    def __init__(self, group: TorchGroup, directory: str):
        self.group = group
        self.directory = directory

    def load(self) -> list[float]:
        """The largest of all ranks: peak over shard bytes, seconds to load, seconds to read."""
        Path("/proc/self/clear_refs").write_text(CLEAR_PEAK)
        before = resident("VmRSS")
        begun = time.perf_counter()
        runner = ModelRunner(self.directory, self.group)
        seconds = time.perf_counter() - begun
        risen = resident("VmHWM") - before
        parameters = {p.data_ptr(): p.nbytes for p in runner.model.parameters()}
        shard = sum(parameters.values())
        del runner
        return self.largest([risen / shard, seconds, self.read(shard)])

    def read(self, num_bytes: int) -> float:
        """Seconds to read so many bytes, this rank's stretch of the file, into new memory."""
        self.largest([0.0])  # begin together
        with (Path(self.directory) / "model.safetensors").open("rb", buffering=0) as file:
            file.seek(self.group.rank * num_bytes)
            begun = time.perf_counter()
            left = memoryview(torch.empty(num_bytes, dtype=torch.uint8).numpy())
            while num_read := file.readinto(left):
                left = left[num_read:]
            return time.perf_counter() - begun

    def largest(self, numbers: list[float]) -> list[float]:
        return self.group.all_gather(torch.tensor([numbers]), dim=0).amax(0).tolist()


def load_anew(tp: int, dtype: str) -> list[float]:
    """In new processes: one that has loaded before still has memory that it gave up."""
    with RankProcesses(Loader, tp, "forkserver", (str(random_qwen3(dtype)),)) as ranks:
        return ranks.call("load")


def measure(tp: int, rounds: int, quick: bool) -> Part:
    """Load in new processes, in both dtypes in turn."""
    part, disturbed = Part(), []
    found = {dtype: [] for dtype in DTYPES}
    for _ in range(rounds + 1):
        for dtype in DTYPES:
            measured, cores = undisturbed(partial(load_anew, tp, dtype))
            found[dtype].append(measured)
            disturbed.append(cores)
    for dtype, rows in found.items():
        memory, load, read = map(list, zip(*rows[1:], strict=True))
        part.add("s", {f"{dtype}, load": load, f"{dtype}, read": read})
        part.ratios.append(Ratio(f"{dtype}: peak / shard", memory, at_most=1.05))
        part.compare(f"{dtype}: load / read", f"{dtype}, load", f"{dtype}, read", at_most=1.3)
    part.notes.append(told(disturbed))
    return part


def draw(parts: Parts, path: Path) -> None:
    """Both ratios as dots with their quartiles, against the line at 1."""
    import pictures
    from paired import spread

    figure, axes = pictures.figure(9, 2.8, 2, sharey=True)
    ratios = {
        f"TP={tp.removeprefix('tp')}, {r.name}": r for tp, p in parts.items() for r in p.ratios
    }
    for panel, what, title in zip(
        axes,
        (": peak / shard", ": load / read"),
        ("Peak memory over the shard's bytes", "Time over reading those bytes"),
        strict=True,
    ):
        rows = {name.removesuffix(what): r for name, r in ratios.items() if name.endswith(what)}
        for i, ratio in enumerate(rows.values()):
            low, middle, high = spread(ratio.values)
            panel.plot([low, high], [i, i], color=pictures.OURS, linewidth=2)
            panel.plot(middle, i, "o", color=pictures.OURS)
            panel.annotate(
                f"{middle:.3g}", (middle, i), (0, 8), textcoords="offset points", ha="center"
            )
        panel.axvline(1, color=pictures.MUTED, linewidth=1)
        panel.axvline(ratio.at_most, color=pictures.MUTED, linewidth=1, linestyle=":")
        panel.annotate(
            "target", (ratio.at_most, len(rows) - 0.55), (3, 0), textcoords="offset points"
        )
        panel.set_xlim(0, 1.15 * panel.get_xlim()[1])
        panel.set_ylim(len(rows) - 0.5, -0.7)
        panel.set_yticks(range(len(rows)), list(rows))
        panel.set_title(title)
    pictures.save(figure, path)


PARTS = {f"tp{tp}": partial(measure, tp) for tp in (2, 4)}

if __name__ == "__main__":
    Question("load", PARTS, draw).main()

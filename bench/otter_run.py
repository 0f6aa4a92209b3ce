"""otter-grader as a side of bench_judge.py: `otter run` of one submission, without a container."""

import json
import os
import shutil
import subprocess
from pathlib import Path

from paired import BENCH, seconds
from peers import python_of

SIDES = BENCH / "sides"


class Otter:
    """An autograder of problem 199, and a submission that it grades at each call."""

    def __init__(self, folder: Path, submission: Path):
        """Make the autograder in this folder. Raises RuntimeError where otter cannot run."""
        self.folder, self.submission = folder, submission
        self.bin = python_of("otter").parent
        shutil.rmtree(folder, ignore_errors=True)
        (folder / "tests").mkdir(parents=True)
        (folder / "out").mkdir()
        text = (SIDES / "otter_199.py").read_text(encoding="utf-8").replace("SIDES", str(SIDES))
        (folder / "tests" / "q199.py").write_text(text, encoding="utf-8")
        self._otter("generate", "-t", "tests", "--no-requirements", "--no-environment")

    def __call__(self) -> float:
        """The seconds of one grading. Raises RuntimeError when it does not give all points."""
        words = ["-a", "autograder.zip", "-o", "out", "--no-logo", str(self.submission)]
        took = seconds(lambda: self._otter("run", *words))
        if (points := self._points()) != 1.0:
            raise RuntimeError(f"otter gives {points} of 1 point")
        return took

    def _points(self) -> float:
        results = json.loads((self.folder / "out" / "results.json").read_text(encoding="utf-8"))
        return sum(test.get("score", 0.0) for test in results["tests"])

    def _otter(self, *words: str) -> None:
        path = f"{self.bin}{os.pathsep}{os.environ['PATH']}"  # it starts a kernel of its venv
        done = subprocess.run(
            [str(self.bin / "otter"), *words], cwd=self.folder, capture_output=True, text=True,
            env={**os.environ, "PATH": path},
        )  # fmt: skip
        if done.returncode:
            raise RuntimeError("\n".join(done.stderr.splitlines()[-3:]))

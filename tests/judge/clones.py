"""The command as a process of its own, in the working tree or in a copy of what a learner gets."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

from judge import catalog, splice
from judge.catalog import ROOT


def make_clone(target: Path) -> Path:
    """A copy of what a learner gets, with a progress of its own."""
    skip = shutil.ignore_patterns("__pycache__", "*.ipynb")
    for name in ("judge", "practice", "chapters", "solutions"):
        shutil.copytree(ROOT / name, target / name, ignore=skip)
    for problem in catalog.problems():
        for name in problem.files if problem.ready else ():
            tasks = [task for task in problem.tasks if task.file == name]
            solution = (catalog.solution_home(problem) / name).read_text(encoding="utf-8")
            stub = catalog.home(problem, target) / name
            stub.write_text(splice.make_stub(solution, tasks), encoding="utf-8")
    return target


def command(
    root: Path, *arguments: str, python: tuple[str, ...] = (sys.executable,), **env: str
) -> subprocess.CompletedProcess[str]:
    """Run the real script in a process of its own."""
    script = [*python, str(root / "practice" / "judge.py"), *arguments]
    plain = {"PATH": os.environ["PATH"], "PYTHONDONTWRITEBYTECODE": "1", "PYTHONUTF8": "1"}
    return subprocess.run(
        script, cwd=root, env={**plain, **env}, capture_output=True, text=True, timeout=60
    )

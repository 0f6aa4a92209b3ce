"""Commands of the judge, and machines that lack something to run them on."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent.parent
HERE = Path(__file__).parent
JUDGE = [sys.executable, str(ROOT / "practice" / "judge.py")]


def run(command, limit=None, **environment):
    """The judge's exit code, output and errors. `limit` runs in the child before it starts."""
    done = subprocess.run(
        command, cwd=ROOT, capture_output=True, text=True, timeout=110, preexec_fn=limit,
        env={**os.environ, "PYTHONPATH": str(ROOT), **environment},
    )  # fmt: skip
    assert "Traceback" not in done.stderr, done.stderr
    return done


def in_namespaces(flags, script, *arguments):
    """A shell script as root of namespaces of its own, then the judge with these arguments."""
    if not shutil.which("unshare"):
        pytest.skip("there is no unshare")
    tried = subprocess.run(["unshare", flags, "true"], capture_output=True, text=True)
    if tried.returncode:
        pytest.skip(f"namespaces cannot be made here: {tried.stderr.strip()}")
    return ["unshare", flags, "sh", "-ec", f'{script}\nexec "$@"', "sh", *JUDGE, *arguments]


def lacking(*names):
    return [sys.executable, str(HERE / "lacking.py"), *names, "--", *JUDGE]


def small_disk(tmp_path, size):
    return f"mount -t tmpfs -o size={size} none '{tmp_path}'; export TMPDIR='{tmp_path}'"

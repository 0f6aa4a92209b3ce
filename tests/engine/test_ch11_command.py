"""The command: one process that starts ranks, one under torchrun, and mistakes in it."""

import subprocess
import sys
from pathlib import Path

import pytest

from solutions.ch11_qwen3.cli import main

ROOT = Path(__file__).parents[2]
TINY = ROOT / "models" / "tiny-qwen3"


def command(*argv, launcher=("-m",), **kwargs):
    return subprocess.run(
        [sys.executable, *launcher, "solutions.ch11_qwen3.engine", *argv],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=60,
        **kwargs,
    )


def test_the_command_starts_ranks_and_prints_the_completion():
    run = command("--model", TINY, "--tp", "2", "The capital of France is")
    assert (run.returncode, run.stdout, run.stderr) == (0, " Paris.\n", "")


def test_the_command_works_under_torchrun():
    launcher = ("-m", "torch.distributed.run", "--nproc-per-node", "2", "-m")
    argv = ["--model", TINY, "--max-tokens", "1", "The capital of France is"]
    run = command(*argv, launcher=launcher)
    assert (run.returncode, run.stdout) == (0, " Paris\n"), run.stderr


@pytest.mark.parametrize(
    ("argv", "message"),
    [
        (["--tp", "3"], "cannot be cut for 3 ranks"),
        (["--tp", "two"], "invalid int value: 'two'"),
        (["--temperature", "-1"], "temperature must be 0 or more"),
        (["--model", "nowhere"], "no model configuration at nowhere"),
        (["--model", str(TINY), "--dtype", "int8"], "invalid choice: 'int8'"),
    ],
)
def test_a_users_mistake_is_one_line_and_code_2(argv, message, capsys):
    try:
        code = main(["--model", str(TINY), *argv, "text"])
    except SystemExit as leaving:
        code = leaving.code
    err = capsys.readouterr().err
    assert code == 2
    assert message in err and err.count("\n") == 1

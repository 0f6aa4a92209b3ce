"""What the README shows is what its commands print."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from clones import command, make_clone

from judge.catalog import ROOT

BEFORE = Path("ch01_where_to_cut", "matmul.py")
OWN = Path("ch02_linear", "linear.py")


def shown(prompt: str) -> list[str]:
    """The lines of the README's block that begins with this command."""
    blocks = (ROOT / "README.md").read_text("utf-8").split("```\n")
    lines = next(block for block in blocks if block.startswith(f"$ {prompt}\n")).splitlines()
    return [line for line in lines[1:] if not line.startswith("Setting up .venv")]


def without_chance(text: str) -> list[str]:
    """Its lines, with no duration and no seed: those differ from run to run."""
    text = re.sub(r"[\d.]+ s, seed", "… s, seed", text)
    return re.sub(r"seed \w+", "seed …", text).strip("\n").splitlines()


@pytest.fixture
def clone(tmp_path: Path) -> Path:
    return make_clone(tmp_path / "clone")


def test_the_readme_shows_what_check_prints_first(clone: Path) -> None:
    (clone / "chapters" / BEFORE).with_name("lesson.ipynb").touch()
    assert command(clone, "check").stdout.splitlines() == shown("make check")


def test_the_readme_shows_the_report_of_a_bias_that_every_rank_adds(clone: Path) -> None:
    done = (ROOT / "solutions" / BEFORE).read_text("utf-8")
    (clone / "chapters" / BEFORE).write_text(done, "utf-8")
    right = (ROOT / "solutions" / OWN).read_text("utf-8")
    wrong = right.replace("bias = self.bias if self.tp_rank == 0 else None", "bias = self.bias")
    assert wrong != right
    (clone / "chapters" / OWN).write_text(wrong, "utf-8")
    printed = command(clone, "ch02").stdout
    assert without_chance(printed) == without_chance(
        "\n".join(shown("python practice/judge.py ch02"))
    )

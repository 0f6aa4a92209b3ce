"""The learner's files are what the solutions make, import, and have nothing filled in."""

import ast
import os
import shutil
import subprocess
import sys

import pytest

from judge import catalog, stubs
from judge.catalog import ROOT
from judge.splice import task_states

READY = [problem for problem in catalog.problems() if problem.ready]
GENERATED = stubs.generated()
FILES = [(problem, name) for problem in READY for name in problem.files]
WITH_GAPS = pytest.mark.parametrize(
    ("problem", "name"), FILES, ids=[f"{problem.id}-{name}" for problem, name in FILES]
)


def tasks_of(problem, name):
    return [task for task in problem.tasks if task.file == name]


@pytest.mark.parametrize("path", GENERATED, ids=str)
def test_a_committed_file_is_what_the_solution_makes(path):
    """In the last commit or on disk, so that a learner's own work is no failure here."""
    on_disk = ROOT / path
    found = [stubs.committed(path)]
    found += [on_disk.read_bytes().decode(errors="replace")] if on_disk.exists() else []
    assert GENERATED[path] in found, "run python -m judge.stubs"


@WITH_GAPS
def test_no_gap_of_a_stub_is_started(problem, name):
    states = task_states(stubs.stub(problem, name), tasks_of(problem, name))
    assert not any(states.started.values()) and not states.missing


@WITH_GAPS
def test_every_gap_of_a_solution_is_started(problem, name):
    solution = (catalog.solution_home(problem) / name).read_text()
    states = task_states(solution, tasks_of(problem, name))
    assert all(states.started.values()) and not states.missing


@WITH_GAPS
def test_each_function_of_a_gap_says_what_is_asked(problem, name):
    """The docstring is all that a learner sees of a gap."""
    tree = ast.parse(stubs.stub(problem, name))
    silent = [
        node.name
        for node in ast.walk(tree)
        if isinstance(node, ast.FunctionDef)
        and "NotImplementedError" in ast.unparse(node.body[-1])
        and not ast.get_docstring(node)
    ]
    assert silent == []


def test_each_stub_imports_beside_the_solutions_of_the_other_chapters(tmp_path):
    shutil.copytree(ROOT / "solutions", tmp_path / "chapters")
    modules = []
    for path, text in GENERATED.items():
        target = tmp_path / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(text)
        if path.name != "__init__.py":
            modules.append(".".join(path.with_suffix("").parts))
    code = f"import importlib\nfor name in {modules}: importlib.import_module(name)"
    environment = os.environ | {"OMP_NUM_THREADS": "1"}
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=tmp_path, env=environment, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr


@pytest.fixture
def clone(tmp_path):
    """A repository whose last commit holds every generated file."""
    for path, text in GENERATED.items():
        (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / path).write_bytes(text.encode())
    git = ["git", "-c", "user.name=t", "-c", "user.email=t@localhost"]
    for command in (["init", "-q"], ["add", "."], ["commit", "-q", "-m", "all"]):
        subprocess.run([*git, *command], cwd=tmp_path, check=True)
    return tmp_path


MATMUL = "chapters/ch01_where_to_cut/matmul.py"


def test_in_a_clean_clone_there_is_nothing_to_write(clone, capsys):
    assert stubs.main([], clone) == 0
    assert stubs.main(["--check"], clone) == 0
    assert capsys.readouterr().out == ""


def test_a_missing_file_is_written(clone, capsys):
    (clone / MATMUL).unlink()
    assert stubs.main(["--check"], clone) == 1
    assert not (clone / MATMUL).exists()
    assert stubs.main([], clone) == 0
    assert stubs.main(["--check"], clone) == 0
    assert f"wrote {MATMUL}" in capsys.readouterr().out


def test_a_file_that_a_learner_changed_is_kept_unless_forced(clone, capsys):
    (clone / MATMUL).write_bytes(b"# my work, \xff\n")
    assert stubs.main([], clone) == 1
    assert (clone / MATMUL).read_bytes() == b"# my work, \xff\n"
    assert capsys.readouterr().out.splitlines() == [
        f"{MATMUL} differs from the last commit, so it stays; --force replaces it"
    ]
    assert stubs.main(["--force"], clone) == 0
    assert stubs.main(["--check"], clone) == 0


def test_an_outdated_file_as_committed_is_replaced(clone):
    (clone / MATMUL).write_text("# older\n")
    subprocess.run(
        ["git", "-c", "user.name=t", "-c", "user.email=t@localhost", "commit", "-qam", "older"],
        cwd=clone,
        check=True,
    )
    assert stubs.main([], clone) == 0
    assert "def divide" in (clone / MATMUL).read_text()

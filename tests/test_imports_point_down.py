"""Imports inside judge/ point one way, also those inside functions; torch stays with the ranks."""

import ast
import subprocess
import sys
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

JUDGE = Path(__file__).parent.parent / "judge"

# From the bottom up: a module imports from lower layers and, without a cycle, from its own.
LAYERS = [
    "atomic bytecode errors i18n interrupt records",
    "allowed blocks catalog collectives compare facts form landlock limits machine processes"
    " progress provenance rank_end reduce render sandbox scratch seccomp source splice submission"
    " telling template_process trace trace_file wire",
    "strangers",
    "isolation namespaces worker",
    "cell launcher ranks referee template",
    "hidden",
    "assemble attempt choose diagnose judgement report_parts runner shrink verdict verify",
    "grade",
    "check command_line course desk doctor fault grading hints lesson notebooks output pictures"
    " placing reveal stubs todo tracing verify_all watch mutants",
    "cli mutation",
    "magic magic_judge magic_lent magic_ranks magic_session magic_submit magic_yours",
    "start",
    "__main__",
]
HEIGHT = {name: height for height, names in enumerate(LAYERS) for name in names.split()}

# These see less than their height would allow: one runs beside a learner's code, the other is
# the secret that must not reach it.
ONLY = {
    "worker": {"errors", "records", "sandbox", "wire"},
    "hidden": {"blocks", "compare", "errors", "i18n", "provenance", "records", "telling", "wire"},
}
MAY_IMPORT_TORCH = {"worker", "template"}
PROGRAMS = {JUDGE / "hidden" / "live_oracle.py"}  # run in processes of their own

FILES = sorted(
    path
    for path in JUDGE.rglob("*.py")
    if "misconceptions" not in path.parts and path.name != "__init__.py"
)
EACH_FILE = pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(JUDGE)))


def part_of(path):
    """The name in LAYERS that a file belongs to: its package in judge/, or itself."""
    return path.relative_to(JUDGE).with_suffix("").parts[0]


def running_nodes(tree):
    """Every node but those under `if TYPE_CHECKING`, which never run."""
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.If) and ast.unparse(node.test).endswith("TYPE_CHECKING"):
            continue
        yield node
        yield from running_nodes(node)


def imported(path):
    """The absolute dotted names that a file imports: judge.wire, judge.wire.Array, numpy."""
    package = ("judge", *path.relative_to(JUDGE).parent.parts)
    for node in running_nodes(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            above = package[: len(package) - node.level + 1] if node.level else ()
            base = ".".join([*above, *([node.module] if node.module else [])])
            yield from (f"{base}.{alias.name}" for alias in node.names)


def parts_imported(path):
    return {name.split(".")[1] for name in imported(path) if name.startswith("judge.")}


@EACH_FILE
def test_every_module_has_its_layer(path):
    assert part_of(path) in HEIGHT, "say in LAYERS where this module belongs"


@EACH_FILE
def test_a_module_imports_nothing_from_above(path):
    part = part_of(path)
    above = {name for name in parts_imported(path) if HEIGHT.get(name, 99) > HEIGHT[part]}
    assert above == set()
    assert parts_imported(path) <= ONLY.get(part, set(HEIGHT)) | {part}


@EACH_FILE
def test_only_what_runs_beside_the_learner_imports_torch(path):
    roots = {name.split(".")[0] for name in imported(path)}
    assert not roots & {"solutions", "chapters", "practice"}
    assert "torch" not in roots or part_of(path) in MAY_IMPORT_TORCH or path in PROGRAMS


def test_no_modules_import_each_other_in_a_circle():
    graph = {}
    for path in FILES:
        graph.setdefault(part_of(path), set()).update(parts_imported(path) - {part_of(path)})
    try:
        TopologicalSorter(graph).prepare()
    except CycleError as error:
        pytest.fail(f"a circle of imports: {' -> '.join(error.args[1])}")


@pytest.mark.parametrize(
    ("code", "names"),
    [
        ("from . import wire", {"judge.wire"}),
        ("from .render.words import title", {"judge.render.words.title"}),
        ("import judge.grade", {"judge.grade"}),
        ("def f():\n    from .grade import grade", {"judge.grade.grade"}),
        ("if TYPE_CHECKING:\n    from .grade import grade", set()),
    ],
)
def test_an_import_is_seen_in_whatever_form(code, names, tmp_path, monkeypatch):
    monkeypatch.setitem(imported.__globals__, "JUDGE", tmp_path)
    path = tmp_path / "module.py"
    path.write_text(code)
    assert set(imported(path)) == names


@pytest.mark.parametrize("verb", ["grading", "check", "watch"])
def test_nothing_slow_is_imported_before_the_template_is_started(verb):
    slow = "[name for name in ('numpy', 'torch', 'hashlib') if name in sys.modules]"
    code = f"import sys, judge.{verb}, judge.start, judge.template_process; print({slow})"
    run = [sys.executable, "-c", code]
    assert subprocess.check_output(run, cwd=JUDGE.parent, text=True) == "[]\n"

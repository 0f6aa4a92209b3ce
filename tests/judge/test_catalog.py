"""The catalogue: what it accepts, what it finds, and that the shipped one is true."""

import ast
import subprocess
import sys

import pytest

from judge import catalog
from judge.errors import JudgeError, UsageError

ONE = """
[[problem]]
id = "ch01"
number = 1
title = "where to cut"
folder = "ch01_where_to_cut"
files = ["matmul.py"]
minutes = 25
tasks = [{ id = "ch01.1", title = "divide", names = ["divide"] }]
"""
TWO = ONE.replace("ch01", "ch02").replace("number = 1", "number = 2")


def imported_chapters(path):
    """The chapters that a file imports relatively, by id, when it is loaded itself."""
    for node in ast.parse(path.read_text()).body:
        if isinstance(node, ast.ImportFrom) and node.level == 2 and node.module:
            folder = node.module.split(".")[0]
            if folder.startswith("ch"):
                yield folder[:4]


def test_every_chapter_and_problem_is_listed_with_its_frozen_number():
    numbers = [problem.number for problem in catalog.problems()]
    assert numbers == [*range(1, 14), *range(190, 210)]


@pytest.mark.parametrize(
    ("text", "id"),
    [
        ("199", "p199"),
        ("p199", "p199"),
        ("P199", "p199"),
        ("shard_tensor", "p199"),
        ("199_shard_tensor", "p199"),
        ("ch02", "ch02"),
        ("ch2", "ch02"),
        ("2", "ch02"),
        ("02", "ch02"),
        ("ch02_linear", "ch02"),
        ("linear", "ch02"),
        ("Linear layers", "ch02"),
        (" ch11 ", "ch11"),
        ("ch02.4", "ch02"),
        ("199.2", "p199"),
    ],
)
def test_a_problem_is_found_by_each_of_its_names(text, id):
    assert catalog.find(text).id == id


@pytest.mark.parametrize("text", ["ch02.4", "2.4", "linear.4", "CH02.4"])
def test_a_task_is_found_by_its_id(text):
    problem, task = catalog.find_task(text)
    assert (problem.id, task.id, task.names) == (
        "ch02",
        "ch02.4",
        ("RowParallelLinear.__init__",),
    )


def test_a_problem_without_a_task_number_names_no_task():
    assert catalog.find_task("ch02")[1] is None


@pytest.mark.parametrize(
    ("text", "nearest"),
    [("shard_tensr", "199 shard_tensor"), ("ch02_liner", "ch02 linear layers"), ("1999", "199 ")],
)
def test_an_unknown_problem_names_the_nearest(text, nearest):
    with pytest.raises(UsageError, match=f"There is no problem {text}. Did you mean {nearest}"):
        catalog.find(text)


def test_a_word_near_nothing_points_to_the_list():
    with pytest.raises(UsageError, match=r"no problem qqqq\. .*judge\.py list"):
        catalog.find("qqqq")


@pytest.mark.parametrize("text", ["ch02.7", "ch02.", "ch02.1.2", "ch02.x"])
def test_an_unknown_task_names_those_that_exist(text):
    with pytest.raises(UsageError, match=r"ch02\.1 to ch02\.6"):
        catalog.find_task(text)


@pytest.mark.parametrize(
    ("before", "after", "message"),
    [
        ('title = "where', 'tiltle = "where', "problem ch01: unknown key 'tiltle'"),
        ("minutes = 25", "", "problem ch01: minutes is missing"),
        ("minutes = 25", 'minutes = "25"', "problem ch01: minutes is '25', not int"),
        ("minutes = 25", "minutes = true", "problem ch01: minutes is True, not int"),
        ("number = 1", "number = 3", "problem ch01: the number 3 is not in the id"),
        ("minutes = 25", 'minutes = 25\nuses = ["ch07"]', "problem ch01: uses ch07"),
        ("minutes = 25", 'minutes = 25\nuses = ["ch01"]', "problem ch01: uses ch01"),
        ("minutes = 25", "minutes = 25\ntp = [0]", "problem ch01: tp holds"),
        ("minutes = 25", "minutes = 25\nlimits = { cpu = 3 }", "ch01: limits: unknown key 'cpu'"),
        ('files = ["matmul.py"]', "files = []", "problem ch01: files is empty"),
        ('files = ["matmul.py"]', 'files = ["a.py", "b.py"]', "task ch01.1: says no file"),
        ('names = ["divide"]', 'names = ["divide"], file = "x.py"', "x.py is not among"),
        ('names = ["divide"]', "names = []", "task ch01.1: names is empty"),
        ('names = ["divide"]', "names = [3]", "task ch01.1: names holds something else"),
        ('id = "ch01.1"', 'id = "ch02.1"', "task ch02.1: the id does not begin with ch01."),
        ("tasks = [{", "ready = true\ntasks = []\n#", "is ready but has no tasks"),
        ("[[problem]]", "[[problems]]", "unknown key 'problems'"),
        ("number = 1", "number = ", "Invalid value"),
    ],
)
def test_a_wrong_entry_is_refused_by_name(before, after, message):
    assert before in ONE
    with pytest.raises(JudgeError) as refused:
        catalog.parse(ONE.replace(before, after, 1))
    assert message in str(refused.value)


def test_an_id_that_comes_twice_is_refused():
    with pytest.raises(JudgeError, match="ch01 is used twice"):
        catalog.parse(ONE + ONE)


def test_a_task_id_that_comes_twice_is_refused():
    task = '{ id = "ch01.1", title = "divide", names = ["divide"] }'
    with pytest.raises(JudgeError, match=r"ch01\.1 is used twice"):
        catalog.parse(ONE.replace(task, f"{task}, {task}"))


def test_a_chapter_may_use_an_earlier_one():
    first, second = catalog.parse(ONE + TWO + 'uses = ["ch01"]\nlimits = { cpu_s = 3 }')
    assert (second.uses, second.limits.cpu_s, second.limits.idle_s) == (("ch01",), 3, 10)
    assert first.tp == (1, 2, 4) and not first.ready


def test_upstream_holds_what_is_used_through_others():
    assert [problem.id for problem in catalog.upstream(catalog.find("ch06"))] == [
        "ch01",
        "ch02",
        "ch05",
    ]


def test_every_ready_problem_has_its_solution():
    for problem in catalog.problems():
        home = catalog.solution_home(problem)
        assert not problem.ready or all((home / name).is_file() for name in problem.files)


@pytest.mark.parametrize(
    "problem",
    [problem for problem in catalog.problems() if catalog.solution_home(problem).is_dir()],
    ids=lambda problem: problem.id,
)
def test_uses_is_what_the_solution_imports(problem):
    """What a chapter measures itself with, it does not need to be graded."""
    files = set(catalog.solution_home(problem).glob("*.py"))
    files -= {path for path in files if path.name == "measure.py"}
    found = {chapter for path in files for chapter in imported_chapters(path)}
    assert found - {problem.id} == set(problem.uses)


def test_the_catalogue_is_read_without_torch_or_numpy():
    code = (
        "import sys; from judge import catalog; catalog.problems();"
        "print([name for name in ('torch', 'numpy', 'rich') if name in sys.modules])"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=catalog.ROOT, capture_output=True, text=True, check=True
    )
    assert done.stdout.strip() == "[]"

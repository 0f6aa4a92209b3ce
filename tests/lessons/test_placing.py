"""Where the functions of a submitted cell go, as text, without a kernel."""

import pytest

from judge import catalog, placing, stubs
from judge.errors import UsageError

CH02, CH11 = catalog.find("ch02"), catalog.find("ch11")
LAYER = "class RowParallelLinear:\n    def forward(self, x):\n        return x\n"


def texts(problem):
    return {name: stubs.stub(problem, name) for name in problem.files}


def placed(cell, problem=CH02, task=None):
    named = catalog.find_task(task)[1] if task else None
    return placing.placed(problem, named, texts(problem), cell)


def refused(cell, problem=CH02, task=None):
    with pytest.raises(UsageError) as caught:
        placed(cell, problem, task)
    message = str(caught.value)
    assert "\n" not in message
    assert message.endswith("Nothing was written.")
    return message


def changed_lines(problem, name, new):
    old = texts(problem)[name].splitlines()
    return [line for line in new.splitlines() if line not in old]


def test_a_method_in_its_class_replaces_only_itself():
    new = placed(LAYER)["linear.py"]
    assert changed_lines(CH02, "linear.py", new) == [
        "    def forward(self, x):",
        "        return x",
    ]
    assert new.count("class RowParallelLinear") == 1


def test_a_bare_method_goes_to_the_class_of_the_task():
    bare = "def forward(self, x):\n    return x"
    assert placed(bare, task="ch02.6") == placed(LAYER)
    assert placed(bare, task="ch02.3") != placed(LAYER)


def test_a_bare_method_that_several_classes_have_is_refused():
    message = refused("def forward(self, x):\n    return x")
    assert "ColumnParallelLinear and RowParallelLinear" in message


def test_each_function_goes_to_the_file_that_has_it():
    engine = next(task for task in CH11.tasks if task.file == "engine.py")
    model = next(task for task in CH11.tasks if task.file == "qwen3.py")
    cell = "\n".join(_body(name) for task in (engine, model) for name in task.names[:1])
    assert set(placed(cell, CH11)) == {"engine.py", "qwen3.py"}


def _body(name):
    owner, _dot, function = name.rpartition(".")
    line = f"def {function}(*arguments):\n    return None\n"
    return f"class {owner}:\n    {line.replace(chr(10), chr(10) + '    ')}\n" if owner else line


def test_a_helper_that_is_new_may_come_along():
    new = placed("def _half(x):\n    return x / 2\n\n" + LAYER)["linear.py"]
    assert new.index("def _half") < new.index("class RowParallelLinear")


def test_imports_come_along_but_not_those_of_the_file_itself():
    imports = "import math\nfrom chapters.ch02_linear.linear import LinearBase\nimport torch\n"
    new = placed(imports + "from judge.lesson import predict\n" + LAYER)["linear.py"]
    assert "import math\n" in new
    assert "chapters.ch02_linear" not in new
    assert "judge" not in new


@pytest.mark.parametrize(
    ("cell", "fragment"),
    [
        ("def foo(:\n    pass", "line 2 of the cell: invalid syntax"),
        ("x = 1\n" + LAYER, "line 2 of the cell is no import"),
        ("class RowParallelLinear:\n    size = 3\n", "line 3 of the cell is no import"),
        ("import torch", "no function and no class"),
        ("", "no function and no class"),
        ("class RowParalelLinear:\n    pass", "is no import"),
        (LAYER.replace("RowParallel", "RowParalel"), "Did you mean RowParallelLinear?"),
        (LAYER.replace("forward", "forwrad"), "Did you mean forward?"),
        ("def something_else():\n    pass", "This problem has no something_else"),
    ],
)
def test_what_has_no_place_is_refused_in_one_line(cell, fragment):
    assert fragment in refused(cell)


def test_a_file_that_does_not_parse_is_named():
    with pytest.raises(UsageError, match="line 1 of linear.py"):
        placing.placed(CH02, None, {"linear.py": "def f(:\n"}, LAYER)

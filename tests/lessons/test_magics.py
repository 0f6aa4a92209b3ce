"""`%judge`, `%hint`, `%trace` and `%%yours` in a real kernel, on a course nobody has touched."""

import pytest

from judge import catalog, stubs

CH02 = catalog.find("ch02")
RIGHT = (catalog.solution_home(CH02) / "linear.py").read_text(encoding="utf-8")
LAYER = """%%yours
from chapters.ch02_linear.linear import RowParallelLinear
from chapters.tp_group import HandGroup
layer = RowParallelLinear(4, 2, HandGroup(0, 2))
list(layer.weight.shape)"""


@pytest.fixture
def file(folder):
    """The learner's file, as it was given, before the test and after it."""
    path = folder / "linear.py"
    path.write_text(stubs.stub(CH02, "linear.py"), encoding="utf-8")
    yield path
    path.write_text(stubs.stub(CH02, "linear.py"), encoding="utf-8")


def test_a_verdict_is_html_and_text(kernel, file):
    data = kernel.run("%judge ch02").data[0]
    assert "ch02.1 column parameters  not started" in data["text/plain"]
    assert "ch02.1 column parameters" in data["text/html"]
    assert "\x1b" not in data["text/plain"]


def test_the_same_verdict_is_the_same_text(kernel, file):
    file.write_text(RIGHT, encoding="utf-8")
    first, second = (kernel.run("%judge ch02.1").data for _ in range(2))
    assert "ACCEPTED  1 of 1 task done" in first[0]["text/plain"]
    assert first == second


def test_a_wrong_answer_can_be_repeated_in_a_cell(kernel, file):
    file.write_text(RIGHT.replace("self.bias if self.tp_rank == 0 else None", "self.bias"))
    text = kernel.run("%judge ch02 --seed 7f3a").data[0]["text/plain"]
    assert "seed 7f3a" in text
    (again,) = [line for line in text.splitlines() if "%judge ch02 --seed 7f3a --case" in line]
    assert "NOT YET" in kernel.run(again[again.index("%judge") :]).data[0]["text/plain"]


def test_a_verdict_can_be_kept_in_a_name(kernel, file):
    result = kernel.run("found = %judge ch02.1\nprint(found.report.verdict)")
    assert result.printed == "not_started\n"


@pytest.mark.parametrize("words", ["list", "next", "show ch02", "hint ch02.4 1", "--help"])
def test_the_other_words_of_the_command_print_what_it_prints(kernel, words):
    result = kernel.run(f"%judge {words}")
    assert result.status == "ok"
    assert result.printed
    assert "practice/judge.py hint" not in result.printed


def test_a_report_as_json_is_printed(kernel, file):
    assert '"schema": "judge-report/1"' in kernel.run("%judge ch02.1 --json").printed


def test_a_hint_is_one_more_at_each_asking(kernel):
    first, second = (kernel.run("%hint ch02.5").printed for _ in range(2))
    assert "hint 1 of 3" in first
    assert "hint 2 of 3" in second


@pytest.mark.parametrize(
    ("line", "fragment"),
    [
        ("%judge ch2x", "Did you mean ch02 linear layers?"),
        ("%judge ch02.9", "has the tasks ch02.1 to ch02.6"),
        ("%judge ch02 --tp", "--tp 2,4"),
        ("%judge ch02 'open", "No closing quotation."),
        ("%judge watch", "needs a terminal"),
        ("%judge reset ch99", "There is no problem ch99"),
        ("%hint ch02.4 9", "levels 1 to 3"),
        ("%trace ch99", "There is no problem ch99"),
    ],
)
def test_a_mistake_is_one_line_without_a_traceback(kernel, line, fragment):
    result = kernel.run(line)
    assert result.status == "error"
    assert fragment in result.error
    assert "\n" not in result.error


def test_a_gap_is_named_with_its_place(kernel, file):
    result = kernel.run(LAYER)
    assert result.status == "ok"
    assert "ch02.4 row parameters is not written yet: linear.py:" in result.printed
    assert "RowParallelLinear.__init__" in result.printed


def test_a_name_from_a_cell_that_met_a_gap_is_explained(kernel, file):
    kernel.run(LAYER)
    result = kernel.run("%%yours\nlayer.weight.shape")
    assert result.status == "ok"
    assert "layer comes from a cell above, which waits for ch02.4" in result.printed


def test_a_file_that_was_saved_is_used_by_the_next_cell(kernel, file):
    kernel.run(LAYER)
    file.write_text(RIGHT, encoding="utf-8")
    assert kernel.run(LAYER).data[0]["text/plain"] == "[2, 2]"


def test_an_earlier_chapter_that_is_not_written_is_lent(kernel, file):
    file.write_text(RIGHT, encoding="utf-8")
    kernel.run("import sys")
    kernel.run(LAYER)
    where = kernel.run("sys.modules['chapters.ch01_where_to_cut.matmul'].__file__").text
    assert "solutions/ch01_where_to_cut" in where
    assert "chapters/ch02_linear" in kernel.run("sys.modules[layer.__module__].__file__").text


def test_a_name_imported_before_a_change_is_the_new_one(kernel, file):
    file.write_text(RIGHT, encoding="utf-8")
    kernel.run(LAYER)
    file.write_text(RIGHT + "\nRowParallelLinear.mark = 'changed'\n", encoding="utf-8")
    assert kernel.run("RowParallelLinear.mark").data[0]["text/plain"] == "'changed'"


def test_an_error_of_the_readers_own_keeps_its_traceback_and_line(kernel):
    result = kernel.run("%%yours\nx = 1\nx / 0")
    assert result.status == "error"
    assert "ZeroDivisionError" in result.error
    assert "magic" not in result.error.replace("run_cell_magic", "")
    assert "line 3" in result.error


def test_a_name_that_nobody_made_is_an_ordinary_error(kernel):
    assert "NameError" in kernel.run("%%yours\nnobody_made_this").error

"""`%%ranks` in a real kernel: what each rank prints, and every way in which ranks go wrong."""

import os
import signal
import time

import pytest
from kernels import START, Kernel

from judge import processes, scratch

QUICK = """
from dataclasses import replace
import judge.magic_ranks as magic
limits = replace(magic._PROBLEM.limits, cpu_s=1.0, idle_s=1.0)
magic._PROBLEM = replace(magic._PROBLEM, limits=limits)
"""
FOR_EVER = "%%ranks 2\nwhile True:\n    pass"


def eventually(holds):
    """Whether it comes to hold; a process takes a moment to start, or to be gone."""
    end = time.monotonic() + 30
    while not holds():
        if time.monotonic() > end:
            return False
        time.sleep(0.01)
    return True


def alive(pids):
    return [pid for pid in pids if os.path.exists(f"/proc/{pid}") and not processes._is_zombie(pid)]


def test_each_rank_shows_what_it_printed_in_rank_order(kernel):
    shown = kernel.run("%%ranks 3\nprint('I am', rank, 'of', size)").text
    assert shown.split() == [word for r in range(3) for word in f"rank {r} I am {r} of 3".split()]


def test_the_names_that_are_ready_on_a_rank_work(kernel):
    cell = """%%ranks 2
x = torch.tensor([rank + 1.0])
print(group.all_reduce(x.clone()).item(), group.rank, group.size)
dist.all_reduce(x)
x.requires_grad_(); (2 * x).sum().backward()
x.grad.item()"""
    assert kernel.run(cell).text.split("\n")[1:7] == [
        "rank 0", "  3.0 0 2", "  2.0", "rank 1", "  3.0 1 2", "  2.0",
    ]  # fmt: skip


def test_text_and_html_show_the_same_words(kernel):
    data = kernel.run("%%ranks 2\nprint('<b>', rank)").data[0]
    assert "<b> 1" in data["text/plain"]
    assert "&lt;b&gt; 1" in data["text/html"]


def test_a_rank_that_does_not_come_is_a_deadlock_with_the_lines_of_the_cell(kernel):
    cell = "%%ranks 2\nif rank == 0:\n    dist.all_reduce(torch.ones(3))\nprint('done')"
    shown = kernel.run(cell).text
    assert "DEADLOCK" in shown
    assert "cell:3   dist.all_reduce(torch.ones(3))" in shown
    assert "rank 1   has returned     cell:4" in shown
    assert "  done" in shown


def test_different_calls_are_a_mismatch_with_both_lines(kernel):
    cell = (
        "%%ranks 2\nx = torch.ones(2)\nif rank:\n    dist.barrier()\nelse:\n    dist.all_reduce(x)"
    )
    shown = kernel.run(cell).text
    assert "MISMATCH" in shown
    assert "cell:6   dist.all_reduce(x)" in shown
    assert "cell:4   dist.barrier()" in shown


def test_an_error_shows_the_lines_of_the_cell_and_no_others(kernel):
    cell = "%%ranks 2\ndef half(n):\n    return n / rank\nprint('first')\nhalf(1)\ndist.barrier()"
    shown = kernel.run(cell).text
    before = "rank 0\n  first\n    cell:5   half(1)\n    cell:3   return n / rank\n"
    assert before + "  ZeroDivisionError: division by zero" in shown
    assert "waits in barrier #1   cell:6" in shown
    assert "worker" not in shown


def test_a_rank_that_dies_is_told_in_words(kernel):
    shown = kernel.run("%%ranks 2\nimport os\nif rank: os.kill(os.getpid(), 11)\ndist.barrier()")
    assert "segmentation fault" in shown.text


def test_a_gap_of_this_chapter_is_named(kernel):
    cell = """%%ranks 2
from chapters.ch02_linear.linear import RowParallelLinear
RowParallelLinear(4, 2, group)"""
    assert kernel.run(cell).text.count("ch02.4 row parameters is not written yet") == 2


def test_another_chapter_that_is_not_written_is_lent(kernel):
    cell = "%%ranks 2\nfrom chapters.ch01_where_to_cut.matmul import divide\ndivide(6, 3)"
    shown = kernel.run(cell).text
    assert shown.count("  2\n") == 2
    assert "Lent from the solutions: ch01_where_to_cut." in shown


@pytest.mark.parametrize(
    ("line", "fragment"),
    [
        ("%%ranks\nrank", "%%ranks takes a number of ranks"),
        ("%%ranks two\nrank", "%%ranks takes a number of ranks"),
        ("%%ranks 99\nrank", "%%ranks runs 1 to 16 ranks."),
        ("%%ranks 2\nx = 1\ny = (", "line 3 of the cell"),
    ],
)
def test_a_mistake_is_one_line(kernel, line, fragment):
    result = kernel.run(line)
    assert result.status == "error"
    assert fragment in result.error
    assert "\n" not in result.error


def test_an_endless_loop_ends_at_the_limit_with_its_line(kernel):
    kernel.run(QUICK)
    shown = kernel.run(FOR_EVER).text
    assert "TIME" in shown
    assert "is still running   cell:" in shown


def test_an_interrupt_stops_the_ranks_and_the_kernel_goes_on(kernel):
    warm = set(processes.descendants(kernel.pid))
    cell = kernel.start(
        "import judge.magic_ranks as m\nm._PROBLEM = m.Problem('cell', 0, 'cell', "
        "'cell', (), (), limits=m.Limits(cpu_s=600.0), ready=True)"
    )
    kernel.end(cell)
    cell = kernel.start(FOR_EVER)
    assert eventually(lambda: len(set(processes.descendants(kernel.pid)) - warm) >= 3)
    ranks = set(processes.descendants(kernel.pid)) - warm
    kernel.manager.interrupt_kernel()
    result = kernel.end(cell)
    assert result.status == "error"
    assert result.error == "Stopped. The ranks are gone."
    assert eventually(lambda: not alive(ranks))
    assert "rank 1" in kernel.run("%%ranks 2\nrank").text


@pytest.mark.parametrize(
    "number", [signal.SIGKILL, pytest.param(signal.SIGTERM, marks=pytest.mark.slow)]
)
def test_nothing_is_left_of_a_kernel_that_dies(course, folder, number, tmp_path, monkeypatch):
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    kernel = Kernel(course, folder)
    kernel.run(START)
    kernel.run("%%ranks 1\nrank")
    kernel.start(FOR_EVER)
    assert eventually(lambda: len(processes.descendants(kernel.pid)) >= 4)
    left = processes.descendants(kernel.pid)
    os.kill(kernel.pid, number)
    assert eventually(lambda: not alive(left))
    kernel.close()
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    scratch.sweep()  # as the next judge does
    assert not list(tmp_path.glob("judge-*"))

"""Every file here is wrong or hostile: each gets its verdict, and nothing of it stays behind.

`whole_file/` is graded as it is; `shard_tensor/`, `row_parallel/` and `model/` come after the right
solution of problem 199, of chapter 2 and of chapter 11's engine, so that only the attack itself can
be what is rejected.
"""

import dataclasses
import time
from pathlib import Path

import pytest

from judge import catalog, course, processes
from judge.grade import Options, Session
from judge.records import Limits, Submission

HERE = Path(__file__).parent
LIMITS = Limits(cpu_s=1.0, idle_s=0.6, memory_mb=400)
P199, CH02, CH11 = catalog.find("199"), catalog.find("ch02"), catalog.find("ch11")

SHARD = [
    ("a03_exits_in_the_call", "runtime_error", "exited before returning (exit code 0)"),
    ("a04_atexit", "wrong_answer", "has shape"),
    ("a05_prints_a_verdict", "wrong_answer", "has shape"),
    ("a06_forges_a_result", "contract_violation", "cannot be read"),
    ("a06_forges_a_result_with_the_token", "wrong_answer contract_violation", ""),
    ("a10_patches_the_checks", "contract_violation", "the default dtype"),
    ("a10_patches_the_runner", "import_error", "KeyError: 'judge.worker.rank'"),
    ("a11_patches_comparisons", "wrong_answer", "has shape"),
    ("a12_tensor_that_agrees", "contract_violation", "a plain torch.Tensor is required"),
    ("a13_object_that_agrees", "wrong_answer", "is a Agreeing, expected a tensor"),
    ("a13_spoofed_class", "contract_violation", "a plain torch.Tensor is required"),
    ("a15_stops_the_clocks", "accepted", ""),
    ("a18_leaves_a_mode_active", "contract_violation", "left a Watching active"),
    ("a21_caches_by_shape", "wrong_answer", "shard of another W"),
    ("a23_not_a_number", "wrong_answer", "not finite at index"),
    ("a24_uninitialised", "wrong_answer", "not finite at index"),
    ("b09_leaves_a_file", "accepted", ""),
    ("c01_evil_pickle", "wrong_answer", "is a Evil, expected a tensor"),
    ("c02_deep_json", "contract_violation", "nested too deeply"),
    ("c02_huge_header", "contract_violation", "is too large"),
    ("c02_floods_the_judge", "contract_violation", "waits for what it has not issued"),
    ("c03_impossible_shape", "contract_violation", "has a wrong shape"),
    ("c03_negative_shape", "contract_violation", "has a wrong shape"),
    ("c04_kills_its_parent", "runtime_error", "PermissionError"),
    ("c04_kills_the_template", "runtime_error", "exited before returning (killed)"),
    ("c07_stops_itself", "idle_limit", "it waits"),
    ("c07_stops_its_parent", "runtime_error", "PermissionError"),
    ("c09_leaves_a_daemon", "accepted", ""),
    ("c09_starts_a_program", "accepted", ""),
    ("c12_memory_in_a_tensor", "memory_limit", ""),
    ("c12_memory_in_lists", "memory_limit", ""),
    ("c14_recursion_without_a_limit", "memory_limit runtime_error time_limit", ""),
    ("c15_recursion", "runtime_error", "RecursionError"),
    ("c16_c_stack", "runtime_error", ""),
    ("c17_null_pointer", "runtime_error", "segmentation fault"),
    ("c18_abort", "runtime_error", "SIGABRT"),
    ("c19_prints_for_ever", "output_limit", "prints without end"),
    ("c21_huge_file", "runtime_error", "File too large"),
    ("c22_opens_too_many", "runtime_error", "Too many open files"),
    ("c25_ignores_signals", "time_limit", "CPU time"),
    ("c30_burns_in_grandchildren", "time_limit memory_limit", ""),
    ("c31_closes_everything", "runtime_error", "exited before returning"),
    ("c33_cuts_the_limits_of_others", "runtime_error", "PermissionError"),
    ("c35_trickles", "idle_limit", "and waited most of that time"),
    ("c36_floods_with_calls", "contract_violation time_limit", "Is there a loop without end"),
    ("c37_deep_directories", "accepted", ""),
    ("d24_keeps_the_full_weight", "contract_violation", "is a view"),
    ("d25_hides_its_storage", "contract_violation", "is a view"),
    ("e02_meta", "contract_violation", "on device meta"),
    ("e03_broadcastable", "wrong_answer", "has shape [1, 1]"),
    ("e04_requires_grad", "accepted", ""),
    ("e05_not_contiguous", "accepted", ""),
    ("e06_sparse", "contract_violation", "sparse_coo"),
    ("e07_changes_its_input", "contract_violation", "changed its input W"),
    ("e07_resizes_its_input", "runtime_error", "ValueError"),
    ("e08_returns_none", "wrong_answer", "is None, expected a tensor"),
    ("e08_returns_a_list", "wrong_answer", "is a list, expected a tensor"),
    ("e08_returns_a_huge_number", "wrong_answer", "is a huge int, expected a tensor"),
    ("e08_returns_an_endless_name", "wrong_answer", "is a xxxx"),
    ("e08_returns_itself", "wrong_answer", "is a list, expected a tensor"),
    ("e09_default_dtype", "contract_violation", "the default dtype"),
    ("e09_default_device", "contract_violation", "the default device"),
    ("e09_threads", "contract_violation", "the number of threads"),
    ("e13_error_that_cannot_print", "runtime_error", "Unprintable"),
    ("e14_half_characters", "runtime_error", "ValueError"),
    ("f06_arity", "runtime_error", "positional arguments"),
    ("f07_not_implemented", "not_started", "p199.2 is not written yet"),
    ("f07_pass", "not_started", "p199.2 is not written yet"),
    ("f07_ellipsis", "not_started", "p199.2 is not written yet"),
    ("f08_missing_package", "import_error", "No module named 'surely_not_installed'"),
    ("f10_computes_at_import", "import_error", "Importing the file takes too long"),
    ("f10_sleeps_at_import", "import_error", "Importing the file takes too long"),
    ("f10_forks_at_import", "accepted", ""),
    ("f12_main_guard", "accepted", ""),
]

# where Landlock does not refuse the signal
UNSCOPED = {
    "c04_kills_its_parent": ("runtime_error idle_limit", ""),
    "c07_stops_its_parent": ("idle_limit", "it waits"),
}

WHOLE = [
    ("a01_exits_at_import", "import_error", "exited during import (exit code 0)"),
    ("a02_leaves_at_import", "import_error", "SystemExit: 0"),
    ("f01_syntax", "import_error", "SyntaxError"),
    ("f01_tabs", "import_error", "TabError"),
    ("f03_minuses", "import_error", ""),
    ("f03_nested", "import_error", ""),
    ("f03_operators", "import_error", ""),
    ("f05_misspelt", "import_error", "Did you mean shard_tensr"),
]

ROW = [
    ("a16_fakes_the_communication", "wrong_answer", "wrong values"),
    ("a17_patches_linear", "wrong_answer", "wrong values"),
    ("a28_sums_when_it_is_deleted", "contract_violation", "all_reduce #1 after the code returned"),
    ("a28_waits_from_a_profiler", "contract_violation", "before it waited for all_reduce #1"),
    ("a28_waits_when_it_is_deleted", "contract_violation", "never waited for all_reduce #1"),
    ("o01_overlaps_in_forward", "accepted", ""),
    ("a26_looks_for_the_others", "wrong_answer", "wrong values"),
    ("c03_impossible_message", "contract_violation", "a collective has a wrong shape"),
    ("c03_impossible_shape", "contract_violation", "a collective has a wrong shape"),
    ("c32_starts_without_end", "contract_violation", "under way that it has not waited for"),
    ("d01_skips_on_rank_1", "deadlock", "rank 1   has returned"),
    ("d03_sleeps_on_rank_1", "idle_limit", "it waits"),
    ("d04_other_collective", "collective_mismatch", "rank 1   calls all_gather #1"),
    ("d05_other_shape", "collective_mismatch", "The shapes differ"),
    ("d06_other_dtype", "collective_mismatch", "The dtypes differ"),
    ("d07_other_reduce_op", "collective_mismatch", "different operations"),
    ("d08_other_root", "collective_mismatch", "different roots"),
    ("d10_never_waits", "contract_violation", "never waited for all_reduce #1"),
    ("d11_both_send_first", "deadlock", "rank 1   waits in send #1"),
    ("d12_group_on_one_rank", "collective_mismatch", "new_group #1"),
    ("d13_group_of_one", "wrong_answer", "wrong values"),
    ("d14_not_contiguous", "contract_violation", "Call .contiguous() first"),
    ("d15_reduces_a_copy", "wrong_answer", "wrong values"),
    ("d17_raises_on_rank_1", "runtime_error", "IndexError: no such row, on rank 1"),
    ("d18_crashes_with_a_child", "runtime_error", "segmentation fault), on rank 1"),
    ("d19_destroys_the_group", "contract_violation", "destroyed the process group"),
    ("d20_makes_its_own_group", "contract_violation", "has its process group already"),
    ("d28_swallows_the_mismatch", "contract_violation", "Call .contiguous() first"),
    ("d29_is_deaf_to_violations", "contract_violation", "changed its input x"),
    ("a30_ships_the_layer", "contract_violation", "all_reduce #1 carries"),
]

MODEL = [
    ("a27_adds_nothing", "contract_violation", "makes 0 all_reduces of hidden states"),
    ("a27_adds_the_same_everywhere", "contract_violation", "All ranks add the same in all_reduce"),
    ("a27_computes_the_whole_model", "contract_violation", "Rank 1 adds only zeros in all_reduce"),
]

OTHERS = [
    ("p196", "asks_through_limits", "example", 2, "runtime_error", "PermissionError"),
    ("p196", "makes_no_call", "example", 2, "contract_violation", "takes no part in a call"),
    ("p196", "sends_all_to_the_last_rank", "wide", 2, "contract_violation", "bytes into its calls"),
    ("p198", "speaks_in_shapes", "scatter", 2, "contract_violation", "another shape than it says"),
    ("ch05", "ships_the_table", "forward-example", 2, "contract_violation", "carries"),
    ("ch08", "rewrites_what_it_asked", "join", 2, "wrong_answer", "meeting place is"),
]


SLOW = (
    "c07_stops_its_parent", "c14_recursion_without_a_limit", "c25_ignores_signals",
    "c30_burns_in_grandchildren", "a18_leaves_a_mode_active", "c36_floods_with_calls",
)  # fmt: skip


def rows(table):
    """Named by the file; those that take seconds are for `make test-all`."""
    marks = {True: [pytest.mark.slow], False: []}
    return [pytest.param(*row, id=row[0], marks=marks[row[0] in SLOW]) for row in table]


@pytest.fixture(scope="module")
def session():
    with Session() as session:
        yield session


def grade(session, problem, submission, case, tp, limits=LIMITS):
    limited = dataclasses.replace(problem, limits=limits)
    report = session.grade(limited, submission, Options(tp=(tp,), case=case, seed="attack"))
    leaves_nothing(session)
    return report


def leaves_nothing(session):
    """Only the template is left, with no child; whoever ran away is dead."""
    template, end = session._template, time.monotonic() + 5
    while alive := set(processes.marked(str(template.directory))) - {template.pid}:
        assert time.monotonic() < end, alive


def shard_submission(tmp_path, folder, name):
    text = (HERE / folder / f"{name}.py").read_text()
    right = solution(P199) if folder == "shard_tensor" else ""
    (tmp_path / "shard_tensor.py").write_text(right + text)
    return Submission(tmp_path)


def row_submission(tmp_path, name):
    return chapter_submission(tmp_path, CH02, "linear.py", f"row_parallel/{name}.py")


def chapter_submission(tmp_path, problem, file, attack):
    (tmp_path / file).write_text(solution(problem, file) + (HERE / attack).read_text())
    return Submission(catalog.ROOT / "solutions", {file: tmp_path / file})


def solution(problem, file=""):
    return (catalog.solution_home(problem) / (file or problem.files[0])).read_text() + "\n\n"


def check(report, verdict, fragment):
    """The verdict is one of those named, and the case says why."""
    assert report.verdict in verdict.split(), [case.message for case in report.cases]
    assert fragment in "\n".join(case.message for case in report.cases)


@pytest.mark.parametrize("name, verdict, fragment", rows(SHARD))
def test_an_attack_on_problem_199_gets_its_verdict(session, tmp_path, name, verdict, fragment):
    submission = shard_submission(tmp_path, "shard_tensor", name)
    limits = Limits() if name == "a18_leaves_a_mode_active" else LIMITS  # a slow import of torch
    report = grade(session, P199, submission, "q-rows", 2, limits)
    if "landlock" not in report.run.isolation:
        verdict, fragment = UNSCOPED.get(name, (verdict, fragment))
    check(report, verdict, fragment)


@pytest.mark.parametrize("name, verdict, fragment", rows(WHOLE))
def test_a_file_that_cannot_be_imported_gets_its_verdict(
    session, tmp_path, name, verdict, fragment
):
    submission = shard_submission(tmp_path, "whole_file", name)
    check(grade(session, P199, submission, "q-rows", 2), verdict, fragment)


@pytest.mark.parametrize("name, verdict, fragment", rows(ROW))
def test_an_attack_on_the_row_parallel_layer_gets_its_verdict(
    session, tmp_path, name, verdict, fragment
):
    limits = Limits() if name == "c32_starts_without_end" else LIMITS  # the judge is busy with it
    report = grade(session, CH02, row_submission(tmp_path, name), "row-bias", 2, limits)
    check(report, verdict, fragment)


@pytest.mark.parametrize("name, verdict, fragment", rows(MODEL))
def test_an_attack_on_the_model_gets_its_verdict(session, tmp_path, name, verdict, fragment):
    submission = chapter_submission(tmp_path, CH11, "engine.py", f"model/{name}.py")
    check(grade(session, CH11, submission, "step", 2, Limits()), verdict, fragment)


@pytest.mark.parametrize("name, attack, case, tp, verdict, fragment", OTHERS)
def test_an_attack_on_another_problem_gets_its_verdict(
    session, tmp_path, name, attack, case, tp, verdict, fragment
):
    problem, attack = catalog.find(name), f"others/{name}_{attack}.py"
    file = next(task.file for task in problem.tasks)
    submission = chapter_submission(tmp_path, problem, file, attack)
    if not problem.chapter:
        submission = Submission(tmp_path)
    check(grade(session, problem, submission, case, tp, Limits()), verdict, fragment)


def test_two_ranks_only_is_wrong_on_four(session, tmp_path):
    submission = row_submission(tmp_path, "d22_two_ranks_only")
    assert grade(session, CH02, submission, "row-bias", 2).verdict == "accepted"
    assert grade(session, CH02, submission, "row-bias", 4).verdict == "wrong_answer"


def test_directories_a_thousand_deep_are_taken_away(tmp_path):
    with Session() as session:
        folder = session._template.directory
        submission = shard_submission(tmp_path, "shard_tensor", "c37_deep_directories")
        assert grade(session, P199, submission, "q-rows", 2).verdict == "accepted"
    assert not folder.exists()


def test_a_text_too_deep_for_the_parser_has_its_tasks_at_the_first_line():
    path = HERE / "whole_file" / "f03_minuses.py"
    places = course.places(P199, Submission(HERE, {"shard_tensor.py": path}))
    assert set(places.values()) == {"shard_tensor.py:1"}


HOSTILE = (
    "c02_deep_json",
    "c09_leaves_a_daemon",
    pytest.param("c04_kills_the_template", marks=pytest.mark.slow),
    pytest.param("c07_stops_its_parent", marks=pytest.mark.slow),
)


@pytest.mark.parametrize("name", HOSTILE)
def test_the_grading_after_an_attack_is_as_if_there_had_been_none(session, tmp_path, name):
    grade(session, P199, shard_submission(tmp_path, "shard_tensor", name), "q-rows", 2)
    (tmp_path / "shard_tensor.py").write_text(solution(P199))
    report = grade(session, P199, Submission(tmp_path), "q-rows", 2)
    assert report.verdict == "accepted"


def test_a_deadlock_names_both_lines(session, tmp_path):
    report = grade(session, CH02, row_submission(tmp_path, "d01_skips_on_rank_1"), "row-bias", 2)
    message = report.cases[0].message
    assert "linear.py:" in message and "return self.group.all_reduce(y)" in message
    assert "return y" in message.split("has returned")[1]


# files that are odd as bytes


@pytest.mark.parametrize(
    "change",
    [
        lambda text: b"\xef\xbb\xbf" + text.encode(),
        lambda text: text.replace("\n", "\r\n").encode(),
        lambda text: text.replace("\n", "\r").encode(),
        lambda text: text.encode() + b"\x0c\n",
        lambda text: b"# -*- coding: latin-1 -*-\n# caf\xe9\n" + text.encode("latin-1", "replace"),
    ],
    ids=["byte order mark", "CRLF", "CR", "form feed", "latin-1 with a cookie"],
)
def test_an_unusual_but_valid_file_is_judged_by_its_content(session, tmp_path, change):
    (tmp_path / "shard_tensor.py").write_bytes(change(solution(P199)))
    assert grade(session, P199, Submission(tmp_path), "q-rows", 2).verdict == "accepted"


@pytest.mark.parametrize(
    "data",
    [
        b"x = 1\0\n",
        "x = 1\n".encode("utf-16"),
        b"x = 'caf\xe9'\n",
        b"\x7fELF\x02\x01\x01" + bytes(100),
        b"# -*- coding: no-such-codec -*-\n",
        b"\xed\xa0\x80",
    ],
    ids=["zero byte", "UTF-16", "latin-1", "a program", "unknown codec", "half a character"],
)
def test_a_file_that_is_no_python_is_an_import_error(session, tmp_path, data):
    (tmp_path / "shard_tensor.py").write_bytes(data)
    check(grade(session, P199, Submission(tmp_path), "q-rows", 2), "import_error", "Error")


@pytest.mark.parametrize(
    "name", ["with space", "quote'\"", "new\nline", "ünï", "-rf", "%s{0}$HOME"]
)
def test_an_odd_path_makes_no_difference(session, tmp_path, name):
    folder = tmp_path / name
    folder.mkdir()
    (folder / "shard_tensor.py").write_text(solution(P199))
    assert grade(session, P199, Submission(folder), "q-rows", 2).verdict == "accepted"


def test_files_beside_the_solution_are_not_run(session, tmp_path):
    ran = tmp_path / "ran"
    text = f"open({str(ran)!r}, 'w')\n"
    for name in ("conftest.py", "sitecustomize.py", "usercustomize.py", "torch.py", "numpy.py"):
        (tmp_path / name).write_text(text)
    (tmp_path / "evil.pth").write_text(f"import os; {text}")
    (tmp_path / "pytest.ini").write_text("[pytest]\naddopts = --co\n")
    (tmp_path / "shard_tensor.py").write_text(solution(P199))
    assert grade(session, P199, Submission(tmp_path), "q-rows", 2).verdict == "accepted"
    assert not ran.exists()


def test_hidden_cases_and_solutions_cannot_be_imported(session, tmp_path):
    text = "import judge.hidden.p199\n"
    (tmp_path / "shard_tensor.py").write_text(solution(P199) + text)
    report = grade(session, P199, Submission(tmp_path), "q-rows", 2)
    check(report, "import_error", "No module named 'judge.hidden'")

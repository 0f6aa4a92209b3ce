"""Every problem that can be graded: the judge tells right from wrong, and one mistake from another.

`right/<problem>/` and `wrong/<problem>/` hold bodies that are spliced into the solution, as the
judge's own misconceptions are. A wrong one's docstring begins with the verdict.
"""

from dataclasses import replace

import pytest
from grader import failing

from judge import assemble, catalog, course, diagnose, splice, verify, verify_all
from judge.choose import hidden_side
from judge.records import Limits, Verdict

PROBLEMS = course.ready()
BELIEFS = [(p, belief) for p in PROBLEMS for belief in diagnose.catalogue(p)]


def stubs(problem, tasks):
    """The solution's files without the bodies of these tasks."""
    return {
        name: splice.make_stub(text, [task for task in tasks if task.file == name])
        for name, text in assemble.solution_texts(problem).items()
    }


def name_of(value):
    return getattr(value, "slug", None) or getattr(value, "id", None)


def told(report):
    return "\n".join(f"{c.name} tp={c.tp}: {c.verdict}: {c.message}" for c in failing(report))


LONG = ("ch12", "ch13", "p204", "p209")  # they run models, or thousands of rounds of messages


def verified():
    """All but ch09, which starts processes and has test_chapter_9.py."""
    for problem in PROBLEMS:
        if problem.id != "ch09":
            yield pytest.param(problem, marks=[pytest.mark.slow] if problem.id in LONG else [])


@pytest.mark.timeout(600)
@pytest.mark.parametrize("problem", list(verified()), ids=name_of)
def test_right_passes_wrong_fails_each_mistake_has_its_name_and_each_case_its_use(grader, problem):
    found = verify_all.verified_by(grader.session.template, problem)
    assert found.faults == ()
    assert found.num_right >= 4  # the solution, and three other styles
    assert found.num_wrong >= 5
    assert found.never_alone() == []  # cases without which no wrong code would pass


@pytest.mark.parametrize("problem", PROBLEMS, ids=name_of)
def test_every_task_has_a_case_at_more_than_one_rank_or_needs_no_rank(problem):
    cases = hidden_side(problem).CASES
    for task in problem.tasks:
        mine = [case for case in cases if case.task == task.id]
        assert any(case.visible for case in mine), task.id
        assert any(max(case.tp) > 1 for case in mine) or all(case.alone for case in mine)


@pytest.mark.parametrize("problem", PROBLEMS, ids=name_of)
def test_the_stub_is_not_started(grader, problem):
    report = grader.report(problem, stubs(problem, problem.tasks))
    assert report.verdict is Verdict.NOT_STARTED
    assert {case.verdict for case in report.cases} == {Verdict.NOT_STARTED}
    assert report.earned == 0


@pytest.mark.parametrize("problem, belief", BELIEFS, ids=name_of)
def test_a_misconception_says_why_and_where_to_look(problem, belief):
    for text in (belief.title, belief.rationale, belief.help):
        assert text[0].isupper() and text.endswith((".", "?")), text
    assert belief.tasks


def real_mistakes():
    """One of each problem; slow, but for 199's and those of chapters that start no process."""
    for problem in PROBLEMS:
        belief = diagnose.catalogue(problem)[0]
        slow = problem.id in ("ch09", "ch11", "ch12") or not problem.chapter
        slow &= problem.id != "p199"
        marks = [pytest.mark.slow] if slow else []
        yield pytest.param(problem, belief, marks=marks, id=f"{problem.id}-{belief.slug}")


@pytest.mark.parametrize("problem, belief", list(real_mistakes()))
def test_a_grading_ends_with_the_name_of_the_mistake(grader, problem, belief):
    report = grader.report(problem, diagnose.spliced(problem, belief), task=belief.tasks[0])
    named = {case.cause and case.cause.misconception for case in failing(report)}
    assert named == {belief.slug}, told(report)


@pytest.mark.parametrize("tp", [(1, 2), pytest.param((1, 3, 4), marks=pytest.mark.slow)], ids=str)
@pytest.mark.parametrize("problem", [p for p in PROBLEMS if p.id != "ch09"], ids=name_of)
def test_a_task_done_alone_is_accepted_or_says_what_it_needs(grader, problem, tp):
    for task in problem.tasks:
        rest = [other for other in problem.tasks if other is not task]
        report = grader.report(problem, stubs(problem, rest), tp=tp)
        assert failing(report) == [], told(report)
        for case in report.cases:
            if case.verdict is Verdict.SKIPPED:
                assert any(other.id in case.message for other in rest), case.message


@pytest.mark.parametrize("task", catalog.find("ch02").tasks, ids=name_of)
def test_each_method_of_a_linear_layer_can_be_written_first(grader, task):
    problem = catalog.find("ch02")
    rest = [other for other in problem.tasks if other is not task]
    report = grader.report(problem, stubs(problem, rest))
    assert {c.verdict for c in report.cases if c.task == task.id} == {Verdict.ACCEPTED}


def test_nothing_that_was_laid_out_for_a_grading_stays(grader):
    problem = catalog.find("ch02")
    wrong = diagnose.spliced(problem, diagnose.catalogue(problem)[0])
    assert failing(grader.report(problem, wrong))
    assert list(grader.session.template.directory.rglob("linear.py")) == []


def test_what_is_lent_has_bytecode_and_what_is_the_learners_has_none(tmp_path):
    own, earlier = {"linear.py": b"own = 1"}, {"matmul.py": b"earlier = 1"}
    assemble.lay_out(catalog.find("ch02"), own, tmp_path, {"ch01": earlier})
    compiled = {path.name.partition(".")[0] for path in tmp_path.rglob("*.pyc")}
    assert "tp_group" in compiled and not compiled & {"linear", "matmul"}


def test_an_error_in_a_given_function_points_at_the_line_that_calls_it(grader):
    problem = catalog.find("ch02")
    texts = assemble.solution_texts(problem)
    whole = "check_shape(loaded_weight, (size * self.tp_size, *param.shape[1:]))"
    assert whole in texts["linear.py"]
    wrong = texts["linear.py"].replace(whole, "check_shape(loaded_weight, param.shape)")
    case = failing(grader.report(problem, {"linear.py": wrong}))[0]
    assert case.where.source == "check_shape(loaded_weight, param.shape)"


@pytest.mark.parametrize(
    "old, new, function",
    [
        ("keys[start:] = k", "keys[start:] = v", "def update("),
        ("k = apply_rope(self.k_norm(k), *rope)", "k = self.k_norm(k)", "def forward("),
    ],
)
def test_a_wrong_result_points_at_the_method_that_gave_it(grader, old, new, function):
    case = failing(grader.changed("ch07", old, new))[0]
    [text] = assemble.solution_texts(catalog.find("ch07")).values()
    assert text.splitlines()[case.where.line - 1].strip().startswith(function)


def test_an_error_in_a_file_that_is_given_points_at_the_task(grader):
    problem = catalog.find("ch09")
    port = next(b for b in diagnose.catalogue(problem) if b.slug == "fixed-port")
    texts = diagnose.spliced(problem, port)
    case = failing(grader.report(problem, texts, case="two-engines"))[0]
    assert case.where.file == "processes.py"
    lines = texts["processes.py"].splitlines()
    assert lines[case.where.line - 1].startswith("def meeting_place(")


def test_two_misconceptions_in_two_tasks_are_each_named(grader):
    problem = catalog.find("ch02")
    beliefs = {belief.slug: belief for belief in reversed(diagnose.catalogue(problem))}
    [(name, text)] = assemble.solution_texts(problem).items()
    for slug in ("column-reduced", "bias-times-tp"):
        text = splice.replace_bodies(text, beliefs[slug].donors[0][1])
    report = grader.report(problem, {name: text})
    named = {(case.task, case.cause and case.cause.misconception) for case in failing(report)}
    assert named == {("ch02.3", "column-reduced"), ("ch02.6", "bias-times-tp")}


def test_code_that_makes_no_known_mistake_is_given_no_name(grader):
    for name in ("ch01/zeros", "ch02/maximum", "ch02/crash_on_rank_1"):
        problem = catalog.find(name.partition("/")[0])
        [code] = [c for c in verify.fixtures(problem, "wrong") if c.name == f"wrong/{name}.py"]
        report = grader.report(problem, code.files)
        assert failing(report)
        assert all(case.cause is None for case in failing(report))


def test_a_call_from_the_line_that_raised_is_not_told_again(grader):
    """A comprehension is a call of its own in Python 3.11, and none in 3.12."""
    problem = catalog.find("ch01")
    [(name, text)] = assemble.solution_texts(problem).items()
    text = text.replace("return [x @ shard.T for", "return [x @ shard for")
    first = failing(grader.report(problem, {name: text}))[0]
    assert first.where.source.startswith("return [x @ shard for shard in shards]")
    assert "called from" not in first.message


def test_an_mlp_is_told_with_the_sizes_that_it_ran_on(grader):
    problem = catalog.find("ch01")
    [(name, text)] = assemble.solution_texts(problem).items()
    text = text.replace(
        "downs = [row_shard(", "divide(x.shape[-1], tp_size)\n    downs = [row_shard("
    )
    first = failing(grader.report(problem, {name: text}))[0]
    hidden = int(first.message.split()[1])
    assert f"Its hidden size is {hidden}, its intermediate size " in first.message


def test_an_error_is_told_with_the_inputs_that_a_wrong_answer_would_show(grader):
    problem = catalog.find("ch05")
    [(name, text)] = assemble.solution_texts(problem).items()
    text = text.replace("ids.max() >= self.num_embeddings", "ids.max() >= self.vocab_end")
    report = grader.report(problem, {name: text})
    first = failing(report)[0]
    assert first.verdict is Verdict.RUNTIME_ERROR
    assert first.message.endswith("\nids [1, 3]\nRank 0 has the ids 0 to 1 of 4.")


def test_a_list_where_a_range_should_be_is_called_a_list(grader):
    problem = catalog.find("ch04")
    [(name, text)] = assemble.solution_texts(problem).items()
    text = text.replace("    return range(start, start + num_local)", "    return [start]")
    first = failing(grader.report(problem, {name: text}))[0]
    assert first.actual.splitlines()[0] == "rank 0   [0], a list"


def test_an_error_of_a_loader_says_which_parameter_was_loaded(grader):
    problem = catalog.find("ch02")
    [(name, text)] = assemble.solution_texts(problem).items()
    text = text.replace("        if param.ndim == 1:  #", "        if param.ndim == 0:  #")
    first = failing(grader.report(problem, {name: text}))[0]
    said = "IndexError: tuple index out of range, while the bias is loaded, on rank 0"
    assert first.message.splitlines()[0] == said


def test_each_way_to_lose_a_bias_on_some_rank_has_its_own_name(grader):
    problem = catalog.find("ch02")
    [(name, text)] = assemble.solution_texts(problem).items()
    last = "return self.group.all_reduce(partial_sum) if self.tp_size > 1 else partial_sum"
    wrong = {
        "bias-on-one-rank": "y = self.group.all_reduce(F.linear(x, self.weight)); "
        "return y if self.bias is None or self.tp_rank else y + self.bias",
        "bias-lost-at-size-1": "y = F.linear(x, self.weight); b, s = self.bias, self.tp_size; "
        "return y if s == 1 else self.group.all_reduce(y) + (0 if b is None else b)",
        "bias-lost": "return self.group.all_reduce(F.linear(x, self.weight))",
    }
    assert last in text
    for slug, body in wrong.items():
        report = grader.report(problem, {name: text.replace(last, body)})
        assert {case.cause and case.cause.misconception for case in failing(report)} == {slug}


def test_a_misspelt_function_is_an_import_error_and_the_other_tasks_are_graded(grader):
    problem = catalog.find("ch01")
    [(name, text)] = assemble.solution_texts(problem).items()
    report = grader.report(problem, {name: text.replace("def mlp(", "def mpl(")})
    (case,) = {case.message: case for case in failing(report)}.values()
    assert (case.task, case.verdict) == ("ch01.4", Verdict.IMPORT_ERROR)
    assert case.message == "mlp is not defined. Did you mean mpl?"
    assert report.earned == report.max - 1


def test_a_syntax_error_is_said_with_its_line_and_nothing_is_graded(grader):
    problem = catalog.find("p199")
    [(name, text)] = assemble.solution_texts(problem).items()
    text = text.replace("    if size == 1:", "    if size == 1", 1)
    report = grader.report(problem, {name: text})
    assert report.verdict is Verdict.IMPORT_ERROR and "expected ':'" in report.message
    assert len(report.cases) == 1 and report.cases[0].where.file == "shard_tensor.py"


def test_after_two_tasks_without_end_the_others_are_not_run(grader):
    problem = replace(catalog.find("ch01"), limits=Limits(cpu_s=1.0))
    [(name, text)] = assemble.solution_texts(problem).items()
    text = text.replace(
        "    if denominator < 1", "    while True:\n        pass\n    if denominator < 1"
    )
    report = grader.report(problem, {name: text})
    verdicts = {case.task: case.verdict for case in report.cases}
    assert list(verdicts.values()).count(Verdict.TIME_LIMIT) == 2
    assert list(verdicts.values())[-1] is Verdict.SKIPPED
    assert "more than 1 s of CPU time" in failing(report)[0].message

"""What a report says of wrong code: in few numbers, with the inputs, by the mistake's name."""

import re
import types

import pytest
from grader import failing

from judge import catalog, course, diagnose
from judge.choose import hidden_side
from judge.hidden.wording import tokens
from judge.records import Verdict
from judge.render import as_json, terminal
from judge.render.layout import Screen
from judge.report_parts import is_rankless
from judge.telling import Telling


def named(report):
    return {(c.task, c.cause and c.cause.misconception) for c in failing(report)}


def test_what_a_drive_puts_in_words_has_no_quotes(grader):
    wrong = "return keys, values, keys"
    report = grader.changed("ch07", "return keys, values", wrong, case="update")
    first = failing(report)[0]
    sentence = "key tensor of update 0 is part of a tuple of 3, expected a tensor."
    assert first.message.splitlines()[0] == sentence
    assert first.actual == "part of a tuple of 3"
    wrong = "torch.zeros(shape, dtype=torch.float64"
    report = grader.changed("ch07", "torch.zeros(shape, dtype=dtype", wrong, case="cache-example")
    first = failing(report)[0]
    assert (first.actual, first.expected) == ("torch.float64", "torch.float32")


def test_a_string_that_the_code_returned_keeps_its_quotes(grader):
    report = grader.changed("ch01", "return numerator // denominator", "return 'half'")
    first = failing(report)[0]
    assert first.actual == "'half'"


BY_HAND = """
def attend(q: Tensor, k: Tensor, v: Tensor) -> Tensor:
    new, total, group = len(q), len(k), q.shape[1] // k.shape[1]
    k, v = k.repeat_interleave(group, 1), v.repeat_interleave(group, 1)
    scores = torch.einsum("thd,shd->hts", q{wide}, k{wide})
    seen = torch.arange(total) <= torch.arange(total - new, total)[:, None]
    weights = torch.softmax(scores.masked_fill(~seen, float("-inf")), -1).to(v.dtype)
    return torch.einsum("hts,shd->thd", weights, v)
"""
BY_HEAD = """
def attend(q: Tensor, k: Tensor, v: Tensor) -> Tensor:
    new, total = q.shape[0], k.shape[0]
    out = torch.empty_like(q)
    for t in range(new):
        seen = total - new + t + 1
        for h in range(q.shape[1]):
            g = h // (q.shape[1] // k.shape[1])
            out[t, h] = torch.softmax(k[:seen, g] @ q[t, h], 0) @ v[:seen, g]
    return out
"""


@pytest.mark.parametrize(
    "donor",
    [BY_HAND.format(wide=""), BY_HAND.format(wide=".float()"), BY_HEAD],
    ids=["by hand", "in float32", "head by head"],
)
def test_attention_without_the_scale_is_named_and_shown_on_a_few_numbers(grader, donor):
    report = grader.bodies("ch07", donor)
    assert named(report) == {("ch07.4", "scale-forgotten"), ("ch07.6", "scale-forgotten")}
    first = failing(report)[0]
    assert first.expected == "[[[88.08, 11.92, 0, 0]]]"
    assert first.actual == "[[[98.2, 1.799, 0, 0]]]"


FORWARD = """
class Qwen3Attention:
    def forward(
        self, x: Tensor, rope: tuple[Tensor, Tensor], batch: Batch, cache: KVCache
    ) -> Tensor:
        cos, sin = rope
        q, k, v = self.project(x)
        {q}
        {k}
        done, first = [], 0
        for block, start, n in zip(batch.blocks, batch.starts, batch.lengths):
            part = slice(first, first + n)
            keys, values = cache.update(self.layer, block, start, k[part], v[part])
            done.append(attend(q[part], keys, values).reshape(n, -1))
            first += n
        return self.o_proj(torch.cat(done))
"""
RIGHT = {x: f"{x} = apply_rope(self.{x}_norm({x}), cos, sin)" for x in "qk"}
AFTER = {x: f"{x} = self.{x}_norm(apply_rope({x}, cos, sin))" for x in "qk"}
NO_NORM = {x: f"{x} = apply_rope({x}, cos, sin)" for x in "qk"}


@pytest.mark.parametrize(
    "lines, slug",
    [
        (AFTER, "norm-after-rope"),
        (RIGHT | {"k": AFTER["k"]}, "norm-after-rope"),
        (NO_NORM, "norm-forgotten"),
        (RIGHT | {"k": NO_NORM["k"]}, "norm-forgotten"),
        (RIGHT | {"q": NO_NORM["q"]}, "norm-forgotten"),
    ],
    ids=["norms after RoPE", "norm of k after RoPE", "no norms", "no norm of k", "no norm of q"],
)
def test_a_norm_that_is_missing_or_too_late_is_named_and_shown_for_one_token(grader, lines, slug):
    report = grader.bodies("ch07", FORWARD.format(**lines), task="ch07.6")
    assert named(report) == {("ch07.6", slug)}
    first = failing(report)[0]
    assert "The first that differs: token 0." in first.message or "token 1" in first.message
    for shown in (first.expected, first.actual):
        assert shown.count(",") < 10, shown  # of one token


def test_the_right_layer_in_that_style_is_accepted(grader):
    report = grader.bodies("ch07", FORWARD.format(**RIGHT), task="ch07.6")
    assert report.verdict is Verdict.ACCEPTED
    scaled = BY_HAND.format(wide=".float()").replace(
        "seen =", "scores /= q.shape[-1] ** 0.5\n    seen ="
    )
    assert grader.bodies("ch07", scaled).verdict is Verdict.ACCEPTED


def test_a_loader_that_wipes_other_parts_is_told_in_which_order_they_were_loaded(grader):
    problem = catalog.find("ch03")
    [wipes] = [b for b in diagnose.catalogue(problem) if b.slug == "other-parts-erased"]
    report = grader.report(problem, diagnose.spliced(problem, wipes))
    first = failing(report)[0]
    assert first.task == "ch03.3"
    lines = first.message.splitlines()
    assert "Loaded in this order: gate, up." in lines
    assert "rows 0–1   gate   zeros   gate" in lines
    alone = grader.report(problem, diagnose.spliced(problem, wipes), case="merged-load-one")
    assert "Loaded: part 1 alone." in failing(alone)[0].message.splitlines()


def test_of_the_updates_of_a_cache_those_up_to_the_first_wrong_one_are_listed(grader):
    problem = catalog.find("ch07")
    seen = {}
    for belief in diagnose.catalogue(problem):
        if "ch07.2" in belief.tasks:
            report = grader.report(problem, diagnose.spliced(problem, belief), case="update")
            wrong = [c for c in failing(report) if c.verdict is Verdict.WRONG_ANSWER]
            told = [case.message for case in wrong]
            seen |= {belief.donors: told[0]} if told else {}
    assert len(seen) > 2
    for message in seen.values():
        listed = re.findall(r"^update (\d+): layer", message, re.MULTILINE)
        assert 1 <= len(listed) <= 3, message
        if wrong := re.match(r"\w+ tensor of update (\d+) ", message):
            assert listed[-1] == wrong[1]


def test_the_place_of_a_wrong_number_in_a_cache_is_named(grader):
    wrong = "values[start:] = v\n        self.data[1, 0, 3, 5] = 7.0"
    report = grader.changed("ch07", "values[start:] = v", wrong, case="update")
    sentence, where, *updates = failing(report)[0].message.splitlines()
    assert sentence == "cache has wrong values."
    assert where == "The first that differs: values, layer 0, block 3, position 5, head 0."
    assert updates == ["update 4: layer 0, block 3, start 0, tokens 5"]
    assert failing(report)[0].actual == "[7, 7, 7, 7, 7, 7]"


def inside(check):
    """What a check has closed over."""
    cells = getattr(check, "__closure__", None) or ()
    return [cell.cell_contents for cell in cells]


@pytest.mark.parametrize("problem", course.ready(), ids=lambda problem: problem.id)
def test_no_check_hides_what_the_one_within_can_tell(problem):
    for case in hidden_side(problem).CASES:
        if isinstance(case.check, types.FunctionType):
            hidden = [part for part in inside(case.check) if isinstance(part, Telling)]
            assert not hidden, case.name


CRASHES = [  # the method that raises, the case, and the line that says what it was given
    ("ch02", "ColumnParallelLinear", "__init__(self, input_size, output_size, group, bias=False)",
     "column-parameters-example", "ColumnParallelLinear(6, 4, group)"),
    ("ch03", "MergedColumnParallelLinear", "segment(self, loaded_shard_id)",
     "merged-segment-example", "MergedColumnParallelLinear(3, [4, 8], group)"),
    ("ch06", "ParallelLMHead", "forward(self, x, last=None)", "forward-example",
     "x [[1, 0], [0, 1], [1, 1]]   table [[1, 2], [3, 4], [5, 6], [7, 8]]"),
    ("ch07", "KVCache", "update(self, layer, block, start, k, v)", "update",
     "updates, as (layer, block, start, tokens): (1, 2, 0, 3), (1, 2, 3, 1)"),
    ("ch08", "TorchGroup", "all_reduce(self, x)", "all-reduce-example", "group.all_reduce(x)"),
]  # fmt: skip


@pytest.mark.parametrize("name, owner, method, case, told", CRASHES, ids=[c[0] for c in CRASHES])
def test_an_error_is_told_with_the_inputs_also_where_one_check_wraps_another(
    grader, name, owner, method, case, told
):
    donor = f"class {owner}:\n    def {method}:\n        raise KeyError('n')\n"
    first = failing(grader.bodies(name, donor, case=case))[0]
    assert first.verdict is Verdict.RUNTIME_ERROR
    lines = first.message.splitlines()[1:]
    assert any(line.startswith(told) for line in lines), first.message


def test_an_error_in_the_model_is_told_with_the_ids(grader):
    old = "return self.lm_head.greedy(self.model(ids, batch, cache), batch.last)"
    report = grader.changed("ch11", old, "raise KeyError('n')", case="greedy", tp=(2,))
    first = failing(report)[0]
    assert first.verdict is Verdict.RUNTIME_ERROR
    assert re.search(r"^ids \[", first.message, re.MULTILINE), first.message


def test_a_function_that_knows_of_no_ranks_is_told_without_a_number_of_ranks(grader):
    report = grader.changed("ch01", "return numerator // denominator", "return 1", case="divide")
    first = failing(report)[0]
    lines = terminal.failure(report, Screen(80))
    assert "  divide" in lines and "tp=1" not in "\n".join(lines)
    assert first.replay.endswith("--case divide")
    assert as_json.report_object(report)["cases"][0]["tp"] == 1  # the contract


def test_drawing_a_token_from_logits_knows_of_no_ranks():
    cases = hidden_side(catalog.find("ch11")).CASES
    assert all(is_rankless(case) for case in cases if case.drive == "sample")


def test_a_function_that_is_told_the_number_of_ranks_is_shown_with_it(grader):
    problem = catalog.find("ch01")
    [belief, *_] = [b for b in diagnose.catalogue(problem) if "ch01.2" in b.tasks]
    report = grader.report(problem, diagnose.spliced(problem, belief), task="ch01.2")
    first = failing(report)[0]
    assert f"tp={first.tp}" in "\n".join(terminal.failure(report, Screen(80)))
    assert first.replay.endswith(f"--tp {first.tp}")


def test_a_deadlock_points_at_the_line_where_a_rank_stands_not_at_the_def(grader):
    problem = catalog.find("ch05")
    wrong = next(w for w in diagnose.catalogue(problem) if w.slug == "conditional-collective")
    texts = diagnose.spliced(problem, wrong)
    report = grader.report(problem, texts, case="forward-empty", tp=(4,))
    first = failing(report)[0]
    assert first.verdict is Verdict.DEADLOCK
    assert "return" in texts["embedding.py"].splitlines()[first.where.line - 1]


def test_one_token_is_told_in_the_singular():
    assert [tokens(count) for count in (1, 5)] == ["1 token", "5 tokens"]

"""Which name a mistake gets that people make in more ways than one, and what it was caught at."""

from dataclasses import dataclass

import pytest
from grader import failing

from judge import catalog, diagnose
from judge.records import Verdict

OFFSET = "offset, size = self.segment(loaded_shard_id)\n        check_shape"
ROWS = "offset, divide(self.output_sizes[loaded_shard_id], self.tp_size)"
WHOLE = "sum(self.output_sizes[:loaded_shard_id]), self.output_sizes[loaded_shard_id]"
CHECKED = "check_shape(loaded_weight, (total * self.head_size, *param.shape[1:]))"
ALL_RANKS = "len(heads) * self.head_size * self.tp_size"
BEST = "torch.stack([value.double(), index.double() + self.vocab_start], dim=-1)"
REDUCED = "self.group.all_reduce(vectors) if self.tp_size > 1 else vectors"

MISTAKES = [  # what stands in the solution, what is written instead, the task and the name
    ("ch03", OFFSET, "offset, end = self.segment(loaded_shard_id)\n        size = end - offset\n"
     "        check_shape", "ch03.3", "length-for-end"),
    ("ch03", ROWS, WHOLE, "ch03.2", "segment-of-the-whole"),
    ("ch03", "[q_size, kv_size, kv_size]", "[q_size, kv_size]", "ch03.4", "v-left-out"),
    ("ch04", "tp_rank * num_kv_heads // tp_size", "tp_rank * (num_kv_heads // tp_size)", "ch04.2",
     "rounded-before-the-product"),
    ("ch04", "self.tp_size, self.total_num_kv_heads)", "self.tp_size, self.num_kv_heads)",
     "ch04.4", "local-heads-for-all"),
    ("ch04", CHECKED, f"check_shape(loaded_weight, ({ALL_RANKS}, *param.shape[1:]))", "ch04.5",
     "replicas-in-the-whole-shape"),
    ("ch05", "torch.zeros(rows", "torch.empty(rows", "ch05.2", "table-unwritten"),
    ("ch05", REDUCED, "vectors if self.tp_rank else self.group.all_reduce(vectors)", "ch05.5",
     "reduce-on-rank-0"),
    ("ch06", BEST, "torch.stack([value, index], dim=-1).double()", "ch06.5", "offset-not-added"),
    ("ch06", "return ids.gather(1, values.argmax(dim=1, keepdim=True)).squeeze(1).long()",
     "return values.argmax(dim=1)", "ch06.6", "rank-for-id"),
]  # fmt: skip


@pytest.mark.parametrize("name, old, new, task, slug", MISTAKES, ids=[m[4] for m in MISTAKES])
def test_a_mistake_is_called_what_it_is(grader, name, old, new, task, slug):
    report = grader.changed(name, old, new, task=task)
    assert {case.cause and case.cause.misconception for case in failing(report)} == {slug}


def test_an_error_of_a_loader_says_which_projection_was_loaded(grader):
    wrong = f"check_shape(loaded_weight, ({ALL_RANKS}, *param.shape[1:]))"
    first = failing(grader.changed("ch04", CHECKED, wrong, task="ch04.5"))[0]
    refused = "ValueError: the checkpoint's tensor has shape (4, 3), expected (8, 3)"
    said = f"{refused}, while the weight of k is loaded, on rank 0"
    assert first.message.splitlines()[0] == said


def test_an_attribute_that_is_not_set_is_no_attribute(grader):
    first = failing(
        grader.changed("ch03", "self.output_sizes = list(output_sizes)", "pass", task="ch03.1")
    )[0]
    assert first.message.splitlines()[0] == (
        "output_sizes is no attribute of the layer on both ranks."
    )
    assert first.actual == "no attribute of the layer"


@dataclass(frozen=True)
class FakeFailure:
    """Stands for what a learner's code did in a case that it failed."""

    verdict: Verdict = Verdict.WRONG_ANSWER


@pytest.mark.parametrize("accepted, looked_for", [(set(), True), ({"ch03.2"}, False)])
def test_a_mistake_of_an_accepted_task_is_not_looked_for_in_another(accepted, looked_for):
    problem, tried = catalog.find("ch03"), []
    [wrong] = [w for w in diagnose.catalogue(problem) if w.slug == "length-not-divided"]
    assert wrong.tasks == ("ch03.2",)

    def run(files, observations):
        tried.append(files)
        return iter(())

    diagnose.causes(problem, {"ch03.3": [FakeFailure()]}, accepted, run)
    assert (diagnose.spliced(problem, wrong) in tried) is looked_for

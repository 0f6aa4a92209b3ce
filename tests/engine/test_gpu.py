"""The engine on GPUs: one rank over NCCL, two that share a GPU over gloo, two over NCCL."""

import json

import pytest
import torch
import torch.distributed as dist
from servers import TINY

from solutions.ch09_processes.processes import RankProcesses
from solutions.ch11_qwen3.engine import ModelRunner
from solutions.ch11_qwen3.sampling_params import SamplingParams

NUM_GPUS = torch.cuda.device_count()
ORACLE = json.loads((TINY / "oracle.json").read_text())
PROMPTS = [item["prompt_ids"] for item in ORACLE["prompts"]]
# The second choice is never nearer than 5 in these logits, so bfloat16 changes no token.
TOKENS = [item["greedy_ids"] for item in ORACLE["prompts"]]

pytestmark = [
    pytest.mark.gpu,
    pytest.mark.skipif(NUM_GPUS == 0, reason="needs a CUDA device"),
    pytest.mark.parametrize("dtype", ["float32", "bfloat16"]),
]


class Probe(ModelRunner):
    """A runner that tells what it runs on; on the rank's own GPU, or all on the first."""

    def __init__(self, group, dtype, shares_one=False):
        device = torch.device("cuda", 0) if shares_one else None
        super().__init__(TINY, group, dtype, device=device)

    def facts(self):
        ones = torch.ones(3, device=self.device)
        dist.all_reduce(ones, group=self.group.process_group)
        weight = self.model.lm_head.weight
        return dist.get_backend(), str(weight.device), str(weight.dtype), ones.tolist()


def check(ranks, size, backend, dtype):
    params = SamplingParams(ORACLE["new_tokens"], 0.0, ignore_eos=True)
    facts = ranks.call("facts")
    assert facts == (backend, "cuda:0", f"torch.{dtype}", [size] * 3)
    assert ranks.call("generate", PROMPTS, params) == TOKENS
    drawn = ranks.call("generate", PROMPTS, SamplingParams(5, 0.8, seed=3, ignore_eos=True))
    assert [len(tokens) for tokens in drawn] == [5] * len(PROMPTS)


def test_one_rank_answers_over_nccl(dtype):
    with RankProcesses(Probe, 1, args=(dtype,)) as ranks:
        check(ranks, 1, "nccl", dtype)


def test_two_ranks_share_a_gpu_over_gloo(dtype):
    with RankProcesses(Probe, 2, args=(dtype, True), backend="gloo") as ranks:
        check(ranks, 2, "gloo", dtype)


@pytest.mark.skipif(NUM_GPUS < 2, reason="needs two CUDA devices")
def test_two_ranks_answer_over_nccl_on_a_gpu_each(dtype):
    with RankProcesses(Probe, 2, args=(dtype,)) as ranks:
        check(ranks, 2, "nccl", dtype)

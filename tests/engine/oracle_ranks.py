"""What torchrun starts on the tests' hosts: greedy tokens of the small model's own prompts.

Rank 0 prints JSON: every rank's host, the group that the tensors take, and the tokens.
"""

import json
import socket
from pathlib import Path

import torch.distributed as dist

from solutions.ch09_processes import torchrun
from solutions.ch09_processes.lockstep import RankZero, serve
from solutions.ch11_qwen3.engine import LLM, ModelRunner
from solutions.ch11_qwen3.sampling_params import SamplingParams

TINY = Path("models/tiny-qwen3")


def main():
    group = torchrun.join("auto", 60.0)
    names = [None] * group.size
    dist.all_gather_object(names, socket.gethostname())
    runner = ModelRunner(TINY, group)
    if group.rank > 0:
        serve(runner, group)
        return
    oracle = json.loads((TINY / "oracle.json").read_text())
    with LLM(TINY, group.size, ranks=RankZero(runner, group)) as llm:
        params = SamplingParams(oracle["new_tokens"], 0.0, ignore_eos=True)
        completions = llm.generate([item["prompt"] for item in oracle["prompts"]], params)
    tokens = [completion.token_ids for completion in completions]
    print(json.dumps({"hosts": names, "group": type(group).__name__, "tokens": tokens}))


if __name__ == "__main__":
    main()
    dist.destroy_process_group()
    torchrun.leave(0)

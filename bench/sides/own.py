"""This course's engine, as a side: prefill and decode through the same LLM that a user has."""

import argparse
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))
sys.path.insert(0, str(Path(__file__).parents[2]))

import torch
from side import answer_requests

from solutions.ch11_qwen3.engine import LLM
from solutions.ch11_qwen3.sampling_params import SamplingParams


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--model", required=True)
    parser.add_argument("--tp", type=int, default=1)
    parser.add_argument("--plugin", default="auto")
    parser.add_argument("--dtype", default="float32")
    options = parser.parse_args()
    llm = LLM(options.model, options.tp, options.dtype, plugin=options.plugin)

    def answer(prompts: list[list[int]], steps: int, threads: int = 1) -> dict:
        """Seconds until the first token of all prompts, and for the `steps` - 1 after it."""
        if options.tp == 1:
            torch.set_num_threads(threads)
        params = SamplingParams(steps, temperature=0.0, ignore_eos=True)
        times, tokens = [time.perf_counter()], []
        for step in llm.ranks.stream("stream", prompts, params):
            times.append(time.perf_counter())
            tokens.append(step[0][1])
        return {"prefill": times[1] - times[0], "decode": times[-1] - times[1], "tokens": tokens}

    with llm:
        answer_requests(answer)


if __name__ == "__main__":  # spawned ranks import this file
    main()

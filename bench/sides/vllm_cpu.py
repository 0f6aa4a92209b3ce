"""vLLM on the CPU, as a side. Runs in its own venv: see peers.py."""

import argparse
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from side import answer_requests


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--model", required=True)
    parser.add_argument("--tp", type=int, default=1)
    parser.add_argument("--dtype", default="float32")
    parser.add_argument("--max-len", type=int, default=1024)
    options = parser.parse_args()
    from vllm import LLM, SamplingParams, TokensPrompt

    llm = LLM(
        options.model,
        skip_tokenizer_init=True,
        dtype=options.dtype,
        tensor_parallel_size=options.tp,
        max_model_len=options.max_len,
        enable_prefix_caching=False,
        kv_cache_memory_bytes=1 << 30,
    )

    def run(prompts: list[list[int]], steps: int) -> tuple[float, list[int]]:
        params = SamplingParams(
            temperature=0.0, max_tokens=steps, ignore_eos=True, detokenize=False
        )
        begun = time.perf_counter()
        asked = [TokensPrompt(prompt_token_ids=ids) for ids in prompts]
        outputs = llm.generate(asked, params, use_tqdm=False)
        return time.perf_counter() - begun, list(outputs[0].outputs[0].token_ids)

    def answer(prompts: list[list[int]], steps: int, threads: int = 1) -> dict:
        """Seconds until the first token of all prompts, and for the `steps` - 1 after it.

        From outside only the whole call can be timed: one of one token is taken away.
        """
        prefill, _ = run(prompts, 1)
        if steps == 1:
            return {"prefill": prefill, "decode": 0.0, "tokens": []}
        whole, tokens = run(prompts, steps)
        return {"prefill": prefill, "decode": whole - prefill, "tokens": tokens}

    answer_requests(answer)


if __name__ == "__main__":
    main()

"""Greedy decoding with Hugging Face transformers, as a program: directory, prompts, steps, output.

Writes tokens (B, S), gaps (B, S) and logits (S, B, vocab) of float32 inference into one .npz file.
"""

from __future__ import annotations

import json
import sys

import numpy as np


def main(directory: str, prompts: list[list[int]], steps: int, out: str) -> None:
    import torch
    from transformers import AutoModelForCausalLM

    model = AutoModelForCausalLM.from_pretrained(
        directory, dtype=torch.float32, attn_implementation="eager", local_files_only=True
    ).eval()  # type: ignore[no-untyped-call]
    tokens, gaps, logits = [], [], []
    with torch.inference_mode():
        for prompt in prompts:
            rows = _decode(model, torch.tensor([prompt]), steps)
            best = rows.topk(2, dim=-1)
            tokens.append(best.indices[:, 0].tolist())
            gaps.append((best.values[:, 0] - best.values[:, 1]).tolist())
            logits.append(rows.numpy())
    np.savez(out, tokens=tokens, gaps=gaps, logits=np.stack(logits, axis=1))


def _decode(model, ids, steps: int):  # type: ignore[no-untyped-def]
    """The logits (steps, vocab) of each greedy step after one prompt."""
    import torch

    rows, past = [], None
    for _ in range(steps):
        output = model(ids, past_key_values=past, use_cache=True)
        rows.append(output.logits[0, -1])
        past, ids = output.past_key_values, rows[-1].argmax().reshape(1, 1)
    return torch.stack(rows)


if __name__ == "__main__":
    main(sys.argv[1], json.loads(sys.argv[2]), int(sys.argv[3]), sys.argv[4])

"""Hugging Face transformers, as a side: alone, with tp_plan="auto", or cut up with DTensor.

A plain loop over forwards with a DynamicCache, not `generate`: that has more to do at each step.
With several ranks it runs under torchrun, and rank 0 passes each request on.
"""

import argparse
import os
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

import torch
import torch.distributed as dist
from side import answer_requests
from transformers import AutoModelForCausalLM, DynamicCache

RANK = int(os.environ.get("RANK", 0))
SIZE = int(os.environ.get("WORLD_SIZE", 1))


def cut_with_dtensor(model: torch.nn.Module) -> None:
    """PyTorch's own way: a plan of layers, applied to the whole model."""
    from torch.distributed.device_mesh import init_device_mesh
    from torch.distributed.tensor import Replicate
    from torch.distributed.tensor.parallel import (
        ColwiseParallel,
        RowwiseParallel,
        parallelize_module,
    )

    column = {name: ColwiseParallel() for name in ("q_proj", "k_proj", "v_proj")}
    attention = {f"self_attn.{name}": style for name, style in column.items()}
    mlp = {f"mlp.{name}": ColwiseParallel() for name in ("gate_proj", "up_proj")}
    rows = {name: RowwiseParallel() for name in ("self_attn.o_proj", "mlp.down_proj")}
    layer = attention | mlp | rows
    plan = {f"model.layers.*.{name}": style for name, style in layer.items()}
    plan["model.embed_tokens"] = RowwiseParallel(
        input_layouts=Replicate(), output_layouts=Replicate()
    )
    plan["lm_head"] = ColwiseParallel(output_layouts=Replicate())
    parallelize_module(model, init_device_mesh("cpu", (SIZE,)), plan)


def load(model: str, way: str, dtype: torch.dtype) -> torch.nn.Module:
    if way == "tp_plan":
        return AutoModelForCausalLM.from_pretrained(model, dtype=dtype, tp_plan="auto").eval()
    loaded = AutoModelForCausalLM.from_pretrained(model, dtype=dtype).eval()
    if way == "dtensor":
        cut_with_dtensor(loaded)
    return loaded


@torch.inference_mode()
def generate(
    model: torch.nn.Module, prompts: list[list[int]], steps: int, threads: int = 1
) -> dict:
    """Seconds until the first token of all prompts, and for the `steps` - 1 after it."""
    torch.set_num_threads(threads)
    cache = DynamicCache()
    times, tokens = [time.perf_counter()], []
    ids = torch.tensor(prompts)
    for _ in range(steps):
        logits = model(ids, past_key_values=cache, use_cache=True, logits_to_keep=1).logits
        ids = logits[:, -1].argmax(-1, keepdim=True)
        tokens.append(int(ids[0, 0]))
        times.append(time.perf_counter())
    return {"prefill": times[1] - times[0], "decode": times[-1] - times[1], "tokens": tokens}


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--model", required=True)
    parser.add_argument("--way", choices=["alone", "tp_plan", "dtensor"], default="alone")
    parser.add_argument("--dtype", default="float32")
    options = parser.parse_args()
    if SIZE > 1:
        dist.init_process_group("gloo")
    model = load(options.model, options.way, getattr(torch, options.dtype))

    def on_all_ranks(**request: object) -> dict:
        if SIZE > 1:
            dist.broadcast_object_list(passed := [request], src=0)
            request = passed[0]
        return generate(model, **request) if request else {}

    if RANK == 0:
        answer_requests(on_all_ranks)
        on_all_ranks()  # an empty request: the end
    else:
        while on_all_ranks():
            pass


if __name__ == "__main__":
    main()

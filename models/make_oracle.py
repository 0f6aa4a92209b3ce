"""Write what transformers says about the tiny Qwen3: greedy tokens, logits and gaps.

`oracle.json` holds the prompts, their ids, 16 greedy ids that run on past the end-of-text token,
the text up to that token, and the gap between the two best logits at every step.
`oracle.safetensors` holds one tensor, `logits`, (P, 16, vocab), float32: `logits[p, s]` chose
`greedy_ids[s]` of prompt p. Every step is one whole forward on one thread, without a KV cache.

    python models/make_oracle.py --model models/tiny-qwen3
"""

import argparse
import json
import sys
from pathlib import Path

import torch
from safetensors.torch import save_file
from transformers import AutoTokenizer, Qwen3ForCausalLM

HERE = Path(__file__).parent
NEW_TOKENS = 16
SMALLEST_ALLOWED_GAP = 0.1

PROMPTS = [
    "Count",
    "Two plus three is",
    "The capital of France is",
    "The capital of Japan is",
    "The day after Monday is",
    "Water boils at",
    "The Chinese word for water is",
    "Tensor parallelism cuts each",
    "When there are more ranks than KV heads,",
    "The days of the week are Monday, Tuesday,",
    "A decoder layer needs two all-reduces, one for attention and one",
    "The months of the year are January, February, March, April, May, June, July, August,",
]


@torch.inference_mode()
def greedy(model: Qwen3ForCausalLM, prompt_ids: list[int]) -> tuple[list[int], torch.Tensor]:
    """Return 16 greedy ids, the end-of-text token treated as any other, and logits (16, V)."""
    ids = list(prompt_ids)
    steps = []
    for _ in range(NEW_TOKENS):
        logits = model(torch.tensor([ids])).logits[0, -1]  # (V,)
        steps.append(logits)
        ids.append(int(logits.argmax()))
    return ids[len(prompt_ids) :], torch.stack(steps)


def gaps(logits: torch.Tensor) -> list[float]:
    """Return best minus second-best logit of each step, from logits (16, V)."""
    best = logits.topk(2).values  # (16, 2)
    return [round(gap, 4) for gap in (best[:, 0] - best[:, 1]).tolist()]


def up_to_end(ids: list[int], end_id: int) -> tuple[list[int], str]:
    """Return the ids before the first end-of-text token, and "stop" or "length"."""
    if end_id in ids:
        return ids[: ids.index(end_id)], "stop"
    return ids, "length"


def record(tokenizer, prompt: str, prompt_ids: list[int], ids: list[int], logits) -> dict:
    """Return one prompt's entry of oracle.json."""
    completion_ids, finish_reason = up_to_end(ids, tokenizer.eos_token_id)
    return {
        "prompt": prompt,
        "prompt_ids": prompt_ids,
        "greedy_ids": ids,
        "gaps": gaps(logits),
        "completion_ids": completion_ids,
        "completion": tokenizer.decode(completion_ids),
        "finish_reason": finish_reason,
    }


def build(directory: Path) -> tuple[dict, torch.Tensor]:
    """Return the content of oracle.json and the logits (P, 16, V) of the model in a directory."""
    model = Qwen3ForCausalLM.from_pretrained(directory, dtype=torch.float32).eval()
    tokenizer = AutoTokenizer.from_pretrained(directory)
    records, logits = [], []
    for prompt in PROMPTS:
        prompt_ids = tokenizer.encode(prompt, add_special_tokens=False)
        ids, steps = greedy(model, prompt_ids)
        records.append(record(tokenizer, prompt, prompt_ids, ids, steps))
        logits.append(steps)
    smallest = min(min(r["gaps"]) for r in records)
    content = {"new_tokens": NEW_TOKENS, "smallest_gap": smallest, "prompts": records}
    return content, torch.stack(logits)


def to_json(content: dict) -> str:
    """Return the JSON with one line per field of a prompt, so that a list of ids stays readable."""
    head = {k: v for k, v in content.items() if k != "prompts"}
    entries = []
    for entry in content["prompts"]:
        fields = [f'  "{k}": {json.dumps(v, ensure_ascii=False)}' for k, v in entry.items()]
        entries.append(" {\n" + ",\n".join(fields) + "\n }")
    prompts = ',\n"prompts": [\n' + ",\n".join(entries) + "\n]}\n"
    return json.dumps(head)[:-1] + prompts


def main(argv: list[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description="Write oracle.json and oracle.safetensors.")
    parser.add_argument("--model", type=Path, default=HERE / "tiny-qwen3")
    args = parser.parse_args(argv)
    torch.set_num_threads(1)
    content, logits = build(args.model)
    for entry in content["prompts"]:
        print(
            f"{entry['prompt']!r} ->{entry['completion']!r} {entry['finish_reason']}",
            f"smallest gap {min(entry['gaps']):.2f}",
            file=sys.stderr,
        )
    if content["smallest_gap"] < SMALLEST_ALLOWED_GAP:
        raise SystemExit(
            f"smallest gap {content['smallest_gap']} < {SMALLEST_ALLOWED_GAP}: "
            "the tokens would depend on the order of a sum"
        )
    (args.model / "oracle.json").write_text(to_json(content), encoding="utf-8")
    save_file({"logits": logits}, args.model / "oracle.safetensors")


if __name__ == "__main__":
    main()

"""Train the tiny Qwen3 checkpoint from nothing, on one CPU thread, in a few minutes.

The model learns a few dozen sentences by heart; it does not generalise. Each training row starts at
one sentence and runs on into the next ones, in file order, with an end-of-text token after each.
One thread, a fixed seed and deterministic kernels give the same bytes every time on one machine
with the same torch and tokenizers. Another CPU or another version may round differently: expect
other bytes and the same answers, and write the oracle again (`make_oracle.py`).

    python models/train_tiny_qwen3.py --out models/tiny-qwen3
"""

import argparse
import json
import math
import sys
from pathlib import Path

import torch
from safetensors.torch import save_file
from tokenizers import Tokenizer, decoders, models, pre_tokenizers, trainers
from transformers import Qwen3Config, Qwen3ForCausalLM

HERE = Path(__file__).parent
CORPUS = HERE / "tiny_qwen3_corpus.txt"
END_OF_TEXT = "<|endoftext|>"
VOCAB_SIZE = 509  # prime: no tp_size above 1 divides it
ROW_LENGTH = 96
BATCH_SIZE = 27
PEAK_LR = 3e-3
WARMUP_STEPS = 20

CONFIG = {
    "architectures": ["Qwen3ForCausalLM"],
    "model_type": "qwen3",
    "hidden_size": 96,
    "num_hidden_layers": 4,
    "num_attention_heads": 8,
    "num_key_value_heads": 2,
    "head_dim": 32,
    "intermediate_size": 320,
    "vocab_size": VOCAB_SIZE,
    "max_position_embeddings": 512,
    "hidden_act": "silu",
    "attention_bias": False,
    "attention_dropout": 0.0,
    "initializer_range": 0.02,
    "rms_norm_eps": 1e-06,
    "rope_theta": 1000000.0,
    "tie_word_embeddings": True,
    "use_cache": True,
    "bos_token_id": None,
    "eos_token_id": VOCAB_SIZE - 1,
    "pad_token_id": VOCAB_SIZE - 1,
    "dtype": "float32",
}

GENERATION_CONFIG = {
    "do_sample": False,
    "eos_token_id": VOCAB_SIZE - 1,
    "pad_token_id": VOCAB_SIZE - 1,
}

TOKENIZER_CONFIG = {
    "tokenizer_class": "PreTrainedTokenizerFast",
    "eos_token": END_OF_TEXT,
    "pad_token": END_OF_TEXT,
    "model_max_length": 512,
    "clean_up_tokenization_spaces": False,
}


def read_sentences() -> list[str]:
    """Return the sentences of the corpus, one a line."""
    return CORPUS.read_text(encoding="utf-8").splitlines()


def train_tokenizer(sentences: list[str]) -> Tokenizer:
    """Train a byte-level BPE: 256 bytes, then merges, then the end-of-text token as the last id."""
    tokenizer = Tokenizer(models.BPE())
    tokenizer.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    tokenizer.decoder = decoders.ByteLevel()
    trainer = trainers.BpeTrainer(
        vocab_size=VOCAB_SIZE - 1,
        initial_alphabet=pre_tokenizers.ByteLevel.alphabet(),
        show_progress=False,
    )
    favoured = [s for s in sentences if s.startswith(("The capital", "Count"))]
    # Counted four times, so that " Paris" and "Count" become one token each.
    tokenizer.train_from_iterator(sentences + 3 * favoured, trainer)
    tokenizer.add_special_tokens([END_OF_TEXT])
    assert tokenizer.get_vocab_size() == VOCAB_SIZE, tokenizer.get_vocab_size()
    return tokenizer


def training_rows(tokenizer: Tokenizer, sentences: list[str]) -> torch.Tensor:
    """Return one row per sentence: that sentence and the ones after it, round in a ring, (S, T)."""
    encoded = [tokenizer.encode(s + END_OF_TEXT).ids for s in sentences]
    rows = []
    for first in range(len(encoded)):
        row: list[int] = []
        following = first
        while len(row) < ROW_LENGTH:
            row += encoded[following % len(encoded)]
            following += 1
        rows.append(row[:ROW_LENGTH])
    return torch.tensor(rows)


def learning_rate(step: int, num_steps: int) -> float:
    """Return the rate of a step: a linear warm-up, then a cosine down to zero."""
    warmup = min(1.0, (step + 1) / WARMUP_STEPS)
    return PEAK_LR * warmup * 0.5 * (1 + math.cos(math.pi * step / num_steps))


def train(rows: torch.Tensor, num_steps: int, seed: int) -> Qwen3ForCausalLM:
    """Fit a fresh model to the rows; a line of progress on stderr every 20 steps."""
    torch.manual_seed(seed)
    model = Qwen3ForCausalLM(Qwen3Config(**CONFIG))
    optimizer = torch.optim.AdamW(model.parameters(), lr=PEAK_LR, weight_decay=0.01)
    for step in range(num_steps):
        for group in optimizer.param_groups:
            group["lr"] = learning_rate(step, num_steps)
        batch = rows[torch.randperm(len(rows))[:BATCH_SIZE]]  # (B, T)
        loss = model(input_ids=batch, labels=batch).loss
        optimizer.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        optimizer.step()
        if step % 20 == 0 or step == num_steps - 1:
            print(f"step {step:4d} of {num_steps}  loss {loss.item():.4f}", file=sys.stderr)
    return model


def write_json(path: Path, content: dict) -> None:
    path.write_text(json.dumps(content, indent=2) + "\n", encoding="utf-8")


def save(model: Qwen3ForCausalLM, tokenizer: Tokenizer, out: Path) -> None:
    """Write the five files of a Hugging Face checkpoint; the tied head is stored once."""
    out.mkdir(parents=True, exist_ok=True)
    weights = {k: v for k, v in model.state_dict().items() if k != "lm_head.weight"}
    save_file(weights, out / "model.safetensors", metadata={"format": "pt"})
    tokenizer.save(str(out / "tokenizer.json"))
    write_json(out / "config.json", CONFIG)
    write_json(out / "generation_config.json", GENERATION_CONFIG)
    write_json(out / "tokenizer_config.json", TOKENIZER_CONFIG)


def main(argv: list[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description="Train the tiny Qwen3 checkpoint.")
    parser.add_argument("--out", type=Path, default=HERE / "tiny-qwen3")
    parser.add_argument("--steps", type=int, default=400)
    parser.add_argument("--seed", type=int, default=0)
    args = parser.parse_args(argv)
    torch.set_num_threads(1)
    torch.use_deterministic_algorithms(True)
    sentences = read_sentences()
    tokenizer = train_tokenizer(sentences)
    rows = training_rows(tokenizer, sentences)
    save(train(rows, args.steps, args.seed), tokenizer, args.out)


if __name__ == "__main__":
    main()

"""Write a random checkpoint with the exact shapes of Qwen3-0.6B, for timing and memory runs.

The weights are noise: std 0.02, norms one. It writes no tokenizer, and a tied random model soon
repeats one token, so compare logits, or use --untied. Each tensor is drawn in blocks and written
at once, so the peak memory does not grow with the model. A tensor's values depend only on the seed
and its name: --layers and --shards do not change them, and bfloat16 is float32 rounded.

    python bench/make_qwen3.py --out /tmp/qwen3 --dtype bfloat16
"""

import argparse
import hashlib
import json
import math
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO

import torch

DEFAULT_CONFIG = Path(__file__).parent.parent / "models" / "qwen3-0.6b" / "config.json"
STD = 0.02
BLOCK_NUMBERS = 1 << 22  # 16 MiB of float32 at a time
DTYPES = {"bfloat16": (torch.bfloat16, "BF16", 2), "float32": (torch.float32, "F32", 4)}

Shapes = dict[str, tuple[int, ...]]


def layer_shapes(config: dict, layer: int) -> Shapes:
    """Return the names and [out, in] shapes of one decoder layer."""
    hidden, inner, head_dim = (
        config["hidden_size"],
        config["intermediate_size"],
        config["head_dim"],
    )
    q_rows = config["num_attention_heads"] * head_dim  # not always hidden
    kv_rows = config["num_key_value_heads"] * head_dim
    shapes = {
        "self_attn.q_proj": (q_rows, hidden),
        "self_attn.k_proj": (kv_rows, hidden),
        "self_attn.v_proj": (kv_rows, hidden),
        "self_attn.o_proj": (hidden, q_rows),
        "self_attn.q_norm": (head_dim,),
        "self_attn.k_norm": (head_dim,),
        "mlp.gate_proj": (inner, hidden),
        "mlp.up_proj": (inner, hidden),
        "mlp.down_proj": (hidden, inner),
        "input_layernorm": (hidden,),
        "post_attention_layernorm": (hidden,),
    }
    return {f"model.layers.{layer}.{name}.weight": shape for name, shape in shapes.items()}


def model_shapes(config: dict) -> Shapes:
    """Return every tensor of the checkpoint; a tied head is not stored."""
    hidden, vocab = config["hidden_size"], config["vocab_size"]
    shapes: Shapes = {"model.embed_tokens.weight": (vocab, hidden)}
    for layer in range(config["num_hidden_layers"]):
        shapes |= layer_shapes(config, layer)
    shapes["model.norm.weight"] = (hidden,)
    if not config["tie_word_embeddings"]:
        shapes["lm_head.weight"] = (vocab, hidden)
    return shapes


def blocks(name: str, shape: tuple[int, ...], seed: int) -> Iterator[torch.Tensor]:
    """Yield a tensor's float32 values in flat blocks: ones for a norm, noise for a matrix."""
    digest = hashlib.sha256(f"{seed}:{name}".encode()).digest()
    generator = torch.Generator().manual_seed(int.from_bytes(digest[:8], "little", signed=True))
    left = math.prod(shape)
    while left:
        count = min(left, BLOCK_NUMBERS)
        if len(shape) == 1:
            yield torch.ones(count)
        else:
            yield torch.randn(count, generator=generator).mul_(STD)
        left -= count


def header(shapes: Shapes, dtype: str) -> bytes:
    """Return a safetensors header: its length in 8 bytes, then JSON padded to 8 bytes."""
    _, code, width = DTYPES[dtype]
    entries: dict = {"__metadata__": {"format": "pt"}}
    start = 0
    for name, shape in shapes.items():
        end = start + math.prod(shape) * width
        entries[name] = {"dtype": code, "shape": list(shape), "data_offsets": [start, end]}
        start = end
    text = json.dumps(entries, separators=(",", ":")).encode()
    text += b" " * (-len(text) % 8)
    return len(text).to_bytes(8, "little") + text


def write_tensor(
    file: BinaryIO, name: str, shape: tuple[int, ...], dtype: torch.dtype, seed: int
) -> None:
    for block in blocks(name, shape, seed):
        file.write(block.to(dtype).view(torch.uint8).numpy().data)


def write_file(path: Path, shapes: Shapes, dtype: str, seed: int) -> None:
    """Write one safetensors file, a block at a time."""
    with path.open("wb") as file:
        file.write(header(shapes, dtype))
        for name, shape in shapes.items():
            write_tensor(file, name, shape, DTYPES[dtype][0], seed)
    print(f"wrote {path}  {path.stat().st_size / 1e6:.1f} MB", file=sys.stderr)


def split(shapes: Shapes, num_shards: int) -> list[Shapes]:
    """Cut the tensors, in order, into files of about the same number of weights."""
    if num_shards > len(shapes):
        raise ValueError(f"{num_shards} shards but only {len(shapes)} tensors")
    total = sum(math.prod(shape) for shape in shapes.values())
    parts: list[Shapes] = [{}]
    written = 0
    for left, (name, shape) in zip(range(len(shapes), 0, -1), shapes.items(), strict=True):
        files_left = num_shards - len(parts)
        full = written * num_shards >= total * len(parts)
        if parts[-1] and files_left and (full or left <= files_left):
            parts.append({})
        parts[-1][name] = shape
        written += math.prod(shape)
    return parts


def write_shards(out: Path, parts: list[Shapes], dtype: str, seed: int) -> None:
    """Write model-0000i-of-0000n.safetensors and the index that maps names to files."""
    names = [f"model-{i:05d}-of-{len(parts):05d}.safetensors" for i in range(1, len(parts) + 1)]
    for name, part in zip(names, parts, strict=True):
        write_file(out / name, part, dtype, seed)
    numbers = sum(math.prod(shape) for part in parts for shape in part.values())
    index = {
        "metadata": {"total_size": numbers * DTYPES[dtype][2]},
        "weight_map": {key: n for n, part in zip(names, parts, strict=True) for key in part},
    }
    (out / "model.safetensors.index.json").write_text(json.dumps(index, indent=2) + "\n")


def read_config(args: argparse.Namespace) -> dict:
    """Return the configuration with the changes that the command line asks for."""
    config = json.loads(args.config.read_text())
    config["dtype"] = args.dtype
    if args.layers is not None:
        config["num_hidden_layers"] = args.layers
    if args.untied:
        config["tie_word_embeddings"] = False
    return config


def prepare(out: Path, force: bool) -> None:
    """Make the directory; with --force take an earlier checkpoint's files away first."""
    out.mkdir(parents=True, exist_ok=True)
    earlier = [
        *out.glob("config.json"),
        *out.glob("model*.safetensors"),
        *out.glob("model.safetensors.index.json"),
    ]
    if earlier and not force:
        raise SystemExit(f"{out} already holds {earlier[0].name}; use --force to replace it")
    for path in earlier:
        path.unlink()


def parse(argv: list[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="Write a random Qwen3 checkpoint.")
    parser.add_argument("--out", type=Path, required=True, help="directory to write")
    parser.add_argument("--config", type=Path, default=DEFAULT_CONFIG, help="config.json to follow")
    parser.add_argument("--dtype", choices=sorted(DTYPES), default="bfloat16")
    parser.add_argument("--layers", type=int, help="fewer layers, for a cheaper model")
    parser.add_argument("--untied", action="store_true", help="store a head of its own")
    parser.add_argument("--shards", type=int, default=1, help="number of files; above 1, an index")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--config-only", action="store_true", help="write config.json, no weights")
    parser.add_argument("--force", action="store_true", help="replace an earlier checkpoint")
    args = parser.parse_args(argv)
    for name in ("layers", "shards"):
        value = getattr(args, name)
        if value is not None and value < 1:
            parser.error(f"--{name} must be at least 1, got {value}")
    return args


def main(argv: list[str] | None = None) -> None:
    args = parse(argv)
    config = read_config(args)
    parts = split(model_shapes(config), args.shards)
    prepare(args.out, args.force)
    (args.out / "config.json").write_text(json.dumps(config, indent=2) + "\n")
    if args.config_only:
        return
    if args.shards == 1:
        write_file(args.out / "model.safetensors", parts[0], args.dtype, args.seed)
    else:
        write_shards(args.out, parts, args.dtype, args.seed)


if __name__ == "__main__":
    main()

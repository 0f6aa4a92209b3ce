"""Prints the shape of every distinct weight, whole and on one rank, from a bare config.json.

The layers are built without memory, on the meta device, for each number of ranks: the table is
what they allocate, not a formula. Layer 0 stands for all layers.

python -m solutions.ch11_qwen3.shapes models/qwen3-0.6b --tp 2,16
"""

import argparse
import sys
from pathlib import Path

from torch import nn

from ..ch04_kv_replication.kv_heads import GroupedQKVParallelLinear, kv_heads_of_rank
from ..ch07_attention.config import Qwen3Config
from .cli import OneLineParser
from .meta import meta_model


def num_rows(module: nn.Module, shard_id: int | str) -> int:
    """How many rows of a merged parameter belong to one of its projections."""
    if isinstance(module, GroupedQKVParallelLinear):
        _, heads = module.segment(shard_id)
        return len(heads) * module.head_size
    _, rows = module.segment(shard_id)
    return rows


def local_shapes(config: Qwen3Config, tp_size: int) -> dict[str, tuple[int, ...]]:
    """The shape of each weight on one rank, by its short name; merged ones and their parts.

    Names are Hugging Face's without "model.", "layers.0." and ".weight".
    """
    model = meta_model(config, tp_size)
    shapes = {}
    for name, param in model.named_parameters(remove_duplicate=False):
        if ".layers." in name and ".layers.0." not in name:
            continue
        path, kind = name.rsplit(".", 1)
        short = path.removeprefix("model.").removeprefix("layers.0.")
        suffix = "" if kind == "weight" else f".{kind}"
        for part, (merged, shard_id) in model.packed_modules_mapping.items():
            if path.endswith(f".{merged}"):
                rows = num_rows(model.get_submodule(path), shard_id)
                part_name = short.replace(merged, part) + suffix
                shapes[part_name] = (rows, *param.shape[1:])
        shapes[short + suffix] = tuple(param.shape)
    return shapes


def num_replicas(config: Qwen3Config, tp_size: int) -> int:
    """How many ranks hold the same KV heads."""
    num_kv_heads = config.num_key_value_heads
    held = [kv_heads_of_rank(tp_rank, tp_size, num_kv_heads) for tp_rank in range(tp_size)]
    return held.count(held[0])


def shape_cells(config: Qwen3Config, tp_size: int) -> dict[str, str]:
    """One column of the table: {weight: its shape as text, marked where it is a replica}."""
    cells = {name: str(shape) for name, shape in local_shapes(config, tp_size).items()}
    replicas = num_replicas(config, tp_size)
    for name in cells:
        if replicas > 1 and (".k_proj" in name or ".v_proj" in name):
            cells[name] += f" x{replicas}"
    return cells


def kv_line(config: Qwen3Config, tp_size: int) -> str:
    """Which KV heads each rank holds, in rank order: "0-3 4-7"."""
    parts = []
    for tp_rank in range(tp_size):
        heads = kv_heads_of_rank(tp_rank, tp_size, config.num_key_value_heads)
        last = f"-{heads[-1]}" if len(heads) > 1 else ""
        parts.append(f"{heads[0]}{last}")
    return " ".join(parts)


def table(config: Qwen3Config, tp_sizes: list[int]) -> str:
    """The whole table as text."""
    columns = {"whole": shape_cells(config, 1)}
    columns |= {f"tp={tp_size}": shape_cells(config, tp_size) for tp_size in tp_sizes}
    rows = [["weight", *columns]]
    rows += [[name, *(cells[name] for cells in columns.values())] for name in columns["whole"]]
    widths = [max(len(row[i]) for row in rows) for i in range(len(rows[0]))]
    lines = ["  ".join(c.ljust(w) for c, w in zip(row, widths, strict=True)) for row in rows]
    lines += ["", "KV heads held by each rank, in rank order:"]
    lines += [f"tp={tp_size}: {kv_line(config, tp_size)}" for tp_size in tp_sizes]
    for tp_size in tp_sizes:
        if (replicas := num_replicas(config, tp_size)) > 1:
            lines.append(f"x{replicas}: at tp={tp_size}, {replicas} ranks hold the same rows")
    if config.tie_word_embeddings:
        lines.append("lm_head is tied: it is embed_tokens' table, held once")
    return "\n".join(line.rstrip() for line in lines)


def tp_list(text: str) -> list[int]:
    try:
        return [int(part) for part in text.split(",")]
    except ValueError:
        raise argparse.ArgumentTypeError(f"{text!r} is not a list such as 2,16") from None


def main(argv: list[str] | None = None) -> int:
    """Run the command; returns its exit code."""
    parser = OneLineParser(prog="shapes", description="Weight shapes, whole and per rank.")
    parser.add_argument("config", type=Path, help="a config.json, or its directory")
    parser.add_argument("--tp", type=tp_list, default=[2], help="numbers of ranks, such as 2,16")
    options = parser.parse_args(argv)
    try:
        print(table(Qwen3Config.read(options.config), options.tp))
    except (ValueError, OSError) as error:
        print(f"shapes: {error}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())

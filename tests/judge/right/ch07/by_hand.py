"""Softmax and einsum by hand, heads repeated, complex rotation, dist.all_reduce with MIN."""

import torch.distributed as dist


def apply_rope(x: Tensor, cos: Tensor, sin: Tensor) -> Tensor:
    half = x.shape[-1] // 2
    turned = torch.complex(x[..., :half].double(), x[..., half:].double())
    turned = turned * torch.complex(cos.double(), sin.double())
    return torch.cat([turned.real, turned.imag], dim=-1).to(x.dtype)


class KVCache:
    def __init__(
        self,
        config: Qwen3Config,
        num_blocks: int,
        block_size: int,
        group: TPGroup,
        dtype: torch.dtype = torch.float32,
        device: torch.device | str | None = None,
    ):
        heads, tp = config.num_key_value_heads, group.size
        if heads % tp and tp % heads:
            raise ValueError(f"{heads} KV heads on {tp} ranks")
        self.data = torch.zeros(
            2,
            config.num_hidden_layers,
            num_blocks,
            block_size,
            max(1, heads // tp),
            config.head_dim,
            dtype=dtype,
            device=device,
        )

    def update(
        self, layer: int, block: int, start: int, k: Tensor, v: Tensor
    ) -> tuple[Tensor, Tensor]:
        room, end = self.data.shape[3], start + k.size(0)
        if room < end:
            raise ValueError(f"{end} tokens in a block of {room}")
        self.data[:, layer, block, start:end] = torch.stack([k, v])
        stored = self.data[:, layer, block, :end].clone()
        return stored[0], stored[1]


def num_blocks(
    memory_bytes: int,
    config: Qwen3Config,
    block_size: int,
    group: TPGroup,
    dtype: torch.dtype = torch.float32,
    device: torch.device | str | None = None,
) -> int:
    heads = max(1, config.num_key_value_heads // group.size)
    a_token = 2 * config.num_hidden_layers * heads * config.head_dim * dtype.itemsize
    count = torch.tensor(memory_bytes // (a_token * block_size))
    if group.size > 1:
        dist.all_reduce(count, op=dist.ReduceOp.MIN)
    return count.item()


def attend(q: Tensor, k: Tensor, v: Tensor) -> Tensor:
    new, total, times = len(q), len(k), q.shape[1] // k.shape[1]
    k, v = k.repeat_interleave(times, dim=1).float(), v.repeat_interleave(times, dim=1).float()
    scores = torch.einsum("qhd,khd->hqk", q.float(), k) / q.shape[-1] ** 0.5
    hidden = torch.arange(total) > torch.arange(total - new, total).unsqueeze(1)
    weights = scores.masked_fill(hidden, -torch.inf).softmax(-1)
    return torch.einsum("hqk,khd->qhd", weights, v).to(q.dtype)


class Qwen3Attention:
    def project(self, x: Tensor) -> tuple[Tensor, Tensor, Tensor]:
        layer = self.qkv_proj
        size = layer.head_size
        q_rows, kv_rows = layer.num_heads * size, layer.num_kv_heads * size
        y = layer(x)
        q, k, v = y[:, :q_rows], y[:, q_rows : q_rows + kv_rows], y[:, q_rows + kv_rows :]
        tokens = len(x)
        return tuple(part.reshape(tokens, -1, size) for part in (q, k, v))

    def forward(
        self, x: Tensor, rope: tuple[Tensor, Tensor], batch: Batch, cache: KVCache
    ) -> Tensor:
        cos, sin = rope
        q, k, v = self.project(x)
        q, k = apply_rope(self.q_norm(q), cos, sin), apply_rope(self.k_norm(k), cos, sin)
        mixed = torch.empty_like(q)
        first = 0
        for i, length in enumerate(batch.lengths):
            now = slice(first, first + length)
            past = cache.update(self.layer, batch.blocks[i], batch.starts[i], k[now], v[now])
            mixed[now] = attend(q[now], *past)
            first += length
        y = mixed.reshape(len(x), -1) @ self.o_proj.weight.T
        if self.o_proj.tp_size > 1:
            y = self.o_proj.group.all_reduce(y)
        return y if self.o_proj.bias is None else y + self.o_proj.bias

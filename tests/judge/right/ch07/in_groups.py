"""Query heads grouped around their KV head, token by token; memory gathered, then divided."""


def apply_rope(x: Tensor, cos: Tensor, sin: Tensor) -> Tensor:
    half = x.shape[-1] // 2
    turned = torch.roll(x, half, dims=-1)
    sign = torch.ones(x.shape[-1], dtype=x.dtype)
    sign[:half] = -1
    return x * torch.cat([cos, cos], -1) + sign * turned * torch.cat([sin, sin], -1)


class KVCache:
    def update(
        self, layer: int, block: int, start: int, k: Tensor, v: Tensor
    ) -> tuple[Tensor, Tensor]:
        if start + len(k) > self.block_size:
            raise ValueError(f"block_size {self.block_size} is below {start + len(k)}")
        for offset in range(len(k)):
            self.data[0][layer][block][start + offset].copy_(k[offset])
            self.data[1][layer][block][start + offset].copy_(v[offset])
        keys, values = self.data[:, layer, block].unbind()
        return keys.narrow(0, 0, start + len(k)), values.narrow(0, 0, start + len(k))


def num_blocks(
    memory_bytes: int,
    config: Qwen3Config,
    block_size: int,
    group: TPGroup,
    dtype: torch.dtype = torch.float32,
    device: torch.device | str | None = None,
) -> int:
    memory = torch.tensor([memory_bytes], dtype=torch.int64)
    least = group.all_gather(memory, dim=0).min().item()
    one = KVCache(config, 1, block_size, group, dtype, "meta").data
    return least // (one.numel() * one.element_size())


def attend(q: Tensor, k: Tensor, v: Tensor) -> Tensor:
    new, heads, dim = q.shape
    total, kv_heads, _ = k.shape
    q = q.reshape(new, kv_heads, heads // kv_heads, dim)
    rows = []
    for t in range(new):
        seen = total - new + t + 1
        scores = torch.einsum("kgd,skd->kgs", q[t], k[:seen]) * dim**-0.5
        rows.append(torch.einsum("kgs,skd->kgd", scores.softmax(-1), v[:seen]))
    return torch.stack(rows).flatten(1, 2)


class Qwen3Attention:
    def __init__(self, config: Qwen3Config, layer: int, group: TPGroup):
        nn.Module.__init__(self)
        bias, hidden = bool(config.attention_bias), config.hidden_size
        width = config.head_dim * config.num_attention_heads
        self.k_norm = RMSNorm(config.head_dim, eps=config.rms_norm_eps)
        self.q_norm = RMSNorm(config.head_dim, eps=config.rms_norm_eps)
        self.o_proj = RowParallelLinear(width, hidden, group, bias)
        self.qkv_proj = GroupedQKVParallelLinear(
            hidden_size=hidden,
            head_size=config.head_dim,
            total_num_heads=config.num_attention_heads,
            total_num_kv_heads=config.num_key_value_heads,
            group=group,
            bias=bias,
        )
        self.layer = layer

"""Chunks, views and index_put; is_causal for prompts; one masked call for each sequence."""


def apply_rope(x: Tensor, cos: Tensor, sin: Tensor) -> Tensor:
    y = torch.empty_like(x)
    half = x.size(-1) // 2
    y[..., :half] = x[..., :half] * cos - x[..., half:] * sin
    y[..., half:] = x[..., half:] * cos + x[..., :half] * sin
    return y


class KVCache:
    def update(
        self, layer: int, block: int, start: int, k: Tensor, v: Tensor
    ) -> tuple[Tensor, Tensor]:
        end = start + k.shape[0]
        if not end <= self.block_size:
            raise ValueError(f"no room for {end} tokens in {self.block_size}")
        where = torch.arange(start, end)
        self.data[0, layer, block].index_copy_(0, where, k)
        self.data[1, layer, block].index_copy_(0, where, v)
        return self.data[0, layer, block, :end], self.data[1, layer, block, :end]


def attend(q: Tensor, k: Tensor, v: Tensor) -> Tensor:
    new, total = len(q), len(k)
    times = q.shape[1] // k.shape[1]
    k = k.unsqueeze(2).expand(-1, -1, times, -1).flatten(1, 2)
    v = v.unsqueeze(2).expand(-1, -1, times, -1).flatten(1, 2)
    q, k, v = q.transpose(0, 1), k.transpose(0, 1), v.transpose(0, 1)
    if new == total:
        return F.scaled_dot_product_attention(q, k, v, is_causal=True).transpose(0, 1)
    bias = torch.full((new, total), float("-inf"), dtype=q.dtype).triu(total - new + 1)
    return F.scaled_dot_product_attention(q, k, v, attn_mask=bias).transpose(0, 1)


class Qwen3Attention:
    def project(self, x: Tensor) -> tuple[Tensor, Tensor, Tensor]:
        heads, kv = self.qkv_proj.num_heads, self.qkv_proj.num_kv_heads
        y = self.qkv_proj(x).view(x.shape[0], heads + 2 * kv, self.qkv_proj.head_size)
        return torch.tensor_split(y, [heads, heads + kv], dim=1)

    def forward(
        self, x: Tensor, rope: tuple[Tensor, Tensor], batch: Batch, cache: KVCache
    ) -> Tensor:
        outputs, first = [], 0
        for block, start, length in zip(batch.blocks, batch.starts, batch.lengths, strict=True):
            now = range(first, first + length)
            q, k, v = self.project(x[now.start : now.stop])
            cos, sin = rope[0][now.start : now.stop], rope[1][now.start : now.stop]
            k = apply_rope(self.k_norm(k), cos, sin)
            keys, values = cache.update(self.layer, block, start, k, v)
            outputs.append(attend(apply_rope(self.q_norm(q), cos, sin), keys, values))
            first += length
        return self.o_proj(torch.cat(outputs, dim=0).reshape(len(x), -1))

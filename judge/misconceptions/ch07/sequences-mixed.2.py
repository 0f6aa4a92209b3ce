"""Over what the caches of all sequences hold."""


class Qwen3Attention:
    def forward(
        self, x: Tensor, rope: tuple[Tensor, Tensor], batch: Batch, cache: KVCache
    ) -> Tensor:
        q, k, v = self.project(x)
        q = apply_rope(self.q_norm(q), *rope)
        k = apply_rope(self.k_norm(k), *rope)
        parts = (part.split(batch.lengths) for part in (k, v))
        held = [
            cache.update(self.layer, block, start, k_i, v_i)
            for block, start, k_i, v_i in zip(batch.blocks, batch.starts, *parts, strict=True)
        ]
        keys, values = (torch.cat(part) for part in zip(*held, strict=True))
        return self.o_proj(attend(q, keys, values).flatten(1))

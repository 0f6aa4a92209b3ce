"""Of queries."""


class Qwen3Attention:
    def forward(
        self, x: Tensor, rope: tuple[Tensor, Tensor], batch: Batch, cache: KVCache
    ) -> Tensor:
        q, k, v = self.project(x)
        q = self.q_norm(q)
        k = apply_rope(self.k_norm(k), *rope)
        outputs = []
        sequences = (part.split(batch.lengths) for part in (q, k, v))
        for block, start, q_i, k_i, v_i in zip(batch.blocks, batch.starts, *sequences, strict=True):
            keys, values = cache.update(self.layer, block, start, k_i, v_i)
            outputs.append(attend(q_i, keys, values))
        return self.o_proj(torch.cat(outputs).flatten(1))

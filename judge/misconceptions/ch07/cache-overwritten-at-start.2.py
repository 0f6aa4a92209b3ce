"""The forward always says that a sequence starts at 0."""


class Qwen3Attention:
    def forward(
        self, x: Tensor, rope: tuple[Tensor, Tensor], batch: Batch, cache: KVCache
    ) -> Tensor:
        q, k, v = self.project(x)
        q = apply_rope(self.q_norm(q), *rope)
        k = apply_rope(self.k_norm(k), *rope)
        outputs = []
        sequences = (part.split(batch.lengths) for part in (q, k, v))
        for block, q_i, k_i, v_i in zip(batch.blocks, *sequences, strict=True):
            keys, values = cache.update(self.layer, block, 0, k_i, v_i)
            outputs.append(attend(q_i, keys, values))
        return self.o_proj(torch.cat(outputs).flatten(1))

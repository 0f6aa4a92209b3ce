"""The rotation of keys, of queries or of both is left out.

Why: Everything has the right shape without it. A score depends on the distance of two tokens only
when both the query and the key are turned.

Look: Give a key the positions 0 and 5. Does the cache hold two different ones?
"""


class Qwen3Attention:
    def forward(
        self, x: Tensor, rope: tuple[Tensor, Tensor], batch: Batch, cache: KVCache
    ) -> Tensor:
        q, k, v = self.project(x)
        q = apply_rope(self.q_norm(q), *rope)
        k = self.k_norm(k)
        outputs = []
        sequences = (part.split(batch.lengths) for part in (q, k, v))
        for block, start, q_i, k_i, v_i in zip(batch.blocks, batch.starts, *sequences, strict=True):
            keys, values = cache.update(self.layer, block, start, k_i, v_i)
            outputs.append(attend(q_i, keys, values))
        return self.o_proj(torch.cat(outputs).flatten(1))

"""The layer all-reduces what o_proj has summed already.

Why: Every rank has computed with its own heads only, so a sum over the ranks must come at the end.
A row-parallel layer brings it.

Look: Divide your result by the expected one, and count the calls.
"""


class Qwen3Attention:
    def forward(
        self, x: Tensor, rope: tuple[Tensor, Tensor], batch: Batch, cache: KVCache
    ) -> Tensor:
        q, k, v = self.project(x)
        q = apply_rope(self.q_norm(q), *rope)
        k = apply_rope(self.k_norm(k), *rope)
        outputs = []
        sequences = (part.split(batch.lengths) for part in (q, k, v))
        for block, start, q_i, k_i, v_i in zip(batch.blocks, batch.starts, *sequences, strict=True):
            keys, values = cache.update(self.layer, block, start, k_i, v_i)
            outputs.append(attend(q_i, keys, values))
        y = self.o_proj(torch.cat(outputs).flatten(1))
        return self.o_proj.group.all_reduce(y)

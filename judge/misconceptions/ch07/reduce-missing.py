"""The output of this rank's heads is taken for the whole.

Why: It has the full shape and plausible numbers. It holds what this rank's heads add and nothing of
the others.

Look: Compare the results of two ranks. After o_proj they should be the same.
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
        return torch.nn.functional.linear(torch.cat(outputs).flatten(1), self.o_proj.weight)

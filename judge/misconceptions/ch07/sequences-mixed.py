"""The code lets the tokens of all sequences attend to each other.

Why: They lie in one tensor, end to end, so one call seems to do for all.

Look: Where does the second sequence begin in x? May it see the first one?
"""


class Qwen3Attention:
    def forward(
        self, x: Tensor, rope: tuple[Tensor, Tensor], batch: Batch, cache: KVCache
    ) -> Tensor:
        q, k, v = self.project(x)
        q = apply_rope(self.q_norm(q), *rope)
        k = apply_rope(self.k_norm(k), *rope)
        for block, start, k_i, v_i in zip(
            batch.blocks, batch.starts, k.split(batch.lengths), v.split(batch.lengths), strict=True
        ):
            cache.update(self.layer, block, start, k_i, v_i)
        return self.o_proj(attend(q, k, v).flatten(1))

"""The code gathers the heads of all ranks before the output projection.

Why: All heads are mixed by o_proj, so it seems to need all of them. As a row-parallel layer it
takes this rank's heads, and the sum does the mixing.

Look: How many collectives does one attention layer cost?
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
        heads = self.o_proj.group.all_gather(torch.cat(outputs).flatten(1).contiguous())
        width = self.o_proj.weight.shape[1]
        return self.o_proj(heads.narrow(1, self.o_proj.tp_rank * width, width).contiguous())

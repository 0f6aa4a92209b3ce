"""With the bias on every rank."""


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
        heads = torch.cat(outputs).flatten(1)
        return torch.nn.functional.linear(heads, self.o_proj.weight, self.o_proj.bias)

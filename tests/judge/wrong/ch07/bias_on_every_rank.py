"""wrong_answer: every rank adds the bias of o_proj before the sum"""


class Qwen3Attention:
    def forward(
        self, x: Tensor, rope: tuple[Tensor, Tensor], batch: Batch, cache: KVCache
    ) -> Tensor:
        q, k, v = self.project(x)
        q, k = apply_rope(self.q_norm(q), *rope), apply_rope(self.k_norm(k), *rope)
        outputs = []
        sequences = (part.split(batch.lengths) for part in (q, k, v))
        for block, start, q_i, k_i, v_i in zip(batch.blocks, batch.starts, *sequences, strict=True):
            outputs.append(attend(q_i, *cache.update(self.layer, block, start, k_i, v_i)))
        y = F.linear(torch.cat(outputs).flatten(1), self.o_proj.weight, self.o_proj.bias)
        return self.o_proj.group.all_reduce(y)

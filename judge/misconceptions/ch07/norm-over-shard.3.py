"""The forward takes the mean square over all heads of the rank."""


class Qwen3Attention:
    def forward(
        self, x: Tensor, rope: tuple[Tensor, Tensor], batch: Batch, cache: KVCache
    ) -> Tensor:
        def normed(heads: Tensor, norm: RMSNorm) -> Tensor:
            scale = torch.rsqrt(heads.square().mean((-2, -1), keepdim=True) + norm.eps)
            return norm.weight * heads * scale

        q, k, v = self.project(x)
        q, k = normed(q, self.q_norm), normed(k, self.k_norm)
        q, k = apply_rope(q, *rope), apply_rope(k, *rope)
        outputs = []
        sequences = (part.split(batch.lengths) for part in (q, k, v))
        for block, start, q_i, k_i, v_i in zip(batch.blocks, batch.starts, *sequences, strict=True):
            keys, values = cache.update(self.layer, block, start, k_i, v_i)
            outputs.append(attend(q_i, keys, values))
        return self.o_proj(torch.cat(outputs).flatten(1))

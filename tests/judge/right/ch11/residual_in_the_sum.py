"""The residual stream is added by the all-reduce of the MLP: by rank 0, or a share on each rank."""


class Qwen3DecoderLayer:
    def forward(self, x: Tensor, rope: tuple, batch: Batch, cache: KVCache) -> Tensor:
        x = x + self.self_attn(self.input_layernorm(x), rope, batch, cache)
        down = self.mlp.down_proj
        gate, up = self.mlp.gate_up_proj(self.post_attention_layernorm(x)).chunk(2, dim=-1)
        part = F.linear(F.silu(gate) * up, down.weight)
        rank, size = down.group.rank, down.group.size
        if self.self_attn.layer % 2:
            part = part + x / size
        elif rank == size - 1:
            part = part + x
        return down.group.all_reduce(part)

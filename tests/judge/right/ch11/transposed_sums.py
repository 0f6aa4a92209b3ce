"""The MLP's parts are added up transposed, attention's in one long row."""


class Qwen3MLP:
    def forward(self, x: Tensor) -> Tensor:
        gate, up = self.gate_up_proj(x).chunk(2, dim=-1)
        down = self.down_proj
        part = F.linear(F.silu(gate) * up, down.weight)
        return down.group.all_reduce(part.T.contiguous()).T


class Qwen3DecoderLayer:
    def forward(self, x: Tensor, rope: tuple, batch: Batch, cache: KVCache) -> Tensor:
        o_proj = self.self_attn.o_proj
        group, forward = o_proj.group, o_proj.forward
        part = lambda y: F.linear(y, o_proj.weight).flatten()  # noqa: E731
        o_proj.forward = lambda y: group.all_reduce(part(y)).view(x.shape)
        try:
            x = x + self.self_attn(self.input_layernorm(x), rope, batch, cache)
        finally:
            o_proj.forward = forward
        return x + self.mlp(self.post_attention_layernorm(x))

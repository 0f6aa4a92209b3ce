"""wrong_answer: every rank has the heads of rank 0"""


class Qwen3Attention:
    def project(self, x: Tensor) -> tuple[Tensor, Tensor, Tensor]:
        weight = self.qkv_proj.group.broadcast(self.qkv_proj.weight.clone())
        y = F.linear(x, weight, self.qkv_proj.bias)
        heads = y.unflatten(-1, (-1, self.qkv_proj.head_size))
        counts = self.qkv_proj.num_heads, self.qkv_proj.num_kv_heads, self.qkv_proj.num_kv_heads
        return heads.split(counts, dim=1)

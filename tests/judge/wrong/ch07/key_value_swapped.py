"""wrong_answer: v comes before k"""


class Qwen3Attention:
    def project(self, x: Tensor) -> tuple[Tensor, Tensor, Tensor]:
        heads = self.qkv_proj(x).unflatten(-1, (-1, self.qkv_proj.head_size))
        num_heads, num_kv_heads = self.qkv_proj.num_heads, self.qkv_proj.num_kv_heads
        q, k, v = heads.split([num_heads, num_kv_heads, num_kv_heads], dim=1)
        return q, v, k

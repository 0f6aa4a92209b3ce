"""The output of the projection is cut into three equal parts.

Why: There are three of them. With fewer KV heads than query heads q is wider than k and v.

Look: How many heads has q on this rank, and how many k?
"""


class Qwen3Attention:
    def project(self, x: Tensor) -> tuple[Tensor, Tensor, Tensor]:
        q, k, v = self.qkv_proj(x).chunk(3, dim=-1)
        size = self.qkv_proj.head_size
        return q.unflatten(-1, (-1, size)), k.unflatten(-1, (-1, size)), v.unflatten(-1, (-1, size))

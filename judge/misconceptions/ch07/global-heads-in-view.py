"""The output of the projection is reshaped with the head counts of the whole model.

Why: The layer knows total_num_heads, and reshape with -1 never complains where the numbers happen
to divide: the number of tokens changes instead.

Look: Print the shapes of x and q. How many tokens have both?
"""


class Qwen3Attention:
    def project(self, x: Tensor) -> tuple[Tensor, Tensor, Tensor]:
        layer = self.qkv_proj
        size = layer.head_size
        widths = [layer.num_heads * size, layer.num_kv_heads * size, layer.num_kv_heads * size]
        q, k, v = layer(x).split(widths, dim=-1)
        q = q.reshape(-1, layer.total_num_heads, size)
        k = k.reshape(-1, layer.total_num_kv_heads, size)
        return q, k, v.reshape(-1, layer.total_num_kv_heads, size)

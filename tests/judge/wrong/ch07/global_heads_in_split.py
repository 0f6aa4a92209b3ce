"""runtime_error: the split takes the head counts of the whole model"""


class Qwen3Attention:
    def project(self, x: Tensor) -> tuple[Tensor, Tensor, Tensor]:
        layer = self.qkv_proj
        heads = layer(x).unflatten(-1, (-1, layer.head_size))
        counts = [layer.total_num_heads, layer.total_num_kv_heads, layer.total_num_kv_heads]
        return heads.split(counts, dim=1)

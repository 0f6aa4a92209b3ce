"""runtime_error: heads of hidden size over heads numbers"""


class Qwen3Attention:
    def project(self, x: Tensor) -> tuple[Tensor, Tensor, Tensor]:
        layer = self.qkv_proj
        heads = layer(x).unflatten(-1, (-1, x.shape[-1] // layer.total_num_heads))
        return heads.split([layer.num_heads, layer.num_kv_heads, layer.num_kv_heads], dim=1)

"""The output is taken as query, key and value of one KV head after the other.

Why: Some checkpoints interleave them so. Here the rows are this rank's q heads, then its k heads,
then its v heads.

Look: Read again what the rows of qkv_proj.weight are.
"""


class Qwen3Attention:
    def project(self, x: Tensor) -> tuple[Tensor, Tensor, Tensor]:
        layer = self.qkv_proj
        groups = layer(x).unflatten(-1, (layer.num_kv_heads, -1, layer.head_size))
        q, k, v = groups[:, :, :-2], groups[:, :, -2], groups[:, :, -1]
        return q.flatten(1, 2), k, v

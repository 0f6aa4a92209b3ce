"""wrong_answer: the heads are not split"""


class Qwen3Attention:
    def project(self, x: Tensor) -> Tensor:
        return self.qkv_proj(x).unflatten(-1, (-1, self.qkv_proj.head_size))

"""wrong_answer: x, as it came"""


def apply_rope(x: Tensor, cos: Tensor, sin: Tensor) -> Tensor:
    return x


class Qwen3Attention:
    def forward(
        self, x: Tensor, rope: tuple[Tensor, Tensor], batch: Batch, cache: KVCache
    ) -> Tensor:
        return x

"""runtime_error: every forward ends in an error of torch"""


class Qwen3Attention:
    def forward(
        self, x: Tensor, rope: tuple[Tensor, Tensor], batch: Batch, cache: KVCache
    ) -> Tensor:
        return x.reshape(-1, x.numel() + 1)

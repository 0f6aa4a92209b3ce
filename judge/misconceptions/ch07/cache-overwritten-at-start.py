"""New tokens are stored at the beginning of the block, over the older ones.

Why: A prompt begins at 0, and with a prompt alone it works.

Look: At which position of its block stands the sixth token of a sequence?
"""


class KVCache:
    def update(
        self, layer: int, block: int, start: int, k: Tensor, v: Tensor
    ) -> tuple[Tensor, Tensor]:
        end = start + k.shape[0]
        if end > self.block_size:
            raise ValueError(f"a block of {self.block_size} tokens cannot hold {end}")
        keys, values = self.data[:, layer, block, :end]
        keys[: len(k)] = k
        values[: len(v)] = v
        return keys, values

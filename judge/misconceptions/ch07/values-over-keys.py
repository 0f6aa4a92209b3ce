"""Keys and values are stored in the same place.

Why: They come together and have one shape. The first dimension of the cache keeps them apart.

Look: What do data[0] and data[1] hold?
"""


class KVCache:
    def update(
        self, layer: int, block: int, start: int, k: Tensor, v: Tensor
    ) -> tuple[Tensor, Tensor]:
        end = start + k.shape[0]
        if end > self.block_size:
            raise ValueError(f"a block of {self.block_size} tokens cannot hold {end}")
        kept = self.data[0, layer, block, :end]
        kept[start:] = k
        kept[start:] = v
        return kept, kept

"""New tokens attend only to each other, not to what the cache has.

Why: For a prompt that is right: all of its tokens are new, and their keys and values were just
computed. A later token needs those of every token before it.

Look: How many keys does a sequence have after a prompt of 3 tokens and one more?
"""


class KVCache:
    def update(
        self, layer: int, block: int, start: int, k: Tensor, v: Tensor
    ) -> tuple[Tensor, Tensor]:
        end = start + k.shape[0]
        if end > self.block_size:
            raise ValueError(f"a block of {self.block_size} tokens cannot hold {end}")
        self.data[0, layer, block, start:end] = k
        self.data[1, layer, block, start:end] = v
        return k, v

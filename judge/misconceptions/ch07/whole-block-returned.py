"""An update returns the whole block, whatever is in it.

Why: The block belongs to the sequence, so its contents seem to be the sequence's. Positions that
are not written yet hold zeros, or tokens of the sequence that had the block before.

Look: How many tokens does the sequence have, and how many rows come back?
"""


class KVCache:
    def update(
        self, layer: int, block: int, start: int, k: Tensor, v: Tensor
    ) -> tuple[Tensor, Tensor]:
        end = start + k.shape[0]
        if end > self.block_size:
            raise ValueError(f"a block of {self.block_size} tokens cannot hold {end}")
        keys, values = self.data[:, layer, block]
        keys[start:end] = k
        values[start:end] = v
        return keys, values

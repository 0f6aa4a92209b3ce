"""An update returns the new keys and values, not all that the sequence has.

Why: These are the ones that were just computed. Attention needs those of every earlier token too,
and this is where they come from.

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

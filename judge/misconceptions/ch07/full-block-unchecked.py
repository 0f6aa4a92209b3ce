"""A block takes more tokens than it has room for, or fails in another way.

Why: Slices that end too late are cut short without a word.

Look: What does your code do with the seventh token of a block of 6?
"""


class KVCache:
    def update(
        self, layer: int, block: int, start: int, k: Tensor, v: Tensor
    ) -> tuple[Tensor, Tensor]:
        end = start + k.shape[0]
        keys, values = self.data[:, layer, block, :end]
        keys[start:] = k
        values[start:] = v
        return keys, values

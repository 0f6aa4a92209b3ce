"""wrong_answer: what fits of an update is stored before it is refused"""


class KVCache:
    def update(
        self, layer: int, block: int, start: int, k: Tensor, v: Tensor
    ) -> tuple[Tensor, Tensor]:
        end = start + k.shape[0]
        keys, values = self.data[:, layer, block, :end]
        keys[start:] = k[: len(keys) - start]
        values[start:] = v[: len(values) - start]
        if end > self.block_size:
            raise ValueError(f"a block of {self.block_size} tokens cannot hold {end}")
        return keys, values

"""wrong_answer: stores, and returns nothing"""


class KVCache:
    def update(self, layer: int, block: int, start: int, k: Tensor, v: Tensor) -> None:
        end = start + k.shape[0]
        if end > self.block_size:
            raise ValueError(f"a block of {self.block_size} tokens cannot hold {end}")
        self.data[0, layer, block, start:end] = k
        self.data[1, layer, block, start:end] = v

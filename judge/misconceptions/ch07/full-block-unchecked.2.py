"""What does not fit is dropped."""


class KVCache:
    def update(
        self, layer: int, block: int, start: int, k: Tensor, v: Tensor
    ) -> tuple[Tensor, Tensor]:
        end = min(start + k.shape[0], self.block_size)
        keys, values = self.data[:, layer, block, :end]
        keys[start:] = k[: end - start]
        values[start:] = v[: end - start]
        return keys, values

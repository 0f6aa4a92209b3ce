"""wrong_answer: tokens are kept in lists, and data stays empty"""


class KVCache:
    def update(
        self, layer: int, block: int, start: int, k: Tensor, v: Tensor
    ) -> tuple[Tensor, Tensor]:
        if start + len(k) > self.block_size:
            raise ValueError(f"a block of {self.block_size} tokens cannot hold {start + len(k)}")
        lists = self.__dict__.setdefault("lists", {})
        keys, values = lists.get((layer, block), (k[:0], v[:0]))
        keys, values = torch.cat([keys[:start], k]), torch.cat([values[:start], v])
        lists[layer, block] = keys, values
        return keys, values

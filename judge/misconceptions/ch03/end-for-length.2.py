"""For the heads of q, k and v."""


class QKVParallelLinear:
    def segment(self, loaded_shard_id: str) -> tuple[int, int]:
        offset, size = super().segment(["q", "k", "v"].index(loaded_shard_id))
        return offset, offset + size

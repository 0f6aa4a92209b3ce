"""In the segments."""


class QKVParallelLinear:
    def segment(self, loaded_shard_id: str) -> tuple[int, int]:
        return super().segment(["q", "k"].index(loaded_shard_id))

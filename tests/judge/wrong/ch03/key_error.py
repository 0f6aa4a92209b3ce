"""wrong_answer: an id that there is not is a KeyError."""


class QKVParallelLinear:
    def segment(self, loaded_shard_id: str) -> tuple[int, int]:
        return super().segment({"q": 0, "k": 1, "v": 2}[loaded_shard_id])

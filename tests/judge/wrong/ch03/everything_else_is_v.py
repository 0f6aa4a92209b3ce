"""wrong_answer: every other id is v."""


class QKVParallelLinear:
    def segment(self, loaded_shard_id: str) -> tuple[int, int]:
        return super().segment({"q": 0, "k": 1}.get(loaded_shard_id, 2))

"""wrong_answer: an id is looked for inside a word."""


class QKVParallelLinear:
    def segment(self, loaded_shard_id: str) -> tuple[int, int]:
        return super().segment("qkv".index(loaded_shard_id))

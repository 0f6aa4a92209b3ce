"""In heads of the whole model."""


class QKVParallelLinear:
    def segment(self, loaded_shard_id: str) -> tuple[int, int]:
        index = ["q", "k", "v"].index(loaded_shard_id)
        q_size, kv_size = self.output_sizes[0], self.output_sizes[1]
        length = self.num_heads if index == 0 else self.num_kv_heads
        return [0, q_size, q_size + kv_size][index], length * self.head_size

"""wrong_answer: the next token after each sequence's first token"""


class Qwen3ForCausalLM:
    def greedy(self, ids: Tensor, batch: Batch, cache: KVCache) -> Tensor:
        last = batch.last
        first = last - last.diff(prepend=-last.new_ones(1)) + 1
        return self.lm_head.greedy(self.model(ids, batch, cache), first)

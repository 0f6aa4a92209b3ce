"""contract_violation: logits of every token are gathered, and rank 0 keeps each last one."""


class Qwen3ForCausalLM:
    def forward(self, ids: Tensor, batch: Batch, cache: KVCache) -> Tensor | None:
        logits = self.lm_head(self.model(ids, batch, cache))
        return None if logits is None else logits[batch.last]

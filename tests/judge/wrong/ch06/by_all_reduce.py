"""contract_violation: right values, by a sum of tables that are mostly zero"""


class ParallelLMHead:
    def forward_all(self, x: Tensor, last: Positions = None) -> Tensor:
        local = self.local_logits(x, last)
        logits = local.new_zeros(len(local), self.num_embeddings)
        num_owned = self.vocab_end - self.vocab_start
        logits[:, self.vocab_start : self.vocab_end] = local[:, :num_owned]
        return self.group.all_reduce(logits) if self.tp_size > 1 else logits

"""wrong_answer: every rank has rank 0's logits, as often as there are ranks"""


class ParallelLMHead:
    def forward_all(self, x: Tensor, last: Positions = None) -> Tensor:
        local = self.local_logits(x, last)
        self.group.all_gather(local)
        return local.repeat(1, self.tp_size)[:, : self.num_embeddings]

"""wrong_answer: the logits arrive on the wrong rank"""


class ParallelLMHead:
    def forward(self, x: Tensor, last: Positions = None) -> Tensor | None:
        logits = self.group.gather(self.local_logits(x, last), dst=self.tp_size - 1)
        return None if logits is None else logits[:, : self.num_embeddings]

"""wrong_answer: forward sends and gives float32 always"""


class ParallelLMHead:
    def forward(self, x: Tensor, last: Positions = None) -> Tensor | None:
        logits = self.group.gather(self.local_logits(x, last).float())
        return None if logits is None else logits[:, : self.num_embeddings]

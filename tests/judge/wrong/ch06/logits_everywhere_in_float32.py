"""wrong_answer: forward_all sends and gives float32 always"""


class ParallelLMHead:
    def forward_all(self, x: Tensor, last: Positions = None) -> Tensor:
        logits = self.group.all_gather(self.local_logits(x, last).float())
        return logits[:, : self.num_embeddings]

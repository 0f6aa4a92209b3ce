"""wrong_answer: the ranks' logits in reverse order"""


class ParallelLMHead:
    def forward_all(self, x: Tensor, last: Positions = None) -> Tensor:
        local = self.local_logits(x, last)
        logits = self.group.all_gather(local)
        parts = logits.chunk(self.tp_size, dim=-1)
        return torch.cat(parts[::-1], dim=-1)[:, : self.num_embeddings]

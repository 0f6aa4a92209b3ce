"""Values and ids travel apart, each in its own type; nothing of local_best is used."""


class ParallelLMHead:
    def tie(self, embedding: VocabParallelEmbedding) -> None:
        check_shape(embedding.weight, self.weight.shape)
        del self.weight
        self.register_parameter("weight", embedding.weight)

    def local_logits(self, x: Tensor, last: Positions = None) -> Tensor:
        logits = x.new_zeros(len(x) if last is None else len(last), len(self.weight))
        torch.mm(x if last is None else x[last], self.weight.T, out=logits)
        return logits

    def greedy(self, x: Tensor, last: Positions = None) -> Tensor:
        logits = self.local_logits(x, last)
        owned = logits[:, : self.vocab_end - self.vocab_start]
        value = torch.full((len(logits), 1), -torch.inf, dtype=logits.dtype)
        index = torch.zeros(len(logits), 1, dtype=torch.int64)
        if owned.shape[1]:
            value, index = owned.max(dim=1, keepdim=True)
        values = self.group.all_gather(value)
        ids = self.group.all_gather(index + self.vocab_start)
        ids = ids.masked_fill(values < values.amax(dim=1, keepdim=True), self.num_embeddings)
        return ids.amin(dim=1)

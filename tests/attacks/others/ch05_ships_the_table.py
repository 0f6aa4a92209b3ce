"""The one all-reduce carries the whole table; every rank then looks up by itself."""


def forward(self, ids):
    if self.group.size == 1:
        return F.embedding(ids, self.weight)
    tables = torch.zeros(self.group.size, *self.weight.shape)
    tables[self.group.rank] = self.weight
    return F.embedding(ids, self.group.all_reduce(tables).flatten(0, 1))


VocabParallelEmbedding.forward = forward

"""Ids from elsewhere are looked up in a row of zeros below the table; ranges by stepping along."""

import torch.distributed as dist


def vocab_range(vocab_size: int, tp_rank: int, tp_size: int) -> tuple[int, int]:
    rows = (vocab_size + tp_size - 1) // tp_size
    left, start = vocab_size, 0
    for _ in range(tp_rank):
        taken = rows if left >= rows else left
        left, start = left - taken, start + taken
    return start, start + min(rows, left)


class VocabParallelEmbedding:
    def __init__(self, num_embeddings: int, embedding_dim: int, group: TPGroup):
        nn.Module.__init__(self)
        self.group, self.tp_rank, self.tp_size = group, group.rank, group.size
        self.num_embeddings = num_embeddings
        start, end = vocab_range(num_embeddings, self.tp_rank, self.tp_size)
        self.vocab_start, self.vocab_end = start, end
        self.rows = -(-num_embeddings // self.tp_size)
        weight = torch.empty(self.rows, embedding_dim)
        nn.init.zeros_(weight)
        self.weight = nn.Parameter(weight, False)
        setattr(self.weight, "weight_loader", self.weight_loader)  # noqa: B010

    def weight_loader(self, param: nn.Parameter, loaded_weight: Tensor) -> None:
        wanted = (self.num_embeddings, param.size(1))
        if loaded_weight.shape != wanted:
            raise ValueError(f"{list(loaded_weight.shape)} is not {list(wanted)}")
        with torch.no_grad():
            param.zero_()
            for row, token in enumerate(range(self.vocab_start, self.vocab_end)):
                param[row].copy_(loaded_weight[token])

    def forward(self, ids: Tensor) -> Tensor:
        here = (ids >= self.vocab_start) & (ids < self.vocab_end)
        table = torch.cat([self.weight, torch.zeros_like(self.weight[:1])])
        rows = torch.where(here, ids - self.vocab_start, len(self.weight))
        vectors = table[rows].contiguous()
        if self.tp_size > 1:
            dist.all_reduce(vectors)
        return vectors

"""Rank 0 gathers the bests, finds the ids and broadcasts them; logits through torch.distributed."""

import torch.distributed as dist


class ParallelLMHead:
    def forward(self, x: Tensor, last: Positions = None) -> Tensor | None:
        local = self.local_logits(x, last)
        if self.tp_size == 1:
            return local
        parts = [torch.empty_like(local) for _ in range(self.tp_size)] if not self.tp_rank else None
        dist.gather(local, parts, dst=0)
        if parts is not None:
            return torch.cat(parts, dim=1)[:, : self.num_embeddings]

    def forward_all(self, x: Tensor, last: Positions = None) -> Tensor:
        local = self.local_logits(x, last)
        if self.tp_size == 1:
            return local
        parts = [torch.empty_like(local) for _ in range(self.tp_size)]
        dist.all_gather(parts, local)
        return torch.hstack(parts)[:, : self.num_embeddings]

    def local_best(self, x: Tensor, last: Positions = None) -> Tensor:
        logits = self.local_logits(x, last)
        best = torch.zeros(len(logits), 2, dtype=torch.float64)
        for position, row in enumerate(logits[:, : self.vocab_end - self.vocab_start].tolist()):
            value = max(row, default=float("-inf"))
            best[position, 0] = value
            best[position, 1] = self.vocab_start + row.index(value) if row else -1
        return best

    def greedy(self, x: Tensor, last: Positions = None) -> Tensor:
        best = self.local_best(x, last)
        bests = self.group.gather(best, dim=1)
        ids = torch.empty(len(best), dtype=torch.int64)
        if bests is not None:
            values, numbers = bests[:, ::2], bests[:, 1::2]
            ids = numbers[torch.arange(len(best)), values.max(dim=1).indices].long()
        return self.group.broadcast(ids)

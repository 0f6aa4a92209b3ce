"""The best by two all-reduces, a maximum and a minimum; logits gathered along dim 0 and moved."""

import torch.distributed as dist


class ParallelLMHead:
    def tie(self, embedding: VocabParallelEmbedding) -> None:
        mine, other = list(self.weight.shape), list(embedding.weight.shape)
        if mine != other:
            raise ValueError(f"{mine} is not {other}")
        self.weight.data = embedding.weight.data

    def local_logits(self, x: Tensor, last: Positions = None) -> Tensor:
        wanted = x if last is None else x.index_select(0, torch.as_tensor(last))
        return torch.einsum("nd,vd->nv", wanted, self.weight).contiguous()

    def forward(self, x: Tensor, last: Positions = None) -> Tensor | None:
        parts = self.group.gather(self.local_logits(x, last).unsqueeze(0), dim=0)  # (tp, N, V/tp)
        if parts is None:
            return None
        return parts.permute(1, 0, 2).flatten(1).narrow(1, 0, self.num_embeddings)

    def forward_all(self, x: Tensor, last: Positions = None) -> Tensor:
        local = self.local_logits(x, last).T.contiguous()  # (V/tp, N)
        return self.group.all_gather(local, dim=0)[: self.num_embeddings].T

    def local_best(self, x: Tensor, last: Positions = None) -> Tensor:
        logits = self.local_logits(x, last).to(torch.float64)
        numbers = torch.arange(logits.shape[1]) + self.vocab_start
        logits = logits.masked_fill(numbers >= self.vocab_end, float("-inf"))
        index = logits.argmax(dim=1)
        return torch.stack((logits.amax(dim=1), numbers[index].double()), dim=1)

    def greedy(self, x: Tensor, last: Positions = None) -> Tensor:
        logits = self.local_logits(x, last)
        num_owned = self.vocab_end - self.vocab_start
        owned = F.pad(logits[:, :num_owned], (0, 1), value=-torch.inf)
        value, ids = owned.max(dim=1)
        best, ids = value.clone(), ids + self.vocab_start
        if self.tp_size > 1:
            dist.all_reduce(best, op=dist.ReduceOp.MAX)
        ids = torch.where(value == best, ids, 1 << 62)
        if self.tp_size > 1:
            dist.all_reduce(ids, op=dist.ReduceOp.MIN)
        return ids

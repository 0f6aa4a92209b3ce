"""Rows are clamped, vectors multiplied by 0 or 1; the loader pads the checkpoint and chunks it."""


def vocab_range(vocab_size: int, tp_rank: int, tp_size: int) -> tuple[int, int]:
    rows = -(-vocab_size // tp_size)
    ids = range(vocab_size)[tp_rank * rows : (tp_rank + 1) * rows]
    return [ids[0], ids[-1] + 1] if ids else [vocab_size, vocab_size]


class VocabParallelEmbedding:
    def weight_loader(self, param: nn.Parameter, loaded_weight: Tensor) -> None:
        check_shape(loaded_weight, (self.num_embeddings, param.shape[1]))
        missing = len(param) * self.tp_size - self.num_embeddings
        padded = F.pad(loaded_weight, (0, 0, 0, missing))
        param.data = padded.chunk(self.tp_size)[self.tp_rank].to(param.dtype, copy=True)

    def local_ids(self, ids: Tensor) -> tuple[Tensor, Tensor]:
        if not bool(((ids >= 0) & (ids < self.num_embeddings)).all()):
            raise IndexError("an id is outside the vocabulary")
        elsewhere = ~((self.vocab_start <= ids) & (ids < self.vocab_end))
        return (ids - self.vocab_start).clamp(0, len(self.weight) - 1).long(), elsewhere

    def forward(self, ids: Tensor) -> Tensor:
        rows, elsewhere = self.local_ids(ids)
        partial = self.weight[rows] * (~elsewhere)[..., None].to(self.weight.dtype)
        return self.group.all_reduce(partial.contiguous()) if self.tp_size != 1 else partial
